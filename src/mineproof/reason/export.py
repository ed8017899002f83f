"""Write a position for other solvers: DIMACS CNF, or OPB with one equation a clue.

Variable i is cell i - 1: true for a mine; false for an opened cell. Both files have exactly one
model for each layout, because the cells determine the helper variables that count mines.
"""

from mineproof.base.errors import TooWide
from mineproof.game.clues import Clue, clues, total
from mineproof.game.view import View, require_view
from mineproof.logic.cardinality import exactly
from mineproof.logic.counter import Counter
from mineproof.proof.clause import EMPTY, Clause
from mineproof.proof.dimacs import write_cnf
from mineproof.reason.symbols import var, variables

MOST_HELPERS = 1_000_000
"""The most helper variables of a CNF. OPB needs none: there the mine count is one line."""


def cnf(view: View) -> str:
    """Return a position as clauses; raise `TooWide` if it has too many.

    >>> from mineproof import cnf, read
    >>> print(cnf(read("1 #", mines=1)), end="")
    c 2x1, 1 mine: variables 1 to 2 are the cells, row by row, true for a mine
    p cnf 3 5
    c opened r1c1
    -1 0
    c clue r1c1
    2 0
    c helper
    -2 3 0
    c helper
    2 -3 0
    c count
    3 0
    """
    require_view(view)
    name = view.board.name
    clauses = [frozenset({-var(cell)}) for cell in _opened(view)]
    sources = [f"opened {name(cell)}" for cell in _opened(view)]
    for clue in clues(view):
        found = _exactly(clue, len(clauses))
        clauses += found
        sources += [f"clue {name(clue.at) if clue.at is not None else ''}"] * len(found)
    counted, said = _count(view)
    return write_cnf(clauses + counted, sources + said, [_remark(view)])


def opb(view: View) -> str:
    """Return a position as equations.

    >>> from mineproof import read
    >>> print(opb(read("1 #", mines=1)), end="")
    * #variable= 2 #constraint= 3
    * 2x1, 1 mine: variables 1 to 2 are the cells, row by row, true for a mine
    +1 x1 = 0 ;
    +1 x2 = 1 ;
    +1 x2 = 1 ;
    """
    opened = [Clue((cell,), 0, cell) for cell in _opened(view)]
    rows = [row for row in (*opened, *clues(view), total(view)) if row.cells or row.mines]
    # A clue without cells says 0 = n with n > 0. OPB has no empty sum: x1 = n + 1 is as impossible.
    lines = [
        " ".join([*(f"+1 x{v}" for v in variables(row.cells)), f"= {row.mines} ;"])
        if row.cells
        else f"+1 x1 = {row.mines + 1} ;"
        for row in rows
    ]
    head = f"* #variable= {view.board.cells} #constraint= {len(lines)}"
    return "\n".join([head, f"* {_remark(view)}", *lines, ""])


def _opened(view: View) -> list[int]:
    return [cell for cell, clue in enumerate(view.cells.tolist()) if clue >= 0]


def _exactly(clue: Clue, held: int) -> list[Clause]:
    if not 0 <= clue.mines <= len(clue.cells):
        return [EMPTY]  # no layout fits, and no model
    return exactly(clue.mines, variables(clue.cells), held)


def _count(view: View) -> tuple[list[Clause], list[str]]:
    hidden = view.hidden
    if view.mines > len(hidden):
        return [EMPTY], ["count"]
    if not hidden:
        return [], []
    helpers = (min(view.mines, len(hidden) - view.mines) + 2) * len(hidden)
    if helpers > MOST_HELPERS:
        raise TooWide(
            f"{view.mines} mines among {len(hidden)} cells need some {helpers:,} helper variables"
            " in CNF: use OPB, which needs none"
        )
    counter = Counter(variables(hidden), view.board.cells + 1)
    counter.exactly(view.mines)
    ends = (view.mines > 0) + (view.mines < len(hidden))
    return counter.clauses, ["helper"] * (len(counter.clauses) - ends) + ["count"] * ends


def _remark(view: View) -> str:
    mines = "1 mine" if view.mines == 1 else f"{view.mines} mines"
    cells = view.board.cells
    return (
        f"{view.board.size}, {mines}: variables 1 to {cells} are the cells, row by row,"
        " true for a mine"
    )
