"""Count how many layouts fit, and in how many of them each cell is a mine: exact, in integers.

The plain engine uses this module, and tests compare the compiled engine with it. `layers.py` counts
one front; here the numbers of ways of fronts and sea are multiplied, given the mine count.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import comb, prod
from operator import mul

from mineproof.base.errors import Contradiction, TooWide
from mineproof.counting.fronts import fronts, reduce
from mineproof.counting.layers import Layers, Ways
from mineproof.game.clues import Clue

MOST_IN_ALL = 1_000_000
"""The largest number of nodes in all fronts together; the limit is 4 a cell if that is more."""


@dataclass(frozen=True)
class Certain:
    """The cells that are certain. `sea` is the verdict for all cells that touch no clue."""

    safe: list[int]
    mined: list[int]
    sea: bool | None
    """True: all are mines; False: all are safe; None: undecided, or there is no sea."""


@dataclass(frozen=True)
class Counted:
    """The number of layouts, and the share of them in which each cell is a mine."""

    layouts: int
    shares: list[tuple[tuple[int, ...], Fraction]]
    """Groups of cells that touch the same clues, each with the share of every cell in it."""
    sea: Fraction
    """The share of each cell of the sea; 0 if there is none."""

    def odds(self) -> dict[int, Fraction]:
        """Return the odds of every cell that touches a clue."""
        return {cell: share for cells, share in self.shares for cell in cells}


def certain(clues: Sequence[Clue], sea: int, mines: int) -> Certain:
    """Return the cells that the clues and the mine count decide.

    Raise `Contradiction` if no layout fits.

    >>> certain([Clue((1, 2), 1, 7), Clue((1, 2, 3), 1, 8)], sea=2, mines=2).safe
    [3]
    """
    return _Prepared(clues, sea, mines).certain()


def entailed(clues: Sequence[Clue]) -> Certain:
    """Return the cells that the clues decide without the mine count.

    Raise `Contradiction` if no layout fits.

    >>> entailed([Clue((1, 2), 1, 7), Clue((1, 2, 3), 1, 8)]).safe
    [3]
    """
    return _Prepared(clues, 0, 0).entailed()


def count(clues: Sequence[Clue], sea: int, mines: int) -> Counted:
    """Return the exact number of layouts and the odds of every cell.

    Raise `Contradiction` if no layout fits. The example is that of report A.

    >>> found = count([Clue((1, 2), 1, 0), Clue((1, 3), 1, 0), Clue((3, 4, 5, 6), 1, 0)], 0, 2)
    >>> found.layouts, str(found.odds()[1]), str(found.odds()[2])
    (4, '3/4', '1/4')
    """
    return _Prepared(clues, sea, mines).count()


def analyse(clues: Sequence[Clue], sea: int, mines: int) -> tuple[Certain, Counted]:
    """Return `certain` and `count` of one position, whose clues are prepared only once."""
    position = _Prepared(clues, sea, mines)
    return position.certain(), position.count()


class _Prepared:
    """A position whose clues are reduced and split into fronts."""

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
    """Return the fewest and the most mines in the cells of some clues; None if they contradict."""
    try:
        position = _Prepared(clues, 0, 0)
    except Contradiction:
        return None
    known, parts = len(position.reduced.mined), position.fronts.parts
    return known + sum(part.least for part in parts), known + sum(part.most for part in parts)


def join(ways: Sequence[tuple[int, Ways]], sea: int, mines: int) -> int:
    """Return the number of layouts, given (fewest mines, ways from there on) of each front.

    >>> join([(1, [2, 1]), (0, [1])], sea=1, mines=2)
    3
    """
    left = mines - sum(fewest for fewest, _ in ways)
    everything = Products([front for _, front in ways]).ways
    in_sea = _ways_of_the_sea(sea, left, len(everything))
    return _whole(sum(map(mul, everything, in_sea)), in_sea, sea, left)


@dataclass(frozen=True)
class Weighed:
    """Sums over all layouts: of 1, of the mines in each group, and of the mines in the sea.

    A common factor of these sums is left out: with a sea of a million cells it would have a hundred
    thousand digits. `layouts` returns the number of layouts with that factor.
    """

    total: int
    mined_in: list[tuple[tuple[int, ...], int]]
    mines_in_sea: int
    layouts: Callable[[], int]


class Fronts:
    """All fronts of a position with its sea and its mine count."""

    def __init__(self, parts: "Iterable[Layers]", sea: int, mines: int, cells: int) -> None:
        """`cells` is the number of cells of the board, or of all fronts and the sea.

        Raise `TooWide` if the fronts have too many nodes together.
        """
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
        """Return the cells that the clues and the mine count decide."""
        safe: list[int] = []
        mined: list[int] = []
        least = sum(part.least for part in self.parts)
        most = sum(part.most for part in self.parts)
        if self.mines - self.sea <= least and most <= self.mines:
            # The sea can hold the other mines in every case: the mine count decides nothing here.
            alone = self.entailed()
            safe, mined = alone.safe, alone.mined
        else:
            for part, totals in zip(self.parts, self._allowed_totals(), strict=True):
                part.decide(totals, safe, mined)
        return Certain(safe, mined, self._sea_verdict(least, most))

    def entailed(self) -> Certain:
        """Return the cells that the clues decide without the mine count."""
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
        """Return for each front its possible mine counts, as bits, given all fronts and the sea.

        Raise `Contradiction` if there are none.
        """
        totals = [part.totals() for part in self.parts]
        before = [1]
        for bits in totals:
            before.append(_sums(before[-1], bits))
        fewest = max(0, self.mines - self.sea)
        # Bit x: with x mines in the fronts up to this one, the later fronts and the sea can hold
        # the rest.
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
            return None  # in every case the sea has a mine and a safe cell
        total = 1
        for part in self.parts:
            total = _sums(total, part.totals())
        in_sea = {self.mines - x for x in _ones(total)}
        in_sea = {mines for mines in in_sea if 0 <= mines <= self.sea}
        return False if in_sea == {0} else True if in_sea == {self.sea} else None


class Products:
    """The product of the ways of several fronts, as a tree: most multiplications are small.

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
        """Yield the weights of each factor's mine counts, given `weights` of the total mine count.

        The weight of a count is summed over all ways of the other factors.
        """
        if self._halves:
            for half, other in (self._halves, self._halves[::-1]):
                yield from half.rests(_met(weights, other.ways, len(half.ways)))
        elif self._count:
            yield weights


def _met(weights: Ways, ways: Ways, count: int) -> Ways:
    return [sum(map(mul, ways, weights[x : x + len(ways)])) for x in range(count)]


def _ways_of_the_sea(sea: int, mines: int, count: int) -> Ways:
    """Return the number of ways to put `mines`, `mines` - 1, … mines into the sea.

    All are scaled by the same factor.
    """
    ways = [0] * count
    first = max(0, mines - sea)  # the fewest mines in the fronts: the sea must hold the others
    last = min(count - 1, mines)
    if first <= last:
        # C(sea, r) times r! (sea - r)! for the largest r and the largest sea - r
        ways[first] = prod(range(sea - (mines - first) + 1, sea - (mines - last) + 1))
        for x in range(first + 1, last + 1):
            left = mines - x  # from C(n, r + 1) to C(n, r)
            ways[x] = ways[x - 1] * (left + 1) // (sea - left)
    return ways


def _whole(total: int, in_sea: Ways, sea: int, mines: int) -> int:
    """Undo the scaling of `_ways_of_the_sea` for a total."""
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
    """Return the sums of a number of `a` and a number of `b`; all three are sets as bits."""
    if a.bit_count() > b.bit_count():
        a, b = b, a
    total = 0
    for x in _ones(a):
        total |= b << x
    return total
