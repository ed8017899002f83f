"""Play earns the points of `grade`: a program that does nothing gets none."""

import shlex
import sys
from dataclasses import replace

import pytest

from mineproof.grade._clauses import ClauseReport
from mineproof.grade.as_json import as_json
from mineproof.grade.grading import flags, grade, points
from mineproof.grade.rubric import PARTS, default_rubric
from mineproof.grade.text import text_of
from mineproof.play.outside.process import Limits
from places import EXAMPLES

EXAMPLE = EXAMPLES / "player_program.py"
GIVES_UP = """
import sys
told = False
for line in sys.stdin:
    if line.startswith("given"):
        at = ",".join(line.split()[1:3])
    if line.startswith("go"):
        if not told: print(f"clause -{at}")
        told = True
        print("stuck", flush=True)
"""
# The example program plays, but it prints no clause, or only the first of each game.
PLAYS_AND_TELLS = f"""
import builtins, runpy
printed = print
def told(*words, **options):
    global first
    if words[0] not in ("clause", "unit") or first > 0: printed(*words, **options)
    if words[0] == "clause": first -= 1
builtins.print = told
class Input:
    def readline(self):
        global first
        line = real.readline()
        if line.startswith("go"): first = FIRST
        return line
    def __iter__(self): return iter(self.readline, "")
import sys
real, sys.stdin, first = sys.stdin, Input(), FIRST
runpy.run_path({str(EXAMPLE)!r}, run_name="__main__")
"""
FAULTY = "import sys\nfor line in sys.stdin:\n    if line == 'go\\n': print('hello', flush=True)\n"


@pytest.fixture
def graded(tmp_path):
    def play(text, boards=4):
        path = tmp_path / "program.py"
        path.write_text(text)
        name = f"exec:{shlex.quote(sys.executable)} {path}"
        return grade(name, boards={"easy": boards}, seed=14, search=0, limits=Limits())

    return play


def test_a_program_that_never_plays_gets_no_points(graded):
    found = graded(GIVES_UP)
    assert found.clauses.told == found.clauses.entailed == 1
    assert found.sound
    assert points(found, default_rubric()) == dict.fromkeys(PARTS, 0)
    text = text_of(as_json(found, default_rubric()), default_rubric())
    assert "deduced    0.0 % of the cells that assignment deduces" in text
    assert "sound      nothing to judge: it claimed no cell" in text


def test_the_points_follow_the_cells_that_were_deduced():
    found = grade("unit", boards={"easy": 12, "hard": 2}, seed=3, search=0)
    shares = [one.player.deduced / one.against.deduced for one in found.levels]
    assert found.deduced == pytest.approx(sum(shares) / 2)
    assert 0.5 < found.deduced < 1
    assert points(found, default_rubric())["sound"] == round(35 * found.deduced, 2)
    best = grade("assignment", boards={"easy": 4}, seed=3, search=0)
    assert points(best, default_rubric()) == default_rubric().weights


def test_half_of_the_cells_give_half_of_the_points():
    found = grade("assignment", boards={"easy": 4}, seed=3, search=0)
    [level] = found.levels
    half = replace(level.player, deduced=level.against.deduced // 2)
    found.levels = [replace(level, player=half)]
    got = points(found, default_rubric())
    assert got["sound"] == pytest.approx(17.5, abs=0.2)
    assert got["cost"] == pytest.approx(5, abs=0.1)


def test_one_trivial_clause_is_no_report_of_clauses(graded):
    for first, rules in ((0, 0), (1, 0), (1 << 30, 20)):
        found = graded(PLAYS_AND_TELLS.replace("FIRST", str(first)))
        assert not found.faults
        assert found.deduced == 1
        assert found.clauses.claims > 200
        assert points(found, default_rubric())["rules"] == rules


REPORTS = """
from mineproof import MINE, SAFE, strategy
class P:
    def begin(self, view):
        self.told = []
        self.player = strategy("assignment").player(record=False, listener=self.hear)
        self.player.begin(view)
    def hear(self, event):
        if event.kind == "insert":
            self.told.append([(abs(lit) - 1, MINE if lit > 0 else SAFE) for lit in event.clause])
    def choose(self, view): return self.player.choose(view)
    def new_clauses(self):
        told, self.told = self.told, []
        return told
"""


def test_a_class_that_keeps_the_rules_has_their_points(tmp_path):
    """It takes a unit and shortens clauses by it before its move, and it cannot report the unit."""
    path = tmp_path / "reports.py"
    path.write_text(REPORTS)
    found = grade(f"{path}:P", boards={"easy": 4}, seed=14, search=0, limits=Limits())
    assert found.clauses.told > 500
    assert found.clauses.claims == found.clauses.claims_by_clauses > 200
    assert found.clauses.first_difference is None
    assert points(found, default_rubric())["rules"] == 20


def test_a_unit_that_is_left_costs_points():
    found = grade("assignment", boards={"easy": 4}, seed=3, search=0)
    assert found.clauses.games == 4
    found.clauses.units_left = 1
    assert points(found, default_rubric())["rules"] == 15


def test_games_without_lines_count_no_claims():
    assert ClauseReport().claims == 0
    assert grade("complete", boards={"easy": 2}, seed=3, search=0).clauses.claims == 0


@pytest.mark.parametrize("boards", [3, 12])
def test_faults_in_every_game_do_not_mean_that_nothing_was_missed(graded, boards):
    found = graded(FAULTY, boards)
    text = text_of(as_json(found, default_rubric()), default_rubric())
    assert "missed     not known: " in text
    assert "smallest   not searched: " in text
    assert "never gave up" not in text


def test_a_fault_in_some_games_is_told_with_what_was_missed(graded):
    found = graded(FAULTY, 3)
    answer = as_json(found, default_rubric())
    del answer["faults"][0]
    text = text_of(answer, default_rubric())
    assert "missed     nothing in the 1 game without a fault: it never guessed" in text


def test_more_complete_boards_than_deduction_can_have_are_flagged():
    found = grade("assignment", boards={"easy": 4}, seed=3, search=0)
    assert flags(found) == []
    [level] = found.levels
    better = level.ceiling_difference._replace(value=0.5, low=0.2, high=0.8)
    found.levels = [replace(level, ceiling_difference=better)]
    [flag] = flags(found)
    assert (flag["kind"], flag["level"], flag["difference"]["value"]) == ("ceiling", "easy", 0.5)
    text = text_of(as_json(found, default_rubric()), default_rubric())
    assert "easy: more complete boards than deduction can have, by +50.0 [+20.0, +80.0]" in text
