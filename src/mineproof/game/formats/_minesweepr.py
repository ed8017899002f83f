"""minesweepr's positions: a character a cell, and the number of mines as a separate value.

`.` or `0`-`8` opened, `*` a mine that is known, `x` unknown. The text does not contain the number
of mines; the JSON request does: `{"board": TEXT, "total_mines": N}`. A known mine reads as a flag.
"""

import json
from array import array
from collections.abc import Iterable
from dataclasses import replace

from mineproof.base.errors import BadInput
from mineproof.game.board import Board, Shape
from mineproof.game.picture import FLAG, HIDDEN, MINE, Sketch, sketch

_MARKS = {HIDDEN: "x", FLAG: "*", MINE: "*", 0: "."} | {clue: str(clue) for clue in range(1, 9)}


def read_request(
    said: dict[str, object], shape: Shape = "grid", most_cells: int | None = None
) -> Sketch:
    """Return the position of a request; raise `BadInput` with the name of a faulty key.

    >>> read_request({"board": "x1x", "total_mines": 1}).mines
    1
    """
    text, mines = said.get("board"), said.get("total_mines")
    if not isinstance(text, str):
        raise BadInput("minesweepr's request has its rows as a string under 'board'")
    if not isinstance(mines, int) or isinstance(mines, bool):
        raise BadInput("minesweepr's request has the number of mines under 'total_mines'")
    lines = [line for line in map(str.strip, text.split("\n")) if line]
    found = sketch(lines, shape, headed=False, most_cells=most_cells)
    if not 0 <= mines <= found.board.cells:
        raise BadInput(f"total_mines: {mines} do not fit on the {found.board.cells} cells")
    cells = array("b", [FLAG if value == MINE else value for value in found.cells])
    return replace(found, cells=cells, mines=mines, x_as_mines=None)


def write(board: Board, cells: Iterable[int]) -> str:
    """Write the rows of a position or a full board, without the number of mines.

    >>> from mineproof import read
    >>> view = read("4x3x2 / 11HF / 1HHH / 111H")
    >>> print(write(view.board, view.cells), end="")
    11x*
    1xxx
    111x
    """
    marks = "".join(_MARKS[cell] for cell in cells)
    rows = [marks[low : low + board.cols] for low in range(0, board.cells, board.cols)]
    return "\n".join([*rows, ""])


def write_request(rows: str, mines: int) -> str:
    """Write the JSON request that minesweepr takes."""
    return json.dumps({"board": rows.rstrip("\n"), "total_mines": mines})
