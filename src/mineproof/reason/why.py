"""Why, in a player's words: an argument over clues, not over clauses.

A clue, less the mines that are known around it, says "n of these". One such clue may be enough; two
that share cells may; a clue within another leaves a difference that is as good as a clue; and where
none of that helps, a case is split: if it were otherwise, some clue could not be met. These are the
four depths, and an argument takes the lowest that leads on at each point.

Every line names what it rests on and what it concludes, so that each can be checked by entailment.
No words here: `words.py` tells a line in a language.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Literal

from mineproof.counting import exact
from mineproof.errors import Contradiction
from mineproof.game.clues import Clue, clues, total
from mineproof.game.game import View
from mineproof.reason.needed import Needed

DEEPEST = 4
MANY = 20
"""Beyond so many cells the mine count is not compared with every set of clues: there are too many.
One set is looked for: clues that share no cell and hold all its mines, or all its safe cells."""
_MOST_SETS = 20_000  # sets of clues that are tried for that
_MOST_CASES = 64  # more are not written down: nobody would read them
Facts = dict[int, bool]
"""Cells that are established: True for a mine."""


@dataclass(frozen=True)
class Constraint:
    """Exactly `mines` of `cells` are mines: a clue less its known mines, or a difference of two."""

    cells: frozenset[int]
    mines: int
    sources: tuple[int | None, ...]
    """The opened cells it rests on; None stands for the mine count."""
    known: tuple[int, ...] = ()
    """Established mines that were counted off."""
    told: int = 0
    """The number that the opened cell shows."""

    @property
    def safe(self) -> int:
        """How many of the cells are safe."""
        return len(self.cells) - self.mines

    @property
    def derived(self) -> bool:
        return len(self.sources) > 1

    @property
    def is_wide_count(self) -> bool:
        """Whether it is the mine count, or what clues leave of it, over many cells."""
        return None in self.sources and len(self.cells) > MANY


@dataclass(frozen=True)
class DeadEnd:
    """How an assumption leads some clue to where it cannot be met."""

    assumed: tuple[int, bool]
    """A cell: True for a mine."""
    forced: tuple[tuple[Constraint, tuple[int, ...], bool], ...]
    """What single clues make of other cells thereby, in order."""
    broken: Constraint | None = None
    """The clue that cannot be met; None where a case has to be split again."""
    too_many: bool = False
    """Whether it has too many mines, or too few."""
    cases: tuple["DeadEnd", ...] = ()
    demand: "Demand | None" = None
    """What `broken`, the mine count, cannot meet."""
    counted: tuple[Constraint, ...] = ()
    """Clues that no layout fits any more, where the cases are too many to be written down."""

    @property
    def premises(self) -> tuple[Constraint, ...]:
        own = [one for one, _, _ in self.forced] + ([self.broken] if self.broken else [])
        own += [*(self.demand.clues if self.demand else ()), *self.counted]
        return (*own, *(one for case in self.cases for one in case.premises))


@dataclass(frozen=True)
class Demand:
    """Clues that share no cell and together need more mines, or safe cells, than are left."""

    clues: tuple[Constraint, ...]
    mines: bool
    needed: int
    left: int


Rule = Literal["single", "pair", "difference", "case"]


@dataclass(frozen=True)
class ArgumentLine:
    """One sentence of an argument."""

    rule: Rule
    premises: tuple[Constraint, ...]
    concludes: tuple[tuple[int, bool], ...]
    """Cells it decides: True for a mine. Empty for a line that only prepares another."""
    uses: tuple[int, ...]
    """Established cells it counts on."""
    depth: int
    derives: Constraint | None = None
    otherwise: DeadEnd | None = None
    """For a case: where the opposite leads."""


class Reasoner:
    """Works through clues, easiest inference first, and remembers the lines."""

    def __init__(self, told: Iterable[Clue], *, writes: bool = True) -> None:
        """`writes`: whether cases are written down, or only what they decide."""
        self._writes = writes
        self.facts: Facts = {}
        self.lines: list[ArgumentLine] = []
        self.depth_of: dict[int, int] = {}
        self._told = list(told)
        self._differences: dict[frozenset[int], Constraint] = {}

    def climb(self, highest: int, target: int | None = None) -> None:
        """Decide all that inferences up to a depth can, or stop when the target is decided."""
        for depth in range(1, highest + 1):
            while target is None or target not in self.facts:
                lines = self._easiest(depth)
                if not lines:
                    break
                for line in lines:
                    self._take(line, depth)
            if target is not None and target in self.facts:
                return

    def _easiest(self, depth: int) -> list[ArgumentLine]:
        """What the easiest inference that still leads anywhere concludes."""
        says = self.says()
        lines = self._single(says)
        if not lines and depth >= 2:
            lines = self._pairs(says)
        if not lines and depth >= 3:
            lines = self._difference(says)
        if not lines and depth >= 4:
            lines = self._all_cases(says)
        return lines

    def _take(self, line: ArgumentLine, depth: int) -> None:
        new = tuple((cell, mine) for cell, mine in line.concludes if cell not in self.facts)
        if line.derives is not None:
            self._differences[line.derives.cells] = line.derives
        elif not new:
            return
        self.lines.append(replace(line, concludes=new))
        for cell, mine in new:
            self.facts[cell] = mine
            self.depth_of[cell] = depth

    def says(self) -> list[Constraint]:
        """What the clues say of undecided cells, each set of cells once."""
        found: dict[frozenset[int], Constraint] = {}
        for clue in self._told:
            left = frozenset(cell for cell in clue.cells if cell not in self.facts)
            if left:
                known = tuple(cell for cell in clue.cells if self.facts.get(cell))
                one = Constraint(left, clue.mines - len(known), (clue.at,), known, clue.mines)
                found.setdefault(left, one)
        for old in self._differences.values():
            if not any(cell in self.facts for cell in old.cells):
                found.setdefault(old.cells, old)
        return list(found.values())

    # Depth 1

    def _single(self, says: Sequence[Constraint]) -> list[ArgumentLine]:
        return [
            ArgumentLine(
                "single",
                (one,),
                tuple((cell, one.mines > 0) for cell in sorted(one.cells)),
                self._used(one),
                1 if not one.derived else 3,
            )
            for one in says
            if one.mines in (0, len(one.cells))
        ]

    # Depth 2

    def _pairs(self, says: Sequence[Constraint]) -> list[ArgumentLine]:
        """The first pair that decides anything; a nested pair before one that only overlaps."""
        lines = []
        for a, b in _sharing(says):
            regions = ranges(a, b)
            decided: Facts = {}
            for cells, low, high in regions:
                if cells and (high == 0 or low == len(cells)):
                    decided |= dict.fromkeys(cells, high > 0)
            if decided:
                nested = a.cells < b.cells or b.cells < a.cells
                line = ArgumentLine(
                    "pair",
                    (a, b),
                    tuple(sorted(decided.items())),
                    tuple(sorted({*self._used(a), *self._used(b)})),
                    3 if a.derived or b.derived else 2,
                )
                if nested:
                    return [line]
                lines.append(line)
        return lines[:1]

    # Depth 3

    def _difference(self, says: Sequence[Constraint]) -> list[ArgumentLine]:
        """What a clue leaves of another that contains it; one new difference at a time."""
        for a, b in _sharing([one for one in says if not one.is_wide_count]):
            small, large = (a, b) if a.cells < b.cells else (b, a)
            if not small.cells < large.cells:
                continue
            rest = large.cells - small.cells
            if rest not in self._differences and not any(one.cells == rest for one in says):
                return [self._less(large, small)]
        return self._less_all_others(says)

    def _less(self, large: Constraint, small: Constraint) -> ArgumentLine:
        new = Constraint(
            large.cells - small.cells,
            large.mines - small.mines,
            tuple(dict.fromkeys((*large.sources, *small.sources))),
        )
        used = tuple(sorted({*self._used(small), *self._used(large)}))
        return ArgumentLine("difference", (large, small), (), used, 3, new)

    def _less_all_others(self, says: Sequence[Constraint]) -> list[ArgumentLine]:
        """What clues leave of a wide mine count that have all its mines, or all its safe cells."""
        for count in [one for one in says if one.is_wide_count and not one.derived]:
            others = [one for one in says if one.cells < count.cells and None not in one.sources]
            held = disjoint(others, [one.mines for one in others], count.mines) or disjoint(
                others, [one.safe for one in others], count.safe
            )
            lines: list[ArgumentLine] = []
            for one in held or []:
                lines.append(self._less(lines[-1].derives or count if lines else count, one))
            if lines and lines[-1].derives and lines[-1].derives.cells not in self._differences:
                return lines
        return []

    # Depth 4

    def _all_cases(self, says: Sequence[Constraint]) -> list[ArgumentLine]:
        """Everything entailed, each cell by leading its opposite into a dead end."""
        told = [Clue(tuple(sorted(one.cells)), one.mines, None) for one in says]
        found = exact.entailed(told)
        decided = [(cell, False) for cell in found.safe] + [(cell, True) for cell in found.mined]
        return [self._case(says, cell, mine) for cell, mine in decided]

    def _case(self, says: Sequence[Constraint], cell: int, mine: bool) -> ArgumentLine:
        if not self._writes:
            return ArgumentLine("case", (), ((cell, mine),), (), 4)
        end = _dead_end(says, (cell, not mine))
        used = tuple(sorted({fact for one in end.premises for fact in self._used(one)}))
        return ArgumentLine("case", end.premises, ((cell, mine),), used, 4, otherwise=end)

    def _used(self, one: Constraint) -> tuple[int, ...]:
        """Established cells that stand behind what a clue says now."""
        cells = {
            cell
            for clue in self._told
            if clue.at in one.sources
            for cell in clue.cells
            if cell in self.facts
        }
        return tuple(sorted(cells))


def argue(view: View, found: Needed) -> list[ArgumentLine]:
    """The argument that the clues of `found` decide its cell, and no line that it can do without.

    >>> from mineproof.game.formats import read
    >>> from mineproof.reason.needed import needed
    >>> view = read("1 1 1 / # # #", mines=1)
    >>> [(line.rule, line.concludes) for line in argue(view, needed(view, 5, mine=False))]
    [('pair', ((5, False),))]
    """
    told = list(found.clues)
    if found.uses_count:
        told.append(total(view))
    reasoner = Reasoner(told)
    reasoner.climb(DEEPEST, found.cell)
    return needed_lines(reasoner.lines, found.cell)


def needed_lines(lines: list[ArgumentLine], cell: int) -> list[ArgumentLine]:
    """The lines that the verdict on a cell rests on, in order."""
    wanted, kept = {cell}, []
    sets: set[frozenset[int]] = set()
    for line in reversed(lines):
        derives = line.derives.cells if line.derives else None
        if derives in sets or wanted.intersection(c for c, _ in line.concludes):
            kept.append(line)
            wanted.update(line.uses)
            sets.update(one.cells for one in line.premises if one.derived)
    kept.reverse()
    return kept


def depths(view: View, cells: Iterable[int], *, counted: Iterable[int] = ()) -> dict[int, int]:
    """The depth of each cell that the clues decide; of those in `counted`, with the mine count."""
    told = [clue for clue in clues(view) if clue.cells]
    alone = Reasoner(told, writes=False)
    alone.climb(DEEPEST)
    found = {cell: alone.depth_of[cell] for cell in cells if cell in alone.depth_of}
    late = [cell for cell in counted if cell not in found]
    if late:
        together = Reasoner([*told, total(view)], writes=False)
        together.climb(DEEPEST)
        found |= {cell: together.depth_of[cell] for cell in late if cell in together.depth_of}
    return found


def _sharing(says: Sequence[Constraint]) -> list[tuple[Constraint, Constraint]]:
    """Pairs that share a cell."""
    by_cell: dict[int, list[int]] = {}
    for number, one in enumerate(says):
        for cell in one.cells:
            by_cell.setdefault(cell, []).append(number)
    pairs = {pair for numbers in by_cell.values() for pair in combinations(numbers, 2)}
    return [(says[a], says[b]) for a, b in sorted(pairs)]


def disjoint(
    says: Sequence[Constraint], worth: Sequence[int], wanted: int
) -> list[Constraint] | None:
    """Clues that share no cell and are worth at least so much together; None if none were found."""
    ranked = sorted(zip(says, worth, strict=True), key=lambda one: -one[1] / len(one[0].cells))
    tried = 0

    def search(free: list[tuple[Constraint, int]], wanted: int) -> list[Constraint] | None:
        nonlocal tried
        if wanted <= 0:
            return []
        left = sum(value for _, value in free)
        for at, (one, value) in enumerate(free):
            if left < wanted or tried == _MOST_SETS:
                return None
            tried += 1
            apart = [other for other in free[at + 1 :] if not other[0].cells & one.cells]
            rest = search(apart, wanted - value)
            if rest is not None:
                return [one, *rest]
            left -= value
        return None

    return search([one for one in ranked if one[1]], wanted)


def ranges(a: Constraint, b: Constraint) -> list[tuple[frozenset[int], int, int]]:
    """How many mines the cells of `a` alone, of both, and of `b` alone can hold."""
    only_a, both, only_b = a.cells - b.cells, a.cells & b.cells, b.cells - a.cells
    low = max(0, a.mines - len(only_a), b.mines - len(only_b))
    high = min(len(both), a.mines, b.mines)
    if low > high:
        raise Contradiction("two clues clash")
    return [
        (only_a, a.mines - high, a.mines - low),
        (both, low, high),
        (only_b, b.mines - high, b.mines - low),
    ]


class _TooManyCases(Exception):
    """More cases than are written down."""


def _dead_end(says: Sequence[Constraint], assumed: tuple[int, bool]) -> DeadEnd:
    """Where an assumption ends, splitting again where single clues do not get there."""
    try:
        return _follow(says, assumed, {}, [_MOST_CASES])
    except _TooManyCases:
        return DeadEnd(assumed, (), counted=tuple(says))


def _follow(
    says: Sequence[Constraint], assumed: tuple[int, bool], known: Facts, cases_left: list[int]
) -> DeadEnd:
    facts = {**known, assumed[0]: assumed[1]}
    forced: list[tuple[Constraint, tuple[int, ...], bool]] = []
    moved = True
    while moved:
        moved = False
        for one in says:
            left = tuple(cell for cell in sorted(one.cells) if cell not in facts)
            need = one.mines - sum(facts.get(cell, False) for cell in one.cells)
            if need < 0 or need > len(left):
                return DeadEnd(assumed, tuple(forced), one, need < 0)
            if left and need in (0, len(left)):
                facts |= dict.fromkeys(left, need > 0)
                forced.append((one, left, need > 0))
                moved = True
    for count in [one for one in says if one.is_wide_count]:
        demand = _demand(says, count, facts)
        if demand:
            return DeadEnd(assumed, tuple(forced), count, demand=demand)
    cases_left[0] -= 2
    if cases_left[0] < 0:
        raise _TooManyCases
    cell = next(c for one in says for c in sorted(one.cells) if c not in facts)
    cases = tuple(_follow(says, (cell, mine), facts, cases_left) for mine in (True, False))
    return DeadEnd(assumed, tuple(forced), cases=cases)


def _demand(says: Sequence[Constraint], count: Constraint, facts: Facts) -> Demand | None:
    """Clues whose needs the mine count cannot meet, given facts; None if none were found."""

    def left_of(one: Constraint) -> Constraint:
        cells = frozenset(cell for cell in one.cells if cell not in facts)
        return replace(
            one, cells=cells, mines=one.mines - sum(facts.get(cell, False) for cell in one.cells)
        )

    told = [one for one in says if not one.derived and None not in one.sources]
    by_source = {one.sources: one for one in told}
    others = [one for one in map(left_of, told) if one.cells]
    whole = left_of(count)
    for mines, needs, left in (
        (True, [one.mines for one in others], whole.mines),
        (False, [one.safe for one in others], whole.safe),
    ):
        found = disjoint(others, needs, left + 1)
        if found:
            needed = sum(one.mines if mines else one.safe for one in found)
            return Demand(tuple(by_source[one.sources] for one in found), mines, needed, left)
    return None
