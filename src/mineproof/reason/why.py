"""Build arguments as a player would give them: from clues, not from clauses.

A clue minus its known mines says "n of these cells are mines". There are four depths of inference:

1. one clue decides cells;
2. two clues that share cells decide some;
3. a clue inside another leaves a difference, which is used like a clue;
4. a case split: under the opposite assumption, some clue could not be met.

An argument uses the lowest depth that decides a cell at each point. Every line names its premises
and its conclusions: tests check each by entailment. `words.py` turns lines into sentences.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from mineproof.base.errors import Contradiction
from mineproof.game.clues import Clue, clues, total
from mineproof.game.view import View
from mineproof.reason._cases import dead_end, disjoint
from mineproof.reason.argument import ArgumentLine, Constraint, Facts
from mineproof.reason.needed import Needed

DEEPEST = 4


class Reasoner:
    """Decides cells from clues, by the easiest inference first, and records the lines."""

    def __init__(
        self, told: Iterable[Clue], *, writes: bool = True, mines: Iterable[int] = ()
    ) -> None:
        """With `writes`, case splits are written out; otherwise only their conclusions.

        `mines` are cells that are known to be mines.
        """
        self._writes = writes
        self.facts: Facts = dict.fromkeys(mines, True)
        self.lines: list[ArgumentLine] = []
        self.depth_of: dict[int, int] = {}
        self._told = list(told)
        self._differences: dict[frozenset[int], Constraint] = {}

    def climb(self, highest: int, target: int | None = None) -> None:
        """Decide all cells that inferences up to a depth can; stop when `target` is decided."""
        for depth in range(1, highest + 1):
            while target is None or target not in self.facts:
                taken = [self._take(line, depth) for line in self._easiest(depth)]
                if not any(taken):
                    break
            if target is not None and target in self.facts:
                return

    def simplest_lines(self) -> list[ArgumentLine]:
        """Return all lines from one clue that decide cells; if none, all from two clues."""
        says = self.says()
        return self._single(says) or list(self._pair_lines(says))

    def _easiest(self, depth: int) -> list[ArgumentLine]:
        """Return the lines of the easiest inference up to `depth` that decides anything."""
        says = self.says()
        lines = self._single(says)
        if not lines and depth >= 2:
            lines = self._pairs(says)
        if not lines and depth >= 3:
            lines = self._difference(says)
        if not lines and depth >= 4:
            lines = self._all_cases(says)
        return lines

    def _take(self, line: ArgumentLine, depth: int) -> bool:
        """Record a line; return False if it tells nothing new."""
        new = tuple((cell, mine) for cell, mine in line.concludes if cell not in self.facts)
        if line.derives is not None:
            if line.derives.cells in self._differences:
                return False
            self._differences[line.derives.cells] = line.derives
        elif not new:
            return False
        self.lines.append(replace(line, concludes=new))
        for cell, mine in new:
            self.facts[cell] = mine
            self.depth_of[cell] = depth
        return True

    def says(self) -> list[Constraint]:
        """Return the constraints of clues over undecided cells, one for each set of cells."""
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
        """Return the first nested pair that decides cells; otherwise the first overlapping pair."""
        first: list[ArgumentLine] = []
        for line in self._pair_lines(says):
            if is_nested(line):
                return [line]
            first = first or [line]
        return first

    def _pair_lines(self, says: Sequence[Constraint]) -> Iterator[ArgumentLine]:
        """Yield a line for every pair that decides cells."""
        for a, b in _sharing(says):
            decided: Facts = {}
            for cells, low, high in ranges(a, b):
                if cells and (high == 0 or low == len(cells)):
                    decided |= dict.fromkeys(cells, high > 0)
            if decided:
                yield ArgumentLine(
                    "pair",
                    (a, b),
                    tuple(sorted(decided.items())),
                    tuple(sorted({*self._used(a), *self._used(b)})),
                    3 if a.derived or b.derived else 2,
                )

    # Depth 3

    def _difference(self, says: Sequence[Constraint]) -> list[ArgumentLine]:
        """Return a line with one new difference of a clue and another that contains it."""
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
        """Subtract disjoint clues from a wide mine count.

        The clues are chosen so that together they have all its mines, or all its safe cells.
        """
        for count in [one for one in says if one.is_wide_count and not one.derived]:
            others = [one for one in says if one.cells < count.cells and None not in one.sources]
            held = disjoint(others, [one.mines for one in others], count.mines) or disjoint(
                others, [one.safe for one in others], count.safe
            )
            lines: list[ArgumentLine] = []
            for one in held or []:
                lines.append(self._less(lines[-1].derives or count if lines else count, one))
            rest = lines[-1].derives.cells if lines and lines[-1].derives else frozenset()
            if rest and rest not in self._differences:  # clues that have all cells tell nothing
                return lines
        return []

    # Depth 4

    def _all_cases(self, says: Sequence[Constraint]) -> list[ArgumentLine]:
        """Return a line for every entailed cell; its opposite leads to a dead end."""
        from mineproof.counting import exact

        told = [Clue(tuple(sorted(one.cells)), one.mines, None) for one in says]
        found = exact.entailed(told)
        decided = [(cell, False) for cell in found.safe] + [(cell, True) for cell in found.mined]
        return [self._case(says, cell, mine) for cell, mine in decided]

    def _case(self, says: Sequence[Constraint], cell: int, mine: bool) -> ArgumentLine:
        if not self._writes:
            return ArgumentLine("case", (), ((cell, mine),), (), 4)
        end = dead_end(says, (cell, not mine))
        used = tuple(sorted({fact for one in end.premises for fact in self._used(one)}))
        return ArgumentLine("case", end.premises, ((cell, mine),), used, 4, otherwise=end)

    def _used(self, one: Constraint) -> tuple[int, ...]:
        """Return the decided cells that a constraint has used."""
        cells = {
            cell
            for clue in self._told
            if clue.at in one.sources
            for cell in clue.cells
            if cell in self.facts
        }
        return tuple(sorted(cells))


def is_nested(pair: ArgumentLine) -> bool:
    """Whether the cells of one clue of a pair are among those of the other."""
    a, b = pair.premises
    return a.cells < b.cells or b.cells < a.cells


def argue(view: View, found: Needed) -> list[ArgumentLine]:
    """Return the argument by which the clues of `found` decide its cell, without unused lines.

    >>> from mineproof import read
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
    """Return the lines that the verdict on a cell needs, in order."""
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
    """Return the depth of each cell that the clues decide; for `counted`, with the mine count."""
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
    """Return the pairs of constraints that share a cell."""
    by_cell: dict[int, list[int]] = {}
    for number, one in enumerate(says):
        for cell in one.cells:
            by_cell.setdefault(cell, []).append(number)
    pairs = {pair for numbers in by_cell.values() for pair in combinations(numbers, 2)}
    return [(says[a], says[b]) for a, b in sorted(pairs)]


def ranges(a: Constraint, b: Constraint) -> list[tuple[frozenset[int], int, int]]:
    """Return (cells, fewest mines, most mines) for the cells of `a` only, of both, and of `b` only.

    Raise `Contradiction` if the two cannot both hold.
    """
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
