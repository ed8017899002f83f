"""Endings played out: the exact chance to win when few layouts are left.

All layouts are as likely, so a position is worth the number of its layouts that the best play wins.
A set of layouts is a number, a bit a layout: what a cell can show are such sets, and what is worth
remembering of a position is the set that survives. The C++ core has the same in
`native/guess/endgame.cpp`; the tests play one against the other.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mineproof.game.clues import Clue, numbers_by_cell

Layouts = int
"""A set of layouts, one bit each."""


@dataclass(frozen=True)
class Opening:
    """What comes of opening a cell first: in how many layouts it is safe, how many are won."""

    safe: int
    wins: int
    dead: bool
    """It can show one value only, so that it tells nothing but that it is safe."""


class TooMany(Exception):
    """More layouts than asked for."""


def layouts(
    clues: Sequence[Clue], cells: Sequence[int], mines: int, most: int
) -> list[frozenset[int]]:
    """Every way to put `mines` into `cells` that fits the clues; raise `TooMany` beyond `most`.

    >>> layouts([Clue((1, 2), 1, 0)], [1, 2, 3], 1, 9)
    [frozenset({2}), frozenset({1})]
    """
    need = [clue.mines for clue in clues]
    left = [len(clue.cells) for clue in clues]
    numbers = numbers_by_cell(clues)
    # Cells that clues speak of first, clue by clue: what cannot be is then seen early.
    order = list(dict.fromkeys([cell for clue in clues for cell in clue.cells] + list(cells)))
    chosen: list[int] = []

    def fill(at: int) -> Iterator[frozenset[int]]:
        if at == len(order):
            if len(chosen) == mines:
                yield frozenset(chosen)
            return
        cell = order[at]
        for mine in (0, 1):
            if not 0 <= mines - len(chosen) - mine <= len(order) - at - 1:
                continue
            for number in numbers[cell]:
                left[number] -= 1
                need[number] -= mine
            if mine:
                chosen.append(cell)
            if all(0 <= need[number] <= left[number] for number in numbers[cell]):
                yield from fill(at + 1)
            if mine:
                chosen.pop()
            for number in numbers[cell]:
                left[number] += 1
                need[number] += mine

    found = []
    for layout in fill(0):
        found.append(layout)
        if len(found) > most:
            raise TooMany
    return found


class Endgame:
    """The layouts that are left, and what each cell would show in each of them."""

    def __init__(
        self,
        fitting: Sequence[frozenset[int]],
        cells: Sequence[int],
        neighbours: Sequence[Sequence[int]],
    ) -> None:
        """`fitting` are whole layouts: they name every mine that touches a cell."""
        self._memo: dict[Layouts, int] = {}
        self._shows: dict[int, list[Layouts]] = {}
        for cell in cells:
            by_value = [0] * (len(neighbours[cell]) + 1)
            for number, mines in enumerate(fitting):
                if cell not in mines:
                    by_value[sum(there in mines for there in neighbours[cell])] |= 1 << number
            self._shows[cell] = [which for which in by_value if which]

    def openings(self) -> dict[int, Opening]:
        """For every cell that may be safe what comes of opening it first.

        >>> left = [frozenset({0}), frozenset({1})]
        >>> Endgame(left, [0, 1], [[1], [0]]).openings()[0]
        Opening(safe=1, wins=1, dead=True)
        """
        found = {}
        for cell, shows in self._shows.items():
            safe = sum(which.bit_count() for which in shows)
            if safe:
                wins = sum(map(self.worth, shows))
                found[cell] = Opening(safe, wins, len(shows) < 2)
        return found

    def worth(self, which: Layouts) -> int:
        """How many of some layouts the best play wins."""
        if which & (which - 1) == 0:
            return which.bit_count()
        known = self._memo.get(which)
        if known is None:
            known = self._memo[which] = self._play(which)
        return known

    def _play(self, which: Layouts) -> int:
        size, living = which.bit_count(), []
        for shows in self._shows.values():
            parts = [part for part in (which & one for one in shows) if part]
            # What can show one value only tells nothing, here and in every part of the set.
            if len(parts) < 2:
                continue
            safe = sum(part.bit_count() for part in parts)
            if safe == size:
                return sum(map(self.worth, parts))
            living.append((safe, parts))
        best = 1  # where nothing can be learnt, one way to go on is right in one layout
        living.sort(key=lambda one: -one[0])
        for safe, parts in living:
            if safe <= best:
                break
            bound = safe
            for part in sorted(parts, key=int.bit_count, reverse=True):
                bound += self.worth(part) - part.bit_count()
                if bound <= best:
                    break
            best = max(best, bound)
        return best
