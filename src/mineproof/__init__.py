"""Minesweeper played by logic, where every deduction has a proof.

The names below are the public ones; each is loaded when it is first used, because a command that
only prints a line should not wait for numpy.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mineproof.answers import analyse, explain, review
    from mineproof.errors import (
        BadInput,
        BrokenContract,
        Contradiction,
        MineproofError,
        TooWide,
    )
    from mineproof.game.board import Board
    from mineproof.game.deal import Deal, Start, deal
    from mineproof.game.formats import read, read_board
    from mineproof.game.game import Game, View
    from mineproof.game.levels import Level, custom, level
    from mineproof.logic.kb import KnowledgeBase
    from mineproof.logic.proofs import proof_of
    from mineproof.play.contract import check_player
    from mineproof.play.player import MINE, SAFE, Move, Player, Result, Verdict, play_game
    from mineproof.play.strategies import STRATEGIES, Strategy, strategy
    from mineproof.proof.check import BadStep, check

__version__ = "0.1.0"  # a constant: importlib.metadata takes 0.03 s to import

_HOMES = {
    "answers": ("analyse", "explain", "review"),
    "errors": ("BadInput", "BrokenContract", "Contradiction", "MineproofError", "TooWide"),
    "game.board": ("Board",),
    "game.deal": ("Deal", "Start", "deal"),
    "game.formats": ("read", "read_board"),
    "game.game": ("Game", "View"),
    "game.levels": ("Level", "custom", "level"),
    "logic.kb": ("KnowledgeBase",),
    "logic.proofs": ("proof_of",),
    "play.contract": ("check_player",),
    "play.player": ("MINE", "SAFE", "Move", "Player", "Result", "Verdict", "play_game"),
    "play.strategies": ("STRATEGIES", "Strategy", "strategy"),
    "proof.check": ("BadStep", "check"),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "MINE",
    "SAFE",
    "STRATEGIES",
    "BadInput",
    "BadStep",
    "Board",
    "BrokenContract",
    "Contradiction",
    "Deal",
    "Game",
    "KnowledgeBase",
    "Level",
    "MineproofError",
    "Move",
    "Player",
    "Result",
    "Start",
    "Strategy",
    "TooWide",
    "Verdict",
    "View",
    "analyse",
    "check",
    "check_player",
    "custom",
    "deal",
    "explain",
    "level",
    "play_game",
    "proof_of",
    "read",
    "read_board",
    "review",
    "strategy",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME_OF:
        raise AttributeError(f"module 'mineproof' has no attribute {name!r}")
    value = getattr(import_module(f"mineproof.{_HOME_OF[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
