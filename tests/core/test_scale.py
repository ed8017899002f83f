"""Games followed move by move, also on large boards.

What is kept from move to move equals a computation from scratch, and the engines agree.
"""

import random

import numpy as np
import pytest

from engines import needs_native, using
from mineproof import Start, custom, deal
from mineproof.base.errors import TooWide
from mineproof.core.think import THINK
from mineproof.game.board import SHAPES, Board, Layouts
from mineproof.game.deal import Deal
from oracle import safe_cells
from tiers import slow


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
    for number in range(6 if core == "python" else 40):
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


def steps(dealt, core, most=10**6):
    """Yield what an engine finds in a game, and where it is stuck its choice and the odds.

    The game goes to its end, or to a number of guesses: one that hits a mine is replaced by
    another safe cell.
    """
    truth, one = dealt.board.clues(dealt.layout), follow(dealt, core)
    gifts = safe_cells(dealt.layout)
    random.Random(1).shuffle(gifts)
    opened, todo = set(), list(dealt.initial)
    while True:
        for cell in todo:
            one.open(cell, truth[cell])
        opened.update(todo)
        if len(opened) == len(gifts):
            return
        todo, mined = map(sorted, one.deduce())
        yield todo, mined
        if not todo:
            if not most:
                return
            most -= 1
            risk = one.least_risk()
            yield risk, one.odds()
            todo = [
                next(gift for gift in gifts if gift not in opened) if dealt.layout[risk] else risk
            ]


GAMES = [
    *((f"{cols}x9", mines, "safe", shape, count) for shape in SHAPES
      # On a torus of two columns two directions lead to the same neighbour.
      for cols, mines, count in ((11, 18, 20), (1, 3, 5), (2, 3, 5), (3, 3, 5))),
    *(("9x9", 10, start, "grid", 100) for start in ("safe", "open")),
    *(("16x16", 40, start, "grid", 30) for start in ("safe", "open")),
    *(("30x16", 99, start, "grid", 8) for start in ("safe", "open")),
    ("60x60", 860, Start(safe_cells=60), "grid", 1),  # many fronts
    ("40x40", 150, Start(safe_cells=2), "grid", 2),
    slow("9x9", 10, "safe", "grid", 1000),
    slow("16x16", 40, "open", "grid", 200),
    slow("30x16", 99, "safe", "grid", 100),
    slow("60x60", 860, Start(safe_cells=60), "grid", 5),
    *(slow("11x9", 18, "safe", shape, 60) for shape in SHAPES),
]  # fmt: skip


@needs_native
@pytest.mark.parametrize(("size", "mines", "start", "shape", "games"), GAMES)
def test_both_engines_go_through_a_game_alike(size, mines, start, shape, games):
    guesses = 0
    for number in range(games):
        dealt = deal(custom(size, mines), start=start, seed=3, number=number, shape=shape)
        both = (steps(dealt, core, 60) for core in ("python", "native"))
        for (plain, more), (compiled, other) in zip(*both, strict=True):
            assert plain == compiled
            if isinstance(plain, list):
                assert more == other
            else:
                guesses += 1
                np.testing.assert_allclose(other, more, rtol=1e-12)
    assert guesses


@needs_native
def test_a_300x300_game_goes_alike_by_both_engines():
    dealt = deal(custom("300x300", 17_500), start="open:r150c150", seed=6)
    plain, compiled = (
        [said for said, _ in steps(dealt, core, 12)] for core in ("python", "native")
    )
    assert plain == compiled
    assert sum(isinstance(said, int) for said in compiled) == 12
    assert sum(len(said) for said in compiled if isinstance(said, list)) > 60_000


@needs_native
@pytest.mark.parametrize(
    ("what", "games"),
    [
        ("beginner", 40), ("intermediate", 40), ("expert", 40),
        slow("beginner", 750), slow("intermediate", 200), slow("expert", 75),
    ],
)  # fmt: skip
@pytest.mark.parametrize("start", ["safe", "open"])
def test_games_in_bulk_go_as_one_by_one(what, start, games):
    dealt = [deal(what, start=start, seed=8, number=number) for number in range(games)]
    board, flat = dealt[0].board, b"".join(one.layout for one in dealt)
    with using("native") as one:
        rows = one.play_many(
            board, Layouts(flat, board.cells), dealt[0].initial[0], "least-risk", THINK["normal"]
        )
    for row, played in zip(rows, dealt, strict=True):
        taken = [said for said, _ in steps(played, "native") if isinstance(said, int)]
        hit = next((n for n, cell in enumerate(taken, 1) if played.layout[cell]), None)
        assert (row.won, row.guesses) == (hit is None, hit or len(taken))


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
