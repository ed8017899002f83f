"""Rollouts: their mean is the probability to win, and `--think deep` decides by them."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache
from itertools import combinations, product

import numpy as np
import pytest

from engines import needs_native
from mineproof import Board, Game, custom, deal, read
from mineproof.core.choice import engine
from mineproof.core.think import THINK, Think
from mineproof.game.board import Layouts
from mineproof.game.formats.reading import read_many
from mineproof.game.view import view_of
from places import BOARDS
from positions import stuck_views
from tiers import few, slow

pytestmark = needs_native
LEAST_RISK = Think(layouts=0, living=False, plies=1, flips=False)


def mean_and_error(values):
    return values.mean(axis=0), values.std(axis=0) / np.sqrt(len(values))


def rollouts(view, cells, player, count, seed=0, first=0):
    return np.array(engine().analyse(view).roll_out(cells, player, count, seed, first))


@cache
def kept(number):
    """Return an expert position.

    In 0 to 4 the player and the evaluation once chose different cells. In 5 a region is played
    out, in 6 the ending takes a second, and 7 has fewer than 30 opened cells. "middle" has too many
    layouts to play out and more than 30 open cells.
    """
    if number != "middle":
        return read_many((BOARDS / "rollouts.mine").read_bytes())[number]
    wanted = (one for one in stuck_views("expert", 60, seed=9) if len(one.hidden) < 440)
    return next(one for one in wanted if engine().analyse(one).layouts > 10**9)


@cache
def deep(number):
    """Return the evaluation of a kept position by `deep`: it takes up to a second."""
    return engine().analyse(kept(number)).evaluate(THINK["deep"])


def best_cells(view, count):
    """Return the best cells of a position according to `fast`."""
    return [one.cell for one in engine().analyse(view).evaluate(THINK["fast"]).candidates[:count]]


def reported(position, think, asked=(), go_on=lambda played: True):
    """Evaluate a position; return the evaluation, and the numbers of rollouts in its reports."""
    reports = []

    def report(played, most):
        assert played <= most
        reports.append(played)
        return go_on(played)

    return position.evaluate(think, asked, report), reports


def rollouts_of(evaluation):
    return sum(one.rollouts or 0 for one in evaluation.candidates)


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
    view = kept("middle")
    values = rollouts(view, best_cells(view, 1), THINK["fast"], 200)[:, 0]
    assert ((values >= 0) & (values <= 1)).all()
    chance = values.mean()
    assert values.var() < 0.5 * chance * (1 - chance)


def test_layouts_are_numbered_so_that_rollouts_can_be_continued():
    view = kept("middle")
    cells = best_cells(view, 2)
    whole = rollouts(view, cells, THINK["fast"], 30, seed=4)
    parts = [rollouts(view, cells, THINK["fast"], 15, seed=4, first=first) for first in (0, 15)]
    assert (np.concatenate(parts) == whole).all()
    assert (rollouts(view, cells, THINK["fast"], 30, seed=5) != whole).any()
    alone = rollouts(view, cells[1:], THINK["fast"], 30, seed=4)
    assert (alone[:, 0] == whole[:, 1]).all()  # independent of the other cells


@pytest.mark.parametrize("player", ["fast", "normal"])
def test_choices_that_are_kept_change_no_value(player):
    """One rollout a call meets no position twice, so every choice is made anew."""
    for view in (kept("middle"), kept(1)):
        cells = best_cells(view, 3)
        together = rollouts(view, cells, THINK[player], 25, seed=8)
        anew = [
            [rollouts(view, [cell], THINK[player], 1, seed=8, first=number)[0, 0] for cell in cells]
            for number in range(25)
        ]
        assert together.tolist() == anew


def test_choices_are_not_kept_for_another_mine_count_player_or_position():
    view = kept(1)
    fewer = view_of(view.board, view.mines - 1, view.cells)
    cells = best_cells(view, 3)
    asked = list(product((view, fewer, view), (THINK["fast"], LEAST_RISK)))
    together = [rollouts(position, cells, player, 40) for position, player in asked]
    for (position, player), found in zip(asked, together, strict=True):
        with ThreadPoolExecutor(1) as thread:  # a thread has memory of its own
            alone = thread.submit(rollouts, position, cells, player, 40).result()
        assert (alone == found).all()


def test_deep_estimates_the_chance_to_win_and_repeats_itself():
    view, found = kept("middle"), deep("middle")
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


def deducer_of(view, order, cells_a_deduction):
    """Return a deducer to which the cells were opened in this order, with deductions in between."""
    deducer = engine().deducer(view.board, view.mines)
    opened = [cell for cell in order if view.cells[cell] >= 0]
    for number, cell in enumerate(opened, start=1):
        deducer.open(cell, view.cells[cell])
        if number % cells_a_deduction == 0:
            deducer.deduce()
    while any(deducer.deduce()):
        pass
    return deducer


def test_the_player_opens_the_cell_that_the_evaluation_names():
    """In the last two, a cell with a far lower shallow score is close to the best at full depth."""
    think = replace(THINK["deep"], rollouts=400)
    asked = [(view, think) for view in list(stuck_views("intermediate", 25, seed=12))[::4]]
    asked += [(kept(number), replace(think, close=0.05)) for number in (3, 4)]
    for view, how in asked:
        deducer = deducer_of(view, range(view.board.cells), 10**6)
        assert deducer.best_risk(view, how) == engine().analyse(view).evaluate(how).cell


def test_the_cells_that_are_compared_are_the_best_at_full_depth():
    """No other close cell has a higher score or upper bound; of equal ones, one is compared."""
    think = replace(THINK["normal"], rollouts=4)
    full = 0
    for view in list(stuck_views("expert", 60, seed=14))[::3]:
        found = engine().analyse(view).evaluate(think)
        if found.exact or found.candidates[0].region_clears is not None:
            continue
        living = [one for one in found.candidates if not one.dead and one.region_clears is None]
        compared = [one.score for one in living if one.rollouts]
        if len(compared) < 4:
            continue
        full += 1
        least = max(min(compared), (1 - think.close) * max(compared))
        for one in living:
            tied = any(abs(one.score - score) < 2e-9 for score in compared)
            assert one.rollouts or tied or one.score < least
    assert full >= 10


PINNED = {
    3: [
        ("r10c14", [700, 700, 400, 400]),
        ("r11c1", [400, 400, 400, 400]),
        ("r5c26", [1150, 1150, 400, 400]),
        ("r1c20", [900, 400, 900, 600]),
        ("r8c10", [2250, 200, 100, 2250]),
    ]
}


@pytest.mark.parametrize("number", few([2, 0, 1, 3, 4], 1))
def test_the_choices_of_deep_are_those_of_its_revision(number):
    """Measurements record the revision, so that the choices of two players are never mixed."""
    played = [one.rollouts for one in deep(number).candidates if one.rollouts]
    chosen = kept(number).board.name(deep(number).cell), played
    assert chosen == PINNED[engine().race_settings()["revision"]][number], (
        "the choices have changed: raise the revision in native/guess/race.hpp and pin them here"
    )


@pytest.mark.parametrize("number", few([2, 0, 1], 1))
def test_the_choice_of_deep_does_not_depend_on_the_order_of_opening(number):
    view = kept(number)
    rows = range(view.board.cells)
    columns = sorted(rows, key=lambda cell: cell % view.board.cols)
    for deducer in (
        deducer_of(view, rows, 10**6), deducer_of(view, rows[::-1], 1), deducer_of(view, columns, 7)
    ):  # fmt: skip
        assert deducer.best_risk(view, THINK["deep"]) == deep(number).cell


def test_cells_asked_for_are_played_on_too():
    view = kept("middle")
    last = max(one for one in view.hidden if 0.1 < engine().analyse(view).odds[one] < 0.9)
    found = engine().analyse(view).evaluate(replace(THINK["deep"], rollouts=900), [last])
    [asked] = [one for one in found.candidates if one.cell == last]
    assert asked.rollouts == 450
    assert asked.win_estimate < 1 - asked.risk
    assert found.difference is None


@pytest.mark.parametrize("number", [2, slow(4)])
def test_cells_asked_for_do_not_change_the_choice(number):
    position, alone = engine().analyse(kept(number)), deep(number)
    second, third, *_ = [one.cell for one in alone.candidates[1:] if one.rollouts]
    for asked in ([second, third], [second, alone.cell]):
        assert position.evaluate(THINK["deep"], asked).cell == alone.cell


def test_two_cells_asked_for_are_compared_on_the_same_layouts():
    view = kept("middle")
    position = engine().analyse(view)
    one, _, other, *_ = [c.cell for c in deep("middle").candidates if c.rollouts]
    evaluation = position.evaluate(THINK["deep"], [one, other])
    known = {candidate.cell: candidate for candidate in evaluation.candidates}
    found = evaluation.difference
    assert found.rollouts == known[one].rollouts == known[other].rollouts == 2400
    assert found.mean == pytest.approx(known[one].win_estimate - known[other].win_estimate)
    assert 0 < found.margin < 0.7 * (known[one].win_margin + known[other].win_margin)
    fresh = rollouts(view, [one, other], THINK["fast"], 3000, seed=77)
    [mean], [error] = mean_and_error(fresh[:, :1] - fresh[:, 1:])
    assert found.mean == pytest.approx(mean, abs=2 * (found.margin + 2 * error))
    swapped = position.evaluate(THINK["deep"], [other, one]).difference
    assert swapped.mean == pytest.approx(-found.mean)


@pytest.mark.parametrize("number", few([2, 5, 0, 7], 1))
def test_no_more_rollouts_are_played_than_allowed(number):
    position = engine().analyse(kept(number))
    think = replace(THINK["deep"], rollouts=1000)
    alone, reports = reported(position, think)
    assert rollouts_of(alone) == max(reports) <= 1000
    asked = [one.cell for one in alone.candidates[-2:]]
    found, reports = reported(position, think, asked)
    assert rollouts_of(found) == max(reports) <= 2000
    assert [one.rollouts for one in found.candidates if one.cell in asked] == [500, 500]


def test_a_region_that_is_played_out_decides_and_its_cells_are_estimated():
    view, found = kept(5), deep(5)
    without = replace(THINK["deep"], rollouts=0)
    assert found.cell == engine().analyse(view).evaluate(without).cell
    assert not found.by_rollouts
    estimated = [one for one in found.candidates if one.rollouts]
    assert found.cell in [one.cell for one in estimated]
    assert 2 <= len(estimated) <= 4
    fresh = rollouts(view, [one.cell for one in estimated], THINK["fast"], 600, seed=6)
    for one, mean, error in zip(estimated, *mean_and_error(fresh), strict=True):
        assert one.region_clears is not None
        assert one.win_estimate == pytest.approx(mean, abs=2 * one.win_margin + 4 * error)


def test_before_30_opened_cells_rollouts_only_estimate():
    found = deep(7)
    assert found.cell == engine().analyse(kept(7)).evaluate(THINK["normal"]).cell
    assert not found.by_rollouts
    assert found.candidates[0].rollouts == 400
    assert deep(2).by_rollouts


def test_rare_losses_do_not_give_an_interval_without_width():
    """Nearly every game is won: of 400 games few are lost, or none."""
    view = view_of(Board(20, 20), 3, [1] + [-1] * 399)
    estimated = [
        one for one in engine().analyse(view).evaluate(THINK["deep"]).candidates if one.rollouts
    ]
    assert estimated
    for one in estimated:
        assert one.win_estimate > 0.99
        assert 0.001 < one.win_margin < 0.01


def test_progress_is_reported_and_ends_the_rollouts():
    view, reports = kept("middle"), []

    def report(played, budget):
        reports.append((played, budget))
        return played < 300

    found = engine().analyse(view).evaluate(THINK["deep"], (), report)
    assert {budget for _, budget in reports} == {THINK["deep"].rollouts}
    assert sorted(reports) == reports
    last = reports[-1][0]
    assert 300 <= last < 300 + 4 * 50  # at the end of a round at the latest
    assert all(played < 300 for played, _ in reports[:-1])
    assert rollouts_of(found) == last
    assert found.cell in {one.cell for one in found.candidates if one.rollouts}


@pytest.mark.parametrize("asked", [(), (22_000, 22_001)])
def test_a_report_ends_a_rollout_of_a_large_board(asked):
    """A round of rollouts takes seconds there; the answer must not wait for its end."""
    game = Game(deal(custom("150x150", 5000), start="open", seed=3))
    while safe := engine().analyse(game.view).safe:
        for cell in safe:
            game.open(cell)
    position = engine().analyse(game.view)
    found, reports = reported(position, THINK["deep"], asked, lambda played: not played)
    assert reports[-1] <= rollouts_of(found) < 50


def test_a_choice_after_a_stop_is_as_before():
    """What a search that was given up has chosen is not remembered."""
    position = engine().analyse(kept("middle"))
    for most in (1, 60, 130):
        reported(position, THINK["deep"], go_on=lambda played, most=most: played < most)
        assert position.evaluate(THINK["deep"]) == deep("middle")


def test_an_error_in_a_report_ends_the_rollouts():
    def report(played, budget):
        raise KeyboardInterrupt

    position = engine().analyse(kept("middle"))
    with pytest.raises(KeyboardInterrupt):
        position.evaluate(THINK["deep"], (), report)
    assert position.evaluate(THINK["fast"]).cell >= 0


def test_a_report_ends_a_long_ending():
    position = engine().analyse(kept(6))
    found, reports = reported(position, THINK["deep"], go_on=lambda _: False)
    assert reports[0] == 0
    assert len(reports) == 2  # in the ending, and during the first round of rollouts
    assert (found.candidates[0].rollouts or 0) <= 50
    assert found.candidates[0].region_clears is None
    assert position.evaluate(THINK["deep"]).candidates[0].region_clears is not None


def test_an_ending_is_not_estimated():
    view = read("7x6x10\nHH10000\nH210111\nH1013H2\nH102HH3\nH213HHH\nHHHHHHH")
    found = engine().analyse(view).evaluate(THINK["deep"])
    assert found.exact
    assert all(one.rollouts is None for one in found.candidates)
