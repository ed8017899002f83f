"""Texts into views and layouts, whatever they are written in.

`read` takes a position (`read_many` several), `read_board` a full board; each recognises the format
by its content and refuses the other kind. Today that is a picture (`picture.py`) or a `.mine` text
(`mine.py`), which differ so little that one reader serves both.
"""

import numpy as np
from numpy.typing import NDArray

from mineproof.errors import BadInput
from mineproof.game.board import Board, Layout, Shape
from mineproof.game.game import View
from mineproof.game.picture import FLAG, HIDDEN, MINE, sketch, split


def read(text: str, mines: int | None = None, shape: Shape = "grid") -> View:
    """A position: what a player can see. The text may say how many mines there are, or `mines`.

    >>> print(read("1 1 1 / # # #", mines=1))
    1 1 1
    # # #
    """
    [lines, *more] = split(text)
    if more:
        raise BadInput("several positions where one was expected")
    return _position(lines, mines, shape)


def read_many(text: str, shape: Shape = "grid") -> list[View]:
    """Positions one after another, each beginning with `WIDTHxHEIGHTxMINES`.

    >>> [view.mines for view in read_many("2x1x1 / 1H / 2x1x0 / 0H")]
    [1, 0]
    """
    views, parts = [], split(text)
    for number, lines in enumerate(parts, start=1):
        try:
            views.append(_position(lines, None, shape))
        except BadInput as problem:
            raise BadInput(
                f"position {number}: {problem}" if len(parts) > 1 else str(problem)
            ) from None
    return views


def _position(lines: list[str], mines: int | None, shape: Shape) -> View:
    found = sketch(lines, shape)
    if (found.cells == MINE).any():
        place = found.board.place(int((found.cells == MINE).argmax()))
        raise BadInput(f"{place}: a mine: this is a full board, not a position")
    total = found.mines if mines is None else mines
    if total is None:
        raise BadInput("how many mines? let the first line be WIDTHxHEIGHTxMINES")
    if not 0 <= total <= found.board.cells:
        raise BadInput(f"{total} mines do not fit on the {found.board.cells} cells of the board")
    return View(found.board, total, found.cells)


def read_board(text: str, shape: Shape = "grid") -> tuple[Board, Layout]:
    """A full board. Every clue that is written is checked against the mines around it.

    >>> board, layout = read_board("1 1 / 1 *")
    >>> board.names(layout.nonzero()[0])
    ['r2c2']
    """
    [lines, *more] = split(text)
    if more:
        raise BadInput("several boards where one was expected")
    found = sketch(lines, shape)
    board, cells = found.board, found.cells
    if (cells == HIDDEN).any():
        place = board.place(int((cells == HIDDEN).argmax()))
        raise BadInput(f"{place}: hidden: this is a position, not a full board")
    # Some programs write F for the mines of a full board.
    layout: Layout = (cells == MINE) | (cells == FLAG)
    if found.mines is not None and found.mines != layout.sum():
        raise BadInput(f"the first line promises {found.mines} mines, but {layout.sum()} are drawn")
    if not found.only_mines:
        _check_clues(board, cells, layout)
    return board, layout


def _check_clues(board: Board, cells: NDArray[np.int8], layout: Layout) -> None:
    truth = board.clues(layout)
    wrong = np.flatnonzero(~layout & (cells != truth))
    if len(wrong):
        cell = int(wrong[0])
        raise BadInput(f"{board.place(cell)}: says {cells[cell]}, but {truth[cell]} mines touch it")
