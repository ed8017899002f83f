"""`two-literal`, the strategy of report A: both clauses of a pair have at most two literals.

It takes the newest unit first and tests shortened clauses for subsumption; the original does not.
This can change which round is idle, but not what follows.
"""

from mineproof.game.view import View
from mineproof.logic.matching import Rounds
from mineproof.play.assignment import marks, start, tell_hint
from mineproof.play.context import Context, Moves

MOST_IDLE_ROUNDS = 10  # idle rounds of a whole game after which it gives up


def two_literal(context: Context, view: View) -> Moves:
    """Play report A.

    A round is idle if the base has the same size as before and no unit was found.
    """
    kb = start(context, view)
    matching, idle = Rounds(kb, both=True), 0
    while True:
        yield from marks(kb, lambda lit: tell_hint(kb, view, lit))
        if not kb or idle == MOST_IDLE_ROUNDS:
            return
        size = len(kb)
        matching.round()
        # The count is never reset, although the report says "consecutive".
        idle += len(kb) == size and not kb.units
