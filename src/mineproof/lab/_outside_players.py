"""Let players from outside play trials: one program for each chunk, and a record of their faults.

A game that a player loses by a fault is a row like any other. The reason is a text, which a row
cannot contain. This module collects it until the worker returns it with its rows.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from mineproof.game.deal import Deal
from mineproof.game.game import Game
from mineproof.play.outside.players import strategy_named
from mineproof.play.outside.process import Limits, kill_all
from mineproof.play.player import Result, close, play_game
from mineproof.play.strategies import StrategyPlayer


class OpenPlayers:
    """The players of one chunk of trials, by name, and the faults of their games."""

    def __init__(self, limits: Limits | None) -> None:
        self._limits = limits
        self._players: dict[str, StrategyPlayer] = {}
        self._faults: list[str] = []
        self.seconds = 0.0  # CPU time of programs, not in that of this process

    def play(self, name: str, dealt: Deal) -> Result:
        """Play one game; a fault loses it."""
        if name not in self._players:
            self._players[name] = strategy_named(name, self._limits).player()
        result = play_game(Game(dealt), self._players[name])
        self.seconds += result.ms / 1000 if hasattr(self._players[name], "cpu_ms") else 0
        if result.fault:
            self._faults.append(str(result.fault))
        return result

    def take_faults(self) -> list[str]:
        """Return the faults since the last call."""
        faults, self._faults = self._faults, []
        return faults

    def close(self) -> None:
        """End the programs."""
        while self._players:
            close(self._players.popitem()[1])


_open: list[OpenPlayers] = []  # the players of the present chunk: at most one entry


@contextmanager
def opened(limits: Limits | None = None) -> Iterator[OpenPlayers]:
    """Keep players from outside running until the end of the block."""
    players = OpenPlayers(limits)
    _open.append(players)
    try:
        yield players
    except BaseException:
        kill_all()
        raise
    finally:
        _open.remove(players)
        players.close()


def play(name: str, dealt: Deal) -> Result:
    """Play one game with a player from outside. Start it for this game if it does not run yet."""
    if _open:
        return _open[-1].play(name, dealt)
    with opened() as players:
        return players.play(name, dealt)
