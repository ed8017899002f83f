"""Measure the cost of proofs: recording, explaining and checking, on expert boards.

    python bench/proofs.py [--games N]

Recording: the same games by `saturate` with and without a record of steps, in turn. Explaining: the
whole answer of `mineproof explain` for cells that are certain in the middle of a game. Judging:
steps of two premises a second, parsing included.
"""

import argparse
import statistics
import time

from mineproof import Game, deal, play_game, read, strategy
from mineproof.answers import explanation
from mineproof.game.formats.mine import write
from mineproof.play.player import begin
from mineproof.proof.check import judge


def recording(games):
    spent = {True: 0.0, False: 0.0}
    for number in range(games):
        for record in (True, False) if number % 2 else (False, True):
            player = strategy("saturate").player(record=record)
            spent[record] += play_game(Game(deal("hard", seed=4, number=number)), player).ms
    extra = 100 * (spent[True] / spent[False] - 1)
    mean = spent[True] / games
    print(f"recording: {mean:.2f} ms a hard game, {extra:+.1f} % for the record ({games} games)")


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
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--games", type=int, default=100)
    asked = parser.parse_args()
    recording(3 * asked.games)
    explaining(asked.games // 5)
    judging()
