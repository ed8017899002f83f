"""The terminal game: at a keyboard, line by line, and what it says when asked."""

import json
import os
import re
import select
import subprocess
import sys
import time

import pytest

from mineproof import BadInput, level
from mineproof.cli.terminal_game import TerminalGame
from mineproof.cli.terminal_lines import play_lines
from mineproof.cli.terminal_screen import Screen
from mineproof.game.deal import Start
from mineproof.game.picture import FLAG, HIDDEN, MINE
from mineproof.game.replay import read

pty = pytest.importorskip("pty")


def session(name="easy", start="safe:r1c1", seed=3, **more):
    ticks = iter(range(1_000_000))
    return TerminalGame(
        level(name), Start.parse(start), seed, clock=lambda: next(ticks) / 10, **more
    )


def text_of(screen, width=80, height=24):
    from rich.console import Console

    console = Console(width=width, height=height, force_terminal=False)
    with console.capture() as got:
        console.print(screen.draw(width, height))
    return got.get()


def test_a_game_is_played_and_told():
    game = session()
    while not game.over:
        found = game.analysis()
        cell = found.safe[0] if found.safe else min(found.odds, key=found.odds.get)
        said = game.open(cell)
    assert said.startswith(("won", "lost"))
    assert game.replay.end().won == game.game.won
    assert game.open(0) == "the game is over"
    assert game.best() == game.may_guess() == "the game is over"
    taken = game.seconds
    assert game.seconds == taken  # the clock has stopped


@pytest.mark.parametrize("rule", ["safe", "open"])
def test_the_first_click_is_where_the_player_clicks(rule):
    for cell in (0, 40, 80):
        game = session(start=rule)
        assert game.flag(cell) == "open a cell first"
        game.open(cell)
        assert game.view.cells[cell] >= 0
        assert rule == "safe" or game.view.cells[cell] == 0
        assert game.replay.deal.initial == (cell,)


def test_a_board_without_guesses_can_be_asked_for():
    game = session("intermediate", "open", no_guess=True)
    game.open(100)
    while not game.over:
        found = game.analysis()
        assert found.safe  # never a guess
        for cell in found.safe:
            if game.view.cells[cell] < 0:
                game.open(cell)
    assert game.game.won


def test_flags_and_chords():
    game = session()
    mine = next(cell for cell in game.analysis().mined)
    name = game.board.name(mine)
    game.flag(mine)
    assert game.mines_left == 9
    assert game.view.cells[mine] == FLAG
    assert game.open(mine) == f"{name} is flagged: take the flag away first"
    game.flag(mine)
    assert game.view.cells[mine] == HIDDEN
    assert "is open" in game.flag(0)
    assert "not open" in game.chord(mine)
    for cell in game.analysis().mined:
        game.flag(cell)
    before = game.game.opened
    for cell, clue in enumerate(game.view.cells.tolist()):
        if clue > 0:
            game.chord(cell)
    assert game.game.opened > before
    assert game.game.exploded is None


def test_a_lost_game_shows_its_mines_and_says_whether_that_was_avoidable():
    game = session()
    mine = next(cell for cell in game.analysis().mined)
    said = game.open(mine)
    assert said.startswith(f"lost at {game.board.name(mine)}")
    assert said.endswith("It was avoidable.")
    assert game.shown().count(MINE) == 10
    game.restart()
    assert not game.over
    board = game.replay.deal.layout
    game.next()
    assert game.replay.deal.layout != board


def test_why_argues_and_may_guess_names_no_cell():
    game = session()
    found = game.analysis()
    assert "is safe (depth" in game.why(found.safe[0])
    assert "is a mine (depth" in game.why(found.mined[0])
    assert "is open" in game.why(0)
    undecided = found.undecided[0]
    assert "undecided: a mine in" in game.why(undecided)
    assert game.may_guess() == "no guess is needed"
    assert not re.search(r"r\d+c\d+", game.may_guess())
    assert game.best().startswith("open r")


def test_lines_are_obeyed_or_answered(tmp_path):
    game, said = session(), []
    target = tmp_path / "game.json"
    lines = ["help", "certain", "odds", "guess", "best", "why r3c3", "flag r3c3", "", "open r99c1",
             "jump", "open", f"save {target}", "show", "chord r1c1", "new", "restart",
             f"save {tmp_path}/no/game.json", "quit", "open r1c1"]  # fmt: skip
    play_lines(game, lines, said.append)
    all_said = "\n".join(said)
    for expected in ("may I guess yet?", "safe: r", "mines: r", "no guess is needed", "open r",
                     "r3c3 is a mine", "lies outside the 9x9", "'jump' is not a command", "saved",
                     "'open' is not a command", "board 1 of seed 3", "No such file"):  # fmt: skip
        assert expected in all_said
    assert read(target.read_text()).moves[0].do == "flag"


def test_the_screen_fits_and_follows_the_cursor():
    screen = Screen(session(), "game.json")
    lines = text_of(screen).splitlines()
    assert len(lines) <= 24
    assert max(map(len, lines)) <= 80
    large = Screen(session("expert"), "game.json")
    for overlay in ("o", "c", "o"):
        large.press(overlay)
        for _ in range(40):
            large.press("\x1b[C")
            large.press("\x1b[B")
        assert large.cell == 479
        lines = text_of(large).splitlines()
        assert len(lines) <= 24
        assert max(map(len, lines)) <= 80


def test_keys_do_what_the_screen_promises(tmp_path):
    screen = Screen(session(), str(tmp_path / "game.json"))
    assert screen.cell == 40
    for key, cell in (("k", 31), ("j", 40), ("h", 39), ("l", 40), ("\x1b[A", 31), ("\x1b[D", 30)):
        assert screen.press(key)
        assert screen.cell == cell
    assert screen.press("x")  # means nothing
    screen.cell = 20  # r3c3: a mine
    screen.press("w")
    assert "is a mine" in screen.said
    assert screen.lit
    screen.press("f")
    assert screen.game.view.cells[20] == FLAG
    screen.press("c")
    assert "+" in text_of(screen)
    screen.press("o")
    assert "ok" in text_of(screen)
    screen.press("s")
    assert "saved" in screen.said
    screen.press("g")
    assert screen.said == "no guess is needed"
    assert not screen.press("q")


def test_a_save_before_the_game_is_refused():
    with pytest.raises(BadInput, match="nothing has been played"):
        session(start="open").save("game.json")


def test_a_whole_game_through_a_real_terminal(tmp_path):
    """A pseudo-terminal, its keys, and what it shows."""
    child, at = pty.fork()
    if child == 0:
        os.chdir(tmp_path)
        os.environ |= {"TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24"}
        os.execv(sys.executable, [sys.executable, "-m", "mineproof", "play", "--seed", "3",
                                  "--start", "safe:r1c1"])  # fmt: skip
    shown = ""

    def until(what, seconds=30):
        nonlocal shown
        end = time.monotonic() + seconds
        while what not in shown and time.monotonic() < end:
            if select.select([at], [], [], 0.2)[0]:
                shown += os.read(at, 65536).decode("utf-8", "replace")
        assert what in shown, shown[-2000:]
        shown = ""

    try:
        until("Q quit")
        os.write(at, b"g")
        until("no guess is needed")
        os.write(at, b"\x1b[A\x1b[Ab")
        until("safe in every layout")
        os.write(at, b"s")
        until("saved to game.json")
        os.write(at, b"q")
        _, status = os.waitpid(child, 0)
        child = 0
        assert os.waitstatus_to_exitcode(status) == 1  # not won
    finally:
        if child:
            os.kill(child, 9)
            os.waitpid(child, 0)
        os.close(at)
    assert json.loads((tmp_path / "game.json").read_text())["moves"] == []


def test_a_pipe_gets_lines():
    done = subprocess.run(
        [sys.executable, "-m", "mineproof", "play", "--seed", "3", "--start", "open:r5c5"],
        input="guess\nquit\n",
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 1
    assert "guess is needed" in done.stdout
    assert done.stderr == ""
    wrong = subprocess.run(
        [sys.executable, "-m", "mineproof", "play", "--start", "given"],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert wrong.returncode == 2
    assert wrong.stderr.count("\n") == 1
