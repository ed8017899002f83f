"""Measures of a board that players use: 3BV, openings, islands, ZiNi.

*3BV* is the fewest left clicks that open a board without flags: one for each *opening* (zeros that
touch, with the numbers around them) and one for each number that touches no zero. *Islands* are
groups of such numbers that touch. *ZiNi* (E. Zimmermann, C. Nikolaus, 2009; the greedy variant)
estimates the fewest clicks with flags and chords: it always takes the move that saves most.
"""

import heapq
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from mineproof.game.board import Board, Layout


@dataclass(frozen=True)
class Measures:
    """The measures of one board."""

    bbbv: int
    """The 3BV: the fewest left clicks that open the board without flags."""
    openings: int
    """The number of groups of zeros that touch."""
    islands: int
    """The number of groups of touching numbers outside all openings."""
    zini: int
    """An estimate of the fewest clicks with flags and chords."""


@dataclass(frozen=True)
class Clicks:
    """The units that need a click: each is an opening, or a number that touches no zero."""

    board: Board
    clues: bytes
    """The number of neighbouring mines of each cell, mines included."""
    mined: Layout
    opening: list[list[int]]
    """The zeros of each opening."""
    alone: list[int]
    """Numbers that touch no zero."""

    @property
    def bbbv(self) -> int:
        """The 3BV: the number of openings and of cells outside all openings."""
        return len(self.opening) + len(self.alone)

    def solved(self, opened: Collection[int]) -> int:
        """Return how many units are done if these cells are open."""
        whole = sum(any(zero in opened for zero in zeros) for zeros in self.opening)
        return whole + sum(cell in opened for cell in self.alone)


def clicks(board: Board, layout: Layout) -> Clicks:
    """Return the units of a board."""
    clues, mined = board.clues(layout), layout
    zeros = [c for c in range(board.cells) if not mined[c] and not clues[c]]
    openings = list(_linked(board, zeros))
    reached = {there for zero in zeros for there in (zero, *board.neighbours[zero])}
    alone = [c for c in range(board.cells) if not mined[c] and c not in reached]
    return Clicks(board, clues, mined, openings, alone)


def measure(board: Board, layout: Layout) -> Measures:
    """Return all measures of a board.

    >>> from mineproof import read_board
    >>> measure(*read_board("...* / .*.. / ...."))
    Measures(bbbv=7, openings=1, islands=1, zini=5)
    """
    units = clicks(board, layout)
    islands = sum(1 for _ in _linked(board, units.alone))
    return Measures(units.bbbv, len(units.opening), islands, _Zini(units).play())


def _linked(board: Board, cells: Iterable[int]) -> Iterator[list[int]]:
    """Return the connected groups of cells."""
    left = dict.fromkeys(cells)
    while left:
        group = [left.popitem()[0]]
        for cell in group:
            for there in board.neighbours[cell]:
                if there in left:
                    del left[there]
                    group.append(there)
        yield group


class _Zini:
    """A greedy player that uses flags and chords.

    A cell's premium is what a chord there saves: the units it opens (its own included), less its
    mines to be flagged, less the chord, less the click that opens the cell. While the highest
    premium is not negative, its cell is chosen; otherwise a plain click opens one unit. Of equal
    premiums the leftmost column is chosen, then the topmost cell, as in other programs.
    """

    def __init__(self, units: Clicks) -> None:
        board = units.board
        self.clues, self.mined = units.clues, units.mined
        self.neighbours = board.neighbours
        self.order = [c % board.cols * board.rows + c // board.cols for c in range(board.cells)]
        self.opened = [False] * board.cells
        self.flagged = [False] * board.cells
        self.unit: dict[int, int] = {}
        """Return the unit that opening this cell completes."""
        self.members = [*units.opening, *([cell] for cell in units.alone)]
        for number, cells in enumerate(self.members):
            self.unit |= dict.fromkeys(cells, number)
        self.settled = [False] * len(self.members)
        self.watchers = [
            {w for cell in cells for w in (cell, *self.neighbours[cell])} for cells in self.members
        ]
        self.premium = [-2] * board.cells
        self.heap: list[tuple[int, int, int]] = []
        self.count = 0

    def play(self) -> int:
        """Play the board and return the number of clicks."""
        for watchers in self.watchers:
            for cell in watchers:
                self.premium[cell] += 1
        for cell, mine in enumerate(self.mined):
            if mine:
                for there in self.neighbours[cell]:
                    self.premium[there] -= 1
        for cell in range(len(self.clues)):
            self._offer(cell)
        left = sorted(self.unit, key=lambda cell: self.order[cell], reverse=True)
        while True:
            best = self._best()
            if best is not None:
                self._chord(best)
                continue
            while left and self.settled[self.unit[left[-1]]]:
                left.pop()
            if not left:
                return self.count
            self.count += 1
            self._open(left.pop())

    def _offer(self, cell: int) -> None:
        if self.premium[cell] >= 0 and self.clues[cell] and not self.mined[cell]:
            heapq.heappush(self.heap, (-self.premium[cell], self.order[cell], cell))

    def _change(self, cell: int, by: int) -> None:
        self.premium[cell] += by
        if by > 0:
            self._offer(cell)

    def _best(self) -> int | None:
        """Return the cell with the highest premium, or None if all are negative."""
        while self.heap:
            promised, order, cell = self.heap[0]
            if -promised == self.premium[cell]:
                return cell
            heapq.heappop(self.heap)  # an outdated entry: the premium is lower now
            if self.premium[cell] >= 0:
                heapq.heappush(self.heap, (-self.premium[cell], order, cell))
        return None

    def _chord(self, cell: int) -> None:
        if not self.opened[cell]:
            self.count += 1
            self._open(cell)
        for there in self.neighbours[cell]:
            if self.mined[there] and not self.flagged[there]:
                self.flagged[there] = True
                self.count += 1
                for near in self.neighbours[there]:
                    self._change(near, +1)
        self.count += 1
        for there in self.neighbours[cell]:
            if not self.mined[there]:
                self._open(there)

    def _open(self, cell: int) -> None:
        unit = self.unit.get(cell)
        if unit is not None and not self.settled[unit]:
            self.settled[unit] = True
            for watcher in self.watchers[unit]:
                self._change(watcher, -1)
        reached = [cell]
        if unit is not None and not self.clues[cell]:
            reached = [there for zero in self.members[unit]
                       for there in (zero, *self.neighbours[zero])]  # fmt: skip
        for there in reached:
            if not self.opened[there]:
                self.opened[there] = True
                self._change(there, +1)
