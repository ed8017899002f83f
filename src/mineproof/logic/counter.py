""" "At least so many of the first of these" as clauses, with a meaning for every variable.

A count over many variables needs helpers. Here each helper means one thing: at least j of the first
i variables of a list are true. So whoever doubts a clause can check it by itself, without knowing
how the rest was made.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from mineproof.proof.clause import Clause


@dataclass
class Counter:
    """Clauses that say how many of `variables` are true.

    >>> counter = Counter([1, 2, 3], first_helper=4)
    >>> counter.at_most(1)
    >>> len(counter.clauses), counter.meaning[4]
    (7, (1, 1))
    """

    variables: Sequence[int]
    first_helper: int
    clauses: list[Clause] = field(default_factory=list)
    meaning: dict[int, tuple[int, int]] = field(default_factory=dict)
    """helper: (j, i) for "at least j of the first i" """
    _helpers: dict[tuple[int, int], int] = field(default_factory=dict)

    def at_most(self, most: int) -> None:
        """Not most + 1 of them, or more, are true."""
        self._count_up(most + 1)
        self._add((most + 1, len(self.variables)), negated=True)

    def at_least(self, least: int) -> None:
        """At least `least` of them are true."""
        self._count_down(least)
        self._add((least, len(self.variables)), negated=False)

    def exactly(self, count: int) -> None:
        """Just `count` of them are true. Every helper is decided by the variables, so that each way
        to choose them is one model and no more."""
        for goal in (count, count + 1):
            self._count_up(goal)
            self._count_down(goal)
        self.clauses = list(dict.fromkeys(self.clauses))  # the two bands overlap
        self._add((count, len(self.variables)), negated=False)
        self._add((count + 1, len(self.variables)), negated=True)

    def _band(self, goal: int) -> list[tuple[int, int]]:
        """The helpers that can bear on "at least `goal` of all": those within reach of it."""
        size = len(self.variables)
        return [
            (j, i)
            for i in range(1, size + 1)
            for j in range(max(1, goal - (size - i)), min(i, goal) + 1)
        ]

    def _count_up(self, goal: int) -> None:
        """From cells to helpers: what is there is counted."""
        for j, i in self._band(goal):
            cell = self.variables[i - 1]
            self._clause([((j, i - 1), True), ((j, i), False)])
            self._clause([((j - 1, i - 1), True), ((j, i), False)], -cell)

    def _count_down(self, goal: int) -> None:
        """From helpers to cells: what is counted is there."""
        for j, i in self._band(goal):
            cell = self.variables[i - 1]
            self._clause([((j, i), True), ((j - 1, i - 1), False)])
            self._clause([((j, i), True), ((j, i - 1), False)], cell)

    def _add(self, what: tuple[int, int], *, negated: bool) -> None:
        self._clause([(what, negated)])

    def _clause(self, helpers: list[tuple[tuple[int, int], bool]], *literals: int) -> None:
        """Helpers (negated or not) and literals; constants are folded away."""
        clause = set(literals)
        for (j, i), negated in helpers:
            value = True if j <= 0 else False if j > i else None
            if value is not None:
                if value != negated:
                    return  # true already
                continue
            helper = self._helper(j, i)
            clause.add(-helper if negated else helper)
        self.clauses.append(frozenset(clause))

    def _helper(self, j: int, i: int) -> int:
        if (j, i) not in self._helpers:
            self._helpers[j, i] = self.first_helper + len(self._helpers)
            self.meaning[self._helpers[j, i]] = (j, i)
        return self._helpers[j, i]
