"""Resolution and subsumption as pure functions, written as in a textbook.

The knowledge base does the same with indexes; tests compare the two.
"""

from mineproof.proof.clause import Clause


def resolve(a: Clause, b: Clause) -> Clause | None:
    """Return the resolvent of `a` and `b`, or None if they do not clash on exactly one literal.

    >>> sorted(resolve(frozenset({1, 2}), frozenset({-1, 3})))
    [2, 3]
    """
    clash = [lit for lit in a if -lit in b]
    # With two clashing literals the resolvent would contain x and -x: it is always true.
    if len(clash) != 1:
        return None
    [pivot] = clash
    return (a - {pivot}) | (b - {-pivot})


def subsumes(stricter: Clause, wider: Clause) -> bool:
    """Return whether `stricter` subsumes `wider`: all its literals are in `wider`.

    >>> subsumes(frozenset({1}), frozenset({1, 2}))
    True
    """
    return stricter <= wider
