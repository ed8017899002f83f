"""Is a larger board easier than a smaller one, or only if its density is lower?

(Report B compares 16x16 with 31 mines and 9x9 with 14 and more.)
"""

from collections.abc import Iterator

from mineproof.game.levels import custom
from mineproof.lab._comparison import against_reported
from mineproof.lab._document import Block, Grid
from mineproof.lab._numbers import percent, percent_interval
from mineproof.lab._shared import COMPLETE, MS, REPORT_B, SUCCESS
from mineproof.lab.config import Config
from mineproof.lab.recipe import Chart, Part, Recipe, each, fits
from mineproof.lab.report._reported import reported_table
from mineproof.lab.summary import ConfigResult, Table

_SMALL, _LARGE = "9x9", "16x16"
_TABLES = {size: reported_table(f"B-mines-{size}") for size in (_SMALL, _LARGE)}
_MOST: int = max(row.settings["mines"] for row in _TABLES[_LARGE].rows)
"""The largest number of mines on the report's larger board."""
_FEWEST = 14
"""The number of mines on the smaller board that the report compares with it."""


def _density(settings: Config) -> float:
    empty = custom(settings["size"], 0)
    mines: int = settings["mines"]
    return mines / (empty.rows * empty.cols)


def _clearly(ours: ConfigResult, theirs: ConfigResult) -> str:
    """Compare two shares of different boards by their intervals."""
    a, b = (one.values[SUCCESS.name] for one in (ours, theirs))
    return "more" if a.low > b.high else "fewer" if a.high < b.low else "about as many"


def _findings(table: Table) -> Iterator[Block]:
    yield from against_reported(table, SUCCESS.name)
    sentences, rows = [], []
    for name in table.choices("strategy"):
        report = table.result(size=_LARGE, mines=_MOST, strategy=name)
        fewest = table.result(size=_SMALL, mines=_FEWEST, strategy=name)
        if report and fewest:
            sentences.append(
                f"`{name}` succeeds on {percent_interval(report.values[SUCCESS.name])} of the"
                f" {_LARGE} boards with {_MOST} mines ({percent(_density(report.settings))} % of"
                f" the cells), {_clearly(report, fewest)} than on {_SMALL} with {_FEWEST}"
                f" ({percent(_density(fewest.settings))} %):"
                f" {percent_interval(fewest.values[SUCCESS.name])}."
            )
        for small in table.where(size=_SMALL, strategy=name):
            large = table.result(
                size=_LARGE, mines=_same_density(small.settings["mines"]), strategy=name
            )
            if large:
                shares = (percent_interval(one.values[SUCCESS.name]) for one in (small, large))
                mines = (str(one.settings["mines"]) for one in (small, large))
                density = percent(_density(small.settings))
                rows.append([str(name), density, *mines, *shares, _clearly(large, small)])
    yield " ".join(sentences)
    yield Grid(
        f"Success at equal density. The last column says on how many boards of {_LARGE} it"
        f" succeeds, beside {_SMALL}: more or fewer if the intervals do not overlap.",
        ["strategy", "% mines", f"mines on {_SMALL}", f"on {_LARGE}", _SMALL, _LARGE, "larger"],
        rows,
    )


def _same_density(mines: int) -> int:
    """Return the mines on the larger board; if the report has this density, its number."""
    if mines == 10:
        return _MOST
    small, large = (custom(size, 0) for size in (_SMALL, _LARGE))
    return round(mines * large.rows * large.cols / (small.rows * small.cols))


_ON_SMALL = (10, _FEWEST, 16, 18)
_CASES = (
    *each(size=[_SMALL], safe_cells=[9], mines=_ON_SMALL),
    *each(size=[_LARGE], safe_cells=[16], mines=map(_same_density, _ON_SMALL)),
)

_PART = Part(
    "size",
    f"{_LARGE} with {_MOST} mines beside {_SMALL} with {_FEWEST} and more: is it the size"
    " or the density that matters?",
    _CASES,
    (SUCCESS, COMPLETE, MS),
    400,
    REPORT_B,
    fewer=(({"size": _LARGE, "strategy": "consuming"}, 200),),
    reported=tuple(
        one
        for table in _TABLES.values()
        for one in table.beside({SUCCESS.name: "success"})
        if any(fits(case, one.where) for case in _CASES)
    ),
    chart=Chart("mines", (SUCCESS.name,), panels="size"),
    findings=_findings,
)
RECIPE = Recipe("size-or-density", "report B", (_PART,))
