"""The board of the day: from a date and a level alone, the same for everyone and for ever.

Generator version 1 deals the boards of one seed in order and takes the first that its own logic
solves and that has a 3BV of at least 12. The logic is fixed here and asks no engine: no limit of an
engine and no floating point decides. Nothing in this module may change what a date gives; another
generator would be version 2.

The logic of version 1: one clue; two clues that share cells; and the number of mines left, as a
clue about all undecided cells. What these find does not depend on the order of the steps.
"""

import re
from datetime import date

from mineproof.base.arguments import shown
from mineproof.base.errors import BadInput
from mineproof.game.board import Board, Layout
from mineproof.game.deal import Deal, deal
from mineproof.game.measure import clicks

VERSION = 1
DAY_LEVELS = ("beginner", "intermediate", "expert")
LEAST_3BV = 12  # below it a few clicks open the board; only beginner boards are so small


def day_board(day: str, level: str = "expert") -> Deal:
    """The board of a day (YYYY-MM-DD, in UTC) at a level: an open start, and no guess is needed.

    >>> day_board("2026-11-17", "beginner").start
    'open:r3c3'
    """
    return deal(level, start="open", seed=day_seed(day, level), number=day_number(day, level))


def day_number(day: str, level: str) -> int:
    """The number of a day's board among the boards of its seed.

    >>> day_number("2026-11-20", "expert")
    2
    """
    seed = day_seed(day, level)
    number = 0
    while True:
        dealt = deal(level, start="open", seed=seed, number=number)
        solver = _Solver(dealt.board, dealt.layout)
        if solver.solves_from(dealt.initial[0]) and _is_long(dealt):
            return number
        number += 1


def _is_long(dealt: Deal) -> bool:
    return clicks(dealt.board, dealt.layout).bbbv >= LEAST_3BV


def day_seed(day: str, level: str) -> int:
    """The seed of a day: the version, the place of the level, and the digits of the date.

    >>> day_seed("2026-11-17", "expert")
    1320261117
    """
    if level not in DAY_LEVELS:
        raise BadInput(f"a board of the day is {', '.join(DAY_LEVELS[:-1])} or {DAY_LEVELS[-1]}",
                       field="level")  # fmt: skip
    if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", day):
        raise BadInput(f"{shown(day)} is not a date: YYYY-MM-DD", field="day")
    try:
        date.fromisoformat(day)
    except ValueError:
        raise BadInput(f"{day} is not a date of the calendar", field="day") from None
    digits = int(day.replace("-", ""))
    return (VERSION * 10 + DAY_LEVELS.index(level) + 1) * 10**8 + digits


class _Solver:
    """The logic of version 1. Sets of cells are the bits of a number."""

    def __init__(self, board: Board, layout: Layout) -> None:
        self._near = [sum(1 << there for there in around) for around in board.neighbours]
        self._clues = board.clues(layout)
        self._layout = layout
        self._undecided = (1 << board.cells) - 1
        self._mines = 0  # that are found
        self._mines_left = layout.count(1)
        self._opened: list[int] = []
        self._changed: list[int] = []  # opened cells whose undecided cells have changed
        self._is_opened = bytearray(board.cells)

    def solves_from(self, first: int) -> bool:
        """Whether everything follows from the first cell."""
        self._decide(1 << first, mine=False)
        while self._undecided:
            if not (self._single_clues() or self._pairs() or self._mine_count()):
                return False
        return True

    def _decide(self, cells: int, *, mine: bool) -> None:
        """Mark undecided cells; open those that are safe."""
        self._undecided &= ~cells
        if mine:
            self._mines |= cells
            self._mines_left -= cells.bit_count()
        for cell in _bits(cells):
            assert bool(self._layout[cell]) == mine, "the logic of version 1 is wrong"
            self._changed += (there for there in _bits(self._near[cell]) if self._is_opened[there])
            if not mine:
                self._is_opened[cell] = True
                self._opened.append(cell)
                self._changed.append(cell)

    def _open_clue(self, cell: int) -> tuple[int, int]:
        """The undecided cells of a clue, and how many mines are among them."""
        near = self._near[cell]
        return near & self._undecided, self._clues[cell] - (near & self._mines).bit_count()

    def _single_clues(self) -> bool:
        """Clues that need no mine, or as many as they have cells."""
        found = False
        while self._changed:
            cells, need = self._open_clue(self._changed.pop())
            if cells and need in (0, cells.bit_count()):
                self._decide(cells, mine=need > 0)
                found = True
        return found

    def _pairs(self) -> bool:
        """Two clues that share cells: if one needs more than the other by as many mines as it has
        cells of its own, these are mines, and those that only the other has are safe."""
        pending = [(cell, *self._open_clue(cell)) for cell in self._opened]
        pending = [one for one in pending if one[1]]
        self._opened = [cell for cell, _, _ in pending]
        clue_of = {cell: (cells, need) for cell, cells, need in pending}
        for cell, cells, need in pending:
            around = cells
            for there in _bits(cells):
                around |= self._near[there]
            for other in _bits(around):
                if other == cell or other not in clue_of:
                    continue
                others, other_need = clue_of[other]
                if not cells & others:
                    continue
                own = cells & ~others
                rest = others & ~cells
                if need - other_need == own.bit_count() and own | rest:
                    self._decide(own, mine=True)
                    self._decide(rest, mine=False)
                    return True
        return False

    def _mine_count(self) -> bool:
        """The number of mines left: alone, and beside each clue."""
        for cells, need in [(0, 0), *(self._open_clue(cell) for cell in self._opened)]:
            others = self._undecided & ~cells
            left = self._mines_left - need
            if others and left in (0, others.bit_count()):
                self._decide(others, mine=left > 0)
                return True
        return False


def _bits(cells: int) -> list[int]:
    """The places of the bits that are set."""
    found = []
    while cells:
        lowest = cells & -cells
        found.append(lowest.bit_length() - 1)
        cells ^= lowest
    return found
