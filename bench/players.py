"""What is each part of `guess` worth? Variants on the same boards, with paired differences.

    python bench/players.py [--level expert] [--start safe] [--boards N] [--seed S] NAME [NAME …]

A level may be a size and mines, such as 8x8/10. A variant is a name of `VARIANTS`, settings of
`Think` (plies=2,flips=0), or both. Differences are to the first one named: b boards only the
variant wins, c boards only the first wins, n boards, difference (b - c) / n and its 95 %
half-width. Times are CPU.

Behind `~` is the same rate or difference, less luck. Whether a guess of known odds was survived is
luck, and so is how an ending went whose exact chance is known. Both are nothing on average, so that
taking them off favours nobody (they are control variates), and the interval is as if two or three
times as many boards had been played.
"""

import argparse
import math
from dataclasses import replace

import numpy as np

from mineproof import custom, level
from mineproof.core.choice import engine
from mineproof.core.think import THINK, Think
from mineproof.game.deal import Start, layouts

CHUNK = 2000
BASE = {"layouts": 0, "living": False, "plies": 1, "flips": False}
VARIANTS = {
    "least-risk": BASE,
    "alive": BASE | {"living": True},
    "ending": BASE | {"layouts": 200},
    "two-ply": BASE | {"living": True, "plies": 2},
    "two-ply-200": BASE | {"living": True, "plies": 2, "layouts": 200},
    "two-ply-1000": BASE | {"living": True, "plies": 2, "layouts": 1000},
    "flips": BASE | {"living": True, "plies": 2, "layouts": 1000, "flips": True},
}


def think(name):
    found = Think()
    for part in name.split(","):
        if part in THINK:
            found = THINK[part]
        elif "=" in part:
            key, _, value = part.partition("=")
            found = replace(found, **{key: type(getattr(found, key))(float(value))})
        else:
            found = replace(found, **VARIANTS[part])
    return found


def table_of(played):
    """Games as rows: won, guesses, opened, CPU milliseconds, luck of the guesses, of the ending."""
    return np.array(
        [(g.won, g.guesses, g.opened, g.ms, g.guess_luck, g.ending_luck) for g in played]
    ).reshape(-1, 6)


def play(names, asked):
    size, _, mines = asked.level.partition("/")
    what = custom(size, int(mines)) if mines else level(size)
    board, start = what.board(), Start.parse(asked.start)
    first = start.first(board)
    thoughts = [think(name) for name in names]
    rows = [[] for _ in names]
    done = 0
    while done < asked.boards:
        count = min(CHUNK, asked.boards - done)
        dealt = layouts(what, start=start, seed=asked.seed, first=done, count=count)
        for kept, thought in zip(rows, thoughts, strict=True):
            kept.append(table_of(engine().play_many(board, dealt, first, "guess", thought)))
        done += count
    tell(names, rows)


def options(about, *, start, boards):
    """What a program about players can be asked; `start` and `boards` unless told otherwise."""
    parser = argparse.ArgumentParser(description=about.split("\n")[0])
    parser.add_argument("--level", default="expert")
    parser.add_argument("--start", default=start)
    parser.add_argument("--boards", type=int, default=boards)
    parser.add_argument("--seed", type=int, default=1001)
    return parser


def less_luck(table):
    """By game: won or not, less the luck of the ending and the worth of the luck of the guesses."""
    rest, luck = table[:, 0] - table[:, 5], table[:, 4]
    worth = np.cov(rest, luck)[0, 1] / luck.var() if luck.any() else 0.0
    return rest - worth * luck


def interval(values, digits, sign=""):
    half = 1.96 * values.std() / math.sqrt(len(values))
    return f"{100 * values.mean():{sign}.{digits}f} ± {100 * half:.{digits}f}"


def tell(names, rows):
    base = None
    for name, kept in zip(names, rows, strict=True):
        table = np.concatenate(kept)
        won, fair, ms = table[:, 0], less_luck(table), table[:, 3]
        line = f"{name:<34}{len(table):8d}  {interval(won, 2)}  ~ {interval(fair, 3)}"
        if base is None:
            base = won, fair
        else:
            line += f"  {interval(won - base[0], 3, '+')}  ~ {interval(fair - base[1], 3, '+')}"
        print(
            f"{line}  {ms.mean():7.3f} ms, p99 {np.quantile(ms, 0.99):7.2f}, max {ms.max():8.1f}",
            flush=True,
        )


if __name__ == "__main__":
    parser = options(__doc__, start="safe", boards=20_000)
    parser.add_argument("names", nargs="+")
    asked = parser.parse_args()
    play(asked.names, asked)
