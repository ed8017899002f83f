"""Puzzles for paper: positions whose clues alone have exactly one solution, without digging.

At first all clues of a dealt board are shown. Then they are erased one after another, in an order
that the seed gives; a clue stays if the position would have several solutions without it. An erased
cell is hidden like a mine. More clues never have more solutions, so one pass leaves a minimal set:
without any one of its clues the puzzle has several solutions. With a bound on the depth, a clue
also stays if the logic would be too deep without it; then the set is nearly minimal.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from mineproof.core.choice import engine
from mineproof.game.board import Board, Layout
from mineproof.game.deal import Start, chance, deal
from mineproof.game.levels import Level
from mineproof.game.picture import HIDDEN
from mineproof.game.view import View, view_of
from mineproof.reason.why import DEEPEST, depths

_NO_START = Start(safe_cells=0)
MOST_TRIED = 1000
"""The most boards tried for one puzzle."""


@dataclass(frozen=True)
class Puzzle:
    """A position with one solution, and that solution."""

    view: View
    layout: Layout
    number: int
    """The number of its board among the boards of the seed."""

    @property
    def clues(self) -> int:
        """The number of clues that are shown."""
        return self.view.board.cells - len(self.view.hidden)

    @property
    def depth(self) -> int:
        """The depth of the deepest cell."""
        hidden = self.view.hidden
        found = depths(self.view, hidden)
        return max((found.get(cell, DEEPEST) for cell in hidden), default=0)


def puzzles(level: Level, *, seed: int = 0, most_depth: int = DEEPEST) -> Iterator[Puzzle]:
    """Yield puzzles of a seed, in the order of their boards; end after many boards without one.

    >>> from mineproof.game.levels import custom
    >>> puzzle = next(puzzles(custom("5x5", 6), seed=1))
    >>> has_one_solution(puzzle.view)
    True
    """
    number = since = 0
    while since < MOST_TRIED:
        dealt = deal(level, start=_NO_START, seed=seed, number=number)
        view = _shown(dealt.board, dealt.layout, set())
        since += 1
        if _is_good(view, most_depth):
            yield _erased(dealt.board, dealt.layout, seed, number, most_depth)
            since = 0
        number += 1


def has_one_solution(view: View) -> bool:
    """Tell whether the clues alone, without the mine count, decide every hidden cell."""
    return len(decided_by_clues(view)) == len(view.hidden)


def decided_by_clues(view: View) -> set[int]:
    """Return the hidden cells that the clues alone, without the mine count, decide."""
    deducer = engine().deducer(view.board, view.mines)
    for cell, clue in enumerate(view.cells.tolist()):
        if clue >= 0:
            deducer.open(cell, clue)
    decided: set[int] = set()
    while True:
        safe, mined = deducer.deduce(with_count=False)
        if decided.issuperset(safe) and decided.issuperset(mined):
            return decided
        decided.update(safe, mined)


def _erased(board: Board, layout: Layout, seed: int, number: int, most_depth: int) -> Puzzle:
    words = chance(seed, number)
    order = [cell for cell in range(board.cells) if not layout[cell]]
    order.sort(key=lambda cell: (next(words), cell))
    erased: set[int] = set()
    for cell in order:
        erased.add(cell)
        if not _is_good(_shown(board, layout, erased), most_depth):
            erased.remove(cell)
    return Puzzle(_shown(board, layout, erased), layout, number)


def _shown(board: Board, layout: Layout, erased: set[int]) -> View:
    """Return the clues of all cells except mines and erased cells."""
    clues = board.clues(layout)
    cells = [
        HIDDEN if layout[cell] or cell in erased else clues[cell] for cell in range(board.cells)
    ]
    return view_of(board, layout.count(1), cells)


def _is_good(view: View, most_depth: int) -> bool:
    if not has_one_solution(view):
        return False
    if most_depth >= DEEPEST:
        return True
    found = depths(view, view.hidden)
    return all(found.get(cell, DEEPEST) <= most_depth for cell in view.hidden)
