"""The command line: output for people, JSON for programs, exit statuses and errors."""

import importlib
import io
import json
import re
import sys

import pytest

from mineproof import STRATEGIES, Board, read
from mineproof.answers import analysis
from mineproof.core import _compiled as compiled
from mineproof.core.think import think_named
from mineproof.logic.resolution import resolve
from mineproof.play import bulk
from places import ROOT
from tiers import slow


def test_solve_shows_the_truth_and_what_was_found(run):
    status, out, err = run("solve", "--level", "easy", "--seed", 1)
    assert (status, err) == (0, "")
    truth, found, counters = out.split("\n\n")
    assert truth.startswith("The board: 9x9, 10 mines\n")
    assert found.startswith("What assignment found: won, 81 of 81 cells marked from 9 given\n")
    assert truth.split("\n")[1:] == [line.replace("F", "*") for line in found.split("\n")[1:]]
    assert "units 81" in counters
    assert "\x1b" not in out  # no colours in a pipe


def test_solve_answers_programs(run):
    status, out, _ = run("solve", "--level", "hard", "--seed", 2, "--json")
    answer = json.loads(out)
    [keys] = re.findall(r"\| `solve` \| `(.+?)`", (ROOT / "docs" / "authors.md").read_text())
    assert set(answer) >= {"schema", *keys.split()}
    assert status == 1
    assert answer["outcome"] == "stuck"
    assert (answer["rows"], answer["cols"], answer["mines"], answer["seed"]) == (16, 30, 99, 2)
    assert answer["safe"] + answer["mined"] + answer["unmarked"] == 480
    assert answer["wrong"] == 0
    view = read(answer["view"])
    assert len(view.unmarked) == answer["unmarked"]
    assert answer["units"] == answer["safe"] + answer["mined"]


@pytest.mark.parametrize("name", STRATEGIES)
def test_every_strategy_can_be_chosen_and_repeats_itself(run, name):
    first, again = (
        json.loads(run("solve", "--seed", 5, "--strategy", name, "--json")[1]) for _ in range(2)
    )
    assert first.pop("ms") >= 0
    again.pop("ms")
    assert first == again
    assert first["strategy"] == name


@pytest.mark.parametrize(
    ("args", "start", "cells"),
    [
        (["--start", "safe"], "safe:r1c1", ["r1c1"]),
        (["--start", "open:r5c5"], "open:r5c5", ["r5c5"]),
        (["--safe-cells", "3"], "given", 3),
        (["--safe-cells", "x0.75", "--place", "walk"], "given", 6),
        (["--place", "block", "--shape", "hex"], "given", 9),
    ],
)
def test_starts(run, args, start, cells):
    answer = json.loads(run("solve", *args, "--json")[1])
    assert answer["start"] == start
    assert answer["cells"] == cells if isinstance(cells, list) else len(answer["cells"]) == cells


def test_solve_reads_a_board_from_a_file(run, tmp_path):
    (tmp_path / "board.mine").write_text("4x3x2\n112M\n1M21\n1110\n")
    (tmp_path / "picture.txt").write_text("...*\n.*..\n....\n")
    for name in ("board.mine", "picture.txt"):
        status, out, _ = run("solve", name, "--cells", "r1c1, r3c4", "--json")
        answer = json.loads(out)
        assert (status, answer["outcome"]) == (0, "won")
        assert answer["cells"] == ["r1c1", "r3c4"]
        assert answer["truth"] == "4x3x2\n112M\n1M21\n1110\n"


def test_solve_reads_a_board_from_standard_input(run, monkeypatch):
    board = io.TextIOWrapper(io.BytesIO(b"...*\n.*..\n....\n"))
    monkeypatch.setattr("sys.stdin", board)
    _, out, err = run("solve", "-", "--start", "open:r3c4", "--json")
    assert (err, json.loads(out)["start"]) == ("", "open:r3c4")


@pytest.mark.parametrize(
    "name", ["assignment", "two-literal", "consuming", "unit", slow("rebuild"), "saturate"]
)
def test_the_trace_in_words(run, name):
    _, out, _ = run("solve", "--level", "hard", "--seed", 2, "--strategy", name, "--trace")
    lines = out.split("\nThe board")[0].splitlines()
    assert any(line.startswith("unit #") and "is safe" in line for line in lines)
    assert any("refused" in line for line in lines)
    if name not in ("unit", "two-literal"):
        assert any("resolved from #" in line for line in lines)
    if name in ("assignment", "saturate"):
        assert any("is stricter" in line for line in lines)


@pytest.mark.parametrize("name", ["assignment", "two-literal", "unit", "saturate"])
def test_the_trace_as_data_can_be_replayed(run, name):
    """Replay the lines: each clause follows from its parents, and the final base is as printed."""
    _, out, _ = run(
        "solve", "--level", "hard", "--seed", 2, "--strategy", name, "--trace", "--json"
    )
    *events, answer = map(json.loads, out.splitlines())
    board = Board(answer["rows"], answer["cols"])
    clauses, held, marked = {}, {}, set()
    largest = 0
    for event in events:
        assert event["schema"] == 3
        clause = frozenset(
            -board.index(lit[1:]) - 1 if lit[0] == "-" else board.index(lit) + 1
            for lit in event["clause"]
        )
        kind, parents = event["event"], event.get("parents", [])
        if len(parents) == 2:
            assert clause == resolve(*(clauses[parent] for parent in parents))
        if kind == "insert":
            clauses[event["step"]] = held[event["step"]] = clause
        elif kind in ("duplicate", "subsumed"):
            assert held[event["by"]] <= clause
        elif kind in ("drop", "shorten", "take"):
            assert held.pop(event["step"]) == clause
            if kind == "drop":
                assert held[event["by"]] < clause
            if kind == "take":
                marked |= clause
        largest = max(largest, len(held))
    assert len(marked) == answer["units"]
    assert len(clauses) == answer["clauses_inserted"]
    assert abs(largest - answer["kb_max"]) <= 1
    assert sum(lit > 0 for lit in marked) == answer["mined"]


def test_strategies_are_listed_with_their_differences(run):
    status, out, _ = run("strategies")
    assert status == 0
    assert all(name in out for name in STRATEGIES)
    assert "both deleted" in out
    table = json.loads(run("strategies", "--json")[1])["strategies"]
    assert list(table) == list(STRATEGIES)
    assert table["unit"]["pairs"] == "none"


def test_more_layouts_than_python_prints_by_itself(run, tmp_path):
    rows = "\n".join(["H" * 200] * 200)
    (tmp_path / "huge.mine").write_text(f"200x200x8000\n{rows}\n")
    status, out, _ = run("analyse", "huge.mine", "--json")
    assert status == 0
    assert len(json.loads(out)["layouts"]) > 4300
    assert run("analyse", "huge.mine")[0] == 0


POSITION = "4x3x2\n11HH\n1HHH\n111H\n"


def test_analyse_answers_people(run, tmp_path):
    (tmp_path / "p.mine").write_text(POSITION.replace("1HHH", "1FHH"))
    status, out, err = run("analyse", "p.mine")
    assert (status, err) == (0, "")
    assert "  2   1  **  ok  ok\n" in out
    assert "layouts  1\n" in out
    assert "safe     4: r1c3, r2c3, r2c4, r3c4\n" in out
    assert "mines    2: r1c4, r2c2\n" in out
    assert "best     open r1c3: safe in every layout; so are 3 more\n" in out
    assert "\x1b" not in out


def test_analyse_answers_programs(run, tmp_path):
    (tmp_path / "p.mine").write_text(POSITION)
    status, out, _ = run("analyse", "p.mine", "--json")
    answer = json.loads(out)
    assert status == 0
    assert answer["schema"] == 3
    assert isinstance(answer["layouts"], str)
    assert set(answer["odds"]) == {"r1c3", "r1c4", "r2c2", "r2c3", "r2c4", "r3c4"}
    assert answer["odds"]["r2c2"] == 1.0
    assert set(answer["best"]) == {"cell", "safe", "why"}
    assert answer["odds"][answer["best"]["cell"]] == pytest.approx(1 - answer["best"]["safe"])
    assert json.loads(run("analyse", "p.mine", "--json", "--no-best")[1])["best"] is None
    assert answer == analysis.analyse(read(POSITION)).as_json()


def test_analyse_points_out_wrong_flags(run, tmp_path):
    (tmp_path / "p.mine").write_text("3x2x1\n111\nFHH\n")
    assert "flag     r2c1 is wrong: the cell is safe" in run("analyse", "p.mine")[1]
    assert json.loads(run("analyse", "p.mine", "--json")[1])["wrong_flags"] == ["r2c1"]


def test_analyse_hushed_names_no_cell(run, tmp_path):
    (tmp_path / "sure.mine").write_text("3x2x1\n111\nHHH\n")
    (tmp_path / "risky.mine").write_text("2x1x1\nHH\n")
    (tmp_path / "over.mine").write_text("2x1x1\n1F\n")
    for name, status in (("sure", 0), ("risky", 1), ("over", 0)):
        found, out, _ = run("analyse", f"{name}.mine", "--hush")
        assert found == status
        assert not re.search(r"r\d+c\d+", out)
        assert json.loads(run("analyse", f"{name}.mine", "--hush", "--json")[1])["certain"] == (
            not status
        )


def test_analyse_takes_several_positions(run, tmp_path):
    (tmp_path / "many.mine").write_text(POSITION + "3x2x1\n111\nHHH\n")
    status, out, _ = run("analyse", "many.mine", "--json")
    assert status == 0
    assert [json.loads(text)["cols"] for text in out.splitlines()] == [4, 3]
    assert "Position 2" in run("analyse", "many.mine")[1]


def test_generate_makes_a_corpus_that_batch_plays(run, tmp_path):
    args = ["--level", "easy", "--start", "open", "--count", 40, "--seed", 3]
    status, out, _ = run("generate", *args, "--out", "boards.txt")
    assert (status, out) == (0, "")
    text = (tmp_path / "boards.txt").read_text()
    assert text.startswith("# w=9 h=9 m=10 rule=open start=2,2 seed=3\n")
    assert run("generate", *args)[1] == text
    status, out, _ = run("batch", "boards.txt", "--skip", 10, "--out", "games.jsonl", "--json")
    summary = json.loads(out)
    rows = [json.loads(line) for line in (tmp_path / "games.jsonl").read_text().splitlines()]
    assert status == 0
    assert [row["board"] for row in rows] == list(range(10, 40))
    assert set(rows[0]) == {"schema", "board", "won", "guesses", "ms"}
    assert summary["games"] == 30
    assert summary["won"] == sum(row["won"] for row in rows)
    assert summary["low"] < summary["rate"] <= summary["high"]
    assert "guess: " in run("batch", "boards.txt", "--limit", 5)[1]


def test_batch_thinks_as_hard_as_it_is_told(run, monkeypatch):
    run("generate", "--level", "easy", "--count", 2, "--seed", 3, "--out", "boards.txt")
    asked = []
    monkeypatch.setattr(bulk, "think_named", lambda name: asked.append(name) or think_named(name))
    for think in ("fast", "normal", "deep"):
        assert run("batch", "boards.txt", "--think", think, "--workers", 1)[0] == 0
    assert asked == ["fast", "normal", "deep"]


def test_several_players_are_compared_on_the_same_boards(run, tmp_path):
    run("generate", "--level", "easy", "--count", 30, "--seed", 3, "--out", "boards.txt")
    run("batch", "boards.txt", "--strategy", "unit", "--out", "unit.jsonl")
    both = "--strategies", "guess,unit", "--out", "both.jsonl"
    _, out, _ = run("batch", "boards.txt", *both, "--results", "unit.jsonl", "--json")
    guess, unit, again, pair, *others = map(json.loads, out.splitlines())
    assert (unit["won"], unit["rate"], again["ms_per_game"]) == (again["won"], again["rate"], None)
    assert again["player"] == "unit.jsonl"
    assert [(one["player"], one["less"]) for one in (pair, *others)] == [
        ("guess", "unit"), ("guess", "unit.jsonl"), ("unit", "unit.jsonl"),
    ]  # fmt: skip
    assert pair["difference"] == pytest.approx(guess["rate"] - unit["rate"])
    assert (others[-1]["difference"], others[-1]["p"]) == (0, 1)
    rows = [json.loads(line) for line in (tmp_path / "both.jsonl").read_text().splitlines()]
    assert [row["player"] for row in rows] == 30 * ["guess"] + 30 * ["unit"]
    text = run("batch", "boards.txt", "--strategies", "guess,unit")[1].splitlines()
    assert re.fullmatch(r"guess less unit: \+.* points \[.*, .*\], p .*", text[-1])


def test_results_of_a_part_of_the_boards_are_compared_on_that_part(run, tmp_path):
    run("generate", "--level", "easy", "--count", 20, "--seed", 3, "--out", "boards.txt")
    run("batch", "boards.txt", "--strategy", "unit", "--out", "unit.jsonl")
    lines = (tmp_path / "unit.jsonl").read_text().splitlines()
    for file, part in (("some", lines[5:12]), ("others", lines[12:])):
        (tmp_path / file).write_text("\n".join(part))
    args = ("batch", "boards.txt", "--limit", 15, "--strategy", "unit")
    status, out, _ = run(*args, "--results", "some", "--results", "others")
    told, won = out.splitlines(), [json.loads(line)["won"] for line in lines]
    assert status == 0
    assert [line.split(",")[0] for line in told[:3]] == [
        f"unit: {sum(won[:15])} of 15 won", f"some: {sum(won[5:12])} of 7 won",
        f"others: {sum(won[12:15])} of 3 won",
    ]  # fmt: skip
    assert told[3].startswith("unit less some on 7 boards: +0.00 points [")
    assert told[5] == "some less others on 0 boards: no board in common"
    pair = [json.loads(line) for line in run(*args, "--results", "some", "--json")[1].splitlines()]
    assert (pair[-1]["games"], pair[-1]["difference"]) == (7, 0)
    (tmp_path / "one").write_text(lines[0])
    assert "unit less one on 1 board: +0.00" in run(*args, "--results", "one")[1]


def test_boards_of_any_format_are_played_and_become_a_corpus(run, tmp_path):
    (tmp_path / "links").write_text("4x3:3,2,u140\n4x3:3,2,m624\n")
    status, out, _ = run("convert", "links", "--to", "corpus", "--out", "corpus")
    assert (status, out) == (0, "")
    assert (tmp_path / "corpus").read_text().startswith("# w=4 h=3 m=2 rule=open start=3,2\n")
    for file in ("links", "corpus"):
        run("batch", file, "--strategy", "saturate", "--out", f"{file}.jsonl")
    rows = [
        [
            {**json.loads(line), "ms": 0}
            for line in (tmp_path / f"{file}.jsonl").read_text().splitlines()
        ]
        for file in ("links", "corpus")
    ]
    assert rows[0] == rows[1]
    (tmp_path / "drawn").write_text("3x2x1\n1*1\n111\n4x1x1\n01*1\n3x2x1\n1*1\n111\n")
    assert run("batch", "drawn", "--strategy", "complete")[1].startswith("complete: ")
    run("batch", "drawn", "--skip", 1, "--out", "drawn.jsonl")
    boards = [
        json.loads(line)["board"] for line in (tmp_path / "drawn.jsonl").read_text().splitlines()
    ]
    assert boards == [1, 2]
    line = run("convert", "drawn", "--to", "corpus")[2]
    assert line == "mineproof: drawn: boards of several sizes: a corpus has one size\n"


def test_two_cells_are_compared_for_people_and_programs(run, tmp_path):
    (tmp_path / "p.mine").write_text("5x1x2\n1HHHH\n")
    status, out, _ = run("analyse", "p.mine", "r1c3", "r1c2")
    assert (status, out.splitlines()[0]) == (0, "open r1c3: r1c2 is certainly a mine")
    answer = json.loads(run("analyse", "p.mine", "r1c3", "r1c4", "--json")[1])
    numbers = {"win_difference", "difference_margin"}
    assert set(answer) == {"schema", "cells", "better", *numbers, "why"}
    assert [one["cell"] for one in answer["cells"]] == ["r1c3", "r1c4"]


def test_optimal_tells_people_and_programs(run):
    status, out, _ = run("optimal", "--size", "3x3", "--mines", 2)
    assert status == 0
    said = "3x3, 2 mines, start safe:r1c1: the best play wins 23 of 28 layouts, 82.1429 %"
    assert out.splitlines()[0] == said
    answer = json.loads(run("optimal", "--size", "3x3", "--mines", 2, "--json")[1])
    assert (answer["wins"], answer["layouts"], answer["start"]) == (23, 28, "safe:r1c1")
    assert answer["policy"] is None or answer["policy"][0]["open"].startswith("r")


def test_generate_answers_programs(run):
    lines = run("generate", "--level", "easy", "--count", 2, "--json")[1].splitlines()
    answer = json.loads(lines[0])
    assert len(lines) == 2
    assert len(answer["mines"]) == 10
    assert (answer["start"], answer["tried"]) == ("r1c1", 1)


def test_explain_tells_people_and_programs(run, tmp_path):
    (tmp_path / "p.mine").write_text("4x3x2\n0000\n1211\nHHHH\n")
    status, out, err = run("explain", "p.mine", "r3c2")
    assert (status, err) == (0, "")
    assert out.startswith(
        "r3c2 is safe\ndepth 2, without the mine count\nenough: r2c3 = 1, r2c4 = 1"
    )
    assert "r2c4 says 1: one of r3c3, r3c4." in out
    assert "∎ proved in " in out
    answer = json.loads(run("explain", "p.mine", "r3c2", "--json")[1])
    assert (answer["verdict"], answer["clues"], answer["depth"]) == ("safe", ["r2c3", "r2c4"], 2)
    assert "contradiction ∎" in run("explain", "p.mine", "r3c2", "--steps")[1]


def test_explain_writes_files_that_check_accepts_and_spoiled_ones_it_refuses(run, tmp_path):
    (tmp_path / "p.mine").write_text("4x3x2\n0000\n1211\nHHHH\n")
    assert run("explain", "p.mine", "r3c1", "--cnf", "a.cnf", "--proof", "a.lrat")[0] == 0
    status, out, _ = run("check", "a.cnf", "a.lrat")
    assert (status, out.split(":")[0]) == (0, "verified")
    assert json.loads(run("check", "a.cnf", "a.lrat", "--json")[1])["verified"] is True
    lines = (tmp_path / "a.lrat").read_text().splitlines(keepends=True)
    (tmp_path / "cut.lrat").write_text("".join(lines[:-1]))
    status, out, _ = run("check", "a.cnf", "cut.lrat")
    ending = "the proof does not end in the empty clause\n"
    assert (status, out) == (1, f"refused: line {len(lines) - 1}: {ending}")
    assert json.loads(run("check", "a.cnf", "cut.lrat", "--json")[1])["verified"] is False


def test_explain_says_when_a_cell_is_undecided(run, tmp_path):
    (tmp_path / "p.mine").write_text("2x1x1\nHH\n")
    status, out, _ = run("explain", "p.mine", "r1c1")
    assert status == 1
    assert "r1c1 safe:\n1 *\n" in out
    assert "r1c1 a mine:\n* 1\n" in out


def test_explain_lists_all_certain_cells_and_wrong_flags(run, tmp_path):
    (tmp_path / "p.mine").write_text("3x2x1\n111\nFHH\n")
    status, out, _ = run("explain", "p.mine", "--all")
    assert status == 0
    assert "r2c1    safe  depth 2, flagged wrongly: r1c3 says 1: one of r2c2, r2c3." in out
    rows = [
        json.loads(line) for line in run("explain", "p.mine", "--all", "--json")[1].splitlines()
    ]
    assert {row["cell"] for row in rows} == {"r2c1", "r2c2", "r2c3"}
    assert "the flag there is wrong" in run("explain", "p.mine", "r2c1")[1]


def test_solve_writes_a_certificate_that_check_audits(run):
    assert run("solve", "--seed", 10, "--certificate", "game")[0] == 0
    status, out, _ = run("check", "game")
    given = json.loads(run("check", "game", "--json")[1])["given_cells"]
    assert len(given) == 9
    assert (status, out) == (
        0,
        f"verified: 9x9, mines: 10, given: {', '.join(given)};"
        " 81 marks, 9 of them given, solved without a guess\n",
    )
    assert json.loads(run("check", "game", "--json")[1])["complete"] is True


def test_check_audits_a_claim_against_its_position(run, tmp_path):
    """The judge accepts a valid proof for another position; the auditor refuses it."""
    (tmp_path / "p.mine").write_text("3x2x1\n111\nHHH\n")
    (tmp_path / "other.mine").write_text("3x2x1\n121\nHHH\n")
    (tmp_path / "rows.txt").write_text("111 / HHH")
    files = ["a.cnf", "a.lrat"]
    assert run("explain", "p.mine", "r2c1", "--cnf", files[0], "--proof", files[1])[0] == 0
    assert run("check", "p.mine", *files)[:2] == (0, "verified: r2c1 is safe (3x2, mines: 1)\n")
    found = json.loads(run("check", "p.mine", *files, "--json")[1])
    assert (found["verified"], found["cell"], found["verdict"]) == (True, "r2c1", "safe")
    assert (found["size"], found["mines"], found["shape"]) == ("3x2", 1, "grid")
    assert run("check", *files)[0] == 0
    for words in (["other.mine", *files], ["p.mine", *files, "--shape", "torus"],
                  ["rows.txt", *files, "--mines", 2], ["p.mine", "a.cnf", "a.cnf"]):  # fmt: skip
        status, out, _ = run("check", *words)
        assert (status, out.split(":")[0], out.count("\n")) == (1, "refused", 1)


def test_a_missing_core_is_said_once_and_answers_are_the_same(run, tmp_path, monkeypatch):
    (tmp_path / "p.mine").write_text(POSITION)
    with_core = run("analyse", "p.mine", "--json")
    monkeypatch.setattr(compiled, "load_native", lambda: None)
    status, out, err = run("analyse", "p.mine", "--json")
    assert (status, json.loads(out)) == (0, json.loads(with_core[1]))
    assert err.count("\n") == 1
    assert "the compiled engine is missing" in err
    assert "(python engine" in run("--version")[1]
    for words in (["strategies"], ["grade", "unit", "--level", "easy", "--boards", 1]):
        err = run(*words)[2]
        assert err.count("the compiled engine is missing") == 1


def test_the_version_names_core_and_extras(run):
    status, out, _ = run("--version")
    assert status == 0
    assert re.fullmatch(r"mineproof [0-9.]+ \((native|python) engine; extras: .*rl.*\)\n", out)


def test_a_missing_extra_is_answered_by_the_line_that_installs_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "gymnasium", None)
    monkeypatch.delitem(sys.modules, "mineproof.gym_env", raising=False)
    line = r"Gymnasium is missing: pip install '\.\[rl\]' in a checkout"
    with pytest.raises(ImportError, match=line):
        importlib.import_module("mineproof.gym_env")
