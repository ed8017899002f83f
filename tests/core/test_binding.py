"""Arguments of the core as a library: answered, or refused with an error, whatever they are."""

import threading
from array import array

import pytest

import fuzz_binding
from engines import needs_native
from fuzz_binding import core
from mineproof.base.errors import Contradiction, TooWide
from mineproof.core._interface import Live, Object
from mineproof.core.choice import installed
from tiers import slow
from waiting import LONG


@needs_native
@pytest.mark.parametrize("calls", [1000, slow(4000)])
def test_random_arguments_are_answered_or_refused(calls):
    caller = fuzz_binding.Caller(seed=0)
    caller.run(calls)
    assert caller.answered > calls // 4
    assert {"ValueError", "TypeError", "Contradiction"} <= caller.raised.keys()


def bytes_of(*values, kind="b"):
    return array(kind, values).tobytes()


def grid(rows, cols):
    return Object(core(), "field", b"grid", rows, cols)


def thinker_of(field):
    return Object(core(), "thinker", b"", field)


def wrong_calls():
    field, other = grid(2, 2), grid(2, 2)
    live, thinker = Live(core(), field), thinker_of(field)
    hidden, layout = bytes_of(-1, -1, -1, -1), bytes_of(0, 1, 0, 0)
    limits = dict(zip(core().think_fields, fuzz_binding.Caller(0).normal(), strict=True))

    def think(**settings):
        return bytes_of(*(limits | settings).values(), kind="d")

    def thinking(thinker=thinker, **settings):
        return lambda: core().number("choose", think(**settings), thinker, live)

    def on_live(name, given, *numbers):
        return lambda: core().number(name, given, live, *numbers)

    def on_field(name, given, *numbers):
        return lambda: core().number(name, given, field, *numbers)

    def opened(*cells_and_clues):
        game = Live(core(), field, 1)
        for cell, clue in cells_and_clues:
            game.open(cell, clue)
        return game.deduce

    def optimal(free=(0,), mines=1, most=10, work=1000, symmetries=()):
        numbers = bytes_of(*free, *(cell for one in symmetries for cell in one), kind="i")
        given = bytes_of(work, kind="q") + numbers
        return on_field("optimal_play", given, mines, most, len(free), len(symmetries))

    return {
        "no rows": lambda: grid(0, 3),
        "negative rows": lambda: grid(-1, -9),
        "too many cells": lambda: grid(2**16, 2**16),
        "rows beyond 32 bits": lambda: grid(2**32 + 2, 2),
        "unknown shape": lambda: Object(core(), "field", b"ring", 2, 2),
        "negative number of layouts": on_live("sample", bytes(8), -1),
        "too many layouts": on_live("sample", bytes(8), 2**30),
        "no seed": on_live("sample", b"", 1),
        "too many mines": lambda: Live(core(), field, 5),
        "negative mines": lambda: Live(core(), field, -1),
        "cell beyond the board": opened((4, 0)),
        "negative cell": opened((-1, 0)),
        "clue 16": opened((0, 16)),
        "clue -1": opened((0, -1)),
        "open twice": opened((0, 1), (0, 1)),
        "half an opened cell": on_live("open", bytes(4)),
        "short position": on_live("analyse", hidden[:3], 1),
        "clue 16 in a position": on_live("analyse", bytes_of(16, -1, -1, -1), 1),
        "more mines than cells": on_live("read", hidden, 5),
        "mines beyond 32 bits": on_live("read", hidden, 2**32 + 1),
        "another field": thinking(thinker_of(other)),
        "another kind of object": thinking(field),
        "no object": lambda: core().number("odds", b"", 0),
        "asked beyond the board": lambda: core().number(
            "evaluate", think() + bytes_of(4, kind="i"), thinker, live, None
        ),
        "rolled out beyond the board": lambda: core().number(
            "roll_out", bytes(8) + think() + bytes_of(4, kind="i"),
            Object(core(), "rollouts", b"", field), live, 0, 1,
        ),
        "half of the limits": lambda: core().number(
            "choose", think()[:50], thinker, live
        ),
        "window not a number": thinking(window=float("nan")),
        "infinite reach": thinking(reach=float("inf")),
        "negative layouts": thinking(layouts=-1),
        "layouts not a number": thinking(layouts=float("nan")),
        "huge layouts": thinking(layouts=2**31 - 1),
        "huge work": thinking(work=2**62),
        "free cell beyond the board": optimal(free=[4]),
        "optimal with too many mines": optimal(mines=5),
        "optimal with negative limits": optimal(most=-1),
        "optimal with too much work": optimal(work=2**62),
        "no permutation": optimal(symmetries=[[0, 0, 1, 2]]),
        "short permutation": optimal(symmetries=[[0, 1]]),
        "long permutation": optimal(symmetries=[[0, 1, 2, 3, 0]]),
        "permutation beyond the board": optimal(symmetries=[[0, 1, 2, 4]]),
        "part of a layout": on_field("play_many", layout[:3], 0, True, False, None),
        "a byte 2": on_field("play_many", bytes_of(0, 2, 0, 0), 0, True, False, None),
        "a mine in the first cell": on_field("play_many", layout, 1, True, False, None),
        "first beyond the board": on_field("play_many", layout, 4, True, False, None),
        "depth of half a layout": on_field("depth", layout[:3]),
        "depth from beyond the board": on_field("depth", layout + bytes_of(4, kind="i")),
        "depth from a mine": on_field("depth", layout + bytes_of(1, kind="i")),
        "flood beyond the board": on_field("flood_many", bytes_of(4, kind="i") + hidden * 2, 1),
        "flood of other sizes": on_field("flood_many", bytes(4) + hidden, 1),
        "flood of more boards": on_field("flood_many", bytes(4) + hidden * 4, 1),
    }  # fmt: skip


@needs_native
@pytest.mark.parametrize("name", [*(wrong_calls() if "native" in installed() else {})])
def test_wrong_arguments_are_refused(name):
    with pytest.raises(ValueError, match=r"\w"):
        wrong_calls()[name]()


@needs_native
def test_a_mine_beside_a_zero_does_not_flood_for_ever():
    field, given = grid(1, 3), bytes_of(0, kind="i") + bytes_of(0, -1, 0) + bytes_of(-1, -1, -1)
    found = core().result("flood_many", given, field, 1)
    assert found.tobytes() == bytes_of(1, kind="i") + bytes_of(0, -1, -1)


@needs_native
def test_two_threads_cannot_use_one_object():
    live, busy = Live(core(), grid(60, 60)), []
    view = bytes_of(*[-1 if cell % 3 else 1 for cell in range(3600)])
    stop = threading.Event()

    def work():
        while not stop.is_set():
            try:
                core().number("analyse", view, live, 1000)
            except RuntimeError as problem:
                busy.append(str(problem))
                stop.set()
            except (Contradiction, TooWide):
                pass

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(LONG)
    assert "the object is in use already" in busy


@needs_native
def test_odds_of_clues_that_clash_are_refused_before_anything_is_deduced():
    live = Live(core(), grid(1, 3), 1)
    live.open(0, 8)
    with pytest.raises(Contradiction):
        live.odds()
