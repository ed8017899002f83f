"""Recipes, trials and their numbers: judged by brute force, by exact enumeration, by the other
core."""

import csv
import io
import json
import random
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections import defaultdict
from itertools import pairwise
from math import comb
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import oracle
from mineproof import STRATEGIES, Game, deal, play_game, strategy
from mineproof.cli import main
from mineproof.core import engine
from mineproof.game.deal import Start, initial_cells
from mineproof.lab import contradictions, experiments, stats
from mineproof.lab.config import choice, number, text, whole, without_times
from mineproof.lab.document import Paragraph
from mineproof.lab.experiments import NAMES, nested_time, recipe, recipes
from mineproof.lab.measures import COMPLETE, MS
from mineproof.lab.published import published_tables
from mineproof.lab.recipe import Part, Recipe, each
from mineproof.lab.run import InProcess, missing, run, run_trial
from mineproof.lab.store import Store
from mineproof.lab.summary import summarise
from mineproof.lab.threshold import exponent, half, thresholds
from mineproof.lab.trial import deal_of

SMOKE = 0.0005  # one board a config


def fill(path, name, scale, **wishes):
    """Run a recipe into a store, in this process."""
    with Store(str(path), new=True) as store:
        kept = sum(
            run(missing(name, recipe(name).plan(scale, **wishes), store), store, InProcess(), 1)
        )
        return kept, list(store.rows(name))


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
        assert {"settings", "n", "means", "intervals", "published", "ceiling"} <= set(line)
        assert all(
            low <= line["means"][key] <= high for key, (low, high) in line["intervals"].items()
        )
    assert lab(capsys, "show", name, "--store", store)[0] == 0
    with Store(str(store)) as opened:
        tables = summarise(recipe(name), opened)
    assert [table.part.name for table in tables] == [part.name for part in recipe(name).parts]
    for table in tables:  # one board a config is little, but no reason to fail
        for block in table.part.findings(table):
            assert block.text if isinstance(block, Paragraph) else block.caption


def test_the_recipes_are_those_that_were_promised():
    promised = (
        "levels mines-9x9 mines-16x16 mines-30x16 safe-cells-90 ratio rules density nested-time"
        " start gifts logic-vs-csp chaining guessing depth phase-transition"
    )
    assert set(promised.split()) <= set(NAMES)
    assert list(recipes()) == list(NAMES)


def test_every_published_figure_has_its_case():
    for one in recipes().values():
        for part in one.parts:
            met = [part.published_for(config) for config in part.configs()]
            for told in part.published:
                assert any(told.values.items() <= found.items() for found in met), (one.name, told)


def test_every_published_share_and_mean_is_beside_a_measure():
    used = {
        round(value, 9)
        for one in recipes().values()
        for part in one.parts
        for told in part.published
        for value in told.values.values()
    }
    in_our_units = {
        "success": lambda share: share / 100,
        "complete": lambda share: share,
        "rules": lambda clauses: clauses,
        "seconds": lambda seconds: 1000 * seconds,
    }
    for table in published_tables().values():
        for row in table.rows:
            for name in in_our_units.keys() & row.figures.keys():
                assert round(in_our_units[name](row.figures[name]), 9) in used, (table.name, row)


def test_published_figures_agree_with_each_other_and_with_our_deals():
    tables = published_tables()
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


def test_published_figures_name_no_file_that_is_missing():
    root = Path(__file__).parent.parent
    there = {path.name for place in ("src", "docs") for path in (root / place).rglob("*.*")}
    words = (root / "src/mineproof/lab/published.json").read_text()
    named = re.findall(r"[\w-]+\.(?:md|py|json|txt|csv|html)\b", words)
    assert {*named} <= there | {path.name for path in root.iterdir()}


def test_strategies_that_guess_play_where_games_are_won_and_the_others_where_boards_are_marked():
    guessing = {"least-risk", "guess", "fewest-neighbours", "safest-region"}
    [part] = recipe("guessing").parts
    assert guessing | {"csp-assign", "saturate", "complete"} == set(part.strategies)
    [part] = recipe("levels").parts
    assert STRATEGIES.keys() - guessing == set(part.strategies)


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
    """The modules that are loaded after some code ran in a new process."""
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
        assert sum(run(missing(mine.name, mine.plan(0.5), store), store, InProcess(), 1)) == 60
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
    names = {part.name: part.measures for part in recipe(name).parts}
    shuffled = random.Random(1).sample(plan, len(plan))
    assert shuffled != plan
    with Store(str(path), new=True) as store:
        for config, _ in shuffled:
            values = {measure.key: 1 for measure in names[config["part"]]} | {"complete": True}
            store.add(name, config, [(0, values)])
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
        for config in part.configs(asked):
            store.add("ratio", config, [(0, {"complete": True})])
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


# Other wishes


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
        ("matplotlib", ["report"], "mineproof[lab]"),
        ("distributed", ["run", "levels", "--cluster", "tcp://127.0.0.1:9"], "mineproof[cluster]"),
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
        assert line == {"schema": 2, "recipe": "density", **config, "seed": seed, **row}


# Trials


def sample():
    """Configs of every kind and recipe, cheap ones."""
    chosen = {}
    for name, one in recipes().items():
        for config, _ in one.plan(SMOKE):
            if config.get("level") not in ("hard", "expert") and len(config.get("size", "")) < 7:
                key = (name, config["part"], config.get("strategy"), config.get("direction"))
                chosen.setdefault(key, config)
    return [config for config in chosen.values() if config.get("cells") != "all"]


@pytest.mark.parametrize("config", sample(), ids=lambda c: f"{c['part']}-{c.get('strategy', '')}")
def test_a_trial_is_a_pure_function_and_the_same_with_either_core(config, monkeypatch):
    first = without_times(run_trial(config, 5))
    run_trial(config, 6)
    assert without_times(run_trial(config, 5)) == first
    monkeypatch.setenv("MINEPROOF_CORE", "python")
    assert without_times(run_trial(config, 5)) == first


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
    """The trial begins again with each gift; here the game goes on."""
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
            assert rows[1]["decided"] >= rows[0]["decided"]  # set of support is the complete one


def test_a_board_is_finished_when_complete_inference_marks_it_all():
    for seed in range(30):
        config = {"trial": "finish", "size": "10x10", "density": 0.16, "start": "open"}
        game = Game(deal_of(config, seed))
        play_game(game, strategy("complete").player())
        assert run_trial(config, seed)["won"] == game.won


# Numbers


def test_wilson_and_paired_intervals_cover_what_they_say():
    """Exactly: every outcome of 40 boards, weighed by its chance."""
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
    """Rows that were made to drift as n to the power -0.2, told to the recipe's own tables."""
    chance = np.random.default_rng(1)
    with Store(str(tmp_path / "made-up.sqlite"), new=True) as store:
        for config, _ in recipe("phase-transition").plan(SMOKE):
            cells = int(config["size"].split("x")[0]) ** 2
            half_way = 1.2 * cells**-0.2
            share = 1 / (1 + np.exp((np.log(config["density"]) - np.log(half_way)) / 0.15))
            rows = [
                (seed, {"won": bool(chance.random() < share), "ms": 1.0}) for seed in range(200)
            ]
            store.add("phase-transition", config, rows)
        [table] = summarise(recipe("phase-transition"), store)
    found = [one for one in thresholds(table) if one.shape == "torus"]
    value, low, high = exponent(found)
    assert len(found) >= 4
    assert low < 0.2 < high or abs(value - 0.2) < 0.01
    assert high - low < 0.05


# The report


@pytest.fixture(scope="module")
def reported(tmp_path_factory):
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
                sum(run(missing(name, plan, kept), kept, InProcess(), 1))
    with pytest.raises(SystemExit) as stop:
        main(["lab", "report", "--store", str(store), "--out", str(folder / "out")])
    assert stop.value.code == 0
    return folder / "out"


def test_the_report_is_one_page_that_needs_nothing_else(reported):
    page = (reported / "report.html").read_text()
    assert not re.search(r"(src|href)=['\"](?!data:|#)", page)
    assert "http" not in re.sub(r"data:image/svg\+xml;base64,[^']*", "", page)
    for name in ("levels", "start", "phase-transition"):
        assert f"mineproof lab run {name}" in page
    assert "nan" not in page.split("base64")[0]


def test_every_figure_comes_as_png_and_svg(reported):
    pictures = {path.stem for path in (reported / "figures").iterdir()}
    assert {"levels-levels", "start-place", "phase-transition-threshold"} <= pictures
    for name in pictures:
        assert (reported / "figures" / f"{name}.png").read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
        ElementTree.parse(reported / "figures" / f"{name}.svg")
    words = (reported / "report.md").read_text()
    assert {*re.findall(r"\(figures/(.*?)\.png\)", words)} == pictures


def test_a_contradiction_without_rows_is_left_open(reported):
    words = (reported / "report.md").read_text()
    assert words.count("Open: the store has no rows of") >= 4
    asked = contradictions.answers(recipes().values(), {})
    assert len(asked) >= 9
    for question, answer in asked:
        assert question in words
        assert answer.startswith("Open: the store has no rows of")


def test_the_same_rows_make_the_same_report(reported, capsys, tmp_path):
    store = reported.parent / "lab.sqlite"
    assert lab(capsys, "report", "--store", store, "--out", tmp_path)[0] == 0
    for path in reported.rglob("*.*"):
        assert (tmp_path / path.relative_to(reported)).read_bytes() == path.read_bytes(), path.name
