"""Read and write boards as people see them: one mark a cell, separated by spaces.

`.` zero · `1`-`8` clue · `#` hidden · `F` flag · `*` mine. Rows end at a newline or at `/`. Where
cells have more than eight neighbours, `9` and `a` (10) to `w` (32) are clues too; `+` stands for a
larger one, and is not read back. The letters of the `.mine` format are accepted too (`H` hidden,
`M` mine). A first line `WIDTHxHEIGHTxMINES` gives the number of mines. A text with an `x` among its
cells is minesweepr's: `x` hidden, `*` a known mine (read as a flag). If the other cells are all
digits, `x` may also be a mine, as in the assignment's boards: `Sketch.x_as_mines` is this second
reading. `?` is hidden; some `.mine` files of full boards have it for mines:
`Sketch.question_marks_as_mines` is that reading. `mineproof.game.formats` chooses the reading.
"""

import re
from array import array
from collections.abc import Iterable, Sequence, Sized
from dataclasses import dataclass

from mineproof.base.arguments import shown
from mineproof.base.errors import BadInput
from mineproof.game.board import Board, Layout, Shape, mined_cells

HIDDEN, FLAG, MINE = -1, -2, -3
"""The values of cells that show no clue. MINE occurs in full boards only, never in a view."""

CLUE_MARKS = "0123456789abcdefghijklmnopqrstuvw"
"""The marks of clues up to 32, without `x`, which has another meaning."""

_VALUES = {mark: clue for clue, mark in enumerate(CLUE_MARKS)} | {
    ".": 0,
    "#": HIDDEN,
    "H": HIDDEN,
    "?": HIDDEN,
    "F": FLAG,
    "*": MINE,
    "M": MINE,
}
# minesweepr's marks: a known mine is a claim about a position, so it is read as a flag.
_MINESWEEPR = {mark: _VALUES[mark] for mark in ".012345678"} | {"x": HIDDEN, "*": FLAG}
_MARKS = dict(enumerate(CLUE_MARKS)) | {0: ".", HIDDEN: "#", FLAG: "F", MINE: "*"}
_LARGE = "+"  # a clue too large for the marks
_X_AS_MINE = {mark: _VALUES[mark] for mark in "012345678"} | {"x": MINE}
_NO_MARK = 127


# One translation table reads a whole board; an unknown character becomes _NO_MARK.
def _reader(values: dict[str, int]) -> bytes:
    return bytes(values.get(chr(byte), _NO_MARK) & 255 for byte in range(256))


_UP_TO_8 = bytes([*range(9), HIDDEN & 255, FLAG & 255, MINE & 255])
_MINE_OR_ZERO = bytes([0, MINE & 255, *bytes(254)])
_READ, _READ_MINESWEEPR = _reader(_VALUES), _reader(_MINESWEEPR)
_READ_X_AS_MINE = _reader(_X_AS_MINE)
_HEADER = re.compile(r"([0-9]{1,9})x([0-9]{1,9})x([0-9]{1,9})")
_MINESWEEPR_ROW = re.compile(r"[.0-8*x]+")
_DIGITS_AND_X = re.compile(r"x*[0-8][0-8x]*")


@dataclass(frozen=True, eq=False)
class Sketch:
    """The cells of a text that may be a position or a full board."""

    board: Board
    cells: "array[int]"
    """Signed bytes: a clue, `HIDDEN`, `FLAG` or `MINE`."""
    mines: int | None
    only_mines: bool
    """Whether the text has no digit: then `.` means "no mine" rather than "zero"."""
    first: int | None = None
    """The first cell to open, if the text names one."""
    has_x: bool = False
    """Whether the text has an `x`."""
    x_as_mines: "array[int] | None" = None
    """The cells if every `x` is a mine; None if `x` can only be hidden, or there is none."""
    question_marks_as_mines: "array[int] | None" = None
    """The cells if every `?` is a mine; None unless the first line promises as many mines as there
    are then, and no other cell is hidden."""
    zeros_as_digits: bool = False
    """Whether the text has a digit 0: the assignment writes 0, minesweepr writes `.`."""


def sketch_mines(board: Board, layout: Layout, first: int | None = None) -> Sketch:
    """Return a full board, given only its mines."""
    cells = array("b", layout.translate(_MINE_OR_ZERO))
    return Sketch(board, cells, layout.count(1), only_mines=True, first=first)


def draw(board: Board, cells: Iterable[int]) -> str:
    """Return the picture of a board.

    >>> print(draw(Board(rows=2, cols=3), [1, 1, 0, HIDDEN, FLAG, MINE]))
    1 1 .
    # F *
    """
    marks = [_MARKS.get(int(cell), _LARGE) for cell in cells]
    rows = (marks[low : low + board.cols] for low in range(0, board.cells, board.cols))
    return "\n".join(" ".join(row) for row in rows)


def draw_mark(value: int) -> str:
    """Return the mark of one cell."""
    return _MARKS.get(value, _LARGE)


def full_cells(board: Board, layout: Layout) -> list[int]:
    """Return the cell values of a full board: clues, and MINE for mines."""
    cells = list(board.clues(layout))
    for cell in mined_cells(layout):
        cells[cell] = MINE
    return cells


def split(text: str) -> list[list[str]]:
    """Return the lines of each board in a text. Each line `WIDTHxHEIGHTxMINES` begins a board."""
    lines = [line for line in map(str.strip, text.replace("/", "\n").split("\n")) if line]
    if _bare_minesweepr(lines):
        return [lines]
    begins = [number for number, line in enumerate(lines) if _HEADER.fullmatch(line)]
    if len(begins) < 2:
        return [lines]
    if begins[0]:
        line = f"does not begin with its size: {shown(lines[0])}"
        raise BadInput(f"the first of several boards {line}")
    return [lines[low:high] for low, high in zip(begins, [*begins[1:], None], strict=True)]


def sketch(
    lines: list[str], shape: Shape = "grid", *, headed: bool = True, most_cells: int | None = None
) -> Sketch:
    """Read a picture or a `.mine` text; raise `BadInput` with the place of a fault.

    Unless `headed`, the first line is never read as `WIDTHxHEIGHTxMINES`.

    >>> sketch(["3x2x1", "1 1 1", "# # #"]).mines
    1
    """
    headed = headed and lines != [] and not _bare_minesweepr(lines)
    header = _HEADER.fullmatch(lines[0]) if headed else None
    rows = lines[1:] if header else lines
    if header:
        Board.within(int(header[2]), int(header[1]), shape, most_cells)
    if any(" " in row or "\t" in row for row in rows):
        rows = [_without_spaces(number, row) for number, row in enumerate(rows, start=1)]
    board = board_of_rows(rows, header, shape, most_cells)
    marks = "".join(rows)
    has_x = "x" in marks
    reader = _READ_MINESWEEPR if has_x and _MINESWEEPR_ROW.fullmatch(marks) else _READ
    values = marks.encode("latin-1", "replace").translate(reader)
    if _NO_MARK in values or not marks.isascii():
        cell = next(cell for cell, mark in enumerate(marks) if mark not in _VALUES)
        raise BadInput(f"{board.place(cell)}: {marks[cell]!r} is not one of {_allowed(board)}")
    shown = array("b", values)
    if values.translate(None, _UP_TO_8) and max(shown) > board.largest_clue:
        cell = next(cell for cell, value in enumerate(shown) if value > board.largest_clue)
        raise BadInput(f"{board.place(cell)}: {marks[cell]!r} is not one of {_allowed(board)}")
    mines, mined = int(header[3]) if header else None, None
    if has_x and _DIGITS_AND_X.fullmatch(marks):
        mined = array("b", marks.encode().translate(_READ_X_AS_MINE))
    return Sketch(
        board,
        shown,
        mines,
        only_mines=not re.search("[0-9a-w]", marks),
        has_x=has_x,
        x_as_mines=mined,
        question_marks_as_mines=_question_marks_as_mines(marks, mines),
        zeros_as_digits="0" in marks,
    )


def board_of_rows(
    rows: Sequence[Sized], header: "re.Match[str] | None", shape: Shape, most_cells: int | None
) -> Board:
    """Return the board of these rows; raise `BadInput` if they are not those of the header."""
    if not rows and not header:
        raise BadInput("there is no board in this text")
    width, height = (int(header[1]), int(header[2])) if header else (len(rows[0]), len(rows))
    if len(rows) != height:
        raise BadInput(f"the first line promises {height} rows, but there are {len(rows)}")
    for number, row in enumerate(rows, start=1):
        if len(row) != width:
            raise BadInput(f"row {number} has {len(row)} cells where {width} were expected")
    return Board.within(height, width, shape, most_cells)


def _question_marks_as_mines(marks: str, mines: int | None) -> "array[int] | None":
    if "?" not in marks or mines is None:
        return None
    cells = array("b", marks.replace("?", "M").encode().translate(_READ))
    drawn = cells.count(MINE) + cells.count(FLAG)
    return None if HIDDEN in cells or drawn != mines else cells


def _allowed(board: Board) -> str:
    """Return the marks that a picture of this board may have."""
    if board.largest_clue == 8:
        return ". 1-8 # F * (or 0-8 H F M, or x)"
    largest = CLUE_MARKS[min(board.largest_clue, len(CLUE_MARKS) - 1)]
    letters = "" if largest.isdigit() else f" a-{largest}"
    return f". 1-9{letters} # F * (or 0-9{letters} H F M, or x)"


def _bare_minesweepr(lines: list[str]) -> bool:
    """Tell whether all lines are minesweepr's rows. The first may look like a size: `1x1x1`."""
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
            raise BadInput(f"row {number}, column {column}: {shown(mark)} is not one mark")
    return "".join(marks)
