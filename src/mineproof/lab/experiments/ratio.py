"""How accuracy depends on the ratio of initial safe cells (report D)."""

from mineproof.lab._comparison import against_reported
from mineproof.lab._shared import COMPLETE, RATIOS, REPORT_D
from mineproof.lab.recipe import Chart, Part, Recipe
from mineproof.lab.report._reported import reported_table

_TABLE = reported_table("D-ratio-accuracy")

_PART = Part(
    "ratio",
    "How does accuracy depend on the ratio of initial safe cells?",
    RATIOS,
    (COMPLETE,),
    400,
    REPORT_D,
    fewer=(({"size": "16x16", "strategy": "rebuild"}, 100),),
    reported=_TABLE.beside({COMPLETE.name: "complete"}),
    chart=Chart("ratio", (COMPLETE.name,), panels="size"),
    findings=lambda table: against_reported(table, COMPLETE.name),
)
RECIPE = Recipe("ratio", "report D", (_PART,))
