"""What a hostile player cannot do in the sandbox, as the superuser and as an ordinary user."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy
import psutil
import pytest

from mineproof import BadInput
from mineproof.grade.grading import grade
from mineproof.play.outside import sandbox as sandbox_module
from mineproof.play.outside.players import sandbox_of
from mineproof.play.outside.process import Limits
from mineproof.play.outside.sandbox import sandbox_for, state_of
from places import ROOT
from waiting import LONG, until

HOSTILE = Path(__file__).with_name("hostile.py")
USERS = ["root", "user"] if hasattr(os, "geteuid") and os.geteuid() == 0 else ["user"]
OTHER = "61000"  # an ordinary user, for the superuser to become
LEFT = "left-by-hostile"
# Starts a player as `grade` does, prints its lines, and waits before it ends it if it is told to.
REFEREE = """
import os, sys
from mineproof.play.outside.process import Limits, Process, Stopped
from mineproof.play.outside.sandbox import sandbox_for
mode, wait, *command = sys.argv[1:]
command = [str(os.getpid()) if word == "REFEREE" else word for word in command]
box = sandbox_for(mode, command)
print(box.way, flush=True)
process = Process(command, Limits(sandbox=box))
process.begin_game()
try:
    while (line := process.read_line()) != b"stuck": print(line.decode(), flush=True)
except Stopped as problem:
    print(problem, process.last_error, flush=True)
if wait == "wait":
    print("waits", flush=True)
    sys.stdin.read()
process.close(0)
"""

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="bubblewrap is for Linux")


@pytest.fixture(params=USERS)
def referee(request):
    """Return how to start the referee as a user, in a folder of that user; end all at the end."""
    # Not in /tmp, where a player may write to what only looks like its folder.
    with tempfile.TemporaryDirectory(prefix="hostile-", dir="/var/tmp") as folder:
        (Path(folder) / "player").mkdir()
        shutil.copy(HOSTILE, Path(folder) / "player")
        (Path(folder) / "player" / "neighbour.py").write_text("another submission")
        (Path(folder) / "secret").write_text("the layout")
        started = []
        python, prefix = sys.executable, []
        environment = {**os.environ, "SEED": "SEED-OF-THE-TEACHER"}
        if request.param != USERS[-1] or len(USERS) == 1:
            Path(folder, "player").chmod(0o700)  # a folder that nobody else may read
        else:
            os.chown(folder, int(OTHER), int(OTHER))
            prefix = ["setpriv", f"--reuid={OTHER}", f"--regid={OTHER}", "--clear-groups"]
            if not _may_be_run_by_others(Path(sys.executable).resolve()):
                python = f"/usr/bin/python3.{sys.version_info.minor}"
            packages = Path(numpy.__file__).parents[1]
            environment["PYTHONPATH"] = f"{ROOT / 'src'}:{packages}"

        def start(*words, mode="require", wait="no"):
            words = [python if word == "PYTHON" else word for word in words]
            process = subprocess.Popen(
                [*prefix, python, "-c", REFEREE, mode, wait, *words],
                cwd=folder, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                text=True,
            )  # fmt: skip
            started.append(process)
            return process

        yield start
        for process in started:
            process.kill()
            process.communicate()


def _may_be_run_by_others(path):
    return all(one.stat().st_mode & 0o001 for one in (path, *path.parents))


def said(process):
    lines = process.communicate(timeout=LONG)[0].splitlines()
    return lines[0], dict(line.removeprefix("say ").split(": ", 1) for line in lines[1:])


def left():
    """The processes that hostile.py leaves behind."""
    found = []
    for one in psutil.process_iter():
        try:
            if LEFT in one.cmdline()[:1] and one.status() != psutil.STATUS_ZOMBIE:
                found.append(one)
        except psutil.Error:
            pass
    return found


def test_no_attack_succeeds(referee):
    with socket.socket() as server, socket.socket(socket.AF_UNIX) as local:
        server.bind(("127.0.0.1", 0))
        server.listen()
        port = server.getsockname()[1]
        local.bind(f"\0mineproof-{port}")
        local.listen()
        package = str(ROOT / "src" / "mineproof")
        words = ["PYTHON", "player/hostile.py", str(port), "REFEREE", "../secret", package]
        way, results = said(referee(*words))
    assert way == "bubblewrap"
    assert len(results) == 36
    numbers = {name: results.pop(name) for name in [*results] if results[name].isdigit()}
    assert results.pop("seed seen") == "False"
    assert [name for name, result in results.items() if result == "done"] == []
    assert 0 < int(numbers["processes"]) < 64
    assert 0 < int(numbers["files of /tmp"]) <= 64
    assert 0 < int(numbers["files of /dev/shm"]) <= 16
    assert 0 < int(numbers["megabytes in sockets"]) <= 16
    until(lambda: not left())


def test_nothing_is_left_when_the_referee_is_killed(referee):
    words = ["PYTHON", "player/hostile.py", "1", "REFEREE", "secret", "/none"]
    process = referee(*words, wait="wait")
    until(lambda: process.stdout.readline() == "waits\n")
    until(left)
    for one in psutil.Process(process.pid).children(recursive=True):
        assert one.is_running()
    os.kill(process.pid, signal.SIGKILL)
    until(lambda: not left())


@pytest.mark.parametrize("share", [1, 3])
def test_too_much_memory_ends_the_game(referee, share):
    """One process, or several that are each below the limit."""
    code = (
        "import os, time\n"
        f"for _ in range({share} - 1):\n    if os.fork() == 0: break\n"
        f"kept = b'x' * (2_700_000_000 // {share})\ntime.sleep(600)"
    )
    process = referee("PYTHON", "-c", code)
    assert "more than 2 GB of memory" in process.communicate(timeout=LONG)[0]


# What a player sees


@pytest.fixture
def submission(tmp_path):
    """Return a folder with a player, its module, and a player of somebody else."""
    folder = tmp_path / "class"
    folder.mkdir()
    folder.chmod(0o700)
    (folder / "kb.py").write_text("rules = 3\n")
    (folder / "other.py").write_text("class P: pass\n")
    (folder / "mine.py").write_text(
        "import os\nprint(sorted(os.listdir(os.path.dirname(os.path.abspath(__file__)))))\n"
        "import kb\nprint(kb.rules)\n"
    )
    return folder


def seen(words, folder=None):
    """Run a program in its sandbox; return its output and the last word of an error."""
    box = sandbox_for("require", words, folder)
    command, options = box.started(words)
    done = subprocess.run(command, **options, capture_output=True, text=True, check=False)
    return done.stdout, done.stderr.split(":")[-1].strip()


def test_a_file_is_alone_and_a_folder_comes_whole(submission):
    words = [sys.executable, str(submission / "mine.py")]
    assert seen(words) == ("['mine.py']\n", "No module named 'kb'")
    assert seen(words, str(submission)) == ("['kb.py', 'mine.py', 'other.py']\n3\n", "")


def test_a_private_folder_within_a_folder_is_shown_too(submission):
    submission.chmod(0o755)
    package = submission / "kb"
    package.mkdir(mode=0o700)
    (submission / "kb.py").rename(package / "__init__.py")
    words = [sys.executable, str(submission / "mine.py")]
    assert seen(words, str(submission))[0].endswith("3\n")


@pytest.mark.parametrize("target", ["../secret.py", "/etc/passwd"])
def test_a_link_to_elsewhere_is_refused(submission, target):
    (submission.parent / "secret.py").write_text("the layout")
    (submission / "link.py").symlink_to(target)
    for folder in (None, str(submission)):
        with pytest.raises(BadInput, match=r"link\.py: a link that leads out of its folder"):
            sandbox_for("auto", [sys.executable, str(submission / "link.py")], folder)
    (submission / "inside.py").symlink_to("mine.py")
    assert "inside.py" in seen([sys.executable, str(submission / "inside.py")])[0]


PLAYS = """
from mineproof import MINE, SAFE, Game, KnowledgeBase, Move, check_player, clues, deal, play_game
{more}
class P:
    def begin(self, view): {begin}
    def choose(self, view): return None
"""


@pytest.mark.parametrize(
    ("more", "begin"),
    [
        ("from mineproof import strategy", "pass"),
        ("from mineproof import analyse", "pass"),
        ("from mineproof.core import _interface", "pass"),
        ("", "check_player('assignment')"),
    ],
)
def test_a_class_has_to_play_by_itself(submission, more, begin):
    """What the example imports is there; what plays or solves is not, whenever it is imported."""
    (submission / "ours.py").write_text(PLAYS.format(more=more, begin=begin))
    name = f"{submission / 'ours.py'}:P"

    def graded():
        limits = Limits(sandbox=sandbox_of(name, "require"))
        return grade(name, boards={"easy": 1}, search=0, limits=limits)

    if more:
        with pytest.raises(BadInput, match=r"cannot be loaded: line 3: \w*(Import|NotFound)Error"):
            graded()
    else:
        assert "NotFoundError" in str(graded().faults[0].lines)
        (submission / "ours.py").write_text(PLAYS.format(more=more, begin="KnowledgeBase()"))
        assert not graded().faults


SPIES = """
import gc, os, signal, sys
class P:
    def begin(self, view): pass
    def choose(self, view):
        for one in (1, os.getppid()):
            try: os.kill(one, signal.SIGKILL)
            except OSError: pass
        objects, frame = gc.get_objects(), sys._getframe()
        while frame:
            objects += frame.f_locals.values()
            frame = frame.f_back
        kinds = {"Deal", "Game", "Watcher"} & {type(one).__name__ for one in objects}
        rooms = ("mineproof.grade.grading", "mineproof.play.strategies")
        raise ValueError(f"seen: {kinds, [name for name in sys.modules if name in rooms]}")
"""


def test_a_class_finds_no_game_in_its_process_and_ends_no_other(submission):
    (submission / "spies.py").write_text(SPIES)
    name = f"{submission / 'spies.py'}:P"
    limits = Limits(sandbox=sandbox_of(name, "require"))
    found = grade(name, boards={"easy": 1}, search=0, limits=limits)
    assert found.faults[0].lines[-1] == "stderr: ValueError: seen: (set(), [])"


def folders_left():
    return {*Path(tempfile.gettempdir()).glob("mineproof-*")}


@pytest.mark.skipif(os.geteuid() != 0, reason="only the superuser copies")
def test_a_folder_that_is_too_large_is_not_copied(submission):
    before = folders_left()
    with (submission / "large").open("wb") as file:
        file.truncate(300_000_000)  # needs no room here
    with pytest.raises(BadInput, match=r"class: more than 50 MB$"):
        sandbox_for("auto", [str(submission / "mine.py")], str(submission))
    assert folders_left() <= before


def test_a_pipe_in_a_folder_is_left_out(submission):
    before = folders_left()
    os.mkfifo(submission / "pipe", 0o600)
    words = [sys.executable, str(submission / "mine.py")]
    assert seen(words, str(submission))[0].endswith("3\n")
    assert folders_left() <= before


# Without bubblewrap


@pytest.fixture
def without_bubblewrap(monkeypatch):
    monkeypatch.setattr(sandbox_module, "_bubblewrap", lambda _user: ["no-such-program"])


@pytest.mark.usefixtures("without_bubblewrap")
def test_a_sandbox_that_is_required_and_does_not_start_is_an_error():
    with pytest.raises(BadInput, match="there is no program no-such-program; install bubblewrap"):
        sandbox_for("require", [])


@pytest.mark.usefixtures("without_bubblewrap")
def test_the_line_says_what_is_not_prevented(monkeypatch):
    kept = sandbox_for("auto", [])
    assert kept.way in ("another user", "limits")
    assert "no sandbox (there is no program no-such-program)" in state_of(kept)
    assert "use the network" in state_of(kept)
    assert "solvers" in state_of(kept)
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    kept = sandbox_for("auto", [])
    assert kept.way == "limits"
    for word in ("replace your files", "seed", "network", "leave processes behind"):
        assert word in state_of(kept)
        assert word in state_of(None)
    command, options = kept.started(["true"])
    assert subprocess.run(command, **options, check=False).returncode == 0
    assert sandbox_for("off", []) is None


@pytest.mark.usefixtures("without_bubblewrap")
@pytest.mark.skipif(os.geteuid() != 0, reason="only the superuser becomes another user")
def test_the_superuser_tries_the_program_itself_as_another_user():
    with tempfile.TemporaryDirectory(prefix="hostile-") as folder:
        program = Path(folder) / "program"
        program.write_text("#!/bin/sh\necho stuck\n")
        program.chmod(0o755)
        kept = sandbox_for("auto", [str(program)])
        assert kept.way == "limits"
        assert f"; it cannot run as another user: cannot run {program}); a pl" in state_of(kept)
        Path(folder).chmod(0o755)
        kept = sandbox_for("auto", [str(program)])
        assert (kept.way, kept.user in range(61184, 65520)) == ("another user", True)


@pytest.mark.skipif(os.geteuid() != 0, reason="only the superuser becomes another user")
def test_another_user_leaves_no_process_and_changes_nothing(tmp_path):
    kept = sandbox_module.Sandbox("another user", 61001)
    secret = tmp_path / "secret"
    secret.write_text("the layout")
    stays = "setsid sleep 599 >&- 2>&- &"
    code = f"cat {secret}; echo x > {secret}; id -u; {stays} {stays}"
    command, options = kept.started(["sh", "-c", code])
    options["env"] = dict(options["env"])
    done = subprocess.run(command, **options, capture_output=True, text=True, check=False)
    assert done.stdout == "61001\n"
    assert secret.read_text() == "the layout"
    of_the_user = [one for one in psutil.process_iter(["uids"]) if one.info["uids"].real == 61001]
    kept.end()
    until(lambda: not any(one.is_running() and one.status() != "zombie" for one in of_the_user))
    assert of_the_user
