"""The processes of a program: what they cost, and that none is left behind."""

import os
import re
import signal
import subprocess
import sys
import threading

import psutil
import pytest

from mineproof import BadInput, Game, play_game
from mineproof.grade.grading import grade
from mineproof.play.outside import process as process_module
from mineproof.play.outside._usage import Usage
from mineproof.play.outside.players import strategy_named
from mineproof.play.outside.process import Limits, Process
from mineproof.play.outside.sandbox import Sandbox
from programs import PATIENT, PYTHON, impatient, runs, small
from waiting import LONG, until

STUCK = """
import sys
for line in sys.stdin:
    if line == "go\\n": print("stuck", flush=True)
"""
# A program that uses the CPU after `go`, and then notes how long.
BURN = """
import sys, time
for line in sys.stdin:
    if line == "go\\n":
        began = time.process_time()
        while time.process_time() < began + 0.1: pass
        with open({file!r}, "a") as out: print(time.process_time() - began, file=out)
        {then}
"""


@pytest.fixture
def program(tmp_path):
    """Write a program; return its command."""

    def write(text, name="program.py"):
        path = tmp_path / name
        path.write_text(text)
        return f"{PYTHON} {path}"

    return write


# The CPU time


@pytest.mark.parametrize(
    "script",
    ["{burn}\n", "while read line; do if [ $line = go ]; then echo go | {burn}; fi; done\n"],
)
@pytest.mark.parametrize("then", ['print("stuck", flush=True)', "time.sleep(600)"])
def test_the_time_of_children_counts(program, tmp_path, script, then):
    """In a game that is lost, too. The time of a child that has ended is told in hundredths."""
    path, file, hangs = tmp_path / "wrap.sh", tmp_path / "burnt", "sleep" in then
    text = script.format(burn=program(BURN.format(file=str(file), then=then)))
    path.write_text(text + "true\n")  # the shell does not replace itself by the last command
    player = strategy_named(f"exec:sh {path}", impatient(file) if hangs else PATIENT).player()
    results = [play_game(Game(small()), player) for _ in range(1 if hangs else 2)]
    player.close()
    burnt = [1000 * float(line) for line in file.read_text().split()]
    for result, own in zip(results, burnt, strict=True):
        assert ("no move for" in str(result.fault)) == hangs
        if sys.platform == "linux":
            assert result.ms >= 0.7 * own


def test_the_memory_of_a_program_that_answers_at_once_is_looked_at(program, monkeypatch):
    monkeypatch.setattr(process_module, "usage_of", lambda _pid: Usage(memory=3_000_000_000))
    limits = Limits(sandbox=Sandbox("limits"), clock=lambda: 0.0)
    player = strategy_named(f"exec:{program(STUCK)}", limits).player()
    assert "more than 2 GB of memory" in str(play_game(Game(small()), player).fault)


def test_what_a_program_does_not_read_is_not_written_again_and_again(monkeypatch):
    process, offered, write = Process(["sleep", "600"], PATIENT), [], os.write
    monkeypatch.setattr(os, "write", lambda to, raw: offered.append(len(raw)) or write(to, raw))
    for _ in range(1000):
        process.send("clue 1 1 1\n" * 100)
    process.close(0)
    assert 0 < sum(offered) < 1_000_000


# A program that cannot be killed


def test_nobody_waits_for_a_program_that_cannot_be_killed(program, monkeypatch):
    def refuse(_group, _signal):
        raise PermissionError

    name = program("import time\ntime.sleep(600)\n")
    player = strategy_named(f"exec:{name}", Limits(move_seconds=0.1)).player()
    threads = threading.active_count()
    with monkeypatch.context() as patch:
        patch.setattr(os, "killpg", refuse)
        patch.setattr(process_module, "_KILL_SECONDS", 0.1)
        result = play_game(Game(small()), player)
        player.close()
    assert threading.active_count() == threads
    said = re.search(r"; process (\d+) cannot be ended: it runs as another user", str(result.fault))
    pid = int(said[1])
    assert runs(pid)
    # After its end it is a zombie. The start of the next program removes it.
    os.kill(pid, signal.SIGKILL)
    until(lambda: not runs(pid))
    Process(["true"], Limits()).close()
    assert not psutil.pid_exists(pid)


# Processes that leave the group of their program; a sandbox ends all others, too


@pytest.mark.skipif(sys.platform != "linux", reason="Linux tells the children of a process")
def test_a_child_that_left_the_group_ends_with_its_program(program, tmp_path):
    file = tmp_path / "child"
    leave = (
        f"import os, time\nif os.fork() == 0:\n    os.setsid()\n"
        f"    open({str(tmp_path / 'new')!r}, 'w').write(str(os.getpid()))\n"
        f"    os.replace({str(tmp_path / 'new')!r}, {str(file)!r})\n    time.sleep(600)\n"
        f"while not os.path.exists({str(file)!r}): time.sleep(0.01)\n"
    )
    player = strategy_named(f"exec:{program(leave + STUCK)}").player()
    assert play_game(Game(small()), player).outcome == "stuck"
    assert runs(int(file.read_text()))
    player.close()
    until(lambda: not runs(int(file.read_text())))


def test_ctrl_c_in_the_middle_of_a_start_leaves_no_program(monkeypatch):
    started = []

    class Interrupted(subprocess.Popen):
        """The key is pressed when the program runs and nobody knows of it yet."""

        def __init__(self, *args, **named):
            super().__init__(*args, **named)
            started.append(self)
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(subprocess, "Popen", Interrupted)
    # A job in the background, such as the tests may be, ignores the key.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt) as interrupt:
            Process([sys.executable, "-c", "import time\nwhile True: time.sleep(60)"], Limits())
    finally:
        signal.signal(signal.SIGINT, before)
    process_module.kill_all()
    with started[0] as program:  # closes the pipes, too
        assert program.wait(LONG) == -signal.SIGKILL, interrupt


def test_other_children_are_spared(program):
    """A child of our own in another session, and other programs."""
    other = psutil.Popen(["sleep", "60"], start_new_session=True)
    second = Process(["sleep", "60"], Limits())
    Process(["true"], Limits()).close()
    grade(f"exec:{program(STUCK)}", boards={"easy": 1}, seed=1, search=0)
    assert runs(other.pid)
    assert runs(second.pid)
    second.close(0)
    assert runs(other.pid)
    other.kill()
    other.wait()


def test_a_system_without_waitid_plays_too(program, monkeypatch):
    """That is macOS before Python 3.13."""
    monkeypatch.delattr(os, "waitid", raising=False)
    player = strategy_named(f"exec:{program(STUCK)}").player()
    assert play_game(Game(small()), player).outcome == "stuck"
    player.close()
    result = play_game(Game(small()), strategy_named("exec:false").player())
    assert "exit status 1" in str(result.fault)
    process = Process(["sleep", "60"], Limits())
    process.close(0)
    assert process.exit_status == -signal.SIGKILL
    assert not psutil.pid_exists(process.pid)


def test_a_program_on_windows_is_refused_in_a_line(monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.delattr(os, "getsid")
    path = tmp_path / "mine.py"
    path.write_text("class Player: pass\n")
    with pytest.raises(BadInput, match="POSIX systems only"):
        grade(f"{path}:Player", boards={"easy": 1}, search=0)
