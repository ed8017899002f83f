"""The clues of a view, the mine count included: sets of hidden cells with their number of mines."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from typing import NamedTuple

from mineproof.game.view import View, require_view


class Clue(NamedTuple):
    """A set of hidden cells and the number of mines among them.

    `at` is the opened cell that shows the clue, or None for the mine count of the whole board.
    """

    cells: tuple[int, ...]
    mines: int
    at: int | None


def clue_at(view: View, cell: int) -> Clue:
    """Return the clue of an opened cell.

    >>> from mineproof import read
    >>> clue_at(read("1 2 1 / # F #", mines=2), 1)
    Clue(cells=(3, 4, 5), mines=2, at=1)
    """
    seen = view.cells
    hidden = tuple([there for there in view.board.neighbours[cell] if seen[there] < 0])
    return Clue(hidden, int(seen[cell]), cell)


def clues(view: View) -> list[Clue]:
    """Return the clues with hidden neighbours, and clues above zero that have none."""
    require_view(view)
    opened = [cell for cell, value in enumerate(view.cells.tolist()) if value >= 0]
    found = (clue_at(view, cell) for cell in opened)
    return [clue for clue in found if clue.cells or clue.mines]


def total(view: View) -> Clue:
    """Return the mine count as a clue over all hidden cells."""
    return Clue(tuple(view.hidden), view.mines, None)


def clues_and_sea(view: View) -> tuple[list[Clue], list[int]]:
    """Return the clues and the sea: the hidden cells that touch no clue."""
    told = clues(view)
    touched = {cell for clue in told for cell in clue.cells}
    return told, [cell for cell in view.hidden if cell not in touched]


def undecided_clues(view: View, mined: Collection[int]) -> list[Clue]:
    """Return the clues over the hidden cells except those in `mined`, which count as mines."""
    known, told = set(mined), []
    for clue in clues(view):
        left = tuple([cell for cell in clue.cells if cell not in known])
        if left:
            told.append(Clue(left, clue.mines - (len(clue.cells) - len(left)), clue.at))
    return told


def numbers_by_cell(clues: Sequence[Clue]) -> dict[int, list[int]]:
    """Return for each cell the numbers of the clues that it touches."""
    found: defaultdict[int, list[int]] = defaultdict(list)
    for number, clue in enumerate(clues):
        for cell in clue.cells:
            found[cell].append(number)
    return found
