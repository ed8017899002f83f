"""A class: every submission has one row and one name, and a second run goes on."""

import csv
import json
import os
import re
import shutil
import signal
import subprocess
from pathlib import Path
from urllib.parse import unquote

import pytest

from command_process import contents, group_of, interrupt, run_in, start
from mineproof.cli.commands._class_results import as_csv, rows
from mineproof.cli.commands._grade_class import submissions
from mineproof.grade.submissions import NotGradable, copied, player_of
from mineproof.play.outside.process import Limits
from places import ROOT
from tiers import slow
from waiting import until

EXAMPLES = ROOT / "examples"
PROGRAM, CPP = EXAMPLES / "player_program.py", EXAMPLES / "player.cpp"
MAKEFILE = "all: player.cpp\n\tc++ -O1 -std=c++17 -o mine player.cpp\n"
CLASS = "class P:\n    def begin(self, view): pass\n    def choose(self, view): {}\n"
LOOPS = CLASS.format("\n        while True: pass")
NAMES = {
    "empty.py": ("not gradable", ""),
    "thesis.pdf": ("not gradable", "%PDF-1.7 ..."),
    "broken.cpp": ("not gradable", "int main() { return x; }\n"),
    "loops.py": ("failed", LOOPS),
    "gina.py": ("failed", CLASS.format("return 1 / 0")),
    "cs50.py": ("passed", Path(__file__).with_name("cs50_player.py").read_text()),
    "made": ("passed", {"player.cpp": CPP.read_text(), "Makefile": MAKEFILE}),
}
MORE = {
    "anna.py": ("passed", PROGRAM.read_text()),
    "ben.cpp": ("passed", CPP.read_text()),
    "carl": ("passed", {"main.cpp": CPP.read_text(), "notes.txt": "by Carl"}),
    "dora": ("passed", {"deep": {"kb.py": "x = 1\n", "play.py": PROGRAM.read_text()}}),
    "emil.py": ("failed", (EXAMPLES / "player_start.py").read_text()),
    "fred.py": ("failed", (EXAMPLES / "my_player.py").read_text()),
    "hans.py": ("failed", CLASS.format("return None")),
    "ida.py": ("not gradable", "class P(:\n"),
    "jan.py": ("not gradable", "import numpy_of_mine\n" + CLASS.format("return None")),
    "kim": ("not gradable", {}),
    "leo": ("not gradable", {"a.py": LOOPS, "b.py": LOOPS}),
    "mia": ("not gradable", {"Makefile": "all:\n\ttrue\n"}),
    "nils.zip": ("not gradable", "PK\x03\x04"),
}
BOARDS = ["--level", "easy", "--boards", "1", "--search", "0", "--move-seconds", "4"]
QUICK = [*BOARDS, "--minutes", "1", "--workers", "2"]

needs_compiler = pytest.mark.skipif(not shutil.which("c++"), reason="there is no C++ compiler")


def write(folder, files):
    for name, content in files.items():
        if isinstance(content, dict):
            (folder / name).mkdir()
            write(folder / name, content)
        else:
            (folder / name).write_text(content)


@needs_compiler
@pytest.mark.parametrize("hands_in", [NAMES, slow(NAMES | MORE)], ids=len)
def test_a_folder_of_submissions_gives_one_table_and_is_taken_over(hands_in, run, tmp_path):
    folder, out = tmp_path / "class", tmp_path / "mineproof-class"
    folder.mkdir()
    write(folder, {name: content for name, (_, content) in hands_in.items()})
    status, table_as_text, told = run("grade", "class", *QUICK, "--seed", "770001")
    assert status == 1
    expected = {Path(name).stem: result for name, (result, _) in hands_in.items()}
    answer = json.loads((out / "class.json").read_text())
    results = {one["name"]: one["result"] for one in answer["students"]}
    assert results == expected, {one["name"]: one["note"] for one in answer["students"]}
    order = ["not gradable", "failed", "passed"]
    assert list(results.values()) == sorted(results.values(), key=order.index)
    table = list(csv.DictReader((out / "class.csv").read_text("utf-8-sig").splitlines()))
    assert [one["name"] for one in table] == list(results)
    page = (out / "index.html").read_text()
    links = dict(re.findall(r'<a href="([^"]+)">([^<]+)</a>', page))
    graded = {name for name, result in results.items() if result != "not gradable"}
    assert set(links.values()) == graded
    for link, name in links.items():
        assert f"<h1>{name}" in (out / unquote(link)).read_text().replace("cs50:", "")
    for name in results:
        assert f">{name}<" in page
        assert f"\n{name} " in table_as_text
        assert f": {name}: " in told
    notes = {one["name"]: one["note"] for one in answer["students"]}
    assert notes["empty"] == "an empty file"
    assert notes["thesis"] == "a PDF document, not a player"
    assert "broken.cpp" not in notes["broken"]
    assert "error: " in notes["broken"]
    assert "of CPU time" in notes["loops"]
    assert "exit status 1; stderr: ZeroDivisionError" in notes["gina"]
    assert str(answer["seed"]) not in "".join(one.read_text() for one in out.glob("students/*"))
    # The same command grades nobody again, and a changed submission only.
    _, again, told = run("grade", "class", *QUICK)
    assert again == table_as_text
    assert f"{len(results)} of {len(results)} results are taken over" in told
    assert "to grade" not in told
    (folder / "empty.py").write_text(CLASS.format("return None"))
    assert "1 to grade" in run("grade", "class", *QUICK)[2]
    assert json.loads((out / "class.json").read_text())["seed"] == answer["seed"]
    status, _, told = run("grade", "class", *QUICK, "--against", "unit")
    assert status == 2
    assert "other settings (against)" in told
    assert told.count("\n") == 1


def test_ctrl_c_keeps_what_is_finished_and_the_same_command_goes_on(tmp_path):
    folder, temporary = tmp_path / "class", tmp_path / "temporary"
    folder.mkdir()
    temporary.mkdir()
    write(folder, {"a.py": CLASS.format("return None"), "b.py": LOOPS, "c.py": CLASS.format("...")})
    words = ["grade", "class", *BOARDS[:-2], "--minutes", "600", "--workers", "1", "--out", "out"]
    environment = {**os.environ, "TMPDIR": str(temporary)}
    process = start(*words, cwd=tmp_path, env=environment)
    try:
        until(lambda: list((tmp_path / "out" / "results").glob("*.json")), "the first result")
        until(lambda: list(temporary.glob("*/1/player.py")), "the second submission")
        status, err = interrupt(process, number=signal.SIGINT)
    finally:
        process.kill()
    assert status == 130
    assert "Traceback" not in err
    assert "1 of 3 results are in out; the same command goes on" in err
    assert not (tmp_path / "out" / "class.json").exists()
    assert contents(temporary) == []
    until(lambda: group_of(process) == [], "the end of the workers")
    first = json.loads((tmp_path / "out" / "results" / "a.json").read_text())
    (folder / "b.py").write_text("")
    done = run_in(tmp_path, *words, status=(1,))
    assert "1 of 3 results are taken over from out" in done.stderr
    assert json.loads((tmp_path / "out" / "results" / "a.json").read_text()) == first
    students = json.loads((tmp_path / "out" / "class.json").read_text())["students"]
    assert [one["name"] for one in students] == ["b", "a", "c"], students


def test_a_folder_with_something_else_is_not_written_to(run, tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").write_text("text")
    status, _, err = run("grade", "unit", "complete", "--out", "mine")
    assert (status, err) == (
        2,
        "mineproof: --out: mine has something else than results of a class\n",
    )
    assert contents(tmp_path) == ["mine", "mine/thesis.txt"]


# Names


def test_no_two_submissions_have_one_name(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    first = {"x.py": "", "x.cpp": "", "y.py": "", "Z.py": "", "z.py": "", "w\x1b[2J.py": "",
             ".hidden": "", "__pycache__": {}, "out": {}}  # fmt: skip
    write(tmp_path, {"one": first, "two": {"y.py": "", "w\\x1b[2J.py": ""}})
    names = [one.name for one in submissions(["one", "two", "unit", "one/x.py"], Path("one/out"))]
    assert len({name.casefold() for name in names}) == len(names) == 9
    assert all(name.isprintable() for name in names)
    assert {"unit", "x.py", "x.cpp", "one/y.py", "two/y.py"} <= set(names)


def test_a_name_is_no_formula_and_no_markup():
    result = {"name": "=1+1", "path": "<b>", "answer": None, "reason": ["empty", {}]}
    found = rows([result], "zh-Hant")
    assert found[0]["note"] == "空的檔案"
    assert "'=1+1,<b>" in as_csv(found)


# What plays


@pytest.mark.parametrize(
    ("code", "player"),
    [
        (CLASS, "player.py:P"),
        (f"{CLASS}class Q(P):\n    pass\n", "player.py:Q"),
        ("import base\nclass Q(base.P):\n    def choose(self, view): pass\n", "player.py:Q"),
        ("class Other: pass\nimport sys\nfor line in sys.stdin: print(line)\n", "exec:"),
        (f"{CLASS}{CLASS.replace('P', 'Q')}", "several players: "),
        ("class P:\n    pass\n", "no player"),
        ("x = (", "player.py is not valid Python: line 1: "),
        ("x = '\0'", "player.py is not valid Python: "),
        ("(" * 9000, "player.py is not valid Python: "),
        ("#" * 1_000_001, "player.py is not valid Python: "),
    ],
)
def test_the_player_of_a_python_file_is_found_without_running_it(code, player, tmp_path):
    path = tmp_path / "player.py"
    path.write_text(code)
    if ".py:" in player or player == "exec:":
        assert player_of(path, Limits(), "off").replace(f"{tmp_path}/", "").startswith(player)
    else:
        with pytest.raises(NotGradable, match=re.escape(player)):
            player_of(path, Limits(), "off")


def test_a_submission_is_copied_without_what_its_links_lead_to(tmp_path):
    (tmp_path / "secret.py").write_text(CLASS)
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "link.py").symlink_to(tmp_path / "secret.py")
    (folder / "up").symlink_to(tmp_path)
    os.mkfifo(folder / "pipe.py")
    (folder / "own.py").write_text(CLASS)
    copy = copied(folder, tmp_path / "copy")
    assert contents(copy) == ["own.py"]
    with pytest.raises(NotGradable, match="a link"):
        copied(folder / "link.py", tmp_path / "other")
    with pytest.raises(NotGradable, match="a link or a device"):
        copied(folder / "pipe.py", tmp_path / "pipe")
    with (tmp_path / "large.py").open("wb") as file:
        file.truncate(100_000_000)
    with pytest.raises(NotGradable, match="larger than 50 MB"):
        copied(tmp_path / "large.py", tmp_path / "third")


def test_folders_within_folders_without_end_are_named(run, tmp_path):
    deepest = tmp_path / "class" / "x"
    (tmp_path / "class").mkdir()
    (tmp_path / "class" / "ok.py").write_text(CLASS.format("return None"))
    deepest.mkdir()
    inner = os.open(deepest, os.O_RDONLY)
    for _ in range(1200):  # more than functions may call each other
        os.mkdir("x", dir_fd=inner)
        outer, inner = inner, os.open("x", os.O_RDONLY, dir_fd=inner)
        os.close(outer)
    os.close(inner)
    try:
        run("grade", "class", *QUICK, "--json")
    finally:
        # pytest removes the folders of earlier runs by recursion, which would fail.
        subprocess.run(["rm", "-rf", "class"], check=True)
    students = json.loads((tmp_path / "mineproof-class" / "class.json").read_text())["students"]
    notes = {one["name"]: one["note"] for one in students}
    assert "more than 50 deep" in notes["x"]
    assert "below the minimum" in notes["ok"]


@needs_compiler
def test_a_makefile_that_prints_another_program_or_has_our_name_is_graded(tmp_path):
    """Without a sandbox, where it can write to the output of the script that compiles."""
    forge = "P=$$(cut -d' ' -f4 /proc/$$PPID/stat); printf 'AAAAA\\nend\\n' >/proc/$$P/fd/1"
    for recipe, reason in ((forge, "it does not compile"), ("cp /bin/true one", "")):
        folder, copy = tmp_path / f"in{len(reason)}", tmp_path / f"out{len(reason)}"
        (folder / ".player").mkdir(parents=True)
        (folder / ".player" / "file").touch()
        (folder / "Makefile").write_text(f"all:\n\t{recipe}\n")
        path = copied(folder, copy)
        if reason:
            with pytest.raises(NotGradable, match=reason):
                player_of(path, Limits(), "off")
        else:
            assert player_of(path, Limits(), "off").startswith("exec:")


@needs_compiler
def test_what_compiles_without_end_or_makes_several_programs_is_named(tmp_path):
    limits = Limits(clock=iter(range(0, 10**6, 700)).__next__)  # ten minutes at each look
    (tmp_path / "Makefile").write_text("all:\n\twhile true; do :; done\n")
    with pytest.raises(NotGradable, match="it does not compile: it takes more than 60 s"):
        player_of(tmp_path, limits, "auto")
    (tmp_path / "Makefile").write_text("all:\n\tcp /bin/true one; cp /bin/true two\n")
    with pytest.raises(NotGradable, match="2 programs are made; call one of them player"):
        player_of(tmp_path, Limits(), "auto")


# The command


def test_options_that_do_not_go_together_are_refused(run):
    for words, line in (
        (["unit", "complete", "--html", "x"], "--html: goes with one player; --out has the pages"),
        (["unit", "--out", "x"], "--out: goes with several players, or a folder of them"),
        (["unit", "--workers", "2"], "--workers: goes with several players"),
        (["--autograder", "a.zip", "--seed", "1"], "--seed: goes without --autograder"),
        (["--autograder", "a.zip", "unit"], "PLAYER: goes without --autograder"),
        ([], "PLAYER: name a player, a file or a folder"),
    ):
        status, _, err = run("grade", *words)
        assert status == 2
        assert err.startswith(f"mineproof: {line}")
        assert err.count("\n") == 1


def test_players_that_are_named_are_graded_together(run):
    words = [*BOARDS[:-2], "--seed", "5", "--json", "--out", "o"]
    status, out, _ = run("grade", "unit", "complete", *words)
    answer = json.loads(out)
    assert {one["name"] for one in answer["students"]} == {"unit", "complete"}
    assert answer["seed"] == 5
    assert status in (0, 1)
