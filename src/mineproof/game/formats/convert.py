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
from mineproof.game.picture import full_cells
from mineproof.game.view import View

_OF_CELLS: dict[str, Callable[[Board, int, list[int]], str]] = {
    "mine": mine.write_cells,
    "minesweepr": lambda board, _mines, cells: _minesweepr.write(board, cells),
    "minesweepr-json": lambda board, mines, cells: _minesweepr.write_request(
        _minesweepr.write(board, cells), mines
    ),
    "jsm": _jsm.write,
}
"""Formats of positions and full boards: they write the values of the cells."""
_OF_MINES: dict[str, Callable[[Full], str | bytes]] = {
    "mbf": lambda full: _mbf.write_board(*full[:2]),
    "sgt": lambda full: _sgt.write_board(*full),
    "sgt-plain": lambda full: _sgt.write_board(*full, masked=False),
    "jsm-board": lambda full: _board_link.write_board(*full[:2]),
    "llama": lambda full: _board_link.write_board(*full[:2], _board_link.LLAMASWEEPER),
}
"""Formats of full boards alone."""
FORMATS = (*_OF_CELLS, *_OF_MINES)
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
    if found.board.shape != "grid" and to != "mine":
        raise BadInput(f"{to} is for grids only, and this is a {found.board.shape_name} board")
    if to in _OF_MINES:
        if isinstance(found, View):
            raise BadInput(f"{to} is for full boards only, and this board has hidden cells")
        written = _OF_MINES[to](found)
        return written if isinstance(written, bytes) else f"{written}\n"
    if isinstance(found, View):
        drawn = found.board, found.mines, found.cells.tolist()
    else:
        drawn = found.board, found.layout.count(1), full_cells(found.board, found.layout)
    return _OF_CELLS[to](*drawn).rstrip("\n") + "\n"
