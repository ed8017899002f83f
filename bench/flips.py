"""Count the boards with a coin flip, which only luck can win.

    python bench/flips.py [--level expert] [--start safe] [--boards N] [--seed S]

Two cells, or the two diagonals of a square, one all mines and the other all safe, where every cell
that touches them unequally is a mine: whatever is opened, no clue tells the two layouts apart.
Every player loses half of the boards with one. Cells that the start keeps free of mines have none.
"""

import numpy as np
from players import CHUNK, interval, options

from mineproof import level
from mineproof.game.deal import Start, free_cells, layouts


def unequal(ones, others, neighbours):
    """The cells that touch the two sets unequally."""
    touches = {}
    for sign, cells in ((1, ones), (-1, others)):
        for cell in cells:
            for there in neighbours[cell]:
                touches[there] = touches.get(there, 0) + sign
    return [cell for cell, sum_ in touches.items() if sum_ and cell not in ones + others]


def shapes(board):
    neighbours = [tuple(map(int, around)) for around in board.neighbours]
    for a in range(len(neighbours)):
        reached = {b for there in neighbours[a] for b in (there, *neighbours[there])}
        for b in sorted(b for b in reached if b > a):
            yield (a,), (b,), unequal((a,), (b,), neighbours)
        if a // board.cols < board.rows - 1 and a % board.cols < board.cols - 1:
            ones, others = (a, a + board.cols + 1), (a + 1, a + board.cols)
            yield ones, others, unequal(ones, others, neighbours)


def with_flip(mines, board, free):
    found = np.zeros(len(mines), dtype=bool)
    for ones, others, edge in shapes(board):
        if not free.isdisjoint((*ones, *others)):
            continue
        sealed = mines[:, edge].all(axis=1)
        if sealed.any():
            one, other = mines[:, ones], mines[:, others]
            found |= sealed & one.all(axis=1) & ~other.any(axis=1)
            found |= sealed & other.all(axis=1) & ~one.any(axis=1)
    return found


def count(asked):
    what = level(asked.level)
    board, start, found = what.board(), Start.parse(asked.start), []
    free = free_cells(board, start)
    for first in range(0, asked.boards, CHUNK):
        many = min(CHUNK, asked.boards - first)
        dealt = layouts(what, start=start, seed=asked.seed, first=first, count=many)
        mines = np.frombuffer(dealt.flat, dtype=bool).reshape(-1, board.cells)
        found.append(with_flip(mines, board, free))
    flips = np.concatenate(found)
    print(
        f"{asked.level}, {asked.start}: {interval(flips, 2)} % of {asked.boards:,}"
        f" boards hold a flip; half of these are lost: {50 * flips.mean():.2f} %"
    )


if __name__ == "__main__":
    count(options(__doc__, start="safe", boards=20_000).parse_args())
