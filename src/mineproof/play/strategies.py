"""The published strategies and ours, as presets of one mechanism.

A strategy says, in words, how it differs from the others (the fields of `Strategy`: they are the
table that `mineproof strategies` prints), and has one function that plays: a generator that yields
a move and, when it goes on, finds the clue in the view. Where the assignment leaves a number open,
the number chosen here stands beside its name.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from mineproof.errors import BadInput
from mineproof.game.clues import Clue, clue_at, clues
from mineproof.game.game import View
from mineproof.game.picture import HIDDEN
from mineproof.logic.cardinality import exactly
from mineproof.logic.historic import ConsumingBase, replace_longer
from mineproof.logic.kb import ClauseStore, Counters, KnowledgeBase, Listener
from mineproof.logic.matching import Rounds, Saturation
from mineproof.play.csp import Csp, components
from mineproof.play.guess import Guess, fewest_neighbours, least_risk, safest_region
from mineproof.play.player import MINE, SAFE, Move
from mineproof.proof.clause import Clause
from mineproof.reason.deduce import deducer
from mineproof.reason.symbols import cell_of, var, variables

FEW = 10  # the mine count becomes a clue when no more cells than this are unmarked
PATIENCE = 5  # rounds without a marking after which `assignment` gives up
PATIENCE_IN_ALL = 10  # idle rounds in a whole game after which `two-literal` does
IDLE = 6  # idle rounds after which `consuming` turns to the mine count, and then gives up

Moves = Iterator[Move]

_ALL_MARKED = "all cells marked"
_ONE_OF_TWO = "one clause of exactly 2 literals"
_FEW_LEFT = f"a clue when ≤ {FEW} cells are unmarked"


class LogicPlayer:
    """A player that follows one strategy; see `Strategy.player`."""

    def __init__(
        self, strategy: "Strategy", *, record: bool, listener: Listener | None, heuristic: str
    ) -> None:
        self.strategy = strategy
        self.heuristic = heuristic
        self.record = record
        self.listener = listener
        self.counters = Counters()
        self.kb: KnowledgeBase | None = None
        self.ran_empty = False
        self._moves: Moves = iter(())

    def begin(self, view: View) -> None:
        self.ran_empty = False
        self._moves = self.strategy.moves(self, view)

    def choose(self, view: View) -> Move | None:  # noqa: ARG002 (the moves read the live view)
        return next(self._moves, None)

    def succeeded(self, *, solved: bool) -> bool:
        """The strategy's own verdict on a game that has ended."""
        return solved or (self.strategy.success == "base empty" and self.ran_empty)

    def new_base(self) -> KnowledgeBase:
        self.kb = KnowledgeBase(record=self.record, listener=self.listener)
        self.counters = self.kb.counters
        return self.kb


@dataclass(frozen=True)
class Strategy:
    """One way to play by logic, and how it differs from the others."""

    name: str
    source: str
    summary: str
    moves: Callable[[LogicPlayer, View], Moves]
    pairs: str = "none"
    parents: str = "-"
    count: str = "always"
    stuck: str = "nothing more follows"
    success: str = _ALL_MARKED
    counts: bool = False
    """Whether it counts exactly, by the core in use."""

    def player(
        self, *, record: bool = True, listener: Listener | None = None, heuristic: str = "mrv"
    ) -> LogicPlayer:
        """A player for any number of games, one after another.

        `record` keeps the steps of every clause for proofs; `listener` hears all that is done;
        `heuristic` is what `csp` and its kin choose the next cell by.
        """
        return LogicPlayer(self, record=record, listener=listener, heuristic=heuristic)


def strategy(name: str) -> Strategy:
    """The strategy of that name; raise `BadInput` for any other.

    >>> strategy("unit").pairs
    'none'
    """
    if name not in STRATEGIES:
        raise BadInput(f"unknown strategy {name!r}: one of {', '.join(STRATEGIES)}")
    return STRATEGIES[name]


def _marks(kb: KnowledgeBase, learn: Callable[[int], None]) -> Moves:
    """Take units while there are any: mark each cell, then let `learn` look at what came of it."""
    while (lit := kb.take()) is not None:
        yield Move(cell_of(lit), MINE if lit > 0 else SAFE)
        learn(lit)


def _begin(player: LogicPlayer, view: View) -> KnowledgeBase:
    kb = player.new_base()
    for cell in view.initial:
        kb.tell({-var(cell)}, source=cell)
    return kb


def _tell_clue(kb: KnowledgeBase, view: View, lit: int) -> None:
    """Tell the clue of a cell that has just been marked, if it was opened."""
    if lit < 0:
        clue = clue_at(view, cell_of(lit))
        kb.tell_exactly(clue.mines, variables(clue.cells), source=clue.at)


def _tell_count(kb: KnowledgeBase, view: View) -> bool:
    """Tell the number of mines, if few enough cells are unmarked for it."""
    if not 0 < view.board.cells - len(kb.facts) <= FEW:
        return False
    kb.tell_exactly(view.mines, variables(view.hidden))
    return True


def _assignment(player: LogicPlayer, view: View) -> Moves:
    kb = _begin(player, view)
    matching, counted, idle, marked = Rounds(kb), False, 0, 0
    while True:
        yield from _marks(kb, lambda lit: _tell_clue(kb, view, lit))
        if not counted and _tell_count(kb, view):
            counted = True
            continue
        idle = idle + 1 if marked == kb.counters.units else 1
        marked = kb.counters.units
        if idle > PATIENCE or not matching.round():
            return


def _saturate(player: LogicPlayer, view: View) -> Moves:
    """The assignment's rule to its fixed point."""
    kb = _begin(player, view)
    matching, waiting, counted = Saturation(kb), WaitingClues(kb, view), False
    while True:
        yield from _marks(kb, waiting.note)
        if waiting.tell():
            continue
        if not counted and _tell_count(kb, view):
            counted = True
        elif not matching.run():
            return


class WaitingClues:
    """Clues that wait until they are all units, or until nothing else is left to do.

    Only the latter get expanded into clauses of several literals, and by then they speak of fewer
    cells: on hard boards that spares two thirds of the clauses. Two counters a clue, kept up to
    date by its neighbours' markings, tell when it is ready, so the cost is by marking. The newest
    ready clue goes first: on a large board the next thing looked at is near the last one.
    """

    def __init__(self, kb: KnowledgeBase, view: View) -> None:
        self._kb = kb
        self._view = view
        self._waiting: dict[int, list[int]] = {}  # cell: mines to find, cells undecided
        self._ready: list[int] = []

    def note(self, lit: int) -> None:
        """A cell has been marked, and the view shows its clue if it was opened."""
        cell, waiting = cell_of(lit), self._waiting
        for there in self._view.board.neighbours[cell]:
            if there in waiting:
                left = waiting[there]
                left[0] -= lit > 0
                left[1] -= 1
                if left[0] == 0 or left[0] == left[1]:
                    self._ready.append(there)
        if lit < 0:
            facts, clue = self._kb.facts, clue_at(self._view, cell)
            mines = sum([there + 1 in facts for there in clue.cells])
            waiting[cell] = left = [clue.mines - mines, len(clue.cells) - mines]
            if left[0] == 0 or left[0] == left[1]:
                self._ready.append(cell)

    def tell(self) -> bool:
        """Tell a clue that is all units, or if there is none, all clues; False if none waits."""
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


def _unit(player: LogicPlayer, view: View) -> Moves:
    kb = _begin(player, view)
    yield from _marks(kb, lambda lit: _tell_clue(kb, view, lit))


def _two_literal(player: LogicPlayer, view: View) -> Moves:
    """Report A. Its round is idle when the base is as large as before and no unit was found."""
    kb = _begin(player, view)
    matching, idle = Rounds(kb, both=True), 0
    while True:
        yield from _marks(kb, lambda lit: _tell_clue(kb, view, lit))
        if not kb or idle == PATIENCE_IN_ALL:
            return
        size = len(kb)
        matching.round()
        idle += len(kb) == size and not kb.units  # never set back: the report says "consecutive"


def _consuming(player: LogicPlayer, view: View) -> Moves:
    """Report B. One iteration takes a unit or resolves one clause with all its partners."""
    kb = ConsumingBase(listener=player.listener)
    player.counters = kb.counters
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
        idle += (len(kb), len(kb.facts)) == before  # never set back
        if idle == IDLE:
            if counted:
                return
            # The one chance is spent even when too many cells are left for it.
            counted, idle = True, 0
            if len(view.unmarked) < FEW:
                mines = sum(lit > 0 for lit in kb.facts)
                kb.tell_exactly(view.mines - mines, variables(view.unmarked))
                kb.settle()
    player.ran_empty = True


def _tell_whole_clue(kb: ConsumingBase, view: View, cell: int) -> None:
    kb.tell_exactly(int(view.cells[cell]), variables(view.board.neighbours[cell]), source=cell)


def _rebuild(player: LogicPlayer, view: View) -> Moves:
    """Report D. Every clue is expanded again after every marking, then one pass of matching."""
    kb = ClauseStore(record=False, listener=player.listener)
    player.counters = kb.counters
    opened = list(view.initial)
    mines: set[int] = set()
    for cell in opened:
        yield Move(cell, SAFE)
    expanded: dict[tuple[int, tuple[int, ...]], list[Clause]] = {}
    while True:
        for cell in opened:
            for clause in _clauses_of(view, cell, mines, expanded):
                kb.insert(clause, ())
        replace_longer(kb)
        move = _first_unmarked(kb, view)
        if move is None:
            return
        yield move
        kb.counters.units += 1
        (mines.add if move.verdict is MINE else opened.append)(move.cell)
        if len(mines) == view.mines:
            yield from [Move(cell, SAFE) for cell in view.unmarked]
        elif len(opened) == view.board.cells - view.mines:
            yield from [Move(cell, MINE) for cell in view.unmarked]


def _first_unmarked(kb: ClauseStore, view: View) -> Move | None:
    """The oldest unit whose cell is not marked yet; it and the stale ones before it go."""
    for lit, id in list(kb.units.items()):
        kb.remove(id, "take")
        if view.cells[cell_of(lit)] == HIDDEN:
            return Move(cell_of(lit), MINE if lit > 0 else SAFE)
    return None


def _clauses_of(
    view: View,
    cell: int,
    mines: set[int],
    expanded: dict[tuple[int, tuple[int, ...]], list[Clause]],
) -> list[Clause]:
    clue = clue_at(view, cell)
    left = tuple(there for there in clue.cells if there not in mines)
    key = clue.mines - (len(clue.cells) - len(left)), left
    if key not in expanded:
        expanded[key] = exactly(key[0], variables(left))
    return expanded[key]


def _deduced(player: LogicPlayer, view: View) -> Moves:
    return _deducing(player, view, None)


def _deduced_from_clues(player: LogicPlayer, view: View) -> Moves:
    return _deducing(player, view, None, with_count=False)


def _guesser(guess: Guess) -> Callable[[LogicPlayer, View], Moves]:
    return lambda player, view: _deducing(player, view, guess)


def _deducing(
    player: LogicPlayer, view: View, guess: Guess | None, *, with_count: bool = True
) -> Moves:
    """Mark all that is entailed; then guess, if there is a way to, and so on."""
    player.counters = Counters()
    follow = deducer(view.board, view.mines)
    safe, mined, certain = list(view.initial), list[int](), True
    while True:
        for cell in safe:
            player.counters.units += certain
            yield Move(cell, SAFE, certain)
            follow.open(cell, int(view.cells[cell]))
        for cell in mined:
            player.counters.units += 1
            yield Move(cell, MINE)
        safe, mined = follow.deduce(with_count)
        certain = True
        if not safe and not mined:
            cell = guess(view, follow) if guess else -1
            if cell < 0:
                return
            safe, certain = [cell], False


def _csp(player: LogicPlayer, view: View) -> Moves:
    player.counters = Counters()
    for cell in view.initial:
        player.counters.units += 1
        yield Move(cell, SAFE)
    seen: set[tuple[Clue, ...]] = set()
    while moves := _agreed(player, view, seen):
        for move in moves:
            player.counters.units += 1
            yield move


def _agreed(player: LogicPlayer, view: View, seen: set[tuple[Clue, ...]]) -> list[Move]:
    """What all solutions of some component agree on, components not `seen` before first."""
    told = _undecided_clues(view)
    unmarked = view.unmarked
    if len(unmarked) <= FEW:
        flagged = len(view.hidden) - len(unmarked)
        told.append(Clue(tuple(unmarked), view.mines - flagged, None))
    for part in components(told):
        key = tuple(part)
        if key in seen:
            continue
        seen.add(key)
        problem = Csp(part, player.heuristic)
        agreed = problem.agreed()
        player.counters.nodes += problem.nodes
        if agreed:
            return [Move(cell, MINE if mine else SAFE) for cell, mine in agreed.items()]
    return []


def _undecided_clues(view: View) -> list[Clue]:
    """The clues over unmarked cells, flags counted as the mines they are."""
    told = []
    for clue in clues(view):
        left = tuple([cell for cell in clue.cells if view.cells[cell] == HIDDEN])
        if left:
            told.append(Clue(left, clue.mines - (len(clue.cells) - len(left)), clue.at))
    return told


def _logic_csp(player: LogicPlayer, view: View) -> Moves:
    kb = _begin(player, view)
    matching, waiting, counted = Saturation(kb), WaitingClues(kb, view), False
    seen: set[tuple[Clue, ...]] = set()
    while True:
        yield from _marks(kb, waiting.note)
        if waiting.tell():
            continue
        if not counted and _tell_count(kb, view):
            counted = True
        elif not matching.run():
            moves = _agreed(player, view, seen)
            if not moves:
                return
            for move in moves:
                kb.tell({var(move.cell) if move.verdict is MINE else -var(move.cell)})


def _csp_assign(player: LogicPlayer, view: View) -> Moves:
    """Report B's idea taken at its word. A mark is certain only if a single clue forces it."""
    player.counters, certain = Counters(), True
    for cell in view.initial:
        player.counters.units += 1
        yield Move(cell, SAFE)
    while told := _undecided_clues(view):
        forced = [clue for clue in told if clue.mines in (0, len(clue.cells))]
        part = components([forced[0]] if forced else told)[0]
        problem = Csp(part, player.heuristic)
        found = problem.solution()
        player.counters.nodes += problem.nodes
        if found is None:
            return  # an earlier commitment was wrong, and now shows
        cell = next(iter(found)) if forced else problem.next_cell()
        # Once a commitment may have been wrong, nothing that builds on it is certain.
        certain = certain and bool(forced)
        player.counters.units += 1
        yield Move(cell, MINE if found[cell] else SAFE, certain)


STRATEGIES: dict[str, Strategy] = {
    preset.name: preset
    for preset in (
        Strategy(
            name="assignment",
            source="the assignment",
            summary="pairs with one clause of two literals, round by round",
            pairs=_ONE_OF_TWO,
            parents="kept",
            count=_FEW_LEFT,
            stuck=f"{PATIENCE} rounds in a row without a marking, or nothing new",
            moves=_assignment,
        ),
        Strategy(
            name="two-literal",
            source="report A",
            summary="both clauses of a pair have at most two literals",
            pairs="both clauses of at most 2 literals",
            parents="kept",
            count="never",
            stuck=f"{PATIENCE_IN_ALL} idle rounds in all, or base empty",
            moves=_two_literal,
        ),
        Strategy(
            name="consuming",
            source="report B",
            summary="pairs of any length, and both parents are used up",
            pairs="any lengths",
            parents="both deleted",
            count=f"once, when idle, if < {FEW} cells are unmarked",
            stuck=f"{IDLE} idle rounds, twice",
            success="base empty",
            moves=_consuming,
        ),
        Strategy(
            name="unit",
            source="report C",
            summary="no pairs at all: unit propagation and subsumption",
            count="never",
            stuck="no unit",
            moves=_unit,
        ),
        Strategy(
            name="rebuild",
            source="report D",
            summary="every clue expanded again after every marking, then one pass of pairs",
            pairs="one clause of at most 2 literals",
            parents="the longer is replaced",
            count="when all mines, or all safe cells, are marked",
            stuck="no unit after one pass",
            moves=_rebuild,
        ),
        Strategy(
            name="saturate",
            source="ours",
            summary="the assignment's rule to its true fixed point, shortest clause first",
            pairs=_ONE_OF_TWO,
            parents="kept",
            count=_FEW_LEFT,
            moves=_saturate,
        ),
        Strategy(
            name="complete",
            source="ours",
            summary="everything that clues and mine count entail, by exact counting: the ceiling",
            moves=_deduced,
            counts=True,
        ),
        Strategy(
            name="complete-clues",
            source="ours",
            summary="everything that the clues entail without the mine count",
            count="never",
            moves=_deduced_from_clues,
            counts=True,
        ),
        Strategy(
            name="csp",
            source="the sources' textbook",
            summary="backtracking with forward checking; marks what all solutions agree on",
            count=_FEW_LEFT,
            moves=_csp,
        ),
        Strategy(
            name="logic-csp",
            source="report A's idea",
            summary="saturate, and csp where it is stuck",
            pairs=_ONE_OF_TWO,
            parents="kept",
            count=_FEW_LEFT,
            moves=_logic_csp,
        ),
        Strategy(
            name="csp-assign",
            source="report B's idea",
            summary="commits, cell by cell, to the first consistent assignment: may explode",
            count="never",
            stuck="no clue touches a hidden cell, or no assignment is left",
            moves=_csp_assign,
        ),
        Strategy(
            name="least-risk",
            source="ours",
            summary="complete, then the least exact risk: may explode",
            stuck="never",
            moves=_guesser(least_risk),
            counts=True,
        ),
        Strategy(
            name="fewest-neighbours",
            source="report D's idea",
            summary="complete, then the cell with the fewest hidden neighbours: may explode",
            stuck="never",
            moves=_guesser(fewest_neighbours),
            counts=True,
        ),
        Strategy(
            name="safest-region",
            source="report D's idea",
            summary="complete, then the least risk of the safest region: may explode",
            stuck="never",
            moves=_guesser(safest_region),
            counts=True,
        ),
    )
}
