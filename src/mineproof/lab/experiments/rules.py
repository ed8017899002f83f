"""How the clauses inserted and the time depend on the ratio of initial safe cells (report D), and
what the order of its clauses does to its counts."""

from collections.abc import Iterator
from itertools import product

from mineproof.lab import stats
from mineproof.lab._comparison import (
    highest,
    means_against_reported,
    reported_means,
    reported_over_ours,
)
from mineproof.lab._document import Block
from mineproof.lab._numbers import ratio, three_digits
from mineproof.lab._shared import COMPLETE, INSERTED, MS_COMPLETE, RATIOS
from mineproof.lab.config import Config
from mineproof.lab.recipe import Chart, Part, Recipe
from mineproof.lab.report._contradictions import SourceConflict, TooFewRows
from mineproof.lab.report._reported import ReportedRow, reported_table
from mineproof.lab.summary import ConfigResult, Table

_TABLE = reported_table("D-ratio-rules")
_DENSITIES = reported_table("D-density")
_LARGE = "12x12"


def _completed(row: ReportedRow) -> int | None:
    """How many of the boards of a row were complete, where the table of accuracies has its case."""
    try:
        return _TABLE.count(reported_table("D-ratio-accuracy").figure("complete", **row.settings))
    except KeyError:
        return None


def _findings(table: Table) -> Iterator[Block]:
    peaks = []
    for size, name in product(table.choices("size"), table.choices("strategy")):
        peak = highest(table, INSERTED.name, size=size, strategy=name)
        if peak:
            clauses = three_digits(peak.values[INSERTED.name].value)
            peaks.append(f"`{name}` on {size} at ratio {peak.number('ratio'):g} ({clauses})")
    yield f"Most clauses are inserted by {'; '.join(peaks)}."
    yield from means_against_reported(table, INSERTED)
    clause_ratios = reported_over_ours(table, INSERTED.name)
    time_ratios = reported_over_ours(table, MS_COMPLETE.name)
    if clause_ratios and time_ratios:
        clauses, times = (
            f"{three_digits(least)} to {three_digits(most)} times"
            for least, most in (clause_ratios, time_ratios)
        )
        yield f"Report D's clause counts are {clauses} ours, its times {times} (another program)."


# The order of the clauses


def _which_order(rules: Table, density: Table, order: Table) -> str:
    """Compare report D's clause counts with both orders, and the orders with each other."""
    by_set = reported_means(rules, INSERTED) + reported_means(density, INSERTED)
    by_insertion = reported_means(order, INSERTED)
    if len(by_insertion) != len(by_set) or not by_set:
        raise TooFewRows("too few rows of rules and density")
    more, fewer = list[str](), list[str]()
    for mean in by_insertion:
        settings = dict(mean.result.settings)
        del settings["clause_order"]
        other = rules.result(**settings) or density.result(**settings)
        if other is not None:
            gap = _clauses_beside(other, mean.result)
            if gap is not None:
                (more if gap.low > 1 else fewer if gap.high < 1 else []).append(ratio(gap))
    insertion, in_set = (sum(mean.agrees for mean in means) for means in (by_insertion, by_set))
    total = len(by_set)
    return (
        f"Of report D's {total} clause counts, {insertion} lie within sampling error of ours if"
        f" clauses are visited in the order of insertion, and {in_set} if they are visited in the"
        " order of a set. On the same boards the order of a set inserts clearly more clauses in"
        f" {len(more)} of {total} cases and clearly fewer in {len(fewer)}"
        f" ({', '.join(more + fewer) or 'no ratio is clearly above or below 1'})."
    )


def _clauses_beside(ours: ConfigResult, theirs: ConfigResult) -> stats.Estimate | None:
    """Return the ratio of clauses inserted, on boards that both complete; None below two boards."""
    seeds = [
        seed
        for seed, row in ours.trials.items()
        if row[COMPLETE.key] and theirs.trials.get(seed, {}).get(COMPLETE.key)
    ]
    if len(seeds) < 2:
        return None
    above, below = ([one.trials[seed][INSERTED.key] for seed in seeds] for one in (ours, theirs))
    return stats.ratio_of_means(above, below)


_ORDER_CASES: tuple[Config, ...] = tuple(
    {**case, "clause_order": "insertion"}
    for case in (
        *(case for case in RATIOS if case["size"] in {row.settings["size"] for row in _TABLE.rows}),
        *(row.settings for row in _DENSITIES.rows),
    )
)

_RULES = Part(
    "rules",
    "How do the clauses inserted and the time depend on that ratio?",
    RATIOS,
    (INSERTED, MS_COMPLETE),
    200,
    ("rebuild", "saturate"),
    fewer=(({"size": "16x16", "strategy": "rebuild"}, 100),),
    ceiling=False,
    reported=_TABLE.beside({INSERTED.name: "rules", MS_COMPLETE.name: "seconds"}, _completed),
    chart=Chart("ratio", (INSERTED.name, MS_COMPLETE.name), panels="size", log=True),
    findings=_findings,
)
_ORDER = Part(
    "order",
    "How many clauses are inserted if they are visited in the order of insertion?",
    _ORDER_CASES,
    (INSERTED,),
    200,
    ("rebuild",),
    fewer=(({"size": _LARGE}, 100),),
    ceiling=False,
    reported=(
        *_TABLE.beside({INSERTED.name: "rules"}, _completed),
        *_DENSITIES.beside(
            {INSERTED.name: "rules"}, lambda row: _DENSITIES.count(row.figures["complete"])
        ),
    ),
    findings=lambda table: means_against_reported(table, INSERTED),
)
_CONFLICTS = (
    SourceConflict(
        "Report D's program visits its clauses in the order of a set: does that explain its"
        " clause counts?",
        (("rules", "rules"), ("density", "density"), ("rules", "order")),
        _which_order,
    ),
)
RECIPE = Recipe("rules", "report D", (_RULES, _ORDER), _CONFLICTS)
