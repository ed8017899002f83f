"""Hostile input from outside: the current folder, the disk, signals, arguments of the binding."""

import concurrent.futures.process
import errno
import json
import multiprocessing
import os
import signal
import socket
import stat
import subprocess
import sys
import threading
import time
import warnings
from array import array
from pathlib import Path
from urllib.parse import urlsplit

import pytest

import fuzz_binding
from mineproof import BadInput, Game, check_player, deal
from mineproof.atomic_files import new_file, new_folder
from mineproof.cli import app, main
from mineproof.core.choice import installed
from mineproof.game.formats.corpus import read_corpus
from mineproof.game.formats.mine import write
from mineproof.play.bulk import play_corpus
from serving import Client, assert_ended

COMMAND = Path(sys.executable).with_name("mineproof")
native = pytest.mark.skipif("native" not in installed(), reason="the compiled engine is not built")

# Files in the current folder

PLANTED = [
    "numpy", "pickle", "random", "json", "signal", "struct", "tempfile", "mineproof", "click",
    "matplotlib", "sqlite3", "socket", "asyncio", "uvicorn", "starlette", "multiprocessing",
]  # fmt: skip
POSITION = "4x3x2\n0000\n1211\nHHHH\n"
BOARD = "3x3x1\n*..\n...\n...\n"


@pytest.fixture
def hostile_folder(tmp_path):
    """Return a folder with modules that write a file when they run."""
    folder = tmp_path / "hostile"
    folder.mkdir()
    for name in PLANTED:
        code = f"open({str(tmp_path / 'executed')!r}, 'a').write({name + chr(10)!r})\n"
        (folder / f"{name}.py").write_text(code)
    (folder / "matplotlibrc").write_text("figure.facecolor: red\nlines.linewidth: 40\n")
    (folder / "position").write_text(POSITION)
    (folder / "board").write_text(BOARD)
    return folder


def executed(folder):
    marks = folder.parent / "executed"
    return marks.read_text().split() if marks.exists() else []


def unprotected():
    """Return the environment without PYTHONSAFEPATH, which an earlier test may have set."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONSAFEPATH"}


def run_in(folder, *args, status=(0, 1), text=None):
    done = subprocess.run(
        [COMMAND, *args], cwd=folder, input=text, capture_output=True, text=True, timeout=120,
        check=False, env=unprotected(),
    )  # fmt: skip
    assert done.returncode in status, done.stderr
    return done


COMMANDS = {
    "play": [["play", "--level", "easy"]],
    "solve": [["solve", "--level", "easy", "--seed", "1", "--certificate", "proofs"]],
    "analyse": [["analyse", "position"]],
    "explain": [["explain", "position", "r3c1", "--proof", "p", "--cnf", "c"]],
    "compare": [["compare", "position", "r3c1", "r3c4"]],
    "check": [["solve", "--level", "easy", "--certificate", "game"], ["check", "game"]],
    "batch": [
        ["generate", "--size", "9x9", "--mines", "10", "--count", "401", "--out", "boards"],
        ["batch", "boards", "--strategy", "guess", "--workers", "2"],
        ["batch", "boards", "--strategy", "unit", "--workers", "2"],
    ],
    "generate": [["generate", "--level", "easy", "--count", "2", "--out", "two"]],
    "convert": [["convert", "position", "--to", "mine"], ["convert", "board", "--to", "mbf"]],
    "export": [["export", "position", "--cnf"], ["export", "position", "--opb"]],
    "measure": [["measure", "board"]],
    "review": [["solve", "--level", "easy", "--replay", "game"], ["review", "game"]],
    "optimal": [["optimal", "--size", "3x3", "--mines", "2"]],
    "learn": [["learn", "--count", "1"], ["learn", "list", "--count", "1"]],
    "strategies": [["strategies"]],
    "lab": [
        ["lab", "list"],
        ["lab", "run", "mines-9x9", "--scale", "0.01", "--workers", "2", "--store", "rows"],
        ["lab", "report", "--store", "rows", "--out", "report"],
    ],
    "completion": [["completion", "bash"]],
    "grade": [["grade", "unit", "--level", "easy", "--boards", "2", "--html", "grade.html"]],
}


@pytest.mark.parametrize("command", [*COMMANDS])
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


def test_the_server_executes_no_module_of_the_current_folder(hostile_folder):
    process = start([COMMAND, "serve", "--port", "0", "--no-browser"], cwd=hostile_folder)
    try:
        address = process.stdout.readline().split()[3]
        with Client(address) as client:
            status, answer = client.ask("analyse", position=POSITION)
        assert status == 200, answer
    finally:
        process.terminate()
        process.communicate(timeout=10)
    assert executed(hostile_folder) == []


def test_a_report_looks_the_same_beside_a_matplotlibrc(hostile_folder, tmp_path):
    calm = tmp_path / "calm"
    calm.mkdir()
    run_in(calm, "lab", "run", "mines-9x9", "--scale", "0.01", "--store", "../rows")
    for folder in (calm, hostile_folder):
        run_in(folder, "lab", "report", "--store", "../rows", "--out", "report")
    pictures = sorted(path.name for path in (calm / "report" / "figures").iterdir())
    assert pictures
    for name in pictures:
        one, other = (at / "report" / "figures" / name for at in (calm, hostile_folder))
        assert one.read_bytes() == other.read_bytes(), name


# Files that are written


def contents(folder):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


def test_a_file_appears_when_it_is_complete(tmp_path):
    with new_file(tmp_path / "a") as file:
        file.write(b"text")
        file.flush()
        [part] = contents(tmp_path)
        assert part != "a"
    assert contents(tmp_path) == ["a"]


def test_the_mode_of_a_file_is_kept_and_a_link_stays_one(tmp_path):
    (tmp_path / "a").write_text("before")
    (tmp_path / "a").chmod(0o640)
    (tmp_path / "link").symlink_to("a")
    with new_file(tmp_path / "link") as file:
        file.write(b"after")
    assert stat.S_IMODE((tmp_path / "a").stat().st_mode) == 0o640
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "a").read_text() == "after"
    with new_file(tmp_path / "new") as file:
        pass
    umask = os.umask(0)
    os.umask(umask)
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o666 & ~umask


def test_a_link_planted_under_the_temporary_name_is_not_followed(tmp_path, monkeypatch):
    (tmp_path / "precious").write_text("precious")
    monkeypatch.setattr("mineproof.atomic_files._random_name", lambda: ".part")
    (tmp_path / ".part").symlink_to("precious")
    with pytest.raises(FileExistsError), new_file(tmp_path / "a") as file:
        file.write(b"spoilt")
    assert (tmp_path / "precious").read_text() == "precious"


def test_a_full_disk_leaves_the_old_file_and_nothing_else(tmp_path, monkeypatch):
    def full(_number):
        raise OSError(errno.ENOSPC, "No space left on device")

    (tmp_path / "a").write_text("before")
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(OSError, match="No space"), new_file(tmp_path / "a") as file:
            file.write(b"after")
    assert contents(tmp_path) == ["a"]
    assert (tmp_path / "a").read_text() == "before"
    with new_file(tmp_path / "a") as file:
        file.write(b"after")
    assert (tmp_path / "a").read_text() == "after"


def write_half_a_folder(target):
    with new_folder(target) as part:
        (part / "a").write_text("a")
        part.write_text("b")


@pytest.mark.parametrize("there", [False, True], ids=["new", "existing"])
def test_an_error_leaves_nothing_of_a_folder(there, tmp_path):
    target = tmp_path / "deep" / "folder"
    if there:
        target.mkdir(parents=True)
    before = contents(tmp_path)
    with pytest.raises(IsADirectoryError):
        write_half_a_folder(target)
    assert contents(tmp_path) == before
    with new_folder(target) as part:
        (part / "a").write_text("a")
        (part / "below").mkdir()
        (part / "below" / "b").write_text("b")
    assert contents(target) == ["a", "below", "below/b"]


LIMITED = """
import resource, signal, sys
most = int(sys.argv[1])
resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
from mineproof.cli import main
main(sys.argv[2:])
"""


def limited(folder, *words, most=2000):
    """Run a command that can write files of at most 2000 bytes, as on a full disk."""
    return subprocess.run(
        [sys.executable, "-c", LIMITED, str(most), *words], cwd=folder, capture_output=True,
        text=True, timeout=120, check=False,
    )  # fmt: skip


WRITES = {
    "solve --certificate": ["solve", "--level", "hard", "--seed", "2", "--certificate", "deep/out"],
    "solve --replay": ["solve", "--level", "expert", "--seed", "2", "--replay", "out"],
    "generate --out": ["generate", "--level", "expert", "--count", "9", "--out", "out"],
    "generate --certificate": [
        "generate", "--level", "easy", "--no-guess", "--count", "1",
        "--out", "boards", "--certificate", "out",
    ],
    "export --out": ["export", "position", "--cnf", "--out", "out"],
    "convert --out": ["convert", "large", "--to", "mine", "--out", "out"],
}  # fmt: skip


@pytest.mark.parametrize("name", [*WRITES])
def test_a_command_that_cannot_write_its_file_leaves_nothing_behind(name, tmp_path):
    """Files are limited to 2000 bytes here, so writing fails half-way as on a full disk."""
    (tmp_path / "position").write_text(write(stuck_view()))
    (tmp_path / "large").write_text("90x90x0\n" + ("." * 90 + "\n") * 90)
    before = contents(tmp_path)
    done = limited(tmp_path, *WRITES[name])
    assert done.returncode == 2, done
    assert "out: File too large" in done.stderr
    assert contents(tmp_path) == before
    run_in(tmp_path, *WRITES[name])
    assert contents(tmp_path) != before


@pytest.mark.parametrize("there", [False, True], ids=["new", "existing"])
def test_two_files_of_one_command_appear_together_or_not_at_all(there, tmp_path):
    (tmp_path / "position").write_text("3x2x1\n111\nHHH\n")
    words = ["explain", "position", "r2c1", "--proof", "proof", "--cnf", "axioms"]
    if there:
        (tmp_path / "proof").write_text("before")
    before = contents(tmp_path)
    for most in (1, 60):  # the proof has 48 bytes, the axioms 119
        done = limited(tmp_path, *words, most=most)
        assert done.returncode == 2
        assert done.stderr == "mineproof: axioms and proof: File too large\n"
        assert contents(tmp_path) == before
        assert not there or (tmp_path / "proof").read_text() == "before"
    run_in(tmp_path, *words)
    run_in(tmp_path, "check", "position", "axioms", "proof")


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (
            ["explain", "position", "r2c1", "--proof", "out", "--cnf", "./out"],
            "--proof: out is the file of --cnf already: each needs its own name",
        ),
        (
            ["learn", "export", "--count", "1", "--svg", "out", "--pdf", "out"],
            "--svg: out is the file of --pdf already: each needs its own name",
        ),
        (
            ["solve", "--level", "easy", "--certificate", "out", "--replay", "./out/game.json"],
            "--replay: ./out/game.json is inside out, which --certificate writes: name another"
            " place",
        ),
        (
            ["explain", "position", "r2c1", "--proof", "out", "--cnf", "out/a/b"],
            "--cnf: out/a/b is inside out, which --proof writes: name another place",
        ),
    ],
)
def test_two_options_do_not_write_one_file(words, line, tmp_path):
    (tmp_path / "position").write_text("3x2x1\n111\nHHH\n")
    done = limited(tmp_path, *words)
    assert (done.returncode, done.stderr) == (2, f"mineproof: {line}\n")
    assert contents(tmp_path) == ["position"]


LOOPS = {
    "generate --out": ["generate", "--level", "easy", "--count", "3", "--out", "loop"],
    "solve --certificate": ["solve", "--level", "easy", "--certificate", "loop"],
    "within a loop": ["solve", "--level", "easy", "--certificate", "loop/game"],
    "grade --html": ["grade", "unit", "--level", "easy", "--boards", "1", "--html", "loop"],
    "explain --cnf": ["explain", "position", "r2c1", "--cnf", "loop"],
    "solve --strategy": ["solve", "--level", "easy", "--strategy", "loop.py:P"],
}


def loop_of_links(path, other):
    path.symlink_to(other)
    other.symlink_to(path)


@pytest.mark.parametrize("name", [*LOOPS])
def test_links_in_a_loop_are_refused_in_one_line(name, tmp_path):
    loop_of_links(tmp_path / "loop", tmp_path / "other")
    loop_of_links(tmp_path / "loop.py", tmp_path / "other.py")
    (tmp_path / "position").write_text("3x2x1\n111\nHHH\n")
    before = contents(tmp_path)
    done = run_in(tmp_path, *LOOPS[name], status=[2])
    assert done.stderr.endswith(": Too many levels of symbolic links\n")
    assert done.stderr.count("\n") == 1
    assert contents(tmp_path) == before


def test_the_library_refuses_links_in_a_loop(tmp_path):
    loop_of_links(tmp_path / "loop", tmp_path / "other")
    loop_of_links(tmp_path / "loop.py", tmp_path / "other.py")
    with pytest.raises(BadInput, match="loop: Too many levels"):
        Game(deal("easy")).replay.write(tmp_path / "loop")
    with pytest.raises(BadInput, match=r"loop\.py: Too many levels"):
        check_player(f"{tmp_path}/loop.py:P")
    with pytest.raises(BadInput, match="not the name of a file"):
        Game(deal("easy")).replay.write("a\0b")
    assert contents(tmp_path) == ["loop", "loop.py", "other", "other.py"]


def test_a_module_search_path_may_have_links_in_a_loop(tmp_path):
    loop_of_links(tmp_path / "loop", tmp_path / "other")
    environment = unprotected() | {"PYTHONPATH": "loop"}
    words = [COMMAND, "strategies"]
    subprocess.run(words, cwd=tmp_path, env=environment, capture_output=True, check=True)


@pytest.mark.parametrize("most", [0, 2000, 17_000])
def test_a_refused_run_leaves_no_store(most, tmp_path):
    words = ["lab", "run", "--name", "a", "--size", "6x6", "--mines", "4", "--boards", "2"]
    words += ["--store", "new.sqlite"]
    assert limited(tmp_path, *words, most=most).returncode == 2
    assert contents(tmp_path) == []
    run_in(tmp_path, *words)
    assert contents(tmp_path) == ["new.sqlite"]


def test_a_temporary_file_that_cannot_be_written_is_not_standard_output(tmp_path):
    pytest.importorskip("typst")
    done = limited(tmp_path, "learn", "export", "--count", "1", "--pdf", "out.pdf")
    assert done.returncode == 2
    assert done.stderr.endswith(": File too large\n")
    assert "standard output" not in done.stderr
    assert contents(tmp_path) == []


def stuck_view():
    game = Game(deal("expert", start="open", seed=1))
    return game.view


# Ctrl-C


def start(program, **options):
    """Start a program in a new process group, with the Ctrl-C handling of a terminal."""
    return subprocess.Popen(
        program, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, process_group=0,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL), **options,
    )  # fmt: skip


def interrupt(process, times, to_group, number=signal.SIGINT):
    """Send a signal `times` times; return the status, standard error and the seconds it took."""
    began = time.monotonic()
    for _ in range(times):
        (os.killpg if to_group else os.kill)(process.pid, number)
        time.sleep(0.05)
    try:
        _, err = process.communicate(timeout=5)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        pytest.fail("still running after 5 seconds")
    return process.returncode, err, time.monotonic() - began


def wait_until_busy(process, seconds=1.0):
    """Wait until a process has used the given CPU time after its start."""
    ticks = os.sysconf("SC_CLK_TCK")
    until = time.monotonic() + 60
    while time.monotonic() < until:
        fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
        if (int(fields[11]) + int(fields[12])) / ticks > seconds:
            return
        assert process.poll() is None, process.communicate()
        time.sleep(0.05)
    pytest.fail("the process does not work")


@pytest.fixture(scope="module")
def corpus(tmp_path_factory):
    path = tmp_path_factory.mktemp("corpus") / "boards"
    with pytest.raises(SystemExit):
        main(["generate", "--level", "expert", "--count", "2000", "--out", str(path)])
    return path


linux = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")


@linux
@native
@pytest.mark.parametrize("times", [1, 3])
def test_ctrl_c_ends_the_search_for_the_best_play(times):
    process = start([COMMAND, "optimal", "--size", "6x6", "--mines", "6"])
    wait_until_busy(process)
    status, err, seconds = interrupt(process, times, to_group=False)
    assert (status, err) == (130, "")
    assert seconds < 2


@linux
@pytest.mark.parametrize("busy", [0.8, 1.1, 1.4, 1.7])
@pytest.mark.parametrize(
    "args",
    [
        ["--level", "expert", "--no-guess", "--count", "500", "--certificate", "proofs"],
        ["--puzzle", "--size", "9x9", "--mines", "10", "--count", "500"],
    ],
    ids=["certificates", "puzzles"],
)
def test_ctrl_c_ends_a_search_with_a_sat_solver(args, busy, tmp_path):
    """python-sat has a handler of its own, which must not see the signal."""
    process = start([COMMAND, "generate", *args, "--out", "boards"], cwd=tmp_path)
    wait_until_busy(process, busy)
    status, err, seconds = interrupt(process, 1, to_group=False)
    assert (status, err) == (130, "")
    assert seconds < 2
    assert contents(tmp_path) == []


@linux
@pytest.mark.parametrize(
    "words",
    [
        ["generate", "--level", "expert", "--no-guess", "--count", "500"],
        ["batch", "{corpus}", "--strategy", "saturate"],
        ["batch", "{corpus}", "--strategy", "saturate", "--workers", "2"],
    ],
    ids=["generate", "batch", "workers"],
)
def test_sigterm_leaves_no_file_and_no_process(words, corpus, tmp_path):
    there, temporary = tmp_path / "there", tmp_path / "temporary"
    there.mkdir()
    temporary.mkdir()
    words = [word.format(corpus=corpus) for word in words]
    process = start(
        [COMMAND, *words, "--out", "rows"],
        cwd=there, env={**os.environ, "TMPDIR": str(temporary)},
    )  # fmt: skip
    assert soon(lambda: contents(tmp_path) != ["temporary", "there"])  # it writes now
    status, err, _ = interrupt(process, 1, to_group=False, number=signal.SIGTERM)
    assert (status, err) == (143, "")
    assert contents(tmp_path) == ["temporary", "there"]
    assert soon(lambda: group_of(process) == [])


def test_ctrl_c_while_the_command_line_is_imported_prints_nothing(tmp_path):
    code = "import os, signal, time; os.kill(os.getpid(), signal.SIGINT); time.sleep(60)"
    (tmp_path / "click.py").write_text(code)
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    process = start([sys.executable, "-m", "mineproof", "--version"], env=environment)
    assert process.communicate(timeout=30) == ("", "")
    assert process.returncode == 130


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_after_the_last_output_prints_nothing(number):
    script = (
        "import atexit, os\n"
        f"atexit.register(os.kill, os.getpid(), {int(number)})\n"
        "from mineproof.cli import main; main()"
    )
    process = start([sys.executable, "-c", script, "--version"])
    out, err = process.communicate(timeout=60)
    assert out.startswith("mineproof ")
    assert err == ""
    assert process.returncode == (0 if number == signal.SIGINT else -signal.SIGTERM)


@linux
@native
@pytest.mark.parametrize("to_group", [False, True], ids=["process", "terminal"])
@pytest.mark.parametrize("times", [1, 3])
@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_ends_a_batch_in_the_middle_of_a_game(workers, times, to_group, corpus, tmp_path):
    args = ["--strategy", "guess", "--think", "deep", "--workers", workers, "--out", "rows"]
    process = start([COMMAND, "batch", corpus, *args], cwd=tmp_path)
    wait_until_busy(process)
    status, err, seconds = interrupt(process, times, to_group)
    assert status == 130
    assert "Traceback" not in err
    assert seconds < 2
    assert contents(tmp_path) == []


@linux
@pytest.mark.parametrize("to_group", [False, True], ids=["process", "terminal"])
@pytest.mark.parametrize("times", [1, 3])
def test_ctrl_c_ends_the_processes_of_a_batch(times, to_group, corpus, tmp_path):
    args = ["--strategy", "saturate", "--workers", "2", "--out", "rows"]
    process = start([COMMAND, "batch", corpus, *args], cwd=tmp_path)
    until = time.monotonic() + 30
    while len(group_of(process)) < 3 and time.monotonic() < until:
        time.sleep(0.05)
    status, err, _ = interrupt(process, times, to_group)
    assert status == 130
    assert "Traceback" not in err
    assert contents(tmp_path) == []
    until = time.monotonic() + 2
    while group_of(process) and time.monotonic() < until:
        time.sleep(0.05)
    assert group_of(process) == []


HANGS = """
import os, signal, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
open(f"{pids}/{{os.getpid()}}", "w").close()
time.sleep(600)
"""


@linux
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
@pytest.mark.parametrize("command", ["batch", "lab"])
def test_workers_and_their_programs_end_when_the_command_is_killed(
    command, number, corpus, tmp_path
):
    pids = tmp_path / "pids"
    pids.mkdir()
    (tmp_path / "hangs.py").write_text(HANGS.format(pids=pids))
    program = f"exec:{sys.executable} {tmp_path / 'hangs.py'}"
    words = {
        "batch": ["batch", str(corpus), "--strategy", program],
        "lab": ["lab", "run", "levels", "--strategies", program, "--store", "rows"],
    }[command]
    process = start([COMMAND, *words, "--workers", "2", "--move-seconds", "500"], cwd=tmp_path)
    assert soon(lambda: len(contents(pids)) == 2), process.poll()
    os.kill(process.pid, number)
    process.wait(timeout=5)
    assert soon(lambda: group_of(process) == [])
    assert_ended(int(path.name) for path in pids.iterdir())
    process.communicate()


def soon(check, seconds=30):
    """Tell whether a condition becomes true within some seconds."""
    until = time.monotonic() + seconds
    while not check():
        if time.monotonic() > until:
            return False
        time.sleep(0.05)
    return True


def test_an_interrupted_batch_leaves_no_thread_and_no_process(corpus, monkeypatch):
    """A slow thread of the pool closed a pipe while Python wrote to it at its exit."""
    manager = concurrent.futures.process._ExecutorManagerThread
    clean_up = manager.terminate_broken
    monkeypatch.setattr(
        manager, "terminate_broken", lambda *args: (time.sleep(0.5), clean_up(*args))
    )
    before = threading.enumerate()
    played = play_corpus(read_corpus(corpus.read_bytes()), "saturate", workers=2)
    next(played)
    with pytest.raises(KeyboardInterrupt):
        played.throw(KeyboardInterrupt)
    assert threading.enumerate() == before
    assert multiprocessing.active_children() == []


SLOW_TO_END = """
import sys, time
open({began!r}, "w").close()
sys.stdin.read()
time.sleep(0.3)
open({ended!r}, "w").close()
"""


@linux
@pytest.mark.parametrize("command", [["solve", "--strategy"], ["grade"]], ids=["solve", "grade"])
def test_ctrl_c_does_not_wait_for_a_program_that_plays(command, tmp_path):
    """The program would end by itself within the second that it gets at the end of a command."""
    began, ended = tmp_path / "began", tmp_path / "ended"
    (tmp_path / "slow.py").write_text(SLOW_TO_END.format(began=str(began), ended=str(ended)))
    program = f"exec:{sys.executable} {tmp_path / 'slow.py'}"
    process = start([COMMAND, *command, program, "--level", "easy"])
    until = time.monotonic() + 60
    while not began.exists() and time.monotonic() < until:
        time.sleep(0.02)
    status, err, seconds = interrupt(process, 1, to_group=True)
    assert (status, err) == (130, "")
    assert seconds < 2
    assert not ended.exists()


@linux
@pytest.mark.parametrize("to_group", [False, True], ids=["process", "terminal"])
@pytest.mark.parametrize("after", [0.0, 0.2, 0.4])
def test_ctrl_c_ends_a_server_whose_workers_are_starting(after, to_group):
    process = start([COMMAND, "serve", "--port", "0", "--no-browser"])
    until = time.monotonic() + 30
    while len(group_of(process)) < 2 and time.monotonic() < until:
        time.sleep(0.01)
    time.sleep(after)
    status, err, seconds = interrupt(process, 1, to_group)
    assert (status, err) == (130, "")
    assert seconds < 2
    assert group_of(process) == []


@linux
@pytest.mark.parametrize("after", [0.04, 0.16])
def test_sigterm_to_all_processes_ends_a_server_whose_workers_are_starting(after):
    process = start([COMMAND, "serve", "--port", "0", "--no-browser"])
    until = time.monotonic() + 30
    while len(group_of(process)) < 4 and time.monotonic() < until:
        time.sleep(0.01)
    time.sleep(after)
    status, err, _ = interrupt(process, 1, to_group=True, number=signal.SIGTERM)
    assert status == 0
    assert "Traceback" not in err
    assert group_of(process) == []


@linux
def test_ctrl_c_ends_a_server_whose_client_does_not_read_its_answer():
    process = start([COMMAND, "serve", "--port", "0", "--no-browser"])
    address = urlsplit(process.stdout.readline().split()[3])
    body = json.dumps({"size": "60x60", "mines": 500, "strategy": "unit", "trace": True})
    with socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.connect((address.hostname, address.port))
        head = "POST /api/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        # The system has buffers of 2.6 MB for a connection, and each answer has 2.3 MB.
        connection.sendall(2 * f"{head}Content-Length: {len(body)}\r\n\r\n{body}".encode())
        connection.recv(1)  # the first answer is complete
        time.sleep(4)
        status, err, seconds = interrupt(process, 1, to_group=True)
    assert (status, err) == (130, "")
    assert seconds < 2


def group_of(process):
    """Return the running processes of the group that a process leads."""
    members = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:  # it has ended
            continue
        if fields[0] != "Z" and int(fields[2]) == process.pid:
            members.append(int(path.parent.name))
    return members


# Arguments of the compiled module


@native
def test_random_arguments_are_answered_or_refused():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # nanobind warns of objects that were not initialised
        caller = fuzz_binding.Caller(seed=0)
        caller.run(4000)
    assert caller.answered > 1000
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


@native
@pytest.mark.parametrize("name", [*(wrong_calls() if "native" in installed() else {})])
def test_wrong_arguments_are_refused(name):
    with pytest.raises(ValueError, match=r"\w"):
        wrong_calls()[name]()


@native
def test_a_mine_beside_a_zero_does_not_flood_for_ever():
    from mineproof import _native

    field, seen = _native.Field(1, 3, "grid"), bytes_of(-1, -1, -1)
    opened = _native.flood_many(field, bytes_of(0, -1, 0), seen, bytes_of(0, kind="i"))
    assert (list(opened), list(seen)) == ([1], [0, -1, -1])


@native
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
        thread.join(20)
    stop.set()
    assert "the object is in use already" in busy


@native
def test_odds_of_clues_that_clash_are_refused_before_anything_is_deduced():
    from mineproof import _native

    live = _native.Live(_native.Field(1, 3, "grid"))
    live.start(1)
    live.open(0, 8)
    with pytest.raises(_native.Contradiction):
        live.odds()


# What is printed


def run_bytes(folder, *words):
    """Run a command with arguments of any bytes; return its status and what it printed."""
    done = subprocess.run(
        [os.fsencode(sys.executable), b"-m", b"mineproof", *map(os.fsencode, words)], cwd=folder,
        capture_output=True, timeout=120, check=False, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    return done.returncode, done.stdout.decode(), done.stderr.decode()


PLAYER = """
class Player:
    def begin(self, view):
        raise ValueError("\\x1b[2K\\rverified\\u202e\\x07")
    def choose(self, view): pass
"""


@pytest.mark.parametrize(
    "words",
    [
        ["analyse", "position.json"],
        ["measure", "position.json"],
        ["grade", "unit", "--rubric", "rubric.toml"],
        ["analyse", "\x1b[31m\u202e.mine"],
        ["solve", "--\x1b[31m"],
        ["solve", "--strategy", "mine.py:Player"],
        ["grade", "mine.py:Player", "--boards", "1", "--search", "0"],
        ["lab", "run", "--name", "a", "--size", "6x6", "--mines", "4", "--boards", "2",
         "--strategies", "mine.py:Player", "--store", "lab.sqlite"],
    ],
)  # fmt: skip
def test_no_line_has_a_control_character(words, tmp_path):
    (tmp_path / "position.json").write_text('{"\\u001b[31mX\\u202e": 1}')
    (tmp_path / "rubric.toml").write_text('[weights]\n"\\u001b[31mX" = 1\n')
    (tmp_path / "mine.py").write_text(PLAYER)
    _, out, err = run_bytes(tmp_path, *words)
    assert "[31m" in out + err or "verified" in out + err
    assert all(line.isprintable() for line in (out + err).split("\n"))


@pytest.mark.parametrize(
    "words",
    [
        ["serve", "--host", b"a\xff", "--no-browser"],
        ["learn", "check", b"mp1_\xff_00000000"],
        ["solve", "--strategy", b"mine\xff.py:Player", "--replay", "out"],
        ["solve", "--strategy", b"exec:./mine\xff", "--replay", "out"],
        ["grade", b"mine\xff.py:Player", "--boards", "1", "--search", "0", "--html", "out"],
        ["grade", b"mine\xff.py:Player", "--boards", "1", "--search", "0", "--gradescope", "out"],
        ["lab", "run", "--name", "a", "--size", "6x6", "--mines", "4", "--boards", "2",
         "--strategies", b"mine\xff.py:Player", "--store", "lab.sqlite"],
        ["analyse", b"\xff"],
        ["lab", "show", "levels", "--store", b"\xff.sqlite"],
    ],
)  # fmt: skip
def test_an_argument_that_is_not_utf_8_is_refused_in_one_line(words, tmp_path):
    (tmp_path / os.fsdecode(b"mine\xff.py")).write_text(PLAYER)
    (tmp_path / os.fsdecode(b"mine\xff")).write_text("#!/bin/sh\n")
    (tmp_path / os.fsdecode(b"mine\xff")).chmod(0o755)
    before = contents(tmp_path)
    status, out, err = run_bytes(tmp_path, *words)
    assert (status, out, err.count("\n")) == (2, "", 1), err
    assert err.startswith("mineproof: ")
    assert contents(tmp_path) == before


def test_a_report_may_have_a_name_that_is_not_utf_8(tmp_path):
    pytest.importorskip("typst")
    pytest.importorskip("matplotlib")
    run_in(tmp_path, "lab", "run", "--name", "a", "--size", "6x6", "--mines", "4", "--boards", "2",
           "--strategies", "unit", "--store", "lab.sqlite")  # fmt: skip
    words = ["lab", "report", "--store", "lab.sqlite", "--pdf", b"\xff.pdf"]
    status, out, err = run_bytes(tmp_path, *words)
    assert (status, err) == (0, "")
    assert "?.pdf" in out
