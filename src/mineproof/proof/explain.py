"""Print a resolution proof as numbered lines, for students."""

from collections.abc import Callable, Mapping

from mineproof.proof.clause import show
from mineproof.proof.step import Proof

ENGLISH = {
    "comma": ", ",
    "and": " and ",
    "from": "from {premises}",
    "contradiction": "contradiction ∎",
}
"""The words of a line; a caller may pass those of another language."""


def tell(
    proof: Proof, name: Callable[[int], str] = str, texts: Mapping[str, str] = ENGLISH
) -> list[str]:
    """Return a line for each axiom with its source, then a line for each step with its premises.

    `name` returns the name of a variable.

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
        cited = texts["comma"].join(first) + texts["and"] + last if first else last
        end = "" if step.clause else f"   {texts['contradiction']}"
        origin = texts["from"].format(premises=cited)
        lines.append(f"{step.id}. {show(step.clause, name)}   {origin}{end}")
    return lines
