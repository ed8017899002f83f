"""What is each part of `guess` worth? Variants on the same boards, with paired differences.

    python bench/players.py [--level expert] [--start safe] [--boards N] [--seed S] NAME [NAME …]

A variant is a name of `VARIANTS`, settings of `Think` (plies=2,flips=0), or both. Differences are
to the first one named: b boards only the variant wins, c boards only the first wins, n boards,
difference (b - c) / n and its 95 % half-width. Times are CPU.
"""

import argparse
import math

import numpy as np

from mineproof import level
from mineproof.counting import native
from mineproof.game.deal import Start, layouts
from mineproof.play.guess import THINK

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
    "three-ply": BASE | {"living": True, "plies": 3, "layouts": 1000, "flips": True},
    **THINK,
}


def think(name):
    found = native.compiled().Think()
    settings = {}
    for part in name.split(","):
        if "=" in part:
            key, _, value = part.partition("=")
            settings[key] = float(value)
        else:
            settings |= VARIANTS[part]
    for key, value in settings.items():
        setattr(found, key, type(getattr(found, key))(value))
    return found


def play(names, asked):
    what = level(asked.level)
    board, start = what.board(), Start.parse(asked.start)
    field, first = native.field(board), [start.first(board)]
    thoughts = [think(name) for name in names]
    rows = [[] for _ in names]
    done = 0
    while done < asked.boards:
        count = min(CHUNK, asked.boards - done)
        dealt = layouts(what, start=start, seed=asked.seed, first=done, count=count).view(np.uint8)
        for kept, thought in zip(rows, thoughts, strict=True):
            kept.append(native.compiled().play_many(field, dealt, first, True, thought))
        done += count
        if asked.every and done % asked.every == 0 and done < asked.boards:
            tell(names, rows)
    tell(names, rows)


def tell(names, rows):
    base = None
    for name, kept in zip(names, rows, strict=True):
        table = np.concatenate(kept)
        won, ms, n = table[:, 0] > 0, table[:, 3], len(table)
        rate = won.mean()
        half = 1.96 * math.sqrt(rate * (1 - rate) / n)
        line = f"{name:<34}{n:8d}{100 * rate:8.2f} ± {100 * half:.2f}"
        if base is None:
            base = won
            line += " " * 18
        else:
            b, c = int((won & ~base).sum()), int((base & ~won).sum())
            spread = 1.96 * math.sqrt(b + c - (b - c) ** 2 / n) / n
            line += f"  {100 * (b - c) / n:+7.3f} ± {100 * spread:.3f}"
        print(
            f"{line}  {ms.mean():7.3f} ms, p99 {np.quantile(ms, 0.99):7.2f}, max {ms.max():8.1f}",
            flush=True,
        )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("names", nargs="+")
    parser.add_argument("--level", default="expert")
    parser.add_argument("--start", default="safe")
    parser.add_argument("--boards", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1001)
    parser.add_argument("--every", type=int, default=0)
    asked = parser.parse_args()
    play(asked.names, asked)
