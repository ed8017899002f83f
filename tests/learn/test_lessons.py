"""Lessons: every board is derived again, and checked by a SAT solver and by brute force."""

import pytest
from test_exercises import CERTAIN, certain_cells_of, wins_by_force

import oracle
from mineproof import read
from mineproof.base.errors import BadInput
from mineproof.game.formats.mine import write
from mineproof.game.picture import FLAG
from mineproof.learn.exercises import exercise_at, exercises_by_board
from mineproof.learn.kinds import DEPTHS, KINDS, kind_of_line
from mineproof.learn.lessons import GUIDED, boards, lesson
from mineproof.reason.argument import ArgumentLine
from mineproof.reason.words import LANGUAGES, table


def test_there_is_a_lesson_for_each_kind_with_two_boards_to_watch_and_six_to_solve():
    assert tuple(boards()) == KINDS
    assert all(len(found) >= GUIDED + 6 for found in boards().values())
    positions = [one["position"] for found in boards().values() for one in found]
    assert len(positions) >= 60
    assert len(set(positions)) >= len(positions) - 3  # a few are in two lessons


@pytest.mark.parametrize("kind", KINDS)
def test_the_boards_of_a_lesson_are_those_of_the_games_they_name(kind):
    for one in boards()[kind][:2]:
        found = next(exercises_by_board(kind=kind, seed=one["seed"], first=one["number"]))
        assert write(found.view).split() == one["position"].split("/")


@pytest.mark.parametrize("kind", CERTAIN)
def test_exactly_the_claimed_cells_are_certain_and_the_kind_is_the_easiest_argument(kind):
    found = lesson(kind)
    for one in (*found.guided, *found.drill):
        safe, mined = certain_cells_of(one, kind)
        assert one.kind == kind
        assert one.depth in DEPTHS[kind]
        # The solver has found every conclusion of the first argument.
        last = one.lines[-1]
        assert isinstance(last, ArgumentLine)
        assert {cell for cell, mine in last.concludes if mine} <= mined
        assert {cell for cell, mine in last.concludes if not mine} <= safe
        if kind not in ("1-2-1", "difference", "count"):
            assert kind_of_line(one.view.board, last) == kind


@pytest.mark.parametrize("kind", ["flip", "guess"])
def test_the_guesses_of_a_lesson_are_right_by_brute_force(kind):
    found = lesson(kind)
    for one in (*found.guided, *found.drill):
        flags = one.view.cells.tolist().count(FLAG)
        safe, mined = oracle.certain_by_sat(one.view)
        assert (safe, len(mined)) == (set(), flags)  # nothing else is certain
        count, chances = wins_by_force(one, kind)
        safest = max(chance.safe for chance in chances.values())
        for cell in map(one.view.board.index, one.chosen):
            if kind == "guess":
                assert chances[cell].safe < safest
            else:
                assert 2 * chances[cell].safe == count


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_idea_of_a_lesson_is_three_sentences(language):
    texts = table(language)["page"]
    for kind in KINDS:
        assert texts[f"lesson {kind}"]
        idea = texts[f"lesson {kind} idea"]
        end = "。" if language == "zh-Hant" else "."
        assert idea.count(end) == 3, idea
        assert idea.endswith(end)


@pytest.mark.parametrize(
    ("position", "kind", "said"),
    [
        ("3x2x1/111/HHH", None, "a grid of 9x9 cells"),
        ("9x9x10/" + "/".join(["H" * 9] * 9), None, "not an exercise"),
        ("9x9x10/F" + "H" * 8 + "/" + "/".join(["H" * 9] * 8), None, "on certain mines"),
    ],
)
def test_a_position_that_is_no_exercise_is_refused(position, kind, said):
    with pytest.raises(BadInput, match=said):
        exercise_at(read(position), kind)


def test_an_exercise_of_another_kind_is_refused():
    one = lesson("1-1").drill[0]
    with pytest.raises(BadInput, match="not an exercise of kind 1-2"):
        exercise_at(one.view, "1-2")
    with pytest.raises(BadInput, match="unknown lesson"):
        lesson("magic")
