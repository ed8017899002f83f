"""Commands in a difficult environment: little memory, no home folder, no network, other locales."""

import io
import json
import multiprocessing
import os
import shutil
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path

import pytest

from command_process import after, run_in
from mineproof import Game, deal, play_game, read, strategy
from mineproof.core._interface import library_path
from mineproof.core.choice import installed
from mineproof.game.formats.mine import write
from mineproof.reason.deduce import analyse
from places import SOURCE
from serving import POSITION
from tiers import few
from waiting import LONG


def calm(*args, status=0, **how):
    """Run a command; check its status, and that stderr has at most one line and no traceback."""
    done = run_in(".", *args, status=[status], **how)
    assert "Traceback" not in done.stderr
    assert done.stderr.count("\n") <= 1
    return done


def test_too_little_memory_is_said_in_one_line(core):
    """A board of sixteen million cells, in a process limited to 400 MiB."""
    limit = "import resource; resource.setrlimit(resource.RLIMIT_AS, (400 << 20, 400 << 20))"
    line = "solve --size 4096x4096 --mines 2000000 --start safe --strategy complete"
    how = {"program": after(limit), "MINEPROOF_ENGINE": core, "OPENBLAS_NUM_THREADS": "1"}
    assert "not enough memory" in calm(*line.split(), status=2, **how).stderr


def stuck_texts(count):
    texts = []
    for seed in range(count):
        game = Game(deal("expert", start="open", seed=seed))
        play_game(game, strategy("complete").player())
        texts.append(write(game.view))
    return texts


def answer(text):
    found = analyse(read(text))
    return found.layouts, found.safe, found.mined, found.risks.tobytes()


def test_threads_get_the_answers_of_one():
    texts = stuck_texts(12) * 4
    alone = [answer(text) for text in texts]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(answer, texts)) == alone


@pytest.mark.parametrize("how", few(["spawn", "forkserver"], 1))
def test_processes_get_the_answers_of_one(how):
    texts = stuck_texts(6)
    context = multiprocessing.get_context(how)
    with ProcessPoolExecutor(2, mp_context=context) as pool:
        assert list(pool.map(answer, texts)) == [answer(text) for text in texts]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_fork_in_the_middle_of_work_answers_too():
    """In a new process without threads, like a server that forks its workers."""
    script = """
import os, sys
from test_difficult_environment import answer, stuck_texts
texts = stuck_texts(3)
before = [answer(text) for text in texts]
child = os.fork()
if child == 0:
    os._exit(0 if [answer(text) for text in texts] == before else 1)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""
    program = [sys.executable, "-W", "ignore", "-c", script]
    run_in(".", program=program, status=[0], PYTHONPATH=os.pathsep.join(sys.path))


def test_a_home_that_does_not_exist_is_not_missed():
    done = calm("explain", "-", "r3c2", text=POSITION, HOME="/nonexistent/home")
    assert "r3c2 is safe" in done.stdout


def test_no_command_opens_a_connection(run, monkeypatch):
    """Creating a socket fails here; everything except the server works."""

    def refuse(*_, **__):
        raise AssertionError("a socket was opened")

    for name in ("socket", "create_connection", "getaddrinfo"):
        monkeypatch.setattr(f"socket.{name}", refuse)
    Path("position").write_text(POSITION)
    for words in (
        "solve --seed 1 --replay game",
        "analyse position",
        "explain position r3c2",
        "generate --count 3 --out boards",
        "batch boards --player least-risk --json",
        "review game",
        "convert position --to jsm",
        "play --plain",
        "strategies",
    ):
        monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
        assert run(*words.split())[0] in (0, 1)


@pytest.mark.parametrize("locale", few(["C", "POSIX", "en_US.ISO-8859-1"], 1))
def test_a_locale_without_our_signs_gets_others(locale):
    settings = {"LC_ALL": locale, "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"}
    done = calm("explain", "-", "r3c2", text=POSITION, **settings)
    assert "? proved in 4 steps" in done.stdout
    done = calm("solve", "--seed", "1", "--json", **settings)
    assert json.loads(done.stdout)["outcome"] == "won"


READ_ONLY = 'mount --bind "$1" "$1" && mount -o remount,ro,bind "$1" && shift && exec "$@"'


def can_mount(folder):
    tried = ["unshare", "-m", "sh", "-c", READ_ONLY, "sh", str(folder), "true"]
    return (
        shutil.which("unshare") and subprocess.run(tried, check=False, timeout=LONG).returncode == 0
    )


def test_an_install_that_cannot_be_written_to_works(tmp_path):
    """A copy of the package on a file system mounted read-only."""
    if not can_mount(tmp_path):
        pytest.skip("mounting needs root and Linux")
    shutil.copytree(SOURCE, tmp_path / "mineproof", ignore=shutil.ignore_patterns("__pycache__"))
    if "native" in installed():
        shutil.copy(library_path(), tmp_path / "mineproof")
    script = (
        f"import sys; sys.meta_path = [f for f in sys.meta_path if 'ditable' not in repr(f)]\n"
        f"sys.path.insert(0, {str(tmp_path)!r})\n"
        "import mineproof; assert mineproof.__file__.startswith(sys.path[0]), mineproof.__file__\n"
        "from mineproof.cli.entry import main; main(['solve', '--seed', '1'])"
    )
    program = ["unshare", "-m", "sh", "-c", READ_ONLY, "sh", tmp_path, sys.executable, "-c", script]
    assert "won" in calm(program=program).stdout
    assert not list(tmp_path.rglob("__pycache__"))
