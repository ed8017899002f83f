"""How success and time depend on the number of mines, on three sizes (report B)."""

from collections.abc import Iterable, Iterator

from mineproof.lab._comparison import against_reported, paired, reported_over_ours
from mineproof.lab._document import Block
from mineproof.lab._numbers import points_and_p, three_digits
from mineproof.lab._shared import CEILING, COMPLETE, MS, REPORT_B, SUCCESS
from mineproof.lab.recipe import Chart, Part, Recipe, each
from mineproof.lab.report._reported import reported_table
from mineproof.lab.summary import Table


def _findings(table: Table) -> Iterator[Block]:
    yield from against_reported(table, SUCCESS.name)
    ratios = reported_over_ours(table, MS.name)
    if ratios:
        least, most = ratios
        yield (
            f"Report B's program took {three_digits(least)} to {three_digits(most)} times as long"
            " as ours does on today's machine."
        )
    gains = []
    for many in table.choices("mines"):
        consuming, best = (table.result(mines=many, strategy=s) for s in ("consuming", CEILING))
        if consuming and best:
            gains.append((paired(best, consuming, "complete"), consuming.number("mines")))
    if gains:
        gain, many = max(gains)
        yield (
            f"Complete inference gains most over `consuming` at {many} mines: {points_and_p(gain)}."
        )


def _sweep(size: str, mines: Iterable[int]) -> Recipe:
    """Return the recipe for one size, with the figures that the report gives for it."""
    table = reported_table(f"B-mines-{size}")
    return Recipe(
        f"mines-{size}",
        "report B",
        (
            Part(
                "mines",
                f"How do success and time depend on the number of mines on {size}?",
                each(size=[size], safe_cells=[table.rows[0].settings["safe_cells"]], mines=mines),
                (COMPLETE, SUCCESS, MS),
                400,
                REPORT_B,
                reported=table.beside({SUCCESS.name: "success", MS.name: "seconds"}),
                chart=Chart("mines", (SUCCESS.name, MS.name), log=True),
                findings=_findings,
            ),
        ),
    )


RECIPES = {
    "mines-9x9": _sweep("9x9", range(4, 19, 2)),
    "mines-16x16": _sweep("16x16", range(19, 32, 2)),
    "mines-30x16": _sweep("30x16", (*range(50, 96, 5), 99)),
}
