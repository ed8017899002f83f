"""The names that options accept. Their tables are imported when a name is read or completed."""

from collections.abc import Iterable


def levels() -> Iterable[str]:
    from mineproof.game.levels import LEVELS

    return LEVELS


def shapes() -> Iterable[str]:
    from mineproof.game.board import SHAPES

    return SHAPES


def places() -> Iterable[str]:
    from mineproof.game.deal import PLACES

    return PLACES


def strategies() -> Iterable[str]:
    from mineproof.play.strategies import STRATEGIES

    return STRATEGIES


def heuristics() -> Iterable[str]:
    from mineproof.play.csp import HEURISTICS

    return HEURISTICS


def ways_to_think() -> Iterable[str]:
    from mineproof.core.think import THINK

    return THINK


def formats() -> Iterable[str]:
    from mineproof.game.formats.convert import FORMATS

    return FORMATS


def recipes() -> Iterable[str]:
    from mineproof.lab.recipes import NAMES

    return NAMES
