"""Compare results of one table with each other and with reported figures.

The functions return numbers or blocks of a report. The sentences about one experiment are in its
file.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import sqrt

from mineproof.lab import stats
from mineproof.lab._document import Grid
from mineproof.lab._numbers import (
    p_value,
    percent,
    percent_interval,
    points,
    three_digits,
    with_interval,
)
from mineproof.lab.config import Setting
from mineproof.lab.recipe import Measure
from mineproof.lab.stats import Estimate
from mineproof.lab.summary import ConfigResult, Table, shared_seeds
from mineproof.play.rates import Difference, Z, paired_difference


@dataclass(frozen=True)
class Pair:
    """Two results that differ in one setting, and the difference of a share between them."""

    case: dict[str, Setting]
    """The settings that both share."""
    ours: Setting
    theirs: Setting
    difference: Difference


def paired(ours: ConfigResult, theirs: ConfigResult, key: str) -> Difference:
    """Return the difference of a share between two results, over the seeds that both have."""
    seeds = shared_seeds((ours, theirs))
    return paired_difference(
        [bool(ours.trials[seed][key]) for seed in seeds],
        [bool(theirs.trials[seed][key]) for seed in seeds],
    )


def all_pairs(table: Table, over: str, key: str, than: str | None = None) -> list[Pair]:
    """Return the differences of a share between all values of one setting, case by case.

    With `than`, only pairs with that value are compared, and its share is subtracted.
    """
    others = [name for name in table.part.varied if name != over]
    seen = [tuple(one.settings.get(name) for name in others) for one in table.results]
    pairs = []
    for values in dict.fromkeys(seen):
        case = {
            name: value for name, value in zip(others, values, strict=True) if value is not None
        }
        for first, second in combinations(table.choices(over), 2):
            if than is not None and than not in (first, second):
                continue
            a, b = (second, first) if first == than else (first, second)
            ours = table.result(**{**case, over: a})
            theirs = table.result(**{**case, over: b})
            if ours and theirs:
                pairs.append(Pair(case, a, b, paired(ours, theirs, key)))
    return pairs


def grid_of_pairs(caption: str, pairs: Iterable[Pair], *keys: str) -> Grid:
    """Return pairs as a table; `keys` are the settings that name a case."""
    rows = [
        [
            *(str(one.case[key]) for key in keys),
            f"{one.ours} less {one.theirs}",
            str(one.difference.n),
            points(one.difference),
            p_value(one.difference.p),
        ]
        for one in pairs
    ]
    return Grid(caption, [*keys, "pair", "n", "points [95 %]", "p"], rows)


def ratio_of_means(above: ConfigResult, below: ConfigResult, key: str) -> Estimate:
    """Return the ratio of two means on the same boards, with its bootstrap interval."""
    seeds = [
        seed
        for seed, row in above.trials.items()
        if key in row and key in below.trials.get(seed, {})
    ]
    return stats.ratio_of_means(
        [above.trials[seed][key] for seed in seeds], [below.trials[seed][key] for seed in seeds]
    )


def agrees(reported: float, boards: int, measured: Estimate) -> bool:
    """Tell whether a reported share is within sampling error of ours (two-sided, 5 %)."""
    pooled = (reported * boards + measured.value * measured.n) / (boards + measured.n)
    error = sqrt(max(pooled * (1 - pooled), 1e-12) * (1 / boards + 1 / measured.n))
    return abs(reported - measured.value) <= Z * error


def against_reported(table: Table, name: str) -> Iterator[str]:
    """Say how many reported shares lie within sampling error of ours, and which do not."""
    boards = table.part.reported[0].boards or 1
    both = [one for one in table.results if name in one.reported and name in one.values]
    outside = [
        f"{_case(table, one)} (reported {percent(one.reported[name])} %, here"
        f" {percent_interval(one.values[name])})"
        for one in both
        if not agrees(one.reported[name], boards, one.values[name])
    ]
    count = f"{len(both) - len(outside)} of {len(both)}"
    return _within(f"{count} reported shares lie within sampling error of ours", outside, both)


def _within(sentence: str, outside: list[str], both: Sequence[object]) -> Iterator[str]:
    """Return a sentence about what lies within sampling error, and what does not."""
    if both:
        yield f"{sentence}; outside: {'; '.join(outside)}." if outside else f"{sentence}."


def _case(table: Table, one: ConfigResult) -> str:
    """Name the case of a result by the settings that vary."""
    keys = [key for key in table.varying if key in table.part.case_keys]
    return ", ".join(f"{key} {one.settings[key]}" for key in keys if key in one.settings)


@dataclass(frozen=True)
class ReportedMean:
    """A reported mean and our mean."""

    result: ConfigResult
    agrees: bool
    """Whether the means differ by no more than sampling error (two-sided, 5 %)."""


def reported_means(table: Table, measure: Measure) -> list[ReportedMean]:
    """Return every reported mean of a measure with our mean.

    The variance of one board is estimated from our rows, of which at least two are needed.
    """
    name, both = measure.name, []
    for one in table.results:
        boards = table.part.boards_behind(one.settings, name)
        values = measure.of(one.trials.values())
        if name not in one.reported or not boards or len(values) < 2:
            continue
        error = stats.standard_deviation(values) * sqrt(1 / boards + 1 / len(values))
        distance = abs(one.reported[name] - one.values[name].value)
        both.append(ReportedMean(one, distance <= Z * error))
    return both


def means_against_reported(table: Table, measure: Measure) -> Iterator[str]:
    """Say how many reported means lie within sampling error of ours, and which do not."""
    both = reported_means(table, measure)
    outside = [
        f"{_case(table, one)} (reported {three_digits(one.reported[measure.name])}, here"
        f" {with_interval(measure, one.values[measure.name])})"
        for one in (mean.result for mean in both if not mean.agrees)
    ]
    count = f"{len(both) - len(outside)} of {len(both)}"
    sentence = f"Reported means of “{measure.label}”: {count} lie within sampling error of ours"
    return _within(sentence, outside, both)


def reported_over_ours(table: Table, name: str) -> tuple[float, float] | None:
    """Return the smallest and the largest ratio of a reported mean to ours; None without means."""
    ratios = [
        one.reported[name] / one.values[name].value
        for one in table.results
        if name in one.reported and name in one.values
    ]
    return (min(ratios), max(ratios)) if ratios else None


def highest(table: Table, name: str, **settings: Setting) -> ConfigResult | None:
    """Return the result with the largest value of a measure among those with some settings."""
    results = [one for one in table.where(**settings) if name in one.values]
    return max(results, key=lambda one: one.values[name].value) if results else None
