"""Clauses for a count over many variables, by helper variables (a sequential counter).

Each helper variable has one meaning: at least j of the first i variables of a list are true. A
reader can therefore check every clause alone, without knowing how the others were made.
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
        """Add clauses: at most `most` of the variables are true."""
        self._count_up(most + 1)
        self._add((most + 1, len(self.variables)), negated=True)

    def at_least(self, least: int) -> None:
        """Add clauses: at least `least` of the variables are true."""
        self._count_down(least)
        self._add((least, len(self.variables)), negated=False)

    def exactly(self, count: int) -> None:
        """Add clauses: exactly `count` of the variables are true.

        The variables determine every helper: each choice of true variables is exactly one model.
        """
        for goal in (count, count + 1):
            self._count_up(goal)
            self._count_down(goal)
        self.clauses = list(dict.fromkeys(self.clauses))  # the two bands overlap
        self._add((count, len(self.variables)), negated=False)
        self._add((count + 1, len(self.variables)), negated=True)

    def _band(self, goal: int) -> list[tuple[int, int]]:
        """Return (j, i) of the helpers that "at least `goal` of all" can depend on."""
        size = len(self.variables)
        return [
            (j, i)
            for i in range(1, size + 1)
            for j in range(max(1, goal - (size - i)), min(i, goal) + 1)
        ]

    def _count_up(self, goal: int) -> None:
        """Add clauses from variables to helpers: enough true variables make a helper true."""
        for j, i in self._band(goal):
            cell = self.variables[i - 1]
            self._clause([((j, i - 1), True), ((j, i), False)])
            self._clause([((j - 1, i - 1), True), ((j, i), False)], -cell)

    def _count_down(self, goal: int) -> None:
        """Add clauses from helpers to variables: a true helper needs enough true variables."""
        for j, i in self._band(goal):
            cell = self.variables[i - 1]
            self._clause([((j, i), True), ((j - 1, i - 1), False)])
            self._clause([((j, i), True), ((j, i - 1), False)], cell)

    def _add(self, what: tuple[int, int], *, negated: bool) -> None:
        self._clause([(what, negated)])

    def _clause(self, helpers: list[tuple[tuple[int, int], bool]], *literals: int) -> None:
        """Add a clause of helpers (each with whether it is negated) and literals.

        A helper with j <= 0 is always true and one with j > i is always false: neither is written.
        """
        clause = set(literals)
        for (j, i), negated in helpers:
            value = True if j <= 0 else False if j > i else None
            if value is not None:
                if value != negated:
                    return  # the clause is always true
                continue
            helper = self._helper(j, i)
            clause.add(-helper if negated else helper)
        self.clauses.append(frozenset(clause))

    def _helper(self, j: int, i: int) -> int:
        if (j, i) not in self._helpers:
            self._helpers[j, i] = self.first_helper + len(self._helpers)
            self.meaning[self._helpers[j, i]] = (j, i)
        return self._helpers[j, i]
