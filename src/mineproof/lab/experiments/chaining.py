"""Is it cheaper to reason forward from the clues, or back from a question? (Report A.)"""

import time
from collections.abc import Iterator

from mineproof.game.clues import Clue, clues
from mineproof.game.game import Game
from mineproof.game.view import View
from mineproof.lab._comparison import ratio_of_means
from mineproof.lab._document import Block, Grid
from mineproof.lab._numbers import ratio
from mineproof.lab._shared import CEILING
from mineproof.lab._trial import Trial, deal_of
from mineproof.lab.config import Config, Row
from mineproof.lab.recipe import Chart, Measure, Part, Recipe, cross, each
from mineproof.lab.stats import Estimate
from mineproof.lab.summary import Table
from mineproof.logic.kb import KnowledgeBase
from mineproof.logic.saturation import Saturation
from mineproof.play.player import MINE, begin
from mineproof.play.strategies import strategy
from mineproof.reason.ask import ask, ask_by_pairs, forward
from mineproof.reason.deduce import analyse
from mineproof.reason.symbols import variables

_SHORT_PARENT = "one parent of two literals"
"""The rule of forward reasoning; backward reasoning uses it, or any pairs."""

# The trial


def ask_midway(config: Config, seed: int) -> Row:
    """Measure the resolvents and the time of one direction of reasoning at one stage of a game.

    Complete inference plays until the given share of safe cells is open. Then the question is about
    `one` certain cell, or about `all` cells that touch a clue. Backward reasoning uses the `rule`
    of the config.
    """
    view, certain = _midway(config, seed)
    touching = [clue for clue in clues(view) if clue.cells]
    touched = sorted({cell for clue in touching for cell in clue.cells})
    certain = [cell for cell in certain if cell in touched]
    if not certain:
        return {"asked": False}
    asked_for = [certain[seed % len(certain)]] if config["cells"] == "one" else touched
    began = time.process_time()
    if config["direction"] == "back":
        answer_back = ask_by_pairs if config.get("rule") == _SHORT_PARENT else ask
        answers = [answer_back(view, cell) for cell in asked_for]
        resolutions = sum(one.resolutions for one in answers)
        decided = sum(one.verdict is not None for one in answers)
    elif config["cells"] == "one":
        answer = forward(view, asked_for[0])
        resolutions, decided = answer.resolutions, int(answer.verdict is not None)
    else:
        resolutions, decided = _saturated(touching)
    spent = (time.process_time() - began) * 1000
    return {"asked": True, "resolutions": resolutions, "decided": decided, "ms": spent}


_TRIAL = Trial(
    "chaining",
    ask_midway,
    (frozenset({"asked"}), frozenset({"asked", "resolutions", "decided", "ms"})),
    frozenset({"asked"}),
    agrees=lambda row: row["asked"] == (len(row) > 1),
    players=(CEILING,),
    by_engine=True,
)


def _saturated(touching: list[Clue]) -> tuple[int, int]:
    """Saturate the clues; return the number of resolvents and the decided cells."""
    kb = KnowledgeBase(record=False)
    for clue in touching:
        kb.tell_exactly(clue.mines, variables(clue.cells))
    matching = Saturation(kb)
    while kb.take() is not None or matching.run():
        pass
    return kb.observer.counters.resolutions, len(kb.facts)


def _midway(config: Config, seed: int) -> tuple[View, list[int]]:
    """Return a position in the middle of a game, with the cells that are certain there."""
    dealt = deal_of(config, seed)
    game, player = Game(dealt), strategy(CEILING).player(record=False)
    enough = config["opened"] * (dealt.board.cells - dealt.mines)
    begin(player, game)
    while game.opened < enough and (move := player.choose(game.view)):
        (game.flag if move.verdict is MINE else game.open)(move.cell)
    # Remove the player's flags: only clues may answer the question.
    for cell in range(dealt.board.cells):
        game.unflag(cell)
    analysis = analyse(game.view)
    return game.view, sorted(analysis.safe + analysis.mined)


# The findings

_RESOLUTIONS = Measure("resolutions", "resolvents", "mean", among="asked")
_MS = Measure("ms", "CPU ms", "mean", among="asked")
_DECIDED = Measure("decided", "cells decided", "mean", among="asked")


def _findings(table: Table) -> Iterator[Block]:
    rows, resolvents, times = [], list[Estimate](), list[Estimate]()
    for level in table.choices("level"):
        for opened in table.choices("opened"):
            back, ahead = (
                table.result(level=level, opened=opened, direction=d) for d in ("back", "forward")
            )
            if back and ahead and any(row["asked"] for row in back.trials.values()):
                made, ms = (ratio_of_means(back, ahead, one.key) for one in (_RESOLUTIONS, _MS))
                rows.append([str(level), f"{opened}", str(made.n), ratio(made), ratio(ms)])
                resolvents.append(made)
                times.append(ms)
    by_one_rule = "rule" in table.part.case_keys
    yield (
        f"{_ONE_RULE if by_one_rule else _TWO_RULES} Reasoning back makes"
        f" {_fewer_and_more(resolvents, 'fewer resolvents', 'more')}; it takes"
        f" {_fewer_and_more(times, 'less CPU time', 'more')}. (In the other cases the interval of"
        f" the ratio includes 1.){_decided(table) if by_one_rule else ''}"
    )
    caption = "Reasoning back from the question, as a multiple of reasoning forward."
    yield Grid(caption, ["level", "share open", "n", "resolvents", "CPU time"], rows)


_TWO_RULES = (
    "Reasoning back is by set of support, reasoning forward by the pairs of `saturate`: two rules"
    " are compared as well as two directions."
)
_ONE_RULE = (
    "Both directions have one rule, that of `saturate`: after units are propagated, a parent of"
    " each resolvent has two literals. Reasoning back adds the denial of the answer, and each"
    " resolvent descends from it."
)


def _decided(table: Table) -> str:
    """Say how many of the requested cells each direction decided."""
    counts = []
    for direction in table.choices("direction"):
        rows = [row for one in table.where(direction=direction) for row in one.trials.values()]
        counts.append(f"{direction} {sum(int(row.get(_DECIDED.key, 0)) for row in rows)}")
    return f" Answers given, in all: {', '.join(counts)}."


def _fewer_and_more(ratios: list[Estimate], fewer: str, more: str) -> str:
    """Say in how many cases a ratio is clearly below 1, and in how many it is clearly above."""
    below, above = sum(one.high < 1 for one in ratios), sum(one.low > 1 for one in ratios)
    return f"{fewer} in {below} of {len(ratios)} cases, {more} in {above}"


_STAGES = each(
    level=("medium", "hard"),
    opened=(0.05, 0.1, 0.25, 0.5, 0.75, 0.9),
    direction=("forward", "back"),
)


def _part(name: str, cells: str, question: str, boards: int, rule: str | None = None) -> Part:
    cases = cross(_STAGES, cells=[cells])
    return Part(
        name,
        question,
        cases if rule is None else cross(cases, rule=[rule]),
        (_RESOLUTIONS, _MS, _DECIDED),
        boards,
        trial=_TRIAL,
        ceiling=False,
        chart=Chart(
            "opened", (_RESOLUTIONS.name, _MS.name), lines="direction", panels="level", log=True
        ),
        findings=_findings,
    )


RECIPE = Recipe(
    "chaining",
    "report A",
    (
        _part(
            "one-cell",
            "one",
            "One certain cell: is it cheaper to reason forward, or back from the question?",
            400,
        ),
        _part("all-cells", "all", "Every cell that a clue touches: the same question.", 25),
        _part(
            "one-cell-one-rule",
            "one",
            "One certain cell, and one and the same rule for both directions: which is cheaper?",
            200,
            _SHORT_PARENT,
        ),
        _part(
            "all-cells-one-rule",
            "all",
            "Every cell that a clue touches, by one and the same rule: which direction is cheaper?",
            12,
            _SHORT_PARENT,
        ),
    ),
)
