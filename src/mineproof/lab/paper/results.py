"""Describe one table in a report to hand in: sentences, a figure, and compact tables.

A compact table has the values of one setting side by side, with one measure only, to fit on a page.
`mineproof lab show` has all measures.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from mineproof.base.text_width import width
from mineproof.lab._comparison import Pair, all_pairs
from mineproof.lab._document import Figure, Grid
from mineproof.lab._numbers import points_and_p, value_of, with_interval
from mineproof.lab._shared import COMPLETE, STUCK_ENDS
from mineproof.lab.config import Config, Setting
from mineproof.lab.paper.wording import Wording
from mineproof.lab.recipe import Chart, Measure
from mineproof.lab.report import _figures as figures
from mineproof.lab.stats import Estimate
from mineproof.lab.summary import ConfigResult, Table

WIDTH = 6.6
"""The width of a figure across the page, in inches."""
_MOST_COLUMNS = 5  # the most values side by side
_MOST_SIGNS = 112  # the most characters of a row that fits on a page
_NO_BREAK = "\u00a0"  # the space within a number with its unit and interval
_FEW = 4  # the most differences in a sentence
_REFERENCES = ("assignment", "least-risk", "saturate")
"""Strategies that others are compared with; the first one in an experiment is used."""


@dataclass(frozen=True)
class Cut:
    """How much of an experiment the report shows."""

    rows: int
    """The rows of a table."""
    measures: int
    """The tables of a part."""
    height: float
    """The height of a row of panels in a figure, in inches."""


def measures_of(table: Table) -> list[Measure]:
    """Return the main measures: those in the figure, or the first two."""
    known = [one for one in table.part.measures if any(one.name in r.values for r in table.results)]
    if table.part.chart is None:
        return known[:2]
    return [one for one in known if one.name in table.part.chart.measures]


def findings(table: Table, wording: Wording) -> Iterator[str]:
    """Return sentences about fixed settings and the first measure, as one paragraph.

    They give its extremes, and differences on the same boards.
    """
    measures = measures_of(table)
    if measures:
        sentences = _held(table, wording) + _extremes(table, measures[0], wording)
        yield wording.text(sentences + _differences(table, measures[0], wording))


def _held(table: Table, wording: Wording) -> list[str]:
    """Say which settings all cases share."""
    if not table.fixed:
        return []
    told = wording.say.joined(wording.setting(*one) for one in table.fixed.items())
    return [wording.say("held", settings=told)]


def _extremes(table: Table, measure: Measure, wording: Wording) -> list[str]:
    """Say where a measure is highest and lowest, and which players have equal values."""
    results = [one for one in table.results if measure.name in one.values]
    label = wording.name(measure.label)
    estimates = sorted((one.values[measure.name] for one in results), key=lambda one: one.value)
    least, most = estimates[0], estimates[-1]
    if most.value == least.value:
        key = "one value" if len(results) == 1 else "all equal"
        return [wording.say(key, measure=label, value=in_sentence(measure, most))]
    completes = measure.name == COMPLETE.name and "strategy" in results[0].settings
    told = {"most": in_sentence(measure, most), "least": in_sentence(measure, least)}
    for key, of in (("highest", most), ("lowest", least)):
        tied = [one for one in results if one.values[measure.name].value == of.value]
        cases = _cases(table, tied, wording)
        players = len({one.settings.get("strategy") for one in tied})
        told[key] = wording.say.counted("complete", players, cases=cases) if completes else cases
    found = wording.say("extremes complete" if completes else "extremes", measure=label, **told)
    return [found[:1].upper() + found[1:], *_equal_players(table, wording)]


def _cases(table: Table, results: list[ConfigResult], wording: Wording) -> str:
    """Return the cases of some results by players; of more than three cases give the first."""
    playing, told = dict[str, list[str]](), []
    for one in results:
        names = playing.setdefault(_case(table, one.settings, wording), [])
        names += [str(one.settings["strategy"])] if "strategy" in one.settings else []
    by_players = dict[str, list[str]]()
    for case, names in playing.items():
        by_players.setdefault(_players(table, names, wording), []).append(case)
    for players, cases in by_players.items():
        case = wording.say("and").join(cases)
        if len(cases) > 3:
            case = wording.say("and others", case=cases[0], n=len(cases) - 1)
        told.append(wording.say("at", case=case, players=players).strip() if case else players)
    return wording.say.joined(told)


def _case(table: Table, settings: Config, wording: Wording) -> str:
    keys = [key for key in table.varying if key in settings and key != "strategy"]
    return wording.say.joined(wording.setting(key, settings[key]) for key in keys)


def _players(table: Table, names: Sequence[str], wording: Wording) -> str:
    many = len(table.choices("strategy"))
    if len(names) == many > 1:
        return wording.say("both players" if many == 2 else "all players")
    return wording.say("and").join(map(wording.player, names))


def _equal_players(table: Table, wording: Wording) -> list[str]:
    """Say which players have equal values of the main measures: their lines coincide."""
    measures, equal = measures_of(table), dict[str, list[str]]()
    for name in map(str, table.choices("strategy")):
        values = [
            ({**one.settings, "strategy": ""}, [one.values.get(of.name) for of in measures])
            for one in table.where(strategy=name)
        ]
        equal.setdefault(repr(values), []).append(name)
    labels = wording.say("and").join(wording.name(one.label) for one in measures)
    found = [_players(table, names, wording) for names in equal.values() if len(names) > 1]
    return [
        wording.say("equal players", players=one[:1].upper() + one[1:], measures=labels)
        for one in found
    ]


def in_cell(measure: Measure, one: Estimate) -> str:
    """Write an estimate for a table, with its interval if it has more than one board."""
    return with_interval(measure, one) if one.n > 1 else value_of(measure, one.value)


def in_sentence(measure: Measure, one: Estimate) -> str:
    """Write an estimate for a sentence, with its unit."""
    number, _, interval = in_cell(measure, one).partition(" ")
    text = f"{number}{' %' if measure.in_percent else ''} {interval}".rstrip()
    return text.replace(" ", _NO_BREAK)


def _differences(table: Table, measure: Measure, wording: Wording) -> list[str]:
    """Say how strategies differ from one of them in a share, where all played the same boards."""
    strategies = [str(one) for one in table.choices("strategy")]
    rows = [row for one in table.results for row in one.trials.values()]
    comparable = measure.kind == "share" and measure.among is None
    if len(strategies) < 2 or not comparable or not all(measure.key in row for row in rows):
        return []
    reference = next((one for one in _REFERENCES if one in strategies), strategies[0])
    pairs = all_pairs(table, "strategy", measure.key, than=reference)
    if not pairs:
        return []
    differ = sorted(
        (one for one in pairs if one.difference.p < 0.05),
        key=lambda one: -abs(one.difference.value),
    )
    values = {"reference": wording.player(reference), "many": len(differ)}
    if not differ:
        return [wording.say.counted("no difference", len(pairs), **values)]
    named = wording.say("semicolon").join(_pair(table, one, wording) for one in differ[:_FEW])
    which = wording.say("largest differences", pairs=named)
    return [wording.say.counted("differences", len(pairs), which=which, **values)]


def _pair(table: Table, one: Pair, wording: Wording) -> str:
    case, ours = _case(table, one.case, wording), wording.player(str(one.ours))
    words = points_and_p(one.difference, unit="").replace(" ", _NO_BREAK)
    told = f"{ours} {words}"
    return wording.say("a difference", case=case, told=told) if case else told


def figure_of(table: Table, chart: Chart, wording: Wording, cut: Cut) -> Figure:
    """Return the figure of a table: as wide as the page if it has panels side by side."""
    panels = len(table.choices(chart.panels)) if chart.panels else 1
    wide = panels > 1 or len(chart.measures) > 2 or len(table.choices(chart.x)) > 8
    inches = WIDTH if wide else 0.8 * WIDTH
    percent = wording.say("in percent", measure="{}").format
    look = figures.Look(inches, cut.height, wording.name, percent, narrow=True)
    labels = [wording.name(one.label) for one in measures_of(table)]
    axis = wording.name(figures.axis_label(chart.x))
    caption = wording.say("figure", measures=wording.say.joined(labels), x=axis)
    for key, value in chart.only:
        caption = wording.say("figure only", caption=caption, setting=wording.setting(key, value))
    if any(set(chart.measures) & set(one.reported) for one in table.results):
        caption = wording.say("figure reported", caption=caption)
    name, draw = f"{table.recipe.name}-{table.part.name}", partial(figures.draw, table, chart, look)
    return Figure(caption[:1].upper() + caption[1:], name, draw, inches)


def grids_of(table: Table, wording: Wording, cut: Cut) -> list[Grid]:
    """Return compact tables, one for each main measure, and one of what stopped the players."""
    if not table.varying:
        return []
    grids = [_grid(table, one, wording, cut) for one in measures_of(table)[: cut.measures]]
    return grids + _ends(table, wording, cut)


def _ends(table: Table, wording: Wording, cut: Cut) -> list[Grid]:
    ends, keys = [one for one in STUCK_ENDS[:3] if one in table.part.measures], table.varying
    rows = [
        [
            *(wording.value(key, of.settings.get(key)) for key in keys),
            *(in_cell(one, of.values[one.name]) for one in ends),
        ]
        for of in table.results
        if all(one.name in of.values for one in ends)
    ]
    if not ends or not 0 < len(rows) <= cut.rows:
        return []
    heads = [re.split("[:：] ?", wording.name(one.label))[1] for one in ends]
    return [Grid(wording.say("ends"), [*map(wording.key, keys), *heads], rows, names=len(keys))]


def _grid(table: Table, measure: Measure, wording: Wording, cut: Cut) -> Grid:
    keys = table.varying
    across = _across(table, measure, keys, wording)
    down = [key for key in keys if key != across]
    columns = table.choices(across) if across else [None]
    cells: dict[tuple[Setting | None, ...], dict[Setting | None, str]] = {}
    counts = []
    for one in table.results:
        if measure.name in one.values:
            estimate = one.values[measure.name]
            counts.append(estimate.n)
            place = tuple(one.settings.get(key) for key in down)
            column = one.settings.get(across) if across else None
            cells.setdefault(place, {})[column] = in_cell(measure, estimate)
    rows = [
        [
            *(wording.value(key, value) for key, value in zip(down, place, strict=True)),
            *(of_row.get(column, "–") for column in columns),
        ]
        for place, of_row in cells.items()
    ]
    label = wording.name(measure.label)
    if measure.in_percent:
        label = wording.say("in percent", measure=label)
    heads = [wording.key(key) for key in down]
    heads += [_head(across, one, wording) for one in columns] if across else [label]
    key = "table" if max(counts) > 1 else "table of single boards"
    caption = wording.say(key, measure=label, n=_boards(counts, wording))
    caption = caption[:1].upper() + caption[1:]
    if len(rows) > cut.rows:
        caption = wording.say("rows cut", caption=caption, shown=cut.rows, rows=len(rows))
        rows = _some(rows, cut.rows)
    return Grid(caption, heads, rows, names=len(down))


def _across(table: Table, measure: Measure, keys: list[str], wording: Wording) -> str | None:
    """Choose the setting whose values are placed side by side: one whose columns fit."""
    longest = max(
        len(in_cell(measure, one.values[measure.name]))
        for one in table.results
        if measure.name in one.values
    )
    for key in sorted(keys, key=lambda key: (key != "strategy", -keys.index(key))):
        others = sum(
            max(width(wording.value(other, value)) for value in table.choices(other)) + 2
            for other in keys
            if other != key
        )
        choices = table.choices(key)
        widest = max(longest, *(width(wording.value(key, one)) for one in choices)) + 2
        fits = others + widest * len(choices) <= _MOST_SIGNS
        if len(keys) > 1 and 2 <= len(choices) <= _MOST_COLUMNS and fits:
            return key
    return None


def _head(key: str, value: Setting | None, wording: Wording) -> str:
    return wording.value(key, value) if isinstance(value, str) else wording.setting(key, value)


def _boards(counts: list[int], wording: Wording) -> str:
    if min(counts) == max(counts):
        return wording.say("n", n=counts[0])
    return wording.say("n from to", least=min(counts), most=max(counts))


def _some(rows: list[list[str]], many: int) -> list[list[str]]:
    """Return at least two of the rows, evenly chosen: both ends and each level are included.

    >>> [row[0] for row in _some([[str(n)] for n in range(9)], 3)]
    ['0', '4', '8']
    """
    return [rows[round(at * (len(rows) - 1) / (many - 1))] for at in range(many)]
