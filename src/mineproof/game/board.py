"""The geometry of boards: shapes, neighbours, clues, flooding.

A board has no mines and no player: functions that need a layout take it as an argument. Nothing
here needs numpy; `np.frombuffer(layout, bool)` wraps a layout without a copy.
"""

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from itertools import compress
from operator import index
from typing import Any, Generic, Literal, TypeVar, overload

from mineproof.base.arguments import known_name, require, shown, whole_number
from mineproof.base.errors import BadInput
from mineproof.game._clue_counts import clues_by_mine, clues_by_row
from mineproof.game.graph import Graph

ShapeName = Literal["grid", "torus", "hex", "knight", "orthogonal", "triangle"]
SHAPES: tuple[ShapeName, ...] = ("grid", "torus", "hex", "knight", "orthogonal", "triangle")
Shape = ShapeName | Graph
"""The kind of neighbourhood: the name of a shape, or a graph that lists all neighbours."""
ShapeInJson = ShapeName | Literal["graph"]
Cell = str | int | tuple[int, int]
"""A cell as a caller may give it: "r2c1", (2, 1) for row and column from 1, or its index."""
Layout = bytes
"""Where the mines are: one byte a cell, row-major, 1 for a mine and 0 for none."""

MOST_CELLS = 1 << 24  # 4096x4096

_SMALL_BOARD = 1 << 17  # cells
_LAYOUT = "layout: 1 for a mine, 0 for none, and nothing else"
_T = TypeVar("_T")

_EIGHT = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))
_HEX_EVEN = ((-1, -1), (-1, 0), (0, -1), (0, 1), (1, -1), (1, 0))
_HEX_ODD = ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, 0), (1, 1))
_FOUR = ((-1, 0), (0, -1), (0, 1), (1, 0))
_KNIGHT = ((-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1))
# A triangle touches twelve others: four beside it, five at its base, three at its apex.
_UPWARD = (
    *((0, -2), (0, -1), (0, 1), (0, 2)),
    *((1, -2), (1, -1), (1, 0), (1, 1), (1, 2)),
    *((-1, -1), (-1, 0), (-1, 1)),
)
_DOWNWARD = tuple([(-down, right) for down, right in _UPWARD])
_DIRECTIONS = {"hex": 6, "orthogonal": 4, "triangle": 12}
# In these shapes the inner cells of a row have equal offsets, and no neighbour is two columns away.
_BY_ROWS = ("grid", "torus", "hex")


def mined_cells(layout: Layout) -> list[int]:
    """The cells that hold a mine, in ascending order.

    >>> mined_cells(bytes([0, 1, 1]))
    [1, 2]
    """
    layout = layout_bytes(layout)
    return list(compress(range(len(layout)), layout))


def layout_bytes(layout: Iterable[int]) -> Layout:
    """Return a layout as bytes, given a list or an array too.

    Raise `BadInput` if it has anything but 1 and 0.

    >>> layout_bytes([True, 0])
    b'\\x01\\x00'
    """
    require(layout, Iterable, "a layout, with 1 or 0 for each cell")
    try:
        found = bytes(layout if isinstance(layout, bytes | bytearray) else _flat(layout))
    except (TypeError, ValueError):
        raise BadInput(_LAYOUT) from None
    if found.translate(None, b"\0\1"):
        raise BadInput(_LAYOUT)
    return found


def as_layout(board: "Board", layout: Iterable[int]) -> Layout:
    """Return a layout as bytes, given a list or an array of booleans too.

    Raise `BadInput` if it does not fit the board.
    """
    require(board, Board, "a board, such as Board(rows=9, cols=9)")
    found = layout_bytes(layout)
    if len(found) != board.cells:
        raise BadInput(f"layout: {len(found)} cells, the board has {board.cells}")
    return found


def _flat(layout: Any) -> Iterator[int]:
    """Yield the values of a list or an array as Python numbers, one row after another."""
    for value in layout.tolist() if hasattr(layout, "tolist") else layout:
        if isinstance(value, list):
            yield from value
        else:
            yield value


class TableCache(Generic[_T]):
    """A cache of tables for the last few boards, bounded by the number of their cells.

    Thousands of games are played on the same few boards. The cache keeps eight tables of small
    boards (together 2^20 cells), but only one of a larger board, because that table takes most of
    the memory.

    >>> squares = TableCache(lambda side: [0] * side * side)
    >>> squares(9, 3) is squares(9, 3)
    True
    """

    def __init__(self, build: Callable[..., _T]) -> None:
        self._small = lru_cache(maxsize=8)(build)
        self._large = lru_cache(maxsize=1)(build)

    def __call__(self, cells: int, *args: Hashable) -> _T:
        """Return the table of a board with `cells` cells; `args` are passed to `build`."""
        return (self._small if cells <= _SMALL_BOARD else self._large)(*args)

    def clear(self) -> None:
        """Empty the cache."""
        self._small.cache_clear()
        self._large.cache_clear()


class Layouts(Sequence[Layout]):
    """Layouts of boards of one size, one after another in one buffer.

    `np.frombuffer(layouts.flat, bool).reshape(-1, layouts.cells)` wraps them without a copy.

    >>> list(Layouts(bytes([0, 1, 1, 0]), cells=2)[1])
    [1, 0]
    """

    def __init__(self, flat: bytes | bytearray | memoryview, cells: int) -> None:
        self.flat = memoryview(flat)
        self.cells = cells

    def __len__(self) -> int:
        return len(self.flat) // self.cells

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Layouts):
            return NotImplemented
        return self.cells == other.cells and self.flat == other.flat

    __hash__ = None  # type: ignore[assignment]  # the buffer may be one that changes

    def __reduce__(self) -> tuple[type["Layouts"], tuple[bytes, int]]:
        return Layouts, (bytes(self.flat), self.cells)

    @overload
    def __getitem__(self, which: int) -> Layout: ...

    @overload
    def __getitem__(self, which: slice) -> "Layouts": ...

    def __getitem__(self, which: "int | slice") -> "Layout | Layouts":
        if isinstance(which, slice):
            low, high, step = which.indices(len(self))
            if step != 1:
                raise ValueError("a slice of layouts has a step of 1 only")
            return Layouts(self.flat[low * self.cells : max(low, high) * self.cells], self.cells)
        at = range(len(self))[which] * self.cells
        return bytes(self.flat[at : at + self.cells])


@dataclass(frozen=True)
class Board:
    """Cells and their neighbours. Cells are flat row-major indices; people read `r2c1`.

    >>> Board(rows=2, cols=3).neighbours[0]
    (1, 3, 4)
    """

    rows: int
    cols: int
    shape: Shape = "grid"

    def __post_init__(self) -> None:
        for name in ("rows", "cols"):
            if type(getattr(self, name)) is not int:
                object.__setattr__(self, name, whole_number(getattr(self, name), name))
        if isinstance(self.shape, Graph):
            if (self.rows, self.cols) != (self.shape.rows, self.shape.width):
                raise BadInput(f"the graph has a size of {self.shape.size}, not of {self.size}")
        elif type(self.shape) is not str or self.shape not in SHAPES:
            object.__setattr__(self, "shape", known_name(self.shape, SHAPES, "shape"))
        if self.rows < 1 or self.cols < 1:
            raise BadInput(f"a board of {self.size} has no cells: width and height start at 1")
        if self.cells > MOST_CELLS:
            raise BadInput(f"a board of {self.size} has more than {MOST_CELLS} cells")

    @classmethod
    def from_neighbours(
        cls,
        table: Iterable[Iterable[int]],
        points: Iterable[Sequence[float]] | None = None,
        width: int | None = None,
    ) -> "Board":
        """Return the board of a graph, given the neighbours of each cell by index.

        `points` are the places of the cells in a drawing. `width` is the number of cells in a row
        of text; by default all cells are in one row.

        >>> board = Board.from_neighbours([[1, 2], [0, 2], [0, 1, 3], [2]])
        >>> board.size, board.names(board.neighbours[2])
        ('4x1', ['r1c1', 'r1c2', 'r1c4'])
        """
        graph = Graph(table, points, width)
        return cls(graph.rows, graph.width, graph)

    @classmethod
    def within(cls, rows: int, cols: int, shape: Shape, most_cells: int | None) -> "Board":
        """Return the board of this size; raise `BadInput` if it has more than `most_cells`.

        Readers call it as soon as they know width and height, before they build anything that
        grows with the board.
        """
        board = cls(rows, cols, shape)
        if most_cells is not None and board.cells > most_cells:
            raise BadInput(
                f"a board of {board.size} has {board.cells} cells: at most {most_cells} are allowed"
            )
        return board

    @property
    def cells(self) -> int:
        """The number of cells."""
        return self.rows * self.cols

    @property
    def size(self) -> str:
        """Width and height as text: `30x16`."""
        return f"{self.cols}x{self.rows}"

    @property
    def shape_name(self) -> ShapeInJson:
        """The name of the shape; `graph` if the board is a graph."""
        return "graph" if isinstance(self.shape, Graph) else self.shape

    @property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """The neighbours of each cell, in ascending order."""
        if isinstance(self.shape, Graph):
            return self.shape.neighbours
        return _neighbours(self.rows * self.cols, self.rows, self.cols, self.shape)

    @property
    def directions(self) -> int:
        """The most neighbours that a cell can have."""
        if isinstance(self.shape, Graph):
            return self.shape.degree
        return _DIRECTIONS.get(self.shape, 8)

    @property
    def largest_clue(self) -> int:
        """The largest clue that a text may show: 8, or more if a cell has more neighbours."""
        return max(8, self.directions)

    def neighbours_of(self, cell: Cell) -> tuple[int, ...]:
        """Return the neighbours of one cell without building the table of all cells."""
        cell = self._at(cell)
        if isinstance(self.shape, Graph):
            return self.shape.neighbours[cell]
        return _neighbours_of(self.rows, self.cols, self.shape, *divmod(cell, self.cols))

    def clues(self, layout: Iterable[int]) -> bytes:
        """The number of mined neighbours of every cell, mined or not: one byte a cell.

        Raise `BadInput` if the layout does not fit the board.
        """
        checked = as_layout(self, layout)
        narrow = self.shape == "torus" and (self.rows < 3 or self.cols < 3)
        if isinstance(self.shape, Graph) or self.shape not in _BY_ROWS or narrow:
            return clues_by_mine(self.neighbours, checked)
        return clues_by_row(self.rows, self.cols, self.shape, checked)

    def layout(self, mines: Iterable[Cell]) -> Layout:
        """The layout with these mines."""
        require(mines, Iterable, "the cells with a mine, such as ['r2c1', 'r2c3']")
        cells = self.cells
        layout = bytearray(cells)
        for mine in mines:
            layout[mine if type(mine) is int and 0 <= mine < cells else self.index(mine)] = 1
        return bytes(layout)

    def flood(self, cell: Cell, clues: Sequence[int]) -> Iterator[int]:
        """Yield the cells that one click opens, nearest first: zeros open their neighbours too."""
        cell = self._at(cell)
        queue, seen = [cell], {cell}
        # A click opens a small part of a large board: do not build the table of all its cells.
        around = self.neighbours_of if self.cells > _SMALL_BOARD else self.neighbours.__getitem__
        for here in queue:
            yield here
            if clues[here] == 0:
                fresh = [there for there in around(here) if there not in seen]
                seen.update(fresh)
                queue += fresh

    def name(self, cell: Cell) -> str:
        """Return the name of a cell, such as `r2c1`; raise `BadInput` if there is no such cell.

        >>> Board(rows=2, cols=3).name(3)
        'r2c1'
        """
        cols = self.cols
        if type(cell) is not int or not 0 <= cell < self.rows * cols:
            cell = self.index(cell)
        return f"r{cell // cols + 1}c{cell % cols + 1}"

    def _at(self, cell: Cell) -> int:
        """Return the index of a cell: `index`, but quick for an index."""
        if type(cell) is int and 0 <= cell < self.rows * self.cols:
            return cell
        return self.index(cell)

    def index(self, cell: Cell, *, field: str | None = None) -> int:
        """Return the index of a cell given by its name, by (row, column) from 1, or by its index.

        Raise `BadInput` if there is no such cell. `field` is the name of the argument in the error.

        >>> board = Board(rows=2, cols=3)
        >>> board.index("r2c1"), board.index((2, 1)), board.index(3)
        (3, 3, 3)
        """
        if isinstance(cell, str):
            match = re.fullmatch(r"r([0-9]{1,9})c([0-9]{1,9})", cell.strip().lower())
            if not match:
                problem = f"{shown(cell)} is not a cell: write r2c1 for row 2, column 1"
                raise BadInput(problem, field=field)
            row, col = int(match[1]), int(match[2])
        elif isinstance(cell, tuple) and len(cell) == 2:
            row, col = _whole(cell[0], cell), _whole(cell[1], cell)
        else:
            at = _whole(cell, cell)
            if not 0 <= at < self.cells:
                problem = f"cell {at} lies outside the {self.size} board"
                raise BadInput(problem, field=field)
            return at
        if not (1 <= row <= self.rows and 1 <= col <= self.cols):
            raise BadInput(f"{shown(cell)} lies outside the {self.size} board", field=field)
        return (row - 1) * self.cols + col - 1

    @property
    def all_names(self) -> list[str]:
        """The names of all cells; not to be changed."""
        return _names(self.rows * self.cols, self.rows, self.cols)

    def names(self, cells: Iterable[Cell]) -> list[str]:
        """The names of some cells, such as `r2c1`."""
        require(cells, Iterable, "some cells, such as [0, 'r2c1', (2, 3)]")
        wanted: list[Any] = list(cells)
        if {int}.issuperset(map(type, wanted)) and min(wanted, default=0) >= 0:
            with suppress(IndexError):  # a cell that is not there
                return list(map(self.all_names.__getitem__, wanted))
        return [self.name(cell) for cell in wanted]

    def place(self, cell: Cell) -> str:
        """Return the place of a cell as error messages give it.

        >>> Board(rows=2, cols=3).place(3)
        'row 2, column 1'
        """
        row, col = divmod(self.index(cell), self.cols)
        return f"row {row + 1}, column {col + 1}"


def _whole(number: object, cell: object) -> int:
    """Return a number that names a cell; raise `TypeError` with the whole cell if it is none."""
    if not isinstance(number, bool):
        with suppress(TypeError):
            return index(number)  # type: ignore[arg-type]
    raise TypeError(f"a cell is 'r2c1', (2, 1) or an index, not {shown(cell)}")


def parse_size(text: str) -> tuple[int, int]:
    """WIDTHxHEIGHT as (rows, cols).

    >>> parse_size("30x16")
    (16, 30)
    """
    require(text, str, "a size as text, WIDTHxHEIGHT, such as '30x16'")
    match = re.fullmatch(r"(-?[0-9]{1,9})x(-?[0-9]{1,9})", text.strip().lower())
    if not match:
        raise BadInput(f"{shown(text)} is not a size: write WIDTHxHEIGHT, such as 30x16")
    return int(match[2]), int(match[1])


def _steps(shape: ShapeName, row: int, col: int) -> tuple[tuple[int, int], ...]:
    """Return the offsets (rows down, columns right) to all neighbours: they define the shape."""
    if shape == "hex":
        return _HEX_ODD if row % 2 else _HEX_EVEN
    if shape == "triangle":
        return _DOWNWARD if (row + col) % 2 else _UPWARD
    return {"knight": _KNIGHT, "orthogonal": _FOUR}.get(shape, _EIGHT)


def _neighbours_of(rows: int, cols: int, shape: ShapeName, row: int, col: int) -> tuple[int, ...]:
    """The neighbours of one cell. On a narrow torus several offsets lead to the same neighbour."""
    steps = _steps(shape, row, col)
    found = set()
    for down, right in steps:
        to_row, to_col = row + down, col + right
        if shape == "torus":
            to_row, to_col = to_row % rows, to_col % cols
        if 0 <= to_row < rows and 0 <= to_col < cols:
            found.add(to_row * cols + to_col)
    return tuple(sorted(found - {row * cols + col}))


@TableCache
def _neighbours(rows: int, cols: int, shape: ShapeName) -> tuple[tuple[int, ...], ...]:
    if shape not in _BY_ROWS:
        every = (divmod(cell, cols) for cell in range(rows * cols))
        return tuple(_neighbours_of(rows, cols, shape, row, col) for row, col in every)
    found: list[tuple[int, ...]] = []
    for row in range(rows):
        # The inner cells of a row have equal offsets to their neighbours.
        inner = range(row * cols + 1, row * cols + cols - 1)
        found.append(_neighbours_of(rows, cols, shape, row, 0))
        if inner:
            offsets = [n - inner[0] for n in _neighbours_of(rows, cols, shape, row, 1)]
            # zip without arguments would yield nothing, but an inner cell has at least two
            # neighbours.
            found += zip(*(range(inner[0] + o, inner[-1] + o + 1) for o in offsets), strict=True)
        if cols > 1:
            found.append(_neighbours_of(rows, cols, shape, row, cols - 1))
    return tuple(found)


@TableCache
def _names(rows: int, cols: int) -> list[str]:
    return [f"r{row}c{col}" for row in range(1, rows + 1) for col in range(1, cols + 1)]
