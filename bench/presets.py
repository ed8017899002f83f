"""Measure the share of boards that each strategy completes.

    python bench/presets.py [--scale F] [--out FILE]

All strategies play the same boards. `--out` writes the rows as JSON: bench/measured/presets.json is
such a file, and tests compare READMEs, docs/assignment.md and docs/strategies.md with it.
"""

import argparse
import time
from pathlib import Path

from table import write

from mineproof import STRATEGIES, Game, deal, play_game
from mineproof.play.rates import wilson

GAMES = {"easy": 800, "medium": 400, "hard": 400}
NAMES = ("two-literal", "consuming", "unit", "rebuild", "assignment", "saturate", "complete-clues",
         "complete")  # fmt: skip


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
    print(
        f"{level:<8}{name:<15}{games:>6}{rate:7.1f} [{low:4.1f}, {high:4.1f}]"
        f"{100 * success / games:9.1f}{wrong:7}{spent:10.2f}",
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
    print("level   strategy        games  complete % [95 %]  success %  wrong  CPU ms/game")
    rows = [
        row(name, level, max(1, round(usual * asked.scale)))
        for level, usual in GAMES.items()
        for name in NAMES
    ]
    if asked.out:
        write(Path(asked.out), "python bench/presets.py", rows)
