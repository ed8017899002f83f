"""Summarise rows as tables with a line for each config.

A line has intervals, the reported values, and the upper bound that complete inference sets on the
same boards.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from mineproof.answers.schema import SCHEMA
from mineproof.base.errors import BadInput
from mineproof.base.json_object import Json
from mineproof.lab import stats
from mineproof.lab._shared import CEILING
from mineproof.lab.config import Config, Row, Setting
from mineproof.lab.recipe import Measure, Part, Recipe, fits
from mineproof.lab.stats import Estimate
from mineproof.lab.store import Store
from mineproof.play.strategies import STRATEGIES

Trials = dict[int, Row]
"""The rows of one config, by seed."""


@dataclass(frozen=True)
class ConfigResult:
    """One config of a part, and the results of its trials."""

    recipe: str
    part: str
    settings: Config
    """The settings that distinguish this config from the others of the part."""
    n: int
    """The number of trials."""
    values: dict[str, Estimate]
    """The estimates by the name of the measure; a measure without rows is absent."""
    reported: dict[str, float]
    """The values of the source, by the name of the measure."""
    ceiling: dict[str, float]
    """The values of complete inference for the same case, by the name of the measure."""
    trials: Trials

    def number(self, key: str) -> float:
        """Return a setting that is a number."""
        value: float = self.settings[key]
        return value

    def as_json(self) -> Json:
        """Return the estimates as the object that `mineproof lab show --json` prints."""
        return {
            "schema": SCHEMA,
            "recipe": self.recipe,
            "part": self.part,
            "settings": self.settings,
            "n": self.n,
            "means": {name: one.value for name, one in self.values.items()},
            "intervals": {name: [one.low, one.high] for name, one in self.values.items()},
            "reported": self.reported or None,
            "ceiling": self.ceiling or None,
        }


@dataclass(frozen=True)
class Table:
    """One part of a recipe with its results, in the order of the recipe."""

    recipe: Recipe
    part: Part
    results: list[ConfigResult]

    def result(self, **settings: Setting) -> ConfigResult | None:
        """Return the first result with these settings, or None."""
        return next(iter(self.where(**settings)), None)

    def where(self, **settings: Setting) -> list[ConfigResult]:
        """Return all results with these settings."""
        return [one for one in self.results if fits(settings, one.settings)]

    @property
    def varying(self) -> list[str]:
        """The settings with several values, in order."""
        return [key for key in self.part.varied if len(self.choices(key)) > 1]

    @property
    def fixed(self) -> dict[str, Setting]:
        """The settings with one value."""
        keys = [key for key in self.part.varied if len(self.choices(key)) == 1]
        return {key: self.choices(key)[0] for key in keys}

    def choices(self, key: str) -> list[Setting]:
        """Return the values that a setting takes, in order."""
        return [*dict.fromkeys(one.settings[key] for one in self.results if key in one.settings)]


def shared_seeds(results: Iterable[ConfigResult]) -> list[int]:
    """Return the seeds of the boards that all results have, in order; none without results."""
    seeds = [one.trials.keys() for one in results]
    return sorted(set(seeds[0]).intersection(*seeds)) if seeds else []


def summarise(recipe: Recipe, store: Store) -> list[Table]:
    """Return the tables of a recipe; parts and configs without rows are absent.

    Rows of cases that the recipe does not have are ignored: they belong to another version of it.
    """
    trials: dict[str, Trials] = {}
    configs: dict[str, Config] = {}
    known = _known_cases(recipe)
    for config, seed, row in store.rows(recipe.name):
        if _shape(config) not in known:
            continue
        key = _key(config)
        configs[key] = config
        trials.setdefault(key, {})[seed] = row
    tables = []
    for part in recipe.parts:
        of_part = [config for config in configs.values() if config.get("part") == part.name]
        results = [
            _result(recipe, part, config, trials[_key(config)])
            for config in _in_recipe_order(part, of_part)
        ]
        if results:
            tables.append(Table(recipe, part, _with_ceilings(part, results)))
    return tables


def no_rows(store: Store, name: str) -> BadInput:
    """Return the error for a recipe without rows."""
    return BadInput(f"{store.path}: no rows of {name} yet; `mineproof lab run {name}` makes them")


def left_out(recipe: Recipe, store: Store) -> list[str]:
    """Say which rows of a recipe are ignored: other revisions, and cases that it does not have.

    Rows that depend on the engine have its name in their revision.
    """
    known, reasons = _known_cases(recipe), dict[str, int]()
    for one in store.configs(recipe.name):
        if not one.counts:
            reason = f"of revision “{one.revision}” do not count; it is “{one.today}” now"
        elif _shape(one.config) not in known:
            reason = "of cases that the recipe does not have do not count"
        else:
            continue
        reasons[reason] = reasons.get(reason, 0) + store.rows_of(one)
    return [f"{recipe.name}: {many} rows {reason}" for reason, many in reasons.items() if many]


def _known_cases(recipe: Recipe) -> set[tuple[str, bool]]:
    return {
        (_key({"part": part.name, "trial": part.trial.name, **case}), bool(part.strategies))
        for part in recipe.parts
        for case in part.cases
    }


def _shape(config: Config) -> tuple[str, bool]:
    """Return the settings that a config shares with a case, and whether it has a player."""
    return _without_player(config), "strategy" in config


def _without_player(config: Config) -> str:
    return _key({key: value for key, value in config.items() if key != "strategy"})


def _in_recipe_order(part: Part, configs: list[Config]) -> list[Config]:
    """Sort configs by case, then by strategy, in the order of the recipe.

    Strategies that the recipe does not list follow in the order of the catalogue.
    """
    cases = {_key(case): place for place, case in enumerate(part.cases)}
    listed = dict.fromkeys([*part.strategies, *STRATEGIES])
    strategies = {name: place for place, name in enumerate(listed)}

    def place(config: Config) -> tuple[int, int, str]:
        case = _key({key: value for key, value in config.items() if key in part.case_keys})
        name = str(config.get("strategy", ""))
        return (cases.get(case, len(cases)), strategies.get(name, len(strategies)), _key(config))

    return sorted(configs, key=place)


def _result(recipe: Recipe, part: Part, config: Config, trials: Trials) -> ConfigResult:
    estimates = {one.name: _estimate(one, trials.values()) for one in part.measures}
    return ConfigResult(
        recipe.name,
        part.name,
        settings={key: config[key] for key in part.varied if key in config},
        n=len(trials),
        values={name: one for name, one in estimates.items() if one is not None},
        reported=part.reported_for(config),
        ceiling={},
        trials=trials,
    )


def _estimate(measure: Measure, rows: Iterable[Row]) -> Estimate | None:
    values = measure.of(rows)
    if not values:
        return None
    return stats.share(values) if measure.kind == "share" else stats.mean(values)


def _with_ceilings(part: Part, results: list[ConfigResult]) -> list[ConfigResult]:
    """Add the values of complete inference in the same case, for measures that it bounds."""
    if not part.ceiling:
        return results
    bounded = [one.name for one in part.measures if one.bounded]
    best = {
        _case(one): {name: one.values[name].value for name in bounded if name in one.values}
        for one in results
        if one.settings.get("strategy") == CEILING
    }
    return [
        replace(one, ceiling=best.get(_case(one), {}))
        if one.settings.get("strategy") != CEILING
        else one
        for one in results
    ]


def _case(result: ConfigResult) -> str:
    return _without_player(result.settings)


def _key(config: Config) -> str:
    """Return a text that is equal for equal configs."""
    return repr(sorted(config.items()))
