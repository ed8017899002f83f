"""A hint as clauses: "exactly n of these m variables are true".

The assignment: a hint of n mines among m unmarked cells gives m positive unit clauses if n = m, and
m negative ones if n = 0. Otherwise, of any m - n + 1 cells at least one is a mine, which makes
C(m, m - n + 1) clauses of positive literals; and of any n + 1 cells at least one is safe, which
makes C(m, n + 1) clauses of negative literals. For m = 5 and n = 2 these are 5 and 10 clauses.
"""

from collections.abc import Sequence
from itertools import combinations

from mineproof.base.errors import Contradiction
from mineproof.logic.clause_limit import check_width
from mineproof.proof.clause import Clause


def exactly(count: int, variables: Sequence[int], held: int = 0) -> list[Clause]:
    """Return clauses that all hold if and only if exactly `count` of the variables are true.

    The two cases of unit clauses need no code of their own: then one of the two kinds is empty and
    the other has one literal a clause. Raise `Contradiction` if n is not between 0 and m, and
    `TooWide` if these clauses and the `held` ones of the caller would be too many.

    >>> [len(exactly(n, [1, 2, 3, 4, 5])) for n in range(6)]
    [5, 11, 15, 15, 11, 5]
    """
    size = len(variables)
    if not 0 <= count <= size:
        raise Contradiction(f"{count} of {size} variables cannot be true")
    check_width(size, count, held)
    true = map(frozenset, combinations(variables, size - count + 1))
    false = map(frozenset, combinations([-var for var in variables], count + 1))
    return [*true, *false]
