"""Large boards: the state kept from move to move equals a computation from scratch."""

import random

import numpy as np
import pytest

from engines import needs_native, using
from mineproof import Start, custom, deal
from mineproof.errors import TooWide
from mineproof.game.board import SHAPES, Board
from mineproof.game.deal import Deal
from oracle import safe_cells


def follow(dealt, core):
    with using(core) as one:
        return one.deducer(dealt.board, dealt.mines)


def settled(one, *, with_count=True):
    """Return everything that follows from the position, without opening cells."""
    safe, mined = set(), set()
    while True:
        more_safe, more_mined = one.deduce(with_count)
        if not more_safe and not more_mined:
            return safe, mined
        safe.update(more_safe)
        mined.update(more_mined)


def from_scratch(dealt, truth, opened, core):
    one = follow(dealt, core)
    for cell in opened:
        one.open(cell, truth[cell])
    return one, settled(one)


@pytest.mark.parametrize("shape", SHAPES)
def test_a_game_followed_gives_what_its_last_position_gives(core, shape):
    """Open certain and other cells in random order, one or several at a time."""
    chance = random.Random(f"{core} {shape}")
    for number in range(12 if core == "python" else 40):
        size = custom(f"{chance.randint(6, 14)}x{chance.randint(6, 14)}", chance.randint(4, 22))
        dealt = deal(size, start=Start(safe_cells=0), seed=9, number=number, shape=shape)
        truth = dealt.board.clues(dealt.layout)
        closed = safe_cells(dealt.layout)
        chance.shuffle(closed)
        one, opened = follow(dealt, core), []
        safe, mined = set(), set()
        while closed:
            for cell in [
                closed.pop() for _ in range(min(len(closed), chance.choice([1, 1, 2, 5])))
            ]:
                one.open(cell, truth[cell])
                opened.append(cell)
            more_safe, more_mined = settled(one)
            safe, mined = safe | more_safe, mined | more_mined
            fresh, found = from_scratch(dealt, truth, opened, core)
            assert (safe - set(opened), mined) == (found[0], found[1])
            if chance.random() < 0.5:
                np.testing.assert_allclose(one.odds(), fresh.odds(), rtol=1e-12)
                assert one.least_risk() == fresh.least_risk()


@needs_native
@pytest.mark.parametrize(("size", "mines", "given"), [("60x60", 860, 60), ("40x40", 150, 2)])
def test_both_cores_take_the_same_risks_on_boards_of_many_fronts(size, mines, given):
    """Play to the end; a guess that hits a mine is replaced by a safe cell. Hundreds of guesses."""
    for number in range(2):
        dealt = deal(custom(size, mines), start=Start(safe_cells=given), seed=3, number=number)
        assert guesses(dealt, "native", 60) == guesses(dealt, "python", 60)


def guesses(dealt, core, most):
    truth, one = dealt.board.clues(dealt.layout), follow(dealt, core)
    gifts = safe_cells(dealt.layout)
    random.Random(1).shuffle(gifts)
    opened, taken, todo = set(), [], list(dealt.initial)
    while len(opened) < len(gifts) and len(taken) < most:
        for cell in todo:
            one.open(cell, truth[cell])
        opened.update(todo)
        todo = sorted(one.deduce()[0])
        if not todo and len(opened) < len(gifts):
            taken.append(one.least_risk())
            gift = next(cell for cell in gifts if cell not in opened)
            todo = [gift if dealt.layout[taken[-1]] else taken[-1]]
    return taken, sorted(opened)


@needs_native
def test_a_300x300_game_goes_alike_by_both_cores():
    dealt = deal(custom("300x300", 17_500), start="open:r150c150", seed=6)
    taken, opened = guesses(dealt, "native", 12)
    assert len(taken) == 12
    assert len(opened) > 60_000
    assert guesses(dealt, "python", 12) == (taken, opened)


@needs_native
@pytest.mark.parametrize(("mines", "given"), [(2200, 500), (5000, 200), (9000, 120)])
def test_odds_stay_exact_when_hundreds_of_fronts_are_multiplied(mines, given):
    """The compiled engine drops negligible ends of long products; the odds must not change. The
    plain engine uses integers until the last division."""
    dealt = deal(custom("120x120", mines), start=Start(safe_cells=given), seed=2)
    truth = dealt.board.clues(dealt.layout)
    plain, compiled = (
        from_scratch(dealt, truth, dealt.initial, core)[0] for core in ("python", "native")
    )
    np.testing.assert_allclose(compiled.odds(), plain.odds(), rtol=1e-12)
    assert compiled.least_risk() == plain.least_risk()


@needs_native
def test_memory_grows_with_the_cells():
    """Count the stored states per cell, at the maximum during a whole game."""
    most = {}
    for size, percent in ((60, 20), (240, 20), (60, 16), (240, 16)):
        dealt = deal(custom(f"{size}x{size}", size * size * percent // 100), seed=4)
        truth, one = dealt.board.clues(dealt.layout), follow(dealt, "native")
        gifts, held = iter(safe_cells(dealt.layout)), 0
        opened, todo = set(), list(dealt.initial)
        while todo:
            for cell in todo:
                one.open(cell, truth[cell])
            opened.update(todo)
            todo, _ = one.deduce()
            held = max(held, one.states())
            if not todo and len(opened) < dealt.board.cells - dealt.mines:
                one.least_risk()
                todo = [next(cell for cell in gifts if cell not in opened)]
                held = max(held, one.states())
        most[size, percent] = held / dealt.board.cells
    assert most[240, 20] < 1.5 * most[60, 20] + 1
    assert most[240, 16] < 1.5 * most[60, 16] + 1
    assert max(most.values()) < 30


@needs_native
def test_too_many_states_in_all_are_refused_only_when_odds_are_asked_for():
    """Many copies of one wide front, side by side. Solving some of them frees memory."""
    width, times = 19, 9
    block = deal(custom(f"{width}x{width}", 108), start=Start(safe_cells=0), seed=1).layout
    rows = [block[low : low + width] for low in range(0, width * width, width)]
    layout = b"".join(row * times for row in rows)
    board = Board(width, width * times)
    dealt = Deal(board, layout, ())
    truth, one = board.clues(layout), follow(dealt, "native")

    def scattered(cell):
        row, col = divmod(cell, board.cols)
        return row % 2 == 1 and col % width % 2 == 1

    safe = safe_cells(layout)
    for cell in filter(scattered, safe):
        one.open(cell, truth[cell])
    settled(one, with_count=False)
    with pytest.raises(TooWide, match="in all"):
        one.odds()
    for cell in safe:
        if not scattered(cell) and cell % board.cols < width * 5:
            one.open(cell, truth[cell])
    settled(one, with_count=False)
    assert np.nanmax(one.odds()) <= 1
