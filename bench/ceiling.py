"""What could perfect choices add to `normal`? Rollouts from its own decisions.

    python bench/ceiling.py JOURNAL [--start open] [--seed S] [--boards N] [--minutes M]
                            [--rollouts N] [--judge fast]

At each decision of `normal` that it looks ahead in, its choice and the next best cells by score
(four in all, no two of equal score) are played on by the judge, on the same layouts. What is left
is estimated in two ways:

- `unbiased`: the cell that is best on one half of the layouts, judged on the other half, less the
  choice of `normal`; both halves take turns. It is what a player gains who knows half of the
  rollouts, so less than everything.
- `upper`: the best mean less that of the choice. A maximum of noisy means is too large on average.

Both are told by stage (opened cells) for a decision, and summed for a game, with 95 % half-widths.

The journal is a file of JSON lines, which the next run goes on with: the settings; for each
decision `board`, `decision` (its number), `opened` (cells), `position`, `normal` (a cell), `cells`
with for each `cell`, `score`, `win` (mean of its rollouts) and `error` (standard error of the
difference to the first), `unbiased`, `upper`, `ms` (CPU time); at the end of a board the number of
its decisions.
"""

import argparse
import time

import numpy as np
from decisions import STAGES, Journal, add_options, decisions, points, run

from mineproof.core import THINK, engine
from mineproof.core.rank import rank

MOST_CELLS = 4


def leading(evaluation, chosen):
    """The choice, and the next best living cells by score; of equal scores one."""
    [first] = [one for one in evaluation.candidates if one.cell == chosen]
    found, scores = [first], {rank(first.score)}
    for one in sorted(evaluation.candidates, key=lambda one: -rank(one.score)):
        fit = not one.dead and one.region_clears is None and rank(one.score) not in scores
        if fit and len(found) < MOST_CELLS:
            found.append(one)
            scores.add(rank(one.score))
    return found


def examine(asked, board):
    for one in decisions(asked.level, asked.start, asked.seed, board):
        began = time.process_time()
        position = engine().analyse(one.view)
        evaluation = position.evaluate(THINK["normal"])
        cells = leading(evaluation, one.chosen)
        if cells[0].region_clears is not None:  # a region was played out: the choice is the best
            cells = cells[:1]
        row = one.as_json() | {"cells": [], "unbiased": 0.0, "upper": 0.0}
        if len(cells) > 1:
            row |= estimates(position, cells, asked, one)
        yield row | {"ms": round(1000 * (time.process_time() - began), 1)}


def estimates(position, cells, asked, decision):
    judge, name = THINK[asked.judge], decision.view.board.name
    rows = position.roll_out(
        [one.cell for one in cells], judge, asked.rollouts, decision.seed("ceiling")
    )
    gains = np.array(rows)
    means = gains.mean(axis=0)
    errors = (gains - gains[:, :1]).std(axis=0) / np.sqrt(len(gains))
    halves = gains[::2].mean(axis=0), gains[1::2].mean(axis=0)
    unbiased = [
        judging[choosing.argmax()] - judging[0] for choosing, judging in (halves, halves[::-1])
    ]
    told = [
        {"cell": name(one.cell), "score": one.score, "win": win, "error": error}
        for one, win, error in zip(cells, means.tolist(), errors.tolist(), strict=True)
    ]
    return {
        "cells": told,
        "unbiased": float(np.mean(unbiased)),
        "upper": float(means.max() - means[0]),
    }


def tell(journal):
    rows = journal.rows
    if not rows:
        print("no decision yet")
        return
    ms = np.mean([row["ms"] for row in rows])
    print(f"{journal.boards} games, {len(rows)} decisions, {ms / 1000:.2f} s CPU a decision")
    print("points: a decision, unbiased and upper; decisions a game; a game, unbiased and upper")
    for stage, (low, high) in [*STAGES.items(), ("all", (0, 10**9))]:
        here = [row for row in rows if low <= row["opened"] <= high]
        if not here:
            continue
        a_decision, a_game = [], []
        for kind in ("unbiased", "upper"):
            by_game = np.zeros(journal.boards)
            for row in here:
                by_game[row["board"]] += row[kind]
            a_decision.append(points([row[kind] for row in here]))
            a_game.append(points(by_game))
        often = len(here) / journal.boards
        print(f"  {stage:>6}  {'  '.join(a_decision)}  {often:.2f}  {'  '.join(a_game)}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    add_options(parser, start="open", seed=270_001)
    parser.add_argument("--rollouts", type=int, default=1_000, help="of each cell")
    parser.add_argument("--judge", choices=["fast", "normal"], default="fast")
    asked = parser.parse_args()
    settings = {
        "level": asked.level, "start": asked.start, "seed": asked.seed, "judge": asked.judge,
        "rollouts": asked.rollouts, "normal": vars(THINK["normal"]),
    }  # fmt: skip
    journal = Journal(asked.journal, settings)
    run(journal, asked.boards, asked.minutes, lambda board: examine(asked, board))
    tell(journal)
