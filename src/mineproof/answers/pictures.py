"""Answers as lines of text: what commands print in colours, and `str(answer)` without them."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from mineproof.core import Candidate
from mineproof.game.picture import draw_mark
from mineproof.reason.deduce import Analysis

_MOST_CANDIDATES = 10


class Span(NamedTuple):
    """A piece of a line, and what it shows: `label`, `clue`, `odds` or nothing special."""

    text: str
    shows: str = ""
    odds: float = 0.0


def odds_lines(found: Analysis) -> list[list[Span]]:
    """A position with the odds of each hidden cell in percent, rows and columns numbered."""
    board, cells, percent = found.view.board, found.view.cells, found.percent()
    columns = "".join(f"{col % 100:>4}" for col in range(1, board.cols + 1))
    lines = [[Span(f"   {columns}", "label")]]
    for row in range(board.rows):
        line = [Span(f"{row + 1:>3}", "label")]
        for cell in range(row * board.cols, (row + 1) * board.cols):
            if cells[cell] >= 0:
                line.append(Span(f"{draw_mark(cells[cell]):>4}", "clue"))
            else:
                line.append(Span(f"{percent[cell]:>4}", "odds", found.odds[cell]))
        lines.append(line)
    return lines


def candidate_lines(candidates: Sequence[Candidate], name: Callable[[int], str]) -> list[str]:
    """What is known of each cell that may be opened, a line each; ten at most."""
    lines = [f"{'cell':<9}{'mine':>8}{'2 guesses':>11}{'win':>8}{'certain':>9}{'flips':>8}"]
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
        lines.append(f"{line}  {', '.join(marks)}" if marks else line)
    if len(candidates) > _MOST_CANDIDATES:
        lines.append(f"and {len(candidates) - _MOST_CANDIDATES} more")
    return lines
