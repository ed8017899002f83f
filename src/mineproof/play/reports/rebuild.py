"""`rebuild`, the strategy of report D: every clue is expanded again after every marking.

Where the report is silent: the short clauses of a pass are those held at its start, and the clauses
that they replace are those held at that moment. So 50 games insert 1,695 clauses on average where
the report counted 1,766 (9x9, 10 mines), and 3,030 where it counted 3,060 (16 mines). With both
sets fixed at the start of the pass it is more than twice that. It opens the cells that its rule of
the last mine declares safe, which the original only counts; nothing is deduced from their clues.
"""

from mineproof.game.clues import clue_at
from mineproof.game.picture import HIDDEN
from mineproof.game.view import View
from mineproof.logic.cardinality import exactly
from mineproof.logic.kb import KnowledgeBase
from mineproof.logic.rebuild import Rank, clause_rank, replace_other
from mineproof.play.context import Context, Moves
from mineproof.play.player import MINE, SAFE, Move
from mineproof.proof.clause import Clause
from mineproof.reason.symbols import cell_of, variables


def rebuild(context: Context, view: View) -> Moves:
    """Play report D.

    After every mark each clue is expanded again, then follows one pass of matching.

    The report's program visits clauses in the order of a set; `clause_order` chooses between that
    and the order of insertion.
    """
    rank = clause_rank(context.clause_order, (view.mines, *view.initial))
    kb = KnowledgeBase(record=False, listener=context.listener)
    context.counters = kb.observer.counters
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
        replace_other(kb, rank)
        move = _first_unmarked(kb, view, rank, mines.union(opened))
        if move is None:
            return
        yield move
        kb.observer.counters.units += 1
        (mines.add if move.verdict is MINE else opened.append)(move.cell)
        if len(mines) == view.mines:
            yield from [Move(cell, SAFE) for cell in view.unmarked]
        elif len(opened) == view.board.cells - view.mines:
            yield from [Move(cell, MINE) for cell in view.unmarked]


def _first_unmarked(kb: KnowledgeBase, view: View, rank: Rank, marked: set[int]) -> Move | None:
    """Return the first unit whose cell is unmarked; remove it and the stale ones before it."""
    for lit, id in sorted(kb.units.items(), key=lambda one: rank(one[1])):
        kb.remove("take", id)
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
