"""An analysed position whose fronts were counted by the C++ core, whatever it was compiled for."""

from array import array
from collections.abc import Sequence
from functools import cached_property

from mineproof.base.errors import BadInput
from mineproof.core.protocol import (
    MOST_COMPILED_NEIGHBOURS,
    Candidate,
    Engine,
    Evaluation,
    Odds,
    WinDifference,
)
from mineproof.game.board import Board
from mineproof.game.clues import clues_and_sea
from mineproof.game.view import View

Ways = list[tuple[int, list[int]]]
"""Of each front: its fewest mines, and its number of layouts by number of mines from there on."""


def has_too_many_neighbours(board: Board) -> bool:
    """Whether a cell has more neighbours than the core can count."""
    return board.directions > MOST_COMPILED_NEIGHBOURS


def plain_engine() -> Engine:
    """The engine for boards whose cells have too many neighbours."""
    from mineproof.core._plain import load  # few boards need it

    return load()


def require_few_neighbours(board: Board) -> None:
    """Raise `BadInput` if a cell has more neighbours than the search for the best play takes."""
    if has_too_many_neighbours(board):
        raise BadInput(
            f"a cell has {board.directions} neighbours: the best play is found on boards with at"
            f" most {MOST_COMPILED_NEIGHBOURS}"
        )


def neighbour_table(board: Board) -> "tuple[array[int], int]":
    """The neighbours of each cell as 32-bit numbers, and how many numbers each cell has. Where a
    cell has fewer neighbours, the number of cells stands in their place.

    >>> neighbour_table(Board.from_neighbours([[1], [0, 2], [1]]))
    (array('i', [1, 3, 0, 2, 1, 3]), 2)
    """
    ways = max(1, board.directions)
    nothing = [board.cells] * ways
    table = array("i")
    for near in board.neighbours:
        table.extend([*near, *nothing[len(near) :]])
    return table, ways


def _preference(one: Candidate) -> tuple[float, ...]:
    """The order of candidates by what a reader sees, equal ones by cell.

    The search compares by `score`, but only the leaders are searched to full depth, and a deeper
    score is a lower one: in the order of scores, shallow ones would come first.
    """
    in_region = one.region_clears is not None
    shown = (one.survival or 0.0) * (1 - (one.flip_loss or 0.0))
    values = (
        one.win,
        one.score if in_region else None,  # 0 if the region can wait
        one.region_clears,
        one.win_estimate,
        shown,
    )
    return (not in_region, *(-round(value or 0.0, 9) for value in values), one.cell)


class CountedPosition:
    """What the core found, and what follows from it. An engine adds `evaluate`."""

    safe: list[int]
    mined: list[int]
    odds: Odds
    _ways: Ways | None
    """None if a number is too large for the core."""
    _sea: int
    _mines_to_place: int

    def __init__(self, view: View) -> None:
        self._board, self._mines = view.board, view.mines
        self._cells = memoryview(bytes(view.cells)).cast("b")  # the view may change

    def __getstate__(self) -> dict[str, object]:
        """Return the attributes for `deepcopy` and `pickle`, which do not copy memory views."""
        return {**vars(self), "_cells": bytes(self._cells), "odds": array("d", self.odds)}

    def __setstate__(self, state: dict[str, object]) -> None:
        vars(self).update(state)
        self._cells = memoryview(bytes(self._cells)).cast("b")

    @cached_property
    def layouts(self) -> int:
        """The exact number of layouts that fit."""
        from mineproof.counting import exact  # few questions need it

        if self._ways is not None:
            return exact.join(self._ways, self._sea, self._mines_to_place)
        told, untouched = clues_and_sea(View(self._board, self._mines, self._cells))
        return exact.count(told, len(untouched), self._mines).layouts

    def _evaluation(
        self,
        cell: int,
        ending: bool,
        candidates: list[Candidate],
        also: Sequence[int],
        by_rollouts: bool,
        difference: WinDifference | None,
    ) -> Evaluation:
        """The evaluation in which `cell` was chosen from these candidates."""
        # The choice, regions that can wait, and the others by what is known of them.
        candidates.sort(key=lambda one: (one.cell != cell, *_preference(one)))
        # A front too long to search leaves the least risk, and nothing else is known of it.
        for named in (cell, *also):
            if named >= 0 and all(one.cell != named for one in candidates):
                candidates.append(Candidate(cell=named, risk=self.odds[named]))
        certain = {*self.safe, *self.mined}
        undecided = [c for c, value in enumerate(self._cells) if value < 0 and c not in certain]
        least = min((self.odds[one] for one in undecided), default=1.0)
        return Evaluation(cell, ending, candidates, least, by_rollouts, difference)
