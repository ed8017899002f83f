"""Strategies that mark everything entailed, by exact counting, and those that also guess."""

from mineproof.core.choice import engine
from mineproof.core.think import think_named
from mineproof.game.view import View
from mineproof.play._guess import Guess, best_risk
from mineproof.play.context import Context, Moves, Play
from mineproof.play.player import MINE, SAFE, Move


def complete(context: Context, view: View) -> Moves:
    """Yield the moves of `complete`: everything that clues and mine count entail."""
    return _deducing(context, view, None)


def complete_clues(context: Context, view: View) -> Moves:
    """Yield the moves of `complete-clues`: everything that the clues entail."""
    return _deducing(context, view, None, with_count=False)


def guessing(guess: Guess) -> Play:
    """Return a strategy of complete inference with a rule for guesses."""
    return lambda context, view: _deducing(context, view, guess)


def thinking(context: Context, view: View) -> Moves:
    """Complete inference, and the risks of `guess`."""
    return _deducing(context, view, best_risk(think_named(context.think)))


def _deducing(
    context: Context, view: View, guess: Guess | None, *, with_count: bool = True
) -> Moves:
    """Mark everything entailed; then guess, if there is a rule for it, and repeat."""
    follow = engine().deducer(view.board, view.mines)
    safe, mined, certain = list(view.initial), list[int](), True
    while True:
        for cell in safe:
            context.counters.units += certain
            yield Move(cell, SAFE, certain)
            if view.cells[cell] >= 0:  # the cell stays hidden in a position without its layout
                follow.open(cell, view.cells[cell])
        for cell in mined:
            context.counters.units += 1
            yield Move(cell, MINE)
        safe, mined = follow.deduce(with_count)
        certain = True
        if not safe and not mined:
            cell = guess(view, follow) if guess else -1
            if cell < 0:
                return
            safe, certain = [cell], False
