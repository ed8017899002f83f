"""The experiments, one a file: `few-cells` is the `RECIPE` of `few_cells.py`.

Three sizes of one experiment share a file: `mines-9x9` is one of the `RECIPES` of `mines.py`.

To add an experiment, write its file and add its name to `NAMES`. Nothing is loaded before it is
asked for, and no file imports numpy or matplotlib when it is loaded.
"""

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from mineproof.base.arguments import known_name

if TYPE_CHECKING:
    from mineproof.lab._trial import Trial
    from mineproof.lab.recipe import Recipe

NAMES = (
    "levels",
    "mines-9x9",
    "mines-16x16",
    "mines-30x16",
    "safe-cells-90",
    "ratio",
    "rules",
    "density",
    "nested-time",
    "start",
    "gifts",
    "logic-vs-csp",
    "chaining",
    "guessing",
    "depth",
    "phase-transition",
    "coin-flips",
    "limits",
    "few-cells",
    "doubled-cells",
    "unit-stops",
    "size-or-density",
)
"""All experiments, in the order in which they are listed and reported."""


@cache
def recipe(name: str) -> "Recipe":
    """Return the recipe of this name; raise `BadInput` for an unknown name."""
    name = known_name(name, NAMES, "recipe")
    sweep = name.startswith("mines-")
    file = "mines" if sweep else name.replace("-", "_")
    module = import_module(f"mineproof.lab.experiments.{file}")
    found: Recipe = module.RECIPES[name] if sweep else module.RECIPE
    return found


def recipes() -> "dict[str, Recipe]":
    """Return all recipes, by name."""
    return {name: recipe(name) for name in NAMES}


def trial_named(name: str) -> "Trial":
    """Return the kind of trial that a config names; raise `BadInput` if no experiment has it."""
    from mineproof.lab._trial import GAME

    if name == GAME.name:
        return GAME
    kinds = _trials()
    return kinds[known_name(name, sorted(kinds), "trial")]


@cache
def _trials() -> "dict[str, Trial]":
    return {part.trial.name: part.trial for one in recipes().values() for part in one.parts}
