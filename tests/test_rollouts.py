"""Rollouts: their mean is the probability to win, and `--think deep` decides by them."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from engines import needs_native
from mineproof import Board, custom, read
from mineproof.core import THINK, Think, engine
from mineproof.game.board import Layouts
from mineproof.game.game import view_of
from test_sampling import stuck_views

pytestmark = needs_native
LEAST_RISK = Think(layouts=0, living=False, plies=1, flips=False)


def mean_and_error(values):
    return values.mean(axis=0), values.std(axis=0) / np.sqrt(len(values))


def rollouts(view, cells, player, count, seed=0, first=0):
    return np.array(engine().analyse(view).roll_out(cells, player, count, seed, first))


def middle_game():
    """Return a position with too many layouts to play out and more than 30 open cells."""
    wanted = (one for one in stuck_views("expert", 60, seed=9) if len(one.hidden) < 440)
    return next(one for one in wanted if engine().analyse(one).layouts > 10**9)


def test_before_an_ending_the_mean_is_the_exact_chance_of_each_cell():
    """The ending after the first guess is solved exactly, so a rollout has its exact value."""
    tested = 0
    for number, view in enumerate(stuck_views(custom("6x6", 10), 60, seed=3)):
        position = engine().analyse(view)
        if not 20 <= position.layouts <= 200:
            continue
        exact = {one.cell: one.win for one in position.evaluate(THINK["normal"]).candidates}
        cells = list(exact)[:6]
        mean, error = mean_and_error(rollouts(view, cells, THINK["fast"], 1500, seed=number))
        for cell, found, off in zip(cells, mean, error, strict=True):
            assert found == pytest.approx(exact[cell], abs=4.5 * off + 1e-9), (view, cell)
            tested += 1
    assert tested >= 40


@pytest.mark.parametrize("clue", [1, 2])
def test_the_mean_is_the_share_of_all_layouts_that_the_player_wins(clue):
    """Play every layout of a 4x4 board with 5 mines and this clue in the corner."""
    board = Board(4, 4)
    view = view_of(board, 5, [clue] + [-1] * 15)
    every = [
        bytes(cell in mines for cell in range(16))
        for mines in combinations(range(1, 16), 5)
        if sum(there in mines for there in board.neighbours[0]) == clue
    ]
    played = engine().play_many(board, Layouts(b"".join(every), 16), 0, "guess", LEAST_RISK)
    share = sum(one.won for one in played) / len(every)
    position = engine().analyse(view)
    cell = position.evaluate(LEAST_RISK).cell
    mean, error = mean_and_error(rollouts(view, [cell], LEAST_RISK, 20_000))
    assert error[0] < 0.003
    assert mean[0] == pytest.approx(share, abs=4 * error[0])


def test_luck_is_left_out():
    """Games won with probability 0.4 have a standard deviation of 0.49; values have half of it."""
    view = middle_game()
    cell = engine().analyse(view).evaluate(THINK["fast"]).cell
    values = rollouts(view, [cell], THINK["fast"], 200)[:, 0]
    assert ((values >= 0) & (values <= 1)).all()
    chance = values.mean()
    assert values.var() < 0.5 * chance * (1 - chance)


def test_layouts_are_numbered_so_that_rollouts_can_be_continued():
    view = middle_game()
    cells = [one.cell for one in engine().analyse(view).evaluate(THINK["fast"]).candidates[:2]]
    whole = rollouts(view, cells, THINK["fast"], 30, seed=4)
    parts = [rollouts(view, cells, THINK["fast"], 15, seed=4, first=first) for first in (0, 15)]
    assert (np.concatenate(parts) == whole).all()
    assert (rollouts(view, cells, THINK["fast"], 30, seed=5) != whole).any()
    alone = rollouts(view, cells[1:], THINK["fast"], 30, seed=4)
    assert (alone[:, 0] == whole[:, 1]).all()  # independent of the other cells


def test_deep_estimates_the_chance_to_win_and_repeats_itself():
    view = middle_game()
    found = engine().analyse(view).evaluate(THINK["deep"])
    assert found == engine().analyse(view).evaluate(THINK["deep"])
    raced = [one for one in found.candidates if one.rollouts]
    assert 2 <= len(raced) <= 4
    assert found.cell in {one.cell for one in raced}
    for one in raced:
        assert one.rollouts >= 400
        assert 0 < one.win_margin < 0.05
        assert one.win_margin < one.win_estimate < 1 - one.risk
    normal = engine().analyse(view).evaluate(THINK["normal"])
    assert all(one.rollouts is one.win_estimate is None for one in normal.candidates)


def test_the_player_opens_the_cell_that_the_evaluation_names():
    think = replace(THINK["deep"], rollouts=400)
    for view in list(stuck_views("intermediate", 25, seed=12))[::4]:
        position = engine().analyse(view)
        deducer = engine().deducer(view.board, view.mines)
        for cell, clue in enumerate(view.cells.tolist()):
            if clue >= 0:
                deducer.open(cell, clue)
        while any(deducer.deduce()):
            pass
        assert deducer.best_risk(view, think) == position.evaluate(think).cell


def test_cells_asked_for_are_played_on_too():
    view = middle_game()
    last = max(one for one in view.hidden if 0.1 < engine().analyse(view).odds[one] < 0.9)
    found = engine().analyse(view).evaluate(replace(THINK["deep"], rollouts=900), [last])
    [asked] = [one for one in found.candidates if one.cell == last]
    assert asked.rollouts >= 900 // 5
    assert asked.win_estimate < 1 - asked.risk


def test_progress_is_reported_and_ends_the_rollouts():
    view, reports = middle_game(), []

    def report(played, budget):
        reports.append((played, budget))
        return len(reports) < 3

    found = engine().analyse(view).evaluate(THINK["deep"], (), report)
    assert len(reports) == 3
    assert [budget for _, budget in reports] == [THINK["deep"].rollouts] * 3
    assert sorted(reports) == reports
    assert sum(one.rollouts or 0 for one in found.candidates) <= 4 * 150
    assert found.cell in {one.cell for one in found.candidates if one.rollouts}


def test_an_error_in_a_report_ends_the_rollouts():
    def report(played, budget):
        raise KeyboardInterrupt

    position = engine().analyse(middle_game())
    with pytest.raises(KeyboardInterrupt):
        position.evaluate(THINK["deep"], (), report)
    assert position.evaluate(THINK["fast"]).cell >= 0


def test_an_ending_is_not_estimated():
    view = read("7x6x10\nHH10000\nH210111\nH1013H2\nH102HH3\nH213HHH\nHHHHHHH")
    found = engine().analyse(view).evaluate(THINK["deep"])
    assert found.exact
    assert all(one.rollouts is None for one in found.candidates)
