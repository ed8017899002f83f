"""Boards as people read them, both ways: one visible mark a cell, cells apart by one space.

`.` zero · `1`-`8` clue · `#` hidden · `F` flag · `*` mine. Rows end at a newline or at `/`. The
letters of the `.mine` format are understood too (`H` hidden, `M` and `?` mine), so that a text
can be typed in either way, and a first line `WIDTHxHEIGHTxMINES` says how many mines there are.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from mineproof.errors import BadInput
from mineproof.game.board import Board, Layout, Shape

HIDDEN, FLAG, MINE = -1, -2, -3
"""The values of cells that show no clue. MINE stands in full boards only, never in a view."""

_VALUES = {str(clue): clue for clue in range(9)} | {
    ".": 0,
    "#": HIDDEN,
    "H": HIDDEN,
    "F": FLAG,
    "*": MINE,
    "M": MINE,
    "?": MINE,
}
_MARKS = {0: ".", HIDDEN: "#", FLAG: "F", MINE: "*"} | {clue: str(clue) for clue in range(1, 9)}


@dataclass(frozen=True)
class Sketch:
    """A text read cell by cell, before anyone asks whether it is a position or a full board."""

    board: Board
    cells: tuple[int, ...]
    mines: int | None
    only_mines: bool
    """No digit anywhere: then `.` means "no mine" rather than "zero"."""

    @property
    def full(self) -> bool:
        return MINE in self.cells


def draw(board: Board, cells: Iterable[int]) -> str:
    """The picture of a board.

    >>> print(draw(Board(rows=2, cols=3), [1, 1, 0, HIDDEN, FLAG, MINE]))
    1 1 .
    # F *
    """
    marks = [_MARKS[int(cell)] for cell in cells]
    rows = (marks[low : low + board.cols] for low in range(0, board.cells, board.cols))
    return "\n".join(" ".join(row) for row in rows)


def full_cells(board: Board, layout: Layout) -> list[int]:
    """The truth as cell values: clues, and MINE where a mine lies."""
    cells: list[int] = board.clues(layout).tolist()
    for cell in layout.nonzero()[0].tolist():
        cells[cell] = MINE
    return cells


def sketch(text: str, shape: Shape = "grid") -> Sketch:
    """Read a picture or a `.mine` text; raise `BadInput` naming the place where it is none.

    >>> sketch("3x2x1 / 1 1 1 / # # #").mines
    1
    """
    lines = [line.strip() for line in re.split(r"[\n/]", text) if line.strip()]
    if not lines:
        raise BadInput("there is no board in this text")
    header = re.fullmatch(r"([0-9]{1,9})x([0-9]{1,9})x([0-9]{1,9})", lines[0])
    rows = [_marks(line) for line in (lines[1:] if header else lines)]
    width, height = (int(header[1]), int(header[2])) if header else (len(rows[0]), len(rows))
    if len(rows) != height:
        raise BadInput(f"the first line promises {height} rows, but there are {len(rows)}")
    for number, row in enumerate(rows, start=1):
        if len(row) != width:
            raise BadInput(f"row {number} has {len(row)} cells where {width} were expected")
    board = Board(height, width, shape)
    marks = [mark for row in rows for mark in row]
    cells = tuple(_value(board, cell, mark) for cell, mark in enumerate(marks))
    mines = int(header[3]) if header else None
    if mines is not None and mines > board.cells:
        raise BadInput(f"{mines} mines do not fit on the {board.cells} cells of the board")
    only_mines = not any(mark.isdigit() for mark in marks)
    return Sketch(board, cells, mines, only_mines)


def _marks(line: str) -> Sequence[str]:
    return line.split() if re.search(r"\s", line) else line


def _value(board: Board, cell: int, mark: str) -> int:
    if mark not in _VALUES:
        raise BadInput(f"{board.place(cell)}: {mark!r} is not one of . 1-8 # F * (or 0-8 H F M)")
    return _VALUES[mark]
