"""Clauses for the constraint "exactly n of these variables are true"."""

from collections.abc import Sequence
from itertools import combinations
from math import comb

from mineproof.base.errors import Contradiction, TooWide
from mineproof.proof.clause import Clause

MOST_CLAUSES = 400_000
"""The most clauses that a base may have when a wide constraint is added; they take some 500 MB.

A constraint over 20 variables, the most that the option `count_limit` allows, has up to 335,920."""
WIDEST_OF_SHAPES = 12
"""The most neighbours in any shape but a graph. Constraints up to this width are never refused:
they have at most 1,584 clauses, and large boards have many of them."""


def exactly(count: int, variables: Sequence[int], held: int = 0) -> list[Clause]:
    """Return clauses that all hold if and only if exactly `count` of the variables are true.

    With n = `count` of m variables: of any m - n + 1 variables at least one is true, and of any
    n + 1 at least one is false. If n is 0 or m, one of these two kinds has no clauses, and all
    clauses of the other are units. Raise `Contradiction` if n is not between 0 and m, and `TooWide`
    before more than `MOST_CLAUSES` are made: their number grows exponentially with m. `held` is the
    number of clauses that the caller has already.

    >>> [len(exactly(n, [1, 2, 3, 4, 5])) for n in range(6)]
    [5, 11, 15, 15, 11, 5]
    """
    size = len(variables)
    if not 0 <= count <= size:
        raise Contradiction(f"{count} of {size} variables cannot be true")
    if size > WIDEST_OF_SHAPES:
        _check_number(held + comb(size, size - count + 1) + comb(size, count + 1), size)
    true = map(frozenset, combinations(variables, size - count + 1))
    false = map(frozenset, combinations([-var for var in variables], count + 1))
    return [*true, *false]


def _check_number(clauses: int, size: int) -> None:
    if clauses > MOST_CLAUSES:
        raise TooWide(
            f"with a clue over {size} cells there would be {_rounded(clauses)} clauses: at most"
            f" {MOST_CLAUSES:,} are allowed; complete and csp use no clauses"
        )


def _rounded(number: int) -> str:
    return f"{number:,}" if number < 10**9 else f"some 10^{len(str(number)) - 1}"
