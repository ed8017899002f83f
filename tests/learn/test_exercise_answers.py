"""Answers to exercises: judged, refuted by a layout, printed, and stored in a result code."""

import io
import json
import sys
from itertools import islice

import pytest

import oracle
from mineproof import exercises, mined_cells
from mineproof.base.errors import BadInput
from mineproof.game.picture import FLAG
from mineproof.learn.codes import Answer, ExerciseSet, Result, _checksum, read_code, write_code
from mineproof.learn.judging import Marks, judge_answer

SET = ExerciseSet("1-1", None, "certain", 3, 7)


def fits(view, layout):
    mines = frozenset(mined_cells(layout))
    return len(mines) == view.mines and mines <= {*view.hidden} and oracle.fits(view, mines)


@pytest.mark.parametrize("kind", ["full", "1-2", "corner", "count"])
def test_everything_certain_is_right_and_every_other_claim_is_refuted_by_a_layout(kind):
    for one in islice(exercises(kind=kind, seed=2), 2):
        view, name = one.view, one.view.board.name
        assert judge_answer(one, Marks.of(one.safe, one.mined)).right
        for cell in view.unmarked:
            for mine in (False, True):
                if name(cell) in (one.mined if mine else one.safe):
                    continue
                claim = Marks.of(*(([], [name(cell)]) if mine else ([name(cell)], [])))
                [mistake] = judge_answer(one, claim).mistakes
                assert fits(view, mistake.layout)
                assert bool(mistake.layout[cell]) != mine


def test_what_is_missing_is_named_and_one_safe_cell_may_do():
    one = next(one for one in exercises(kind="1-1", seed=7) if len(one.safe) > 1)
    part = Marks.of(one.safe[:1], one.mined)
    judged = judge_answer(one, part)
    assert not judged.right
    assert judged.missed == tuple(sorted(one.safe[1:]))
    assert judge_answer(one, part, "safe").right
    assert not judge_answer(one, Marks(), "safe").right


def test_open_and_flagged_cells_are_no_answers():
    one = next(one for one in exercises(kind="1-1", seed=7) if FLAG in one.view.cells.tolist())
    cells = one.view.cells.tolist()
    for value, said in ((FLAG, "is flagged"), (1, "is open")):
        with pytest.raises(BadInput, match=said):
            judge_answer(one, Marks.of([one.view.board.name(cells.index(value))]))


@pytest.mark.parametrize("kind", ["flip", "guess"])
def test_guesses_are_judged(kind):
    one = next(exercises(kind=kind, seed=26))
    assert judge_answer(one, Marks.of(one.chosen)).right
    others = [name for name in one.view.board.names(one.view.unmarked) if name not in one.chosen]
    judged = judge_answer(one, Marks.of(others[:1]))
    assert not judged.right
    assert [mistake.cell for mistake in judged.mistakes] == others[:1]


def code_of(*marks):
    return write_code(Result(SET, tuple(Answer(one, 5) for one in marks)))


def test_a_code_comes_back_and_its_answers_are_judged_anew():
    first, second = islice(SET.exercises(), 2)
    right, wrong = Marks.of(first.safe, first.mined), Marks.of(second.safe[:1])
    result = read_code(code_of(right, wrong))
    assert result == Result(SET, (Answer(right, 5), Answer(wrong, 5)))
    whole = wrong == Marks.of(second.safe, second.mined)
    assert [judged.right for _, _, judged in result.judged()] == [True, whole]


def test_a_code_with_any_sign_changed_is_refused():
    code = code_of(Marks.of(next(SET.exercises()).safe))
    for at in range(len(code)):
        other = "1" if code[at] != "1" else "2"
        with pytest.raises(BadInput, match="result code"):
            read_code(code[:at] + other + code[at + 1 :])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("mp1_1-1_0_certain_3_7_0mt5", "not in question"),
        ("mp1_1-1_0_certain_3_7_x", "not a result code"),
        ("mp1_1-1_0_dig_3_7", "not a result code"),
        ("mp1_magic_0_certain_3_7", "unknown kind"),
        ("mp1_1-1_0_certain_100000_7", "1 to 200"),
        ("mp1_1-1_0_certain_1_7_mt1_mt1", "more answers than exercises"),
        ("mp1_1-1", "not a result code"),
    ],
)
def test_crafted_codes_are_refused_in_a_line(text, said):
    with pytest.raises(BadInput, match=said) as problem:
        read_code(f"{text}_{_checksum(text)}")
    assert "\n" not in str(problem.value)


def test_a_drill_in_the_terminal_ends_in_a_code_that_check_reads(run, monkeypatch):
    first, second = islice(SET.exercises(), 2)
    given = f"hint\nhint\nhint\nsafe {' '.join(first.safe)} mine {' '.join(first.mined)}\n"
    names = second.view.board.names(second.view.unmarked)
    wrong = next(name for name in names if name not in second.mined)
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{given}mine {wrong}\nskip\n"))
    status, out, _ = run("learn", "--kind", "1-1", "--count", 3, "--seed", 7)
    assert status == 0
    assert "Exercise 3 of 3" in out
    assert first.argument[0] in out
    assert f"{wrong} is not certain" in out
    code = out.rsplit("Result code: ", 1)[1].strip()
    _, checked, _ = run("learn", "check", code)
    assert "1 right of 3; 3 answered" in checked
    assert "cannot be verified" in checked
    told = json.loads(run("learn", "check", code, "--json")[1])
    assert [one["right"] for one in told["answers"]] == [True, False, False]


def test_exercises_are_listed_as_json_lines(run):
    _, out, _ = run("learn", "list", "--kind", "1-1", "--count", 2, "--seed", 7)
    assert [json.loads(line) for line in out.splitlines()] == [
        one.as_json() for one in islice(SET.exercises(), 2)
    ]
