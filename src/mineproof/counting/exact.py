"""How many layouts fit, and in how many of them each cell is a mine: exact, in whole numbers.

The reference. `layers.py` counts one front; here fronts are joined with each other, the mine count
and the sea, the cells no clue touches, by products of their ways.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import comb, prod
from operator import mul

from mineproof.counting.fronts import fronts, reduce
from mineproof.counting.layers import Layers, Ways
from mineproof.errors import Contradiction, TooWide
from mineproof.game.clues import Clue

MOST_IN_ALL = 1_000_000
"""The most nodes of all fronts of a position together, or four a cell if that is more."""


@dataclass(frozen=True)
class Certain:
    """What every layout agrees on. `sea` speaks for all cells that no clue touches."""

    safe: list[int]
    mined: list[int]
    sea: bool | None
    """True: all mines; False: all safe; None: undecided, or there is no sea."""


@dataclass(frozen=True)
class Counted:
    """The number of layouts, and the share of them in which each cell is a mine."""

    layouts: int
    shares: list[tuple[tuple[int, ...], Fraction]]
    """Cells that a clue touches, in groups that are alike."""
    sea: Fraction
    """The share of any cell that no clue touches."""

    def odds(self) -> dict[int, Fraction]:
        """The chance that a cell is a mine, for every cell that a clue touches."""
        return {cell: share for cells, share in self.shares for cell in cells}


def certain(clues: Sequence[Clue], sea: int, mines: int) -> Certain:
    """Everything that the clues and the number of mines entail; raise `Contradiction` if nothing
    fits.

    >>> certain([Clue((1, 2), 1, 7), Clue((1, 2, 3), 1, 8)], sea=2, mines=2).safe
    [3]
    """
    return _Prepared(clues, sea, mines).certain()


def entailed(clues: Sequence[Clue]) -> Certain:
    """Everything that the clues entail, whatever the number of mines.

    >>> entailed([Clue((1, 2), 1, 7), Clue((1, 2, 3), 1, 8)]).safe
    [3]
    """
    return _Prepared(clues, 0, 0).entailed()


def count(clues: Sequence[Clue], sea: int, mines: int) -> Counted:
    """The number of layouts and the odds of every cell, exactly.

    Report A's example: two mines left, and four layouts.

    >>> found = count([Clue((1, 2), 1, 0), Clue((1, 3), 1, 0), Clue((3, 4, 5, 6), 1, 0)], 0, 2)
    >>> found.layouts, str(found.odds()[1]), str(found.odds()[2])
    (4, '3/4', '1/4')
    """
    return _Prepared(clues, sea, mines).count()


def analyse(clues: Sequence[Clue], sea: int, mines: int) -> tuple[Certain, Counted]:
    """`certain` and `count` of one position, which is made ready once."""
    position = _Prepared(clues, sea, mines)
    return position.certain(), position.count()


class _Prepared:
    """A position reduced and split into fronts, ready for any question."""

    def __init__(self, clues: Sequence[Clue], sea: int, mines: int) -> None:
        self.reduced = reduce(clues)
        parts = fronts(self.reduced.clues)
        cells = sea + sum(len(step.cells) for part in parts for step in part.steps)
        self.fronts = Fronts(map(Layers, parts), sea, mines - len(self.reduced.mined), cells)

    def certain(self) -> Certain:
        return self._with_reduced(self.fronts.certain())

    def entailed(self) -> Certain:
        return self._with_reduced(self.fronts.entailed())

    def _with_reduced(self, found: Certain) -> Certain:
        safe, mined = self.reduced.safe + found.safe, self.reduced.mined + found.mined
        return Certain(sorted(safe), sorted(mined), found.sea)

    def count(self) -> Counted:
        weighed, sea = self.fronts.weigh(), self.fronts.sea
        shares: list[tuple[tuple[int, ...], Fraction]] = [
            ((cell,), Fraction(0)) for cell in self.reduced.safe
        ]
        shares += [((cell,), Fraction(1)) for cell in self.reduced.mined]
        for cells, ways in weighed.mined_in:
            shares.append((cells, Fraction(ways, len(cells) * weighed.total)))
        in_sea = Fraction(weighed.mines_in_sea, sea * weighed.total) if sea else Fraction(0)
        return Counted(weighed.layouts(), shares, in_sea)


def bounds(clues: Sequence[Clue]) -> tuple[int, int] | None:
    """The fewest and the most mines that the cells of some clues can hold; None if they clash."""
    try:
        position = _Prepared(clues, 0, 0)
    except Contradiction:
        return None
    known, parts = len(position.reduced.mined), position.fronts.parts
    return known + sum(part.least for part in parts), known + sum(part.most for part in parts)


def join(ways: Sequence[tuple[int, Ways]], sea: int, mines: int) -> int:
    """The number of layouts from each front's ways, given from its fewest mines on.

    >>> join([(1, [2, 1]), (0, [1])], sea=1, mines=2)
    3
    """
    left = mines - sum(fewest for fewest, _ in ways)
    everything = Products([front for _, front in ways]).ways
    in_sea = _ways_of_the_sea(sea, left, len(everything))
    return _whole(sum(map(mul, everything, in_sea)), in_sea, sea, left)


@dataclass(frozen=True)
class Weighed:
    """Sums over all layouts: of 1, of the mines in each group, and of those in the sea.

    A factor that all of them share is left out: beside a sea of a million cells it would have a
    hundred thousand digits. `layouts` puts it back.
    """

    total: int
    mined_in: list[tuple[tuple[int, ...], int]]
    mines_in_sea: int
    layouts: Callable[[], int]


class Fronts:
    """Fronts side by side, joined by the sea and the number of mines they share."""

    def __init__(self, parts: "Iterable[Layers]", sea: int, mines: int, cells: int) -> None:
        """`cells` are those of the board, or of all fronts and the sea."""
        self.sea = sea
        self.mines = mines
        self.parts: list[Layers] = []
        limit = budget = max(MOST_IN_ALL, 4 * cells)
        for part in parts:
            self.parts.append(part)
            budget -= part.nodes
            if budget < 0:
                raise TooWide(f"too wide to count: more than {limit} states in all")

    def certain(self) -> Certain:
        """All that the clues and the number of mines entail."""
        safe: list[int] = []
        mined: list[int] = []
        least = sum(part.least for part in self.parts)
        most = sum(part.most for part in self.parts)
        if self.mines - self.sea <= least and most <= self.mines:
            # Whatever the fronts take, the sea can hold the rest: the count says nothing of them.
            alone = self.entailed()
            safe, mined = alone.safe, alone.mined
        else:
            for part, totals in zip(self.parts, self._allowed_totals(), strict=True):
                part.decide(totals, safe, mined)
        return Certain(safe, mined, self._sea_verdict(least, most))

    def entailed(self) -> Certain:
        """All that the clues entail by themselves."""
        safe: list[int] = []
        mined: list[int] = []
        for part in self.parts:
            part.decide(None, safe, mined)
        return Certain(safe, mined, None)

    def weigh(self) -> Weighed:
        """Count all layouts; raise `Contradiction` if there is none."""
        products = Products([part.ways() for part in self.parts])
        everything = products.ways
        in_sea = _ways_of_the_sea(self.sea, self.mines, len(everything))
        total = sum(map(mul, everything, in_sea))
        if not total:
            raise Contradiction("the mine count fits no layout")
        left = range(self.mines, self.mines - len(everything), -1)
        mines_in_sea = sum(a * b * r for a, b, r in zip(everything, in_sea, left, strict=True))
        mined_in: list[tuple[tuple[int, ...], int]] = []
        for part, rest in zip(self.parts, products.rests(in_sea), strict=True):
            mined_in += part.spread(rest)
        layouts = partial(_whole, total, in_sea, self.sea, self.mines)
        return Weighed(total, mined_in, mines_in_sea, layouts)

    def _allowed_totals(self) -> list[int]:
        """For each front the totals, as bits, that leave the others and the sea a number they can
        take; raise `Contradiction` if there is none."""
        totals = [part.totals() for part in self.parts]
        before = [1]
        for bits in totals:
            before.append(_sums(before[-1], bits))
        fewest = max(0, self.mines - self.sea)
        # By mines in the fronts up to this one: can the later ones and the sea take the rest?
        open_to = ((1 << max(0, self.mines - fewest + 1)) - 1) << fewest
        if not before[-1] & open_to:
            raise Contradiction("the mine count fits no layout")
        allowed = []
        for number in range(len(totals) - 1, -1, -1):
            possible = _ones(totals[number])
            fitting = [total for total in possible if before[number] & (open_to >> total)]
            allowed.append(sum(1 << total for total in fitting))
            earlier = 0
            for total in possible:
                earlier |= open_to >> total
            open_to = earlier
        allowed.reverse()
        return allowed

    def _sea_verdict(self, least: int, most: int) -> bool | None:
        if not self.sea:
            return None
        if self.mines - most > 0 and self.mines - least < self.sea:
            return None  # some mine, and some safe cell, whatever the fronts take
        total = 1
        for part in self.parts:
            total = _sums(total, part.totals())
        in_sea = {self.mines - x for x in _ones(total)}
        in_sea = {mines for mines in in_sea if 0 <= mines <= self.sea}
        return False if in_sea == {0} else True if in_sea == {self.sea} else None


class Products:
    """Ways of fronts multiplied in a tree, so that most factors are small.

    >>> two = Products([[1, 1], [1, 2]])
    >>> two.ways, list(two.rests([0, 1, 0]))
    ([1, 3, 2], [[2, 1], [1, 1]])
    """

    ways: Ways

    def __init__(self, factors: Sequence[Ways]) -> None:
        self._halves: tuple[Products, Products] | None = None
        if len(factors) > 1:
            middle = len(factors) // 2
            self._halves = Products(factors[:middle]), Products(factors[middle:])
            self.ways = _product(self._halves[0].ways, self._halves[1].ways)
        else:
            self.ways = factors[0] if factors else [1]
        self._count = len(factors)

    def rests(self, weights: Ways) -> Iterator[Ways]:
        """If a number of mines of all factors weighs so: what one of each factor does."""
        if self._halves:
            for half, other in (self._halves, self._halves[::-1]):
                yield from half.rests(_met(weights, other.ways, len(half.ways)))
        elif self._count:
            yield weights


def _met(weights: Ways, ways: Ways, count: int) -> Ways:
    return [sum(map(mul, ways, weights[x : x + len(ways)])) for x in range(count)]


def _ways_of_the_sea(sea: int, mines: int, count: int) -> Ways:
    """How many ways the sea has to hold `mines`, one less, and so on, up to a common factor."""
    ways = [0] * count
    first = max(0, mines - sea)  # the fewest mines in fronts that leave the sea no more than fits
    last = min(count - 1, mines)
    if first <= last:
        # C(sea, r) times r! (sea - r)! for the largest r and the largest sea - r
        ways[first] = prod(range(sea - (mines - first) + 1, sea - (mines - last) + 1))
        for x in range(first + 1, last + 1):
            left = mines - x  # from C(n, r + 1) to C(n, r)
            ways[x] = ways[x - 1] * (left + 1) // (sea - left)
    return ways


def _whole(total: int, in_sea: Ways, sea: int, mines: int) -> int:
    """A total with the common factor of the sea's ways put back."""
    if not total:
        return 0
    first = max(0, mines - sea)
    return total * comb(sea, mines - first) // in_sea[first]


def _product(a: Ways, b: Ways) -> Ways:
    product = [0] * (len(a) + len(b) - 1)
    for x, n in enumerate(a):
        if n:
            for y, m in enumerate(b, start=x):
                product[y] += n * m
    return product


def _ones(bits: int) -> list[int]:
    return [x for x in range(bits.bit_length()) if bits >> x & 1]


def _sums(a: int, b: int) -> int:
    """The set of sums of two sets of numbers, all as bits."""
    if a.bit_count() > b.bit_count():
        a, b = b, a
    total = 0
    for x in _ones(a):
        total |= b << x
    return total
