"""Brute force over layouts and assignments, which tests compare with the faster code."""

from collections.abc import Iterable
from functools import cache
from itertools import combinations, product

import dratify
from pysat.formula import CNF
from pysat.solvers import Minicard

from mineproof.game.view import View
from mineproof.logic.resolution import resolve
from mineproof.proof.clause import Clause

Mines = frozenset[int]


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


def by_clue(view: View, cell: int, fitting: Iterable[Mines]) -> dict[int, list[Mines]]:
    """Return the layouts in which the cell is safe, by the clue that it shows there."""
    parts: dict[int, list[Mines]] = {}
    for mines in fitting:
        if cell not in mines:
            parts.setdefault(len(mines.intersection(view.board.neighbours[cell])), []).append(mines)
    return parts


def best_wins(view: View, fitting: Iterable[Mines]) -> int:
    """Return the number of layouts that the best play wins, by trying every move in every set."""
    hidden = frozenset(view.hidden)

    @cache
    def wins(left: frozenset[Mines], opened: Mines) -> int:
        if hidden - opened in left:
            return len(left)  # all safe cells are open: one layout is left
        return max(
            sum(wins(frozenset(part), opened | {cell}) for part in parts.values())
            for cell in hidden - opened
            for parts in [by_clue(view, cell, left)]
        )

    return wins(frozenset(fitting), frozenset())


Group = tuple[Iterable[int], int]
"""Cells, and how many of them are mines."""


def groups_of(view: View) -> list[Group]:
    """Return what the clues and the mine count say of the hidden cells, flagged ones included."""
    hidden = {*view.hidden}
    clues = [(hidden.intersection(near), clue) for near, clue in
             zip(view.board.neighbours, view.cells.tolist(), strict=True) if clue >= 0]  # fmt: skip
    return [*clues, (hidden, view.mines)]


def solver_of(groups: Iterable[Group]) -> Minicard:
    """Return a SAT solver that knows the groups; variable n + 1 says that cell n is a mine."""
    solver = Minicard()
    for cells, mines in groups:
        lits = [cell + 1 for cell in cells]
        solver.add_atmost(lits, mines)
        solver.add_atmost([-lit for lit in lits], len(lits) - mines)
    return solver


def certain_by_sat(view: View) -> tuple[set[int], set[int]]:
    """Return the cells that are safe and those that are mines according to a SAT solver."""
    with solver_of(groups_of(view)) as solver:
        safe = {cell for cell in view.hidden if not solver.solve(assumptions=[cell + 1])}
        mined = {cell for cell in view.hidden if not solver.solve(assumptions=[-cell - 1])}
    return safe, mined


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


def saturated(clauses: set[Clause]) -> set[Clause]:
    """Return all clauses that follow by resolution if one parent has at most two literals.

    Subsumed clauses are left out. This is the plain twin of `saturation.py`: it tries every pair
    again in each pass.
    """
    known = _strictest(clauses)
    while True:
        short = [clause for clause in known if len(clause) <= 2]
        found = {resolve(a, b) for a in short for b in known} - {None}
        grown = _strictest(known | {clause for clause in found if clause is not None})
        if grown == known:
            return known
        known = grown


def _strictest(clauses: set[Clause]) -> set[Clause]:
    return {a for a in clauses if not any(b < a for b in clauses)}
