"""Small boards solved: the exact chance to win with the best play from the first cell on.

That is the ending of a whole game: all layouts that the start rule allows, played out. Positions
that look the same in a mirror are solved once. How far it reaches is a matter of layouts and steps,
not of time, so the answer is the same on every machine.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from math import comb

from mineproof.base.errors import BadInput
from mineproof.core.choice import engine
from mineproof.core.protocol import OptimalGuess
from mineproof.game.board import Board
from mineproof.game.deal import Start, free_cells


@dataclass(frozen=True)
class Optimal:
    """The best play on a small board: of so many layouts it wins so many."""

    board: Board
    mines: int
    start: str
    layouts: int
    wins: int
    policy: tuple[OptimalGuess, ...] | None
    """Every guess of the best play, the first one first; None if the engine does not list them."""

    @property
    def chance(self) -> float:
        """The share of the layouts that the best play wins."""
        return self.wins / self.layouts


def optimal(board: Board, mines: int, start: Start | None) -> Optimal:
    """The best play from the first cell on; raise `BadInput` if there are too many layouts. Without
    a start no cell is known to be safe, and the first click is a guess.

    >>> solved = optimal(Board(2, 2), 1, Start.parse("safe"))
    >>> solved.wins, solved.layouts
    (1, 3)
    """
    if start is not None and start.rule == "given":
        raise BadInput("the best play needs a first cell: safe or open", field="start")
    first = None if start is None else start.first(board)
    free = [] if start is None else sorted(free_cells(board, start))
    count = comb(board.cells - len(free), mines)
    most = engine().most_optimal_layouts
    if not count:
        raise BadInput(
            f"{mines} is more than the {board.cells - len(free)} cells that may hold one",
            field="mines",
        )
    if count > most:
        raise BadInput(f"{count:,} layouts are too many to play out: at most {most:,}")
    play = engine().optimal(board, mines, free, _symmetries(board, first))
    begun = "none" if start is None else start.describe(board)
    return Optimal(board, mines, begun, play.layouts, play.wins, play.guesses)


def best_start(board: Board, mines: int) -> Optimal:
    """The best play from the safe first cell that wins most; of equal ones the first.

    >>> best_start(Board(4, 4), 4).start, best_start(Board(4, 4), 4).wins
    ('safe:r1c2', 961)
    """
    orders = _symmetries(board, None)
    best: Optimal | None = None
    for cell in range(board.cells):
        if any(order[cell] < cell for order in orders):
            continue  # an equal cell came before
        solved = optimal(board, mines, Start("safe", board.name(cell)))
        if best is None or solved.wins > best.wins:
            best = solved
    assert best is not None
    return best


def _symmetries(board: Board, first: int | None) -> list[list[int]]:
    """The ways to turn and mirror the board that leave the first cell where it is, if there is
    one, but for the one that leaves all as it is."""
    found = []
    for order in _turns(board):
        neighbours = [{order[there] for there in around} for around in board.neighbours]
        same = all(neighbours[cell] == set(board.neighbours[order[cell]]) for cell in order)
        if same and (first is None or order[first] == first) and order != sorted(order):
            found.append(order)
    return found


def _turns(board: Board) -> Iterator[list[int]]:
    rows, cols = board.rows, board.cols
    for across, down, swap in product((False, True), repeat=3):
        if swap and rows != cols:
            continue
        order = []
        for row, col in product(range(rows), range(cols)):
            to_row, to_col = rows - 1 - row if down else row, cols - 1 - col if across else col
            if swap:
                to_row, to_col = to_col, to_row
            order.append(to_row * cols + to_col)
        yield order
