"""Commands do not execute modules of the current folder, and do not read settings there."""

import subprocess
import sys

import pytest

from command_process import run_in, unprotected
from mineproof.cli.entry import app
from serving import POSITION, Client
from tiers import few
from waiting import until

PLANTED = [
    "numpy", "pickle", "random", "json", "signal", "struct", "tempfile", "mineproof", "click",
    "matplotlib", "sqlite3", "socket", "asyncio", "uvicorn", "starlette", "multiprocessing",
]  # fmt: skip
COMMANDS = {
    "batch": [
        ["generate", "--size", "9x9", "--mines", "10", "--count", "401", "--out", "boards"],
        ["batch", "boards", "--strategy", "guess", "--workers", "2"],
        ["batch", "boards", "--strategy", "unit", "--workers", "2"],
    ],
    "explain": [["explain", "position", "r3c1", "--proof", "p", "--cnf", "c"]],
    "learn": [["learn", "--count", "1"], ["learn", "list", "--count", "1"]],
    "play": [["play", "--level", "easy"]],
    "solve": [["solve", "--level", "easy", "--seed", "1", "--certificate", "proofs"]],
    "analyse": [["analyse", "position"], ["analyse", "position", "r3c1", "r3c4"]],
    "check": [["solve", "--level", "easy", "--certificate", "game"], ["check", "game"]],
    "generate": [["generate", "--level", "easy", "--count", "2", "--out", "two"]],
    "convert": [
        *(["convert", "position", "--to", to] for to in ("mine", "cnf", "opb")),
        *(["convert", "board", "--to", to] for to in ("mbf", "corpus")),
    ],
    "measure": [["measure", "board"]],
    "review": [["solve", "--level", "easy", "--replay", "game"], ["review", "game"]],
    "optimal": [["optimal", "--size", "3x3", "--mines", "2"]],
    "strategies": [["strategies"]],
    "lab": [
        ["lab", "list"],
        ["lab", "run", "mines-9x9", "--scale", "0.01", "--workers", "2", "--store", "rows"],
        ["lab", "report", "--store", "rows", "--out", "report"],
    ],
    "completion": [["completion", "bash"]],
    "grade": [["grade", "unit", "--level", "easy", "--boards", "2", "--html", "grade.html"]],
}


@pytest.fixture
def hostile_folder(tmp_path):
    """Return a folder with modules that write a file when they run, and with other settings."""
    folder = tmp_path / "hostile"
    folder.mkdir()
    for name in PLANTED:
        code = f"open({str(tmp_path / 'executed')!r}, 'a').write({name + chr(10)!r})\n"
        (folder / f"{name}.py").write_text(code)
    (folder / "matplotlibrc").write_text("figure.facecolor: red\nlines.linewidth: 40\n")
    (folder / "position").write_text(POSITION)
    (folder / "board").write_text("3x3x1\n*..\n...\n...\n")
    return folder


def executed(folder):
    marks = folder.parent / "executed"
    return marks.read_text().split() if marks.exists() else []


@pytest.mark.parametrize("command", few(COMMANDS, 4))
def test_no_command_executes_a_module_of_the_current_folder(command, hostile_folder):
    for args in COMMANDS[command]:
        run_in(hostile_folder, *args, text="q\n")
        assert executed(hostile_folder) == [], args


def test_every_command_is_tried_there():
    visible = {name for name, entry in app.entries.items() if not entry.hidden}
    assert {*COMMANDS, "serve"} == visible


def test_the_planted_modules_would_be_executed(hostile_folder):
    """The test above can fail: Python without protection runs these modules."""
    python = [sys.executable, "-c", "import pickle"]
    subprocess.run(python, cwd=hostile_folder, env=unprotected(), check=False)
    assert "pickle" in executed(hostile_folder)


def test_python_m_imports_nothing_else_from_there(hostile_folder):
    """`python -m` finds the package by the current folder; what it imports later is protected."""
    for name in set(PLANTED) - {"numpy", "sqlite3"}:
        (hostile_folder / f"{name}.py").unlink()
    words = ["lab", "run", "--name", "a", "--size", "4x4", "--mines", "2", "--boards", "1"]
    run_in(hostile_folder, *words, program=[sys.executable, "-m", "mineproof"])
    assert executed(hostile_folder) == []


def test_the_server_executes_no_module_of_the_current_folder(hostile_folder, start):
    process = start("serve", "--port", "0", "--no-browser", cwd=hostile_folder)
    with Client(process.stdout.readline().split()[3]) as client:
        # On a busy machine the first answers may come too late for the limit of the server.
        until(lambda: client.ask("analyse", position=POSITION)[0] == 200, "an answer")
    assert executed(hostile_folder) == []


@pytest.mark.slow(twin="test_no_command_executes_a_module_of_the_current_folder")
def test_a_report_looks_the_same_beside_a_matplotlibrc(hostile_folder, run, tmp_path):
    pytest.importorskip("matplotlib")
    run("lab", "run", "mines-9x9", "--scale", "0.01", "--store", "rows")
    run("lab", "report", "--store", "rows", "--out", "report")
    run_in(hostile_folder, "lab", "report", "--store", "../rows", "--out", "report")
    pictures = sorted((tmp_path / "report" / "figures").iterdir())
    assert pictures
    for one in pictures:
        other = hostile_folder / one.relative_to(tmp_path)
        assert one.read_bytes() == other.read_bytes(), one.name
