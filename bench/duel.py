"""Compare `guess` with a list of outcomes on the same boards: paired difference with interval.

    python bench/duel.py BOARDS OUTCOMES [--think normal] [--limit N]

BOARDS is a corpus; OUTCOMES has one character a board, in order: 1 if the other player won it.
"""

import argparse
from pathlib import Path

import numpy as np
from players import interval, table_of, think

from mineproof.core.choice import engine
from mineproof.game.formats.corpus import read_corpus


def duel(asked):
    corpus = read_corpus(Path(asked.boards).read_bytes(), limit=asked.limit)
    n = len(corpus.layouts)
    theirs = np.array([c == "1" for c in Path(asked.outcomes).read_text().strip()[:n]])
    rows = table_of(
        engine().play_many(corpus.board, corpus.layouts, corpus.start, "guess", think(asked.think))
    )
    ours, ms = rows[:, 0] > 0, rows[:, 3]
    b, c = int((ours & ~theirs).sum()), int((theirs & ~ours).sum())
    print(
        f"{asked.boards}: {n} boards, ours {100 * ours.mean():.2f} %, theirs"
        f" {100 * theirs.mean():.2f} %, difference {interval(rows[:, 0] - theirs, 2, '+')}"
        f" (only we {b}, only they {c}), {ms.mean():.3f} ms a game,"
        f" p99 {np.quantile(ms, 0.99):.1f}, max {ms.max():.0f}"
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("boards")
    parser.add_argument("outcomes")
    parser.add_argument("--think", default="normal")
    parser.add_argument("--limit", type=int)
    duel(parser.parse_args())
