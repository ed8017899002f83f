"""Minesweeper played by logic, where every deduction has a proof.

The names below are the public ones; each is loaded when it is first used, so that a command
that prints one line starts quickly.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mineproof.answers import (
        AnalyseAnswer,
        BestMove,
        CertainCell,
        CompareAnswer,
        ExplainAnswer,
        MeasureAnswer,
        OptimalAnswer,
        ReviewAnswer,
        ReviewedMove,
        SolveAnswer,
        analyse,
        compare,
        explain,
        explain_all,
        generate,
        measure,
        optimal,
        review,
        solve,
    )
    from mineproof.core import Candidate, WinDifference
    from mineproof.errors import (
        BadInput,
        BrokenContract,
        Cancelled,
        Contradiction,
        MineproofError,
        PlayerFault,
        TooWide,
    )
    from mineproof.game.board import Board, Cell, Layout, Shape, mined_cells
    from mineproof.game.clues import Clue, clues
    from mineproof.game.deal import Deal, Start, deal
    from mineproof.game.formats import read, read_board
    from mineproof.game.formats.convert import convert
    from mineproof.game.game import Game, View
    from mineproof.game.graph import Graph
    from mineproof.game.levels import Level, custom, level
    from mineproof.game.measure import Measures
    from mineproof.game.picture import FLAG, HIDDEN
    from mineproof.game.replay import Action, Replay
    from mineproof.learn import Exercise, exercises
    from mineproof.logic.kb import Counters, Event, KnowledgeBase
    from mineproof.logic.proofs import proof_of
    from mineproof.play.contract import check_player
    from mineproof.play.player import MINE, SAFE, Move, Player, Result, Verdict, play_game
    from mineproof.play.rates import Rate, wilson
    from mineproof.play.strategies import STRATEGIES, Strategy, StrategyPlayer, strategy
    from mineproof.proof.check import BadStep, Step, check
    from mineproof.proof.step import Proof
    from mineproof.reason.export import cnf

__version__ = "0.1.0"  # a constant: importlib.metadata takes 0.03 s to import

_HOMES = {
    "answers": (
        "AnalyseAnswer",
        "BestMove",
        "CertainCell",
        "CompareAnswer",
        "ExplainAnswer",
        "MeasureAnswer",
        "OptimalAnswer",
        "ReviewAnswer",
        "ReviewedMove",
        "SolveAnswer",
        "analyse",
        "compare",
        "explain",
        "explain_all",
        "generate",
        "measure",
        "optimal",
        "review",
        "solve",
    ),
    "core": ("Candidate", "WinDifference"),
    "errors": (
        "BadInput",
        "BrokenContract",
        "Cancelled",
        "Contradiction",
        "MineproofError",
        "PlayerFault",
        "TooWide",
    ),
    "game.board": (
        "Board",
        "Cell",
        "Layout",
        "Shape",
        "mined_cells",
    ),
    "game.clues": (
        "Clue",
        "clues",
    ),
    "game.deal": (
        "Deal",
        "Start",
        "deal",
    ),
    "game.formats": (
        "read",
        "read_board",
    ),
    "game.formats.convert": ("convert",),
    "game.game": (
        "Game",
        "View",
    ),
    "game.graph": ("Graph",),
    "game.levels": (
        "Level",
        "custom",
        "level",
    ),
    "game.measure": ("Measures",),
    "game.picture": (
        "FLAG",
        "HIDDEN",
    ),
    "game.replay": ("Action", "Replay"),
    "learn": ("Exercise", "exercises"),
    "logic.kb": ("Counters", "Event", "KnowledgeBase"),
    "logic.proofs": ("proof_of",),
    "play.contract": ("check_player",),
    "play.player": (
        "MINE",
        "SAFE",
        "Move",
        "Player",
        "Result",
        "Verdict",
        "play_game",
    ),
    "play.rates": ("Rate", "wilson"),
    "play.strategies": (
        "STRATEGIES",
        "Strategy",
        "StrategyPlayer",
        "strategy",
    ),
    "proof.check": (
        "BadStep",
        "Step",
        "check",
    ),
    "proof.step": ("Proof",),
    "reason.export": ("cnf",),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "FLAG",
    "HIDDEN",
    "MINE",
    "SAFE",
    "STRATEGIES",
    "Action",
    "AnalyseAnswer",
    "BadInput",
    "BadStep",
    "BestMove",
    "Board",
    "BrokenContract",
    "Cancelled",
    "Candidate",
    "Cell",
    "CertainCell",
    "Clue",
    "CompareAnswer",
    "Contradiction",
    "Counters",
    "Deal",
    "Event",
    "Exercise",
    "ExplainAnswer",
    "Game",
    "Graph",
    "KnowledgeBase",
    "Layout",
    "Level",
    "MeasureAnswer",
    "Measures",
    "MineproofError",
    "Move",
    "OptimalAnswer",
    "Player",
    "PlayerFault",
    "Proof",
    "Rate",
    "Replay",
    "Result",
    "ReviewAnswer",
    "ReviewedMove",
    "Shape",
    "SolveAnswer",
    "Start",
    "Step",
    "Strategy",
    "StrategyPlayer",
    "TooWide",
    "Verdict",
    "View",
    "WinDifference",
    "__version__",
    "analyse",
    "check",
    "check_player",
    "clues",
    "cnf",
    "compare",
    "convert",
    "custom",
    "deal",
    "exercises",
    "explain",
    "explain_all",
    "generate",
    "level",
    "measure",
    "mined_cells",
    "optimal",
    "play_game",
    "proof_of",
    "read",
    "read_board",
    "review",
    "solve",
    "strategy",
    "wilson",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME_OF:
        raise AttributeError(f"module 'mineproof' has no attribute {name!r}")
    value = getattr(import_module(f"mineproof.{_HOME_OF[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
