"""Measure how cost grows with the board: time a cell, guesses among many fronts, memory a cell.

    python bench/scale.py [--rounds N] [--most SIDE]

Boards have an open start in the middle. Sizes take turns, each with about as many cells to play as
the largest, and growth is the ratio within a round. Times are CPU. Memory is the peak of a separate
process, less its memory when the board was dealt.
"""

import os
import re
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
from table import numbers, row, settle, show

from mineproof import Game, Start, custom, deal, play_game, strategy
from mineproof.core._plain_deducer import PlainDeducer
from mineproof.core.choice import engine
from mineproof.core.think import THINK
from mineproof.game.deal import layouts

SIZES = ("30x16", "100x100", "300x300", "1000x1000")


def sides(size):
    return tuple(map(int, size.split("x")))


def first_of(size):
    width, height = sides(size)
    return f"open:r{height // 2}c{width // 2}"


def of_percent(size, percent):
    width, height = sides(size)
    return custom(size, width * height * percent // 100)


def compiled(size, percent, seed, boards, *, guess=False):
    """Return the CPU seconds of games by `complete`, or `least-risk`, in the compiled engine."""
    what = of_percent(size, percent)
    width, height = sides(size)
    dealt = layouts(what, start=first_of(size), seed=seed, count=boards)
    first = (height // 2 - 1) * width + width // 2 - 1
    player = "least-risk" if guess else "complete"
    rows = engine().play_many(what.board(), dealt, first, player, THINK["normal"])
    return sum(row.ms for row in rows) / 1000


def plain(size, percent, seed, boards):
    """Return the same by `complete` in plain Python, without overhead."""
    spent = 0.0
    for number in range(boards):
        dealt = deal(of_percent(size, percent), start=first_of(size), seed=seed, number=number)
        truth = dealt.board.clues(dealt.layout)
        follow, todo = PlainDeducer(dealt.board, dealt.mines), list(dealt.initial)
        began = time.process_time()
        settle(follow, truth.__getitem__, todo)
        spent += time.process_time() - began
    return spent


def resolution(size, percent, seed, boards):
    spent = 0.0
    for number in range(boards):
        dealt = deal(of_percent(size, percent), start=first_of(size), seed=seed, number=number)
        assert dealt.board.neighbours  # made once a board: not what is measured
        spent += play_game(Game(dealt), strategy("saturate").player()).ms / 1000
    return spent


def growth(rounds, most=1000):
    """Return rows: seconds for the largest board, and the growth of the cost of a cell."""
    rows, sizes = [], [size for size in SIZES if sides(size)[1] <= most]
    large = sizes[-1]
    for name, run, turns, share in (
        ("complete, compiled", compiled, rounds, 4),
        ("complete, plain Python", plain, 1, 16),
        ("saturate", resolution, 1, 16),
    ):
        for percent in (10, 16):
            cost = {size: [] for size in sizes}
            for seed in range(turns):
                for size in sizes:
                    cells = np.prod(sides(size))
                    boards = max(1, int(np.prod(sides(large)) // cells // share))
                    cost[size].append(run(size, percent, seed, boards) / boards / cells * 1e6)
            group = f"Growth, {percent} % mines"
            whole = [each * np.prod(sides(large)) / 1e6 for each in cost[large]]
            rows.append(row(group, f"{name}, {large}, a game", whole, "s"))
            grown = [big / small for small, big in zip(cost["30x16"], cost[large], strict=True)]
            rows.append(row(group, f"{name}, a cell of {large} to one of 30x16", grown, "times"))
    return sorted(rows, key=lambda one: one.group)


def guesses(most=1000, count=40):
    """Return rows: milliseconds of an exact guess with many fronts, without explosions."""
    rows = []
    for given, percent in ((100, 22), (400, 22), (2000, 22), (400, 30)):
        dealt = deal(
            custom(f"{most}x{most}", most * most * percent // 100),
            start=Start(safe_cells=given),
            seed=1,
        )
        times, fronts = timed_guesses(dealt, count)
        name = f"{given} cells given, {percent} % mines: {fronts} fronts at most"
        rows.append(row(f"An exact guess on {most}x{most}", name, times, "ms"))
    return rows


def timed_guesses(dealt, count):
    truth = dealt.board.clues(dealt.layout)
    follow, todo, opened = engine().deducer(dealt.board, dealt.mines), list(dealt.initial), set()
    gifts = np.random.default_rng(1).permutation(
        np.flatnonzero(np.frombuffer(dealt.layout, bool) == 0)
    )
    gifts = gifts.tolist()
    times, fronts = [], 0
    while len(times) < count:
        opened.update(settle(follow, truth.__getitem__, todo))
        began = time.process_time()
        cell = follow.least_risk()
        times.append((time.process_time() - began) * 1000)
        fronts = max(fronts, follow.fronts())
        if cell < 0:
            break
        while dealt.layout[cell] or cell in opened:
            cell = gifts.pop()
        todo = [cell]
    return times, fronts


def whole_games():
    """Return rows: whole games of `least-risk`, up to sixteen million cells."""
    group, rows = "Whole games, compiled", []
    for size, percent in (
        ("1000x1000", 10),
        ("1000x1000", 16),
        ("1000x1000", 20),
        ("4000x4000", 16),
    ):
        for name, guess in (("complete", False), ("least-risk", True)):
            spent = compiled(size, percent, 1, 1, guess=guess)
            rows.append(row(group, f"{name}, {size}, {percent} % mines", [spent], "s"))
    return rows


MEMORY = """
import sys
sys.path.insert(0, {here!r})
import numpy as np
from mineproof import Game, deal, play_game, strategy
from mineproof.core.choice import engine
from mineproof.core.think import THINK
from mineproof.game.board import Layouts
from scale import first_of, held, of_percent, sides
dealt = deal(of_percent({size!r}, 16), start=first_of({size!r}), seed=1)
if {name!r} == "compiled":
    before = held("VmRSS")
    boards = Layouts(dealt.layout, dealt.board.cells)
    engine().play_many(dealt.board, boards, dealt.initial[0], "least-risk", THINK["normal"])
else:
    game = Game(dealt)
    dealt.board.neighbours
    before = held("VmRSS")
    play_game(game, strategy({name!r}).player())
print((held("VmHWM") - before) / np.prod(sides({size!r})))
"""


def held(what):
    """Return the bytes of this process now (VmRSS), or its peak (VmHWM)."""
    if what == "VmRSS":
        Path("/proc/self/clear_refs").write_text("5")
    status = Path("/proc/self/status").read_text()
    return int(re.search(rf"{what}:\s+(\d+) kB", status)[1]) * 1024


def memory(most=1000):
    """Return rows: bytes a cell at the peak of a game, without its board; none without /proc."""
    group, rows = "Memory, 16 % mines", []
    if not os.access("/proc/self/clear_refs", os.W_OK):
        return rows
    for name, told, some in (
        ("compiled", "least-risk, compiled", ("500x500", "1000x1000", "4000x4000")),
        ("saturate", "saturate, with proofs", SIZES[2:]),
    ):
        for size in some:
            if sides(size)[1] > (4 * most if name == "compiled" else most):
                continue
            code = MEMORY.format(here=sys.path[0], size=size, name=name)
            command = [sys.executable, "-c", code]
            said = subprocess.run(command, capture_output=True, text=True, check=True)
            rows.append(row(group, f"{told}, {size}", [float(said.stdout)], "bytes a cell"))
    return rows


def everything(rounds=5, most=1000):
    rows = growth(rounds, most) + guesses(most)
    return rows + (whole_games() if most >= 1000 else []) + memory(most)


if __name__ == "__main__":
    asked = numbers(__doc__, rounds=5, most=1000)
    print(show(everything(asked.rounds, asked.most)))
