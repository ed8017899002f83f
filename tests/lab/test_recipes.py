"""Recipes: their plans, files, settings and reported figures, and one board of each played."""

import json
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

import mineproof
from lab_rows import SMOKE, fill, made_table, made_up, summarised, without_times
from mineproof import STRATEGIES, Game, clues, deal, play_game, read, strategy
from mineproof.grade._missed import first_missed, missed_cells
from mineproof.lab import experiments
from mineproof.lab._document import Grid
from mineproof.lab._trial import deal_of
from mineproof.lab.experiments import unit_stops
from mineproof.lab.recipes import NAMES, recipe, recipes
from mineproof.lab.report._reported import reported_tables
from mineproof.lab.run import run_trial
from mineproof.lab.store import Store
from mineproof.lab.summary import summarise
from mineproof.reason.ask import ask_by_pairs, forward
from places import ROOT
from tiers import few

QUICK = ["mines-9x9", "limits", "density"]


@pytest.mark.parametrize("name", few(sorted(NAMES, key=QUICK.count, reverse=True), len(QUICK)))
def test_every_recipe_runs_and_shows_itself_at_the_smallest_scale(name, tmp_path, lab):
    store = tmp_path / "lab.sqlite"
    kept, rows = fill(store, name, SMOKE)
    assert kept == len(rows) == len(recipe(name).plan(SMOKE))  # one board a config
    code, out, _ = lab("show", name, "--store", store, "--json")
    lines = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert len(lines) == len(rows)
    for line in lines:
        assert {"settings", "n", "means", "intervals", "reported", "ceiling"} <= set(line)
        assert all(
            low <= line["means"][key] <= high for key, (low, high) in line["intervals"].items()
        )
    assert lab("show", name, "--store", store)[0] == 0
    with Store(str(store)) as opened:
        tables = summarise(recipe(name), opened)
    assert [table.part.name for table in tables] == [part.name for part in recipe(name).parts]
    for table in tables:  # tables of one board per config must not fail
        for block in table.part.findings(table):
            assert block if isinstance(block, str) else block.caption


def test_limits_are_settings_that_a_case_can_have():
    config = {"trial": "game", "level": "hard", "strategy": "assignment"}
    usual = without_times(run_trial(config, 4))
    assert without_times(run_trial({**config, "idle_limit": 5, "count_limit": 10}, 4)) == usual
    for limit, seed, more in ((1, 4, 2), (2, 1, "unlimited")):
        few = run_trial({**config, "idle_limit": limit}, seed)
        assert few["determined"] < run_trial({**config, "idle_limit": more}, seed)["determined"]
    beside = {**config, "strategy": "unit"}  # unit ignores these limits
    limited = without_times(run_trial({**beside, "idle_limit": 1}, 4))
    assert limited == without_times(run_trial(beside, 4))
    for wrong in ({"idle_limit": "ever"}, {"idle_limit": -1}, {"count_limit": 99}):
        with pytest.raises(mineproof.BadInput, match=r"limit|within|whole number"):
            run_trial({**config, **wrong}, 4)


def test_every_reported_figure_has_its_case():
    for one in recipes().values():
        for part in one.parts:
            met = [part.reported_for(config) for config in part.configs()]
            for told in part.reported:
                assert any(told.values.items() <= found.items() for found in met), (one.name, told)


def test_every_reported_share_and_mean_is_beside_a_measure():
    parts = [part for one in recipes().values() for part in one.parts]
    reported = [told for part in parts for told in part.reported]
    used = {round(value, 9) for told in reported for value in told.values.values()}
    in_our_units = {
        "success": lambda share: share / 100,
        "complete": lambda share: share,
        "rules": lambda clauses: clauses,
        "seconds": lambda seconds: 1000 * seconds,
    }
    for table in reported_tables().values():
        for row in table.rows:
            for name in in_our_units.keys() & row.figures.keys():
                assert round(in_our_units[name](row.figures[name]), 9) in used, (table.name, row)


def test_reported_figures_agree_with_each_other_and_with_our_deals():
    tables = reported_tables()
    maps = tables["A-hard-maps"].rows
    for name in ("determined", "cells"):
        total = tables["A-cells"].figure(name, level="hard")
        assert sum(row.figures[name] for row in maps) == total
    for table in tables.values():
        assert not table.strategy or table.strategy in STRATEGIES
        for row in table.rows:
            if "ratio" in row.settings:
                dealt = deal_of({"mines": 10, **row.settings}, 1)
                assert len(dealt.initial) == row.figures["safe_cells"], row


def test_reported_figures_name_no_file_that_is_missing():
    there = {path.name for place in ("src", "docs") for path in (ROOT / place).rglob("*.*")}
    words = (ROOT / "src/mineproof/lab/reported.json").read_text()
    named = re.findall(r"[\w-]+\.(?:md|py|json|txt|csv|html)\b", words)
    assert {*named} <= there | {path.name for path in ROOT.iterdir()}


def test_strategies_that_guess_play_where_games_are_won_and_the_others_where_boards_are_marked():
    guessing = {"least-risk", "guess", "fewest-neighbours", "safest-region"}
    [part] = recipe("guessing").parts
    assert guessing | {"csp-assign", "saturate", "complete"} == set(part.strategies)
    [part] = recipe("levels").parts
    assert STRATEGIES.keys() - guessing == set(part.strategies)


# Details that the sources do not specify


def test_a_zero_among_few_given_cells_is_seen():
    [zero, _] = recipe("few-cells").parts
    for seed in range(40):
        config = {"level": "easy", "safe_cells": 2, "strategy": "unit"}
        dealt = deal_of(config, seed)
        row = zero.trial.run(config, seed)
        shown = [sum(dealt.layout[there] for there in dealt.board.neighbours[cell])
                 for cell in dealt.initial]  # fmt: skip
        assert row["zero"] == (0 in shown) == (not row["no_zero"])


def test_the_longest_row_of_numbers_is_found_in_lines_and_columns():
    longest = unit_stops.longest_row
    assert longest(read("1 2 2 1 / # # # #", mines=2)) == 4
    assert longest(read("1 # / 2 # / 1 #", mines=1)) == 3
    assert longest(read("1 . 1 / # F #", mines=1)) == 1  # a zero ends a row
    assert longest(read("1 1 1 / F . F", mines=2)) == 0  # nothing is undecided


def test_where_unit_stops_the_easiest_step_is_what_the_depth_says():
    [part] = recipe("unit-stops").parts
    rows = [part.trial.run({"level": "hard"}, seed) for seed in range(12)]
    stuck = [row for row in rows if row["stuck"]]
    assert len(stuck) >= 10
    for seed, row in enumerate(rows):
        if row["stuck"] and row["entailed"]:
            assert row["two_clues"] + row["difference"] + row["cases"] == 1
            dealt = deal_of({"level": "hard"}, seed)
            left = play_game(Game(dealt), strategy("unit").player()).game.view
            assert missed_cells(left)
            assert first_missed(left, missed_cells(left)).depth >= 2


def test_both_directions_of_one_rule_answer_alike_and_rightly():
    agreed = 0
    for seed in range(4):
        dealt = deal("hard", seed=seed)
        view = play_game(Game(dealt), strategy("unit").player()).game.view
        touched = {cell for clue in clues(view) for cell in clue.cells} & set(view.unmarked)
        for cell in sorted(touched)[:12]:
            ahead, back = forward(view, cell), ask_by_pairs(view, cell)
            for answer in (ahead, back):
                if answer.verdict is not None:
                    assert (answer.verdict == "mine") == bool(dealt.layout[cell])
            # A denial is one more clause, so backward reasoning decides at least as much.
            assert ahead.verdict is None or back.verdict == ahead.verdict
            agreed += ahead.verdict is not None
    assert agreed >= 5


def test_report_a_s_table_has_a_line_a_map():
    table = made_table("nested-time", "nested", boards=5)
    grids = [block for block in table.part.findings(table) if isinstance(block, Grid)]
    [grid] = [grid for grid in grids if "complete starts" in grid.head]
    assert [row[:2] for row in grid.rows[-5:]] == [["hard", str(number)] for number in range(1, 6)]
    assert grid.rows[-1][2:] == ["7200 of 7200", "15 of 15", "7200 of 7200"]
    assert [row[4] for row in grid.rows[-5:-1]] == [
        f"{cells} of 7200" for cells in (7156, 7060, 7140, 5696)
    ]


def test_an_idle_limit_that_changes_nothing_is_found():
    [idle, _] = recipe("limits").parts
    config = {"level": "hard", "strategy": "assignment"}
    limited = {limit: {**config, "idle_limit": limit} for limit in (1, 5, "unlimited")}
    cells = {
        limit: [idle.trial.run(case, seed)["determined"] for seed in range(6)]
        for limit, case in limited.items()
    }
    assert cells[5] == cells["unlimited"] != cells[1]


# One experiment, one file


def test_the_recipes_are_those_that_were_promised_and_each_has_its_file():
    promised = (
        "levels mines-9x9 mines-16x16 mines-30x16 safe-cells-90 ratio rules density nested-time"
        " start gifts logic-vs-csp chaining guessing depth phase-transition limits few-cells"
        " doubled-cells unit-stops size-or-density coin-flips"
    )
    assert set(promised.split()) <= set(NAMES)
    assert [one.name for one in recipes().values()] == list(recipes()) == list(NAMES)
    files = {path.stem for path in Path(experiments.__file__).parent.glob("*.py")} - {"__init__"}
    sweeps = {name for name in NAMES if name.startswith("mines-")}
    assert files == {"mines", *(name.replace("-", "_") for name in {*NAMES} - sweeps)}


def test_a_name_of_a_trial_stands_for_one_function():
    kinds = {}
    for one in recipes().values():
        for part in one.parts:
            assert kinds.setdefault(part.trial.name, part.trial.run) is part.trial.run


def test_a_trial_that_no_experiment_has_is_an_error():
    with pytest.raises(
        ValueError, match=r"unknown trial 'nosuch': one of chaining, coin-flips, depth, "
    ):
        run_trial({"trial": "nosuch"}, 1)


def modules_after(code):
    """Run some code in a new process; return the modules that are loaded then."""
    told = f"import sys\n{code}\nprint(*sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    return set(done.stderr.split())


def test_listing_experiments_loads_nothing_that_only_a_report_needs():
    assert not {"numpy", "mineproof.lab.recipe"} & modules_after("import mineproof.lab.recipes")
    loaded = modules_after("from mineproof.lab.recipes import recipes; recipes()")
    assert "mineproof.lab.experiments.phase_transition" in loaded
    assert not {"matplotlib", "scipy", "mineproof.lab._threshold"} & loaded
    for name in loaded:
        if name.startswith("mineproof.lab"):
            assert not {"numpy", "np"} & vars(sys.modules[name]).keys(), name


@pytest.mark.parametrize("name", ["levels", "density", "logic-vs-csp", "chaining"])
def test_tables_are_in_the_order_of_the_recipe_whatever_was_stored_first(name, tmp_path, lab):
    path = tmp_path / "lab.sqlite"
    plan = recipe(name).plan(SMOKE)
    shuffled = random.Random(1).sample(plan, len(plan))
    assert shuffled != plan
    configs = [config for config, _ in shuffled]
    tables = summarised(path, name, configs, lambda config: [(0, made_up(config))])
    stored = [(one.part, one.settings) for table in tables for one in table.results]
    planned = [
        (config["part"], {k: v for k, v in config.items() if k not in ("part", "trial")})
        for config, _ in plan
    ]
    assert stored == planned
    _, out, _ = lab("show", name, "--store", path, "--json")
    shown = [json.loads(line) for line in out.splitlines()]
    assert [(one["part"], one["settings"]) for one in shown] == planned


def test_strategies_that_the_recipe_lacks_follow_in_the_order_of_the_catalogue(tmp_path):
    asked = ["guess", "complete", "unit", "saturate"]
    [part] = recipe("ratio").parts
    [table] = summarised(
        tmp_path / "lab.sqlite", "ratio", part.configs(asked), lambda one: [(0, made_up(one))]
    )
    assert table.choices("strategy") == ["saturate", "complete", "unit", "guess"]
