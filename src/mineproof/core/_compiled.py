"""The compiled engine: the C++ core behind the protocol of engines.

On a machine the core is a library, in a browser it is WebAssembly; `_interface.py` loads both.
"""

import struct
import sys
import threading
from array import array
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property, lru_cache
from math import isnan

from mineproof.base.errors import BadInput
from mineproof.core._interface import (
    Core,
    Live,
    Object,
    field_of_shape,
    field_of_table,
    from_javascript,
    from_library,
    library_path,
)
from mineproof.core.protocol import (
    MOST_COMPILED_NEIGHBOURS,
    AnalysedPosition,
    Candidate,
    Deducer,
    Engine,
    Evaluation,
    OptimalGuess,
    OptimalPlay,
    Played,
    Report,
    WinDifference,
)
from mineproof.core.think import Think
from mineproof.game.board import Board, Layout, Layouts, TableCache
from mineproof.game.clues import clues_and_sea
from mineproof.game.view import View

_GUESSES = {"guess": True, "least-risk": True, "complete": False}  # does the player guess?


@lru_cache(maxsize=1)
def load_native() -> Engine | None:
    """The engine on a machine, or None where it was not built."""
    path = library_path()
    if path is None:
        return None
    try:
        core = from_library(path)
    except OSError:
        return None
    return CompiledEngine("native", core, load_native)


@lru_cache(maxsize=1)
def load_wasm() -> Engine | None:
    """The engine in Pyodide, or None elsewhere and where the core was not registered."""
    if sys.platform != "emscripten":
        return None
    try:
        import mineproof_core  # type: ignore[import-not-found]
    except ImportError:
        return None
    return CompiledEngine("wasm", from_javascript(mineproof_core), load_wasm)


class _Workspace:
    """Memory for one position after another on one board, and which position it holds now."""

    def __init__(self, engine: "CompiledEngine", board: Board) -> None:
        self.board = board
        self._core, self._field = engine.core, engine.field(board)
        self.live = Live(self._core, self._field)
        self.holds: CompiledPosition | None = None

    @cached_property
    def thinker(self) -> Object:
        return Object(self._core, "thinker", b"", self._field)

    @cached_property
    def rollouts(self) -> Object:
        return Object(self._core, "rollouts", b"", self._field)


class CompiledPosition:
    """An analysed position. The workspace keeps its fronts until another position is read."""

    def __init__(self, engine: "CompiledEngine", view: View) -> None:
        self._engine, self._board, self._mines = engine, view.board, view.mines
        self._cells = seen = bytes(view.cells)  # the view may change
        core, workspace = engine.core, engine.workspace(view.board)
        workspace.holds = None
        ways = engine.analyse_cells(seen, len(seen), workspace.live.address, view.mines)
        if ways < 0:
            core.fail(ways)
        workspace.holds = self
        found = memoryview(core.output())
        odds = 8 * len(seen)
        numbers = found[odds + 8 * ways :].cast("i").tolist()
        safe, mined, self._sea, self._mines_to_place, self._front_count, *cells = numbers
        self.safe: list[int] = cells[:safe]
        self.mined: list[int] = cells[safe : safe + mined]
        self.odds = found[:odds].cast("d")
        # Of all fronts the number of layouts by number of mines, and of each front its fewest mines
        # and how many of these numbers it has. Few questions need them.
        self._ways, self._fronts = found[odds : odds + 8 * ways], cells[safe + mined :]

    def __getstate__(self) -> dict[str, object]:
        """Return the attributes for `deepcopy` and `pickle`, which do not copy memory views."""
        return {**vars(self), "odds": array("d", self.odds), "_ways": bytes(self._ways)}

    @cached_property
    def layouts(self) -> int:
        """The exact number of layouts that fit."""
        from mineproof.counting import exact  # few questions need it

        if self._front_count < 0:  # a number is too large for the core
            view = View(self._board, self._mines, memoryview(self._cells).cast("b"))
            told, untouched = clues_and_sea(view)
            return exact.count(told, len(untouched), self._mines).layouts
        ways, fronts, at = memoryview(self._ways).cast("Q").tolist(), [], 0
        for least, count in zip(self._fronts[::2], self._fronts[1::2], strict=True):
            fronts.append((least, ways[at : at + count]))
            at += count
        return exact.join(fronts, self._sea, self._mines_to_place)

    @contextmanager
    def _in_workspace(self) -> Iterator[_Workspace]:
        """The workspace with this position in it."""
        workspace = self._engine.workspace(self._board)
        is_held = workspace.holds is self
        workspace.holds = None  # an interrupted call leaves the workspace without a position
        if not is_held:
            self._engine.core.number("read", self._cells, workspace.live, self._mines)
        yield workspace
        workspace.holds = self

    def sample(self, count: int, seed: int) -> Layouts:
        with self._in_workspace() as workspace:
            given = struct.pack("<Q", seed)
            found = self._engine.core.result("sample", given, workspace.live, count)
        return Layouts(found, self._board.cells)

    def roll_out(
        self, cells: Sequence[int], player: Think, count: int, seed: int, first: int = 0
    ) -> list[list[float]]:
        given = struct.pack("<Q", seed) + self._engine.limits(player) + array("i", cells).tobytes()
        with self._in_workspace() as workspace:
            objects = workspace.rollouts, workspace.live
            found = self._engine.core.result("roll_out", given, *objects, first, count)
        values, wide = array("d", found.cast("d")), len(cells)
        return [values[wide * row : wide * (row + 1)].tolist() for row in range(count)]

    def evaluate(
        self, think: Think, also: Sequence[int] = (), report: Report | None = None
    ) -> Evaluation:
        core, given = self._engine.core, self._engine.limits(think) + array("i", also).tobytes()
        with self._in_workspace() as workspace:
            chosen = core.number("evaluate", given, workspace.thinker, workspace.live, report)
            found = memoryview(core.output()).cast("d").tolist()
        exact, by_rollouts, mean, margin, rollouts, *values = found
        wide = len(core.candidate_fields)
        candidates = [
            _candidate(core, values[at : at + wide]) for at in range(0, len(values), wide)
        ]
        # The choice, regions that can wait, and the others by what is known of them.
        candidates.sort(key=lambda one: (one.cell != chosen, *_preference(one)))
        # A front too long to search leaves the least risk, and nothing else is known of it.
        for named in (chosen, *also):
            if named >= 0 and all(one.cell != named for one in candidates):
                candidates.append(Candidate(cell=named, risk=self.odds[named]))
        certain = {*self.safe, *self.mined}
        cells = memoryview(self._cells).cast("b")
        undecided = [c for c, value in enumerate(cells) if value < 0 and c not in certain]
        least = min((self.odds[one] for one in undecided), default=1.0)
        difference = None if isnan(mean) else WinDifference(mean, margin, int(rollouts))
        return Evaluation(chosen, bool(exact), candidates, least, bool(by_rollouts), difference)


def _candidate(core: Core, values: Sequence[float]) -> Candidate:
    fields = {
        name: None if isnan(value) else kind(value)
        for (name, kind), value in zip(core.candidate_fields.items(), values, strict=True)
    }
    return Candidate(**fields)  # type: ignore[arg-type]


def _preference(one: Candidate) -> tuple[float, ...]:
    """The order of candidates by what a reader sees, equal ones by cell.

    The search compares by `score`, but only the leaders are searched to full depth, and a deeper
    score is a lower one: in the order of scores, shallow ones would come first.
    """
    in_region = one.region_clears is not None
    shown = (one.survival or 0.0) * (1 - (one.flip_loss or 0.0))
    values = (
        one.win,
        one.score if in_region else None,  # 0 if the region can wait
        one.region_clears,
        one.win_estimate,
        shown,
    )
    return (not in_region, *(-round(value or 0.0, 9) for value in values), one.cell)


class CompiledDeducer(Live):
    """Follows one game in the core."""

    def __init__(self, engine: "CompiledEngine", board: Board, mines: int) -> None:
        self._engine, self._field = engine, engine.field(board)
        super().__init__(engine.core, self._field, mines)

    @cached_property
    def _thinker(self) -> Object:
        return Object(self.core, "thinker", b"", self._field)

    def best_risk(self, view: View, think: Think) -> int:  # noqa: ARG002 (it has followed the game)
        limits = self._engine.limits(think)
        return self.core.number("choose", limits, self._thinker, self.told())


class CompiledEngine:
    """Everything by the C++ core."""

    looks_ahead = True
    bulk_players = frozenset(_GUESSES)
    most_optimal_layouts = 2_000_000

    def __init__(self, name: str, core: Core, load: Callable[[], Engine | None]) -> None:
        self.name, self.core = name, core
        self.analyse_cells = core.functions["analyse"]
        in_browser = name == "wasm"
        # Steps of `optimal`: some ten minutes, in a browser thirty seconds. Rollouts of one
        # decision: a page waits for it, and the core is half as fast there.
        self._most_work = 2_000_000_000 if in_browser else 60_000_000_000
        self._most_rollouts = 800 if in_browser else sys.maxsize
        self._load = load
        self._kept = threading.local()
        self._fields = TableCache(self._make_field)
        self.limits = lru_cache(maxsize=32)(self._pack)

    def __reduce__(self) -> tuple[object, ...]:
        return self._load, ()  # a copy of a position uses the engine that is loaded

    def field(self, board: Board) -> Object:
        """The board's neighbours as the core keeps them."""
        return self._fields(board.cells, board)

    def _make_field(self, board: Board) -> Object:
        if board.shape in ("grid", "torus", "hex"):
            return field_of_shape(self.core, board.rows, board.cols, str(board.shape))
        return field_of_table(self.core, *neighbour_table(board))

    def _pack(self, think: Think) -> bytes:
        """The limits as the core takes them."""
        values = {**vars(think), "rollouts": min(think.rollouts, self._most_rollouts)}
        return array("d", [values[name] for name in self.core.think_fields]).tobytes()

    def workspace(self, board: Board) -> _Workspace:
        """This thread's own."""
        kept: _Workspace | None = getattr(self._kept, "workspace", None)
        if kept is None or kept.board != board:
            kept = self._kept.workspace = _Workspace(self, board)
        return kept

    def analyse(self, view: View) -> AnalysedPosition:
        if _has_too_many_neighbours(view.board):
            return _plain_engine().analyse(view)
        return CompiledPosition(self, view)

    def deducer(self, board: Board, mines: int) -> Deducer:
        if _has_too_many_neighbours(board):
            return _plain_engine().deducer(board, mines)
        return CompiledDeducer(self, board, mines)

    def play_many(
        self,
        board: Board,
        layouts: Layouts,
        first: int,
        player: str,
        think: Think,
        is_cancelled: Callable[[], bool] | None = None,
    ) -> list[Played]:
        limits = self.limits(think) if player == "guess" else b""
        rows = self.core.result(
            "play_many",
            limits + bytes(layouts.flat),
            self.field(board),
            first,
            _GUESSES[player],
            bool(limits),
            is_cancelled,
        )
        return [
            Played(bool(won), int(guesses), int(opened), *rest)
            for won, guesses, opened, *rest in struct.iter_unpack("<6d", rows)
        ]

    def race_settings(self) -> dict[str, float | dict[str, float]]:
        """Everything that `deep` decides by besides its limits: measurements record it."""
        values = iter(self.core.result("race_settings", b"").cast("d").tolist())
        found = [
            {name: kind(next(values)) for name, kind in fields.items()}
            for fields in (self.core.race_fields, self.core.think_fields)
        ]
        return {**found[0], "player": found[1]}

    def optimal(
        self, board: Board, mines: int, free: Sequence[int], symmetries: Sequence[Sequence[int]]
    ) -> OptimalPlay:
        if _has_too_many_neighbours(board):
            raise BadInput(
                f"a cell has {board.directions} neighbours: the best play is found on boards with"
                f" at most {MOST_COMPILED_NEIGHBOURS}"
            )
        numbers = b"".join(array("i", cells).tobytes() for cells in (free, *symmetries))
        found = self.core.result(
            "optimal_play",
            struct.pack("<q", self._most_work) + numbers,
            self.field(board),
            mines,
            self.most_optimal_layouts,
            len(free),
            len(symmetries),
        )
        layouts, wins, *policy = found.cast("i").tolist()
        if wins < 0:
            raise BadInput(f"the best play takes more than {self._most_work:,} steps to find")
        size = board.cells + 3
        rows = (policy[at : at + size] for at in range(0, len(policy), size))
        guesses = [OptimalGuess(tuple(row[:-3]), *row[-3:]) for row in rows]
        return OptimalPlay(layouts, wins, tuple(guesses))

    def depth(
        self, board: Board, layout: Layout, initial: Sequence[int]
    ) -> tuple[int, bool] | None:
        given = bytes(layout) + array("i", initial).tobytes()
        found = self.core.number("depth", given, self.field(board))
        return None if found < 0 else (found >> 1, bool(found & 1))

    def flood_many(
        self, board: Board, clues: memoryview, seen: memoryview, cells: memoryview
    ) -> Sequence[int]:
        if _has_too_many_neighbours(board):
            return _plain_engine().flood_many(board, clues, seen, cells)
        if len(clues) != len(seen):
            raise ValueError("clues and seen: each board needs one byte for each cell")
        given = bytes(cells) + bytes(clues) + bytes(seen)
        found = self.core.result("flood_many", given, self.field(board), len(cells))
        opened = 4 * len(cells)
        seen[:] = found[opened:].cast("b")
        return found[:opened].cast("i")


def _has_too_many_neighbours(board: Board) -> bool:
    """Whether a cell has more neighbours than the core can count."""
    return board.directions > MOST_COMPILED_NEIGHBOURS


def _plain_engine() -> Engine:
    """The engine for boards whose cells have too many neighbours."""
    from mineproof.core._plain import load  # few boards need it

    return load()


def neighbour_table(board: Board) -> "tuple[array[int], int]":
    """The neighbours of each cell as 32-bit numbers, and how many numbers each cell has. Where a
    cell has fewer neighbours, the number of cells stands in their place.

    >>> neighbour_table(Board.from_neighbours([[1], [0, 2], [1]]))
    (array('i', [1, 3, 0, 2, 1, 3]), 2)
    """
    ways = max(1, board.directions)
    nothing = [board.cells] * ways
    table = array("i")
    for near in board.neighbours:
        table.extend([*near, *nothing[len(near) :]])
    return table, ways
