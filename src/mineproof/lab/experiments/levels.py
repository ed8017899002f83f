"""How much of each level of the assignment each strategy completes, and what stops it."""

from collections.abc import Iterator
from dataclasses import dataclass

from mineproof.game.levels import level as level_named
from mineproof.lab import stats
from mineproof.lab._comparison import paired
from mineproof.lab._document import Block
from mineproof.lab._numbers import percent, percent_interval, points, points_and_p
from mineproof.lab._shared import (
    ASSIGNED,
    CEILING,
    COMPLETE,
    DETERMINED,
    GENERATED,
    LOGICAL,
    MS,
    STUCK_ENDS,
    SUCCESS,
    WRONG,
)
from mineproof.lab.config import Row, Setting
from mineproof.lab.experiments.nested_time import complete_share_of_maps
from mineproof.lab.recipe import Chart, Part, Recipe, Reported, each
from mineproof.lab.report._contradictions import SourceConflict, required
from mineproof.lab.report._reported import reported_table
from mineproof.lab.summary import Table
from mineproof.play.context import DEFAULT_IDLE_LIMIT

_REPORT_A = reported_table("A-cells")


# The findings


def _findings(table: Table) -> Iterator[Block]:
    yield from _completed(table)
    yield from _cells_of_report_a(table)
    yield _wrong_marks(table)
    yield from _nothing_entailed(table)
    yield from _why_stuck(table)


def _completed(table: Table) -> Iterator[str]:
    """Say how many boards of each level each strategy completes, the best first."""
    for level in table.choices("level"):
        ceiling = table.result(level=level, strategy=CEILING)
        others = [
            one
            for one in table.where(level=level)
            if one.settings["strategy"] != CEILING and "complete" in one.values
        ]
        if ceiling is None or "complete" not in ceiling.values or not others:
            continue
        others.sort(key=lambda one: -one.values["complete"].value)
        named = ", ".join(
            f"`{one.settings['strategy']}` {percent(one.values['complete'].value)}"
            for one in others
        )
        yield (
            f"On {level} boards complete inference finishes"
            f" {percent_interval(ceiling.values['complete'])}; the others: {named} %."
        )


def _cells_of_report_a(table: Table) -> Iterator[str]:
    """Compare report A's shares of cells with ours.

    Its games are not independent, so no sampling error is given.
    """
    compared = [
        f"{one.settings['level']} {percent(one.reported[DETERMINED.name])} % reported,"
        f" {percent_interval(one.values[DETERMINED.name])} here"
        for one in table.results
        if DETERMINED.name in one.reported and DETERMINED.name in one.values
    ]
    if compared:
        yield (
            f"Cells that report A's strategy determines: {'; '.join(compared)}. The report's games"
            " are nested starts on five maps, so its shares are not tested against ours."
        )


def _wrong_marks(table: Table) -> str:
    # `csp-assign` commits to the first consistent assignment, which need not be the true one.
    sound = [one for one in table.results if one.settings["strategy"] != "csp-assign"]
    wrong = sum(int(row.get("wrong", 0)) for one in sound for row in one.trials.values())
    return (
        f"Strategies that commit only to what follows made {wrong} wrong marks in"
        f" {sum(one.n for one in sound):,} games."
    )


def _stuck_rows(table: Table, strategy: Setting) -> list[Row]:
    """Return the rows of all games of a strategy that ended stuck and without a wrong mark."""
    return [
        row
        for one in table.where(strategy=strategy)
        for row in one.trials.values()
        if "truly" in row
    ]


def _nothing_entailed(table: Table) -> Iterator[str]:
    shares = []
    for name in table.choices("strategy"):
        rows = _stuck_rows(table, name)
        if rows:
            truly = sum(row["truly"] for row in rows) / len(rows)
            shares.append(f"`{name}` {percent(truly)} % of {len(rows)}")
    if shares:
        yield f"Of all stuck ends, so many had nothing more entailed: {', '.join(shares)}."


def _why_stuck(table: Table) -> Iterator[str]:
    rows = [row for row in _stuck_rows(table, CEILING) if row["truly"]]
    if not rows:
        return
    fenced = stats.share([row["fenced"] for row in rows])
    several = stats.share([row["several"] for row in rows])
    both = stats.share([row["several"] and row["fenced"] for row in rows])
    yield (
        f"Where complete inference ends, {percent_interval(several)} of the boards have clues"
        f" with several solutions, {percent_interval(fenced)} have cells that no clue touches,"
        f" {percent_interval(both)} both (n = {len(rows)})."
    )


# The contradictions


@dataclass(frozen=True)
class _Claim:
    """The share of a level's boards that a report's program completes."""

    level: str
    report: str
    strategy: str
    reported: float
    """The share; for report A the share of cells, not of boards."""
    boards: int | None
    """None if the boards are not independent."""
    measure: str = "complete"

    @property
    def in_percent(self) -> str:
        return f"{100 * self.reported:.0f}"


def _claims() -> list[_Claim]:
    ratio, density = reported_table("D-ratio-accuracy"), reported_table("D-density")
    claims = []
    for level in ("easy", "medium"):
        board = level_named(level)
        size = board.board().size
        cells = [_REPORT_A.figure(name, level=level) for name in ("determined", "cells")]
        sweep = reported_table(f"B-mines-{size}")
        success = sweep.figure("success", mines=board.mines) / 100
        complete = ratio.figure("complete", size=size, ratio=1)
        claims += [
            _Claim(level, "A", "two-literal", cells[0] / cells[1], None),
            _Claim(level, "B", "consuming", success, sweep.boards, "success"),
            _Claim(level, "D", "rebuild", complete, ratio.boards),
        ]
        if level == "easy":
            again = density.figure("complete", size=size, mines=board.mines)
            claims.append(_Claim(level, "D's table of densities", "rebuild", again, density.boards))
    return claims


def _easy_success_question() -> str:
    easy_a, easy_b, easy_d, easy_again, medium_a, medium_b, medium_d = (
        claim.in_percent for claim in _claims()
    )
    return (
        f"Success at the same setting: {easy_a}, {easy_d} or {easy_again}, and {easy_b} % on easy"
        f" boards; {medium_a}, {medium_d} and {medium_b} % on medium."
    )


def _easy_success(levels: Table, nested: Table) -> str:
    compared, surprising = [], []
    for claim in _claims():
        result = required(levels, level=claim.level, strategy=claim.strategy)
        ours = result.values[claim.measure]
        words = (
            f"{claim.level}, report {claim.report} (`{claim.strategy}`): here"
            f" {percent_interval(ours)}"
        )
        if claim.boards is not None:
            hits = round(claim.reported * claim.boards)
            p = stats.binomial_test(hits, claim.boards, ours.value)
            words += f", reported {hits} of {claim.boards} (p = {p:.2g})"
            surprising += [f"{claim.report} on {claim.level}"] if p < 0.05 else []
        compared.append(words)
    all_starts = []
    for level in ("easy", "medium"):
        shares = complete_share_of_maps(nested, level, "two-literal")
        whole = sum(one == 1 for one in shares) / len(shares)
        all_starts.append(
            f"{percent(whole)} % of {level} maps, five maps of five in {percent(whole**5)} %"
        )
    a, b = (required(levels, level="easy", strategy=s) for s in ("two-literal", "consuming"))
    gap = paired(a, b, "complete")
    reason = ": a difference of the programs, since the boards are the same" if gap.low > 0 else ""
    games = _REPORT_A.boards
    return (
        f"On the same boards: {'; '.join(compared)}. Report A's {games} of {games} are five maps"
        " with fifteen nested starts each: `two-literal` completes all fifteen starts of"
        f" {'; of '.join(all_starts)} of such experiments. On easy boards `two-literal` is"
        f" {points_and_p(gap)} ahead of `consuming`{reason}. Reported counts that their own"
        f" strategy makes surprising (p < 0.05): {', '.join(surprising) or 'none'}."
    )


def _pairs_and_parents(levels: Table) -> str:
    by_level = []
    for level in levels.choices("level"):
        clues = required(levels, level=level, strategy="complete-clues")
        gaps = []
        for name in ("unit", "consuming", "two-literal", "rebuild", "assignment", CEILING):
            gap = paired(required(levels, level=level, strategy=name), clues, "complete")
            gaps.append(f"`{name}` {points(gap)}")
        by_level.append(f"{level}: {', '.join(gaps)}")
    return (
        "Complete boards, in points beside all that the clues entail without the mine count"
        f" (`complete-clues`), same boards. {'. '.join(by_level)}. `unit` resolves no pairs,"
        " `consuming` any but deletes both parents, `two-literal` and `rebuild` keep to short"
        " clauses; `assignment` has the mine count at the end, and `complete` shows all that the"
        " count is worth."
    )


def _success_means(levels: Table) -> str:
    by_level, differ, games = [], 0, 0
    for level in levels.choices("level"):
        consuming = required(levels, level=level, strategy="consuming")
        differ += sum(row["success"] != row["complete"] for row in consuming.trials.values())
        games += consuming.n
        values = required(levels, level=level, strategy="two-literal").values
        by_level.append(
            f"{level}: {percent(values['determined'].value)} % of the cells,"
            f" {percent(values['complete'].value)} % of the boards"
        )
    return (
        f"For `consuming`, an empty base and a complete board are different verdicts in {differ}"
        f" of {games} games. Cells determined is another scale altogether; `two-literal`"
        f" determines and completes, {'; '.join(by_level)}. Tables here count complete boards,"
        " with a strategy's own verdict beside them."
    )


def _when_to_give_up(levels: Table) -> str:
    by_level, differ = [], []
    for level in levels.choices("level"):
        patient, assigned = (
            required(levels, level=level, strategy=s) for s in ("saturate", "assignment")
        )
        gap = paired(patient, assigned, "complete")
        by_level.append(f"{level} {points_and_p(gap)}")
        differ += [] if gap.low <= 0 <= gap.high else [str(level)]
    missed = []
    for name in ("two-literal", "consuming", "unit", "rebuild", "assignment", "saturate"):
        rows = _stuck_rows(levels, name)
        if rows:
            by_clues = sum(row["missed_clues"] for row in rows) / len(rows)
            missed.append(f"`{name}` {percent(by_clues)} %")
    return (
        f"One limit was run: `assignment` gives up after {DEFAULT_IDLE_LIMIT} idle rounds in a row,"
        " and `saturate` is its rule without a limit. Boards that `saturate` completes beyond it:"
        f" {'; '.join(by_level)}. A difference is seen on {', '.join(differ) or 'no level'}."
        " Other limits are compared in `limits`. Of the stuck ends, so many"
        f" still had something that the clues alone entail: {', '.join(missed)}."
    )


_LEVELS = Part(
    "levels",
    "How much of each level does each strategy complete, and what stops it?",
    each(level=ASSIGNED),
    (COMPLETE, SUCCESS, DETERMINED, WRONG, GENERATED, MS, *STUCK_ENDS),
    400,
    LOGICAL,
    fewer=(({"level": "hard", "strategy": "rebuild"}, 150),),
    reported=tuple(
        Reported(
            {"level": row.settings["level"], "strategy": _REPORT_A.strategy},
            {DETERMINED.name: row.figures["determined"] / row.figures["cells"]},
            _REPORT_A.boards,
        )
        for row in _REPORT_A.rows
    ),
    chart=Chart("strategy", (COMPLETE.name,), lines="level"),
    findings=_findings,
)
_CONFLICTS = (
    SourceConflict(
        _easy_success_question(), (("levels", "levels"), ("nested-time", "nested")), _easy_success
    ),
    SourceConflict(
        "Which pairs to resolve, and what to do with the parents?",
        (("levels", "levels"),),
        _pairs_and_parents,
    ),
    SourceConflict(
        "What success means: all marked, base empty, or cells determined?",
        (("levels", "levels"),),
        _success_means,
    ),
    SourceConflict(
        "When to give up: ten idle rounds in all, six and six, one, or several?",
        (("levels", "levels"),),
        _when_to_give_up,
    ),
)
RECIPE = Recipe("levels", "the assignment, all reports", (_LEVELS,), _CONFLICTS)
