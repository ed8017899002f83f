"""A copy of a program's knowledge base, maintained by the assignment's rules.

The program reports which clauses it inserts and which units it takes, but not which clauses it
deletes. This copy deletes what the rules delete: clauses that a unit makes true, and those that a
stricter clause subsumes.
"""

from collections import defaultdict
from collections.abc import Iterator

from mineproof.logic.resolution import resolve
from mineproof.proof.clause import Clause

MOST_WORK = 10_000_000
"""Pairs of clauses compared in one game: some 10 s. Built-in strategies need up to 2,000,000."""


class TooMuchWork(Exception):
    """Raised if a game has too many clauses to be checked to its end."""


class Mirror:
    """The clauses that a program should have now, and those that it had before.

    A program can report clauses whose check takes cubic time. `work` counts the pairs of clauses
    that were compared; `TooMuchWork` is raised above `most_work`.
    """

    def __init__(self, most_work: int = MOST_WORK) -> None:
        self.work = 0
        self._most_work = most_work
        self.clauses: set[Clause] = set()
        self.derived: set[Clause] = set()
        """clauses that follow by the rules from clauses that do, back to the clues"""
        self.decided: set[int] = set()
        self.untold: set[Clause] = set()
        """clauses that a unit has shortened here; the program may report each once"""
        self.largest = 0
        self._having: defaultdict[int, set[Clause]] = defaultdict(set)
        self._ever: defaultdict[int, set[Clause]] = defaultdict(set)

    def count_work(self, pairs: int) -> None:
        """Add to the work of this game; raise `TooMuchWork` if it is more than allowed."""
        self.work += pairs
        if self.work > self._most_work:
            raise TooMuchWork

    def reduced(self, clause: Clause) -> Clause | None:
        """Return the clause without false literals; None if one literal is true."""
        if not self.decided.isdisjoint(clause):
            return None
        return frozenset(lit for lit in clause if -lit not in self.decided)

    def stricter(self, clause: Clause) -> Clause | None:
        """Return a clause that subsumes `clause` and is not equal to it."""
        for lit in clause:
            self.count_work(len(self._having[lit]))
            for other in self._having[lit]:
                if other < clause:
                    return other
        return None

    def add(self, clause: Clause, *, derived: bool = True) -> None:
        """Add a clause, and delete the clauses that it subsumes.

        A clause that is not `derived` is no parent of others.
        """
        if not clause:
            return
        for wider in set.intersection(*(self._having[lit] for lit in clause)) - {clause}:
            self._remove(wider)
        self.clauses.add(clause)
        for lit in clause:
            self._having[lit].add(clause)
            if derived:
                self._ever[lit].add(clause)
        if derived:
            self.derived.add(clause)
        self.largest = max(self.largest, len(self.clauses))

    def decide(self, lit: int) -> None:
        """Take a unit: delete the clauses that it makes true, shorten those with its negation."""
        self.decided.add(lit)
        for clause in list(self._having[lit]):
            self._remove(clause)
        for clause in list(self._having[-lit]):
            self._remove(clause)
            shorter = clause - {-lit}
            if shorter not in self.clauses and self.stricter(shorter) is None:
                self.add(shorter, derived=clause in self.derived)
                self.untold.add(shorter)

    def has_parents(self, clause: Clause) -> bool:
        """Tell whether a clause is a resolvent that the rules allow, or a shortened clause.

        The rules allow resolvents of two known clauses, one of them with two literals. A shortened
        clause is a known one without a literal that is false: its negation is decided, or a unit
        that follows. A class reports no units: it has taken one before the move shows it.
        """
        for lit in clause:
            self.count_work(len(self._ever[lit]))
            for one in self._ever[lit]:
                more = one - clause
                if not more or all(map(self._is_false, more)):
                    return True
                if len(more) == 1:
                    [pivot] = more
                    self.count_work(len(self._ever[-pivot]))
                    for other in self._ever[-pivot]:
                        if 2 in (len(one), len(other)) and self._reaches(one, other, clause):
                            return True
        return False

    def _reaches(self, one: Clause, other: Clause, clause: Clause) -> bool:
        resolvent = resolve(one, other)
        return resolvent is not None and (
            resolvent == clause
            or clause == {lit for lit in resolvent if lit in clause or not self._is_false(lit)}
        )

    def _is_false(self, lit: int) -> bool:
        return -lit in self.decided or frozenset([-lit]) in self.derived

    def unmade(self) -> tuple[Clause, Clause, Clause] | None:
        """Return two clauses, one of two literals, and their missing resolvent; or None.

        The resolvent is the least one by length and literals.
        """
        least: tuple[Clause, Clause, Clause] | None = None
        for found in self._resolvents():
            resolvent = found[2]
            if resolvent in self.clauses or (least and _by_size(found) >= _by_size(least)):
                continue
            if self.stricter(resolvent) is None:
                least = found
        return least

    def _resolvents(self) -> Iterator[tuple[Clause, Clause, Clause]]:
        for pair in self.clauses:
            if len(pair) != 2:
                continue
            for lit in pair:
                self.count_work(len(self._having[-lit]))
                for other in self._having[-lit]:
                    resolvent = resolve(pair, other) if len(other) > 1 else None
                    if resolvent:
                        yield pair, other, resolvent

    def _remove(self, clause: Clause) -> None:
        self.clauses.discard(clause)
        self.untold.discard(clause)
        for lit in clause:
            self._having[lit].discard(clause)


def _by_size(found: tuple[Clause, Clause, Clause]) -> tuple[int, list[int]]:
    return len(found[2]), sorted(found[2])
