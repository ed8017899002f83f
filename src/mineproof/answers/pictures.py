"""Answers as lines of text. Commands print them in colours, `str(answer)` without."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from mineproof.base.text_width import left, right
from mineproof.core.protocol import Candidate
from mineproof.game.picture import draw_mark
from mineproof.reason.deduce import Analysis
from mineproof.reason.words import CommandTexts, percent_with_margin

_MOST_CANDIDATES = 10
_COLUMNS = {"mine": 8, "two guesses": 11, "win": 8, "certain": 9, "flips": 8}
"""The columns of the table of candidates, with their widths."""


class Span(NamedTuple):
    """A piece of a line, and what it shows: `label`, `clue`, `odds` or empty."""

    text: str
    shows: str = ""
    odds: float = 0.0


def odds_lines(found: Analysis) -> list[list[Span]]:
    """Draw a position with the odds of hidden cells in percent, and numbers of rows and columns."""
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


def candidate_lines(
    candidates: Sequence[Candidate], name: Callable[[int], str], language: str = "en"
) -> list[str]:
    """Return a table of the candidates, at most ten."""
    say = CommandTexts("analyse", language)
    heads = (right(say(f"column {key}"), width) for key, width in _COLUMNS.items())
    lines = [left(say("column cell"), 9) + "".join(heads)]
    for one in candidates[:_MOST_CANDIDATES]:
        is_estimate = one.win is None and one.win_estimate is not None
        win = f"~{_percent(one.win_estimate)}" if is_estimate else _percent(one.win)
        others = (one.certain_next, one.flip_loss)
        shown = (_percent(one.risk), _percent(one.survival), win, *map(_percent, others))
        columns = "".join(map(right, shown, _COLUMNS.values()))
        marks = [
            say(key) for key, true in (("dead", one.dead), ("coin flip", one.coin_flip)) if true
        ]
        if one.region_clears is not None:
            marks.append(say("cut off", share=f"{100 * one.region_clears:.1f} %"))
        if one.win_estimate is not None and one.win_margin is not None:
            share = percent_with_margin(one.win_estimate, one.win_margin)
            marks.append(say("estimate", share=share, n=one.rollouts))
        line = f"{name(one.cell):<9}{columns}"
        lines.append(f"{line}  {say.joined(marks)}" if marks else line)
    if len(candidates) > _MOST_CANDIDATES:
        lines.append(say("and more", n=len(candidates) - _MOST_CANDIDATES))
    return lines


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{100 * share:.1f} %"
