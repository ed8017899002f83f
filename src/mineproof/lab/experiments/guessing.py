"""How often each player wins, by level and start rule (reports A and D)."""

from collections.abc import Iterator
from itertools import product

from mineproof.lab._comparison import all_pairs, grid_of_pairs, highest
from mineproof.lab._document import Block
from mineproof.lab._numbers import percent_interval
from mineproof.lab._shared import CEILING, CLASSIC, GUESSING, MS, WON
from mineproof.lab.recipe import Chart, Part, Recipe, each
from mineproof.lab.summary import Table


def _findings(table: Table) -> Iterator[Block]:
    winners = []
    for level, start in product(table.choices("level"), table.choices("start")):
        top = highest(table, WON.name, level=level, start=start)
        if top:
            share = percent_interval(top.values["won"])
            winners.append(f"{level}, {start}: `{top.settings['strategy']}` {share}")
    yield f"Most games are won by: {'; '.join(winners)}."
    pairs = all_pairs(table, "strategy", "won", than="least-risk")
    caption = "Games won: each player less `least-risk`, on the same boards."
    yield grid_of_pairs(caption, pairs, "level", "start")


_PLAYERS = Part(
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
)
RECIPE = Recipe("guessing", "reports A and D", (_PLAYERS,))
