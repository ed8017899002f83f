"""Random questions for two engines: positions, games and everything else an engine answers."""

import random

from mineproof import Board, deal
from mineproof.core.choice import engine
from mineproof.game.deal import layouts
from mineproof.game.levels import custom
from mineproof.game.view import view_of

# Size, mines and shape of a board, and how many of a hundred positions and games are on it.
KINDS = [
    ("9x9", 10, "grid", 14),
    ("16x16", 40, "grid", 16),
    ("30x16", 99, "grid", 26),
    ("12x12", 26, "torus", 9),
    ("12x12", 28, "hex", 9),
    ("8x8", 16, "torus", 3),
    ("7x7", 14, "hex", 3),
    ("5x5", 7, "grid", 4),
    ("4x4", 5, "torus", 2),
    ("12x1", 3, "grid", 2),
    ("2x9", 5, "torus", 2),
    ("3x3", 4, "grid", 2),
    ("6x6", 20, "grid", 2),
    ("1x1", 0, "grid", 1),
    ("2x2", 3, "hex", 1),
    ("9x8", 12, "triangle", 2),
    ("9x9", 14, "knight", 1),
    ("9x9", 18, "orthogonal", 1),
]


def _dealt(kind, seed):
    size, mines, shape, _ = kind
    return deal(custom(size, mines), start="safe", seed=seed, shape=shape)


def _kinds(count, dice):
    chosen = dice.choices(KINDS, weights=[kind[3] for kind in KINDS], k=count)
    return list(enumerate(chosen, start=1000))


def _board(board):
    return [board.rows, board.cols, board.shape]


def _stuck(dealt, dice):
    """What the player sees who opens all that is certain, and some safe cells besides."""
    clues, shown = dealt.board.clues(dealt.layout), [-1] * dealt.board.cells
    deducer = engine().deducer(dealt.board, dealt.mines)
    waiting, more = [dealt.initial[0]], dice.choice([0, 1, 2, 4, 8, 20, 40])
    while waiting:
        for cell in waiting:
            shown[cell] = clues[cell]
            deducer.open(cell, clues[cell])
        waiting, _ = deducer.deduce()
        hidden = [c for c, mine in enumerate(dealt.layout) if not mine and shown[c] < 0]
        if not waiting and len(hidden) > 1 and more:
            waiting, more = [dice.choice(hidden)], more - 1
    return shown


def _scattered(dealt, dice):
    """Every safe cell is open or not, by chance."""
    share, clues = dice.random(), dealt.board.clues(dealt.layout)
    safe = [not mine and dice.random() < share for mine in dealt.layout]
    return [clue if is_open else -1 for clue, is_open in zip(clues, safe, strict=True)]


def positions(count, seed=0):
    """Half of them stuck, some scattered, and some with a wrong clue or a wrong mine count."""
    dice = random.Random(seed)
    asked = []
    for number, kind in _kinds(count, dice):
        dealt = _dealt(kind, number)
        cells = (_stuck if dice.random() < 0.75 else _scattered)(dealt, dice)
        shown = [cell for cell, value in enumerate(cells) if value >= 0]
        if shown and dice.random() < 0.1:
            cell = dice.choice(shown)
            cells[cell] = min(8, max(0, cells[cell] + dice.choice([-1, 1])))
        mines = dealt.mines
        if dice.random() < 0.05:
            mines = min(dealt.board.cells, max(0, mines + dice.choice([-3, -1, 1, 3])))
        also = dice.sample(range(dealt.board.cells), min(3, dealt.board.cells))
        think = dice.choice(["normal", "normal", "normal", "fast"])
        asked.append(["position", [_board(dealt.board), mines, cells, think, also]])
    return asked


def rollouts(count, seed=0):
    """Positions in which nothing is safe, most with 30 opened cells or more; a budget of rollouts
    and two undecided cells."""
    dice = random.Random(seed)
    asked = []
    for number, kind in _kinds(40 * count, dice):
        dealt = _dealt(kind, number)
        cells = _stuck(dealt, dice)
        found = engine().analyse(view_of(dealt.board, dealt.mines, cells))
        undecided = [cell for cell, odds in enumerate(found.odds) if 0 < odds < 1]
        late = len(asked) < 4 or sum(value >= 0 for value in cells) >= 30
        if late and not found.safe and found.layouts > 1000 and len(asked) < count:
            also = dice.sample(undecided, 2)
            asked.append(["rolled_out", [_board(dealt.board), dealt.mines, cells, 300, also]])
    return asked


def games(count, seed=0):
    dice = random.Random(seed)
    asked = []
    for number, kind in _kinds(count, dice):
        dealt = _dealt(kind, number)
        think = "fast" if number % 5 == 0 else "normal"
        first = dealt.initial[0]
        asked.append(["game", [_board(dealt.board), list(dealt.layout), first, think]])
    return asked


def others():
    """Refusals, bulk play, cancelling, the best play, floods, boards without guesses."""
    wide = [1 if row % 2 and col % 2 else -1 for row in range(120) for col in range(120)]
    grid = [3, 3, "grid"]
    asked = [
        ["position", [[120, 120, "grid"], 2000, wide, "normal", []]],  # too wide
        ["position", [grid, 2, [9, *[-1] * 8], "normal", []]],
        ["position", [grid, 10, [-1] * 9, "normal", []]],
        ["opened", [grid, 2, [[0, 1], [1, 1], [8, 0]]]],
        ["opened", [grid, 2, [[0, 1], [0, 1]]]],
        ["opened", [grid, 2, [[9, 1]]]],
        ["opened", [grid, 2, [[0, 9]]]],
        ["opened", [grid, 0, [[0, 1]]]],
        ["opened", [[1, 3, "grid"], 1, [[0, 1], [1, 1]]]],
        ["optimal", [[4, 4, "grid"], 4, "safe:r1c1"]],
        ["optimal", [[3, 4, "torus"], 3, "safe:r1c1"]],
        ["optimal", [[4, 3, "hex"], 3, "open:r1c1"]],
        ["no_guess_boards", ["easy", 1, 4, False]],
        ["no_guess_boards", ["expert", 3, 1, False]],
        ["no_guess_boards", ["expert", 3, 1, True]],
        ["no_guess_boards", ["intermediate", 3, 4, False, 3]],
    ]
    for size, mines, shape, _ in KINDS[:5]:
        many = layouts(custom(size, mines), start="safe", seed=5, count=12, shape=shape)
        board = custom(size, mines).board(shape)
        first = board.cells // 2 if all(not one[board.cells // 2] for one in many) else 0
        layout = list(many[0])
        clues = [value for one in many for value in _clues(board, one)]
        opening = [number % (board.cells + 1) - 1 for number in range(0, 12 * 37, 37)]
        asked += [
            ["bulk", [_board(board), list(many.flat), first, player, "normal"]]
            for player in ("guess", "least-risk", "complete")
        ]
        asked.append(["bulk", [_board(board), list(many.flat), board.cells, "complete", "normal"]])
        asked.append(["deduced", [_board(board), layout, first]])
        asked.append(["flooded", [_board(board), clues, opening]])
    expert = list(layouts(custom("30x16", 99), start="safe", seed=5, count=3).flat)
    asked += [["cancelled", [[16, 30, "grid"], expert, 0, how]]
              for how in ("never", "at once", "fails")]  # fmt: skip
    return asked


def _clues(board, layout):
    return [-1 if mine else clue for mine, clue in zip(layout, board.clues(layout), strict=True)]


def spoiled(question):
    """The same position with another clue somewhere."""
    kind, [board, mines, cells, *rest] = question
    assert kind == "position"
    at = next(cell for cell, value in enumerate(cells) if 0 < value < Board(*board).cells)
    cells = [*cells[:at], cells[at] % 8 + 1, *cells[at + 1 :]]
    return [kind, [board, mines, cells, *rest]]
