"""The compiled engine: the only module that imports `_native`, and the one that translates it."""

import threading
from array import array
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, fields
from functools import cached_property, lru_cache

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

try:
    from mineproof import _native
except ImportError:  # not built
    _BUILT = False
else:
    _BUILT = True

_MOST_WORK = 60_000_000_000  # steps of `optimal`: some ten minutes
_GUESSES = {"guess": True, "least-risk": True, "complete": False}  # does the player guess?
_CANDIDATE_FIELDS = [field.name for field in fields(Candidate)]
_PLAYED_FIELDS = [field.name for field in fields(Played)]
_kept = threading.local()


@lru_cache(maxsize=1)
def load() -> Engine | None:
    """The engine, or None where it was not built."""
    return CompiledEngine() if _BUILT else None


@contextmanager
def _translated() -> Iterator[None]:
    """Errors of the C++ core as errors of this package."""
    try:
        yield
    except _native.Contradiction as problem:
        raise Contradiction(str(problem)) from None
    except _native.TooWide as problem:
        raise TooWide(str(problem)) from None
    except _native.Cancelled:
        raise Cancelled from None


def _field(board: Board) -> "_native.Field":
    """The board's neighbours as the C++ core keeps them."""
    return _fields(board.cells, board)


@TableCache
def _fields(board: Board) -> "_native.Field":
    if board.shape in ("grid", "torus", "hex"):
        return _native.Field(board.rows, board.cols, str(board.shape))
    table, ways = neighbour_table(board)
    return _native.Field(memoryview(table), ways)


@lru_cache(maxsize=32)
def _limits(think: Think) -> "_native.Think":
    limits = _native.Think()
    for name, value in asdict(think).items():
        setattr(limits, name, value)
    return limits


class _Workspace:
    """Memory for one position after another on one board, and which position it holds now."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.live = _native.Live(_field(board))
        self.holds: CompiledPosition | None = None

    @cached_property
    def thinker(self) -> "_native.Thinker":
        return _native.Thinker(_field(self.board))

    @cached_property
    def rollouts(self) -> "_native.Rollouts":
        return _native.Rollouts(_field(self.board))


def _workspace(board: Board) -> _Workspace:
    """This thread's own."""
    kept: _Workspace | None = getattr(_kept, "workspace", None)
    if kept is None or kept.board != board:
        kept = _kept.workspace = _Workspace(board)
    return kept


class CompiledPosition(CountedPosition):
    """An analysed position. The workspace keeps its fronts until another position is read."""

    def __init__(self, view: View) -> None:
        super().__init__(view)
        workspace = _workspace(view.board)
        workspace.holds = None
        with _translated():
            found = workspace.live.analyse(self._cells, view.mines)
        workspace.holds = self
        self.safe, self.mined, self.odds = found.safe, found.mined, found.odds
        self._ways, self._sea, self._mines_to_place = found.ways, found.sea, found.mines_to_place

    @contextmanager
    def _in_workspace(self) -> Iterator[_Workspace]:
        """The workspace with this position in it."""
        workspace = _workspace(self._board)
        is_held = workspace.holds is self
        workspace.holds = None  # an interrupted call leaves the workspace without a position
        with _translated():
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
            found = workspace.rollouts.play(
                workspace.live, _limits(player), list(cells), seed, first, count
            )
        values = array("d", found).tolist()
        wide = len(cells)
        return [values[wide * row : wide * (row + 1)] for row in range(count)]

    def evaluate(
        self, think: Think, also: Sequence[int] = (), report: Report | None = None
    ) -> Evaluation:
        with self._in_workspace() as workspace:
            found = workspace.thinker.evaluate(workspace.live, _limits(think), list(also), report)
        candidates = [
            Candidate(**{name: getattr(row, name) for name in _CANDIDATE_FIELDS})
            for row in found.candidates
        ]
        told = found.difference
        difference = None if told is None else WinDifference(told.mean, told.margin, told.rollouts)
        return self._evaluation(
            found.cell, found.exact, candidates, also, found.by_rollouts, difference
        )


class CompiledDeducer:
    """Follows one game in the C++ core."""

    def __init__(self, board: Board, mines: int) -> None:
        self._board = board
        self._live = _native.Live(_field(board))
        self._live.start(mines)

    # A game opens hundreds of cells, so the errors are translated here without a context manager.
    def open(self, cell: int, clue: int) -> None:
        try:
            self._live.open(cell, clue)
        except _native.Contradiction as problem:
            raise Contradiction(str(problem)) from None

    def deduce(self, with_count: bool = True) -> tuple[list[int], list[int]]:
        with _translated():
            return self._live.deduce(with_count)

    def odds(self) -> Odds:
        with _translated():
            return self._live.odds()

    def least_risk(self) -> int:
        with _translated():
            return self._live.least_risk()

    @cached_property
    def _thinker(self) -> "_native.Thinker":
        return _native.Thinker(_field(self._board))

    def best_risk(self, view: View, think: Think) -> int:  # noqa: ARG002 (it has followed the game)
        with _translated():
            return self._thinker.choose(self._live, _limits(think))

    def states(self) -> int:
        """Entries of everything that grows and shrinks as the game goes on."""
        return self._live.states()

    def fronts(self) -> int:
        """Sets of linked clues right now."""
        return self._live.fronts()


class CompiledEngine:
    """Everything by the C++ core."""

    name = "native"
    looks_ahead = True
    bulk_players = frozenset(_GUESSES)
    most_optimal_layouts = 2_000_000

    def analyse(self, view: View) -> AnalysedPosition:
        if has_too_many_neighbours(view.board):
            return plain_engine().analyse(view)
        return CompiledPosition(view)

    def deducer(self, board: Board, mines: int) -> Deducer:
        if has_too_many_neighbours(board):
            return plain_engine().deducer(board, mines)
        return CompiledDeducer(board, mines)

    def play_many(
        self,
        board: Board,
        layouts: Layouts,
        first: int,
        player: str,
        think: Think,
        is_cancelled: Callable[[], bool] | None = None,
    ) -> list[Played]:
        limits = _limits(think) if player == "guess" else None
        with _translated():
            rows = _native.play_many(
                _field(board), layouts.flat, first, _GUESSES[player], limits, is_cancelled
            )
        return [Played(*[getattr(row, name) for name in _PLAYED_FIELDS]) for row in rows]

    @staticmethod
    def race_settings() -> dict[str, float | dict[str, float]]:
        """Everything that `deep` decides by besides its limits: measurements record it."""
        found = _native.race_settings()
        player = {field.name: getattr(found.player, field.name) for field in fields(Think)}
        names = [name for name in dir(found) if not name.startswith("_") and name != "player"]
        return {**{name: getattr(found, name) for name in names}, "player": player}

    def optimal(
        self, board: Board, mines: int, free: Sequence[int], symmetries: Sequence[Sequence[int]]
    ) -> OptimalPlay:
        require_few_neighbours(board)
        layouts, wins, policy = _native.optimal_play(
            _field(board), free, mines, self.most_optimal_layouts, _MOST_WORK, symmetries
        )
        if wins < 0:
            raise BadInput(f"the best play takes more than {_MOST_WORK:,} steps to find")
        guesses = [OptimalGuess(tuple(shown), *rest) for shown, *rest in policy]
        return OptimalPlay(layouts, wins, tuple(guesses))

    def flood_many(
        self, board: Board, clues: memoryview, seen: memoryview, cells: memoryview
    ) -> Sequence[int]:
        if has_too_many_neighbours(board):
            return plain_engine().flood_many(board, clues, seen, cells)
        return _native.flood_many(_field(board), clues, seen, cells)
