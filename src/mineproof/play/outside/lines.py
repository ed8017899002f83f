"""The line protocol between the game and a program that plays it, as in docs/protocol.md.

The game writes `game`, `given`, `go`, `clue`, `ok` and `end`. A program writes `open`, `guess`,
`flag` and `stuck`, each of which gets one answer, and `clause`, `unit` and `say`, which get none. A
cell is written as its row and its column, both from 1.
"""

import re
from collections.abc import Iterable
from typing import NamedTuple

from mineproof.game.board import Board
from mineproof.proof.clause import Clause

MOVES = ("open", "guess", "flag")
_NUMBER = re.compile(rb"[0-9]{1,9}")
_LITERAL = re.compile(rb"([+-])([0-9]{1,9}),([0-9]{1,9})")
_NOTHING: Clause = frozenset()


class BadLine(ValueError):
    """Raised for a line that is not in the protocol; the message says why."""


class Line(NamedTuple):
    """One line that a program wrote.

    `word` is its first word. A move has a `cell`, a `clause` or a `unit` its literals (cell + 1 for
    a mine, negative for a safe cell), `say` a `text`.
    """

    word: str
    cell: int = -1
    clause: Clause = _NOTHING
    text: str = ""


def parse(line: bytes, board: Board) -> Line:
    """Read one line of a program; raise `BadLine` if it is not in the protocol.

    >>> parse(b"open 2 1", Board(rows=2, cols=3))
    Line(word='open', cell=3, clause=frozenset(), text='')
    >>> sorted(parse(b"clause -1,1 +2,3", Board(rows=2, cols=3)).clause)
    [-1, 6]
    """
    words = line.split()
    word = words[0].decode("ascii", "replace") if words else ""
    if word in MOVES:
        return Line(word, _cell(words, board))
    if word == "stuck":
        if len(words) > 1:
            raise BadLine("`stuck` stands alone")
        return Line(word)
    if word in ("clause", "unit"):
        clause = frozenset(_literal(one, board) for one in words[1:])
        if word == "unit" and len(clause) != 1:
            raise BadLine("`unit` has one literal")
        return Line(word, clause=clause)
    if word == "say":
        return Line(word, text=line[4:].decode("utf-8", "replace").strip())
    raise BadLine("the protocol has no such line" if words else "an empty line")


def _cell(words: list[bytes], board: Board) -> int:
    if len(words) != 3 or not (_NUMBER.fullmatch(words[1]) and _NUMBER.fullmatch(words[2])):
        raise BadLine("a move is a word, a row and a column")
    return _index(int(words[1]), int(words[2]), board)


def _literal(word: bytes, board: Board) -> int:
    match = _LITERAL.fullmatch(word)
    if not match:
        raise BadLine("a literal is + (mine) or - (safe), row, comma, column: -1,1")
    variable = _index(int(match[2]), int(match[3]), board) + 1
    return variable if match[1] == b"+" else -variable


def _index(row: int, col: int, board: Board) -> int:
    if not (1 <= row <= board.rows and 1 <= col <= board.cols):
        raise BadLine(
            f"row {row}, column {col} lies outside {board.rows} rows, {board.cols} columns"
        )
    return (row - 1) * board.cols + col - 1


def place(board: Board, cell: int) -> str:
    """Write a cell as row and column.

    >>> place(Board(rows=2, cols=3), 3)
    '2 1'
    """
    return f"{cell // board.cols + 1} {cell % board.cols + 1}"


def clause_line(board: Board, clause: Clause) -> str:
    """Write a clause as a program reports it.

    >>> clause_line(Board(rows=2, cols=3), frozenset({-1, 6}))
    'clause -1,1 +2,3'
    """
    literals = sorted(clause, key=abs)
    places = [place(board, abs(one) - 1).replace(" ", ",") for one in literals]
    signs = ["+" if one > 0 else "-" for one in literals]
    return " ".join(["clause", *map("".join, zip(signs, places, strict=True))])


def opening(board: Board, mines: int, given: Iterable[tuple[int, int]]) -> str:
    """Return the lines that begin a game; `given` are the open cells with their clues."""
    lines = [f"game {board.rows} {board.cols} {mines}\n"]
    lines += [f"given {place(board, cell)} {clue}\n" for cell, clue in given]
    return "".join([*lines, "go\n"])


def clue(board: Board, cell: int, number: int) -> str:
    """Return the answer to a cell that was opened."""
    return f"clue {place(board, cell)} {number}\n"
