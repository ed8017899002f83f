"""Resolution to the fixed point of the assignment's rule, shortest clause first.

`matching.py` has the assignment's own order, in rounds. Both keep the parents and never match the
same two clauses twice.
"""

from collections import deque

from mineproof.logic.kb import KnowledgeBase
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
            clause = kb.clauses[id]
            self._settled.add(id)
            kb.observer.counters.rounds += 1
            kb.observer.matched(id, clause)
            if len(clause) == 2:
                self._match_pair(id, clause)
            else:
                self._match_longer(id, clause)
        return True

    def _enqueue(self) -> None:
        kb, queues = self._kb, self._queues
        for id in kb.fresh:
            clause = kb.clauses.get(id)
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
                if kb.clauses.get(id) is not None:
                    return id
        return 0

    def _match_pair(self, id: int, pair: Clause) -> None:
        """Resolve a clause of two literals with every settled clause that denies one of them."""
        kb = self._kb
        a, b = pair
        for pivot, kept in ((a, b), (b, a)):
            for other in sorted(kb.occurs[-pivot] & self._settled):
                clause = kb.clauses.get(other)
                if clause is not None and -kept not in clause:
                    kb.insert((clause - {-pivot}) | {kept}, (id, other))

    def _match_longer(self, id: int, clause: Clause) -> None:
        """Resolve a longer clause with every clause of two literals that denies one of its own."""
        kb = self._kb
        for pivot in clause:
            for kept, pair in list(kb.pairs[-pivot].items()):
                if -kept not in clause:
                    kb.insert((clause - {pivot}) | {kept}, (pair, id))
                    if clause not in kb.ids:
                        return  # a resolvent subsumes it, and would subsume its later resolvents
