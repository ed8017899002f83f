"""The two ambiguous patterns of at most six mines away from borders (docs/theory.md)."""

from dataclasses import replace
from math import isclose

import pytest

from engines import engines, needs_native, using
from mineproof import Board
from mineproof.core.think import THINK
from mineproof.game.view import view_of

CORNERS = {(0, 0), (0, 3), (3, 0), (3, 3)}
DIAGONALS = ({(1, 1), (2, 2)}, {(1, 2), (2, 1)})
SQUARE = DIAGONALS[0] | DIAGONALS[1]


def cells(places, down=4, right=5, cols=14):
    return {(row + down) * cols + col + right for row, col in places}


def position(diagonal):
    """Return a position of 12 rows with the pattern inside; all other cells are open."""
    board = Board(12, 14)
    mines = cells(CORNERS | diagonal)
    clues = board.clues(board.layout(mines))
    hidden = cells(CORNERS | SQUARE)
    return view_of(board, 6, [-1 if c in hidden else clues[c] for c in range(board.cells)])


def test_both_diagonals_show_the_same_numbers():
    assert position(DIAGONALS[0]) == position(DIAGONALS[1])
    shown = [line.split()[5:9] for line in str(position(DIAGONALS[0])).splitlines()[4:8]]
    assert shown == [list("#22#"), list("2##2"), list("2##2"), list("#22#")]


def test_the_square_is_even_and_its_corners_are_mines():
    view = position(DIAGONALS[0])
    for core in engines():
        found = core.analyse(view)
        assert (found.layouts, found.safe) == (2, [])
        assert set(found.mined) == cells(CORNERS)
        assert all(isclose(found.odds[cell], 0.5) for cell in cells(SQUARE))


@needs_native
@pytest.mark.parametrize("diagonal", DIAGONALS)
def test_the_search_for_coin_flips_finds_the_square(diagonal):
    view = position(diagonal)
    # No ending is solved exactly here, so the search has to find it.
    think = replace(THINK["normal"], layouts=0)
    with using("native") as core:
        found = core.analyse(view).evaluate(think, also=sorted(cells(SQUARE)))
    sides = {one.cell for one in found.candidates if one.coin_flip}
    assert sides == cells(SQUARE)


def test_a_pair_that_cannot_be_told_apart_has_seven_mines():
    """The next larger pattern: two cells side by side, with a wall of three mines at each end."""
    board = Board(9, 10)
    pair = {4 * 10 + 4, 4 * 10 + 5}
    wall = {row * 10 + col for row in (3, 4, 5) for col in (3, 6)}
    seen = [{board.clues(board.layout(wall | {mine}))[c] for mine in pair} for c in range(90)]
    assert all(len(values) == 1 for c, values in enumerate(seen) if c not in pair | wall)
    assert len(wall) + 1 == 7
