"""Board corpora: many boards of one size, a line each, plain or gzip.

The first line says what they are: `# w=30 h=16 m=99 rule=safe start=0,0 seed=1` (start is x,y).
Each further line is a board: its mines as row-major indices, separated by commas. With `rule=safe`
the start cell is no mine, with `rule=open` nor are its neighbours; a shape other than a grid is
named (`shape=hex`).
"""

import gzip
import io
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import BinaryIO

from mineproof.errors import BadInput
from mineproof.game.board import SHAPES, Board, Layout, Layouts, mined_cells

MOST = 4 << 30  # cells of all boards that are read at a time, a byte each
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


def read_corpus(raw: bytes, *, skip: int = 0, limit: int | None = None) -> Corpus:
    """Read a corpus, or `limit` of its boards after the first `skip`; raise `BadInput` naming the
    line that is none.

    >>> list(read_corpus(b"# w=3 h=1 m=1 rule=safe start=0,0 seed=1\\n2\\n1\\n").layouts)
    [b'\\x00\\x00\\x01', b'\\x00\\x01\\x00']
    """
    stream = io.BytesIO(raw)
    lines = gzip.GzipFile(fileobj=stream) if raw[:2] == _GZIP else stream
    try:
        return _read(lines, skip, limit)
    except (OSError, EOFError) as problem:
        raise BadInput(f"damaged gzip: {problem}") from None


def _read(lines: "Iterable[bytes] | BinaryIO", skip: int, limit: int | None) -> Corpus:
    numbered = enumerate(lines, start=1)
    _, first = next(numbered, (1, b""))
    board, mines, rule, start = _parse_header(first)
    chosen: list[bytes] = []
    numbers: list[int] = []
    seen = 0
    for number, text in numbered:
        text = text.strip()
        if (not text and mines) or text.startswith(b"#"):
            continue
        if seen >= skip:
            if limit is not None and len(chosen) == limit:
                break
            chosen.append(text)
            numbers.append(number)
        seen += 1
    if len(chosen) * board.cells > MOST:
        raise BadInput(f"more than {MOST >> 30} GiB of boards: take some at a time (`limit`)")
    flat = bytearray(len(chosen) * board.cells)
    free = [start, *(board.neighbours_of(start) if rule == "open" else ())]
    for at, (text, number) in enumerate(zip(chosen, numbers, strict=True)):
        cells = _parse_line(text, number, mines, board.cells)
        low = at * board.cells
        for cell in cells:
            flat[low + cell] = 1
        if any(flat[low + cell] for cell in free):
            raise BadInput(
                f"line {number}: a mine where the {rule} start at {board.name(start)} has none"
            )
    return Corpus(board, mines, rule, start, Layouts(flat, board.cells), skip)


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


def _parse_header(text: bytes) -> tuple[Board, int, str, int]:
    try:
        words = text.decode("ascii").removeprefix("#").split()
        said = dict(word.split("=", 1) for word in words)
        board = Board(
            int(said["h"]),
            int(said["w"]),
            next(shape for shape in SHAPES if shape == said.get("shape", "grid")),
        )
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
