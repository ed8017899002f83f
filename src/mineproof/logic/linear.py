"""Short refutations by linear resolution.

In a linear refutation each step resolves the resolvent before it with an axiom or with an earlier
resolvent. Linear resolution is complete. The search is by iterative deepening, so that the first
refutation found is the shortest linear one; it is meant for a few clauses, as in a textbook.
"""

from collections.abc import Sequence

from mineproof.logic.refute import Support
from mineproof.logic.resolution import resolve
from mineproof.proof.clause import Clause
from mineproof.proof.step import Proof, Step

BUDGET = 20_000
"""the most resolvents that one search derives"""


def linear_refutation(
    axioms: Sequence[Clause], most_steps: int, budget: int = BUDGET
) -> list[Step] | None:
    """Return a shortest linear refutation of at most `most_steps` steps.

    Return None if there is none, or if the budget ends first.

    >>> axioms = [frozenset({1, 2}), frozenset({-1, -3}), frozenset({-2, -3}), frozenset({3})]
    >>> [step.premises for step in linear_refutation(axioms, 3)]
    [(1, 2), (5, 3), (6, 4)]
    >>> linear_refutation(axioms, 2) is None
    True
    """
    search = _Search(axioms, budget)
    for length in range(1, most_steps + 1):
        for top in range(1, len(axioms) + 1):
            if search.extend(top, length):
                return search.steps
            if search.spent > budget:
                return None
    return None


def short_refutation(axioms: Sequence[Clause], most_steps: int) -> tuple[Step, ...] | None:
    """Return a refutation of at most `most_steps` steps with two premises each, or None.

    Set of support finds one; a linear refutation of the axioms that it needs is mostly shorter.
    """
    steps = Support(axioms).run()
    if steps is None:
        return None
    needed = Proof(tuple(axioms), tuple(steps)).trimmed()
    linear = linear_refutation(needed.axioms, min(most_steps, len(needed.steps) - 1))
    if linear is None:
        linear = list(needed.steps)
    if len(linear) > most_steps:
        return None
    # Back from the numbers of the needed axioms to those of all.
    numbers = [axioms.index(clause) + 1 for clause in needed.axioms]
    numbers += [len(axioms) + at for at in range(1, len(linear) + 1)]
    return tuple(
        Step(numbers[step.id - 1], step.clause, tuple(numbers[id - 1] for id in step.premises))
        for step in linear
    )


class _Search:
    """Depth-first search for a refutation of a given length."""

    def __init__(self, axioms: Sequence[Clause], budget: int) -> None:
        self.clauses = list(axioms)
        self.steps: list[Step] = []
        self.budget = budget
        self.spent = 0

    def extend(self, centre: int, left: int) -> bool:
        """Extend the chain from clause `centre` by at most `left` steps to the empty clause."""
        clause = self.clauses[centre - 1]
        # One step removes at most one literal of the centre clause.
        if len(clause) > left:
            return False
        for number, side in enumerate(self.clauses, start=1):
            resolvent = resolve(clause, side)
            if resolvent is None or resolvent in self.clauses:
                continue
            self.spent += 1
            if self.spent > self.budget:
                return False
            new = len(self.clauses) + 1
            self.clauses.append(resolvent)
            self.steps.append(Step(new, resolvent, (centre, number)))
            if not resolvent or self.extend(new, left - 1):
                return True
            self.clauses.pop()
            self.steps.pop()
        return False
