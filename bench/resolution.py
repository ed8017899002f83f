"""Measure resolution: CPU time of a game of `saturate`, recorded steps, growth with size.

    python bench/resolution.py [--games N]

Boards are played in turn, a level at a time interleaved, so that other load on the machine affects
all equally. Report A's C++ program took 2.2 / 14.5 / 89 ms on easy / medium / hard. Without
indexes, the base searches all its clauses for those that subsume, are subsumed, or have a literal:
the difference is the value of the indexes. Growth with the board is in bench/scale.py.
"""

import statistics

from table import contest, numbers, ratios, row, show

from mineproof.game.deal import deal
from mineproof.game.game import Game
from mineproof.game.levels import custom, level
from mineproof.logic.kb import KnowledgeBase
from mineproof.play import context
from mineproof.play.player import play_game
from mineproof.play.strategies import strategy

LEVELS = ("easy", "medium", "hard")


def milliseconds(what, seed, number, player="saturate"):
    return play_game(Game(deal(what, seed=seed, number=number)), strategy(player).player()).ms


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


class Scanned:
    """The clauses of each literal, found by a search of all clauses."""

    def __init__(self, base):
        self._base = base

    def __getitem__(self, lit):
        return {id for clause, id in self._base.ids.items() if lit in clause} or set()

    def __contains__(self, lit):
        return True

    def get(self, lit, _):
        return self[lit]

    def pop(self, *_):
        pass


class ScanningBase(KnowledgeBase):
    """The knowledge base without its indexes by literal."""

    def __init__(self, **settings):
        super().__init__(**settings)
        self.occurs = Scanned(self)

    def _stricter(self, clause):
        return next((id for other, id in self.ids.items() if other < clause), 0)

    def _wider(self, clause):
        return sorted(id for other, id in self.ids.items() if clause < other)


def with_and_without(games, rounds=3):
    """Return rows: milliseconds a game with and without indexes, and the ratio."""
    group, rows = f"Resolution with indexes and without ({games} games)", []
    for player, what in (
        ("saturate", level("hard")),
        ("assignment", level("hard")),
        ("saturate", custom("60x60", 648)),
    ):
        spent = contest(
            {
                "with": playing(KnowledgeBase, player, what, games),
                "without": playing(ScanningBase, player, what, games),
            },
            rounds,
        )
        for kind, times in spent.items():
            name = f"{player}, {what.cols}x{what.rows} with {what.mines} mines, {kind}"
            rows.append(row(group, name, [t * 1e3 for t in times], "ms"))
        faster = ratios(spent, "with", "without")
        rows.append(row(group, f"{player}, {what.cols}x{what.rows}", faster, "times as fast with"))
    return rows


def playing(base, player, what, games):
    def run():
        context.KnowledgeBase = base
        for number in range(games):
            milliseconds(what, 1, number, player)
        context.KnowledgeBase = KnowledgeBase
        return games

    return run


if __name__ == "__main__":
    asked = numbers(__doc__, games=300)
    games(asked.games)
    print(show(with_and_without(max(1, asked.games // 30))))
