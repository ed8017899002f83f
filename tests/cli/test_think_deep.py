"""`analyse`, also of two cells, with --think deep: games played on, their intervals, and Ctrl-C."""

import json
import os
import re
import signal
import threading
from dataclasses import replace
from statistics import mean, stdev

import pytest

from engines import needs_native
from mineproof import read
from mineproof.answers import analysis
from mineproof.cli.progress import RolloutReport
from mineproof.core.choice import engine
from mineproof.core.protocol import Candidate, Evaluation, WinDifference
from mineproof.core.think import THINK
from mineproof.game.formats.mine import write
from mineproof.game.formats.reading import read_many
from mineproof.play.comparison import best_reason, compare_in
from mineproof.reason.words import tell_guess
from mineproof.web.questions import answer
from places import BOARDS
from tiers import slow
from waiting import LONG

pytestmark = needs_native

MIDDLE = BOARDS / "middle.mine"  # an expert game in the middle
POSITION = MIDDLE.read_text()


@pytest.fixture(autouse=True)
def time_enough(monkeypatch):
    """The server ends rollouts after some seconds."""
    monkeypatch.setattr("mineproof.web.questions.THINK_SECONDS", 10 * LONG)


def test_deep_tells_what_it_estimates_with_its_interval(run):
    status, out, err = run("analyse", MIDDLE, "--think", "deep")
    assert (status, err) == (0, "")
    best = re.search(
        r"open (r\d+c\d+): .*; \1 wins (\d+\.\d) ± (\d+\.\d) % of (\d+) games played on by `fast`",
        out,
    )
    assert best
    assert 60 < float(best[2]) < 90
    assert re.search(rf"^{best[1]} .* ~{best[2]} % ", out, re.M)
    assert f"`fast` wins {best[2]} ± {best[3]} % of {best[4]} games played on" in out
    mines = re.search(r"^mines    (\d+): (.*), and (\d+) more$", out, re.M)
    assert len(mines[2].split(", ")) == int(mines[1]) - int(mines[3]) == 20
    _, chinese, _ = run("analyse", MIDDLE, "--think", "deep", "--language", "zh-Hant")
    assert f"由 `fast` 續下 {best[4]} 局，{best[1]} 的勝率 {best[2]} ± {best[3]} %" in chinese


@pytest.mark.slow(twin="test_an_only_candidate_is_told_with_its_estimate")
def test_where_rollouts_decide_nothing_the_sentence_says_what_decides():
    views = read_many((BOARDS / "rollouts.mine").read_bytes())
    early = analysis.analyse(views[7], think="deep").best.why
    assert re.search(r"the look-ahead decides here, not the games played on; r\d+c\d+ wins", early)
    region = analysis.analyse(views[5], think="deep").best.why
    assert re.search(r"clears that region with .*; r\d+c\d+ wins \d+\.\d ± \d\.\d % of 400", region)
    compared = analysis.compare(views[7], "r1c28", "r16c30", think="deep")
    assert compared.better == views[7].board.index("r1c28")
    assert re.match(
        r"the chance to survive .*; the look-ahead decides here, .*points$", compared.why
    )


def test_normal_tells_no_such_chance(run):
    _, out, _ = run("analyse", MIDDLE)
    assert out == run("analyse", MIDDLE, "--think", "normal")[1]
    assert "±" not in out


def test_programs_get_the_estimate_as_numbers(run):
    _, out, _ = run("analyse", MIDDLE, "--think", "deep", "--json")
    first, *_ = [one for one in json.loads(out)["candidates"] if one["rollouts"]]
    assert first["cell"] == json.loads(out)["best"]["cell"]
    assert first["rollouts"] >= 400
    assert 0 < first["win_margin"] < 0.03 < first["win_estimate"] < 1
    _, over_http = answer("analyse", json.dumps({"position": POSITION, "think": "deep"}).encode())
    assert json.loads(over_http) == json.loads(out)


def test_two_cells_are_compared_by_games_played_on(run):
    _, out, _ = run("analyse", MIDDLE, "r5c24", "r13c28", "--think", "deep")
    assert re.match(
        r"open r5c24: r5c24 wins \d+\.\d ± \d\.\d % of the games played on by `fast`, "
        r"r13c28 \d+\.\d ± \d\.\d %; the difference on the same layouts is \d\.\d ± \d\.\d"
        r" points\n",
        out,
    )
    assert len(re.findall(r"wins .* of 2400 games played on\n", out)) == 2
    body = {"position": POSITION, "cells": ["r13c28", "r5c24"], "think": "deep"}
    told = json.loads(answer("compare", json.dumps(body).encode())[1])
    assert told["better"] == "r5c24"
    first, second = (one["win_estimate"] for one in told["cells"])
    assert told["win_difference"] == pytest.approx(first - second)
    assert told["win_difference"] < -told["difference_margin"] < 0
    body["think"] = "normal"
    told = json.loads(answer("compare", json.dumps(body).encode())[1])
    assert told["win_difference"] is told["difference_margin"] is None


def test_a_difference_that_may_be_zero_names_no_better_cell(run):
    _, best, _ = run("analyse", MIDDLE, "--think", "deep", "--json")
    assert json.loads(best)["best"]["cell"] == "r2c24"
    _, out, _ = run("analyse", MIDDLE, "r5c24", "r2c24", "--think", "deep")
    assert out.startswith("no clear difference; ")
    assert out.splitlines()[0].endswith("points; `deep` opens r2c24")
    _, told, _ = run("analyse", MIDDLE, "r5c24", "r2c24", "--think", "deep", "--json")
    found = json.loads(told)
    assert found["better"] is None
    assert abs(found["win_difference"]) <= found["difference_margin"]


def estimated(cell, share):
    return Candidate(cell=cell, risk=0.1, survival=0.8, win_estimate=share, win_margin=0.01)


@pytest.mark.parametrize(
    ("mean", "chosen", "better", "words"),
    [
        (0.02, 1, 1, "c1 wins 52.0 ± 1.0 % of the games played on by `fast`, c2 50.0 ± 1.0 %"),
        (0.02, 3, 1, "c1 wins"),
        (-0.02, 2, 2, "c2 wins"),
        (0.004, 1, None, "no clear difference; c1 wins"),
        (-0.004, 1, None, "; `deep` opens c1"),
        (0.004, 3, None, "no clear difference"),
        (-0.02, 1, None,
         "; yet `deep` opens c1: it chose with fewer games, and weighs the look-ahead too"),
    ],
)  # fmt: skip
def test_a_comparison_never_contradicts_the_choice(mean, chosen, better, words):
    one, other = estimated(1, 0.5 + max(mean, 0)), estimated(2, 0.5 - min(mean, 0))
    found = WinDifference(mean, 0.005, 1200)
    evaluation = Evaluation(chosen, False, [one, other], 0.1, True, found)
    verdict, why = compare_in(evaluation, one, other, "c{}".format)
    assert verdict == better
    assert words in tell_guess(why)


def test_a_choice_with_a_lower_estimate_says_what_it_weighs():
    best, other = (
        replace(estimated(cell, share), rollouts=400) for cell, share in ((1, 0.5), (2, 0.52))
    )
    evaluation = Evaluation(1, False, [best, other], 0.1, True, None)
    words = tell_guess(best_reason(evaluation, "c{}".format))
    assert words.endswith(
        "c2 wins more of the games shown, but the choice was made with fewer, and weighs the"
        " look-ahead too"
    )
    evaluation = Evaluation(2, False, [other, best], 0.1, True, None)
    assert "weighs" not in tell_guess(best_reason(evaluation, "c{}".format))


def test_an_only_candidate_is_told_with_its_estimate():
    only = replace(estimated(1, 0.5), rollouts=400)
    why = best_reason(Evaluation(1, False, [only], 0.1), "c{}".format)
    assert tell_guess(why) == (
        "10.0 % risk: the only cell worth a look; the look-ahead decides here, not the games played"
        " on; c1 wins 50.0 ± 1.0 % of 400 games played on by `fast`"
    )


@pytest.fixture
def ctrl_c(monkeypatch):
    """Press Ctrl-C once rollouts or an ending have reported that they work."""
    working, report = threading.Event(), RolloutReport.__call__
    monkeypatch.setattr(
        RolloutReport, "__call__", lambda *progress: (working.set(), report(*progress))[1]
    )

    def press():
        if working.wait(LONG):
            os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=press)
    thread.start()
    yield
    thread.join()


STOPPED = "mineproof: stopped; this is the best so far\n"


def test_ctrl_c_ends_the_rollouts_and_the_best_so_far_is_the_answer(run, monkeypatch, ctrl_c):
    monkeypatch.setitem(THINK, "deep", replace(THINK["deep"], rollouts=50_000_000))
    cells = ("r2c24", "r5c24")  # requested cells stay in the race until the budget is spent
    before = signal.getsignal(signal.SIGINT)
    status, out, err = run("analyse", MIDDLE, *cells, "--think", "deep", "--json")
    assert (status, err) == (0, STOPPED)
    assert all(0 < one["rollouts"] < 50_000_000 for one in json.loads(out)["cells"])
    assert signal.getsignal(signal.SIGINT) == before


@pytest.fixture
def endless(monkeypatch):
    """An ending that takes many minutes, with these limits of `deep`."""
    monkeypatch.setitem(THINK, "deep", replace(THINK["deep"], ending_work=10**11))
    return write(read_many((BOARDS / "rollouts.mine").read_bytes())[6])


def test_ctrl_c_ends_an_ending_and_the_look_ahead_answers(run, tmp_path, endless, ctrl_c):
    (tmp_path / "ending.mine").write_text(endless)
    status, out, err = run("analyse", "ending.mine", "--think", "deep", "--json")
    assert (status, err) == (0, STOPPED)
    assert json.loads(out)["candidates"][0]["win"] is None


def test_positions_after_ctrl_c_are_left_out_with_a_note(run, tmp_path, endless, ctrl_c):
    (tmp_path / "three.mine").write_text("\n".join([endless, POSITION, POSITION]))
    status, out, err = run("analyse", "three.mine", "--think", "deep", "--json")
    assert (status, len(out.splitlines())) == (130, 1)
    note = "mineproof: stopped at position 1 of 3; the later ones are left out\n"
    assert err == STOPPED + note


def test_a_report_is_told_how_far_the_rollouts_have_come():
    told = []
    view = read(POSITION)
    answer = analysis.analyse(view, think="deep", report=lambda *now: told.append(now) or True)
    assert told
    assert told == sorted(told)
    assert {budget for _, budget in told} == {THINK["deep"].rollouts}
    calls = len(told)
    assert answer.best  # the search was made when `report` waited for it
    assert len(told) == calls


@pytest.mark.parametrize(("intervals", "rollouts", "least"), [(12, 200, 9), slow(40, 400, 33)])
def test_the_interval_of_an_estimate_holds_the_truth_most_of_the_time(intervals, rollouts, least):
    """Compare the intervals with the mean of thirty times as many rollouts."""
    position = engine().analyse(read(POSITION))
    [cell] = [one.cell for one in position.evaluate(THINK["normal"]).candidates[:1]]

    def wins(count, seed):
        return [row[0] for row in position.roll_out([cell], THINK["fast"], count, seed=seed)]

    truth, held = mean(wins(30 * rollouts, 1)), 0
    for seed in range(100, 100 + intervals):
        values = wins(rollouts, seed)
        held += abs(mean(values) - truth) < 1.96 * stdev(values) / rollouts**0.5
    assert held >= least
