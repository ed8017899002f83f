"""Find the fewest clues that decide a cell.

A SAT solver finds which clues a verdict needs, and whether it needs the mine count. Every clue has
a switch (a selector variable). A set of clues suffices if no layout fits with exactly these clues
switched on and the verdict denied.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from mineproof.game.clues import Clue, clues, numbers_by_cell
from mineproof.game.view import View
from mineproof.logic.cardinality import exactly
from mineproof.logic.counter import Counter
from mineproof.logic.sat import deferred_interrupts, new_solver, solve
from mineproof.proof.clause import Clause
from mineproof.reason.symbols import var, variables

CHEAP = 60
"""Up to this number of clues, a smallest set is searched for; above it, a minimal set."""


@dataclass(frozen=True)
class Needed:
    """Clues that decide a cell, of which none can be left out."""

    cell: int
    mine: bool
    clues: list[Clue]
    uses_count: bool
    smallest: bool
    """Whether no smaller set decides the cell; otherwise the set is only minimal."""


class Question:
    """Asks a SAT solver whether sets of clues decide a cell. A clue is its number in `clues`.

    With `counted`, the sets may include the mine count. Call `close` at the end.
    """

    def __init__(self, view: View, told: Sequence[Clue], cell: int, *, counted: bool) -> None:
        self.view = view
        self.clues = told
        self.cell = cell
        self.listed = sorted({cell}.union(*(clue.cells for clue in told)))
        cells = view.board.cells
        self._switches = [cells + 1 + number for number in range(len(told))]
        self._count_switch = cells + len(told) + 1
        self.hard: list[Clause] = []
        for clue, switch in zip(told, self._switches, strict=True):
            found = exactly(clue.mines, variables(clue.cells), held=len(self.hard))
            self.hard += [clause | {-switch} for clause in found]
        if counted:
            self.hard += self._count()
        self._solver = new_solver("glucose4", [sorted(c) for c in self.hard])

    def _count(self) -> list[Clause]:
        counter, ends = count_clauses(self.view, self.listed, self._count_switch + 1)
        return [
            clause | {-self._count_switch} if clause in ends else clause
            for clause in counter.clauses
        ]

    def decides(self, numbers: Iterable[int], *, counted: bool, mine: bool) -> bool:
        """Return whether some clues, and the mine count if `counted`, prove the verdict."""
        return not solve(self._solver, self._assumptions(numbers, counted, mine))

    def _assumptions(self, numbers: Iterable[int], counted: bool, mine: bool) -> list[int]:
        switches = [self._switches[number] for number in numbers]
        count = [self._count_switch] if counted else []
        return [*switches, *count, -var(self.cell) if mine else var(self.cell)]

    def core(self, *, counted: bool, mine: bool) -> list[int] | None:
        """Return some clues that decide the cell, as the solver finds them; None if all do not."""
        every = range(len(self.clues))
        if not self.decides(every, counted=counted, mine=mine):
            return None
        used = set(self._solver.get_core() or [])
        return [number for number in every if self._switches[number] in used]

    def close(self) -> None:
        """Free the solver."""
        self._solver.delete()


def needed(view: View, cell: int, *, mine: bool) -> Needed:
    """Return the fewest clues that decide a cell, with the mine count only if it is necessary.

    Raise `ValueError` if the cell is not certain.

    >>> from mineproof import read
    >>> found = needed(read("1 1 1 / # # #", mines=1), 3, mine=False)
    >>> [clue.at for clue in found.clues], found.uses_count
    ([1, 2], False)
    """
    told = [clue for clue in clues(view) if clue.cells]
    single = _single(told, cell, mine)
    if single is not None:
        return Needed(cell, mine, [single], uses_count=False, smallest=True)
    # First the clues alone: only those linked to the cell matter. Then all clues and the count.
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
    """Return a clue that decides the cell alone; None if there is none."""
    for clue in told:
        if cell in clue.cells and clue.mines == (len(clue.cells) if mine else 0):
            return clue
    return None


def linked(told: Sequence[Clue], cell: int) -> list[Clue]:
    """Return the clues that are linked to the cell through shared cells, in their old order."""
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
    """Return a minimal set: try to leave out each clue, the furthest from the cell first."""
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
    """Return a smallest set of clues; None if the search would take long."""
    if len(chosen) <= 1:
        return chosen  # it is minimal, so the empty set does not decide the cell
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
    with deferred_interrupts(), OptUx(formula) as search:
        found: list[int] = search.compute()
    return sorted(number - 1 for number in found)


def count_clauses(
    view: View, listed: Sequence[int], first_helper: int
) -> tuple[Counter, set[Clause]]:
    """Return clauses for the mine count over the hidden cells `listed`; the others are free.

    Also return which clauses state a number: at most two. The rest define helper variables.
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
