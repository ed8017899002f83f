"""The kinds of arguments that are taught, told apart by what the reasoner's line rests on.

A line of one clue is `satisfied` (it has its mines: the rest is safe) or `full` (nothing is left:
the rest are mines). Two clues side by side, the cells of one among those of the other, are `1-1`
or `1-2` along a straight wall, else `subset`; two 1-2 that share their 2 are `1-2-1`. Clues that
do not stand side by side, across a corner or a hole, are `corner`. Clues that only overlap are
`overlap`; a clue less another is `difference`. Whatever rests on the mine count is `count`; a case
that is split is `case`.
"""

from collections.abc import Sequence
from typing import Literal, get_args

from mineproof.game.board import Board
from mineproof.reason.argument import ArgumentLine, Constraint
from mineproof.reason.why import is_nested

Kind = Literal[
    "satisfied",
    "full",
    "1-1",
    "1-2",
    "1-2-1",
    "subset",
    "corner",
    "overlap",
    "difference",
    "count",
    "case",
    "flip",
    "guess",
]
KINDS: tuple[Kind, ...] = get_args(Kind)
"""All kinds, in the order of the lessons. `flip` and `guess` are about guesses."""

DEPTHS: dict[Kind, tuple[int, ...]] = {
    "satisfied": (1,),
    "full": (1,),
    "1-1": (2,),
    "1-2": (2,),
    "1-2-1": (2,),
    "subset": (2,),
    "corner": (2,),
    "overlap": (2,),
    "difference": (3,),
    "count": (1, 2, 3, 4),
    "case": (4,),
}
"""The depths at which a kind is found; none for guesses."""


def kind_of_lines(board: Board, lines: Sequence[ArgumentLine]) -> Kind | None:
    """The one kind of all these lines, or None if they differ.

    The lines are all that lead on from a position at the lowest depth.
    """
    if is_one_two_one(board, lines):
        return "1-2-1"
    kinds = {kind_of_line(board, line) for line in lines}
    return kinds.pop() if len(kinds) == 1 else None


def kind_of_line(board: Board, line: ArgumentLine) -> Kind:
    """The kind of one line."""
    if any(None in one.sources for one in line.premises):
        return "count"
    match line.rule:
        case "single":
            return "full" if line.premises[0].mines else "satisfied"
        case "difference":
            return "difference"
        case "case":
            return "case"
        case "pair":
            return _kind_of_pair(board, line)


def _kind_of_pair(board: Board, line: ArgumentLine) -> Kind:
    if any(one.derived for one in line.premises):
        return "difference"
    if not is_nested(line):
        return "overlap"
    small, large = sorted(line.premises, key=lambda one: len(one.cells))
    if not _side_by_side(board, small, large):
        return "corner"
    straight = _in_a_row(board, large.cells)
    if straight and (small.mines, large.mines) == (1, 1):
        return "1-1"
    if straight and (small.mines, large.mines) == (1, 2):
        return "1-2"
    return "subset"


def is_one_two_one(board: Board, lines: Sequence[ArgumentLine]) -> bool:
    """Whether all lines are 1-2 along a wall, and some two of them share their 2."""
    if len(lines) < 2 or any(kind_of_line(board, line) != "1-2" for line in lines):
        return False
    twos = [_larger(line).sources for line in lines]
    return len(set(twos)) < len(twos)


def _larger(pair: ArgumentLine) -> Constraint:
    return max(pair.premises, key=lambda one: len(one.cells))


def _side_by_side(board: Board, one: Constraint, other: Constraint) -> bool:
    """Whether the two clues share a side."""
    places = [
        divmod(cell, board.cols) for cell in (*one.sources, *other.sources) if cell is not None
    ]
    (row, col), (other_row, other_col) = places
    return abs(row - other_row) + abs(col - other_col) == 1


def _in_a_row(board: Board, cells: frozenset[int]) -> bool:
    """Whether cells lie in one row or one column."""
    places = [divmod(cell, board.cols) for cell in cells]
    return any(len({place[axis] for place in places}) == 1 for axis in (0, 1))
