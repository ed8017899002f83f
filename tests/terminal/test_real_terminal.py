"""The terminal game in a real terminal: its keys, its mouse, and what it leaves behind."""

import io
import json
import os
import signal
import sys

import pytest

from command_process import after
from mineproof import level
from mineproof.terminal.layout import screen_layout
from tiers import slow

termios = pytest.importorskip("termios")

from pseudo_terminal import PseudoTerminal  # noqa: E402  # needs a system with pseudo-terminals

PLAY = ["play", "--seed", "3", "--start", "safe:r1c1"]
# Parts of an escape sequence may come late on a busy machine.
PATIENT = """
from mineproof.terminal import app as terminal_app
terminal_app._ESCAPE_SECONDS = terminal_app._SECONDS_TO_SEQUENCE = 600
"""


def playing(*args, patch="", **more):
    """Run the game in a terminal; `patch` is Python code that runs before it."""
    return PseudoTerminal([*after(patch), *PLAY, *args], **more)


def mouse(board, cols, rows, name, button):
    """Return what a terminal sends for a click on a cell: the press and the release."""
    x, y = screen_layout(board, cols, rows).place(board.index(name))
    return b"\x1b[<%d;%d;%dM\x1b[<%d;%d;%dm" % (button, x + 1, y + 1, button, x + 1, y + 1)


@pytest.mark.parametrize(("cols", "rows"), [(80, 24), slow(200, 50)])
def test_a_whole_game_through_a_real_terminal(tmp_path, cols, rows):
    board = level("easy").board()
    with playing(patch=PATIENT, cols=cols, rows=rows, cwd=tmp_path) as terminal:
        terminal.until("Q quit")
        terminal.send(b"g")
        terminal.until("No guess is needed")
        terminal.send(b"\x1b[A\x1b[A")
        terminal.until("r3c5")
        terminal.send_slowly(b"\x1bOB\x1b[D")  # an arrow in either mode of the keypad
        terminal.until("r4c4")
        # Ctrl-Right, Ctrl-Down, Shift-Up, Alt-b, an unknown key, F5: none of them has an effect.
        terminal.send(b"\x1b[1;5C\x1b[1;5B\x1b[1;2A\x1bb\x1b[99;5u\x1b[15~")
        terminal.send_slowly(b"\x1b[1;5C\x1b[99;5u\x1b[1;5B")
        terminal.send(b"\x1b[C")
        terminal.until("r4c5")
        assert "No guess is needed" in terminal.screen.text
        terminal.send(mouse(board, cols, rows, "r3c3", 2))
        terminal.until("9 mines left")
        terminal.send_slowly(mouse(board, cols, rows, "r3c3", 2))
        terminal.until("10 mines left")
        terminal.send(b"b")
        terminal.until("safe in every layout")
        terminal.send(b"\r")
        terminal.until(lambda: "safe in every layout" not in terminal.screen.text)
        terminal.send(b"s")
        terminal.until("Saved to game.json")
        terminal.send(b"q")
        assert terminal.exit_status() == 1  # not won
    moves = json.loads((tmp_path / "game.json").read_text())["moves"]
    assert [move["do"] for move in moves] == ["flag", "unflag", "open"]


def test_clicks_open_and_chord_and_the_wheel_scrolls(tmp_path):
    board = level("hard").board()
    with playing("--level", "hard", "--start", "open", cwd=tmp_path) as terminal:
        terminal.until("Open a cell to begin")
        terminal.send(mouse(board, 80, 24, "r9c16", 0))
        terminal.until("3 3 2 1 1")  # the same seed gives the same board
        for name in ("r7c14", "r7c15", "r7c16"):
            terminal.send(mouse(board, 80, 24, name, 2))
        terminal.until("F F[F]")
        terminal.send(mouse(board, 80, 24, "r8c15", 1))
        terminal.send(mouse(board, 80, 24, "r8c16", 0))  # opens r7c17
        terminal.until("r8c16")
        terminal.send(b"?")
        terminal.until("Keys and mouse")
        terminal.resize(80, 12)
        terminal.until("arrows")
        terminal.send(b"\x1b[<65;5;5M" * 9)
        terminal.until("neighbours of a number")
        terminal.send(b"?s")
        terminal.until("Saved")
        terminal.send(b"\x03")
        assert terminal.exit_status() == 1
    moves = json.loads((tmp_path / "game.json").read_text())["moves"]
    assert [move["do"] for move in moves] == ["flag"] * 3 + ["chord"] * 2


def test_the_screen_follows_the_size_of_the_terminal(tmp_path):
    with playing(cwd=tmp_path) as terminal:
        terminal.until("┌───┬")
        for cols, rows, expected in (
            (200, 50, "left click"),  # the keys of the mouse are beside the board, too
            (40, 12, "rows 3-7 of 9"),
            (20, 5, "small: 24x9 is the"),
            (80, 24, "┌───┬"),
        ):
            terminal.resize(cols, rows)
            terminal.until(expected)


def left_as_it_was(terminal):
    assert termios.tcgetattr(terminal.inner) == terminal.before
    assert terminal.screen.modes <= {25, 7}  # the default modes: a visible cursor and wrapped lines


BROKEN = "from mineproof.terminal import game as t\nt.TerminalGame.flag = lambda *_: 1 / 0"


@pytest.mark.parametrize(
    ("leave", "status", "patch"),
    [(b"q", 1, ""), (b"\x03", 1, ""), slow(b"\x04", 1, ""), (signal.SIGINT, 1, ""),
     (signal.SIGTERM, 1, ""), slow(signal.SIGHUP, 1, ""), (b"f", 1, BROKEN)],
    ids=["q", "ctrl-c", "ctrl-d", "SIGINT", "SIGTERM", "SIGHUP", "error"],
)  # fmt: skip
def test_the_terminal_is_left_as_it_was(tmp_path, leave, status, patch):
    with playing(patch=patch, cwd=tmp_path) as terminal:
        terminal.until("Q quit")
        assert {1049, 1006} <= terminal.screen.modes
        assert termios.tcgetattr(terminal.inner) != terminal.before
        if isinstance(leave, bytes):
            terminal.send(leave)
        else:
            os.kill(terminal.child, leave)
        assert terminal.exit_status() == status
        left_as_it_was(terminal)
        assert ("ZeroDivisionError" in terminal.screen.text) == bool(patch)


def test_ctrl_z_gives_the_terminal_back_and_fg_takes_it(tmp_path):
    with PseudoTerminal(["/bin/sh", "-i"], cwd=tmp_path, PS1="shell> ", ENV="") as terminal:
        terminal.until("shell>")
        terminal.send(f"{sys.executable} -m mineproof {' '.join(PLAY)}\n".encode())
        terminal.until("Q quit")
        terminal.send(b"\x1a")
        terminal.until("shell>")
        assert terminal.screen.modes <= {25, 7, 2004}
        terminal.send(b"fg\n")
        terminal.until("Q quit")
        terminal.send(b"\x1b[A")
        terminal.until("r4c5")
        terminal.send(b"q")
        terminal.until("shell>")


# The work of a method takes until the file `go` is there.
SLOW = """
import os, time
from mineproof.terminal.game import TerminalGame
done = []
def slow(*_, **__):
    while not os.path.exists("go"):
        time.sleep(0.01)
    done.append(1)
    return str(len(done)) + " done"
TerminalGame.{method} = slow
"""


def test_slow_work_is_announced_and_can_be_left(tmp_path):
    with playing(patch=SLOW.format(method="why"), cwd=tmp_path) as terminal:
        terminal.until("Q quit")
        terminal.send(b"w")
        terminal.until("thinking")
        terminal.send(b"\x1b[A")
        terminal.until("r4c5")  # the cursor moves during the job
        assert "thinking" in terminal.screen.text
        (tmp_path / "go").touch()
        terminal.until("1 done")
        assert "thinking" not in terminal.screen.text
    (tmp_path / "go").unlink()
    with playing(patch=SLOW.format(method="open"), cwd=tmp_path) as terminal:
        terminal.until("Q quit")
        terminal.send(b" ")
        terminal.until("thinking")
        terminal.send(b"q")
        assert terminal.exit_status() == 1
        left_as_it_was(terminal)


def test_keys_are_not_lost_while_a_job_runs(tmp_path):
    with playing(patch=SLOW.format(method="flag"), cwd=tmp_path) as terminal:
        terminal.until("Q quit")
        terminal.send(b"f\x1b[Cf\x1b[Cf")
        terminal.until("thinking")
        terminal.wait_until_read()
        (tmp_path / "go").touch()
        terminal.until("3 done")


def test_colours_and_the_full_screen_are_left_out_where_unwelcome(tmp_path):
    for environ, colours in (({}, True), ({"NO_COLOR": "1"}, False)):
        with playing(cwd=tmp_path, **environ) as terminal:
            terminal.until("Q quit")
            assert terminal.screen.colours == colours
    with playing(cwd=tmp_path, TERM="dumb") as terminal:
        terminal.until("Type help for the commands")
        terminal.send(b"quit\n")
        assert terminal.exit_status() == 1
        assert terminal.screen.modes == set()
    with playing(cwd=tmp_path, PYTHONIOENCODING="ascii") as terminal:
        terminal.until("Q quit")
        assert "|[.]|" in terminal.screen.text or "|[#]|" in terminal.screen.text
        assert terminal.screen.text.isascii()


def test_a_pipe_gets_lines(run, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("guess\nquit\n"))
    status, out, err = run("play", "--seed", "3", "--start", "open:r5c5")
    assert (status, err) == (1, "")
    assert "guess is needed" in out
