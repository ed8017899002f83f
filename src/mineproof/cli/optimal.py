"""`mineproof optimal`: a small board solved, from the first cell on."""

import json as jsonlib
from typing import Annotated

import typer

from mineproof.play.asked import level_of, shape_named

Option = typer.Option


def optimal(
    size: Annotated[str, Option(help="WIDTHxHEIGHT.")],
    mines: Annotated[int, Option(min=0, help="Mines on the board.")],
    start: Annotated[str, Option(help="safe or open, with a cell as in safe:r1c1.")] = "safe",
    shape: Annotated[str, Option(help="grid, torus or hex.")] = "grid",
    json: Annotated[
        bool, Option("--json", help="One object, with every guess of the best play.")
    ] = False,
) -> int:
    """Give the exact chance to win a small board with the best play, and that play.

    \b
    mineproof optimal --size 4x4 --mines 3
    mineproof optimal --size 5x5 --mines 5 --start open:r3c3 --json
    """
    from mineproof import answers

    level = level_of(None, size, mines, "")
    found = answers.optimal(level.board(shape_named(shape)), mines, start)
    if json:
        print(jsonlib.dumps(found.as_json()))
        return 0
    print(found.as_text())
    return 0
