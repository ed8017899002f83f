"""Count the mined neighbours of all cells of a board at once, in two ways.

A layout has a byte for each cell, 1 for a mine and 0 for none. Nothing here checks it.
"""

from collections.abc import Sequence
from itertools import compress


def clues_by_mine(neighbours: Sequence[Sequence[int]], layout: bytes) -> bytes:
    """Compute the clues of any board from the neighbours of its mines."""
    counts = bytearray(len(layout))
    for near in compress(neighbours, layout):
        for there in near:
            counts[there] += 1
    return bytes(counts)


def clues_by_row(rows: int, cols: int, shape: str, layout: bytes) -> bytes:
    """Compute the clues of a grid, a torus or a hexagonal board by adding shifted copies of it.

    The board gets a border one cell wide (empty, or the opposite edge of a torus) and is read as
    one large number with a byte a cell. No byte exceeds 9, so nothing is carried over.
    """
    wrap, width = shape == "torus", cols + 2
    lines = [layout[low : low + cols] for low in range(0, rows * cols, cols)]
    lines = [lines[-1], *lines, lines[0]] if wrap else [bytes(cols), *lines, bytes(cols)]
    ends = [(line[-1:], line[:1]) if wrap else (b"\0", b"\0") for line in lines]
    padded = b"".join(left + line + right for line, (left, right) in zip(lines, ends, strict=True))
    board, up = int.from_bytes(padded, "little"), 8 * width
    left, right = board << 8, board >> 8  # each cell's left neighbour in its place, its right one

    def around(own: int, others: int) -> list[bytes]:
        """Return the rows of `own`, each with `others` of the rows above and below added."""
        added = own + (others << up) + (others >> up)
        raw = added.to_bytes(len(padded) + width + 2, "little")
        return [raw[at + 1 : at + 1 + cols] for at in range(width, width * (rows + 1), width)]

    if shape != "hex":
        return b"".join(around(left + right, left + board + right))
    even, odd = around(left + right, left + board), around(left + right, board + right)
    return b"".join(odd[row] if row % 2 else even[row] for row in range(rows))
