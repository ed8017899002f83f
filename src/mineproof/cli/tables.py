"""Boards, odds and candidates as they are printed."""

from collections.abc import Callable, Iterable, Sequence

from mineproof.cli.colours import DIM, MARKS, PLAIN, heat, write
from mineproof.core import Candidate
from mineproof.game.board import Board
from mineproof.game.picture import draw, draw_mark
from mineproof.reason.deduce import Analysis

_MOST_CANDIDATES = 10


def show_board(board: Board, cells: Iterable[int]) -> None:
    """Print a board, one mark a cell."""
    write("".join(MARKS.get(mark, PLAIN).draw(mark) for mark in draw(board, cells)))


def show_odds(found: Analysis) -> None:
    """Print a position with the odds of each hidden cell in percent, green to red, numbered."""
    board, cells, percent = found.view.board, found.view.cells.tolist(), found.percent()
    write("   " + "".join(f"{col % 100:>4}" for col in range(1, board.cols + 1)), DIM)
    for row in range(board.rows):
        line = DIM.draw(f"{row + 1:>3}")
        for cell in range(row * board.cols, (row + 1) * board.cols):
            if cells[cell] >= 0:
                mark = draw_mark(cells[cell])
                line += MARKS[mark].draw(f"{mark:>4}")
            else:
                line += heat(found.odds[cell], percent[cell]).draw(f"{percent[cell]:>4}")
        write(line)


def show_candidates(candidates: Sequence[Candidate], name: Callable[[int], str]) -> None:
    """Print what is known of each cell that may be opened, a line each; ten at most."""
    write(f"{'cell':<9}{'mine':>8}{'2 guesses':>11}{'win':>8}{'certain':>9}{'flips':>8}")
    for one in candidates[:_MOST_CANDIDATES]:
        shares = (one.risk, one.survival, one.win, one.certain_next, one.flip_loss)
        columns = "".join(
            f"{'-' if share is None else f'{100 * share:.1f} %':>{width}}"
            for share, width in zip(shares, (8, 11, 8, 9, 8), strict=True)
        )
        marks = [mark for mark, true in (("dead", one.dead), ("50/50", one.coin_flip)) if true]
        if one.region_clears is not None:
            marks.append(f"cut off, cleared with {100 * one.region_clears:.1f} % or more")
        line = f"{name(one.cell):<9}{columns}"
        write(f"{line}  {', '.join(marks)}" if marks else line)
    if len(candidates) > _MOST_CANDIDATES:
        write(f"and {len(candidates) - _MOST_CANDIDATES} more")
