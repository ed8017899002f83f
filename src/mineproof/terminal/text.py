"""Shorten long lists of cells in a sentence: "the other 28 hidden cells", "r1c3 to r1c9".

Only lists of more than a few cells change. The sentences themselves are made by `reason.words`.
"""

import re
from collections.abc import Iterable, Iterator, Set

from mineproof.base.text_width import width as columns_of
from mineproof.game.board import Board

MANY = 6
"""Longer lists are shortened."""
_PART = re.compile(r"[\x21-\u2e7f]+ *|.[，。、；：）」]* *")
"""A word, or one wide sign with the marks after it that may not begin a line."""
_NAME = re.compile(r"r[0-9]+c[0-9]+")
_LIST = re.compile(rf"{_NAME.pattern}(?:, {_NAME.pattern}){{{MANY},}}")


def group_cells(board: Board, hidden: Iterable[int], sentence: str) -> str:
    """Return the sentence with its long lists of cells shortened without loss.

    A list becomes "the other hidden cells" if the sentence has named all the rest before.

    >>> board = Board(rows=3, cols=4)
    >>> says = "r1c1 says 1: one of r1c2, r2c1. The board has 1 mine: "
    >>> rest = "r1c3, r1c4, r2c2, r2c3, r2c4, r3c1, r3c2, r3c3, r3c4 are safe."
    >>> group_cells(board, range(1, 12), says + rest)
    'r1c1 says 1: one of r1c2, r2c1. The board has 1 mine: the other 9 hidden cells are safe.'
    >>> group_cells(board, range(12), rest)
    'r1c3, r1c4, r2c2 to r2c4, r3c1 to r3c4 are safe.'
    """
    every = frozenset(hidden)

    def shortened(found: re.Match[str]) -> str:
        cells = frozenset(_cells(board, found[0]))
        rest = every - cells
        if cells <= every and not rest:
            return f"all {len(cells)} hidden cells"
        if cells <= every and rest <= frozenset(_cells(board, sentence[: found.start()])):
            return f"the other {len(cells)} hidden cells"
        return ", ".join(_runs(board, cells))

    return _LIST.sub(shortened, sentence)


def _cells(board: Board, text: str) -> Iterator[int]:
    return (board.index(name) for name in _NAME.findall(text))


def _runs(board: Board, cells: Set[int]) -> Iterator[str]:
    """Write runs of cells in a row as `r1c3 to r1c9`."""
    run: list[int] = []
    for cell in [*sorted(cells), -1]:
        if run and (cell != run[-1] + 1 or cell % board.cols == 0):
            names = board.names(run)
            yield from names if len(run) < 3 else (f"{names[0]} to {names[-1]}",)
            run = []
        run.append(cell)


def wrap(text: str, width: int) -> list[str]:
    """Return the lines of a text of one or more paragraphs; a line may end after any wide sign."""
    lines: list[str] = []
    for paragraph in text.splitlines():
        line = ""
        for part in _PART.findall(paragraph):
            if line and columns_of((line + part).rstrip()) > width:
                lines.append(line.rstrip())
                line = ""
            line += part
        lines.append(line.rstrip())
    return lines
