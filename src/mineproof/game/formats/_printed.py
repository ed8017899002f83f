"""Boards as printed by the programs of two reports on the assignment.

Report A prints two characters a cell: `-1` unmarked, `*` a mine, a digit, and blanks for a zero.
Report B prints a comma after each cell: `-` unmarked, `X` a mine, a digit; a line of `=` comes
before each board. A digit 0 and `x` are understood in both. Neither prints the number of mines; a
first line `WIDTHxHEIGHTxMINES` may be added. A mine in a text with unmarked cells is a claim of the
player, and is read as a flag. Where no cell is unmarked, the text is a full board.
"""

import re
from array import array

from mineproof.base.arguments import shown
from mineproof.base.errors import BadInput
from mineproof.game.board import Board, Shape
from mineproof.game.picture import FLAG, HIDDEN, MINE, Sketch

_VALUES = {str(clue): clue for clue in range(9)} | {
    "-": HIDDEN,
    "-1": HIDDEN,
    "*": MINE,
    "X": MINE,
    "x": MINE,
}
_HEADER = re.compile(r"\s*([0-9]{1,9})x([0-9]{1,9})x([0-9]{1,9})\s*")
_SEPARATOR = re.compile(r"\s*=+\s*")
_ONLY_HERE = re.compile(r"(?:^|[\s/])-(?=[\s,/]|$)|-1|[0-8Xx*-] *,")
_CELL = re.compile(r"-1|[^\s,]")
# A cell of two characters; an editor may have cut off the blanks at the end of a row.
_TWO_WIDE = re.compile(r"(?:  | [0-8*xX]|-1)*(?: ?| [0-8*xX])")


def fits(text: str) -> bool:
    """Tell whether a text has the marks of these reports.

    They are `-`, `-1` or a comma after a cell; no other format has them. The only letter is `x`.

    >>> fits("X, 1, -,"), fits(" 1-1"), fits("1 1 #")
    (True, True, False)
    """
    return bool(_ONLY_HERE.search(text)) and not re.search(r"[^\W\d_xX]", text)


def split(text: str) -> list[list[str]]:
    """Return the lines of each board: a new one begins at a line of `=` or at `WxHxMINES`.

    Blanks are kept, because they can be zeros.
    """
    boards: list[list[str]] = [[]]
    for line in re.split(r"[\n/]", text.replace("\r", "")):
        if _SEPARATOR.fullmatch(line) or _HEADER.fullmatch(line):
            boards.append([])
        if not _SEPARATOR.fullmatch(line):
            boards[-1].append(line)
    return [lines for lines in boards if any(line.strip() for line in lines)]


def read(lines: list[str], shape: Shape = "grid", *, most_cells: int | None = None) -> Sketch:
    """Read one board; raise `BadInput` with the place of a fault.

    >>> read(["X, 1, -,", "1, 1, -,"]).cells.tolist()
    [-2, 1, -1, 1, 1, -1]
    >>> read(["3x2x1", "   1-1", "   1 *"]).cells.tolist()
    [0, 1, -1, 0, 1, -2]
    """
    header = _HEADER.fullmatch(lines[0])
    width, height = (int(header[1]), int(header[2])) if header else (None, None)
    if width and height:
        Board.within(height, width, shape, most_cells)
    rows = _rows(_without_blank_lines(lines[1:] if header else lines, height), width)
    if height is not None and len(rows) != height:
        raise BadInput(f"the first line promises {height} rows, but there are {len(rows)}")
    if not rows:
        raise BadInput("there is no board in this text")
    board = Board.within(len(rows), width or len(rows[0]), shape, most_cells)
    for number, row in enumerate(rows, start=1):
        if len(row) != board.cols:
            raise BadInput(f"row {number} has {len(row)} cells where {board.cols} were expected")
    marks = [mark for row in rows for mark in row]
    for cell, mark in enumerate(marks):
        if mark not in _VALUES:
            raise BadInput(f"{board.place(cell)}: {shown(mark)} is not one of 0-8 X * - -1")
    values = [_VALUES[mark] for mark in marks]
    if HIDDEN in values:
        values = [FLAG if value == MINE else value for value in values]
    mines = int(header[3]) if header else None
    if mines is not None and mines > board.cells:
        raise BadInput(f"{mines} mines do not fit on the {board.cells} cells of the board")
    return Sketch(board, array("b", values), mines, only_mines=False)


def _without_blank_lines(lines: list[str], height: int | None) -> list[str]:
    """Remove blank lines that are not rows of zeros; raise `BadInput` if both are possible."""
    marked = [number for number, line in enumerate(lines) if line.strip()]
    rows = [lines[number] for number in marked]
    if len(rows) in (len(lines), height) or any("," in line for line in lines):
        return rows
    if height is not None:
        end = len(lines)
        while end > height and not lines[end - 1].strip():
            end -= 1
        return lines[:end]
    longest = max(map(len, rows), default=0)
    for number in range(marked[0], marked[-1]):
        if not lines[number].strip() and len(lines[number]) != longest:
            raise BadInput(
                "a blank line can be a row of zeros: write WIDTHxHEIGHTxMINES as the first line, or"
                " write 0 for a zero"
            )
    return [line for line in lines if line.strip() or len(line) == longest]


def _rows(lines: list[str], width: int | None) -> list[list[str]]:
    """Split each line into its marks: separated, or two characters each with blanks for zeros."""
    separated = [_separated(number, line) for number, line in enumerate(lines, start=1)]
    if any("," in line for line in lines):
        return separated
    wide = _two_wide(lines, width)
    if wide is None or wide == separated:
        return separated
    if len({len(row) for row in separated}) > 1 or (width and len(separated[0]) != width):
        return wide
    if width and len(wide[0]) != width:
        return separated
    raise BadInput(
        "the blanks can be zeros or separate cells: write WIDTHxHEIGHTxMINES as the first line, or"
        " write 0 for a zero"
    )


def _separated(number: int, line: str) -> list[str]:
    """Return marks with blanks or commas between them; `-1` may follow a mark directly."""
    marks, end = [], -1
    for column, found in enumerate(_CELL.finditer(line), start=1):
        if found.start() == end and found[0] != "-1":
            raise BadInput(
                f"row {number}, column {column}: {found[0]!r} is not apart from the mark before it"
            )
        marks.append(found[0])
        end = found.end()
    return marks


def _two_wide(lines: list[str], width: int | None) -> list[list[str]] | None:
    """Return the marks of two characters each, with 0 for blanks; None if a line does not fit."""
    if not all(_TWO_WIDE.fullmatch(line) for line in lines):
        return None
    wide = max(
        [width or 0, *(max(len(line) // 2, (len(line.rstrip()) + 1) // 2) for line in lines)]
    )
    padded = [line.ljust(2 * wide) for line in lines]
    return [[line[at : at + 2].strip() or "0" for at in range(0, 2 * wide, 2)] for line in padded]
