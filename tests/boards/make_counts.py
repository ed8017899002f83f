"""Make counts.json: positions with their exact number of layouts, counted without our own counting.

    pip install pyganak python-sat && PYTHONPATH=tests/support python tests/boards/make_counts.py

Where few cells are hidden every placement is tried. Elsewhere pyganak, a model counter, counts the
assignments of each set of linked clues, once for each number of mines they may hold; these are
multiplied out with the cells that no clue touches. The number of layouts behind a position is to
this project what perft is to chess programs: any error in counting disturbs it. A position that
takes the model counter longer than 20 seconds is left out.
"""

import json
import multiprocessing
from math import comb
from pathlib import Path

from pyganak import Counter
from pysat.card import CardEnc, EncType

from mineproof import Game, custom, deal
from mineproof.game.clues import clues
from mineproof.game.formats.mine import write
from oracle import safe_cells
from positions import every_layout, played_by_logic

# size, mines, shape, start, cells opened (None: as far as logic goes)
KINDS = [
    ("9x9", 10, "grid", "safe", None),
    ("9x9", 10, "grid", "open", 5),
    ("16x16", 25, "grid", "open", None),
    ("16x16", 40, "grid", "open", None),
    ("16x16", 40, "grid", "safe", 8),
    ("30x16", 99, "grid", "open", None),
    ("30x16", 99, "grid", "open", 14),
    ("30x16", 99, "grid", "safe", 8),
    ("12x12", 25, "torus", "open", None),
    ("12x12", 25, "torus", "safe", 6),
    ("14x10", 30, "hex", "open", None),
    ("14x10", 30, "hex", "safe", 6),
    ("5x5", 12, "grid", "safe", 6),
    ("6x6", 4, "torus", "safe", 9),
    ("7x5", 3, "hex", "safe", 10),
    ("30x16", 20, "grid", "safe", 5),
]
EACH = 5


def position(kind, number):
    size, mines, shape, start, opened = kind
    dealt = deal(custom(size, mines), start=start, seed=99, number=number, shape=shape)
    if opened is None:
        *_, game = played_by_logic(dealt)
        for cell in list(game.view.hidden):
            game.unflag(cell)  # flags are claims: the count does without
    else:
        game, safe = Game(dealt), safe_cells(dealt.layout)
        game.close_start()
        # Cells here and there, never flooded: isolated openings and zeros with hidden neighbours.
        for cell in safe[:: max(1, len(safe) // opened)][:opened]:
            game.open(cell)
    return game.view


def linked(told):
    """Clues in sets that share no cell."""
    parts = []
    for clue in told:
        touching = [part for part in parts if any(set(clue.cells) & set(c.cells) for c in part)]
        parts = [part for part in parts if part not in touching]
        parts.append([clue, *(c for part in touching for c in part)])
    return parts


def ways(part, mines):
    """Assignments of one set of linked clues with so many mines."""
    cells = sorted({cell for clue in part for cell in clue.cells})
    variable = {cell: number for number, cell in enumerate(cells, start=1)}
    counter, top = Counter(), len(cells)
    told = [([variable[cell] for cell in clue.cells], clue.mines) for clue in part]
    for variables, count in [*told, (list(variable.values()), mines)]:
        encoded = CardEnc.equals(variables, count, top_id=top, encoding=EncType.totalizer)
        top = max(top, encoded.nv)
        for clause in encoded.clauses:
            counter.add_clause(clause)
    counter.set_sampling_set(list(variable.values()))
    return counter.count()


def by_model_counter(view):
    told = clues(view)
    touched = {cell for clue in told for cell in clue.cells}
    sea = len(view.hidden) - len(touched)
    by_mines = {0: 1}
    for part in linked(told):
        size = len({cell for clue in part for cell in clue.cells})
        own = {mines: ways(part, mines) for mines in range(min(size, view.mines) + 1)}
        joined = {}
        for a, n in by_mines.items():
            for b, m in own.items():
                joined[a + b] = joined.get(a + b, 0) + n * m
        by_mines = {mines: n for mines, n in joined.items() if n}
    return sum(n * comb(sea, view.mines - m) for m, n in by_mines.items() if m <= view.mines)


def count(view):
    return len(every_layout(view)) if len(view.hidden) <= 22 else by_model_counter(view)


def main():
    rows = []
    for kind in KINDS:
        found = 0
        for number in range(100):
            view = position(kind, number)
            if not view.hidden or len(view.hidden) == view.mines:
                continue  # a game that is over
            with multiprocessing.Pool(1) as worker:
                try:
                    layouts = worker.apply_async(count, (view,)).get(20)
                except multiprocessing.TimeoutError:
                    print(kind, number, "left out", flush=True)
                    continue
            way = "brute force" if len(view.hidden) <= 22 else "pyganak"
            text, shape = write(view), view.board.shape
            rows.append({"position": text, "shape": shape, "layouts": str(layouts), "by": way})
            print(kind, number, way, layouts, flush=True)
            found += 1
            if found == EACH:
                break
    lines = ",\n".join(json.dumps(row) for row in rows)
    (Path(__file__).parent / "counts.json").write_text(f"[\n{lines}\n]\n")


if __name__ == "__main__":
    main()
