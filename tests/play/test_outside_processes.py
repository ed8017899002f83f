"""The processes of a program: what they cost, and that none is left behind."""

import ctypes
import os
import re
import signal
import sys
import threading

import psutil
import pytest

from mineproof import BadInput, Game, play_game
from mineproof.base import own_process as own_process_module
from mineproof.grade.grading import grade
from mineproof.play.outside import _descendants as descendants
from mineproof.play.outside import process as process_module
from mineproof.play.outside.players import strategy_named
from mineproof.play.outside.process import Limits, Process
from programs import PATIENT, PYTHON, impatient, runs, small
from waiting import until

STUCK = """
import sys
for line in sys.stdin:
    if line == "go\\n": print("stuck", flush=True)
"""
# A process that leaves the group and the session of the program. Its file has its process id.
DAEMON = """
import os, sys, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        {hide}
        for file in (0, 1, 2): os.close(file)
        with open({file!r} + ".new", "w") as out: out.write(str(os.getpid()))
        os.replace({file!r} + ".new", {file!r})
        time.sleep(600)
    os._exit(0)
os.wait()
while not os.path.exists({file!r}): time.sleep(0.01)
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


@pytest.fixture
def own_process():
    """Let this process adopt orphans, like the command line. None is left at the end of a test."""
    if sys.platform != "linux":
        pytest.skip("Linux adopts orphans")
    before = psutil.Process().children()
    own_process_module._claimed = os.getpid()
    yield before
    own_process_module._claimed = descendants._adopting = 0
    ctypes.CDLL(None).prctl(descendants._PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0)
    assert psutil.Process().children() == before


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


# Processes that leave the group of their program


@pytest.mark.usefixtures("own_process")
@pytest.mark.parametrize("fault", [False, True])
def test_a_daemon_ends_with_its_program(program, tmp_path, fault):
    file = tmp_path / "daemon"
    text = DAEMON.format(file=str(file), hide="pass") + STUCK
    name = f"exec:{program(text.replace('stuck', 'nonsense') if fault else text)}"
    player = strategy_named(name).player()
    assert play_game(Game(small()), player).outcome == ("fault" if fault else "stuck")
    assert psutil.pid_exists(int(file.read_text())) != fault
    player.close()
    assert not psutil.pid_exists(int(file.read_text()))


@pytest.mark.usefixtures("own_process")
def test_a_daemon_that_hides_ends_with_the_grade(program, tmp_path):
    """It clears its environment; no other program runs, so that it must be of this one."""
    file = tmp_path / "daemon"
    bare = (
        f"import os, time\nopen({str(tmp_path / 'new')!r}, 'w').write(str(os.getpid()))\n"
        f"os.replace({str(tmp_path / 'new')!r}, {str(file)!r})\ntime.sleep(600)\n"
    )
    hide = f"os.execve({sys.executable!r}, [{sys.executable!r}, '-S', '-c', {bare!r}], {{}})"
    name = f"exec:{program(DAEMON.format(file=str(file), hide=hide) + STUCK)}"
    found = grade(name, boards={"easy": 2}, seed=1, search=0)
    assert not found.faults
    assert not psutil.pid_exists(int(file.read_text()))


@pytest.mark.usefixtures("own_process")
def test_a_daemon_of_a_class_that_cannot_be_loaded_ends(tmp_path):
    file, path = tmp_path / "daemon", tmp_path / "mine.py"
    path.write_text(DAEMON.format(file=str(file), hide="pass"))
    with pytest.raises(BadInput, match="no class Player"):
        grade(f"{path}:Player", boards={"easy": 1}, search=0)
    assert not psutil.pid_exists(int(file.read_text()))


@pytest.mark.usefixtures("own_process")
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


@pytest.mark.parametrize("leave", ["", "os.setsid()"])
def test_orphans_that_end_do_not_pile_up(program, own_process, leave):
    orphan = f"""
import os
def orphan():
    if os.fork() == 0:
        {leave or "pass"}
        if os.fork() == 0: os._exit(0)
        os._exit(0)
    os.wait()
"""
    text, before = orphan + STUCK.replace("print(", "orphan(); print("), len(own_process)
    player = strategy_named(f"exec:{program(text)}").player()
    for _ in range(5):
        play_game(Game(small()), player)
        until(lambda: sum(runs(one.pid) for one in psutil.Process().children()) == before + 1)
    assert len(psutil.Process().children()) <= before + 2
    player.close()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux adopts orphans")
def test_a_library_leaves_children_of_others_alone(program):
    """Only the command line and its workers may take every child for one of a program."""
    ended = psutil.Popen(["false"], start_new_session=True)
    until(lambda: not runs(ended.pid))
    started = []

    def start(_part):
        if not started:
            started.append(psutil.Popen(["sleep", "60"], start_new_session=True))

    grade(f"exec:{program(STUCK)}", boards={"easy": 1}, seed=1, search=0, advance=start)
    assert started[0].poll() is None
    started[0].kill()
    started[0].wait()
    assert ended.wait() == 1


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
