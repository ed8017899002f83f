"""The assignment's own board and report A's figure 4: what each strategy leaves of them."""

from pathlib import Path

import pytest

from mineproof import Game, analyse, play_game, strategy
from mineproof.answers import deal_from_text
from mineproof.answers.stuck import stuck_end
from mineproof.reason.words import LANGUAGES

BOARDS = Path(__file__).parent.parent / "examples" / "boards"
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


@pytest.mark.parametrize(("name", "left"), [("unit", 314), ("consuming", 274)])
def test_weaker_strategies_leave_much_of_the_assignment_s_board(name, left):
    assert played("assignment-stuck.txt", name).game.unmarked == left


@pytest.mark.parametrize(
    ("name", "outcome", "success", "left"),
    [
        ("two-literal", "stuck", False, 2),
        ("assignment", "solved", True, 0),
        ("consuming", "stuck", True, 2),
    ],
)
def test_figure_4_of_report_a_separates_three_strategies(name, outcome, success, left):
    result = played("report-a-figure-4.txt", name)
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
