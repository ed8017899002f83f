"""Compare results of one table with each other and with reported figures.

The functions return numbers or blocks of a report. The sentences about one experiment are in its
file.
"""

from dataclasses import dataclass
from itertools import combinations
from math import sqrt

from mineproof.lab import stats
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
from mineproof.lab.report._document import Block, Paragraph
from mineproof.lab.stats import Difference, Estimate
from mineproof.lab.summary import ConfigResult, Table


@dataclass(frozen=True)
class Pair:
    """Two results that differ in one setting, and the difference of a share between them."""

    case: dict[str, Setting]
    """The settings that both share."""
    ours: Setting
    theirs: Setting
    difference: Difference

    def cells(self) -> list[str]:
        """Return the pair as cells of a table: pair, boards, points, p-value."""
        return [
            f"{self.ours} less {self.theirs}",
            str(self.difference.n),
            points(self.difference),
            p_value(self.difference.p),
        ]


def paired(ours: ConfigResult, theirs: ConfigResult, key: str) -> Difference:
    """Return the difference of a share between two results, over the seeds that both have."""
    seeds = [seed for seed in ours.trials if seed in theirs.trials]
    return stats.difference(
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
    return abs(reported - measured.value) <= stats.Z * error


def against_reported(table: Table, name: str) -> list[Block]:
    """Say how many reported shares lie within sampling error of ours, and which do not."""
    boards = table.part.reported[0].boards or 1
    both = [one for one in table.results if name in one.reported and name in one.values]
    if not both:
        return []
    off = [one for one in both if not agrees(one.reported[name], boards, one.values[name])]
    sentence = (
        f"{len(both) - len(off)} of {len(both)} reported shares lie within sampling error of ours"
    )
    if off:
        keys = [key for key in table.part.case_keys if len(table.choices(key)) > 1]
        named = [
            f"{', '.join(f'{key} {one.settings[key]}' for key in keys if key in one.settings)}"
            f" (reported {percent(one.reported[name])} %, here"
            f" {percent_interval(one.values[name])})"
            for one in off
        ]
        sentence += f"; outside: {'; '.join(named)}"
    return [Paragraph(sentence + ".")]


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
        values = [
            row[measure.key]
            for row in one.trials.values()
            if measure.key in row and (measure.among is None or row.get(measure.among))
        ]
        if name not in one.reported or not boards or len(values) < 2:
            continue
        error = stats.standard_deviation(values) * sqrt(1 / boards + 1 / len(values))
        distance = abs(one.reported[name] - one.values[name].value)
        both.append(ReportedMean(one, distance <= stats.Z * error))
    return both


def means_against_reported(table: Table, measure: Measure) -> list[Block]:
    """Say how many reported means lie within sampling error of ours, and which do not."""
    name, both = measure.name, reported_means(table, measure)
    if not both:
        return []
    keys = [key for key in table.part.case_keys if len(table.choices(key)) > 1]
    off = []
    for one in [mean.result for mean in both if not mean.agrees]:
        case = ", ".join(f"{key} {one.settings[key]}" for key in keys if key in one.settings)
        ours = with_interval(measure, one.values[name])
        off.append(f"{case} (reported {three_digits(one.reported[name])}, here {ours})")
    sentence = (
        f"Reported means of “{measure.label}”: {len(both) - len(off)} of {len(both)} lie within"
        " sampling error of ours"
    )
    return [Paragraph(f"{sentence}; outside: {'; '.join(off)}." if off else f"{sentence}.")]


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
