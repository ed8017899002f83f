"""A player cannot replace the files that `grade` and `batch` write.

The players here are programs that run as the same user, without a sandbox. Each attacks when it is
started or when it ends, and gives up every game, which earns no points.
"""

import json
import os
import shlex
import sys
from pathlib import Path

import pytest

DONE = "mineproof: easy is over, 1 of at most 1 boards"
FORGED = '{"score": 100, "tests": []}'
FEW = ["--sandbox", "off", "--level", "easy", "--boards", "1", "--search", "0", "--seed", "1"]
FILES = ["--gradescope", "out/results.json", "--html", "out/page.html"]
PLAYER = """
import os, shutil, sys
from glob import glob

FORGED = {forged!r}
TARGETS = ["out/results.json", "out/page.html"]

def write(path, text=FORGED):
    with open(path, "w") as file: file.write(text)

def victims():
    return [*TARGETS, *glob("out/.mineproof-*.part")]

def remove(path):
    if os.path.lexists(path): os.unlink(path)

{attack}
for line in sys.stdin:
    if line == "go\\n": print("stuck", flush=True)
{at_the_end}
"""


@pytest.fixture
def player(tmp_path, monkeypatch):
    """Write a hostile player into the current folder, which has a folder `out`; return its name."""
    monkeypatch.chdir(tmp_path)
    Path("out").mkdir()
    Path("forged").write_text(FORGED)

    def make(attack="", at_the_end=""):
        text = PLAYER.format(forged=FORGED, attack=attack, at_the_end=at_the_end)
        Path("player.py").write_text(text)
        return f"exec:{shlex.quote(sys.executable)} player.py"

    return make


def told(err):
    """Return the lines of standard error after the one about the sandbox, which stands first."""
    state, *lines = err.splitlines()
    assert state.startswith("mineproof: no sandbox (--sandbox off); a player can harm you: ")
    return lines


def names(folder):
    return sorted(path.name for path in Path(folder).iterdir())


def is_own_file(path):
    """Tell whether a path is a file, no link, and without another name."""
    return path.is_file() and not path.is_symlink() and path.lstat().st_nlink == 1


def is_true(points):
    """Tell whether the result has these points and the page is a page."""
    result = json.loads(Path("out/results.json").read_text())
    return result["score"] == points and "<html" in Path("out/page.html").read_text()


# What a player does with the targets, and with temporary files beside them

ATTACKS = {
    "file": "for path in victims(): remove(path); write(path)",
    "link": "for path in victims(): remove(path); os.symlink('../forged', path)",
    "hard link to a file": "for path in victims(): remove(path); os.link('forged', path)",
    "hard link of a file": "for n, path in enumerate(glob('out/.*')): os.link(path, f'kept{n}')",
    "pipe": "for path in victims(): remove(path); os.mkfifo(path)",
}


@pytest.mark.parametrize("there", [False, True], ids=["new", "existing"])
@pytest.mark.parametrize("attack", [*ATTACKS])
def test_the_result_is_the_one_that_was_printed(attack, there, run, player):
    name = player(ATTACKS[attack])
    for path in (Path("out/results.json"), Path("out/page.html")) if there else ():
        path.write_text("before")
        path.chmod(0o640)
    status, out, err = run("grade", name, *FEW, "--json", *FILES)
    assert (status, told(err)) == (1, [DONE])
    assert json.loads(out)["points"] == 0
    for path in (Path("out/results.json"), Path("out/page.html")):
        assert is_own_file(path)
        assert not there or path.lstat().st_mode & 0o777 == 0o640
    assert is_true(0)
    assert names("out") == ["page.html", "results.json"]
    assert Path("forged").read_text() == FORGED


def test_no_file_is_there_while_a_player_runs(run, player):
    name = player(
        "write('begin', repr(os.listdir('out')))", "write('end', repr(os.listdir('out')))"
    )
    assert run("grade", name, *FEW, "--json", *FILES)[0] == 1
    assert Path("begin").read_text() == Path("end").read_text() == "[]"
    assert is_true(0)


# What a player does with the way to the target

MOVED = "it was moved or replaced while the command ran"
COPY = "for path in here: write('out/' + path)\nwrite('out/results.json')"
MOVES = {
    "folder": f"os.mkdir('out')\n{COPY}",
    "link to a folder": f"os.mkdir('other')\nos.symlink('other', 'out')\n{COPY}",
    "link to itself": f"os.symlink('away', 'out')\n{COPY}",
}


@pytest.mark.parametrize("move", [*MOVES])
def test_a_folder_that_is_replaced_is_an_error(move, run, player):
    away = "here = os.listdir('out') if not os.path.exists('away') else []\n"
    once = "\n".join(f"    {line}" for line in MOVES[move].splitlines())
    name = player(f"{away}if not os.path.exists('away'):\n    os.rename('out', 'away')\n{once}")
    status, out, err = run("grade", name, *FEW, "--json", "--gradescope", "out/results.json")
    assert (status, out) == (2, "")
    assert told(err) == [DONE, f"mineproof: out/results.json: {MOVED}"]


def test_a_folder_that_is_deleted_and_made_again_gets_no_forged_result(run, player):
    name = player(f"here = os.listdir('out')\nshutil.rmtree('out')\nos.mkdir('out')\n{COPY}")
    status = run("grade", name, *FEW, "--json", *FILES)[0]
    assert status == 2 or is_true(0)  # the new folder may have the inode of the old one


def test_a_link_of_the_user_that_is_changed_is_an_error(run, player):
    Path("out/real.json").write_text("before")
    Path("link").symlink_to("out/real.json")
    name = player("remove('link'); os.symlink('forged', 'link')")
    status, out, err = run("grade", name, *FEW, "--json", "--gradescope", "link")
    assert (status, out, told(err)) == (2, "", [DONE, f"mineproof: link: {MOVED}"])
    assert Path("out/real.json").read_text() == "before"
    status, out, _ = run("grade", player(), *FEW, "--json", "--gradescope", "link")
    assert status == 1  # the link is the user's now, and is followed
    assert json.loads(Path("forged").read_text())["score"] == 0


def test_a_pipe_of_the_user_that_is_replaced_is_an_error(run, player):
    os.mkfifo("pipe")
    reading = os.open("pipe", os.O_RDWR)  # nobody waits for the other side
    try:
        name = player("remove('pipe'); write('pipe')")
        status, out, err = run("grade", name, *FEW, "--json", "--gradescope", "pipe")
    finally:
        os.close(reading)
    assert (status, out, told(err)) == (2, "", [DONE, f"mineproof: pipe: {MOVED}"])


# Targets that cannot be written


@pytest.mark.parametrize("option", ["--gradescope", "--html"])
@pytest.mark.parametrize(
    ("target", "reason"),
    [
        ("no/file", "No such file or directory"),
        ("out", "not a file to write to"),
        ("forged/file", "Not a directory"),
        ("/proc/file", "No such file or directory"),  # the superuser cannot write there, either
    ],
)
def test_a_target_that_cannot_be_written_is_refused_before_play(
    target, reason, option, run, player
):
    name = player("write('started')")
    before = names(".")
    status, out, err = run("grade", name, *FEW, option, target)
    assert (status, out, err) == (2, "", f"mineproof: {target}: {reason}\n")
    assert names(".") == before
    assert names("out") == []


# Other commands that run players


@pytest.mark.parametrize(("attack", "workers"), [*((attack, 1) for attack in ATTACKS), ("file", 2)])
def test_the_games_of_a_batch_are_the_ones_that_were_played(attack, workers, run, player):
    assert run("generate", "--level", "easy", "--count", 2, "--out", "boards")[0] == 0
    name = player(ATTACKS[attack])
    words = ["batch", "boards", "--strategy", name, "--workers", workers]
    assert run(*words, "--out", "out/results.json")[0] == 0
    games = Path("out/results.json")
    assert is_own_file(games)
    assert [json.loads(line)["won"] for line in games.read_text().splitlines()] == [False, False]
