"""A step of a proof, whole proofs, and how they are written down (LRAT)."""

from collections.abc import Iterable
from dataclasses import dataclass

from mineproof.proof.clause import Clause


@dataclass(frozen=True, slots=True)
class Step:
    """`clause` follows from the clauses numbered `premises`, read in that order.

    Axioms are numbered from 1 and are not steps; steps go on from there. `deletes` names clauses
    that no later step will cite.
    """

    id: int
    clause: Clause
    premises: tuple[int, ...]
    deletes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Proof:
    """Axioms and the steps that lead from them to the claim, which is the last step's clause."""

    axioms: tuple[Clause, ...]
    steps: tuple[Step, ...]

    @property
    def claim(self) -> Clause:
        return self.steps[-1].clause if self.steps else self.axioms[-1]


def write_lrat(steps: Iterable[Step]) -> str:
    """Steps as lines of an LRAT file; `check.read_lrat` reads them.

    >>> write_lrat([Step(4, frozenset({-1, 2}), (3, 1))])
    '4 -1 2 0 3 1 0\\n'
    """
    lines = []
    for step in steps:
        if step.deletes:
            lines.append(f"{step.id} d {_spaced(step.deletes)}0\n")
        literals = sorted(step.clause, key=abs)
        lines.append(f"{step.id} {_spaced(literals)}0 {_spaced(step.premises)}0\n")
    return "".join(lines)


def trim(axioms: int, steps: list[Step]) -> tuple[list[int], list[Step]]:
    """Only what the last step rests on: the numbers of the axioms it needs, and the steps, with all
    numbers made anew so that these axioms are 1, 2, … in their old order.

    >>> trim(3, [Step(4, frozenset({1}), (1,)), Step(5, frozenset({2}), (3,))])
    ([3], [Step(id=2, clause=frozenset({2}), premises=(1,), deletes=())])
    """
    needed = {steps[-1].id}
    for step in reversed(steps):
        if step.id in needed:
            needed.update(step.premises)
    kept = [id for id in range(1, axioms + 1) if id in needed]
    numbers = {old: new for new, old in enumerate(kept, start=1)}
    trimmed = []
    for step in steps:
        if step.id in needed:
            numbers[step.id] = len(numbers) + 1
            premises = tuple(numbers[id] for id in step.premises)
            trimmed.append(Step(numbers[step.id], step.clause, premises))
    return kept, trimmed


def _spaced(numbers: Iterable[int]) -> str:
    return "".join(f"{number} " for number in numbers)
