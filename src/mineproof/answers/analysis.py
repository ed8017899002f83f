"""Analyse a position: certain cells, odds and the best move; compare two cells."""

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import TypedDict

from mineproof.answers._arguments import snapshot
from mineproof.answers._notebooks import ShownAsText
from mineproof.answers.pictures import candidate_lines, odds_lines
from mineproof.answers.schema import SCHEMA
from mineproof.base.arguments import truth
from mineproof.base.errors import BadInput
from mineproof.base.text_width import left
from mineproof.core.protocol import Candidate, Report, WinDifference
from mineproof.core.rank import least_risks, preferred
from mineproof.core.think import Think, think_named
from mineproof.game.board import Cell
from mineproof.game.view import View
from mineproof.play.comparison import best_reason, better_of, certain_candidate, compare_in
from mineproof.reason import deduce
from mineproof.reason.deduce import Analysis
from mineproof.reason.words import CommandTexts, Phrase, tell_guess


class BestMoveJson(TypedDict):
    """The best move: its cell, the chance that it is safe (1 = certain), and the reason."""

    cell: str
    safe: float
    why: str


@dataclass(frozen=True)
class BestMove:
    """The best move, and the reason for it."""

    cell: str
    safe: float
    """The chance that the cell is safe."""
    why: str

    def __str__(self) -> str:
        return CommandTexts("analyse", "en")("open", cell=self.cell, why=self.why)

    def as_json(self) -> BestMoveJson:
        """Return the answer as a JSON object."""
        return {"cell": self.cell, "safe": self.safe, "why": self.why}


class CandidateJson(TypedDict):
    """One guess that was considered; a number that was not computed is null.

    `win` is the exact chance to win with the best play. `win_estimate` is the share of `rollouts`
    games that the player `fast` wins, playing on from the cell; its 95 % interval is plus or minus
    `win_margin`.
    """

    cell: str
    risk: float
    survival: float | None
    certain_next: float | None
    flip_loss: float | None
    win: float | None
    dead: bool | None
    coin_flip: bool | None
    region_clears: float | None
    region_best: float | None
    win_estimate: float | None
    win_margin: float | None
    rollouts: int | None


class CertaintyJson(TypedDict):
    """What `analyse` answers without odds."""

    schema: int
    rows: int
    cols: int
    mines: int
    layouts: str
    safe: list[str]
    mined: list[str]
    best: BestMoveJson | None
    candidates: list[CandidateJson]
    wrong_flags: list[str]


class AnalyseJson(CertaintyJson):
    """What `analyse` answers; `odds` has every hidden cell."""

    odds: dict[str, float]


@dataclass(frozen=True)
class AnalyseAnswer:
    """Everything that a position entails, the odds, and the best move.

    Cells are names, but those of `analysis` and `candidates` are indices.

    `print(answer)` shows what `mineproof analyse` shows.
    """

    analysis: Analysis
    """The analysis by cell index."""
    best: BestMove | None
    """The best move; None if no cell is left to open, or if it was not requested."""
    candidates: list[Candidate]
    """The guesses that were considered, the best first; empty if a move is certain. Their cells are
    indices."""

    @property
    def view(self) -> View:
        """The position that was asked about."""
        return self.analysis.view

    @property
    def layouts(self) -> int:
        """The number of layouts that fit."""
        return self.analysis.layouts

    @property
    def safe(self) -> list[str]:
        """The cells that are safe in every layout."""
        return self.view.board.names(self.analysis.safe)

    @property
    def mined(self) -> list[str]:
        """The cells that are mines in every layout."""
        return self.view.board.names(self.analysis.mined)

    @property
    def odds(self) -> dict[str, float]:
        """The odds of every hidden cell."""
        odds = self.analysis.odds
        return dict(zip(self.view.board.names(odds), odds.values(), strict=True))

    @property
    def wrong_flags(self) -> list[str]:
        """The flags on cells that are safe in every layout."""
        return self.view.board.names(self.analysis.wrong_flags)

    def __str__(self) -> str:
        lines = ["".join(span.text for span in line) for line in odds_lines(self.analysis)]
        lines += ["", *(text for _, text in self.summary())]
        if self.candidates:
            lines += ["", *candidate_lines(self.candidates, self.view.board.name)]
        return "\n".join(lines)

    def summary(self, language: str = "en") -> list[tuple[str, str]]:
        """Return the lines below the board, each with its kind: layouts, safe, mines, flag or best.

        The reason of the best move is in the language that `analyse` was called with.
        """
        say = CommandTexts("analyse", language)
        lines = [("layouts", f"{Decimal(self.layouts):,}")]
        for kind, names in (("safe", self.safe), ("mines", self.mined)):
            told = say("cells", n=len(names), cells=say.joined(names)) if names else say("none")
            lines.append((kind, told))
        lines += [("flag", say("wrong flag", cell=name)) for name in self.wrong_flags]
        if self.best:
            lines.append(("best", say("open", cell=self.best.cell, why=self.best.why)))
        return [(kind, left(say(kind), 9) + told) for kind, told in lines]

    def _repr_html_(self) -> str:
        return self.analysis._repr_html_()

    @property
    def certain_move(self) -> bool:
        """Whether a cell is certainly safe, or no cell is left to decide."""
        return bool(self.analysis.safe) or not self.analysis.undecided

    def as_json(self) -> AnalyseJson:
        """Return the answer as a JSON object."""
        return {**self.certain(), "odds": self.odds}

    def certain(self) -> CertaintyJson:
        """`as_json` without the odds."""
        board = self.view.board
        return {
            "schema": SCHEMA,
            "rows": board.rows,
            "cols": board.cols,
            "mines": self.view.mines,
            "layouts": str(Decimal(self.layouts)),  # str(int) refuses more than 4300 digits
            "safe": self.safe,
            "mined": self.mined,
            "best": None if self.best is None else self.best.as_json(),
            "candidates": [_as_json(one, board.name) for one in self.candidates],
            "wrong_flags": self.wrong_flags,
        }


def analyse(
    view: View,
    *,
    best: bool = True,
    language: str = "en",
    think: str = "normal",
    report: Report | None = None,
) -> AnalyseAnswer:
    """Return everything that a position entails; with `best`, also the best move and its reason.

    `think` is the effort of the search: `fast`, `normal` or `deep`. The rollouts of `deep` call
    `report` with their progress. Raise `Contradiction` if no layout fits, `TooWide` if it would
    take too much memory.

    >>> from mineproof import analyse, read
    >>> analyse(read("1 1 1 / # # #", mines=1)).as_json()["safe"]
    ['r2c1', 'r2c3']
    """
    limits = think_named(think)
    found = deduce.analyse(snapshot(view))
    if not truth(best, "best"):
        return AnalyseAnswer(found, None, [])
    return AnalyseAnswer(found, *_best(found, language, limits, report))


def _best(
    found: Analysis, language: str, think: Think, report: Report | None
) -> tuple[BestMove | None, list[Candidate]]:
    """Return a certain cell if there is one; otherwise the choice of `guess` and its candidates."""
    name = found.view.board.name
    if found.safe:
        others = len(found.safe) - 1
        key = "safe, many" if others > 1 else "safe, one more" if others else "safe"
        why = tell_guess([Phrase(key, n=others)], language)
        return BestMove(name(found.safe[0]), 1.0, why), []
    if not found.undecided:
        return None, []
    evaluation = found.evaluate(think, report=report)
    cell = evaluation.cell
    why = tell_guess([Phrase("nothing certain"), *best_reason(evaluation, name)], language)
    return BestMove(name(cell), 1 - found.risks[cell], why), evaluation.candidates


def least_risk(found: Analysis, language: str = "en") -> BestMove:
    """Return the undecided cell with the least risk."""
    view = found.view
    equal = least_risks(found.risks, found.undecided)
    cell = preferred(equal, view.board.neighbours, view.cells)
    risk = found.risks[cell]
    why = tell_guess([Phrase("nothing certain"), Phrase("least of all", risk=risk)], language)
    return BestMove(view.board.name(cell), 1 - risk, why)


def _as_json(one: Candidate, name: Callable[[int], str]) -> CandidateJson:
    return {
        "cell": name(one.cell),
        "risk": one.risk,
        "survival": one.survival,
        "certain_next": one.certain_next,
        "flip_loss": one.flip_loss,
        "win": one.win,
        "dead": one.dead,
        "coin_flip": one.coin_flip,
        "region_clears": one.region_clears,
        "region_best": one.region_best,
        "win_estimate": one.win_estimate,
        "win_margin": one.win_margin,
        "rollouts": one.rollouts,
    }


class CompareJson(TypedDict):
    """What `compare` answers; `better` is null if neither cell is clearly better.

    `win_difference` is what `fast` wins more after the first cell than after the second, on the
    same layouts; its 95 % interval is plus or minus `difference_margin`. Both are null if no games
    were played on.
    """

    schema: int
    cells: list[CandidateJson]
    better: str | None
    win_difference: float | None
    difference_margin: float | None
    why: str


@dataclass(frozen=True)
class CompareAnswer(ShownAsText):
    """Two candidates, and which of them is better to open.

    `print(answer)` shows what `mineproof compare` shows.
    """

    view: View
    cells: tuple[Candidate, Candidate]
    better: int | None
    """The index of the better cell; None if neither is clearly better."""
    why: str
    difference: WinDifference | None = None
    """How much more the first cell wins, by games played on; None if there were none."""

    def __str__(self) -> str:
        return self.as_text()

    def as_text(self, language: str = "en") -> str:
        """Return the better cell and a table of both.

        The reason is in the language that `compare` was called with.
        """
        say, name = CommandTexts("analyse", language), self.view.board.name
        if self.better is None and self.difference is not None:
            verdict = self.why  # it says that the difference is not clear
        elif self.better is None:
            verdict = say("neither", why=self.why)
        else:
            verdict = say("open", cell=name(self.better), why=self.why)
        return "\n".join([verdict, "", *candidate_lines(self.cells, name, language)])

    def as_json(self) -> CompareJson:
        """Return the answer as a JSON object."""
        name, found = self.view.board.name, self.difference
        return {
            "schema": SCHEMA,
            "cells": [_as_json(one, name) for one in self.cells],
            "better": None if self.better is None else name(self.better),
            "win_difference": None if found is None else found.mean,
            "difference_margin": None if found is None else found.margin,
            "why": self.why,
        }


def compare(
    view: View,
    one: Cell,
    other: Cell,
    *,
    language: str = "en",
    think: str = "normal",
    report: Report | None = None,
) -> CompareAnswer:
    """Return which of two hidden cells is better to open, and why; raise `BadInput` if one is open.

    `think` and `report` are those of `analyse`.

    >>> from mineproof import compare, read
    >>> compare(read("1 # # # #", mines=2), "r1c3", "r1c2").as_json()["why"]
    'r1c2 is certainly a mine'
    """
    view, limits = snapshot(view), think_named(think)
    board = view.board
    cells = board.index(one, field="cells"), board.index(other, field="cells")
    for cell in cells:
        if view.cells[cell] >= 0:
            raise BadInput(f"{board.name(cell)} is open: name a cell that is hidden", field="cells")
    if cells[0] == cells[1]:
        raise BadInput(f"{board.name(cells[0])} is compared with itself", field="cells")
    found = deduce.analyse(view)
    first, second = (certain_candidate(found, cell) for cell in cells)
    evaluation = None
    if (first is None or second is None) and found.safe:
        # A safe move exists, so only odds are reported for risky cells.
        first = first or Candidate(cell=cells[0], risk=found.risks[cells[0]])
        second = second or Candidate(cell=cells[1], risk=found.risks[cells[1]])
    elif first is None or second is None:
        undecided = [cell for cell in cells if cell not in found.mined]
        evaluation = found.evaluate(limits, undecided, report)
        known = {one.cell: one for one in evaluation.candidates}
        first, second = first or known[cells[0]], second or known[cells[1]]
    assert first is not None
    assert second is not None
    difference = None
    if evaluation is None:
        better, why = better_of(first, second, board.name)
    else:
        better, why = compare_in(evaluation, first, second, board.name)
        difference = evaluation.difference
    if found.safe and not {*cells} & {*found.safe}:
        why.append(Phrase("but safe", cell=board.name(found.safe[0])))
    return CompareAnswer(view, (first, second), better, tell_guess(why, language), difference)
