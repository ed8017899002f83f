"""`unit`, the strategy of report C: unit clauses and subsumption, no pairs."""

from mineproof.game.view import View
from mineproof.play.assignment import marks, start, tell_hint
from mineproof.play.context import Context, Moves


def unit(context: Context, view: View) -> Moves:
    """Yield the moves of `unit`: only clauses of one literal."""
    kb = start(context, view)
    yield from marks(kb, lambda lit: tell_hint(kb, view, lit))
