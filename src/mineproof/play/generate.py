"""Boards that need no guess: their whole solution follows from the first cell by logic.

By rejection: the boards of a seed are dealt one after another, and those are kept that complete
inference solves. So they are uniform among all boards that need no guess. Where hardly any board is
such, `dense` repairs instead: it moves mines of a stuck board until it can be solved. That finds
boards where rejection never would, but not each with equal chance (docs/generate.md measures it).
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from mineproof.errors import BadInput, TooWide
from mineproof.game.board import Board, Layout, Layouts, Shape
from mineproof.game.deal import Deal, Start, chance, layouts
from mineproof.game.game import Game
from mineproof.game.levels import Level
from mineproof.play.bulk import play_boards
from mineproof.play.player import play_game
from mineproof.play.strategies import strategy
from mineproof.reason.depth import Depth, depth_of
from mineproof.reason.why import DEEPEST

__all__ = ["DEEPEST", "NoGuessBoard", "NoGuessRequest", "no_guess"]

MOST_CELLS = 500_000_000
"""Boards of so many cells together are tried for one before the search is given up: a million
expert boards, some forty seconds of the compiled core."""
_AT_A_TIME = 1 << 20  # cells of the boards that are dealt together
_FIRST = 64  # boards in the first handful: most levels need no more
_ROUNDS, _TRIES = 150, 32  # repairs of one board: how often, out of how many changes each


@dataclass(frozen=True)
class NoGuessRequest:
    """What boards are wanted."""

    level: Level
    start: Start
    seed: int = 0
    shape: Shape = "grid"
    least: int = 1
    most: int = DEEPEST
    dense: bool = False

    def __post_init__(self) -> None:
        if self.start.rule == "given":
            raise BadInput(
                "a board without guesses has one first cell: safe or open", field="start"
            )
        if not 1 <= self.least <= self.most <= DEEPEST:
            raise BadInput(
                f"`min_depth` {self.least} and `max_depth` {self.most}:"
                f" from 1 to {DEEPEST}, the least first"
            )
        layouts(self.level, start=self.start, seed=self.seed, count=1, shape=self.shape)  # refuses

    @property
    def board(self) -> Board:
        return self.level.board(self.shape)

    @property
    def any_depth(self) -> bool:
        return (self.least, self.most) == (1, DEEPEST)

    def dealt(self, layout: Layout) -> Deal:
        board = self.board
        return Deal(board, layout, (self.start.first(board),), self.start.describe(board))


class NoGuessBoard(NamedTuple):
    """A board, its number among the boards of the seed, and how many were tried since the last."""

    layout: Layout
    number: int
    tried: int
    depth: Depth | None
    """None if nobody asked how deep it is."""


def no_guess(
    wish: NoGuessRequest, *, tell_depth: bool = False, tried: Callable[[int], None] = lambda _: None
) -> Iterator[NoGuessBoard]:
    """Boards as wished, in the order of their numbers, until too many were tried for the next one.

    `tried` hears how many more have been looked at.

    >>> from mineproof.game.levels import level
    >>> wish = NoGuessRequest(level("easy"), Start.parse("open"), seed=1, least=2)
    >>> [(found.number, found.depth.depth) for found, _ in zip(no_guess(wish), range(3))]
    [(0, 2), (5, 2), (9, 2)]
    """
    since = 0
    for number, layout in _solvable(wish, tried):
        since += 1
        if layout is not None:
            asked = tell_depth or not wish.any_depth
            depth = depth_of(wish.dealt(layout)) if asked else None
            if depth is None or wish.least <= depth.depth <= wish.most:
                yield NoGuessBoard(layout, number, since, depth)
                since = 0
        if since * wish.board.cells > MOST_CELLS:
            return


def _solvable(
    wish: NoGuessRequest, tried: Callable[[int], None]
) -> Iterator[tuple[int, Layout | None]]:
    """Each board of the seed, or None in its place if it needs a guess."""
    board = wish.board
    first, low = wish.start.first(board), 0
    some = min(_FIRST, max(1, _AT_A_TIME // board.cells))
    while True:
        dealt = layouts(wish.level, start=wish.start, seed=wish.seed, first=low, count=some,
                        shape=wish.shape)  # fmt: skip
        rows = play_boards(board, dealt, first, "complete", low)
        for row, layout in zip(rows, dealt, strict=True):
            tried(1)
            if row.won:
                yield row.board, layout
            else:
                yield row.board, _repaired(wish, layout, row.board) if wish.dense else None
        low += some
        some = min(some * 2, max(1, _AT_A_TIME // board.cells))


def _repaired(wish: NoGuessRequest, layout: Layout, number: int) -> Layout | None:
    """The board with mines moved until it can be solved; None if that does not come about.

    Of some changes, each moving one mine, the one that lets most cells be opened is taken, if they
    are no fewer than before. A change that makes no difference is taken too: it may open a way.
    """
    board, first = wish.board, wish.start.first(wish.board)
    free = {first, *(board.neighbours[first] if wish.start.rule == "open" else ())}
    words = chance(wish.seed, number)
    opened = -1
    for _ in range(_ROUNDS):
        changes = _changes(wish, layout, free, words)
        if changes is None:
            return None
        rows = play_boards(board, changes, first, "complete", 0)
        best = max(rows, key=lambda row: (row.won, row.opened))
        if best.won:
            return changes[best.board]
        if best.opened >= opened:
            opened, layout = best.opened, changes[best.board]
    return None


def _changes(
    wish: NoGuessRequest, layout: Layout, free: set[int], words: Iterator[int]
) -> Layouts | None:
    """The layout with one mine moved, in several ways: away from where nothing is certain, to
    another such place, or now and then to anywhere."""
    board, game = wish.board, Game(wish.dealt(layout))
    try:
        play_game(game, strategy("complete").player(record=False))
    except TooWide:
        return None
    undecided = set(game.view.unmarked)
    near = undecided.union(*(board.neighbours[cell] for cell in undecided))
    mines = [cell for cell, mine in enumerate(layout) if mine and cell in near]
    anywhere = [c for c, mine in enumerate(layout) if not mine and c not in free]
    inside = [cell for cell in anywhere if cell in undecided]
    if not mines or not anywhere:
        return None
    changes = bytearray(layout * _TRIES)
    for number in range(_TRIES):
        to, low = inside if inside and number % 4 else anywhere, number * board.cells
        changes[low + mines[next(words) % len(mines)]] = 0
        changes[low + to[next(words) % len(to)]] = 1
    return Layouts(changes, board.cells)
