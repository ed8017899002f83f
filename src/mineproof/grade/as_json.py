"""The result of `grade` as a JSON object: for the teacher, and without the seed for students."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from mineproof.answers.schema import SCHEMA
from mineproof.base.json_object import Json
from mineproof.game.board import Board
from mineproof.game.formats.mine import write, write_board
from mineproof.grade._clauses import Difference as ClauseDifference
from mineproof.grade._missed import Missed, explained, missed_cells
from mineproof.grade.grading import BadClaim, Grade, Side, flags, passed, points
from mineproof.grade.rubric import Rubric
from mineproof.play.rates import Difference, Rate
from mineproof.proof.check import escaped
from mineproof.reason.prove import two_layouts
from mineproof.reason.words import CommandTexts

SHOWN = 20
"""The number of claims with a layout or a proof; further claims are listed without."""


def as_json(found: Grade, rubric: Rubric, language: str = "en", *, student: bool = False) -> Json:
    """Return the grade as an object for programs.

    With another language than English, its sentences are for the texts that are made from it. For a
    student it has neither the seed nor the whole layout of a board: who knows one of them can
    prepare for the next run. A board has its number in the run then.
    """
    named = partial(_number_of, found.seed, CommandTexts("grade", language)) if student else str
    claims = [
        claim_json(one, full=n < SHOWN, language=language, student=student)
        for n, one in enumerate(found.bad_claims)
    ]
    for claim in claims:
        claim["board"] = named(claim["board"])
    pairs = list(zip(found.bad_claims, claims, strict=True))
    return {
        "schema": SCHEMA,
        "player": escaped(found.player),
        "against": found.against,
        **({} if student else {"seed": found.seed}),
        "levels": [
            {
                "level": one.level,
                "boards": one.boards,
                **_side(one.player),
                "against": {**_side(one.against), "difference": _diff(one.against_difference)},
                "ceiling": {**_side(one.ceiling), "difference": _diff(one.ceiling_difference)},
            }
            for one in found.levels
        ],
        "sound": found.sound,
        "wrong": [said for one, said in pairs if one.claim.wrong],
        "unjustified": [said for one, said in pairs if not one.claim.wrong],
        "deduced": found.deduced,
        "stuck": found.stuck,
        "missed": [
            {"board": named(board), **_missed(one, language)} for board, one in found.missed
        ],
        "smallest": _smallest(found, language),
        "clauses": _clauses(found, language, named),
        "cost": [vars(one) for one in found.growth],
        "faults": [
            {"board": named(one.board), "reason": one.reason, "lines": one.lines}
            for one in found.faults
        ],
        "not_played": found.not_played,
        "out_of_time": found.out_of_time,
        "too_slow": found.too_slow,
        "flags": flags(found),
        "passed": passed(found, rubric),
        "points": round(sum(points(found, rubric).values()), 2),
        "max": rubric.max,
        "parts": points(found, rubric),
    }


def _number_of(seed: int, say: CommandTexts, board: str) -> str:
    """Name a board by its number in the run, from 1, instead of its seed."""
    level, _, own = board.rpartition(" ")
    return f"{say(f'level {level}')} #{int(own) - seed + 1}"


def claim_json(
    one: BadClaim, *, full: bool = True, language: str = "en", student: bool = False
) -> Json:
    """Return a faulty claim with its position and the reason.

    `layout` fits the position and contradicts the claim. If the opposite is entailed, `why` is the
    argument for it. The layout of a wrong claim is that of the board, but for a student.
    """
    claim, board, why = one.claim, one.deal.board, list[str]()
    if full and claim.wrong:
        if claim.view.cells[claim.cell] >= 0:
            why = [CommandTexts("grade", language)("is open", cell=board.name(claim.cell))]
        elif claim.cell in missed_cells(claim.view):
            why = explained(claim.view, claim.cell, not claim.mine).why(language)
    layout = one.deal.layout if claim.wrong and not student else None
    if full and not why and layout is None:
        two = two_layouts(claim.view, claim.cell)
        layout = two[0 if claim.mine else 1] if two else None
    return {
        "board": one.board,
        "cell": board.name(claim.cell),
        "verdict": _verdict(claim.mine),
        "position": write(claim.view),
        "layout": _layout(board, layout),
        "why": why,
    }


def _layout(board: Board, layout: bytes | None) -> str | None:
    return None if layout is None else write_board(board, layout)


def _verdict(mine: bool) -> str:
    return "mine" if mine else "safe"


def _missed(one: Missed, language: str) -> Json:
    return {
        "cell": one.cell,
        "verdict": _verdict(one.mine),
        "clues": one.clues,
        "depth": one.depth,
        "why": one.why(language),
        "position": write(one.view),
    }


def _smallest(found: Grade, language: str) -> Json | None:
    small = found.smallest
    if small is None:
        return None
    error, board = small.error, small.deal.board
    if isinstance(error, Missed):
        said = {"error": "missed", **_missed(error, language), "than": small.than}
    else:
        kind = "wrong" if error.wrong else "unjustified"
        said = {"error": kind, **claim_json(BadClaim("", small.deal, error), language=language)}
    return {
        **said,
        "games": small.games,
        "board": write_board(board, small.deal.layout),
        "given": board.names(small.deal.initial),
    }


def _clauses(found: Grade, language: str, named: Callable[[str], str]) -> Json | None:
    told = found.clauses
    if not told.told:
        return None
    first = told.first_difference
    return {
        **vars(told),
        "unmade": replace(told.unmade, board=named(told.unmade.board)).text(language)
        if told.unmade
        else None,
        "first_difference": _difference(first, language, named) if first else None,
        "not_entailed": [_difference(one, language, named) for one in told.not_entailed[:SHOWN]],
    }


def _difference(one: ClauseDifference, language: str, named: Callable[[str], str]) -> Json:
    return {
        "board": named(one.board),
        "step": one.step,
        "kind": one.kind,
        "clause": one.clause,
        "text": one.text(language),
    }


def _side(side: Side) -> Json:
    return {
        "complete": _rate(side.complete),
        "cells_determined": _rate(side.cells_determined),
        "deduced": side.deduced,
        "wrong": side.wrong,
        "ms": round(side.ms, 3),
    }


def _rate(rate: Rate) -> dict[str, float]:
    return {"value": rate.rate, "low": rate.low, "high": rate.high}


def _diff(one: Difference) -> dict[str, float]:
    return {"value": one.value, "low": one.low, "high": one.high, "p": one.p}
