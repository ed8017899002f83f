"""Compare ways to find all certain cells: counting, a SAT solver, enumeration, backtracking.

    python bench/deduction.py [--positions N]

The task: find all cells that the clues of a position decide, without the mine count (the compiled
core uses the count too: it has no other function). Positions are stuck expert boards. Enumeration
lists every solution of a front, so positions with a front of more than 3,000 solutions are left out
for all.
"""

from pysat.solvers import Solver
from table import contest, numbers, ratio_rows, row, show, stuck_positions

from mineproof.core.choice import engine
from mineproof.counting import exact
from mineproof.counting.fronts import components, front_of, reduce
from mineproof.counting.layers import Layers
from mineproof.game.clues import clues
from mineproof.logic.cardinality import exactly
from mineproof.play.csp import Csp

MOST_WAYS = 3000


def positions(count):
    """Return the clues by front, without cells that single clues decide, and their position."""
    found = []
    for view in stuck_positions(4 * count):
        parts = components(reduce(clues(view)).clues)
        ways = [sum(Layers(front_of(part)).ways()) for part in parts]
        if max(ways, default=0) <= MOST_WAYS:
            found.append((parts, view))
    return found[:count]


def solver_of(part):
    told = [c for clue in part for c in exactly(clue.mines, [cell + 1 for cell in clue.cells])]
    return Solver(name="cadical153", bootstrap_with=told)


def by_questions(part):
    """Ask two questions for each cell, each with one assumption."""
    with solver_of(part) as solver:
        for cell in {cell for clue in part for cell in clue.cells}:
            if solver.solve(assumptions=[cell + 1]):
                solver.solve(assumptions=[-cell - 1])


def by_enumeration(part):
    """Return the literals that all models share, by listing the models."""
    cells = {cell + 1 for clue in part for cell in clue.cells}
    with solver_of(part) as solver:
        agreed = None
        while solver.solve():
            model = [lit for lit in solver.get_model() if abs(lit) in cells]
            agreed = set(model) if agreed is None else agreed.intersection(model)
            solver.add_clause([-lit for lit in model])


def speeds(count, rounds=5):
    """Return rows: microseconds a position, and relative speeds."""
    chosen = positions(count)

    def each(solve):
        def run():
            for parts, view in chosen:
                solve(parts, view)
            return len(chosen)

        return run

    def per_front(solve):
        return each(lambda parts, _: [solve(part) for part in parts])

    spent = contest(
        {
            "counting, compiled": each(lambda _, view: engine().analyse(view).safe),
            "counting, plain Python": per_front(exact.entailed),
            "backtracking (csp), plain Python": per_front(lambda part: Csp(part).agreed()),
            "python-sat, two questions a cell": per_front(by_questions),
            "python-sat, enumeration": per_front(by_enumeration),
        },
        rounds,
    )
    group = f"Everything certain in a stuck expert position ({len(chosen)} positions)"
    rows = [row(group, name, [t * 1e6 for t in times], "µs") for name, times in spent.items()]
    for base in list(spent)[2:]:
        rows += ratio_rows(group, {name: spent[name] for name in [*list(spent)[:2], base]}, base)
    return rows


if __name__ == "__main__":
    print(show(speeds(numbers(__doc__, positions=40).positions)))
