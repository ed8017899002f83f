"""A resolution proof told step by step, for students; is handed a way to name a variable."""

from collections.abc import Callable, Sequence

from mineproof.proof.clause import Clause, show
from mineproof.proof.step import Step


def tell(
    axioms: Sequence[Clause],
    sources: Sequence[str],
    steps: Sequence[Step],
    name: Callable[[int], str] = str,
) -> list[str]:
    """One line an axiom, with its source, then one a step, with what it follows from.

    >>> steps = [Step(3, frozenset({2}), (1, 2)), Step(4, frozenset(), (3,))]
    >>> for line in tell([frozenset({1, 2}), frozenset({-1})], ["a clue", "another"], steps[:1]):
    ...     print(line)
    1. 1 ∨ 2   (a clue)
    2. ¬1   (another)
    3. 2   from 1 and 2
    """
    lines = [
        f"{number}. {show(clause, name)}   ({source})"
        for number, (clause, source) in enumerate(zip(axioms, sources, strict=True), start=1)
    ]
    for step in steps:
        *first, last = (str(premise) for premise in step.premises)
        cited = f"{', '.join(first)} and {last}" if first else last
        end = "   contradiction ∎" if not step.clause else ""
        lines.append(f"{step.id}. {show(step.clause, name)}   from {cited}{end}")
    return lines
