"""Deals: they never change, are nested, and agree with a second implementation."""

import json
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from draw import deals, seeds
from mineproof import BadInput, Start, custom, deal
from mineproof.game import _random_words as words
from mineproof.game.board import SHAPES, Board, mined_cells
from mineproof.game.deal import PLACES, initial_cells, layouts
from mineproof.game.deal import given as given_cells
from oracle import safe_cells
from places import BOARDS

PINNED = json.loads((BOARDS / "deals.json").read_text())


def mix(z):
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB % 2**64
    return z ^ (z >> 31)


def word(seed, number, stream, i):
    """Compute the pseudo-random word from its definition, in plain integers."""
    h = 0
    for x in (seed, number, stream, i):
        h = mix((h + 0x9E3779B97F4A7C15 * (x + 1)) % 2**64)
    return h


@pytest.mark.parametrize("pinned", PINNED, ids=lambda pinned: pinned["name"])
def test_ten_boards_are_dealt_as_they_always_were(pinned):
    start = Start(**pinned["start"])
    level = custom(pinned["size"], pinned["mines"])
    dealt = deal(
        level, start=start, seed=pinned["seed"], number=pinned["number"], shape=pinned["shape"]
    )
    assert mined_cells(dealt.layout) == pinned["layout"]
    assert list(dealt.initial) == pinned["initial"]


@given(seeds, st.integers(0, 2**40), st.integers(0, 30))
def test_mines_and_given_cells_are_those_with_the_smallest_words(seed, number, mines):
    dealt = deal(custom("6x5", mines), seed=seed, number=number)
    by_word = sorted(range(30), key=lambda cell: (word(seed, number, 0, cell), cell))
    assert set(mined_cells(dealt.layout)) == set(by_word[:mines])
    safe = sorted(by_word[mines:], key=lambda cell: (word(seed, number, 1, cell), cell))
    assert list(dealt.initial) == safe[:5]  # round(sqrt(30)) of them


def test_equal_words_go_to_the_lower_index(monkeypatch):
    drawn = np.array([[5, 3, 3, 3, 1], [2, 2, 2, 2, 2]], dtype=np.uint64)
    assert words._smallest(drawn, 2).tolist() == [[0, 1, 0, 0, 1], [1, 1, 0, 0, 0]]
    for row in drawn.tolist():
        monkeypatch.setattr(words, "words", lambda key, places, row=row: row)
        plain = words.smallest_of_many(0, [0], 0, 5, (), 2)[0]
        assert list(plain) == words._smallest(np.array([row], dtype=np.uint64), 2)[0].tolist()


@given(seeds, st.integers(0, 2**62), st.integers(1, 40), st.integers(1, 4))
def test_boards_dealt_by_numpy_are_those_dealt_one_by_one(seed, first, mines, count):
    free, numbers = {0, 1, 7}, range(first, first + count)
    fast = words._smallest_by_numpy(seed, numbers, 0, 60, free, mines)
    key, places = words.key(seed, first, 1), range(300)
    drawn = words.words(key, places)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(words, "_numpy_pays", lambda words: False)
        assert list(words.smallest_of_many(seed, numbers, 0, 60, free, mines)) == list(fast)
        assert words.words(key, places) == drawn
    assert words._numpy_pays(len(places))  # the other words were computed by numpy


def test_many_boards_at_once_are_the_boards_one_by_one():
    many = layouts("medium", start="open", seed=9, count=5, first=3)
    for row, number in zip(many, range(3, 8), strict=True):
        assert row == deal("medium", start="open", seed=9, number=number).layout


@given(deals())
def test_a_first_cell_is_no_mine(dealt):
    assert not any(dealt.layout[cell] for cell in dealt.initial)
    assert dealt.mines == sum(dealt.layout)


@pytest.mark.parametrize("shape", SHAPES)
def test_an_open_start_opens(shape):
    for seed in range(20):
        dealt = deal(custom("8x8", 30), start="open:r2c5", seed=seed, shape=shape)
        [first] = dealt.initial
        assert dealt.board.name(first) == "r2c5"
        assert dealt.board.clues(dealt.layout)[first] == 0


@given(seeds, st.sampled_from(PLACES), st.sampled_from(SHAPES), st.integers(0, 19))
def test_one_given_cell_more_keeps_the_others(seed, place, shape, count):
    """Without a number, the cells are those of the first board."""
    board, layout = Board(5, 6, shape), deal(custom("6x5", 10), seed=seed).layout
    fewer = initial_cells(board, layout, Start(safe_cells=count, place=place), seed)
    more = initial_cells(board, layout, Start(safe_cells=count + 1, place=place), seed, 0)
    assert more[: len(fewer)] == fewer
    assert len(set(more)) == count + 1


def test_a_block_is_as_near_as_can_be():
    dealt = deal("medium", start=Start(place="block"), seed=4)
    row, col = divmod(dealt.initial[0], 16)
    far = [max(abs(row - r), abs(col - c)) for r, c in (divmod(cell, 16) for cell in range(256))]
    chosen = {far[cell] for cell in dealt.initial}
    left_out = [far[cell] for cell in safe_cells(dealt.layout) if cell not in dealt.initial]
    assert max(chosen) <= min(left_out)


def test_a_walk_that_cannot_reach_enough_cells_is_refused():
    """On a 2x2 board no cell has a neighbour by knight's moves, so a walk reaches one cell only."""
    walk = Start(place="walk", safe_cells=2)
    with pytest.raises(BadInput, match=r"a walk meets [01] safe cells where 2 are wanted"):
        deal(custom("2x2", 1), start=walk, shape="knight")
    assert len(deal(custom("4x4", 1), start=walk, shape="knight").initial) == 2


def test_a_walk_goes_step_by_step_over_mines():
    dealt = deal(custom("20x20", 350), start=Start(safe_cells=50, place="walk"), seed=1)
    assert len(dealt.initial) == 50  # all safe cells: the walk has crossed mines
    sparse = deal(custom("40x40", 0), start=Start(safe_cells=30, place="walk"), seed=1)
    steps = zip(sparse.initial, sparse.initial[1:], strict=False)
    near = [max(abs(a // 40 - b // 40), abs(a % 40 - b % 40)) for a, b in steps]
    assert Counter(near).most_common(1)[0][0] == 1


def test_how_many_cells_are_given():
    board = custom("9x9", 10)
    assert len(deal(board).initial) == 9
    assert len(deal(board, start=Start(ratio=0.75)).initial) == 6  # rounded down
    assert len(deal(board, start=Start(ratio=100)).initial) == 71  # at most all safe cells
    assert len(deal(board, start=Start(safe_cells=71)).initial) == 71
    with pytest.raises(BadInput, match="more than the 71 cells"):
        deal(board, start=Start(safe_cells=72))


@pytest.mark.parametrize(
    ("size", "rule", "cell"),
    [
        ("30x16", "safe", "r1c1"),
        ("30x16", "open", "r4c4"),
        ("9x9", "open", "r3c3"),
        ("2x5", "open", "r3c2"),
    ],
)
def test_the_first_cell_when_none_is_named(size, rule, cell):
    board = custom(size, 0).board()
    assert Start.parse(rule).describe(board) == f"{rule}:{cell}"


def test_a_mine_cannot_be_given():
    with pytest.raises(BadInput, match="r1c2"):
        given_cells(Board(1, 2), bytes([0, 1]), ["r1c1", "r1c2"])


STARTS = ["", "closed", "given:r1c1", "safe:", "safe r1c1", "open:r1c1:r2c2", "safe:r10c1"]


@pytest.mark.parametrize(
    "wish",
    [
        {"seed": -1}, {"seed": 2**64}, {"number": -1}, {"number": 2**63}, {"shape": "cube"},
        *({"start": text} for text in STARTS),
    ],
)  # fmt: skip
def test_a_deal_that_cannot_be_is_refused(wish):
    with pytest.raises(BadInput):
        deal("easy", **wish)


def test_mines_that_leave_no_room_for_the_start_are_refused():
    assert deal(custom("3x3", 8), start="safe:r2c2").mines == 8
    with pytest.raises(BadInput, match="0 cells"):
        deal(custom("3x3", 1), start="open:r2c2")


def test_the_last_board_of_a_seed_can_be_dealt():
    assert deal("easy", number=2**63 - 1).layout.count(1) == 10
    with pytest.raises(BadInput, match=f"board number {2**63} is outside"):
        layouts("easy", first=2**63 - 1, count=2)
