"""The matching methods of two reports, with the clauses that they lose.

Both methods delete clauses that `Rounds` and `Saturation` keep. They exist for comparison, not for
use. The order of work is that of the originals. The clause lists have an index, which the originals
lack, so that a hard board takes a fraction of a second.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import chain

from mineproof.base.arguments import require
from mineproof.base.errors import BadInput
from mineproof.logic.cardinality import exactly
from mineproof.logic.kb import ClauseStore, Counters, Event, Listener
from mineproof.logic.resolution import resolve

Ordered = tuple[int, ...]
"""A clause of report B: the same literals in another order are another clause."""
Rank = Callable[[int], int]
"""A function from the number of a clause to its rank. Clauses are visited by increasing rank."""


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
        self.facts: set[int] = set()
        self.counters = Counters()
        self.listener = listener
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
        if self.listener:
            self.listener(Event("tell", 0, frozenset(variables), (), count, source))
        for clause in exactly(count, variables, held=len(self._clauses)):
            # Positive or negative throughout, with the literals in the order of the variables.
            self._offer(tuple(lit for var in variables for lit in (var, -var) if lit in clause), ())

    def take(self) -> int | None:
        """Decide the first unit and return it; None if there is no unit."""
        if not self._groups[1]:
            return None
        id = next(iter(self._groups[1]))
        [lit] = self._remove(id, "take")
        self.decide(lit, id)
        self.counters.units += 1
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
                self._remove(id, "true")
            # Each of them loses one literal, so their order in the list does not change.
            for id in sorted(self._occurs[-lit], key=self._position):
                clause = self._remove(id, "shorten", fact)
                self.counters.resolutions += 1
                self.counters.generated += 1
                self._place(self._append(tuple(x for x in clause if x != -lit), (fact, id)))
        self._decided.clear()
        for id in self._appended:
            self._place(id)
        self._appended.clear()
        self.counters.largest = max(self.counters.largest, len(self._clauses))

    def _partners(self, base: int) -> list[int]:
        denials = (self._occurs[-lit] for lit in self._clauses[base])
        clashes = Counter(chain.from_iterable(denials))
        return sorted((id for id, n in clashes.items() if n == 1), key=self._position)

    def _consume(self, base: int, partners: list[int]) -> None:
        self.counters.rounds += 1
        if self.listener:
            self.listener(Event("match", base, frozenset(self._clauses[base])))
        ours = self._clauses[base]
        for partner in partners:
            theirs = self._clauses[partner]
            left = [lit for lit in ours if -lit not in theirs]
            right = [lit for lit in theirs if -lit not in ours]
            self.counters.resolutions += 1
            self._offer(tuple(dict.fromkeys(left + right)), (base, partner))
        for id in (base, *partners):
            self._remove(id, "consume", base)

    def _offer(self, clause: Ordered, parents: tuple[int, ...]) -> None:
        self.counters.generated += 1
        if any(lit in self.facts for lit in clause):
            self._refuse("true", clause, parents)
            return
        shrunk = tuple(lit for lit in clause if -lit not in self.facts)
        if self._copies[shrunk]:
            self.counters.duplicates += 1
            self._refuse("duplicate", shrunk, parents)
            return
        self._appended.append(self._append(shrunk, parents))

    def _append(self, clause: Ordered, parents: tuple[int, ...]) -> int:
        self._last = id = self._last + 1
        self.counters.inserted += 1
        if self.listener:
            self.listener(Event("insert", id, frozenset(clause), parents))
        self._clauses[id] = clause
        self._copies[clause] += 1
        for lit in clause:
            self._occurs[lit].add(id)
        return id

    def _remove(self, id: int, why: str, by: int = 0) -> Ordered:
        clause = self._clauses.pop(id)
        if self.listener:
            self.listener(Event(why, id, frozenset(clause), (), by))
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

    def _refuse(self, kind: str, clause: Ordered, parents: tuple[int, ...]) -> None:
        if self.listener:
            self.listener(Event(kind, 0, frozenset(clause), parents))


def clause_rank(order: str, game: Iterable[int] = ()) -> Rank:
    """Return the rank of clauses in an order: `insertion`, `set` or `set:SEED`.

    Report D keeps its clauses in a Python set and hashes them by address. Its order is therefore
    arbitrary, but fixed for a clause as long as the set holds it. `set` imitates this by a
    pseudo-random rank for each clause number. The rank depends on the seed (default 0) and on
    `game`, numbers that identify a game, and is the same on every platform.

    Raise `BadInput` for another order.

    >>> sorted([1, 2, 3, 4], key=clause_rank("insertion"))
    [1, 2, 3, 4]
    >>> [sorted([1, 2, 3, 4], key=clause_rank(order)) for order in ("set:1", "set:2")]
    [[4, 3, 1, 2], [2, 3, 1, 4]]
    """
    require(order, str, "a clause order, such as 'set:1'")
    if order == "insertion":
        return int
    name, _, seed = order.partition(":")
    if name != "set" or not (seed.isascii() and seed.isdigit() if ":" in order else True):
        raise BadInput(f"clause order {order!r:.60} is not insertion, set or set:SEED")
    state = 0
    for part in (int(seed or 0), *game):
        state = _scramble(state ^ part)
    return lambda number: _scramble(state + number)


def _scramble(number: int) -> int:
    """Return 64 bits that look random: the output function of splitmix64 (Steele, Lea and Flood,
    2014)."""
    word = (number * 0x9E3779B97F4A7C15 + 0x9E3779B97F4A7C15) % 2**64
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 % 2**64
    word = (word ^ word >> 27) * 0x94D049BB133111EB % 2**64
    return word ^ word >> 31


def replace_longer(kb: ClauseStore, rank: Rank = int) -> None:
    """Run one pass of report D: resolvents with short clauses replace their other parent.

    A clause is short if it has one or two literals. The short clauses of a pass are those held at
    its start, even if the pass replaces some of them. Each is resolved with every clause that is
    held at that moment, earlier resolvents included, and clashes with it on exactly one literal.
    (If both sides were fixed at the start, the pass would make twice the clauses that the report
    counted.) Clauses are visited by increasing rank.
    """
    kb.counters.rounds += 1
    short = [(id, clause) for clause, id in kb.ids.items() if len(clause) <= 2]
    if rank is not int:  # clause numbers are already in the order of insertion
        short.sort(key=lambda one: rank(one[0]))
    for base, clause in short:
        if kb.listener:
            kb.listener(Event("match", base, clause))
        for rule in sorted({id for lit in clause for id in kb.occurs[-lit]}, key=rank):
            longer = kb.clause(rule)
            resolvent = resolve(clause, longer) if longer else None
            if resolvent is not None:
                kb.counters.resolutions += 1
                kb.remove(rule, "consume", base)
                kb.insert(resolvent, (base, rule))
