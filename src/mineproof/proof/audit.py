"""The auditor: does this CNF say what this position says? Then the judge.

The judge believes the axioms; the auditor does not. From the position alone it checks that each
axiom follows from the clue it names, that each helper is used as it is defined, that the mine count
is stated rightly, and that the last axiom denies the claim. With check.py this is a pair of files
that anyone can copy out: beside each other they need nothing but Python.

    python audit.py POSITION.mine AXIOMS.cnf PROOF.lrat [grid|torus|hex]
    python audit.py CERTIFICATE_FOLDER
"""

import json
import os
import re
import sys
from dataclasses import dataclass, field
from typing import Any

try:
    from mineproof.proof.check import BadStep, Clause, judge, read_cnf
except ImportError:  # copied out
    from check import BadStep, Clause, judge, read_cnf  # type: ignore

_EVEN = ((-1, -1), (-1, 0), (0, -1), (0, 1), (1, -1), (1, 0))
_ODD = ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, 0), (1, 1))
_EIGHT = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))


@dataclass
class Position:
    """What is seen: rows, columns, mines, and a clue for each opened cell."""

    rows: int
    cols: int
    mines: int
    shape: str
    clues: dict[int, int] = field(default_factory=dict)

    @classmethod
    def read(cls, text: str, shape: str = "grid") -> "Position":
        """Read a `.mine` text: `WxHxMINES`, then `0`-`8` opened, `H` hidden, `F` flagged."""
        lines = text.split()
        header = re.fullmatch(r"([0-9]+)x([0-9]+)x([0-9]+)", lines[0]) if lines else None
        if not header or shape not in ("grid", "torus", "hex"):
            raise BadStep("the position does not begin with WIDTHxHEIGHTxMINES")
        cols, rows, mines = (int(number) for number in header.groups())
        marks = "".join(lines[1:])
        if len(lines) != rows + 1 or any(len(line) != cols for line in lines[1:]):
            raise BadStep(f"the position is not {cols} wide and {rows} high")
        if not re.fullmatch("[0-8HF]*", marks):
            raise BadStep("the position has marks other than 0-8, H and F")
        clues = {cell: int(mark) for cell, mark in enumerate(marks) if mark.isdigit()}
        return cls(rows, cols, mines, shape, clues)

    def hidden(self) -> list[int]:
        return [cell for cell in range(self.rows * self.cols) if cell not in self.clues]

    def around(self, cell: int) -> set[int]:
        row, col = divmod(cell, self.cols)
        steps = _EIGHT if self.shape != "hex" else _ODD if row % 2 else _EVEN
        found = set()
        for down, right in steps:
            there, beside = row + down, col + right
            if self.shape == "torus":
                there, beside = there % self.rows, beside % self.cols
            if 0 <= there < self.rows and 0 <= beside < self.cols:
                found.add(there * self.cols + beside)
        return found - {cell}

    def cell(self, name: str) -> int:
        match = re.fullmatch(r"r([0-9]+)c([0-9]+)", name)
        if not match or not (1 <= int(match[1]) <= self.rows and 1 <= int(match[2]) <= self.cols):
            raise BadStep(f"{name!r} is no cell of the position")
        return (int(match[1]) - 1) * self.cols + int(match[2]) - 1


def audit(position: Position, cnf: str, lrat: str) -> tuple[str, str]:
    """Check everything; return the cell and the verdict that are thereby proved.

    Raise `BadStep`, naming the line where there is one, if anything is wrong.
    """
    auditor = _Auditor(position)
    auditor.read(cnf)
    judge(cnf, lrat)
    return auditor.claim


class _Auditor:
    def __init__(self, position: Position) -> None:
        self.position = position
        self.claim = ("", "")
        self.listed: list[int] = []
        self.helpers: dict[int, tuple[int, int]] = {}
        self.denied = False

    def read(self, cnf: str) -> None:
        """Go through the file: remarks first, then clauses, each with the source named above it."""
        read_cnf(cnf)  # refuses what is no CNF
        source: list[str] = []
        for number, line in enumerate(cnf.splitlines(), start=1):
            words = line.split()
            try:
                if words[:1] == ["c"]:
                    source = words[1:]
                    self._remark(source)
                elif words and words[0] != "p":
                    if self.denied:
                        raise BadStep("a clause after the denial")
                    self._clause(source, frozenset(int(word) for word in words[:-1]))
                    source = []
            except BadStep as problem:
                raise BadStep(f"line {number} of the CNF: {problem}") from None
        if not self.claim[0]:
            raise BadStep("the CNF names no claim")
        if not self.denied:
            raise BadStep("the last clause does not deny the claim")

    def _remark(self, words: list[str]) -> None:
        match words:
            case ["claim", cell, ("safe" | "mine") as verdict]:
                if self.claim[0] or self.position.cell(cell) in self.position.clues:
                    raise BadStep("a claim is one hidden cell")
                self.claim = cell, verdict
            case ["listed", *cells]:
                found = [self.position.cell(cell) for cell in cells]
                hidden = set(self.position.hidden())
                if self.listed or len(set(found)) != len(found) or not hidden.issuperset(found):
                    raise BadStep("what is listed must be hidden cells, each once")
                self.listed = found
            case ["helper", helper, "at", "least", j, "of", "the", "first", i]:
                numbers = [int(word) if word.isdigit() else 0 for word in (helper, j, i)]
                if min(numbers) < 1 or numbers[0] <= self.position.rows * self.position.cols:
                    raise BadStep("a helper is a variable beyond the cells, counting from 1")
                if numbers[0] in self.helpers or numbers[2] > len(self.listed):
                    raise BadStep("a helper has one meaning, among what is listed")
                self.helpers[numbers[0]] = numbers[1], numbers[2]

    def _clause(self, source: list[str], clause: Clause) -> None:
        match source:
            case ["clue", cell]:
                fine = self._follows_from_clue(self.position.cell(cell), clause)
            case ["helper"]:
                fine = self._follows_from_meaning(clause)
            case ["count"]:
                fine = self._follows_from_count(clause)
            case ["denial", cell]:
                claimed, verdict = self.claim
                variable = self.position.cell(cell) + 1
                fine = cell == claimed and clause == {-variable if verdict == "mine" else variable}
                self.denied = True
            case _:
                raise BadStep("no source is named above this clause")
        if not fine:
            raise BadStep(f"the clause does not follow from {' '.join(source)}")

    def _follows_from_clue(self, cell: int, clause: Clause) -> bool:
        if cell not in self.position.clues:
            raise BadStep("the clue named is not open")
        hidden = {there + 1 for there in self.position.around(cell)} - {
            there + 1 for there in self.position.clues
        }
        return _unbreakable(clause, hidden, self.position.clues[cell])

    def _follows_from_meaning(self, clause: Clause) -> bool:
        """Helpers that count the first b or b + 1 cells of the list, and perhaps cell b + 1: the
        clause must hold however many of the first b, and whether or not that cell, are mines."""
        cells = [lit for lit in clause if abs(lit) not in self.helpers]
        prefixes = [self.helpers[abs(lit)][1] for lit in clause if abs(lit) in self.helpers]
        if not prefixes or len(cells) > 1 or any(abs(lit) - 1 not in self.listed for lit in cells):
            return False
        base = self.listed.index(abs(cells[0]) - 1) if cells else min(prefixes)
        if not set(prefixes) <= {base, base + 1}:
            return False

        def holds(lit: int, before: int, here: int) -> bool:
            if abs(lit) not in self.helpers:
                return bool(here) == (lit > 0)
            least, among = self.helpers[abs(lit)]
            return (before + (here if among > base else 0) >= least) == (lit > 0)

        return all(
            any(holds(lit, before, here) for lit in clause)
            for before in range(base + 1)
            for here in (0, 1)
        )

    def _follows_from_count(self, clause: Clause) -> bool:
        """Without helpers, a clause over hidden cells, as for a clue. With one: at least j of all
        that is listed, true if the other hidden cells cannot hold the rest, false if there are not
        so many mines."""
        if not any(abs(lit) in self.helpers for lit in clause):
            hidden = {cell + 1 for cell in self.position.hidden()}
            return _unbreakable(clause, hidden, self.position.mines)
        [lit] = clause if len(clause) == 1 else [0]
        if abs(lit) not in self.helpers:
            return False
        least, among = self.helpers[abs(lit)]
        others = len(self.position.hidden()) - len(self.listed)
        if among != len(self.listed):
            return False
        return least <= self.position.mines - others if lit > 0 else least > self.position.mines


def _unbreakable(clause: Clause, hidden: set[int], mines: int) -> bool:
    """A clause over hidden cells is broken only if its negative literals are all mines and its
    positive ones all safe; that must not be possible with so many mines among these cells."""
    if not hidden.issuperset(map(abs, clause)) or any(-lit in clause for lit in clause):
        return False
    positive = sum(lit > 0 for lit in clause)
    return not len(clause) - positive <= mines <= len(hidden) - positive


@dataclass
class Game:
    """What a certificate shows once it has been audited."""

    marks: int = 0
    given: int = 0
    solved: bool = False


def audit_game(folder: str) -> Game:
    """Audit a whole game: each mark is proved from the position before it, and each position is the
    one before plus the clue that the mark revealed.

    A board that is solved in this way from its given cells needs no guess.
    """
    start, moves = _read_certificate(folder)
    position = Position(start["rows"], start["cols"], start["mines"], start["shape"])
    given = [position.cell(cell) for cell in start["given"]]
    found, marked = Game(), set[int]()
    for number, move in enumerate(moves, start=1):
        try:
            cell = position.cell(move["cell"])
            if cell in position.clues or cell in marked:
                raise BadStep(f"{move['cell']} is marked already")
            if move.get("given"):
                if cell not in given or move["verdict"] != "safe":
                    raise BadStep(f"{move['cell']} is not one of the given cells")
                found.given += 1
            elif audit(position, move["cnf"], move["lrat"]) != (move["cell"], move["verdict"]):
                raise BadStep("the proof is of something else")
            if move["verdict"] == "mine":
                marked.add(cell)
            elif isinstance(move["clue"], int) and 0 <= move["clue"] <= 8:
                position.clues[cell] = move["clue"]
            else:
                raise BadStep("an opened cell shows a number from 0 to 8")
        except BadStep as problem:
            raise BadStep(f"move {number}: {problem}") from None
        except (KeyError, TypeError, AttributeError):
            raise BadStep(f"move {number}: not a move") from None
        found.marks += 1
    found.solved = len(position.clues) + len(marked) == position.rows * position.cols
    if found.solved and len(marked) != position.mines:
        raise BadStep(f"{len(marked)} mines were marked, but there are {position.mines}")
    for cell, clue in position.clues.items():
        near = len(position.around(cell) & marked)
        if near > clue or (found.solved and near != clue):
            raise BadStep("a revealed number does not fit the mines that were proved")
    return found


def _read_certificate(folder: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    try:
        with open(os.path.join(folder, "game.json"), encoding="utf-8") as file:  # noqa: PTH118, PTH123
            start = json.load(file)
        with open(os.path.join(folder, "moves.jsonl"), encoding="utf-8") as file:  # noqa: PTH118, PTH123
            moves = [json.loads(line) for line in file]
        sizes = [start[key] for key in ("rows", "cols", "mines")]
        fine = all(type(size) is int and 0 <= size <= 1 << 24 for size in sizes)
        if not fine or start["shape"] not in ("grid", "torus", "hex") or start["schema"] != 1:
            raise BadStep("game.json does not describe a game")
        if not all(isinstance(cell, str) for cell in start["given"]):
            raise BadStep("game.json does not describe a game")
    except (ValueError, KeyError, TypeError, RecursionError) as problem:
        if isinstance(problem, BadStep):
            raise
        raise BadStep("not a certificate: game.json and moves.jsonl cannot be read") from None
    return start, moves


def main(words: list[str]) -> int:
    """Say whether the files prove their claim for the position."""
    if len(words) not in (1, 3, 4):
        print("usage: audit.py POSITION.mine AXIOMS.cnf PROOF.lrat [SHAPE]", file=sys.stderr)
        print("       audit.py CERTIFICATE_FOLDER", file=sys.stderr)
        return 2
    if len(words) == 1:
        try:
            game = audit_game(words[0])
        except BadStep as problem:
            print(f"refused: {problem}")
            return 1
        print(f"verified: {game.marks} marks, {'solved' if game.solved else 'not solved'}")
        return 0
    texts = []
    for path in words[:3]:
        with open(path, encoding="ascii") as file:  # noqa: PTH123 (this file stands alone)
            texts.append(file.read())
    try:
        cell, verdict = audit(Position.read(texts[0], *words[3:]), texts[1], texts[2])
    except BadStep as problem:
        print(f"refused: {problem}")
        return 1
    print(f"verified: {cell} {verdict}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
