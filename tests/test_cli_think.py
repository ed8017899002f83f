"""`analyse` and `compare` with --think deep: the chance to win with its interval, and Ctrl-C."""

import json
import os
import re
import signal
import threading
import time
from dataclasses import replace

import pytest

from engines import needs_native
from mineproof import answers, read
from mineproof.core import THINK, engine
from mineproof.web.questions import answer

pytestmark = needs_native

POSITION = """30x16x99
1H10000123HH32211112HHHHHHHHHH
11100112HH33HH2H23H335HHHHHHHH
000001H223222222H3H21H3HHHHHHH
1121111101H111112322333HHHHHHH
1H2H211111122H213H33HH2HHHHHHH
1122H23H3101H33H3H3HHHHHHHHHHH
000112HHH2012H212235HHHHHHHHHH
2210014HH200111002H4H4HHHHHHHH
HH10002H3111100013H44HHHHHHHHH
22100012211H21002H5H3H5HHHHHHH
11000001H113H2013HH222HHHHHHHH
H10000011114H301H333233HH4HHHH
11000000112HH201112HH2H212HHHH
001221123H222211002H32110123HH
123HH43HH21012H211222000001HHH
HHHHHHH321001H22H11H1000001HHH
"""


@pytest.fixture
def position(tmp_path):
    path = tmp_path / "middle.mine"
    path.write_text(POSITION)
    return path


def test_deep_tells_the_chance_to_win_with_its_interval(run, position):
    status, out, err = run("analyse", position, "--think", "deep")
    assert (status, err) == (0, "")
    best = re.search(r"open (r\d+c\d+): .*; \1 wins (\d+\.\d) ± (\d+\.\d) %, in (\d+) games", out)
    assert best
    assert 60 < float(best[2]) < 90
    assert f"wins {best[2]} ± {best[3]} % ({best[4]} games)" in out
    _, chinese, _ = run("analyse", position, "--think", "deep", "--language", "zh-Hant")
    assert f"{best[1]} 的勝率 {best[2]} ± {best[3]} %" in chinese


def test_normal_tells_no_such_chance(run, position):
    _, out, _ = run("analyse", position)
    assert out == run("analyse", position, "--think", "normal")[1]
    assert "±" not in out


def test_programs_get_the_estimate_as_numbers(run, position):
    _, out, _ = run("analyse", position, "--think", "deep", "--json")
    first, *_ = [one for one in json.loads(out)["candidates"] if one["rollouts"]]
    assert first["cell"] == json.loads(out)["best"]["cell"]
    assert first["rollouts"] >= 400
    assert 0 < first["win_margin"] < 0.03 < first["win_estimate"] < 1
    _, over_http = answer("analyse", json.dumps({"position": POSITION, "think": "deep"}).encode())
    assert json.loads(over_http) == json.loads(out)


def test_two_cells_are_compared_by_games_played_on(run, position):
    _, out, _ = run("compare", position, "r5c24", "r13c28", "--think", "deep")
    assert re.match(r"open r5c24: r5c24 wins \d+\.\d ± \d\.\d %, r13c28 \d+\.\d ± \d\.\d %\n", out)
    assert len(re.findall(r"wins .* \(\d+ games\)", out)) == 2
    body = {"position": POSITION, "cells": ["r5c24", "r13c28"], "think": "deep"}
    assert json.loads(answer("compare", json.dumps(body).encode())[1])["better"] == "r5c24"


def test_an_unknown_way_to_think_is_refused(run, position):
    for command in (("analyse", position), ("compare", position, "r5c24", "r13c28")):
        status, _, err = run(*command, "--think", "hard")
        assert status == 2
        assert "--think" in err
        assert "fast, normal, deep" in err
    assert run("analyse", position, "--think", "deep", "--no-best")[0] == 2
    assert run("analyse", position, "--think", "deep", "--hush")[0] == 2


def test_ctrl_c_ends_the_rollouts_and_the_best_so_far_is_the_answer(run, position, monkeypatch):
    monkeypatch.setitem(THINK, "deep", replace(THINK["deep"], rollouts=50_000_000))
    cells = ("r2c24", "r5c24")  # requested cells stay in the race until the budget is spent
    timer = threading.Timer(1.0, os.kill, (os.getpid(), signal.SIGINT))
    before, began = signal.getsignal(signal.SIGINT), time.monotonic()
    timer.start()
    try:
        status, out, err = run("compare", position, *cells, "--think", "deep", "--json")
    finally:
        timer.cancel()
    assert status == 0
    assert time.monotonic() - began < 30
    assert err == "mineproof: stopped; this is the best so far\n"
    assert all(one["rollouts"] > 0 for one in json.loads(out)["cells"])
    assert signal.getsignal(signal.SIGINT) == before


def test_a_report_is_told_how_far_the_rollouts_have_come():
    told = []
    view = read(POSITION)
    answers.analyse(view, think="deep", report=lambda *now: told.append(now) or True)
    assert told
    assert told == sorted(told)
    assert {budget for _, budget in told} == {THINK["deep"].rollouts}


def test_the_interval_of_an_estimate_holds_the_truth_most_of_the_time():
    """Compare 40 intervals of 400 rollouts with the mean of 12,000 rollouts."""
    position = engine().analyse(read(POSITION))
    [cell] = [one.cell for one in position.evaluate(THINK["normal"]).candidates[:1]]
    truth = [row[0] for row in position.roll_out([cell], THINK["fast"], 12_000, seed=1)]
    mean, held = sum(truth) / len(truth), 0
    for seed in range(40):
        values = [row[0] for row in position.roll_out([cell], THINK["fast"], 400, seed=100 + seed)]
        middle = sum(values) / 400
        spread = (sum((value - middle) ** 2 for value in values) / 399) ** 0.5
        held += abs(middle - mean) < 1.96 * spread / 400**0.5
    assert held >= 33
