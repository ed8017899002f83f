"""Files that are written: whole or not at all, through links and pipes, and a full disk."""

import errno
import os
import resource
import stat
import subprocess
import sys

import pytest

from command_process import contents, run_in
from mineproof import BadInput, Game, check_player, deal
from mineproof.base.output_files import new_file, new_folder
from mineproof.game.formats.mine import write
from tiers import slow
from waiting import LONG


@pytest.fixture
def limited(run):
    """Run a command that can write files of so many bytes, as on a full disk."""

    def call(*words, most=2000):
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, before[1]))
        try:
            return run(*words)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)

    return call


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
    monkeypatch.setattr("mineproof.base.output_files._random_name", lambda: ".part")
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


def test_an_interrupt_at_the_creation_of_a_file_leaves_nothing(tmp_path, monkeypatch):
    created = os.open

    def interrupted(*args):
        os.close(created(*args))
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(os, "open", interrupted)
        with pytest.raises(KeyboardInterrupt), new_file(tmp_path / "a"):
            pass
    assert contents(tmp_path) == []


@pytest.mark.parametrize(
    "command",
    [
        "solve --level hard --seed 2 --certificate deep/out",
        "solve --level expert --seed 2 --replay out",
        "generate --level expert --count 9 --out out",
        "generate --level easy --no-guess --count 1 --out boards --certificate out",
        "convert position --to cnf --out out",
        "convert large --to mine --out out",
    ],
)
def test_a_command_that_cannot_write_its_file_leaves_nothing_behind(
    command, run, limited, tmp_path
):
    position = Game(deal("easy", start="open", seed=1)).view
    (tmp_path / "position").write_text(write(position))
    (tmp_path / "large").write_text("90x90x0\n" + ("." * 90 + "\n") * 90)
    before = contents(tmp_path)
    status, _, err = limited(*command.split())
    assert status == 2
    assert "out: File too large" in err
    assert contents(tmp_path) == before
    assert run(*command.split())[0] < 2
    assert contents(tmp_path) != before


@pytest.mark.parametrize("there", [False, True], ids=["new", "existing"])
def test_two_files_of_one_command_appear_together_or_not_at_all(there, run, limited, tmp_path):
    (tmp_path / "position").write_text("3x2x1\n111\nHHH\n")
    words = ["explain", "position", "r2c1", "--proof", "proof", "--cnf", "axioms"]
    if there:
        (tmp_path / "proof").write_text("before")
    before = contents(tmp_path)
    for most in (1, 60):  # the proof has 48 bytes, the axioms 119
        line = "mineproof: axioms and proof: File too large\n"
        assert limited(*words, most=most) == (2, "", line)
        assert contents(tmp_path) == before
        assert not there or (tmp_path / "proof").read_text() == "before"
    assert run(*words)[0] == 0
    assert run("check", "position", "axioms", "proof")[0] == 0


@pytest.mark.parametrize("most", [0, 2000, 17_000])
def test_a_refused_run_leaves_no_store(most, run, limited, tmp_path):
    words = ["lab", "run", "--name", "a", "--size", "6x6", "--mines", "4", "--boards", "2"]
    words += ["--store", "new.sqlite"]
    assert limited(*words, most=most)[0] == 2
    assert contents(tmp_path) == []
    assert run(*words)[0] == 0
    assert contents(tmp_path) == ["new.sqlite"]


def test_a_temporary_file_that_cannot_be_written_is_not_standard_output(limited, tmp_path):
    pytest.importorskip("typst")
    status, _, err = limited("learn", "export", "--count", "1", "--pdf", "out.pdf")
    assert status == 2
    assert err.endswith(": File too large\n")
    assert "standard output" not in err
    assert contents(tmp_path) == []


def test_an_output_may_be_a_pipe(run, tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with subprocess.Popen(["cat", str(pipe)], stdout=subprocess.PIPE, text=True) as reader:
        assert run("generate", "--count", 1, "--level", "easy", "--out", pipe)[0] == 0
        assert reader.communicate(timeout=LONG)[0].startswith("# w=9")
    assert pipe.is_fifo()


@pytest.fixture
def loops(tmp_path):
    """Make `loop` and `loop.py`, links in a loop; return their folder."""
    for name, other in (("loop", "other"), ("loop.py", "other.py")):
        (tmp_path / name).symlink_to(other)
        (tmp_path / other).symlink_to(name)
    return tmp_path


@pytest.mark.parametrize(
    "command",
    [
        "generate --level easy --count 3 --out loop",
        "solve --level easy --certificate loop",
        "solve --level easy --certificate loop/game",
        "grade unit --level easy --boards 1 --html loop",
        "explain position r2c1 --cnf loop",
        "solve --level easy --strategy loop.py:P",
    ],
)
@pytest.mark.usefixtures("loops")
def test_links_in_a_loop_are_refused_in_one_line(command, run, tmp_path):
    (tmp_path / "position").write_text("3x2x1\n111\nHHH\n")
    before = contents(tmp_path)
    status, _, err = run(*command.split())
    assert (status, err.count("\n")) == (2, 1)
    assert err.endswith(": Too many levels of symbolic links\n")
    assert contents(tmp_path) == before


def test_the_library_refuses_links_in_a_loop(loops):
    with pytest.raises(BadInput, match="loop: Too many levels"):
        Game(deal("easy")).replay.write(loops / "loop")
    with pytest.raises(BadInput, match=r"loop\.py: Too many levels"):
        check_player(f"{loops}/loop.py:P")
    with pytest.raises(BadInput, match="not the name of a file"):
        Game(deal("easy")).replay.write("a\0b")
    assert contents(loops) == ["loop", "loop.py", "other", "other.py"]


def test_a_module_search_path_may_have_links_in_a_loop(loops):
    run_in(loops, "strategies", status=[0], PYTHONPATH="loop")


def in_a_shell(folder, line):
    """Run a line with the command in place of `mineproof`; return status, output and errors."""
    line = line.replace("mineproof", f"{sys.executable} -m mineproof")
    done = run_in(folder, line, program=["sh", "-c"], status=(0, 1, 2))
    return done.returncode, done.stdout, done.stderr


FULL = "standard output: No space left on device\n"


@pytest.mark.parametrize(
    ("line", "status", "error"),
    [
        ("mineproof analyse - <&-", 2, "standard input is closed\n"),
        ("mineproof strategies >&-", 0, None),
        ("mineproof strategies > /dev/full", 1, FULL),
        ("mineproof generate --count 5000 --level expert > /dev/full", 1, FULL),
        ("PYTHONIOENCODING=cp1252 mineproof strategies", 0, None),
    ],
)
def test_what_the_system_refuses_is_said_in_one_line(line, status, error, tmp_path):
    """A closed or full output, a closed input, a terminal that cannot encode ∎: no traceback."""
    found, _, err = in_a_shell(tmp_path, line)
    assert found == status
    assert (err == "") if error is None else err.startswith(f"mineproof: {error}")
    assert err.count("\n") <= 1


@pytest.mark.parametrize(
    ("command", "first"),
    [
        ("solve --level hard --trace", "  #1 "),
        ("generate --count 5000 --level expert", "# w=30"),
        slow("generate --count 5000 --level expert --json", "{"),
        slow("lab export ratio", "recipe,"),
    ],
)
def test_a_closed_pipe_is_no_error(command, first, run, tmp_path):
    if command.startswith("lab"):
        run("lab", "run", "ratio", "--scale", "0.02", "--strategies", "unit,two-literal")
    _, out, err = in_a_shell(tmp_path, f"mineproof {command} | head -n 1")
    assert err == ""
    assert out.startswith(first)
