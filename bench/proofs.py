"""Measure the cost of proofs: explaining and checking, on expert boards.

    python bench/proofs.py [--games N]

Explaining: the whole answer of `mineproof explain` for cells that are certain in the middle of a
game. Judging: steps of two premises a second, parsing included.
"""

import statistics
import time

from table import numbers

from mineproof import Game, deal, read, strategy
from mineproof.answers import explanation
from mineproof.game.formats.mine import write
from mineproof.play.player import begin
from mineproof.proof.check import judge


def explaining(games):
    times = []
    for number in range(games):
        game = Game(deal("expert", start="open", seed=4, number=number))
        player, moves = strategy("complete").player(), 0
        begin(player, game)
        while not game.over and (move := player.choose(game.view)):
            moves += 1
            if moves % 12 == 0 and move.cell not in game.view.initial:
                view, name = read(write(game.view)), game.view.board.name(move.cell)
                began = time.process_time()
                explanation.explain(view, name)
                times.append((time.process_time() - began) * 1000)
            (game.flag if move.verdict == "mine" else game.open)(move.cell)
    p95 = statistics.quantiles(times, n=20)[18]
    middle, worst = statistics.median(times), max(times)
    print(
        f"explaining: median {middle:.1f} ms, p95 {p95:.1f}, max {worst:.0f} ({len(times)} cells)"
    )


def chain(length):
    """Return a chain of implications as CNF and LRAT; every step cites two clauses."""
    axioms = [f"-{k} {k + 1} 0" for k in range(1, length + 1)]
    cnf = "\n".join([f"p cnf {length + 1} {length + 2}", *axioms, "1 0", f"-{length + 1} 0", ""])
    steps = [f"{length + 3} 2 0 {length + 1} 1 0"]
    steps += [f"{length + 2 + k} {k + 1} 0 {length + 1 + k} {k} 0" for k in range(2, length + 1)]
    steps.append(f"{2 * length + 3} 0 {2 * length + 2} {length + 2} 0")
    return cnf, "\n".join([*steps, ""])


def judging(length=100_000, rounds=5):
    cnf, lrat = chain(length)
    rates = []
    for _ in range(rounds):
        began = time.process_time()
        judged = judge(cnf, lrat)
        rates.append(judged / (time.process_time() - began))
    middle, low, high = statistics.median(rates), min(rates), max(rates)
    print(
        f"judging: {middle:,.0f} steps a second ({low:,.0f} to {high:,.0f} in {rounds} rounds of"
        f" {judged:,} steps), parsing included"
    )


if __name__ == "__main__":
    explaining(numbers(__doc__, games=100).games // 5)
    judging()
