"""A resolution proof as numbered lines, for students; the caller names the variables."""

from collections.abc import Callable

from mineproof.proof.clause import show
from mineproof.proof.step import Proof


def tell(proof: Proof, name: Callable[[int], str] = str) -> list[str]:
    """One line for each axiom, with its source, then one for each step, with its premises.

    >>> from mineproof.proof.check import Step
    >>> steps = (Step(3, frozenset({2}), (1, 2)),)
    >>> proof = Proof((frozenset({1, 2}), frozenset({-1})), steps, ("a clue", "another"))
    >>> for line in tell(proof):
    ...     print(line)
    1. 1 ∨ 2   (a clue)
    2. ¬1   (another)
    3. 2   from 1 and 2
    """
    lines = [
        f"{number}. {show(clause, name)}   ({source})"
        for number, (clause, source) in enumerate(
            zip(proof.axioms, proof.sources, strict=True), start=1
        )
    ]
    for step in proof.steps:
        *first, last = (str(premise) for premise in step.premises)
        cited = f"{', '.join(first)} and {last}" if first else last
        end = "   contradiction ∎" if not step.clause else ""
        lines.append(f"{step.id}. {show(step.clause, name)}   from {cited}{end}")
    return lines
