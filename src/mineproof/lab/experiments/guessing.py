"""How often each player wins, by level and start rule (reports A and D)."""

from mineproof.lab._cases import CEILING, CLASSIC, GUESSING
from mineproof.lab._comparison import all_pairs, grid_of_pairs, highest
from mineproof.lab._document import Block, Paragraph
from mineproof.lab._measures import MS, WON
from mineproof.lab._numbers import percent_interval
from mineproof.lab.recipe import Chart, Part, Recipe, each
from mineproof.lab.summary import Table


def _findings(table: Table) -> list[Block]:
    winners = []
    for level in table.choices("level"):
        for start in table.choices("start"):
            top = highest(table, WON.name, level=level, start=start)
            if top:
                winners.append(
                    f"{level}, {start}: `{top.settings['strategy']}`"
                    f" {percent_interval(top.values['won'])}"
                )
    return [
        Paragraph(f"Most games are won by: {'; '.join(winners)}."),
        grid_of_pairs(
            "Games won: each player less `least-risk`, on the same boards.",
            all_pairs(table, "strategy", "won", than="least-risk"),
            "level",
            "start",
        ),
    ]


RECIPE = Recipe(
    "guessing",
    "reports A and D",
    (
        Part(
            "players",
            "How often does each player win, by level and start rule?",
            each(level=CLASSIC, start=("safe", "open", "given")),
            (WON, MS),
            2000,
            (*GUESSING, "csp-assign", "saturate", CEILING),
            fewer=(({"strategy": "csp-assign"}, 400), ({"strategy": "saturate"}, 800)),
            ceiling=False,
            chart=Chart("strategy", (WON.name,), lines="start", panels="level"),
            findings=_findings,
        ),
    ),
)
