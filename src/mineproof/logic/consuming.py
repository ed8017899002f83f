"""The knowledge base of report B (`consuming`), with the clauses that it loses.

It exists for comparison, not for use. The order of work is that of the original. The list of
clauses has an index, which the original lacks, so that a hard board takes a fraction of a second.
"""

from collections import Counter, defaultdict
from collections.abc import Hashable, Sequence
from itertools import chain

from mineproof.logic.cardinality import exactly
from mineproof.logic.observer import Listener, Observer, Telling

Ordered = tuple[int, ...]
"""A clause of report B: the same literals in another order are another clause."""


class ConsumingBase:
    """The knowledge base of report B: a list sorted by length; resolution deletes both parents.

    - A clause is an ordered list. The same literals in another order are another clause, and
      shortening by a unit may leave duplicates.
    - There is no subsumption: the original tests for it, but its test never succeeds.
    - A round takes the first clause that has a partner (exactly one clashing literal, any lengths),
      resolves it with all its partners, and deletes all of these parents.

    Call `settle` at the end of each iteration: the original updates and sorts its list then.
    """

    def __init__(self, *, listener: Listener | None = None) -> None:
        self.observer = Observer(record=False, listener=listener)
        self.facts: set[int] = set()
        self._clauses: dict[int, Ordered] = {}
        self._copies: Counter[Ordered] = Counter()
        self._occurs: defaultdict[int, set[int]] = defaultdict(set)
        # The sorted list: by length, then by rank.
        self._groups: defaultdict[int, dict[int, None]] = defaultdict(dict)
        self._rank: dict[int, int] = {}
        self._ranks = 0
        self._appended: list[int] = []
        self._decided: list[tuple[int, int]] = []
        self._last = 0

    def __len__(self) -> int:
        return len(self._clauses)

    def decide(self, lit: int, step: int = 0) -> None:
        """Add a literal to the facts; `step` is the number of the clause that proved it."""
        self.facts.add(lit)
        self._decided.append((lit, step))

    def tell_exactly(self, count: int, variables: Sequence[int], source: Hashable = None) -> None:
        """Add clauses for "exactly `count` of `variables` are true".

        The count is expanded over all variables; then the facts shorten each clause.
        """
        self.observer.told(Telling(source, tuple(variables), count, ()))
        for clause in exactly(count, variables, held=len(self._clauses)):
            # Positive or negative throughout, with the literals in the order of the variables.
            self._offer(tuple(lit for var in variables for lit in (var, -var) if lit in clause), ())

    def take(self) -> int | None:
        """Decide the first unit and return it; None if there is no unit."""
        if not self._groups[1]:
            return None
        id = next(iter(self._groups[1]))
        [lit] = self._remove("take", id)
        self.decide(lit, id)
        self.observer.counters.units += 1
        return lit

    def match(self) -> bool:
        """Resolve the first clause that has partners with all of them; False if there is none."""
        for length in sorted(self._groups):
            for base in self._groups[length]:
                partners = self._partners(base)
                if partners:
                    self._consume(base, partners)
                    return True
        return False

    def settle(self) -> None:
        """Shorten every clause by the newly decided literals, then sort by length (stable)."""
        for lit, fact in self._decided:
            for id in sorted(self._occurs[lit]):
                self._remove("true", id)
            # Each of them loses one literal, so their order in the list does not change.
            for id in sorted(self._occurs[-lit], key=self._position):
                clause = self._remove("shorten", id, fact)
                self._place(self._append(tuple(x for x in clause if x != -lit), (fact, id)))
        self._decided.clear()
        for id in self._appended:
            self._place(id)
        self._appended.clear()
        counters = self.observer.counters
        counters.largest = max(counters.largest, len(self._clauses))

    def _partners(self, base: int) -> list[int]:
        denials = (self._occurs[-lit] for lit in self._clauses[base])
        clashes = Counter(chain.from_iterable(denials))
        return sorted((id for id, n in clashes.items() if n == 1), key=self._position)

    def _consume(self, base: int, partners: list[int]) -> None:
        ours = self._clauses[base]
        self.observer.counters.rounds += 1
        self.observer.matched(base, frozenset(ours))
        for partner in partners:
            theirs = self._clauses[partner]
            left = [lit for lit in ours if -lit not in theirs]
            right = [lit for lit in theirs if -lit not in ours]
            self._offer(tuple(dict.fromkeys(left + right)), (base, partner))
        for id in (base, *partners):
            self._remove("consume", id, base)

    def _offer(self, clause: Ordered, parents: tuple[int, ...]) -> None:
        if any(lit in self.facts for lit in clause):
            self.observer.refused("true", frozenset(clause), parents)
            return
        shrunk = tuple(lit for lit in clause if -lit not in self.facts)
        if self._copies[shrunk]:
            self.observer.refused("duplicate", frozenset(shrunk), parents)
            return
        self._appended.append(self._append(shrunk, parents))

    def _append(self, clause: Ordered, parents: tuple[int, ...]) -> int:
        self._last = id = self._last + 1
        # The list counts at the end of an iteration, when the parents are gone: see `settle`.
        self.observer.inserted(id, frozenset(clause), parents, 0, 0)
        self._clauses[id] = clause
        self._copies[clause] += 1
        for lit in clause:
            self._occurs[lit].add(id)
        return id

    def _remove(self, kind: str, id: int, by: int = 0) -> Ordered:
        clause = self._clauses.pop(id)
        self.observer.removed(kind, id, frozenset(clause), by)
        self._copies[clause] -= 1
        for lit in clause:
            self._occurs[lit].discard(id)
        self._groups[len(clause)].pop(id, None)
        self._rank.pop(id, None)
        return clause

    def _place(self, id: int) -> None:
        self._groups[len(self._clauses[id])][id] = None
        self._ranks += 1
        self._rank[id] = self._ranks

    def _position(self, id: int) -> tuple[int, int]:
        return len(self._clauses[id]), self._rank[id]
