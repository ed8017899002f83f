"""The compiled engine: the C++ core behind the protocol of engines.

Tried instead of nanobind: the C interface of `native/wasm/core.cpp`, loaded by ctypes. In one
interleaved run (334 stuck expert positions, 30 games of `complete` by `play_game`, nine rounds, CPU
time, median and range) a position to its odds took 1.20 times as long [1.17, 1.23], a game of
`complete` 1.27 times [0.93, 1.59], one of `guess` 1.06 times [0.89, 1.08]. Its buffers are shared
by all threads, and a long call would have to look for signals by itself.

The core is a module: `_native` on a machine; in a browser `_webassembly.py` makes an object with
the same names. This is the only file that imports `_native`, and the one that translates it.
"""

import threading
from array import array
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, fields
from functools import cached_property, lru_cache
from types import ModuleType
from typing import TYPE_CHECKING

from mineproof.base.errors import BadInput, Cancelled, Contradiction, TooWide
from mineproof.core.protocol import (
    MOST_COMPILED_NEIGHBOURS,
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
from mineproof.game.clues import clues_and_sea
from mineproof.game.view import View

if TYPE_CHECKING:
    from mineproof import _native

_MOST_WORK = 60_000_000_000  # steps of `optimal`: some ten minutes
_GUESSES = {"guess": True, "least-risk": True, "complete": False}  # does the player guess?
_CANDIDATE_FIELDS = [field.name for field in fields(Candidate)]
_PLAYED_FIELDS = [field.name for field in fields(Played)]


@lru_cache(maxsize=1)
def load() -> Engine | None:
    """The engine, or None where it was not built."""
    try:
        from mineproof import _native
    except ImportError:
        return None
    return CompiledEngine("native", _native, load, _MOST_WORK)


class _Workspace:
    """Memory for one position after another on one board, and which position it holds now."""

    def __init__(self, engine: "CompiledEngine", board: Board) -> None:
        self.board = board
        self._core, self._field = engine.core, engine.field(board)
        self.live: _native.Live = self._core.Live(self._field)
        self.holds: CompiledPosition | None = None

    @cached_property
    def thinker(self) -> "_native.Thinker":
        found: _native.Thinker = self._core.Thinker(self._field)
        return found

    @cached_property
    def rollouts(self) -> "_native.Rollouts":
        found: _native.Rollouts = self._core.Rollouts(self._field)
        return found


class CompiledPosition:
    """An analysed position. The workspace keeps its fronts until another position is read."""

    def __init__(self, engine: "CompiledEngine", view: View) -> None:
        self._engine, self._board, self._mines = engine, view.board, view.mines
        self._cells = memoryview(bytes(view.cells)).cast("b")  # the view may change
        workspace = engine.workspace(view.board)
        workspace.holds = None
        with engine.translated():
            found = workspace.live.analyse(self._cells, view.mines)
        workspace.holds = self
        self.safe, self.mined, self.odds = found.safe, found.mined, found.odds
        # Of each front its fewest mines, and its number of layouts by number of mines from there
        # on; None if a number is too large for the core.
        self._ways, self._sea, self._mines_to_place = found.ways, found.sea, found.mines_to_place

    def __getstate__(self) -> dict[str, object]:
        """Return the attributes for `deepcopy` and `pickle`, which do not copy memory views."""
        return {**vars(self), "_cells": bytes(self._cells), "odds": array("d", self.odds)}

    def __setstate__(self, state: dict[str, object]) -> None:
        vars(self).update(state)
        self._cells = memoryview(bytes(self._cells)).cast("b")

    @cached_property
    def layouts(self) -> int:
        """The exact number of layouts that fit."""
        from mineproof.counting import exact  # few questions need it

        if self._ways is not None:
            return exact.join(self._ways, self._sea, self._mines_to_place)
        told, untouched = clues_and_sea(View(self._board, self._mines, self._cells))
        return exact.count(told, len(untouched), self._mines).layouts

    @contextmanager
    def _in_workspace(self) -> Iterator[_Workspace]:
        """The workspace with this position in it."""
        workspace = self._engine.workspace(self._board)
        is_held = workspace.holds is self
        workspace.holds = None  # an interrupted call leaves the workspace without a position
        with self._engine.translated():
            if not is_held:
                workspace.live.read(self._cells, self._mines)
            yield workspace
        workspace.holds = self

    def sample(self, count: int, seed: int) -> Layouts:
        with self._in_workspace() as workspace:
            return Layouts(workspace.live.sample(count, seed), self._board.cells)

    def roll_out(
        self, cells: Sequence[int], player: Think, count: int, seed: int, first: int = 0
    ) -> list[list[float]]:
        with self._in_workspace() as workspace:
            limits = self._engine.limits(player)
            found = workspace.rollouts.play(workspace.live, limits, list(cells), seed, first, count)
        values = array("d", found).tolist()
        wide = len(cells)
        return [values[wide * row : wide * (row + 1)] for row in range(count)]

    def evaluate(
        self, think: Think, also: Sequence[int] = (), report: Report | None = None
    ) -> Evaluation:
        with self._in_workspace() as workspace:
            limits = self._engine.limits(think)
            found = workspace.thinker.evaluate(workspace.live, limits, list(also), report)
        candidates = [
            Candidate(**{name: getattr(row, name) for name in _CANDIDATE_FIELDS})
            for row in found.candidates
        ]
        # The choice, regions that can wait, and the others by what is known of them.
        candidates.sort(key=lambda one: (one.cell != found.cell, *_preference(one)))
        # A front too long to search leaves the least risk, and nothing else is known of it.
        for named in (found.cell, *also):
            if named >= 0 and all(one.cell != named for one in candidates):
                candidates.append(Candidate(cell=named, risk=self.odds[named]))
        certain = {*self.safe, *self.mined}
        undecided = [c for c, value in enumerate(self._cells) if value < 0 and c not in certain]
        least = min((self.odds[one] for one in undecided), default=1.0)
        told = found.difference
        difference = None if told is None else WinDifference(told.mean, told.margin, told.rollouts)
        return Evaluation(found.cell, found.exact, candidates, least, found.by_rollouts, difference)


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


class CompiledDeducer:
    """Follows one game in the core."""

    def __init__(self, engine: "CompiledEngine", board: Board, mines: int) -> None:
        self._engine, self._field = engine, engine.field(board)
        self._translated, self._contradiction = engine.translated, engine.core.Contradiction
        self._live: _native.Live = engine.core.Live(self._field)
        self._live.start(mines)

    # A game opens hundreds of cells, so the errors are translated here without a context manager.
    def open(self, cell: int, clue: int) -> None:
        try:
            self._live.open(cell, clue)
        except self._contradiction as problem:
            raise Contradiction(str(problem)) from None

    def deduce(self, with_count: bool = True) -> tuple[list[int], list[int]]:
        with self._translated():
            return self._live.deduce(with_count)

    def odds(self) -> Odds:
        with self._translated():
            return self._live.odds()

    def least_risk(self) -> int:
        with self._translated():
            return self._live.least_risk()

    @cached_property
    def _thinker(self) -> "_native.Thinker":
        found: _native.Thinker = self._engine.core.Thinker(self._field)
        return found

    def best_risk(self, view: View, think: Think) -> int:  # noqa: ARG002 (it has followed the game)
        with self._translated():
            return self._thinker.choose(self._live, self._engine.limits(think))

    def states(self) -> int:
        """Entries of everything that grows and shrinks as the game goes on."""
        return self._live.states()

    def fronts(self) -> int:
        """Sets of linked clues right now."""
        return self._live.fronts()


class CompiledEngine:
    """Everything by the C++ core."""

    looks_ahead = True
    bulk_players = frozenset(_GUESSES)
    most_optimal_layouts = 2_000_000

    def __init__(
        self, name: str, core: ModuleType, load: Callable[[], Engine | None], most_work: int
    ) -> None:
        self.name, self.core = name, core
        self._load, self._most_work = load, most_work
        self._kept = threading.local()
        self._fields = TableCache(self._make_field)
        self._limits: dict[Think, _native.Think] = {}

    def __reduce__(self) -> tuple[object, ...]:
        return self._load, ()  # a copy of a position uses the engine that is loaded

    @contextmanager
    def translated(self) -> Iterator[None]:
        """Errors of the core as errors of this package."""
        try:
            yield
        except self.core.Contradiction as problem:
            raise Contradiction(str(problem)) from None
        except self.core.TooWide as problem:
            raise TooWide(str(problem)) from None
        except self.core.Cancelled:
            raise Cancelled from None

    def field(self, board: Board) -> "_native.Field":
        """The board's neighbours as the core keeps them."""
        return self._fields(board.cells, board)

    def _make_field(self, board: Board) -> "_native.Field":
        found: _native.Field
        if board.shape in ("grid", "torus", "hex"):
            found = self.core.Field(board.rows, board.cols, str(board.shape))
        else:
            table, ways = neighbour_table(board)
            found = self.core.Field(memoryview(table), ways)
        return found

    def limits(self, think: Think) -> "_native.Think":
        """The limits as the core keeps them."""
        if think not in self._limits:
            if len(self._limits) == 32:
                self._limits.clear()
            limits: _native.Think = self.core.Think()
            for name, value in asdict(think).items():
                setattr(limits, name, value)
            self._limits[think] = limits
        return self._limits[think]

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
        limits = self.limits(think) if player == "guess" else None
        with self.translated():
            rows = self.core.play_many(
                self.field(board), layouts.flat, first, _GUESSES[player], limits, is_cancelled
            )
        return [Played(*[getattr(row, name) for name in _PLAYED_FIELDS]) for row in rows]

    def race_settings(self) -> dict[str, float | dict[str, float]]:
        """Everything that `deep` decides by besides its limits: measurements record it."""
        found = self.core.race_settings()
        player = {field.name: getattr(found.player, field.name) for field in fields(Think)}
        names = [name for name in dir(found) if not name.startswith("_") and name != "player"]
        return {**{name: getattr(found, name) for name in names}, "player": player}

    def optimal(
        self, board: Board, mines: int, free: Sequence[int], symmetries: Sequence[Sequence[int]]
    ) -> OptimalPlay:
        if _has_too_many_neighbours(board):
            raise BadInput(
                f"a cell has {board.directions} neighbours: the best play is found on boards with"
                f" at most {MOST_COMPILED_NEIGHBOURS}"
            )
        layouts, wins, policy = self.core.optimal_play(
            self.field(board), free, mines, self.most_optimal_layouts, self._most_work, symmetries
        )
        if wins < 0:
            raise BadInput(f"the best play takes more than {self._most_work:,} steps to find")
        guesses = [OptimalGuess(tuple(shown), *rest) for shown, *rest in policy]
        return OptimalPlay(layouts, wins, tuple(guesses))

    def flood_many(
        self, board: Board, clues: memoryview, seen: memoryview, cells: memoryview
    ) -> Sequence[int]:
        if _has_too_many_neighbours(board):
            return _plain_engine().flood_many(board, clues, seen, cells)
        opened: Sequence[int] = self.core.flood_many(self.field(board), clues, seen, cells)
        return opened


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
