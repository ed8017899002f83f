"""The depth of a whole board: the highest depth that its easiest solution needs.

The board is played with inferences of depth 1 as long as they decide cells, then of depths 1 and 2,
and so on. The depth at which it is solved is the depth of the board. Safe cells are opened at once,
so that the next inference can use their clues. The mine count is used only if the clues alone do
not solve the board.

The compiled core does the same (native/depth.cpp); the Python here serves where it is missing, and
judges it.
"""

from typing import NamedTuple

from mineproof.base.errors import TooWide
from mineproof.core.choice import engine
from mineproof.core.protocol import MOST_COMPILED_NEIGHBOURS
from mineproof.counting import exact
from mineproof.game.clues import Clue
from mineproof.game.deal import Deal
from mineproof.reason.argument import Facts
from mineproof.reason.why import DEEPEST, Reasoner

MOST_UNDECIDED = 20
"""Above this number of undecided cells, an inference from the mine count and a clue is called a
case split: there are too many differences between the count and sets of clues to try them."""


class Depth(NamedTuple):
    """The depth of a board, and whether its solution needs the mine count."""

    depth: int
    uses_count: bool


def depth_of(dealt: Deal) -> Depth | None:
    """Return the depth of a board from its initial cells; None if it needs a guess.

    >>> from mineproof.game.deal import deal
    >>> depth_of(deal("easy", start="open", seed=3))
    Depth(depth=2, uses_count=False)
    """
    if engine().bulk_players and dealt.board.directions <= MOST_COMPILED_NEIGHBOURS:
        found = engine().depth(dealt.board, dealt.layout, dealt.initial)
        return found and Depth(*found)
    return _depth_by_hand(dealt)


def _depth_by_hand(dealt: Deal) -> Depth | None:
    for uses_count in (False, True):
        path = _Path(dealt)
        for depth in range(1, DEEPEST + 1):
            while path.advance(depth) or (uses_count and path.advance_by_count(depth)):
                pass
            if path.solved:
                return Depth(depth, uses_count)
    return None


class _Path:
    """The state of a board while it is solved: decided cells, and the clues of open ones."""

    def __init__(self, dealt: Deal) -> None:
        self.board = dealt.board
        self._mines = dealt.mines
        self._truth = dealt.board.clues(dealt.layout)
        self._facts: Facts = {}
        self._told: list[int] = []
        self._learn(dict.fromkeys(dealt.initial, False))

    @property
    def solved(self) -> bool:
        return len(self._facts) == self.board.cells

    def advance(self, depth: int) -> bool:
        """Decide cells by inferences up to a depth from the clues; True if there was one."""
        return self._conclude(self._clues(), depth)

    def advance_by_count(self, depth: int) -> bool:
        """Do the same as `advance` with the clues and the mine count."""
        undecided = tuple([c for c in range(self.board.cells) if c not in self._facts])
        if not undecided:
            return False
        left = self._mines - sum(self._facts.values())
        if left in (0, len(undecided)):
            self._learn(dict.fromkeys(undecided, left > 0))
            return True
        if len(undecided) > MOST_UNDECIDED:
            return depth == DEEPEST and self._conclude_exactly()
        return self._conclude([*self._clues(), Clue(undecided, left, None)], depth)

    def _clues(self) -> list[Clue]:
        """Return the clues over undecided cells; clues without such cells are dropped."""
        facts, neighbours, found = self._facts, self.board.neighbours, []
        for cell in self._told:
            left = tuple([there for there in neighbours[cell] if there not in facts])
            if left:
                known = sum(facts.get(there, False) for there in neighbours[cell])
                found.append(Clue(left, self._truth[cell] - known, cell))
        self._told = [clue.at for clue in found if clue.at is not None]
        return found

    def _conclude(self, told: list[Clue], depth: int) -> bool:
        reasoner = Reasoner(told)
        for low in range(1, min(depth, DEEPEST - 1) + 1):
            reasoner.climb(low)
            if reasoner.facts:
                self._learn(reasoner.facts)
                return True
        if depth < DEEPEST:
            return False
        # The reasoner would write down every case, and a long front has too many.
        found = exact.entailed(told)
        self._learn(dict.fromkeys(found.safe, False) | dict.fromkeys(found.mined, True))
        return bool(found.safe or found.mined)

    def _conclude_exactly(self) -> bool:
        follow = engine().deducer(self.board, self._mines)
        for cell, mine in self._facts.items():
            if not mine:
                follow.open(cell, self._truth[cell])
        try:
            found = [
                (verdict, cell) for verdict, cells in enumerate(follow.deduce()) for cell in cells
            ]
        except TooWide:
            return False
        new = {cell: bool(verdict) for verdict, cell in found if cell not in self._facts}
        self._learn(new)
        return bool(new)

    def _learn(self, new: Facts) -> None:
        for cell, mine in new.items():
            self._facts[cell] = mine
            if not mine:
                self._told.append(cell)
