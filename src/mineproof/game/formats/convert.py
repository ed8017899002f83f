"""Write positions and full boards in any supported format.

Every format except `.mine` is for grids only; `mbf`, `sgt`, `jsm-board` and `llama` are for full
boards only. A board that does not fit raises `BadInput`.
"""

from collections.abc import Callable

from mineproof.errors import BadInput
from mineproof.game.formats import Full, board_link, jsm, mbf, mine, minesweepr, sgt
from mineproof.game.game import View

_Position = Callable[[View], str]
_Board = Callable[[Full], str | bytes]
_WAYS: dict[str, tuple[_Position | None, _Board]] = {
    "mine": (mine.write, lambda full: mine.write_board(*full[:2])),
    "mbf": (None, lambda full: mbf.write_board(*full[:2])),
    "sgt": (None, lambda full: sgt.write_board(*full) + "\n"),
    "sgt-plain": (None, lambda full: sgt.write_board(*full, masked=False) + "\n"),
    "minesweepr": (minesweepr.write, lambda full: minesweepr.write_board(*full[:2])),
    "minesweepr-json": (
        lambda view: minesweepr.write_request(minesweepr.write(view), view.mines) + "\n",
        lambda full: (
            minesweepr.write_request(minesweepr.write_board(*full[:2]), full.layout.count(1)) + "\n"
        ),
    ),
    "jsm": (
        lambda view: jsm.write(view) + "\n",
        lambda full: jsm.write_board(*full[:2]) + "\n",
    ),
    "jsm-board": (None, lambda full: board_link.write_board(*full[:2]) + "\n"),
    "llama": (
        None,
        lambda full: board_link.write_board(*full[:2], address=board_link.LLAMASWEEPER) + "\n",
    ),
}
FORMATS = tuple(_WAYS)
ALONE = ("mbf", "minesweepr")
"""Formats that hold one board, because nothing separates two boards."""


def convert(found: View | Full, to: str) -> str | bytes:
    """Write a position or a full board in the format `to`.

    >>> from mineproof.game.formats import read_full
    >>> convert(read_full("4x3:3,2,u140"), "sgt")
    '4x3:3,2,m624\\n'
    """
    if to not in _WAYS:
        raise BadInput(f"unknown format {to!r}: one of {', '.join(FORMATS)}")
    position, board = _WAYS[to]
    if found.board.shape != "grid" and to != "mine":
        raise BadInput(f"{to} is for grids only, and this is a {found.board.shape_name} board")
    if isinstance(found, Full):
        return board(found)
    if position is None:
        raise BadInput(f"{to} is for full boards only, and this board has hidden cells")
    return position(found)
