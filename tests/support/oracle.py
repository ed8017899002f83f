"""Brute force over layouts and assignments, which tests compare with the faster code."""

from itertools import combinations, product

import dratify
from pysat.formula import CNF

from mineproof.game.game import View
from mineproof.proof.clause import Clause


def layouts(view: View, *, count: bool = True) -> list[frozenset[int]]:
    """Return every set of mines that fits the clues; with `count`, also the mine count."""
    hidden = view.hidden
    sizes = [view.mines] if count else range(len(hidden) + 1)
    return [
        frozenset(mines)
        for size in sizes
        for mines in combinations(hidden, size)
        if fits(view, frozenset(mines))
    ]


def fits(view: View, mines: frozenset[int]) -> bool:
    return all(
        len(mines.intersection(view.board.neighbours[cell])) == clue
        for cell, clue in enumerate(view.cells.tolist())
        if clue >= 0
    )


def agreed(view: View, *, count: bool = True) -> dict[int, bool]:
    """Return the hidden cells on which all layouts agree: True for a mine, False for safe."""
    all_fitting = layouts(view, count=count)
    return {
        cell: cell in all_fitting[0]
        for cell in view.hidden
        if len({cell in mines for mines in all_fitting}) == 1
    }


def models(clauses: list[Clause], variables: list[int]) -> set[frozenset[int]]:
    """Return every assignment that makes all clauses true, as a set of literals."""
    signed = ((var, -var) for var in variables)
    assignments = (frozenset(choice) for choice in product(*signed))
    return {true for true in assignments if all(clause & true for clause in clauses)}


def safe_cells(layout: bytes) -> list[int]:
    """The cells without a mine."""
    return [cell for cell, mine in enumerate(layout) if not mine]


def clauses_as_others_read_them(text: str) -> list[list[Clause]]:
    """Read a DIMACS file by python-sat and dratify; return the clauses of each that accepts it.

    dratify drops tautologies, and in strict mode refuses a file that has one.
    """

    def by_pysat() -> list[list[int]]:
        return CNF(from_string=text).clauses

    def by_dratify() -> list[list[int]]:
        # Literal 2 v stands for variable v + 1, and 2 v + 1 for its negation.
        coded = dratify.parse_dimacs(text, strict=True).clauses
        return [[-(lit // 2 + 1) if lit % 2 else lit // 2 + 1 for lit in one] for one in coded]

    found = []
    for reader in (by_pysat, by_dratify):
        try:
            found.append([frozenset(one) for one in reader()])
        except (ValueError, RuntimeError, AssertionError):
            continue
    return found
