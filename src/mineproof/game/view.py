"""`View`: what a player may see of a game, or a position that was read.

Size, number of mines, given cells, and the cells that are open or flagged. No path of references
leads from a view to the layout.
"""

from array import array
from collections.abc import Iterable, Sequence
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain, compress
from operator import index
from typing import Any, SupportsIndex, TypeVar

from mineproof.base.arguments import require, shown, whole_number
from mineproof.base.errors import BadInput
from mineproof.game.board import Board, Shape
from mineproof.game.graph import MOST_LISTED, Graph
from mineproof.game.picture import FLAG, HIDDEN, draw

T = TypeVar("T")
_IS_HIDDEN = bytes([*[0] * 128, *[1] * 128])
"""Whether a cell is hidden, by its value as an unsigned byte."""


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
        # A memory view of two dimensions can be read in no other way.
        given: Any = rows.tolist() if isinstance(rows, memoryview) else rows
        found = _matrix(given)
        if found is not None:
            height, width, cells = found
            return cls(Board(height, width, shape), mines, cells)
        values = _whole_numbers(given)
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
        return self.of_hidden(range(len(self.cells)))

    def of_hidden(self, values: Iterable[T]) -> list[T]:
        """Return the values of the hidden cells, given one for each cell of the board."""
        return list(compress(values, bytes(self.cells).translate(_IS_HIDDEN)))

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
        from mineproof.game.html import table

        return table(self.board, self.cells.tolist())


def view_of(board: Board, mines: int, cells: Iterable[int]) -> View:
    """Return a view of given values, without a game."""
    return View(board, mines, memoryview(array("b", cells)))


def require_view(view: View) -> None:
    """Raise `TypeError` for an argument that is not a position."""
    require(view, View, "a position, such as read('3x2x1/111/HHH') or game.view")


def _unpickled(
    board: Board, mines: int, cells: "array[int] | bytes", initial: tuple[int, ...], start: str
) -> View:
    return View(board, mines, memoryview(cells), initial, start)


def _matrix(rows: Any) -> tuple[int, int, memoryview] | None:
    """Return height, width and signed bytes of lists or of an array of whole numbers.

    Return None, soon, for anything else, and if a number does not fit a byte.
    """
    with suppress(AttributeError, OverflowError, TypeError, ValueError):
        if isinstance(rows, list | tuple):
            [width] = set(map(len, rows))
            return len(rows), width, memoryview(array("b", chain.from_iterable(rows)))
        if rows.dtype.kind in "iu" and rows.ndim == 2:
            narrow = rows.astype("b")
            if (narrow == rows).all():
                return *rows.shape, memoryview(narrow.tobytes()).cast("b")
    return None


def _whole_numbers(rows: Iterable[Iterable[SupportsIndex]]) -> list[list[int]]:
    """Return rows of numbers as lists; raise `TypeError` for anything but whole numbers."""
    expected = "rows of whole numbers"
    require(rows, Iterable, expected)
    dimensions = getattr(rows, "ndim", 2)
    if dimensions != 2:
        raise TypeError(f"expected two dimensions, {expected}, not an array of {dimensions}")
    values: list[list[int]] = []
    for row in rows:
        require(row, Iterable, expected)
        values.append([])
        for value in row:
            try:
                values[-1].append(index(value))
            except TypeError:
                place = f"row {len(values)}, column {len(values[-1]) + 1}"
                raise TypeError(f"expected {expected}, not {shown(value)} in {place}") from None
    return values


@cache
def _values(largest_clue: int) -> bytes:
    """Return the values of a cell, as bytes."""
    return bytes([*range(largest_clue + 1), HIDDEN & 255, FLAG & 255])


def _not_a_value(board: Board, cell: int, value: int) -> str:
    return f"{board.place(cell)}: {value} is not one of -2, -1, 0 to {board.largest_clue}"
