"""The strategies that resolve clauses: the assignment, the four reports, and our own.

Where the assignment leaves a number open, this module names the chosen number. Where the reports
leave something open:

- `consuming` adds the mine count over the unmarked cells.
- `rebuild`: the short clauses of a pass are those held at its start, and the clauses that they
  replace are those held at that moment. So 50 games insert 1,695 clauses on average where report D
  counted 1,766 (9x9, 10 mines), and 3,030 where it counted 3,060 (16 mines). With both sets fixed
  at the start of the pass it is more than twice that. It opens the cells that its rule of the last
  mine declares safe, which the original only counts; nothing is deduced from their clues.
- `two-literal` takes the newest unit first and tests shortened clauses for subsumption; the
  original does not. This can change which round is idle, but not what follows.

`saturate` delays clues until all of them are units or nothing else is left to do. On hard boards
this avoids two thirds of the clauses that `assignment` inserts (1,285 against 3,919 a completed
game, 100 boards) in less than half of the time. The fixed point is the same: a late clue gives the
clauses of the early one with the units resolved in.
"""

from collections.abc import Callable
from math import inf

from mineproof.game.clues import clue_at
from mineproof.game.picture import HIDDEN
from mineproof.game.view import View
from mineproof.logic.cardinality import exactly
from mineproof.logic.historic import ConsumingBase, Rank, clause_rank, replace_longer
from mineproof.logic.kb import ClauseStore, KnowledgeBase
from mineproof.logic.matching import Rounds, Saturation
from mineproof.play.context import DEFAULT_COUNT_LIMIT, Context, Moves
from mineproof.play.player import MINE, SAFE, Move
from mineproof.proof.clause import Clause
from mineproof.reason.symbols import cell_of, var, variables

MOST_IDLE_ROUNDS = 10  # idle rounds of a whole game after which `two-literal` gives up
IDLE = 6  # idle rounds after which `consuming` uses the mine count, and then gives up


def _marks(kb: KnowledgeBase, learn: Callable[[int], None]) -> Moves:
    """Take all units: mark each cell, then call `learn` with the result."""
    while (lit := kb.take()) is not None:
        yield Move(cell_of(lit), MINE if lit > 0 else SAFE)
        learn(lit)


def _begin(context: Context, view: View) -> KnowledgeBase:
    kb = context.new_base()
    for cell in view.initial:
        kb.tell({-var(cell)}, source=cell)
    return kb


def _tell_clue(kb: KnowledgeBase, view: View, lit: int) -> None:
    """Add the clue of a cell that has just been opened to the knowledge base.

    In a position without its layout, a cell that is proved safe stays hidden.
    """
    if lit < 0 and view.cells[cell_of(lit)] >= 0:
        clue = clue_at(view, cell_of(lit))
        kb.tell_exactly(clue.mines, variables(clue.cells), source=clue.at)


def _tell_count(kb: KnowledgeBase, view: View, limit: int) -> bool:
    """Add the mine count to the knowledge base, if at most `limit` cells are unmarked."""
    if not 0 < view.board.cells - len(kb.facts) <= limit:
        return False
    kb.tell_exactly(view.mines, variables(view.hidden))
    return True


def assignment(context: Context, view: View) -> Moves:
    """Yield the moves of `assignment`: units, then rounds over pairs, then the mine count."""
    kb = _begin(context, view)
    limit = inf if context.idle_limit == "unlimited" else context.idle_limit
    matching, counted, idle, marked = Rounds(kb), False, 0, 0
    while True:
        yield from _marks(kb, lambda lit: _tell_clue(kb, view, lit))
        if not counted and _tell_count(kb, view, context.count_limit):
            counted = True
            continue
        idle = idle + 1 if marked == kb.counters.units else 1
        marked = kb.counters.units
        if idle > limit or not matching.round():
            return


def saturate(context: Context, view: View) -> Moves:
    """Apply the assignment's rule until it adds nothing."""
    return saturate_then(context, view, lambda kb: False)  # noqa: ARG005 (nothing more is tried)


def saturate_then(context: Context, view: View, stuck: Callable[[KnowledgeBase], bool]) -> Moves:
    """Saturate; whenever nothing more follows, `stuck` may add clauses, or end the game."""
    kb = _begin(context, view)
    matching, waiting, counted = Saturation(kb), WaitingClues(kb, view), False
    while True:
        yield from _marks(kb, waiting.note)
        if waiting.tell():
            continue
        if not counted and _tell_count(kb, view, context.count_limit):
            counted = True
        elif not matching.run() and not stuck(kb):
            return


class WaitingClues:
    """Clues that wait until they give units only, or until nothing else is left to do.

    Only the latter become clauses of several literals, and by then they have fewer cells: on hard
    boards this saves two thirds of the clauses. Two counters of each clue, updated when a neighbour
    is marked, show when it is ready. The newest ready clue comes first: on a large board it is near
    the last one.
    """

    def __init__(self, kb: KnowledgeBase, view: View) -> None:
        self._kb = kb
        self._view = view
        self._waiting: dict[int, list[int]] = {}  # cell: mines to find, cells undecided
        self._ready: list[int] = []

    def note(self, lit: int) -> None:
        """Update the counters after a cell was marked; the view shows its clue if it was opened."""
        cell, waiting = cell_of(lit), self._waiting
        for there in self._view.board.neighbours[cell]:
            if there in waiting:
                left = waiting[there]
                left[0] -= lit > 0
                left[1] -= 1
                if left[0] == 0 or left[0] == left[1]:
                    self._ready.append(there)
        if lit < 0 and self._view.cells[cell] >= 0:
            facts, clue = self._kb.facts, clue_at(self._view, cell)
            mines = sum([there + 1 in facts for there in clue.cells])
            waiting[cell] = left = [clue.mines - mines, len(clue.cells) - mines]
            if left[0] == 0 or left[0] == left[1]:
                self._ready.append(cell)

    def tell(self) -> bool:
        """Add a clue that gives units only, else all clues; return False if no clue waits."""
        while self._ready:
            cell = self._ready.pop()
            left = self._waiting.pop(cell, None)
            if left and left[1]:
                _tell_clue(self._kb, self._view, -var(cell))
                return True
        if not self._waiting:
            return False
        for cell in self._waiting:
            _tell_clue(self._kb, self._view, -var(cell))
        self._waiting.clear()
        return True


def unit(context: Context, view: View) -> Moves:
    """Yield the moves of `unit`: only clauses of one literal."""
    kb = _begin(context, view)
    yield from _marks(kb, lambda lit: _tell_clue(kb, view, lit))


def two_literal(context: Context, view: View) -> Moves:
    """Play report A.

    A round is idle if the base has the same size as before and no unit was found.
    """
    kb = _begin(context, view)
    matching, idle = Rounds(kb, both=True), 0
    while True:
        yield from _marks(kb, lambda lit: _tell_clue(kb, view, lit))
        if not kb or idle == MOST_IDLE_ROUNDS:
            return
        size = len(kb)
        matching.round()
        # The count is never reset, although the report says "consecutive".
        idle += len(kb) == size and not kb.units


def consuming(context: Context, view: View) -> Moves:
    """Play report B. One iteration takes a unit or resolves one clause with all its partners."""
    kb = ConsumingBase(listener=context.listener)
    context.counters = kb.counters
    for cell in view.initial:
        kb.decide(-var(cell))
        yield Move(cell, SAFE)
    for cell in view.initial:
        _tell_whole_clue(kb, view, cell)
    kb.settle()
    idle, counted = 0, False
    while kb:
        before = len(kb), len(kb.facts)
        lit = kb.take()
        if lit is None:
            kb.match()
        elif lit > 0:
            yield Move(cell_of(lit), MINE)
        else:
            yield Move(cell_of(lit), SAFE)
            _tell_whole_clue(kb, view, cell_of(lit))
        kb.settle()
        idle += (len(kb), len(kb.facts)) == before  # never reset
        if idle == IDLE:
            if counted:
                return
            # The mine count is used once, even if too many cells are left for it.
            counted, idle = True, 0
            if len(view.unmarked) < DEFAULT_COUNT_LIMIT:
                mines = sum(lit > 0 for lit in kb.facts)
                kb.tell_exactly(view.mines - mines, variables(view.unmarked))
                kb.settle()
    context.ran_empty = True


def _tell_whole_clue(kb: ConsumingBase, view: View, cell: int) -> None:
    if view.cells[cell] >= 0:
        kb.tell_exactly(int(view.cells[cell]), variables(view.board.neighbours[cell]), source=cell)


def rebuild(context: Context, view: View) -> Moves:
    """Play report D.

    After every mark each clue is expanded again, then follows one pass of matching.

    The report's program visits clauses in the order of a set; `clause_order` chooses between that
    and the order of insertion.
    """
    rank = clause_rank(context.clause_order, (view.mines, *view.initial))
    kb = ClauseStore(record=False, listener=context.listener)
    context.counters = kb.counters
    opened = list(view.initial)
    mines: set[int] = set()
    for cell in opened:
        yield Move(cell, SAFE)
    expanded: dict[tuple[int, tuple[int, ...]], list[Clause]] = {}
    while True:
        for cell in opened:
            if view.cells[cell] >= 0:
                for clause in _clauses_of(view, cell, mines, expanded, len(kb.ids)):
                    kb.insert(clause, ())
        replace_longer(kb, rank)
        move = _first_unmarked(kb, view, rank, mines.union(opened))
        if move is None:
            return
        yield move
        kb.counters.units += 1
        (mines.add if move.verdict is MINE else opened.append)(move.cell)
        if len(mines) == view.mines:
            yield from [Move(cell, SAFE) for cell in view.unmarked]
        elif len(opened) == view.board.cells - view.mines:
            yield from [Move(cell, MINE) for cell in view.unmarked]


def _first_unmarked(kb: ClauseStore, view: View, rank: Rank, marked: set[int]) -> Move | None:
    """Return the first unit whose cell is unmarked; remove it and the stale ones before it."""
    for lit, id in sorted(kb.units.items(), key=lambda one: rank(one[1])):
        kb.remove(id, "take")
        if view.cells[cell_of(lit)] == HIDDEN and cell_of(lit) not in marked:
            return Move(cell_of(lit), MINE if lit > 0 else SAFE)
    return None


def _clauses_of(
    view: View,
    cell: int,
    mines: set[int],
    expanded: dict[tuple[int, tuple[int, ...]], list[Clause]],
    held: int,
) -> list[Clause]:
    clue = clue_at(view, cell)
    left = tuple(there for there in clue.cells if there not in mines)
    key = clue.mines - (len(clue.cells) - len(left)), left
    if key not in expanded:
        expanded[key] = exactly(key[0], variables(left), held)
    return expanded[key]
