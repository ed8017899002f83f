"""Call the compiled module with random arguments: every call must return or raise, never crash.

Run `python tests/fuzz_binding.py --calls 20000 --seed 1`, or `make sanitize-binding` for the
address sanitizer; the latter names another build of the module in NATIVE_MODULE. A crash ends the
process; the same seed repeats it.
"""

import argparse
import os
import random
import sys
import threading
import warnings
from array import array
from collections.abc import Callable
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from typing import Any

if "NATIVE_MODULE" in os.environ:
    _spec = spec_from_file_location("mineproof._native", os.environ["NATIVE_MODULE"])
    assert _spec is not None
    assert _spec.loader is not None
    sys.modules["mineproof._native"] = module_from_spec(_spec)
    _spec.loader.exec_module(sys.modules["mineproof._native"])
_native = import_module("mineproof._native")

EXPECTED = (
    ValueError,
    TypeError,
    OverflowError,
    RuntimeError,
    MemoryError,
    AttributeError,
    BufferError,
    _native.Contradiction,
    _native.TooWide,
    _native.Cancelled,
    ZeroDivisionError,  # raised by an argument `is_cancelled`
)
NUMBERS = [-(2**63), -(2**31) - 1, -(2**31), -129, -2, -1, 0, 1, 2, 3, 7, 8, 9, 10, 127, 128, 255]
NUMBERS += [2**15, 2**24, 2**31 - 1, 2**31, 2**63 - 1, 2**64, 10**30]
STRANGE = [None, True, 1.5, float("nan"), float("inf"), "grid", b"", [], {}, object(), 1j]
SIZES = [(1, 1), (1, 2), (2, 2), (3, 3), (4, 4), (5, 5), (1, 9), (9, 9)]


class Caller:
    """Makes random calls: most arguments are valid for the board, some are arbitrary."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.raised: dict[str, int] = {}
        self.answered = 0
        self.calls: list[Callable[[], object]] = [
            self.make_field, self.make_objects, self.start, self.open, self.deduce, self.odds,
            self.read, self.analyse, self.choose, self.evaluate, self.optimal, self.play,
            self.flood, self.set_think, self.states, self.sample, self.again,
        ]  # fmt: skip
        self.field = _native.Field(3, 3, "grid")
        self.cells = 9
        self.live = _native.Live(self.field)
        self.thinker = _native.Thinker(self.field)
        self.think = _native.Think()

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

    def buffer(self, length: int, values: list[int], kind: str = "b") -> Any:
        dice = self.random.random()
        if dice < 0.03:
            return self.random.choice(STRANGE)
        if dice < 0.08:
            length = self.random.choice([0, 1, length + 1, max(0, length - 1), 2 * length])
        made = array(kind, [self.random.choice(values) for _ in range(length)])
        return memoryview(made)[::2] if dice < 0.09 else memoryview(made)

    def position(self) -> Any:
        values = (
            [-128, 127, 9, *range(-3, 9)] if self.random.random() < 0.1 else [-1, -1, -1, 0, 1, 2]
        )
        return self.buffer(self.cells, values)

    # Calls

    def sample(self) -> None:
        self.live.sample(self.number(0, 20), self.number(0, 99))

    def make_field(self) -> None:
        rows, cols = self.random.choice(SIZES)
        shape: Any = self.random.choice(["grid", "hex", "torus", "torus", "ring", ""])
        if self.random.random() < 0.1:
            rows, cols = self.number(1, 9), self.number(1, 9)
            if isinstance(rows, int) and isinstance(cols, int) and 1000 < rows * cols <= 2**24:
                return  # allowed, and slow
        self.field = _native.Field(rows, cols, shape)
        self.cells = rows * cols

    def make_objects(self) -> None:
        self.live, self.thinker = _native.Live(self.field), _native.Thinker(self.field)
        self.live.start(self.number(0, self.cells))

    def start(self) -> None:
        self.live.start(self.number(0, self.cells))

    def open(self) -> None:
        self.live.open(self.number(0, self.cells - 1), self.number(0, 3))

    def deduce(self) -> None:
        self.live.deduce(self.random.choice([True, False]))

    def odds(self) -> None:
        self.live.odds()
        self.live.least_risk()

    def read(self) -> None:
        self.live.read(self.position(), self.number(0, self.cells))

    def analyse(self) -> None:
        found = self.live.analyse(self.position(), self.number(0, self.cells))
        assert len(found.odds) == self.cells or len(found.odds) > 0

    def choose(self) -> None:
        self.thinker.choose(self.live, self.think)

    def evaluate(self) -> None:
        also = [self.number(0, self.cells - 1) for _ in range(self.random.randint(0, 3))]
        self.thinker.evaluate(self.live, self.think, also)

    def optimal(self) -> None:
        cells = min(self.cells, 9)
        order = list(range(self.cells))
        self.random.shuffle(order)
        if self.random.random() < 0.3:
            order[self.random.randrange(len(order))] = self.number(0, cells)
        free = [self.number(0, self.cells - 1) for _ in range(self.random.randint(0, 3))]
        orders = [order] * self.random.randint(0, 1)
        mines, most = self.number(0, 4), self.number(0, 500)
        _native.optimal_play(self.field, free, mines, most, self.number(0, 10_000), orders)

    def play(self) -> None:
        games = self.random.randint(0, 3)
        values = [0, 1, 2, 255] if self.random.random() < 0.1 else [0, 0, 0, 0, 0, 1]
        layouts = self.buffer(games * self.cells, values, "B")
        first, guess = self.number(0, self.cells - 1), self.random.choice([True, False])
        think = self.random.choice([None, self.think])
        stop: Any = self.random.choice([None, lambda: True, lambda: 1 / 0, 3])
        _native.play_many(self.field, layouts, first, guess, think, stop)

    def flood(self) -> None:
        games = self.random.randint(0, 3)
        clues = self.buffer(games * self.cells, [-1, 0, 0, 0, 1, 2])
        seen = self.random.choice([clues, self.buffer(games * self.cells, [-1, -1, 0])])
        cells = self.buffer(games, [-1, 0, 1, self.cells - 1, self.random.choice([0, 99])], "i")
        _native.flood_many(self.field, clues, seen, cells)

    def set_think(self) -> None:
        self.think = _native.Think()
        names = [name for name in dir(self.think) if not name.startswith("_")]
        value: Any = self.random.choice([self.number(0, 3), self.random.random()])
        setattr(self.think, self.random.choice(names), value)

    def states(self) -> None:
        self.live.states()
        self.live.fronts()

    def again(self) -> None:
        """Construct an object a second time, or use one that was never constructed."""
        kind, argument = self.random.choice(
            [(self.live, self.field), (self.thinker, self.field), (self.field, 3)]
        )
        if self.random.random() < 0.5:
            other: Any = type(kind).__new__(type(kind))
            getattr(other, self.random.choice(["states", "deduce", "odds", "__repr__"]))()
        else:
            kind.__init__(argument)  # type: ignore[misc]


def hammer(seed: int, threads: int, calls: int) -> list[Caller]:
    """Use the same objects from several threads at once."""
    first = Caller(seed)
    callers = [first]
    for number in range(1, threads):
        other = Caller(seed + number)
        other.field, other.cells = first.field, first.cells
        other.live, other.thinker, other.think = first.live, first.thinker, first.think
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
    warnings.simplefilter("ignore")  # nanobind warns of objects that were not initialised
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
