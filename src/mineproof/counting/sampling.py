"""Draw random layouts that fit, each with the same probability: exact, in integers.

It is the twin of `native/count/layout_sampler.cpp`. It draws the number of mines of one front after
another. The weight of a number is the ways of this front times the ways of the later fronts and the
sea to hold the other mines.
"""

from collections.abc import Sequence
from math import comb
from random import Random

from mineproof.base.errors import Contradiction
from mineproof.counting.fronts import fronts, reduce
from mineproof.counting.layers import Layers, Ways, draw
from mineproof.game.clues import Clue


class LayoutSampler:
    """Draws layouts that fit some clues and the mine count.

    >>> sampler = LayoutSampler([Clue((1, 2), 1, 0), Clue((2, 3), 1, 0)], [8, 9], mines=2)
    >>> sorted({tuple(sorted(sampler.draw(Random(seed)))) for seed in range(50)})
    [(1, 3), (2, 8), (2, 9)]
    """

    def __init__(self, clues: Sequence[Clue], sea: Sequence[int], mines: int) -> None:
        """`sea` are the cells that touch no clue. Raise `Contradiction` if no layout fits."""
        reduced = reduce(clues)
        self._known = reduced.mined
        self._sea = list(sea)
        self._mines = mines - len(reduced.mined)
        self._fronts = [Layers(front) for front in fronts(reduced.clues)]
        # By front, and last for the sea: the ways of it and all later ones, by number of mines.
        self._rest: list[Ways] = [[comb(len(sea), left) for left in range(self._mines + 1)]]
        for front in reversed(self._fronts):
            ways, after = front.ways(), self._rest[0]
            self._rest.insert(0, [_joined(ways, after, left) for left in range(len(after))])
        if not self._rest[0] or not self._rest[0][-1]:
            raise Contradiction("the mine count fits no layout")

    def draw(self, random: Random) -> list[int]:
        """Return the mines of a random layout."""
        mines, left = list(self._known), self._mines
        for front, after in zip(self._fronts, self._rest[1:], strict=True):
            ways = front.ways()
            counts = range(min(len(ways), left + 1))
            count = draw(counts, [ways[m] * after[left - m] for m in counts], random)
            mines += front.sample(count, random)
            left -= count
        return mines + random.sample(self._sea, left)


def _joined(ways: Ways, after: Ways, left: int) -> int:
    return sum(ways[m] * after[left - m] for m in range(min(len(ways), left + 1)))
