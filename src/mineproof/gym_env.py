"""The game as a Gymnasium environment, `mineproof/Minesweeper-v0`, alone or many at a time.

The observation is what a player sees: a clue where a cell is open, -1 where it is hidden. An action
opens a cell, and a zero opens its neighbours too. `info["action_mask"]` has a 1 for each cell that
is still hidden. The reward of a move is the share of the safe cells that it opened, and -1 for a
mine; so a won game adds up to the share that was not open at the start.

Boards are those of every other command: episode e after `reset(seed=s)` is board e of seed s, from
0, and of n environments the i-th plays board e * n + i. Nothing depends on the actions.
"""

from collections.abc import Sequence
from functools import cached_property
from operator import index
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mineproof.base.arguments import shown
from mineproof.base.errors import BadInput, missing_extra
from mineproof.core.choice import engine
from mineproof.game.board import Board, Shape
from mineproof.game.deal import Start, numbered_layouts
from mineproof.game.levels import Level
from mineproof.game.levels import level as level_named
from mineproof.game.picture import HIDDEN, MINE
from mineproof.game.view import View
from mineproof.reason import deduce

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as problem:
    raise ImportError(missing_extra("Gymnasium is missing", "rl")) from problem

Seen = NDArray[np.int8]
_AHEAD = 256  # boards dealt at a time: one by one, dealing would cost more than playing


def register() -> None:
    """Make `gymnasium.make("mineproof/Minesweeper-v0")` known; importing this module does it."""
    if "mineproof/Minesweeper-v0" not in gymnasium.registry:
        gymnasium.register(
            "mineproof/Minesweeper-v0",
            entry_point="mineproof.gym_env:Minesweeper",
            vector_entry_point="mineproof.gym_env:ManyMinesweepers",
        )


class _Dealer:
    """Boards of one seed by number, as clues with MINE where a mine lies; the start is open."""

    def __init__(self, level: str | Level, start: str, shape: Shape) -> None:
        self.level = level_named(level) if isinstance(level, str) else level
        self.start = Start.parse(start)
        if self.start.rule == "given":
            raise gymnasium.error.Error("start: safe or open, with a cell as in safe:r1c1")
        self.shape: Shape = shape
        self.board: Board = self.level.board(shape)
        self.first = self.start.first(self.board)
        self.safe_cells = self.board.cells - self.level.mines

    def deal(self, seed: int, numbers: Sequence[int]) -> Seen:
        layouts = numbered_layouts(
            self.level, numbers, start=self.start, seed=seed, shape=self.shape
        )
        mined = np.frombuffer(layouts.flat, dtype=bool).reshape(-1, layouts.cells)
        padded = np.zeros((len(layouts), layouts.cells + 1), dtype=np.int8)
        padded[:, :-1] = mined
        clues: Seen = padded[:, self.table].sum(axis=2, dtype=np.int8)
        clues[mined] = MINE
        return clues

    @cached_property
    def table(self) -> NDArray[np.intp]:
        """The neighbours of each cell; one cell too many where it has fewer than others."""
        nothing, ways = self.board.cells, self.board.directions
        rows = [(*near, *[nothing] * (ways - len(near))) for near in self.board.neighbours]
        return np.array(rows, dtype=np.intp)


def _seed_of(random: np.random.Generator) -> int:
    return int(random.integers(1 << 63))


class Minesweeper(gymnasium.Env[Seen, np.int64]):
    """One game at a time, in plain Python.

    `level` is a level's name or a `Level`; `start` a start rule (`safe:r1c1`, `open`), whose cell
    `reset` opens. With `teacher`, `info` also has `certain` (1 where a cell is safe for certain)
    and `odds` (of a mine; 0 where a cell is open).
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 4}  # noqa: RUF012 (as Gymnasium has it)

    def __init__(
        self,
        level: str | Level = "beginner",
        start: str = "open",
        shape: Shape = "grid",
        *,
        teacher: bool = False,
        render_mode: str | None = None,
    ) -> None:
        self._dealer = _Dealer(level, start, shape)
        board = self.board = self._dealer.board
        self.render_mode = render_mode
        self.observation_space = spaces.Box(
            HIDDEN, board.largest_clue, (board.rows, board.cols), np.int8
        )
        self.action_space = spaces.Discrete(board.cells)
        self._teacher = teacher
        self._neighbours = board.neighbours
        self._seen = np.full(board.cells, HIDDEN, dtype=np.int8)
        self._seed: int | None = None
        self._number = 0
        self._dealt: list[list[int]] = []
        self._clues: list[int] = []
        self._left = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Begin the next board; with a seed, board 0 of that seed."""
        super().reset(seed=seed, options=options)
        if seed is not None or self._seed is None:
            self._seed = _seed_of(self.np_random) if seed is None else seed
            self._number, self._dealt = 0, []
        if not self._dealt:
            numbers = range(self._number, self._number + _AHEAD)
            self._dealt = self._dealer.deal(self._seed, numbers).tolist()[::-1]
        self._clues = self._dealt.pop()
        self._number += 1
        self._seen = np.full(self.board.cells, HIDDEN, dtype=np.int8)
        self._left = self._dealer.safe_cells
        self._open(self._dealer.first)
        return self._observed()

    def step(self, action: np.int64) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Open a cell; raise `BadInput` if there is no such cell."""
        try:
            cell = index(action)
        except TypeError:
            raise TypeError(_expected(action, self.board)) from None
        if not 0 <= cell < self.board.cells:
            raise BadInput(_expected(cell, self.board))
        lost = self._clues[cell] == MINE
        opened = 0 if lost or self._seen[cell] >= 0 else self._open(cell)
        reward = -1.0 if lost else opened / self._dealer.safe_cells
        seen, info = self._observed()
        return seen, reward, lost or not self._left, False, info

    def render(self) -> str:
        """The view as text."""
        return str(self._view())

    def _open(self, cell: int) -> int:
        """Open a cell, and while cells are zeros all their neighbours; how many that were."""
        clues, seen, queue = self._clues, self._seen, [cell]
        seen[cell] = clues[cell]
        for here in queue:
            if clues[here] == 0:
                for there in self._neighbours[here]:
                    if seen[there] < 0:
                        seen[there] = clues[there]
                        queue.append(there)
        self._left -= len(queue)
        return len(queue)

    def _observed(self) -> tuple[Seen, dict[str, Any]]:
        seen = self._seen.copy()
        info: dict[str, Any] = {"action_mask": (seen < 0).view(np.int8)}
        if self._teacher:
            info |= _taught(self._view())
        return seen.reshape(self.board.rows, self.board.cols), info

    def _view(self) -> View:
        return View(self.board, self._dealer.level.mines, self._seen.copy().data)


def _expected(action: object, board: Board) -> str:
    last = board.cells - 1
    allowed = f"an action is the index of a cell, 0 to {last} on a {board.size} board"
    return f"action {shown(action)}: {allowed}"


def _taught(view: View) -> dict[str, Any]:
    """What a teacher knows: cells that are safe for certain, and the odds of a mine."""
    found = deduce.analyse(view)
    certain = np.zeros(view.board.cells, dtype=np.int8)
    certain[found.safe] = 1
    return {"certain": certain, "odds": np.nan_to_num(np.asarray(found.risks))}


class ManyMinesweepers(VectorEnv[Seen, NDArray[np.int64], Any]):
    """Many games at a time, opened by the engine in use.

    A game that is over is dealt anew at the step after, whatever the action (`NEXT_STEP`).
    """

    def __init__(
        self,
        num_envs: int = 1,
        level: str | Level = "beginner",
        start: str = "open",
        shape: Shape = "grid",
        *,
        teacher: bool = False,
        render_mode: str | None = None,
    ) -> None:
        self._dealer = _Dealer(level, start, shape)
        board = self.board = self._dealer.board
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}
        self.single_observation_space = spaces.Box(
            HIDDEN, board.largest_clue, (board.rows, board.cols), np.int8
        )
        self.single_action_space = spaces.Discrete(board.cells)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._teacher = teacher
        self._seed: int | None = None
        self._episode = np.zeros(num_envs, dtype=np.int64)
        self._clues = np.zeros((num_envs, board.cells), dtype=np.int8)
        self._seen = np.full((num_envs, board.cells), HIDDEN, dtype=np.int8)
        self._left = np.zeros(num_envs, dtype=np.int64)
        self._over = np.zeros(num_envs, dtype=bool)

    def reset(
        self,
        *,
        seed: int | list[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Seen, dict[str, Any]]:
        """Begin all games anew."""
        if isinstance(seed, list):
            raise gymnasium.error.Error("one seed deals for all environments")
        super().reset(seed=seed, options=options)
        if seed is not None or self._seed is None:
            self._seed = _seed_of(self.np_random) if seed is None else seed
            self._episode[:] = 0
        self._begin(np.ones(self.num_envs, dtype=bool))
        return self._observed()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Seen, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Open one cell in each game; games that have ended begin anew."""
        if np.asarray(actions).dtype.kind not in "iu":
            raise TypeError(_expected(actions, self.board))
        outside = (actions < 0) | (actions >= self.board.cells)
        if outside.any():
            raise BadInput(_expected(int(actions[outside][0]), self.board))
        fresh = self._over.copy()
        cells = np.where(fresh, -1, actions).astype(np.int32)
        opened = _flood_many(self.board, self._clues, self._seen, cells)
        lost = opened < 0
        self._left -= np.maximum(opened, 0)
        self._over = lost | ((self._left == 0) & ~fresh)
        if fresh.any():
            self._begin(fresh)
        rewards = np.where(lost, -1.0, opened / self._dealer.safe_cells)
        seen, info = self._observed()
        return seen, rewards, self._over.copy(), np.zeros(self.num_envs, dtype=bool), info

    def _begin(self, which: NDArray[np.bool_]) -> None:
        """Deal new boards to some, and open their first cells."""
        assert self._seed is not None
        games = np.flatnonzero(which)
        numbers = (self._episode[games] * self.num_envs + games).tolist()
        self._episode[games] += 1
        clues = self._dealer.deal(self._seed, numbers)
        seen = np.full(clues.shape, HIDDEN, dtype=np.int8)
        first = np.full(len(games), self._dealer.first, dtype=np.int32)
        opened = _flood_many(self.board, clues, seen, first)
        self._clues[games], self._seen[games] = clues, seen
        self._left[games] = self._dealer.safe_cells - opened
        self._over[games] = False

    def _observed(self) -> tuple[Seen, dict[str, Any]]:
        seen = self._seen.copy()
        info: dict[str, Any] = {"action_mask": (seen < 0).view(np.int8)}
        if self._teacher:
            mines = self._dealer.level.mines
            views = (View(self.board, mines, row.data) for row in seen)
            taught = [_taught(view) for view in views]
            info |= {key: np.stack([one[key] for one in taught]) for key in ("certain", "odds")}
        return seen.reshape(-1, self.board.rows, self.board.cols), info


def _flood_many(
    board: Board, clues: Seen, seen: Seen, cells: NDArray[np.int32]
) -> NDArray[np.int32]:
    """Open a cell of each board (none where it is -1): how many were opened, -1 for a mine."""
    opened = engine().flood_many(board, clues.reshape(-1).data, seen.reshape(-1).data, cells.data)
    return np.asarray(opened, dtype=np.int32)


register()
