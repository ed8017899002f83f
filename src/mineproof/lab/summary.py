"""Rows gathered into a table: a line a config, with intervals, beside what was published and the
ceiling that complete inference sets on the same boards."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from mineproof.answers import SCHEMA
from mineproof.lab import stats
from mineproof.lab.recipe import CEILING, Measure, Part, Recipe
from mineproof.lab.stats import Estimate
from mineproof.lab.store import Config, Row, Store

Trials = dict[int, Row]
"""The rows of one config, by seed."""


@dataclass(frozen=True)
class Line:
    """One config of a part, and what came of it."""

    recipe: str
    part: str
    settings: Config
    n: int
    values: dict[str, Estimate]
    """By the name of the measure; one that no row has is left out."""
    published: dict[str, float]
    ceiling: dict[str, float]
    trials: Trials

    def as_json(self) -> dict[str, Any]:
        return {
            "schema": SCHEMA,
            "recipe": self.recipe,
            "part": self.part,
            "settings": self.settings,
            "n": self.n,
            "means": {name: one.value for name, one in self.values.items()},
            "intervals": {name: [one.low, one.high] for name, one in self.values.items()},
            "published": self.published or None,
            "ceiling": self.ceiling or None,
        }


@dataclass(frozen=True)
class Table:
    """One part of a recipe with its lines, in the order of the recipe."""

    recipe: Recipe
    part: Part
    lines: list[Line]

    def line(self, **settings: Any) -> Line | None:
        """The first line with these settings."""
        return next(iter(self.where(**settings)), None)

    def where(self, **settings: Any) -> list[Line]:
        return [
            line
            for line in self.lines
            if all(line.settings.get(key) == value for key, value in settings.items())
        ]

    def choices(self, key: str) -> list[Any]:
        """The values that a setting takes, in order."""
        return [*dict.fromkeys(line.settings[key] for line in self.lines if key in line.settings)]


def summarise(recipe: Recipe, store: Store) -> list[Table]:
    """The tables of a recipe; parts and configs that have no rows are left out."""
    trials: dict[str, Trials] = {}
    configs: dict[str, Config] = {}
    for config, seed, row in store.rows(recipe.name):
        key = repr(sorted(config.items()))
        configs[key] = config
        trials.setdefault(key, {})[seed] = row
    tables = []
    for part in recipe.parts:
        found = [key for key, config in configs.items() if config.get("part") == part.name]
        lines = [
            _line(recipe, part, configs[key], trials[key]) for key in _ordered(part, found, configs)
        ]
        if lines:
            tables.append(Table(recipe, part, _with_ceilings(part, lines)))
    return tables


def _ordered(part: Part, found: list[str], configs: dict[str, Config]) -> list[str]:
    """As the recipe lists its cases, then by strategy; what it does not list comes last."""
    places = {repr(sorted(case.items())): number for number, case in enumerate(part.cases)}

    def place(key: str) -> int:
        case = {k: v for k, v in configs[key].items() if k in part.case_keys}
        return places.get(repr(sorted(case.items())), len(places))

    return sorted(found, key=place)


def _line(recipe: Recipe, part: Part, config: Config, trials: Trials) -> Line:
    settings = {key: config[key] for key in part.varied if key in config}
    values = {}
    for measure in part.measures:
        estimate = _estimate(measure, trials.values())
        if estimate is not None:
            values[measure.name] = estimate
    return Line(
        recipe.name,
        part.name,
        settings,
        len(trials),
        values,
        part.published_for(config),
        {},
        trials,
    )


def _estimate(measure: Measure, rows: Iterable[Row]) -> Estimate | None:
    found = [
        row[measure.key]
        for row in rows
        if measure.key in row and (measure.among is None or row.get(measure.among))
    ]
    if not found:
        return None
    return stats.share(found) if measure.kind == "share" else stats.mean(found)


def _with_ceilings(part: Part, lines: list[Line]) -> list[Line]:
    """What complete inference reaches in the same case, for measures that it sets a limit to."""
    if not part.ceiling:
        return lines
    limited = [
        one.name for one in part.measures if one.key in ("complete", "success", "determined")
    ]
    best = {
        _case(line): {name: line.values[name].value for name in limited if name in line.values}
        for line in lines
        if line.settings.get("strategy") == CEILING
    }
    return [
        replace(line, ceiling=best.get(_case(line), {}))
        if line.settings.get("strategy") != CEILING
        else line
        for line in lines
    ]


def _case(line: Line) -> str:
    return repr(sorted((k, v) for k, v in line.settings.items() if k != "strategy"))
