"""Make layouts and given cells from a level, a start rule and a seed, equal in every version.

Random numbers are the 64-bit words that `_random_words.py` defines. `number` counts the boards of
one seed. Stream 0 places the mines: the allowed cells with the smallest words, ties by index. A
board with one mine more therefore contains the board with one mine less. Stream 1 chooses the given
cells, nested in the same way; stream 2 is for changes to a dealt board (`chance`).
"""

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from heapq import nsmallest
from itertools import count as count_from
from typing import Literal

from mineproof.base.arguments import known_name, require, shown, whole_number
from mineproof.base.errors import BadInput
from mineproof.game import _random_words as words
from mineproof.game.board import Board, Cell, Layout, Layouts, Shape, as_layout
from mineproof.game.levels import Level, as_level

Rule = Literal["given", "safe", "open"]
Place = Literal["uniform", "walk", "block"]
RULES: tuple[Rule, ...] = ("given", "safe", "open")
PLACES: tuple[Place, ...] = ("uniform", "walk", "block")

_CONNECTED = ("grid", "torus", "hex", "orthogonal", "triangle")
_MINES, _INITIAL, _CHANGES = 0, 1, 2  # the streams


@dataclass(frozen=True)
class Start:
    """How a game begins.

    `given`: some safe cells are known (`safe_cells` of them, or `ratio` times the usual number;
    `place` says where). `safe`: the first cell is no mine. `open`: the first cell and its
    neighbours are no mines.
    """

    rule: Rule = "given"
    cell: Cell | None = None
    """The first cell of `safe` and `open`; None for one in or near a corner."""
    safe_cells: int | None = None
    ratio: float | None = None
    place: Place = "uniform"

    def __post_init__(self) -> None:
        rule = known_name(self.rule, RULES, "start", field="start")
        object.__setattr__(self, "rule", rule)
        place = known_name(self.place, PLACES, "place", field="place")
        object.__setattr__(self, "place", place)
        if self.rule == "given" and self.cell is not None:
            raise BadInput("a first cell goes with safe or open, not with given", field="start")
        if self.safe_cells is not None and whole_number(self.safe_cells, "safe_cells") < 0:
            raise BadInput(f"{self.safe_cells} is less than 0", field="safe_cells")
        if self.ratio is not None:
            require(self.ratio, (int, float), "a ratio of given cells, such as 0.75")
            if not 0 <= self.ratio < math.inf:
                raise BadInput(f"{self.ratio} is not a number from 0", field="ratio")

    @classmethod
    def parse(cls, text: str) -> "Start":
        """Read `given`, `safe`, `open`, or one of the latter two with a first cell (`safe:r1c1`).

        >>> Start.parse("open:r4c4").cell
        'r4c4'
        """
        require(text, str, "a start rule as text, such as 'safe:r1c1'")
        match = re.fullmatch(r"(given|safe|open)(?::(.+))?", text.strip().lower())
        if not match or (match[1] == "given" and match[2]):
            raise BadInput(
                f"unknown start {shown(text)}: given, safe or open, with a cell as in safe:r1c1",
                field="start",
            )
        [rule] = [known for known in RULES if known == match[1]]
        return cls(rule, match[2])

    def with_safe_cells(self, text: str) -> "Start":
        """Return this start with another number of given cells: a count (`9`) or a ratio (`x0.75`).

        >>> Start().with_safe_cells("x0.75").ratio
        0.75
        """
        require(text, str, "a number of given cells as text, such as '9' or 'x0.75'")
        if re.fullmatch(r"[0-9]{1,9}", text):
            return replace(self, safe_cells=int(text))
        if re.fullmatch(r"x[0-9]{1,9}(\.[0-9]{1,9})?", text):
            return replace(self, ratio=float(text[1:]))
        raise BadInput(
            f"{shown(text)} is neither a count (9) nor a ratio (x0.75)", field="safe_cells"
        )

    def first(self, board: Board) -> int:
        """Return the first cell of a `safe` or `open` start; the default is in or near a corner."""
        require(board, Board, "a board, such as Board(rows=9, cols=9)")
        if self.cell is not None:
            return board.index(self.cell, field="start")
        if self.rule == "safe":
            return 0
        inward = 4 if (board.rows, board.cols) == (16, 30) else 3
        row, col = min(inward, board.rows) - 1, min(inward, board.cols) - 1
        return row * board.cols + col

    def describe(self, board: Board) -> str:
        """The rule and the first cell as text, such as `open:r4c4`."""
        require(board, Board, "a board, such as Board(rows=9, cols=9)")
        return self.rule if self.rule == "given" else f"{self.rule}:{board.name(self.first(board))}"


def as_start(start: Start | str) -> Start:
    """Return a start rule, given the rule or its text."""
    if isinstance(start, str):
        return Start.parse(start)
    require(start, Start, "a start rule, such as 'safe:r1c1' or Start('open')")
    return start


@dataclass(frozen=True)
class Deal:
    """A board with its layout, and the safe cells that the player knows at the start."""

    board: Board
    layout: Layout
    initial: tuple[int, ...]
    start: str = "given"

    def __post_init__(self) -> None:
        object.__setattr__(self, "layout", as_layout(self.board, self.layout))
        require(self.initial, Iterable, "a tuple of cells")
        object.__setattr__(self, "initial", tuple(map(self.board.index, self.initial)))
        for cell in self.initial:
            if self.layout[cell]:
                problem = f"{self.board.name(cell)} is a mine: it cannot be an initial safe cell"
                raise BadInput(problem, field="initial")

    def __deepcopy__(self, memo: dict[int, object]) -> "Deal":
        return self  # nothing in it changes

    @property
    def mines(self) -> int:
        """The number of mines."""
        return self.layout.count(1)


def deal(
    what: Level | str,
    *,
    start: Start | str = "given",
    seed: int = 0,
    number: int = 0,
    shape: Shape = "grid",
) -> Deal:
    """Deal board `number` of `seed`. The result is the same on every machine and in every version.

    >>> from mineproof import deal, mined_cells
    >>> dealt = deal("easy", seed=7)
    >>> dealt.board.names(mined_cells(dealt.layout))[:4], len(dealt.initial)
    (['r1c4', 'r3c6', 'r4c2', 'r4c6'], 9)
    """
    size, rule = as_level(what), as_start(start)
    board = size.board(shape)
    seed, number = whole_number(seed, "seed"), whole_number(number, "number")
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
) -> Layouts:
    """The layouts of boards `first`, `first + 1`, … of `seed`."""
    numbers = range(first, first + count)
    return numbered_layouts(what, numbers, start=start, seed=seed, shape=shape)


def numbered_layouts(
    what: Level | str,
    numbers: Sequence[int],
    *,
    start: Start | str = "given",
    seed: int = 0,
    shape: Shape = "grid",
) -> Layouts:
    """The layouts of boards with these numbers."""
    size, rule, seed = as_level(what), as_start(start), whole_number(seed, "seed")
    board = size.board(shape)
    free = free_cells(board, rule)
    room = board.cells - len(free)
    if not 0 <= size.mines <= room:
        raise BadInput(
            f"{size.mines} is more than the {room} cells that may hold one", field="mines"
        )
    _check_numbers(seed, numbers)
    return words.smallest_of_many(seed, numbers, _MINES, board.cells, free, size.mines)


def free_cells(board: Board, start: Start) -> set[int]:
    """Return the cells that the start rule keeps free of mines."""
    if start.rule == "given":
        return set()
    first = start.first(board)
    return {first, *(board.neighbours_of(first) if start.rule == "open" else ())}


def initial_cells(
    board: Board, layout: Layout, start: Start, seed: int, number: int = 0
) -> tuple[int, ...]:
    """Return the given cells in order; the first K of K + 1 given cells are the K given cells."""
    if start.rule != "given":
        return (start.first(board),)
    safe = [cell for cell, mine in enumerate(layout) if not mine]
    wanted = _how_many(start, board.cells, len(safe))
    key = _key(seed, number, _INITIAL)
    if start.place == "walk":
        return _walk(board, layout, wanted, key)
    drawn = list(zip(words.words(key, safe), safe, strict=True))
    if start.place == "uniform" or not wanted:
        return tuple([cell for _, cell in nsmallest(wanted, drawn)])
    # A block: the cells nearest to its centre, ties by word, so it has no preferred side.
    away = _distances(board, min(drawn)[1])
    nearest = nsmallest(wanted, [(away[cell], word, cell) for word, cell in drawn])
    return tuple([cell for _, _, cell in nearest])


def chance(seed: int, number: int) -> Iterator[int]:
    """Yield random words without end, for changes to board `number` of `seed`.

    >>> words = chance(1, 0)
    >>> next(words) % 100, next(words) % 100
    (60, 87)
    """
    return words.stream(_key(seed, number, _CHANGES))


def given(board: Board, layout: Layout, names: Iterable[str]) -> tuple[int, ...]:
    """Return the deal with these given cells; raise `BadInput` if one is a mine."""
    cells = tuple(dict.fromkeys(board.index(name, field="cells") for name in names))
    for cell in cells:
        if layout[cell]:
            raise BadInput(
                f"{board.name(cell)} is a mine: it cannot be an initial safe cell", field="cells"
            )
    return cells


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


def _walk(board: Board, layout: Layout, wanted: int, key: int) -> tuple[int, ...]:
    """Yield the new safe cells of a random walk.

    The walk crosses mines and old cells, and each step goes to a neighbour or stays. A cell at an
    edge has fewer neighbours than directions: the missing directions mean "stay".
    """
    ways = board.directions + 1
    found: dict[int, None] = {}
    drawn = words.stream(key)
    here = next(drawn) % board.cells
    if board.shape not in _CONNECTED:
        away = _distances(board, here)
        within = sum(away[cell] < board.cells and not layout[cell] for cell in range(board.cells))
        if within < wanted:
            raise BadInput(
                f"a walk meets {within} safe cells where {wanted} are wanted, because not all cells"
                " are linked",
                field="place",
            )
    while len(found) < wanted:
        if not layout[here]:
            found.setdefault(here)
        around = board.neighbours_of(here)
        way = next(drawn) % ways
        here = around[way] if way < len(around) else here
    return tuple(found)


def _distances(board: Board, centre: int) -> list[int]:
    """Return the distance in steps from `centre` to every cell."""
    distance = [board.cells] * board.cells
    distance[centre] = 0
    ring, neighbours = [centre], board.neighbours
    for steps in count_from(1):
        ring = list(
            {there for here in ring for there in neighbours[here] if distance[there] > steps}
        )
        if not ring:
            break
        for there in ring:
            distance[there] = steps
    return distance


def _key(seed: int, number: int, stream: int) -> int:
    _check_numbers(seed, [number])
    return words.key(seed, number, stream)


def _check_numbers(seed: int, numbers: Sequence[int]) -> None:
    if not 0 <= whole_number(seed, "seed") < 1 << 64:
        raise BadInput(f"{seed} is outside 0..2**64-1", field="seed")
    for number in (min(numbers, default=0), max(numbers, default=0)):
        if not 0 <= number < 1 << 63:
            raise BadInput(f"board number {number} is outside 0..2**63-1")
