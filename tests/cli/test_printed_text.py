"""What commands print: characters that a terminal would obey, names that are not UTF-8, colours."""

import os

import pytest

from command_process import contents, run_in

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
def test_no_line_has_a_control_character(words, run, tmp_path):
    (tmp_path / "position.json").write_text('{"\\u001b[31mX\\u202e": 1}')
    (tmp_path / "rubric.toml").write_text('[weights]\n"\\u001b[31mX" = 1\n')
    (tmp_path / "mine.py").write_text(PLAYER)
    _, out, err = run(*words)
    assert "[31m" in out + err or "verified" in out + err
    assert all(line.isprintable() for line in (out + err).split("\n"))


@pytest.mark.parametrize(
    "words",
    [
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
def test_an_argument_that_is_not_utf_8_is_refused_in_one_line(words, run, tmp_path):
    (tmp_path / os.fsdecode(b"mine\xff.py")).write_text(PLAYER)
    (tmp_path / os.fsdecode(b"mine\xff")).write_text("#!/bin/sh\n")
    (tmp_path / os.fsdecode(b"mine\xff")).chmod(0o755)
    before = contents(tmp_path)
    status, out, err = run(*map(os.fsdecode, words))
    assert (status, out, err.count("\n")) == (2, "", 1), err
    assert err.startswith("mineproof: ")
    assert contents(tmp_path) == before


def test_a_host_that_is_not_utf_8_is_refused_in_one_line(tmp_path):
    """In a process: Python leaves the socket open."""
    done = run_in(tmp_path, "serve", "--host", b"a\xff", "--no-browser", status=[2])
    assert (done.stdout, done.stderr.count("\n")) == ("", 1)


def test_a_report_may_have_a_name_that_is_not_utf_8(run):
    pytest.importorskip("typst")
    pytest.importorskip("matplotlib")
    run("lab", "run", "--name", "a", "--size", "6x6", "--mines", "4", "--boards", "2",
        "--strategies", "unit", "--store", "lab.sqlite")  # fmt: skip
    pdf = os.fsdecode(b"\xff.pdf")
    status, out, err = run("lab", "report", "--store", "lab.sqlite", "--pdf", pdf)
    assert (status, err) == (0, "")
    assert "?.pdf" in out


@pytest.mark.parametrize(
    ("environment", "coloured"),
    [
        ({}, False),
        ({"FORCE_COLOR": "1", "TERM": "xterm-256color"}, True),
        ({"FORCE_COLOR": "1", "TERM": "xterm-256color", "NO_COLOR": "1"}, False),
    ],
)
def test_colours_appear_when_asked_for_and_not_when_unwelcome(
    environment, coloured, run, monkeypatch
):
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert ("\x1b[38;5;33m1" in run("solve")[1]) == coloured
