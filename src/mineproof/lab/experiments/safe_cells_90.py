"""How many initial safe cells a level needs for 90 % success (report B)."""

from collections.abc import Iterator
from itertools import product

from mineproof.lab._document import Block, Grid
from mineproof.lab._numbers import percent, percent_interval
from mineproof.lab._shared import ASSIGNED, CEILING, COMPLETE, REPORT_B, SUCCESS
from mineproof.lab.config import Config
from mineproof.lab.recipe import Chart, Part, Recipe, Reported
from mineproof.lab.report._contradictions import SourceConflict, TooFewRows, required
from mineproof.lab.report._reported import reported_table
from mineproof.lab.summary import ConfigResult, Table, shared_seeds

_TABLE = reported_table("B-safe-cells-for-90")
_CELLS = _TABLE.figure("safe_cells", level="hard")
_ENOUGH = _TABLE.figure("success", level="hard") / 100
_STEP = int(_TABLE.figure("step", level="hard"))
_BOARDS_IN_PROGRAM = _TABLE.boards or 0
_BOARDS_IN_TEXT = int(_TABLE.figure("boards_in_text", level="hard"))
_SEARCHES = 2000  # simulated searches


def fewest(results: list[ConfigResult]) -> tuple[float | None, float | None, float | None]:
    """Return the smallest numbers of given cells that reach 90 %, None if no result does.

    The three numbers are for the upper end of the interval, the share and the lower end.
    """
    ordered = sorted(results, key=lambda one: one.number("safe_cells"))

    def first(shares: list[float]) -> float | None:
        reached = (
            one.number("safe_cells")
            for one, value in zip(ordered, shares, strict=True)
            if value >= _ENOUGH
        )
        return next(reached, None)

    estimates = [one.values["success"] for one in ordered]
    return (
        first([one.high for one in estimates]),
        first([one.value for one in estimates]),
        first([one.low for one in estimates]),
    )


def _findings(table: Table) -> Iterator[Block]:
    reported = {
        (row.settings["level"], _TABLE.strategy): f"{row.figures['safe_cells']}"
        for row in _TABLE.rows
    }
    rows = []
    for level, name in product(table.choices("level"), table.choices("strategy")):
        low, value, high = (
            "more" if cells is None else str(cells)
            for cells in fewest(table.where(level=level, strategy=name))
        )
        given = reported.get((level, str(name)), "")
        rows.append([str(level), str(name), f"{value} [{low}, {high}]", given])
    yield Grid(
        "Fewest initial safe cells for 90 % success (by the strategy's own verdict), and the"
        " numbers at which the upper and the lower end of the interval reach it.",
        ["level", "strategy", "safe cells", "reported"],
        rows,
    )


def _early_stops(results: list[ConfigResult]) -> str:
    """Say where a search stops that adds cells in steps until the share on new boards is enough."""
    import numpy as np

    seeds = shared_seeds(results)
    won = np.array([[one.trials[s]["success"] for s in seeds] for one in results], dtype=float)
    counts = [one.number("safe_cells") for one in results]
    generator, sentences = np.random.default_rng(0), []
    for boards in (_BOARDS_IN_PROGRAM, _BOARDS_IN_TEXT):
        # The report's program deals new boards for every step.
        picks = generator.integers(0, len(seeds), (_SEARCHES, len(results), boards))
        shares = won[np.arange(len(results))[None, :, None], picks].mean(axis=2)
        reached = shares >= _ENOUGH
        stops = np.where(
            reached.any(axis=1), np.take(counts, reached.argmax(axis=1)), counts[-1] + _STEP
        )
        low, middle, high = np.quantile(stops, (0.025, 0.5, 0.975))
        early = float(np.mean(stops <= _CELLS))
        sentences.append(
            f"with {boards} boards a step at {middle:.0f} [{low:.0f}, {high:.0f}], at {_CELLS} or"
            f" before in {percent(early)} % of the searches"
        )
    return "; ".join(sentences)


def _boards_a_point(cells: Table) -> str:
    results = cells.where(level="hard", strategy="consuming")
    if len(results) < 10 or min(one.n for one in results) < 50:
        raise TooFewRows("too few hard boards in safe-cells-90")
    enough = [one.number("safe_cells") for one in results if one.values["success"].value >= _ENOUGH]
    last = results[-1].number("safe_cells")
    consuming, best = (
        required(cells, level="hard", strategy=s, safe_cells=_CELLS).values["success"]
        for s in ("consuming", CEILING)
    )
    return (
        f"At {_CELLS} initial cells `consuming` succeeds in {percent_interval(consuming)} of hard"
        f" boards, complete inference in {percent_interval(best)}; `consuming` first reaches 90 %"
        f" at {enough[0] if enough else f'more than {last}'}. A search that goes up in steps of"
        f" {_STEP} and stops at the first 90 % stops {_early_stops(results)}."
    )


_COUNTS = {"easy": range(2, 41, 2), "medium": range(2, 41, 2), "hard": range(200, 381, 5)}
_CASES: tuple[Config, ...] = tuple(
    {"level": level, "safe_cells": many} for level in ASSIGNED for many in _COUNTS[level]
)

_PART = Part(
    "safe-cells",
    "How many initial safe cells does a level need for 90 % success?",
    _CASES,
    (SUCCESS, COMPLETE),
    400,
    REPORT_B,
    fewer=(({"level": "hard", "strategy": "consuming"}, 100),),
    reported=(
        Reported(
            {"level": "hard", "strategy": _TABLE.strategy, "safe_cells": _CELLS},
            {SUCCESS.name: _ENOUGH},
            _TABLE.boards,
        ),
    ),
    chart=Chart("safe_cells", (SUCCESS.name,), panels="level"),
    findings=_findings,
)
_CONFLICTS = (
    SourceConflict(
        f"Report B: {_BOARDS_IN_TEXT} boards a point in the text, {_BOARDS_IN_PROGRAM} in the"
        " program.",
        (("safe-cells-90", "safe-cells"),),
        _boards_a_point,
    ),
)
RECIPE = Recipe("safe-cells-90", "report B", (_PART,), _CONFLICTS)
