"""What a position entails, the odds, the best move; two cells side by side."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import TypedDict

from mineproof.answers.schema import SCHEMA
from mineproof.errors import BadInput
from mineproof.game.game import View
from mineproof.play import guess
from mineproof.play.guess import Candidate
from mineproof.reason import deduce
from mineproof.reason.deduce import Analysis

_encode = json.JSONEncoder(ensure_ascii=False).encode


class BestJson(TypedDict):
    cell: str
    safe: float
    why: str


@dataclass(frozen=True)
class Best:
    """The move to make, and why."""

    cell: str
    safe: float
    """The chance that the cell is no mine."""
    why: str

    def as_json(self) -> BestJson:
        return {"cell": self.cell, "safe": self.safe, "why": self.why}


class CandidateJson(TypedDict):
    cell: str
    risk: float
    next: float | None
    certain: float | None
    flip: float | None
    win: float | None
    dead: bool | None
    fifty: bool | None
    clears: float | None
    part: float | None


class CertainJson(TypedDict):
    schema: int
    rows: int
    cols: int
    mines: int
    layouts: str
    safe: list[str]
    mined: list[str]
    best: BestJson | None
    candidates: list[CandidateJson]
    wrong_flags: list[str]


class AnalysedJson(CertainJson):
    odds: dict[str, float]


@dataclass(frozen=True)
class Analysed:
    """Everything a position entails, the odds, and the best move."""

    analysis: Analysis
    best: Best | None
    candidates: list[Candidate]
    """What the best move was chosen from, the best first; empty if something is certain."""

    @property
    def certain_move(self) -> bool:
        """Something is safe for certain, or nothing is left to decide."""
        return bool(self.analysis.safe) or not self.analysis.undecided.any()

    def as_text(self) -> str:
        """`as_json`, written out; with the compiled core, in half the time."""
        rest = _encode(self.certain())
        board = self.analysis.view.board
        return f'{rest[:-1]}, "odds": {{{deduce.write_odds(self.analysis.risks, board)}}}}}'

    def as_json(self) -> AnalysedJson:
        """The object that programs rely on."""
        found = self.analysis
        odds = dict(zip(found.view.board.names(found.odds), found.odds.values(), strict=True))
        return {**self.certain(), "odds": odds}

    def certain(self) -> CertainJson:
        """`as_json` without the odds."""
        found = self.analysis
        board = found.view.board
        return {
            "schema": SCHEMA,
            "rows": board.rows,
            "cols": board.cols,
            "mines": found.view.mines,
            "layouts": str(Decimal(found.layouts)),  # str(int) ends at 4300 digits
            "safe": board.names(found.safe),
            "mined": board.names(found.mined),
            "best": None if self.best is None else self.best.as_json(),
            "candidates": [_as_json(one, board.name) for one in self.candidates],
            "wrong_flags": board.names(found.wrong_flags),
        }


def analyse(view: View, *, best: bool = True) -> Analysed:
    """All that a position entails; raise `Contradiction` if nothing fits it, `TooWide` if it would
    take too much memory.

    >>> from mineproof.game.formats import read
    >>> analyse(read("1 1 1 / # # #", mines=1)).as_json()["safe"]
    ['r2c1', 'r2c3']
    """
    found = deduce.analyse(view)
    return Analysed(found, *(_best(found) if best else (None, [])))


def _best(found: Analysis) -> tuple[Best | None, list[Candidate]]:
    """A certain cell if there is one, else the choice of `guess` and what it was chosen from."""
    name = found.view.board.name
    if found.safe:
        others = len(found.safe) - 1
        also = f"; so are {others} more" if others > 1 else "; so is one more" if others else ""
        return Best(name(found.safe[0]), 1.0, f"safe in every layout{also}"), []
    if not found.undecided.any():
        return None, []
    weighed = guess.weigh(found)
    cell, risk = weighed.cell, float(found.risks[weighed.cell])
    why = f"nothing is certain; {guess.reason(weighed, name)}"
    return Best(name(cell), 1 - risk, why), weighed.candidates


def least_risk(found: Analysis) -> Best:
    """The least risk there was, where a risk was taken."""
    equal = deduce.least_risks(found.risks, found.undecided)
    view = found.view
    cell = deduce.preferred(equal, view.board.neighbours, view.cells.tolist())
    risk = float(found.risks[cell])
    why = f"nothing is certain; a mine with {100 * risk:.1f} %: the least risk there is"
    return Best(view.board.name(cell), 1 - risk, why)


def _as_json(one: Candidate, name: Callable[[int], str]) -> CandidateJson:
    return {
        "cell": name(one.cell),
        "risk": one.risk,
        "next": one.next,
        "certain": one.certain,
        "flip": one.flip,
        "win": one.win,
        "dead": one.dead,
        "fifty": one.fifty,
        "clears": one.clears,
        "part": one.part,
    }


class ComparedJson(TypedDict):
    schema: int
    cells: list[CandidateJson]
    better: str | None
    why: str


@dataclass(frozen=True)
class Compared:
    """Two cells side by side, and which of them is the better one to open."""

    view: View
    cells: tuple[Candidate, Candidate]
    better: int | None
    why: str

    def as_json(self) -> ComparedJson:
        """The object that programs rely on."""
        name = self.view.board.name
        return {
            "schema": SCHEMA,
            "cells": [_as_json(one, name) for one in self.cells],
            "better": None if self.better is None else name(self.better),
            "why": self.why,
        }


def compare(view: View, one: str, other: str) -> Compared:
    """Which of two hidden cells to open, and why.

    >>> from mineproof.game.formats import read
    >>> compare(read("1 # # # #", mines=2), "r1c3", "r1c2").as_json()["why"]
    'r1c2 is certainly a mine'
    """
    board = view.board
    asked = board.cell(one, field="cells"), board.cell(other, field="cells")
    for cell in asked:
        if view.cells[cell] >= 0:
            raise BadInput(
                f"{board.name(cell)} is open: only hidden cells are in question", field="cells"
            )
    if asked[0] == asked[1]:
        raise BadInput(f"{board.name(asked[0])} is compared with itself", field="cells")
    found = deduce.analyse(view)
    first, second = (guess.certain_candidate(found, cell) for cell in asked)
    chosen = -1
    if (first is None or second is None) and found.safe:
        # What is safe tells more for nothing: until it is open, of a risk only the odds are known.
        plain = [Candidate(cell, float(found.risks[cell]), *[None] * 6) for cell in asked]
        first, second = first or plain[0], second or plain[1]
    elif first is None or second is None:
        weighed = guess.weigh(found, asked=asked)
        known, chosen = {one.cell: one for one in weighed.candidates}, weighed.cell
        first, second = first or known[asked[0]], second or known[asked[1]]
    better, why = guess.versus(first, second, board.name, chosen)
    if found.safe and not {asked[0], asked[1]} & set(found.safe):
        why += f"; but {board.name(found.safe[0])} is certainly safe"
    return Compared(view, (first, second), better, why)
