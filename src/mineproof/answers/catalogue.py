"""What this program offers: levels, shapes and strategies."""

from typing import TypedDict

import mineproof
from mineproof.answers.schema import SCHEMA
from mineproof.game.board import SHAPES, ShapeName
from mineproof.game.levels import LEVELS
from mineproof.play.strategies import STRATEGIES, Strategy


class LevelJson(TypedDict):
    """The size and the mines of a level."""

    rows: int
    cols: int
    mines: int


class StrategyJson(TypedDict):
    """A strategy: its source, and how it differs from the others."""

    source: str
    summary: str
    pairs: str
    parents: str
    count: str
    stuck: str
    success: str


class AboutJson(TypedDict):
    """What this program offers: version, levels, shapes, strategies and limits."""

    schema: int
    version: str
    levels: dict[str, LevelJson]
    shapes: list[ShapeName]
    strategies: dict[str, StrategyJson]
    most_cells: int
    most_bytes: int


def about(most_cells: int, most_bytes: int) -> AboutJson:
    """Return what this program offers; a board has `most_cells`, a request `most_bytes` at most."""
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
        "most_bytes": most_bytes,
    }


def strategies() -> dict[str, StrategyJson]:
    """Return a description of each strategy."""
    return {name: strategy_json(one) for name, one in STRATEGIES.items()}


def strategy_json(strategy: Strategy) -> StrategyJson:
    """Return the description of one strategy."""
    return {
        "source": strategy.source,
        "summary": strategy.summary,
        "pairs": strategy.pairs,
        "parents": strategy.parents,
        "count": strategy.count,
        "stuck": strategy.stuck,
        "success": strategy.success_rule,
    }
