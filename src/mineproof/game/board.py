"""Where cells lie and which touch: shapes, neighbour tables, clues, flooding.

A board here is bare geometry. It knows no mines and no player: a layout (a bool array, one
entry a cell) is handed in where one is needed. Everything above works on the neighbour table
alone, so a new shape needs a new table and nothing else.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from mineproof.errors import BadInput

Shape = Literal["grid", "torus", "hex"]
SHAPES: tuple[Shape, ...] = ("grid", "torus", "hex")
Layout = NDArray[np.bool_]
"""The secret: one entry a cell, row-major, True where a mine lies."""

MOST_CELLS = 1 << 24  # 4096x4096: its neighbour table alone takes half a gigabyte

_EIGHT = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))
_HEX_EVEN = ((-1, -1), (-1, 0), (0, -1), (0, 1), (1, -1), (1, 0))
_HEX_ODD = ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, 0), (1, 1))


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

    @property
    def cells(self) -> int:
        return self.rows * self.cols

    @property
    def size(self) -> str:
        """Width and height, as players say it: `30x16`."""
        return f"{self.cols}x{self.rows}"

    @property
    def table(self) -> NDArray[np.int32]:
        """One row a cell, one column a direction; `cells` (one too many) where there is nothing."""
        return _table(self.rows, self.cols, self.shape)

    @property
    def neighbours(self) -> list[tuple[int, ...]]:
        """The neighbours of each cell, in ascending order; treat it as read-only."""
        return _neighbours(self.rows, self.cols, self.shape)

    def clues(self, layout: Layout) -> NDArray[np.int8]:
        """The number of mined neighbours of every cell, mined or not."""
        padded = np.append(layout, False)
        counts: NDArray[np.int8] = padded[self.table].sum(axis=1, dtype=np.int8)
        return counts

    def layout(self, mines: Iterable[int]) -> Layout:
        """The layout with these mines."""
        layout = np.zeros(self.cells, dtype=bool)
        layout[list(mines)] = True
        return layout

    def flood(self, cell: int, clues: NDArray[np.int8]) -> Iterator[int]:
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

    def cell(self, name: str, *, field: str | None = None) -> int:
        """The cell that people call `name`; raise `BadInput` (about `field`) if there is none.

        >>> Board(rows=2, cols=3).cell("r2c1")
        3
        """
        match = re.fullmatch(r"r([0-9]{1,9})c([0-9]{1,9})", name.strip().lower())
        if not match:
            raise BadInput(f"{name!r} is not a cell: write r2c1 for row 2, column 1", field=field)
        row, col = int(match[1]), int(match[2])
        if not (1 <= row <= self.rows and 1 <= col <= self.cols):
            raise BadInput(f"{name!r} lies outside the {self.size} board", field=field)
        return (row - 1) * self.cols + col - 1

    def names(self, cells: Iterable[int]) -> list[str]:
        every = _names(self.rows, self.cols)
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


# Games come by the thousand on the same few boards, so the last few tables are kept. The bound
# matters on huge boards, where a table is most of the memory.
@lru_cache(maxsize=8)
def _table(rows: int, cols: int, shape: Shape) -> NDArray[np.int32]:
    row, col = np.divmod(np.arange(rows * cols, dtype=np.int32), np.int32(cols))
    if shape == "hex":
        even = _step(row, col, rows, cols, _HEX_EVEN, wrap=False)
        odd = _step(row, col, rows, cols, _HEX_ODD, wrap=False)
        table = np.where((row % 2 == 1)[:, None], odd, even)
    else:
        table = _step(row, col, rows, cols, _EIGHT, wrap=shape == "torus")
    table.sort(axis=1)
    if shape == "torus" and (rows < 3 or cols < 3):
        # A narrow torus meets the same neighbour, or the cell itself, by several ways round.
        again = np.zeros(table.shape, dtype=bool)
        again[:, 1:] = table[:, 1:] == table[:, :-1]
        again |= table == np.arange(rows * cols)[:, None]
        table[again] = rows * cols
        table.sort(axis=1)
    table.flags.writeable = False
    return table


def _step(
    row: NDArray[np.int32],
    col: NDArray[np.int32],
    rows: int,
    cols: int,
    steps: tuple[tuple[int, int], ...],
    *,
    wrap: bool,
) -> NDArray[np.int32]:
    """The cell one step away in each direction; `rows * cols` where the step leaves the board."""
    table = np.empty((rows * cols, len(steps)), dtype=np.int32)
    for way, (down, right) in enumerate(steps):
        to_row, to_col = row + down, col + right
        if wrap:
            table[:, way] = to_row % rows * cols + to_col % cols
        else:
            inside = (to_row >= 0) & (to_row < rows) & (to_col >= 0) & (to_col < cols)
            table[:, way] = np.where(inside, to_row * cols + to_col, rows * cols)
    return table


@lru_cache(maxsize=8)
def _names(rows: int, cols: int) -> list[str]:
    return [f"r{row}c{col}" for row in range(1, rows + 1) for col in range(1, cols + 1)]


@lru_cache(maxsize=8)
def _neighbours(rows: int, cols: int, shape: Shape) -> list[tuple[int, ...]]:
    table, nothing = _table(rows, cols, shape), rows * cols
    degrees = (table < nothing).sum(axis=1).tolist()
    # Rows are sorted with the "nothing" entries last, so each row is cut, not filtered.
    return [tuple(row[:n]) for row, n in zip(table.tolist(), degrees, strict=True)]
