"""Resolution and subsumption: values and pure functions, as plain as in the textbook.

The knowledge base does the same by index; tests play the two against each other.
"""

from mineproof.proof.clause import Clause


def resolve(a: Clause, b: Clause) -> Clause | None:
    """What `a` and `b` say together and neither says alone, or None if nothing.

    >>> sorted(resolve(frozenset({1, 2}), frozenset({-1, 3})))
    [2, 3]
    """
    clash = [lit for lit in a if -lit in b]
    # A second clash would leave some x beside its own -x: always true, so worth nothing.
    if len(clash) != 1:
        return None
    [pivot] = clash
    return (a - {pivot}) | (b - {-pivot})


def subsumes(stricter: Clause, wider: Clause) -> bool:
    """True if `wider` is needless beside `stricter`: it says no more.

    >>> subsumes(frozenset({1}), frozenset({1, 2}))
    True
    """
    return stricter <= wider


def saturated(clauses: set[Clause]) -> set[Clause]:
    """Everything that follows from `clauses` when one parent of each pair has two literals, and
    units are resolved with all; without the clauses that others subsume.

    The plain version of `matching.Saturation`: it looks at every pair again and again.
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
