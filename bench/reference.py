"""The reference table of play: win rates by density, size and start, into a CSV file.

    python bench/reference.py docs/play.csv [--players fast,normal,deep] [--minutes M]
    python bench/reference.py docs/play.csv --draw docs/play.png

Cells that the file has are left out, so a run goes on where it ended. A cell in which a game of
`deep` takes more than a second has its time and no games. All players of a cell play the
same boards. `less_luck` is the same rate with the luck of guesses and endings taken off. `bound` is
100 % less half of the boards with a coin flip, an upper bound for every player. Each rate has its
95 % interval, in percent.
"""

import argparse
import csv
import math
import time
from pathlib import Path

import numpy as np
from flips import with_flip
from players import CHUNK, less_luck, table_of

from mineproof import custom
from mineproof.core.choice import engine
from mineproof.core.think import THINK
from mineproof.game.deal import Start, free_cells, layouts
from mineproof.play.rates import wilson

SEED = 264_001
MOST_MS = 1000
GAMES = {"fast": 20_000, "normal": 5_000, "deep": 500}
SIZES = ("8x8", "9x9", "16x16", "30x16")
DENSITIES = (0.10, 0.15, 0.20, 0.25)
CLASSIC = (("8x8", 10), ("9x9", 10), ("16x16", 40), ("30x16", 99))
LESS_LUCK = ("less_luck", "less_luck_low", "less_luck_high")
COLUMNS = (
    "size", "mines", "start", "player", "n", "won", "low", "high", "less_luck",
    "less_luck_low", "less_luck_high", "bound", "bound_low", "bound_high", "ms", "seed",
)  # fmt: skip


def cells():
    """Size, mines and start of every row."""
    for size in SIZES:
        width, height = map(int, size.split("x"))
        dense = [round(density * width * height) for density in DENSITIES]
        classic = [mines for where, mines in CLASSIC if where == size]
        for mines in sorted({*dense, *classic}):
            for start in ("safe", "open"):
                yield size, mines, start


def play(size, mines, start_rule, player, games):
    """The row of a cell; without games if `deep` takes more than a second for one."""
    what, start = custom(size, mines), Start.parse(start_rule)
    board, first = what.board(), start.first(what.board())
    free = free_cells(board, start)
    step = CHUNK if player != "deep" else 20
    played, flips = [], []
    for number in range(0, games, step):
        count = min(step, games - number)
        dealt = layouts(what, start=start, seed=SEED, first=number, count=count)
        played.append(table_of(engine().play_many(board, dealt, first, "guess", THINK[player])))
        if player == "fast":
            mined = np.frombuffer(dealt.flat, dtype=bool).reshape(-1, board.cells)
            flips.append(with_flip(mined, board, free))
        is_slow = player == "deep" and played[0][:, 3].mean() > MOST_MS
        if is_slow:
            break
    table = np.concatenate(played)
    row = dict.fromkeys(COLUMNS, "") | {
        "size": size, "mines": mines, "start": start.describe(board), "player": player,
        "n": 0 if is_slow else len(table), "ms": f"{table[:, 3].mean():.3g}", "seed": SEED,
    }  # fmt: skip
    if is_slow:
        return row
    rates = {"won": wilson(int(table[:, 0].sum()), len(table)), "less_luck": _mean(table)}
    if flips:
        held = wilson(int(np.concatenate(flips).sum()), len(table))
        rates["bound"] = tuple(1 - share / 2 for share in (held.rate, held.high, held.low))
    for name, values in rates.items():
        keys = (name, "low", "high") if name == "won" else (name, f"{name}_low", f"{name}_high")
        row |= {key: f"{100 * value:.2f}" for key, value in zip(keys, values, strict=True)}
    return row


def _mean(table):
    games = less_luck(table)
    half = 1.96 * games.std(ddof=1) / math.sqrt(len(games))
    return games.mean(), games.mean() - half, games.mean() + half


def read(path):
    return [*csv.DictReader(path.read_text().splitlines())] if path.exists() else []


def run(asked):
    """Play what the file does not have; a row is written when its cell is done."""
    path = Path(asked.table)
    known = {
        (row["size"], int(row["mines"]), row["start"][:4], row["player"]) for row in read(path)
    }
    if not path.exists():
        path.write_text(",".join(COLUMNS) + "\n")
    for player in asked.players.split(","):
        for size, mines, start in cells():
            if (size, mines, start, player) in known or time.process_time() > 60 * asked.minutes:
                continue
            row = play(size, mines, start, player, asked.games or GAMES[player])
            with path.open("a") as file:
                csv.DictWriter(file, COLUMNS, lineterminator="\n").writerow(row)


def draw(path, figure):
    """Draw the rates of `normal`, less luck, by density, and the bounds that flips set."""
    from matplotlib import pyplot

    drawn, axes = pyplot.subplots(
        1, len(SIZES), figsize=(11, 3.4), sharey=True, layout="constrained"
    )
    for axis, size in zip(axes, SIZES, strict=True):
        width, height = map(int, size.split("x"))
        for start, colour, marker in (("safe", "#0072B2", "o"), ("open", "#D55E00", "s")):
            here = [
                (100 * int(row["mines"]) / width / height, row)
                for row in read(path)
                if row["size"] == size and row["start"].startswith(start)
            ]
            rates = sorted(
                ((x, row) for x, row in here if row["player"] == "normal"), key=lambda one: one[0]
            )
            values = np.array([[x, *(float(row[key]) for key in LESS_LUCK)] for x, row in rates]).T
            bars = np.abs(values[2:] - values[1])
            axis.errorbar(
                *values[:2], yerr=bars, color=colour, marker=marker, label=f"{start} start"
            )
            bounds = sorted((x, float(row["bound"])) for x, row in here if row["bound"])
            axis.plot(*zip(*bounds, strict=True), ":", color=colour, label=f"bound, {start} start")
        axis.set_title(size)
        axis.set_xlabel("mines, % of cells")
    axes[0].set_ylabel("games won, %")
    axes[0].set_ylim(0, 102)
    axes[0].legend(frameon=False, fontsize=8)
    drawn.savefig(figure, dpi=110)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("table", help="CSV, gone on with if the file exists")
    parser.add_argument("--players", default="fast,normal,deep")
    parser.add_argument("--games", type=int, help="of a cell; default 20,000, 5,000 and 500")
    parser.add_argument("--minutes", type=float, default=math.inf, help="of CPU time")
    parser.add_argument("--draw", help="play nothing; draw the table into this file")
    asked = parser.parse_args()
    if asked.draw:
        draw(Path(asked.table), asked.draw)
    else:
        run(asked)
