"""The fewest clues that decide a cell.

A cell's verdict rests on some clues, and perhaps on the number of mines. Which ones is asked of a
SAT solver: every clue has a switch, and a set of clues suffices if, with just these switched on and
the verdict denied, nothing fits.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from mineproof.counting.fronts import numbers_by_cell
from mineproof.game.clues import Clue, clues
from mineproof.game.game import View
from mineproof.logic.cardinality import exactly
from mineproof.logic.counter import Counter
from mineproof.proof.clause import Clause
from mineproof.reason.symbols import var, variables

CHEAP = 60
"""Up to so many clues the smallest set of all is looked for; beyond, one with none needless."""


@dataclass(frozen=True)
class Needed:
    """Clues that decide a cell, none of them needless."""

    cell: int
    mine: bool
    clues: list[Clue]
    uses_count: bool
    smallest: bool
    """No smaller set would do (else: none of these can be left out)."""


class Question:
    """Does a set of clues decide a cell? Clues are asked about by their number in `clues`.

    With `counted`, the number of mines may be asked about too.
    """

    def __init__(self, view: View, told: Sequence[Clue], cell: int, *, counted: bool) -> None:
        from pysat.solvers import Solver

        self.view = view
        self.clues = told
        self.cell = cell
        self.listed = sorted({cell}.union(*(clue.cells for clue in told)))
        cells = view.board.cells
        self._switches = [cells + 1 + number for number in range(len(told))]
        self._count_switch = cells + len(told) + 1
        self.hard: list[Clause] = [
            clause | {-switch}
            for clue, switch in zip(told, self._switches, strict=True)
            for clause in exactly(clue.mines, variables(clue.cells))
        ]
        if counted:
            self.hard += self._count()
        self._solver = Solver(name="glucose4", bootstrap_with=[sorted(c) for c in self.hard])

    def _count(self) -> list[Clause]:
        counter, ends = count_clauses(self.view, self.listed, self._count_switch + 1)
        return [
            clause | {-self._count_switch} if clause in ends else clause
            for clause in counter.clauses
        ]

    def decides(self, numbers: Iterable[int], *, counted: bool, mine: bool) -> bool:
        return not self._solver.solve(assumptions=self._assumptions(numbers, counted, mine))

    def _assumptions(self, numbers: Iterable[int], counted: bool, mine: bool) -> list[int]:
        switches = [self._switches[number] for number in numbers]
        count = [self._count_switch] if counted else []
        return [*switches, *count, -var(self.cell) if mine else var(self.cell)]

    def core(self, *, counted: bool, mine: bool) -> list[int] | None:
        """Some clues that decide the cell, as the solver finds them; None if even all do not."""
        every = range(len(self.clues))
        if not self.decides(every, counted=counted, mine=mine):
            return None
        used = set(self._solver.get_core() or [])
        return [number for number in every if self._switches[number] in used]

    def close(self) -> None:
        self._solver.delete()


def needed(view: View, cell: int, *, mine: bool) -> Needed:
    """The fewest clues that decide a cell which is certain; the mine count only if they must.

    >>> from mineproof.game.formats import read
    >>> found = needed(read("1 1 1 / # # #", mines=1), 3, mine=False)
    >>> [clue.at for clue in found.clues], found.uses_count
    ([1, 2], False)
    """
    told = [clue for clue in clues(view) if clue.cells]
    single = _single(told, cell, mine)
    if single is not None:
        return Needed(cell, mine, [single], uses_count=False, smallest=True)
    # The clues alone, of which only those linked to the cell can matter; then the count as well.
    for counted in (False, True):
        asked = told if counted else linked(told, cell)
        question = Question(view, asked, cell, counted=counted)
        try:
            core = question.core(counted=counted, mine=mine)
            if core is not None:
                chosen = _minimal(question, core, counted=counted, mine=mine)
                best = _smallest(question, chosen, counted=counted, mine=mine)
                found = [asked[number] for number in (chosen if best is None else best)]
                return Needed(cell, mine, found, counted, best is not None)
        finally:
            question.close()
    raise ValueError(f"{view.board.name(cell)} is not certain")


def _single(told: Sequence[Clue], cell: int, mine: bool) -> Clue | None:
    """A clue that decides the cell by itself."""
    for clue in told:
        if cell in clue.cells and clue.mines == (len(clue.cells) if mine else 0):
            return clue
    return None


def linked(told: Sequence[Clue], cell: int) -> list[Clue]:
    """The clues that reach the cell by way of shared cells, in their old order."""
    clues_of = numbers_by_cell(told)
    seen, queue = set[int](), [cell]
    met = {cell}
    for here in queue:
        for number in clues_of.get(here, ()):
            if number not in seen:
                seen.add(number)
                fresh = [there for there in told[number].cells if there not in met]
                met.update(fresh)
                queue += fresh
    return [told[number] for number in sorted(seen)]


def _minimal(question: Question, core: list[int], *, counted: bool, mine: bool) -> list[int]:
    """Leave out what can be left out, the clues furthest from the cell first."""
    board = question.view.board
    row, col = divmod(question.cell, board.cols)

    def distance(number: int) -> int:
        there = divmod(question.clues[number].at or 0, board.cols)
        return max(abs(there[0] - row), abs(there[1] - col))

    kept = sorted(core, key=distance)
    for number in sorted(core, key=distance, reverse=True):
        fewer = [other for other in kept if other != number]
        if question.decides(fewer, counted=counted, mine=mine):
            kept = fewer
    return sorted(kept)


def _smallest(
    question: Question, chosen: list[int], *, counted: bool, mine: bool
) -> list[int] | None:
    """A smallest set of all, or None if looking for one would take long."""
    if len(chosen) <= 1:
        return chosen  # what none decides, no fewer than one can
    singles = (
        [number]
        for number in range(len(question.clues))
        if question.decides([number], counted=counted, mine=mine)
    )
    single = next(singles, None)
    if single is not None or len(chosen) == 2:
        return single or chosen
    if len(question.clues) > CHEAP:
        return None
    return _by_optux(question, counted=counted, mine=mine)


def _by_optux(question: Question, *, counted: bool, mine: bool) -> list[int]:
    from pysat.examples.optux import OptUx
    from pysat.formula import WCNF

    formula = WCNF()
    for clause in question.hard:
        formula.append(sorted(clause))
    for lit in question._assumptions((), counted, mine):
        formula.append([lit])
    for switch in question._switches:
        formula.append([switch], weight=1)
    with OptUx(formula) as search:
        found: list[int] = search.compute()
    return sorted(number - 1 for number in found)


def count_clauses(
    view: View, listed: Sequence[int], first_helper: int
) -> tuple[Counter, set[Clause]]:
    """The number of mines as a count over some hidden cells, the others holding any number.

    Returns the clauses and, among them, the two that say how many: all the rest are definitions.
    """
    others = len(view.hidden) - len(listed)
    counter = Counter(variables(listed), first_helper)
    ends: set[Clause] = set()
    if len(listed) > view.mines:
        counter.at_most(view.mines)
        ends.add(counter.clauses[-1])
    if view.mines - others > 0:
        counter.at_least(view.mines - others)
        ends.add(counter.clauses[-1])
    return counter, ends
