"""Evaluate a policy against `least-risk` on the same boards: copy this file, change `policy`.

python examples/policy.py [--games N]
"""

import argparse
from math import sqrt
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

import mineproof.gym_env  # noqa: F401 (makes the environment known)
from mineproof import Game, deal, play_game, strategy, wilson

LEVEL, START, SEED = "beginner", "open", 1


def policy(seen: NDArray[np.int8], info: dict[str, Any]) -> int:
    """The cell whose clues leave it the smallest share of mines: put a network of yours here."""
    risk = np.full(seen.shape, 0.2)
    for row, col in np.argwhere(seen > 0):
        near = np.s_[max(row - 1, 0) : row + 2, max(col - 1, 0) : col + 2]
        share = seen[row, col] / (seen[near] < 0).sum()
        risk[near] = np.maximum(risk[near], share)
    return int(np.where(info["action_mask"] == 1, risk.ravel(), 2.0).argmin())


def wins(games: int) -> list[bool]:
    """Whether the policy wins each of the boards 0, 1, … of the seed."""
    env = gymnasium.make("mineproof/Minesweeper-v0", level=LEVEL, start=START)
    won = []
    for game in range(games):
        seen, info = env.reset(seed=SEED) if game == 0 else env.reset()
        over = not info["action_mask"].any()
        reward: Any = 0.0
        while not over:
            seen, reward, over, _, info = env.step(policy(seen, info))
        won.append(reward >= 0)
    return won


def best(games: int) -> list[bool]:
    """The same boards by exact odds."""
    boards = (deal(LEVEL, start=START, seed=SEED, number=number) for number in range(games))
    return [play_game(Game(dealt), strategy("least-risk").player()).game.won for dealt in boards]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    count = parser.parse_args().games
    ours, theirs = wins(count), best(count)
    for name, won in (("policy", ours), ("least-risk", theirs)):
        share, low, high = (100 * part for part in wilson(sum(won), count))
        print(f"{name:<11} {share:5.1f} % [{low:.1f}, {high:.1f}]  n = {count}")
    pairs = np.array(ours, dtype=float) - np.array(theirs, dtype=float)
    half = 1.96 * pairs.std() / sqrt(count)
    print(f"difference  {100 * pairs.mean():+.1f} ± {100 * half:.1f} points, on the same boards")
