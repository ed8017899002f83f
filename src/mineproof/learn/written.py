"""Arguments that a student writes, judged line by line.

A line names clues (or earlier lines, or the mine count) and a rule, and states what follows: cells
that are safe or mines, or so many mines among some cells. It is accepted if the clues it names,
with the flags and what was concluded before, leave no other way. If it follows from the whole
position only, a clue is missing. If it does not follow at all, a layout that fits everything seen
refutes it.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from mineproof.base.arguments import shown
from mineproof.base.errors import BadInput, Contradiction
from mineproof.counting import exact
from mineproof.game.board import Layout
from mineproof.game.clues import Clue, clue_at, total
from mineproof.game.picture import FLAG
from mineproof.game.view import View
from mineproof.reason.argument import Facts
from mineproof.reason.prove import layout_with

WrittenRule = Literal["single", "pair", "difference", "case"]
RULES: tuple[WrittenRule, ...] = get_args(WrittenRule)
"""How many clues a line may rest on: one, two, two of which one contains the other, any number."""

Verdict = Literal["accepted", "needs another clue", "does not follow", "not by this rule"]


@dataclass(frozen=True)
class WrittenLine:
    """One line of a student's argument."""

    rule: WrittenRule
    clues: tuple[str, ...]
    """Opened cells by name; `count` is the mine count; `#1` is what the first line stated."""
    safe: tuple[str, ...] = ()
    mined: tuple[str, ...] = ()
    among: tuple[str, ...] = ()
    """For a difference: the cells that hold `mines` mines."""
    mines: int = 0


@dataclass(frozen=True)
class JudgedLine:
    """Whether a line is accepted, and if not, why."""

    verdict: Verdict
    layout: Layout | None = None
    """Where it does not follow: a layout that fits everything seen and refutes it."""


class WrittenArgument:
    """The accepted lines about one position.

    >>> from mineproof import read
    >>> argument = WrittenArgument(read("1 1 1 / # # #", mines=1))
    >>> argument.judge(WrittenLine("single", ("r1c1",), safe=("r2c3",))).verdict
    'needs another clue'
    >>> argument.judge(WrittenLine("pair", ("r1c1", "r1c2"), safe=("r2c3",))).verdict
    'accepted'
    >>> argument.judge(WrittenLine("pair", ("r1c1", "r1c2"), safe=("r2c2",))).verdict
    'does not follow'
    """

    def __init__(self, view: View) -> None:
        self.view = view
        flags = [cell for cell, value in enumerate(view.cells.tolist()) if value == FLAG]
        self.facts: Facts = dict.fromkeys(flags, True)
        self._stated: list[Clue | None] = []
        """What each accepted line says of some cells; None if it decides cells."""

    def judge(self, line: WrittenLine) -> JudgedLine:
        """Judge a line; what is accepted can be used by the lines after it."""
        claims = list(self._claims(line))
        told = [self._constraint(name) for name in dict.fromkeys(line.clues)]
        if not self._obeys(line, told):
            return JudgedLine("not by this rule")
        known = [Clue((cell,), int(mine), None) for cell, mine in self.facts.items()]
        if not _follow([*told, *known], claims):
            return self._refuted(claims)
        for claim in claims:
            if len(claim.cells) == 1:
                self.facts[claim.cells[0]] = bool(claim.mines)
        self._stated.append(claims[0] if line.rule == "difference" else None)
        return JudgedLine("accepted")

    def proves(self, cell: str) -> bool:
        """Whether the accepted lines decide a cell."""
        return self.view.board.index(cell) in self.facts

    def _claims(self, line: WrittenLine) -> Iterator[Clue]:
        """What a line states, as clues."""
        if line.rule == "difference":
            cells = tuple(sorted({self._hidden(name) for name in line.among}))
            if not cells or line.safe or line.mined:
                raise BadInput("a difference says how many mines are among some cells")
            if not 0 <= line.mines <= len(cells):
                raise BadInput(f"from 0 to {len(cells)}, not {line.mines}", field="mines")
            yield Clue(cells, line.mines, None)
            return
        if line.among or not (line.safe or line.mined):
            raise BadInput("name the cells that are safe or mines")
        for names, mine in ((line.safe, 0), (line.mined, 1)):
            for name in names:
                yield Clue((self._hidden(name),), mine, None)

    def _hidden(self, name: str) -> int:
        cell = self.view.board.index(name)
        if self.view.cells[cell] >= 0:
            raise BadInput(f"{self.view.board.name(cell)} is open")
        return cell

    def _constraint(self, name: str) -> Clue:
        """What a clue, the mine count or an earlier line says."""
        if name == "count":
            return total(self.view)
        if name.startswith("#"):
            number = int(name[1:]) if re.fullmatch("#[0-9]{1,4}", name) else 0
            if not 1 <= number <= len(self._stated):
                raise BadInput(f"no accepted line {shown(name)}", field="clues")
            stated = self._stated[number - 1]
            if stated is None:
                raise BadInput(f"{name} decides cells, which are known since", field="clues")
            return stated
        cell = self.view.board.index(name)
        if self.view.cells[cell] < 0:
            raise BadInput(f"{self.view.board.name(cell)} is not a clue", field="clues")
        return clue_at(self.view, cell)

    def _obeys(self, line: WrittenLine, told: Sequence[Clue]) -> bool:
        """Whether the clues are as many as the rule wants, and lie as it wants."""
        match line.rule:
            case "single":
                return len(told) == 1
            case "pair":
                return len(told) == 2 and bool(self._open(told[0]) & self._open(told[1]))
            case "difference":
                if len(told) != 2:
                    return False
                small, large = sorted(map(self._open, told), key=len)
                return small < large and {self._hidden(one) for one in line.among} == large - small
            case "case":
                return bool(told)

    def _open(self, clue: Clue) -> set[int]:
        """The cells of a clue that are not known yet."""
        return {cell for cell in clue.cells if cell not in self.facts}

    def _refuted(self, claims: Sequence[Clue]) -> JudgedLine:
        for claim in claims:
            for mines in range(len(claim.cells) + 1):
                if mines == claim.mines:
                    continue
                layout = layout_with(self.view, Clue(claim.cells, mines, None))
                if layout is not None:
                    return JudgedLine("does not follow", layout)
        return JudgedLine("needs another clue")


def _follow(told: Sequence[Clue], claims: Sequence[Clue]) -> bool:
    """Whether the clues allow nothing else, whatever the rest of the position says."""
    return not any(
        _possible([*told, Clue(claim.cells, mines, None)])
        for claim in claims
        for mines in range(len(claim.cells) + 1)
        if mines != claim.mines
    )


def _possible(told: Sequence[Clue]) -> bool:
    try:
        exact.entailed(told)
    except Contradiction:
        return False
    return True
