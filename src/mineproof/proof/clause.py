"""Clauses: a clause is a set of literals, at least one of which is true.

A literal is a non-zero int, as in DIMACS: `3` says that variable 3 is true, `-3` that it is false.
The empty clause cannot be true: to derive it is to find a contradiction.
"""

from collections.abc import Callable

Clause = frozenset[int]

EMPTY: Clause = frozenset()


def show(clause: Clause, name: Callable[[int], str] = str) -> str:
    """Return a clause as text; `name` returns the name of a variable.

    >>> show(frozenset({-3, 1}), name=lambda var: f"x{var}")
    'x1 ∨ ¬x3'
    """
    if not clause:
        return "⊥"
    return " ∨ ".join(
        ("¬" if lit < 0 else "") + name(abs(lit))
        for lit in sorted(clause, key=lambda x: (abs(x), x))
    )
