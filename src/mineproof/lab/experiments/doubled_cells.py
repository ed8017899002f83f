"""Do twice as many given cells make hard boards passable? (Report C says: hardly.)"""

from mineproof.lab._cases import CEILING
from mineproof.lab._comparison import paired
from mineproof.lab._document import Block, Paragraph
from mineproof.lab._measures import COMPLETE, DETERMINED, MS
from mineproof.lab._numbers import percent_interval, points_and_p
from mineproof.lab.recipe import Chart, Part, Recipe, each
from mineproof.lab.summary import Table

_USUAL, _DOUBLED = 1.0, 2.0


def _findings(table: Table) -> list[Block]:
    compared = []
    for name in table.choices("strategy"):
        usual, doubled = (table.result(strategy=name, ratio=r) for r in (_USUAL, _DOUBLED))
        if usual and doubled:
            shares = [percent_interval(one.values[COMPLETE.name]) for one in (usual, doubled)]
            gain = points_and_p(paired(doubled, usual, COMPLETE.key))
            compared.append(f"`{name}` {' and '.join(shares)} ({gain})")
    return [
        Paragraph(
            "Hard boards completed from √cells given cells and from twice as many, on the same"
            f" boards: {'; '.join(compared)}."
        )
    ]


RECIPE = Recipe(
    "doubled-cells",
    "report C",
    (
        Part(
            "doubled",
            "How many hard boards are completed from twice as many given cells?",
            each(level=["hard"], ratio=(_USUAL, _DOUBLED, 3.0)),
            (COMPLETE, DETERMINED, MS),
            400,
            ("unit", "saturate", CEILING),
            chart=Chart("ratio", (COMPLETE.name, DETERMINED.name)),
            findings=_findings,
        ),
    ),
)
