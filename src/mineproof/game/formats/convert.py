"""Write positions and full boards in any supported format.

Every format except `.mine` is for grids only; `mbf`, `sgt`, `jsm-board` and `llama` are for full
boards only. A board that does not fit raises `BadInput`.
"""

from collections.abc import Callable

from mineproof.base.arguments import known_name, require
from mineproof.base.errors import BadInput
from mineproof.game.board import Board, Layout, as_layout
from mineproof.game.formats import _board_link, _jsm, _mbf, _minesweepr, _sgt, mine
from mineproof.game.formats.reading import Full
from mineproof.game.view import View

_Position = Callable[[View], str]
_Board = Callable[[Full], str | bytes]
_WAYS: dict[str, tuple[_Position | None, _Board]] = {
    "mine": (mine.write, lambda full: mine.write_board(*full[:2])),
    "mbf": (None, lambda full: _mbf.write_board(*full[:2])),
    "sgt": (None, lambda full: _sgt.write_board(*full)),
    "sgt-plain": (None, lambda full: _sgt.write_board(*full, masked=False)),
    "minesweepr": (_minesweepr.write, lambda full: _minesweepr.write_board(*full[:2])),
    "minesweepr-json": (
        lambda view: _minesweepr.write_request(_minesweepr.write(view), view.mines),
        lambda full: _minesweepr.write_request(
            _minesweepr.write_board(*full[:2]), full.layout.count(1)
        ),
    ),
    "jsm": (_jsm.write, lambda full: _jsm.write_board(*full[:2])),
    "jsm-board": (None, lambda full: _board_link.write_board(*full[:2])),
    "llama": (
        None,
        lambda full: _board_link.write_board(*full[:2], address=_board_link.LLAMASWEEPER),
    ),
}
FORMATS = tuple(_WAYS)
ALONE = ("mbf", "minesweepr")
"""Formats that hold one board, because nothing separates two boards."""


def convert(found: View | Full | tuple[Board, Layout], to: str) -> str | bytes:
    """Write a position or a full board in the format `to`.

    >>> from mineproof import convert, read, read_board
    >>> convert(read("111/HHH", mines=1), "mine")
    '3x2x1\\n111\\nHHH\\n'
    >>> convert(read_board("4x3:3,2,u140"), "llama")
    'https://llamasweeper.com/#/game/board-editor?b=43&m=2g0\\n'
    """
    if isinstance(found, tuple) and len(found) == 2:
        board, layout = found
        found = Full(board, as_layout(board, layout), None)
    require(found, (View, Full), "read('3x2x1/111/HHH') or read_board('1 1/1 *')")
    to = known_name(to, FORMATS, "format")
    write_position, write_full = _WAYS[to]
    if found.board.shape != "grid" and to != "mine":
        raise BadInput(f"{to} is for grids only, and this is a {found.board.shape_name} board")
    if isinstance(found, Full):
        written = write_full(found)
    elif write_position is None:
        raise BadInput(f"{to} is for full boards only, and this board has hidden cells")
    else:
        written = write_position(found)
    return written if isinstance(written, bytes) else written.rstrip("\n") + "\n"
