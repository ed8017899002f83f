"""How far from perfect is `guess`? Small boards solved exactly, and all their layouts played.

    python bench/small.py [--sizes 3x3,4x4] [--most-layouts N] [--think normal]

For every size with 1 to 8 mines, from a safe corner, from the best safe cell and from an open
start: the share of layouts that the best play wins, and what `guess` wins less, in points. Both are
exact: every layout is played.

    python bench/small.py --csv docs/optimal.csv

writes the layouts of 1xN, 2xN, 3xN and 4x4 boards, and how many of them the best play wins.
"""

import argparse
import csv
from math import comb
from pathlib import Path

from mineproof import Start, custom
from mineproof.base.errors import BadInput
from mineproof.core.choice import engine
from mineproof.core.endgame import layouts
from mineproof.core.think import THINK
from mineproof.game.board import Layouts
from mineproof.game.clues import Clue
from mineproof.game.deal import free_cells
from mineproof.play.optimal import best_start, optimal


def played(board, mines, start, think):
    """The share of all layouts that `guess` wins."""
    first, free = start.first(board), tuple(free_cells(board, start))
    cells = range(board.cells)
    every = layouts([Clue(free, 0, None)], cells, mines, comb(board.cells, mines))
    boards = Layouts(b"".join(map(board.layout, every)), board.cells)
    games = engine().play_many(board, boards, first, "guess", THINK[think])
    return sum(game.won for game in games) / len(games)


def gap(size, mines, rule, asked):
    board = custom(size, mines).board()
    start = Start.parse("safe" if rule == "best" else rule)
    if not 0 < comb(board.cells - len(free_cells(board, start)), mines) <= asked.most_layouts:
        return "-"
    try:
        found = best_start(board, mines) if rule == "best" else optimal(board, mines, start)
    except BadInput:
        return "-"
    best, start = found.chance, Start.parse(found.start)
    where = f"{start.cell} " if rule == "best" else ""
    return (
        f"{where}{100 * best:.3f} ({100 * (played(board, mines, start, asked.think) - best):+.3f})"
    )


def table(asked):
    print("| board | start | " + " | ".join(map(str, range(1, 9))) + " |")
    print("|" + "---|" * 10)
    for size in asked.sizes.split(","):
        for rule in asked.rules.split(","):
            shares = [gap(size, mines, rule, asked) for mines in range(1, 9)]
            print(f"| {size} | {rule} | " + " | ".join(shares) + " |", flush=True)


NARROW = [
    f"{cols}x{rows}" for rows, most in ((1, 12), (2, 8), (3, 5)) for cols in range(rows, most + 1)
]


def write_solved(path, most_layouts):
    """Write exact results of small boards: layouts that the start allows, and those won."""
    with Path(path).open("w", newline="") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(["size", "mines", "start", "layouts", "wins", "percent"])
        for size in (*NARROW, "4x4"):
            cells = custom(size, 0).board().cells
            for mines in range(1, cells):
                board = custom(size, mines).board()
                for rule in ("none", "safe", "best"):
                    if comb(cells - (rule != "none"), mines) > most_layouts:
                        continue
                    start = None if rule == "none" else Start.parse("safe")
                    try:
                        found = (
                            best_start(board, mines)
                            if rule == "best"
                            else optimal(board, mines, start)
                        )
                    except BadInput:  # too many steps
                        continue
                    told = f"best {found.start}" if rule == "best" else found.start
                    percent = f"{100 * found.chance:.4f}"
                    rows.writerow([size, mines, told, found.layouts, found.wins, percent])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--sizes", default="3x3,4x3,4x4,5x4,5x5,6x4,6x5,6x6")
    parser.add_argument("--rules", default="safe,best,open")
    parser.add_argument("--most-layouts", type=int, default=50_000)
    parser.add_argument("--think", default="normal")
    parser.add_argument("--csv", help="write small boards of one to four rows into this file")
    asked = parser.parse_args()
    if asked.csv:
        write_solved(asked.csv, asked.most_layouts)
    else:
        table(asked)
