"""A proof read off the record of a knowledge base: the ancestors of one clause, and no others."""

from mineproof.logic.kb import KnowledgeBase, Telling
from mineproof.proof.clause import Clause
from mineproof.proof.step import Proof, Step


def proof_of(kb: KnowledgeBase, lit: int) -> Proof:
    """How a literal, decided or about to be, follows from what was told.

    >>> kb = KnowledgeBase()
    >>> kb.tell_exactly(1, [1, 2]); kb.tell({-1}); kb.take()
    -1
    >>> proof_of(kb, 2).claim
    frozenset({2})
    """
    if not kb.record:
        raise ValueError("this knowledge base keeps no record of its steps")
    goal = kb.facts[lit] if lit in kb.facts else kb.units[lit]
    needed = _ancestors(kb, goal)
    axioms: dict[Clause, int] = {}
    for id in needed:
        for telling in _tellings(kb, id):
            axiom = _as_told(kb.recorded(id), telling)
            axioms.setdefault(axiom, len(axioms) + 1)
    numbers: dict[int, int] = {}
    steps: list[Step] = []
    for id in needed:
        clause, told = kb.recorded(id), _tellings(kb, id)
        if told:
            axiom = _as_told(clause, told[0])
            if axiom == clause:
                numbers[id] = axioms[axiom]
                continue
            facts = tuple(numbers[kb.facts[-lit]] for lit in sorted(axiom - clause))
            premises = (*facts, axioms[axiom])
        else:
            premises = tuple(numbers[parent] for parent in kb.parents[id])
        numbers[id] = len(axioms) + len(steps) + 1
        steps.append(Step(numbers[id], clause, premises))
    return Proof(tuple(axioms), tuple(steps))


def _ancestors(kb: KnowledgeBase, goal: int) -> list[int]:
    """The steps `goal` rests on, and itself, oldest first: a parent is always older."""
    found, waiting = {goal}, [goal]
    while waiting:
        id = waiting.pop()
        told = _tellings(kb, id)
        if told:
            left_out = _as_told(kb.recorded(id), told[0]) - kb.recorded(id)
            parents = [kb.facts[-lit] for lit in left_out]
        else:
            parents = list(kb.parents[id])
        fresh = [parent for parent in parents if parent not in found]
        found.update(fresh)
        waiting += fresh
    return sorted(found)


def _tellings(kb: KnowledgeBase, id: int) -> list[Telling]:
    return [kb.tellings[-parent - 1] for parent in kb.parents[id] if parent < 0]


def _as_told(clause: Clause, telling: Telling) -> Clause:
    """The clause as its source alone would have it, before what was decided was left out.

    Of a count's two kinds of clauses, "one of these is true" loses what is known to be false, and
    "one of these is false" what is known to be true.
    """
    if telling.count is None:
        return frozenset(telling.variables)
    positive = any(lit > 0 for lit in clause)
    return clause.union(-lit for lit in telling.decided if (lit < 0) == positive)
