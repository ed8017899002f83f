"""Print boards and odds."""

from collections.abc import Iterable

from mineproof.answers.pictures import Span, odds_lines
from mineproof.game.board import Board
from mineproof.game.picture import draw
from mineproof.reason.deduce import Analysis
from mineproof.terminal.colours import DIM, MARKS, PLAIN, Style, heat, write


def show_board(board: Board, cells: Iterable[int]) -> None:
    """Print a board, one mark per cell."""
    write("".join(MARKS.get(mark, PLAIN).draw(mark) for mark in draw(board, cells)))


def show_odds(found: Analysis) -> None:
    """Print a position with the odds of each hidden cell in percent, green to red, numbered."""
    for line in odds_lines(found):
        write("".join(_style(span).draw(span.text) for span in line))


def _style(span: Span) -> Style:
    if span.shows == "label":
        return DIM
    mark = span.text.strip()
    return MARKS[mark] if span.shows == "clue" else heat(span.odds, mark)
