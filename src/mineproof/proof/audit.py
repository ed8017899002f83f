"""The auditor: check that the axioms of a proof follow from a position, then check the proof.

The judge (check.py) trusts the axioms; the auditor does not. From the position alone it checks that

- each axiom but the last follows from the clue that it names, from the mine count or from the
  definitions of its helper variables,
- the last axiom denies the claim,
- some layout fits the position, because everything follows from a position that no layout fits.

This file and check.py can be copied to another folder. They need nothing but Python.

    python audit.py POSITION.mine AXIOMS.cnf PROOF.lrat [grid|torus|hex|GRAPH.json]
    python audit.py CERTIFICATE_FOLDER

The auditor has the neighbours of a grid, a torus and a hexagonal board built in. For any other
board it reads them from the certificate or from a graph file, checks that they are symmetric, and
prints "neighbours as stated".

Time and memory are linear in the size of the files. docs/certificate.md describes the formats. This
is one long file on purpose: a reader who wants to verify the auditor finds everything in one place.
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
else:  # run as a copied file: use the check.py beside it, even if mineproof is installed
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))  # noqa: PTH100, PTH120
    import check as judging

BadStep = judging.BadStep
Clause = judging.Clause

SHAPES = ("grid", "torus", "hex")
MOST_CELLS = 1 << 24
MOST_NEIGHBOURS = 127
MOST_HELPERS = 1_000_000
LONGEST = 16 * 1024 * 1024
"""the most bytes of game.json, and of a line of moves.jsonl; parsed JSON takes 30 times as much"""

_EVEN = ((-1, -1), (-1, 0), (0, -1), (0, 1), (1, -1), (1, 0))
_ODD = ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, 0), (1, 1))
_EIGHT = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))
_CLUES = "0123456789abcdefghijklmnopqrstuvw"
_POSITIVE = "[1-9][0-9]{0,8}"
_Kind = TypeVar("_Kind", int, str, list[str])
_SHAPE_NAME = re.compile("[a-z][a-z0-9-]{0,15}")
_KINDS = {int: "a whole number", str: "a text", list: "a list"}


@dataclass
class Position:
    """A position: rows, columns, the mine count, and a clue for each opened cell.

    Raise `BadStep` if the size, the mine count, the shape or the neighbours are impossible.
    """

    rows: int
    cols: int
    mines: int
    shape: str
    clues: dict[int, int] = field(default_factory=dict)
    neighbours: list[set[int]] | None = None
    """the neighbours of each cell, as stated; None for one of `SHAPES`"""

    def __post_init__(self) -> None:
        if not _SHAPE_NAME.fullmatch(self.shape):  # the name is printed, and its author chose it
            raise BadStep(
                f"the shape is {self.shape[:40]!r}: a name has at most 16 letters a-z, digits and"
                " hyphens, and begins with a letter"
            )
        if self.neighbours is None and self.shape not in SHAPES:
            raise BadStep(
                f"the shape is {self.shape}, not one of {', '.join(SHAPES)},"
                " and no neighbours are stated"
            )
        if self.neighbours is not None and self.shape in SHAPES:
            raise BadStep(f"neighbours are stated, but shape {self.shape} defines them already")
        if self.rows < 1 or self.cols < 1 or self.rows * self.cols > MOST_CELLS:
            raise BadStep(f"a board has 1 to {MOST_CELLS} cells, not {self.cols}x{self.rows}")
        if not 0 <= self.mines <= self.rows * self.cols:
            raise BadStep(f"{self.mines} mines do not fit {self.rows * self.cols} cells")
        if self.neighbours is not None and len(self.neighbours) != self.cells:
            raise BadStep(f"neighbours of {len(self.neighbours)} cells, but there are {self.cells}")

    @classmethod
    def read(
        cls, text: bytes | str, shape: str = "grid", neighbours: list[set[int]] | None = None
    ) -> "Position":
        """Read a `.mine` text: `WxHxMINES`, then `0`-`8` opened, `H` hidden, `F` flagged.

        If neighbours are stated, `9` and `a` (10) to `w` (32) are clues too. Raise `BadStep` if the
        text is anything else.
        """
        largest = 8 if neighbours is None else len(_CLUES) - 1
        marks = _CLUES[: largest + 1]
        rows_read: list[str] = []
        size = None
        try:
            for number, line in judging.lines(text):
                if size is None:
                    form = f"({_POSITIVE})x({_POSITIVE})x(0|{_POSITIVE})"
                    size = re.fullmatch(form, line.decode())
                    if not size:
                        raise BadStep("line 1: not WIDTHxHEIGHTxMINES, such as 9x9x10")
                elif not re.fullmatch(f"[{marks}HF]*".encode(), line):
                    raise BadStep(f"line {number}: marks other than 0-{marks[-1]}, H and F")
                else:
                    rows_read.append(line.decode())
            if not size:
                raise BadStep("line 1: not WIDTHxHEIGHTxMINES, such as 9x9x10")
            cols, rows, mines = map(int, size.groups())
            while rows_read and not rows_read[-1]:
                rows_read.pop()  # empty lines at the end
            if len(rows_read) != rows or any(len(row) != cols for row in rows_read):
                raise BadStep(f"not {cols} wide and {rows} high")
            shown = enumerate("".join(rows_read))
            clues = {cell: marks.index(mark) for cell, mark in shown if mark not in "HF"}
            return cls(rows, cols, mines, shape, clues, neighbours)
        except BadStep as problem:
            raise BadStep(f"the position: {problem}") from None

    def __str__(self) -> str:
        shape = "" if self.shape == "grid" else f" {self.shape}"
        stated = "" if self.neighbours is None else ", neighbours as stated"
        return f"{self.cols}x{self.rows}{shape}{stated}, mines: {self.mines}"

    @property
    def cells(self) -> int:
        """The number of cells."""
        return self.rows * self.cols

    @property
    def hidden(self) -> int:
        """The number of hidden cells."""
        return self.cells - len(self.clues)

    def is_hidden(self, cell: int) -> bool:
        """Return whether `cell` is the index of a hidden cell."""
        return 0 <= cell < self.cells and cell not in self.clues

    def around(self, cell: int) -> set[int]:
        """Return the neighbours of a cell."""
        if self.neighbours is not None:
            return self.neighbours[cell]
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
        """Return the index of the cell with this name; raise `BadStep` if there is none."""
        match = re.fullmatch(f"r({_POSITIVE})c({_POSITIVE})", name)
        if not match or int(match[1]) > self.rows or int(match[2]) > self.cols:
            raise BadStep(f"{name[:40]!r} is no cell of the position")
        return (int(match[1]) - 1) * self.cols + int(match[2]) - 1

    def hidden_cells(self, names: Iterable[str]) -> list[int]:
        """Return the cells with these names; raise `BadStep` unless all are hidden and distinct."""
        cells = [self.cell(name) for name in names]
        if len(set(cells)) != len(cells) or not all(map(self.is_hidden, cells)):
            raise BadStep("a list of cells must name hidden cells, each once")
        return cells

    def check_layout(self, mines: set[int], what: str) -> None:
        """Raise `BadStep` unless the layout with exactly these mines fits every clue and the count.

        `what` names the layout in the message.
        """
        if len(mines) != self.mines:
            raise BadStep(f"{what} has {len(mines)} mines, the board {self.mines}")
        for cell, clue in self.clues.items():
            if len(self.around(cell) & mines) != clue or cell in mines:
                row, col = divmod(cell, self.cols)
                raise BadStep(f"{what} does not fit the {clue} of r{row + 1}c{col + 1}")


def audit(position: Position, cnf: bytes | str, lrat: bytes | str) -> tuple[str, str]:
    """Check axioms, witness and proof; return the cell and the verdict that they prove.

    Raise `BadStep` if anything is wrong. Its message names the line, if the fault is in a line.
    """
    auditor = _Auditor(position)
    auditor.audit(cnf, lrat)
    if auditor.witness is None:
        raise BadStep("the CNF names no witness: perhaps no layout fits the position")
    position.check_layout(set(auditor.witness), "the witness")
    return auditor.claim


class _Auditor:
    """Audits one claim; it does not check that a layout fits the position."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.claim = ("", "")
        self.witness: list[int] | None = None
        self.places: dict[int, int] = {}
        """the cells that helpers count, each with its place in the list from 0"""
        self.helpers: dict[int, tuple[int, int]] = {}
        """helper: (j, i) for "at least j of the first i listed cells are mines" """
        self.denied = False

    def audit(self, cnf: bytes | str, lrat: bytes | str) -> None:
        proof = judging.Derivation()
        source: list[str] = []
        for number, item in judging.scan_cnf(cnf):
            try:
                if isinstance(item, str):
                    source = item.split()
                    self._remark(source)
                else:
                    if self.denied:
                        raise BadStep("a clause after the denial")
                    self._clause(source, frozenset(item))
                    proof.add_axiom(item)
                    source = []
            except BadStep as problem:
                raise BadStep(f"line {number} of the CNF: {problem}") from None
        if not self.claim[0]:
            raise BadStep("the CNF names no claim")
        if not self.denied:
            raise BadStep("the last clause does not deny the claim")
        judging.judge_steps(proof, lrat)

    def _remark(self, words: list[str]) -> None:
        match words:
            case ["claim", cell, ("safe" | "mine") as verdict]:
                if self.claim[0] or not self.position.is_hidden(self.position.cell(cell)):
                    raise BadStep("there must be one claim, about a hidden cell")
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
            raise BadStep("the numbers of a helper are from 1, of at most 9 digits")
        helper, least, among = map(int, words)
        if helper <= self.position.cells:
            raise BadStep("the variable of a helper must be larger than those of the cells")
        if helper in self.helpers or among > len(self.places):
            raise BadStep("a helper is defined twice, or counts more cells than are listed")
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
            raise BadStep("the named cell has no clue")
        hidden = set(filter(self.position.is_hidden, self.position.around(cell)))
        if not hidden.issuperset(abs(lit) - 1 for lit in clause):
            return False
        return _unbreakable(clause, len(hidden), clue)

    def _follows_from_meaning(self, clause: Clause) -> bool:
        """Return whether a clause follows from the definitions of its helpers.

        The clause may contain helpers that count the first b or the first b + 1 listed cells, and
        at most one cell, the one listed at place b + 1. It must hold for every number of mines
        among the first b cells, and whether or not the next cell is a mine.
        """
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
            # The clause is false if all its helper literals are. The negated ones are false with at
            # least `low` mines among the first b, the others with at most `high`.
            low, high = 0, base
            for lit, least, among in counts:
                needed = least - (here if among > base else 0)
                low, high = (low, min(high, needed - 1)) if lit > 0 else (max(low, needed), high)
            if low <= high:
                return False
        return True

    def _follows_from_count(self, clause: Clause) -> bool:
        """Return whether a clause follows from the mine count.

        Without helpers, it is a clause over hidden cells, checked as for a clue. With helpers, it
        must be a unit over a helper "at least j of all listed cells are mines". The helper follows
        if at most mines - j hidden cells are not listed, its negation if j is more than the mines.
        """
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
    """Return whether every layout of `mines` among `hidden` cells satisfies the clause.

    A clause is false only if the cells of its negative literals are all mines and those of its
    positive literals all safe. This must be impossible. A clause with a cell in both signs is
    refused, although it is always true.
    """
    if any(-lit in clause for lit in clause):
        return False
    positive = sum(lit > 0 for lit in clause)
    return not len(clause) - positive <= mines <= hidden - positive


@dataclass
class AuditedGame:
    """What an audited certificate proves."""

    position: Position
    """the position at the end"""
    given_cells: tuple[str, ...]
    """the cells that are given as safe"""
    marks: int = 0
    given: int = 0
    """marks of given cells, which have no proof"""
    solved: bool = False

    def __str__(self) -> str:
        """Return one line: the board, the given cells, the marks, and whether it is solved."""
        some = ", ".join(self.given_cells[:20])
        more = f" and {len(self.given_cells) - 20} more" if len(self.given_cells) > 20 else ""
        return (
            f"{self.position}, given: {some or 'none'}{more};"
            f" {self.marks} marks, {self.given} of them given,"
            f" {'solved without a guess' if self.solved else 'not solved'}"
        )


def audit_games(folder: str) -> dict[str, AuditedGame]:
    """Audit the certificate in a folder, or all in its subfolders; return the games by path.

    Subfolders without any file of a certificate are ignored. Raise `BadStep` if a certificate is
    wrong, `OSError` if there is none or a file of one is missing or cannot be read.
    """
    if _has_certificate(folder):
        return {folder: audit_game(folder)}
    games = {}
    for entry in sorted(os.scandir(folder), key=lambda entry: (len(entry.name), entry.name)):
        if _is_folder(entry) and _has_certificate(entry.path):
            try:
                if entry.is_symlink():
                    raise BadStep("a link, where a folder should be")
                games[entry.path] = audit_game(entry.path)
            except BadStep as problem:
                raise BadStep(f"{judging.file_name(entry.path)}: {problem}") from None
    if not games:
        raise OSError(errno.ENOENT, "no certificate: there is no game.json", folder)
    return games


def _is_folder(entry: "os.DirEntry[str]") -> bool:
    try:
        return entry.is_dir()
    except OSError:  # a link in a loop
        return False


def _has_certificate(folder: str) -> bool:
    """Return whether a folder has a file of a certificate; the other file may be missing."""
    return not {"game.json", "moves.jsonl"}.isdisjoint(os.listdir(folder))  # noqa: PTH208


def audit_game(folder: str) -> AuditedGame:
    """Audit a whole game; raise `BadStep` if anything is wrong.

    Each mark must be proved from the position before it. Each position is the one before it plus
    the clue that the mark revealed. A board that is solved in this way needs no guess from its
    given cells.
    """
    start = _read_start(os.path.join(folder, "game.json"))  # noqa: PTH118
    rows, cols, mines = (_member(start, key, int) for key in ("rows", "cols", "mines"))
    stated = stated_neighbours(start["neighbours"]) if "neighbours" in start else None
    position = Position(rows, cols, mines, _member(start, "shape", str), neighbours=stated)
    names = _names(start, "given")
    given = set(position.hidden_cells(names))
    witness = set(position.hidden_cells(_names(start, "witness"))) if "witness" in start else None
    game, marked = AuditedGame(position, tuple(names)), set[int]()
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
                    raise BadStep("the proof is about another cell or verdict")
            if move["verdict"] == "mine":
                if cell in given:
                    raise BadStep(f"{move['cell']} is one of the given cells, which are safe")
                if move.get("clue") is not None:
                    raise BadStep("a mine shows no number")
                marked.add(cell)
            else:
                clue = _member(move, "clue", int)
                largest = 8 if position.neighbours is None else MOST_NEIGHBOURS
                if not 0 <= clue <= largest:
                    raise BadStep(f"an opened cell shows a number from 0 to {largest}")
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
        if witness & given:
            raise BadStep("the witness has a mine on a given cell, which is safe")
    return game


def stated_neighbours(found: object) -> list[set[int]]:
    """Return the neighbours of each cell, from a list of lists of indices from 0.

    Raise `BadStep` unless they are symmetric: if a is a neighbour of b, b is a neighbour of a.
    """
    if not isinstance(found, list) or not all(isinstance(near, list) for near in found):
        raise BadStep("neighbours is not a list of lists")
    table = []
    for cell, near in enumerate(found):
        if not all(type(there) is int and 0 <= there < len(found) for there in near):
            raise BadStep(f"neighbours: cell {cell} names a neighbour that does not exist")
        table.append(set(near))
        if cell in table[cell] or not len(table[cell]) == len(near) <= MOST_NEIGHBOURS:
            raise BadStep(
                f"neighbours of {cell} must be other cells, each once, at most {MOST_NEIGHBOURS}"
            )
    for cell, near in enumerate(table):
        for there in near:
            if cell not in table[there]:
                raise BadStep(f"neighbours: cell {cell} names {there}, which does not name it")
    return table


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
    """Parse a JSON object in ASCII, with no key twice and no number of more than nine digits."""

    def once(pairs: list[tuple[str, object]]) -> dict[str, object]:
        if len(dict(pairs)) != len(pairs):
            raise ValueError("a key occurs twice")
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
    if type(value) is not kind:  # not isinstance: `True` would pass as a number
        raise BadStep(f"{key} is not {_KINDS[kind]}")
    return value


def _names(found: dict[str, object], key: str) -> list[str]:
    names = _member(found, key, list)
    if not all(isinstance(name, str) for name in names):
        raise BadStep(f"{key} is not a list of cells")
    return names


def main(words: list[str]) -> int:
    """Print whether the files are valid; return 0 if verified, 1 if refused, 2 on other errors."""
    graph = words[3] if len(words) == 4 and words[3].endswith(".json") else None
    if len(words) not in (1, 3, 4) or not (graph or set(words[3:]) <= set(SHAPES)):
        print(
            "usage: audit.py POSITION.mine AXIOMS.cnf PROOF.lrat [SHAPE|GRAPH.json]",
            file=sys.stderr,
        )
        print("       audit.py CERTIFICATE_FOLDER", file=sys.stderr)
        return 2
    try:
        if len(words) == 1:
            for path, game in audit_games(words[0]).items():
                judging.say(f"verified: {judging.file_name(path)}: {game}", sys.stdout)
            return 0
        text, cnf, lrat = map(judging.read_regular, words[:3])
        if graph:
            found = _object(judging.read_regular(graph))
            stated = stated_neighbours(found.get("neighbours"))
            position = Position.read(text, "graph", stated)
        else:
            position = Position.read(text, words[3] if len(words) == 4 else "grid")
        cell, verdict = audit(position, cnf, lrat)
        what = "a mine" if verdict == "mine" else "safe"
        judging.say(f"verified: {cell} is {what} ({position})", sys.stdout)
    except OSError as problem:
        judging.say(f"{judging.file_name(problem.filename)}: {problem.strerror}", sys.stderr)
        return 2
    except BadStep as problem:
        judging.say(f"refused: {problem}", sys.stdout)
        return 1
    except MemoryError:
        judging.say(judging.NO_MEMORY, sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
