"""How the clauses inserted and the time depend on the ratio of initial safe cells (report D)."""

from mineproof.lab.cases import RATIOS
from mineproof.lab.comparison import highest, means_against_published, published_over_ours
from mineproof.lab.document import Block, Paragraph
from mineproof.lab.measures import INSERTED, MS_COMPLETE
from mineproof.lab.numbers import three_digits
from mineproof.lab.published import PublishedRow, published_table
from mineproof.lab.recipe import Chart, Part, Published, Recipe
from mineproof.lab.summary import Table

_TABLE = published_table("D-ratio-rules")


def _completed(row: PublishedRow) -> int | None:
    """How many of the boards of a row were complete, where the table of accuracies has its case."""
    try:
        return _TABLE.count(published_table("D-ratio-accuracy").figure("complete", **row.settings))
    except KeyError:
        return None


def _findings(table: Table) -> list[Block]:
    peaks = []
    for size in table.choices("size"):
        for name in table.choices("strategy"):
            peak = highest(table, INSERTED.name, size=size, strategy=name)
            if peak:
                clauses = three_digits(peak.values[INSERTED.name].value)
                peaks.append(f"`{name}` on {size} at ratio {peak.number('ratio'):g} ({clauses})")
    blocks: list[Block] = [Paragraph(f"Most clauses are inserted by {'; '.join(peaks)}.")]
    blocks += means_against_published(table, INSERTED)
    clause_ratios = published_over_ours(table, INSERTED.name)
    time_ratios = published_over_ours(table, MS_COMPLETE.name)
    if clause_ratios and time_ratios:
        clauses, times = (
            f"{three_digits(least)} to {three_digits(most)} times"
            for least, most in (clause_ratios, time_ratios)
        )
        blocks.append(
            Paragraph(
                f"Report D's clause counts are {clauses} ours, its times {times} (another program)."
            )
        )
    return blocks


RECIPE = Recipe(
    "rules",
    "report D",
    (
        Part(
            "rules",
            "How do the clauses inserted and the time depend on that ratio?",
            RATIOS,
            (INSERTED, MS_COMPLETE),
            200,
            ("rebuild", "saturate"),
            fewer=(({"size": "16x16", "strategy": "rebuild"}, 100),),
            ceiling=False,
            published=tuple(
                Published(
                    {**row.settings, "strategy": _TABLE.strategy},
                    {
                        INSERTED.name: row.figures["rules"],
                        MS_COMPLETE.name: 1000 * row.figures["seconds"],
                    },
                    _TABLE.boards,
                    _completed(row),
                )
                for row in _TABLE.rows
            ),
            chart=Chart("ratio", (INSERTED.name, MS_COMPLETE.name), panels="size", log=True),
            findings=_findings,
        ),
    ),
)
