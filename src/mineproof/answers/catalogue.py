"""What there is to ask for."""

from typing import TypedDict

import mineproof
from mineproof.answers.schema import SCHEMA
from mineproof.game.board import SHAPES, Shape
from mineproof.game.levels import LEVELS
from mineproof.play.strategies import STRATEGIES, Strategy


class LevelJson(TypedDict):
    rows: int
    cols: int
    mines: int


class StrategyJson(TypedDict):
    source: str
    summary: str
    pairs: str
    parents: str
    count: str
    stuck: str
    success: str


class AboutJson(TypedDict):
    schema: int
    version: str
    levels: dict[str, LevelJson]
    shapes: list[Shape]
    strategies: dict[str, StrategyJson]
    most_cells: int


def about(most_cells: int) -> AboutJson:
    """What there is to ask for, at a door that answers boards of up to so many cells."""
    return {
        "schema": SCHEMA,
        "version": mineproof.__version__,
        "levels": {
            name: {"rows": one.rows, "cols": one.cols, "mines": one.mines}
            for name, one in LEVELS.items()
        },
        "shapes": list(SHAPES),
        "strategies": strategies(),
        "most_cells": most_cells,
    }


def strategies() -> dict[str, StrategyJson]:
    """How the strategies differ, in words."""
    return {name: strategy_json(one) for name, one in STRATEGIES.items()}


def strategy_json(strategy: Strategy) -> StrategyJson:
    """One strategy in words."""
    return {
        "source": strategy.source,
        "summary": strategy.summary,
        "pairs": strategy.pairs,
        "parents": strategy.parents,
        "count": strategy.count,
        "stuck": strategy.stuck,
        "success": strategy.success_rule,
    }
