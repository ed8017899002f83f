"""How fast is resolution? CPU time a game by `saturate`, steps recorded, and its growth with size.

    python bench/resolution.py [--games N]

Boards are played in turn, a level at a time interleaved, so that a busy minute of the machine falls
on all of them alike. Report A's C++ program took 2.2 / 14.5 / 89 ms on easy / medium / hard.
"""

import argparse
import statistics

from mineproof.game.deal import deal
from mineproof.game.game import Game
from mineproof.game.levels import custom, level
from mineproof.play.player import play_game
from mineproof.play.strategies import strategy

LEVELS = ("easy", "medium", "hard")


def milliseconds(what, seed, number):
    return play_game(Game(deal(what, seed=seed, number=number)), strategy("saturate").player()).ms


def games(count):
    times = {name: [] for name in LEVELS}
    for number in range(count):
        for name in LEVELS:
            times[name].append(milliseconds(level(name), 1, number))
    print(f"CPU ms a game, saturate, steps recorded, {count} games a level (seed 1)")
    print(f"{'level':<10}{'mean':>8}{'median':>8}{'p99':>8}{'max':>8}")
    for name, spent in times.items():
        p99 = statistics.quantiles(spent, n=100)[98]
        row = (statistics.mean(spent), statistics.median(spent), p99, max(spent))
        print(f"{name:<10}" + "".join(f"{value:8.2f}" for value in row))


def growth(large):
    """Cells played in total are the same for both sizes, nine small boards for each large one."""
    print(
        f"\nCPU µs a cell on growing boards, {large} large, {9 * large} small, interleaved (seed 2)"
    )
    print(f"{'mines':<10}{'100x100':>9}{'300x300':>9}{'ratio':>8}")
    for percent in (10, 16):
        small_board, large_board = (
            custom("100x100", 100 * percent),
            custom("300x300", 900 * percent),
        )
        small_ms = large_ms = 0.0
        for number in range(large):
            small_ms += sum(milliseconds(small_board, 2, 9 * number + i) for i in range(9))
            large_ms += milliseconds(large_board, 2, number)
        cells = 90_000 * large
        small_us, large_us = small_ms * 1000 / cells, large_ms * 1000 / cells
        print(f"{percent:>3} %     {small_us:9.1f}{large_us:9.1f}{large_us / small_us:8.2f}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--games", type=int, default=300, help="games a level")
    asked = parser.parse_args()
    games(asked.games)
    growth(3)
