"""The layout of the full screen: the size of a cell, the board, the text beside or below it.

From the top: a line about the game, column labels, the board, and the keys on the last line. The
text (why, best move, result) is to the right of the board, or below it on a narrow screen. If a
board does not fit, a part around the cursor is shown.
"""

from dataclasses import dataclass

from mineproof.game.board import Board

LEAST_WIDTH, LEAST_HEIGHT = 24, 9
_LEAST_TEXT_WIDTH, _MOST_TEXT_WIDTH = 34, 72
_LEAST_TEXT_LINES = 3
_GAP = 3
"""Columns between the board and the text beside it."""


@dataclass(frozen=True)
class CellSize:
    """The distance from one cell to the next, in columns and lines, with a grid line if `lined`."""

    width: int
    height: int
    lined: bool

    @property
    def inner_width(self) -> int:
        """Columns of a cell without the gap or line after it."""
        return self.width - 1

    def board_width(self, board: Board, cols: int) -> int:
        """Return the screen columns of some columns of a board."""
        shift = self.width // 2 if board.shape == "hex" else 0
        return cols * self.width + 1 + shift

    def board_height(self, rows: int) -> int:
        """Return the screen lines of some rows of a board."""
        return rows * self.height + self.lined


LINED, WIDE, SMALL = (
    CellSize(4, 2, lined=True),
    CellSize(4, 1, lined=False),
    CellSize(2, 1, lined=False),
)


@dataclass(frozen=True)
class Rectangle:
    """A part of the screen, in characters."""

    left: int
    top: int
    width: int
    height: int


@dataclass(frozen=True)
class ScreenLayout:
    """All positions, in columns and lines from the upper left corner of the screen."""

    board: Board
    size: CellSize
    rows: range
    cols: range
    """The rows and columns that are shown."""
    left: int
    top: int
    """The upper left corner of the board, with grid lines, without labels."""
    text: Rectangle
    beside: bool
    """Whether the text is beside the board."""

    @property
    def whole(self) -> bool:
        """Whether the whole board is shown."""
        return len(self.rows) == self.board.rows and len(self.cols) == self.board.cols

    def shows(self, cell: int) -> bool:
        """Whether a cell is in the part that is shown."""
        row, col = divmod(cell, self.board.cols)
        return row in self.rows and col in self.cols

    def place(self, cell: int) -> tuple[int, int]:
        """The column and line of the upper left corner of a cell, without grid lines."""
        row, col = divmod(cell, self.board.cols)
        x = self.left + 1 + (col - self.cols.start) * self.size.width + self.shift(row)
        return x, self.top + self.size.lined + (row - self.rows.start) * self.size.height

    def cell_at(self, x: int, y: int) -> int | None:
        """The cell drawn at a column and line of the screen; grid lines belong to no cell."""
        lined = self.size.lined
        down, inner_y = divmod(y - self.top - self.size.lined, self.size.height)
        row = self.rows.start + down
        if row not in self.rows or (lined and inner_y):
            return None
        right, inner_x = divmod(x - self.left - 1 - self.shift(row), self.size.width)
        col = self.cols.start + right
        if col not in self.cols or (lined and inner_x >= self.size.inner_width):
            return None
        return row * self.board.cols + col

    def shift(self, row: int) -> int:
        """Odd rows of a hexagonal board are half a cell to the right."""
        return self.size.width // 2 if self.board.shape == "hex" and row % 2 else 0


def label_width(board: Board) -> int:
    """Return the width of the row numbers beside a board."""
    return len(str(board.rows)) + 1


def screen_layout(
    board: Board,
    width: int,
    height: int,
    *,
    odds: bool = False,
    first: tuple[int, int] = (0, 0),
    cursor: int = 0,
) -> ScreenLayout:
    """Choose the largest cells with which board and text fit, else a part with the cursor.

    `odds` requires cells of three characters. `first` is the first row and column shown until now:
    the part moves only as far as the cursor requires.
    """
    # Hexagonal boards have no grid lines, because these would not be straight.
    sizes = (LINED, WIDE, SMALL)[board.shape == "hex" : 2 if odds else 3]
    room = height - 3  # without the lines of the game, the labels and the keys
    label = label_width(board)
    for size in sizes:
        wide = label + size.board_width(board, board.cols)
        high = size.board_height(board.rows)
        beside = width - wide - _GAP >= _LEAST_TEXT_WIDTH and high <= room
        if beside or (wide <= width and high + _LEAST_TEXT_LINES <= room):
            return _arranged(board, size, range(board.rows), range(board.cols), width, room, beside)
    size = sizes[-1]
    shift = size.board_width(board, 0)
    fitting_cols = max(1, min(board.cols, (width - label - shift) // size.width))
    # One line less: it says that a part is shown.
    fitting_rows = max(1, min(board.rows, room - 1 - _LEAST_TEXT_LINES))
    row, col = divmod(cursor, board.cols)
    rows = _part(first[0], fitting_rows, board.rows, row)
    cols = _part(first[1], fitting_cols, board.cols, col)
    return _arranged(board, size, rows, cols, width, room, beside=False)


def _part(first: int, length: int, size: int, at: int) -> range:
    """Return `length` of `size` places, from `first` on if `at` is then inside, not at an end."""
    margin = min(2, (length - 1) // 2)
    first = min(first, at - margin)
    first = max(first, at + margin + 1 - length)
    first = min(max(first, 0), size - length)
    return range(first, first + length)


def _arranged(
    board: Board, size: CellSize, rows: range, cols: range, width: int, room: int, beside: bool
) -> ScreenLayout:
    label = label_width(board)
    wide, high = size.board_width(board, len(cols)), size.board_height(len(rows))
    if beside:
        text_width = min(width - label - wide - _GAP, _MOST_TEXT_WIDTH)
        # In the middle of the screen, if the text then fits to the right of it.
        alone = (width - wide) // 2
        left = min(alone, width - wide - _GAP - text_width)
        if width - alone - wide - _GAP >= _LEAST_TEXT_WIDTH:
            left, text_width = alone, min(width - alone - wide - _GAP, _MOST_TEXT_WIDTH)
        else:
            left = max(label, (width - label - wide - _GAP - text_width) // 2 + label)
        text = Rectangle(left + wide + _GAP, 2, text_width, room)
        return ScreenLayout(board, size, rows, cols, left, 2, text, beside)
    left = max(label, (width - wide) // 2)
    notice = 0 if len(rows) == board.rows and len(cols) == board.cols else 1
    top = 2 + notice
    text = Rectangle(1, top + high, width - 2, 2 + room - top - high)
    return ScreenLayout(board, size, rows, cols, left, top, text, beside)
