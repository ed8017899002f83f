"""Find the smallest board on which a player errs, by search and by shrinking.

A claim that does not follow is an error, and so is an entailed cell that was missed. Small boards
are tried first, size by size, with random mines and given cells. Boards on which the player erred
are shrunk: a row, a column, a mine or a given cell is removed as long as it still errs. Smaller
means fewer cells, then fewer given cells.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from random import Random
from typing import TypeVar

from mineproof.game.board import Board, mined_cells
from mineproof.game.deal import Deal
from mineproof.game.view import View
from mineproof.grade._missed import Missed, first_missed, missed_cells
from mineproof.grade._watched import Claim, Watched, Watcher

SIZES = (
    *((1, 2), (1, 3), (1, 4), (2, 2), (1, 5), (1, 6), (2, 3), (2, 4), (3, 3), (2, 5), (3, 4)),
    *((2, 6), (3, 5), (4, 4), (3, 6), (4, 5), (5, 5)),
)
"""Rows and columns of the boards that are tried, smallest first."""
_SHRUNK = 6  # boards that are shrunk, the smallest first
_MOST_FAULTS = 10  # faults after which the search plays no more games
_Stop = tuple[View, dict[int, bool]]  # where a player stopped, and what it missed there
_Error = TypeVar("_Error")


@dataclass(frozen=True)
class Smallest:
    """The smallest board found, and the error on it."""

    deal: Deal
    error: Missed | Claim
    than: str
    """the strategy that finds what was missed; "" for a claim"""
    games: int


class Search:
    """Searches for the smallest board on which a player errs."""

    def __init__(
        self, player: Watcher, games: int, seed: int, is_over: Callable[[], bool] = lambda: False
    ) -> None:
        self._player = player
        self._most = games
        self._random = Random(seed)
        self._is_over = is_over
        self.games = 0
        self._faults = 0

    def claim(self, seen: Iterable[Deal]) -> Smallest | None:
        """Search for a claim that does not follow; on the boards `seen` there was one."""
        found = self._smallest(lambda dealt: self._play(dealt, judge=True).claims, seen)
        return Smallest(found[0], found[1][0], "", self.games) if found else None

    def missed(self, seen: Sequence[Deal], against: Watcher) -> Smallest | None:
        """Search for a missed cell that `against` marks or, if there is none, an entailed one.

        On the boards `seen` an entailed cell was missed. A player without the mine count misses
        only what follows without it.
        """

        def entailed(dealt: Deal, marked: Callable[[], set[int]] | None = None) -> _Stop | None:
            played = self._play(dealt)
            stop = None if played.fault else played.stop
            if stop is None or (marked and marked().isdisjoint(stop.unmarked)):
                return None
            cells = missed_cells(stop, with_count=self._player.has_count)
            if marked:
                cells = {cell: mine for cell, mine in cells.items() if cell in marked()}
            return (stop, cells) if cells else None

        def marked(dealt: Deal) -> _Stop | None:
            return entailed(dealt, cache(lambda: _marked(against.play(dealt, judge=False).view)))

        for errs, than in ((marked, against.name), (entailed, "complete")):
            if found := self._smallest(errs, seen):
                return Smallest(found[0], first_missed(*found[1]), than, self.games)
        return None

    def _play(self, dealt: Deal, *, judge: bool = False) -> Watched:
        self.games += 1
        played = self._player.play(dealt, judge=judge)
        self._faults += played.fault is not None
        return played

    def _smallest(
        self, error: Callable[[Deal], _Error | None], seen: Iterable[Deal]
    ) -> tuple[Deal, _Error] | None:
        """Return the smallest board found, and the error on it."""

        def errs(dealt: Deal) -> bool:
            return self._faults < _MOST_FAULTS and not self._is_over() and bool(error(dealt))

        small = self._try_small(errs)
        known = (one for one in sorted(seen, key=_size) if errs(one))
        candidates = [small] if small else list(islice(known, _SHRUNK))
        best = min((self._shrink(one, errs) for one in candidates), key=_size, default=None)
        found = error(best) if best else None  # None again if the player is not deterministic
        return (best, found) if best and found else None

    def _try_small(self, errs: Callable[[Deal], bool]) -> Deal | None:
        each = self._most // (2 * len(SIZES))
        for rows, cols in SIZES:
            tried = set()
            for _ in range(each):
                dealt = self._draw(rows, cols)
                key = dealt.layout, frozenset(dealt.initial)
                if key not in tried:
                    tried.add(key)
                    if errs(dealt):
                        return dealt
        return None

    def _draw(self, rows: int, cols: int) -> Deal:
        board, random = Board(rows, cols), self._random
        cells = list(range(board.cells))
        mines = random.sample(cells, random.randint(0, board.cells // 2))
        safe = [cell for cell in cells if cell not in mines]
        given = random.sample(safe, random.randint(1, len(safe)))
        return Deal(board, board.layout(mines), tuple(sorted(given)))

    def _shrink(self, dealt: Deal, errs: Callable[[Deal], bool]) -> Deal:
        """Remove as much as possible, the largest parts first."""
        until = self.games + self._most
        smaller = True
        while smaller:
            smaller = False
            for one in _simpler(dealt):
                if self.games >= until:
                    return dealt
                if errs(one):
                    dealt, smaller = one, True
                    break
        return dealt


def _size(dealt: Deal) -> tuple[int, int, int]:
    return dealt.board.cells, len(dealt.initial), dealt.mines


def _marked(view: View) -> set[int]:
    return set(range(view.board.cells)).difference(view.unmarked)


def _simpler(dealt: Deal) -> Iterator[Deal]:
    """Yield boards one step smaller: without some rows or columns, a given cell or a mine."""
    board, initial = dealt.board, dealt.initial
    for share in (2, 4, 8, board.cells):
        for lines, whole in ((board.rows, True), (board.cols, False)):
            width = max(1, lines // share)
            for low in range(0, lines - width + 1, width):
                if width < lines:
                    cut = _without(dealt, range(low, low + width), rows=whole)
                    if cut.initial:
                        yield cut
    for share in (2, 4, len(initial)):
        width = max(1, len(initial) // share)
        for low in range(0, len(initial) - width + 1, width):
            if width < len(initial):
                yield Deal(board, dealt.layout, (*initial[:low], *initial[low + width :]))
    for mine in mined_cells(dealt.layout):
        fewer = bytearray(dealt.layout)
        fewer[mine] = 0
        yield Deal(board, bytes(fewer), initial)


def _without(dealt: Deal, gone: range, *, rows: bool) -> Deal:
    """Return the board without some rows, or without some columns."""
    board = dealt.board
    kept = [
        cell
        for cell in range(board.cells)
        if (cell // board.cols if rows else cell % board.cols) not in gone
    ]
    size = (board.rows - len(gone), board.cols) if rows else (board.rows, board.cols - len(gone))
    number = {cell: new for new, cell in enumerate(kept)}
    initial = tuple(number[cell] for cell in dealt.initial if cell in number)
    return Deal(Board(*size), bytes(dealt.layout[cell] for cell in kept), initial)
