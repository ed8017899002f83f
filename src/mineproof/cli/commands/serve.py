"""`mineproof serve`: the page, and the same answers over HTTP."""

import click

from mineproof.base.errors import BadInput, missing_extra
from mineproof.cli import names, options
from mineproof.cli.parameter_types import PlayerName, WholeNumber


@options.command
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port",
    type=WholeNumber(least=0, most=65535),
    default=8000,
    show_default=True,
    help="The port to listen on; 0 takes a free one.",
)
@click.option(
    "--allow-host",
    "allow_hosts",
    metavar="NAME",
    multiple=True,
    help="Answer requests for this name, too, such as that of a proxy; may be repeated.",
)
@click.option(
    "--player",
    "players",
    type=PlayerName("player", names.strategies),
    metavar="NAME",
    multiple=True,
    help="Offer a player of your own in Watch: mine.py:Player or exec:./a.out; may be repeated.",
)
@click.option("--no-browser", is_flag=True, help="Do not open a browser.")
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
