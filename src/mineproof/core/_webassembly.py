"""The C++ core inside a browser or node, as an object that looks like the module `_native`.

The only module that imports `mineproof_core`. That module is JavaScript: the page loads the core
(native/wasm/core.mjs) and registers it with Pyodide before Python first asks for an engine.
native/wasm/core.cpp says what each function takes and returns: numbers, and arrays through the
core's memory, copied once in each direction. There are no rollouts of given cells, no settings of
the race and no counts of states here: measurements ask for them, and pages do not.
"""

import struct
import sys
from array import array
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from math import isnan
from types import ModuleType, SimpleNamespace
from typing import NoReturn, Protocol

from mineproof.base.errors import Cancelled, Contradiction, TooWide
from mineproof.core._compiled import CompiledEngine
from mineproof.core.protocol import Candidate, Engine, Played, Report, WinDifference

_MOST_WORK = 2_000_000_000  # steps of `optimal`: some thirty seconds
_MOST_ROLLOUTS = 800  # of one decision: a page waits for it, and the core is half as fast here
_ERRORS: dict[int, type[Exception]] = {
    -2: Contradiction,
    -3: TooWide,
    -4: Cancelled,
    -5: ValueError,
    -6: MemoryError,
}
_WHOLE = {
    "cell": int,
    "dead": bool,
    "coin_flip": bool,
    "rollouts": int,
}  # fields of a candidate that are not odds


class _JsBytes(Protocol):
    """A Uint8Array."""

    def assign(self, values: bytes, /) -> None: ...
    def to_bytes(self) -> bytes: ...


class _CoreFunction(Protocol):
    def __call__(self, *numbers: int) -> int: ...


class _Functions(Protocol):
    """The functions of native/wasm/core.cpp."""

    def __getattr__(self, name: str, /) -> _CoreFunction: ...


class _JsCore(Protocol):
    """The class Core of native/wasm/core.mjs."""

    functions: _Functions
    isCancelled: Callable[[], bool] | None  # noqa: N815 (a name in JavaScript)

    def input(self, size: int) -> _JsBytes | None: ...
    def output(self) -> _JsBytes: ...
    def message(self) -> str: ...


@lru_cache(maxsize=1)
def load() -> Engine | None:
    """The engine, or None outside Pyodide and where the core was not registered."""
    if not _in_javascript():
        return None
    try:
        import mineproof_core  # type: ignore[import-not-found]
    except ImportError:
        return None
    return CompiledEngine("wasm", WebAssemblyCore(mineproof_core), load, _MOST_WORK)


def _in_javascript() -> bool:
    return sys.platform == "emscripten"


class Think(SimpleNamespace):
    """Limits, whose attributes the engine sets."""

    def packed(self, names: list[str]) -> bytes:
        values = [getattr(self, name) for name in names]
        values[names.index("rollouts")] = min(self.rollouts, _MOST_ROLLOUTS)
        return struct.pack(f"<{len(values)}d", *values)


class WebAssemblyCore(ModuleType):
    """The core with its errors translated. `_native.pyi` says what its names stand for."""

    def __init__(self, core: _JsCore) -> None:
        super().__init__("mineproof_core")
        self._core = core
        self.functions = core.functions
        self.think_fields, self.candidate_fields = self._names(0), self._names(1)
        self.Contradiction, self.TooWide, self.Cancelled = Contradiction, TooWide, Cancelled
        self.Think, self.Field = Think, partial(Field, self)
        self.Live, self.Thinker = partial(Live, self), partial(Thinker, self)

    def _names(self, which: int) -> list[str]:
        self.result(self.functions.field_names(which))
        return self.output().decode().split()

    def fail(self, status: int) -> NoReturn:
        """Raise what a status below -1 means."""
        raise _ERRORS.get(status, RuntimeError)(self._core.message())

    def result(self, status: int) -> int:
        return status if status >= -1 else self.fail(status)

    def send(self, values: bytes) -> None:
        """Copy the arguments of the next call."""
        room = self._core.input(len(values))
        if room is None:
            raise MemoryError(self._core.message())
        room.assign(values)

    def output(self) -> bytes:
        """A copy of the result of the last call."""
        return self._core.output().to_bytes()

    def Rollouts(self, field: "Field") -> NoReturn:  # noqa: N802 (a class of the other module)
        raise NotImplementedError("the engine in WebAssembly lists no rollouts")

    def play_many(
        self,
        field: "Field",
        layouts: memoryview,
        first: int,
        guess: bool,
        think: Think | None,
        is_cancelled: Callable[[], bool] | None,
    ) -> list[Played]:
        limits = bytes(8 * len(self.think_fields)) if think is None else self.packed(think)
        self.send(limits + bytes(layouts))
        games = len(layouts) // field.cells
        play = partial(
            self.functions.play_many, field.number, games, first, guess, think is not None
        )
        self.result(play() if is_cancelled is None else self._play_watched(is_cancelled, play))
        return [
            Played(bool(won), int(guesses), int(opened), *rest)
            for won, guesses, opened, *rest in struct.iter_unpack("<6d", self.output())
        ]

    def packed(self, think: Think) -> bytes:
        return think.packed(self.think_fields)

    def _play_watched(self, is_cancelled: Callable[[], bool], play: Callable[[], int]) -> int:
        """The status of `play()`, which ends early once `is_cancelled` returns True or raises."""
        from pyodide.ffi import create_proxy  # type: ignore[import-not-found]

        problems: list[BaseException] = []

        def ask() -> bool:
            try:
                return bool(is_cancelled())
            except BaseException as problem:
                problems.append(problem)
                return True

        proxy = create_proxy(ask)
        self._core.isCancelled = proxy
        try:
            status = play()
        finally:
            self._core.isCancelled = None
            proxy.destroy()
        if problems:
            raise problems[0]
        return status

    def optimal_play(
        self,
        field: "Field",
        free: Sequence[int],
        mines: int,
        most: int,
        work: int,
        symmetries: Sequence[Sequence[int]],
    ) -> tuple[int, int, Iterator[tuple[list[int], *tuple[int, ...]]]]:
        self.send(b"".join(array("i", cells).tobytes() for cells in (free, *symmetries)))
        self.result(
            self.functions.optimal_play(field.number, mines, most, work, len(free), len(symmetries))
        )
        layouts, wins, *policy = memoryview(self.output()).cast("i").tolist()
        size = field.cells + 3
        rows = (policy[at : at + size] for at in range(0, len(policy), size))
        return layouts, wins, ((row[:-3], *row[-3:]) for row in rows)

    def flood_many(
        self, field: "Field", clues: memoryview, seen: memoryview, cells: memoryview
    ) -> Sequence[int]:
        self.send(bytes(cells) + bytes(clues) + bytes(seen))
        self.result(self.functions.flood_many(field.number, len(cells)))
        found = memoryview(self.output())
        opened = 4 * len(cells)
        seen[:] = found[opened:].cast("b")
        return found[:opened].cast("i")


class _Numbered:
    """Something that the core keeps by number until it is no longer used here."""

    def __init__(self, core: WebAssemblyCore, number: int, forget: _CoreFunction) -> None:
        self._core, self._functions, self._forget = core, core.functions, forget
        self.number = core.result(number)

    def __del__(self) -> None:
        if hasattr(self, "number"):
            self._forget(self.number)


class Field(_Numbered):
    """A board: rows, columns and the name of a shape; or a table of neighbours, and its width."""

    def __init__(self, core: WebAssemblyCore, *board: int | str | memoryview) -> None:
        functions = core.functions
        match board:
            case int(rows), int(cols), str(shape):
                self.cells = rows * cols
                core.send(shape.encode())
                number = functions.create_field(rows, cols, len(shape))
            case memoryview() as table, int(ways):
                self.cells = len(table) // ways
                core.send(table.tobytes())
                number = functions.create_field_of_table(len(table), ways)
            case _:
                raise TypeError("rows, columns and a shape, or a table and its width")
        super().__init__(core, number, functions.forget_field)


class Live(_Numbered):
    """A game, or one position after another."""

    def __init__(self, core: WebAssemblyCore, field: Field) -> None:
        functions = core.functions
        super().__init__(core, functions.create_live(field.number), functions.forget_live)
        self._cells = field.cells
        # Looking up a function in JavaScript takes as long as calling it.
        self._open, self._deduce = functions.open, functions.deduce

    def start(self, mines: int) -> None:
        self._core.result(self._functions.start(self.number, mines))

    def open(self, cell: int, clue: int) -> None:
        status = self._open(self.number, cell, clue)
        if status < 0:
            self._core.fail(status)

    def deduce(self, with_count: bool) -> tuple[list[int], list[int]]:
        safe = self._core.result(self._deduce(self.number, with_count))
        found = memoryview(self._core.output()).cast("i").tolist()
        return found[:safe], found[safe:]

    def odds(self) -> Sequence[float]:
        self._core.result(self._functions.odds(self.number))
        return memoryview(self._core.output()).cast("d")

    def least_risk(self) -> int:
        return self._core.result(self._functions.least_risk(self.number))

    def read(self, seen: memoryview, mines: int) -> None:
        self._core.send(bytes(seen))
        self._core.result(self._functions.read(self.number, mines))

    def sample(self, count: int, seed: int) -> bytes:
        self._core.send(struct.pack("<Q", seed))
        self._core.result(self._functions.sample(self.number, count))
        return self._core.output()

    def analyse(self, seen: memoryview, mines: int) -> SimpleNamespace:
        self._core.send(bytes(seen))
        ways = self._core.result(self._functions.analyse(self.number, mines))
        found, cells = memoryview(self._core.output()), self._cells
        flat = found[8 * cells : 8 * (cells + ways)].cast("Q").tolist()
        safe, mined, sea, mines_to_place, fronts, *rest = (
            found[8 * (cells + ways) :].cast("i").tolist()
        )
        by_front, at = [], 0
        for k in range(fronts):
            least, count = rest[safe + mined + 2 * k :][:2]
            by_front.append((least, flat[at : at + count]))
            at += count
        return SimpleNamespace(
            safe=rest[:safe],
            mined=rest[safe : safe + mined],
            odds=found[: 8 * cells].cast("d"),
            ways=None if fronts < 0 else by_front,
            sea=sea,
            mines_to_place=mines_to_place,
        )


class Thinker(_Numbered):
    """Chooses among risky cells."""

    def __init__(self, core: WebAssemblyCore, field: Field) -> None:
        functions = core.functions
        super().__init__(core, functions.create_thinker(field.number), functions.forget_thinker)

    def choose(self, live: Live, think: Think) -> int:
        self._core.send(self._core.packed(think))
        return self._core.result(self._functions.choose(self.number, live.number))

    def evaluate(
        self,
        live: Live,
        think: Think,
        also: Sequence[int],
        report: Report | None,  # noqa: ARG002 (it plays few rollouts)
    ) -> SimpleNamespace:
        self._core.send(self._core.packed(think) + array("i", also).tobytes())
        cell = self._core.result(self._functions.evaluate(self.number, live.number, len(also)))
        exact, by_rollouts, mean, margin, rollouts, *values = (
            memoryview(self._core.output()).cast("d").tolist()
        )
        names = self._core.candidate_fields
        return SimpleNamespace(
            cell=cell,
            exact=bool(exact),
            candidates=[
                _candidate(names, values[at : at + len(names)])
                for at in range(0, len(values), len(names))
            ],
            by_rollouts=bool(by_rollouts),
            difference=None if isnan(mean) else WinDifference(mean, margin, int(rollouts)),
        )


def _candidate(names: list[str], values: Sequence[float]) -> Candidate:
    fields = {
        name: None if isnan(value) else _WHOLE.get(name, float)(value)
        for name, value in zip(names, values, strict=True)
    }
    return Candidate(**fields)  # type: ignore[arg-type]
