"""The rules of the game as first-order sentences, printed, grounded, and for a prover.

    every opened cell holds no mine
    a cell shows n  ⇔  exactly n of its neighbours hold a mine

Two sentences with counting say what the propositional player is told clue by clue. What they need
beside is a description of the board: which cells there are, who is a neighbour of whom, what each
opened cell shows. Grounding them for one position gives the very clauses that the player uses.
Variables, predicates and constants here are only names: nothing knows what a mine is.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mineproof.logic.cardinality import exactly
from mineproof.proof.clause import Clause

SENTENCES = (
    "∀x (Open(x) → ¬Mine(x))",
    "∀x ∀n (Shows(x, n) ↔ Open(x) ∧ ∃₌ₙ y (Neighbour(x, y) ∧ Mine(y)))",
)
"""The rules for a reader. ∃₌ₙ reads "there are exactly n"."""


@dataclass(frozen=True)
class World:
    """What a position adds to the rules: names of things, who is beside whom, what is shown."""

    names: Sequence[str]
    neighbours: Mapping[int, Sequence[int]]
    shows: Mapping[int, int]
    """By opened thing the number it shows."""

    def ground(self) -> list[Clause]:
        """The second sentence for each thing that shows a number, with the first applied: over the
        neighbours that are not open. Thing k is variable k + 1.

        >>> World(["a", "b", "c"], {0: [1, 2]}, {0: 1}).ground()
        [frozenset({2, 3}), frozenset({-3, -2})]
        """
        clauses = []
        for thing, number in self.shows.items():
            hidden = [there + 1 for there in self.neighbours[thing] if there not in self.shows]
            clauses += exactly(number, hidden)
        return clauses

    def tptp(self, claim: int, *, mine: bool) -> str:
        """The position and a claim as a problem for first-order provers (TPTP, form FOF)."""
        numbers = sorted(set(self.shows.values()))
        lines = [*map("% {}".format, SENTENCES), *map(_definition, numbers)]
        lines.append(_fof("open", "! [X] : (open(X) => ~ mine(X))"))
        used = sorted({*self.shows, *(n for thing in self.shows for n in self.neighbours[thing])})
        names = [self.names[thing] for thing in used]
        pairs = [f"{a} != {b}" for i, a in enumerate(names) for b in names[i + 1 :]]
        lines.append(_fof("distinct", " & ".join(pairs)))
        for thing, number in self.shows.items():
            name = self.names[thing]
            beside = " | ".join(f"Y = {self.names[there]}" for there in self.neighbours[thing])
            lines.append(_fof(f"around_{name}", f"! [Y] : (beside({name},Y) <=> ({beside}))"))
            lines.append(_fof(f"shows_{name}", f"shows{number}({name})"))
        goal = f"mine({self.names[claim]})"
        lines.append(_fof("claim", goal if mine else f"~ {goal}", role="conjecture"))
        return "\n".join([*lines, ""])


def _fof(name: str, formula: str, role: str = "axiom") -> str:
    return f"fof({name}, {role}, {formula})."


def _definition(number: int) -> str:
    """What it means to show a number: so many neighbours, all different, hold mines; no other."""
    some = [f"Y{k}" for k in range(1, number + 1)]
    held = [f"beside(X,{y}) & mine({y})" for y in some]
    apart = [f"{a} != {b}" for i, a in enumerate(some) for b in some[i + 1 :]]
    other = " | ".join(f"Z = {y}" for y in some)
    none = f"! [Z] : ((beside(X,Z) & mine(Z)) => ({other}))" if some else (
        "! [Z] : (beside(X,Z) => ~ mine(Z))"
    )  # fmt: skip
    body = " & ".join([*held, *apart, none])
    exists = f"? [{','.join(some)}] : ({body})" if some else none
    return _fof(f"shows{number}", f"! [X] : (shows{number}(X) <=> (open(X) & {exists}))")
