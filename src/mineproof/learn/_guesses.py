"""Exercises where nothing is certain: which two cells are a coin flip, and which guess is best.

Both are decided by playing out every layout that fits, so only short endings serve.
"""

from dataclasses import dataclass
from itertools import combinations

from mineproof.core.endgame import Endgame, Opening, layouts
from mineproof.counting import exact
from mineproof.game.clues import undecided_clues
from mineproof.game.view import View
from mineproof.reason.words import Phrase

MOST_LAYOUTS = 40
"""Endings with more layouts are no exercises: nobody could look through them."""

CLEARLY = 0.08
"""A guess is an exercise if its chance to win is so much above that of the least risk."""

LayoutSet = frozenset[frozenset[int]]


@dataclass(frozen=True)
class Ending:
    """A position with nothing certain but its flags, and every layout that fits it."""

    view: View
    flags: frozenset[int]
    undecided: tuple[int, ...]
    fitting: LayoutSet

    def flips(self) -> list[tuple[int, int]]:
        """The pairs of cells that no clue will ever tell apart: one is a mine, and either may be.

        Every layout has another that differs in these two cells only, and whatever touches just one
        of them is a mine, so that it will not be opened.
        """
        return [pair for pair in combinations(self.undecided, 2) if self._is_flip(*pair)]

    def _is_flip(self, a: int, b: int) -> bool:
        around = self.view.board.neighbours
        telling = set(around[a]).symmetric_difference(around[b]) - {a, b}
        # Whatever is hidden, not flagged and no certain mine will be opened, and will tell.
        if telling.intersection(self.undecided):
            return False
        return all(
            (a in layout) != (b in layout) and layout ^ {a, b} in self.fitting
            for layout in self.fitting
        )

    def openings(self) -> dict[int, Opening]:
        """For every undecided cell what comes of opening it."""
        whole = [layout | self.flags for layout in self.fitting]
        return Endgame(whole, self.undecided, self.view.board.neighbours).openings()


def ending(view: View, flags: frozenset[int]) -> Ending | None:
    """The ending, or None if it has too many layouts."""
    undecided = tuple(cell for cell in view.hidden if cell not in flags)
    told, mines = undecided_clues(view, flags), view.mines - len(flags)
    sea = len(set(undecided).difference(*(clue.cells for clue in told)))
    if exact.count(told, sea, mines).layouts > MOST_LAYOUTS:
        return None
    found = layouts(told, undecided, mines, MOST_LAYOUTS)
    return Ending(view, flags, undecided, frozenset(found))


def best_guesses(openings: dict[int, Opening], count: int) -> list[int]:
    """The cells with the best chance to win, if it is clearly above that of the least risk; else
    none. `count` is the number of layouts."""
    most = max(one.wins for one in openings.values())
    safest = max(one.safe for one in openings.values())
    other = max(one.wins for one in openings.values() if one.safe == safest)
    if most - other < CLEARLY * count:
        return []
    return sorted(cell for cell, one in openings.items() if one.wins == most)


def guess_phrases(
    openings: dict[int, Opening], best: list[int], count: int, names: list[str]
) -> list[Phrase]:
    """Why the best guess is better than the least risk."""
    first = openings[best[0]]
    safest = min(openings, key=lambda cell: (-openings[cell].safe, cell))
    other = openings[safest]
    return [
        Phrase("exercise wins", cell=names[best[0]], n=first.wins, of=count),
        Phrase(
            "exercise least risk", cell=names[safest], risk=1 - other.safe / count, n=other.wins
        ),
    ]


def flip_phrases(pairs: list[tuple[int, int]], names: list[str]) -> list[Phrase]:
    """Why nothing will tell the cells of each pair apart."""
    return [Phrase("exercise flip", a=names[a], b=names[b]) for a, b in pairs]
