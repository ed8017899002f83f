"""Report B's sweep over the number of mines, which three experiments make on three sizes."""

from collections.abc import Iterable

from mineproof.lab._comparison import against_reported, paired, reported_over_ours
from mineproof.lab._measures import COMPLETE, MS, SUCCESS
from mineproof.lab._numbers import points_and_p, three_digits
from mineproof.lab._players import CEILING, REPORT_B
from mineproof.lab.recipe import Chart, Part, Recipe, Reported, each
from mineproof.lab.report._document import Block, Paragraph
from mineproof.lab.report._reported import reported_table
from mineproof.lab.summary import Table


def mines_sweep(name: str, size: str, mines: Iterable[int]) -> Recipe:
    """Return the recipe for one size, with the figures that the report gives for it."""
    table = reported_table(f"B-mines-{size}")
    return Recipe(
        name,
        "report B",
        (
            Part(
                "mines",
                f"How do success and time depend on the number of mines on {size}?",
                each(size=[size], safe_cells=[table.rows[0].settings["safe_cells"]], mines=mines),
                (COMPLETE, SUCCESS, MS),
                400,
                REPORT_B,
                reported=tuple(
                    Reported(
                        {"mines": row.settings["mines"], "strategy": table.strategy},
                        {
                            SUCCESS.name: row.figures["success"] / 100,
                            MS.name: 1000 * row.figures["seconds"],
                        },
                        table.boards,
                    )
                    for row in table.rows
                ),
                chart=Chart("mines", (SUCCESS.name, MS.name), log=True),
                findings=_findings,
            ),
        ),
    )


def _findings(table: Table) -> list[Block]:
    blocks = against_reported(table, SUCCESS.name)
    ratios = reported_over_ours(table, MS.name)
    if ratios:
        least, most = ratios
        blocks.append(
            Paragraph(
                f"Report B's program took {three_digits(least)} to {three_digits(most)} times as"
                " long as ours does on today's machine."
            )
        )
    gains = []
    for many in table.choices("mines"):
        consuming, best = (table.result(mines=many, strategy=s) for s in ("consuming", CEILING))
        if consuming and best:
            gains.append((paired(best, consuming, "complete"), consuming.number("mines")))
    if gains:
        gain, many = max(gains)
        blocks.append(
            Paragraph(
                f"Complete inference gains most over `consuming` at {many} mines:"
                f" {points_and_p(gain)}."
            )
        )
    return blocks
