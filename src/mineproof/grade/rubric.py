"""The rubric: a small TOML file that defines the points."""

import tomllib
from dataclasses import dataclass
from importlib.resources import files
from math import isclose
from typing import Any

from mineproof.base.arguments import shown
from mineproof.base.errors import BadInput
from mineproof.game.levels import LEVELS

_LARGEST = 1e9  # of any number of a rubric
PARTS = ("sound", "complete", "rules", "reliable", "cost")
_KEYS: dict[str, tuple[str, ...]] = {
    "weights": PARTS,
    "sound": ("lost_at",),
    "rules": ("lost_at", "untold"),
    "reliable": ("lost_at",),
    "cost": tuple(LEVELS),
    "floors": ("rules", *LEVELS),
}


@dataclass(frozen=True)
class Rubric:
    """Weights and minimum shares. The fields are those of rubric.toml."""

    max: float
    weights: dict[str, float]
    sound_lost_at: float
    rules_lost_at: float
    rules_untold: float
    reliable_lost_at: float
    cost: dict[str, float]
    floors: dict[str, float]


def default_rubric(player: str = "") -> Rubric:
    """Return the default rubric of a player. A class of CS50 AI reports no clauses to judge.

    >>> sum(default_rubric().weights.values())
    100.0
    """
    text = files("mineproof.grade").joinpath("rubric.toml").read_text("utf-8")
    if player.startswith("cs50:"):
        text = text.replace("sound = 35", "sound = 45").replace("complete = 30", "complete = 40")
        text = text.replace("rules = 20", "rules = 0")
    return parse(text)


def parse(text: str) -> Rubric:
    """Read a rubric; raise `BadInput` with the name of a faulty key."""
    try:
        found = tomllib.loads(text)
    except ValueError as problem:  # TOMLDecodeError, or a number of thousands of digits
        raise BadInput(f"not TOML: {problem}") from None
    except RecursionError:
        raise BadInput("not TOML: lists within lists, too many deep") from None
    for key, value in found.items():
        if key == "max":
            continue
        if key not in _KEYS:
            raise BadInput(f"unknown key {shown(key)}: one of max, {', '.join(_KEYS)}")
        if not isinstance(value, dict):
            raise BadInput(f"{key} is a table: write [{key}]")
        for inner in value:
            if inner not in _KEYS[key]:
                raise BadInput(f"unknown key {key}.{inner}: one of {', '.join(_KEYS[key])}")
    weights = {part: _number(found, "weights", part) for part in PARTS}
    most = _checked(found.get("max", 100), "max")
    if not isclose(sum(weights.values()), most):
        raise BadInput(f"the weights add up to {sum(weights.values()):g}, and max is {most:g}")
    return Rubric(
        most,
        weights,
        _share(found, "sound", "lost_at", 0.05),
        _share(found, "rules", "lost_at", 0.2),
        _share(found, "rules", "untold", 0.0),
        _share(found, "reliable", "lost_at", 0.05),
        {level: _number(found, "cost", level) for level in found.get("cost", {})},
        {level: _share(found, "floors", level, 0.0) for level in found.get("floors", {})},
    )


def _number(found: dict[str, Any], table: str, key: str) -> float:
    values = found.get(table, {})
    if key not in values:
        raise BadInput(f"{table}.{key} is missing")
    return _checked(values[key], f"{table}.{key}")


def _share(found: dict[str, Any], table: str, key: str, default: float) -> float:
    value = _checked(found.get(table, {}).get(key, default), f"{table}.{key}")
    if value > 1:
        raise BadInput(f"{table}.{key} is a share: 0 to 1, not {value:g}")
    return value


def _checked(value: object, name: str) -> float:
    number = value if isinstance(value, int | float) and not isinstance(value, bool) else -1
    if not 0 <= number <= _LARGEST:
        raise BadInput(f"{name} is a number from 0 to {_LARGEST:g}, not {shown(value)}")
    return float(number)
