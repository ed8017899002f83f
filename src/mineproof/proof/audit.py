"""The auditor: does this CNF say what this position says? Then the judge.

The judge believes the axioms; the auditor does not. From the position alone it checks that each
axiom follows from the clue it names, that each helper variable is used as it is defined, that the
mine count is stated rightly, that the last axiom denies the claim, and that some layout fits the
position: from a position that no layout fits, everything follows. With check.py this is a pair of
files that anyone can copy out. Side by side they need nothing but Python.

    python audit.py POSITION.mine AXIOMS.cnf PROOF.lrat [grid|torus|hex]
    python audit.py CERTIFICATE_FOLDER

Time and memory are linear in the size of the files. docs/certificate.md describes the formats. This
is one long file on purpose: what must be read to be believed is in one place.
"""

import errno
import json
import os
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING or __package__:
    from mineproof.proof import check as judging
else:  # copied out: the check.py beside this file, whatever is installed
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))  # noqa: PTH100, PTH120
    import check as judging

BadStep = judging.BadStep
Clause = judging.Clause

SHAPES = ("grid", "torus", "hex")
MOST_CELLS = 1 << 24
MOST_HELPERS = 1_000_000
LONGEST = 16 * 1024 * 1024
"""the most bytes of game.json, and of a line of moves.jsonl: parsed, JSON takes 30 times as much"""

_EVEN = ((-1, -1), (-1, 0), (0, -1), (0, 1), (1, -1), (1, 0))
_ODD = ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, 0), (1, 1))
_EIGHT = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))
_POSITIVE = "[1-9][0-9]{0,8}"
_Kind = TypeVar("_Kind", int, str, list[str])
_KINDS = {int: "a whole number", str: "a text", list: "a list"}


@dataclass
class Position:
    """What is seen: rows, columns, mines, and a clue for each opened cell."""

    rows: int
    cols: int
    mines: int
    shape: str
    clues: dict[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.shape not in SHAPES:
            raise BadStep(f"the shape is {self.shape!r}, not one of {', '.join(SHAPES)}")
        if self.rows < 1 or self.cols < 1 or self.rows * self.cols > MOST_CELLS:
            raise BadStep(f"a board has 1 to {MOST_CELLS} cells, not {self.cols}x{self.rows}")
        if not 0 <= self.mines <= self.rows * self.cols:
            raise BadStep(f"{self.mines} mines do not fit {self.rows * self.cols} cells")

    @classmethod
    def read(cls, text: bytes | str, shape: str = "grid") -> "Position":
        """Read a `.mine` text: `WxHxMINES`, then `0`-`8` opened, `H` hidden, `F` flagged."""
        rows_read: list[str] = []
        size = None
        try:
            for number, line in judging.lines(text):
                if size is None:
                    form = f"({_POSITIVE})x({_POSITIVE})x(0|{_POSITIVE})"
                    size = re.fullmatch(form, line.decode())
                    if not size:
                        raise BadStep("line 1: not WIDTHxHEIGHTxMINES, such as 9x9x10")
                elif not re.fullmatch(b"[0-8HF]*", line):
                    raise BadStep(f"line {number}: marks other than 0-8, H and F")
                else:
                    rows_read.append(line.decode())
            if not size:
                raise BadStep("line 1: not WIDTHxHEIGHTxMINES, such as 9x9x10")
            cols, rows, mines = map(int, size.groups())
            while rows_read and not rows_read[-1]:
                rows_read.pop()  # empty lines at the end
            if len(rows_read) != rows or any(len(row) != cols for row in rows_read):
                raise BadStep(f"not {cols} wide and {rows} high")
            marks = enumerate("".join(rows_read))
            clues = {cell: int(mark) for cell, mark in marks if mark not in "HF"}
            return cls(rows, cols, mines, shape, clues)
        except BadStep as problem:
            raise BadStep(f"the position: {problem}") from None

    def __str__(self) -> str:
        shape = "" if self.shape == "grid" else f" {self.shape}"
        return f"{self.cols}x{self.rows}{shape}, mines: {self.mines}"

    @property
    def cells(self) -> int:
        return self.rows * self.cols

    @property
    def hidden(self) -> int:
        """The number of hidden cells."""
        return self.cells - len(self.clues)

    def is_hidden(self, cell: int) -> bool:
        return 0 <= cell < self.cells and cell not in self.clues

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
        match = re.fullmatch(f"r({_POSITIVE})c({_POSITIVE})", name)
        if not match or int(match[1]) > self.rows or int(match[2]) > self.cols:
            raise BadStep(f"{name[:40]!r} is no cell of the position")
        return (int(match[1]) - 1) * self.cols + int(match[2]) - 1

    def hidden_cells(self, names: Iterable[str]) -> list[int]:
        """The cells of these names, which must be hidden, each named once."""
        cells = [self.cell(name) for name in names]
        if len(set(cells)) != len(cells) or not all(map(self.is_hidden, cells)):
            raise BadStep("what is listed must be hidden cells, each once")
        return cells

    def check_layout(self, mines: set[int], what: str) -> None:
        """Raise `BadStep` unless mines under just these hidden cells fit all that is seen."""
        if len(mines) != self.mines:
            raise BadStep(f"{what} has {len(mines)} mines, the board {self.mines}")
        for cell, clue in self.clues.items():
            if len(self.around(cell) & mines) != clue or cell in mines:
                row, col = divmod(cell, self.cols)
                raise BadStep(f"{what} does not fit the {clue} of r{row + 1}c{col + 1}")


def audit(position: Position, cnf: bytes | str, lrat: bytes | str) -> tuple[str, str]:
    """Check everything; return the cell and the verdict that are thereby proved.

    Raise `BadStep`, naming the line where there is one, if anything is wrong.
    """
    auditor = _Auditor(position)
    auditor.audit(cnf, lrat)
    if auditor.witness is None:
        raise BadStep("the CNF names no witness: perhaps no layout fits the position")
    position.check_layout(set(auditor.witness), "the witness")
    return auditor.claim


class _Auditor:
    """Audits one claim; does not ask whether a layout fits the position."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.claim = ("", "")
        self.witness: list[int] | None = None
        self.places: dict[int, int] = {}
        """cells listed for the helpers, each with its place from 0"""
        self.helpers: dict[int, tuple[int, int]] = {}
        """helper: (j, i) for "at least j of the first i listed" """
        self.denied = False

    def audit(self, cnf: bytes | str, lrat: bytes | str) -> None:
        axioms = []
        source: list[str] = []
        for number, item in judging.scan_cnf(cnf):
            try:
                if isinstance(item, str):
                    source = item.split()
                    self._remark(source)
                else:
                    if self.denied:
                        raise BadStep("a clause after the denial")
                    self._clause(source, item)
                    axioms.append(item)
                    source = []
            except BadStep as problem:
                raise BadStep(f"line {number} of the CNF: {problem}") from None
        if not self.claim[0]:
            raise BadStep("the CNF names no claim")
        if not self.denied:
            raise BadStep("the last clause does not deny the claim")
        judging.judge_steps(axioms, lrat)

    def _remark(self, words: list[str]) -> None:
        match words:
            case ["claim", cell, ("safe" | "mine") as verdict]:
                if self.claim[0] or not self.position.is_hidden(self.position.cell(cell)):
                    raise BadStep("a claim is one hidden cell")
                self.claim = cell, verdict
            case ["witness", *cells]:
                if self.witness is not None:
                    raise BadStep("a second witness")
                self.witness = self.position.hidden_cells(cells)
            case ["listed", *cells]:
                if self.places:
                    raise BadStep("a second list of cells")
                listed = self.position.hidden_cells(cells)
                self.places = {cell: place for place, cell in enumerate(listed)}
            case ["helper", helper, "at", "least", j, "of", "the", "first", i]:
                self._define(helper, j, i)

    def _define(self, *words: str) -> None:
        if not all(re.fullmatch(_POSITIVE, word) for word in words):
            raise BadStep("a helper counts in numbers from 1, of at most 9 digits")
        helper, least, among = map(int, words)
        if helper <= self.position.cells:
            raise BadStep("a helper is a variable beyond the cells")
        if helper in self.helpers or among > len(self.places):
            raise BadStep("a helper has one meaning, among what is listed")
        if len(self.helpers) == MOST_HELPERS:
            raise BadStep(f"more than {MOST_HELPERS} helpers")
        self.helpers[helper] = least, among

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
        clue = self.position.clues.get(cell)
        if clue is None:
            raise BadStep("the clue named is not open")
        hidden = set(filter(self.position.is_hidden, self.position.around(cell)))
        if not hidden.issuperset(abs(lit) - 1 for lit in clause):
            return False
        return _unbreakable(clause, len(hidden), clue)

    def _follows_from_meaning(self, clause: Clause) -> bool:
        """Helpers that count the first b or b + 1 listed cells, and perhaps cell b + 1: the clause
        must hold however many of the first b are mines, and whether or not that cell is one."""
        cells = [lit for lit in clause if abs(lit) not in self.helpers]
        counts = [(lit, *self.helpers[abs(lit)]) for lit in clause if abs(lit) in self.helpers]
        if not counts or len(cells) > 1 or any(abs(lit) - 1 not in self.places for lit in cells):
            return False
        base = self.places[abs(cells[0]) - 1] if cells else min(among for _, _, among in counts)
        if any(among not in (base, base + 1) for _, _, among in counts):
            return False
        for here in (0, 1):
            if any(here == (lit > 0) for lit in cells):
                continue  # the cell makes the clause true
            # The clause breaks if all its helpers are false: with at least `low` mines among the
            # first b for the negated ones, and at most `high` for the others.
            low, high = 0, base
            for lit, least, among in counts:
                needed = least - (here if among > base else 0)
                low, high = (low, min(high, needed - 1)) if lit > 0 else (max(low, needed), high)
            if low <= high:
                return False
        return True

    def _follows_from_count(self, clause: Clause) -> bool:
        """Without helpers, a clause over hidden cells, as for a clue. With one: at least j of all
        that is listed, true if the other hidden cells cannot hold the rest, false if there are not
        so many mines."""
        position = self.position
        if not any(abs(lit) in self.helpers for lit in clause):
            if not all(position.is_hidden(abs(lit) - 1) for lit in clause):
                return False
            return _unbreakable(clause, position.hidden, position.mines)
        [lit] = clause if len(clause) == 1 else [0]
        if lit == 0:
            return False
        least, among = self.helpers[abs(lit)]
        others = position.hidden - len(self.places)
        if among != len(self.places):
            return False
        return least <= position.mines - others if lit > 0 else least > position.mines


def _unbreakable(clause: Clause, hidden: int, mines: int) -> bool:
    """A clause over hidden cells is broken only if its negative literals are all mines and its
    positive ones all safe; that must not be possible with so many mines among these cells."""
    if any(-lit in clause for lit in clause):
        return False
    positive = sum(lit > 0 for lit in clause)
    return not len(clause) - positive <= mines <= hidden - positive


@dataclass
class Game:
    """What a certificate shows once it has been audited."""

    position: Position
    """the position at the end"""
    given_cells: tuple[str, ...]
    """the cells that are granted to be safe"""
    marks: int = 0
    given: int = 0
    """marks that were granted, not proved"""
    solved: bool = False

    def __str__(self) -> str:
        """What was verified, with what it was verified of."""
        some = ", ".join(self.given_cells[:20])
        more = f" and {len(self.given_cells) - 20} more" if len(self.given_cells) > 20 else ""
        return (
            f"{self.position}, given: {some or 'none'}{more};"
            f" {self.marks} marks, {self.given} of them given,"
            f" {'solved without a guess' if self.solved else 'not solved'}"
        )


def audit_games(folder: str) -> dict[str, Game]:
    """Audit the certificate in a folder, or those in its subfolders; by the path of each."""
    if os.path.lexists(os.path.join(folder, "game.json")):  # noqa: PTH118
        return {folder: audit_game(folder)}
    games = {}
    for name in sorted(os.listdir(folder), key=lambda name: (len(name), name)):  # noqa: PTH208
        path = os.path.join(folder, name)  # noqa: PTH118
        if os.path.lexists(os.path.join(path, "game.json")):  # noqa: PTH118
            try:
                if os.path.islink(path):  # noqa: PTH114
                    raise BadStep("a link, where a folder should be")
                games[path] = audit_game(path)
            except BadStep as problem:
                raise BadStep(f"{path}: {problem}") from None
    if not games:
        raise OSError(errno.ENOENT, "no certificate: there is no game.json", folder)
    return games


def audit_game(folder: str) -> Game:
    """Audit a whole game: each mark is proved from the position before it, and each position is the
    one before plus the clue that the mark revealed.

    A board that is solved in this way from its given cells needs no guess.
    """
    start = _read_start(os.path.join(folder, "game.json"))  # noqa: PTH118
    rows, cols, mines = (_member(start, key, int) for key in ("rows", "cols", "mines"))
    position = Position(rows, cols, mines, _member(start, "shape", str))
    names = _names(start, "given")
    given = set(position.hidden_cells(names))
    witness = set(position.hidden_cells(_names(start, "witness"))) if "witness" in start else None
    game, marked = Game(position, tuple(names)), set[int]()
    for number, line in _read_moves(os.path.join(folder, "moves.jsonl")):  # noqa: PTH118
        try:
            move = _object(line)
            cell = position.cell(_member(move, "cell", str))
            if cell in position.clues or cell in marked:
                raise BadStep(f"{move['cell']} is marked already")
            if move.get("given") is True:
                if cell not in given or move.get("verdict") != "safe":
                    raise BadStep(f"{move['cell']} is not one of the given cells")
                game.given += 1
            else:
                auditor = _Auditor(position)
                auditor.audit(_member(move, "cnf", str), _member(move, "lrat", str))
                if auditor.claim != (move["cell"], move.get("verdict")):
                    raise BadStep("the proof is of something else")
            if move["verdict"] == "mine":
                if move.get("clue") is not None:
                    raise BadStep("a mine shows no number")
                marked.add(cell)
            else:
                clue = _member(move, "clue", int)
                if not 0 <= clue <= 8:
                    raise BadStep("an opened cell shows a number from 0 to 8")
                position.clues[cell] = clue
        except BadStep as problem:
            raise BadStep(f"move {number}: {problem}") from None
        game.marks += 1
    game.solved = len(position.clues) + len(marked) == position.cells
    if game.solved:
        position.check_layout(marked, "the solved board")
    elif witness is None:
        raise BadStep("game.json names no witness: perhaps no layout fits the last position")
    if witness is not None:
        position.check_layout(witness, "the witness")
    return game


def _read_start(path: str) -> dict[str, object]:
    with judging.open_regular(path, links=False) as file:
        text = file.read(LONGEST + 1)
    try:
        start = _object(text)
        if _member(start, "schema", int) != 1:
            raise BadStep(f"schema {start['schema']} is unknown: this auditor reads 1")
    except BadStep as problem:
        raise BadStep(f"game.json does not describe a game: {problem}") from None
    return start


def _read_moves(path: str) -> Iterator[tuple[int, bytes]]:
    with judging.open_regular(path, links=False) as file:
        number = 0
        while line := file.readline(LONGEST + 1):
            number += 1
            yield number, line


def _object(line: bytes) -> dict[str, object]:
    """A JSON object in ASCII, with no key twice and no number of more than nine digits."""

    def once(pairs: list[tuple[str, object]]) -> dict[str, object]:
        if len(dict(pairs)) != len(pairs):
            raise ValueError("a key twice")
        return dict(pairs)

    def short(digits: str) -> int:
        if len(digits) > 9:
            raise ValueError("a number of more than 9 digits")
        return int(digits)

    if len(line) > LONGEST:
        raise BadStep(f"more than {LONGEST} bytes")
    try:
        found = json.loads(line.decode("ascii"), object_pairs_hook=once, parse_int=short)
    except (ValueError, RecursionError) as problem:
        raise BadStep(f"not JSON in ASCII: {problem}") from None
    if not isinstance(found, dict):
        raise BadStep("not a JSON object")
    return found


def _member(found: dict[str, object], key: str, kind: type[_Kind]) -> _Kind:
    value = found.get(key)
    if type(value) is not kind:  # `True` is no number
        raise BadStep(f"{key} is not {_KINDS[kind]}")
    return value


def _names(found: dict[str, object], key: str) -> list[str]:
    names = _member(found, key, list)
    if not all(isinstance(name, str) for name in names):
        raise BadStep(f"{key} is not a list of cells")
    return names


def main(words: list[str]) -> int:
    """Say whether the files prove their claim for the position."""
    if len(words) not in (1, 3, 4) or not set(words[3:]) <= set(SHAPES):
        print("usage: audit.py POSITION.mine AXIOMS.cnf PROOF.lrat [SHAPE]", file=sys.stderr)
        print("       audit.py CERTIFICATE_FOLDER", file=sys.stderr)
        return 2
    try:
        if len(words) == 1:
            for path, game in audit_games(words[0]).items():
                print(f"verified: {path}: {game}")
            return 0
        text, cnf, lrat = map(judging.read_regular, words[:3])
        position = Position.read(text, *words[3:])
        cell, verdict = audit(position, cnf, lrat)
        print(f"verified: {cell} is {'a mine' if verdict == 'mine' else 'safe'} ({position})")
    except OSError as problem:
        print(f"{problem.filename}: {problem.strerror}", file=sys.stderr)
        return 2
    except BadStep as problem:
        print(f"refused: {problem}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
