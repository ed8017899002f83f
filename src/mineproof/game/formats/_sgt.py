"""Game ids of Simon Tatham's Mines: `WxH:x,y,mHEX`, or `uHEX` without masking.

`x,y` is the first click. The digits are the mines as bits, row by row, the most significant first;
after `m` they are masked, to hide the solution from a player who reads the id. Masking splits the
bytes into two halves, XORs the first with a hash of the second, then the second with a hash of the
first.
"""

import hashlib
import re

from mineproof.base.errors import BadInput
from mineproof.game.board import Board, Layout, Shape
from mineproof.game.picture import Sketch, sketch_mines

_ID = re.compile(
    r"(?P<w>[0-9]{1,9})x(?P<h>[0-9]{1,9})(?:n[0-9]+(?:\.[0-9]+)?%?)?a?:"
    r"(?:(?P<x>[0-9]{1,9}),(?P<y>[0-9]{1,9}),)?(?P<kind>[mu]?)(?P<bits>[0-9a-f]*)",
    re.IGNORECASE,
)
_DIGITS = b"01" + bytes(254)  # a layout's bytes as binary digits
_UNBEGUN = re.compile(r"[0-9]+x[0-9]+[^:]*:r[0-9]+,", re.IGNORECASE)


def fits(text: str) -> bool:
    """Tell whether a text looks like an id; it may still be a faulty one."""
    return bool(re.match(r"[0-9]{1,9}x[0-9]{1,9}[a-z0-9.%]*:", text))


def read(text: str, shape: Shape = "grid", most_cells: int | None = None) -> Sketch:
    """Return the board of an id; raise `BadInput` if it is faulty.

    >>> found = read("4x3:3,2,u140")
    >>> list(found.cells[:6]), found.board.name(found.first)
    ([0, 0, 0, -3, 0, -3], 'r3c4')
    """
    if _UNBEGUN.match(text):
        raise BadInput("this id has no board yet: the mines are placed at the first click")
    match = _ID.fullmatch(text.strip())
    if not match:
        raise BadInput("not a game id: it reads WxH:x,y,m and then hexadecimal digits")
    board = Board.within(int(match["h"]), int(match["w"]), shape, most_cells)
    digits = match["bits"]
    if len(digits) != -(-board.cells // 4):
        raise BadInput(
            f"{board.size} takes {-(-board.cells // 4)} hexadecimal digits, not {len(digits)}"
        )
    raw = bytes.fromhex(digits + "0" * (len(digits) % 2))
    if match["kind"].lower() == "m":
        raw = _unmask(raw, board.cells)
    bits = bytes(byte >> shift & 1 for byte in raw for shift in range(7, -1, -1))
    if any(bits[board.cells :]):
        raise BadInput(f"the last digit has bits beyond the {board.cells} cells of the board")
    return sketch_mines(board, bits[: board.cells], _first(board, match, bits))


def _first(board: Board, match: re.Match[str], bits: Layout) -> int | None:
    if match["x"] is None:
        return None
    x, y = int(match["x"]), int(match["y"])
    if x >= board.cols or y >= board.rows:
        raise BadInput(f"the first click {x},{y} lies outside the {board.size} board")
    first = y * board.cols + x
    if bits[first]:
        raise BadInput(f"the first click {x},{y} is a mine")
    return first


def write_board(
    board: Board, layout: Layout, first: int | None = None, *, masked: bool = True
) -> str:
    """Write a full board as an id.

    The default first click is the first zero, or the first safe cell if there is no zero.

    >>> from mineproof import read_board
    >>> write_board(*read_board("...* / .*.. / ...."), first=11)
    '4x3:3,2,m624'
    """
    if first is None:
        first = _somewhere(board, layout)
    digits = layout.translate(_DIGITS) + b"0" * (-len(layout) % 8)
    raw = int(digits, 2).to_bytes(len(digits) // 8, "big")
    if masked:
        raw = _mask(raw, board.cells)
    y, x = divmod(first, board.cols)
    shown = raw.hex()[: -(-board.cells // 4)]
    return f"{board.size}:{x},{y},{'m' if masked else 'u'}{shown}"


def _somewhere(board: Board, layout: Layout) -> int:
    clues = board.clues(layout)
    safe = [cell for cell, mine in enumerate(layout) if not mine]
    if not safe:
        raise BadInput("a board without a safe cell has no first click, and therefore no id")
    return next((cell for cell in safe if not clues[cell]), safe[0])


def _mask(raw: bytes, bits: int) -> bytes:
    first, second = _halves(raw)
    first = _xor(first, second)
    second = _xor(second, first)
    return _without_pad(first + second, bits)


def _unmask(raw: bytes, bits: int) -> bytes:
    first, second = _halves(raw)
    # The padding bits are cleared after masking. The hash of the second half covers them as they
    # were before masking: zero.
    second = _without_pad(first + _xor(second, first), bits)[len(first) :]
    return _xor(first, second) + second


def _halves(raw: bytes) -> tuple[bytes, bytes]:
    return raw[: len(raw) // 2], raw[len(raw) // 2 :]


def _xor(what: bytes, seed: bytes) -> bytes:
    """Return `what` XORed with a stream: SHA-1 of `seed` followed by a counter."""
    stream = b"".join(
        hashlib.sha1(seed + str(number).encode(), usedforsecurity=False).digest()
        for number in range(-(-len(what) // 20))
    )
    return bytes(a ^ b for a, b in zip(what, stream, strict=False))


def _without_pad(raw: bytes, bits: int) -> bytes:
    pad = len(raw) * 8 - bits
    return raw[:-1] + bytes([raw[-1] & 0xFF << pad & 0xFF]) if pad else raw
