"""The observer of a knowledge base: it counts the work, keeps the steps of proofs, reports events.

A base calls it at every operation and reads nothing from it, so the rules of the assignment stand
in `kb.py` and `matching.py` without bookkeeping. `proofs.py` reads a proof from the kept steps.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import NamedTuple

from mineproof.proof.clause import Clause

Parents = tuple[int, ...]
"""The numbers of a resolvent's two parents; for a clause of a `Telling`, minus its number."""


@dataclass(slots=True)
class Counters:
    """Counts of the work done, used to compare strategies."""

    generated: int = 0
    """clauses made: from clues, by resolving pairs, and by shortening with a unit"""
    inserted: int = 0
    """clauses accepted"""
    duplicates: int = 0
    """clauses refused because the base contains them already"""
    subsumed: int = 0
    """clauses refused or deleted because a clause of the base subsumes them"""
    resolutions: int = 0
    """resolvents made, those with a unit included"""
    units: int = 0
    """units taken: cells marked"""
    rounds: int = 0
    """rounds of pairwise matching (`saturate`: clauses matched with all their partners)"""
    largest: int = 0
    """the largest number of clauses in the base at one time"""
    nodes: int = 0
    """values tried by backtracking"""


class Event(NamedTuple):
    """One operation of the knowledge base, passed to its listener.

    `kind` is one of:

    - tell: `source` states that `other` of the variables in `clause` are true
    - insert: the clause is added
    - duplicate, subsumed, true: the clause is refused, because the base contains it, because
      clause `other` subsumes it, or because a decided literal makes it true
    - drop, shorten, consume: the clause is deleted, because clause `other` subsumes it, because
      unit `other` shortens it, or because its method does not keep parents
    - take: a unit moves to the facts
    - match: the clause is about to be resolved with its partners
    """

    kind: str
    step: int
    clause: Clause
    parents: Parents = ()
    other: int = 0
    source: Hashable = None


Listener = Callable[[Event], None]


class Telling(NamedTuple):
    """One call of `tell` or `tell_exactly`: of `variables`, `true_count` are true by `source`.

    `decided` are the literals over these variables that were facts at that time; the clauses leave
    them out. For a single clause, `true_count` is None and `variables` are its literals.
    """

    source: Hashable
    variables: tuple[int, ...]
    true_count: int | None
    decided: tuple[int, ...]


class Observer:
    """Gets every operation of one base. `steps` are the clauses by number, deleted ones included.

    With `record` false, it keeps no steps.
    """

    def __init__(self, *, record: bool, listener: Listener | None) -> None:
        self.counters = Counters()
        self.record = record
        self.steps: dict[int, tuple[Clause, Parents]] = {}
        self.tellings: list[Telling] = []
        self.listener = listener

    def told(self, telling: Telling) -> Parents:
        """Note a telling; return the parents of the clauses that express it."""
        self.tellings.append(telling)
        parents = (-len(self.tellings),)
        if self.listener and telling.true_count is not None:
            known = {abs(lit) for lit in telling.decided}
            left = telling.true_count - sum(lit > 0 for lit in telling.decided)
            undecided = frozenset(telling.variables) - known
            self.listener(Event("tell", 0, undecided, parents, left, telling.source))
        return parents

    def inserted(self, id: int, clause: Clause, parents: Parents, size: int, dropped: int) -> None:
        """Note that a clause becomes one of `size` in the base; it subsumes `dropped` others."""
        counters = self.counters
        counters.generated += 1
        counters.inserted += 1
        counters.subsumed += dropped
        if len(parents) == 2:
            counters.resolutions += 1
        if size > counters.largest:
            counters.largest = size
        if self.record:
            self.steps[id] = clause, parents
        if self.listener:
            self.listener(Event("insert", id, clause, parents))

    def refused(self, kind: str, clause: Clause, parents: Parents, by: int = 0) -> None:
        """Note that a clause is not inserted: `duplicate`, `subsumed` or `true`."""
        counters = self.counters
        counters.generated += 1
        if len(parents) == 2:
            counters.resolutions += 1
        if kind == "subsumed":
            counters.subsumed += 1
        elif kind == "duplicate":
            counters.duplicates += 1
        if self.listener:
            self.listener(Event(kind, 0, clause, parents, by))

    def removed(self, kind: str, id: int, clause: Clause, by: int = 0) -> None:
        """Note that a clause leaves the base: `drop`, `shorten`, `consume`, `take` or `true`."""
        if self.listener:
            self.listener(Event(kind, id, clause, (), by))

    def matched(self, id: int, clause: Clause) -> None:
        """Note that a clause is about to be resolved with its partners."""
        if self.listener:
            self.listener(Event("match", id, clause))
