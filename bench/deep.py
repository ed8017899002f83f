"""How many more games does `deep` win than `normal`? Measured along games of `deep`.

    python bench/deep.py JOURNAL [--start open] [--seed S] [--boards N] [--minutes M] [--judge N]

`deep` plays games. At each of its decisions with 30 opened cells or more, `normal` is asked too.
Where they differ, both cells are played on by `normal` on `--judge` layouts, the same for both, of
a seed that `deep` does not know. Elsewhere the difference counts as zero: with fewer opened cells
both open the same cell, and both play out small endings. Only `deep` plays out the few of them
that take more than two million steps, so its gain is a little larger (once estimated on 1,460
games: some 0.007 points a game). The sum over the decisions of a game estimates W(deep) - W(normal)
without bias (the performance difference lemma: Kakade and Langford 2002, lemma 6.1). Means have
95 % half-widths by game. Default seeds were used for nothing else.

The journal is a file of JSON lines, which the next run goes on with; one that was compressed by xz
is only summed up, such as those in bench/measured. It has the settings; for each
decision `board`, `decision` (its number), `opened` (cells), `position`, `normal` and `deep`
(cells), `ms` (CPU time of `deep`), `gain` (of `deep`, in games won; 0 where the cells are equal),
`error` (its standard error), `judge_ms`; at the end of a board the number of its decisions.
"""

import time

import numpy as np
from decisions import STAGES, a_decision, a_game, decisions, main, options, players

from mineproof.core.choice import engine
from mineproof.core.think import THINK

FEWEST_OPENED = engine().race_settings()["fewest_opened"]


def examine(asked, board):
    for one in decisions(asked.level, asked.start, asked.seed, board):
        if one.opened < FEWEST_OPENED:
            continue
        began = time.process_time()
        deep = one.played = one.deducer.best_risk(one.view, THINK["deep"])
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
    more = np.diff(np.array(rows), axis=1)[:, 0]
    return float(more.mean()), float(more.std(ddof=1) / np.sqrt(len(more)))


def tell(journal):
    rows = journal.rows
    ms = np.array([row["ms"] for row in rows])
    differ = [row for row in rows if row["deep"] != row["normal"]]
    spent = sum(row["ms"] + row["judge_ms"] for row in rows) / 1000
    print(
        f"{journal.boards} games, {len(rows)} decisions with {FEWEST_OPENED} opened cells or more,"
        f" {len(differ)} differ"
    )
    print(f"deep: {ms.mean():.0f} ms CPU a decision, p99 {np.quantile(ms, 0.99):.0f},"
          f" most {ms.max():.0f}; with the judge {spent / len(rows):.2f} s")  # fmt: skip
    print(f"gain in points: a decision {each(rows)}, a differing one {each(differ)},"
          f" a game {a_game(*gains(rows), journal.boards)}")  # fmt: skip
    for stage, (low, high) in STAGES.items():
        here = [row for row in rows if low <= row["opened"] <= high]
        if here:
            print(f"  {stage:>6} opened: {len(here)} decisions, {each(here)} each")


def gains(rows):
    return [row["gain"] for row in rows], [row["board"] for row in rows]


def each(rows):
    return a_decision(*gains(rows)) if rows else "-"


if __name__ == "__main__":
    parser = options(__doc__, seed=263_001)
    parser.add_argument("--judge", type=int, default=200, help="rollouts of each of the two cells")
    asked = parser.parse_args()
    main(asked, {"judge": asked.judge, **players("normal", "deep")}, examine, tell)
