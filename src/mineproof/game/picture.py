"""Boards as people read them, both ways: one visible mark a cell, cells apart by one space.

`.` zero · `1`-`8` clue · `#` hidden · `F` flag · `*` mine. Rows end at a newline or at `/`. The
letters of the `.mine` format are understood too (`H` hidden, `M` and `?` mine), so that a text
can be typed in either way, and a first line `WIDTHxHEIGHTxMINES` says how many mines there are.
A text with an `x` among its cells is minesweepr's: `x` hidden, `*` a mine it knows of (a flag).
If it has only digits beside `x`, then `x` may be a mine as well, as in the assignment's own board:
`Sketch.x_as_mines` is that second reading. `mineproof.game.formats` chooses between them.
"""

import re
from array import array
from collections.abc import Iterable
from dataclasses import dataclass

from mineproof.errors import BadInput
from mineproof.game.board import Board, Layout, Shape, mined_cells

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
# minesweepr's marks: a mine it knows of is a claim about a position, not the end of a game.
_MINESWEEPR = {mark: _VALUES[mark] for mark in ".012345678"} | {"x": HIDDEN, "*": FLAG}
_MARKS = {0: ".", HIDDEN: "#", FLAG: "F", MINE: "*"} | {clue: str(clue) for clue in range(1, 9)}
_X_AS_MINE = {mark: _VALUES[mark] for mark in "012345678"} | {"x": MINE}
_NO_MARK = 127


# Marks are read a whole board at a time: a byte each way, everything unknown to _NO_MARK.
def _reader(values: dict[str, int]) -> bytes:
    return bytes(values.get(chr(byte), _NO_MARK) & 255 for byte in range(256))


_MINE_OR_ZERO = bytes([0, MINE & 255, *bytes(254)])
_READ, _READ_MINESWEEPR = _reader(_VALUES), _reader(_MINESWEEPR)
_READ_X_AS_MINE = _reader(_X_AS_MINE)
_HEADER = re.compile(r"([0-9]{1,9})x([0-9]{1,9})x([0-9]{1,9})")
_MINESWEEPR_ROW = re.compile(r"[.0-8*x]+")
_DIGITS_AND_X = re.compile(r"x*[0-8][0-8x]*")


@dataclass(frozen=True, eq=False)
class Sketch:
    """A text read cell by cell, before anyone asks whether it is a position or a full board."""

    board: Board
    cells: "array[int]"
    """Signed bytes: a clue, `HIDDEN`, `FLAG` or `MINE`."""
    mines: int | None
    only_mines: bool
    """No digit anywhere: then `.` means "no mine" rather than "zero"."""
    first: int | None = None
    """The first cell to open, where a text names it."""
    has_x: bool = False
    """Whether a cell is written as `x`."""
    x_as_mines: "array[int] | None" = None
    """The cells if every `x` is a mine; None if `x` can only be hidden, or there is none."""
    zeros_as_digits: bool = False
    """Whether the digit 0 is written: the assignment does so, minesweepr writes `.`."""


def sketch_mines(board: Board, layout: Layout, first: int | None = None) -> Sketch:
    """A full board of which only the mines were written down."""
    cells = array("b", layout.translate(_MINE_OR_ZERO))
    return Sketch(board, cells, layout.count(1), only_mines=True, first=first)


def draw(board: Board, cells: Iterable[int]) -> str:
    """The picture of a board.

    >>> print(draw(Board(rows=2, cols=3), [1, 1, 0, HIDDEN, FLAG, MINE]))
    1 1 .
    # F *
    """
    marks = [_MARKS[int(cell)] for cell in cells]
    rows = (marks[low : low + board.cols] for low in range(0, board.cells, board.cols))
    return "\n".join(" ".join(row) for row in rows)


def draw_mark(value: int) -> str:
    """The mark of one cell."""
    return _MARKS[value]


def full_cells(board: Board, layout: Layout) -> list[int]:
    """The truth as cell values: clues, and MINE where a mine lies."""
    cells = list(board.clues(layout))
    for cell in mined_cells(layout):
        cells[cell] = MINE
    return cells


def split(text: str) -> list[list[str]]:
    """The lines of each board in a text: a new one begins at each `WIDTHxHEIGHTxMINES`."""
    lines = [line for line in map(str.strip, re.split(r"[\n/]", text)) if line]
    if _bare_minesweepr(lines):
        return [lines]
    begins = [number for number, line in enumerate(lines) if _HEADER.fullmatch(line)]
    if len(begins) < 2:
        return [lines]
    if begins[0]:
        raise BadInput(f"the first of several boards does not begin with its size: {lines[0]!r}")
    return [lines[low:high] for low, high in zip(begins, [*begins[1:], None], strict=True)]


def sketch(
    lines: list[str],
    shape: Shape = "grid",
    *,
    headed: bool = True,
    most_cells: int | None = None,
) -> Sketch:
    """Read a picture or a `.mine` text; raise `BadInput` naming the place where it is none.

    Unless `headed`, no first line is taken for `WIDTHxHEIGHTxMINES`.

    >>> sketch(["3x2x1", "1 1 1", "# # #"]).mines
    1
    """
    if not lines:
        raise BadInput("there is no board in this text")
    header = _HEADER.fullmatch(lines[0]) if headed and not _bare_minesweepr(lines) else None
    rows = lines[1:] if header else lines
    if header:
        Board.within(int(header[2]), int(header[1]), shape, most_cells)
    if any(" " in row or "\t" in row for row in rows):
        rows = [_without_spaces(number, row) for number, row in enumerate(rows, start=1)]
    width, height = (int(header[1]), int(header[2])) if header else (len(rows[0]), len(rows))
    if len(rows) != height:
        raise BadInput(f"the first line promises {height} rows, but there are {len(rows)}")
    board = Board.within(height, width, shape, most_cells)
    for number, row in enumerate(rows, start=1):
        if len(row) != width:
            raise BadInput(f"row {number} has {len(row)} cells where {width} were expected")
    marks = "".join(rows)
    has_x = "x" in marks
    reader = _READ_MINESWEEPR if has_x and _MINESWEEPR_ROW.fullmatch(marks) else _READ
    values = marks.encode("latin-1", "replace").translate(reader)
    if _NO_MARK in values or not marks.isascii():
        cell = next(cell for cell, mark in enumerate(marks) if mark not in _VALUES)
        raise BadInput(
            f"{board.place(cell)}: {marks[cell]!r} is not one of . 1-8 # F * (or 0-8 H F M, or x)"
        )
    mines = int(header[3]) if header else None
    if mines is not None and mines > board.cells:
        raise BadInput(f"{mines} mines do not fit on the {board.cells} cells of the board")
    mined = None
    if has_x and _DIGITS_AND_X.fullmatch(marks):
        mined = array("b", marks.encode().translate(_READ_X_AS_MINE))
    return Sketch(
        board,
        array("b", values),
        mines,
        only_mines=not re.search("[0-9]", marks),
        has_x=has_x,
        x_as_mines=mined,
        zeros_as_digits="0" in marks,
    )


def _bare_minesweepr(lines: list[str]) -> bool:
    """True of minesweepr's rows without a first line, even where a row reads like one: `1x1x1`."""
    if len(lines) < 2 or not all(len(line) == len(lines[0]) for line in lines):
        return False
    if "x" not in "".join(lines) or not all(_MINESWEEPR_ROW.fullmatch(line) for line in lines):
        return False
    size = _HEADER.fullmatch(lines[0])
    return not (size and int(size[1]) == len(lines[0]) and int(size[2]) == len(lines) - 1)


def _without_spaces(number: int, row: str) -> str:
    marks = row.split()
    for column, mark in enumerate(marks, start=1):
        if len(mark) > 1 and len(marks) > 1:
            raise BadInput(f"row {number}, column {column}: {mark!r} is not one mark")
    return "".join(marks)
