"""Strategies that solve the clues as constraints, by backtracking.

Backtracking has no limit: on fronts of hundreds of cells `csp` may take minutes where `complete`
takes milliseconds. The sources compare exactly this.
"""

from collections.abc import Collection

from mineproof.counting.fronts import components
from mineproof.game.clues import Clue, undecided_clues
from mineproof.game.picture import FLAG
from mineproof.game.view import View
from mineproof.logic.kb import KnowledgeBase
from mineproof.play._saturate import saturate_then
from mineproof.play.context import Context, Moves
from mineproof.play.csp import Csp
from mineproof.play.player import MINE, SAFE, Move
from mineproof.reason.symbols import cell_of, var


def csp(context: Context, view: View) -> Moves:
    """Yield the moves of `csp`: the cells with the same value in all solutions of the clues."""
    for cell in view.initial:
        context.counters.units += 1
        yield Move(cell, SAFE)
    seen: set[tuple[Clue, ...]] = set()
    safe: set[int] = set()
    while moves := _agreed(context, view, seen, safe):
        for move in moves:
            context.counters.units += 1
            yield move
            if move.verdict is SAFE:
                safe.add(move.cell)


def _agreed(
    context: Context, view: View, seen: set[tuple[Clue, ...]], safe: Collection[int]
) -> list[Move]:
    """Return the cells that have one value in all solutions of a front; new fronts come first."""
    told = undecided_clues(view, _flagged(view))
    unmarked = [cell for cell in view.unmarked if cell not in safe]
    if len(unmarked) <= context.count_limit:
        flagged = len(_flagged(view))
        told.append(Clue(tuple(unmarked), view.mines - flagged, None))
    for part in components(_without(view, told, safe)):
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


def _without(view: View, told: list[Clue], safe: Collection[int]) -> list[Clue]:
    """Return the clues without hidden cells that are known to be safe.

    Such cells stay hidden in a position without its layout.
    """
    hidden = {cell for cell in safe if view.cells[cell] < 0}
    if not hidden:
        return told
    left = (clue._replace(cells=tuple(c for c in clue.cells if c not in hidden)) for clue in told)
    return [clue for clue in left if clue.cells]


def _flagged(view: View) -> list[int]:
    return [cell for cell in view.hidden if view.cells[cell] == FLAG]


def logic_csp(context: Context, view: View) -> Moves:
    """Saturate; when that is stuck, use backtracking."""
    seen: set[tuple[Clue, ...]] = set()

    def tell_agreed(kb: KnowledgeBase) -> bool:
        safe = {cell_of(lit) for lit in kb.facts if lit < 0}
        moves = _agreed(context, view, seen, safe)
        for move in moves:
            kb.tell({var(move.cell) if move.verdict is MINE else -var(move.cell)})
        return bool(moves)

    return saturate_then(context, view, tell_agreed)


def csp_assign(context: Context, view: View) -> Moves:
    """Play report B's idea literally. A mark is certain only if a single clue forces it."""
    certain = True
    safe: set[int] = set()
    for cell in view.initial:
        context.counters.units += 1
        yield Move(cell, SAFE)
    while told := _without(view, undecided_clues(view, _flagged(view)), safe):
        forced = [clue for clue in told if clue.mines in (0, len(clue.cells))]
        part = components([forced[0]] if forced else told)[0]
        problem = Csp(part, context.heuristic)
        found = problem.solution()
        context.counters.nodes += problem.nodes
        if found is None:
            return  # an earlier commitment was wrong, as this contradiction shows
        cell = next(iter(found)) if forced else problem.next_cell()
        # After a commitment that may be wrong, no conclusion from it is certain.
        certain = certain and bool(forced)
        context.counters.units += 1
        yield Move(cell, MINE if found[cell] else SAFE, certain)
        if not found[cell]:
            safe.add(cell)
