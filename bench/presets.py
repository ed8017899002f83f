"""Measure the share of boards that each strategy completes, next to an independent re-run.

    python bench/presets.py [--scale F] [--out FILE]

All strategies play the same boards. The expected shares are those of an earlier, independent re-run
of the original programs on 400 easy, 200 medium and 100 hard boards of its own. `--out` writes the
rows as JSON: bench/measured/presets.json is such a file, and a test compares the tables of README
and docs/strategies.md with it.
"""

import argparse
import json
import time
from pathlib import Path

from mineproof import STRATEGIES, Game, deal, play_game
from mineproof.play.rates import wilson

GAMES = {"easy": 800, "medium": 400, "hard": 400}
EXPECTED = {  # %, complete boards
    "two-literal": (90.8, 91.0, 26),
    "consuming": (79.5, 86.0, 2),
    "unit": (77.5, 84.0, 1),
    "rebuild": (90.8, 91.5, 30),
    "assignment": (94.2, 93.5, 34),
    "saturate": (None, None, None),
    "complete-clues": (91.0, 91.0, 28),
    "complete": (94.8, 94.0, 36),
}


def row(name, level, games):
    complete = success = wrong = 0
    began = time.process_time()
    for number in range(games):
        result = play_game(Game(deal(level, seed=2026, number=number)), STRATEGIES[name].player())
        complete += result.complete
        success += result.success
        wrong += result.game.wrong
    spent = (time.process_time() - began) * 1000 / games
    rate, low, high = (100 * x for x in wilson(complete, games))
    expected = EXPECTED[name][list(GAMES).index(level)]
    beside = "" if expected is None else f"{expected:6.1f} ({rate - expected:+.1f})"
    print(
        f"{level:<8}{name:<15}{games:>6}{rate:7.1f} [{low:4.1f}, {high:4.1f}]"
        f"{100 * success / games:9.1f}{wrong:7}{spent:10.2f}   {beside}",
        flush=True,
    )
    return {
        "level": level,
        "strategy": name,
        "games": games,
        "complete": complete,
        "percent": round(rate, 1),
        "low": round(low, 1),
        "high": round(high, 1),
        "wrong": wrong,
    }


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--scale", type=float, default=1.0, help="share of the usual games")
    parser.add_argument("--out", help="write the rows as JSON to this file")
    asked = parser.parse_args()
    print(
        "level   strategy        games  complete % [95 %]  success %  wrong  CPU ms/game  expected"
    )
    rows = [
        row(name, level, max(1, round(usual * asked.scale)))
        for level, usual in GAMES.items()
        for name in EXPECTED
    ]
    if asked.out:
        told = {"command": "python bench/presets.py", "rows": rows}
        Path(asked.out).write_text(json.dumps(told, indent=1) + "\n")
