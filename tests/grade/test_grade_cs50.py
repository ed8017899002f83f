"""`cs50:FILE` plays a class with the interface of CS50 AI's Minesweeper project."""

import json
from functools import cache
from pathlib import Path

import pytest

from mineproof import BadInput
from mineproof.grade.as_json import as_json
from mineproof.grade.grading import grade, passed
from mineproof.grade.rubric import default_rubric
from mineproof.grade.text import text_of
from mineproof.play.outside.process import Limits
from places import ROOT

TEXT = Path(__file__).with_name("cs50_player.py").read_text()
PATIENT = Limits(move_seconds=120, game_seconds=600)
# What is replaced in the correct class.
DEFECTS = {
    "correct": ("", ""),
    "no subsets": ("subsets = True", "subsets = False"),
    "marks wrongly": ("(cell, sentence.count > 0)", "(cell, len(sentence.cells) < 3)"),
    "loops": ("self.moves_made.add(cell)\n", "while True: pass\n"),
    "no cell": ("(self.mines if mine else self.safes).add(cell)", "self.safes.add((0, 99))"),
}


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    folder = tmp_path_factory.mktemp("cs50")

    @cache
    def play(defect, search=0):
        file = folder / f"{defect.replace(' ', '_')}.py"
        file.write_text(TEXT.replace(*DEFECTS[defect]) if defect != "correct" else TEXT)
        limits = Limits(move_seconds=0.2) if defect == "loops" else PATIENT
        found = grade(f"cs50:{file}", boards={"easy": 3}, seed=2, search=search, limits=limits)
        return found, as_json(found, default_rubric(found.player))

    return play


def test_a_correct_class_passes(graded):
    found, answer = graded("correct")
    assert answer["sound"]
    assert not answer["faults"]
    assert answer["levels"][0]["complete"]["value"] > 0.5
    assert passed(found, default_rubric(found.player))
    assert answer["max"] == 100
    assert answer["points"] > 80


def test_the_smallest_board_shows_what_a_class_without_the_subset_rule_misses(graded):
    _, answer = graded("no subsets", 400)
    assert answer["sound"]
    rows, cols, *_ = answer["smallest"]["board"].split()[0].split("x")
    assert int(rows) * int(cols) <= 12
    # The class is not told the mine count, so that what it misses follows from two sentences.
    assert answer["smallest"]["than"] == "complete-clues"
    clues = answer["smallest"]["clues"]
    assert len(clues) >= 2
    assert "count" not in clues
    text = text_of(answer, default_rubric("cs50:"))
    assert text.count("the sentence of r") == len(clues)
    assert "clauses" not in text


def test_a_wrong_mark_is_a_wrong_claim_with_its_board(graded):
    found, answer = graded("marks wrongly")
    assert answer["wrong"]
    assert answer["wrong"][0]["layout"]
    assert not passed(found, default_rubric(found.player))


@pytest.mark.parametrize(("defect", "reason"), [("loops", "no move for more than 0.2 s"),
                         ("no cell", "(0, 99) is no cell (row, column) of")])  # fmt: skip
def test_a_fault_says_what_happened_and_nothing_of_flushing(graded, defect, reason):
    found, answer = graded(defect)
    assert not found.all_faults or answer["points"] == 0
    text = json.dumps(answer["faults"])
    assert reason in text
    assert "flushed" not in text


def test_a_file_without_the_class_is_refused_in_one_line(tmp_path, run):
    (tmp_path / "minesweeper.py").write_text("class Other: pass\n")
    with pytest.raises(BadInput, match="no class MinesweeperAI"):
        grade(f"cs50:{tmp_path / 'minesweeper.py'}", boards={"easy": 1})
    status, _, err = run("grade", "cs50:nowhere.py")
    assert (status, err) == (2, "mineproof: nowhere.py: no such file\n")


def test_it_plays_in_the_sandbox_too(run):
    name = f"cs50:{ROOT / 'tests' / 'grade' / 'cs50_player.py'}"
    words = ["--level", "easy", "--boards", "2", "--search", "0", "--seed", "2", "--json"]
    status, out, _ = run("grade", name, *words)
    assert status == 0
    assert json.loads(out)["faults"] == []
