"""Boards in colour, as players know them; plain where colour is unwelcome.

Rich decides what is unwelcome: NO_COLOR, a pipe, a dumb terminal.
"""

from collections.abc import Iterable

from rich.console import Console
from rich.text import Text

from mineproof.game.board import Board
from mineproof.game.picture import draw

# The classic colours, in shades that can be read on black and on white; never colour alone.
_STYLES = {
    "1": "color(33)",
    "2": "color(34)",
    "3": "color(196)",
    "4": "color(62)",
    "5": "color(130)",
    "6": "color(37)",
    "7": "bold",
    "8": "color(245)",
    ".": "dim",
    "#": "reverse",
    "F": "bold color(196)",
    "*": "bold color(196)",
}


def show(console: Console, board: Board, cells: Iterable[int]) -> None:
    """Print a board, one mark a cell."""
    text = Text()
    for mark in draw(board, cells):
        text.append(mark, _STYLES.get(mark, ""))
    console.print(text, soft_wrap=True, highlight=False)
