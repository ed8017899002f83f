"""Evidence for verdicts that other programs can check.

For a certain cell: the clauses of the clues that decide it, and a refutation of the denied verdict.
For an undecided cell: one layout in which it is safe and one in which it is a mine.
"""

from collections.abc import Hashable
from dataclasses import dataclass, replace

from mineproof.game.board import Layout
from mineproof.game.clues import Clue, clue_at, clues, total
from mineproof.game.view import View
from mineproof.logic.cardinality import exactly
from mineproof.logic.kb import KnowledgeBase
from mineproof.logic.proofs import proof_of
from mineproof.logic.refute import cite, refute
from mineproof.logic.sat import new_solver, solve
from mineproof.proof.clause import EMPTY, Clause
from mineproof.proof.dimacs import write_cnf
from mineproof.proof.step import Proof, Step
from mineproof.reason.needed import Needed, count_clauses, needed
from mineproof.reason.symbols import var, variables


@dataclass(frozen=True)
class Evidence:
    """A verdict, the clues it depends on, and its proof.

    The last axiom denies the verdict; the last step is the empty clause. The source of an axiom is
    a text: a clue, the mine count, the meaning of a helper variable, or the denial.
    """

    view: View
    needed: Needed
    proof: Proof
    remarks: list[str]
    """comments that the auditor needs besides the clauses"""
    way: str
    """how the proof was found: `support`, `solver` or `record`"""

    def cnf(self, *, witness: bool = True) -> str:
        """Return the axioms as a DIMACS file, with the comments that the auditor reads.

        With `witness`, it names a layout that fits the position; raise `ValueError` if none fits.
        Without a witness a proof could be vacuous: everything follows from a position that no
        layout fits.
        """
        remarks = self.remarks
        if witness:
            cell, mine = self.needed.cell, self.needed.mine
            layouts = _fitting(self.view, [var(cell) if mine else -var(cell)])
            if layouts is None:
                raise ValueError("no layout fits the position")
            remarks = [*remarks, " ".join(["witness", *self.view.board.names(layouts[0])])]
        return write_cnf(self.proof.axioms, self.proof.sources, remarks)

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
    axioms, sources = _clue_axioms(view, found.clues)
    helpers: dict[int, tuple[int, int]] = {}
    listed = sorted({cell}.union(*(clue.cells for clue in found.clues)))
    if found.uses_count:
        counter, ends = count_clauses(view, listed, board.cells + 1)
        axioms += counter.clauses
        sources += ["count" if clause in ends else "helper" for clause in counter.clauses]
        helpers = counter.meaning
    axioms.append(frozenset({-var(cell) if mine else var(cell)}))
    sources.append(f"denial {board.name(cell)}")
    refutation = refute(axioms, sources=sources)
    if refutation is None:
        raise ValueError(f"{board.name(cell)} is not certain")
    proof = refutation.proof.trimmed()
    if proof.sources[-1] != sources[-1]:
        raise ValueError("the clues contradict each other")
    remarks = _remarks(view, found, listed, helpers, proof)
    return Evidence(view, found, proof, remarks, refutation.way)


def prove_by_record(view: View, kb: KnowledgeBase, cell: int) -> Evidence:
    """Return the proof that a knowledge base has recorded for a decided cell."""
    mine = var(cell) in kb.facts
    claim = var(cell) if mine else -var(cell)
    recorded = proof_of(kb, claim)
    names = [
        f"clue {view.board.name(source)}" if isinstance(source, int) else "count"
        for source in recorded.sources
    ]
    opened = {var(there) for there, clue in enumerate(view.cells.tolist()) if clue >= 0}
    denial = f"denial {view.board.name(cell)}"
    proof = _refutation(replace(recorded, sources=tuple(names)), opened, claim, denial).trimmed()
    named = dict.fromkeys(
        source.split()[1]
        for source in proof.sources
        if isinstance(source, str) and source.startswith("clue")
    )
    used = [clue_at(view, view.board.index(name)) for name in named]
    found = Needed(cell, mine, used, "count" in proof.sources, smallest=False)
    return Evidence(view, found, proof, _remarks(view, found, [], {}, proof), "record")


def _refutation(recorded: Proof, false: set[int], claim: int, denial: str) -> Proof:
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


def _clue_axioms(view: View, used: list[Clue]) -> tuple[list[Clause], list[str]]:
    axioms: list[Clause] = []
    sources: list[str] = []
    for clue in used:
        clauses = exactly(clue.mines, variables(clue.cells), held=len(axioms))
        axioms += clauses
        sources += [f"clue {view.board.name(clue.at or 0)}"] * len(clauses)
    return axioms, sources


def _remarks(
    view: View,
    found: Needed,
    listed: list[int],
    helpers: dict[int, tuple[int, int]],
    proof: Proof,
) -> list[str]:
    """Return the comments for the auditor: the claim, and the definitions of the helpers."""
    board = view.board
    verdict = "mine" if found.mine else "safe"
    remarks = [f"claim {board.name(found.cell)} {verdict}"]
    used = sorted({abs(lit) for clause in proof.axioms for lit in clause} & helpers.keys())
    if used:
        remarks.append(f"listed {' '.join(board.names(listed))}")
        remarks += [
            f"helper {one} at least {helpers[one][0]} of the first {helpers[one][1]}"
            for one in used
        ]
    return remarks


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
