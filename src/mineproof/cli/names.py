"""The names that options accept. Their tables are imported when a name is read or completed."""

from collections.abc import Callable, Iterable
from importlib import import_module


def table(module: str, name: str) -> Callable[[], Iterable[str]]:
    """Return a function that returns a table of a module of ours, by its name."""

    def load() -> Iterable[str]:
        names: Iterable[str] = getattr(import_module(f"mineproof.{module}"), name)
        return names

    return load


levels = table("game.levels", "LEVELS")
shapes = table("game.board", "SHAPES")
places = table("game.deal", "PLACES")
strategies = table("play.strategies", "STRATEGIES")
heuristics = table("play.csp", "HEURISTICS")
ways_to_think = table("core.think", "THINK")
recipes = table("lab.recipes", "NAMES")
kinds = table("learn.kinds", "KINDS")
tasks = table("learn.judging", "TASKS")


def formats() -> Iterable[str]:
    """Return the formats that `convert` writes."""
    return (*table("game.formats.convert", "FORMATS")(), "corpus", "cnf", "opb")
