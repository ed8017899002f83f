"""Run all benchmarks and write their rows: some five minutes of CPU time.

    pip install ms_toollib && python bench/run.py [--quick]

Writes build/bench.json. The other scripts of this folder measure and say how;
each can be run alone, for more details.
"""

import argparse
import time
from dataclasses import asdict
from pathlib import Path
from unittest.mock import patch

import deduction
import resolution
import scale
from table import contest, machine, ratios, row, show, write

import boards
import counting
from mineproof import STRATEGIES, Game, deal, play_game
from mineproof.core.choice import engine
from mineproof.game.deal import layouts
from mineproof.game.formats.corpus import Corpus
from mineproof.game.levels import level
from mineproof.play.bulk import play_boards, play_corpus

LATER = ("csp", "csp-assign")  # some games take minutes on expert boards


def players(games, rounds=3):
    """Return rows: games a second of every player on the same boards, by engine."""
    rows = []
    for name in ("medium", "hard"):
        contestants = {
            player: lone(player, name, games)
            for player in STRATEGIES
            if name == "medium" or player not in LATER
        }
        spent = contest(contestants, rounds)
        group = f"Games a second, {name} boards, a game at a time ({games} games)"
        rows += [row(group, player, [1 / t for t in times], "") for player, times in spent.items()]
    spent = contest({player: many(player, n) for player, n in BULK.items()}, rounds)
    group = "Games a second, expert boards, in bulk"
    rows += [row(group, player, [1 / t for t in times], "") for player, times in spent.items()]
    spent = contest({"native": cored("native", games), "python": cored("python", games)}, rounds)
    compared = ratios(spent, "native", "python")
    rows.append(row(group, "least-risk, compiled beside plain Python", compared, "times as fast"))
    return rows


def lone(player, name, games):
    def run():
        for number in range(games):
            dealt = deal(name, seed=6, number=number)
            play_game(Game(dealt), STRATEGIES[player].player(record=False))
        return games

    return run


BULK = {"guess": 100, "least-risk": 5000, "complete": 5000}


def many(player, games):
    board, dealt = level("expert").board(), layouts("expert", start="safe", seed=6, count=games)
    return lambda: len(play_boards(board, dealt, 0, player, 0))


def cored(core, games):
    board, dealt = level("expert").board(), layouts("expert", start="safe", seed=6, count=games)

    def run():
        with patch.dict("os.environ", MINEPROOF_ENGINE=core):
            play_boards(board, dealt, 0, "least-risk", 0)
        return games

    return run


def workers(games, rounds=3):
    """Return rows: the speed-up of two workers over one.

    This is wall time, which other load on the machine spoils; the row gives the number of free
    processors.
    """
    dealt = layouts("expert", start="safe", seed=6, count=games)
    corpus = Corpus(level("expert").board(), 99, "safe", 0, dealt)
    faster, shares = [], []
    for _ in range(rounds):
        wall, cpu = [], []
        for count in (1, 2):
            began, used = time.perf_counter(), time.process_time()
            for _ in play_corpus(corpus, "least-risk", count):
                pass
            wall.append(time.perf_counter() - began)
            cpu.append(time.process_time() - used)
        faster.append(wall[0] / wall[1])
        shares.append(cpu[1] / wall[1])
    group = f"Two workers beside one, least-risk ({games} expert games)"
    return [
        row(group, "wall time", faster, "times as fast"),
        row(group, "processors that two workers were given", shares, ""),
    ]


def everything(share):
    """Return all rows; `share` scales the amount of work."""

    def some(usual):
        return max(2, round(usual * share))

    yield counting.analyses(some(60), rounds=5)
    yield deduction.speeds(some(15))
    yield boards.speeds(some(40), rounds=3)
    yield resolution.with_and_without(some(4))
    yield players(some(8))
    yield workers(some(10_000))
    yield scale.everything(rounds=some(3), most=1000 if share == 1 else 300)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--quick", action="store_true", help="a tenth of the work, small boards")
    asked = parser.parse_args()
    if not engine().bulk_players:
        raise SystemExit("the compiled engine is not installed: nothing to compare")
    rows = []
    for more in everything(0.1 if asked.quick else 1):
        print(show(more), flush=True)
        rows += more
    write(Path("build/bench.json"), "make bench", [asdict(one) for one in rows], machine=machine())
    print("\nbuild/bench.json")
