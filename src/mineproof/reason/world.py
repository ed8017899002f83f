"""A view as the first-order form wants it."""

from mineproof.game.game import View
from mineproof.reason.first_order import World


def world(view: View) -> World:
    """Names, neighbours and numbers of a position.

    >>> from mineproof.game.formats import read
    >>> len(world(read("1 1 1 / # # #", mines=1)).ground())
    8
    """
    shows = {cell: clue for cell, clue in enumerate(view.cells.tolist()) if clue >= 0}
    names = view.board.names(range(view.board.cells))
    return World(names, dict(enumerate(view.board.neighbours)), shows)
