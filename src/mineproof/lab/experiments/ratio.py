"""How accuracy depends on the ratio of initial safe cells (report D)."""

from mineproof.lab._cases import RATIOS
from mineproof.lab._comparison import against_reported
from mineproof.lab._measures import COMPLETE
from mineproof.lab._players import REPORT_D
from mineproof.lab.recipe import Chart, Part, Recipe, Reported
from mineproof.lab.report._document import Block
from mineproof.lab.report._reported import reported_table
from mineproof.lab.summary import Table

_TABLE = reported_table("D-ratio-accuracy")


def _findings(table: Table) -> list[Block]:
    return against_reported(table, COMPLETE.name)


RECIPE = Recipe(
    "ratio",
    "report D",
    (
        Part(
            "ratio",
            "How does accuracy depend on the ratio of initial safe cells?",
            RATIOS,
            (COMPLETE,),
            400,
            REPORT_D,
            fewer=(({"size": "16x16", "strategy": "rebuild"}, 100),),
            reported=tuple(
                Reported(
                    {**row.settings, "strategy": _TABLE.strategy},
                    {COMPLETE.name: row.figures["complete"]},
                    _TABLE.boards,
                )
                for row in _TABLE.rows
                if "complete" in row.figures
            ),
            chart=Chart("ratio", (COMPLETE.name,), panels="size"),
            findings=_findings,
        ),
    ),
)
