"""Boards as printed by the programs of two reports on the assignment.

Report A prints two characters a cell: `-1` unmarked, `*` a mine, a digit, and blanks for a zero;
a line with words comes before each board and after the last.
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
from mineproof.game.picture import FLAG, HIDDEN, MINE, Sketch, board_of_rows

_VALUES = {str(clue): clue for clue in range(9)} | {
    "-": HIDDEN,
    "-1": HIDDEN,
    "*": MINE,
    "X": MINE,
    "x": MINE,
}
_HEADER = re.compile(r"\s*([0-9]{1,9})x([0-9]{1,9})x([0-9]{1,9})\s*")
_SEPARATOR = re.compile(r"\s*=+\s*")
_WORDS = re.compile(r"^.*[^\W\d_FHMXx]{2}.*$", re.MULTILINE)
_ONLY_HERE = re.compile(r"(?:^|[\s/])-(?=[\s,/]|$)|-1|[0-8Xx*-] *,")
_CELL = re.compile(r"-1|[^\s,]")
# A cell of two characters; an editor may have cut off the blanks at the end of a row.
_TWO_WIDE = re.compile(r"(?:  | [0-8*xX]|-1)*(?: ?| [0-8*xX])")


def fits(text: str) -> bool:
    """Tell whether a text has the marks of these reports.

    They are `-`, `-1` or a comma after a cell, which no other format has, or blanks that may be
    zeros beside `*`. The only letter is `x`.

    >>> fits("X, 1, -,"), fits(" 1-1"), fits(" * 1  "), fits(" * 1"), fits("1 1 #")
    (True, True, True, False, False)
    """
    boards = split(text)
    marks = "\n".join(line for lines in boards for line in lines)
    if re.search(r"[^\W\d_xX]", marks):
        return False
    return bool(_ONLY_HERE.search(marks)) or any(map(_has_blanks_for_zeros, boards))


def split(text: str) -> list[list[str]]:
    """Return the lines of each board: a new one begins at a line of `=` or at `WxHxMINES`.

    A line with words does the same if all other lines are of report A. Blanks are kept, because
    they can be zeros.
    """
    marks = [line for line in text.split("\n") if not _WORDS.fullmatch(line)]
    if all(_TWO_WIDE.fullmatch(line) or _HEADER.fullmatch(line) for line in marks):
        text = _WORDS.sub("=", text)
    boards: list[list[str]] = [[]]
    for line in re.split(r"[\n/]", text):
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
    readings = _readings(lines[1:] if header else lines, width, height)
    if len(readings) > 1:
        readings = [rows for rows in readings if _is_full_board(rows, shape)]
    if len(readings) != 1:
        raise BadInput(
            "the blanks can be zeros or separate cells, and a blank line a row of zeros: write"
            " WIDTHxHEIGHTxMINES as the first line, or write 0 for a zero"
        )
    [rows] = readings
    board = board_of_rows(rows, header, shape, most_cells)
    marks = [mark for row in rows for mark in row]
    for cell, mark in enumerate(marks):
        if mark not in _VALUES:
            raise BadInput(f"{board.place(cell)}: {shown(mark)} is not one of 0-8 X * - -1")
    values = [_VALUES[mark] for mark in marks]
    if HIDDEN in values:
        values = [FLAG if value == MINE else value for value in values]
    mines = int(header[3]) if header else None
    return Sketch(board, array("b", values), mines, only_mines=False)


def _has_blanks_for_zeros(lines: list[str]) -> bool:
    """Tell whether a board without unmarked cells may have blanks for zeros."""
    header = _HEADER.fullmatch(lines[0])
    rows = lines[1:] if header else lines
    if not any("*" in row for row in rows) or not all(map(_TWO_WIDE.fullmatch, rows)):
        return False
    size = (int(header[1]), int(header[2])) if header else (None, None)
    return _readings(rows, *size) != [_separated_rows(rows)]


def _is_full_board(rows: list[list[str]], shape: Shape) -> bool:
    values = [_VALUES[mark] for row in rows for mark in row]
    board = Board.within(len(rows), len(rows[0]), shape, None)
    clues = board.clues(bytes(value == MINE for value in values))
    return all(value in (clue, MINE) for value, clue in zip(values, clues, strict=True))


def _readings(lines: list[str], width: int | None, height: int | None) -> list[list[list[str]]]:
    """Return the marks of each row, in every way that the lines can be read.

    Marks are separated, or have two characters each with blanks for zeros. A blank line is a row of
    zeros if it is as long as the others; a shorter one can be, if an editor cut off its blanks.
    """
    separated = _separated_rows(lines)
    if not separated or any("," in line for line in lines):
        return [separated]
    longest = max(len(line) for line in lines if line.strip())
    whole = [number for number, line in enumerate(lines) if line.strip() or len(line) == longest]
    cut = lines[: max(whole[-1] + 1, height or 0)] if height else lines[whole[0] : whole[-1] + 1]
    found = [separated] if all(lines[number].strip() for number in whole) else []
    for rows in ([lines[number] for number in whole], cut):
        wide = _two_wide(rows, width)
        if wide is not None and wide not in found:
            found.append(wide)
    size = (height, width)
    fitting = [
        rows
        for rows in found
        if len({*map(len, rows)}) == 1
        and all(
            given in (None, is_) for given, is_ in zip(size, (len(rows), len(rows[0])), strict=True)
        )
    ]
    return fitting or [separated]


def _separated_rows(lines: list[str]) -> list[list[str]]:
    rows = [line for line in lines if line.strip()]
    return [_separated(number, line) for number, line in enumerate(rows, start=1)]


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
