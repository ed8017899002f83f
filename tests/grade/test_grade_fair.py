"""The same program gets the same points in each run, beside whatever else the machine does."""

import shlex
import subprocess
import sys

import psutil
import pytest

from mineproof.grade import grading
from mineproof.grade.grading import flags, grade, passed, points
from mineproof.grade.rubric import default_rubric
from mineproof.play.outside._usage import counted
from mineproof.play.outside.process import Limits
from places import EXAMPLES
from tiers import slow

CORRECT = f"exec:{shlex.quote(sys.executable)} {EXAMPLES / 'player_program.py'}"


@pytest.fixture(autouse=True)
def without_growth(monkeypatch):
    monkeypatch.setattr(grading, "GROWTH", ())


def points_but_for_cost(found):
    return {part: got for part, got in points(found, default_rubric()).items() if part != "cost"}


@pytest.mark.parametrize("runs", [2, slow(10)])
def test_each_run_of_a_seed_gives_the_same_points(runs):
    found = [
        grade(CORRECT, boards={"easy": 4, "medium": 1}, seed=14, search=20, limits=Limits())
        for _ in range(runs)
    ]
    first = points_but_for_cost(found[0])
    assert first == {"sound": 35, "complete": 30, "rules": 20, "reliable": 5}
    for one in found[1:]:
        assert points_but_for_cost(one) == first
        assert (one.smallest, one.stuck, one.missed) == (
            found[0].smallest, found[0].stuck, found[0].missed
        )  # fmt: skip


def test_time_without_a_processor_does_not_count_and_sleep_does():
    assert counted(elapsed=10.0, cpu=10.0, waited=0.0) == 10.0
    assert counted(elapsed=90.0, cpu=10.0, waited=80.0) == 10.0  # beside eight others
    assert counted(elapsed=90.0, cpu=10.0, waited=95.0) == 10.0  # looks are not exact
    assert counted(elapsed=60.0, cpu=0.0, waited=0.0) == 60.0
    assert counted(elapsed=60.0, cpu=0.1, waited=0.003) > 58
    # Children whose time is not told had to wait, too.
    assert 19 < counted(elapsed=180.0, cpu=10.0, waited=80.0) < 22


@pytest.mark.slow(twin="test_time_without_a_processor_does_not_count_and_sleep_does")
@pytest.mark.skipif(sys.platform != "linux", reason="Linux tells what a program waits for")
def test_a_correct_program_passes_beside_sixteen_busy_loops():
    loops = [subprocess.Popen(["sh", "-c", "while :; do :; done"]) for _ in range(16)]
    try:
        found = grade(CORRECT, boards={"easy": 6, "hard": 2}, seed=14, search=0, limits=Limits())
        assert all(psutil.Process(one.pid).is_running() for one in loops)
    finally:
        for one in loops:
            one.kill()
            one.wait()
    assert found.faults == []
    assert (found.too_slow, found.out_of_time) == (0, 0)
    assert passed(found, default_rubric())
    assert points_but_for_cost(found) == {"sound": 35, "complete": 30, "rules": 20, "reliable": 5}
    assert flags(found) == []
