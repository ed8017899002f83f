"""The effect of the two numbers that the assignment leaves open.

They are the number of idle rounds after which a player stops, and the number of unmarked cells at
which it uses the mine count.
"""

from collections.abc import Callable, Iterable, Iterator

from mineproof.lab._comparison import paired, ratio_of_means
from mineproof.lab._document import Block, Grid
from mineproof.lab._numbers import points, points_and_p, ratio
from mineproof.lab._shared import ASSIGNED, COMPLETE, DETERMINED, GENERATED, MS
from mineproof.lab.config import Setting
from mineproof.lab.recipe import Chart, Part, Recipe, each
from mineproof.lab.summary import ConfigResult, Table

_IDLE, _COUNT = "idle_limit", "count_limit"


def _beside(table: Table, limit: str, usual: Setting) -> Grid:
    """Compare every value of a limit with one of them, on the same boards."""
    rows = []
    for level in table.choices("level"):
        reference = table.result(level=level, **{limit: usual})
        for one in table.where(level=level):
            if reference and one is not reference:
                rows.append(
                    [
                        str(level),
                        str(one.settings[limit]),
                        str(one.n),
                        points(paired(one, reference, COMPLETE.key)),
                        ratio(ratio_of_means(one, reference, GENERATED.key)),
                        ratio(ratio_of_means(one, reference, MS.key)),
                    ]
                )
    named = limit.replace("_", " ")
    caption = f"`assignment`, each {named} beside {usual}, on the same boards."
    head = ["level", named, "n", "complete, points", "clauses generated", "CPU time"]
    return Grid(caption, head, rows)


def _idle_findings(table: Table) -> Iterator[Block]:
    sentences = []
    for level in table.choices("level"):
        unlimited = table.result(level=level, idle_limit="unlimited")
        if unlimited:
            by_limit = [
                f"{one.settings[_IDLE]}: {_completed(one)}" for one in table.where(level=level)
            ]
            enough = next(
                one.settings[_IDLE]
                for one in table.where(level=level)
                if _same_ends(one, unlimited)
            )
            sentences.append(
                f"On {level} boards it completes, by idle limit, {'; '.join(by_limit)}. From"
                f" {enough} on, no game ends otherwise than without a limit."
            )
    yield " ".join(sentences)
    yield _beside(table, _IDLE, "unlimited")


def _completed(one: ConfigResult) -> str:
    done = sum(bool(row[COMPLETE.key]) for row in one.trials.values())
    return f"{done} of {one.n}"


def _same_ends(ours: ConfigResult, theirs: ConfigResult) -> bool:
    """Tell whether both determined the same number of cells on every board that both played."""
    return all(
        row[DETERMINED.key] == theirs.trials[seed][DETERMINED.key]
        for seed, row in ours.trials.items()
        if seed in theirs.trials
    )


def _count_findings(table: Table) -> Iterator[Block]:
    sentences = []
    for level in table.choices("level"):
        by_limit = {one.settings[_COUNT]: one for one in table.where(level=level)}
        never = by_limit.get(0)
        gains = [
            f"{limit}: {points_and_p(paired(one, never, COMPLETE.key))}"
            for limit, one in by_limit.items()
            if never and limit
        ]
        if gains:
            sentences.append(f"On {level} boards, by count limit: {'; '.join(gains)}.")
    yield f"Boards completed beyond those without the mine count. {' '.join(sentences)}"
    yield _beside(table, _COUNT, 10)


def _part(
    name: str,
    question: str,
    findings: Callable[[Table], Iterator[Block]],
    **limit: Iterable[Setting],
) -> Part:
    [key] = limit
    return Part(
        name,
        question,
        each(level=ASSIGNED, **limit),
        (COMPLETE, DETERMINED, GENERATED, MS),
        200,
        ("assignment",),
        fewer=(({"level": "hard"}, 100),),
        ceiling=False,
        chart=Chart(key, (COMPLETE.name, MS.name), lines="level"),
        findings=findings,
    )


RECIPE = Recipe(
    "limits",
    "the assignment",
    (
        _part(
            "idle",
            "After how many rounds without a marking should `assignment` give up?",
            _idle_findings,
            idle_limit=(1, 2, 3, 5, 10, "unlimited"),
        ),
        _part(
            "count",
            "At how many unmarked cells should `assignment` use the mine count?",
            _count_findings,
            count_limit=(0, 5, 10, 14, 18),
        ),
    ),
)
