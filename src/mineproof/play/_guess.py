"""Which risk to take when nothing safe is left: simple rules, and the one of `guess`."""

from collections.abc import Callable

from mineproof.core.protocol import Deducer
from mineproof.core.rank import rank
from mineproof.core.think import Think
from mineproof.counting.fronts import components
from mineproof.game.clues import clues
from mineproof.game.picture import HIDDEN
from mineproof.game.view import View

Guess = Callable[[View, Deducer], int]
"""Chooses a cell to open, or -1. The view's flags are all certain."""


def best_risk(think: Think) -> Guess:
    """The rule of `guess`: play endings out, otherwise look ahead, where the engine can."""
    return lambda view, deducer: deducer.best_risk(view, think)


def least_risk(view: View, deducer: Deducer) -> int:  # noqa: ARG001 (the deducer has followed the game)
    """The least odds; ties: corner, edge, more opened neighbours, index."""
    return deducer.least_risk()


def fewest_neighbours(view: View, deducer: Deducer) -> int:
    """Report D: the cell with the fewest hidden neighbours, since its clue will be most usable."""
    odds, seen, neighbours = deducer.odds(), view.cells, view.board.neighbours

    def preference(cell: int) -> tuple[int, float, int]:
        hidden = sum(seen[there] == HIDDEN for there in neighbours[cell])
        return hidden, rank(odds[cell]), cell

    return min(view.unmarked, key=preference, default=-1)


def safest_region(view: View, deducer: Deducer) -> int:
    """Report D: the region with the lowest mean risk, and there the least risky cell.

    A region is a set of linked clues with the cells they touch; the sea is one too.
    """
    odds, unmarked = deducer.odds(), set(view.unmarked)
    regions = [
        {cell for clue in part for cell in clue.cells if cell in unmarked}
        for part in components(
            [clue for clue in clues(view) if not unmarked.isdisjoint(clue.cells)]
        )
    ]
    sea = unmarked.difference(*regions)
    regions = [region for region in (*regions, sea) if region]
    if not regions:
        return -1

    def mean(region: set[int]) -> tuple[float, int]:
        return round(sum(odds[cell] for cell in region) / len(region), 9), min(region)

    safest = min(regions, key=mean)
    return min(safest, key=lambda cell: (rank(odds[cell]), cell))
