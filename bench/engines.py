"""Measure how much faster the compiled engine is than plain Python, on the same work in one run.

    python bench/engines.py [--positions N] [--games N] [--rounds N]

Odds: exact odds of stuck expert positions (open start). Games: expert boards from an open start
played by `least-risk`, which plays alike on both engines. The engines take turns; times are CPU.
"""

import argparse
import os

from table import contest, ratio_rows, row, show, stuck_positions

from mineproof import Game, deal, play_game, strategy
from mineproof.core import engine

NAMES = ("python", "native")


def using(core, work):
    """Return `work` as a function that runs on this engine."""

    def run():
        os.environ["MINEPROOF_ENGINE"] = core
        return work()

    return run


def odds(views):
    for view in views:
        _ = engine().analyse(view).odds
    return len(views)


def games(deals):
    for one in deals:
        play_game(Game(one), strategy("least-risk").player())
    return len(deals)


def compared(group, work, rounds):
    spent = contest({core: using(core, work) for core in NAMES}, rounds)
    rows = [row(group, core, [1000 * one for one in spent[core]], "ms CPU") for core in NAMES]
    return rows + ratio_rows(group, spent, "python")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--positions", type=int, default=60)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=5)
    asked = parser.parse_args()
    views = stuck_positions(asked.positions)
    deals = [deal("expert", start="open", seed=9, number=n) for n in range(asked.games)]
    rows = compared(
        f"Odds of a stuck expert position ({len(views)})", lambda: odds(views), asked.rounds
    )
    rows += compared(
        f"An expert game of least-risk ({len(deals)})", lambda: games(deals), asked.rounds
    )
    print(show(rows))


if __name__ == "__main__":
    main()
