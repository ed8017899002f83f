"""Commands in a difficult environment: little memory, no home folder, no network, other locales."""

import json
import multiprocessing
import os
import shutil
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path

import pytest

import mineproof as mineproof_package
from mineproof import Game, deal, play_game, strategy
from mineproof.core.choice import installed
from mineproof.game.formats.mine import write
from mineproof.reason.deduce import analyse

POSITION = "4x3x2\n0000\n1211\nHHHH\n"


def mineproof(*args, text=None, before="", **environment):
    """Run a command in a new process, after some Python code of the test."""
    script = f"import sys\n{before}\nfrom mineproof.cli import main\nmain(sys.argv[1:])"
    return subprocess.run(
        [sys.executable, "-c", script, *map(str, args)],
        input=text,
        capture_output=True,
        text=True,
        encoding="utf-8",
        errors="replace",
        env=os.environ | environment,
        timeout=120,
        check=False,
    )


def calm(done, status):
    """Check the exit status, and that stderr has at most one line and no traceback."""
    assert done.returncode == status, done.stderr
    assert "Traceback" not in done.stderr
    assert done.stderr.count("\n") <= 1
    return done


def test_too_little_memory_is_said_in_one_line(core, tmp_path):
    """A board of sixteen million cells, in a process limited to 400 MiB."""
    limit = "import resource; resource.setrlimit(resource.RLIMIT_AS, (400 << 20, 400 << 20))"
    args = ["solve", "--size", "4096x4096", "--mines", 2_000_000, "--start", "safe",
            "--strategy", "complete"]  # fmt: skip
    done = calm(mineproof(*args, before=limit, MINEPROOF_ENGINE=core, OPENBLAS_NUM_THREADS="1"), 2)
    assert "not enough memory" in done.stderr


def stuck_texts(count):
    texts = []
    for seed in range(count):
        game = Game(deal("expert", start="open", seed=seed))
        play_game(game, strategy("complete").player())
        texts.append(write(game.view))
    return texts


def answer(text):
    from mineproof import read

    found = analyse(read(text))
    return found.layouts, found.safe, found.mined, found.risks.tobytes()


def test_threads_get_the_answers_of_one():
    texts = stuck_texts(12) * 4
    alone = [answer(text) for text in texts]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(answer, texts)) == alone


@pytest.mark.parametrize("how", ["spawn", "forkserver"])
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
from test_faults import answer, stuck_texts
texts = stuck_texts(3)
before = [answer(text) for text in texts]
child = os.fork()
if child == 0:
    os._exit(0 if [answer(text) for text in texts] == before else 1)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", script],
        env=os.environ | {"PYTHONPATH": os.path.dirname(__file__)},  # noqa: PTH120
        timeout=60,
        check=False,
    )
    assert done.returncode == 0


def test_a_home_that_does_not_exist_is_not_missed():
    done = calm(mineproof("explain", "-", "r3c2", text=POSITION, HOME="/nonexistent/home"), 0)
    assert "r3c2 is safe" in done.stdout


def test_no_command_opens_a_connection(tmp_path):
    """Creating a socket fails here; everything except the server works."""
    no_sockets = (
        "import socket\n"
        "def refuse(*_, **__): raise AssertionError('a socket was opened')\n"
        "socket.socket = socket.create_connection = socket.getaddrinfo = refuse"
    )
    board = tmp_path / "boards.txt"
    game = tmp_path / "game.json"
    for args, text in (
        (["solve", "--seed", 1, "--replay", game], None),
        (["analyse", "-"], POSITION),
        (["explain", "-", "r3c2"], POSITION),
        (["generate", "--count", 3, "--out", board], None),
        (["batch", board, "--player", "least-risk", "--json"], None),
        (["review", game], None),
        (["convert", "-", "--to", "jsm"], POSITION),
        (["play", "--plain"], "quit\n"),
        (["strategies"], None),
    ):
        done = mineproof(*args, text=text, before=no_sockets)
        assert "a socket was opened" not in done.stderr
        assert done.returncode in (0, 1), done.stderr


@pytest.mark.parametrize("locale", ["C", "POSIX", "en_US.ISO-8859-1"])
def test_a_locale_without_our_signs_gets_others(locale):
    settings = {"LC_ALL": locale, "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"}
    done = calm(mineproof("explain", "-", "r3c2", text=POSITION, **settings), 0)
    assert "? proved in 4 steps" in done.stdout
    done = calm(mineproof("solve", "--seed", "1", "--json", **settings), 0)
    assert json.loads(done.stdout)["outcome"] == "solved"


READ_ONLY = 'mount --bind "$1" "$1" && mount -o remount,ro,bind "$1" && shift && exec "$@"'


def can_mount(folder):
    tried = ["unshare", "-m", "sh", "-c", READ_ONLY, "sh", str(folder), "true"]
    return (
        shutil.which("unshare") and subprocess.run(tried, check=False, timeout=60).returncode == 0
    )


def test_an_install_that_cannot_be_written_to_works(tmp_path):
    """A copy of the package on a file system mounted read-only."""
    if not can_mount(tmp_path):
        pytest.skip("mounting needs root and Linux")
    source = Path(mineproof_package.__file__).parent
    shutil.copytree(source, tmp_path / "mineproof", ignore=shutil.ignore_patterns("__pycache__"))
    if "native" in installed():
        from mineproof import _native

        shutil.copy(_native.__file__, tmp_path / "mineproof")
    script = (
        f"import sys; sys.meta_path = [f for f in sys.meta_path if 'ditable' not in repr(f)]\n"
        f"sys.path.insert(0, {str(tmp_path)!r})\n"
        "import mineproof; assert mineproof.__file__.startswith(sys.path[0]), mineproof.__file__\n"
        "from mineproof.cli import main; main(['solve', '--seed', '1'])"
    )
    run = [
        "unshare",
        "-m",
        "sh",
        "-c",
        READ_ONLY,
        "sh",
        str(tmp_path),
        sys.executable,
        "-c",
        script,
    ]
    done = subprocess.run(run, capture_output=True, text=True, timeout=60, check=False)
    calm(done, 0)
    assert "solved" in done.stdout
    assert not list(tmp_path.rglob("__pycache__"))
