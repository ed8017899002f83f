"""Strategies that search: the clues as constraints, solved by backtracking.

Backtracking has no limit: on fronts of hundreds of cells `csp` may take minutes where `complete`
takes milliseconds. That is what the sources compare.
"""

from mineproof.counting.fronts import components
from mineproof.game.clues import Clue, undecided_clues
from mineproof.game.game import View
from mineproof.game.picture import FLAG
from mineproof.logic.kb import KnowledgeBase
from mineproof.play.context import Context, Moves
from mineproof.play.csp import Csp
from mineproof.play.player import MINE, SAFE, Move
from mineproof.play.resolving import saturate_then
from mineproof.reason.symbols import var


def csp(context: Context, view: View) -> Moves:
    for cell in view.initial:
        context.counters.units += 1
        yield Move(cell, SAFE)
    seen: set[tuple[Clue, ...]] = set()
    while moves := _agreed(context, view, seen):
        for move in moves:
            context.counters.units += 1
            yield move


def _agreed(context: Context, view: View, seen: set[tuple[Clue, ...]]) -> list[Move]:
    """What all solutions of some component agree on, components not `seen` before first."""
    told = undecided_clues(view, _flagged(view))
    unmarked = view.unmarked
    if len(unmarked) <= context.count_limit:
        flagged = len(view.hidden) - len(unmarked)
        told.append(Clue(tuple(unmarked), view.mines - flagged, None))
    for part in components(told):
        key = tuple(part)
        if key in seen:
            continue
        seen.add(key)
        problem = Csp(part, context.heuristic)
        agreed = problem.agreed()
        context.counters.nodes += problem.nodes
        if agreed:
            return [Move(cell, MINE if mine else SAFE) for cell, mine in agreed.items()]
    return []


def _flagged(view: View) -> list[int]:
    return [cell for cell in view.hidden if view.cells[cell] == FLAG]


def logic_csp(context: Context, view: View) -> Moves:
    """Saturate, and let backtracking say what is agreed where that is stuck."""
    seen: set[tuple[Clue, ...]] = set()

    def tell_agreed(kb: KnowledgeBase) -> bool:
        moves = _agreed(context, view, seen)
        for move in moves:
            kb.tell({var(move.cell) if move.verdict is MINE else -var(move.cell)})
        return bool(moves)

    return saturate_then(context, view, tell_agreed)


def csp_assign(context: Context, view: View) -> Moves:
    """Report B's idea taken at its word. A mark is certain only if a single clue forces it."""
    certain = True
    for cell in view.initial:
        context.counters.units += 1
        yield Move(cell, SAFE)
    while told := undecided_clues(view, _flagged(view)):
        forced = [clue for clue in told if clue.mines in (0, len(clue.cells))]
        part = components([forced[0]] if forced else told)[0]
        problem = Csp(part, context.heuristic)
        found = problem.solution()
        context.counters.nodes += problem.nodes
        if found is None:
            return  # an earlier commitment was wrong, and now shows
        cell = next(iter(found)) if forced else problem.next_cell()
        # Once a commitment may have been wrong, nothing that builds on it is certain.
        certain = certain and bool(forced)
        context.counters.units += 1
        yield Move(cell, MINE if found[cell] else SAFE, certain)
