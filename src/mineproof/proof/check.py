"""The judge: does each step of a proof follow from the steps it cites?

Nothing here searches. Finding a proof is `logic`'s hard work; judging one is this short replay, so
whoever grants the axioms need read no other file to believe the result.
"""

from collections.abc import Iterable

from mineproof.errors import BadStep
from mineproof.proof.clause import Clause
from mineproof.proof.step import Step


def check(axioms: Iterable[Clause], steps: Iterable[Step]) -> Clause | None:
    """Replay `steps` from `axioms` and return the last clause; raise `BadStep` where one fails.

    >>> axioms = [frozenset({1, 2}), frozenset({-1})]
    >>> check(axioms, [Step(3, frozenset({2}), (2, 1))])
    frozenset({2})
    >>> check(axioms, [Step(3, frozenset({-2}), (2, 1))])
    Traceback (most recent call last):
    mineproof.errors.BadStep: step 3 does not follow from 2, 1
    """
    known, proved = dict(enumerate(axioms, start=1)), None
    for step in steps:
        for id in step.deletes:
            known.pop(id, None)
        if step.id in known:
            raise BadStep(f"step {step.id} is already taken")
        cited = [known.get(id) for id in step.premises]
        if None in cited or not follows(
            step.clause, [clause for clause in cited if clause is not None]
        ):
            premises = ", ".join(map(str, step.premises))
            raise BadStep(f"step {step.id} does not follow from {premises}")
        known[step.id] = proved = step.clause
    return proved


def follows(clause: Clause, premises: Iterable[Clause]) -> bool:
    """True if denying `clause`, then reading `premises` in order, ends in contradiction."""
    true = {-lit for lit in clause}
    for premise in premises:
        undecided = [lit for lit in premise if -lit not in true]
        if len(undecided) > 1:
            return False  # a good proof cites its premises in the order they bite
        if not undecided:
            return True
        true.update(undecided)
    return False
