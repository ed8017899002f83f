"""The knowledge base: callers add clauses and take the units that follow.

There are two layers. `ClauseStore` holds clauses and finds them by their literals. `KnowledgeBase`
adds the decided literals (the assignment's KB0) and keeps them out of the clauses. No operation
scans all clauses. Every accepted clause keeps its number and the numbers of its parents, also after
its deletion, so that `proofs.py` can read a proof from them.

The newest unit is taken first. With the oldest first, a large board is explored in waves whose data
has left the cache: the cost of a cell grew by 1.4 from 100x100 to 300x300, and grows by 1.1 now,
also because index entries of decided variables are deleted.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from mineproof.base.arguments import whole_number
from mineproof.base.errors import BadInput, Contradiction
from mineproof.logic.cardinality import exactly
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


@dataclass(frozen=True, slots=True)
class Telling:
    """One call of `tell` or `tell_exactly`: `source` states that `count` of `variables` are true.

    `decided` are the literals over these variables that were facts at that time; the clauses leave
    them out. For a single clause, `count` is None and `variables` are its literals.
    """

    source: Hashable
    variables: tuple[int, ...]
    count: int | None
    decided: tuple[int, ...]


class ClauseStore:
    """A set of clauses, none of which subsumes another.

    Between calls, `units` holds the unit clauses by literal, and `fresh` the numbers of longer
    clauses that have not been matched yet.
    """

    def __init__(self, *, record: bool = True, listener: Listener | None = None) -> None:
        self.ids: dict[Clause, int] = {}
        self.units: dict[int, int] = {}
        self.fresh: list[int] = []
        self.counters = Counters()
        self.listener = listener
        self.record = record
        self.parents: dict[int, Parents] = {}
        self.tellings: list[Telling] = []
        self._clauses: dict[int, Clause] = {}
        self._last = 0
        # Three indexes by literal: all clauses that contain it; the other literal of each clause of
        # two; and, for forward subsumption, each longer clause under one of its literals only.
        self.occurs: defaultdict[int, set[int]] = defaultdict(set)
        self.pairs: defaultdict[int, dict[int, int]] = defaultdict(dict)
        self._homes: defaultdict[int, set[int]] = defaultdict(set)

    def __len__(self) -> int:
        return len(self.ids)

    def clause(self, id: int) -> Clause | None:
        """Return the clause with this number; None if it has been deleted."""
        clause = self._clauses.get(id)
        return clause if clause is not None and self.ids.get(clause) == id else None

    def recorded(self, id: int) -> Clause:
        """Return the clause with this number, even if it has been deleted."""
        return self._clauses[id]

    def insert(self, clause: Clause, parents: Parents) -> None:
        """Add a clause unless the store has it or one that subsumes it; delete those it subsumes.

        Raise `Contradiction` if the clause is empty.
        """
        counters = self.counters
        counters.generated += 1
        if clause in self.ids:
            counters.duplicates += 1
            if self.listener:
                self.listener(Event("duplicate", 0, clause, parents, self.ids[clause]))
            return
        stricter = self._stricter(clause)
        if stricter:
            counters.subsumed += 1
            if self.listener:
                self.listener(Event("subsumed", 0, clause, parents, stricter))
            return
        self._last = id = self._last + 1
        if self.listener:
            self.listener(Event("insert", id, clause, parents))
        if not clause:
            raise Contradiction("the clauses contradict each other")
        for wider in self._wider(clause):
            counters.subsumed += 1
            self.remove(wider, "drop", id)
        self._clauses[id] = clause
        if self.record:
            self.parents[id] = parents
        self.ids[clause] = id
        self._index(id, clause)
        counters.inserted += 1
        if len(self.ids) > counters.largest:
            counters.largest = len(self.ids)

    def remove(self, id: int, why: str, by: int = 0) -> Clause:
        """Delete a clause and return it. If `record` is set, its number and parents are kept."""
        clause = self._clauses[id] if self.record else self._clauses.pop(id)
        if self.listener:
            self.listener(Event(why, id, clause, (), by))
        del self.ids[clause]
        for lit in clause:
            self.occurs[lit].discard(id)
        size = len(clause)
        if size == 1:
            [lit] = clause
            del self.units[lit]
        elif size == 2:
            a, b = clause
            del self.pairs[a][b], self.pairs[b][a]
        else:
            self._homes[next(iter(clause))].discard(id)
        return clause

    def _stricter(self, clause: Clause) -> int:
        """Return the number of a clause that subsumes `clause`, or 0."""
        if self.units and not self.units.keys().isdisjoint(clause):
            return next(self.units[lit] for lit in clause if lit in self.units)
        size = len(clause)
        if size < 3:
            return 0
        pairs = self.pairs
        for lit in clause:
            if lit in pairs and not pairs[lit].keys().isdisjoint(clause):
                return next(id for other, id in pairs[lit].items() if other in clause)
        if size > 3:
            homes, clauses = self._homes, self._clauses
            for lit in clause:
                if lit in homes:
                    for id in homes[lit]:
                        if clauses[id] <= clause:
                            return id
        return 0

    def _wider(self, clause: Clause) -> Sequence[int]:
        """Return the numbers of the clauses that `clause` subsumes."""
        occurs = self.occurs
        found: set[int] = set()
        first = True
        for lit in clause:
            if lit not in occurs:
                return ()
            found = occurs[lit] if first else found & occurs[lit]
            first = False
            if not found:
                return ()
        return sorted(found)

    def _index(self, id: int, clause: Clause) -> None:
        for lit in clause:
            self.occurs[lit].add(id)
        size = len(clause)
        if size == 1:
            [lit] = clause
            self.units[lit] = id
            return
        self.fresh.append(id)
        if size == 2:
            a, b = clause
            self.pairs[a][b] = self.pairs[b][a] = id
        else:
            self._homes[next(iter(clause))].add(id)


class KnowledgeBase(ClauseStore):
    """Clauses, and `facts`: the decided literals, each with the number of its unit clause.

    Between calls, no clause contains the variable of a fact. Clauses may contain the negation of a
    unit that waits for `take`, but not the unit itself.

    >>> kb = KnowledgeBase()
    >>> kb.tell({1, 2, 3})
    >>> kb.tell({-1})
    >>> kb.take(), [sorted(clause) for clause in kb.ids]
    (-1, [[2, 3]])
    """

    def __init__(self, *, record: bool = True, listener: Listener | None = None) -> None:
        super().__init__(record=record, listener=listener)
        self.facts: dict[int, int] = {}

    def tell(self, literals: Iterable[int], source: Hashable = None) -> None:
        """Add a clause without its literals that are decided to be false.

        A clause with a literal that is decided to be true is not added. Literals are whole numbers:
        a variable, counted from 1, or its negative.
        """
        facts = self.facts
        try:  # literals are not checked before: players call this for every cell
            whole = frozenset(literals)
            is_true = any(lit in facts for lit in whole)
            decided = () if is_true else tuple(-lit for lit in whole if -lit in facts)
        except TypeError:
            expected = "literals, such as {1, -2}"
            raise TypeError(f"expected {expected}, not {literals!r:.60}") from None
        if 0 in whole:
            raise BadInput("0 is not a literal: variables are counted from 1")
        if is_true:
            if self.listener:
                self.listener(Event("true", 0, whole))
            return
        self.tellings.append(Telling(source, tuple(whole), None, decided))
        self.insert(whole.difference(-lit for lit in decided), (-len(self.tellings),))

    def tell_exactly(self, count: int, variables: Sequence[int], source: Hashable = None) -> None:
        """Add "exactly `count` of `variables` are true", over those not decided yet.

        >>> kb = KnowledgeBase()
        >>> kb.tell_exactly(1, [1, 2])
        >>> kb.tell({-1})
        >>> kb.take(), kb.take()
        (-1, 2)
        """
        facts = self.facts
        if type(count) is not int:
            count = whole_number(count, "count")
        try:  # variables are not checked before: players call this for every clue
            true = [var for var in variables if var in facts]
            false = [-var for var in variables if -var in facts]
            undecided = [var for var in variables if var not in facts and -var not in facts]
        except TypeError:
            expected = "variables, such as [2, 3]"
            raise TypeError(f"expected {expected}, not {variables!r:.60}") from None
        self.tellings.append(Telling(source, tuple(variables), count, (*true, *false)))
        told = (-len(self.tellings),)
        left = count - len(true)
        if self.listener:
            self.listener(Event("tell", 0, frozenset(undecided), told, left, source))
        for clause in exactly(left, undecided, held=len(self.ids)):
            self.insert(clause, told)

    def take(self) -> int | None:
        """Decide the newest unit, shorten the clauses that deny it, and return it; None if none.

        No clause contains the unit itself: `insert` deleted them, because the unit subsumes them.
        """
        if not self.units:
            return None
        lit, id = next(reversed(self.units.items()))
        self.remove(id, "take")
        self.facts[lit] = id
        self.counters.units += 1
        for other in sorted(self.occurs.get(-lit, ())):
            longer = self.remove(other, "shorten", id)
            self.counters.resolutions += 1
            self.insert(longer - {-lit}, (id, other))
        # A decided variable occurs in no later clause. On large boards, its empty index entries
        # (two a cell) would take most of the garbage collector's time.
        for side in (lit, -lit):
            self.occurs.pop(side, None)
            self.pairs.pop(side, None)
            self._homes.pop(side, None)
        return lit
