"""Generate no-guess boards: logic alone completes them from the first cell.

The method is rejection: the boards of a seed are dealt one after another, and those that complete
inference solves are kept. They are therefore uniform among all no-guess boards. If no-guess boards
are very rare, `dense` repairs a stuck board instead: it moves mines until the board can be solved.
This finds boards that rejection would never find, but not with equal probability (docs/generate.md
measures it).

A search on a small board does not go on for a board that cannot exist. When it has played as many
boards as there are layouts, each layout is tried once; if none is as requested, the search ends.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations, islice
from math import comb
from typing import NamedTuple

from mineproof.base.arguments import shown, whole_number
from mineproof.base.errors import BadInput, TooWide
from mineproof.game.board import Board, Layout, Layouts, Shape
from mineproof.game.deal import Deal, Start, chance, free_cells, layouts
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
"""The search for one board ends after this many cells: a million expert boards, forty seconds.

Boards that a repair plays count, too.
"""
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
            raise BadInput(f"{shown(text)} is not a range: 20..30, 20.., ..30 or 25", field=field)
        if match[3]:
            return cls(int(match[3]), int(match[3]))
        least, most = (int(part) if part else None for part in match.groups()[:2])
        if least is not None and most is not None and least > most:
            raise BadInput(f"{shown(text)}: {least} is more than {most}", field=field)
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
        object.__setattr__(self, "seed", whole_number(self.seed, "seed"))
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

    def has_wished_depth(self, depth: Depth | None) -> bool:
        """Tell whether a depth is within its bounds; None was not asked for, and fits."""
        return depth is None or self.least <= depth.depth <= self.most

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
    since, work, exists = 0, 0, False
    asked, many = tell_depth or not wish.any_depth, _number_of_layouts(wish)
    for number, layout, played in _solvable(wish, tried):
        since, work = since + 1, work + played
        if layout is not None and wish.has_wished_measures(layout):
            depth = depth_of(wish.dealt(layout)) if asked else None
            if wish.has_wished_depth(depth):
                yield NoGuessBoard(layout, number, since, depth)
                since, work, exists = 0, 0, True
        if work >= many and not exists:
            exists = _one_exists(wish)
            if not exists:
                return
        if work * wish.board.cells > MOST_CELLS:
            return


def with_measures(
    wish: NoGuessRequest, tried: Callable[[int], None] = lambda _: None
) -> Iterator[NoGuessBoard]:
    """Yield boards with the requested measures, in order; they may need a guess.

    End after too many boards without one.
    """
    since, number, exists = 0, 0, False
    some = max(1, _AT_A_TIME // 8 // wish.board.cells)
    while True:
        dealt = layouts(wish.level, start=wish.start, seed=wish.seed, first=number, count=some,
                        shape=wish.shape)  # fmt: skip
        for layout in dealt:
            since += 1
            tried(1)
            if wish.has_wished_measures(layout):
                yield NoGuessBoard(layout, number, since, None)
                since, exists = 0, True
            number += 1
        if number >= _number_of_layouts(wish) and not exists:
            exists = any(map(wish.has_wished_measures, _all_layouts(wish)))
            if not exists:
                return
        if since * wish.board.cells > MOST_MEASURED_CELLS:
            return


def _number_of_layouts(wish: NoGuessRequest) -> int:
    """Return how many layouts fit the level and the start; more than any search if it is large."""
    room, mines = wish.board.cells - len(free_cells(wish.board, wish.start)), wish.level.mines
    # At most half of the room is chosen, so 30 mines have 2**30 layouts or more.
    return comb(room, min(mines, room - mines, 30))


def _all_layouts(wish: NoGuessRequest) -> Iterator[Layout]:
    """Yield every layout that fits the level and the start once."""
    board, free = wish.board, free_cells(wish.board, wish.start)
    room = [cell for cell in range(board.cells) if cell not in free]
    return map(board.layout, combinations(room, wish.level.mines))


def _one_exists(wish: NoGuessRequest) -> bool:
    """Try every layout once, and return whether one is as requested."""
    board, first, every = wish.board, wish.start.first(wish.board), _all_layouts(wish)
    while some := list(islice(every, max(1, _AT_A_TIME // board.cells))):
        rows = play_boards(board, Layouts(b"".join(some), board.cells), first, "complete", 0)
        for row, layout in zip(rows, some, strict=True):
            if not row.won or not wish.has_wished_measures(layout):
                continue
            if wish.any_depth or wish.has_wished_depth(depth_of(wish.dealt(layout))):
                return True
    return False


def _solvable(
    wish: NoGuessRequest, tried: Callable[[int], None]
) -> Iterator[tuple[int, Layout | None, int]]:
    """Yield the number of each board of the seed, the board, and how many boards were played.

    None stands for a board that needs a guess.
    """
    board = wish.board
    first, low = wish.start.first(board), 0
    some = min(_FIRST, max(1, _AT_A_TIME // board.cells))
    while True:
        dealt = layouts(wish.level, start=wish.start, seed=wish.seed, first=low, count=some,
                        shape=wish.shape)  # fmt: skip
        rows = play_boards(board, dealt, first, "complete", low)
        for row, layout in zip(rows, dealt, strict=True):
            tried(1)
            if row.won or not wish.dense:
                yield row.board, layout if row.won else None, 1
            else:
                repaired, played = _repaired(wish, layout, row.board)
                yield row.board, repaired, 1 + played
        low += some
        some = min(some * 2, max(1, _AT_A_TIME // board.cells))


def _repaired(wish: NoGuessRequest, layout: Layout, number: int) -> tuple[Layout | None, int]:
    """The board with mines moved until it can be solved, and how many boards were played for it.

    None stands for a board that could not be repaired. Of several changes, each of one mine, the
    one with the most opened cells is kept, if they are no fewer than before. A change without
    effect is kept too: it may help later.
    """
    board, first = wish.board, wish.start.first(wish.board)
    free = free_cells(board, wish.start)
    words = chance(wish.seed, number)
    opened, played = -1, 0
    for _ in range(_ROUNDS):
        changes = _changes(wish, layout, free, words)
        if changes is None:
            break
        rows = play_boards(board, changes, first, "complete", 0)
        played += _TRIES
        best = max(rows, key=lambda row: (row.won, row.opened))
        if best.won:
            return changes[best.board], played
        if best.opened >= opened:
            opened, layout = best.opened, changes[best.board]
    return None, played


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
