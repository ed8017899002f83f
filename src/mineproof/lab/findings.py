"""What each table shows, in sentences made from its own numbers, and what follows from it.

Nothing here is known beforehand: a sentence that says "more" or "less" has looked.
"""

from collections.abc import Callable, Sequence
from itertools import combinations, pairwise
from math import sqrt
from typing import Any

import numpy as np

from mineproof.lab import stats, threshold
from mineproof.lab.page import Block, Grid, Words
from mineproof.lab.recipe import CEILING
from mineproof.lab.stats import Difference, Estimate
from mineproof.lab.summary import Line, Table
from mineproof.lab.words import interval, number, percent, points, signed, times


def findings(table: Table) -> list[Block]:
    """Sentences and further tables for one part of a recipe."""
    says = _SAYS.get(table.part.name)
    return says(table) if says else []


# Helpers that others use too


def paired(ours: Line, theirs: Line, key: str) -> Difference:
    """The difference of a share between two lines, over the seeds that both have."""
    seeds = [seed for seed in ours.trials if seed in theirs.trials]
    return stats.difference(
        [bool(ours.trials[seed][key]) for seed in seeds],
        [bool(theirs.trials[seed][key]) for seed in seeds],
    )


def agrees(value: float, boards: int, measured: Estimate) -> bool:
    """Is a published share within sampling error of a measured one? (Two-sided, 5 %.)"""
    pooled = (value * boards + measured.value * measured.n) / (boards + measured.n)
    error = sqrt(max(pooled * (1 - pooled), 1e-12) * (1 / boards + 1 / measured.n))
    return abs(value - measured.value) <= stats.Z * error


def _value(line: Line | None, name: str) -> Estimate | None:
    return line.values.get(name) if line else None


def _against_published(table: Table, name: str) -> list[Block]:
    """How many published shares lie within sampling error of ours, and which do not."""
    boards = table.part.published[0].boards or 1
    both = [line for line in table.lines if name in line.published and name in line.values]
    if not both:
        return []
    off = [line for line in both if not agrees(line.published[name], boards, line.values[name])]
    words = (
        f"{len(both) - len(off)} of {len(both)} published shares lie within sampling error of ours"
    )
    if off:
        keys = [key for key in table.part.case_keys if len(table.choices(key)) > 1]
        named = [
            f"{', '.join(f'{key} {line.settings[key]}' for key in keys if key in line.settings)}"
            f" (published {percent(line.published[name])} %, here {interval(line.values[name])})"
            for line in off
        ]
        words += f"; not so: {'; '.join(named)}"
    return [Words(words + ".")]


def _mean_ratio(table: Table, name: str) -> str | None:
    """How many times as large the published means are as ours."""
    both = [line for line in table.lines if name in line.published and name in line.values]
    ratios = [line.published[name] / line.values[name].value for line in both]
    if not ratios:
        return None
    return f"{number(min(ratios))} to {number(max(ratios))} times"


# Part by part


def _levels(table: Table) -> list[Block]:
    blocks: list[Block] = []
    for level in table.choices("level"):
        ceiling = _value(table.line(level=level, strategy=CEILING), "complete")
        rest = [
            line
            for line in table.where(level=level)
            if line.settings["strategy"] != CEILING and "complete" in line.values
        ]
        if ceiling is None or not rest:
            continue
        order = sorted(rest, key=lambda line: -line.values["complete"].value)
        named = ", ".join(
            f"`{line.settings['strategy']}` {percent(line.values['complete'].value)}"
            for line in order
        )
        blocks.append(
            Words(
                f"On {level} boards complete inference finishes {interval(ceiling)}; the others:"
                f" {named} %."
            )
        )
    sound = [line for line in table.lines if line.settings["strategy"] != "csp-assign"]
    games = sum(line.n for line in sound)
    wrong = sum(row.get("wrong", 0) for line in sound for row in line.trials.values())
    blocks.append(
        Words(
            f"Strategies that commit only to what follows made {wrong} wrong marks in {games:,}"
            " games."
        )
    )
    ends = []
    for name in table.choices("strategy"):
        rows = [row for line in table.where(strategy=name) for row in line.trials.values()]
        stuck = [row for row in rows if "truly" in row]
        if stuck:
            ends.append(
                f"`{name}` {percent(sum(row['truly'] for row in stuck) / len(stuck))} % of"
                f" {len(stuck)}"
            )
    if ends:
        blocks.append(
            Words(f"Of all stuck ends, so many had nothing more entailed: {', '.join(ends)}.")
        )
    truly = [
        row
        for line in table.where(strategy=CEILING)
        for row in line.trials.values()
        if row.get("truly")
    ]
    if truly:
        fenced = stats.share([row["fenced"] for row in truly])
        several = stats.share([row["several"] for row in truly])
        both = stats.share([row["several"] and row["fenced"] for row in truly])
        blocks.append(
            Words(
                f"Where complete inference ends, {interval(several)} of the boards have clues"
                f" with several solutions, {interval(fenced)} have cells that no clue touches,"
                f" {interval(both)} both (n = {len(truly)})."
            )
        )
    return blocks


def _mines(table: Table) -> list[Block]:
    blocks = _against_published(table, "success")
    ratio = _mean_ratio(table, "ms")
    if ratio:
        blocks.append(
            Words(f"Report B's program took {ratio} as long as ours does on today's machine.")
        )
    gaps = []
    for many in table.choices("mines"):
        ours, best = (table.line(mines=many, strategy=s) for s in ("consuming", CEILING))
        if ours and best:
            gaps.append((paired(best, ours, "complete"), many))
    if gaps:
        gap, many = max(gaps)
        blocks.append(
            Words(f"Complete inference gains most over `consuming` at {many} mines: {points(gap)}.")
        )
    return blocks


def fewest(table: Table, level: str, name: str, at_least: float = 0.9) -> list[int]:
    """The fewest initial cells at which the share, its upper end and its lower end reach 90 %."""
    lines = sorted(
        table.where(level=level, strategy=name), key=lambda line: line.settings["safe_cells"]
    )
    found = []
    for end in ("high", "value", "low"):
        enough = (
            line.settings["safe_cells"]
            for line in lines
            if getattr(line.values["success"], end) >= at_least
        )
        found.append(next(enough, -1))
    return found


def _safe_cells(table: Table) -> list[Block]:
    rows = []
    for level in table.choices("level"):
        for name in table.choices("strategy"):
            low, value, high = (str(x) if x >= 0 else "more" for x in fewest(table, level, name))
            told = "285" if (level, name) == ("hard", "consuming") else ""
            rows.append([level, name, f"{value} [{low}, {high}]", told])
    return [
        Grid(
            "Fewest initial safe cells for 90 % success (by the strategy's own verdict), and the"
            " numbers at which the upper and the lower end of the interval reach it.",
            ["level", "strategy", "safe cells", "published"],
            rows,
        )
    ]


def _ratio(table: Table) -> list[Block]:
    return _against_published(table, "complete")


def _peak(table: Table, name: str, over: str, **where: Any) -> tuple[Any, Estimate] | None:
    lines = [line for line in table.where(**where) if name in line.values]
    if not lines:
        return None
    top = max(lines, key=lambda line: line.values[name].value)
    return top.settings[over], top.values[name]


def _rules(table: Table) -> list[Block]:
    rules, ms = (measure.name for measure in table.part.measures)
    words = []
    for size in table.choices("size"):
        for name in table.choices("strategy"):
            peak = _peak(table, rules, "ratio", size=size, strategy=name)
            if peak:
                words.append(f"`{name}` on {size} at ratio {peak[0]:g} ({number(peak[1].value)})")
    blocks: list[Block] = [Words(f"Most clauses are inserted by {'; '.join(words)}.")]
    ratio, times = _mean_ratio(table, rules), _mean_ratio(table, ms)
    if ratio and times:
        blocks.append(
            Words(
                f"Report D's clause counts are {ratio} ours, its times {times} (another program)."
            )
        )
    return blocks


def _density(table: Table) -> list[Block]:
    return _against_published(table, "complete")


def _root(table: Table) -> list[Block]:
    words = []
    for size in table.choices("size"):
        lines = table.where(size=size, strategy=CEILING)
        shares = [f"{line.settings['times']:g}: {interval(line.values['stuck'])}" for line in lines]
        words.append(f"{size}: {', '.join(shares)}")
    return [
        Words(
            "Share of games stuck even for complete inference, by multiple of √cells."
            f" {'. '.join(words)}."
        )
    ]


def slopes(table: Table, level: str, design: str, name: str, key: str = "ms") -> list[float]:
    """For each map, the slope of its own curve over the number of initial cells."""
    lines = table.where(level=level, design=design, strategy=name)
    xs = [line.settings["safe_cells"] for line in lines]
    if len(xs) < 2:
        return []
    middle = sum(xs) / len(xs)
    weight = sum((x - middle) ** 2 for x in xs)
    seeds = set.intersection(*(set(line.trials) for line in lines))
    return [
        sum((x - middle) * line.trials[seed][key] for x, line in zip(xs, lines, strict=True))
        / weight
        for seed in sorted(seeds)
    ]


def _nested(table: Table) -> list[Block]:
    """Slopes by design. Time is noisy, so the designs are compared by the clauses generated."""
    rows: list[list[str]] = []
    spread: dict[str, float] = {}
    rough: dict[str, float] = {}
    for level in table.choices("level"):
        for name in table.choices("strategy"):
            for design in table.choices("design"):
                ms, made, cells = (
                    slopes(table, level, design, name, key)
                    for key in ("ms", "generated", "determined")
                )
                if not ms:
                    continue
                if name == "two-literal":
                    spread[design] = spread.get(design, 0) + _deviation(made) / len(
                        table.choices("level")
                    )
                    rough[design] = rough.get(design, 0) + roughness(table, level, design, name)
                estimates = (stats.mean(one) for one in (ms, made, cells))
                written = [
                    signed(one, by) for one, by in zip(estimates, (1000, 1, 100), strict=True)
                ]
                rows.append([level, name, design, str(len(ms)), *written, number(_deviation(made))])
    said = [
        f"{design}: steps {number(rough[design] / rough['nested'])} times as large, slopes"
        f" {number(spread[design] / spread['nested'])} times as varied"
        for design in rough
        if design != "nested" and rough.get("nested")
    ]
    return [
        Words(
            "Clauses generated by `two-literal` along the curve of one map, all levels together,"
            f" as multiples of those with nested cells. {'; '.join(said)}. A step is from one"
            " number of initial cells to the next; small steps make a curve that looks smooth,"
            " little variation of slopes makes a trend that few maps can show."
        ),
        Grid(
            "Slope of a map's own curve, for each further initial cell.",
            [
                "level",
                "strategy",
                "design",
                "maps",
                "µs",
                "clauses generated",
                "% of cells determined",
                "spread of the slope of clauses",
            ],
            rows,
        ),
    ]


def roughness(table: Table, level: str, design: str, name: str) -> float:
    """The root mean square of steps from one number of initial cells to the next, within a map."""
    lines = table.where(level=level, design=design, strategy=name)
    steps = [
        b.trials[seed]["generated"] - a.trials[seed]["generated"]
        for a, b in pairwise(lines)
        for seed in a.trials
        if seed in b.trials
    ]
    return sqrt(sum(step**2 for step in steps) / max(1, len(steps)))


def _deviation(found: Sequence[float]) -> float:
    """The standard deviation."""
    middle = sum(found) / len(found)
    return sqrt(sum((x - middle) ** 2 for x in found) / max(1, len(found) - 1))


def _pairs(table: Table, over: str, key: str, **fixed: str) -> list[list[str]]:
    """Paired differences between all values of one setting, case by case."""
    others = [k for k in table.part.varied if k != over]
    cases = [*dict.fromkeys(tuple(line.settings.get(k) for k in others) for line in table.lines)]
    rows = []
    for case in cases:
        where = dict(zip(others, case, strict=True))
        for a, b in combinations(table.choices(over), 2):
            ours, theirs = table.line(**where, **{over: a}), table.line(**where, **{over: b})
            if ours is None or theirs is None or (fixed and b != fixed.get("than") != a):
                continue
            if fixed and a == fixed["than"]:
                ours, theirs, a, b = theirs, ours, b, a
            found = paired(ours, theirs, key)
            low, high = f"{100 * found.low:+.1f}", f"{100 * found.high:+.1f}"
            chance = "< 0.0001" if found.p < 0.0001 else f"{found.p:.2g}"
            rows.append(
                [
                    *map(str, case),
                    f"{a} less {b}",
                    str(found.n),
                    f"{100 * found.value:+.1f} [{low}, {high}]",
                    chance,
                ]
            )
    return rows


def _place(table: Table) -> list[Block]:
    head = ["level", "strategy", "pair", "n", "points [95 %]", "p"]
    rows = _pairs(table, "place", "complete")
    clear = [row for row in rows if row[-1] == "< 0.0001" or float(row[-1]) < 0.05]
    said = [f"{row[0]}, `{row[1]}`, {row[2]} {row[4]}" for row in clear]
    return [
        Words(
            f"Of {len(rows)} pairs, {len(clear)} differ (p < 0.05, in points):"
            f" {'; '.join(said) or 'none'}."
        ),
        Grid(
            "Complete boards: paired differences on the same boards (Bonett and Price's"
            " interval, McNemar's exact test).",
            head,
            rows,
        ),
    ]


def _gifts(table: Table) -> list[Block]:
    words = []
    for level in table.choices("level"):
        lines = table.where(level=level, strategy=CEILING)
        given = [
            f"{number(line.values['gifts'].value)} [{number(line.values['gifts'].low)},"
            f" {number(line.values['gifts'].high)}] from {line.settings['safe_cells']}"
            for line in lines
        ]
        words.append(f"{level}: {', '.join(given)}")
    return [
        Words(
            "Cells that complete inference must be given when stuck, by the number it begins"
            f" with. {'. '.join(words)}."
        )
    ]


def _ratio_of_means(ours: Line, theirs: Line, key: str) -> Estimate:
    """One mean over another on the same boards, with its bootstrap interval."""
    seeds = [
        s
        for s in ours.trials
        if s in theirs.trials and key in ours.trials[s] and key in theirs.trials[s]
    ]
    a = np.array([ours.trials[seed][key] for seed in seeds], dtype=float)
    b = np.array([theirs.trials[seed][key] for seed in seeds], dtype=float)
    low, high = stats.bootstrap(len(seeds), lambda i: float(a[i].mean() / max(b[i].mean(), 1e-12)))
    return Estimate(float(a.mean() / max(b.mean(), 1e-12)), low, high, len(seeds))


def _time(table: Table) -> list[Block]:
    blocks: list[Block] = []
    for level in table.choices("level"):
        logic = table.line(level=level, strategy="saturate")
        said = []
        for name in ("csp", "logic-csp", CEILING):
            other = table.line(level=level, strategy=name)
            if logic and other:
                said.append(f"`{name}` takes {times(_ratio_of_means(other, logic, 'ms'))} as long")
        both, search = (table.line(level=level, strategy=s) for s in ("logic-csp", "csp"))
        if both and logic and search:
            said.append(
                f"`logic-csp` completes boards by {points(paired(both, logic, 'complete'))}"
            )
            blocks.append(Words(f"On {level} boards, beside `saturate`: {'; '.join(said)}."))
    return blocks


def _heuristics(table: Table) -> list[Block]:
    said = []
    for level in table.choices("level"):
        best = table.line(level=level, heuristic="mrv")
        for name in ("degree", "first"):
            other = table.line(level=level, heuristic=name)
            if best and other:
                nodes, ms = (_ratio_of_means(other, best, key) for key in ("nodes", "ms"))
                said.append(
                    f"{level}, {name}: {times(nodes)} the values tried, {times(ms)} the time"
                )
    return [
        Words(
            f"Against MRV. {'. '.join(said)}. (In the order of the cells, hard boards were not"
            " run: backtracking takes minutes on some.)"
        )
    ]


def _assign(table: Table) -> list[Block]:
    rows = _pairs(table, "heuristic", "complete")
    rows = [[row[0], *row[2:]] for row in rows]
    return [
        Grid(
            "Boards survived to the end: paired differences between heuristics.",
            ["level", "pair", "n", "points [95 %]", "p"],
            rows,
        )
    ]


def _chaining(table: Table) -> list[Block]:
    rows, fewer, more = [], 0, 0
    for level in table.choices("level"):
        for opened in table.choices("opened"):
            back, ahead = (
                table.line(level=level, opened=opened, direction=d) for d in ("back", "forward")
            )
            if back and ahead and any(row["asked"] for row in back.trials.values()):
                made, ms = (_ratio_of_means(back, ahead, key) for key in ("resolutions", "ms"))
                rows.append([level, f"{opened:g}", str(made.n), times(made), times(ms)])
                fewer, more = fewer + (made.high < 1), more + (made.low > 1)
    return [
        Words(
            f"Reasoning back makes fewer resolvents in {fewer} of {len(rows)} cases, more in"
            f" {more} (the others: the interval of the ratio includes 1)."
        ),
        Grid(
            "Reasoning back from the question, as a multiple of reasoning forward.",
            ["level", "share open", "n", "resolvents", "CPU time"],
            rows,
        ),
    ]


def _players(table: Table) -> list[Block]:
    rows = _pairs(table, "strategy", "won", than="least-risk")
    tops = []
    for level in table.choices("level"):
        for start in table.choices("start"):
            top = max(
                table.where(level=level, start=start), key=lambda line: line.values["won"].value
            )
            tops.append(
                f"{level}, {start}: `{top.settings['strategy']}` {interval(top.values['won'])}"
            )
    return [
        Words(f"Most games are won by: {'; '.join(tops)}."),
        Grid(
            "Games won: each player less `least-risk`, on the same boards.",
            ["level", "start", "pair", "n", "points [95 %]", "p"],
            rows,
        ),
    ]


def _depth(table: Table) -> list[Block]:
    words = []
    for line in table.lines:
        parts = [
            f"{measure.label} {percent(line.values[measure.name].value)} %"
            for measure in table.part.measures
            if measure.name in line.values
        ]
        words.append(f"{line.settings['level']}, {line.settings['start']}: {', '.join(parts)}")
    return [Words(f"Depths are shares of the boards that need no guess. {'. '.join(words)}.")]


_SAYS: dict[str, Callable[[Table], list[Block]]] = {
    "levels": _levels,
    "mines": _mines,
    "safe-cells": _safe_cells,
    "ratio": _ratio,
    "rules": _rules,
    "density": _density,
    "root": _root,
    "nested": _nested,
    "place": _place,
    "gifts": _gifts,
    "time": _time,
    "heuristics": _heuristics,
    "assign": _assign,
    "one-cell": _chaining,
    "all-cells": _chaining,
    "players": _players,
    "depth": _depth,
    "finish": threshold.blocks,
}
