"""`Game`, which knows the layout, and `View`, which shows what the player may see.

A player gets only a `View`: size, number of mines, given cells, and the cells that are open or
flagged. No path of references leads from a view to the layout.
"""

from array import array
from collections.abc import Iterable, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import cache
from operator import index
from typing import TYPE_CHECKING, Literal, NamedTuple, Self, SupportsIndex

from mineproof.argument_types import require, shown, whole_number
from mineproof.errors import BadInput
from mineproof.game.board import Board, Cell, Shape
from mineproof.game.deal import Deal
from mineproof.game.graph import MOST_LISTED, Graph
from mineproof.game.html import table
from mineproof.game.picture import FLAG, HIDDEN, draw

if TYPE_CHECKING:
    from mineproof.game.replay import Replay


@dataclass(frozen=True, eq=False)
class View:
    """What a player sees: `cells` has a clue for an open cell, else `HIDDEN` or `FLAG`.

    `cells` is a read-only memory view of signed bytes. The view of a game is live: it changes as
    cells are opened; `copy` takes a snapshot. `np.asarray(view)` is the same memory as an array of
    rows and columns. Comparing and hashing use the present values.

    `repr(view)` is a call of `read` that returns an equal position. It is a description only if a
    clue has no mark in texts, or if the board is a graph of more than 100 cells.

    >>> view = View.from_array([[1, 1, 1], [-1, -1, -1]], mines=1)
    >>> view
    read('3x2x1/111/HHH')
    """

    board: Board
    mines: int
    cells: memoryview
    initial: tuple[int, ...] = ()
    start: str = "given"
    """How the game begins: `given`, or `safe` or `open` with the first cell."""

    def __post_init__(self) -> None:
        require(self.board, Board, "a board, such as Board(rows=9, cols=9)")
        try:
            window = memoryview(self.cells)
        except TypeError:
            expected = "memory with a signed byte for each cell (View.from_array takes rows)"
            raise TypeError(f"expected {expected}, not {shown(self.cells)}") from None
        if window.itemsize != 1:
            raise TypeError(f"expected a signed byte for each cell, not {window.itemsize} bytes")
        if window.format != "b" or window.ndim != 1:
            window = window.cast("B").cast("b")
        if len(window) != self.board.cells:
            size, cells = self.board.size, self.board.cells
            raise BadInput(f"{len(window)} cells where the {size} board has {cells}")
        strange = bytes(window).translate(None, _values(self.board.largest_clue))
        if strange:
            cell = bytes(window).index(strange[:1])
            raise BadInput(_not_a_value(self.board, cell, window[cell]))
        mines = whole_number(self.mines, "mines")
        if not 0 <= mines <= self.board.cells:
            problem = f"{mines} mines do not fit on the {self.board.cells} cells of the board"
            raise BadInput(problem, field="mines")
        object.__setattr__(self, "mines", mines)
        object.__setattr__(self, "cells", window.toreadonly())

    @classmethod
    def from_array(
        cls, rows: Sequence[Sequence[SupportsIndex]], mines: int, shape: Shape = "grid"
    ) -> "View":
        """Return a position, given rows of numbers as lists or an array.

        An open cell has its clue, a hidden cell -1 (`HIDDEN`), a flagged cell -2 (`FLAG`). Floats
        are refused, whole ones too: `array.astype(int)` converts an array of them.
        """
        values = _whole_numbers(rows)
        mines = whole_number(mines, "mines")
        if not values or any(len(row) != len(values[0]) for row in values):
            raise BadInput("expected at least one row, and rows of equal length")
        board = Board(len(values), len(values[0]), shape)
        flat = [value for row in values for value in row]
        for cell, value in enumerate(flat):
            if not FLAG <= value <= board.largest_clue:
                raise BadInput(_not_a_value(board, cell, value))
        return view_of(board, mines, flat)

    @property
    def __array_interface__(self) -> dict[str, object]:
        shape = (self.board.rows, self.board.cols)
        return {"shape": shape, "typestr": "|i1", "data": self.cells, "version": 3}

    @property
    def hidden(self) -> list[int]:
        """The cells that are not open, flagged ones included: a flag is a claim, not a fact."""
        return [cell for cell, value in enumerate(self.cells.tolist()) if value < 0]

    @property
    def unmarked(self) -> list[int]:
        """The cells that are neither open nor flagged."""
        return [cell for cell, value in enumerate(self.cells.tolist()) if value == HIDDEN]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, View):
            return NotImplemented
        same = self.board == other.board and self.mines == other.mines
        return same and self.cells == other.cells

    def __hash__(self) -> int:
        return hash((self.board, self.mines, bytes(self.cells)))

    def __repr__(self) -> str:
        from mineproof.game.formats.mine import write

        kind = self.board.shape
        described = f"<View {self.board.size}, {self.mines} mines, shape={self.board.shape_name}>"
        if isinstance(kind, Graph) and kind.cells > MOST_LISTED:
            return described
        shape = "" if kind == "grid" else f", shape={kind!r}"
        try:
            text = write(self).strip().replace("\n", "/")
        except BadInput:  # a clue that has no mark
            return described
        return f"read({text!r}{shape})"

    def copy(self) -> "View":
        """Return a snapshot that later moves do not change."""
        return View(self.board, self.mines, memoryview(bytes(self.cells)), self.initial, self.start)

    def __copy__(self) -> "View":
        return self.copy()

    def __deepcopy__(self, memo: dict[int, object]) -> "View":
        return replace(self, cells=memoryview(deepcopy(self._memory(), memo)))

    def __reduce__(self) -> tuple[object, ...]:
        return _unpickled, (self.board, self.mines, self._memory(), self.initial, self.start)

    def _memory(self) -> "array[int] | bytes":
        """Return the values as an object that can be copied and pickled.

        It is the memory of the game if the view is live. `deepcopy` and `pickle` copy an object
        once, so the copy of a view follows the copy of its game.
        """
        memory, cells = self.cells.obj, self.cells
        if not isinstance(memory, array) or memory.itemsize != 1:
            return bytes(cells)
        shows_all = cells.c_contiguous and len(cells) == len(memory)
        return memory if shows_all else bytes(cells)

    def __str__(self) -> str:
        return draw(self.board, self.cells)

    def _repr_html_(self) -> str:
        return table(self.board, self.cells.tolist())


def _unpickled(
    board: Board, mines: int, cells: "array[int] | bytes", initial: tuple[int, ...], start: str
) -> View:
    return View(board, mines, memoryview(cells), initial, start)


class _Recorded(NamedTuple):
    """One move of a game."""

    do: Literal["open", "flag", "unflag", "chord"]
    cell: int
    flooded: bool
    """Whether zeros opened their neighbours."""
    opened: tuple[int, ...]
    """The cells that the move opened."""

    def __deepcopy__(self, memo: dict[int, object]) -> "_Recorded":
        return self  # nothing in it changes


class Game:
    """One game. Opening a mine ends it; a flag is never checked.

    `view` is what the player sees, and `deal` the board with its mines. `opened` and `flagged`
    count the cells that are open and flagged; `exploded` is the index of the opened mine, or None.
    `outcome` is "won", "lost" or "unfinished". The game is `won` when every safe cell is open,
    `over` when it is won or lost, and `finished` when no cell is left to mark: players go on after
    a win to flag the mines that are left.

    A cell may be given as "r2c1", as (2, 1), or as an index.

    >>> from mineproof import Game, deal
    >>> game = Game(deal("easy", start="open:r3c3", seed=1))
    >>> game.flood("r3c3")
    >>> print(str(game.view)[:35])
    . . . . . 1 # # #
    . . . . . 1 # # #
    >>> game.outcome
    'unfinished'
    """

    def __init__(self, deal: Deal) -> None:
        require(deal, Deal, "a Deal, such as deal('easy')")
        self.deal = deal
        self._cells = deal.board.cells
        self._clues = deal.board.clues(deal.layout)
        self._seen = array("b", [HIDDEN]) * deal.board.cells
        self._moves: list[_Recorded] = []
        self.view = View(deal.board, deal.mines, memoryview(self._seen), deal.initial, deal.start)
        self.opened = 0
        self.flagged = 0
        self.exploded: int | None = None

    def copy(self) -> Self:
        """Return an independent copy of the game. Attributes that were added to it are shared."""
        other = object.__new__(type(self))
        vars(other).update(vars(self))
        other._moves = [*self._moves]
        other._seen = self._seen[:]
        other.view = replace(self.view, cells=memoryview(other._seen))
        return other

    def __copy__(self) -> Self:
        return self.copy()

    def __repr__(self) -> str:
        return f"<Game {self.deal.board.size}, {self.deal.mines} mines, {self.outcome}>"

    def __str__(self) -> str:
        return str(self.view)

    def _repr_html_(self) -> str:
        return self.view._repr_html_()

    @property
    def unmarked(self) -> int:
        """The number of cells that are neither open nor flagged."""
        return self._cells - self.opened - self.flagged

    @property
    def won(self) -> bool:
        """Whether every safe cell is open."""
        return self.exploded is None and self.opened == self._cells - self.view.mines

    @property
    def over(self) -> bool:
        """Whether the game is won or lost."""
        return self.exploded is not None or self.won

    @property
    def finished(self) -> bool:
        """Whether a mine was opened, or every cell is open or flagged: then no move is left."""
        return self.exploded is not None or not self.unmarked

    @property
    def outcome(self) -> Literal["won", "lost", "unfinished"]:
        """The outcome so far: "won", "lost" or "unfinished"."""
        if self.exploded is not None:
            return "lost"
        return "won" if self.won else "unfinished"

    @property
    def wrong(self) -> int:
        """The number of wrong marks: flags on safe cells, and an opened mine."""
        marked = zip(self._seen, self.deal.layout, strict=True)
        flags = sum(value == FLAG and not mine for value, mine in marked)
        return flags + (self.exploded is not None)

    @property
    def replay(self) -> "Replay":
        """Return the moves so far as a replay, for `review`, or to write to a file.

        If every move opened the neighbours of zeros, as people play, the replay does so too.
        Otherwise each opened cell is a separate move.
        """
        from mineproof.game.replay import Action, Replay

        rest = self._moves_after_the_given_cells()
        if rest is not None:
            return Replay(self.deal, [Action(move.do, move.cell) for move in rest])
        moves: list[Action] = []
        for move in self._moves:
            if move.do in ("open", "chord"):
                moves += [Action("open", cell) for cell in move.opened]
            else:
                moves.append(Action(move.do, move.cell))
        return Replay(self.deal, moves, flood=False)

    def _moves_after_the_given_cells(self) -> "list[_Recorded] | None":
        """Return the moves after the given cells, or None if a flooding replay cannot express them.

        That is the case if the game did not begin with all given cells, or opened a zero without
        its neighbours.
        """
        if any(move.do in ("open", "chord") and not move.flooded for move in self._moves):
            return None
        left, rest = set(self.deal.initial), []
        for move in self._moves:
            given = move.do == "open" and move.cell in self.deal.initial
            if left and not given:
                return None
            left.difference_update(move.opened)
            if not given:
                rest.append(move)
        return None if left else rest

    def open(self, cell: Cell) -> int | None:
        """Open one cell. Return its clue, or None if it is a mine and the game is lost."""
        at = cell if type(cell) is int else self._index(cell)
        clue = self._open(at)
        self._moves.append(_Recorded("open", at, False, (at,)))
        return clue

    def flood(self, cell: Cell) -> None:
        """Open a cell as people do: a zero opens its neighbours too."""
        at = self._index(cell)
        self._moves.append(_Recorded("open", at, True, self._flood(at)))

    def chord(self, cell: Cell, *, flood: bool = True) -> None:
        """Open all neighbours of an open cell that are neither open nor flagged.

        Nothing happens unless the number of flags around the cell equals its clue, as in usual
        Minesweeper programs.
        """
        at = self._index(cell)
        opened: list[int] = []
        for there in self.chorded(at):
            if self._seen[there] == HIDDEN and self.exploded is None:
                if flood:
                    opened += self._flood(there)
                else:
                    self._open(there)
                    opened.append(there)
        self._moves.append(_Recorded("chord", at, flood, tuple(opened)))

    def chorded(self, cell: Cell) -> list[int]:
        """Return the cells that a chord would open."""
        at = self._index(cell)
        around = self.deal.board.neighbours[at]
        flags = sum(self._seen[there] == FLAG for there in around)
        if self._seen[at] < 0 or flags != self._seen[at]:
            return []
        return [there for there in around if self._seen[there] == HIDDEN]

    def flag(self, cell: Cell) -> None:
        """Put a flag on a cell. Nothing checks whether it is a mine."""
        at = cell if type(cell) is int else self._index(cell)
        if self._still_closed(at) == HIDDEN:
            self._mark(at)
            self._moves.append(_Recorded("flag", at, False, ()))

    def unflag(self, cell: Cell) -> None:
        """Remove a flag; nothing happens if there is none."""
        at = self._index(cell)
        if self._seen[at] == FLAG:
            self._seen[at] = HIDDEN
            self.flagged -= 1
            self._moves.append(_Recorded("unflag", at, False, ()))

    def _index(self, cell: Cell) -> int:
        return self.deal.board.index(cell)

    def _open(self, cell: int) -> int | None:
        if self._still_closed(cell) == FLAG:
            self.flagged -= 1
        if self.deal.layout[cell]:
            self.exploded = cell
            self._mark(cell)
            return None
        self._seen[cell] = clue = self._clues[cell]
        self.opened += 1
        return clue

    def _flood(self, cell: int) -> tuple[int, ...]:
        if self.deal.layout[cell]:
            self._open(cell)
            return (cell,)
        reached = self.deal.board.flood(cell, self._clues)
        opened = tuple([there for there in reached if self._seen[there] < 0])
        for there in opened:
            self._open(there)
        return opened

    def _mark(self, cell: int) -> None:
        self._seen[cell] = FLAG
        self.flagged += 1

    def _still_closed(self, cell: int) -> int:
        """Return the present value of a cell.

        Raise `BadInput` if it cannot be opened or flagged.
        """
        if self.exploded is not None:
            raise BadInput("the game is over: a mine was opened")
        if not 0 <= cell < self._cells:
            raise BadInput(f"cell {cell} lies outside the {self.deal.board.size} board")
        seen = self._seen[cell]
        if seen >= 0:
            raise BadInput(f"{self.deal.board.name(cell)} is already open")
        return seen


def require_view(view: View) -> None:
    """Raise `TypeError` for an argument that is not a position."""
    require(view, View, "a position, such as read('3x2x1/111/HHH') or game.view")


def _whole_numbers(rows: Iterable[Iterable[SupportsIndex]]) -> list[list[int]]:
    """Return rows of numbers as lists; raise `TypeError` for anything but whole numbers."""
    expected = "rows of whole numbers"
    require(rows, Iterable, expected)
    values: list[list[int]] = []
    for row in rows:
        require(row, Iterable, expected)
        values.append([])
        for value in row:
            try:
                values[-1].append(index(value))
            except TypeError:
                place = f"row {len(values)}, column {len(values[-1]) + 1}"
                raise TypeError(f"expected {expected}, not {value!r:.60} in {place}") from None
    return values


@cache
def _values(largest_clue: int) -> bytes:
    """Return the values of a cell, as bytes."""
    return bytes([*range(largest_clue + 1), HIDDEN & 255, FLAG & 255])


def _not_a_value(board: Board, cell: int, value: int) -> str:
    return f"{board.place(cell)}: {value} is not one of -2, -1, 0 to {board.largest_clue}"


def view_of(board: Board, mines: int, cells: Iterable[int]) -> View:
    """Return a view of given values, without a game."""
    return View(board, mines, memoryview(array("b", cells)))
