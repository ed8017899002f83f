"""Two orders of resolution: which pairs of clauses are resolved, and when to stop.

Both keep the parents and never match the same two clauses twice.
"""

from collections import deque

from mineproof.logic.kb import Event, KnowledgeBase
from mineproof.proof.clause import Clause


class Saturation:
    """Match the shortest clause first, until a unit appears or nothing more follows.

    One parent has exactly two literals. A new clause waits in the queue of its length. A clause
    that has been matched with all earlier ones is *settled*. Because the shortest go first, all
    clauses of two literals are settled before a longer one is matched. (Last in, first out has a
    thirty times longer tail: it resolves long clauses before it finds the short ones that subsume
    them.)

    With `support`, the clauses of the base at the start are not matched with each other. Later
    clauses are matched with them and with each other: the set-of-support rule.
    """

    def __init__(self, kb: KnowledgeBase, *, support: bool = False) -> None:
        self._kb = kb
        self._queues: list[deque[int]] = []
        self._settled: set[int] = set()
        if support:
            self._settled.update(kb.ids.values())
            kb.fresh.clear()

    def run(self) -> bool:
        """Match until there is a unit to take; False if nothing more follows."""
        kb = self._kb
        while not kb.units:
            self._enqueue()
            id = self._shortest()
            if not id:
                return False
            clause = kb.recorded(id)
            self._settled.add(id)
            kb.counters.rounds += 1
            if kb.listener:
                kb.listener(Event("match", id, clause))
            if len(clause) == 2:
                self._match_pair(id, clause)
            else:
                self._match_longer(id, clause)
        return True

    def _enqueue(self) -> None:
        kb, queues = self._kb, self._queues
        for id in kb.fresh:
            clause = kb.clause(id)
            if clause is not None:
                while len(queues) <= len(clause):
                    queues.append(deque())
                queues[len(clause)].append(id)
        kb.fresh.clear()

    def _shortest(self) -> int:
        kb = self._kb
        for queue in self._queues:
            while queue:
                id = queue.popleft()
                if kb.clause(id) is not None:
                    return id
        return 0

    def _match_pair(self, id: int, pair: Clause) -> None:
        """Resolve a clause of two literals with every settled clause that denies one of them."""
        kb = self._kb
        a, b = pair
        for pivot, kept in ((a, b), (b, a)):
            for other in sorted(kb.occurs[-pivot] & self._settled):
                clause = kb.clause(other)
                if clause is not None and -kept not in clause:
                    kb.counters.resolutions += 1
                    kb.insert((clause - {-pivot}) | {kept}, (id, other))

    def _match_longer(self, id: int, clause: Clause) -> None:
        """Resolve a longer clause with every clause of two literals that denies one of its own."""
        kb = self._kb
        for pivot in clause:
            for kept, pair in list(kb.pairs[-pivot].items()):
                if -kept not in clause:
                    kb.counters.resolutions += 1
                    kb.insert((clause - {pivot}) | {kept}, (pair, id))
                    if clause not in kb.ids:
                        return  # a resolvent subsumes it, and would subsume its later resolvents


class Rounds:
    """Match in rounds. A round matches the clauses present at its start, not its own resolvents.

    One parent has exactly two literals; with `both`, each of the two has.
    """

    def __init__(self, kb: KnowledgeBase, *, both: bool = False) -> None:
        self._kb = kb
        self._both = both

    def round(self) -> bool:
        """Match every pair that no earlier round has matched; True if a clause was added."""
        kb = self._kb
        kb.counters.rounds += 1
        present, before = kb.fresh, kb.counters.inserted
        kb.fresh = []
        for id in present:
            clause = kb.clause(id)
            if clause is None or (self._both and len(clause) > 2):
                continue
            if kb.listener:
                kb.listener(Event("match", id, clause))
            for other, pivot in self._partners(id, clause):
                partner = kb.clause(other)
                if partner is None:
                    continue  # deleted: a resolvent of this round subsumes it
                kb.counters.resolutions += 1
                kb.insert((clause - {pivot}) | (partner - {-pivot}), (id, other))
        return kb.counters.inserted > before

    def _partners(self, id: int, clause: Clause) -> list[tuple[int, int]]:
        """Return the older clauses with exactly one clashing literal, each with that literal.

        Clause numbers grow, so "older" covers all earlier clauses and matches each pair once.
        """
        kb, found = self._kb, []
        for pivot in clause:
            if self._both or len(clause) > 2:
                older = [other for other in kb.pairs[-pivot].values() if other < id]
            else:
                older = [other for other in kb.occurs[-pivot] if other < id]
            rest = clause - {pivot}
            for other in older:
                if not any(-lit in kb.recorded(other) for lit in rest):
                    found.append((other, pivot))
        return sorted(found)
