"""How accuracy, clauses, time and stuck games depend on the density of mines (reports D and A)."""

from collections.abc import Iterator
from math import sqrt

from mineproof.game.levels import LEVELS, custom
from mineproof.lab import stats
from mineproof.lab._comparison import (
    against_reported,
    agrees,
    means_against_reported,
    ratio_of_means,
)
from mineproof.lab._document import Block
from mineproof.lab._numbers import percent, percent_interval, ratio
from mineproof.lab._shared import (
    ASSIGNED,
    CEILING,
    COMPLETE,
    INSERTED,
    MS,
    MS_COMPLETE,
    REPORT_A,
    REPORT_D,
    STUCK,
)
from mineproof.lab.config import Config
from mineproof.lab.recipe import Chart, Part, Recipe
from mineproof.lab.report._contradictions import SourceConflict, required
from mineproof.lab.report._reported import reported_table
from mineproof.lab.summary import Table

_TABLE = reported_table("D-density")
_SMALL, _LARGE = "9x9", "12x12"
_LEAST = 0.1
"""The density at which report D's own figures contradict it."""


def _density_findings(table: Table) -> Iterator[Block]:
    yield from against_reported(table, COMPLETE.name)
    yield from means_against_reported(table, INSERTED)
    yield from _times(table)


def _times(table: Table) -> Iterator[str]:
    """Say how many times as long the densest boards take as the sparsest, with the same seeds."""
    by_size = []
    for size in table.choices("size"):
        growths = []
        for name in table.choices("strategy"):
            results = table.where(size=size, strategy=name)
            if len(results) > 1:
                growth = ratio_of_means(results[-1], results[0], MS.key)
                growths.append(f"`{name}` {ratio(growth)}")
        if growths:
            by_size.append(f"{size}: {', '.join(growths)}")
    if by_size:
        least, most = (f"{end(table.choices('density')):g}" for end in (min, max))
        yield (
            f"CPU time a game at density {most}, as a multiple of that at {least}, stuck games"
            f" included. {'. '.join(by_size)}."
        )


def _root_findings(table: Table) -> Iterator[Block]:
    by_size = []
    for size in table.choices("size"):
        shares = [
            f"{one.number('times'):g}: {percent_interval(one.values['stuck'])}"
            for one in table.where(size=size, strategy=CEILING)
        ]
        by_size.append(f"{size}: {', '.join(shares)}")
    yield (
        "Share of games stuck even for complete inference, by multiple of √cells."
        f" {'. '.join(by_size)}."
    )


def _larger_is_worse(density: Table) -> str:
    by_density, worse = [], 0
    for value in dict.fromkeys(row.settings["density"] for row in _TABLE.rows):
        small, large = (
            required(density, size=size, density=value, strategy="rebuild").values["complete"]
            for size in (_SMALL, _LARGE)
        )
        worse += small.value > large.value and not agrees(large.value, large.n, small)
        by_density.append(f"{value}: {percent_interval(small)} and {percent_interval(large)}")
    counts = [
        _TABLE.count(_TABLE.figure("complete", size=size, density=_LEAST))
        for size in (_SMALL, _LARGE)
    ]
    boards = _TABLE.boards or 0
    return (
        f"Complete boards by `rebuild` on {_SMALL} and on {_LARGE}, by density."
        f" {'; '.join(by_density)}. The larger board is worse beyond sampling error at {worse} of"
        f" {len(by_density)} densities. Report D's {counts[0]} and {counts[1]} of {boards} at"
        f" density {_LEAST:g} differ at least as much by chance with probability"
        f" {stats.fisher(counts[0], counts[1], boards):.2g} (Fisher's test), and its mines round to"
        f" {_rounded(_SMALL)} cells and {_rounded(_LARGE)}."
    )


def _rounded(size: str) -> str:
    """Say which density a whole number of mines gives."""
    empty = custom(size, 0)
    cells = empty.rows * empty.cols
    [mines] = [
        row.settings["mines"]
        for row in _TABLE.rows
        if row.settings["size"] == size and row.settings["density"] == _LEAST
    ]
    return f"{percent(mines / cells)} % of {cells}"


_ROOT_CASES: tuple[Config, ...] = tuple(
    {"size": board.size, "times": times, "mines": round(times * round(sqrt(board.cells)))}
    for board in (LEVELS[name].board() for name in ASSIGNED)
    for times in (0.5, 1.0, 1.5, 2.0, 2.5, 3.0)
)

_DENSITY = Part(
    "density",
    "How do accuracy, clauses and time depend on the density of mines?",
    tuple(row.settings for row in _TABLE.rows),
    (COMPLETE, INSERTED, MS, MS_COMPLETE),
    400,
    REPORT_D,
    fewer=(({"size": _LARGE, "strategy": "rebuild"}, 200),),
    reported=_TABLE.beside(
        {COMPLETE.name: "complete", INSERTED.name: "rules"},
        lambda row: _TABLE.count(row.figures["complete"]),
    ),
    chart=Chart("density", (COMPLETE.name, INSERTED.name, MS.name), panels="size"),
    findings=_density_findings,
)
_ROOT = Part(
    "root",
    "With √cells mines, or a multiple of that, how many games get stuck?",
    _ROOT_CASES,
    (STUCK, COMPLETE),
    400,
    REPORT_A,
    chart=Chart("times", (STUCK.name,), panels="size"),
    findings=_root_findings,
)
_CONFLICTS = (
    SourceConflict(
        "Report D: is the larger board worse at equal density? Its own figures at"
        f" {_LEAST:.2f} say otherwise.",
        (("density", "density"),),
        _larger_is_worse,
    ),
)
RECIPE = Recipe("density", "reports D and A", (_DENSITY, _ROOT), _CONFLICTS)
