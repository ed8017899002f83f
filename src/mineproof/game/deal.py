"""Layouts and initial safe cells from a level, a start rule and a seed: the same for ever.

Chance comes from words of 64 bits that are defined here and nowhere else (numpy's generators
promise no stable stream across versions). With splitmix64's step G and finaliser `mix`, let
`child(h, x) = mix(h + G * (x + 1))`, all modulo 2**64. Then

    word(seed, number, stream, i) = child(child(child(child(0, seed), number), stream), i)

`number` counts the boards of one seed. Stream 0 deals mines: they are the allowed cells with the
smallest words, ties by index, so a board with one mine more contains the board with one less.
Stream 1 places the initial safe cells, nested in the same way; stream 2 is for whoever changes a
dealt board by chance (`chance`).
"""

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from mineproof.errors import BadInput
from mineproof.game.board import Board, Layout, Shape
from mineproof.game.levels import Level, level

Rule = Literal["given", "safe", "open"]
Place = Literal["uniform", "walk", "block"]
PLACES: tuple[Place, ...] = ("uniform", "walk", "block")
Words = NDArray[np.uint64]

_G = 0x9E3779B97F4A7C15
_MINES, _INITIAL, _CHANGES = 0, 1, 2  # the streams
_BLOCK = 1 << 12  # words drawn at a time by a walk
_CELLS = 1 << 21  # cells dealt at a time by `layouts`


@dataclass(frozen=True)
class Start:
    """How a game begins.

    `given`: some safe cells are told (how many: `safe_cells`, or `ratio` times the usual number;
    where: `place`). `safe`: the first cell is no mine. `open`: nor are its neighbours.
    """

    rule: Rule = "given"
    cell: str | None = None
    safe_cells: int | None = None
    ratio: float | None = None
    place: Place = "uniform"

    @classmethod
    def parse(cls, text: str) -> "Start":
        """`given`, `safe`, `open`, or the latter two with their first cell.

        >>> Start.parse("open:r4c4").cell
        'r4c4'
        """
        match = re.fullmatch(r"(given|safe|open)(?::(.+))?", text.strip())
        if not match or (match[1] == "given" and match[2]):
            raise BadInput(
                f"unknown start {text!r}: given, safe or open, with a cell as in safe:r1c1",
                field="start",
            )
        rules: dict[str, Rule] = {"given": "given", "safe": "safe", "open": "open"}
        return cls(rules[match[1]], match[2])

    def with_safe_cells(self, text: str) -> "Start":
        """A count (`9`) or a ratio of the usual number (`x0.75`).

        >>> Start().with_safe_cells("x0.75").ratio
        0.75
        """
        if re.fullmatch(r"[0-9]{1,9}", text):
            return replace(self, safe_cells=int(text))
        if re.fullmatch(r"x[0-9]{1,9}(\.[0-9]{1,9})?", text):
            return replace(self, ratio=float(text[1:]))
        raise BadInput(f"{text!r} is neither a count (9) nor a ratio (x0.75)", field="safe_cells")

    def first(self, board: Board) -> int:
        """The first cell of a `safe` or `open` start: by default a corner, or a few cells in."""
        if self.cell is not None:
            return board.cell(self.cell, field="start")
        if self.rule == "safe":
            return 0
        inward = 4 if (board.rows, board.cols) == (16, 30) else 3
        row, col = min(inward, board.rows) - 1, min(inward, board.cols) - 1
        return row * board.cols + col

    def describe(self, board: Board) -> str:
        return self.rule if self.rule == "given" else f"{self.rule}:{board.name(self.first(board))}"


@dataclass(frozen=True, eq=False)
class Deal:
    """A board with its secret, and the safe cells the player is told at the start."""

    board: Board
    layout: Layout
    initial: tuple[int, ...]
    start: str = "given"

    @property
    def mines(self) -> int:
        return int(self.layout.sum())


def deal(
    what: Level | str,
    *,
    start: Start | str = "given",
    seed: int = 0,
    number: int = 0,
    shape: Shape = "grid",
) -> Deal:
    """Deal board `number` of `seed`: the same cells on every machine, in every version.

    >>> dealt = deal("easy", seed=7)
    >>> dealt.board.names(np.flatnonzero(dealt.layout))[:4], len(dealt.initial)
    (['r1c4', 'r3c6', 'r4c2', 'r4c6'], 9)
    """
    size = level(what) if isinstance(what, str) else what
    rule = Start.parse(start) if isinstance(start, str) else start
    board = size.board(shape)
    layout = layouts(size, start=rule, seed=seed, first=number, count=1, shape=shape)[0]
    return Deal(
        board, layout, initial_cells(board, layout, rule, seed, number), rule.describe(board)
    )


def layouts(
    what: Level | str,
    *,
    start: Start | str = "given",
    seed: int = 0,
    count: int,
    first: int = 0,
    shape: Shape = "grid",
) -> Layout:
    """The layouts of boards `first`, `first + 1`, … of `seed`, one row each."""
    numbers = range(first, first + count)
    return numbered_layouts(what, numbers, start=start, seed=seed, shape=shape)


def numbered_layouts(
    what: Level | str,
    numbers: Sequence[int],
    *,
    start: Start | str = "given",
    seed: int = 0,
    shape: Shape = "grid",
) -> Layout:
    """The layouts of boards with these numbers, one row each."""
    size = level(what) if isinstance(what, str) else what
    rule = Start.parse(start) if isinstance(start, str) else start
    board = size.board(shape)
    allowed = _allowed(board, rule)
    if not 0 <= size.mines <= len(allowed):
        raise BadInput(
            f"{size.mines} is more than the {len(allowed)} cells that may hold one", field="mines"
        )
    dealt = np.zeros((len(numbers), board.cells), dtype=bool)
    boards = max(1, _CELLS // board.cells)
    for low in range(0, len(numbers), boards):
        keys = _keys(seed, numbers[low : low + boards], _MINES)
        words = _words(keys[:, None], allowed.astype(np.uint64)[None, :])
        dealt[low : low + len(keys), allowed] = _smallest(words, size.mines)
    return dealt


def initial_cells(
    board: Board, layout: Layout, start: Start, seed: int, number: int = 0
) -> tuple[int, ...]:
    """The safe cells told at the start, in order; those for K + 1 contain those for K."""
    if start.rule != "given":
        return (start.first(board),)
    safe = np.flatnonzero(~layout)
    wanted = _how_many(start, board.cells, len(safe))
    key = _keys(seed, range(number, number + 1), _INITIAL)
    if start.place == "walk":
        return _walk(board, layout, wanted, key)
    words = _words(key, safe.astype(np.uint64))
    order = np.lexsort((safe, words))
    if start.place == "block" and wanted:
        centre = int(safe[order[0]])
        order = np.lexsort((safe, words, _distances(board, centre)[safe]))
    return tuple(safe[order[:wanted]].tolist())


def chance(seed: int, number: int) -> Iterator[int]:
    """Words without end for changes to board `number` of `seed`.

    >>> words = chance(1, 0)
    >>> next(words) % 100, next(words) % 100
    (60, 87)
    """
    key = _keys(seed, range(number, number + 1), _CHANGES)
    drawn = 0
    while True:
        positions = np.arange(drawn, drawn + _BLOCK, dtype=np.uint64)
        yield from _words(key, positions).tolist()
        drawn += _BLOCK


def given(board: Board, layout: Layout, names: Iterable[str]) -> tuple[int, ...]:
    """Initial cells named one by one; raise `BadInput` if one is a mine."""
    cells = tuple(dict.fromkeys(board.cell(name, field="cells") for name in names))
    for cell in cells:
        if layout[cell]:
            raise BadInput(
                f"{board.name(cell)} is a mine: it cannot be an initial safe cell", field="cells"
            )
    return cells


def _allowed(board: Board, start: Start) -> NDArray[np.int64]:
    allowed = np.ones(board.cells, dtype=bool)
    if start.rule != "given":
        first = start.first(board)
        allowed[first] = False
        if start.rule == "open":
            around = board.table[first]  # not `neighbours`, a list too large for a large board
            allowed[around[around < board.cells]] = False
    return np.flatnonzero(allowed)


def _how_many(start: Start, cells: int, safe: int) -> int:
    if start.safe_cells is not None:
        if start.safe_cells > safe:
            raise BadInput(
                f"{start.safe_cells} is more than the {safe} cells that hold no mine",
                field="safe_cells",
            )
        return start.safe_cells
    usual = round(math.sqrt(cells))
    return min(safe, usual if start.ratio is None else int(usual * start.ratio))


def _walk(board: Board, layout: Layout, wanted: int, key: Words) -> tuple[int, ...]:
    """Steps to any neighbour or to none, across mines and old cells, collecting new safe cells.

    A step off the board is a step not taken: the "nothing" entries of a table row mean "stay".
    """
    table, ways = board.table, board.table.shape[1] + 1
    found: dict[int, None] = {}
    here, drawn = -1, 0
    while len(found) < wanted:
        positions = np.arange(drawn, drawn + _BLOCK, dtype=np.uint64)
        for word in _words(key, positions).tolist():
            if here < 0:
                here = word % board.cells
            else:
                way = word % ways
                to = int(table[here, way]) if way < ways - 1 else board.cells
                here = to if to < board.cells else here
            if not layout[here]:
                found.setdefault(here)
                if len(found) == wanted:
                    break
        drawn += _BLOCK
    return tuple(found)


def _distances(board: Board, centre: int) -> NDArray[np.int64]:
    """Steps from `centre` to every cell."""
    distance = np.full(board.cells, board.cells, dtype=np.int64)
    distance[centre] = 0
    ring, neighbours, steps = [centre], board.neighbours, 0
    while ring:
        steps += 1
        ring = list(
            {there for here in ring for there in neighbours[here] if distance[there] > steps}
        )
        distance[ring] = steps
    return distance


def _smallest(words: Words, count: int) -> Layout:
    """True at the `count` smallest words of each row, ties by index."""
    if count == 0:
        return np.zeros(words.shape, dtype=bool)
    limit = np.partition(words, count - 1, axis=1)[:, count - 1 : count]
    chosen: Layout = words <= limit
    for row in np.flatnonzero(chosen.sum(axis=1) > count):  # a tie at the limit: once in 2**50
        chosen[row] = False
        chosen[row, np.argsort(words[row], kind="stable")[:count]] = True
    return chosen


def _keys(seed: int, numbers: Sequence[int], stream: int) -> Words:
    """What the words of one stream start from, for each board number."""
    if not 0 <= seed < 1 << 64:
        raise BadInput(f"{seed} is outside 0..2**64-1", field="seed")
    for number in (min(numbers, default=0), max(numbers, default=0)):
        if not 0 <= number < 1 << 63:
            raise BadInput(f"board number {number} is outside 0..2**63-1")
    seeded = _words(np.zeros(1, dtype=np.uint64), np.array([seed], dtype=np.uint64))
    numbered = _words(seeded, np.array(numbers, dtype=np.uint64))
    return _words(numbered, np.array([stream], dtype=np.uint64))


def _words(h: Words, x: Words) -> Words:
    """`child(h, x)` of whole arrays; products of unsigned arrays wrap around, as wanted."""
    z: Words = h + np.uint64(_G) * (x + np.uint64(1))
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    z ^= z >> np.uint64(31)
    return z
