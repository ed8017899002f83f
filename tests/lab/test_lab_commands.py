"""Options of the lab's commands, exported rows, and rows of another revision."""

import csv
import io
import json
import re
import sys
from dataclasses import replace

import pytest

import mineproof
from lab_rows import SMOKE, fill
from mineproof import STRATEGIES
from mineproof.core.choice import engine
from mineproof.lab.provenance import Run, revision_of
from mineproof.lab.recipes import recipe
from mineproof.lab.run import missing, run
from mineproof.lab.store import Store

# Options of `lab run` and `lab show`


def test_other_strategies_and_another_first_seed_can_be_asked_for(tmp_path):
    players = ["unit", "complete"]
    _, rows = fill(tmp_path / "lab.sqlite", "mines-9x9", 0.005, strategies=players, first=70)
    asked = {(config["strategy"], seed) for config, seed, _ in rows}
    assert asked == {(player, seed) for player in players for seed in (70, 71)}


@pytest.mark.parametrize(
    ("module", "words", "extra"),
    [
        ("matplotlib", ["report"], "'.[lab]'"),
        ("distributed", ["run", "levels", "--cluster", "tcp://127.0.0.1:9"], "'.[cluster]'"),
    ],
)  # fmt: skip
def test_a_missing_extra_is_named(module, words, extra, refused, monkeypatch):
    fill("mineproof-lab.sqlite", "mines-9x9", SMOKE)
    monkeypatch.setitem(sys.modules, module, None)
    assert extra in refused(*words)


def test_rows_are_exported_as_csv_and_as_json(tmp_path, lab):
    store = tmp_path / "lab.sqlite"
    _, rows = fill(store, "density", SMOKE)
    code, out, _ = lab("export", "density", "--store", store)
    table = list(csv.DictReader(io.StringIO(out)))
    assert code == 0
    assert [int(row["seed"]) for row in table] == [seed for _, seed, _ in rows]
    assert [row["complete"] for row in table] == [str(row["complete"]) for _, _, row in rows]
    to = tmp_path / "rows.json"
    assert lab("export", "density", "--store", store, "--to", "json", "--out", to)[0] == 0
    lines = [json.loads(line) for line in to.read_text().splitlines()]
    for line, (config, seed, row) in zip(lines, rows, strict=True):
        expected = {"schema": 3, "recipe": "density", **config, "seed": seed, **row}
        assert line == {**expected, "revision": revision_of(config)}


def test_a_table_shows_the_columns_that_fit_and_names_the_others(tmp_path, lab, monkeypatch):
    store = tmp_path / "lab.sqlite"
    fill(store, "mines-9x9", SMOKE)
    monkeypatch.setenv("COLUMNS", "80")
    _, narrow, _ = lab("show", "mines-9x9", "--store", store)
    head = narrow.splitlines()[2]
    table, [note] = narrow.split("\n\n")[1], [x for x in narrow.splitlines() if "more columns" in x]
    assert all(len(line) <= 80 for line in table.splitlines())
    assert head.split()[:3] == ["mines", "strategy", "n"]
    assert "complete boards %" in head
    assert "with --all-columns: " in note
    _, wide, _ = lab("show", "mines-9x9", "--store", store, "--all-columns")
    assert "more columns" not in wide
    for name in note.split("--all-columns: ")[1].split(", "):
        assert name in wide.splitlines()[2]
        assert name not in head
    monkeypatch.setenv("COLUMNS", "10")  # too narrow: only the most important columns are shown
    _, least, _ = lab("show", "mines-9x9", "--store", store)
    assert "complete boards %" in least.splitlines()[2]
    monkeypatch.delenv("COLUMNS")  # not a terminal
    assert lab("show", "mines-9x9", "--store", store)[1] == wide


def test_a_run_that_was_stopped_is_named_with_the_command_that_goes_on(tmp_path, lab):
    path, whole = tmp_path / "lab.sqlite", recipe("ratio").plan(SMOKE)
    with Store(str(path), new=True) as store:
        tasks = missing("ratio", whole, store)
        kept = sum(run(tasks[:5], store, record=Run("ratio", SMOKE)))
    total = sum(len(seeds) for _, seeds in whole)
    named = (
        f"mineproof: ratio: a run was stopped after {kept} of {total} trials;"
        f" `mineproof lab run ratio --scale {SMOKE}` makes the others\n"
    )
    assert lab("show", "ratio", "--store", path)[2] == named
    assert lab("export", "ratio", "--store", path)[2] == named
    words = ["report", "--only", "ratio", "--out", tmp_path / "report", "--store", path]
    assert lab(*words)[2] == named
    assert named[11:-1] in (tmp_path / "report/report.md").read_text()
    assert lab("run", "ratio", "--scale", SMOKE, "--store", path)[0] == 0
    assert lab("show", "ratio", "--store", path)[2] == ""


def test_a_report_refuses_an_experiment_without_rows(tmp_path, refused):
    fill("mineproof-lab.sqlite", "ratio", SMOKE)
    for way in (["--out", "report"], ["--pdf", "report.pdf"]):
        err = refused("report", "--only", "ratio,levels", *way)
        assert "no rows of levels yet; `mineproof lab run levels` makes them" in err
    assert [one.name for one in tmp_path.iterdir()] == ["mineproof-lab.sqlite"]


def test_the_strategies_of_a_table_are_compared_on_the_same_boards(tmp_path, lab):
    path = tmp_path / "lab.sqlite"
    words = ["run", "ratio", "--scale", SMOKE, "--strategies", "unit,complete", "--store", path]
    assert lab(*words)[0] == 0
    rows = [
        json.loads(line)
        for line in lab("show", "ratio", "--json", "--store", path)[1].split("\n")[:-1]
    ]
    text = lab("show", "ratio", "--store", path)[1]
    pairs = re.findall(r"^(.*), (\w+) less (\w+): (\S+) points \[.+\(n = 1\)$", text, re.M)
    assert 2 * len(pairs) == len(rows)
    for case, ours, theirs, points in pairs:
        shares = {
            row["settings"]["strategy"]: row["means"]["complete"]
            for row in rows
            if "".join(f"{k} {v}, " for k, v in row["settings"].items()).startswith(f"{case}, str")
        }
        assert float(points) == 100 * (shares[ours] - shares[theirs])


# Revisions


def test_rows_of_another_revision_are_named_and_run_again(tmp_path, lab, monkeypatch):
    path = tmp_path / "lab.sqlite"
    words = ["run", "ratio", "--scale", SMOKE, "--strategies", "unit,complete", "--store", path]
    assert lab(*words)[::2] == (0, "")
    _, shown, _ = lab("show", "ratio", "--json", "--store", path)
    monkeypatch.setitem(STRATEGIES, "unit", replace(STRATEGIES["unit"], revision=7))
    named = (
        "mineproof: ratio: 18 rows of revision “game 1; unit 1” do not count; it is"
        " “game 1; unit 7” now\n"
    )
    _, out, err = lab("show", "ratio", "--json", "--store", path)
    assert err == named
    assert out.splitlines() == [line for line in shown.splitlines() if '"unit"' not in line]
    code, out, err = lab(*words)
    assert (code, out, err) == (0, "ratio: 36 trials, 18 of them before\n", named)
    assert lab("show", "ratio", "--json", "--store", path)[1] == shown
    _, out, _ = lab("export", "ratio", "--store", path)
    revisions = [row["revision"] for row in csv.DictReader(io.StringIO(out))]
    assert revisions.count("game 1; unit 7") == revisions.count("game 1; complete 1") == 18
    assert len(revisions) == 36


def test_rows_of_two_engines_are_kept_apart_where_they_differ(tmp_path, lab, monkeypatch):
    path = tmp_path / "lab.sqlite"
    words = ["run", "ratio", "--scale", SMOKE, "--strategies", "guess,complete", "--store", path]
    assert lab(*words)[1] == "ratio: 36 trials\n"
    monkeypatch.setenv("MINEPROOF_ENGINE", "python")
    _, out, err = lab(*words)
    assert out == "ratio: 36 trials, 18 of them before\n"
    assert "18 rows of revision “game 1; guess 2; native engine” do not count" in err
    with Store(str(path)) as store:
        assert [run.engine for run in store.runs("ratio")] == ["native", "python"]
        assert store.count("ratio") == 36
    assert lab("report", "--store", path, "--out", tmp_path / "report")[0] == 0
    lines = (tmp_path / "report" / "report.md").read_text().splitlines()
    counts = [
        line.split("|")[2].strip() for line in lines if re.match(r"\| (ratio|all) \|.*\d", line)
    ]
    assert counts[:3] == ["36", "", "36"]  # once for each engine, and all together


def test_every_run_is_recorded_with_what_made_it(tmp_path, lab):
    path = tmp_path / "lab.sqlite"
    words = ["ratio", "--scale", SMOKE, "--strategies", "unit", "--seed", 4, "--store", path]
    lab("run", *words)
    lab("run", *words)  # nothing is left to run, so nothing is recorded
    with Store(str(path)) as store:
        [run] = store.runs("ratio")
    assert (run.version, run.engine) == (mineproof.__version__, engine().name)
    assert (run.scale, run.strategies, run.seed) == (SMOKE, ("unit",), 4)
    assert run.revisions == {name: one.revision for name, one in STRATEGIES.items()}
    assert run.machine
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC", run.began)
    assert run.command == f"mineproof lab run ratio --scale {SMOKE} --strategies unit --seed 4"
