"""Positions and full boards into any format there is.

Every format but `.mine` knows a grid only; `mbf` and `sgt` hold full boards only. What does not fit
is refused, never written in part.
"""

from collections.abc import Callable

from mineproof.errors import BadInput
from mineproof.game.formats import Full, jsm, mbf, mine, minesweepr, sgt
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
}
FORMATS = tuple(_WAYS)
ALONE = ("mbf", "minesweepr")
"""Formats in which one board cannot be told from the next."""


def convert(found: View | Full, to: str) -> str | bytes:
    """A position or a full board, written in the format of that name.

    >>> from mineproof.game.formats import read_full
    >>> convert(read_full("4x3:3,2,u140"), "sgt")
    '4x3:3,2,m624\\n'
    """
    if to not in _WAYS:
        raise BadInput(f"unknown format {to!r}: one of {', '.join(FORMATS)}")
    position, board = _WAYS[to]
    if found.board.shape != "grid" and to != "mine":
        raise BadInput(f"{to} knows grids only, and this is a {found.board.shape}")
    if isinstance(found, Full):
        return board(found)
    if position is None:
        raise BadInput(f"{to} holds full boards, and this is a position: some cells are hidden")
    return position(found)
