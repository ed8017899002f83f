"""The command line: output for people, JSON for programs, exit statuses and errors."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from mineproof import STRATEGIES, Board, answers, read
from mineproof.cli import app
from mineproof.core import compiled
from mineproof.logic.resolution import resolve

KEYS = [
    "schema",
    "rows",
    "cols",
    "mines",
    "seed",
    "strategy",
    "start",
    "outcome",
    "success",
    "safe",
    "mined",
    "unmarked",
    "view",
    "clauses_generated",
    "clauses_inserted",
    "clauses_subsumed",
    "resolutions",
    "units",
    "pairwise_rounds",
    "kb_max",
    "ms",
]


def test_solve_shows_the_truth_and_what_was_found(run):
    status, out, err = run("solve", "--level", "easy", "--seed", 1)
    assert (status, err) == (0, "")
    truth, found, counters = out.split("\n\n")
    assert truth.startswith("The board: 9x9, 10 mines\n")
    assert found.startswith("What saturate found: solved, 81 of 81 cells marked from 9 given\n")
    assert truth.split("\n")[1:] == [line.replace("F", "*") for line in found.split("\n")[1:]]
    assert "81 units" in counters
    assert "\x1b" not in out  # no colours in a pipe


def test_solve_answers_programs(run):
    status, out, _ = run("solve", "--level", "hard", "--seed", 2, "--json")
    answer = json.loads(out)
    assert set(KEYS) <= set(answer)
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
        assert (status, answer["outcome"]) == (0, "solved")
        assert answer["cells"] == ["r1c1", "r3c4"]
        assert answer["truth"] == "4x3x2\n112M\n1M21\n1110\n"


def test_solve_reads_a_board_from_standard_input():
    done = subprocess.run(
        [sys.executable, "-m", "mineproof", "solve", "-", "--start", "open:r3c4", "--json"],
        input="...*\n.*..\n....\n", capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.stderr == ""
    assert json.loads(done.stdout)["start"] == "open:r3c4"


@pytest.mark.parametrize(
    "name", ["assignment", "two-literal", "consuming", "unit", "rebuild", "saturate"]
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
        assert event["schema"] == 2
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


BAD = [
    ["solve", "--size", "0x5", "--mines", "1"],
    ["solve", "--size", "-3x5", "--mines", "1"],
    ["solve", "--size", "9x9", "--mines", "-1"],
    ["solve", "--size", "9x9", "--mines", "82"],
    ["solve", "--size", "9x9", "--mines", "81", "--start", "safe"],
    ["solve", "--size", "9x9"],
    ["solve", "--mines", "9"],
    ["solve", "--size", "nine", "--mines", "9"],
    ["solve", "--size", "99999x99999", "--mines", "9"],
    ["solve", "--size", "9x9", "--mines", "many"],
    ["solve", "--level", "easy", "--size", "9x9", "--mines", "9"],
    ["solve", "--level", "impossible"],
    ["solve", "--strategy", "psychic"],
    ["solve", "--shape", "cube"],
    ["solve", "--start", "later"],
    ["solve", "--start", "safe:r10c1"],
    ["solve", "--start", "safe", "--safe-cells", "3"],
    ["solve", "--place", "somewhere"],
    ["solve", "--safe-cells", "72"],
    ["solve", "--safe-cells", "-1"],
    ["solve", "--safe-cells", "xyz"],
    ["solve", "--safe-cells", "3", "--cells", "r1c1"],
    ["solve", "--cells", "r1c1,elsewhere"],
    ["solve", "--seed", "-1"],
    ["solve", "--seed", "3.5"],
    ["solve", "no-such-file.mine"],
    ["solve", "."],
    ["solve", "latin1.txt"],
    ["solve", "empty.txt"],
    ["solve", "garbage.txt"],
    ["solve", "wrong.txt"],
    ["solve", "good.mine", "--level", "easy"],
    ["solve", "good.mine", "--cells", "r1c4"],
    ["solve", "good.mine", "--start", "safe:r1c4"],
    ["solve", "good.mine", "--start", "open:r1c1"],
    ["solve", "--no-such-option"],
    ["solve", "good.mine", "another.mine"],
    ["no-such-command"],
]


@pytest.mark.parametrize("args", BAD, ids=" ".join)
def test_bad_input_gets_one_line_and_status_2(run, tmp_path, args):
    (tmp_path / "latin1.txt").write_bytes("¹ ² ³".encode("latin1"))
    (tmp_path / "empty.txt").write_text("")
    (tmp_path / "garbage.txt").write_bytes(bytes(range(128)))
    (tmp_path / "wrong.txt").write_text("1 1 / 2 *")
    (tmp_path / "good.mine").write_text("4x3x2\n112M\n1M21\n1110\n")
    before = sorted(tmp_path.iterdir())
    status, out, err = run(*args)
    assert (status, out) == (2, "")
    assert err.startswith("mineproof: ")
    assert err.count("\n") == 1
    assert sorted(tmp_path.iterdir()) == before


def test_an_error_in_a_file_names_file_and_place(run, tmp_path):
    (tmp_path / "wrong.txt").write_text("1 1 / 2 *")
    assert run("solve", "wrong.txt")[2] == (
        "mineproof: wrong.txt: row 2, column 1: says 2, but 1 mines touch it\n"
    )


def test_help_and_version(run):
    assert run()[0] == 0
    for args in (["--help"], ["solve", "--help"], ["strategies", "--help"], []):
        status, out, _ = run(*args)
        assert status == 0
        assert "mineproof" in out
    status, out, _ = run("--version")
    assert (status, out.split()[0]) == (0, "mineproof")


def test_colours_appear_when_asked_for_and_not_when_unwelcome():
    command = [sys.executable, "-m", "mineproof", "solve"]
    plain = {
        key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "FORCE_COLOR")
    }
    with_colour = {**plain, "FORCE_COLOR": "1", "TERM": "xterm-256color"}
    for environment, expected in (
        (plain, False),
        (with_colour, True),
        ({**with_colour, "NO_COLOR": "1"}, False),
    ):
        done = subprocess.run(
            command, env=environment, capture_output=True, text=True, timeout=60, check=False
        )
        assert ("\x1b[38;5;33m1" in done.stdout) == expected


def test_ctrl_c_ends_quietly():
    """Ctrl-C as soon as the program runs, even if the parent process ignores it."""
    command = [sys.executable, "-m", "mineproof", "solve", "--size", "300x300", "--mines", "14400"]
    with subprocess.Popen(
        [*command, "--trace"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as process:
        assert process.stdout.readline()
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, "")


def test_what_the_system_refuses_is_said_in_one_line(tmp_path):
    """A closed or full output, a closed input, a terminal that cannot encode ∎: no traceback."""
    me = f"{sys.executable} -m mineproof"
    for command, status in (
        (f"{me} analyse - <&-", 2),
        (f"{me} strategies >&-", 0),
        (f"{me} strategies > /dev/full", 1),
        (f"{me} solve --json > /dev/full", 1),
        (f"PYTHONIOENCODING=cp1252 {me} strategies", 0),
        (f"MINEPROOF_ENGINE=fast {me} strategies", 2),
    ):
        done = subprocess.run(
            command,
            shell=True,
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert (done.returncode, done.stderr.count("\n")) == (status, min(status, 1)), command


def test_an_output_may_be_a_link_or_a_pipe(run, tmp_path):
    real, link, pipe = tmp_path / "real.txt", tmp_path / "link.txt", tmp_path / "pipe"
    real.write_text("old")
    link.symlink_to(real)
    assert run("generate", "--count", 1, "--level", "easy", "--out", link)[0] == 0
    assert link.is_symlink()
    assert real.read_text().startswith("# w=9")
    os.mkfifo(pipe)
    with subprocess.Popen(["cat", str(pipe)], stdout=subprocess.PIPE, text=True) as reader:
        assert run("generate", "--count", 1, "--level", "easy", "--out", pipe)[0] == 0
        assert reader.communicate(timeout=30)[0].startswith("# w=9")
    assert pipe.is_fifo()


def test_more_layouts_than_python_prints_by_itself(run, tmp_path):
    rows = "\n".join(["H" * 200] * 200)
    (tmp_path / "huge.mine").write_text(f"200x200x8000\n{rows}\n")
    status, out, _ = run("analyse", "huge.mine", "--json")
    assert status == 0
    assert len(json.loads(out)["layouts"]) > 4300
    assert run("analyse", "huge.mine")[0] == 0


@pytest.mark.parametrize(
    ("command", "first"),
    [
        ("solve --level hard --trace", "  #1 "),
        ("generate --count 5000 --level expert", "# w=30"),
        ("generate --count 5000 --level expert --json", "{"),
        ("lab export ratio", "recipe,"),
    ],
)
def test_a_closed_pipe_is_no_error(command, first, tmp_path):
    me = f"{sys.executable} -m mineproof"
    if command.startswith("lab"):
        pytest.importorskip("numpy")
        made = f"{me} lab run ratio --scale 0.02 --strategies unit,two-literal"
        subprocess.run(made, shell=True, cwd=tmp_path, check=True, capture_output=True)
    done = subprocess.run(
        f"{me} {command} | head -n 1", shell=True, cwd=tmp_path, capture_output=True, text=True,
        timeout=60, check=False,
    )  # fmt: skip
    assert done.stderr == ""
    assert done.stdout.startswith(first)


def test_a_full_disk_behind_standard_output_is_named(tmp_path):
    command = f"{sys.executable} -m mineproof generate --count 5000 --level expert > /dev/full"
    done = subprocess.run(
        command, shell=True, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stderr) == (
        1, "mineproof: standard output: No space left on device\n",
    )  # fmt: skip


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
    assert answer["schema"] == 2
    assert isinstance(answer["layouts"], str)
    assert set(answer["odds"]) == {"r1c3", "r1c4", "r2c2", "r2c3", "r2c4", "r3c4"}
    assert answer["odds"]["r2c2"] == 1.0
    assert set(answer["best"]) == {"cell", "safe", "why"}
    assert answer["odds"][answer["best"]["cell"]] == pytest.approx(1 - answer["best"]["safe"])
    assert json.loads(run("analyse", "p.mine", "--json", "--no-best")[1])["best"] is None
    assert answer == answers.analyse(read(POSITION)).as_json()


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
    (tmp_path / "bad.mine").write_text(POSITION + "3x2x1\n131\nHHH\n")
    status, out, err = run("analyse", "bad.mine", "--json")
    assert (status, out) == (2, "")
    assert err.startswith("mineproof: bad.mine: position 2: no layout fits: r1c")


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


def test_batch_thinks_as_hard_as_it_is_told(run):
    run("generate", "--level", "easy", "--count", 20, "--seed", 3, "--out", "boards.txt")
    for think in ("fast", "normal", "deep"):
        assert run("batch", "boards.txt", "--think", think)[0] == 0
    for args, said in (
        (["--think", "hard"], "--think: unknown way to think 'hard': one of fast, normal, deep"),
        (["--player", "complete", "--think", "fast"], "--think: goes with --strategy guess"),
    ):
        status, out, err = run("batch", "boards.txt", *args, "--out", "rows.jsonl")
        assert (status, out, err) == (2, "", f"mineproof: {said}\n")
        assert not Path("rows.jsonl").exists()


def test_compare_tells_people_and_programs(run, tmp_path):
    (tmp_path / "p.mine").write_text("5x1x2\n1HHHH\n")
    status, out, _ = run("compare", "p.mine", "r1c3", "r1c2")
    assert (status, out.splitlines()[0]) == (0, "open r1c3: r1c2 is certainly a mine")
    answer = json.loads(run("compare", "p.mine", "r1c3", "r1c4", "--json")[1])
    numbers = {"win_difference", "difference_margin"}
    assert set(answer) == {"schema", "cells", "better", *numbers, "why"}
    assert [one["cell"] for one in answer["cells"]] == ["r1c3", "r1c4"]
    status, out, err = run("compare", "p.mine", "r1c1", "r1c4")
    assert (status, out) == (2, "")
    assert err == "mineproof: CELL: r1c1 is open: name a cell that is hidden\n"


def test_optimal_tells_people_and_programs(run):
    status, out, _ = run("optimal", "--size", "3x3", "--mines", 2)
    assert status == 0
    said = "3x3, 2 mines, start safe:r1c1: the best play wins 23 of 28 layouts, 82.1429 %"
    assert out.splitlines()[0] == said
    answer = json.loads(run("optimal", "--size", "3x3", "--mines", 2, "--json")[1])
    assert (answer["wins"], answer["layouts"], answer["start"]) == (23, 28, "safe:r1c1")
    assert answer["policy"] is None or answer["policy"][0]["open"].startswith("r")
    status, out, err = run("optimal", "--size", "9x9", "--mines", 10)
    assert (status, out) == (2, "")
    assert "layouts are too many to play out" in err


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
    assert json.loads(run("check", "game", "--json")[1])["solved"] is True


def test_check_audits_a_claim_against_its_position(run, tmp_path):
    """The judge accepts a valid proof for another position; the auditor refuses it."""
    (tmp_path / "p.mine").write_text("3x2x1\n111\nHHH\n")
    (tmp_path / "other.mine").write_text("3x2x1\n121\nHHH\n")
    files = ["a.cnf", "a.lrat"]
    assert run("explain", "p.mine", "r2c1", "--cnf", files[0], "--proof", files[1])[0] == 0
    assert run("check", "p.mine", *files)[:2] == (0, "verified: r2c1 is safe (3x2, mines: 1)\n")
    found = json.loads(run("check", "p.mine", *files, "--json")[1])
    assert (found["verified"], found["cell"], found["verdict"]) == (True, "r2c1", "safe")
    assert (found["size"], found["mines"], found["shape"]) == ("3x2", 1, "grid")
    assert run("check", *files)[0] == 0
    for words in (["other.mine", *files], ["p.mine", *files, "--shape", "torus"],
                  ["p.mine", "a.cnf", "a.cnf"]):  # fmt: skip
        status, out, _ = run("check", *words)
        assert (status, out.split(":")[0], out.count("\n")) == (1, "refused", 1)
    status, out, err = run("check", "a.cnf", *files)
    assert (status, out, err.count("\n")) == (2, "", 1)


def test_check_reads_a_position_as_the_other_commands_do(run, tmp_path):
    (tmp_path / "p.txt").write_text("1 1 1\n# # #\n")
    files = ["a.cnf", "a.lrat"]
    assert (
        run("explain", "p.txt", "r2c1", "--mines", 1, "--cnf", files[0], "--proof", files[1])[0]
        == 0
    )
    verified = (0, "verified: r2c1 is safe (3x2, mines: 1)\n", "")
    assert run("check", "p.txt", *files, "--mines", 1) == verified
    assert run("check", "p.txt", *files, "--mines", 2)[0] == 1
    status, out, err = run("check", "p.txt", *files)
    assert (status, out) == (2, "")
    assert err.startswith("mineproof: p.txt: the number of mines is missing: give --mines")
    status, _, err = run("check", *files, "--mines", 1)
    assert (status, err) == (2, "mineproof: --mines: goes with a POSITION\n")


@pytest.mark.parametrize("command", ["analyse", "export", "convert", "check"])
def test_a_mine_count_that_contradicts_the_file_is_refused(command, run, tmp_path):
    (tmp_path / "p.mine").write_text("3x2x1\n111\nHHH\n")
    more = {"convert": ["--to", "mine"], "export": ["--cnf"], "check": ["p.mine", "p.mine"]}
    words = [command, "p.mine", *more.get(command, [])]
    status, out, err = run(*words, "--mines", 2)
    refused = "mineproof: --mines: 2, but the text itself says 1: leave one of them out\n"
    assert (status, out, err) == (2, "", refused)
    assert run(*words, "--mines", 1) == run(*words)


BAD_TOO = [
    ["analyse", ""],
    ["generate", "--out", ""],
    ["generate", "--out", "."],
    ["batch", "boards.txt", "--out", ""],
    ["solve", "--cells", ""],
    ["solve", "--cells", "r1c1,,r2c2"],
    ["check", "no-such-folder"],
    ["check", "."],
    [
        "solve",
        "--strategy",
        "least-risk",
        "--start",
        "safe",
        "--level",
        "expert",
        "--certificate",
        "game",
    ],
    ["solve", "--certificate", "game", "--trace"],
    ["solve", "--certificate", "."],
    ["explain", "good.mine"],
    ["explain", "good.mine", "r1c1"],
    ["explain", "good.mine", "r9c9"],
    ["explain", "good.mine", "r1c3", "--all"],
    ["explain", "good.mine", "--all", "--steps"],
    ["explain", "contradiction.mine", "r2c1"],
    ["explain", "good.mine", "r1c3", "--cnf", "no/such/folder/file"],
    ["explain", "good.mine", "r1c3", "--cnf", "a.cnf", "--proof", "no/such/folder/file"],
    ["check", "good.mine"],
    ["check", "no-such-file", "good.mine"],
    ["check", "good.mine", "no-such-file", "good.mine"],
    ["check", "good.mine", "good.mine", "good.mine", "good.mine"],
    ["check", "good.mine", "good.mine", "good.mine", "--shape", "cube"],
    ["analyse", "no-such-file"],
    ["analyse", "contradiction.mine"],
    ["analyse", "headless.txt"],
    ["analyse", "full.mine"],
    ["analyse", "wide.mine"],
    ["analyse", "good.mine", "--shape", "cube"],
    ["analyse"],
    ["batch", "no-such-file"],
    ["batch", "good.mine"],
    ["batch", "boards.txt", "--player", "psychic"],
    ["batch", "boards.txt", "--workers", "0"],
    ["batch", "boards.txt", "--skip", "-1"],
    ["batch", "boards.txt", "--out", "no/such/folder/file"],
    ["generate", "--start", "safe", "--safe-cells", "3"],
    ["generate", "--level", "easy", "--mines", "3"],
    ["generate", "--size", "3x3", "--mines", "9"],
    ["generate", "--count", "-1"],
    ["generate", "--seed", "-1"],
    ["generate", "--out", "no/such/folder/file"],
    ["solve", "--heuristic", "luck", "--strategy", "csp"],
    ["solve", "--heuristic", "mrv"],
]


@pytest.mark.parametrize("args", BAD_TOO, ids=" ".join)
def test_bad_input_gets_one_line_from_every_command(run, tmp_path, args):
    (tmp_path / "good.mine").write_text(POSITION)
    (tmp_path / "full.mine").write_text("4x3x2\n112M\n1M21\n1110\n")
    (tmp_path / "headless.txt").write_text("1 1 1\n# # #\n")
    (tmp_path / "contradiction.mine").write_text("3x2x1\n131\nHHH\n")
    (tmp_path / "boards.txt").write_text("# w=3 h=2 m=1 rule=safe start=0,0 seed=1\n3\n")
    rows = ["H1" * 60 if row % 2 else "H" * 120 for row in range(120)]
    (tmp_path / "wide.mine").write_text("120x120x2000\n" + "\n".join(rows))
    before = sorted(tmp_path.iterdir())
    status, out, err = run(*args)
    assert (status, out) == (2, "")
    assert err.startswith("mineproof: ")
    assert err.count("\n") == 1
    assert sorted(tmp_path.iterdir()) == before


def test_a_missing_core_is_said_once_and_answers_are_the_same(run, tmp_path, monkeypatch):
    (tmp_path / "p.mine").write_text(POSITION)
    with_core = run("analyse", "p.mine", "--json")
    monkeypatch.setattr(compiled, "load", lambda: None)
    status, out, err = run("analyse", "p.mine", "--json")
    assert (status, json.loads(out)) == (0, json.loads(with_core[1]))
    assert err.count("\n") == 1
    assert "the compiled engine is missing" in err
    assert "(python engine" in run("--version")[1]
    for words in (["strategies"], ["grade", "unit", "--level", "easy", "--boards", 1]):
        err = run(*words)[2]
        assert err.count("the compiled engine is missing") == 1


COMMANDS = [name for name in app.visible() if name != "lab"]


@pytest.mark.parametrize("name", COMMANDS)
def test_help_of_every_command_has_examples(run, name):
    status, out, _ = run(name, "--help")
    assert status == 0
    assert f"\n  mineproof {name}" in out  # the usage line begins with "Usage:"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_shells_can_complete_commands(shell):
    done = subprocess.run(
        [sys.executable, "-m", "mineproof"],
        env=os.environ | {"_MINEPROOF_COMPLETE": f"{shell}_source"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert "mineproof" in done.stdout


def test_the_version_names_core_and_extras(run):
    status, out, _ = run("--version")
    assert status == 0
    assert re.fullmatch(r"mineproof [0-9.]+ \((native|python) engine; extras: .*rl.*\)\n", out)


def test_a_missing_extra_is_answered_by_the_line_that_installs_it():
    script = "import sys; sys.modules['gymnasium'] = None; import mineproof.gym_env"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=False
    )
    last = done.stderr.splitlines()[-1]
    assert (
        last == "ImportError: Gymnasium is missing: in a checkout of mineproof, pip install '.[rl]'"
    )
