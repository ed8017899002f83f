"""Game and View: the control module's side of the table, and the player's.

A player is handed a `View` and nothing else: size, mines, the safe cells told at the start, and
what has been opened or flagged so far. No path of references leads from a view to its layout.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mineproof.errors import BadInput
from mineproof.game.board import Board
from mineproof.game.deal import Deal
from mineproof.game.html import table
from mineproof.game.picture import FLAG, HIDDEN, draw

Cells = NDArray[np.int8]


@dataclass(frozen=True, eq=False)
class View:
    """What may be seen: `cells` is an int8 array, a clue where a cell is opened, else negative.

    The view of a game is live: it changes as cells are opened. It cannot be written to.
    """

    board: Board
    mines: int
    cells: Cells
    initial: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        window = self.cells.view()
        window.flags.writeable = False
        object.__setattr__(self, "cells", window)

    @property
    def hidden(self) -> list[int]:
        """Cells not opened, flagged ones included: a flag is a claim, not a fact."""
        hidden: list[int] = np.flatnonzero(self.cells < 0).tolist()
        return hidden

    @property
    def unmarked(self) -> list[int]:
        """Cells neither opened nor flagged."""
        unmarked: list[int] = np.flatnonzero(self.cells == HIDDEN).tolist()
        return unmarked

    def __str__(self) -> str:
        return draw(self.board, self.cells)

    def _repr_html_(self) -> str:
        return table(self.board, self.cells.tolist())


class Game:
    """One board being played. An opened mine ends it; a flag is never checked.

    >>> from mineproof.game.deal import deal
    >>> game = Game(deal("easy", start="open:r3c3", seed=1))
    >>> game.flood(game.view.initial[0])
    >>> print(str(game.view)[:35])
    . . . . . 1 # # #
    . . . . . 1 # # #
    """

    def __init__(self, deal: Deal) -> None:
        self.deal = deal
        self._cells = deal.board.cells
        self._clues = deal.board.clues(deal.layout)
        self._seen = np.full(deal.board.cells, HIDDEN, dtype=np.int8)
        self.view = View(deal.board, deal.mines, self._seen, deal.initial)
        self.opened = 0
        self.flagged = 0
        self.exploded: int | None = None

    @property
    def unmarked(self) -> int:
        return self._cells - self.opened - self.flagged

    @property
    def won(self) -> bool:
        """Every cell that is no mine has been opened."""
        safe = self.deal.board.cells - self.view.mines
        return self.exploded is None and self.opened == safe

    @property
    def over(self) -> bool:
        """Nothing is left to do: a mine went off, or every cell is marked."""
        return self.exploded is not None or self._cells == self.opened + self.flagged

    @property
    def wrong(self) -> int:
        """Marks that are not so: flags on safe cells, and a mine that was opened."""
        flags = int(((self._seen == FLAG) & ~self.deal.layout).sum())
        return flags + (self.exploded is not None)

    def open(self, cell: int) -> int | None:
        """Open one cell; its clue, or None if it was a mine and the game is lost."""
        if self._still_closed(cell) == FLAG:
            self.flagged -= 1
        if self.deal.layout.item(cell):
            self.exploded = cell
            self._mark(cell)
            return None
        self._seen[cell] = clue = self._clues.item(cell)
        self.opened += 1
        return clue

    def flood(self, cell: int) -> None:
        """Open as people do: a zero opens its neighbours too."""
        if self.deal.layout[cell]:
            self.open(cell)
            return
        for reached in self.deal.board.flood(cell, self._clues):
            if self._seen[reached] < 0:
                self.open(reached)

    def chord(self, cell: int, *, flood: bool = True) -> None:
        """Open what is neither open nor flagged around an opened cell, if it has as many flags as
        its number says; otherwise nothing happens, as in every game people play."""
        for there in self.chorded(cell):
            if self._seen[there] == HIDDEN and self.exploded is None:
                (self.flood if flood else self.open)(there)

    def chorded(self, cell: int) -> list[int]:
        """The cells that a chord would open."""
        around = self.deal.board.neighbours[cell]
        flags = sum(self._seen[there] == FLAG for there in around)
        if self._seen[cell] < 0 or flags != self._seen[cell]:
            return []
        return [there for there in around if self._seen[there] == HIDDEN]

    def flag(self, cell: int) -> None:
        """Mark a cell as a mine, rightly or not."""
        if self._still_closed(cell) == HIDDEN:
            self._mark(cell)

    def unflag(self, cell: int) -> None:
        if self._seen[cell] == FLAG:
            self._seen[cell] = HIDDEN
            self.flagged -= 1

    def _mark(self, cell: int) -> None:
        self._seen[cell] = FLAG
        self.flagged += 1

    def _still_closed(self, cell: int) -> int:
        """What is seen of a cell that can be opened or flagged."""
        if self.exploded is not None:
            raise BadInput("the game is over: a mine went off")
        if not 0 <= cell < self._cells:
            raise BadInput(f"cell {cell} lies outside the {self.deal.board.size} board")
        seen = self._seen.item(cell)
        if seen >= 0:
            raise BadInput(f"{self.deal.board.name(cell)} is already open")
        return seen


def view_of(board: Board, mines: int, cells: Iterable[int]) -> View:
    """A view that no game stands behind: a position someone wrote down."""
    return View(board, mines, np.fromiter(cells, dtype=np.int8, count=board.cells))
