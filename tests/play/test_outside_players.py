"""Players from outside: programs that speak the text protocol, classes of a file, and faults."""

import os
import re
import shlex
import shutil
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

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
from mineproof.errors import PlayerFault
from mineproof.game.board import Board
from mineproof.play.outside import Limits, fingerprint, strategy_named
from mineproof.play.outside.lines import BadLine, parse
from mineproof.play.outside.process import Process
from mineproof.play.outside.python_class import new_clauses

EXAMPLES = Path(__file__).parent.parent / "examples"
PROGRAM = f"exec:{shlex.quote(sys.executable)} {EXAMPLES / 'player_program.py'}"
QUICK = Limits(move_seconds=8, game_seconds=20)

# Every program below reads lines with `ask` (None at the end of input) and writes with `tell`.
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
        path.write_text(PRELUDE + text)
        return f"exec:{shlex.quote(sys.executable)} -S -E {path}"

    return write


def small():
    """Deal a board of 2 rows and 3 columns with a mine at r2c2; r1c1 is given."""
    board, layout = read_board("1 1 1 / 1 * 1")
    return Deal(board, layout, (0,))


def play_with(name, dealt=None, limits=QUICK):
    player = strategy_named(name, limits).player()
    try:
        return play_game(Game(dealt or small()), player)
    finally:
        player.close()


# The protocol


def test_the_conversation_is_the_one_of_the_documentation(program, tmp_path):
    log = tmp_path / "log"
    name = program(
        f"""
log = open({str(log)!r}, "w")
moves = ["open 1 2", "say hello", "clause -1,1 +2,2", "open 1 2", "flag 2 2", "flag 2 2",
         "unit +2,2", "open 1 3", "guess 2 1", "open 2 3"]
for line in iter(sys.stdin.readline, ""):
    log.write(line); log.flush()
    if line.split()[0] in ("go", "clue", "ok"):
        while (move := moves.pop(0)).split()[0] in ("say", "clause", "unit"): tell(move)
        tell(move)
"""
    )
    result = play_with(name)
    assert result.outcome == "solved"
    assert (result.counters.inserted, result.counters.units) == (1, 1)
    lines = (
        "game 2 3 1/given 1 1 1/go/clue 1 2 1/clue 1 2 1/ok/ok/clue 1 3 1/clue 2 1 1/end solved/"
    )
    assert log.read_text() == lines.replace("/", "\n")


@pytest.mark.parametrize(
    ("start", "given"),
    [("given", ["given 1 1 0"]), ("safe:r1c1", ["given 1 1 0", "given 1 2 1", "given 2 1 0",
                                                "given 2 2 1"])],
)  # fmt: skip
def test_a_first_cell_floods_and_a_given_cell_does_not(program, tmp_path, start, given):
    board, layout = read_board("0 1 * / 0 1 1")
    log = tmp_path / "log"
    name = program(
        f"""
lines = []
while (line := sys.stdin.readline()) != "go\\n": lines.append(line)
open({str(log)!r}, "w").write("".join(lines))
tell("stuck"); ask()
"""
    )
    assert play_with(name, Deal(board, layout, (0,), start)).outcome == "stuck"
    assert log.read_text().splitlines() == ["game 2 3 1", *given]


def test_opening_a_flagged_cell_takes_its_flag_away(program):
    name = program(
        """
until("go")
for move in ("flag 1 2", "open 1 2"):
    tell(move); answer = ask()
assert answer == ["clue", "1", "2", "1"], answer
tell("stuck"); assert ask() == ["end", "stuck"]
"""
    )
    result = play_with(name)
    assert (result.outcome, result.fault) == ("stuck", None)
    assert result.game.flagged == 0


def test_an_opened_mine_ends_the_game(program):
    name = program("until('go'); tell('guess 2 2'); assert ask() == ['end', 'exploded']\n")
    assert play_with(name).outcome == "exploded"


def test_a_game_that_the_given_cells_complete_is_not_sent():
    dealt = deal(custom("1x1", 0), seed=0)
    assert play_with("exec:/bin/false", dealt).outcome == "solved"


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
    "hang": ("time.sleep(60)", "no move for more than 2 s; is its output flushed"),
    "unflushed": ("sys.stdout.write('open 1 2'); time.sleep(60)", "flushed"),
    "garbage": ("tell('solved')", "no such line.*we: go.*it: solved"),
    "binary": ("sys.stdout.buffer.write(b'\\xff\\x00\\n'); tell()", "no such line"),
    "wrong cell": ("tell('open 7 7')", "row 7, column 7 lies outside"),
    "huge line": ("tell('say', 'x' * 100_000)", "a line of more than 65536 bytes"),
    "endless line": ("while True: sys.stdout.write('x' * 9999)", "a line of more than 65536"),
    "flood": ("while True: tell('say', 'y')", "more than 500 lines|took more than 4 s"),
    "closed output": ("os.close(1); time.sleep(60)", "closed its output"),
    "closed both": ("os.close(0); tell('open 1 2'); os.close(1); time.sleep(60)", "closed its"),
    "chatters": ("while True: tell('flag 2 2')", "more than 500 lines|took more than 4 s"),
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
    limits = Limits(move_seconds=2, game_seconds=4, game_lines=500)
    player = strategy_named(name, limits).player()
    first = play_game(Game(small()), player)
    assert first.outcome == "fault"
    assert not first.success
    assert re.search(reason, str(first.fault))
    assert "\n" not in str(first.fault)
    second = play_game(Game(small()), player)
    assert (second.outcome, second.fault) == ("stuck", None)
    player.close()


def test_grandchildren_are_killed_with_the_program(program, tmp_path):
    numbers = tmp_path / "numbers"
    name = program(
        f"""
import subprocess
child = subprocess.Popen([sys.executable, "-S", "-c", "import time; time.sleep(60)"])
open({str(numbers)!r}, "w").write(str(child.pid))
until("go"); tell("nonsense"); time.sleep(60)
"""
    )
    assert play_with(name).outcome == "fault"
    pid, until = int(numbers.read_text()), time.monotonic() + 5
    while psutil.pid_exists(pid) and psutil.Process(pid).status() != psutil.STATUS_ZOMBIE:
        assert time.monotonic() < until
        time.sleep(0.01)


def test_a_program_that_ignores_signals_and_the_end_of_input_is_killed(program):
    name = program(
        """
for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT): signal.signal(number, signal.SIG_IGN)
until("go"); tell("stuck"); time.sleep(60)
"""
    )
    began = time.monotonic()
    assert play_with(name).outcome == "stuck"
    assert time.monotonic() - began < 10


def test_the_process_goes_when_its_player_goes(program):
    name = program("while True: until('go'); tell('stuck'); ask()\n")
    player = strategy_named(name, QUICK).player()
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
        player = strategy_named(name, QUICK).player()
        assert [play_game(Game(small()), player).outcome for _ in range(5)] == ["stuck"] * 5
        player.close()
        assert len(starts.read_text()) == expected


def test_a_crash_after_the_end_of_a_game_is_a_fault_of_the_next(program):
    player = strategy_named(
        program("until('go'); tell('stuck'); ask(); sys.exit(4)"), QUICK
    ).player()
    assert play_game(Game(small()), player).outcome == "stuck"
    second = play_game(Game(small()), player)
    assert second.outcome == "fault"
    assert "exit status 4" in str(second.fault)
    player.close()


def test_what_is_written_after_the_end_does_not_reach_the_next_game(program):
    name = program("while True: until('go'); tell('guess 2 2\\nopen 1 2'); ask()\n")
    player = strategy_named(name, QUICK).player()
    assert play_game(Game(small()), player).outcome == "exploded"
    second = play_game(Game(small()), player)
    assert "between `end` and `go`" in str(second.fault)
    player.close()


def test_the_cpu_time_is_that_of_the_program(program):
    name = program(
        """
while True:
    until("go")
    until_ = time.process_time() + 0.2
    while time.process_time() < until_: pass
    tell("stuck"); ask()
"""
    )
    player = strategy_named(name).player()
    spent = [play_game(Game(small()), player).ms for _ in range(3)]
    player.close()
    if sys.platform == "linux":
        assert all(180 < ms < 400 for ms in spent)


def test_a_move_costs_little():
    """At most 0.2 ms of our CPU time per move, for a program that answers at once."""
    reply = "while read w; do echo flag 1 1; done"
    process = Process(["sh", "-c", reply], Limits())
    process.begin_game()
    process.send("go\n")
    began = time.process_time()
    for _ in range(500):
        assert process.read_line() == b"flag 1 1"
        process.send("ok\n")
        process.begin_move()
    spent = (time.process_time() - began) / 500
    process.close(0)
    assert spent < 0.0002


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


@pytest.mark.parametrize("which", ["c++", "python"])
def test_the_example_programs_play_as_the_assignment_does(which, request):
    name = request.getfixturevalue("compiled") if which == "c++" else PROGRAM
    ours, theirs = strategy("assignment").player(), strategy_named(name).player()
    for level, seeds in (("easy", range(12)), ("medium", range(4)), ("hard", range(2))):
        for seed in seeds:
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
        check_player(program("until('go'); tell('hello'); time.sleep(9)"))


def test_solve_and_batch_take_programs_and_classes(run, compiled):
    mine = f"{EXAMPLES / 'my_player.py'}:MyPlayer"
    assert run("generate", "--level", "easy", "--count", 30, "--out", "boards.txt")[0] == 0
    for name in (compiled, PROGRAM, mine):
        status, out, _ = run("solve", "--strategy", name, "--seed", 1, "--json")
        assert status in (0, 1)
        assert '"outcome"' in out
    sums = [
        run("batch", "boards.txt", "--strategy", name, "--json")[1] for name in (compiled, mine)
    ]
    assert all('"games": 30' in out for out in sums)


def test_batch_plays_programs_in_several_processes(run, program):
    run("generate", "--level", "easy", "--count", 401, "--out", "boards.txt")
    name = program("while True: until('go'); tell('stuck'); ask()\n")
    status, out, err = run("batch", "boards.txt", "--strategy", name, "--workers", 2)
    assert (status, err) == (0, "")
    assert "0 of 401 won" in out


def test_batch_tells_faults_and_goes_on(run, program):
    run("generate", "--level", "easy", "--count", 13, "--out", "boards.txt")
    name = program("until('go'); tell('solved'); time.sleep(9)\n")
    status, out, err = run("batch", "boards.txt", "--strategy", name, "--out", "rows.jsonl")
    assert status == 0
    assert "0 of 13 won" in out
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
        ("asignment", "did you mean assignment"),
    ],
)
@pytest.mark.parametrize("command", ["solve", "batch"])
def test_a_player_that_cannot_be_is_refused_in_one_line(run, command, name, reason):
    Path("mine.py").write_text(
        "class Player:\n    def begin(self, view): pass\n    def choose(self, view): pass\n"
        "def helper(): pass\n"
    )
    Path("broken.py").write_text("class Player:\n    def begin(\n")
    Path("raising.py").write_text("1 / 0\n")
    Path("notaprogram").write_text("hello\n")
    Path("notaprogram").chmod(0o755)
    Path("boards.txt").write_text("# w=3 h=1 m=1 rule=safe start=0,0 seed=1\n2\n1\n")
    more = ["boards.txt", "--workers", 1] if command == "batch" else []
    status, _, err = run(command, *more, "--strategy", name)
    assert status == 2
    assert reason in err
    assert len(err.splitlines()) == 1


def test_a_program_refuses_other_shapes(run, compiled):
    status, _, err = run("solve", "--shape", "hex", "--strategy", compiled)
    assert status == 2
    assert "plays grids; this board is a hex" in err


def test_limits_are_options(run, program):
    name = program("until('go'); time.sleep(60)")
    status, out, _ = run("solve", "--strategy", name, "--move-seconds", 0.2)
    assert status == 1
    assert "no move for more than 0.2 s" in out
    assert run("solve", "--strategy", name, "--move-seconds", 0)[0] == 2


def test_a_name_from_the_network_runs_nothing():
    with pytest.raises(BadInput, match="unknown strategy"):
        strategy("exec:/bin/true")


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


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("player", ["exec:{python} other/program.py", "other/mine.py:Player"])
def test_a_player_may_import_modules_that_lie_beside_it(tmp_path, player, workers):
    """Commands protect their own processes from modules of the current folder, not these."""
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "program.py").write_text(PROGRAM_WITH_A_MODULE)
    (tmp_path / "other" / "mine.py").write_text(CLASS_WITH_A_MODULE)
    (tmp_path / "other" / "beside.py").write_text(MODULE_BESIDE)
    mineproof = [sys.executable, "-m", "mineproof"]
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONSAFEPATH"}
    for words in (
        ["generate", "--level", "easy", "--start", "safe", "--count", "4", "--out", "boards.txt"],
        ["batch", "boards.txt", "--workers", str(workers), "--strategy",
         player.format(python=shlex.quote(sys.executable))],
    ):  # fmt: skip
        done = subprocess.run(
            [*mineproof, *words], cwd=tmp_path, env=environment, capture_output=True, text=True,
            timeout=60, check=False,
        )  # fmt: skip
        assert (done.returncode, done.stderr) == (0, "")
