"""Where cells lie and which touch: shapes, neighbours, clues, flooding.

A board here is bare geometry. It knows no mines and no player: a layout is handed in where one is
needed. Nothing here needs numpy; `np.frombuffer(layout, bool)` wraps a layout without a copy.
"""

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import compress
from operator import index
from typing import Generic, Literal, TypeVar, overload

from mineproof.errors import BadInput

Shape = Literal["grid", "torus", "hex"]
SHAPES: tuple[Shape, ...] = ("grid", "torus", "hex")
Cell = str | int | tuple[int, int]
"""A cell as a caller may write it: "r2c1", (2, 1) for row and column from 1, or its index."""
Layout = bytes
"""The secret: one byte a cell, row-major, 1 where a mine lies and 0 elsewhere."""

MOST_CELLS = 1 << 24  # 4096x4096

_SMALL_BOARD = 1 << 17  # cells
_T = TypeVar("_T")

_EIGHT = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))
_HEX_EVEN = ((-1, -1), (-1, 0), (0, -1), (0, 1), (1, -1), (1, 0))
_HEX_ODD = ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, 0), (1, 1))


def mined_cells(layout: Layout) -> list[int]:
    """The cells that hold a mine, in ascending order.

    >>> mined_cells(bytes([0, 1, 1]))
    [1, 2]
    """
    return list(compress(range(len(layout)), layout))


class TableCache(Generic[_T]):
    """Remember the tables of the last few boards, bounded by the number of their cells.

    Thousands of games are played on the same few boards, so tables are kept. Eight tables of small
    boards (together 2^20 cells) are kept, but only one of a larger board, because there a table is
    most of the memory.

    >>> squares = TableCache(lambda side: [0] * side * side)
    >>> squares(9, 3) is squares(9, 3)
    True
    """

    def __init__(self, build: Callable[..., _T]) -> None:
        self._small = lru_cache(maxsize=8)(build)
        self._large = lru_cache(maxsize=1)(build)

    def __call__(self, cells: int, *args: Hashable) -> _T:
        """The table of a board with so many cells; the arguments after it are those of `build`."""
        return (self._small if cells <= _SMALL_BOARD else self._large)(*args)

    def clear(self) -> None:
        """Forget every table."""
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
                raise ValueError("layouts are cut in steps of 1 only")
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
        if self.shape not in SHAPES:
            raise BadInput(f"unknown shape {self.shape!r}: one of {', '.join(SHAPES)}")
        if self.rows < 1 or self.cols < 1:
            raise BadInput(f"a board of {self.size} has no cells: width and height start at 1")
        if self.cells > MOST_CELLS:
            raise BadInput(f"a board of {self.size} has more than {MOST_CELLS} cells")

    @classmethod
    def within(cls, rows: int, cols: int, shape: Shape, most_cells: int | None) -> "Board":
        """The board of a text's first line; raise `BadInput` if it has more than `most_cells`.

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
        return self.rows * self.cols

    @property
    def size(self) -> str:
        """Width and height, as players say it: `30x16`."""
        return f"{self.cols}x{self.rows}"

    @property
    def neighbours(self) -> list[tuple[int, ...]]:
        """The neighbours of each cell, in ascending order; treat it as read-only."""
        return _neighbours(self.rows * self.cols, self.rows, self.cols, self.shape)

    @property
    def directions(self) -> int:
        """The most neighbours that a cell can have."""
        return 6 if self.shape == "hex" else 8

    def neighbours_of(self, cell: int) -> tuple[int, ...]:
        """The neighbours of one cell, without the list of all, which is large on a large board."""
        return _neighbours_of(self.rows, self.cols, self.shape, *divmod(cell, self.cols))

    def clues(self, layout: Layout) -> bytes:
        """The number of mined neighbours of every cell, mined or not: one byte a cell."""
        if self.shape == "torus" and (self.rows < 3 or self.cols < 3):
            return self._clues_by_mine(layout)
        return _clues_by_row(self.rows, self.cols, self.shape, layout)

    def _clues_by_mine(self, layout: Layout) -> bytes:
        counts = bytearray(self.cells)
        for mine in mined_cells(layout):
            for there in self.neighbours[mine]:
                counts[there] += 1
        return bytes(counts)

    def layout(self, mines: Iterable[int]) -> Layout:
        """The layout with these mines."""
        layout = bytearray(self.cells)
        for mine in mines:
            layout[mine] = 1
        return bytes(layout)

    def flood(self, cell: int, clues: Sequence[int]) -> Iterator[int]:
        """`cell`, and while cells are zeros all their neighbours, nearest first."""
        queue, seen, neighbours = [cell], {cell}, self.neighbours
        for here in queue:
            yield here
            if clues[here] == 0:
                fresh = [there for there in neighbours[here] if there not in seen]
                seen.update(fresh)
                queue += fresh

    def name(self, cell: int) -> str:
        """What people call a cell.

        >>> Board(rows=2, cols=3).name(3)
        'r2c1'
        """
        return f"r{cell // self.cols + 1}c{cell % self.cols + 1}"

    def index(self, cell: Cell, *, field: str | None = None) -> int:
        """The index of a cell given by its name, by (row, column) from 1, or by its index; raise
        `BadInput` if there is no such cell. `field` is what an error calls the argument.

        >>> board = Board(rows=2, cols=3)
        >>> board.index("r2c1"), board.index((2, 1)), board.index(3)
        (3, 3, 3)
        """
        if isinstance(cell, str):
            match = re.fullmatch(r"r([0-9]{1,9})c([0-9]{1,9})", cell.strip().lower())
            if not match:
                problem = f"{cell!r} is not a cell: write r2c1 for row 2, column 1"
                raise BadInput(problem, field=field)
            row, col = int(match[1]), int(match[2])
        elif isinstance(cell, tuple) and len(cell) == 2:
            row, col = index(cell[0]), index(cell[1])
        else:
            try:
                at = index(cell)
            except TypeError:
                problem = f"a cell is 'r2c1', (2, 1) or an index, not {cell!r}"
                raise TypeError(problem) from None
            if not 0 <= at < self.cells:
                problem = f"cell {at} lies outside the {self.size} board"
                raise BadInput(problem, field=field)
            return at
        if not (1 <= row <= self.rows and 1 <= col <= self.cols):
            raise BadInput(f"{cell!r} lies outside the {self.size} board", field=field)
        return (row - 1) * self.cols + col - 1

    def names(self, cells: Iterable[int]) -> list[str]:
        every = _names(self.rows * self.cols, self.rows, self.cols)
        return [every[cell] for cell in cells]

    def place(self, cell: int) -> str:
        """A cell as an error names it.

        >>> Board(rows=2, cols=3).place(3)
        'row 2, column 1'
        """
        return f"row {cell // self.cols + 1}, column {cell % self.cols + 1}"


def parse_size(text: str) -> tuple[int, int]:
    """WIDTHxHEIGHT as (rows, cols).

    >>> parse_size("30x16")
    (16, 30)
    """
    match = re.fullmatch(r"(-?[0-9]{1,9})x(-?[0-9]{1,9})", text.strip().lower())
    if not match:
        raise BadInput(f"{text!r} is not a size: write WIDTHxHEIGHT, such as 30x16")
    return int(match[2]), int(match[1])


def _neighbours_of(rows: int, cols: int, shape: Shape, row: int, col: int) -> tuple[int, ...]:
    """The definition of each shape. A narrow torus meets a neighbour by several ways round."""
    steps = _EIGHT if shape != "hex" else _HEX_ODD if row % 2 else _HEX_EVEN
    found = set()
    for down, right in steps:
        to_row, to_col = row + down, col + right
        if shape == "torus":
            to_row, to_col = to_row % rows, to_col % cols
        if 0 <= to_row < rows and 0 <= to_col < cols:
            found.add(to_row * cols + to_col)
    return tuple(sorted(found - {row * cols + col}))


@TableCache
def _neighbours(rows: int, cols: int, shape: Shape) -> list[tuple[int, ...]]:
    found: list[tuple[int, ...]] = []
    for row in range(rows):
        # All cells of a row but its ends have the same offsets to their neighbours.
        inner = range(row * cols + 1, row * cols + cols - 1)
        found.append(_neighbours_of(rows, cols, shape, row, 0))
        if inner:
            offsets = [n - inner[0] for n in _neighbours_of(rows, cols, shape, row, 1)]
            # Without offsets (one row, one column) zip would end at once; inner cells have some.
            found += zip(*(range(inner[0] + o, inner[-1] + o + 1) for o in offsets), strict=True)
        if cols > 1:
            found.append(_neighbours_of(rows, cols, shape, row, cols - 1))
    return found


@TableCache
def _names(rows: int, cols: int) -> list[str]:
    return [f"r{row}c{col}" for row in range(1, rows + 1) for col in range(1, cols + 1)]


def _clues_by_row(rows: int, cols: int, shape: Shape, layout: Layout) -> bytes:
    """Clues of a whole board by adding the board, shifted, to itself.

    The board gets a border one cell wide (empty, or what a torus has there) and is read as one
    number with a byte a cell. No byte exceeds 9, so nothing is carried over.
    """
    wrap, width = shape == "torus", cols + 2
    lines = [layout[low : low + cols] for low in range(0, rows * cols, cols)]
    lines = [lines[-1], *lines, lines[0]] if wrap else [bytes(cols), *lines, bytes(cols)]
    ends = [(line[-1:], line[:1]) if wrap else (b"\0", b"\0") for line in lines]
    padded = b"".join(left + line + right for line, (left, right) in zip(lines, ends, strict=True))
    board, up = int.from_bytes(padded, "little"), 8 * width
    left, right = board << 8, board >> 8  # each cell's left neighbour in its place, its right one

    def around(own: int, others: int) -> list[bytes]:
        """Rows of `own`, with `others` of the rows above and below added."""
        added = own + (others << up) + (others >> up)
        raw = added.to_bytes(len(padded) + width + 2, "little")
        return [raw[at + 1 : at + 1 + cols] for at in range(width, width * (rows + 1), width)]

    if shape != "hex":
        return b"".join(around(left + right, left + board + right))
    even, odd = around(left + right, left + board), around(left + right, board + right)
    return b"".join(odd[row] if row % 2 else even[row] for row in range(rows))
