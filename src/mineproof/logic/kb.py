"""The knowledge base: tell it clauses, take the units it finds.

Two layers. `ClauseStore` holds clauses and finds them by their literals; `KnowledgeBase` adds what
is decided (the assignment's KB0) and keeps the two apart. No operation scans the whole base. Every
clause ever accepted keeps its number and the numbers of its parents, so that a proof can be read
off later.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from mineproof.errors import Contradiction
from mineproof.logic.cardinality import exactly
from mineproof.proof.clause import Clause

Parents = tuple[int, ...]
"""The steps a clause was made from; for a clause that was told, minus the number of the telling."""


@dataclass(slots=True)
class Counters:
    """What the work cost: the figures that people compare strategies by."""

    generated: int = 0
    """clauses offered: from clues, from pairs, and those a unit has shortened"""
    inserted: int = 0
    """clauses accepted"""
    duplicates: int = 0
    """clauses refused because the base had them"""
    subsumed: int = 0
    """clauses refused or thrown out because a stricter one was there, or came"""
    resolutions: int = 0
    """resolvents made, those with a unit included"""
    units: int = 0
    """units taken: cells marked"""
    rounds: int = 0
    """rounds of pairwise matching (`saturate`: clauses matched with all their partners)"""
    largest: int = 0
    """clauses in the base at its fullest"""
    nodes: int = 0
    """values tried by backtracking"""


class Event(NamedTuple):
    """Something the base did, told to whoever listens.

    `kind` is one of: tell (`source` says: `other` of the variables in `clause` are true), insert,
    duplicate, subsumed (refused: `other` is stricter), true (refused: decided already), drop
    (deleted: `other` subsumes it), shorten (deleted: the unit `other` shortens it), consume
    (deleted: a parent that is not kept), take (a unit moves to the facts), match (pairs are about
    to be resolved).
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
    """Where told clauses come from: `source` says that `count` of `variables` are true.

    `decided` are the literals over those variables that were known by then and so left out. A bare
    clause has `count` None and its literals for variables.
    """

    source: Hashable
    variables: tuple[int, ...]
    count: int | None
    decided: tuple[int, ...]


class ClauseStore:
    """Clauses without duplicates, none a superset of another.

    Between calls, `units` and `fresh` name the unit clauses, and the longer ones that matching has
    not looked at yet.
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
        # Three indexes, each by literal: all clauses with it; the other half of each pair with it;
        # and, for forward subsumption, the longer clauses under just one of their literals.
        self.occurs: defaultdict[int, set[int]] = defaultdict(set)
        self.pairs: defaultdict[int, dict[int, int]] = defaultdict(dict)
        self._homes: defaultdict[int, set[int]] = defaultdict(set)

    def __len__(self) -> int:
        return len(self.ids)

    def clause(self, id: int) -> Clause | None:
        """The clause of that number if it is still held."""
        clause = self._clauses.get(id)
        return clause if clause is not None and self.ids.get(clause) == id else None

    def recorded(self, id: int) -> Clause:
        """The clause of that number, held or not."""
        return self._clauses[id]

    def insert(self, clause: Clause, parents: Parents) -> None:
        """Add a clause unless it, or a stricter one, is held; throw out those it subsumes."""
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
            raise Contradiction("what was told contradicts itself")
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
        """Take a clause out; its step stays on record."""
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
        """The number of a clause within `clause`, or 0."""
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
        """The numbers of the clauses that contain `clause`."""
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
    """Clauses, and `facts`: the literals decided so far, each with the step that decided it.

    Between calls no clause but a waiting unit contains a decided variable, and a waiting unit is in
    no other clause but as its denial.

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
        """Add a clause; what is decided is resolved away first."""
        whole, facts = frozenset(literals), self.facts
        if any(lit in facts for lit in whole):
            if self.listener:
                self.listener(Event("true", 0, whole))
            return
        decided = tuple(-lit for lit in whole if -lit in facts)
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
        true = [var for var in variables if var in facts]
        false = [-var for var in variables if -var in facts]
        undecided = [var for var in variables if var not in facts and -var not in facts]
        self.tellings.append(Telling(source, tuple(variables), count, (*true, *false)))
        told = (-len(self.tellings),)
        left = count - len(true)
        if self.listener:
            self.listener(Event("tell", 0, frozenset(undecided), told, left, source))
        for clause in exactly(left, undecided):
            self.insert(clause, told)

    def take(self) -> int | None:
        """Decide the next unit and match it with every clause; None if no unit is waiting.

        Clauses that contain it are gone already: the unit subsumed them when it came.
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
        # A decided variable comes up no more. On large boards its empty index entries, two a cell,
        # are what the garbage collector would spend its time on.
        for side in (lit, -lit):
            self.occurs.pop(side, None)
            self.pairs.pop(side, None)
            self._homes.pop(side, None)
        return lit
