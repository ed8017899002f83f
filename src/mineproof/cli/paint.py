"""Boards in colour, as players know them; plain where colour is unwelcome.

Rich decides what is unwelcome: NO_COLOR, a pipe, a dumb terminal.
"""

from collections.abc import Callable, Iterable, Sequence

from rich.console import Console
from rich.text import Text

from mineproof.core import Candidate
from mineproof.game.board import Board
from mineproof.game.picture import draw, draw_mark
from mineproof.reason.deduce import Analysis

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


def show_odds(console: Console, found: Analysis) -> None:
    """Print a position with the odds of each hidden cell in percent, green to red, numbered."""
    board, cells, percent = found.view.board, found.view.cells.tolist(), found.percent()
    text = Text("   " + "".join(f"{col % 100:>4}" for col in range(1, board.cols + 1)), "dim")
    for row in range(board.rows):
        text.append(f"\n{row + 1:>3}", "dim")
        for cell in range(row * board.cols, (row + 1) * board.cols):
            if cells[cell] >= 0:
                mark = draw_mark(cells[cell])
                text.append(f"{mark:>4}", _STYLES[mark])
            else:
                text.append(f"{percent[cell]:>4}", heat(found.odds[cell], percent[cell]))
    console.print(text, soft_wrap=True)


def show_candidates(
    console: Console, candidates: Sequence[Candidate], name: Callable[[int], str]
) -> None:
    """Print what is known of each cell that may be opened, a line each; ten at most."""
    line = f"{'cell':<9}{'mine':>8}{'2 guesses':>11}{'win':>8}{'certain':>9}{'flips':>8}"
    for one in candidates[:10]:
        shares = (one.risk, one.survival, one.win, one.certain_next, one.flip_loss)
        columns = zip(shares, (8, 11, 8, 9, 8), strict=True)
        marks = [mark for mark, so in (("dead", one.dead), ("50/50", one.coin_flip)) if so]
        if one.region_clears is not None:
            marks.append(f"cut off, cleared with {100 * one.region_clears:.1f} % or more")
        line += f"\n{name(one.cell):<9}"
        line += "".join(
            f"{'-' if x is None else f'{100 * x:.1f} %':>{width}}" for x, width in columns
        )
        line += f"  {', '.join(marks)}" if marks else ""
    if len(candidates) > 10:
        line += f"\nand {len(candidates) - 10} more"
    console.print(line, soft_wrap=True)


def heat(odds: float, written: str) -> str:
    """Green by yellow to red; what is certain stands out."""
    if written == "ok":
        return "bold black on color(114)"
    if written == "**":
        return "bold color(160)"
    steps = (71, 107, 143, 179, 173, 167, 160)
    return f"black on color({steps[min(int(odds * len(steps)), len(steps) - 1)]})"


def style_of(mark: str) -> str:
    """The style of a mark."""
    return _STYLES.get(mark, "")


def show(console: Console, board: Board, cells: Iterable[int]) -> None:
    """Print a board, one mark a cell."""
    text = Text()
    for mark in draw(board, cells):
        text.append(mark, _STYLES.get(mark, ""))
    console.print(text, soft_wrap=True, highlight=False)
