"""Find the smallest board on which a player misses something, by search and by shrinking.

Small boards are tried first, size by size, with random mines and given cells. Boards on which the
player missed something are shrunk: a row, a column, a mine or a given cell is removed as long as
something is still missed. Smaller means fewer cells, then fewer given cells.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from random import Random

from mineproof.game.board import Board, mined_cells
from mineproof.game.deal import Deal
from mineproof.game.view import View
from mineproof.grade._missed import Missed, first_missed, missed_cells
from mineproof.grade._watched import Watched

Play = Callable[[Deal], Watched]
"""Plays a board without checking claims."""

SIZES = (
    *((1, 2), (1, 3), (1, 4), (2, 2), (1, 5), (1, 6), (2, 3), (2, 4), (3, 3), (2, 5), (3, 4)),
    *((2, 6), (3, 5), (4, 4), (3, 6), (4, 5), (5, 5)),
)
"""Rows and columns of the boards that are tried, smallest first."""
_SHRUNK = 6  # boards that are shrunk, the smallest first
_MOST_FAULTS = 10  # faults after which the search plays no more games


@dataclass(frozen=True)
class Smallest:
    """The smallest board found, and the cell that was missed on it."""

    deal: Deal
    missed: Missed
    than: str
    games: int


class Search:
    """Searches for the smallest board on which `player` misses a cell.

    It is a cell that `against` finds or, without `against`, an entailed cell.
    """

    def __init__(
        self,
        player: Play,
        against: Play,
        name: str,
        games: int,
        seed: int,
        is_over: Callable[[], bool] = lambda: False,
    ) -> None:
        self._player = player
        self._against = against
        self._name = name
        self._most = games
        self._random = Random(seed)
        self._is_over = is_over
        self.games = 0
        self._faults = 0

    def run(self, seen: Iterable[Deal]) -> Smallest | None:
        """Search; `seen` are boards on which an entailed cell was missed."""
        seen = sorted(seen, key=_size)
        for by_preset in (True, False):
            found = self._try_small(by_preset)
            if found is None:
                missing = (one for one in seen if self._missed(one, by_preset))
                candidates = [one for one, _ in zip(missing, range(_SHRUNK), strict=False)]
            else:
                candidates = [found]
            shrunk = [self._shrink(one, by_preset) for one in candidates]
            if shrunk:
                best = min(shrunk, key=_size)
                cells, stop = self._missed(best, by_preset), self._player(best).stop
                if not cells or stop is None:
                    return None  # the player is not deterministic
                than = self._name if by_preset else "complete"
                return Smallest(best, first_missed(stop, cells), than, self.games)
        return None

    def _missed(self, dealt: Deal, by_preset: bool) -> dict[int, bool]:
        """Return the entailed cells that were missed; with `by_preset`, only those it marks."""
        if self._faults >= _MOST_FAULTS or self._is_over():
            return {}
        self.games += 1
        played = self._player(dealt)
        self._faults += played.fault is not None
        if played.stop is None or played.fault:
            return {}
        if not by_preset:
            return missed_cells(played.stop)
        marked = _marked(self._against(dealt).view)
        if marked.isdisjoint(played.stop.unmarked):
            return {}
        found = missed_cells(played.stop)
        return {cell: mine for cell, mine in found.items() if cell in marked}

    def _try_small(self, by_preset: bool) -> Deal | None:
        each = self._most // (2 * len(SIZES))
        for rows, cols in SIZES:
            tried = set()
            for _ in range(each):
                dealt = self._draw(rows, cols)
                key = dealt.layout, frozenset(dealt.initial)
                if key not in tried:
                    tried.add(key)
                    if self._missed(dealt, by_preset):
                        return dealt
        return None

    def _draw(self, rows: int, cols: int) -> Deal:
        board, random = Board(rows, cols), self._random
        cells = list(range(board.cells))
        mines = random.sample(cells, random.randint(0, board.cells // 2))
        safe = [cell for cell in cells if cell not in mines]
        given = random.sample(safe, random.randint(1, len(safe)))
        return Deal(board, board.layout(mines), tuple(sorted(given)))

    def _shrink(self, dealt: Deal, by_preset: bool) -> Deal:
        """Remove as much as possible, the largest parts first."""
        until = self.games + self._most
        smaller = True
        while smaller:
            smaller = False
            for one in _simpler(dealt):
                if self.games >= until:
                    return dealt
                if self._missed(one, by_preset):
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
