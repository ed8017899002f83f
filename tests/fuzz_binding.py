"""Call the core as a library with random arguments: every call must return or raise, never crash.

Run `python tests/fuzz_binding.py --calls 20000 --seed 1`, or `make sanitize-binding` for the
address sanitizer; the latter names another build of the library in CORE_LIBRARY. A crash ends the
process; the same seed repeats it. Only addresses are not made up: they come from the core.
"""

import argparse
import os
import random
import sys
import threading
from array import array
from collections.abc import Callable
from ctypes import ArgumentError
from functools import lru_cache
from pathlib import Path
from typing import Any

from mineproof.base.errors import Cancelled, Contradiction, TooWide
from mineproof.core._interface import Core, Live, Object, from_library, library_path

EXPECTED = (
    ValueError,
    TypeError,
    OverflowError,
    RuntimeError,
    MemoryError,
    ArgumentError,  # ctypes: not a number
    Contradiction,
    TooWide,
    Cancelled,
    ZeroDivisionError,  # raised by a callback
)
NUMBERS = [-(2**63), -(2**31) - 1, -(2**31), -129, -2, -1, 0, 1, 2, 3, 7, 8, 9, 10, 127, 128, 255]
NUMBERS += [2**15, 2**24, 2**31 - 1, 2**31, 2**63 - 1, 2**64, 10**30]
STRANGE = [None, True, 1.5, float("nan"), float("inf"), "grid", b"", [], {}, object(), 1j]
SIZES = [(1, 1), (1, 2), (2, 2), (3, 3), (4, 4), (5, 5), (1, 9), (9, 9)]


@lru_cache(maxsize=1)
def core() -> Core:
    path = Path(os.environ["CORE_LIBRARY"]) if "CORE_LIBRARY" in os.environ else library_path()
    assert path is not None, "the core was not built"
    return from_library(path)


class Caller:
    """Makes random calls: most arguments are valid for the board, some are arbitrary."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.raised: dict[str, int] = {}
        self.answered = 0
        self.calls: list[Callable[[], object]] = [
            self.make_field, self.make_objects, self.open, self.deduce, self.odds, self.read,
            self.analyse, self.choose, self.evaluate, self.roll_out, self.optimal, self.play,
            self.flood, self.depth, self.set_think, self.states, self.sample, self.noise,
        ]  # fmt: skip
        self.cells = 9
        self.field = Object(core(), "field", b"grid", 3, 3)
        self.live = Live(core(), self.field)
        self.thinker = Object(core(), "thinker", b"", self.field)
        self.rollouts = Object(core(), "rollouts", b"", self.field)
        self.think = array("d", self.normal())

    def run(self, calls: int) -> None:
        for _ in range(calls):
            try:
                self.random.choice(self.calls)()
                self.answered += 1
            except EXPECTED as problem:
                name = type(problem).__name__
                self.raised[name] = self.raised.get(name, 0) + 1

    # Arguments

    def number(self, low: int, high: int) -> Any:
        dice = self.random.random()
        if dice < 0.03:
            return self.random.choice(STRANGE)
        return self.random.choice(NUMBERS) if dice < 0.12 else self.random.randint(low, high)

    def array(self, length: int, values: list[int], kind: str = "b") -> bytes:
        dice = self.random.random()
        if dice < 0.03:
            return self.random.randbytes(self.random.randint(0, 40))
        if dice < 0.08:
            length = self.random.choice([0, 1, length + 1, max(0, length - 1), 2 * length])
        made = array(kind, [self.random.choice(values) for _ in range(length)]).tobytes()
        return made[:-1] if dice < 0.09 else made

    def position(self) -> bytes:
        values = (
            [-128, 127, 9, *range(-3, 9)] if self.random.random() < 0.1 else [-1, -1, -1, 0, 1, 2]
        )
        return self.array(self.cells, values)

    def normal(self) -> list[float]:
        """The limits of the player in rollouts."""
        values = core().result("race_settings", b"").cast("d").tolist()
        return values[len(core().race_fields) :]

    def maybe(self, one: Object) -> object:
        """The object, or another one, or none."""
        others = [self.field, self.live, self.thinker, self.rollouts, 0]
        return self.random.choice(others) if self.random.random() < 0.03 else one

    def callback(self, *answers: Any) -> Any:
        return self.random.choice([None, *(lambda *_, told=told: told for told in answers), int, 3])

    # Calls

    def sample(self) -> None:
        seed = array("Q", [self.random.randrange(2**64)]).tobytes()
        core().result("sample", seed, self.maybe(self.live), self.number(0, 20))

    def make_field(self) -> None:
        rows, cols = self.random.choice(SIZES)
        if self.random.random() < 0.1:
            rows, cols = self.number(1, 9), self.number(1, 9)
            if isinstance(rows, int) and isinstance(cols, int) and 1000 < rows * cols <= 2**24:
                return  # allowed, and slow
        shape = self.random.choice([b"grid", b"hex", b"torus", b"torus", b"ring", b""])
        if self.random.random() < 0.1:
            Object(core(), "field_of_table", self.array(8, [0, 1, 2], "i"), self.number(1, 4))
        self.field = Object(core(), "field", shape, rows, cols)
        self.cells = rows * cols

    def make_objects(self) -> None:
        field = self.maybe(self.field)
        self.thinker = Object(core(), "thinker", b"", field)
        self.rollouts = Object(core(), "rollouts", b"", field)
        self.live = Live(core(), self.field, self.number(0, self.cells))

    def open(self) -> None:
        self.live.open(self.number(0, self.cells - 1), self.number(0, 3))

    def deduce(self) -> None:
        self.live.deduce(self.random.choice([True, False]))

    def odds(self) -> None:
        self.live.odds()
        self.live.least_risk()

    def read(self) -> None:
        mines = self.number(0, self.cells)
        core().number("read", self.position(), self.maybe(self.live), mines)

    def analyse(self) -> None:
        mines = self.number(0, self.cells)
        core().result("analyse", self.position(), self.maybe(self.live), mines)

    def choose(self) -> None:
        live = self.maybe(self.live)
        core().number("choose", self.think.tobytes(), self.maybe(self.thinker), live)

    def evaluate(self) -> None:
        also = self.array(self.random.randint(0, 3), [*range(self.cells)], "i")
        objects = self.maybe(self.thinker), self.maybe(self.live)
        report = self.callback(True, False)
        core().result("evaluate", self.think.tobytes() + also, *objects, report)

    def roll_out(self) -> None:
        cells = self.array(self.random.randint(0, 3), [*range(self.cells)], "i")
        objects = self.maybe(self.rollouts), self.maybe(self.live)
        count = self.random.choice([0, 1, 7, 20, -1, 2**31, 2**63 - 1])
        given = bytes(8) + self.think.tobytes() + cells
        core().result("roll_out", given, *objects, self.number(0, 9), count)

    def optimal(self) -> None:
        order = list(range(self.cells))
        self.random.shuffle(order)
        if self.random.random() < 0.3:
            order[self.random.randrange(len(order))] = self.number(0, min(self.cells, 9))
        free = [self.number(0, self.cells - 1) for _ in range(self.random.randint(0, 3))]
        orders = self.random.randint(0, 1)
        given = array("q", [self.number(0, 10_000)]).tobytes()
        given += array("i", [*free, *order * orders]).tobytes()
        limits = self.number(0, 4), self.number(0, 500)
        core().result("optimal_play", given, self.maybe(self.field), *limits, len(free), orders)

    def play(self) -> None:
        games = self.random.randint(0, 3)
        values = [0, 1, 2, 255] if self.random.random() < 0.1 else [0, 0, 0, 0, 0, 1]
        layouts = self.array(games * self.cells, values, "B")
        first, guess = self.number(0, self.cells - 1), self.random.choice([True, False])
        think = self.random.choice([b"", self.think.tobytes()])
        numbers = self.maybe(self.field), first, guess, bool(think)
        core().result("play_many", think + layouts, *numbers, self.callback(True, False))

    def flood(self) -> None:
        games = self.random.randint(0, 3)
        clues = self.array(games * self.cells, [-1, 0, 0, 0, 1, 2])
        seen = self.array(games * self.cells, [-1, -1, 0])
        cells = self.array(games, [-1, 0, 1, self.cells - 1, self.random.choice([0, 99])], "i")
        core().result("flood_many", cells + clues + seen, self.maybe(self.field), games)

    def depth(self) -> None:
        values = [0, 1, 2, 255] if self.random.random() < 0.1 else [0, 0, 0, 0, 0, 1]
        initial = self.array(self.random.randint(0, 3), [*range(self.cells), 99], "i")
        given = self.array(self.cells, values, "B") + initial
        core().number("depth", given, self.maybe(self.field))

    def set_think(self) -> None:
        self.think = array("d", self.normal())
        value: Any = self.random.choice([self.number(0, 3), self.random.random()])
        self.think[self.random.randrange(len(self.think))] = value

    def states(self) -> None:
        self.live.states()
        self.live.fronts()

    def noise(self) -> None:
        """A call of which only the addresses make sense."""
        name = self.random.choice(["sample", "read", "analyse", "choose", "odds", "open"])
        given = self.random.randbytes(self.random.choice([0, 1, 8, self.cells, 112, 200]))
        objects = {"choose": [self.thinker, self.live]}.get(name, [self.live])
        numbers = [self.number(0, 9)] if name in ("sample", "read", "analyse") else []
        core().result(name, given, *objects, *numbers)


def hammer(seed: int, threads: int, calls: int) -> list[Caller]:
    """Use the same objects from several threads at once."""
    first = Caller(seed)
    callers = [first]
    for number in range(1, threads):
        other = Caller(seed + number)
        other.field, other.cells = first.field, first.cells
        other.live, other.thinker, other.rollouts = first.live, first.thinker, first.rollouts
        callers.append(other)
    for caller in callers:
        caller.calls.remove(caller.make_field)
        caller.calls.remove(caller.make_objects)
    running = [threading.Thread(target=caller.run, args=(calls,)) for caller in callers]
    for thread in running:
        thread.start()
    for thread in running:
        thread.join()
    return callers


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--calls", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--threads", type=int, default=4)
    args = parser.parse_args()
    caller = Caller(args.seed)
    caller.run(args.calls)
    raised = sum(caller.raised.values())
    print(f"{caller.answered} calls answered, {raised} refused: {caller.raised}")
    together = hammer(args.seed, args.threads, args.calls // args.threads)
    refused = sum(one.raised.get("RuntimeError", 0) for one in together)
    answered = sum(one.answered for one in together)
    print(f"{args.threads} threads: {answered} calls answered, {refused} RuntimeErrors")
    sys.exit(not caller.answered or not raised)


if __name__ == "__main__":
    main()
