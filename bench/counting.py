"""Measure the speed of exact counting and of ms_toollib, on the same positions in one run.

    pip install ms_toollib && python bench/counting.py [--positions N] [--games N]

Positions are expert boards from an open start on which logic is stuck; neither program knows
anything in advance: the input is an array of the view, the output an array of odds. The programs
take turns, ten rounds over all positions each, so that other load on the machine affects all
equally; the spread is that of the rounds. Times are CPU.
"""

from functools import partial

import numpy as np
from table import contest, numbers, ratio_rows, row, show, stuck_positions

from mineproof import View, level, read
from mineproof.answers import analysis
from mineproof.core.choice import engine
from mineproof.core.think import THINK
from mineproof.counting import exact
from mineproof.game.clues import clues_and_sea
from mineproof.game.deal import layouts
from mineproof.game.formats.mine import write
from mineproof.play.rates import wilson

try:
    import ms_toollib
except ImportError:
    ms_toollib = None


def contestants(views):
    texts = [write(view) for view in views]
    boards = [[[x if x >= 0 else 10 for x in row] for row in np.asarray(v).tolist()] for v in views]

    def plain(number):
        told, sea = clues_and_sea(views[number])
        exact.count(told, len(sea), 99)

    def through_json(number):
        analysis.analyse(read(texts[number]), best=False).json_text()

    lists = [np.asarray(view).tolist() for view in views]
    arrays = [np.array(rows) for rows in lists]
    small = [rows.astype(np.int8) for rows in arrays]
    ours = {
        "compiled, array to array": lambda n: engine().analyse(views[n]).odds,
        "compiled, `analyse(view).odds`": lambda n: analysis.analyse(views[n]).odds,
        "`View.from_array` of an array": lambda n: View.from_array(arrays[n], 99),
        "`View.from_array` of an array of bytes": lambda n: View.from_array(small[n], 99),
        "`View.from_array` of lists": lambda n: View.from_array(lists[n], 99),
        "`read` of a text": lambda n: read(texts[n]),
        "compiled, text to JSON": through_json,
        "plain Python": plain,
    }
    if ms_toollib is None:
        return ours
    return {"ms_toollib": lambda n: ms_toollib.cal_probability_onboard(boards[n], 99), **ours}


def analyses(count, rounds=10):
    """Return rows: microseconds an analysis, and the speed relative to the others."""
    views = stuck_positions(count)
    spent = contest(
        {name: partial(each, run, count) for name, run in contestants(views).items()}, rounds
    )
    group = f"One analysis of a stuck expert position ({count} positions)"
    rows = [row(group, name, [t * 1e6 for t in times], "µs") for name, times in spent.items()]
    spent = {name: times for name, times in spent.items() if not name.startswith("`")}  # analyses
    for base in ("ms_toollib", "plain Python"):
        rows += ratio_rows(group, spent, base) if base in spent else []
    return rows


def each(run, count):
    for number in range(count):
        run(number)
    return count


def games(count):
    board = level("expert").board()
    dealt = layouts("expert", start="safe", seed=7, count=count)
    rows = engine().play_many(board, dealt, 0, "least-risk", THINK["normal"])
    rate, low, high = wilson(sum(row.won for row in rows), count)
    print(f"\nExpert games by least-risk, safe start r1c1, {count} boards (seed 7)")
    print(f"  compiled: {100 * rate:.2f} % won [{100 * low:.2f}, {100 * high:.2f}]")
    ms = np.array([row.ms for row in rows])
    p99 = np.quantile(ms, 0.99)
    print(f"  compiled: {ms.mean():.3f} ms a game, p99 {p99:.3f}, max {ms.max():.2f}")


if __name__ == "__main__":
    asked = numbers(__doc__, positions=200, games=100_000)
    print(show(analyses(asked.positions)))
    games(asked.games)
