"""`saturate`: the assignment's rule to its fixed point, where nothing more follows under it."""

from collections.abc import Callable

from mineproof.game.view import View
from mineproof.logic.kb import KnowledgeBase
from mineproof.logic.saturation import Saturation
from mineproof.play._waiting_clues import WaitingClues
from mineproof.play.assignment import marks, start, tell_count
from mineproof.play.context import Context, Moves


def saturate(context: Context, view: View) -> Moves:
    """Apply the assignment's rule until it adds nothing."""
    return saturate_then(context, view, lambda kb: False)  # noqa: ARG005 (nothing more is tried)


def saturate_then(context: Context, view: View, stuck: Callable[[KnowledgeBase], bool]) -> Moves:
    """Saturate; whenever nothing more follows, `stuck` may add clauses, or end the game."""
    kb = start(context, view)
    matching, waiting, counted = Saturation(kb), WaitingClues(kb, view), False
    while True:
        yield from marks(kb, waiting.note)
        if waiting.tell():
            continue
        if not counted and tell_count(kb, view, context.count_limit):
            counted = True
        elif not matching.run() and not stuck(kb):
            return
