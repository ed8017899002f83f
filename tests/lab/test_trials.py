"""Trials, compared with brute force, with one continued game and with the other engine."""

from collections import defaultdict
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import oracle
from lab_rows import SMOKE, without_times
from mineproof import Game, deal, play_game, strategy
from mineproof.core.choice import engine
from mineproof.game.deal import Start, initial_cells
from mineproof.lab._trial import deal_of
from mineproof.lab.experiments import nested_time
from mineproof.lab.provenance import revision_of
from mineproof.lab.recipes import recipes
from mineproof.lab.run import run_trial

# Trials


def sample():
    """Yield cheap configs of every kind and recipe."""
    chosen = {}
    for name, one in recipes().items():
        for config, _ in one.plan(SMOKE):
            if config.get("level") not in ("hard", "expert") and len(config.get("size", "")) < 7:
                key = (name, config["part"], config.get("strategy"), config.get("direction"))
                chosen.setdefault(key, config)
    return [config for config in chosen.values() if config.get("cells") != "all"]


@pytest.mark.parametrize("config", sample(), ids=lambda c: f"{c['part']}-{c.get('strategy', '')}")
def test_a_trial_is_a_pure_function_and_the_engine_is_named_where_it_matters(config, monkeypatch):
    first = without_times(run_trial(config, 5))
    others = [without_times(run_trial(config, seed)) for seed in (6, 7, 8)]
    assert without_times(run_trial(config, 5)) == first
    revision = revision_of(config)
    monkeypatch.setenv("MINEPROOF_ENGINE", "python")
    if revision == revision_of(config):  # both engines have the same revision, so they share rows
        assert without_times(run_trial(config, 5)) == first
        assert [without_times(run_trial(config, seed)) for seed in (6, 7, 8)] == others


def test_the_engine_is_part_of_a_row_only_where_the_row_depends_on_it(monkeypatch):
    configs = [config for one in recipes().values() for config, _ in one.plan(SMOKE)]
    by_engine = []
    for name in ("native", "python"):
        monkeypatch.setenv("MINEPROOF_ENGINE", name)
        by_engine.append([revision_of(config) for config in configs])
    for config, native, python in zip(configs, *by_engine, strict=True):
        depends = config["trial"] == "chaining" or config.get("strategy") == "guess"
        assert (native != python) == depends, config


def test_the_trial_that_stops_in_the_middle_of_a_game_depends_on_the_engine(monkeypatch):
    """This case is why the revision of `chaining` includes the engine."""
    config = {"trial": "chaining", "level": "medium", "opened": 0.25, "cells": "one"}
    rows = []
    for name in ("native", "python"):
        monkeypatch.setenv("MINEPROOF_ENGINE", name)
        rows.append(without_times(run_trial({**config, "direction": "forward"}, 0)))
    assert rows[0] != rows[1]


@settings(max_examples=50, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    name=st.sampled_from(["unit", "consuming", "two-literal", "complete-clues", "complete"]),
    mines=st.integers(2, 7),
)
def test_a_stuck_end_is_classified_as_brute_force_does(seed, name, mines):
    config = {"trial": "game", "size": "4x4", "mines": mines, "safe_cells": 4, "strategy": name}
    row = run_trial(config, seed)
    game = Game(deal_of(config, seed))
    play_game(game, strategy(name).player())
    assert row["stuck"] == (game.unmarked > 0)
    if not row["stuck"]:
        return
    view, unmarked = game.view, set(game.view.unmarked)
    by_all = unmarked & oracle.agreed(view).keys()
    by_clues = unmarked & oracle.agreed(view, count=False).keys()
    assert row["truly"] == (not by_all)
    assert row["missed_clues"] == bool(by_clues)
    assert row["missed_count"] == bool(by_all and not by_clues)
    if row["truly"]:
        touched = {
            cell
            for cell in unmarked
            if any(view.cells[n] >= 0 for n in view.board.neighbours[cell])
        }
        assert row["several"] == bool(touched)
        assert row["fenced"] == (touched != unmarked)


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
@pytest.mark.parametrize("many", [1, 9])
def test_gifts_to_complete_inference_are_as_many_as_one_game_with_gifts_takes(level, many):
    """The trial starts a new game with each gift; this test continues one game."""
    for seed in range(12):
        dealt = deal(level, start=Start(safe_cells=many), seed=seed)
        order = initial_cells(
            dealt.board, dealt.layout, Start(safe_cells=dealt.board.cells - dealt.mines), seed
        )
        config = {"trial": "gifts", "level": level, "safe_cells": many, "strategy": "complete"}
        assert run_trial(config, seed)["gifts"] == gifts_of_one_game(dealt, order)


def gifts_of_one_game(dealt, order):
    truth, deducer = dealt.board.clues(dealt.layout), engine().deducer(dealt.board, dealt.mines)
    opened, todo, gifts = set(), list(dealt.initial), 0
    while len(opened) < dealt.board.cells - dealt.mines:
        for cell in todo:
            deducer.open(cell, truth[cell])
        opened.update(todo)
        todo, _ = deducer.deduce()
        left = [cell for cell in order if cell not in opened]
        if not todo and left:
            todo, gifts = left[:1], gifts + 1
    return gifts


def test_the_designs_differ_in_what_they_hold_fixed(monkeypatch):
    met = defaultdict(list)

    def watch(config, dealt):
        met[config["design"]].append((dealt.layout, dealt.initial))
        return {}

    monkeypatch.setattr(nested_time, "game_row", watch)
    for design in ("nested", "cells drawn anew", "all drawn anew"):
        for many in (6, 7, 8):
            config = {"trial": "nested", "level": "easy", "design": design, "safe_cells": many}
            run_trial(config, 3)
    for design, games in met.items():
        layouts, cells = {layout for layout, _ in games}, [cells for _, cells in games]
        assert len(layouts) == (3 if design == "all drawn anew" else 1)
        prefixes = all(b[: len(a)] == a for a, b in pairwise(cells))
        assert prefixes == (design == "nested")


def test_both_directions_decide_what_is_so():
    for seed in range(20):
        config = {"trial": "chaining", "level": "easy", "opened": 0.5, "cells": "one"}
        rows = [run_trial({**config, "direction": way}, seed) for way in ("forward", "back")]
        assert rows[0]["asked"] == rows[1]["asked"]
        if rows[0]["asked"]:
            assert rows[1]["decided"] >= rows[0]["decided"]  # set of support is complete


def test_a_board_is_finished_when_complete_inference_marks_it_all():
    for seed in range(30):
        config = {"trial": "finish", "size": "10x10", "density": 0.16, "start": "open"}
        game = Game(deal_of(config, seed))
        play_game(game, strategy("complete").player())
        assert run_trial(config, seed)["won"] == game.won
