"""Proofs by resolution that a student writes, judged step by step.

An exercise becomes a set of clauses: what the clues of its easiest argument say about the cells
without a flag, and the denial of what that argument concludes. The student picks two clauses; if
they clash on exactly one literal, their resolvent is added. The proof ends with the empty clause.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from mineproof.base.errors import BadInput
from mineproof.game.board import Board
from mineproof.game.clues import clue_at, total
from mineproof.game.picture import FLAG
from mineproof.learn.exercises import Exercise
from mineproof.learn.hints import decided_of
from mineproof.logic.cardinality import exactly
from mineproof.logic.linear import short_refutation
from mineproof.logic.resolution import resolve, subsumes
from mineproof.proof.clause import Clause
from mineproof.proof.dimacs import write_cnf
from mineproof.proof.step import Proof, Step
from mineproof.reason.argument import ArgumentLine
from mineproof.reason.symbols import cell_of, var, variables

MOST_CLAUSES = 24
"""An exercise has at most so many clauses at the start."""
MOST_STEPS = 8
"""Our refutation of an exercise has at most so many steps."""

StepVerdict = Literal["accepted", "no clash", "several clashes", "known"]


@dataclass(frozen=True)
class ClauseExercise:
    """Clauses that contradict each other, and a short refutation of them."""

    board: Board
    cell: str
    """The cell that is to be proved safe, or a mine."""
    mine: bool
    axioms: tuple[Clause, ...]
    """What the clues say; the last one denies the claim."""
    sources: tuple[tuple[str, ...], ...]
    """For each axiom: the opened cells that say it, or `count`; the last is `denial`."""
    steps: tuple[Step, ...]
    """Our refutation, two premises a step."""

    def cnf(self) -> str:
        """Return the axioms as a DIMACS file."""
        claim = f"claim {self.cell} {'mine' if self.mine else 'safe'}; flags are mines"
        return write_cnf(self.axioms, [" ".join(names) for names in self.sources], [claim])


@dataclass(frozen=True)
class JudgedStep:
    """The verdict on two clauses: `accepted`, `no clash`, `several clashes` or `known`; the cells
    whose literals clash; the clause that equals the resolvent, or that subsumes it."""

    verdict: StepVerdict
    clashing: tuple[str, ...] = ()
    """The cells whose literals clash."""
    other: int | None = None
    """If the resolvent is known: the clause that it equals; if accepted: one that subsumes it."""


class WrittenProof:
    """The clauses of an exercise and the resolvents that were accepted, numbered from 1.

    >>> from mineproof.learn.exercises import exercises
    >>> proof = WrittenProof(clause_exercise(next(exercises(kind="1-1", seed=1))))
    >>> proof.judge(1, 1).verdict
    'no clash'
    >>> while not proof.complete:
    ...     judged = proof.judge(*proof.next_pair())
    >>> len(proof.steps), proof.clauses[-1]
    (3, frozenset())
    """

    def __init__(self, exercise: ClauseExercise) -> None:
        self.exercise = exercise
        self.clauses: list[Clause] = list(exercise.axioms)
        self.steps: list[Step] = []

    @property
    def complete(self) -> bool:
        """Whether the empty clause was derived."""
        return bool(self.steps) and not self.steps[-1].clause

    @property
    def proof(self) -> Proof:
        """The steps so far as a proof that the judge checks."""
        return Proof(self.exercise.axioms, tuple(self.steps))

    def judge(self, first: int, second: int) -> JudgedStep:
        """Resolve two clauses by number; the resolvent is added if it is accepted.

        A resolvent that a known clause subsumes is accepted: it follows, but leads nowhere that the
        known clause does not. Raise `BadInput` for an unknown number, or after the empty clause.
        """
        if self.complete:
            raise BadInput("the proof has ended with the empty clause", field="pairs")
        a, b = self._clause(first), self._clause(second)
        clashing = tuple(self.exercise.board.names(sorted(cell_of(lit) for lit in a if -lit in b)))
        resolvent = resolve(a, b)
        if resolvent is None:
            return JudgedStep("several clashes" if clashing else "no clash", clashing)
        same = next((n for n, one in self._numbered if one == resolvent), None)
        if same is not None:
            return JudgedStep("known", clashing, same)
        stricter = next((n for n, one in self._numbered if subsumes(one, resolvent)), None)
        self.clauses.append(resolvent)
        self.steps.append(Step(len(self.clauses), resolvent, (first, second)))
        return JudgedStep("accepted", clashing, stricter)

    def next_pair(self) -> tuple[int, int] | None:
        """Return two clauses whose resolvent our refutation needs next; None at the end.

        Where the student has a stricter clause than our refutation, it replaces ours. This is
        sound: if `p` subsumes `P`, `q` subsumes `Q`, and neither subsumes the resolvent of `P` and
        `Q`, then both contain the clashing literal, and their resolvent subsumes that one.
        """
        ours = [*self.exercise.axioms, *(step.clause for step in self.exercise.steps)]
        for step in self.exercise.steps:
            if not any(subsumes(one, step.clause) for one in self.clauses):
                first, second = (self._stricter(ours[number - 1]) for number in step.premises)
                return first, second
        return None

    @property
    def _numbered(self) -> Iterator[tuple[int, Clause]]:
        return enumerate(self.clauses, start=1)

    def _stricter(self, clause: Clause) -> int:
        """The shortest clause that subsumes the given one."""
        return min((len(one), n) for n, one in self._numbered if subsumes(one, clause))[1]

    def _clause(self, number: int) -> Clause:
        if not 1 <= number <= len(self.clauses):
            raise BadInput(f"clauses have numbers from 1 to {len(self.clauses)}, not {number}")
        return self.clauses[number - 1]


def clause_exercise(one: Exercise) -> ClauseExercise | None:
    """Return the clauses of an exercise; None if they are too many, or nothing is certain.

    At most `MOST_CLAUSES` clauses are given, and our refutation has at most `MOST_STEPS` steps.
    """
    if not all(isinstance(line, ArgumentLine) for line in one.lines):
        return None
    cell = decided_of(one)[0]
    mine = cell in one.mined
    told = _clauses_of_clues(one)
    denied = var(one.view.board.index(cell))
    told[frozenset({-denied if mine else denied})] = ["denial"]
    if len(told) > MOST_CLAUSES:
        return None
    axioms = tuple(told)
    steps = short_refutation(axioms, MOST_STEPS)
    if steps is None:
        return None
    sources = tuple(tuple(names) for names in told.values())
    return ClauseExercise(one.view.board, cell, mine, axioms, sources, steps)


def _clauses_of_clues(one: Exercise) -> dict[Clause, list[str]]:
    """Return what the clues of the argument say about cells without a flag, and which say it."""
    view = one.view
    flags = {cell for cell, value in enumerate(view.cells.tolist()) if value == FLAG}
    lines = [line for line in one.lines if isinstance(line, ArgumentLine)]
    places = {cell for line in lines for says in line.premises for cell in says.sources}
    found: dict[Clause, list[str]] = {}
    for place in sorted(places, key=lambda cell: view.board.cells if cell is None else cell):
        clue = total(view) if place is None else clue_at(view, place)
        left = [cell for cell in clue.cells if cell not in flags]
        mines = clue.mines - (len(clue.cells) - len(left))
        name = "count" if place is None else view.board.name(place)
        for clause in exactly(mines, variables(left)):
            found.setdefault(clause, []).append(name)
    return found
