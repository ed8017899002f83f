"""Cells as propositional variables; literals and clauses as text."""

from collections.abc import Iterable

from mineproof.game.board import Board
from mineproof.proof.clause import Clause, show


def var(cell: int) -> int:
    """The variable that says "this cell is a mine"."""
    return cell + 1


def cell_of(lit: int) -> int:
    """The cell that a literal speaks of."""
    return abs(lit) - 1


def variables(cells: Iterable[int]) -> list[int]:
    return [cell + 1 for cell in cells]


def literal_name(board: Board, lit: int) -> str:
    """A literal as programs read it: `r1c2` is a mine, `-r1c2` is safe."""
    return ("-" if lit < 0 else "") + board.name(cell_of(lit))


def clause_text(board: Board, clause: Clause) -> str:
    """A clause as people read it.

    >>> clause_text(Board(2, 2), frozenset({1, -4}))
    'r1c1 ∨ ¬r2c2'
    """
    return show(clause, lambda variable: board.name(variable - 1))
