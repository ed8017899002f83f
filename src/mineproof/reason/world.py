"""Convert a view to the data of `first_order`, which does not know what a view is."""

from mineproof.game.view import View
from mineproof.reason.first_order import World


def world(view: View) -> World:
    """Return the names, neighbours and numbers of a position.

    >>> from mineproof import read
    >>> len(world(read("1 1 1 / # # #", mines=1)).ground())
    8
    """
    shows = {cell: clue for cell, clue in enumerate(view.cells.tolist()) if clue >= 0}
    names = view.board.names(range(view.board.cells))
    return World(names, dict(enumerate(view.board.neighbours)), shows)
