"""`grade` finds the defect of a player: each defective player gets the right verdict."""

import json
import shlex
import sys
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import psutil
import pytest

from mineproof import (
    Board,
    Deal,
    Game,
    check,
    deal,
    explain,
    play_game,
    read,
    strategy,
)
from mineproof.game.formats.reading import read_board
from mineproof.grade._mirror import Mirror
from mineproof.grade._watched import Entailed
from mineproof.grade.as_json import as_json
from mineproof.grade.grading import below_floors, grade, passed, points
from mineproof.grade.page import page_of
from mineproof.grade.rubric import default_rubric, parse
from mineproof.grade.text import text_of
from mineproof.play.outside.lines import parse as parse_line
from mineproof.play.outside.players import strategy_named
from mineproof.play.outside.process import Limits
from mineproof.reason.deduce import analyse
from places import ROOT
from programs import clauses_checked
from tiers import slow

MINE = f"{ROOT / 'examples' / 'my_player.py'}:MyPlayer"
PATIENT = Limits(move_seconds=120, game_seconds=600)  # a busy machine is no fault
RUBRIC = ROOT / "src" / "mineproof" / "grade" / "rubric.toml"


def defective(defect):
    program = Path(__file__).with_name("defective_player.py")
    return f"exec:{shlex.quote(sys.executable)} {program} {defect}"


@cache
def graded(defect):
    """Grade the example program with one defect, on 16 easy boards."""
    name = defective(defect)
    found = grade(name, boards={"easy": 16}, seed=14, search=500, limits=PATIENT)
    return found, as_json(found, default_rubric())


@pytest.fixture(scope="module", autouse=True)
def no_process_is_left():
    before = {*psutil.Process().children(recursive=True)}
    yield
    assert {*psutil.Process().children(recursive=True)} <= before


# The verdict on each defective player


def test_the_example_has_no_fault_to_find():
    found, answer = graded("none")
    assert answer["sound"]
    assert answer["faults"] == []
    assert answer["clauses"]["told"] > 1000
    assert answer["clauses"]["entailed"] == answer["clauses"]["told"]
    assert answer["clauses"]["first_difference"] is None
    assert answer["smallest"] is None or answer["smallest"]["than"] == "complete"
    assert answer["points"] == answer["max"] == 100
    assert passed(found, default_rubric())


TELLING_CLASS = """
from mineproof import MINE, SAFE, Move, clues


class Telling:
    def begin(self, view):
        self.given, self.reported, self.waiting = list(view.initial), set(), []

    def choose(self, view):
        while self.given:
            cell = self.given.pop()
            if view.cells[cell] < 0:
                return Move(cell, SAFE)
        for clue in clues(view):
            if clue.mines == 0:
                for cell in clue.cells:
                    if cell not in self.reported:
                        self.reported.add(cell)
                        self.waiting.append([(cell, VERDICT)])
                return Move(clue.cells[0], SAFE)
        return None

    def new_clauses(self):
        reported, self.waiting = self.waiting, []
        return reported
"""


def graded_class(tmp_path, source):
    path = tmp_path / "telling.py"
    path.write_text(source)
    return as_json(
        grade(f"{path}:Telling", boards={"easy": 6}, seed=14, search=0), default_rubric()
    )


def test_a_class_reports_its_clauses(tmp_path):
    answer = graded_class(tmp_path, TELLING_CLASS.replace("VERDICT", "SAFE"))
    reported = answer["clauses"]
    assert reported["told"] > 20
    assert reported["entailed"] == reported["told"]
    assert answer["sound"]


def test_wrong_and_malformed_clauses_of_a_class_are_found(tmp_path):
    reported = graded_class(tmp_path, TELLING_CLASS.replace("VERDICT", "MINE"))["clauses"]
    assert reported["entailed"] < reported["told"]
    answer = graded_class(tmp_path, TELLING_CLASS.replace("[(cell, VERDICT)]", "[(999, MINE)]"))
    assert "not a cell and a verdict" in str(answer["faults"])


def test_guesses_that_are_claimed_are_unjustified():
    found, answer = graded("claims-guesses")
    assert not answer["sound"]
    assert not passed(found, default_rubric())
    assert answer["wrong"] + answer["unjustified"]
    for one in answer["unjustified"]:
        # The layout fits the position and contradicts the claim: this test checks both itself.
        view = read(one["position"])
        board, layout = read_board(one["layout"])
        cell = board.index(one["cell"])
        assert bool(layout[cell]) == (one["verdict"] == "safe")
        assert layout.count(1) == view.mines
        clues = board.clues(layout)
        opened = [at for at in range(board.cells) if view.cells[at] >= 0]
        assert all(not layout[at] and clues[at] == view.cells[at] for at in opened)
        assert explain(view, one["cell"]).verdict == "undecided"


def test_a_player_that_says_guess_is_sound():
    found, answer = graded("says-guess")
    assert answer["sound"]
    assert answer["wrong"] == answer["unjustified"] == []
    assert all(level["wrong"] == 0 for level in answer["levels"])
    assert found.stuck


def test_deleting_parents_misses_deductions_and_has_a_smallest_board():
    _, answer = graded("deletes-parents")
    assert answer["sound"]
    [level] = answer["levels"]
    assert level["against"]["difference"]["value"] < 0
    small = answer["smallest"]
    assert small["than"] == "assignment"
    board, layout = read_board(small["board"])
    assert board.cells <= 8
    # Play it again: the program misses the cell, the strategy marks it, and it is entailed.
    dealt = Deal(board, layout, tuple(board.index(name) for name in small["given"]))
    player = strategy_named(defective("deletes-parents")).player()
    left = play_game(Game(dealt), player).game.view
    player.close()
    cell = board.index(small["cell"])
    assert cell in left.unmarked
    assert cell not in play_game(Game(dealt), strategy("assignment").player()).game.view.unmarked
    assert explain(read(small["position"]), small["cell"]).verdict == small["verdict"]


@pytest.mark.slow(twin="test_deleting_parents_misses_deductions_and_has_a_smallest_board")
def test_no_subsumption_is_complete_and_is_told():
    _, answer = graded("no-subsumption")
    [level] = answer["levels"]
    assert answer["sound"]
    assert level["against"]["difference"]["value"] == 0
    told = answer["clauses"]
    assert told["subsumed"] > 100
    assert told["entailed"] == told["told"]
    assert told["first_difference"]["kind"] == "subsumed"
    assert "stricter" in told["first_difference"]["text"]
    assert answer["parts"]["rules"] < 20


def test_a_player_without_the_count_has_the_board_of_three_cells():
    _, answer = graded("never-counts")
    small = answer["smallest"]
    assert (small["than"], small["clues"][-1]) == ("assignment", "count")
    assert read(small["position"]).board.cells == 3
    assert small["given"] in (["r1c1"], ["r1c3"], ["r1c2"])


@pytest.mark.slow(twin="test_guesses_that_are_claimed_are_unjustified")
def test_a_wrong_neighbour_is_unsound_and_the_opposite_is_proved():
    _, answer = graded("wrong-neighbour")
    assert not answer["sound"]
    assert answer["wrong"]
    proved = [one for one in answer["wrong"] if one["why"]]
    assert proved
    for one in proved:
        found = explain(read(one["position"]), one["cell"])
        assert found.verdict == ("mine" if one["verdict"] == "safe" else "safe")
        check(found.evidence.proof.axioms, found.evidence.proof.steps)
    assert answer["clauses"]["entailed"] < answer["clauses"]["told"]


def test_an_unsound_player_has_a_smallest_board_and_sees_it_first():
    _, answer = graded("claims-guesses")
    small = answer["smallest"]
    assert small["error"] in ("wrong", "unjustified")
    board, layout = read_board(small["board"])
    assert board.cells <= 4
    claimed = explain(read(small["position"]), small["cell"]).verdict
    assert claimed in ("undecided", "mine" if small["verdict"] == "safe" else "safe")
    assert (bool(layout[board.index(small["cell"])]) == (small["verdict"] == "mine")) == (
        small["error"] == "unjustified"
    )
    first = text_of(answer, default_rubric()).split("\n\n")[1]
    assert first.startswith("smallest   on the smallest board found in")
    assert f"it claims that {small['cell']} is" in first


def test_a_player_that_prints_solved_has_faults():
    found, answer = graded("prints-solved")
    assert len(answer["faults"]) == 10
    assert found.not_played == 6
    assert answer["faults"][0]["reason"] == "the protocol has no such line"
    assert answer["faults"][0]["lines"][-1] == "it: solved"
    assert answer["clauses"] is None
    assert answer["points"] == 0
    assert below_floors(found, default_rubric()) == ["easy"]


def test_an_invented_clause_is_not_entailed():
    _, answer = graded("invents-clauses")
    told = answer["clauses"]
    assert told["entailed"] < told["told"]
    assert told["first_difference"]["kind"] == "not entailed"
    assert answer["sound"]  # the marks are right nevertheless


# The parts


@pytest.mark.parametrize("name", ["assignment", "saturate"])
def test_our_own_bases_keep_the_rules(name):
    found = grade(name, boards={"easy": 10, "hard": 2}, seed=3, search=0)
    assert found.sound
    assert found.clauses.told > 1000
    assert found.clauses.entailed == found.clauses.told
    assert found.clauses.duplicates == found.clauses.subsumed == 0
    assert found.clauses.first_difference is None


def test_the_judge_of_marks_agrees_with_the_analysis():
    for seed in range(6):
        game = Game(deal("easy", seed=seed))
        entailed = Entailed(game)
        for _ in range(12):
            found = analyse(game.view)
            for cell in game.view.hidden:
                expected = True if cell in found.mined else False if cell in found.safe else None
                assert entailed.verdict(cell) is expected
            hidden = [cell for cell in game.view.hidden if not game.deal.layout[cell]]
            if not hidden:
                break
            game.open(hidden[0])


def checked(*texts):
    return clauses_checked([parse_line(text.encode(), Board(2, 3)) for text in texts])


CLUE = ("clause +1,2 +2,1 +2,2", "clause -1,2 -2,1", "clause -1,2 -2,2", "clause -2,1 -2,2")


@pytest.mark.parametrize(
    ("told", "kind"),
    [
        (CLUE, None),
        ((*CLUE, CLUE[1]), "duplicate"),
        ((*CLUE, "clause -1,2 -2,1 +2,3"), "subsumed"),
        ((*CLUE, "clause +2,3"), "not entailed"),
        ((*CLUE, "clause +1,3 -1,3 +2,3"), "no parents"),
        (CLUE[1:], "missing"),
        ((*CLUE, "unit -1,2", "open 1 2", "clause -1,2 -2,3"), "subsumed"),
        ((*CLUE, "unit -1,2", "open 1 2", "clause +1,2 +2,1 +2,2"), "decided"),
        ((*CLUE, "unit -1,2", "open 1 2", "clause +2,1 +2,2", *CLUE[3:]), "duplicate"),
    ],
)
def test_the_first_difference_is_named(told, kind):
    report = checked(*told)
    found = report.first_difference
    assert (found.kind if found else None) == kind


def test_a_unit_left_lying_and_a_resolvent_never_made_are_told():
    opened = ("unit -1,2", "open 1 2", "clause -2,3 -2,1", "clause -2,2 -2,3")
    assert checked(*CLUE, *opened).unmade is not None
    report = checked(*CLUE, "clause -2,1", "clause +1,2 +2,2")
    assert report.units_left == 1


def test_a_shortened_clause_may_be_told_once():
    mirror = Mirror()
    mirror.add(frozenset({1, 2, 3}))
    mirror.decide(-1)
    assert mirror.clauses == mirror.untold == {frozenset({2, 3})}
    assert mirror.reduced(frozenset({1, 2})) == {2}
    assert mirror.reduced(frozenset({-1, 2})) is None


# A class is played in a separate process


def test_a_class_cannot_reach_the_game(tmp_path):
    path = tmp_path / "peeks.py"
    path.write_text(
        "import gc\n"
        "from mineproof.game.deal import Deal\n"
        "class Peeks:\n"
        "    def begin(self, view): print('noise on standard output')\n"
        "    def choose(self, view):\n"
        "        assert not [one for one in gc.get_objects() if isinstance(one, Deal)]\n"
    )
    found = grade(f"{path}:Peeks", boards={"easy": 2}, search=0)
    assert found.faults == []
    assert found.stuck == 2


def test_the_example_class_is_sound_and_guesses():
    found = grade(MINE, boards={"hard": 2}, search=0)
    assert found.sound
    assert not found.faults
    assert found.stuck
    assert found.clauses.told == 0


def test_an_exception_of_a_class_is_a_fault(tmp_path):
    path = tmp_path / "fails.py"
    path.write_text(
        "class Fails:\n    def begin(self, view): pass\n    def choose(self, view): return 1 / 0\n"
    )
    found = grade(f"{path}:Fails", boards={"easy": 3}, search=0)
    assert len(found.faults) == 3
    assert "exit status 1" in found.faults[0].reason
    assert "ZeroDivisionError" in found.faults[0].lines[-1]
    page = page_of(as_json(found, default_rubric(), student=True), default_rubric())
    assert page.index("ZeroDivisionError") < page.index("<table")  # before the points


# The command


KEYS = {
    *("player", "against", "seed", "levels", "sound", "wrong", "unjustified", "missed"),
    *("smallest", "clauses", "faults", "points", "max"),
}


def test_the_command_writes_json_a_page_and_gradescope(run):
    name = defective("never-counts")
    few = ["--sandbox", "off", "--level", "easy", "--boards", 8, "--search", 200, "--seed", 4]
    files = ["--html", "g.html", "--gradescope", "r.json"]
    status, out, err = run("grade", name, *few, "--json", *files)
    assert err.splitlines()[1:] == ["mineproof: easy is over, 8 of at most 8 boards"]
    answer = json.loads(out)
    assert answer.keys() >= KEYS
    assert status == (0 if answer["passed"] else 1)
    [level] = answer["levels"]
    assert level.keys() >= {"level", "boards", "complete", "cells_determined", "wrong", "ms"}
    assert level["complete"].keys() == {"value", "low", "high"}
    assert level["ceiling"]["complete"]["value"] >= level["complete"]["value"]
    results = json.loads(Path("r.json").read_text())
    assert sum(test["score"] for test in results["tests"]) == pytest.approx(results["score"])
    assert sum(test["max_score"] for test in results["tests"]) == answer["max"]
    page = Path("g.html").read_text()
    HTMLParser().feed(page)
    assert "<script" not in page
    assert page.count("<table") >= 2


@pytest.mark.parametrize("language", ["en", slow("zh-Hant")])
def test_students_see_neither_the_seed_nor_the_layout(run, language):
    """Not with any word about a bad claim, a missed cell, a fault or a clause."""
    shown = []
    for defect in ("wrong-neighbour", "never-counts", "prints-solved", "claims-guesses"):
        seed = 770_000
        few = ["--sandbox", "off", "--level", "easy", "--boards", 3, "--search", 0, "--seed", seed]
        files = ["--html", "g.html", "--gradescope", "r.json", "--language", language]
        _, out, _ = run("grade", defective(defect), *few, "--json", *files)
        seen = Path("r.json").read_text() + Path("g.html").read_text()
        for name in ("seed", "種子", *(f"{seed + number}" for number in range(3))):
            assert name not in seen
        answer = json.loads(out)
        assert answer["seed"] == seed
        for key in ("wrong", "unjustified", "missed", "faults"):
            assert all(one["board"].startswith("easy 77000") for one in answer[key])
            shown += ["#1" in seen] if answer[key] and answer[key][0]["board"][-1] == "0" else []
    assert len(shown) >= 4
    assert all(shown)


def test_the_counterexample_for_a_student_is_not_the_board():
    name = defective("wrong-neighbour")
    found = grade(name, boards={"easy": 4}, seed=14, search=0, limits=PATIENT)
    answer = as_json(found, default_rubric(), student=True)
    own = {(one.board.split()[1], one.deal.layout) for one in found.bad_claims}
    shown = [one for one in answer["wrong"] if one["layout"]]
    assert shown
    copies = 0
    for one in shown:
        view, (board, layout) = read(one["position"]), read_board(one["layout"])
        assert bool(layout[board.index(one["cell"])]) == (one["verdict"] == "safe")
        clues = board.clues(layout)
        opened = [at for at in range(board.cells) if view.cells[at] >= 0]
        assert all(not layout[at] and clues[at] == view.cells[at] for at in opened)
        copies += layout in {one for _, one in own}
    assert copies < len(shown)


def test_the_text_names_the_seed_which_differs_each_time(run):
    seeds = set()
    for _ in range(2):
        status, out, _ = run("grade", "unit", "--level", "easy", "--boards", 3, "--search", 40)
        assert status in (0, 1)
        assert out.startswith("unit against assignment, seed ")
        seeds.add(out.splitlines()[0].split()[-1])
    assert len(seeds) == 2


def test_the_status_is_one_for_an_unsound_player(run):
    name = defective("wrong-neighbour")
    few = ["--sandbox", "off", "--level", "easy", "--boards", 3, "--search", 0, "--seed", 1]
    status, out, _ = run("grade", name, *few)
    assert status == 1
    assert "sound      no:" in out
    assert "not passed" in out


# The rubric


@pytest.mark.parametrize(
    ("before", "after", "reason"),
    [
        ("sound = 35", "sound = 45", "the weights add up to 110, and max is 100"),
        ("sound = 35", "sounds = 35", "unknown key weights.sounds"),
        ("[weights]", "[weight]", "unknown key 'weight'"),
        ("easy = 0.8", "easy = 8", "floors.easy is a share"),
        ("hard = 0.5", "hard = -1", "floors.hard is a number from 0 to 1e+09"),
        ("cost = 10", "cost = 'ten'", "weights.cost is a number"),
        ("cost = 10 ", "", "weights.cost is missing"),
        ("max = 100", "max = = 1", "not TOML"),
        ("max = 100", "a=" + 100_000 * "[", "not TOML: lists within lists, too many deep"),
        ("sound = 35", f"sound = 1{5000 * '0'}", "not TOML"),
        ("sound = 35", f"sound = 1{400 * '0'}", "weights.sound is a number from 0 to 1e+09"),
        ("sound = 35", "sound = inf", "weights.sound is a number from 0 to 1e+09"),
    ],
)
def test_a_rubric_that_cannot_be_is_refused_in_one_line(run, before, after, reason):
    text = RUBRIC.read_text()
    assert before in text
    Path("mine.toml").write_text(text.replace(before, after, 1))
    status, _, err = run("grade", "unit", "--rubric", "mine.toml", "--boards", 1)
    assert status == 2
    assert err.startswith("mineproof: mine.toml: ")
    assert reason in err
    assert len(err.splitlines()) == 1


def test_floors_and_weights_decide():
    found, _ = graded("deletes-parents")
    text = RUBRIC.read_text()
    strict = parse(text.replace("easy = 0.8", "easy = 1.0"))
    assert passed(found, parse(text.replace("easy = 0.8", "easy = 0.1")))
    assert below_floors(found, strict) == ["easy"]
    assert not passed(found, strict)
    heavy = parse(text.replace("sound = 35", "sound = 0").replace("complete = 30", "complete = 65"))
    assert points(found, heavy)["complete"] == pytest.approx(
        65 * points(found, default_rubric())["complete"] / 30, abs=0.02
    )
