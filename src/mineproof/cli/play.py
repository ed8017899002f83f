"""`mineproof play`: the game in a terminal, with help that reasons."""

import sys
from typing import Annotated

import typer

from mineproof.errors import BadInput
from mineproof.play.asked import level_of, shape_named

Option = typer.Option


def play(
    level: Annotated[
        str | None,
        Option(help="easy, medium, hard; beginner, intermediate, expert.", show_default="easy"),
    ] = None,
    size: Annotated[str | None, Option(help="WIDTHxHEIGHT, such as 30x16; with --mines.")] = None,
    mines: Annotated[int | None, Option(help="How many mines; with --size.")] = None,
    start: Annotated[
        str, Option(help="safe or open: where you click first, or at a cell as in open:r4c4.")
    ] = "open",
    no_guess: Annotated[
        bool, Option("--no-guess", help="Only boards that can be solved by logic.")
    ] = False,
    seed: Annotated[int | None, Option(help="Which boards; another each time otherwise.")] = None,
    shape: Annotated[str, Option(help="grid, torus or hex.")] = "grid",
    replay: Annotated[
        str, Option(help="Where S saves the game, for `mineproof review`.")
    ] = "game.json",
    plain: Annotated[
        bool, Option("--plain", help="A line at a time, for pipes and screen readers.")
    ] = False,
) -> int:
    """Play in the terminal. Ask why a cell is safe, what is certain, for odds, for the best move.

    Exit status 0 if the last game was won, 1 if not.

    \b
    mineproof play
    mineproof play --level expert --no-guess
    mineproof play --plain
    """
    import secrets

    from mineproof.cli.session import Session
    from mineproof.game.deal import Start

    rule = Start.parse(start)
    if rule.rule == "given":
        raise BadInput("--start safe or open, with a cell as in open:r4c4")
    if seed is None:
        seed = secrets.randbits(32)
    wanted = level_of(level, size, mines, default="easy")
    session = Session(wanted, rule, seed, shape_named(shape), no_guess)
    if plain or not (sys.stdin.isatty() and sys.stdout.isatty()):
        from mineproof.cli.lines import play_lines

        play_lines(session, sys.stdin, lambda line: print(line, flush=True))
    else:
        from mineproof.cli.screen import play_on_screen

        play_on_screen(session, replay)
    return 0 if session.game is not None and session.game.won else 1
