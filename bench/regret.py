"""How much worse than the best is a choice, where the best can be known?

    python bench/regret.py [--level expert] [--start open] [--boards N] [--seed S] [--most L] NAME …

Positions of games in which `normal` must look ahead, for they have more layouts than it plays out,
yet at most `--most`, so that all of it can be played out with patience. The regret of a variant (as
of bench/players.py) is what its choice wins less than the best one, by the best play after both; in
points, with its 95 % half-width. Luck has no part in it.
"""

import numpy as np
from players import interval, options, think

from mineproof import Game, deal
from mineproof.core import THINK
from mineproof.reason.deduce import analyse

PATIENCE = 60_000_000


def choice(view, how):
    return analyse(view).evaluate(how).cell


def wins(view, how):
    """What each cell wins by the best play, or None if that takes too long."""
    evaluation = analyse(view).evaluate(how)
    return {one.cell: one.win for one in evaluation.candidates} if evaluation.exact else None


def positions(asked):
    """Views of games of `normal` that are stuck, each with its number of layouts."""
    for number in range(asked.boards):
        dealt = deal(asked.level, start=asked.start, seed=asked.seed, number=number)
        game, normal = Game(dealt), think("normal")
        for cell in dealt.initial:
            game.open(cell)
        while not game.won:
            found = analyse(game.view)
            for cell in found.safe:
                game.open(cell)
            if found.safe:
                continue
            yield game.view, found.layouts
            cell = choice(game.view, normal)
            if dealt.layout[cell]:
                break
            game.open(cell)


def regrets(asked):
    exact = think(f"layouts={asked.most},ending_work={PATIENCE}")
    variants = [think(name) for name in asked.names]
    for view, count in positions(asked):
        if not THINK["normal"].layouts < count <= asked.most:
            continue
        by_cell = wins(view, exact)
        if by_cell is None:  # patience was not enough
            yield None
            continue
        best = max(by_cell.values())
        yield [best - by_cell.get(choice(view, variant), 0.0) for variant in variants]


def tell(asked):
    rows = list(regrets(asked))
    solved = [row for row in rows if row is not None]
    print(f"{len(solved)} positions of {asked.boards:,} boards; {len(rows) - len(solved)} too long")
    if not solved:
        return
    for name, lost in zip(asked.names, np.array(solved).T, strict=True):
        wrong = 100 * (lost > 1e-9).mean()
        print(f"{name:<34}  {interval(lost, 3)}   not the best {wrong:.0f} %")


if __name__ == "__main__":
    parser = options(__doc__, start="open", boards=2_000)
    parser.add_argument("names", nargs="+")
    parser.add_argument("--most", type=int, default=6_000)
    tell(parser.parse_args())
