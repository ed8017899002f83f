"""A proof read from the record of a knowledge base: the ancestors of one clause, and no others."""

from collections.abc import Hashable

from mineproof.logic.kb import KnowledgeBase, Telling
from mineproof.proof.clause import Clause
from mineproof.proof.step import Proof, Step


def proof_of(kb: KnowledgeBase, lit: int) -> Proof:
    """The proof of a literal that is decided or about to be; its sources are those that were told.

    >>> kb = KnowledgeBase()
    >>> kb.tell_exactly(1, [1, 2]); kb.tell({-1}); kb.take()
    -1
    >>> proof_of(kb, 2).claim
    frozenset({2})
    """
    if not kb.record:
        raise ValueError("this knowledge base keeps no record of its steps")
    goal = kb.facts.get(lit) or kb.units.get(lit)
    if goal is None:
        raise ValueError(f"{lit} is not decided")
    needed = _ancestors(kb, goal)
    axioms: dict[Clause, int] = {}
    sources: list[Hashable] = []
    for id in needed:
        telling = _telling(kb, id)
        if telling and (axiom := _as_told(kb.recorded(id), telling)) not in axioms:
            axioms[axiom] = len(axioms) + 1
            sources.append(telling.source)
    numbers: dict[int, int] = {}
    steps: list[Step] = []
    for id in needed:
        clause, telling = kb.recorded(id), _telling(kb, id)
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
    """The steps `goal` rests on, and itself, oldest first: a parent is always older."""
    found, waiting = {goal}, [goal]
    while waiting:
        fresh = [parent for parent in _parents(kb, waiting.pop()) if parent not in found]
        found.update(fresh)
        waiting += fresh
    return sorted(found)


def _parents(kb: KnowledgeBase, id: int) -> list[int]:
    """The steps a clause was made from; of one that was told, the facts left out of it."""
    telling = _telling(kb, id)
    if telling is None:
        return list(kb.parents[id])
    clause = kb.recorded(id)
    return [kb.facts[-lit] for lit in sorted(_as_told(clause, telling) - clause)]


def _telling(kb: KnowledgeBase, id: int) -> Telling | None:
    first = kb.parents[id][0]
    return kb.tellings[-first - 1] if first < 0 else None


def _as_told(clause: Clause, telling: Telling) -> Clause:
    """The clause as its source alone would have it, before what was decided was left out.

    Of a count's two kinds of clauses, "one of these is true" loses what is known to be false, and
    "one of these is false" what is known to be true.
    """
    if telling.count is None:
        return frozenset(telling.variables)
    positive = any(lit > 0 for lit in clause)
    return clause.union(-lit for lit in telling.decided if (lit < 0) == positive)
