"""`consuming`, the strategy of report B: both parents of a resolvent are used up.

Where the report is silent: the mine count is expanded over the unmarked cells.
"""

from mineproof.game.view import View
from mineproof.logic.consuming import ConsumingBase
from mineproof.play.context import DEFAULT_COUNT_LIMIT, Context, Moves
from mineproof.play.player import MINE, SAFE, Move
from mineproof.reason.symbols import cell_of, var, variables

IDLE = 6  # idle rounds after which it uses the mine count, and then gives up


def consuming(context: Context, view: View) -> Moves:
    """Play report B. One iteration takes a unit or resolves one clause with all its partners."""
    kb = ConsumingBase(listener=context.listener)
    context.counters = kb.observer.counters
    for cell in view.initial:
        yield Move(cell, SAFE)
    for cell in view.initial:
        _tell_whole_clue(kb, view, cell)
    kb.settle()
    # The given cells shorten clauses only after the first iteration, so it may take one as a unit.
    for cell in view.initial:
        kb.decide(-var(cell))
    idle, counted = 0, False
    while kb:
        before = len(kb), len(kb.facts)
        lit = kb.take()
        if lit is None:
            kb.match()
        elif lit > 0:
            yield Move(cell_of(lit), MINE)
        else:
            if cell_of(lit) not in view.initial:
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
