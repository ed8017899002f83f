"""The plain deducer: what has become certain in a game, doing again only what has changed.

It looks where the answer is cheapest: single clues whose counters changed, then the fronts of which
a clue changed, and last all fronts with the mine count, if the count can matter at all. Each step
is taken only where the one before found no safe cell. Fronts that have not changed keep their
layers for odds and for the mine count.

The compiled twin (`native/board/live.hpp`) also keeps which clues form a front; here they are
collected again whenever all fronts are asked for, which is simpler. The cost a cell grows by 1.9
(10 % mines) and 1.45 (16 %) from 30x16 to 1000x1000, where a game takes 5 s (`make bench`).
"""

from array import array
from collections.abc import Iterator
from math import nan

from mineproof.base.errors import Contradiction
from mineproof.core._plain_guess import evaluate
from mineproof.core.protocol import Odds
from mineproof.core.rank import least_risks, preferred
from mineproof.core.think import Think
from mineproof.counting import exact
from mineproof.counting.fronts import front_of
from mineproof.counting.layers import Layers
from mineproof.game.board import Board
from mineproof.game.clues import Clue
from mineproof.game.picture import FLAG
from mineproof.game.view import View

UNKNOWN, SAFE, MINED = 0, 1, 2


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
        self._layers: dict[tuple[Clue, ...], Layers] = {}
        self._sea: list[int] = []

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
            front = Layers(front_of(linked))
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
        marks = zip(self._known, self._touching, strict=True)
        self._sea = [cell for cell, (known, touching) in enumerate(marks) if not known | touching]
        before, self._layers = self._layers, {}

        def layers() -> Iterator[Layers]:
            for part in linked:
                self._layers[part] = before.get(part) or Layers(front_of(part))
                yield self._layers[part]

        cells = len(self._known)
        self._fronts = exact.Fronts(layers(), len(self._sea), self._mines_left, cells)
        return self._fronts

    def _count_in(self) -> None:
        """What the number of mines adds. The fronts stay as they were built: what is learnt follows
        from them, so they still give the right odds."""
        found = self._build_fronts().certain()
        sea = [] if found.sea is None else self._sea
        self._learn_all(
            found.safe + (sea if found.sea is False else []),
            found.mined + (sea if found.sea is True else []),
        )

    def odds(self) -> Odds:
        weighed = (self._fronts or self._build_fronts()).weigh()
        certain = 0.0, 0.0, 1.0  # by what is known; UNKNOWN is replaced below
        marks = zip(self._known, self._clue, strict=True)
        odds = array("d", [certain[known] if clue < 0 else nan for known, clue in marks])
        for cells, mines in weighed.mined_in:
            share = mines / (len(cells) * weighed.total)
            for cell in cells:
                odds[cell] = share
        if self._sea:
            share = weighed.mines_in_sea / (len(self._sea) * weighed.total)
            for cell in self._sea:
                odds[cell] = share
        return odds

    def least_risk(self) -> int:
        undecided = [cell for cell, known in enumerate(self._known) if known == UNKNOWN]
        if not undecided:
            return -1
        return preferred(least_risks(self.odds(), undecided), self._neighbours, self._clue)

    def best_risk(self, view: View, think: Think) -> int:  # noqa: ARG002 (it does not look ahead)
        flagged = [cell for cell, value in enumerate(view.cells) if value == FLAG]
        return evaluate(view, self.odds(), flagged).cell
