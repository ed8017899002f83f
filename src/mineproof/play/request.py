"""Check requested shapes, starts, levels and settings, equally for all doors.

Modules are imported when a function needs them, which keeps `--help` fast.
"""

from dataclasses import replace
from typing import TYPE_CHECKING, cast

from mineproof.base.arguments import known_name
from mineproof.base.errors import BadInput

if TYPE_CHECKING:
    from mineproof.game.board import Shape
    from mineproof.game.deal import Start
    from mineproof.game.levels import Level
    from mineproof.play.context import IdleLimit, Settings


def start_of(start: str, safe_cells: str | None, place: str, cells: str | None) -> "Start":
    """Return a start rule with its settings; raise `BadInput` for settings of another rule."""
    from mineproof.game.deal import PLACES, Start

    rule = Start.parse(start)
    where = known_name(place, PLACES, "place")
    if rule.rule != "given" and (safe_cells is not None or cells is not None or where != "uniform"):
        raise BadInput("`safe_cells`, `place` and `cells` go with `start` given")
    if cells is not None and (safe_cells is not None or where != "uniform"):
        raise BadInput("`safe_cells` and `place` have no effect on cells named by `cells`")
    rule = replace(rule, place=where)
    return rule if safe_cells is None else rule.with_safe_cells(safe_cells)


def level_of(
    level: str | None, size: str | None, mines: int | None, default: str, shape: "Shape" = "grid"
) -> "Level":
    """Return a level by name, or by size and mines.

    A graph has its own size and needs only `mines`.
    """
    from mineproof.game.graph import Graph
    from mineproof.game.levels import custom
    from mineproof.game.levels import level as named

    if isinstance(shape, Graph) and level is None:
        if mines is None:
            raise BadInput("a graph goes with `mines`", field="shape")
        size = size or shape.size

    if size is None:
        if mines is not None:
            raise BadInput("goes with `size`", field="mines")
        return named(level or default)
    if level is not None:
        raise BadInput("`level` and `size` exclude each other")
    if mines is None:
        raise BadInput("goes with `mines`", field="size")
    return custom(size, mines)


def check_heuristic(heuristic: str | None, strategy: str) -> None:
    """Raise `BadInput` for an unknown heuristic, or one that the strategy does not use."""
    from mineproof.play.csp import HEURISTICS
    from mineproof.play.strategies import STRATEGIES

    if heuristic is None:
        return
    known_name(heuristic, HEURISTICS, "heuristic")
    if strategy not in STRATEGIES or not STRATEGIES[strategy].uses_heuristic:
        users = ", ".join(name for name, one in STRATEGIES.items() if one.uses_heuristic)
        raise BadInput(f"goes with {users}", field="heuristic")


def settings_of(
    strategy: str,
    heuristic: str | None = None,
    idle_limit: "IdleLimit | None" = None,
    count_limit: int | None = None,
    think: str | None = None,
) -> "Settings":
    """Return the settings that were given (not None).

    Raise `BadInput` for those that the strategy does not have.
    """
    from mineproof.play.strategies import STRATEGIES

    check_heuristic(heuristic, strategy)
    for limit, typed in (("idle_limit", idle_limit), ("count_limit", count_limit)):
        users = [name for name, one in STRATEGIES.items() if limit in one.limits]
        if typed is not None and strategy not in users:
            raise BadInput(f"goes with {', '.join(users)}", field=limit)
    if think is not None and strategy != "guess":
        raise BadInput("goes with guess", field="think")
    asked = {
        "heuristic": heuristic,
        "idle_limit": idle_limit,
        "count_limit": count_limit,
        "think": think,
    }
    return cast("Settings", {key: value for key, value in asked.items() if value is not None})
