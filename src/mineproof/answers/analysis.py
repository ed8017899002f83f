"""Analyse a position: certain cells, odds and the best move; compare two cells."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property

from mineproof.answers.pictures import candidate_lines, odds_lines
from mineproof.answers.schema import HasView, ShownAsText, VersionedAnswer, snapshot
from mineproof.base.arguments import known_name, truth
from mineproof.base.errors import BadInput
from mineproof.base.json_object import JsonObject, members, object_of
from mineproof.base.text_width import left
from mineproof.core.protocol import Candidate, Report, WinDifference
from mineproof.core.rank import least_risks, preferred
from mineproof.core.think import THINK, Think, think_named
from mineproof.game.board import Cell
from mineproof.game.view import View
from mineproof.play.comparison import best_reason, better_of, certain_candidate, compare_in
from mineproof.reason import deduce
from mineproof.reason.deduce import Analysis
from mineproof.reason.words import LANGUAGES, CommandTexts, Phrase, tell_guess

_MOST_MINES = 20
"""Of more certain mines the first are named; the board above them shows all."""


@dataclass(frozen=True)
class BestMove(JsonObject):
    """The best move: its cell, the chance that it is safe (1 = certain), and the reason."""

    cell: str
    safe: float
    """The chance that the cell is safe."""
    why: str

    def __str__(self) -> str:
        return CommandTexts("analyse", "en")("open", cell=self.cell, why=self.why)


@dataclass(frozen=True)
class AnalyseAnswer(VersionedAnswer):
    """Everything that a position entails, the odds of every hidden cell, and the best move.

    `print(answer)` shows what `mineproof analyse` shows.

    Cells are names, but those of `analysis` and `candidates` are indices.
    """

    MEMBERS = (
        "rows=view.board.rows cols=view.board.cols mines=view.mines layouts=layouts_text"
        " safe mined best candidates wrong_flags odds"
    )

    analysis: Analysis
    """The analysis by cell index."""
    think: str | None
    """The effort of the search for the best move; None if it was not requested."""
    language: str = "en"
    """The language of the reason of the best move."""

    @cached_property
    def _choice(self) -> tuple[BestMove | None, list[Candidate]]:
        # The search takes forty times as long as the odds, and few callers of the library want it.
        return self._choose(None)

    def _choose(self, report: Report | None) -> tuple[BestMove | None, list[Candidate]]:
        if self.think is None:
            return None, []
        return _best(self.analysis, self.language, think_named(self.think), report)

    @property
    def best(self) -> BestMove | None:
        """The best move; None if no cell is left to open, or if it was not requested.

        It is searched for when it is first asked for.
        """
        return self._choice[0]

    @property
    def candidates(self) -> list[Candidate]:
        """The guesses that were considered, the best first; empty if a move is certain. Their cells
        are indices."""
        return self._choice[1]

    @property
    def view(self) -> View:
        """The position that was asked about."""
        return self.analysis.view

    @property
    def layouts(self) -> int:
        """The number of layouts that fit."""
        return self.analysis.layouts

    @property
    def layouts_text(self) -> str:
        """The number of layouts in digits; `str` refuses more than 4300."""
        return str(Decimal(self.layouts))

    @property
    def name_of(self) -> Callable[[int], str]:
        """The names of cells."""
        return self.view.board.name

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
        return dict(zip(*self._names_and_risks(), strict=True))

    def _names_and_risks(self) -> tuple[list[str], list[float]]:
        view = self.view
        return view.of_hidden(view.board.all_names), view.of_hidden(self.analysis.risks)

    def json_text(self) -> str:
        """Return the same as `as_json` as text, as `json.dumps` writes it."""
        # To write a number takes long, and of some 250 odds some 12 are different.
        names, risks = self._names_and_risks()
        texts = {risk: repr(risk) for risk in {*risks}}
        odds = ", ".join(
            [f'"{name}": {texts[risk]}' for name, risk in zip(names, risks, strict=True)]
        )
        kind: type = type(self)
        others = object_of(self, members(kind)[:-1])
        rest = json.dumps(others, ensure_ascii=False, allow_nan=False)
        return f'{rest[:-1]}, "odds": {{{odds}}}}}'

    @property
    def wrong_flags(self) -> list[str]:
        """The flags on cells that are safe in every layout."""
        return self.view.board.names(self.analysis.wrong_flags)

    def __repr__(self) -> str:
        safe, mined = self.analysis.safe, self.analysis.mined
        return f"<AnalyseAnswer {self.view.board.size}: {len(safe)} safe, {len(mined)} mined>"

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
            shown = [*names]
            if kind == "mines" and len(names) > _MOST_MINES:  # the board above shows them all
                rest = len(names) - _MOST_MINES
                shown[_MOST_MINES:] = [say("and more", n=rest)]
            told = say("cells", n=len(names), cells=say.joined(shown)) if names else say("none")
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


def analyse(
    view: View | HasView,
    *,
    best: bool = True,
    language: str = "en",
    think: str = "normal",
    report: Report | None = None,
) -> AnalyseAnswer:
    """Return everything that a position entails; with `best`, also the best move and its reason.

    The best move is searched for when the answer is first asked for it, or at once if there is a
    `report`. `think` is the effort of the search: `fast`, `normal` or `deep`. The rollouts of
    `deep` call `report` with their progress. Raise `Contradiction` if no layout fits, `TooWide` if
    it would take too much memory.

    >>> from mineproof import analyse, read
    >>> analyse(read("1 1 1 / # # #", mines=1)).as_json()["safe"]
    ['r2c1', 'r2c3']
    """
    think = known_name(think, THINK, "way to think")
    language = known_name(language, LANGUAGES, "language")
    found = deduce.analyse(snapshot(view))
    answer = AnalyseAnswer(found, think if truth(best, "best") else None, language)
    if report is not None:  # it waits for calls now
        vars(answer)["_choice"] = answer._choose(report)
    return answer


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
    why = tell_guess(best_reason(evaluation, name), language)
    return BestMove(name(cell), 1 - found.risks[cell], why), evaluation.candidates


def least_risk(found: Analysis, language: str = "en") -> BestMove:
    """Return the undecided cell with the least risk."""
    view = found.view
    equal = least_risks(found.risks, found.undecided)
    cell = preferred(equal, view.board.neighbours, view.cells)
    risk = found.risks[cell]
    why = tell_guess([Phrase("least of all", risk=risk)], language)
    return BestMove(view.board.name(cell), 1 - risk, why)


@dataclass(frozen=True)
class CompareAnswer(VersionedAnswer, ShownAsText):
    """Two candidates, and which of them is better to open; null if neither clearly is.

    `win_difference` is what `fast` wins more after the first cell than after the second, on the
    same layouts; its 95 % interval is plus or minus `difference_margin`. Both are null if no games
    were played on.

    `print(answer)` shows what `mineproof analyse FILE CELL CELL` shows.
    """

    MEMBERS = (
        "cells better=better_name win_difference=difference.mean"
        " difference_margin=difference.margin why"
    )

    view: View
    cells: tuple[Candidate, Candidate]
    better: int | None
    """The index of the better cell; None if neither is clearly better."""
    why: str
    difference: WinDifference | None = None
    """How much more the first cell wins, by games played on; None if there were none."""

    @property
    def name_of(self) -> Callable[[int], str]:
        """The names of cells."""
        return self.view.board.name

    @property
    def better_name(self) -> str | None:
        """The name of the better cell."""
        return None if self.better is None else self.name_of(self.better)

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


def compare(
    view: View | HasView,
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
