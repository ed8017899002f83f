"""Generate no-guess boards: logic alone completes them from the first cell.

The method is rejection: the boards of a seed are dealt one after another, and those that complete
inference solves are kept. They are therefore uniform among all no-guess boards. If no-guess boards
are very rare, `dense` repairs a stuck board instead: it moves mines until the board can be solved.
This finds boards that rejection would never find, but not with equal probability (docs/generate.md
measures it).
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from mineproof.errors import BadInput, TooWide
from mineproof.game.board import Board, Layout, Layouts, Shape
from mineproof.game.deal import Deal, Start, chance, layouts
from mineproof.game.game import Game
from mineproof.game.levels import Level
from mineproof.game.measure import clicks
from mineproof.play.bulk import play_boards
from mineproof.play.player import play_game
from mineproof.play.strategies import strategy
from mineproof.reason.depth import Depth, depth_of
from mineproof.reason.why import DEEPEST

__all__ = ["DEEPEST", "Bounds", "NoGuessBoard", "NoGuessRequest", "no_guess", "with_measures"]

MOST_CELLS = 500_000_000
"""The search for one board ends after this many cells: a million expert boards, forty seconds."""
MOST_MEASURED_CELLS = 20_000_000
"""The same where boards are only measured, in Python: some forty thousand expert boards."""
_AT_A_TIME = 1 << 20  # cells of the boards that are dealt together
_FIRST = 64  # boards in the first handful: most levels need no more
_ROUNDS, _TRIES = 150, 32  # repairs of one board: how often, out of how many changes each


@dataclass(frozen=True)
class Bounds:
    """A lower and an upper bound; None for no bound.

    >>> Bounds.parse("20..30"), Bounds.parse("7")
    (Bounds(least=20, most=30), Bounds(least=7, most=7))
    """

    least: int | None = None
    most: int | None = None

    @classmethod
    def parse(cls, text: str, field: str | None = None) -> "Bounds":
        """Read `20..30`, `20..`, `..30` or `25`."""
        match = re.fullmatch(r"([0-9]{0,9})\.\.([0-9]{0,9})|([0-9]{1,9})", text.strip())
        if not match or text.strip() == "..":
            raise BadInput(f"{text!r} is not a range: 20..30, 20.., ..30 or 25", field=field)
        if match[3]:
            return cls(int(match[3]), int(match[3]))
        least, most = (int(part) if part else None for part in match.groups()[:2])
        if least is not None and most is not None and least > most:
            raise BadInput(f"{text!r}: {least} is more than {most}", field=field)
        return cls(least, most)

    def __contains__(self, number: int) -> bool:
        return (self.least is None or self.least <= number) and (
            self.most is None or number <= self.most
        )


@dataclass(frozen=True)
class NoGuessRequest:
    """The requested boards."""

    level: Level
    start: Start
    seed: int = 0
    shape: Shape = "grid"
    least: int = 1
    most: int = DEEPEST
    dense: bool = False
    bbbv: Bounds | None = None
    """Bounds of the 3BV."""
    openings: Bounds | None = None

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
        """The board of the level in the requested shape."""
        return self.level.board(self.shape)

    @property
    def any_depth(self) -> bool:
        """Whether no depth was requested."""
        return (self.least, self.most) == (1, DEEPEST)

    def has_wished_measures(self, layout: Layout) -> bool:
        """Tell whether 3BV and openings of a board are within their bounds."""
        if self.bbbv is None and self.openings is None:
            return True
        units = clicks(self.board, layout)
        return (self.bbbv is None or units.bbbv in self.bbbv) and (
            self.openings is None or len(units.opening) in self.openings
        )

    def dealt(self, layout: Layout) -> Deal:
        """Return a layout as a deal with the requested start."""
        board = self.board
        return Deal(board, layout, (self.start.first(board),), self.start.describe(board))


class NoGuessBoard(NamedTuple):
    """A board, its number among the boards of the seed, and how many were tried since the last."""

    layout: Layout
    number: int
    tried: int
    depth: Depth | None
    """None if no depth was requested."""


def no_guess(
    wish: NoGuessRequest, *, tell_depth: bool = False, tried: Callable[[int], None] = lambda _: None
) -> Iterator[NoGuessBoard]:
    """Boards as wished, in the order of their numbers, until too many were tried for the next one.

    `tried` is called with the number of further boards tried.

    >>> from mineproof.game.levels import level
    >>> wish = NoGuessRequest(level("easy"), Start.parse("open"), seed=1, least=2)
    >>> [(found.number, found.depth.depth) for found, _ in zip(no_guess(wish), range(3))]
    [(0, 2), (5, 2), (9, 2)]
    """
    since = 0
    for number, layout in _solvable(wish, tried):
        since += 1
        if layout is not None and wish.has_wished_measures(layout):
            asked = tell_depth or not wish.any_depth
            depth = depth_of(wish.dealt(layout)) if asked else None
            if depth is None or wish.least <= depth.depth <= wish.most:
                yield NoGuessBoard(layout, number, since, depth)
                since = 0
        if since * wish.board.cells > MOST_CELLS:
            return


def with_measures(
    wish: NoGuessRequest, tried: Callable[[int], None] = lambda _: None
) -> Iterator[NoGuessBoard]:
    """Yield boards with the requested measures, in order; they may need a guess.

    End after too many boards without one.
    """
    since, number = 0, 0
    some = max(1, _AT_A_TIME // 8 // wish.board.cells)
    while True:
        dealt = layouts(wish.level, start=wish.start, seed=wish.seed, first=number, count=some,
                        shape=wish.shape)  # fmt: skip
        for layout in dealt:
            since += 1
            tried(1)
            if wish.has_wished_measures(layout):
                yield NoGuessBoard(layout, number, since, None)
                since = 0
            number += 1
        if since * wish.board.cells > MOST_MEASURED_CELLS:
            return


def _solvable(
    wish: NoGuessRequest, tried: Callable[[int], None]
) -> Iterator[tuple[int, Layout | None]]:
    """Yield each board of the seed, or None in its place if it needs a guess."""
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

    Of several changes, each of one mine, the one with the most opened cells is kept, if they are no
    fewer than before. A change without effect is kept too: it may help later.
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
    """Return layouts with one mine moved; None if there is none.

    The mine comes from the undecided cells or their neighbours, and goes to an undecided cell, or
    sometimes to any cell.
    """
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
