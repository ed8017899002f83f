"""Cells as propositional variables; literals and clauses as text."""

from collections.abc import Iterable

from mineproof.game.board import Board
from mineproof.proof.clause import Clause, show


def var(cell: int) -> int:
    """Return the variable for "this cell is a mine"."""
    return cell + 1


def cell_of(lit: int) -> int:
    """Return the cell of a literal."""
    return abs(lit) - 1


def variables(cells: Iterable[int]) -> list[int]:
    """Return the variables of some cells: the index of each cell plus one."""
    return [cell + 1 for cell in cells]


def literal_name(board: Board, lit: int) -> str:
    """Return a literal for programs: `r1c2` for a mine, `-r1c2` for a safe cell."""
    return ("-" if lit < 0 else "") + board.name(cell_of(lit))


def clause_text(board: Board, clause: Clause) -> str:
    """Return a clause for people.

    >>> clause_text(Board(2, 2), frozenset({1, -4}))
    'r1c1 ∨ ¬r2c2'
    """
    return show(clause, lambda variable: board.name(variable - 1))
