"""What could perfect choices add to `normal`? Rollouts from its own decisions.

    python bench/ceiling.py JOURNAL [--start open] [--seed S] [--boards N] [--minutes M]
                            [--rollouts N] [--judge fast]

At each decision of `normal` that it looks ahead in, its choice and the next best cells at full
depth (four in all, no two of equal score) are played on by the judge, on the same layouts. What is
left is estimated in two ways:

- `unbiased`: the cell that is best on one half of the layouts, judged on the other half, less the
  choice of `normal`; both halves take turns. It is what a player gains who knows half of the
  rollouts, so less than everything.
- `upper`: the best mean less that of the choice. A maximum of noisy means is too large on average.

Both are told by stage (opened cells) for a decision, and summed for a game, with 95 % half-widths
by game. They are about one better choice at a time among four cells, with the judge playing on: no
bound on perfect play.

The journal is a file of JSON lines, which the next run goes on with: the settings; for each
decision `board`, `decision` (its number), `opened` (cells), `position`, `normal` (a cell), `cells`
with for each `cell`, `score`, `win` (mean of its rollouts) and `error` (standard error of the
difference to the first), `unbiased`, `upper`, `ms` (CPU time); at the end of a board the number of
its decisions.
"""

import time
from dataclasses import replace

import numpy as np
from decisions import STAGES, a_decision, a_game, decisions, main, options, players

from mineproof.core.choice import engine
from mineproof.core.think import THINK

MOST_CELLS = 4
LEADING = replace(THINK["normal"], rollouts=MOST_CELLS)
"""As `normal`, but the leading cells are all searched to full depth, and marked by a game each.
Without that only the choice is: other scores are upper bounds, and their order says little."""


def leading(evaluation, chosen):
    """The choice, and the next best cells at full depth; the choice alone if it is no question of
    scores, because a region was played out or a front is too long for the search."""
    [first] = [one for one in evaluation.candidates if one.cell == chosen]
    if first.region_clears is not None:
        return [first]
    others = [one for one in evaluation.candidates if one.rollouts and one.cell != chosen]
    return [first, *sorted(others, key=lambda one: -one.score)][:MOST_CELLS]


def examine(asked, board):
    for one in decisions(asked.level, asked.start, asked.seed, board):
        began = time.process_time()
        position = engine().analyse(one.view)
        cells = leading(position.evaluate(LEADING, [one.chosen]), one.chosen)
        row = one.as_json() | {"cells": [], "unbiased": 0.0, "upper": 0.0}
        if len(cells) > 1:
            rows = position.roll_out(
                [cell.cell for cell in cells], THINK[asked.judge], asked.rollouts,
                one.seed("ceiling"),
            )  # fmt: skip
            row |= estimates(cells, rows, one.view.board.name)
        yield row | {"ms": round(1000 * (time.process_time() - began), 1)}


def estimates(cells, rows, name):
    """What is left at a decision: a row of `rows` has the values of all cells in one layout."""
    gains = np.array(rows)
    means = gains.mean(axis=0)
    errors = (gains - gains[:, :1]).std(axis=0, ddof=1) / np.sqrt(len(gains))
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
    ms = np.mean([row["ms"] for row in rows])
    print(f"{journal.boards} games, {len(rows)} decisions, {ms / 1000:.2f} s CPU a decision")
    print("points: a decision, unbiased and upper; decisions a game; a game, unbiased and upper")
    for stage, (low, high) in [*STAGES.items(), ("all", (0, 10**9))]:
        here = [row for row in rows if low <= row["opened"] <= high]
        if not here:
            continue
        boards = [row["board"] for row in here]
        both = [[row[kind] for row in here] for kind in ("unbiased", "upper")]
        each = "  ".join(a_decision(values, boards) for values in both)
        game = "  ".join(a_game(values, boards, journal.boards) for values in both)
        print(f"  {stage:>6}  {each}  {len(here) / journal.boards:.2f}  {game}")


if __name__ == "__main__":
    parser = options(__doc__, seed=271_001)
    parser.add_argument("--rollouts", type=int, default=1_000, help="of each cell")
    parser.add_argument("--judge", choices=["fast", "normal"], default="fast")
    asked = parser.parse_args()
    settings = {"judge": asked.judge, "rollouts": asked.rollouts, "cells": MOST_CELLS}
    main(asked, settings | players("normal", asked.judge), examine, tell)
