"""Does `deep` choose better than `normal`? Its choices judged by rollouts of `normal`.

    python bench/deep.py JOURNAL [--start open] [--seed S] [--boards N] [--minutes M] [--judge N]

`normal` plays games. At each of its decisions with 30 opened cells or more, `deep` is asked too.
Where they differ, both cells are played on by `normal` on `--judge` layouts, the same for both, of
a seed that `deep` does not know. Elsewhere the difference is zero. A game's difference is the sum
over its decisions; the mean over games has a 95 % half-width. Default seeds were used for nothing
else.

The journal is a file of JSON lines, which the next run goes on with: the settings; for each
decision `board`, `decision` (its number), `opened` (cells), `position`, `normal` and `deep`
(cells), `ms` (CPU time of `deep`), `gain` (of `deep`, in games won; 0 where the cells are equal),
`error` (its standard error), `judge_ms`; at the end of a board the number of its decisions.
"""

import argparse
import time

import numpy as np
from decisions import STAGES, Journal, add_options, decisions, players, points, run

from mineproof.core import THINK, engine

FEWEST_OPENED = STAGES["30-349"][0]


def examine(asked, board):
    for one in decisions(asked.level, asked.start, asked.seed, board):
        if one.opened < FEWEST_OPENED:
            continue
        began = time.process_time()
        deep = one.deducer.best_risk(one.view, THINK["deep"])
        middle = time.process_time()
        more, error = judge(one, deep, asked.judge) if deep != one.chosen else (0.0, 0.0)
        yield one.as_json() | {
            "deep": one.view.board.name(deep),
            "ms": round(1000 * (middle - began), 1),
            "gain": more,
            "error": error,
            "judge_ms": round(1000 * (time.process_time() - middle), 1),
        }


def judge(decision, deep, count):
    """What `normal` wins more after the cell of `deep` than after its own, and the error."""
    position = engine().analyse(decision.view)
    cells = [decision.chosen, deep]
    return gain(position.roll_out(cells, THINK["normal"], count, decision.seed("judge")))


def gain(rows):
    """How much larger the second value of a row is, in the mean, and the standard error."""
    gains = np.diff(np.array(rows), axis=1)[:, 0]
    return float(gains.mean()), float(gains.std() / np.sqrt(len(gains)))


def tell(journal):
    rows = journal.rows
    if not rows:
        print("no decision yet")
        return
    by_game = np.zeros(journal.boards)
    for row in rows:
        by_game[row["board"]] += row["gain"]
    ms = np.array([row["ms"] for row in rows])
    differ = [row for row in rows if row["deep"] != row["normal"]]
    spent = sum(row["ms"] + row["judge_ms"] for row in rows) / 1000
    print(
        f"{journal.boards} games, {len(rows)} decisions with {FEWEST_OPENED} opened cells or more,"
        f" {len(differ)} differ"
    )
    print(f"deep: {ms.mean():.0f} ms CPU a decision, p99 {np.quantile(ms, 0.99):.0f},"
          f" most {ms.max():.0f}; with the judge {spent / len(rows):.2f} s")  # fmt: skip
    print(f"gain in points: a decision {points([row['gain'] for row in rows])},"
          f" a differing one {points([row['gain'] for row in differ] or [0])},"
          f" a game {points(by_game)}")  # fmt: skip
    for stage, (low, high) in STAGES.items():
        here = [row["gain"] for row in rows if low <= row["opened"] <= high]
        if here:
            print(f"  {stage:>6} opened: {len(here)} decisions, {points(here)} each")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    add_options(parser, start="open", seed=260_001)
    parser.add_argument("--judge", type=int, default=200, help="rollouts of each of the two cells")
    asked = parser.parse_args()
    settings = {
        "level": asked.level, "start": asked.start, "seed": asked.seed, "judge": asked.judge,
        **players("normal", "deep"),
    }  # fmt: skip
    journal = Journal(asked.journal, settings)
    run(journal, asked.boards, asked.minutes, lambda board: examine(asked, board))
    tell(journal)
