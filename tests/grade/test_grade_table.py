"""What typical programs get: the table of docs/grade.md, and results that luck does not explain."""

import re
import shlex
import sys
from functools import cache
from pathlib import Path

import pytest

from mineproof.grade.as_json import as_json
from mineproof.grade.grading import flags, grade
from mineproof.grade.rubric import default_rubric
from mineproof.grade.text import text_of
from mineproof.play.outside.process import Limits
from places import ROOT

PATIENT = Limits(move_seconds=120, game_seconds=600)
HASTY = Limits(move_seconds=0.2)
BOARDS, SEED = 24, 14
ROWS = {
    "correct": "none",
    "no subsumption": "no-subsumption",
    "no mine count": "never-counts",
    "guesses": "says-guess",
    "sees the layout": "sees-the-layout",
    "claims its guesses": "claims-guesses",
    "deletes parents": "deletes-parents",
    "reports only units": "only-units",
    "the unchanged example": None,
    "wrong neighbour": "wrong-neighbour",
    "prints solved": "prints-solved",
    "loops": "loops",
}


@cache
def graded(row, boards=BOARDS):
    defect = ROWS[row]
    program = Path(__file__).with_name("defective_player.py")
    name = f"exec:{shlex.quote(sys.executable)} {program} {defect}"
    if defect is None:
        name = f"{ROOT / 'examples' / 'my_player.py'}:MyPlayer"
    limits = HASTY if defect == "loops" else PATIENT
    found = grade(name, boards={"easy": boards}, seed=SEED, search=0, limits=limits)
    return found, as_json(found, default_rubric())


def rows_of_the_page():
    text = (ROOT / "docs" / "grade.md").read_text()
    return re.findall(r"^\| (\w[\w ]+) \| ([\d.]+) \| (yes|no)", text, re.M)


def test_the_table_names_all_programs_in_the_order_of_their_points():
    rows = rows_of_the_page()
    assert {name for name, _, _ in rows} == set(ROWS)
    assert [float(points) for _, points, _ in rows] == sorted(
        (float(points) for _, points, _ in rows), reverse=True
    )


@pytest.mark.slow(twin="test_the_table_names_all_programs_in_the_order_of_their_points")
def test_the_points_of_the_table_are_those_of_the_programs():
    """Except for the part of cost, which depends on the machine."""
    for name, points, passed in rows_of_the_page():
        answer = graded(name)[1]
        cost = answer["parts"]["cost"]
        rest = answer["points"] - cost
        assert rest - 0.05 <= float(points) <= rest + 10.05, name
        assert answer["passed"] == (passed == "yes"), name


def test_guesses_that_always_survive_are_flagged_and_complete_nothing():
    found, answer = graded("sees the layout", 16)
    [flag] = flags(found)
    assert flag["kind"] == "luck"
    assert flag["mines"] == 0 < flag["expected"]
    assert answer["parts"]["complete"] == 0
    assert "look here  " in text_of(answer, default_rubric())
    assert not flags(graded("correct", 3)[0])
