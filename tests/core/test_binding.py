"""Arguments of the compiled module: answered, or refused with an error, whatever they are."""

import threading
import warnings
from array import array

import pytest

import fuzz_binding
from engines import needs_native
from mineproof.core.choice import installed
from tiers import slow
from waiting import LONG


@needs_native
@pytest.mark.parametrize("calls", [1000, slow(4000)])
def test_random_arguments_are_answered_or_refused(calls):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # nanobind warns of objects that were not initialised
        caller = fuzz_binding.Caller(seed=0)
        caller.run(calls)
    assert caller.answered > calls // 4
    assert {"ValueError", "TypeError", "Contradiction"} <= caller.raised.keys()


def bytes_of(*values, kind="b"):
    return memoryview(array(kind, values))


def wrong_calls():
    from mineproof import _native

    field, other = _native.Field(2, 2, "grid"), _native.Field(2, 2, "grid")
    live, thinker, think = _native.Live(field), _native.Thinker(field), _native.Think()
    hidden, layout = bytes_of(-1, -1, -1, -1), bytes_of(0, 1, 0, 0, kind="B")

    def thinking(**settings):
        wrong = _native.Think()
        for name, value in settings.items():
            setattr(wrong, name, value)
        return lambda: thinker.choose(live, wrong)

    def opened_twice():
        live.start(1)
        live.open(0, 1)
        live.open(0, 1)

    def optimal(free=(0,), mines=1, most=10, work=1000, symmetries=()):
        return lambda: _native.optimal_play(field, free, mines, most, work, symmetries)

    return {
        "no rows": lambda: _native.Field(0, 3, "grid"),
        "negative rows": lambda: _native.Field(-1, -9, "grid"),
        "too many cells": lambda: _native.Field(2**16, 2**16, "grid"),
        "unknown shape": lambda: _native.Field(2, 2, "ring"),
        "negative number of layouts": lambda: live.sample(-1, 0),
        "too many layouts": lambda: live.sample(2**30, 0),
        "too many mines": lambda: live.start(5),
        "negative mines": lambda: live.start(-1),
        "cell beyond the board": lambda: live.open(4, 0),
        "negative cell": lambda: live.open(-1, 0),
        "clue 16": lambda: live.open(0, 16),
        "clue -1": lambda: live.open(0, -1),
        "open twice": opened_twice,
        "short position": lambda: live.analyse(hidden[:3], 1),
        "clue 16 in a position": lambda: live.analyse(bytes_of(16, -1, -1, -1), 1),
        "more mines than cells": lambda: live.read(hidden, 5),
        "another field": lambda: _native.Thinker(other).choose(live, think),
        "asked beyond the board": lambda: thinker.evaluate(live, think, [4]),
        "window not a number": thinking(window=float("nan")),
        "infinite reach": thinking(reach=float("inf")),
        "negative layouts": thinking(layouts=-1),
        "huge layouts": thinking(layouts=2**31 - 1),
        "huge work": thinking(work=2**62),
        "free cell beyond the board": optimal(free=[4]),
        "optimal with too many mines": optimal(mines=5),
        "optimal with negative limits": optimal(most=-1),
        "no permutation": optimal(symmetries=[[0, 0, 1, 2]]),
        "short permutation": optimal(symmetries=[[0, 1]]),
        "permutation beyond the board": optimal(symmetries=[[0, 1, 2, 4]]),
        "part of a layout": lambda: _native.play_many(field, layout[:3], 0, True),
        "a byte 2": lambda: _native.play_many(field, bytes_of(0, 2, 0, 0, kind="B"), 0, True),
        "a mine in the first cell": lambda: _native.play_many(field, layout, 1, True),
        "first beyond the board": lambda: _native.play_many(field, layout, 4, True),
        "flood beyond the board": lambda: _native.flood_many(
            field, hidden, bytes_of(-1, -1, -1, -1), bytes_of(4, kind="i")
        ),
        "flood of other sizes": lambda: _native.flood_many(
            field, hidden, bytes_of(-1), bytes_of(0, kind="i")
        ),
    }


@needs_native
@pytest.mark.parametrize("name", [*(wrong_calls() if "native" in installed() else {})])
def test_wrong_arguments_are_refused(name):
    with pytest.raises(ValueError, match=r"\w"):
        wrong_calls()[name]()


@needs_native
def test_a_mine_beside_a_zero_does_not_flood_for_ever():
    from mineproof import _native

    field, seen = _native.Field(1, 3, "grid"), bytes_of(-1, -1, -1)
    opened = _native.flood_many(field, bytes_of(0, -1, 0), seen, bytes_of(0, kind="i"))
    assert (list(opened), list(seen)) == ([1], [0, -1, -1])


@needs_native
def test_two_threads_cannot_use_one_object():
    from mineproof import _native

    field = _native.Field(60, 60, "grid")
    live, busy = _native.Live(field), []
    view = bytes_of(*[-1 if cell % 3 else 1 for cell in range(3600)])
    stop = threading.Event()

    def work():
        while not stop.is_set():
            try:
                live.analyse(view, 1000)
            except RuntimeError as problem:
                busy.append(str(problem))
                stop.set()
            except (_native.Contradiction, _native.TooWide):
                pass

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(LONG)
    assert "the object is in use already" in busy


@needs_native
def test_odds_of_clues_that_clash_are_refused_before_anything_is_deduced():
    from mineproof import _native

    live = _native.Live(_native.Field(1, 3, "grid"))
    live.start(1)
    live.open(0, 8)
    with pytest.raises(_native.Contradiction):
        live.odds()
