"""`mineproof serve`: the page, and the same answers over HTTP."""

from mineproof.base.errors import BadInput, missing_extra
from mineproof.cli import names, options
from mineproof.cli.parameter_types import PlayerName, WholeNumber


@options.command
@options.option("--host", "The address to listen on.", default="127.0.0.1")
@options.option("--port", "The port to listen on; 0 takes a free one.", WholeNumber(0, 65535), 8000)
@options.option(
    "--allow-host allow_hosts",
    "Answer requests for this name, too, such as that of a proxy; may be repeated.",
    metavar="NAME",
    multiple=True,
)
@options.option(
    "--player players",
    "Offer a player of your own in Watch: mine.py:Player or exec:./a.out; may be repeated.",
    PlayerName("player", names.strategies),
    metavar="NAME",
    multiple=True,
)
@options.flag("--no-browser", "Do not open a browser.")
def serve(
    host: str, port: int, allow_hosts: tuple[str, ...], players: tuple[str, ...], no_browser: bool
) -> int:
    """Serve the page: play, watch the logic, ask why, analyse.

    \b
    mineproof serve
    mineproof serve --port 0 --no-browser
    mineproof serve --player mine.py:Player --player "exec:./a.out"
    """
    try:
        from mineproof.web import server
    except ModuleNotFoundError as problem:
        raise BadInput(missing_extra(f"the page needs {problem.name}", "web")) from None
    server.serve(host, port, browser=not no_browser, allow_hosts=allow_hosts, players=players)
    return 0
