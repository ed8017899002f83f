"""What is certain, and how likely the rest: a view in, everything entailed out.

`analyse` looks at one position. A `Deducer` follows a game: it is told each cell that is opened and
says what has become certain, doing again only what has changed. Both come twice, in plain Python
and compiled, with the same answers.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from mineproof.counting import exact, native
from mineproof.counting.clash import clash
from mineproof.counting.fronts import front_of
from mineproof.errors import Contradiction
from mineproof.game.board import Board
from mineproof.game.clues import Clue, clues
from mineproof.game.game import View
from mineproof.game.html import table
from mineproof.game.picture import FLAG

UNKNOWN, SAFE, MINED = 0, 1, 2
MANY = 100
"""Beyond so many clues a wrong mine count is not traced to the clues it clashes with."""


Risks = NDArray[np.float64]
"""The odds of a mine by cell; not a number where a cell is open."""


@dataclass(frozen=True, eq=False)
class Analysis:
    """Everything that a position entails, and the odds of a mine in every hidden cell."""

    view: View
    layouts: int
    safe: list[int]
    mined: list[int]
    risks: Risks

    @cached_property
    def odds(self) -> dict[int, float]:
        """The odds of every hidden cell."""
        hidden = self.view.cells < 0
        cells = np.flatnonzero(hidden).tolist()
        return dict(zip(cells, self.risks[hidden].tolist(), strict=True))

    @property
    def undecided(self) -> NDArray[np.bool_]:
        """True for hidden cells that are neither certainly safe nor certainly mines."""
        undecided: NDArray[np.bool_] = self.view.cells < 0
        undecided[self.safe] = undecided[self.mined] = False
        return undecided

    @property
    def wrong_flags(self) -> list[int]:
        """Flags on cells that are certainly safe."""
        return [cell for cell in self.safe if self.view.cells[cell] == FLAG]

    def percent(self) -> dict[int, str]:
        """What to write on each hidden cell: `ok` if certainly safe, `**` if certainly a mine, else
        the odds in percent, never rounded to what would look certain.

        >>> from mineproof.game.formats import read
        >>> analyse(read("1 # # # #", mines=2)).percent()
        {1: '**', 2: '33', 3: '33', 4: '33'}
        """
        written = {cell: _percent(odds) for cell, odds in self.odds.items()}
        return written | dict.fromkeys(self.safe, "ok") | dict.fromkeys(self.mined, "**")

    def _repr_html_(self) -> str:
        shades = {cell: _shade(odds) for cell, odds in self.odds.items()}
        return table(self.view.board, self.view.cells.tolist(), self.percent(), shades)


def _percent(odds: float) -> str:
    rounded = round(100 * odds)
    return "<1" if rounded == 0 else ">99" if rounded == 100 else str(rounded)


def _shade(odds: float) -> str:
    """From green by yellow to red, light enough to read black on."""
    return f"hsl({round(130 * (1 - odds))} 70% 80%)"


def analyse(view: View) -> Analysis:
    """All that is certain, the exact number of layouts, and the odds; flags are taken as hidden.

    Raise `Contradiction`, naming the clues that clash, if no layout fits.

    >>> from mineproof.game.formats import read
    >>> found = analyse(read("1 1 1 / # # #", mines=1))
    >>> found.layouts, found.safe, found.mined
    (1, [3, 5], [4])
    """
    try:
        return _analyse_native(view) if native.core() == "native" else _analyse_plain(view)
    except Contradiction:
        raise explain_clash(view) from None


def exact_odds(view: View) -> tuple[int, dict[int, Fraction]]:
    """The number of layouts and the odds of every hidden cell as fractions, by the plain core."""
    told, sea = _clues_and_sea(view)
    counted = exact.count(told, len(sea), view.mines)
    return counted.layouts, counted.odds() | dict.fromkeys(sea, counted.sea)


def explain_clash(view: View) -> Contradiction:
    """Why no layout fits, in one line that names the fewest clues that clash."""
    told, sea = _clues_and_sea(view)
    if len(told) > MANY:
        bounds = exact.bounds(told)
        if bounds and not bounds[0] <= view.mines <= bounds[1] + len(sea):
            most = bounds[1] + len(sea)
            room = f"room for {bounds[0]} to {most} mines"
            line = f"no layout fits: the clues leave {room}, the board has {view.mines}"
            return Contradiction(line, uses_count=True)
    fewest, counted = clash(told, len(sea), view.mines)
    names = {view.board.name(clue.at): clue.mines for clue in fewest if clue.at is not None}
    said = [f"{name} says {mines}" for name, mines in names.items()]
    if counted:
        said.append(f"the board has {view.mines} mines")
    if counted and len(said) == 1:
        why = f"{said[0]} but {len(view.hidden)} hidden cells"
    elif len(said) == 1:
        why = f"{said[0]}, which its hidden neighbours cannot hold"
    else:
        every = "both" if len(said) == 2 else "all"
        why = f"{', '.join(said[:-1])} and {said[-1]} cannot {every} be true"
    return Contradiction(f"no layout fits: {why}", tuple(names), uses_count=counted)


def chance_all_safe(view: View, cells: Sequence[int]) -> float:
    """The chance that none of some hidden cells is a mine, by the plain core.

    >>> from mineproof.game.formats import read
    >>> chance_all_safe(read("1 # # #", mines=2), [2, 3])
    0.0
    """
    told, sea = _clues_and_sea(view)
    before = exact.count(told, len(sea), view.mines).layouts
    together = Clue(tuple(cells), 0, None)
    rest = len(sea) - len({*sea}.intersection(cells))
    try:
        return float(Fraction(exact.count([*told, together], rest, view.mines).layouts, before))
    except Contradiction:
        return 0.0


def _clues_and_sea(view: View) -> tuple[list[Clue], list[int]]:
    told = clues(view)
    touched = {cell for clue in told for cell in clue.cells}
    return told, [cell for cell in view.hidden if cell not in touched]


def _analyse_plain(view: View) -> Analysis:
    told, sea = _clues_and_sea(view)
    known, counted = exact.analyse(told, len(sea), view.mines)
    safe = sorted(known.safe + (sea if known.sea is False else []))
    mined = sorted(known.mined + (sea if known.sea is True else []))
    risks = np.full(view.board.cells, np.nan)
    risks[sea] = float(counted.sea)
    for cells, share in counted.shares:
        risks[list(cells)] = float(share)
    return Analysis(view, counted.layouts, safe, mined, risks)


def _analyse_native(view: View) -> Analysis:
    seen = np.ascontiguousarray(view.cells)
    try:
        verdicts, risks, ways, sea, mines = native.workspace(view.board).analyse(
            seen, view.mines, True, True
        )
    except native.refusals() as problem:
        raise native.ours(problem) from None
    layouts = exact.join(ways, sea, mines) if ways is not None else exact_odds(view)[0]
    safe, mined = (np.flatnonzero(verdicts == which).tolist() for which in (SAFE, MINED))
    return Analysis(view, layouts, safe, mined, risks)


def write_odds(risks: Risks, board: Board) -> str:
    """The odds of hidden cells as the members of a JSON object.

    >>> write_odds(np.array([0.25, np.nan, 0.5]), Board(1, 3))
    '"r1c1": 0.25, "r1c3": 0.5'
    """
    if native.core() == "native":
        module: Any = native.compiled()
        text: str = module.write_odds(risks, board.cols)
        return text
    hidden = ~np.isnan(risks)
    names = board.names(np.flatnonzero(hidden).tolist())
    return ", ".join(
        f'"{name}": {odds!r}' for name, odds in zip(names, risks[hidden].tolist(), strict=True)
    )


def least_risks(risks: Risks, which: NDArray[np.bool_]) -> list[int]:
    """Of the cells where `which` holds, and there must be one, those that share the least odds."""
    # Odds are compared in steps of 1e-9. The offset keeps the steps' edges away from the fractions
    # that boards like (1/1024 lies on an edge of plain rounding), where the twins might differ.
    ranks = np.floor(np.where(which, risks, np.inf) * 1e9 + 0.37)
    least: list[int] = np.flatnonzero(ranks == ranks.min()).tolist()
    return least


def preferred(
    cells: Sequence[int], neighbours: Sequence[Sequence[int]], clues: Sequence[int]
) -> int:
    """Of equal cells the one with fewest neighbours, most opened ones, the lowest index."""

    def preference(cell: int) -> tuple[int, int, int]:
        around = neighbours[cell]
        return len(around), -sum(clues[there] >= 0 for there in around), cell

    return min(cells, key=preference)


class Deducer(Protocol):
    """Follows one game. Tell it what is opened; ask what has become certain, or how risky it is."""

    def open(self, cell: int, clue: int) -> None: ...

    def deduce(self, with_count: bool = True) -> tuple[list[int], list[int]]:
        """Cells that have become certain since the last call: safe ones and mines.

        What follows from single clues comes first, then what follows from fronts, and only when
        neither gives a safe cell what follows from the number of mines too (unless `with_count` is
        False). So "nothing safe" means that nothing safe is entailed.
        """

    def odds(self) -> Risks:
        """The odds of every hidden cell, after a `deduce` that gave no safe cell."""

    def least_risk(self) -> int:
        """The hidden, undecided cell with the least odds; -1 if there is none.

        Ties: the fewest neighbours (corner before edge), the most opened ones, the lowest index.
        """


def deducer(board: Board, mines: int) -> Deducer:
    """A deducer for a new game, by the core in use."""
    if native.core() == "python":
        return PlainDeducer(board, mines)
    module: Any = native.compiled()
    live: Any = module.Live(native.field(board))
    live.start(mines)
    return NativeDeducer(live)


class NativeDeducer:
    """The compiled deducer, with our own errors."""

    def __init__(self, live: Any) -> None:
        self._live = live

    @property
    def live(self) -> Any:
        """What the compiled core keeps of the game."""
        return self._live

    # A `try` costs nothing where nothing is raised, and a game opens hundreds of cells.
    def open(self, cell: int, clue: int) -> None:
        try:
            self._live.open(cell, clue)
        except native.refusals() as problem:
            raise native.ours(problem) from None

    def deduce(self, with_count: bool = True) -> tuple[list[int], list[int]]:
        try:
            found: tuple[list[int], list[int]] = self._live.deduce(with_count)
        except native.refusals() as problem:
            raise native.ours(problem) from None
        return found

    def odds(self) -> Risks:
        try:
            risks: Risks = self._live.odds()
        except native.refusals() as problem:
            raise native.ours(problem) from None
        return risks

    def least_risk(self) -> int:
        try:
            return int(self._live.least_risk())
        except native.refusals() as problem:
            raise native.ours(problem) from None


class PlainDeducer:
    """The plain deducer: two counters a clue, a queue of changed clues, fronts when it is empty.

    A clue needs so many mines (`_need`) among so many undecided cells (`_left`).
    """

    def __init__(self, board: Board, mines: int) -> None:
        self._neighbours = board.neighbours
        self._mines_left = mines
        self._clue = [-1] * board.cells
        self._known = bytearray(board.cells)
        self._need = [0] * board.cells
        self._left = [0] * board.cells
        self._touching = bytearray(board.cells)
        self._front_cells = 0
        self._unknown = board.cells
        self._active: dict[int, None] = {}
        self._queue: list[int] = []
        self._changed: dict[int, None] = {}
        self._safe: list[int] = []
        self._mined: list[int] = []
        self._fronts: exact.Fronts | None = None
        self._layers: dict[tuple[Clue, ...], exact.Layers] = {}
        self._sea: NDArray[np.int64] = np.empty(0, dtype=np.int64)

    def open(self, cell: int, clue: int) -> None:
        known, clues, touching = self._known, self._clue, self._touching
        was_unknown = known[cell] == UNKNOWN
        if was_unknown:
            known[cell] = SAFE
            self._unknown -= 1
            self._front_cells -= touching[cell] > 0
        self._fronts = None
        clues[cell] = clue
        need, left = clue, 0
        for there in self._neighbours[cell]:
            verdict = known[there]
            if verdict == UNKNOWN:
                left += 1
                if not touching[there]:
                    self._front_cells += 1
            elif verdict == MINED:
                need -= 1
            elif was_unknown and clues[there] >= 0:
                self._left[there] -= 1
                self._queue.append(there)
            touching[there] += 1
        self._need[cell], self._left[cell] = need, left
        if left or need:
            self._active[cell] = None
            self._queue.append(cell)

    def deduce(self, with_count: bool = True) -> tuple[list[int], list[int]]:
        self._safe, self._mined = [], []
        self._settle()
        if not self._safe:
            self._deepen()
        if not self._safe and with_count and self._count_may_matter():
            self._count_in()
        return self._safe, self._mined

    def _learn(self, cell: int, verdict: int) -> list[int]:
        """Note a certain cell; return the opened cells that touch it."""
        self._known[cell] = verdict
        self._unknown -= 1
        self._front_cells -= self._touching[cell] > 0
        self._mines_left -= verdict == MINED
        (self._mined if verdict == MINED else self._safe).append(cell)
        clues, left, need = self._clue, self._left, self._need
        touched = [there for there in self._neighbours[cell] if clues[there] >= 0]
        for there in touched:
            left[there] -= 1
        if verdict == MINED:
            for there in touched:
                need[there] -= 1
        return touched

    def _settle(self) -> None:
        """Single clues: satisfied, or in need of all their cells."""
        known, queue, needs, lefts = self._known, self._queue, self._need, self._left
        while queue:
            clue = queue.pop()
            need, left = needs[clue], lefts[clue]
            if 0 < need < left:
                self._changed[clue] = None
            elif left and (need == 0 or need == left):
                verdict = MINED if need else SAFE
                for cell in self._neighbours[clue]:
                    if known[cell] == UNKNOWN:
                        queue += self._learn(cell, verdict)
            elif need != left:
                raise Contradiction("clues clash")

    def _deepen(self) -> None:
        """Fronts of which a clue has changed since they were looked at last."""
        changed, self._changed = self._changed, {}
        done: set[int] = set()
        for first in changed:
            if not self._left[first] or first in done:
                continue
            linked = self._linked(first, done)
            front = exact.Layers(front_of(linked))
            safe: list[int] = []
            mined: list[int] = []
            front.decide(None, safe, mined)
            self._learn_all(safe, mined)

    def _linked(self, first: int, done: set[int]) -> list[Clue]:
        """The clues linked to one by undecided cells; adds them to `done`."""
        known, clues, neighbours = self._known, self._clue, self._neighbours
        done.add(first)
        part, found, met = [first], [], set()
        for clue in part:
            cells = tuple([cell for cell in neighbours[clue] if known[cell] == UNKNOWN])
            found.append(Clue(cells, self._need[clue], clue))
            for cell in cells:
                if cell in met:
                    continue
                met.add(cell)
                for there in neighbours[cell]:
                    if clues[there] >= 0 and there not in done:
                        done.add(there)
                        part.append(there)
        return found

    def _learn_all(self, safe: list[int], mined: list[int]) -> None:
        """What a whole front entails: no clue can say anything new about it, so none is queued."""
        for cell in safe:
            self._learn(cell, SAFE)
        for cell in mined:
            self._learn(cell, MINED)

    def _count_may_matter(self) -> bool:
        """Not if the mines left are more than the fronts have cells and fewer than the sea has:
        then the sea can take whatever the fronts leave, and is neither empty of mines nor full."""
        return not self._front_cells < self._mines_left < self._unknown - self._front_cells

    def _build_fronts(self) -> exact.Fronts:
        """All fronts, joined by the sea and the number of mines; those that are as they were last
        time are not counted again."""
        self._active = {clue: None for clue in self._active if self._left[clue]}
        done: set[int] = set()
        linked = [tuple(self._linked(one, done)) for one in self._active if one not in done]
        untouched = np.frombuffer(self._known, np.uint8) | np.frombuffer(self._touching, np.uint8)
        self._sea = np.flatnonzero(untouched == UNKNOWN)
        before, self._layers = self._layers, {}

        def layers() -> Iterator[exact.Layers]:
            for part in linked:
                self._layers[part] = before.get(part) or exact.Layers(front_of(part))
                yield self._layers[part]

        cells = len(self._known)
        self._fronts = exact.Fronts(layers(), len(self._sea), self._mines_left, cells)
        return self._fronts

    def _count_in(self) -> None:
        """What the number of mines adds. The fronts stay as they were built: what is learnt follows
        from them, so they still give the right odds."""
        found = self._build_fronts().certain()
        sea = [] if found.sea is None else self._sea.tolist()
        self._learn_all(
            found.safe + (sea if found.sea is False else []),
            found.mined + (sea if found.sea is True else []),
        )

    def odds(self) -> Risks:
        weighed = (self._fronts or self._build_fronts()).weigh()
        odds = np.full(len(self._known), np.nan)
        for cells, mines in weighed.mined_in:
            odds[list(cells)] = mines / (len(cells) * weighed.total)
        if len(self._sea):
            odds[self._sea] = weighed.mines_in_sea / (len(self._sea) * weighed.total)
        known = np.frombuffer(self._known, dtype=np.uint8)
        odds[known == MINED] = 1.0
        odds[(known == SAFE) & (np.array(self._clue) < 0)] = 0.0
        return odds

    def least_risk(self) -> int:
        undecided = np.frombuffer(self._known, dtype=np.uint8) == UNKNOWN
        if not undecided.any():
            return -1
        return preferred(least_risks(self.odds(), undecided), self._neighbours, self._clue)
