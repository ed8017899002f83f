"""Examples from the assignment and its reports: boards, computed odds, orders of clauses."""

import subprocess
import sysconfig
from fractions import Fraction

import pytest

from mineproof import BadInput, Game, analyse, deal, play_game, read, strategy
from mineproof.answers.boards import deal_from_text
from mineproof.answers.stuck import stuck_end
from mineproof.game.levels import custom
from mineproof.reason.words import LANGUAGES
from places import ROOT

BOARDS = ROOT / "examples" / "boards"
SIX = [f"r{row}c1" for row in range(11, 17)]


def played(board, name):
    dealt = deal_from_text((BOARDS / board).read_bytes(), start=None, seed=0)
    return play_game(Game(dealt), strategy(name).player())


@pytest.mark.parametrize(
    "name",
    ["two-literal", "rebuild", "assignment", "saturate", "complete", "complete-clues", "csp",
     "logic-csp"],
)  # fmt: skip
def test_the_assignment_s_board_ends_at_the_six_cells_that_the_assignment_shows(name):
    result = played("assignment-stuck.txt", name)
    view = result.game.view
    assert view.board.names(view.unmarked) == SIX
    assert analyse(view).layouts == 5
    assert result.game.wrong == 0


@pytest.mark.parametrize(
    ("board", "name", "outcome", "success", "left"),
    [
        ("assignment-stuck", "unit", "stuck", False, 314),
        ("assignment-stuck", "consuming", "stuck", False, 274),
        ("report-a-figure-4", "two-literal", "stuck", False, 2),
        ("report-a-figure-4", "assignment", "won", True, 0),
        ("report-a-figure-4", "consuming", "stuck", True, 2),
    ],
)
def test_the_boards_of_the_sources_separate_strategies(board, name, outcome, success, left):
    result = played(f"{board}.txt", name)
    assert (result.outcome, result.success, result.game.unmarked) == (outcome, success, left)


def test_a_stuck_game_is_explained_by_two_layouts_that_differ():
    view = played("assignment-stuck.txt", "saturate").game.view
    end = stuck_end(view)
    assert end is not None
    assert end.missed is None
    assert end.layouts == 5
    cell, safe, mined = end.example
    assert (safe[cell], mined[cell]) == (0, 1)
    for language in LANGUAGES:
        said = end.sentences("saturate", language)
        assert all(name in said[0] for name in SIX)
        assert "5" in said[0]


def test_what_a_strategy_missed_is_named():
    view = played("report-a-figure-4.txt", "two-literal").game.view
    end = stuck_end(view)
    assert end.missed is not None
    name = view.board.name(end.missed[0])
    assert name in end.sentences("two-literal")[0]
    assert name in analyse(view).safe + analyse(view).mined


def test_the_command_says_why_it_is_stuck(run):
    status, out, err = run("solve", BOARDS / "assignment-stuck.txt")
    assert (status, err) == (1, "")
    assert "r11c1, r12c1, r13c1, r14c1, r15c1, r16c1 are undecided" in out
    assert "3 *     * *\n" in out  # the two layouts, side by side


def test_make_run_ends_at_the_six_cells_with_one_sentence_why():
    done = subprocess.run(
        # Use the environment of the tests; make would set up another one.
        ["make", "-o", ".venv/ready", f"BIN={sysconfig.get_path('scripts')}", "run"],
        cwd=ROOT, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0
    [why] = [line for line in done.stdout.splitlines() if line.startswith("Stuck: ")]
    assert why == (
        f"Stuck: {', '.join(SIX)} are undecided. Nothing that is seen decides one of them, the mine"
        " count included: 5 layouts fit."
    )


# Report A's worked odds


def test_report_a_s_worked_odds_are_three_quarters_and_one_quarter(core):
    """Two mines in six cells. If 1 is a mine, 2 and 3 are safe, and one of 4, 5, 6 is a mine; if 2
    is a mine, 3 is one as well, and 1, 4, 5, 6 are safe."""
    view = read("# # # / # 2 # / 1 # 1", mines=2)
    one, two, three, *others = ("r3c2", "r2c1", "r2c3", "r1c1", "r1c2", "r1c3")
    answer = analyse(view)
    assert answer.layouts == 4
    assert answer.safe == answer.mined == []
    odds = {name: Fraction(chance).limit_denominator(1000) for name, chance in answer.odds.items()}
    assert odds == {one: Fraction(3, 4)} | dict.fromkeys((two, three, *others), Fraction(1, 4))


# Report D's order of clauses


def rebuilt(dealt, order):
    return play_game(Game(dealt), strategy("rebuild").player(clause_order=order))


def test_the_order_of_a_set_is_the_same_every_time_and_everywhere():
    dealt = deal(custom("9x9", 15), seed=4)
    counts = [rebuilt(dealt, order).counters.inserted for order in ("insertion", "set", "set:1")]
    assert counts == [2912, 2653, 2244]  # fixed: the same on every platform and in every run
    assert rebuilt(dealt, "set").counters == rebuilt(dealt, "set:0").counters


def test_marks_in_the_order_of_a_set_are_right_and_can_differ():
    outcomes = set()
    for seed in (*range(10), 124, 183):
        dealt = deal("easy", seed=seed)
        found = {order: rebuilt(dealt, order) for order in ("insertion", "set:0", "set:1", "set:2")}
        assert all(result.game.wrong == 0 for result in found.values())
        outcomes.add(len({result.game.unmarked for result in found.values()}))
    assert outcomes == {1, 2}  # the same game can end in two ways


@pytest.mark.parametrize("order", ["", "sets", "set:", "set:-1", "set:x", "insertion:1"])
def test_an_unknown_order_of_clauses_is_refused(order):
    with pytest.raises(BadInput, match="is not insertion, set or set:SEED"):
        strategy("rebuild").player(clause_order=order)
