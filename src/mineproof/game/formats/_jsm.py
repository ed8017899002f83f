"""Links to D. Hill's JSMinesweeper that show a position: `…?analysis=` and then runs of cells.

Width (2 digits), height (2) and mines (4) are numbers to base 62; then come runs of equal cells.
Each kind of cell has its own set of digits. A run is written in the digits of its kind and gives
its length, to the base of the number of these digits. To make runs longer, each flag first lowers
the clues around it by one. A flag that cannot (a clue would fall below zero) is a separate kind.
"""

import re
from array import array
from itertools import groupby

from mineproof.base.errors import BadInput
from mineproof.game.board import Board, Shape
from mineproof.game.picture import FLAG, HIDDEN, MINE, Sketch

LINK = "https://davidnhill.github.io/JSMinesweeper/index.html?analysis="
_DIGITS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
_LARGEST = 62**2 - 1  # cells across or down
_PLAIN_FLAG, _INFERRED = -4, -5  # a flag that lowers nothing; a mine that is known but not flagged
_KINDS = {
    0: "abcdefghij",
    1: "klmnopq",
    2: "rstuv",
    3: "wxyzA",
    4: "BCDE",
    5: "FGH",
    6: "IJK",
    7: "L",
    8: "M",
    _INFERRED: "NOPQ",
    HIDDEN: "RSTUVWXYZ0",
    FLAG: "12345678",
    _PLAIN_FLAG: "9",
}
_KIND_OF = {digit: kind for kind, digits in _KINDS.items() for digit in digits}


def fits(text: str) -> str | None:
    """Return the part of a link after `analysis=`, or the text if it is only that part, or None.

    Raise `BadInput` if `analysis=` occurs twice.
    """
    found: list[str] = re.findall(r"analysis=([^&#\s]*)", text)
    if len(found) > 1:
        raise BadInput(f"analysis: the link has it {len(found)} times")
    if found:
        return found[0]
    alone = re.fullmatch(r"[a-zA-Z0-9]{9,}", text.strip())
    # Pictures have only these characters, so a text of only these is read as a picture.
    return alone[0] if alone and not re.fullmatch(r"[0-8HFMx]*", alone[0]) else None


def read(text: str, shape: Shape = "grid", most_cells: int | None = None) -> Sketch:
    """Return the position of a link, given its part after `analysis=`.

    >>> found = read("aEaqaabLVZR")
    >>> found.board.size, found.mines, set(found.cells.tolist())
    ('30x16', 99, {-1})
    """
    strange = re.search(r"[^a-zA-Z0-9]", text)
    if strange:
        raise BadInput(f"analysis: character {strange.start() + 1} is {strange[0]!r}")
    if len(text) < 8:
        raise BadInput("analysis: too short: eight characters say the size and the number of mines")
    board = Board.within(_number(text[2:4]), _number(text[:2]), shape, most_cells)
    cells = _runs(text[8:], board.cells)
    raised = _raised(board, cells)
    if max(raised) > 8:
        cell = next(cell for cell, value in enumerate(raised) if value > 8)
        raise BadInput(f"analysis: {board.name(cell)} says {raised[cell]}, with its flags")
    return Sketch(board, raised, _number(text[4:8]), only_mines=False)


def _runs(text: str, size: int) -> "array[int]":
    cells = array("b")
    for kind, run in groupby(text, key=_KIND_OF.__getitem__):
        digits, length = _KINDS[kind], 0
        for digit in run:
            length = length + 1 if len(digits) == 1 else length * len(digits) + digits.index(digit)
            if length > size:
                break
        if len(cells) + length > size:
            raise BadInput(f"analysis: more cells than the {size} of the board")
        cells.extend([kind] * length)
    if len(cells) != size:
        raise BadInput(f"analysis: {len(cells)} cells where the board has {size}")
    return cells


def _raised(board: Board, cells: "array[int]") -> "array[int]":
    """Return the clues of the board: add the flags around each clue to it again."""
    flags = Board(board.rows, board.cols).clues(bytes([c in (FLAG, _INFERRED) for c in cells]))
    shown = array("b")
    for value, around in zip(cells, flags, strict=True):
        shown.append(value + around if value >= 0 else HIDDEN if value == HIDDEN else FLAG)
    return shown


def write(board: Board, mines: int, cells: list[int]) -> str:
    """Write a position as a link, or a full board: its safe cells are open, its mines flagged.

    >>> from mineproof import read
    >>> view = read("4x3x2 / 11HH / 1HHH / 111H")
    >>> write(view.board, view.mines, view.cells.tolist()).partition("=")[2]
    'aeadaaacmTlUnS'
    """
    if board.rows > _LARGEST or board.cols > _LARGEST:
        raise BadInput(f"this board is {board.size}: a link holds up to {_LARGEST}x{_LARGEST}")
    cells = [FLAG if cell == MINE else cell for cell in cells]
    runs = ((kind, sum(1 for _ in run)) for kind, run in groupby(_lowered(board, cells)))
    start = _written(board.cols, _DIGITS, 2) + _written(board.rows, _DIGITS, 2)
    return LINK + start + _written(mines, _DIGITS, 4) + "".join(_run(*run) for run in runs)


def _lowered(board: Board, cells: list[int]) -> list[int]:
    lowered = list(cells)
    for cell in (cell for cell, value in enumerate(cells) if value == FLAG):
        clues = [there for there in board.neighbours[cell] if cells[there] >= 0]
        if all(lowered[there] for there in clues):
            for there in clues:
                lowered[there] -= 1
        else:
            lowered[cell] = _PLAIN_FLAG
    return lowered


def _run(kind: int, length: int) -> str:
    digits = _KINDS[kind]
    return digits * length if len(digits) == 1 else _written(length, digits, 1)


def _number(text: str) -> int:
    number = 0
    for digit in text:
        number = number * 62 + _DIGITS.index(digit)
    return number


def _written(number: int, digits: str, least: int) -> str:
    text = ""
    while number or len(text) < least:
        number, digit = divmod(number, len(digits))
        text = digits[digit] + text
    return text
