"""Read a proof from the record of a knowledge base: the ancestors of one clause, and no others."""

from collections.abc import Hashable

from mineproof.base.arguments import require, whole_number
from mineproof.logic.kb import KnowledgeBase
from mineproof.logic.observer import Telling
from mineproof.proof.clause import Clause
from mineproof.proof.step import Proof, Step


def proof_of(kb: KnowledgeBase, lit: int) -> Proof:
    """Return the proof of a literal that is a fact or a unit, with the `source` of each axiom.

    Raise `ValueError` if the base keeps no record, or if the literal is neither.

    >>> kb = KnowledgeBase()
    >>> kb.tell_exactly(1, [1, 2]); kb.tell({-1}); kb.take()
    -1
    >>> proof_of(kb, 2).claim
    frozenset({2})
    """
    require(kb, KnowledgeBase, "a KnowledgeBase")
    lit = whole_number(lit, "lit")
    recorded = kb.observer.steps
    if not kb.observer.record:
        raise ValueError("this knowledge base keeps no record of its steps")
    goal = kb.facts.get(lit) or kb.units.get(lit)
    if goal is None:
        raise ValueError(f"{lit} is not decided")
    needed = _ancestors(kb, goal)
    axioms: dict[Clause, int] = {}
    sources: list[Hashable] = []
    for id in needed:
        telling = _telling(kb, id)
        if telling and (axiom := _as_told(recorded[id][0], telling)) not in axioms:
            axioms[axiom] = len(axioms) + 1
            sources.append(telling.source)
    numbers: dict[int, int] = {}
    steps: list[Step] = []
    for id in needed:
        clause, telling = recorded[id][0], _telling(kb, id)
        premises = tuple(numbers[parent] for parent in _parents(kb, id))
        if telling:
            axiom = _as_told(clause, telling)
            if axiom == clause:
                numbers[id] = axioms[axiom]
                continue
            premises = (*premises, axioms[axiom])
        numbers[id] = len(axioms) + len(steps) + 1
        steps.append(Step(numbers[id], clause, premises))
    return Proof(tuple(axioms), tuple(steps), tuple(sources))


def _ancestors(kb: KnowledgeBase, goal: int) -> list[int]:
    """Return the numbers of `goal` and of its ancestors. A parent has a smaller number."""
    found, waiting = {goal}, [goal]
    while waiting:
        fresh = [parent for parent in _parents(kb, waiting.pop()) if parent not in found]
        found.update(fresh)
        waiting += fresh
    return sorted(found)


def _parents(kb: KnowledgeBase, id: int) -> list[int]:
    """Return the parents of a resolvent; of an added clause, the facts that were left out of it."""
    (clause, parents), telling = kb.observer.steps[id], _telling(kb, id)
    if telling is None:
        return list(parents)
    return [kb.facts[-lit] for lit in sorted(_as_told(clause, telling) - clause)]


def _telling(kb: KnowledgeBase, id: int) -> Telling | None:
    _, (first, *_) = kb.observer.steps[id]
    return kb.observer.tellings[-first - 1] if first < 0 else None


def _as_told(clause: Clause, telling: Telling) -> Clause:
    """Return the clause that follows from its source alone, with the decided literals put back.

    A count has two kinds of clauses. "One of these is true" leaves out variables that are known to
    be false, "one of these is false" those that are known to be true.
    """
    if telling.true_count is None:
        return frozenset(telling.variables)
    positive = any(lit > 0 for lit in clause)
    return clause.union(-lit for lit in telling.decided if (lit < 0) == positive)
