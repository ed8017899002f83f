"""Evidence for verdicts that other programs can check.

For a certain cell: the clauses of the clues that decide it, and a refutation of the denied verdict.
For an undecided cell: one layout in which it is safe and one in which it is a mine.

The clues are reduced first (`needed.py`), and only then is a refutation searched. The whole answer
of `explain` on expert boards takes 4.3 ms (median of 545 cells, p95 14, maximum 24).
"""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

from mineproof.game.board import Layout
from mineproof.game.clues import Clue, clue_at, clues, total
from mineproof.game.view import View
from mineproof.logic.cardinality import exactly
from mineproof.logic.refute import cite, refute
from mineproof.logic.sat import new_solver, solve
from mineproof.proof.clause import EMPTY, Clause
from mineproof.proof.step import Proof, Step
from mineproof.reason.needed import Needed, count_clauses, needed
from mineproof.reason.symbols import var, variables

if TYPE_CHECKING:
    from mineproof.logic.kb import KnowledgeBase


@dataclass(frozen=True, slots=True)
class Source:
    """Where an axiom comes from: a clue, the mine count, a helper's definition, or the denial."""

    kind: Literal["clue", "count", "helper", "denial"]
    cell: int | None = None
    """the cell of the clue or of the denied verdict"""


_COUNT, _HELPER = Source("count"), Source("helper")


@dataclass(frozen=True)
class Evidence:
    """A verdict, the clues it depends on, and its proof.

    The last axiom denies the verdict; the last step is the empty clause. The source of an axiom is
    a `Source`.
    """

    view: View
    needed: Needed
    proof: Proof
    way: str
    """how the proof was found: `support`, `solver` or `record`"""
    listed: tuple[int, ...] = ()
    """the cells that the helper variables count, in their order"""
    helpers: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    """the meaning of each helper variable in the axioms: at least so many of the first so many"""

    def cnf(self, *, witness: bool = True) -> str:
        """Return the axioms as a DIMACS file, with the comments that the auditor reads.

        With `witness`, it names a layout that fits the position; raise `ValueError` if none fits.
        Without a witness a proof could be vacuous: everything follows from a position that no
        layout fits.
        """
        from mineproof.proof.dimacs import write_cnf

        name = self.view.board.name
        remarks = [f"claim {name(self.needed.cell)} {'mine' if self.needed.mine else 'safe'}"]
        if self.helpers:
            remarks.append(f"listed {' '.join(self.view.board.names(self.listed))}")
        for variable, (least, first) in self.helpers.items():
            remarks.append(f"helper {variable} at least {least} of the first {first}")
        if witness:
            cell, mine = self.needed.cell, self.needed.mine
            layouts = _fitting(self.view, [var(cell) if mine else -var(cell)])
            if layouts is None:
                raise ValueError("no layout fits the position")
            remarks.append(" ".join(["witness", *self.view.board.names(layouts[0])]))
        sources = [
            one.kind if one.cell is None else f"{one.kind} {name(one.cell)}" for one in self.sources
        ]
        return write_cnf(self.proof.axioms, sources, remarks)

    @property
    def sources(self) -> tuple[Source, ...]:
        """The source of each axiom."""
        return tuple(one for one in self.proof.sources if isinstance(one, Source))

    def lrat(self) -> str:
        """Return the steps as an LRAT file."""
        return self.proof.lrat()


def prove(view: View, cell: int, *, mine: bool) -> Evidence:
    """Prove that a cell is a mine, or that it is safe; raise `ValueError` if it is not certain.

    >>> from mineproof import read
    >>> proof = prove(read("1 1 1 / # # #", mines=1), 3, mine=False)
    >>> print(proof.lrat(), end="")
    5 -5 0 4 1 0
    6 -6 0 4 2 0
    7 6 0 5 3 0
    8 0 7 6 0
    """
    found = needed(view, cell, mine=mine)
    board = view.board
    axioms, sources = _clue_axioms(found.clues)
    helpers: dict[int, tuple[int, int]] = {}
    listed = sorted({cell}.union(*(clue.cells for clue in found.clues)))
    if found.uses_count:
        counter, ends = count_clauses(view, listed, board.cells + 1)
        axioms += counter.clauses
        sources += [_COUNT if clause in ends else _HELPER for clause in counter.clauses]
        helpers = counter.meaning
    axioms.append(frozenset({-var(cell) if mine else var(cell)}))
    sources.append(Source("denial", cell))
    refutation = refute(axioms, sources=sources)
    if refutation is None:
        raise ValueError(f"{board.name(cell)} is not certain")
    proof = refutation.proof.trimmed()
    if proof.sources[-1] != sources[-1]:
        raise ValueError("the clues contradict each other")
    used = sorted({abs(lit) for clause in proof.axioms for lit in clause} & helpers.keys())
    meaning = {variable: helpers[variable] for variable in used}
    return Evidence(view, found, proof, refutation.way, tuple(listed), meaning)


def prove_by_record(view: View, kb: "KnowledgeBase", cell: int) -> Evidence:
    """Return the proof that a knowledge base has recorded for a decided cell."""
    from mineproof.logic.proofs import proof_of

    mine = var(cell) in kb.facts
    claim = var(cell) if mine else -var(cell)
    recorded = proof_of(kb, claim)
    sources = tuple(
        Source("clue", source) if isinstance(source, int) else _COUNT for source in recorded.sources
    )
    opened = {var(there) for there, clue in enumerate(view.cells.tolist()) if clue >= 0}
    denial = Source("denial", cell)
    proof = _refutation(replace(recorded, sources=sources), opened, claim, denial).trimmed()
    used = [
        clue_at(view, one.cell)
        for one in dict.fromkeys(proof.sources)
        if isinstance(one, Source) and one.kind == "clue" and one.cell is not None
    ]
    found = Needed(cell, mine, used, _COUNT in proof.sources, smallest=False)
    return Evidence(view, found, proof, "record")


def _refutation(recorded: Proof, false: set[int], claim: int, denial: Source) -> Proof:
    """Turn a recorded proof of `claim` into a refutation of its denial.

    The clauses were recorded when more cells were hidden. `false` are the variables of cells that
    have been opened since: they are not mines. Their literals are removed, and clauses that contain
    the negation of one are dropped, because they are true.
    """
    axioms: list[Clause] = []
    sources: list[Hashable] = []
    numbers: dict[int, int] = {}
    for old, (clause, source) in enumerate(
        zip(recorded.axioms, recorded.sources, strict=True), start=1
    ):
        if not any(-lit in false for lit in clause):
            axioms.append(clause - false)
            sources.append(source)
            numbers[old] = len(axioms)
    axioms.append(frozenset({-claim}))
    sources.append(denial)
    steps: list[Step] = []
    known = dict(enumerate(axioms, start=1))
    for step in recorded.steps:
        if any(-lit in false for lit in step.clause):
            continue
        clause = step.clause - false
        premises = [numbers[id] for id in step.premises if id in numbers]
        # A premise without its pivot can subsume the step: then it replaces the step.
        subsuming = next((id for id in premises if known[id] <= clause), None)
        if subsuming is not None:
            numbers[step.id] = subsuming
            continue
        cited = cite([*(known[id] for id in premises), clause], len(premises))
        numbers[step.id] = id = len(axioms) + len(steps) + 1
        known[id] = clause
        steps.append(Step(id, clause, tuple(premises[place] for place in cited)))
    last = numbers[recorded.steps[-1].id if recorded.steps else len(recorded.axioms)]
    steps.append(Step(len(axioms) + len(steps) + 1, EMPTY, (last, len(axioms))))
    return Proof(tuple(axioms), tuple(steps), tuple(sources))


def _clue_axioms(used: list[Clue]) -> tuple[list[Clause], list[Source]]:
    axioms: list[Clause] = []
    sources: list[Source] = []
    for clue in used:
        clauses = exactly(clue.mines, variables(clue.cells), held=len(axioms))
        axioms += clauses
        sources += [Source("clue", clue.at or 0)] * len(clauses)
    return axioms, sources


def two_layouts(view: View, cell: int) -> tuple[Layout, Layout] | None:
    """Return two layouts that fit: in the first the cell is safe, in the second it is a mine.

    Return None unless both exist.

    >>> from mineproof import read
    >>> two_layouts(read("1 # #", mines=1), 1) is None
    True
    """
    fitting = _fitting(view, [-var(cell), var(cell)])
    if fitting is None:
        return None
    safe, mined = (view.board.layout(mines) for mines in fitting)
    return safe, mined


def fitting_layout(view: View, cell: int, *, mine: bool) -> Layout | None:
    """Return a layout that fits, with or without a mine at a cell; None if there is none.

    >>> from mineproof import read
    >>> fitting_layout(read("1 # #", mines=1), 1, mine=True)
    b'\\x00\\x01\\x00'
    """
    fitting = _fitting(view, [var(cell) if mine else -var(cell)])
    return view.board.layout(fitting[0]) if fitting else None


def layout_with(view: View, clue: Clue) -> Layout | None:
    """Return a layout that fits everything seen and one more clue; None if there is none.

    >>> from mineproof import read
    >>> layout_with(read("1 # #", mines=1), Clue((1, 2), 1, None))
    b'\\x00\\x01\\x00'
    """
    fitting = _fitting(view, [], clue)
    return view.board.layout(fitting[0]) if fitting else None


def _fitting(view: View, literals: list[int], *more: Clue) -> list[list[int]] | None:
    """Return for each literal the mines of a layout that makes it true and fits all clues.

    Without literals, return one layout. Return None if some literal has no such layout.
    """
    hidden = set(view.hidden)
    found = []
    with new_solver("minicard") as solver:
        for clue in [*clues(view), total(view), *more]:
            about = variables(clue.cells)
            solver.add_atmost(about, clue.mines)
            solver.add_atmost([-variable for variable in about], len(about) - clue.mines)
        for lits in [[lit] for lit in literals] or [[]]:
            if not solve(solver, lits):
                return None
            model = solver.get_model()
            found.append([lit - 1 for lit in model if lit > 0 and lit - 1 in hidden])
    return found
