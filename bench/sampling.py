"""How many layouts of a position are drawn in a second of CPU time?

    python bench/sampling.py [--positions N] [--layouts N]

Positions are expert boards from an open start on which logic is stuck, with 100 to 350 opened
cells. Preparing a position is part of the time. Layouts are drawn by the engine in use.
"""

import argparse
import time

import numpy as np
from table import stuck_positions

from mineproof.core import engine


def rates(asked):
    """Layouts a second, by position."""
    wanted = stuck_positions(10 * asked.positions)
    middle = [view for view in wanted if 100 <= view.board.cells - len(view.hidden) <= 350]
    for number, view in enumerate(middle[: asked.positions]):
        position = engine().analyse(view)
        began = time.process_time()
        position.sample(asked.layouts, seed=number)
        yield asked.layouts / (time.process_time() - began)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--positions", type=int, default=20)
    parser.add_argument("--layouts", type=int, default=20_000)
    found = np.array(list(rates(parser.parse_args())))
    print(
        f"{len(found)} positions: median {np.median(found):,.0f}, least {found.min():,.0f} a second"
    )
