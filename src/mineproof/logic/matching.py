"""Pairwise matching, in rounds.

The assignment: when KB has no unit clause, the player matches pairs of clauses, but only pairs of
which one clause has two literals, because all pairs would be too many. If one of the two is a
duplicate of the other or subsumed by it, the stricter one is kept. If exactly one literal of one
occurs negated in the other, their resolvent is inserted. With two or more such literals nothing is
inserted: the resolvent would be a tautology.

A round matches the clauses present at its start; its resolvents take part from the next round on.
The parents stay in KB. Duplicates and subsumption are the work of `KnowledgeBase.insert`.
"""

from mineproof.logic.kb import KnowledgeBase
from mineproof.proof.clause import Clause


class Rounds:
    """Match in rounds. One parent has exactly two literals; with `both`, each of the two has."""

    def __init__(self, kb: KnowledgeBase, *, both: bool = False) -> None:
        self._kb = kb
        self._both = both

    def round(self) -> bool:
        """Match every pair that no earlier round has matched; True if a clause was added."""
        kb = self._kb
        kb.observer.counters.rounds += 1
        present, last = kb.fresh, kb.last
        kb.fresh = []
        for id in present:
            clause = kb.clauses.get(id)
            if clause is None or (self._both and len(clause) > 2):
                continue
            kb.observer.matched(id, clause)
            for other, pivot in self._partners(id, clause):
                partner = kb.clauses.get(other)
                if partner is not None:  # else a resolvent of this round subsumes it
                    kb.insert((clause - {pivot}) | (partner - {-pivot}), (id, other))
        return kb.last > last

    def _partners(self, id: int, clause: Clause) -> list[tuple[int, int]]:
        """Return the older clauses with exactly one clashing literal, each with that literal.

        Clause numbers grow, so "older" covers all earlier clauses and matches each pair once.
        """
        kb, found = self._kb, []
        clauses, denials = kb.clauses, {-lit for lit in clause}
        for pivot in clause:
            if self._both or len(clause) > 2:
                older = [other for other in kb.pairs[-pivot].values() if other < id]
            else:
                older = [other for other in kb.occurs[-pivot] if other < id]
            if older:
                others = denials - {-pivot}
                found += [(one, pivot) for one in older if clauses[one].isdisjoint(others)]
        return sorted(found)
