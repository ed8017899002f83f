"""How the strategies without resolution play: exact counting, guesses, and constraint search.

Backtracking has no limit: on fronts of hundreds of cells `csp` may take minutes where `complete`
takes milliseconds. That is what the sources compare.
"""

from mineproof.core import engine, think_named
from mineproof.counting.fronts import components
from mineproof.game.clues import Clue, undecided_clues
from mineproof.game.game import View
from mineproof.game.picture import FLAG
from mineproof.logic.kb import KnowledgeBase
from mineproof.play.csp import Csp
from mineproof.play.guess import Guess, best_risk
from mineproof.play.player import MINE, SAFE, Move
from mineproof.play.resolving import FEW, saturate_then
from mineproof.play.work import Moves, Play, Work
from mineproof.reason.symbols import var


def complete(work: Work, view: View) -> Moves:
    return _deducing(work, view, None)


def complete_clues(work: Work, view: View) -> Moves:
    return _deducing(work, view, None, with_count=False)


def guessing(guess: Guess) -> Play:
    """Complete inference, and a way to take risks."""
    return lambda work, view: _deducing(work, view, guess)


def thinking(work: Work, view: View) -> Moves:
    """Complete inference, and the risks of `guess`."""
    return _deducing(work, view, best_risk(think_named(work.think)))


def _deducing(work: Work, view: View, guess: Guess | None, *, with_count: bool = True) -> Moves:
    """Mark all that is entailed; then guess, if there is a way to, and so on."""
    follow = engine().deducer(view.board, view.mines)
    safe, mined, certain = list(view.initial), list[int](), True
    while True:
        for cell in safe:
            work.counters.units += certain
            yield Move(cell, SAFE, certain)
            follow.open(cell, view.cells[cell])
        for cell in mined:
            work.counters.units += 1
            yield Move(cell, MINE)
        safe, mined = follow.deduce(with_count)
        certain = True
        if not safe and not mined:
            cell = guess(view, follow) if guess else -1
            if cell < 0:
                return
            safe, certain = [cell], False


def csp(work: Work, view: View) -> Moves:
    for cell in view.initial:
        work.counters.units += 1
        yield Move(cell, SAFE)
    seen: set[tuple[Clue, ...]] = set()
    while moves := _agreed(work, view, seen):
        for move in moves:
            work.counters.units += 1
            yield move


def _agreed(work: Work, view: View, seen: set[tuple[Clue, ...]]) -> list[Move]:
    """What all solutions of some component agree on, components not `seen` before first."""
    told = undecided_clues(view, _flagged(view))
    unmarked = view.unmarked
    if len(unmarked) <= FEW:
        flagged = len(view.hidden) - len(unmarked)
        told.append(Clue(tuple(unmarked), view.mines - flagged, None))
    for part in components(told):
        key = tuple(part)
        if key in seen:
            continue
        seen.add(key)
        problem = Csp(part, work.heuristic)
        agreed = problem.agreed()
        work.counters.nodes += problem.nodes
        if agreed:
            return [Move(cell, MINE if mine else SAFE) for cell, mine in agreed.items()]
    return []


def _flagged(view: View) -> list[int]:
    return [cell for cell in view.hidden if view.cells[cell] == FLAG]


def logic_csp(work: Work, view: View) -> Moves:
    """Saturate, and let backtracking say what is agreed where that is stuck."""
    seen: set[tuple[Clue, ...]] = set()

    def tell_agreed(kb: KnowledgeBase) -> bool:
        moves = _agreed(work, view, seen)
        for move in moves:
            kb.tell({var(move.cell) if move.verdict is MINE else -var(move.cell)})
        return bool(moves)

    return saturate_then(work, view, tell_agreed)


def csp_assign(work: Work, view: View) -> Moves:
    """Report B's idea taken at its word. A mark is certain only if a single clue forces it."""
    certain = True
    for cell in view.initial:
        work.counters.units += 1
        yield Move(cell, SAFE)
    while told := undecided_clues(view, _flagged(view)):
        forced = [clue for clue in told if clue.mines in (0, len(clue.cells))]
        part = components([forced[0]] if forced else told)[0]
        problem = Csp(part, work.heuristic)
        found = problem.solution()
        work.counters.nodes += problem.nodes
        if found is None:
            return  # an earlier commitment was wrong, and now shows
        cell = next(iter(found)) if forced else problem.next_cell()
        # Once a commitment may have been wrong, nothing that builds on it is certain.
        certain = certain and bool(forced)
        work.counters.units += 1
        yield Move(cell, MINE if found[cell] else SAFE, certain)
