"""Game and View: the control module's side of the table, and the player's.

A player is handed a `View` and nothing else: size, mines, the safe cells told at the start, and
what has been opened or flagged so far. No path of references leads from a view to its layout.
"""

from array import array
from collections.abc import Iterable
from dataclasses import dataclass

from mineproof.errors import BadInput
from mineproof.game.board import Board
from mineproof.game.deal import Deal
from mineproof.game.html import table
from mineproof.game.picture import FLAG, HIDDEN, draw


@dataclass(frozen=True, eq=False)
class View:
    """What may be seen: `cells` has a clue where a cell is opened, else `HIDDEN` or `FLAG`.

    `cells` is a read-only memory view of signed bytes. The view of a game is live: it changes as
    cells are opened. `np.asarray(view)` is the same memory as an array of rows and columns.
    """

    board: Board
    mines: int
    cells: memoryview
    initial: tuple[int, ...] = ()
    start: str = "given"
    """How the game begins: `given`, or `safe` or `open` with the first cell."""

    def __post_init__(self) -> None:
        window = memoryview(self.cells)
        if window.format != "b" or window.ndim != 1:
            window = window.cast("B").cast("b")
        object.__setattr__(self, "cells", window.toreadonly())

    @property
    def __array_interface__(self) -> dict[str, object]:
        shape = (self.board.rows, self.board.cols)
        return {"shape": shape, "typestr": "|i1", "data": self.cells, "version": 3}

    @property
    def hidden(self) -> list[int]:
        """Cells not opened, flagged ones included: a flag is a claim, not a fact."""
        return [cell for cell, value in enumerate(self.cells.tolist()) if value < 0]

    @property
    def unmarked(self) -> list[int]:
        """Cells neither opened nor flagged."""
        return [cell for cell, value in enumerate(self.cells.tolist()) if value == HIDDEN]

    def copy(self) -> "View":
        """What is seen now: a view of its own that no game changes any more."""
        return View(self.board, self.mines, memoryview(bytes(self.cells)), self.initial, self.start)

    def __copy__(self) -> "View":
        return self.copy()

    def __deepcopy__(self, memo: dict[int, object]) -> "View":
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        return _unpickled, (self.board, self.mines, bytes(self.cells), self.initial, self.start)

    def __str__(self) -> str:
        return draw(self.board, self.cells)

    def _repr_html_(self) -> str:
        return table(self.board, self.cells.tolist())


def _unpickled(
    board: Board, mines: int, cells: bytes, initial: tuple[int, ...], start: str
) -> View:
    return View(board, mines, memoryview(cells), initial, start)


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
        self._seen = array("b", [HIDDEN]) * deal.board.cells
        self.view = View(deal.board, deal.mines, memoryview(self._seen), deal.initial, deal.start)
        self.opened = 0
        self.flagged = 0
        self.exploded: int | None = None

    def copy(self) -> "Game":
        """The same game, to be played on independently."""
        other = Game(self.deal)
        other._restore(bytes(self._seen), self.opened, self.flagged, self.exploded)
        return other

    def __copy__(self) -> "Game":
        return self.copy()

    def __deepcopy__(self, memo: dict[int, object]) -> "Game":
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        return Game, (self.deal,), (bytes(self._seen), self.opened, self.flagged, self.exploded)

    def __setstate__(self, state: tuple[bytes, int, int, int | None]) -> None:
        self._restore(*state)

    def _restore(self, seen: bytes, opened: int, flagged: int, exploded: int | None) -> None:
        self._seen[:] = array("b", seen)  # in place: the view shows this memory
        self.opened, self.flagged, self.exploded = opened, flagged, exploded

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
        marked = zip(self._seen, self.deal.layout, strict=True)
        flags = sum(value == FLAG and not mine for value, mine in marked)
        return flags + (self.exploded is not None)

    def open(self, cell: int) -> int | None:
        """Open one cell; its clue, or None if it was a mine and the game is lost."""
        if self._still_closed(cell) == FLAG:
            self.flagged -= 1
        if self.deal.layout[cell]:
            self.exploded = cell
            self._mark(cell)
            return None
        self._seen[cell] = clue = self._clues[cell]
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
        seen = self._seen[cell]
        if seen >= 0:
            raise BadInput(f"{self.deal.board.name(cell)} is already open")
        return seen


def view_of(board: Board, mines: int, cells: Iterable[int]) -> View:
    """A view that no game stands behind: a position someone wrote down."""
    values = array("b", cells)
    if len(values) != board.cells:
        raise BadInput(f"{len(values)} cells where the {board.size} board has {board.cells}")
    return View(board, mines, memoryview(values))
