"""Positions of real games by depth, found quickly.

A board is dealt and played by logic; where nothing is certain, a lucky guess goes on. A position on
the way has depth d if nothing is certain by arguments below d, and everything that is certain at
all is so at d: it is an exercise (`learn/exercises.py`), which decides that and says the kind.

Most boards have no position of depth 3 or 4. The walk therefore decides depths 1 and 2 itself, with
sets of cells as bits, and asks the reasoner about the others. A walk takes a millisecond; one that
asks the reasoner everywhere takes eight.
"""

from collections.abc import Callable, Collection, Iterator
from functools import cache
from itertools import combinations

from mineproof.base.errors import BadInput
from mineproof.game.board import Board
from mineproof.game.deal import deal
from mineproof.game.game import Game
from mineproof.game.levels import custom
from mineproof.game.picture import FLAG, HIDDEN
from mineproof.game.view import View
from mineproof.learn.exercises import Exercise, exercises_of, lucky_guess
from mineproof.reason.argument import Facts
from mineproof.reason.deduce import certain
from mineproof.reason.why import DEEPEST

SIDES = (7, 8, 9)
"""Boards have so many rows and columns, in turn."""
MINES = {1: 0.16, 2: 0.2, 3: 0.3, 4: 0.3}
"""The share of mines by depth: deeper arguments are rare on sparse boards."""
BOARDS_AN_ITEM = 10_000
"""A position is searched for on so many boards of its own. One board in fifteen has depth 4."""

# Translations of the bytes of a view: 1 where a cell is hidden, and where it is flagged.
_MARKED = [bytes(byte == mark & 255 for byte in range(256)) for mark in (HIDDEN, FLAG)]


def exercise_by_number(
    seed: int, number: int, depth: int, fits: Callable[[Exercise], object] = bool
) -> Exercise:
    """Return position `number` of a seed, of a depth; one that `fits`, if that is given."""
    # Depths take turns with the number, so sides change after a turn of all four.
    side = SIDES[number // DEEPEST % len(SIDES)]
    size = custom(f"{side}x{side}", round(MINES[depth] * side * side))
    for board in range(number * BOARDS_AN_ITEM, (number + 1) * BOARDS_AN_ITEM):
        row, col = board % (side - 2) + 2, board // side % (side - 2) + 2
        start = f"open:r{row}c{col}"
        found = list(_candidates(Game(deal(size, start=start, seed=seed, number=board)), depth))
        for turn in range(len(found)):
            for one in exercises_of(found[(board + turn) % len(found)], seed, board):
                if one.depth == depth and fits(one):
                    return one
    raise BadInput(f"no position of depth {depth} on {BOARDS_AN_ITEM} boards of seed {seed}")


def _candidates(game: Game, depth: int) -> Iterator[View]:
    """Play a board; yield the positions on the way that may be of a depth."""
    while not game.over:
        low, facts = _easy_facts(game.view)
        if not facts:
            # What only the mine count decides is hardly ever of depth 4, and takes longest to tell.
            low, facts = depth, _deduced(game.view, with_count=depth < DEEPEST)
        if facts and low == depth:
            yield game.view.copy()
        for cell, mine in (facts or {lucky_guess(game): False}).items():
            if game.view.cells[cell] == HIDDEN:
                (game.flag if mine else game.flood)(cell)


def _deduced(view: View, with_count: bool) -> Facts:
    """Cells without a flag that are certain, by whatever argument."""
    facts = certain(view, with_count=with_count)
    return {cell: mine for cell, mine in facts.items() if view.cells[cell] == HIDDEN}


@cache
def _neighbour_bits(board: Board) -> list[int]:
    """For each cell its neighbours: bit 8 n stands for cell n."""
    return [sum(1 << 8 * there for there in near) for near in board.neighbours]


def _easy_facts(view: View) -> tuple[int, Facts]:
    """The lowest depth, 1 or 2, that decides cells, and these cells; none if it is higher."""
    seen, facts = bytes(view.cells), dict[int, bool]()
    hidden, flags = (int.from_bytes(seen.translate(table), "little") for table in _MARKED)
    told = {
        left: value - (near & flags).bit_count()
        for near, value in zip(_neighbour_bits(view.board), seen, strict=True)
        if value < 128 and (left := near & hidden)
    }.items()
    for depth, parts in ((1, ((cells, mines, mines) for cells, mines in told)), (2, _parts(told))):
        for cells, least, most in parts:
            if cells and (most == 0 or least == cells.bit_count()):
                facts |= dict.fromkeys(_cells(cells), most > 0)
        if facts:
            return depth, facts
    return DEEPEST, facts


def _parts(told: Collection[tuple[int, int]]) -> Iterator[tuple[int, int, int]]:
    """What two clues share and do not share: cells, the fewest and the most mines among them."""
    for (a, mines), (b, others) in combinations(told, 2):
        if both := a & b:
            low = max(0, mines - (a & ~b).bit_count(), others - (b & ~a).bit_count())
            high = min(both.bit_count(), mines, others)
            yield both, low, high
            yield a & ~b, mines - high, mines - low
            yield b & ~a, others - high, others - low


def _cells(bits: int) -> Iterator[int]:
    while bits:
        yield bits.bit_length() // 8
        bits ^= 1 << bits.bit_length() - 1
