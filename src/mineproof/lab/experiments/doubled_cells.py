"""Do twice as many given cells make hard boards passable? (Report C says: hardly.)"""

from collections.abc import Iterator

from mineproof.lab._comparison import paired
from mineproof.lab._document import Block
from mineproof.lab._numbers import percent_interval, points_and_p
from mineproof.lab._shared import CEILING, COMPLETE, DETERMINED, MS
from mineproof.lab.recipe import Chart, Part, Recipe, each
from mineproof.lab.summary import Table

_USUAL, _DOUBLED = 1.0, 2.0


def _findings(table: Table) -> Iterator[Block]:
    compared = []
    for name in table.choices("strategy"):
        usual, doubled = (table.result(strategy=name, ratio=r) for r in (_USUAL, _DOUBLED))
        if usual and doubled:
            shares = [percent_interval(one.values[COMPLETE.name]) for one in (usual, doubled)]
            gain = points_and_p(paired(doubled, usual, COMPLETE.key))
            compared.append(f"`{name}` {' and '.join(shares)} ({gain})")
    yield (
        "Hard boards completed from √cells given cells and from twice as many, on the same boards:"
        f" {'; '.join(compared)}."
    )


_DOUBLED_CELLS = Part(
    "doubled",
    "How many hard boards are completed from twice as many given cells?",
    each(level=["hard"], ratio=(_USUAL, _DOUBLED, 3.0)),
    (COMPLETE, DETERMINED, MS),
    400,
    ("unit", "saturate", CEILING),
    chart=Chart("ratio", (COMPLETE.name, DETERMINED.name)),
    findings=_findings,
)
RECIPE = Recipe("doubled-cells", "report C", (_DOUBLED_CELLS,))
