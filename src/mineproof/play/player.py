"""What a player is, and how one game of it goes."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, Protocol

from mineproof.game.game import Game, View
from mineproof.game.replay import Replay
from mineproof.logic.kb import Counters


class Verdict(StrEnum):
    """What a player says of a cell."""

    SAFE = "safe"
    MINE = "mine"


SAFE, MINE = Verdict.SAFE, Verdict.MINE


class Move(NamedTuple):
    """Open a cell (SAFE) or flag it (MINE). A move is `certain`, or a risk taken knowingly."""

    cell: int
    verdict: Verdict
    certain: bool = True


class Player(Protocol):
    """Two methods, and only a view to go by.

    `begin` is called once a game, before the first move. `choose` returns the next move, or None
    when the player gives up. The view is live: after a move it shows what came of it.
    """

    def begin(self, view: View) -> None: ...

    def choose(self, view: View) -> Move | None: ...


@dataclass(frozen=True)
class Result:
    """How a game ended. `solved`: every cell is marked, and rightly."""

    outcome: str
    success: bool
    """The player's own verdict where it has one (`consuming`: its base ran empty)."""
    game: Game
    counters: Counters
    ms: float
    """CPU time of the player and the game together, without dealing."""

    @property
    def won(self) -> bool:
        """Every cell that is no mine has been opened."""
        return self.game.won

    @property
    def replay(self) -> Replay:
        """The game move by move."""
        return self.game.replay


def play_game(
    game: Game,
    player: Player,
    *,
    before: Callable[[Move], None] | None = None,
    after: Callable[[Move], None] | None = None,
) -> Result:
    """Play one game to its end: solved, stuck or exploded. `before` and `after` see each move.

    >>> from mineproof.game.deal import deal
    >>> from mineproof.play.strategies import strategy
    >>> play_game(Game(deal("easy", seed=1)), strategy("saturate").player()).outcome
    'solved'
    """
    if not isinstance(game, Game):
        raise TypeError(f"a Game is wanted, such as Game(deal('easy')), not {game!r}")
    began = time.process_time()
    player.begin(game.view)
    while not game.finished:
        move = player.choose(game.view)
        if move is None:
            break
        if before:
            before(move)
        if move.verdict is MINE:
            game.flag(move.cell)
        else:
            game.open(move.cell)
        if after:
            after(move)
    spent = (time.process_time() - began) * 1000
    solved = game.unmarked == 0 and game.wrong == 0
    outcome = "exploded" if game.exploded is not None else "solved" if solved else "stuck"
    succeeded = getattr(player, "succeeded", None)
    success = succeeded(solved=solved) if succeeded else solved
    return Result(outcome, success, game, getattr(player, "counters", Counters()), spent)
