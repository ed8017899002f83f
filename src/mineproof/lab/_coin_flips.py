"""The smallest coin flips: two ways to place mines that no clue can tell apart (docs/theory.md).

A flip has two sets of cells, of equal size. One holds mines and the other is safe, or the other way
round. Each other cell that touches the sets unequally must be a mine, or its clue would decide.
"""

import math
import statistics
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Cell = tuple[int, int]
Place = Literal["interior", "border", "corner"]
MOST: dict[Place, int] = {"interior": 9, "border": 6, "corner": 3}
"""The most mines of a flip in each place. If p falls as n^(-1/6), what is left out is smaller than
the leading term by a factor of the order n^(-4/6)."""
_FEWEST: dict[Place, int] = {"interior": 6, "border": 3, "corner": 0}
"""Mines at which a flip of this place would be of the order 1 at the threshold."""
_BOX = (4, 8)
"""Rows and columns in which the two sets are searched, and the same turned. Up to five rows of
eight, three of ten and six of six were searched once, and had no others."""


@dataclass(frozen=True)
class Flip:
    """One side of a flip, at the top (border) or top left (corner) of a board or away from it."""

    place: Place
    height: int
    """Rows from the top of the board, or from the row above the two sets, to the row below."""
    width: int
    mines: frozenset[Cell]
    """Mines of the one set, and the mines around both."""
    safe: frozenset[Cell]

    @property
    def order(self) -> int:
        """Half powers: near the threshold its expected number falls as n^(-order/6)."""
        return len(self.mines) - _FEWEST[self.place]


@cache
def smallest() -> tuple[Flip, ...]:
    """Return every flip of at most `MOST` mines that contains no smaller one.

    Turned and mirrored forms are listed, except that a border is the top one and a corner the top
    left one.
    """
    found: set[Flip] = set()
    boxes = [(place, _BOX) for place in MOST] + [("border", _BOX[::-1])]
    for place, box in boxes:
        for sets in _signed_sets(place, *box):
            # Turned over the diagonal, a border would become the left one.
            over = {} if place == "border" else {(col, row): s for (row, col), s in sets.items()}
            for side in (1, -1):
                found |= {_flip(place, one, side) for one in (sets, over) if one}
    listed = sorted(found, key=lambda one: (len(one.mines), len(one.safe), sorted(one.mines)))
    return tuple(one for one in listed if not any(_contains(one, other) for other in listed))


def _signed_sets(place: Place, rows: int, cols: int) -> Iterator[dict[Cell, int]]:
    """Yield the two sets (+1 and -1) of every flip within a box, up to swapping them.

    Cells are decided row by row. A branch ends as soon as the cells whose neighbours are all
    decided need too many mines; the row below the sets will have two. After two rows without a
    cell nothing can follow that belongs to the flip.
    """
    top, left = int(place == "interior"), int(place != "corner")
    order = [(row, col) for row in range(top, top + rows) for col in range(left, left + cols)]
    at = {cell: number for number, cell in enumerate(order)}
    near = {
        (row, col): [cell for cell in _around(row, col) if cell in at]
        for row in range(top + rows + 1)
        for col in range(left + cols + 1)
    }
    decided: list[list[Cell]] = [[] for _ in range(len(order) + 1)]
    for cell, cells in near.items():
        decided[max(at[one] for one in (*cells, *([cell] if cell in at else []))) + 1].append(cell)
    sign: dict[Cell, int] = {}

    def extend(number: int, plus: int, minus: int, walls: int, last: int) -> Iterator[None]:
        for cell in decided[number]:
            if not sign.get(cell) and sum(sign.get(one, 0) for one in near[cell]) != 0:
                walls += 1
        row = number // cols
        below = (1 if place == "corner" else 2) if row <= min(last + 1, rows - 2) else 0
        if walls + max(plus, minus) + below > MOST[place] or (row and not plus):
            return
        if number == len(order) or row > last + 2:
            if plus == minus:
                yield
            return
        for value in (0, 1, -1) if plus else (0, 1):
            sign[order[number]] = value
            now = row if value else last
            yield from extend(number + 1, plus + (value == 1), minus + (value == -1), walls, now)
        sign[order[number]] = 0

    for _ in extend(0, 0, 0, 0, 0):
        sets = {cell: value for cell, value in sign.items() if value}
        if min(col for _, col in sets) == left:
            yield sets


def _around(row: int, col: int) -> list[Cell]:
    near = [(row + down, col + right) for down in (-1, 0, 1) for right in (-1, 0, 1)]
    return [(r, c) for r, c in near if (r, c) != (row, col) and r >= 0 and c >= 0]


def _flip(place: Place, sets: dict[Cell, int], side: int) -> Flip:
    touches: Counter[Cell] = Counter()
    for cell, sign in sets.items():
        for there in _around(*cell):
            touches[there] += sign
    walls = {cell for cell, sum_ in touches.items() if sum_ and cell not in sets}
    return Flip(
        place,
        max(row for row, _ in sets) + 2,
        max(col for _, col in sets) + 2,
        frozenset(walls | {cell for cell, sign in sets.items() if sign == side}),
        frozenset(cell for cell, sign in sets.items() if sign == -side),
    )


def _contains(large: Flip, small: Flip) -> bool:
    """Tell whether the mines of the large flip hold the smaller one, at the same border."""
    if small.place != large.place or len(small.mines) >= len(large.mines):
        return False
    for down in range(large.height if small.place == "interior" else 1):
        for right in range(large.width if small.place != "corner" else 1):
            mines, safe = (
                {(row + down, col + right) for row, col in cells}
                for cells in (small.mines, small.safe)
            )
            if mines <= large.mines and safe <= large.safe:
                return True
    return False


def expected(rows: int, cols: int, density: float, shape: str, order: int = 3) -> float:
    """Return how many flips a board has in the mean, if every cell is a mine with `density`."""
    total = 0.0
    for one in smallest():
        if one.order > order or (shape == "torus" and one.place != "interior"):
            continue
        down, right = max(0, rows - one.height + 1), max(0, cols - one.width + 1)
        wide, tall = max(0, cols - one.width + 1), max(0, rows - one.width + 1)
        if shape == "torus":
            places = rows * cols
        else:
            places = {"interior": down * right, "border": 2 * (wide + tall), "corner": 4}[one.place]
        total += places * density ** len(one.mines) * (1 - density) ** len(one.safe)
    return total


def threshold(rows: int, cols: int, shape: str, order: int = 3) -> float:
    """Return the density at which ln 2 flips are expected: half of the boards would have none.

    >>> round(threshold(500, 500, "torus"), 4)
    0.105
    """
    low, high = 0.0, 0.5
    for _ in range(50):
        middle = (low + high) / 2
        if expected(rows, cols, middle, shape, order) < math.log(2):
            low = middle
        else:
            high = middle
    return low


def predicted_exponent(sides: Sequence[tuple[int, int]], shape: str) -> float:
    """Return a if the predicted thresholds of boards of these rows and columns fall as n^-a.

    >>> round(predicted_exponent([(100, 100), (2000, 2000)], "grid"), 3)
    0.14
    """
    cells = [math.log(rows * cols) for rows, cols in sides]
    logs = [math.log(threshold(rows, cols, shape)) for rows, cols in sides]
    return -statistics.linear_regression(cells, logs).slope


def count(mined: "NDArray[np.bool_]", shape: str) -> int:
    """Return how many of the smallest flips a board has, given its mines as an array."""
    import numpy as np

    rows, cols = mined.shape
    total = 0
    if shape == "torus":
        high = max(one.height for one in smallest())
        wide = max(one.width for one in smallest())
        mined = np.pad(mined, ((0, high), (0, wide)), mode="wrap")
    turned = [np.rot90(mined, quarter) for quarter in range(4)]
    for one in smallest():
        if one.place == "interior":
            less = (0, 0) if shape == "torus" else (one.height - 1, one.width - 1)
            total += _held(mined, one, rows - less[0], cols - less[1])
        elif shape != "torus":
            for board in turned:
                along = 1 if one.place == "corner" else board.shape[1] - one.width + 1
                total += _held(board, one, 1, along)
    return total


def _held(mined: "NDArray[np.bool_]", flip: Flip, rows: int, cols: int) -> int:
    """Count the places, in the first rows and columns, at which the board has a flip."""
    import numpy as np

    if rows < 1 or cols < 1:
        return 0
    (row, col), *others = sorted(flip.mines)
    down, right = np.nonzero(mined[row : row + rows, col : col + cols])
    for cells, value in ((others, True), (sorted(flip.safe), False)):
        for row, col in cells:
            fits = mined[down + row, right + col] == value
            down, right = down[fits], right[fits]
    return len(down)
