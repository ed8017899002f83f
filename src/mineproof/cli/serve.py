"""`mineproof serve`: the page, and the same answers over HTTP."""

from typing import Annotated

import typer

from mineproof.errors import BadInput

Option = typer.Option


def serve(
    host: Annotated[str, Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, Option(min=0, max=65535, help="0 takes a free one.")] = 8000,
    no_browser: Annotated[bool, Option("--no-browser", help="Open no browser.")] = False,
) -> int:
    """Serve the page: play, watch the logic, ask why, analyse.

    \b
    mineproof serve
    mineproof serve --port 0 --no-browser
    """
    try:
        from mineproof.web import server
    except ModuleNotFoundError as problem:
        raise BadInput(f"the page needs {problem.name}: pip install 'mineproof[web]'") from None
    server.serve(host, port, browser=not no_browser)
    return 0
