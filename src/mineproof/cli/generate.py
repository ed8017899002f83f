"""`mineproof generate`: a corpus of boards."""

import json as jsonlib
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from mineproof.cli.files import written
from mineproof.cli.parse import level_of, shape_named
from mineproof.errors import BadInput

if TYPE_CHECKING:
    from mineproof.game.board import Board, Layout

Option = typer.Option
_CELLS_AT_A_TIME = 1 << 20


def generate(
    level: Annotated[
        str | None,
        Option(help="easy, medium, hard; beginner, intermediate, expert.", show_default="expert"),
    ] = None,
    size: Annotated[str | None, Option(help="WIDTHxHEIGHT, such as 30x16; with --mines.")] = None,
    mines: Annotated[int | None, Option(help="How many mines; with --size.")] = None,
    start: Annotated[str, Option(help="safe or open, with a cell as in open:r4c4.")] = "safe",
    count: Annotated[int, Option(min=0, help="How many boards.")] = 100,
    seed: Annotated[int, Option(help="Which boards.")] = 0,
    shape: Annotated[str, Option(help="grid, torus or hex.")] = "grid",
    out: Annotated[str | None, Option(help="The file to write; standard output otherwise.")] = None,
    json: Annotated[bool, Option("--json", help="An object a board, for programs.")] = False,
) -> int:
    """Deal boards into a corpus that `mineproof batch` plays.

    \b
    mineproof generate --level expert --start open:r4c4 --count 1000 --seed 7 --out boards.txt
    """
    from mineproof.cli.progress import bar
    from mineproof.game.deal import Start, layouts
    from mineproof.game.formats.corpus import header, line

    rule = Start.parse(start)
    if rule.rule == "given":
        raise BadInput("a corpus has one first cell: --start safe or open")
    asked = level_of(level, size, mines, default="expert")
    shaped = shape_named(shape)
    layouts(
        asked, start=rule, seed=seed, count=min(count, 1), shape=shaped
    )  # refuses before writing
    board = asked.board(shaped)
    first = rule.first(board)
    with written(out) as file:
        to = file or sys.stdout
        if not json:
            print(header(board, asked.mines, rule.rule, first, seed), file=to)
        with bar("dealing", count) as advance:
            at_a_time = max(1, _CELLS_AT_A_TIME // board.cells)
            for low in range(0, count, at_a_time):
                some = min(at_a_time, count - low)
                for layout in layouts(
                    asked, start=rule, seed=seed, first=low, count=some, shape=shaped
                ):
                    print(_as_json(board, layout, first) if json else line(layout), file=to)
                advance(some)
    return 0


def _as_json(board: "Board", layout: "Layout", first: int) -> str:
    from mineproof.answers import SCHEMA

    mines = board.names(layout.nonzero()[0].tolist())
    answer = {
        "schema": SCHEMA,
        "mines": mines,
        "start": board.name(first),
        "depth": None,
        "tried": 1,
    }
    return jsonlib.dumps(answer)
