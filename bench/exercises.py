"""How many exercises a minute are found: `python bench/exercises.py [SECONDS]`.

For each engine, exercises of any kind, of each depth and of each kind, by CPU time: the machine may
have other work. A rare kind is given up after SECONDS (5) of CPU time.
"""

import os
import sys
import time

from mineproof.core.choice import installed
from mineproof.learn.exercises import exercises_by_board
from mineproof.learn.kinds import KINDS

MOST = 200


def rate(seconds: float, **wanted: object) -> tuple[int, int, float]:
    """Exercises found, boards searched, CPU seconds."""
    began, found, boards = time.process_time(), 0, 0
    for one in exercises_by_board(seed=1, **wanted):  # type: ignore[arg-type]
        boards += 1
        found += one is not None
        if found == MOST or time.process_time() - began > seconds:
            break
    return found, boards, time.process_time() - began


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 5.0
    wishes: list[dict[str, object]] = [{}, *({"depth": depth} for depth in (1, 2, 3, 4))]
    wishes += [{"kind": kind} for kind in KINDS]
    for wanted in wishes:
        for core in installed():
            os.environ["MINEPROOF_ENGINE"] = core
            found, boards, took = rate(seconds, **wanted)
            name = next((f"{key} {value}" for key, value in wanted.items()), "any")
            print(
                f"{core:7} {name:16} {60 * found / took:7.0f} a minute"
                f"  ({found} of {boards} boards, {took:.1f} s)",
                flush=True,
            )


if __name__ == "__main__":
    main()
