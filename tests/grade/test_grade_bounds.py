"""`grade` needs little memory and time, whatever a player writes."""

import itertools
import random
import shlex
import sys
import tracemalloc
from dataclasses import replace
from itertools import combinations, product

import pytest

from mineproof import BadInput, Game, deal
from mineproof.grade import _clauses as clauses
from mineproof.grade._clauses import ClauseReport
from mineproof.grade._mirror import Mirror, TooMuchWork
from mineproof.grade._watched import Watched, Watcher
from mineproof.grade.as_json import as_json
from mineproof.grade.grading import grade, passed, points
from mineproof.grade.rubric import default_rubric
from mineproof.grade.text import text_of
from mineproof.play.outside.lines import Line, place
from mineproof.play.outside.process import Limits
from programs import clauses_checked

FLOOD = "import os, sys\nwhile True: os.write({file}, b'x' * 65536 + b'\\n')\n"
SAYS = """
import sys
for line in sys.stdin:
    if line == "go\\n":
        for _ in range({times}): print("say", "x" * 60_000)
        print("stuck", flush=True)
"""
FLAGS = """
import sys
for line in sys.stdin:
    if line.startswith("given"): flag = line.replace("given", "flag").rsplit(None, 1)[0]
    if line == "go\\n":
        for _ in range(50): print(flag, flush=True), sys.stdin.readline()
        print("stuck", flush=True)
"""
OPENS = """
import sys
for line in sys.stdin:
    if line == "go\\n":
        for move in {moves}: print(move, flush=True), sys.stdin.readline()
        print("{last}", flush=True)
"""


def watched(tmp_path, text):
    path = tmp_path / "program.py"
    path.write_text(text)
    watcher = Watcher(f"exec:{shlex.quote(sys.executable)} {path}", Limits())
    try:
        return watcher.play(deal("easy", seed=1), keep_lines=True)
    finally:
        watcher.close()


@pytest.mark.parametrize(("then", "wrong"), [("guess", 0), ("open", 1), ("nonsense", 0)])
def test_a_game_that_is_won_is_no_fault_and_not_complete(tmp_path, then, wrong):
    """Without its last flag the game is stuck for the rubric; a mine called safe is a claim."""
    dealt = deal("easy", seed=1)
    safe = [place(dealt.board, cell) for cell, mine in enumerate(dealt.layout) if not mine]
    last = place(dealt.board, dealt.layout.index(1))
    found = watched(
        tmp_path, OPENS.format(moves=[f"guess {at}" for at in safe], last=f"{then} {last}")
    )
    assert (found.fault, found.complete, found.stuck) == (None, False, True)
    assert sum(one.wrong for one in found.claims) == wrong


@pytest.mark.parametrize("file", [1, 2, 3])
def test_a_class_that_floods_while_it_is_loaded_is_refused(tmp_path, monkeypatch, file):
    monkeypatch.setattr("mineproof.play.outside.players._LOADING", 0.5)  # of CPU time, not 20 s
    path = tmp_path / "flood.py"
    path.write_text(FLOOD.format(file=file))  # 3 is the output of the protocol
    tracemalloc.start()
    try:
        with pytest.raises(BadInput, match=r"flood\.py:Player: loading it takes|Bad file"):
            Watcher(f"{path}:Player", Limits())
        assert tracemalloc.get_traced_memory()[1] < 3_000_000
    finally:
        tracemalloc.stop()


def test_a_class_that_ends_while_it_is_loaded_is_refused_in_one_line(tmp_path):
    path = tmp_path / "ends.py"
    path.write_text("import os\nos._exit(3)\n")
    with pytest.raises(BadInput, match="it cannot be loaded: the program ended with exit status 3"):
        Watcher(f"{path}:Player", Limits())


def test_what_a_program_says_is_not_kept(tmp_path):
    played = watched(tmp_path, SAYS.format(times=100))
    assert played.stuck
    assert [line.word for line in played.lines] == ["say"] * 100 + ["stuck"]
    assert not any(line.text for line in played.lines)


def test_too_much_output_in_one_game_is_a_fault(tmp_path):
    played = watched(tmp_path, SAYS.format(times=1000))
    assert played.fault.reason == "more than 16 MB of output in one game"


def test_a_flag_on_an_open_cell_is_told_once(tmp_path):
    assert len(watched(tmp_path, FLAGS).claims) == 1


def all_pairs(cells):
    for one, two in combinations(range(1, cells + 1), 2):
        for signs in product((1, -1), repeat=2):
            yield frozenset({signs[0] * one, signs[1] * two})


def test_the_least_missing_resolvent_is_found_without_a_list_of_all():
    mirror = Mirror()
    for clause in all_pairs(24):  # no clause subsumes another
        mirror.add(clause)
    tracemalloc.start()
    try:
        assert mirror.unmade()[2] == {-24}
        assert tracemalloc.get_traced_memory()[1] < 100_000  # the list would take 500,000
    finally:
        tracemalloc.stop()


def test_the_least_missing_resolvent_is_the_first_of_a_sorted_list():
    draw = random.Random(1)
    for _ in range(200):
        mirror = Mirror()
        for _ in range(draw.randint(2, 12)):
            cells = draw.sample(range(1, 8), draw.randint(2, 3))
            mirror.add(frozenset(draw.choice((1, -1)) * cell for cell in cells))
        missing = [
            found[2]
            for found in mirror._resolvents()
            if found[2] not in mirror.clauses and mirror.stricter(found[2]) is None
        ]
        expected = min(missing, key=lambda clause: (len(clause), sorted(clause)), default=None)
        found = mirror.unmade()
        assert (found[2] if found else None) == expected


def test_the_work_of_a_game_is_limited():
    mirror = Mirror(most_work=1000)
    for clause in all_pairs(40):
        mirror.add(clause)
    with pytest.raises(TooMuchWork):
        mirror.unmade()


def test_a_game_with_too_many_clauses_is_not_checked_further(monkeypatch):
    lines = [Line("clause", clause=clause) for clause in all_pairs(6)]
    assert clauses_checked(lines).unchecked == 0
    assert clauses_checked(lines, lines_dropped=True).unchecked == 1
    monkeypatch.setattr(clauses, "Mirror", lambda: Mirror(most_work=500))
    report = clauses_checked(lines)
    assert report.unchecked == 1
    assert 0 < report.told < len(lines)


def test_a_question_for_the_solver_is_much_work(monkeypatch):
    """One takes some milliseconds on a hard board, and a program may report any clause."""
    monkeypatch.setattr(clauses, "Mirror", lambda: Mirror(most_work=200))
    report = clauses_checked([Line("clause", clause=frozenset({6}))] * 100)
    assert report.unchecked == 1
    assert report.told <= 200 / (2 * 6)


def test_clauses_that_are_not_entailed_are_kept_up_to_a_number():
    report = clauses_checked([Line("clause", clause=frozenset({6}))] * 100)
    assert report.told - report.entailed == 100
    assert len(report.not_entailed) == 20


@pytest.mark.slow(twin="test_clauses_that_are_not_entailed_are_kept_up_to_a_number")
def test_all_pairs_of_a_board_are_checked_within_the_limit_of_work():
    dealt = replace(deal("easy", seed=1), initial=())
    lines = [Line("clause", clause=clause) for clause in all_pairs(72)]
    played = Watched(dealt, True, 0.5, 0.0, Game(dealt).view, None, [], lines)
    report = ClauseReport()
    report.check("b", played)
    assert (report.told, report.unchecked) == (len(lines), 0) == (10_224, 0)


def test_the_time_for_all_games_is_shared_by_the_levels():
    """Every level gets at least one board, and boards that are not reached do not count."""
    looks = itertools.count()
    limits = Limits(clock=lambda: 10.0 * next(looks))
    found = grade("unit", boards={"easy": 80, "medium": 80}, seed=1, minutes=5, limits=limits)
    easy, medium = found.levels
    assert 5 <= easy.boards < 50
    assert 5 <= medium.boards < 50
    assert found.out_of_time == 160 - easy.boards - medium.boards
    assert found.too_slow == 0
    assert found.searched < 40


# The time that counts


def graded_slow(monkeypatch, seconds, **asked):
    """Grade a player that plays well and says that it needs this long for each game."""
    play = Watcher.play

    def played(self, dealt, **options):
        result = play(self, dealt, **options)
        self.seconds = seconds * (round(self.seconds / seconds) + 1)
        return result

    monkeypatch.setattr(Watcher, "play", played)
    return grade("assignment", seed=1, search=0, limits=Limits(clock=lambda: 0.0), **asked)


def test_a_result_rests_on_twenty_boards_of_each_level(monkeypatch):
    """A player that completes some boards and then sleeps has lost the others of these."""
    found = graded_slow(monkeypatch, 30.0, boards={"easy": 40, "medium": 30}, minutes=5)
    assert found.levels[0].boards == found.levels[1].boards == 20
    assert found.too_slow == 15 + 16  # of 240 s the first level has 120, and uses 150
    assert found.out_of_time == 30
    assert len(found.growth) == 1  # after that all 300 s are used
    assert found.levels[0].player.complete.rate == pytest.approx(5 / 20)
    got = points(found, default_rubric())
    assert got["reliable"] == 0
    assert got["complete"] < 10
    assert not passed(found, default_rubric())
    text = text_of(as_json(found, default_rubric()), default_rubric())
    assert "31 boards were not played: the player had used its time; they count as lost" in text


def test_a_player_that_is_slow_after_twenty_boards_loses_none(monkeypatch):
    found = graded_slow(monkeypatch, 10.0, boards={"easy": 40}, minutes=5)
    assert (found.levels[0].boards, found.too_slow, found.out_of_time) == (25, 0, 15)
    assert points(found, default_rubric())["reliable"] == 5
