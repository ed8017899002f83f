"""Check files by the judge and the auditor; the result is text and JSON."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from mineproof.answers.schema import SCHEMA
from mineproof.base.errors import BadInput
from mineproof.game.board import Board, Shape
from mineproof.game.graph import Graph
from mineproof.proof.audit import SHAPES as AUDITED_SHAPES
from mineproof.proof.audit import AuditedGame, Position, audit, audit_games, stated_neighbours
from mineproof.proof.check import BadStep, file_name, judge

Facts = dict[str, object]
MOST_STATED = 1 << 20
"""The most cells of a position whose neighbours a shape states: each takes up to 1.5 kB."""


@dataclass(frozen=True)
class CheckAnswer:
    """Whether the files are verified, the lines to print, and what they prove."""

    verified: bool
    lines: list[str]
    facts: Facts = field(default_factory=dict)

    def as_json(self) -> Facts:
        """Return the answer as a JSON object."""
        return {"schema": SCHEMA, "verified": self.verified, **self.facts}


def check_proof(cnf: bytes, lrat: bytes) -> CheckAnswer:
    """Check that the proof refutes the clauses. It does not check where the clauses come from.

    >>> check_proof(b"p cnf 1 2\\n1 0\\n-1 0\\n", b"3 0 1 2 0\\n").lines
    ['verified: 1 steps']
    """

    def found() -> tuple[list[str], Facts]:
        steps = judge(cnf, lrat)
        return [f"{steps} steps"], {"steps": steps}

    return _answer(found)


def check_claim(position: bytes, cnf: bytes, lrat: bytes, shape: Shape = "grid") -> CheckAnswer:
    """Check that the clauses follow from the position (`.mine` text) and that the proof holds.

    The auditor computes the neighbours on a grid, a torus and a hexagonal board itself. For any
    other board it uses the neighbours that `shape` states, and says so. Raise `BadInput` if these
    are those of too many cells.
    """

    def found() -> tuple[list[str], Facts]:
        if shape in AUDITED_SHAPES:
            seen = Position.read(position, str(shape))
        else:
            stated = _neighbours(position, shape)
            seen = Position.read(position, str(shape), stated_neighbours(stated))
        cell, verdict = audit(seen, cnf, lrat)
        facts = {"cell": cell, "verdict": verdict, **_board(seen)}
        return [f"{cell} is {'a mine' if verdict == 'mine' else 'safe'} ({seen})"], facts

    return _answer(found)


def check_games(folder: str) -> CheckAnswer:
    """Check that every mark is proved, in the certificate of a folder or those of its subfolders.

    Raise `BadInput` if a file cannot be read.
    """

    def found() -> tuple[list[str], Facts]:
        games = audit_games(folder)
        if folder in games:
            return [str(games[folder])], _game(games[folder])
        marks = sum(game.marks for game in games.values())
        given = sum(game.given for game in games.values())
        complete = all(game.solved for game in games.values())
        lines = [f"{file_name(path)}: {game}" for path, game in games.items()]
        end = "all solved without a guess" if complete else "not all solved"
        lines.append(f"{len(games)} games, {marks} marks, {given} of them given, {end}")
        facts = {"marks": marks, "given": given, "complete": complete, "games": len(games)}
        each = [{"folder": path, **_game(game)} for path, game in games.items()]
        return lines, {**facts, "certificates": each}

    try:
        return _answer(found)
    except OSError as problem:
        raise BadInput(f"{file_name(problem.filename)}: {problem.strerror or problem}") from None


def _neighbours(position: bytes, shape: Shape) -> list[list[int]]:
    """Return the neighbours of each cell, or none if the auditor will refuse the text anyway."""
    if isinstance(shape, Graph):
        return [list(near) for near in shape.neighbours]
    size = re.match(rb"([0-9]{1,9})x([0-9]{1,9})x", position)
    # A first line promises a huge board in a few bytes. The rows have a byte for each cell.
    if not size or int(size[1]) * int(size[2]) > len(position):
        return []
    board = Board.within(int(size[2]), int(size[1]), shape, MOST_STATED)
    return [list(near) for near in board.neighbours]


def _answer(found: Callable[[], tuple[list[str], Facts]]) -> CheckAnswer:
    try:
        lines, facts = found()
    except BadStep as problem:
        return CheckAnswer(False, [f"refused: {problem}"], {"why": str(problem)})
    return CheckAnswer(True, [*lines[:-1], f"verified: {lines[-1]}"], facts)


def _game(game: AuditedGame) -> Facts:
    return {
        "marks": game.marks,
        "given": game.given,
        "complete": game.solved,
        **_board(game.position),
        "given_cells": list(game.given_cells),
    }


def _board(position: Position) -> Facts:
    size = f"{position.cols}x{position.rows}"
    return {"size": size, "mines": position.mines, "shape": position.shape}
