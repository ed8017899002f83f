"""Clauses for the constraint "exactly n of these variables are true"."""

from collections.abc import Sequence
from itertools import combinations

from mineproof.errors import Contradiction
from mineproof.proof.clause import Clause


def exactly(count: int, variables: Sequence[int]) -> list[Clause]:
    """Return clauses that all hold if and only if exactly `count` of the variables are true.

    With n = `count` of m variables: of any m - n + 1 variables at least one is true, and of any
    n + 1 at least one is false. If n is 0 or m, one of these two kinds has no clauses, and all
    clauses of the other are units. Raise `Contradiction` if n is not between 0 and m.

    >>> [len(exactly(n, [1, 2, 3, 4, 5])) for n in range(6)]
    [5, 11, 15, 15, 11, 5]
    """
    size = len(variables)
    if not 0 <= count <= size:
        raise Contradiction(f"{count} of {size} variables cannot be true")
    true = map(frozenset, combinations(variables, size - count + 1))
    false = map(frozenset, combinations([-var for var in variables], count + 1))
    return [*true, *false]
