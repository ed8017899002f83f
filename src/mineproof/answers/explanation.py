"""Explain why a cell is safe or a mine, or that it is undecided."""

from dataclasses import dataclass, field, replace
from typing import TypedDict

from mineproof.answers.schema import HasView, ShownAsText, VersionedAnswer, snapshot
from mineproof.base.errors import BadInput
from mineproof.base.json_object import Json, json_of
from mineproof.game.board import Board, Cell, Layout
from mineproof.game.picture import FLAG
from mineproof.game.view import View
from mineproof.proof.step import Proof
from mineproof.reason import deduce, words
from mineproof.reason.argument import ArgumentLine
from mineproof.reason.prove import Evidence, prove, two_layouts
from mineproof.reason.why import argue, depths


class PremiseJson(TypedDict):
    """A premise: `mines` of `cells` are mines, by these clues (and the mine count)."""

    clues: list[str]
    uses_count: bool
    cells: list[str]
    mines: int


class ArgumentLineJson(TypedDict):
    """The premises and conclusions of one sentence of an argument."""

    rule: str
    depth: int
    says: list[PremiseJson]
    concludes: dict[str, str]


@dataclass(frozen=True)
class ExplainAnswer(VersionedAnswer, ShownAsText):
    """Why a cell is safe or a mine; for an undecided cell, two layouts that differ there.

    `print(answer)` shows the verdict and the whole argument.
    """

    MEMBERS = (
        "cell verdict clues says smallest=evidence.needed.smallest depth"
        " uses_count=evidence.needed.uses_count why argument=argument_lines steps"
        " layouts=layout_texts wrong_flag"
    )

    view: View
    at: int
    """The index of the cell."""
    verdict: str
    """`safe`, `mine` or `undecided`."""
    depth: int | None = None
    """The depth of the easiest argument. It may need more clues than `argument`."""
    evidence: Evidence | None = None
    argument: tuple[ArgumentLine, ...] = ()
    layouts: tuple[Layout, Layout] | None = None
    language: str = field(default="en", repr=False, compare=False)
    """The language of `why`."""

    @property
    def cell(self) -> str:
        """The name of the cell."""
        return self.view.board.name(self.at)

    @property
    def clues(self) -> list[str]:
        """The opened cells whose clues decide the cell: as few as possible."""
        return list(self.says)

    @property
    def proof(self) -> Proof | None:
        """The refutation of the denied verdict; None if the cell is undecided.

        `check(proof.axioms, proof.steps)` replays it.
        """
        return self.evidence.proof if self.evidence else None

    @property
    def argument_depth(self) -> int | None:
        """The depth of `argument`, which uses as few clues as possible; None if undecided."""
        return max((line.depth for line in self.argument), default=None)

    def __repr__(self) -> str:
        depth = "" if self.depth is None else f", depth {self.depth}"
        return f"<ExplainAnswer {self.cell}: {self.verdict}{depth}>"

    def __str__(self) -> str:
        if self.verdict == "undecided":
            return (
                f"{self.cell} is undecided: a layout that fits has a mine there, another has none"
            )
        verdict = "is a mine" if self.verdict == "mine" else "is safe"
        return "\n".join([f"{self.cell} {verdict}", *self.sentences()])

    @property
    def says(self) -> dict[str, int]:
        """The clues that decide the cell, each with its number."""
        used = self.evidence.needed.clues if self.evidence else []
        return {self.view.board.name(clue.at): clue.mines for clue in used if clue.at is not None}

    @property
    def wrong_flag(self) -> bool:
        """Whether the cell is flagged although it is certainly safe."""
        return self.verdict == "safe" and bool(self.view.cells[self.at] == FLAG)

    @property
    def why(self) -> list[str]:
        """The sentences of the argument in `language`."""
        return self.sentences(self.language)

    @property
    def argument_lines(self) -> list[ArgumentLineJson]:
        """The argument for programs."""
        return [line_json(self.view.board, line) for line in self.argument]

    @property
    def steps(self) -> int | None:
        """The number of steps of the proof; None if the cell is undecided."""
        return len(self.evidence.proof.steps) if self.evidence else None

    @property
    def layout_texts(self) -> list[str] | None:
        """The two layouts as `.mine` text."""
        from mineproof.game.formats.mine import write_board

        return [write_board(self.view.board, one) for one in self.layouts or ()] or None

    def as_json(self, language: str = "en") -> Json:
        """Return the answer as a JSON object, with sentences in `language`."""
        written: Json = json_of(replace(self, language=language))
        return written

    def sentences(self, language: str = "en", *, short: bool = False) -> list[str]:
        """Return the sentences of the argument; if `short`, shorten long lists of cells."""
        board, hidden = self.view.board, self.view.hidden if short else []
        return [words.tell(board, line, language, hidden) for line in self.argument]

    def told(self, language: str = "en") -> list[str]:
        """Return the lines of the resolution proof; empty if the cell is undecided."""
        from mineproof.proof.explain import tell

        if self.evidence is None:
            return []
        board, cells = self.view.board, self.view.board.cells
        texts = words.table(language, "commands")["proof"]
        helpers = self.evidence.helpers

        def name(variable: int) -> str:
            if variable <= cells:
                return board.name(variable - 1)
            least, first = helpers[variable]
            return f"[{texts['helper means'].format(least=least, first=first)}]"

        sources = [
            texts[one.kind].format(cell="" if one.cell is None else board.name(one.cell))
            for one in self.evidence.sources
        ]
        return tell(replace(self.evidence.proof, sources=tuple(sources)), name, texts)


def line_json(board: Board, line: ArgumentLine) -> ArgumentLineJson:
    """One line of an argument for programs."""
    return {
        "rule": line.rule,
        "depth": line.depth,
        "says": [
            {
                "clues": board.names([cell for cell in one.sources if cell is not None]),
                "uses_count": None in one.sources,
                "cells": board.names(sorted(one.cells)),
                "mines": one.mines,
            }
            for one in line.premises
        ],
        "concludes": {
            board.name(cell): "mine" if mine else "safe" for cell, mine in line.concludes
        },
    }


def explain(view: View | HasView, cell: Cell) -> ExplainAnswer:
    """Explain why a cell is safe or a mine; for an undecided cell, find two layouts that differ.

    Raise `BadInput` if the cell is open.

    >>> from mineproof import explain, read
    >>> found = explain(read("1 1 1 / # # #", mines=1), "r2c1")
    >>> found.verdict, found.depth, found.as_json()["clues"]
    ('safe', 2, ['r1c2', 'r1c3'])
    """
    view = snapshot(view)
    at = view.board.index(cell, field="cell")
    if view.cells[at] >= 0:
        raise BadInput(f"{view.board.name(at)} is open: name a cell that is hidden", field="cell")
    found = deduce.analyse(view)
    if at not in found.safe and at not in found.mined:
        return ExplainAnswer(view, at, "undecided", layouts=two_layouts(view, at))
    evidence = prove(view, at, mine=at in found.mined)
    counted = [at] if evidence.needed.uses_count else []
    depth = depths(view, [] if counted else [at], counted=counted)[at]
    argument = tuple(argue(view, evidence.needed))
    verdict = "mine" if evidence.needed.mine else "safe"
    return ExplainAnswer(view, at, verdict, depth, evidence, argument)


@dataclass(frozen=True)
class CertainCell(VersionedAnswer):
    """One certain cell and the depth of its argument.

    `print(cell)` shows its line of `mineproof explain --all`.
    """

    cell: str
    verdict: str
    depth: int
    uses_count: bool
    flagged: bool
    why: str | None = None
    """The reason why a flag there is wrong; None if there is none."""

    def __str__(self) -> str:
        return self.as_text()

    def as_text(self, language: str = "en") -> str:
        """Return the line of the cell. The reason is in the language of `explain_all`."""
        from mineproof.base.text_width import left

        say = words.CommandTexts("explain", language)
        wrong = say("row wrong flag", why=self.why) if self.why else ""
        count = say("row count") if self.uses_count else ""
        depth = say("row depth", depth=self.depth)
        return f"{self.cell:<8}{left(say(f'row {self.verdict}'), 6)}{depth}{count}{wrong}"


def explain_all(view: View | HasView, language: str = "en") -> list[CertainCell]:
    """Return every certain cell with its depth, easiest first, and why a flag is wrong."""
    view = snapshot(view)
    found = deduce.analyse(view)
    certain = dict.fromkeys(found.safe, "safe") | dict.fromkeys(found.mined, "mine")
    alone = depths(view, certain)
    deep = depths(view, (), counted=[cell for cell in certain if cell not in alone]) | alone
    rows = []
    for cell, verdict in certain.items():
        name, flagged = view.board.name(cell), bool(view.cells[cell] == FLAG)
        wrong = flagged and verdict == "safe"
        why = explain(view, name).sentences(language)[-1] if wrong else None
        rows.append(CertainCell(name, verdict, deep[cell], cell not in alone, flagged, why))
    return sorted(rows, key=lambda row: (row.uses_count, row.depth, view.board.index(row.cell)))
