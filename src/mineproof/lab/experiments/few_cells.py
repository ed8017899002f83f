"""Few given cells: does a zero among them decide the game, and which number is best? (Report A.)"""

from collections.abc import Iterator
from dataclasses import replace
from math import sqrt

from mineproof.game.levels import level as level_named
from mineproof.lab import stats
from mineproof.lab._comparison import paired
from mineproof.lab._document import Block, Grid
from mineproof.lab._numbers import percent, percent_interval, points, ratio, three_digits
from mineproof.lab._shared import CEILING, COMPLETE, DETERMINED, GENERATED, MS
from mineproof.lab._trial import GAME, deal_of, game_row
from mineproof.lab.config import Config, Row
from mineproof.lab.recipe import Chart, Measure, Part, Recipe, each
from mineproof.lab.stats import Estimate
from mineproof.lab.summary import ConfigResult, Table, shared_seeds

_STRATEGY = "two-literal"
"""Report A's program; the question is its best number of given cells."""


# The trial


def play_few_cells(config: Config, seed: int) -> Row:
    """Play a game and note whether one of its given cells is a zero."""
    dealt = deal_of(config, seed)
    clues = dealt.board.clues(dealt.layout)
    zero = any(clues[cell] == 0 for cell in dealt.initial)
    return {**game_row(config, dealt), "zero": zero, "no_zero": not zero}


_FLAGS = frozenset({"zero", "no_zero"})
_TRIAL = replace(
    GAME,
    name="few-cells",
    run=play_few_cells,
    forms=tuple(form | _FLAGS for form in GAME.forms),
    flags=GAME.flags | _FLAGS,
    agrees=lambda row: GAME.agrees(row) and row["zero"] != row["no_zero"],
)

# A zero among the given cells

_WITH, _WITHOUT = (
    Measure("complete", f"complete boards, {label}", among=among)
    for among, label in (("zero", "with a zero"), ("no_zero", "without"))
)
_CELLS_WITH, _CELLS_WITHOUT = (
    Measure("determined", f"cells determined, {label}", "mean", among, percent=True)
    for among, label in (("zero", "with a zero"), ("no_zero", "without"))
)
_ZERO = Measure("zero", "a given cell is a zero")


def _zero_findings(table: Table) -> Iterator[Block]:
    sentences = []
    for name in table.choices("strategy"):
        by_count = []
        for one in table.where(strategy=name):
            shares = [
                f"{percent_interval(one.values[measure.name])} {label}"
                for measure, label in ((_WITH, "with a zero"), (_WITHOUT, "without"))
                if measure.name in one.values
            ]
            by_count.append(
                f"{one.settings['safe_cells']} cells, of which one is a zero on"
                f" {percent(one.values[_ZERO.name].value)} % of the boards: {', '.join(shares)}"
            )
        sentences.append(f"`{name}` completes from {'; from '.join(by_count)}.")
    yield " ".join(sentences)


# The best number


def _work(result: ConfigResult) -> float | None:
    """Return the clauses generated for each completed board; None if none was completed."""
    rows = result.trials.values()
    completed = sum(row[COMPLETE.key] for row in rows)
    return sum(row[GENERATED.key] for row in rows) / completed if completed else None


def _work_beside(ours: ConfigResult, theirs: ConfigResult) -> Estimate:
    """Return the ratio of the clauses generated for each completed board, on the same boards."""
    import numpy as np

    seeds = shared_seeds((ours, theirs))
    (made, done), (made_there, done_there) = (
        tuple(
            np.array([one.trials[seed][key] for seed in seeds], dtype=float)
            for key in (GENERATED.key, COMPLETE.key)
        )
        for one in (ours, theirs)
    )

    def quotient(picks: "slice | np.ndarray") -> float:
        above = made[picks].sum() * done_there[picks].sum()
        below = made_there[picks].sum() * done[picks].sum()
        return float(above / below) if below else float("nan")

    low, high = stats.bootstrap(len(seeds), quotient)
    return Estimate(quotient(slice(None)), low, high, len(seeds))


def _best_findings(table: Table) -> Iterator[Block]:
    sentences, rows = [], []
    for level in table.choices("level"):
        root = _root(str(level))
        results = table.where(level=level, strategy=_STRATEGY)
        rows += [_best_row(one, root) for one in results]
        at_root = table.result(level=level, strategy=_STRATEGY, safe_cells=root)
        least = min(
            (one for one in results if _work(one)), key=lambda one: _work(one) or 0, default=None
        )
        if not at_root or not least or not _work(at_root):
            continue
        enough = next(one for one in results if paired(one, at_root, COMPLETE.key).high >= 0)
        gap = paired(least, at_root, COMPLETE.key)
        sentences.append(
            f"{level}: fewest clauses for each completed board at {least.settings['safe_cells']}"
            f" given cells, {ratio(_work_beside(least, at_root))} those at the root, {root};"
            f" complete boards {points(gap)} points beside the root. The fewest cells that are not"
            f" clearly worse than the root: {enough.settings['safe_cells']}"
        )
    yield f"`{_STRATEGY}`, by level. {'. '.join(sentences)}."
    caption = (
        f"`{_STRATEGY}` by the number of given cells: complete boards, clauses generated in a game,"
        " and clauses generated for each completed board."
    )
    head = ["level", "given cells", "of the root", "complete %", "clauses"]
    yield Grid(caption, [*head, "clauses a completed board"], rows)


def _best_row(one: ConfigResult, root: int) -> list[str]:
    work = _work(one)
    return [
        str(one.settings["level"]),
        str(one.settings["safe_cells"]),
        f"{one.number('safe_cells') / root:.2f}",
        percent(one.values[COMPLETE.name].value),
        three_digits(one.values[GENERATED.name].value),
        "" if work is None else three_digits(work),
    ]


def _root(level: str) -> int:
    return round(sqrt(level_named(level).board().cells))


_COUNTS = {"easy": range(1, 13), "medium": range(2, 21, 2), "hard": range(4, 29, 3)}
_BEST_CASES: tuple[Config, ...] = tuple(
    {"level": level, "safe_cells": many} for level, counts in _COUNTS.items() for many in counts
)

_ZERO_PART = Part(
    "zero",
    "With few given cells, does it matter whether one of them is a zero?",
    each(level=["easy"], safe_cells=(1, 2, 3, 4)),
    (COMPLETE, _ZERO, _WITH, _WITHOUT, _CELLS_WITH, _CELLS_WITHOUT),
    1000,
    (_STRATEGY, CEILING),
    _TRIAL,
    chart=Chart("safe_cells", (_WITH.name, _WITHOUT.name)),
    findings=_zero_findings,
)
_BEST_PART = Part(
    "best",
    "Which number of given cells is best: is it slightly below the root of the cells?",
    _BEST_CASES,
    (COMPLETE, DETERMINED, GENERATED, MS),
    400,
    (_STRATEGY, CEILING),
    fewer=(({"level": "hard", "strategy": _STRATEGY}, 200),),
    chart=Chart("safe_cells", (COMPLETE.name, GENERATED.name), panels="level"),
    findings=_best_findings,
)
RECIPE = Recipe("few-cells", "report A", (_ZERO_PART, _BEST_PART))
