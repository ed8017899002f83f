"""A view read as clues: these hidden cells hold so many mines, the total count included."""

from collections.abc import Collection
from typing import NamedTuple

from mineproof.game.game import View


class Clue(NamedTuple):
    """These hidden cells hold so many mines. `at` is the opened cell that says so, or None where
    the number of mines on the whole board does."""

    cells: tuple[int, ...]
    mines: int
    at: int | None


def clue_at(view: View, cell: int) -> Clue:
    """What an opened cell says of its hidden neighbours.

    >>> from mineproof.game.formats import read
    >>> clue_at(read("1 2 1 / # F #", mines=2), 1)
    Clue(cells=(3, 4, 5), mines=2, at=1)
    """
    seen = view.cells
    hidden = tuple([there for there in view.board.neighbours[cell] if seen[there] < 0])
    return Clue(hidden, int(seen[cell]), cell)


def clues(view: View) -> list[Clue]:
    """The clues of all opened cells that touch a hidden one, or that are wrong without one."""
    opened = [cell for cell, value in enumerate(view.cells.tolist()) if value >= 0]
    found = (clue_at(view, cell) for cell in opened)
    return [clue for clue in found if clue.cells or clue.mines]


def total(view: View) -> Clue:
    """The mine count, as one more clue over every hidden cell."""
    return Clue(tuple(view.hidden), view.mines, None)


def clues_and_sea(view: View) -> tuple[list[Clue], list[int]]:
    """The clues, and the sea: the hidden cells that no clue touches."""
    told = clues(view)
    touched = {cell for clue in told for cell in clue.cells}
    return told, [cell for cell in view.hidden if cell not in touched]


def undecided_clues(view: View, mined: Collection[int]) -> list[Clue]:
    """The clues over hidden cells that are not among `mined`, which count as mines."""
    known, told = set(mined), []
    for clue in clues(view):
        left = tuple([cell for cell in clue.cells if cell not in known])
        if left:
            told.append(Clue(left, clue.mines - (len(clue.cells) - len(left)), clue.at))
    return told
