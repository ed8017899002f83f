"""Players from outside: programs that speak the text protocol, classes of a file, and faults."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from itertools import count
from pathlib import Path

import psutil
import pytest

from command_process import run_in
from mineproof import (
    MINE,
    SAFE,
    BadInput,
    BrokenContract,
    Deal,
    Game,
    check_player,
    custom,
    deal,
    play_game,
    read_board,
    strategy,
)
from mineproof.base.errors import PlayerFault
from mineproof.game.board import Board
from mineproof.play.outside._python_class import new_clauses
from mineproof.play.outside.lines import BadLine, parse
from mineproof.play.outside.players import fingerprint, separate, strategy_named
from mineproof.play.outside.process import Limits, Process
from places import EXAMPLES
from programs import PATIENT, PYTHON, impatient, runs, small
from tiers import slow
from waiting import until

PROGRAM = f"exec:{shlex.quote(sys.executable)} {EXAMPLES / 'player_program.py'}"

# Every program below reads lines with `ask` (None at the end of input) and writes with `tell`.
# `hang` stops it, and writes a file that tells so.
PRELUDE = """
import os, sys, time, signal
def tell(*words): print(*words, flush=True)
def ask():
    line = sys.stdin.readline()
    return line.split() if line else None
def until(word):
    while (line := ask()) is not None:
        if line[0] == word: return line
    sys.exit(0)
def hang(): open({file!r}, "w").close(); time.sleep(600)
"""


@pytest.fixture(autouse=True)
def no_process_is_left():
    """Check that every process that a test started has ended, including zombies."""
    before = {child.pid for child in psutil.Process().children(recursive=True)}
    yield
    left = [one for one in psutil.Process().children(recursive=True) if one.pid not in before]
    # multiprocessing starts a helper process at its first use and keeps it.
    assert not [one for one in left if "resource_tracker" not in " ".join(one.cmdline())]


@pytest.fixture
def program(tmp_path):
    """Write a program; return its player name, exec:…."""

    def write(text):
        path = tmp_path / f"program{len(list(tmp_path.iterdir()))}.py"
        path.write_text(PRELUDE.format(file=str(tmp_path / "hangs")) + text)
        return f"exec:{PYTHON} {path}"

    return write


def play_with(name, dealt=None, limits=PATIENT, games=1):
    """Play games with a program; return the result, or the results of several."""
    player = strategy_named(name, limits).player()
    try:
        results = [play_game(Game(dealt or small()), player) for _ in range(games)]
    finally:
        player.close()
    return results if games > 1 else results[0]


# The protocol


@pytest.fixture
def talk(program, tmp_path):
    """Play a game with a program that writes these lines; return the result and what it read."""

    def call(*lines, dealt=None):
        log = tmp_path / "log"
        name = program(
            f"""
log, moves = open({str(log)!r}, "w"), {[*lines]!r}
for line in iter(sys.stdin.readline, ""):
    log.write(line); log.flush()
    if line.split()[0] in ("go", "clue", "ok"):
        while (move := moves.pop(0)).split()[0] in ("say", "clause", "unit"): tell(move)
        tell(move)
"""
        )
        result = play_with(name, dealt)
        assert result.fault is None
        return result, log.read_text().splitlines()

    return call


def test_the_conversation_is_the_one_of_the_documentation(talk):
    result, read = talk(
        "open 1 2", "say hello", "clause -1,1 +2,2", "open 1 2", "flag 2 2", "flag 2 2",
        "unit +2,2", "open 1 3", "guess 2 1", "open 2 3",
    )  # fmt: skip
    assert result.outcome == "won"
    assert (result.counters.inserted, result.counters.units) == (1, 1)
    assert read == [
        "game 2 3 1", "given 1 1 1", "go", "clue 1 2 1", "clue 1 2 1", "ok", "ok", "clue 1 3 1",
        "clue 2 1 1", "end solved",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("start", "given"),
    [("given", ["given 1 1 0"]), ("safe:r1c1", ["given 1 1 0", "given 1 2 1", "given 2 1 0",
                                                "given 2 2 1"])],
)  # fmt: skip
def test_a_first_cell_floods_and_a_given_cell_does_not(talk, start, given):
    board, layout = read_board("0 1 * / 0 1 1")
    result, read = talk("stuck", dealt=Deal(board, layout, (0,), start))
    assert result.outcome == "stuck"
    assert read == ["game 2 3 1", *given, "go", "end stuck"]


def test_opening_a_flagged_cell_takes_its_flag_away(talk):
    result, read = talk("flag 1 2", "open 1 2", "stuck")
    assert read[-3:] == ["ok", "clue 1 2 1", "end stuck"]
    assert (result.outcome, result.game.flagged) == ("stuck", 0)


def test_a_program_that_stops_after_a_win_has_won_and_is_told_stuck(talk):
    result, read = talk("open 1 2", "open 1 3", "open 2 1", "open 2 3", "stuck")
    assert read[-1] == "end stuck"
    assert (result.outcome, result.success, result.complete) == ("won", True, False)


def test_an_opened_mine_ends_the_game(talk):
    result, read = talk("guess 2 2")
    assert (result.outcome, read[-1]) == ("lost", "end exploded")


def test_a_game_that_the_given_cells_complete_is_not_sent():
    dealt = deal(custom("1x1", 0), seed=0)
    assert play_with("exec:/bin/false", dealt).outcome == "won"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"", "empty"),
        (b"solved", "no such line"),
        (b"open 0 1", "row 0, column 1 lies outside"),
        (b"open 3 1", "outside"),
        (b"open 1", "a row and a column"),
        (b"open 1 1 1", "a row and a column"),
        (b"open -1 1", "a row and a column"),
        (b"open \xd9\xa1 1", "a row and a column"),
        (b"stuck now", "alone"),
        (b"clause 1,1", "literal"),
        (b"clause +9,9", "outside"),
        (b"unit", "one literal"),
        (b"unit +1,1 -1,2", "one literal"),
        (b"OPEN 1 1", "no such line"),
        (b"\xff\xfe", "no such line"),
    ],
)
def test_a_line_that_is_none_is_refused(line, reason):
    with pytest.raises(BadLine, match=reason):
        parse(line, Board(2, 3))


# Faults: the game is lost with one line, and the next game is played


FAULTS = {
    "crash": ("raise ValueError('my own bug')", "exit status 1.*stderr: ValueError: my own bug"),
    "signal": ("os.kill(os.getpid(), signal.SIGSEGV)", "ended by SIGSEGV"),
    "quits": ("sys.exit(0)", "exit status 0"),
    "hang": ("hang()", "no move for more than 0.1 s; is its output flushed"),
    "unflushed": ("sys.stdout.write('open 1 2'); hang()", "flushed"),
    "garbage": ("tell('solved')", "no such line.*we: go.*it: solved"),
    "binary": ("sys.stdout.buffer.write(b'\\xff\\x00\\n'); tell()", "no such line"),
    "wrong cell": ("tell('open 7 7')", "row 7, column 7 lies outside"),
    "huge line": ("tell('say', 'x' * 100_000)", "a line of more than 65536 bytes"),
    "endless line": ("while True: sys.stdout.write('x' * 9999)", "a line of more than 65536"),
    "flood": ("while True: tell('say', 'y')", "more than 500 lines in one game"),
    "closed output": ("os.close(1); time.sleep(600)", "closed its output"),
    "closed both": ("os.close(0); tell('open 1 2'); os.close(1); time.sleep(600)", "closed its"),
    "chatters": ("while True: tell('flag 2 2')", "more than 500 lines in one game"),
    "full stderr": ("sys.stderr.write('z' * 3_000_000 + '\\nlast words'); sys.exit(3)",
                    "exit status 3.*stderr: last words"),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_loses_the_game_and_the_next_one_is_played(program, tmp_path, fault):
    text, reason = FAULTS[fault]
    flag = tmp_path / "once"
    name = program(
        f"""
if not os.path.exists({str(flag)!r}):
    open({str(flag)!r}, "w").close()
    until("go")
    {text}
until("go"); tell("stuck"); ask()
"""
    )
    limits = impatient(tmp_path / "hangs", game_lines=500)
    first, second = play_with(name, limits=limits, games=2)
    assert first.outcome == "fault"
    assert not first.success
    assert re.search(reason, str(first.fault))
    assert "\n" not in str(first.fault)
    assert (second.outcome, second.fault) == ("stuck", None)


@pytest.mark.parametrize("step", [1.0, 0.1])
def test_a_game_of_quick_moves_has_a_limit_too(program, step):
    """The clock is some time later whenever it is read."""
    name = program("until('go')\nwhile True: tell('flag 2 2'); ask()\n")
    limits = Limits(move_seconds=10, game_seconds=60, clock=count(0.0, step).__next__)
    assert "the game took more than 60 s" in str(play_with(name, limits=limits).fault)


def test_grandchildren_are_killed_with_the_program(program, tmp_path):
    numbers = tmp_path / "numbers"
    name = program(
        f"""
import subprocess
child = subprocess.Popen([sys.executable, "-S", "-c", "import time; time.sleep(600)"])
open({str(numbers)!r}, "w").write(str(child.pid))
until("go"); tell("nonsense"); time.sleep(600)
"""
    )
    assert play_with(name).outcome == "fault"
    pid = int(numbers.read_text())
    until(lambda: not runs(pid))


def test_a_program_that_ignores_signals_and_the_end_of_input_is_killed(program):
    name = program(
        """
for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT): signal.signal(number, signal.SIG_IGN)
until("go"); tell("stuck"); time.sleep(600)
"""
    )
    assert play_with(name).outcome == "stuck"  # the fixture checks that no process is left


def test_the_process_goes_when_its_player_goes(program):
    name = program("while True: until('go'); tell('stuck'); ask()\n")
    player = strategy_named(name, PATIENT).player()
    assert play_game(Game(small()), player).outcome == "stuck"
    assert psutil.Process().children()
    del player  # the fixture checks that no process is left


def test_a_program_may_quit_after_each_game_and_one_may_play_many(program, tmp_path):
    starts = tmp_path / "starts"
    note = f"open({str(starts)!r}, 'a').write('x')\n"
    quits = program(note + "until('go'); tell('stuck'); ask()\n")
    stays = program(note + "while True: until('go'); tell('stuck'); ask()\n")
    for name, expected in ((quits, 5), (stays, 1)):
        starts.write_text("")
        assert [one.outcome for one in play_with(name, games=5)] == ["stuck"] * 5
        assert len(starts.read_text()) == expected


@pytest.mark.parametrize(
    ("text", "outcome", "fault"),
    [
        ("until('go'); tell('stuck'); ask(); sys.exit(4)", "stuck", "exit status 4"),
        ("while True: until('go'); tell('guess 2 2\\nopen 1 2'); ask()", "lost",
         "between `end` and `go`"),
    ],
)  # fmt: skip
def test_what_a_program_does_after_a_game_is_a_fault_of_the_next(program, text, outcome, fault):
    first, second = play_with(program(text), games=2)
    assert (first.outcome, second.outcome) == (outcome, "fault")
    assert fault in str(second.fault)


def test_the_cpu_time_is_that_of_the_program(program, tmp_path):
    """The program writes its CPU time after `go`, before its move, and after `end`."""
    file = tmp_path / "times"
    name = program(
        f"""
def note(): print(time.process_time(), file=open({str(file)!r}, "a"))
while True:
    until("go"); note()
    later = time.process_time() + 0.05
    while time.process_time() < later: pass
    note(); tell("stuck"); ask(); note()
"""
    )
    results = play_with(name, games=3)
    if sys.platform != "linux":
        return
    noted = [1000 * float(line) for line in file.read_text().split()]
    before = 0.0
    for result, began, moved, ended in zip(results, *(noted[n::3] for n in range(3)), strict=True):
        assert moved - began <= result.ms <= ended - before
        before = moved


def test_a_move_costs_little():
    """At most 40 calls of functions for each move of a program that answers at once."""
    process = Process(["sh", "-c", "while read w; do echo flag 1 1; done"], PATIENT)
    process.begin_game()
    process.send("go\n")
    calls = []
    sys.setprofile(lambda _frame, event, _what: calls.append(event))
    try:
        for _ in range(100):
            line = process.read_line()
            process.send("ok\n")
            process.begin_move()
    finally:
        sys.setprofile(None)
        process.close(0)
    assert line == b"flag 1 1"
    assert calls.count("call") + calls.count("c_call") <= 40 * 100


# Where players are named


@pytest.fixture(scope="module")
def compiled(tmp_path_factory):
    compiler = os.environ.get("CXX") or shutil.which("g++") or shutil.which("c++")
    if not compiler:
        pytest.skip("no C++ compiler")
    out = tmp_path_factory.mktemp("cpp") / "player"
    flags = ["-O2", "-std=c++17", "-Wall", "-Wextra", "-Werror"]
    subprocess.run([compiler, *flags, EXAMPLES / "player.cpp", "-o", out], check=True)
    return f"exec:{out}"


@pytest.mark.parametrize(
    "boards", [{"easy": 3, "hard": 1}, slow({"easy": 12, "medium": 4, "hard": 2})]
)
@pytest.mark.parametrize("which", ["c++", "python"])
def test_the_example_programs_play_as_the_assignment_does(which, request, boards):
    name = request.getfixturevalue("compiled") if which == "c++" else PROGRAM
    ours, theirs = strategy("assignment").player(), strategy_named(name, PATIENT).player()
    for level, seeds in boards.items():
        for seed in range(seeds):
            dealt = deal(level, seed=seed)
            expected = play_game(Game(dealt), ours)
            found = play_game(Game(dealt), theirs)
            assert found.fault is None
            assert bytes(found.game.view.cells) == bytes(expected.game.view.cells)
    theirs.close()


def test_the_example_program_keeps_the_contract(compiled):
    assert check_player(compiled) > 20


def test_the_examples_are_short():
    for name in ("player.cpp", "player_program.py", "my_player.py"):
        assert len((EXAMPLES / name).read_text().splitlines()) < 150


def test_the_contract_names_the_board_of_a_fault(program):
    with pytest.raises(BrokenContract, match=r"deal\(custom.*no such line"):
        check_player(program("until('go'); tell('hello'); time.sleep(600)"))


def test_solve_and_batch_take_programs_and_classes(run, compiled):
    mine = f"{EXAMPLES / 'my_player.py'}:MyPlayer"
    assert run("generate", "--level", "easy", "--count", 5, "--out", "boards.txt")[0] == 0
    for name in (compiled, PROGRAM, mine):
        status, out, _ = run("solve", "--strategy", name, "--seed", 1, "--json")
        assert status in (0, 1)
        assert '"outcome"' in out
    for name in (compiled, mine):
        assert '"games": 5' in run("batch", "boards.txt", "--strategy", name, "--json")[1]


def test_batch_plays_programs_in_several_processes(run, program):
    run("generate", "--level", "easy", "--count", 401, "--out", "boards.txt")
    name = program("while True: until('go'); tell('stuck'); ask()\n")
    status, out, err = run("batch", "boards.txt", "--strategy", name, "--workers", 2)
    assert (status, err) == (0, "")
    assert "0 of 401 won" in out


def test_batch_tells_faults_and_goes_on(run, program):
    run("generate", "--level", "easy", "--count", 13, "--out", "boards.txt")
    name = program("until('go'); tell('solved'); time.sleep(600)\n")
    status, out, err = run("batch", "boards.txt", "--strategy", name, "--out", "rows.jsonl")
    assert status == 0
    assert "0 of 13 won" in out
    assert out.endswith(", faults: 13\n")
    assert json.loads(run("batch", "boards.txt", "--strategy", name, "--json")[1])["faults"] == 13
    assert err.splitlines()[0].startswith("board 0: the protocol has no such line; last lines: we:")
    assert err.splitlines()[-1] == "and 3 more games lost by faults"
    assert Path("rows.jsonl").read_text().count('"fault"') == 13


def test_a_class_that_fails_loses_its_game(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(
        "class Player:\n    def begin(self, view): pass\n"
        "    def choose(self, view):\n        print('noise')\n        return {}['key']\n"
        "class Odd:\n    def begin(self, view): pass\n    def choose(self, view): return 42\n"
    )
    found = play_game(Game(small()), strategy_named(f"{path}:Player").player())
    assert str(found.fault) == "line 5: KeyError: 'key'"
    found = play_game(Game(small()), strategy_named(f"{path}:Odd").player())
    assert str(found.fault).startswith("42 is not a Move: return ")


OBVIOUS = """
from mineproof import SAFE, Move, analyse
class Player:
    def begin(self, view): pass
    def choose(self, view):
        found = analyse(view)
        if found.safe: return Move(found.safe[0], SAFE)
        return Move(found.best.cell, SAFE, certain=False)
"""


def test_a_class_that_fails_after_the_win_has_won(tmp_path, run):
    path = tmp_path / "obvious.py"
    path.write_text(OBVIOUS)
    for seed in range(3):
        dealt = deal("easy", start="open", seed=seed)
        won = Game(dealt).play("guess").won
        for made in (strategy_named(f"{path}:Player"), separate(f"{path}:Player", PATIENT)):
            player = made.player()
            found = play_game(Game(dealt), player)
            player.close()
            assert (found.won, found.complete, found.fault) == (won, False, None)
    run("generate", "--level", "easy", "--start", "open", "--count", 20, "--out", "boards.txt")
    players = f"guess,{path}:Player"
    status, out, err = run("batch", "boards.txt", "--think", "normal", "--strategies", players)
    assert (status, err) == (0, "")
    one, other = [line.split(", ")[0] for line in out.splitlines()[:2]]
    assert one.replace("guess", f"{path}:Player") == other


def test_a_program_may_do_anything_after_the_win(program):
    wins = "until('go')\nfor move in ('1 2', '1 3', '2 1', '2 3'): tell('open ' + move); ask()\n"
    for then in ("sys.exit(1)", "tell('nonsense')", "tell('guess 2 2'); ask()", "tell('stuck')"):
        result = play_with(program(wins + then))
        assert (result.outcome, result.complete, result.fault) == ("won", False, None)


def test_a_class_sees_the_given_cells_open_and_may_open_them_once_more(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(
        "from mineproof import Move, analyse\n"
        "class Looks:\n    def begin(self, view): pass\n"
        "    def choose(self, view):\n"
        "        found = analyse(view)\n"
        "        return Move(found.safe[0], 'safe') if found.safe else None\n"
        "class Opens(Looks):\n"
        "    def begin(self, view): self.given = [*view.initial]\n"
        "    def choose(self, view):\n"
        "        return Move(self.given.pop(), 'safe') if self.given else super().choose(view)\n"
        "class Insists(Looks):\n"
        "    def choose(self, view): return Move(view.initial[0], 'safe')\n"
    )
    for start in ("given", "open"):
        dealt = deal("easy", start=start, seed=7)
        for make in (strategy_named, lambda name: separate(name, PATIENT)):
            seen = []
            for name in ("Looks", "Opens", "Insists"):
                player, moves = make(f"{path}:{name}").player(), []
                seen.append((play_game(Game(dealt), player, after=moves.append), moves))
                player.close()
            (looks, moves), (opens, same), (insists, none) = seen
            assert looks.fault is opens.fault is None
            assert moves == same != none == []
            assert looks.game.opened == opens.game.opened > insists.game.opened
            assert "is open already" in str(insists.fault)


def test_clauses_of_a_class_may_name_cells_and_verdicts_as_text():
    class Reports:
        def __init__(self, clause):
            self.clause = clause

        def new_clauses(self):
            return [self.clause]

    view = Game(small()).view
    for clause in ([(0, MINE), (1, SAFE)], [("r1c1", "mine"), ((1, 2), "safe")]):
        assert new_clauses(Reports(clause), view) == [frozenset({1, -2})]
    for wrong in ([(0, "boom")], [("r99c1", MINE)], [(0, None)]):
        with pytest.raises(PlayerFault, match="is not a cell and a verdict"):
            new_clauses(Reports(wrong), view)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("nowhere.py:Player", "no such file"),
        ("mine.py", "name a file and its class"),
        ("mine.py:Nobody", "no class Nobody; it has Player"),
        ("mine.py:helper", "helper is no class with the methods begin and choose"),
        ("broken.py:Player", "line 2: SyntaxError"),
        ("raising.py:Player", "line 1: ZeroDivisionError"),
        ("exec:", "name a program"),
        ("exec:./nowhere", "no such program"),
        ("exec:./mine.py", "not executable"),
        ("exec:'unclosed", "no closing quotation"),
        ("exec:./notaprogram", "Exec format error"),
        ("asignment", "unknown strategy 'asignment'"),
    ],
)
def test_a_player_that_cannot_be_is_refused(tmp_path, monkeypatch, name, reason):
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text(
        "class Player:\n    def begin(self, view): pass\n    def choose(self, view): pass\n"
        "def helper(): pass\n"
    )
    Path("broken.py").write_text("class Player:\n    def begin(\n")
    Path("raising.py").write_text("1 / 0\n")
    Path("notaprogram").write_text("hello\n")
    Path("notaprogram").chmod(0o755)
    with pytest.raises(BadInput, match=reason) as refused:
        play_with(name)
    assert "\n" not in refused.value.line


def test_a_program_refuses_other_shapes(run, compiled):
    status, _, err = run("solve", "--shape", "hex", "--strategy", compiled)
    assert status == 2
    assert "plays grids; this board is a hex" in err


def test_limits_are_options(run, program):
    name = program("until('go'); time.sleep(600)")
    status, out, _ = run("solve", "--strategy", name, "--move-seconds", 0.2)
    assert status == 1
    assert "no move for more than 0.2 s" in out
    assert run("solve", "--strategy", name, "--move-seconds", 0)[0] == 2


def test_a_changed_program_has_another_fingerprint(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text("class Player: pass\n")
    before = fingerprint(f"{path}:Player")
    assert fingerprint(f"{path}:Player") == before
    path.write_text("class Player:\n    pass\n")
    assert fingerprint(f"{path}:Player") != before


PROGRAM_WITH_A_MODULE = """
from beside import moves
moves()
"""
MODULE_BESIDE = """
import sys

def moves():
    for line in sys.stdin:
        if line.startswith("go"):
            print("stuck", flush=True)
"""
CLASS_WITH_A_MODULE = """
class Player:
    def begin(self, view):
        import beside
        beside.moves

    def choose(self, view):
        return None
"""


@pytest.mark.parametrize("workers", [slow(1), 2])
@pytest.mark.parametrize("player", ["exec:{python} other/program.py", "other/mine.py:Player"])
def test_a_player_may_import_modules_that_lie_beside_it(run, tmp_path, player, workers):
    """Commands protect their own processes from modules of the current folder, not these."""
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "program.py").write_text(PROGRAM_WITH_A_MODULE)
    (tmp_path / "other" / "mine.py").write_text(CLASS_WITH_A_MODULE)
    (tmp_path / "other" / "beside.py").write_text(MODULE_BESIDE)
    run("generate", "--level", "easy", "--start", "safe", "--count", 4, "--out", "boards.txt")
    name = player.format(python=shlex.quote(sys.executable))
    words = ["batch", "boards.txt", "--workers", str(workers), "--strategy", name]
    assert run_in(tmp_path, *words, status=[0]).stderr == ""
