"""The `.mine` format of this project: `WxHxMINES`, then a character a cell.

`0`-`8` opened, `H` hidden, `F` flagged; `M` a mine, in full boards only. Where a cell has more than
eight neighbours, `9` and `a` (10) to `w` (32) are clues too.
"""

from collections.abc import Iterable

from mineproof.base.errors import BadInput
from mineproof.game.board import Board, Layout
from mineproof.game.picture import CLUE_MARKS, FLAG, HIDDEN, MINE, full_cells
from mineproof.game.view import View

_MARKS = dict(enumerate(CLUE_MARKS)) | {HIDDEN: "H", FLAG: "F", MINE: "M"}


def write(view: View) -> str:
    """Write a position as `.mine` text.

    >>> from mineproof import read
    >>> write(read("1 1 1 / # # F", mines=1))
    '3x2x1\\n111\\nHHF\\n'
    """
    return write_cells(view.board, view.mines, view.cells.tolist())


def write_board(board: Board, layout: Layout) -> str:
    """Write a full board as `.mine` text."""
    return write_cells(board, layout.count(1), full_cells(board, layout))


def write_cells(board: Board, mines: int, cells: Iterable[int]) -> str:
    """Write the cells of a position or a full board."""
    try:
        text = "".join([_MARKS[cell] for cell in cells])
    except KeyError as problem:
        largest = len(CLUE_MARKS) - 1
        raise BadInput(f"a text has marks for clues up to {largest}, not for {problem}") from None
    rows = [text[low : low + board.cols] for low in range(0, board.cells, board.cols)]
    return "\n".join([f"{board.size}x{mines}", *rows, ""])
