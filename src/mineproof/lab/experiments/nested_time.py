"""Do more given cells take more time, and does the design of the experiment show it? (Report A.)"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise, product
from math import sqrt
from statistics import fmean, pvariance

from mineproof.game.deal import Deal, initial_cells
from mineproof.game.levels import level as level_named
from mineproof.lab import stats
from mineproof.lab._comparison import highest, paired
from mineproof.lab._document import Block, Grid
from mineproof.lab._numbers import percent, percent_interval, points_and_p, signed, three_digits
from mineproof.lab._shared import CEILING, COMPLETE, DETERMINED, GENERATED, INSERTED, MS, REPORT_A
from mineproof.lab._trial import GAME, config_start, deal_of, game_row
from mineproof.lab.config import Config, Row, Setting
from mineproof.lab.recipe import Chart, Part, Recipe
from mineproof.lab.report._contradictions import SourceConflict, TooFewRows, required
from mineproof.lab.report._reported import reported_table
from mineproof.lab.summary import ConfigResult, Table, shared_seeds

_MAPS_APART = 1_000_003  # a distance between seeds larger than the number of boards of any recipe
_NESTED, _CELLS_ANEW, _ALL_ANEW = "nested", "cells drawn anew", "all drawn anew"


# The trial


def play_design(config: Config, seed: int) -> Row:
    """Play a game in one of three designs.

    The given cells are a prefix of one order for the board (report A's design), or a new draw for
    each number of cells, or a new draw on a new board.
    """
    many, design = config["safe_cells"], config["design"]
    if design == _ALL_ANEW:
        return game_row(config, deal_of(config, seed + many * _MAPS_APART))
    dealt = deal_of(config, seed)
    if design == _CELLS_ANEW:
        cells = initial_cells(
            dealt.board, dealt.layout, config_start(config), seed + many * _MAPS_APART
        )
        dealt = Deal(dealt.board, dealt.layout, cells, dealt.start)
    return game_row(config, dealt)


# The findings


def slopes(table: Table, key: str, **settings: Setting) -> list[float]:
    """Return the slope of each map's curve over the number of initial cells."""
    results = table.where(**settings)
    xs = [one.number("safe_cells") for one in results]
    if len(xs) < 2:
        return []
    middle = sum(xs) / len(xs)
    weight = sum((x - middle) ** 2 for x in xs)
    seeds = set.intersection(
        *({seed for seed, row in one.trials.items() if key in row} for one in results)
    )
    return [
        sum((x - middle) * one.trials[seed][key] for x, one in zip(xs, results, strict=True))
        / weight
        for seed in sorted(seeds)
    ]


def roughness(table: Table, key: str, **settings: Setting) -> float:
    """Return the root mean square of steps from one number of initial cells to the next."""
    steps = [
        after.trials[seed][key] - before.trials[seed][key]
        for before, after in pairwise(table.where(**settings))
        for seed in before.trials
        if key in before.trials[seed] and key in after.trials.get(seed, {})
    ]
    return sqrt(sum(step**2 for step in steps) / max(1, len(steps)))


@dataclass(frozen=True)
class _Curves:
    """The curves of all maps for one level, strategy and design."""

    level: Setting
    strategy: Setting
    design: Setting
    ms: list[float]
    """The slopes of the time, by map."""
    generated: list[float]
    """The slopes of the clauses generated, by map."""
    determined: list[float]
    """The slopes of the share of cells determined, by map."""
    roughness: float
    """Of the clauses generated."""

    def cells(self) -> list[str]:
        """Return the slopes as cells of a table."""
        scaled = ((self.ms, 1000), (self.generated, 1), (self.determined, 100))
        return [
            *map(str, (self.level, self.strategy, self.design, len(self.ms))),
            *(signed(stats.mean(slope), scale) for slope, scale in scaled),
            three_digits(stats.standard_deviation(self.generated)),
        ]


def _curves(table: Table) -> list[_Curves]:
    curves = []
    for level, strategy, design in product(*map(table.choices, ("level", "strategy", "design"))):
        where = {"level": level, "strategy": strategy, "design": design}
        ms, generated, determined = (
            slopes(table, key, **where) for key in ("ms", "generated", "determined")
        )
        if ms:
            rough = roughness(table, "generated", **where)
            curves.append(_Curves(level, strategy, design, ms, generated, determined, rough))
    return curves


def _findings(table: Table) -> Iterator[Block]:
    """Compare the designs, by the clauses generated because time is noisy."""
    curves = _curves(table)
    rough, spread = dict[Setting, float](), dict[Setting, float]()
    for one in curves:
        if one.strategy == "two-literal":
            rough[one.design] = rough.get(one.design, 0) + one.roughness
            deviation = stats.standard_deviation(one.generated)
            spread[one.design] = spread.get(one.design, 0) + deviation
    compared = [
        f"{design}: steps {three_digits(rough[design] / rough[_NESTED])} times as large, slopes"
        f" {three_digits(spread[design] / spread[_NESTED])} times as varied"
        for design in rough
        if design != _NESTED and rough.get(_NESTED) and spread[_NESTED]
    ]
    if compared:  # one map has no spread to compare
        yield (
            "Clauses generated by `two-literal` along the curve of one map, all levels together,"
            f" as multiples of those with nested cells. {'; '.join(compared)}. A step is from one"
            " number of initial cells to the next; small steps make a curve that looks smooth,"
            " little variation of slopes makes a trend that few maps can show."
        )
    head = ["level", "strategy", "design", "maps", "µs", "clauses generated"]
    yield Grid(
        "Slope of a map's own curve, for each further initial cell.",
        [*head, "% of cells determined", "spread of the slope of clauses"],
        [one.cells() for one in curves],
    )
    yield from _table_a_map(table)


# Report A's own table: five maps with fifteen starts each

_MAPS = int(reported_table("A-cells").figure("maps", level="hard"))


def _table_a_map(table: Table) -> Iterator[Block]:
    """Show the first maps in the form of report A, and how far other sets of maps differ."""
    reported = {
        (row.settings["level"], row.settings["map"]): row.figures
        for row in reported_table("A-hard-maps").rows
    }
    rows, spreads = [], []
    for level in table.choices("level"):
        results = table.where(level=level, design=_NESTED, strategy="two-literal")
        seeds = shared_seeds(results)
        cells = level_named(str(level)).board().cells
        for number, seed in enumerate(seeds[:_MAPS], start=1):
            shares = [one.trials[seed][DETERMINED.key] for one in results]
            complete = sum(bool(one.trials[seed][COMPLETE.key]) for one in results)
            figures = reported.get((level, number))
            determined = f"{round(sum(shares) * cells)} of {len(shares) * cells}"
            there = f"{figures['determined']} of {figures['cells']}" if figures else ""
            of_all = f"{complete} of {len(shares)}"
            rows.append([str(level), str(number), determined, of_all, there])
        if len(seeds) >= 2 * _MAPS:
            spreads.append(_spread_of_sets(str(level), results, seeds))
    if spreads:
        yield " ".join(spreads)
    if rows:
        caption = (
            f"Report A's design: the first {_MAPS} maps of each level, nested starts,"
            " `two-literal`. The report's maps are not known, so that a row of ours is another map."
        )
        head = ["level", "map", "cells determined", "complete starts", "report A, its own map"]
        yield Grid(caption, head, rows)


def _spread_of_sets(level: str, results: list[ConfigResult], seeds: list[int]) -> str:
    """Say between which shares of cells the sets of five maps lie, beside the reported share."""
    sets = [seeds[at : at + _MAPS] for at in range(0, len(seeds) - _MAPS + 1, _MAPS)]
    shares = [
        fmean(one.trials[seed][DETERMINED.key] for one in results for seed in chosen)
        for chosen in sets
    ]
    report = [
        reported_table("A-cells").figure(name, level=level) for name in ("determined", "cells")
    ]
    reported = report[0] / report[1]
    below = sum(share <= reported for share in shares)
    return (
        f"Of {len(sets)} sets of {_MAPS} {level} maps, `two-literal` determines"
        f" {percent(min(shares))} to {percent(max(shares))} % of the cells; {below} of them at most"
        f" the {percent(reported)} % of report A."
    )


# The contradictions


def complete_share_of_maps(
    table: Table, level: Setting, strategy: str, design: str = _NESTED
) -> list[float]:
    """Return the share of completed starts of each map.

    Raise `TooFewRows` below 30 maps.
    """
    results = table.where(level=level, design=design, strategy=strategy)
    if not results:
        raise TooFewRows(f"no rows of {table.recipe.name} with {strategy} on {level} boards")
    seeds = shared_seeds(results)
    if len(seeds) < 30:
        raise TooFewRows(f"{len(seeds)} maps of {table.recipe.name} are too few")
    return [sum(one.trials[s]["complete"] for one in results) / len(results) for s in seeds]


def _more_cells(nested: Table, rules: Table, ratio: Table) -> str:
    by_level = []
    for level in nested.choices("level"):
        trends = []
        for key, scale, unit in (("ms", 1000, "µs"), ("generated", 1, "clauses generated")):
            where = {"level": level, "design": _NESTED, "strategy": "two-literal"}
            slope = stats.mean(slopes(nested, key, **where))
            trend = "rises" if slope.low > 0 else "falls" if slope.high < 0 else "no trend is seen"
            trends.append(f"{signed(slope, scale, f' {unit}')}, {trend}")
        by_level.append(f"{level}: {'; '.join(trends)}")
    few, usual = (required(ratio, size="9x9", ratio=r, strategy=CEILING) for r in (0.25, 1.0))
    return (
        "Report A's strategy on the same maps with nested cells, for each further cell."
        f" {'. '.join(by_level)}. Clauses of report D's on boards it completes:"
        f" {'. '.join(_most_clauses(rules))}."
        " The two measure different things of different programs. From a quarter of √cells on 9x9,"
        " complete inference finishes"
        f" {percent_interval(few.values['complete'])}, from √cells"
        f" {percent_interval(usual.values['complete'])}"
        f" ({points_and_p(paired(usual, few, 'complete'))})."
    )


def _most_clauses(rules: Table) -> list[str]:
    """Say how many clauses report D's strategy inserts at its peak and at the last ratio."""
    name, sentences = INSERTED.name, []
    for size in rules.choices("size"):
        top = highest(rules, name, size=size, strategy="rebuild")
        if top:
            *_, last = (
                one for one in rules.where(size=size, strategy="rebuild") if name in one.values
            )
            at_top, at_end = (
                f"{three_digits(one.values[name].value)} at ratio {one.number('ratio'):g}"
                for one in (top, last)
            )
            sentences.append(f"{size}: most, {at_top}; {at_end}")
    return sentences


def _never_stuck(nested: Table) -> str:
    by_level, from_all_starts, maps = [], dict[Setting, float](), 0
    for level in nested.choices("level"):
        shares = complete_share_of_maps(nested, level, "two-literal")
        independent = complete_share_of_maps(nested, level, "two-literal", _ALL_ANEW)
        all_starts, none = (sum(s == end for s in shares) / len(shares) for end in (1, 0))
        from_all_starts[level], maps = all_starts, len(shares)
        spread = pvariance(shares)
        worth = (
            three_digits(15 * pvariance(independent) / spread) if spread else "an unknown number of"
        )
        by_level.append(
            f"{level}: {percent(fmean(shares))} % of the games complete,"
            f" {percent(all_starts)} % of the maps from all fifteen starts, {percent(none)} %"
            f" from none; fifteen nested starts say as much as {worth} independent games"
        )
    some = 1 - (1 - from_all_starts["hard"]) ** 5
    return (
        f"{'. '.join(by_level)}. (By the variance between {maps} maps, beside that of as many"
        " games on boards of their own.) So of experiments with five maps,"
        f" {percent(from_all_starts['easy'] ** 5)} % see no stuck game on easy boards and"
        f" {percent(from_all_starts['medium'] ** 5)} % none on medium ones, while"
        f" {percent(some)} % see a hard map complete from all its starts."
    )


def _never_stuck_question() -> str:
    games = reported_table("A-cells").boards
    hard = reported_table("A-hard-complete")
    least, most, boards = (hard.figure(name) for name in ("least", "most", "boards"))
    return (
        f"Report A: never stuck in {games} games, beside a picture of a stuck board; {least} or"
        f" {most} of {boards} hard boards complete, beside a map complete from all starts."
    )


_COUNTS = {"easy": range(6, 21), "medium": range(13, 28), "hard": range(19, 34)}
_CASES: tuple[Config, ...] = tuple(
    {"level": level, "design": design, "safe_cells": many}
    for level, counts in _COUNTS.items()
    for design in (_NESTED, _CELLS_ANEW, _ALL_ANEW)
    for many in counts
)

_PART = Part(
    "nested",
    "Do more initial safe cells take more time, and does the design show it?",
    _CASES,
    (MS, GENERATED, DETERMINED),
    120,
    REPORT_A,
    replace(GAME, name="nested", run=play_design),
    chart=Chart(
        "safe_cells",
        (MS.name, GENERATED.name),
        lines="design",
        panels="level",
        only=(("strategy", "two-literal"),),
    ),
    findings=_findings,
)
_CONFLICTS = (
    SourceConflict(
        "More initial cells: more time (report A), or clauses that rise and then fall (report D)?",
        (("nested-time", "nested"), ("rules", "rules"), ("ratio", "ratio")),
        _more_cells,
    ),
    SourceConflict(_never_stuck_question(), (("nested-time", "nested"),), _never_stuck),
)
RECIPE = Recipe("nested-time", "report A", (_PART,), _CONFLICTS)
