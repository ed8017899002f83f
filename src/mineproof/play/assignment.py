"""The player of the assignment: its loop.

The assignment: at the start KB holds one negative unit clause for each given cell, and KB0 is
empty. If KB has a unit clause, the player takes it: it marks the cell, moves the clause to KB0 and
matches it with every clause of KB; if the cell is safe, it asks for the hint and inserts the
clauses over the unmarked neighbours. If KB has no unit clause, it does one round of pairwise
matching. The number of mines is one more hint, used when few cells are unmarked. The game ends when
all cells are marked, or is stuck when several rounds mark nothing.

"Few" is `count_limit` and "several" is `idle_limit` (`context.py` has the defaults). A round that
inserts nothing ends the game too: the next would insert nothing either.
"""

from collections.abc import Callable
from math import inf

from mineproof.game.clues import clue_at
from mineproof.game.view import View
from mineproof.logic.kb import KnowledgeBase
from mineproof.logic.matching import Rounds
from mineproof.play.context import Context, Moves
from mineproof.play.player import MINE, SAFE, Move
from mineproof.reason.symbols import cell_of, var, variables


def assignment(context: Context, view: View) -> Moves:
    """Yield the moves of `assignment`: units, then the mine count, then rounds over pairs."""
    kb = start(context, view)
    matching, counted, idle, marked = Rounds(kb), False, 0, 0
    limit = inf if context.idle_limit == "unlimited" else context.idle_limit
    while True:
        yield from marks(kb, lambda lit: tell_hint(kb, view, lit))
        if not counted and tell_count(kb, view, context.count_limit):
            counted = True
            continue
        idle = idle + 1 if marked == len(kb.facts) else 1
        marked = len(kb.facts)
        if idle > limit or not matching.round():
            return


def start(context: Context, view: View) -> KnowledgeBase:
    """Return a base with one negative unit clause for each given cell."""
    kb = context.new_base()
    for cell in view.initial:
        kb.tell({-var(cell)}, source=cell)
    return kb


def marks(kb: KnowledgeBase, learn: Callable[[int], None]) -> Moves:
    """Take all units: mark each cell, then call `learn` with the result."""
    while (lit := kb.take()) is not None:
        yield Move(cell_of(lit), MINE if lit > 0 else SAFE)
        learn(lit)


def tell_hint(kb: KnowledgeBase, view: View, lit: int) -> None:
    """Insert the clauses of the hint of a cell that has just been opened."""
    # In a position without its layout, a cell that is proved safe stays hidden.
    if lit < 0 and view.cells[cell_of(lit)] >= 0:
        clue = clue_at(view, cell_of(lit))
        kb.tell_exactly(clue.mines, variables(clue.cells), source=clue.at)


def tell_count(kb: KnowledgeBase, view: View, limit: int) -> bool:
    """Insert the clauses of the mine count, if at most `limit` cells are unmarked."""
    if not 0 < view.board.cells - len(kb.facts) <= limit:
        return False
    kb.tell_exactly(view.mines, variables(view.hidden))
    return True
