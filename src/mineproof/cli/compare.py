"""`mineproof compare`: which of two cells to open, and why."""

import json as jsonlib
from typing import Annotated

import typer

from mineproof.cli.files import read_text
from mineproof.errors import BadInput, MineproofError
from mineproof.play.asked import shape_named


def compare(
    file: Annotated[str, typer.Argument(help="A position; - for standard input.", metavar="FILE")],
    one: Annotated[str, typer.Argument(help="A hidden cell, such as r2c1.", metavar="CELL")],
    other: Annotated[str, typer.Argument(help="Another one.", metavar="CELL")],
    shape: Annotated[str, typer.Option(help="grid, torus or hex.")] = "grid",
    json: Annotated[bool, typer.Option("--json", help="One object, for programs.")] = False,
) -> int:
    """Say which of two hidden cells is the better one to open, and what decides.

    \b
    mineproof compare position.mine r2c1 r5c4
    """
    from mineproof import answers
    from mineproof.cli.core import say_which
    from mineproof.game.formats import read

    text = read_text(file)
    say_which()
    try:
        found = answers.compare(read(text, shape=shape_named(shape)), one, other)
    except MineproofError as problem:
        raise BadInput(f"{file}: {problem}") from None
    if json:
        print(jsonlib.dumps(found.as_json(), ensure_ascii=False))
        return 0
    from rich.console import Console

    from mineproof.cli.paint import show_candidates

    name = found.view.board.name
    better = "neither is better" if found.better is None else f"open {name(found.better)}"
    print(f"{better}: {found.why}\n")
    show_candidates(Console(highlight=False), found.cells, name)
    return 0
