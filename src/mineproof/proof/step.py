"""A step of a proof: a clause, and the earlier steps it follows from."""

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
