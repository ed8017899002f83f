"""How many safe cells a player needs if it gets one whenever it is stuck (report B)."""

import time
from collections.abc import Iterator

from mineproof.game.deal import Deal, Start, initial_cells
from mineproof.game.picture import HIDDEN
from mineproof.lab._document import Block
from mineproof.lab._numbers import bracketed
from mineproof.lab._shared import CEILING, MS, REPORT_B
from mineproof.lab._trial import Trial, deal_of, play
from mineproof.lab.config import Config, Row
from mineproof.lab.recipe import Chart, Measure, Part, Recipe
from mineproof.lab.summary import Table


def play_with_gifts(config: Config, seed: int) -> Row:
    """Play a game in which the player gets a safe cell whenever it is stuck, until all is marked.

    The player begins again with the longer list of given cells. A strategy that keeps its knowledge
    ends in the same state as if it had continued.
    """
    dealt = deal_of(config, seed)
    order = initial_cells(
        dealt.board, dealt.layout, Start(safe_cells=dealt.board.cells - dealt.mines), seed
    )
    given, began = list(dealt.initial), time.process_time()
    while True:
        result = play(config, Deal(dealt.board, dealt.layout, tuple(given), dealt.start))
        if result.complete:
            break
        seen = result.game.view.cells
        hidden = next((cell for cell in order if seen[cell] == HIDDEN), None)
        if hidden is None:
            break  # every safe cell is open: only mines are left to mark
        given.append(hidden)
    spent = (time.process_time() - began) * 1000
    return {
        "gifts": len(given) - len(dealt.initial),
        "none": len(given) == len(dealt.initial),
        "ms": spent,
    }


_TRIAL = Trial(
    "gifts",
    play_with_gifts,
    (frozenset({"gifts", "none", "ms"}),),
    frozenset({"none"}),
    agrees=lambda row: row["none"] == (row["gifts"] == 0),
)
_GIFTS = Measure("gifts", "cells given when stuck", "mean")


def _findings(table: Table) -> Iterator[Block]:
    by_level = []
    for level in table.choices("level"):
        given = [
            f"{bracketed(one.values[_GIFTS.name])} from {one.settings['safe_cells']}"
            for one in table.where(level=level, strategy=CEILING)
        ]
        by_level.append(f"{level}: {', '.join(given)}")
    yield (
        "Cells that complete inference must be given when stuck, by the number it begins with."
        f" {'. '.join(by_level)}."
    )


_COUNTS = {"easy": (1, 5, 9), "medium": (1, 8, 16), "hard": (1, 11, 22)}
_CASES: tuple[Config, ...] = tuple(
    {"level": level, "safe_cells": many} for level, counts in _COUNTS.items() for many in counts
)

_PART = Part(
    "gifts",
    "Given a safe cell whenever it is stuck, how many does a player need?",
    _CASES,
    (_GIFTS, Measure("none", "boards that needed none"), MS),
    400,
    REPORT_B,
    _TRIAL,
    # `consuming` needs dozens of extra cells, and starts again after each.
    without=tuple(
        {"level": "hard", "safe_cells": many, "strategy": "consuming"} for many in (1, 11)
    ),
    fewer=(
        ({"level": "hard", "strategy": "consuming"}, 40),
        ({"level": "hard", "strategy": "saturate"}, 300),
    ),
    chart=Chart("safe_cells", (_GIFTS.name,), panels="level"),
    findings=_findings,
)
RECIPE = Recipe("gifts", "report B", (_PART,))
