"""Board corpora: many boards of one size, a line each, plain or gzip.

The first line says what they are: `# w=30 h=16 m=99 rule=safe start=0,0 seed=1` (start is x,y).
Each further line is a board: its mines as row-major indices, separated by commas. With `rule=safe`
the start cell is no mine, with `rule=open` nor are its neighbours; a shape other than a grid is
named (`shape=hex`).
"""

import gzip
import io
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass

from mineproof.errors import BadInput
from mineproof.game.board import SHAPES, Board, Layout, Layouts, mined_cells

MOST = 1 << 30
"""The most cells of all boards that are read at a time. A cell takes a byte."""
MOST_TO_CONVERT = 1 << 27
"""The same where each board becomes an object of its own, which takes some copies of its cells."""
MOST_UNPACKED = 1 << 30  # bytes of a gzip file
_LONGEST_HEADER = 4096  # bytes
_GZIP = b"\x1f\x8b"


@dataclass(frozen=True, eq=False)
class Corpus:
    """Boards with a common first cell. `first` is the number of the first of them in its file."""

    board: Board
    mines: int
    rule: str
    start: int
    layouts: Layouts
    first: int = 0


def fits(raw: bytes) -> bool:
    """True if some bytes look like a corpus, whether or not they are a good one."""
    return raw[:2] == _GZIP or bool(re.match(rb"#\s*w=", raw))


def header(board: Board, mines: int, rule: str, start: int, seed: int) -> str:
    """The first line of a corpus."""
    y, x = divmod(start, board.cols)
    shape = "" if board.shape == "grid" else f" shape={board.shape}"
    return f"# w={board.cols} h={board.rows} m={mines} rule={rule} start={x},{y} seed={seed}{shape}"


def line(layout: Layout) -> str:
    """One board of a corpus."""
    return ",".join(map(str, mined_cells(layout)))


def read_corpus(
    raw: bytes, *, skip: int = 0, limit: int | None = None, most_cells: int = MOST
) -> Corpus:
    """Read a corpus, or `limit` of its boards after the first `skip`; raise `BadInput` naming the
    line that is none.

    The boards together have at most `most_cells` cells. A gzip file is unpacked line by line, so
    that a small file cannot take much memory.

    >>> list(read_corpus(b"# w=3 h=1 m=1 rule=safe start=0,0 seed=1\\n2\\n1\\n").layouts)
    [b'\\x00\\x00\\x01', b'\\x00\\x01\\x00']
    """
    packed = raw[:2] == _GZIP
    plain = io.BytesIO(raw)
    # A mine takes at most ten bytes. What is left is room for comments and blank lines.
    most_bytes = min(MOST_UNPACKED, 16 * most_cells + (1 << 16)) if packed else len(raw)
    lines = _Lines(gzip.GzipFile(fileobj=plain) if packed else plain, most_bytes)
    try:
        return _read(lines, skip, limit, most_cells)
    except (OSError, EOFError, zlib.error) as problem:
        raise BadInput(f"damaged gzip: {problem}") from None


class _Lines:
    """The numbered lines of a file, none longer than it may be."""

    def __init__(self, file: gzip.GzipFile | io.BytesIO, most_bytes: int) -> None:
        self._file = file
        self._most_bytes = self._bytes_left = most_bytes
        self._number = 0

    def header(self) -> bytes:
        """The first line."""
        return next(self.after_header(_LONGEST_HEADER), (1, b""))[1]

    def after_header(self, longest: int) -> Iterator[tuple[int, bytes]]:
        """Each further line with its number."""
        while line := self._file.readline(longest + 1):
            self._number += 1
            self._bytes_left -= len(line)
            if self._bytes_left < 0:
                raise BadInput(f"unpacks to more than {self._most_bytes} bytes: the limit")
            if len(line) > longest:
                raise BadInput(f"line {self._number}: longer than the {longest} bytes it may have")
            yield self._number, line.strip()


def _read(lines: _Lines, skip: int, limit: int | None, most_cells: int) -> Corpus:
    board, mines, rule, start = _parse_header(lines.header(), most_cells)
    free = [start, *(board.neighbours_of(start) if rule == "open" else ())]
    flat, size = bytearray(), board.cells
    seen = 0
    for number, text in lines.after_header(10 * mines + _LONGEST_HEADER):
        if (not text and mines) or text.startswith(b"#"):
            continue
        seen += 1
        if seen <= skip:
            continue
        low = len(flat)
        if limit is not None and low == limit * size:
            break
        if low + size > most_cells:
            raise BadInput(
                f"boards with more than {most_cells} cells together: read fewer (`limit`)"
            )
        flat += bytes(size)
        for cell in _parse_line(text, number, mines, size):
            flat[low + cell] = 1
        if any(flat[low + cell] for cell in free):
            raise BadInput(
                f"line {number}: a mine where the {rule} start at {board.name(start)} has none"
            )
    return Corpus(board, mines, rule, start, Layouts(flat, size), skip)


def _parse_line(text: bytes, number: int, mines: int, size: int) -> list[int]:
    """The mined cells of one board."""
    if text and not re.fullmatch(rb"[0-9]{1,9}(,[0-9]{1,9})*", text):
        raise BadInput(f"line {number}: not cell numbers separated by commas")
    cells = list(map(int, text.split(b","))) if text else []
    if cells and max(cells) >= size:
        raise BadInput(f"line {number}: cell {max(cells)} is not on the board")
    if len(set(cells)) != mines or len(cells) != mines:
        raise BadInput(f"line {number}: {len(set(cells))} mines where {mines} were promised")
    return cells


def _parse_header(text: bytes, most_cells: int) -> tuple[Board, int, str, int]:
    try:
        words = text.decode("ascii").removeprefix("#").split()
        said = dict(word.split("=", 1) for word in words)
        shape = next(shape for shape in SHAPES if shape == said.get("shape", "grid"))
        board = Board.within(int(said["h"]), int(said["w"]), shape, most_cells)
        mines, rule = int(said["m"]), said["rule"]
        x, y = map(int, said["start"].split(","))
    except BadInput:
        raise
    except (ValueError, KeyError, StopIteration):
        raise BadInput(
            "line 1: not a corpus: it begins with '# w=30 h=16 m=99 rule=safe start=0,0 seed=1'"
        ) from None
    if rule not in ("safe", "open"):
        raise BadInput(f"line 1: unknown rule {rule!r}: safe or open")
    if not (0 <= x < board.cols and 0 <= y < board.rows):
        raise BadInput(f"line 1: start {x},{y} lies outside the {board.size} board")
    if not 0 <= mines <= board.cells:
        raise BadInput(f"line 1: {mines} mines do not fit on a {board.size} board")
    return board, mines, rule, y * board.cols + x
