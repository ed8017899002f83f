"""Measure what strategies score on the data set `certain`, and how fast it is made.

    python bench/reasoning.py [--size N] [--seed N]

A strategy is given the position without its flags, and names what it proves. Means with 95 %
intervals. The speed is that of one core, in CPU time, the best of five rounds.
"""

import json
import time

import numpy as np
from table import numbers

from mineproof import read, strategy
from mineproof.play.position import continue_position
from mineproof.reasoning.dataset import Dataset
from mineproof.reasoning.tasks import listed


def score(data, entry, name):
    view = read(entry["metadata"]["position"])
    proved = continue_position(view, strategy(name).player())
    names = view.board.names
    return data.score_answer(listed(names(proved.safe), names(proved.mined), "\n"), entry)


def main(size, seed):
    data, rounds = Dataset("certain", seed=seed, size=size), []
    for first in range(0, 5000, 1000):
        began = time.process_time()
        entries = [data[number] for number in range(first, min(first + 1000, size))]
        rounds += [60 * len(entries) / (time.process_time() - began)] if entries else []
    print(f"entries a minute: {max(rounds):.0f} at best of {[round(one) for one in rounds]}")
    entries = list(data)
    for name in ("unit", "assignment", "complete"):
        row = {"strategy": name}
        for depth in data.depths:
            chosen = [one for one in entries if one["metadata"]["depth"] == depth]
            scores = np.array([score(data, one, name) for one in chosen])
            half = 1.96 * scores.std(ddof=1) / np.sqrt(len(scores))
            row |= {"n": len(scores), f"depth_{depth}": [f"{scores.mean():.3f}", f"{half:.3f}"]}
        print(
            json.dumps(row).replace('"0', "0").replace('", ', ", ").replace('"]', "]"), flush=True
        )


if __name__ == "__main__":
    main(**vars(numbers(__doc__, size=3000, seed=41)))
