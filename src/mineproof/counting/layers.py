"""Count one front layer by layer: its certain cells, its ways by number of mines, its odds.

A node of a layer is what the open clues still need. An edge puts m mines into a group of equal
cells. All answers are computed from the stored edges:

- a cell is certain if all edges on a path to the end agree on it (odds are not used for that);
- the number of ways, by the number of mines in the front, is one forward pass;
- odds are one backward pass that starts from the number of ways of the rest of the board.
"""

from collections.abc import Sequence
from math import comb
from random import Random
from typing import TypeVar

from mineproof.base.errors import Contradiction, TooWide
from mineproof.counting.fronts import Front

MOST_NODES = 250_000
"""The largest number of nodes in one front; more raise `TooWide`. The edges take some 100 MB.

A stuck expert position has 44 nodes on average."""

T = TypeVar("T")

Edge = tuple[int, int, int]
"""The node it starts from, the node it leads to, and the number of mines."""
Ways = list[int]
"""Item m is the number of ways with m mines."""


class Layers:
    """The layers of one front.

    Raise `Contradiction` if no layout fits, `TooWide` if there are too many nodes.
    """

    def __init__(self, front: Front) -> None:
        self.front = front
        self._forward: list[list[Ways]] = []
        self.edges: list[list[Edge]] = []
        self.sizes = [1]
        self.nodes = 1
        keys, need_of = [0], (1 << front.bits) - 1
        ranges = [(0, 0)]
        for step in front.steps:
            size, enter, mask, slots = len(step.cells), step.enter, step.mask, step.slots
            found: dict[int, int] = {}
            edges: list[Edge] = []
            reached: list[tuple[int, int]] = []
            for u, before in enumerate(keys):
                key = before + enter
                low, high = 0, size
                for shift, later in slots:
                    need = key >> shift & need_of
                    high = min(high, need)
                    low = max(low, need - later)
                for m in range(low, high + 1):
                    after = key - m * mask
                    v = found.setdefault(after, len(found))
                    edges.append((u, v, m))
                    least, most = ranges[u][0] + m, ranges[u][1] + m
                    if v == len(reached):
                        reached.append((least, most))
                    else:
                        reached[v] = min(least, reached[v][0]), max(most, reached[v][1])
            if not edges:
                raise Contradiction("clues clash")
            self.edges.append(edges)
            self.sizes.append(len(found))
            self.nodes += len(found)
            if self.nodes > MOST_NODES:
                raise TooWide(f"too wide to count: more than {MOST_NODES} states")
            keys, ranges = list(found), reached
        [(self.least, self.most)] = ranges

    def totals(self) -> int:
        """Return the possible numbers of mines in the front, as bits."""
        return self._reach()[-1][0]

    def _reach(self) -> list[list[int]]:
        """Return for each node the possible numbers of mines before it, as bits."""
        reach = [[1]]
        for edges, size in zip(self.edges, self.sizes[1:], strict=True):
            here, there = reach[-1], [0] * size
            for u, v, m in edges:
                there[v] |= here[u] << m
            reach.append(there)
        return reach

    def decide(self, totals: int | None, safe: list[int], mined: list[int]) -> None:
        """Append the certain cells to `safe` and `mined`.

        With `totals` (as bits), the number of mines in this front must be one of them.
        """
        reach = None if totals is None else self._reach()
        # For each node, the numbers of mines before it that can reach an allowed total.
        alive = [1 if totals is None else totals]
        for number in range(len(self.edges) - 1, -1, -1):
            cells = self.front.steps[number].cells
            before = [0] * self.sizes[number]
            fewest, most = len(cells), 0
            for u, v, m in self.edges[number]:
                # Without totals one bit is enough: the node can reach the end.
                leads = alive[v] >> m if reach is not None else alive[v]
                if reach is not None:
                    leads &= reach[number][u]
                if leads:
                    before[u] |= leads
                    fewest, most = min(fewest, m), max(most, m)
            if most == 0:
                safe.extend(cells)
            elif fewest == len(cells):
                mined.extend(cells)
            alive = before

    def ways(self) -> Ways:
        """Return the number of ways to fill the front, by number of mines."""
        if self._forward:
            return self._forward[-1][0]
        self._forward = [[[1]]]
        for step, edges, size in zip(self.front.steps, self.edges, self.sizes[1:], strict=True):
            choose = [comb(len(step.cells), m) for m in range(len(step.cells) + 1)]
            here: list[Ways] = self._forward[-1]
            there: list[Ways] = [[] for _ in range(size)]
            for u, v, m in edges:
                _add(there[v], here[u], m, choose[m])
            self._forward.append(there)
        return self._forward[-1][0]

    def sample(self, mines: int, random: Random) -> list[int]:
        """Return a random layout of the front with `mines` mines. Call `ways` first."""
        node, drawn = 0, []
        for number in range(len(self.edges) - 1, -1, -1):
            cells, here = self.front.steps[number].cells, self._forward[number]
            choices = [
                (u, m, here[u][mines - m] * comb(len(cells), m))
                for u, v, m in self.edges[number]
                if v == node and 0 <= mines - m < len(here[u])
            ]
            node, m = draw([(u, m) for u, m, _ in choices], [n for _, _, n in choices], random)
            drawn += random.sample(cells, m)
            mines -= m
        return drawn

    def spread(self, rest: Ways) -> list[tuple[tuple[int, ...], int]]:
        """Return each group with its number of mines, summed over all layouts of the board.

        `rest` is the number of ways of the rest of the board, by this front's number of mines. Call
        `ways` first.
        """
        summed = []
        back: list[Ways] = [rest]
        for number in range(len(self.edges) - 1, -1, -1):
            cells = self.front.steps[number].cells
            here = self._forward[number]
            before: list[Ways] = [[0] * len(ways) for ways in here]
            choose = [comb(len(cells), m) for m in range(len(cells) + 1)]
            mines = 0
            for u, v, m in self.edges[number]:
                ahead, onward, weight = back[v], before[u], choose[m]
                met = 0
                for x, n in enumerate(here[u]):
                    if n:
                        more = weight * ahead[x + m]
                        onward[x] += more
                        met += n * more
                mines += m * met
            summed.append((cells, mines))
            back = before
        return summed


def draw(choices: Sequence[T], weights: Sequence[int], random: Random) -> T:
    """Return a random choice, with probability proportional to its weight; exact for any integers.

    >>> draw("abc", [0, 10**400, 0], Random(1))
    'b'
    """
    left = random.randrange(sum(weights))
    for choice, weight in zip(choices, weights, strict=True):
        left -= weight
        if left < 0:
            return choice
    raise AssertionError("randrange is below the sum")


def _add(to: Ways, ways: Ways, shift: int, factor: int) -> None:
    missing = len(ways) + shift - len(to)
    if missing > 0:
        to.extend([0] * missing)
    for x, n in enumerate(ways, start=shift):
        to[x] += n * factor
