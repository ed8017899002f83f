"""Evidence for what is certain: clauses of the clues that decide a cell, and a refutation of its
denial that outside programs can check. And for what is not: two layouts that differ."""

from dataclasses import dataclass

from mineproof.game.board import Layout
from mineproof.game.clues import Clue, clue_at, clues, total
from mineproof.game.game import View
from mineproof.logic.cardinality import exactly
from mineproof.logic.kb import KnowledgeBase
from mineproof.logic.proofs import read_off
from mineproof.logic.refute import cite, refute
from mineproof.proof.clause import EMPTY, Clause
from mineproof.proof.dimacs import write_cnf
from mineproof.proof.step import Step, trim, write_lrat
from mineproof.reason.needed import Needed, count_clauses, needed
from mineproof.reason.symbols import var, variables


@dataclass(frozen=True)
class Evidence:
    """A verdict, the clues it rests on, and its proof.

    The last axiom denies the verdict; the last step is the empty clause. Each axiom has a source: a
    clue, the mine count, what a helper of the count means, or the denial.
    """

    view: View
    needed: Needed
    axioms: list[Clause]
    sources: list[str]
    remarks: list[str]
    steps: list[Step]
    way: str

    def cnf(self) -> str:
        return write_cnf(self.axioms, self.sources, self.remarks)

    def lrat(self) -> str:
        return write_lrat(self.steps)


def prove(view: View, cell: int, *, mine: bool) -> Evidence:
    """Prove the verdict on a cell that is certain.

    >>> from mineproof.game.formats import read
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
    refutation = refute(axioms)
    if refutation is None:
        raise ValueError(f"{board.name(cell)} is not certain")
    kept, steps = trim(len(axioms), refutation.steps)
    if kept[-1] != len(axioms):
        raise ValueError("the clues contradict one another")
    axioms, sources = [axioms[id - 1] for id in kept], [sources[id - 1] for id in kept]
    remarks = _remarks(view, found, listed, helpers, axioms)
    return Evidence(view, found, axioms, sources, remarks, steps, refutation.way)


def prove_by_record(view: View, kb: KnowledgeBase, cell: int) -> Evidence:
    """The proof that a knowledge base has recorded for a cell it has decided.

    The base was told its clues when more cells were hidden than are now. What has been opened since
    is granted by the position, so its literals are left out, and clauses it makes true go.
    """
    mine = var(cell) in kb.facts
    claim = var(cell) if mine else -var(cell)
    proof, sources = read_off(kb, claim)
    opened = {var(there) for there, clue in enumerate(view.cells.tolist()) if clue >= 0}
    numbers: dict[int, int] = {}
    axioms: list[Clause] = []
    kept: list[str] = []
    for number, (clause, source) in enumerate(zip(proof.axioms, sources, strict=True), start=1):
        if any(-lit in opened for lit in clause):
            continue
        axioms.append(clause - opened)
        numbers[number] = len(axioms)
        kept.append(f"clue {view.board.name(source)}" if isinstance(source, int) else "count")
    axioms.append(frozenset({-claim}))
    kept.append(f"denial {view.board.name(cell)}")
    steps: list[Step] = []
    known = dict(enumerate(axioms, start=1))
    for step in proof.steps:
        if any(-lit in opened for lit in step.clause):
            continue
        clause = step.clause - opened
        premises = [numbers[id] for id in step.premises if id in numbers]
        # A premise that has lost its pivot may say by itself what the step says, or more.
        enough = next((id for id in premises if known[id] <= clause), None)
        if enough is not None:
            numbers[step.id] = enough
            continue
        cited = cite([*(known[id] for id in premises), clause], len(premises))
        numbers[step.id] = id = len(axioms) + len(steps) + 1
        known[id] = clause
        steps.append(Step(id, clause, tuple(premises[place] for place in cited)))
    last = numbers[proof.steps[-1].id] if proof.steps else numbers[len(proof.axioms)]
    steps.append(Step(len(axioms) + len(steps) + 1, EMPTY, (last, len(axioms))))
    needed_axioms, steps = trim(len(axioms), steps)
    axioms, kept = [axioms[id - 1] for id in needed_axioms], [kept[id - 1] for id in needed_axioms]
    counted = "count" in kept
    named = dict.fromkeys(source.split()[1] for source in kept if source.startswith("clue"))
    used = [clue_at(view, view.board.cell(name)) for name in named]
    found = Needed(cell, mine, used, counted, smallest=False)
    remarks = _remarks(view, found, [], {}, axioms)
    return Evidence(view, found, axioms, kept, remarks, steps, "record")


def _clue_axioms(view: View, used: list[Clue]) -> tuple[list[Clause], list[str]]:
    axioms, sources = [], []
    for clue in used:
        clauses = exactly(clue.mines, variables(clue.cells))
        axioms += clauses
        sources += [f"clue {view.board.name(clue.at or 0)}"] * len(clauses)
    return axioms, sources


def _remarks(
    view: View,
    found: Needed,
    listed: list[int],
    helpers: dict[int, tuple[int, int]],
    axioms: list[Clause],
) -> list[str]:
    """What an auditor must know beside the clauses: the claim, and what helpers mean."""
    board = view.board
    verdict = "mine" if found.mine else "safe"
    remarks = [f"claim {board.name(found.cell)} {verdict}"]
    used = sorted({abs(lit) for clause in axioms for lit in clause} & helpers.keys())
    if used:
        remarks.append(f"listed {' '.join(board.names(listed))}")
        remarks += [
            f"helper {one} at least {helpers[one][0]} of the first {helpers[one][1]}"
            for one in used
        ]
    return remarks


def two_layouts(view: View, cell: int) -> tuple[Layout, Layout] | None:
    """Two layouts that fit everything seen, the cell safe in the first and a mine in the second;
    None if there are no two such.

    >>> from mineproof.game.formats import read
    >>> two_layouts(read("1 # #", mines=1), 1) is None
    True
    """
    from pysat.solvers import Solver

    found = []
    with Solver(name="minicard") as solver:
        for clue in [*clues(view), total(view)]:
            about = variables(clue.cells)
            solver.add_atmost(about, clue.mines)
            solver.add_atmost([-variable for variable in about], len(about) - clue.mines)
        for lit in (-var(cell), var(cell)):
            if not solver.solve(assumptions=[lit]):
                return None
            mines = [lit - 1 for lit in solver.get_model() if 0 < lit <= view.board.cells]
            found.append(view.board.layout(mines))
    return found[0], found[1]
