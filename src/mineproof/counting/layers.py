"""One front counted layer by layer: what it decides, its ways by number of mines, its odds.

A node is what the open clues still need, an edge puts m mines into a group of equal cells.
Everything else is read off the stored edges:

- a cell is certain if all edges that lead on to the end agree on it (never because odds are 0);
- the number of ways, by how many mines the front takes, is one pass forward;
- odds are one pass backward, seeded with how many ways the rest of the board has to go with it.
"""

from math import comb

from mineproof.counting.fronts import Front
from mineproof.errors import Contradiction, TooWide

MOST_NODES = 250_000
"""The most nodes of one front. More raise `TooWide`: the edges would take some 100 MB."""

Edge = tuple[int, int, int]
"""From which node, to which node, with how many mines."""
Ways = list[int]
"""Number of ways by number of mines, from 0 mines on."""


class Layers:
    """One front counted layer by layer."""

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
        """The numbers of mines that the front can take, as bits."""
        return self._reach()[-1][0]

    def _reach(self) -> list[list[int]]:
        """By node the numbers of mines put down so far, as bits."""
        reach = [[1]]
        for edges, size in zip(self.edges, self.sizes[1:], strict=True):
            here, there = reach[-1], [0] * size
            for u, v, m in edges:
                there[v] |= here[u] << m
            reach.append(there)
        return reach

    def decide(self, totals: int | None, safe: list[int], mined: list[int]) -> None:
        """Sort the cells that all layouts agree on into `safe` and `mined`.

        With `totals`, only layouts with such a number of mines in this front are asked.
        """
        reach = None if totals is None else self._reach()
        alive = [1 if totals is None else totals]  # by node the totals of mines so far that lead on
        for number in range(len(self.edges) - 1, -1, -1):
            cells = self.front.steps[number].cells
            before = [0] * self.sizes[number]
            fewest, most = len(cells), 0
            for u, v, m in self.edges[number]:
                # Without totals a bit is enough: does the node lead on to the end?
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
        """The ways to fill the front, by number of mines."""
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

    def spread(self, rest: Ways) -> list[tuple[tuple[int, ...], int]]:
        """For each group its mines, summed over all layouts of the board.

        `rest` are the ways of everything else by this front's number of mines. Call `ways` first.
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


def _add(to: Ways, ways: Ways, shift: int, factor: int) -> None:
    missing = len(ways) + shift - len(to)
    if missing > 0:
        to.extend([0] * missing)
    for x, n in enumerate(ways, start=shift):
        to[x] += n * factor
