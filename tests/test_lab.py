"""Recipes, trials and their numbers, compared with brute force, exact enumeration and the other
engine."""

import csv
import io
import json
import random
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections import defaultdict
from dataclasses import replace
from functools import cache
from itertools import pairwise, product
from math import comb
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mineproof
import oracle
from mineproof import STRATEGIES, BadInput, Game, clues, deal, play_game, read, strategy
from mineproof.cli import main
from mineproof.core import engine
from mineproof.game.deal import Start, initial_cells
from mineproof.grade.missed import first_missed, missed_cells
from mineproof.lab import contradictions, experiments, stats
from mineproof.lab.config import choice, number, text, whole, without_times
from mineproof.lab.document import Grid, Paragraph
from mineproof.lab.experiments import NAMES, nested_time, recipe, recipes, unit_stops
from mineproof.lab.measures import COMPLETE, MS
from mineproof.lab.provenance import Run, revision_of
from mineproof.lab.recipe import Part, Recipe, each
from mineproof.lab.reported import reported_tables
from mineproof.lab.run import missing, run, run_trial
from mineproof.lab.store import Store
from mineproof.lab.summary import ConfigResult, Table, summarise
from mineproof.lab.threshold import exponent, half, thresholds
from mineproof.lab.trial import deal_of
from mineproof.reason.ask import ask_by_pairs, forward

SMOKE = 0.0005  # one board a config


def fill(path, name, scale, **wishes):
    """Run a recipe into a store, in this process."""
    with Store(str(path), new=True) as store:
        chosen = wishes.get("strategies")
        record = Run(name, scale, chosen and tuple(chosen), wishes.get("first", 0))
        tasks = missing(name, recipe(name).plan(scale, **wishes), store)
        kept = sum(run(tasks, store, record=record))
        return kept, list(store.rows(name))


def made_up(config):
    """Return an artificial row that the trial of a config could return.

    Every number is 1, but no mark is wrong. Of several rows take one with a complete board and as
    many values as possible.
    """
    return dict(possible_row(experiments.trial_named(config["trial"])))


@cache
def possible_row(trial):
    forms = sorted(trial.forms, key=len, reverse=True)
    rows = [
        {key: int(key != "wrong") for key in form} | dict(zip(flags, values, strict=True))
        for form in forms
        for flags in [sorted(form & trial.flags)]
        for values in product([True, False], repeat=len(flags))
    ]
    rows.sort(key=lambda row: not row.get("complete"))  # stable
    return next(row for row in rows if is_possible(trial, row))


def is_possible(trial, row):
    try:
        trial.check(row)
    except BadInput:
        return False
    return True


def lab(capsys, *words):
    """Run a lab command; its status, output and errors."""
    with pytest.raises(SystemExit) as stop:
        main(["lab", *map(str, words)])
    out, err = capsys.readouterr()
    return stop.value.code, out, err


# Recipes


@pytest.mark.parametrize("name", NAMES)
def test_every_recipe_runs_and_shows_itself_at_the_smallest_scale(name, tmp_path, capsys):
    store = tmp_path / "lab.sqlite"
    kept, rows = fill(store, name, SMOKE)
    assert kept == len(rows) == len(recipe(name).plan(SMOKE))  # one board a config
    code, out, _ = lab(capsys, "show", name, "--store", store, "--json")
    lines = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert len(lines) == len(rows)
    for line in lines:
        assert {"settings", "n", "means", "intervals", "reported", "ceiling"} <= set(line)
        assert all(
            low <= line["means"][key] <= high for key, (low, high) in line["intervals"].items()
        )
    assert lab(capsys, "show", name, "--store", store)[0] == 0
    with Store(str(store)) as opened:
        tables = summarise(recipe(name), opened)
    assert [table.part.name for table in tables] == [part.name for part in recipe(name).parts]
    for table in tables:  # tables of one board per config must not fail
        for block in table.part.findings(table):
            assert block.text if isinstance(block, Paragraph) else block.caption


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


def test_the_recipes_are_those_that_were_promised():
    promised = (
        "levels mines-9x9 mines-16x16 mines-30x16 safe-cells-90 ratio rules density nested-time"
        " start gifts logic-vs-csp chaining guessing depth phase-transition limits few-cells"
        " doubled-cells unit-stops size-or-density"
    )
    assert set(promised.split()) <= set(NAMES)
    assert list(recipes()) == list(NAMES)


def test_every_reported_figure_has_its_case():
    for one in recipes().values():
        for part in one.parts:
            met = [part.reported_for(config) for config in part.configs()]
            for told in part.reported:
                assert any(told.values.items() <= found.items() for found in met), (one.name, told)


def test_every_reported_share_and_mean_is_beside_a_measure():
    used = {
        round(value, 9)
        for one in recipes().values()
        for part in one.parts
        for told in part.reported
        for value in told.values.values()
    }
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
        assert sum(row.figures[name] for row in maps) == tables["A-cells"].figure(
            name, level="hard"
        )
    for table in tables.values():
        assert not table.strategy or table.strategy in STRATEGIES
        for row in table.rows:
            if "ratio" in row.settings:
                dealt = deal_of({"mines": 10, **row.settings}, 1)
                assert len(dealt.initial) == row.figures["safe_cells"], row


def test_reported_figures_name_no_file_that_is_missing():
    root = Path(__file__).parent.parent
    there = {path.name for place in ("src", "docs") for path in (root / place).rglob("*.*")}
    words = (root / "src/mineproof/lab/reported.json").read_text()
    named = re.findall(r"[\w-]+\.(?:md|py|json|txt|csv|html)\b", words)
    assert {*named} <= there | {path.name for path in root.iterdir()}


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
    [grid] = [
        block
        for block in table.part.findings(table)
        if isinstance(block, Grid) and "complete starts" in block.head
    ]
    assert [row[:2] for row in grid.rows[-5:]] == [["hard", str(number)] for number in range(1, 6)]
    assert grid.rows[-1][2:] == ["7200 of 7200", "15 of 15", "7200 of 7200"]
    assert [row[4] for row in grid.rows[-5:-1]] == [
        f"{cells} of 7200" for cells in (7156, 7060, 7140, 5696)
    ]


def made_table(name, part, boards):
    """Return the table of a part with artificial rows."""
    chosen = recipe(name).part(part)
    one = replace(recipe(name), parts=(chosen,))
    results = [
        ConfigResult(
            name,
            part,
            {key: config[key] for key in chosen.varied if key in config},
            boards,
            {},
            {},
            {},
            {seed: made_up(config) for seed in range(boards)},
        )
        for config in chosen.configs()
    ]
    return Table(one, chosen, results)


def test_an_idle_limit_that_changes_nothing_is_found():
    [idle, _] = recipe("limits").parts
    config = {"level": "hard", "strategy": "assignment"}
    cells = {
        limit: [
            idle.trial.run({**config, "idle_limit": limit}, seed)["determined"] for seed in range(6)
        ]
        for limit in (1, 5, "unlimited")
    }
    assert cells[5] == cells["unlimited"] != cells[1]


# One experiment, one file


def test_every_experiment_has_its_file_and_every_file_its_name():
    folder = Path(experiments.__file__).parent
    files = {path.stem for path in folder.glob("*.py")} - {"__init__"}
    assert files == {name.replace("-", "_") for name in NAMES}
    assert all(name == one.name for name, one in recipes().items())


def test_a_name_of_a_trial_stands_for_one_function():
    kinds = {}
    for one in recipes().values():
        for part in one.parts:
            assert kinds.setdefault(part.trial.name, part.trial.run) is part.trial.run


def test_a_trial_that_no_experiment_has_is_an_error():
    with pytest.raises(ValueError, match=r"unknown trial 'nosuch': one of chaining, depth, "):
        run_trial({"trial": "nosuch"}, 1)


def modules_after(code):
    """Run some code in a new process; return the modules that are loaded then."""
    told = f"import sys\n{code}\nprint(*sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    return set(done.stderr.split())


def test_listing_experiments_loads_nothing_that_only_a_report_needs():
    assert not {"numpy", "mineproof.lab.recipe"} & modules_after("import mineproof.lab.experiments")
    loaded = modules_after("from mineproof.lab.experiments import recipes; recipes()")
    assert "mineproof.lab.experiments.phase_transition" in loaded
    assert not {"matplotlib", "scipy", "mineproof.lab.threshold"} & loaded
    for name in loaded:
        if name.startswith("mineproof.lab"):
            assert not {"numpy", "np"} & vars(sys.modules[name]).keys(), name


def test_help_does_not_load_the_experiments():
    code = """
from mineproof.cli import main
try:
    main(["--help"])
except SystemExit:
    pass
"""
    loaded = modules_after(code)
    assert "mineproof.cli" in loaded
    assert not any(name.startswith("mineproof.lab.") for name in loaded)


def test_a_recipe_made_from_settings_runs_and_is_summarised(tmp_path):
    part = Part(
        "mines",
        "How many boards are complete?",
        each(size=["9x9"], mines=range(4, 13, 4), start=["open"]),
        (COMPLETE, MS),
        20,
        ("unit", "complete"),
    )
    mine = Recipe("few-mines", "the command line", (part,))
    with Store(str(tmp_path / "lab.sqlite"), new=True) as store:
        assert sum(run(missing(mine.name, mine.plan(0.5), store), store)) == 60
        [table] = summarise(mine, store)
    assert [(one.settings["mines"], one.settings["strategy"]) for one in table.results] == [
        (mines, name) for mines in (4, 8, 12) for name in ("unit", "complete")
    ]
    for one in table.results:
        assert one.n == 10
        assert one.values["complete"].value <= one.ceiling.get("complete", 1)


@pytest.mark.parametrize("name", ["levels", "density", "logic-vs-csp", "chaining"])
def test_tables_are_in_the_order_of_the_recipe_whatever_was_stored_first(name, tmp_path, capsys):
    path = tmp_path / "lab.sqlite"
    plan = recipe(name).plan(SMOKE)
    shuffled = random.Random(1).sample(plan, len(plan))
    assert shuffled != plan
    with Store(str(path), new=True) as store:
        id = store.begin(Run(name))
        for config, _ in shuffled:
            store.add(name, config, [(0, made_up(config))], id)
        tables = summarise(recipe(name), store)
    stored = [(one.part, one.settings) for table in tables for one in table.results]
    planned = [
        (config["part"], {k: v for k, v in config.items() if k not in ("part", "trial")})
        for config, _ in plan
    ]
    assert stored == planned
    _, out, _ = lab(capsys, "show", name, "--store", path, "--json")
    shown = [json.loads(line) for line in out.splitlines()]
    assert [(one["part"], one["settings"]) for one in shown] == planned


def test_strategies_that_the_recipe_lacks_follow_in_the_order_of_the_catalogue(tmp_path):
    asked = ["guess", "complete", "unit", "saturate"]
    [part] = recipe("ratio").parts
    with Store(str(tmp_path / "lab.sqlite"), new=True) as store:
        id = store.begin(Run("ratio"))
        for config in part.configs(asked):
            store.add("ratio", config, [(0, made_up(config))], id)
        [table] = summarise(recipe("ratio"), store)
    assert table.choices("strategy") == ["saturate", "complete", "unit", "guess"]


@pytest.mark.parametrize(
    ("read", "said"),
    [
        (lambda config: text(config, "level"), "setting level: missing; give a text"),
        (lambda config: text(config, "mines"), "setting mines: 10 is not a text"),
        (lambda config: number(config, "size"), "setting size: '9x9' is not a number"),
        (lambda config: whole(config, "ratio"), "setting ratio: 0.5 is not a whole number"),
        (lambda config: choice(config, "size", ("a", "b")), "'9x9' is not one of a, b"),
    ],
)
def test_a_setting_of_the_wrong_type_is_named(read, said):
    with pytest.raises(ValueError, match=re.escape(said)):
        read({"mines": 10, "size": "9x9", "ratio": 0.5})


# Options of `lab run` and `lab show`


def test_other_strategies_can_be_asked_for(tmp_path):
    _, rows = fill(tmp_path / "lab.sqlite", "ratio", SMOKE, strategies=["unit", "complete"])
    assert {config["strategy"] for config, _, _ in rows} == {"unit", "complete"}


def test_another_first_seed_gives_other_boards(tmp_path):
    _, rows = fill(tmp_path / "lab.sqlite", "mines-9x9", 0.005, first=70)
    assert {seed for _, seed, _ in rows} == {70, 71}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["run", "nosuch"], "unknown recipe 'nosuch'"),
        (["run", "levels", "--strategies", "nosuch"], "unknown strategy 'nosuch'"),
        (["run", "levels", "--scale", "0"], "--scale: 0 is not above 0"),
        (["run", "levels", "--scale", "nan"], "--scale: 'nan' is not a number"),
        (["run", "levels", "--workers", "2", "--cluster", "tcp://127.0.0.1:9"], "exclude each"),
        (["run", "levels", "--seed", "-1"], "--seed"),
        (["show", "levels"], "no such store"),
        (["report"], "no such store"),
        (["export", "levels", "--to", "xml"], "unknown format 'xml'"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_said_in_one_line(words, said, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, out, err = lab(capsys, *words)
    assert code == 2
    assert said in err
    assert len(err.splitlines()) == 1
    assert not out
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("module", "words", "extra"),
    [
        ("matplotlib", ["report"], "'.[lab]'"),
        ("distributed", ["run", "levels", "--cluster", "tcp://127.0.0.1:9"], "'.[cluster]'"),
    ],
)  # fmt: skip
def test_a_missing_extra_is_named(module, words, extra, tmp_path, capsys, monkeypatch):
    fill(tmp_path / "mineproof-lab.sqlite", "mines-9x9", SMOKE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, module, None)
    code, _, err = lab(capsys, *words)
    assert code == 2
    assert extra in err
    assert len(err.splitlines()) == 1


def test_rows_are_exported_as_csv_and_as_json(tmp_path, capsys):
    store = tmp_path / "lab.sqlite"
    _, rows = fill(store, "density", SMOKE)
    code, out, _ = lab(capsys, "export", "density", "--store", store)
    table = list(csv.DictReader(io.StringIO(out)))
    assert code == 0
    assert [int(row["seed"]) for row in table] == [seed for _, seed, _ in rows]
    assert [row["complete"] for row in table] == [str(row["complete"]) for _, _, row in rows]
    to = tmp_path / "rows.json"
    assert lab(capsys, "export", "density", "--store", store, "--to", "json", "--out", to)[0] == 0
    lines = [json.loads(line) for line in to.read_text().splitlines()]
    for line, (config, seed, row) in zip(lines, rows, strict=True):
        expected = {"schema": 2, "recipe": "density", **config, "seed": seed, **row}
        assert line == {**expected, "revision": revision_of(config)}


def test_a_table_shows_the_columns_that_fit_and_names_the_others(tmp_path, capsys, monkeypatch):
    store = tmp_path / "lab.sqlite"
    fill(store, "mines-9x9", SMOKE)
    monkeypatch.setenv("COLUMNS", "80")
    _, narrow, _ = lab(capsys, "show", "mines-9x9", "--store", store)
    head = narrow.splitlines()[2]
    table, [note] = narrow.split("\n\n")[1], [x for x in narrow.splitlines() if "more columns" in x]
    assert all(len(line) <= 80 for line in table.splitlines())
    assert head.split()[:3] == ["mines", "strategy", "n"]
    assert "complete boards %" in head
    assert "with --all-columns: " in note
    _, wide, _ = lab(capsys, "show", "mines-9x9", "--store", store, "--all-columns")
    assert "more columns" not in wide
    for name in note.split("--all-columns: ")[1].split(", "):
        assert name in wide.splitlines()[2]
        assert name not in head
    monkeypatch.setenv("COLUMNS", "10")  # too narrow: only the most important columns are shown
    _, least, _ = lab(capsys, "show", "mines-9x9", "--store", store)
    assert "complete boards %" in least.splitlines()[2]
    monkeypatch.delenv("COLUMNS")  # not a terminal
    assert lab(capsys, "show", "mines-9x9", "--store", store)[1] == wide


def test_a_run_that_was_stopped_is_named_with_the_command_that_goes_on(tmp_path, capsys):
    path, whole = tmp_path / "lab.sqlite", recipe("ratio").plan(SMOKE)
    with Store(str(path), new=True) as store:
        tasks = missing("ratio", whole, store)
        kept = sum(run(tasks[:5], store, record=Run("ratio", SMOKE)))
    total = sum(len(seeds) for _, seeds in whole)
    named = (
        f"mineproof: ratio: a run was stopped after {kept} of {total} trials;"
        f" `mineproof lab run ratio --scale {SMOKE}` makes the others\n"
    )
    assert lab(capsys, "show", "ratio", "--store", path)[2] == named
    assert lab(capsys, "export", "ratio", "--store", path)[2] == named
    words = ["report", "--only", "ratio", "--out", tmp_path / "report", "--store", path]
    assert lab(capsys, *words)[2] == named
    assert named[11:-1] in (tmp_path / "report/report.md").read_text()
    assert lab(capsys, "run", "ratio", "--scale", SMOKE, "--store", path)[0] == 0
    assert lab(capsys, "show", "ratio", "--store", path)[2] == ""


def test_a_report_refuses_an_experiment_without_rows(tmp_path, capsys):
    path = tmp_path / "lab.sqlite"
    fill(path, "ratio", SMOKE)
    for way in (["--out", tmp_path / "report"], ["--pdf", tmp_path / "report.pdf"]):
        words = ["report", "--only", "ratio,levels", *way, "--store", path]
        code, out, err = lab(capsys, *words)
        assert (code, out) == (2, "")
        assert "no rows of levels yet; `mineproof lab run levels` makes them" in err
    assert [one.name for one in tmp_path.iterdir()] == ["lab.sqlite"]


# Revisions


def test_rows_of_another_revision_are_named_and_run_again(tmp_path, capsys, monkeypatch):
    path = tmp_path / "lab.sqlite"
    words = ["run", "ratio", "--scale", SMOKE, "--strategies", "unit,complete", "--store", path]
    assert lab(capsys, *words)[::2] == (0, "")
    _, shown, _ = lab(capsys, "show", "ratio", "--json", "--store", path)
    monkeypatch.setitem(STRATEGIES, "unit", replace(STRATEGIES["unit"], revision=7))
    named = (
        "mineproof: ratio: 18 rows of revision “game 1; unit 1” do not count; it is"
        " “game 1; unit 7” now\n"
    )
    _, out, err = lab(capsys, "show", "ratio", "--json", "--store", path)
    assert err == named
    assert out.splitlines() == [line for line in shown.splitlines() if '"unit"' not in line]
    code, out, err = lab(capsys, *words)
    assert (code, out, err) == (0, "ratio: 36 trials, 18 of them before\n", named)
    assert lab(capsys, "show", "ratio", "--json", "--store", path)[1] == shown
    _, out, _ = lab(capsys, "export", "ratio", "--store", path)
    revisions = [row["revision"] for row in csv.DictReader(io.StringIO(out))]
    assert revisions.count("game 1; unit 7") == revisions.count("game 1; complete 1") == 18
    assert len(revisions) == 36


def test_rows_of_two_engines_are_kept_apart_where_they_differ(tmp_path, capsys, monkeypatch):
    path = tmp_path / "lab.sqlite"
    words = ["run", "ratio", "--scale", SMOKE, "--strategies", "guess,complete", "--store", path]
    assert lab(capsys, *words)[1] == "ratio: 36 trials\n"
    monkeypatch.setenv("MINEPROOF_ENGINE", "python")
    _, out, err = lab(capsys, *words)
    assert out == "ratio: 36 trials, 18 of them before\n"
    assert "18 rows of revision “game 1; guess 2; native engine” do not count" in err
    with Store(str(path)) as store:
        assert [run.engine for run in store.runs("ratio")] == ["native", "python"]
        assert store.count("ratio") == 36
    assert lab(capsys, "report", "--store", path, "--out", tmp_path / "report")[0] == 0
    lines = (tmp_path / "report" / "report.md").read_text().splitlines()
    counts = [
        line.split("|")[2].strip() for line in lines if re.match(r"\| (ratio|all) \|.*\d", line)
    ]
    assert counts[:3] == ["36", "", "36"]  # once for each engine, and all together


def test_every_run_is_recorded_with_what_made_it(tmp_path, capsys):
    path = tmp_path / "lab.sqlite"
    words = ["ratio", "--scale", SMOKE, "--strategies", "unit", "--seed", 4, "--store", path]
    lab(capsys, "run", *words)
    lab(capsys, "run", *words)  # nothing is left to run, so nothing is recorded
    with Store(str(path)) as store:
        [run] = store.runs("ratio")
    assert (run.version, run.engine) == (mineproof.__version__, engine().name)
    assert (run.scale, run.strategies, run.seed) == (SMOKE, ("unit",), 4)
    assert run.revisions == {name: one.revision for name, one in STRATEGIES.items()}
    assert run.machine
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC", run.began)
    assert run.command == f"mineproof lab run ratio --scale {SMOKE} --strategies unit --seed 4"


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


# Numbers


def test_wilson_and_paired_intervals_cover_what_they_say():
    """Compute the coverage exactly: every outcome of 40 boards, weighted by its probability."""
    n = 40
    for truth in (0.1, 0.5, 0.9):
        covered = sum(
            comb(n, k) * truth**k * (1 - truth) ** (n - k)
            for k in range(n + 1)
            if stats.share([True] * k + [False] * (n - k)).low
            <= truth
            <= stats.share([True] * k + [False] * (n - k)).high
        )
        assert 0.92 < covered < 0.98
    for up, down in ((0.1, 0.1), (0.3, 0.1), (0.05, 0.2)):
        covered = 0.0
        for more in range(n + 1):
            for less in range(n + 1 - more):
                rest = n - more - less
                chance = comb(n, more) * comb(n - more, less) * up**more * down**less
                chance *= (1 - up - down) ** rest
                ours = [True] * more + [False] * (less + rest)
                theirs = [False] * more + [True] * less + [False] * rest
                found = stats.difference(ours, theirs)
                covered += chance * (found.low <= up - down <= found.high)
        assert 0.93 < covered < 0.99


def test_the_bootstrap_interval_of_a_mean_covers_what_it_says():
    chance, hits, rounds = np.random.default_rng(7), 0, 300
    for _ in range(rounds):
        found = stats.mean(chance.exponential(3.0, 80).tolist())
        hits += found.low <= 3.0 <= found.high
    assert 0.89 < hits / rounds < 0.98


def test_mcnemar_is_the_binomial_test():
    for more in range(9):
        for less in range(9):
            n = more + less
            tail = sum(comb(n, k) for k in range(n + 1) if abs(k - n / 2) >= abs(more - n / 2))
            assert stats.mcnemar(more, less) == pytest.approx(tail / 2**n)


def test_a_threshold_is_found_where_it_was_put():
    xs = np.log(np.array([0.05, 0.07, 0.09, 0.12, 0.15]))
    for truth in (0.06, 0.08, 0.11):
        shares = 1 / (1 + np.exp((xs - np.log(truth)) / 0.1))
        assert np.exp(half(xs, shares)) == pytest.approx(truth, rel=0.01)


def test_the_drift_of_made_up_thresholds_is_found(tmp_path):
    """Artificial rows with a threshold proportional to n^-0.2: the recipe finds this exponent."""
    chance = np.random.default_rng(1)
    with Store(str(tmp_path / "made-up.sqlite"), new=True) as store:
        id = store.begin(Run("phase-transition"))
        for config, _ in recipe("phase-transition").plan(SMOKE):
            cells = int(config["size"].split("x")[0]) ** 2
            half_way = 1.2 * cells**-0.2
            share = 1 / (1 + np.exp((np.log(config["density"]) - np.log(half_way)) / 0.15))
            rows = [
                (seed, {"won": bool(chance.random() < share), "ms": 1.0}) for seed in range(200)
            ]
            store.add("phase-transition", config, rows, id)
        [table] = summarise(recipe("phase-transition"), store)
    found = [one for one in thresholds(table) if one.shape == "torus"]
    value, low, high = exponent(found)
    assert len(found) >= 4
    assert low < 0.2 < high or abs(value - 0.2) < 0.01
    assert high - low < 0.05


# Sentences about the numbers


def said_of(name, row_of, tmp_path, seeds=40):
    """Return the sentences about a recipe whose rows are artificial."""
    with Store(str(tmp_path / "made-up.sqlite"), new=True) as store:
        id = store.begin(Run(name))
        for config, _ in recipe(name).plan(SMOKE):
            rows = [(seed, {**made_up(config), **row_of(config, seed)}) for seed in range(seeds)]
            store.add(name, config, rows, id)
        tables = summarise(recipe(name), store)
    blocks = [block for table in tables for block in table.part.findings(table)]
    return [block.text for block in blocks if isinstance(block, Paragraph)]


def test_reported_means_are_compared_by_the_sampling_error_of_both_samples(tmp_path):
    """Our rows are artificial: close to the reported means, except for two that are far away."""
    figures = {
        (row.settings["size"], row.settings["ratio"]): row.figures["rules"]
        for row in reported_tables()["D-ratio-rules"].rows
    }
    far = [("9x9", 2.0), ("12x12", 0.5)]

    def row_of(config, seed):
        case = config["size"], config.get("ratio")
        mean = round(figures.get(case, 100))
        return {"inserted": mean + 20 * (seed % 2) - 10 + 100 * (case in far)}

    sentence, *_ = [x for x in said_of("rules", row_of, tmp_path) if x.startswith("Reported means")]
    assert "10 of 12 lie within sampling error of ours" in sentence
    assert sentence.count("(reported ") == 2
    assert all(f"size {size}, mines" in sentence for size, _ in far)


@pytest.mark.parametrize(
    ("back", "said"),
    [
        (3, "fewer resolvents in 0 of 12 cases, more in 12"),
        (0.5, "fewer resolvents in 12 of 12 cases, more in 0"),
    ],
)
def test_both_costs_of_reasoning_back_are_said(back, said, tmp_path):
    def row_of(config, seed):
        made = 10 + 2 * (seed % 3)
        if config["direction"] == "back":
            return {"resolutions": round(back * made), "ms": 0.5 * made}
        return {"resolutions": made, "ms": made}

    for sentence in said_of("chaining", row_of, tmp_path):
        assert said in sentence
        assert "less CPU time in 12 of 12 cases, more in 0" in sentence
        one_rule = "Both directions have one rule" in sentence
        assert one_rule != ("two rules are compared as well as two directions" in sentence)


# The report


@pytest.fixture(scope="module")
def report_folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("report")
    store = folder / "lab.sqlite"
    for name, scale in (("levels", 0.02), ("start", 0.01), ("phase-transition", 0)):
        if scale:
            fill(store, name, scale, strategies=["two-literal", "consuming", "complete"])
        else:
            with Store(str(store), new=True) as kept:
                plan = [
                    (config, range(20))
                    for config, _ in recipe(name).plan(SMOKE)
                    if config["size"] in ("10x10", "20x20", "50x50")
                ]
                sum(run(missing(name, plan, kept), kept))
    with pytest.raises(SystemExit) as stop:
        main(["lab", "report", "--store", str(store), "--out", str(folder / "out")])
    assert stop.value.code == 0
    return folder / "out"


def test_the_report_is_one_page_that_needs_nothing_else(report_folder):
    page = (report_folder / "report.html").read_text()
    assert not re.search(r"(src|href)=['\"](?!data:|#)", page)
    assert "http" not in re.sub(r"data:image/svg\+xml;base64,[^']*", "", page)
    assert "mineproof lab run start --scale 0.01" in page
    assert "phase-transition: a plan of another program, which no command repeats" in page
    asked = "--strategies two-literal,consuming,complete"
    assert f"mineproof lab run levels --scale 0.02 {asked}" in page
    assert f"{mineproof.__version__}, {engine().name}" in page
    assert "two-literal 1, consuming 1, complete 1" in page
    assert "nan" not in page.split("base64")[0]


def test_every_figure_comes_as_png_and_svg(report_folder):
    pictures = {path.stem for path in (report_folder / "figures").iterdir()}
    assert {"levels-levels", "start-place", "phase-transition-threshold"} <= pictures
    for name in pictures:
        assert (report_folder / "figures" / f"{name}.png").read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
        ElementTree.parse(report_folder / "figures" / f"{name}.svg")
    words = (report_folder / "report.md").read_text()
    assert {*re.findall(r"\(figures/(.*?)\.png\)", words)} == pictures


def test_a_contradiction_without_rows_is_left_open(report_folder):
    words = (report_folder / "report.md").read_text()
    assert words.count("Open: the store has no rows of") >= 4
    asked = contradictions.answers(recipes().values(), {})
    assert len(asked) >= 9
    for question, answer in asked:
        assert question in words
        assert answer.startswith("Open: the store has no rows of")


def test_the_same_rows_make_the_same_report(report_folder, capsys, tmp_path):
    store = report_folder.parent / "lab.sqlite"
    assert lab(capsys, "report", "--store", store, "--out", tmp_path)[0] == 0
    for path in report_folder.rglob("*.*"):
        assert (tmp_path / path.relative_to(report_folder)).read_bytes() == path.read_bytes(), (
            path.name
        )
