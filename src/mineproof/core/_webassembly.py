"""The WebAssembly engine: the C++ core inside a browser or node, reached through Pyodide.

The only module that imports `mineproof_core`. That module is JavaScript: the page loads the core
(native/wasm/core.mjs) and registers it with Pyodide before Python first asks for an engine.
native/wasm/core.cpp says what each function takes and returns: numbers, and arrays through the
core's memory, copied once in each direction.
"""

import struct
import sys
from array import array
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache, partial
from math import isnan
from typing import NoReturn, Protocol

from mineproof.base.errors import BadInput, Cancelled, Contradiction, TooWide
from mineproof.core._counted_position import (
    CountedPosition,
    has_too_many_neighbours,
    neighbour_table,
    plain_engine,
    require_few_neighbours,
)
from mineproof.core.protocol import (
    AnalysedPosition,
    Candidate,
    Deducer,
    Engine,
    Evaluation,
    Odds,
    OptimalGuess,
    OptimalPlay,
    Played,
    Report,
    WinDifference,
)
from mineproof.core.think import Think
from mineproof.game.board import Board, Layouts, TableCache
from mineproof.game.view import View

_MOST_WORK = 2_000_000_000  # steps of `optimal`: some thirty seconds
_MOST_ROLLOUTS = 800  # of one decision: a page waits for it, and the core is half as fast here
_GUESSES = {"guess": True, "least-risk": True, "complete": False}  # does the player guess?
_NOT_A_RISK = Think()  # sent where no risk is chosen
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

    field_names: _CoreFunction
    create_field: _CoreFunction
    create_field_of_table: _CoreFunction
    create_live: _CoreFunction
    create_thinker: _CoreFunction
    forget_field: _CoreFunction
    forget_live: _CoreFunction
    forget_thinker: _CoreFunction
    start: _CoreFunction
    open: _CoreFunction
    deduce: _CoreFunction
    odds: _CoreFunction
    least_risk: _CoreFunction
    read: _CoreFunction
    analyse: _CoreFunction
    sample: _CoreFunction
    choose: _CoreFunction
    evaluate: _CoreFunction
    optimal_play: _CoreFunction
    play_many: _CoreFunction
    flood_many: _CoreFunction


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
    return WebAssemblyEngine(mineproof_core)


def _in_javascript() -> bool:
    return sys.platform == "emscripten"


class _Object:
    """Something that the core keeps by number until it is no longer used here."""

    def __init__(self, core: "_Core", create: _CoreFunction, forget: _CoreFunction, *args: int):
        self.number = core.result(create(*args))
        self._forget = forget

    def __del__(self) -> None:
        if hasattr(self, "number"):
            self._forget(self.number)


class _Core:
    """The core with its errors translated."""

    def __init__(self, core: _JsCore) -> None:
        self._core = core
        self.functions = functions = core.functions
        # Looking up a function in JavaScript takes as long as calling it.
        self.open, self.deduce = functions.open, functions.deduce
        self.think_fields = self._names(0)
        self.candidate_fields = self._names(1)
        self.fields = TableCache(self._make_field)

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

    def _make_field(self, board: Board) -> _Object:
        functions = self.functions
        if board.shape not in ("grid", "torus", "hex"):
            table, ways = neighbour_table(board)
            self.send(table.tobytes())
            return _Object(
                self, functions.create_field_of_table, functions.forget_field, len(table), ways
            )
        name = str(board.shape).encode()
        self.send(name)
        return _Object(
            self, functions.create_field, functions.forget_field,
            board.rows, board.cols, len(name),
        )  # fmt: skip

    def field(self, board: Board) -> _Object:
        return self.fields(board.cells, board)

    def live(self, board: Board) -> _Object:
        functions = self.functions
        return _Object(self, functions.create_live, functions.forget_live, self.field(board).number)

    def thinker(self, board: Board) -> _Object:
        functions = self.functions
        return _Object(
            self, functions.create_thinker, functions.forget_thinker, self.field(board).number
        )

    def packed(self, think: Think) -> bytes:
        affordable = replace(think, rollouts=min(think.rollouts, _MOST_ROLLOUTS))
        return _packed(tuple(self.think_fields), affordable)

    def play_watched(self, is_cancelled: Callable[[], bool], play: Callable[[], int]) -> int:
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


@lru_cache(maxsize=32)
def _packed(names: tuple[str, ...], think: Think) -> bytes:
    return struct.pack(f"<{len(names)}d", *[getattr(think, name) for name in names])


class _Workspace:
    """The memory for one position after another on one board, and which position it holds now."""

    def __init__(self, core: _Core, board: Board) -> None:
        self.board = board
        self.live = core.live(board)
        self.holds: WebAssemblyPosition | None = None
        self._core = core

    @cached_property
    def thinker(self) -> _Object:
        return self._core.thinker(self.board)


class WebAssemblyPosition(CountedPosition):
    """An analysed position. The workspace keeps its fronts until another position is read."""

    def __init__(self, engine: "WebAssemblyEngine", view: View) -> None:
        super().__init__(view)
        self._engine = engine
        core, workspace = engine.core, engine.workspace(view.board)
        workspace.holds = None
        core.send(bytes(self._cells))
        ways = core.result(core.functions.analyse(workspace.live.number, view.mines))
        workspace.holds = self
        self._unpack(memoryview(core.output()), ways)

    def _unpack(self, found: memoryview, ways: int) -> None:
        cells = self._board.cells
        self.odds: Odds = found[: 8 * cells].cast("d")
        flat = found[8 * cells : 8 * (cells + ways)].cast("Q").tolist()
        safe, mined, self._sea, self._mines_to_place, fronts, *rest = (
            found[8 * (cells + ways) :].cast("i").tolist()
        )
        self.safe, self.mined = rest[:safe], rest[safe : safe + mined]
        self._ways = None if fronts < 0 else []
        at = 0
        for k in range(fronts):
            least, count = rest[safe + mined + 2 * k :][:2]
            assert self._ways is not None
            self._ways.append((least, flat[at : at + count]))
            at += count

    def _hold(self) -> _Workspace:
        """The workspace with this position in it; the caller says when it still has it."""
        core, workspace = self._engine.core, self._engine.workspace(self._board)
        is_held = workspace.holds is self
        workspace.holds = None
        if not is_held:
            core.send(bytes(self._cells))
            core.result(core.functions.read(workspace.live.number, self._mines))
        return workspace

    def sample(self, count: int, seed: int) -> Layouts:
        core, workspace = self._engine.core, self._hold()
        core.send(struct.pack("<Q", seed))
        core.result(core.functions.sample(workspace.live.number, count))
        workspace.holds = self
        return Layouts(core.output(), self._board.cells)

    def roll_out(
        self, cells: Sequence[int], player: Think, count: int, seed: int, first: int = 0
    ) -> list[list[float]]:
        raise NotImplementedError("the engine in WebAssembly lists no rollouts")

    def evaluate(
        self,
        think: Think,
        also: Sequence[int] = (),
        report: Report | None = None,  # noqa: ARG002 (it plays few rollouts)
    ) -> Evaluation:
        core, workspace = self._engine.core, self._hold()
        live, thinker = workspace.live.number, workspace.thinker.number
        core.send(core.packed(think) + array("i", also).tobytes())
        cell = core.result(core.functions.evaluate(thinker, live, len(also)))
        ending, by_rollouts, mean, margin, rollouts, *values = (
            memoryview(core.output()).cast("d").tolist()
        )
        workspace.holds = self
        difference = None if isnan(mean) else WinDifference(mean, margin, int(rollouts))
        names = core.candidate_fields
        candidates = [
            _candidate(names, values[at : at + len(names)])
            for at in range(0, len(values), len(names))
        ]
        return self._evaluation(cell, bool(ending), candidates, also, bool(by_rollouts), difference)


def _candidate(names: list[str], values: Sequence[float]) -> Candidate:
    fields = {
        name: None if isnan(value) else _WHOLE.get(name, float)(value)
        for name, value in zip(names, values, strict=True)
    }
    return Candidate(**fields)  # type: ignore[arg-type]


class WebAssemblyDeducer:
    """Follows one game in the core."""

    def __init__(self, core: _Core, board: Board, mines: int) -> None:
        self._core, self._board = core, board
        self._live = core.live(board)
        core.result(core.functions.start(self._live.number, mines))

    def open(self, cell: int, clue: int) -> None:
        status = self._core.open(self._live.number, cell, clue)
        if status < 0:
            self._core.fail(status)

    def deduce(self, with_count: bool = True) -> tuple[list[int], list[int]]:
        safe = self._core.result(self._core.deduce(self._live.number, with_count))
        found = memoryview(self._core.output()).cast("i").tolist()
        return found[:safe], found[safe:]

    def odds(self) -> Odds:
        self._core.result(self._core.functions.odds(self._live.number))
        return memoryview(self._core.output()).cast("d")

    def least_risk(self) -> int:
        return self._core.result(self._core.functions.least_risk(self._live.number))

    @cached_property
    def _thinker(self) -> _Object:
        return self._core.thinker(self._board)

    def best_risk(self, view: View, think: Think) -> int:  # noqa: ARG002 (it has followed the game)
        core = self._core
        thinker = self._thinker.number
        core.send(core.packed(think))
        return core.result(core.functions.choose(thinker, self._live.number))


class WebAssemblyEngine:
    """Everything by the core in WebAssembly."""

    name = "wasm"
    looks_ahead = True
    bulk_players = frozenset(_GUESSES)
    most_optimal_layouts = 2_000_000

    def __init__(self, core: _JsCore) -> None:
        self.core = _Core(core)
        self._workspace: _Workspace | None = None

    def __reduce__(self) -> tuple[object, ...]:
        return load, ()  # a copy of a position uses the engine that is loaded

    def workspace(self, board: Board) -> _Workspace:
        if self._workspace is None or self._workspace.board != board:
            self._workspace = _Workspace(self.core, board)
        return self._workspace

    def analyse(self, view: View) -> AnalysedPosition:
        if has_too_many_neighbours(view.board):
            return plain_engine().analyse(view)
        return WebAssemblyPosition(self, view)

    def deducer(self, board: Board, mines: int) -> Deducer:
        if has_too_many_neighbours(board):
            return plain_engine().deducer(board, mines)
        return WebAssemblyDeducer(self.core, board, mines)

    def play_many(
        self,
        board: Board,
        layouts: Layouts,
        first: int,
        player: str,
        think: Think,
        is_cancelled: Callable[[], bool] | None = None,
    ) -> list[Played]:
        core, field = self.core, self.core.field(board)
        uses_think = player == "guess"
        core.send(core.packed(think if uses_think else _NOT_A_RISK) + bytes(layouts.flat))
        guesses = _GUESSES[player]
        play = partial(
            core.functions.play_many, field.number, len(layouts), first, guesses, uses_think
        )
        core.result(play() if is_cancelled is None else core.play_watched(is_cancelled, play))
        rows = struct.iter_unpack("<6d", core.output())
        return [
            Played(bool(won), int(guesses), int(opened), *rest)
            for won, guesses, opened, *rest in rows
        ]

    def optimal(
        self, board: Board, mines: int, free: Sequence[int], symmetries: Sequence[Sequence[int]]
    ) -> OptimalPlay:
        require_few_neighbours(board)
        core, field = self.core, self.core.field(board)
        core.send(b"".join(array("i", cells).tobytes() for cells in (free, *symmetries)))
        core.result(
            core.functions.optimal_play(
                field.number, mines, self.most_optimal_layouts, _MOST_WORK,
                len(free), len(symmetries),
            )
        )  # fmt: skip
        layouts, wins, *policy = memoryview(core.output()).cast("i").tolist()
        if wins < 0:
            raise BadInput(f"the best play takes more than {_MOST_WORK:,} steps to find")
        size = board.cells + 3
        guesses = [policy[at : at + size] for at in range(0, len(policy), size)]
        told = [OptimalGuess(tuple(row[:-3]), *row[-3:]) for row in guesses]
        return OptimalPlay(layouts, wins, tuple(told))

    def flood_many(
        self, board: Board, clues: memoryview, seen: memoryview, cells: memoryview
    ) -> Sequence[int]:
        if has_too_many_neighbours(board):
            return plain_engine().flood_many(board, clues, seen, cells)
        core, field = self.core, self.core.field(board)
        core.send(bytes(cells) + bytes(clues) + bytes(seen))
        core.result(core.functions.flood_many(field.number, len(cells)))
        found = memoryview(core.output())
        opened = 4 * len(cells)
        seen[:] = found[opened:].cast("b")
        return found[:opened].cast("i")
