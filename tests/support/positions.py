"""Random positions, and all layouts of a small one by trying every placement."""

import itertools

import numpy as np

from mineproof import Game, Start, custom, deal, strategy
from mineproof.game.board import SHAPES, Board
from mineproof.game.view import view_of
from mineproof.reason.deduce import analyse


def every_layout(view):
    """Return all layouts that fit, as rows of booleans over the hidden cells."""
    hidden = view.hidden
    place = {cell: bit for bit, cell in enumerate(hidden)}
    masks = np.arange(1 << len(hidden), dtype=np.uint32)
    fits = np.bitwise_count(masks) == view.mines
    for cell, clue in enumerate(view.cells.tolist()):
        if clue >= 0:
            around = sum(1 << place[x] for x in view.board.neighbours[cell] if x in place)
            fits &= np.bitwise_count(masks & np.uint32(around)) == clue
    return (masks[fits][:, None] >> np.arange(len(hidden), dtype=np.uint32) & 1).astype(bool)


def random_position(chance, most_hidden=15):
    """Return a small position of any shape, with or without openings, sometimes a wrong clue."""
    while True:
        rows, cols = chance.randint(1, 6), chance.randint(1, 6)
        shape, cells = chance.choice(SHAPES), rows * cols
        mines = chance.randint(0, min(cells, most_hidden))
        start = Start(safe_cells=0)
        seed = chance.randrange(2**32)
        game = Game(deal(custom(f"{cols}x{rows}", mines), start=start, seed=seed, shape=shape))
        share = chance.choice([0.2, 0.5, 0.8, 0.95])
        for cell in range(cells):
            if not game.deal.layout[cell] and chance.random() < share and game.view.cells[cell] < 0:
                (game.flood if chance.random() < 0.3 else game.open)(cell)
        if len(game.view.hidden) > most_hidden:
            continue
        seen = game.view.cells.tolist()
        opened = [cell for cell, value in enumerate(seen) if value >= 0]
        if opened and chance.random() < 0.1:
            spoiled = chance.choice(opened)
            seen[spoiled] = max(0, min(8, seen[spoiled] + chance.choice([-1, 1])))
        return view_of(game.view.board, mines, seen)


def played_by_logic(dealt):
    """Play from closed cells by what is certain; yield the game before each move."""
    game, player = Game(dealt), strategy("complete").player()
    game.close_start()
    player.begin(game.view)
    while not game.finished and (move := player.choose(game.view)):
        yield game
        (game.flag if move.verdict == "mine" else game.open)(move.cell)


def stuck_in(dealt):
    """Yield the analyses without a certainly safe cell, of a game played by the least risk."""
    game = Game(dealt)
    for cell in dealt.initial:
        game.open(cell)
    while game.outcome == "unfinished":
        found = analyse(game.copy().view)
        for cell in found.safe:
            game.open(cell)
        if not found.safe:
            yield found
            game.open(min(found.undecided, key=lambda cell: found.risks[cell]))


def stuck_views(level, count, seed, start="safe"):
    """Yield the positions of such games."""
    dealt = (deal(level, start=start, seed=seed, number=number) for number in itertools.count())
    every = (found.view for one in dealt for found in stuck_in(one))
    return itertools.islice(every, count)


def first_stuck(level, start, seed, games):
    """Yield the first such analysis of every game that has one."""
    for number in range(games):
        yield from itertools.islice(stuck_in(deal(level, start=start, seed=seed, number=number)), 1)


def random_graph(chance, cells, most):
    near = [set() for _ in range(cells)]
    for a, b in itertools.combinations(range(cells), 2):
        if chance.random() < 0.35 and len(near[a]) < most and len(near[b]) < most:
            near[a].add(b)
            near[b].add(a)
    return Board.from_neighbours(near)


def position_of_shape(chance, shape):
    """Return a small position, sometimes with a clue off by one."""
    if shape == "graph":
        board = random_graph(chance, chance.randint(1, 20), chance.choice([3, 8, 15]))
    else:
        board = Board(chance.randint(1, 5), chance.randint(1, 6), shape)
    mines = chance.randint(0, min(board.cells, 7))
    layout = board.layout(chance.sample(range(board.cells), mines))
    seen = [
        clue if not mine and chance.random() < 0.6 else -1
        for clue, mine in zip(board.clues(layout), layout, strict=True)
    ]
    for cell in [cell for cell, clue in enumerate(seen) if clue < 0][14:]:
        if not layout[cell]:  # brute force needs few hidden cells
            seen[cell] = board.clues(layout)[cell]
    if chance.random() < 0.15:
        cell = chance.randrange(board.cells)
        seen[cell] = min(board.largest_clue, seen[cell] + 1) if seen[cell] >= 0 else -1
    return view_of(board, mines, seen)
