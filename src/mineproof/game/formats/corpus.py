"""Board corpora: many boards of one size, a line each, plain or gzip.

The first line describes them: `# w=30 h=16 m=99 rule=safe start=0,0 seed=1` (start is x,y).
Each further line is a board: its mines as row-major indices, separated by commas. With `rule=safe`
the start cell is no mine; with `rule=open` its neighbours are no mines either. A shape other than a
grid is named (`shape=hex`). With `shape=graph` the second line holds the graph as its file has it:
`# graph={"neighbours": ...}`. Other lines that begin with `#` are comments, but a second header is
refused, because its boards may have another size. With `rule=given` there is no `start`; each line
has a semicolon and the given cells after the mines: `3,17;0,5,8`.
"""

import gzip
import io
import json
import re
import zlib
from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TypeAlias

from mineproof.base.arguments import shown
from mineproof.base.errors import BadInput
from mineproof.game.board import SHAPES, Board, Layout, Layouts, mined_cells
from mineproof.game.deal import Deal
from mineproof.game.graph import MOST_NEIGHBOURS, Graph, read_graph
from mineproof.game.json_text import MOST_BYTES

MOST = 1 << 30
"""The limit for the cells of all boards read at a time. A cell takes a byte."""
MOST_TO_CONVERT = 1 << 27
"""The same limit if each board becomes a separate object, which copies its cells several times."""
MOST_UNPACKED = 1 << 30  # bytes of a gzip file
_LONGEST_HEADER = 4096  # bytes
_LONGEST_CELL = 10 * MOST_NEIGHBOURS + 100  # bytes of a cell in a graph: its neighbours, its point
_GRAPH = b"# graph="
_GZIP = b"\x1f\x8b"
_NO_CORPUS = (
    "line 1: this is no corpus, which begins with a line such as"
    " '# w=30 h=16 m=99 rule=safe start=0,0 seed=1'"
)


Given: TypeAlias = "array[int]"
"""Cells of one board, in four bytes each."""


@dataclass(frozen=True, eq=False)
class Corpus:
    """Boards of one size. `first` is the number of the first board in its file."""

    board: Board
    mines: int
    rule: str
    """`safe` or `open`: all boards have one first cell; `given`: each has its own given cells."""
    start: int
    """The first cell; -1 where cells are given."""
    layouts: Layouts
    first: int = 0
    given: tuple[Given, ...] = ()
    """The given cells of each board, in order, if the rule is `given`."""

    @property
    def start_name(self) -> str:
        """The start rule of its games."""
        return "given" if self.rule == "given" else f"{self.rule}:{self.board.name(self.start)}"

    def initial(self, number: int) -> tuple[int, ...]:
        """Return the given cells of a board, by its place in `layouts`."""
        return tuple(self.given[number]) if self.rule == "given" else (self.start,)


def fits(raw: bytes) -> bool:
    """Tell whether bytes begin like a corpus; it may still be a faulty one."""
    return raw[:2] == _GZIP or bool(re.match(rb"#\s*w=", raw))


def corpora_of(deals: Iterable[Deal], first: int = 0) -> list[Corpus]:
    """Return deals as corpora; `first` is the number of the first deal.

    Those of one size that follow each other are together. If all of them begin with the same click,
    so do the games of the corpus; else each has its given cells.
    """
    made = []
    for board, group in groupby(deals, key=lambda dealt: dealt.board):
        games = [*group]
        layouts = Layouts(b"".join(dealt.layout for dealt in games), board.cells)
        corpus = Corpus(board, games[0].mines, "given", -1, layouts, first,
                        tuple(array("I", dealt.initial) for dealt in games))  # fmt: skip
        rule = games[0].start.partition(":")[0]
        if rule in ("safe", "open") and len({dealt.start for dealt in games}) == 1:
            corpus = replace(corpus, rule=rule, start=games[0].initial[0], given=())
        made.append(corpus)
        first += len(games)
    return made


def write(corpus: Corpus) -> str:
    """Write a corpus; raise `BadInput` unless all its boards have the same number of mines."""
    for number, layout in enumerate(corpus.layouts, start=corpus.first):
        if layout.count(1) != corpus.mines:
            counts = f"{layout.count(1)} mines, those before it {corpus.mines}"
            raise BadInput(f"board {number} has {counts}: a corpus has one number")
    lines = [header(corpus.board, corpus.mines, corpus.rule, corpus.start)]
    for number, layout in enumerate(corpus.layouts):
        lines.append(line(layout, corpus.initial(number) if corpus.rule == "given" else None))
    return "\n".join([*lines, ""])


def header(board: Board, mines: int, rule: str, start: int, seed: int | None = None) -> str:
    """Write the first line of a corpus; `start` has no meaning if the rule is `given`.

    If the board is a graph, a second line holds it.
    """
    y, x = divmod(start, board.cols)
    first = "" if rule == "given" else f" start={x},{y}"
    shape = "" if board.shape == "grid" else f" shape={board.shape_name}"
    from_seed = "" if seed is None else f" seed={seed}"
    line = f"# w={board.cols} h={board.rows} m={mines} rule={rule}{first}{from_seed}{shape}"
    if not isinstance(board.shape, Graph):
        return line
    return f"{line}\n{_GRAPH.decode()}{json.dumps(board.shape.as_json(), separators=(',', ':'))}"


def line(layout: Layout, given: Iterable[int] | None = None) -> str:
    """Write one board of a corpus; `given` are its given cells, if the rule is `given`."""
    mines = ",".join(map(str, mined_cells(layout)))
    return mines if given is None else f"{mines};{','.join(map(str, given))}"


def read_corpus(
    raw: bytes,
    *,
    skip: int = 0,
    limit: int | None = None,
    most_cells: int = MOST,
    most_each: int | None = None,
) -> Corpus:
    """Read a corpus, or `limit` of its boards after the first `skip`.

    Raise `BadInput` with the number of a faulty line.

    The boards together have at most `most_cells` cells, each of them at most `most_each`. A gzip
    file is unpacked line by line, because a small file may unpack to a very large one.

    >>> list(read_corpus(b"# w=3 h=1 m=1 rule=safe start=0,0 seed=1\\n2\\n1\\n").layouts)
    [b'\\x00\\x00\\x01', b'\\x00\\x01\\x00']
    """
    packed = raw[:2] == _GZIP
    plain = io.BytesIO(raw)
    # A mine takes at most ten bytes. The rest is for comments and blank lines.
    most_bytes = min(MOST_UNPACKED, 16 * most_cells + (1 << 16)) if packed else len(raw)
    lines = _Lines(gzip.GzipFile(fileobj=plain) if packed else plain, most_bytes)
    try:
        return _read(lines, skip, limit, most_cells, most_each)
    except (OSError, EOFError, zlib.error) as problem:
        raise BadInput(f"damaged gzip: {problem}") from None


class _Lines:
    """The numbered lines of a file; raise `BadInput` for a line that is too long."""

    def __init__(self, file: gzip.GzipFile | io.BytesIO, most_bytes: int) -> None:
        self._file = file
        self._most_bytes = self._bytes_left = most_bytes
        self._number = 0

    def header(self) -> bytes:
        """The first line."""
        return next(self.after_header(_LONGEST_HEADER), (1, b""))[1]

    def graph(self, cells: int) -> Graph:
        """The graph that the second line holds; it has `cells` cells."""
        longest = min(_LONGEST_HEADER + _LONGEST_CELL * cells, MOST_BYTES)
        _, line = next(self.after_header(longest), (2, b""))
        if not line.startswith(_GRAPH):
            raise BadInput("line 2: no graph: with shape=graph it begins with '# graph={'")
        try:
            # An object with two lists, neighbours and points, which have a list for each cell.
            return read_graph(line.removeprefix(_GRAPH), most_lists=2 * cells + 3)
        except BadInput as problem:
            raise BadInput(f"line 2: {problem}") from None

    def after_header(self, longest: int) -> Iterator[tuple[int, bytes]]:
        """Each further line with its number."""
        while line := self._file.readline(longest + 1):
            self._number += 1
            self._bytes_left -= len(line)
            if self._bytes_left < 0:
                raise BadInput(f"unpacks to more than the limit of {self._most_bytes} bytes")
            if len(line) > longest:
                raise BadInput(f"line {self._number}: longer than the limit of {longest} bytes")
            yield self._number, line.strip()


def _read(
    lines: _Lines, skip: int, limit: int | None, most_cells: int, most_each: int | None
) -> Corpus:
    largest = most_cells if most_each is None else min(most_cells, most_each)
    board, mines, rule, start = _parse_header(lines, largest)
    free = [start, *(board.neighbours_of(start) if rule == "open" else ())]
    flat, size = bytearray(), board.cells
    given, in_given = list[Given](), 0
    seen = 0
    longest = 10 * (size if rule == "given" else mines) + _LONGEST_HEADER
    for number, text in lines.after_header(longest):
        if fits(text):
            raise BadInput(f"line {number}: a second header: give each corpus its own file")
        if (not text and mines) or text.startswith(b"#"):
            continue
        seen += 1
        if seen <= skip:
            continue
        low = len(flat)
        if limit is not None and low == limit * size:
            break
        if low + size + 4 * in_given > most_cells:
            raise BadInput(
                f"the boards have more than {most_cells} cells together: read fewer (`limit`)"
            )
        flat += bytes(size)
        text, after = _split(text, number) if rule == "given" else (text, b"")
        for cell in _parse_line(text, number, mines, size):
            flat[low + cell] = 1
        if rule == "given":
            free = _cell_numbers(after, number, size, "a cell is given twice")
            given.append(array("I", free))
            in_given += len(free)
        if any(flat[low + cell] for cell in free):
            raise BadInput(
                f"line {number}: a given cell is a mine"
                if rule == "given"
                else f"line {number}: a mine where the {rule} start at {board.name(start)} has none"
            )
    return Corpus(board, mines, rule, start, Layouts(flat, size), skip, tuple(given))


def _split(text: bytes, number: int) -> tuple[bytes, bytes]:
    """The mines and the given cells of one line."""
    mines, semicolon, given = text.partition(b";")
    if not semicolon:
        raise BadInput(f"line {number}: no given cells: write them after a semicolon")
    return mines, given


def _parse_line(text: bytes, number: int, mines: int, size: int) -> list[int]:
    """The mined cells of one board."""
    cells = _cell_numbers(text, number, size, "a mine is named twice")
    if len(cells) != mines:
        raise BadInput(f"line {number}: {len(cells)} mines where the first line says {mines}")
    return cells


def _cell_numbers(text: bytes, number: int, size: int, twice: str) -> list[int]:
    if text and not re.fullmatch(rb"[0-9]{1,9}(,[0-9]{1,9})*", text):
        raise BadInput(f"line {number}: not cell numbers separated by commas")
    cells = list(map(int, text.split(b","))) if text else []
    if cells and max(cells) >= size:
        raise BadInput(f"line {number}: cell {max(cells)} is not on the board")
    if len(set(cells)) != len(cells):
        raise BadInput(f"line {number}: {twice}")
    return cells


def _parse_header(lines: _Lines, most_cells: int) -> tuple[Board, int, str, int]:
    said = _header_values(lines.header())
    if not said.keys() >= {"w", "h", "m", "rule"}:
        raise BadInput(_NO_CORPUS)
    name = said.get("shape", "grid")
    graph = name == "graph"
    shape = next((shape for shape in SHAPES if shape == name), None)
    if shape is None and not graph:
        raise BadInput(f"line 1: unknown shape {shown(name)}: {', '.join(SHAPES)} or graph")
    board = Board.within(_number(said, "h"), _number(said, "w"), shape or "grid", most_cells)
    if graph:
        board = Board(board.rows, board.cols, lines.graph(board.cells))
    mines, rule = _number(said, "m"), said["rule"]
    if rule not in ("given", "safe", "open"):
        raise BadInput(f"line 1: unknown rule {shown(rule)}: given, safe or open")
    if mines > board.cells:
        raise BadInput(f"line 1: {mines} mines do not fit on a {board.size} board")
    return board, mines, rule, _start_cell(said, board)


def _header_values(line: bytes) -> dict[str, str]:
    """The values of the first line by their keys; raise `BadInput` if a key occurs twice."""
    said: dict[str, str] = {}
    for word in line.decode("ascii", "replace").removeprefix("#").split():
        key, sign, value = word.partition("=")
        if not sign:
            raise BadInput(_NO_CORPUS)
        if key in said:
            raise BadInput(f"line 1: {shown(key)} is given twice")
        said[key] = value
    return said


def _number(said: dict[str, str], key: str) -> int:
    # `int` alone would read 1_0, +1 and digits of other scripts.
    if not re.fullmatch("[0-9]{1,9}", said[key]):
        raise BadInput(f"line 1: {key}: {shown(said[key])} is not a whole number of 1 to 9 digits")
    return int(said[key])


def _start_cell(said: dict[str, str], board: Board) -> int:
    """The first cell of all boards; -1 if each has its given cells."""
    if said["rule"] == "given":
        if "start" in said:
            raise BadInput("line 1: no start goes with rule=given: each board has its given cells")
        return -1
    if "start" not in said:
        raise BadInput(_NO_CORPUS)
    match = re.fullmatch("([0-9]{1,9}),([0-9]{1,9})", said["start"])
    if not match:
        raise BadInput(f"line 1: start: {shown(said['start'])} is not x,y, such as 0,0")
    x, y = int(match[1]), int(match[2])
    if x >= board.cols or y >= board.rows:
        raise BadInput(f"line 1: start {x},{y} lies outside the {board.size} board")
    return y * board.cols + x
