"""The rules of the game as first-order sentences: as text, grounded, and as TPTP for provers.

    every opened cell holds no mine
    a cell shows n  ⇔  exactly n of its neighbours hold a mine

These two sentences with counting replace the clauses that a propositional player is given clue by
clue. They also need a description of the board: its cells, their neighbours, and what each opened
cell shows. Grounding them for one position gives exactly the clauses that the player uses. All
variables, predicates and constants are only names: this module does not know what a mine is.

It answers a question of the assignment (docs/discussion.md). It is here, not on that page, because
the page's commands give any position to it, and a test compares its clauses with the player's.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mineproof.logic.cardinality import exactly
from mineproof.proof.clause import Clause

SENTENCES = (
    "∀x (Open(x) → ¬Mine(x))",
    "∀x ∀n (Shows(x, n) ↔ Open(x) ∧ ∃₌ₙ y (Neighbour(x, y) ∧ Mine(y)))",
)
"""The rules as text. ∃₌ₙ reads "there are exactly n"."""


@dataclass(frozen=True)
class World:
    """What a position adds to the rules: names of things, their neighbours, the numbers shown."""

    names: Sequence[str]
    neighbours: Mapping[int, Sequence[int]]
    shows: Mapping[int, int]
    """The number that each opened thing shows."""

    def ground(self) -> list[Clause]:
        """Return the second sentence for each opened thing, as clauses over its hidden neighbours.

        The first sentence removes the opened neighbours. Thing k is variable k + 1.

        >>> World(["a", "b", "c"], {0: [1, 2]}, {0: 1}).ground()
        [frozenset({2, 3}), frozenset({-3, -2})]
        """
        clauses = []
        for thing, number in self.shows.items():
            hidden = [there + 1 for there in self.neighbours[thing] if there not in self.shows]
            clauses += exactly(number, hidden)
        return clauses

    def tptp(self, claim: int, *, mine: bool) -> str:
        """Return the position and a claim as a problem for first-order provers (TPTP, form FOF)."""
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
    """Define "X shows `number`": that many different neighbours are mines, and no others."""
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
