"""Which pairs are resolved, in which order, and when to stop.

Both ways below keep the parents and never match the same two clauses twice.
"""

from collections import deque

from mineproof.logic.kb import Event, KnowledgeBase
from mineproof.proof.clause import Clause


class Saturation:
    """Match until a unit appears or nothing more follows: shortest clause first.

    One parent has exactly two literals. A clause, once matched with all that were matched before
    it, is *settled*; a new one waits in the queue of its length. As the shortest go first, every
    pair is settled before any longer clause is looked at. (Last in, first out has a thirty times
    longer tail: long resolvents breed before the short clauses that subsume them are found.)

    With `support`, the clauses that are held now are not matched with each other: only clauses that
    come later are, with them and among themselves. That is the same rule with a set of support.
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
        """With every settled clause that denies one half of the pair."""
        kb = self._kb
        a, b = pair
        for pivot, kept in ((a, b), (b, a)):
            for other in sorted(kb.occurs[-pivot] & self._settled):
                clause = kb.clause(other)
                if clause is not None and -kept not in clause:
                    kb.counters.resolutions += 1
                    kb.insert((clause - {-pivot}) | {kept}, (id, other))

    def _match_longer(self, id: int, clause: Clause) -> None:
        """With every pair that denies one of its literals; all pairs are settled by now."""
        kb = self._kb
        for pivot in clause:
            for kept, pair in list(kb.pairs[-pivot].items()):
                if -kept not in clause:
                    kb.counters.resolutions += 1
                    kb.insert((clause - {pivot}) | {kept}, (pair, id))
                    if clause not in kb.ids:
                        return  # a resolvent subsumes it: what it breeds would be subsumed too


class Rounds:
    """Match round by round: the clauses present at a round's start, resolvents from the next on.

    `both` restricts a pair to two clauses of two literals each; otherwise one must have just two.
    """

    def __init__(self, kb: KnowledgeBase, *, both: bool = False) -> None:
        self._kb = kb
        self._both = both

    def round(self) -> bool:
        """Match every pair that no earlier round has matched; True if the base took anything in."""
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
                    continue  # a resolvent of this round subsumes it, and goes in its place
                kb.counters.resolutions += 1
                kb.insert((clause - {pivot}) | (partner - {-pivot}), (id, other))
        return kb.counters.inserted > before

    def _partners(self, id: int, clause: Clause) -> list[tuple[int, int]]:
        """Older clauses with one clash, and the clashing literal. Numbers grow, so "older" covers
        those settled long ago and lets each new pair meet once."""
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
