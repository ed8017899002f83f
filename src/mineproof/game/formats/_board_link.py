"""Links that hold a full board: `…?b=SIZE&m=MINES`, of D. Hill's JSMinesweeper and LlamaSweeper.

`b` is 1, 2 or 3 for 9x9, 16x16 and 30x16; otherwise width and height, with the same number of
digits each. `m` has the cells row by row, 1 for a mine, five bits a digit to base 32 (`0`-`9`,
`a`-`v`), the first cell in the highest bit. JSMinesweeper pads only the height to the digits of the
width. Its own link of a 9x100 board (`9100`) is therefore read as 91x00. Links written here pad
both to the longer one.
"""

import re

from mineproof.base.arguments import shown
from mineproof.base.errors import BadInput
from mineproof.game.board import Board, Layout, Shape
from mineproof.game.picture import Sketch, sketch_mines

JSMINESWEEPER = "https://davidnhill.github.io/JSMinesweeper/index.html"
LLAMASWEEPER = "https://llamasweeper.com/#/game/board-editor"
_DIGITS = "0123456789abcdefghijklmnopqrstuv"
_SIZES = {"1": (9, 9), "2": (16, 16), "3": (30, 16)}  # width, height
_PARAMETER = r"[?&]{}=([^&#\s]*)"


def fits(text: str) -> tuple[str, str] | None:
    """Return `b` and `m` of a link, or None if the text is no link of this kind.

    Raise `BadInput` if the link has one of them twice.

    >>> fits("https://llamasweeper.com/#/game/board-editor?b=43&m=2g0")
    ('43', '2g0')
    """
    if re.search(r"\s", text.strip()):
        return None
    sizes, mines = (re.findall(_PARAMETER.format(name), text) for name in "bm")
    if not sizes or not mines:
        return None
    for name, values in (("b", sizes), ("m", mines)):
        if len(values) > 1:
            raise BadInput(f"{name}: the link has it {len(values)} times")
    return sizes[0], mines[0]


def read(link: tuple[str, str], shape: Shape = "grid", most_cells: int | None = None) -> Sketch:
    """Return the full board of a link, given its `b` and `m`.

    >>> read(("43", "2g0")).cells.tolist()
    [0, 0, 0, -3, 0, -3, 0, 0, 0, 0, 0, 0]
    """
    size, mines = link
    width, height = _size(size)
    board = Board.within(height, width, shape, most_cells)
    strange = re.search(f"[^{_DIGITS}]", mines)
    if strange:
        raise BadInput(f"m: character {strange.start() + 1} is {strange[0]!r}, not 0-9 or a-v")
    wanted = -(-board.cells // 5)
    if len(mines) != wanted:
        raise BadInput(f"m: {len(mines)} characters where a {board.size} board has {wanted}")
    bits = "".join(f"{_DIGITS.index(digit):05b}" for digit in mines)
    if "1" in bits[board.cells :]:
        raise BadInput(f"m: a mine beyond the {board.cells} cells of the board")
    return sketch_mines(board, bytes(map(int, bits[: board.cells])))


def write_board(board: Board, layout: Layout, address: str = JSMINESWEEPER) -> str:
    """Write a full board as a link.

    >>> from mineproof import read_board
    >>> write_board(*read_board("...* / .*.. / ....")).partition("?")[2]
    'b=43&m=2g0'
    """
    bits = "".join(map(str, layout)) + "0" * (-board.cells % 5)
    mines = "".join(_DIGITS[int(bits[at : at + 5], 2)] for at in range(0, len(bits), 5))
    return f"{address}?b={_written_size(board)}&m={mines}"


def _size(text: str) -> tuple[int, int]:
    if text in _SIZES:
        return _SIZES[text]
    if not re.fullmatch("[0-9]{2,18}", text) or len(text) % 2:
        sizes = "1, 2, 3, or width and height in as many digits each"
        raise BadInput(f"b: {shown(text)} is not a size: {sizes}")
    half = len(text) // 2
    return int(text[:half]), int(text[half:])


def _written_size(board: Board) -> str:
    for name, size in _SIZES.items():
        if size == (board.cols, board.rows):
            return name
    digits = len(str(max(board.cols, board.rows)))
    return f"{board.cols:0{digits}}{board.rows:0{digits}}"
