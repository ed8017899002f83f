"""`.mbf`, the board files of Minesweeper X and Arbiter: the coordinates of the mines, in bytes.

Width, height, the number of mines (two bytes, the high one first), then x and y of each mine. Only
full boards on a grid, at most 255x255.
"""

from mineproof.base.errors import BadInput
from mineproof.game.board import Board, Layout, Shape, mined_cells
from mineproof.game.picture import Sketch, sketch_mines

_LARGEST = 255


def fits(raw: bytes) -> bool:
    """Tell whether the bytes are a board.

    No text is mistaken for one: for the length that its third and fourth byte give, it would need
    more different pairs of characters than boards contain.
    """
    return fault(raw) is None


def fault(raw: bytes) -> str | None:
    """Return what is wrong with the bytes, or None."""
    try:
        read(raw)
    except BadInput as problem:
        return str(problem)
    return None


def read(raw: bytes, shape: Shape = "grid", most_cells: int | None = None) -> Sketch:
    """Return the board in some bytes; raise `BadInput` with the number of a faulty byte.

    >>> found = read(bytes.fromhex("0403000203000101"))
    >>> found.board.size, found.mines
    ('4x3', 2)
    """
    if len(raw) < 4:
        raise BadInput(f".mbf: {len(raw)} bytes, where four say the size and the number of mines")
    width, height, mines = raw[0], raw[1], raw[2] << 8 | raw[3]
    if not width or not height:
        raise BadInput(f".mbf: a board of {width}x{height} has no cells")
    if len(raw) != 4 + 2 * mines:
        raise BadInput(f".mbf: {mines} mines take {4 + 2 * mines} bytes, but there are {len(raw)}")
    board = Board.within(height, width, shape, most_cells)
    layout = bytearray(board.cells)
    for at in range(4, len(raw), 2):
        x, y = raw[at], raw[at + 1]
        if x >= width or y >= height:
            raise BadInput(f".mbf: byte {at}: {x},{y} lies outside the {board.size} board")
        if layout[y * width + x]:
            raise BadInput(f".mbf: byte {at}: a second mine at {x},{y}")
        layout[y * width + x] = 1
    return sketch_mines(board, bytes(layout))


def write_board(board: Board, layout: Layout) -> bytes:
    """Write a full board as bytes.

    >>> from mineproof import read_board
    >>> write_board(*read_board("...* / .*.. / ....")).hex()
    '0403000203000101'
    """
    if board.rows > _LARGEST or board.cols > _LARGEST:
        raise BadInput(f"mbf holds boards up to 255x255, and this one is {board.size}")
    mines = mined_cells(layout)
    places = bytes(part for mine in mines for part in (mine % board.cols, mine // board.cols))
    return bytes([board.cols, board.rows, *divmod(len(mines), 256)]) + places
