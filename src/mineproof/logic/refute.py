"""Refutations: derive the empty clause from clauses that contradict each other.

There are two methods. *Set of support* starts from the denied goal, and every resolvent descends
from it, so that nothing unrelated is derived. It is complete if the other clauses are consistent,
but may take long; it stops after a number of resolvents. Then *a SAT solver* finds a refutation,
and `elaborate` turns its lemmas into steps that cite their premises.
"""

from collections import defaultdict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush

from mineproof.logic.sat import deferred_interrupts
from mineproof.proof.clause import EMPTY, Clause
from mineproof.proof.step import Proof, Step

BUDGET = 2_000
"""Resolvents after which the SAT solver is asked; 99 % of claims on expert boards need fewer."""


@dataclass(frozen=True)
class Refutation:
    """A proof that ends in the empty clause, and how it was found."""

    proof: Proof
    way: str
    """`support` or `solver`"""


def refute(
    axioms: Sequence[Clause], budget: int = BUDGET, sources: Sequence[Hashable] = ()
) -> Refutation | None:
    """Refute clauses, the last of which denies the goal; None if they are consistent.

    `sources` names the origin of each axiom and is copied to the proof.

    >>> found = refute([frozenset({1, 2}), frozenset({-1, 2}), frozenset({-2})])
    >>> found.way, found.proof.claim
    ('support', frozenset())
    """
    support = Support(axioms, budget)
    steps = support.run()
    if steps is not None:
        proof = Proof(tuple(axioms), tuple(steps), tuple(sources))
        return Refutation(proof, "support")
    if support.exhausted:
        return None
    lemmas = solver_lemmas(axioms)
    if lemmas is None:
        return None
    proof = Proof(tuple(axioms), tuple(elaborate(axioms, lemmas)), tuple(sources))
    return Refutation(proof, "solver")


class Support:
    """Set-of-support resolution from the last axiom, shortest resolvent first.

    A new clause is resolved with all other axioms and with the earlier clauses of the support. A
    clause that an older one subsumes is dropped.
    """

    def __init__(self, axioms: Sequence[Clause], budget: int = BUDGET) -> None:
        self.resolutions = 0
        self.exhausted = False
        """Whether the search has ended because nothing more follows."""
        self._budget = budget
        self._clauses: dict[int, Clause] = dict(enumerate(axioms, start=1))
        self._parents: dict[int, tuple[int, int]] = {}
        self._occurs: defaultdict[int, list[int]] = defaultdict(list)
        self._queue: list[tuple[int, int]] = []
        for id in range(1, len(axioms)):
            self._settle(id)
        if axioms:
            heappush(self._queue, (len(axioms[-1]), len(axioms)))

    def _settle(self, id: int) -> None:
        for lit in self._clauses[id]:
            self._occurs[lit].append(id)

    def run(self) -> list[Step] | None:
        """Return the steps to the empty clause; None if the budget ends or nothing more follows."""
        axioms = len(self._clauses)
        while self._queue:
            _, given = heappop(self._queue)
            for parents, resolvent in self._resolvents(given):
                self.resolutions += 1
                if self._subsumed(resolvent):
                    continue
                id = len(self._clauses) + 1
                self._clauses[id] = resolvent
                self._parents[id] = parents
                if not resolvent:
                    return self._steps(id, axioms)
                heappush(self._queue, (len(resolvent), id))
                if self.resolutions >= self._budget:
                    return None
            self._settle(given)
        self.exhausted = True
        return None

    def _resolvents(self, given: int) -> list[tuple[tuple[int, int], Clause]]:
        clause, found = self._clauses[given], []
        for pivot in clause:
            for other in self._occurs[-pivot]:
                theirs = self._clauses[other]
                rest = clause - {pivot}
                if not any(-lit in theirs for lit in rest):
                    found.append(((given, other), rest | (theirs - {-pivot})))
        return found

    def _subsumed(self, clause: Clause) -> bool:
        return any(
            self._clauses[id] <= clause for lit in clause for id in self._occurs[lit]
        ) or any(self._clauses[id] <= clause for _, id in self._queue)

    def _steps(self, goal: int, axioms: int) -> list[Step]:
        needed, waiting = {goal}, [goal]
        while waiting:
            for parent in self._parents.get(waiting.pop(), ()):
                if parent > axioms and parent not in needed:
                    needed.add(parent)
                    waiting.append(parent)
        return [Step(id, self._clauses[id], self._parents[id]) for id in sorted(needed)]


def solver_lemmas(axioms: Sequence[Clause]) -> list[Clause] | None:
    """Return the clauses that a SAT solver learns in a refutation; None if there is a model."""
    from pysat.solvers import Solver

    with (
        deferred_interrupts(),
        Solver(
            name="cadical153", bootstrap_with=[sorted(clause) for clause in axioms], with_proof=True
        ) as solver,
    ):
        if solver.solve():
            return None
        lines = solver.get_proof() or []
    learnt = [line.split() for line in lines if not line.startswith("d")]
    return [frozenset(int(word) for word in words if word != "0") for words in learnt]


def elaborate(axioms: Sequence[Clause], lemmas: Sequence[Clause]) -> list[Step]:
    """Turn lemmas that unit propagation can check into steps that cite their premises.

    It works backwards from the last lemma and keeps only lemmas that a later step cites.

    >>> elaborate([frozenset({1, 2}), frozenset({-1}), frozenset({-2})], [frozenset()])
    [Step(id=4, clause=frozenset(), premises=(2, 3, 1), deletes=())]
    """
    # The solver ends at the first lemma that makes propagation fail; the empty clause then follows.
    clauses = [*axioms, *(lemma for lemma in lemmas if lemma), EMPTY]
    first = len(axioms)
    needed = {len(clauses) - 1}
    premises: dict[int, list[int]] = {}
    for number in range(len(clauses) - 1, first - 1, -1):
        if number in needed:
            premises[number] = cite(clauses, number)
            needed.update(premises[number])
    numbers = {number: number + 1 for number in range(first)}
    steps: list[Step] = []
    for number in range(first, len(clauses)):
        if number in needed:
            numbers[number] = first + len(steps) + 1
            cited = tuple(numbers[premise] for premise in premises[number])
            steps.append(Step(numbers[number], clauses[number], cited))
    return steps


def cite(clauses: Sequence[Clause], goal: int) -> list[int]:
    """Return the clauses before `goal` that imply it by unit propagation, in propagation order.

    Raise `ValueError` if unit propagation does not derive it.

    >>> cite([frozenset({1, 2}), frozenset({3, 4}), frozenset({-1}), frozenset({2})], 3)
    [0, 2]
    """
    true = {-lit for lit in clauses[goal]}
    occurs: defaultdict[int, list[int]] = defaultdict(list)
    for number in range(goal):
        for lit in clauses[number]:
            occurs[lit].append(number)
    reason: dict[int, int] = {}
    order: list[int] = []
    # Each clause is visited once, and again whenever one of its literals becomes false.
    queue = list(range(goal))
    for number in queue:
        clause = clauses[number]
        if not true.isdisjoint(clause):
            continue
        open_literals = [lit for lit in clause if -lit not in true]
        if not open_literals:
            return _needed(clauses, number, reason, order)
        if len(open_literals) == 1:
            [lit] = open_literals
            true.add(lit)
            reason[lit] = number
            order.append(lit)
            queue += occurs[-lit]
    raise ValueError("unit propagation does not derive the lemma")


def _needed(
    clauses: Sequence[Clause], conflict: int, reason: dict[int, int], order: list[int]
) -> list[int]:
    """Return the reasons of the propagated literals that the conflict needs, then the conflict."""
    wanted = {-lit for lit in clauses[conflict]}
    cited = [conflict]
    for lit in reversed(order):
        if lit in wanted:
            cited.append(reason[lit])
            wanted.update(-other for other in clauses[reason[lit]] if other != lit)
    cited.reverse()
    return cited
