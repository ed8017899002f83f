"""The `.mine` text, our native form: `WxHxMINES`, then a character a cell.

`0`-`8` opened, `H` hidden, `F` flagged; `M` a mine, in full boards only.
"""

from collections.abc import Iterable

from mineproof.game.board import Board, Layout
from mineproof.game.game import View
from mineproof.game.picture import FLAG, HIDDEN, MINE, full_cells

_MARKS = {HIDDEN: "H", FLAG: "F", MINE: "M"} | {clue: str(clue) for clue in range(9)}


def write(view: View) -> str:
    """A position as `.mine` text.

    >>> from mineproof.game.formats import read
    >>> write(read("1 1 1 / # # F", mines=1))
    '3x2x1\\n111\\nHHF\\n'
    """
    return _write(view.board, view.mines, view.cells.tolist())


def write_board(board: Board, layout: Layout) -> str:
    """A full board as `.mine` text."""
    return _write(board, layout.count(1), full_cells(board, layout))


def _write(board: Board, mines: int, cells: Iterable[int]) -> str:
    text = "".join(_MARKS[cell] for cell in cells)
    rows = [text[low : low + board.cols] for low in range(0, board.cells, board.cols)]
    return "\n".join([f"{board.size}x{mines}", *rows, ""])
