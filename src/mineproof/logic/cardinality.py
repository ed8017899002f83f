""" "Exactly so many of these" as clauses."""

from collections.abc import Sequence
from itertools import combinations

from mineproof.errors import Contradiction
from mineproof.proof.clause import Clause


def exactly(count: int, variables: Sequence[int]) -> list[Clause]:
    """Clauses that hold when just `count` of the variables are true.

    Of any m - n + 1 variables one is true, and of any n + 1 one is false. When none is true, or
    all are, one of the two halves is empty and the other is all units.

    >>> [len(exactly(n, [1, 2, 3, 4, 5])) for n in range(6)]
    [5, 11, 15, 15, 11, 5]
    """
    size = len(variables)
    if not 0 <= count <= size:
        raise Contradiction(f"{count} of {size} cannot be")
    true = map(frozenset, combinations(variables, size - count + 1))
    false = map(frozenset, combinations([-var for var in variables], count + 1))
    return [*true, *false]
