"""Texts into views and layouts, whatever they are written in.

`read` takes a position, `read_board` a full board; each recognises the format by its content and
refuses the other kind. Today that is a picture (`picture.py`) or a `.mine` text (`mine.py`), which
differ so little that one reader serves both.
"""

import numpy as np

from mineproof.errors import BadInput
from mineproof.game.board import Board, Layout, Shape
from mineproof.game.game import View, view_of
from mineproof.game.picture import FLAG, HIDDEN, MINE, sketch


def read(text: str, mines: int | None = None, shape: Shape = "grid") -> View:
    """A position: what a player can see. The text may say how many mines there are, or `mines`.

    >>> print(read("1 1 1 / # # #", mines=1))
    1 1 1
    # # #
    """
    found = sketch(text, shape)
    if found.full:
        place = found.board.place(found.cells.index(MINE))
        raise BadInput(f"{place}: a mine: this is a full board, not a position")
    total = found.mines if mines is None else mines
    if total is None:
        raise BadInput("how many mines? let the first line be WIDTHxHEIGHTxMINES")
    if not 0 <= total <= found.board.cells:
        raise BadInput(f"{total} mines do not fit on the {found.board.cells} cells of the board")
    return view_of(found.board, total, found.cells)


def read_board(text: str, shape: Shape = "grid") -> tuple[Board, Layout]:
    """A full board. Every clue that is written is checked against the mines around it.

    >>> board, layout = read_board("1 1 / 1 *")
    >>> board.names(layout.nonzero()[0])
    ['r2c2']
    """
    found = sketch(text, shape)
    board, cells = found.board, np.array(found.cells, dtype=np.int8)
    if HIDDEN in found.cells:
        place = board.place(found.cells.index(HIDDEN))
        raise BadInput(f"{place}: hidden: this is a position, not a full board")
    # Some programs write F for the mines of a full board.
    layout: Layout = (cells == MINE) | (cells == FLAG)
    if found.mines is not None and found.mines != layout.sum():
        raise BadInput(f"the first line promises {found.mines} mines, but {layout.sum()} are drawn")
    if not found.only_mines:
        _check_clues(board, cells, layout)
    return board, layout


def _check_clues(
    board: Board, cells: "np.ndarray[tuple[int], np.dtype[np.int8]]", layout: Layout
) -> None:
    truth = board.clues(layout)
    wrong = np.flatnonzero(~layout & (cells != truth))
    if len(wrong):
        cell = int(wrong[0])
        raise BadInput(f"{board.place(cell)}: says {cells[cell]}, but {truth[cell]} mines touch it")
