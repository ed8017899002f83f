"""The knowledge base: insertion, subsumption, units.

The assignment: the player keeps clauses in KB and decided cells in KB0. A new clause is first
resolved with KB0, and only the result is kept. It is skipped if KB has it or a stricter clause
(some of the same literals); clauses for which it is the stricter one are deleted. When a unit
clause is taken from KB, it moves to KB0 and is matched with every clause of KB: clauses that
contain it are dropped, and its negation is removed from the others.

Here KB is `clauses` and KB0 is `facts`; indexes by literal replace scans of all clauses. Between
calls no clause subsumes another, and none contains a decided variable. So a resolvent needs no
second look at KB0, and a taken unit finds no clause to drop: its insertion deleted them.

The newest unit is taken first. With the oldest first, a large board is explored in waves whose data
has left the cache: the cost of a cell grew by 1.4 from 100x100 to 300x300, and grows by 1.1 now,
also because index entries of decided variables are deleted.
"""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence

from mineproof.base.arguments import shown, whole_number
from mineproof.base.errors import BadInput, Contradiction
from mineproof.logic.cardinality import exactly
from mineproof.logic.observer import Listener, Observer, Parents, Telling
from mineproof.proof.clause import Clause


class KnowledgeBase:
    """Clauses by number, and `facts`: the decided literals, each with the number of its unit.

    >>> kb = KnowledgeBase()
    >>> kb.tell_exactly(2, [1, 2, 3])
    >>> kb.tell({-1})
    >>> kb.take(), [sorted(clause) for clause in kb.ids]
    (-1, [[2], [3]])
    """

    def __init__(self, *, record: bool = True, listener: Listener | None = None) -> None:
        self.observer = Observer(record=record, listener=listener)
        self.clauses: dict[int, Clause] = {}
        self.ids: dict[Clause, int] = {}
        self.facts: dict[int, int] = {}
        self.units: dict[int, int] = {}  # the unit clauses by literal
        self.fresh: list[int] = []  # longer clauses that have not been matched yet
        self.last = 0  # the number of the newest clause
        # Three indexes by literal: all clauses that contain it; the other literal of each clause of
        # two; and, for forward subsumption, each longer clause under one of its literals only.
        self.occurs: defaultdict[int, set[int]] = defaultdict(set)
        self.pairs: defaultdict[int, dict[int, int]] = defaultdict(dict)
        self._longer: defaultdict[int, set[int]] = defaultdict(set)

    def __len__(self) -> int:
        return len(self.ids)

    def tell(self, literals: Iterable[int], source: Hashable = None) -> None:
        """Add a clause, resolved with the facts. Literals are variables, from 1, or negatives."""
        try:  # literals are not checked before: players call this for every cell
            whole = frozenset(literals)
            is_true = any(lit in self.facts for lit in whole)
            decided = tuple(-lit for lit in whole if -lit in self.facts)
        except TypeError:
            expected = "literals, such as {1, -2}"
            raise TypeError(f"expected {expected}, not {shown(literals)}") from None
        if 0 in whole:
            raise BadInput("0 is not a literal: variables are counted from 1")
        if is_true:
            self.observer.refused("true", whole, ())
            return
        told = self.observer.told(Telling(source, tuple(whole), None, decided))
        self.insert(whole.difference(-lit for lit in decided), told)

    def tell_exactly(self, count: int, variables: Sequence[int], source: Hashable = None) -> None:
        """Add "exactly `count` of `variables` are true", over those not decided yet."""
        facts = self.facts
        if type(count) is not int:
            count = whole_number(count, "count")
        try:  # variables are not checked before: players call this for every clue
            true = [var for var in variables if var in facts]
            false = [-var for var in variables if -var in facts]
            undecided = [var for var in variables if var not in facts and -var not in facts]
        except TypeError:
            expected = "variables, such as [2, 3]"
            raise TypeError(f"expected {expected}, not {shown(variables)}") from None
        told = self.observer.told(Telling(source, tuple(variables), count, (*true, *false)))
        for clause in exactly(count - len(true), undecided, held=len(self.ids)):
            self.insert(clause, told)

    def insert(self, clause: Clause, parents: Parents) -> None:
        """Add a clause unless the base has it or a stricter one; delete those it is stricter than.

        Raise `Contradiction` if the clause is empty.
        """
        if clause in self.ids:
            self.observer.refused("duplicate", clause, parents, self.ids[clause])
            return
        stricter = self._stricter(clause)
        if stricter:
            self.observer.refused("subsumed", clause, parents, stricter)
            return
        wider = self._wider(clause)
        self.last = id = self.last + 1
        self.observer.inserted(id, clause, parents, len(self.ids) + 1 - len(wider), len(wider))
        if not clause:
            raise Contradiction("the clauses contradict each other")
        for other in wider:
            self.remove("drop", other, id)
        self.clauses[id] = clause
        self.ids[clause] = id
        occurs, size = self.occurs, len(clause)
        for lit in clause:
            occurs[lit].add(id)
        if size == 1:
            [lit] = clause
            self.units[lit] = id
            return
        self.fresh.append(id)
        if size == 2:
            a, b = clause
            self.pairs[a][b] = self.pairs[b][a] = id
        else:
            self._longer[next(iter(clause))].add(id)

    def _stricter(self, clause: Clause) -> int:
        """Return the number of a clause that subsumes `clause`, or 0."""
        if self.units and not self.units.keys().isdisjoint(clause):
            return next(self.units[lit] for lit in clause if lit in self.units)
        if len(clause) < 3:
            return 0
        pairs = self.pairs
        for lit in clause:
            if lit in pairs and not pairs[lit].keys().isdisjoint(clause):
                return next(id for other, id in pairs[lit].items() if other in clause)
        if len(clause) > 3:
            longer, clauses = self._longer, self.clauses
            for lit in clause:
                if lit in longer:
                    for id in longer[lit]:
                        if clauses[id] <= clause:
                            return id
        return 0

    def _wider(self, clause: Clause) -> Sequence[int]:
        """Return the numbers of the clauses that `clause` subsumes."""
        occurs, found = self.occurs, None
        for lit in clause:
            if lit not in occurs:
                return ()
            found = occurs[lit] if found is None else found & occurs[lit]
            if not found:
                return ()
        return sorted(found) if found else ()

    def remove(self, kind: str, id: int, by: int = 0) -> Clause:
        """Delete a clause and return it; the observer gets the kind of the event and `by`."""
        clause = self.clauses.pop(id)
        if self.observer.listener:  # a call less: this is done for every clause
            self.observer.removed(kind, id, clause, by)
        del self.ids[clause]
        occurs, size = self.occurs, len(clause)
        for lit in clause:
            occurs[lit].discard(id)
        if size == 1:
            [lit] = clause
            del self.units[lit]
        elif size == 2:
            a, b = clause
            del self.pairs[a][b], self.pairs[b][a]
        else:
            self._longer[next(iter(clause))].discard(id)
        return clause

    def take(self) -> int | None:
        """Move the newest unit to the facts and shorten the clauses that deny it; None if none."""
        if not self.units:
            return None
        lit, id = next(reversed(self.units.items()))
        self.remove("take", id)
        self.observer.counters.units += 1
        self.facts[lit] = id
        for other in sorted(self.occurs.get(-lit, ())):
            clause = self.remove("shorten", other, id)
            self.insert(clause - {-lit}, (id, other))
        # A decided variable occurs in no later clause. On large boards, its empty index entries
        # (two a cell) would take most of the garbage collector's time.
        for side in (lit, -lit):
            self.occurs.pop(side, None)
            self.pairs.pop(side, None)
            self._longer.pop(side, None)
        return lit
