"""A whole proof, and its LRAT file."""

from collections.abc import Hashable, Iterable
from dataclasses import dataclass

from mineproof.proof.check import Step
from mineproof.proof.clause import Clause

__all__ = ["Proof", "Step", "write_lrat"]


@dataclass(frozen=True, slots=True)
class Proof:
    """Axioms, and steps that lead from them to the claim, which is the clause of the last step."""

    axioms: tuple[Clause, ...]
    steps: tuple[Step, ...]
    sources: tuple[Hashable, ...] = ()
    """the source of each axiom; empty if they are unknown"""

    @property
    def claim(self) -> Clause:
        """The clause that is proved: that of the last step, or the last axiom without steps."""
        return self.steps[-1].clause if self.steps else self.axioms[-1]

    def lrat(self) -> str:
        """Return the steps as an LRAT file."""
        return write_lrat(self.steps)

    def trimmed(self) -> "Proof":
        """Return a proof of only the axioms and steps that the last step depends on, renumbered.

        >>> axioms = (frozenset({3}), frozenset({1}), frozenset({2}))
        >>> steps = (Step(4, frozenset({1}), (1,)), Step(5, frozenset({2}), (3,)))
        >>> Proof(axioms, steps, ("a", "b", "c")).trimmed()
        Proof(axioms=(frozenset({2}),),
              steps=(Step(id=2, clause=frozenset({2}), premises=(1,), deletes=()),),
              sources=('c',))
        """
        needed = {self.steps[-1].id} if self.steps else {len(self.axioms)}
        for step in reversed(self.steps):
            if step.id in needed:
                needed.update(step.premises)
        kept = [id for id in range(1, len(self.axioms) + 1) if id in needed]
        numbers = {old: new for new, old in enumerate(kept, start=1)}
        steps = []
        for step in self.steps:
            if step.id in needed:
                numbers[step.id] = len(numbers) + 1
                premises = tuple(numbers[id] for id in step.premises)
                steps.append(Step(numbers[step.id], step.clause, premises))
        return Proof(
            tuple(self.axioms[id - 1] for id in kept),
            tuple(steps),
            tuple(self.sources[id - 1] for id in kept) if self.sources else (),
        )


def write_lrat(steps: Iterable[Step]) -> str:
    """Return steps as lines of an LRAT file, which `check.read_lrat` reads.

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


def _spaced(numbers: Iterable[int]) -> str:
    return "".join(f"{number} " for number in numbers)
