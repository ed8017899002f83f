"""Ctrl-C and SIGTERM end a command at once: its status, no traceback, no file, no process left.

The work of each command here takes longer than a test waits for its end.
"""

import concurrent.futures.process
import json
import multiprocessing
import os
import re
import signal
import socket
import subprocess
import sys
import threading
from urllib.parse import urlsplit

import pytest

from command_process import Marks, after, contents, group_of, interrupt
from engines import needs_native
from mineproof.cli.entry import main
from mineproof.game.formats.corpus import read_corpus
from mineproof.play.bulk import play_corpus
from programs import hanging
from serving import assert_ended
from tiers import few, slow
from waiting import LONG, until

linux = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
presses = pytest.mark.parametrize(
    ("times", "to_group"), [(1, True), (3, False), slow(1, False), slow(3, True)]
)
PYTHON = (sys.executable, "-m", "mineproof")


@pytest.fixture(scope="module")
def corpus(tmp_path_factory):
    path = tmp_path_factory.mktemp("corpus") / "boards"
    with pytest.raises(SystemExit):
        main(["generate", "--level", "expert", "--count", "2000", "--out", str(path)])
    return path


@pytest.fixture
def there(tmp_path):
    """Return an empty folder for the command, beside the files of the test."""
    folder = tmp_path / "there"
    folder.mkdir()
    return folder


@linux
def test_ctrl_c_ends_quietly(start):
    """Even if the parent process ignores it."""
    process = start("solve", "--size", "300x300", "--mines", "14400", "--trace", program=PYTHON)
    assert process.stdout.readline()
    assert interrupt(process) == (130, "")


DROPPING = """
import _thread, signal, sys
from mineproof.cli import entry

signal.signal(signal.SIGINT, signal.default_int_handler)  # the parent process may ignore it
number, begin = getattr(signal, sys.argv[1]), _thread.start_new_thread

def begin_and_interrupt(*args):
    begin(*args)
    signal.raise_signal(number)

_thread.start_new_thread = begin_and_interrupt

class Noisy:
    def __del__(self):
        signal.raise_signal(number)

def run(_):
    noisy = Noisy()
    del noisy
    return sum(1 for _ in range(10**9))

entry._run = run
entry.main()
"""


@pytest.mark.parametrize(("name", "status"), [("SIGINT", 130), ("SIGTERM", 143)])
def test_an_interruption_that_python_drops_comes_again(name, status):
    """Python drops what is raised in a destructor, and in the hook that it calls then."""
    done = subprocess.run([sys.executable, "-c", DROPPING, name], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (status, b"")


# Tells when the core is called.
MARK_CORE = """
from mineproof.core._interface import Core
number = Core.number
def marking(core, name, *arguments):
    if name == {name!r}:
        mark(name)
    return number(core, name, *arguments)
Core.number = marking
"""


@linux
@needs_native
@pytest.mark.parametrize("times", [slow(1), 3])
def test_ctrl_c_ends_the_search_for_the_best_play(times, tmp_path, start):
    marks = Marks(tmp_path / "marks", MARK_CORE.format(name="optimal_play"))
    process = start("optimal", "--size", "6x6", "--mines", "6", env=marks.environment)
    marks.wait(process)
    assert interrupt(process, times) == (130, "")


@linux
@pytest.mark.parametrize("calls", few([20, 1, 5, 60], 1))
@pytest.mark.parametrize(
    "args",
    [
        ["--level", "expert", "--no-guess", "--count", "9999", "--certificate", "proofs"],
        ["--puzzle", "--size", "9x9", "--mines", "10", "--count", "9999"],
    ],
    ids=["certificates", "puzzles"],
)
def test_ctrl_c_ends_a_search_with_a_sat_solver(args, calls, there, tmp_path, start):
    marks = Marks(tmp_path / "marks", "mark_calls('mineproof.logic.sat.solve')")
    process = start("generate", *args, "--out", "boards", cwd=there, env=marks.environment)
    marks.wait(process, calls)
    assert interrupt(process) == (130, "")
    assert contents(there) == []


# Eleven pigeons do not fit into ten holes: a question that takes a solver many minutes.
HARD_QUESTION = """
from mineproof.logic import sat
from pysat.solvers import Solver
holes = [[10 * pigeon + hole for hole in range(1, 11)] for pigeon in range(11)]
clauses = holes + [[-a[i], -b[i]] for a in holes for b in holes if a < b for i in range(10)]
solve = sat.solve
def solve_pigeons(*_):
    with Solver(name="glucose4", bootstrap_with=clauses) as solver:
        mark("solve")
        return solve(solver)
sat.solve = solve_pigeons
"""


@linux
def test_ctrl_c_ends_a_sat_solver_at_work(start, tmp_path):
    """python-sat has a handler of its own, which must not see the signal."""
    marks = Marks(tmp_path / "marks", HARD_QUESTION)
    words = ["generate", "--puzzle", "--size", "9x9", "--mines", "10", "--count", "1"]
    process = start(*words, env=marks.environment)
    marks.wait(process)
    assert interrupt(process) == (130, "")


@linux
@pytest.mark.parametrize(
    "words",
    [
        ["generate", "--level", "expert", "--no-guess", "--count", "9999"],
        ["batch", "{corpus}", "--strategy", "saturate"],
        ["batch", "{corpus}", "--strategy", "saturate", "--workers", "2"],
    ],
    ids=["generate", "batch", "workers"],
)
def test_sigterm_leaves_no_file_and_no_process(words, corpus, there, tmp_path, start):
    (tmp_path / "temporary").mkdir()
    environment = os.environ | {"TMPDIR": str(tmp_path / "temporary")}
    words = [word.format(corpus=corpus) for word in words]
    process = start(*words, "--out", "rows", cwd=there, env=environment)
    until(lambda: contents(tmp_path) != ["temporary", "there"], "a file that is written")
    assert interrupt(process, number=signal.SIGTERM) == (143, "")
    assert contents(tmp_path) == ["temporary", "there"]
    until(lambda: group_of(process) == [], "the end of the workers")


def test_ctrl_c_while_the_command_line_is_imported_prints_nothing(tmp_path, start):
    code = "import os, signal, time; os.kill(os.getpid(), signal.SIGINT); time.sleep(600)"
    (tmp_path / "click.py").write_text(code)
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    process = start("--version", program=PYTHON, env=environment)
    assert process.communicate(timeout=LONG) == ("", "")
    assert process.returncode == 130


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_after_the_last_output_prints_nothing(number, start):
    code = f"import atexit, os; atexit.register(os.kill, os.getpid(), {int(number)})"
    process = start("--version", program=after(code))
    out, err = process.communicate(timeout=LONG)
    assert out.startswith("mineproof ")
    assert err == ""
    assert process.returncode == (0 if number == signal.SIGINT else -signal.SIGTERM)


@linux
@needs_native
@presses
@pytest.mark.parametrize("workers", few(["2", "1"], 1))
def test_ctrl_c_ends_a_batch_in_the_middle_of_a_game(
    workers, times, to_group, corpus, there, tmp_path, start
):
    marks = Marks(tmp_path / "marks", MARK_CORE.format(name="play_many"))
    words = ["--strategy", "guess", "--think", "deep", "--workers", workers, "--out", "rows"]
    process = start("batch", corpus, *words, cwd=there, env=marks.environment)
    marks.wait(process)
    status, err = interrupt(process, times, to_group=to_group)
    assert status == 130
    assert "Traceback" not in err
    assert contents(there) == []


@linux
@presses
def test_ctrl_c_ends_the_processes_of_a_batch(times, to_group, corpus, there, start):
    words = ["--strategy", "saturate", "--workers", "2", "--out", "rows"]
    process = start("batch", corpus, *words, cwd=there)
    until(lambda: len(group_of(process)) >= 3, "a worker")
    status, err = interrupt(process, times, to_group=to_group)
    assert status == 130
    assert "Traceback" not in err
    assert contents(there) == []
    until(lambda: group_of(process) == [], "the end of the workers")


@linux
@pytest.mark.parametrize("number", few([signal.SIGKILL, signal.SIGTERM], 1))
@pytest.mark.parametrize("command", ["batch", "lab"])
def test_workers_and_their_programs_end_when_the_command_is_killed(
    command, number, corpus, tmp_path, start
):
    program, pids = hanging(tmp_path)
    words = {
        "batch": ["batch", str(corpus), "--strategy", program],
        "lab": ["lab", "run", "levels", "--strategies", program, "--store", "rows"],
    }[command]
    process = start(*words, "--workers", "2", "--move-seconds", "500", cwd=tmp_path)
    until(lambda: len(pids()) == 2, "the programs")
    os.kill(process.pid, number)
    process.wait(timeout=LONG)
    until(lambda: group_of(process) == [], "the end of the workers")
    assert_ended(pids())


def test_an_interrupted_batch_leaves_no_thread_and_no_process(corpus, monkeypatch):
    """The thread of the pool closed a pipe while Python wrote to it at its exit.

    Here the thread works until somebody waits for it.
    """
    manager = concurrent.futures.process._ExecutorManagerThread
    awaited = threading.Event()
    clean_up, join = manager.terminate_broken, manager.join
    monkeypatch.setattr(
        manager, "terminate_broken", lambda *args: (awaited.wait(LONG), clean_up(*args))
    )
    monkeypatch.setattr(manager, "join", lambda *args: (awaited.set(), join(*args)))
    before = threading.enumerate()
    played = play_corpus(read_corpus(corpus.read_bytes()), "saturate", workers=2)
    next(played)
    with pytest.raises(KeyboardInterrupt):
        played.throw(KeyboardInterrupt)
    assert threading.enumerate() == before
    assert multiprocessing.active_children() == []


ENDS_WITH_ITS_INPUT = """
import sys
sys.stdin.readline()
open({began!r}, "w").close()
sys.stdin.read()
open({ended!r}, "w").close()
"""


@linux
@pytest.mark.parametrize(
    "command", [["solve", "--strategy"], ["grade", "--sandbox", "off"]], ids=["solve", "grade"]
)
def test_ctrl_c_does_not_wait_for_a_program_that_plays(command, tmp_path, start):
    """The program would end by itself within the second that it gets at the end of a command."""
    began, ended = tmp_path / "began", tmp_path / "ended"
    code = ENDS_WITH_ITS_INPUT.format(began=str(began), ended=str(ended))
    (tmp_path / "slow.py").write_text(code)
    program = f"exec:{sys.executable} {tmp_path / 'slow.py'}"
    process = start(*command, program, "--level", "easy", "--move-seconds", "500")
    until(began.exists, "the program")
    status, err = interrupt(process, to_group=True)
    lines = ["mineproof: no sandbox"] if command[0] == "grade" else []
    assert (status, [line[:21] for line in err.splitlines()]) == (130, lines)
    assert not ended.exists()


# A server with these settings waits longer for its workers and for its clients than a test does.
PATIENT = """
import uvicorn
from mineproof.web import workers
workers.SECONDS = 600
config = uvicorn.Config
uvicorn.Config = lambda *args, **more: config(*args, **more | {"timeout_graceful_shutdown": 600})
"""
SMALL_BUFFERS = """
import socket
listen = socket.socket.listen
def small(self, *backlog):
    self.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    listen(self, *backlog)
socket.socket.listen = small
"""
SERVE = ("serve", "--port", "0", "--no-browser")
STOP_AT = """
import time
class Stop:
    def find_spec(name, *_):
        if name == {module!r} and "mineproof.web.worker" in sys.orig_argv:
            mark(name)
            time.sleep(600)
sys.meta_path.insert(0, Stop)
"""


@linux
@pytest.mark.parametrize(
    ("number", "to_group", "status"),
    [(signal.SIGINT, False, 130), (signal.SIGINT, True, 130), (signal.SIGTERM, True, 0)],
    ids=["process", "terminal", "SIGTERM"],
)
@pytest.mark.parametrize("module", few(["mineproof.web.questions", "runpy"], 1))
def test_a_signal_ends_a_server_whose_workers_are_starting(
    module, number, to_group, status, tmp_path, start
):
    """The workers have come as far as the import of a module; `runpy` is the first of all."""
    marks = Marks(tmp_path / "marks", STOP_AT.format(module=module))
    process = start(*SERVE, program=after(PATIENT), env=marks.environment)
    marks.wait(process)
    ended, err = interrupt(process, to_group=to_group, number=number)
    # asyncio may log that a worker has ended before it was waited for.
    assert (ended, re.sub(r"Unknown child process pid \d+, .*\n", "", err)) == (status, "")
    until(lambda: group_of(process) == [], "the end of the workers")


@linux
def test_ctrl_c_ends_a_server_whose_client_does_not_read_its_answer(start):
    """The buffers of the connection are small, so the server cannot send its answer."""
    process = start(*SERVE, program=after(SMALL_BUFFERS + PATIENT))
    address = urlsplit(process.stdout.readline().split()[3])
    body = json.dumps({"size": "30x30", "mines": 99, "strategy": "unit", "trace": True})
    with socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.connect((address.hostname, address.port))
        head = "POST /api/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        connection.sendall(f"{head}Content-Length: {len(body)}\r\n\r\n{body}".encode())
        connection.recv(1)  # the answer is complete, and the server sends it
        assert interrupt(process, to_group=True) == (130, "")
