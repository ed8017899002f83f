"""Runs in one process, many processes or a cluster: killed or disturbed, the rows are the same."""

import json
import os
import random
import resource
import signal
import subprocess
import sys
from concurrent.futures import Future
from pathlib import Path

import psutil
import pytest

from command_process import start
from lab_rows import fill, without_times
from mineproof.lab.executors import InProcess, LabWorkers, RunStopped
from mineproof.lab.provenance import installation
from mineproof.lab.recipes import recipe
from mineproof.lab.run import missing, run, work
from mineproof.lab.store import Store
from tiers import slow
from waiting import LONG, until

NAME, SCALE = "mines-9x9", 0.05  # 480 trials, some two seconds


@pytest.fixture(scope="module")
def expected(tmp_path_factory):
    """Return the rows of an undisturbed run, without times."""
    path = tmp_path_factory.mktemp("undisturbed") / "lab.sqlite"
    assert fill(path, NAME, SCALE)[0] == 480
    return rows_of(path)


def rows_of(path):
    with Store(str(path)) as store:
        rows = [
            (json.dumps(config), seed, without_times(row)) for config, seed, row in store.rows(NAME)
        ]
    return sorted(rows, key=lambda row: row[:2])


def count(path):
    """Return the number of rows; 0 if there is no store."""
    try:
        with Store(str(path)) as store:
            return store.count(NAME)
    except ValueError:
        return 0


def start_run(store, *words, scale=SCALE, **options):
    words = ["run", NAME, "--scale", str(scale), "--store", str(store), *words]
    return start("lab", *words, **options)


def finish(store):
    """Complete an interrupted run."""
    process = start_run(store)
    out, err = process.communicate()
    return process.returncode == 0 and "480 trials" in out and not err


def wait_for_more(path, than, process):
    until(lambda: count(path) > than or process.poll() is not None, "a row")


def assert_one_line(err, *parts):
    assert len(err.splitlines()) == 1, err
    assert all(part in err for part in parts), err


@pytest.mark.slow(twin="test_a_dead_worker_process_stops_the_run_and_the_rest_is_done_later")
def test_killed_at_random_moments_it_ends_with_the_same_rows(tmp_path, expected):
    path, chance, kills = tmp_path / "lab.sqlite", random.Random(), 0
    while kills < 4:
        process = start_run(path)
        if kills:  # the first run may be killed before it makes the store
            wait_for_more(path, count(path) + chance.randrange(40), process)
        if process.poll() is not None:
            break  # too late: it has finished
        os.kill(process.pid, signal.SIGKILL)
        process.communicate()
        kills += 1
    assert kills >= 2
    assert finish(path)
    assert rows_of(path) == expected


def test_local_processes_make_the_same_rows(tmp_path, lab, expected):
    path = tmp_path / "lab.sqlite"
    code, _, err = lab("run", NAME, "--scale", SCALE, "--workers", 2, "--store", path)
    assert (code, err) == (0, "")
    assert rows_of(path) == expected


@pytest.mark.parametrize("number", [signal.SIGINT, slow(signal.SIGTERM)])
def test_ctrl_c_keeps_what_is_done(number, tmp_path):
    path = tmp_path / "lab.sqlite"
    for words in ((), ("--workers", "2")):
        process = start_run(path, *words, scale=1.0)
        wait_for_more(path, count(path), process)
        process.send_signal(number)
        out, err = process.communicate(timeout=LONG)
        assert (process.returncode, out) == (128 + number, "")
        assert err.startswith("mineproof: stopped; ")
        assert_one_line(err, f"trials of this run are kept in {path}; the same command continues")
        assert count(path) > 0


@pytest.mark.parametrize("words", [(), ("--workers", "2")], ids=["one process", "two workers"])
@pytest.mark.parametrize(
    ("number", "whole_group"),
    [(signal.SIGINT, True), slow(signal.SIGINT, False), slow(signal.SIGTERM, False)],
)
def test_ctrl_c_twice_does_not_wait_for_a_long_trial(words, number, whole_group, tmp_path):
    path, script = tmp_path / "lab.sqlite", tmp_path / "long_trials.py"
    script.write_text(LONG_TRIALS)  # a file: worker processes load it too
    process = start_run(path, *words, program=(sys.executable, str(script)), cwd=tmp_path)
    until((tmp_path / "a trial has begun").exists)
    children = psutil.Process(process.pid).children(recursive=True)
    for _ in range(2):
        (os.killpg if whole_group else os.kill)(process.pid, number)
    out, err = process.communicate(timeout=LONG)  # a trial takes longer
    assert (process.returncode, out) == (128 + number, "")
    assert_one_line(err, "the same command continues")
    _, alive = psutil.wait_procs(children, timeout=LONG)
    assert not alive


LONG_TRIALS = """
import time
from pathlib import Path
from mineproof.lab import _trial as trial

def sleep(config, seed):
    Path("a trial has begun").touch()
    time.sleep(3600)

object.__setattr__(trial.GAME, "run", sleep)

if __name__ == "__main__":
    from mineproof.cli.entry import main
    main()
"""


def test_a_dead_worker_process_stops_the_run_and_the_rest_is_done_later(tmp_path, expected):
    path = tmp_path / "lab.sqlite"
    process = start_run(path, "--workers", "2")
    wait_for_more(path, 0, process)
    children = psutil.Process(process.pid).children()
    workers = [child.pid for child in children if "spawn_main" in " ".join(child.cmdline())]
    os.kill(workers[0], signal.SIGKILL)
    _, err = process.communicate(timeout=LONG)
    assert process.returncode == 1
    assert_one_line(err, "a worker process died")
    assert finish(path)
    assert rows_of(path) == expected


# A cluster


@pytest.fixture
def cluster(tmp_path, request):
    """Start a scheduler and two workers on this machine; `request` may give their environments."""
    where, started = tmp_path / "scheduler.json", []
    (tmp_path / "long_trials.py").write_text(LONG_TRIALS)

    def launch(*words, **environment):
        process = subprocess.Popen(
            [sys.executable, "-m", "distributed.cli.dask_" + words[0], *words[1:]],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=tmp_path,
            env={**os.environ, **environment},
        )  # fmt: skip
        started.append(process)
        return process

    launch("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--no-show",
           "--scheduler-file", str(where))  # fmt: skip
    until(lambda: where.exists() and where.read_text().strip(), "the scheduler")
    address = json.loads(where.read_text())["address"]
    options = ["--host", "127.0.0.1", "--no-nanny", "--nthreads", "1", "--no-dashboard",
               "--local-directory"]  # fmt: skip
    workers = [
        launch("worker", address, *options, str(tmp_path / str(number)), **environment)
        for number, environment in enumerate(getattr(request, "param", ({}, {})))
    ]
    from distributed import Client

    with Client(address) as client:
        client.wait_for_workers(2, timeout=LONG)
    yield address, workers, started[0]
    for process in reversed(started):
        process.kill()
        process.wait()


HOLDS_ITS_CHUNK = {"DASK_DISTRIBUTED__WORKER__PRELOAD": "['long_trials.py']"}


@pytest.mark.parametrize("cluster", [(HOLDS_ITS_CHUNK, {})], indirect=True)
def test_a_cluster_makes_the_same_rows_though_a_worker_is_killed(tmp_path, cluster, expected):
    """The first worker never ends a trial, so its chunk is lost with it and run by the other."""
    address, workers, _ = cluster
    assert address.startswith("tcp://127.0.0.1:")
    path = tmp_path / "lab.sqlite"
    process = start_run(path, "--cluster", address)
    until((tmp_path / "a trial has begun").exists)
    wait_for_more(path, 0, process)
    assert process.poll() is None
    workers[0].kill()
    out, err = process.communicate(timeout=LONG)
    assert (process.returncode, err) == (0, "")
    assert "480 trials" in out
    assert rows_of(path) == expected


@pytest.mark.slow(twin="test_a_cluster_makes_the_same_rows_though_a_worker_is_killed")
def test_a_cluster_that_goes_away_leaves_what_was_done(tmp_path, cluster, expected):
    address, _, scheduler = cluster
    path = tmp_path / "lab.sqlite"
    process = start_run(path, "--cluster", address, scale=20.0)
    wait_for_more(path, 0, process)
    scheduler.kill()
    _, err = process.communicate(timeout=LONG)
    assert process.returncode == 1
    assert_one_line(err, "the cluster has gone")
    fill(path, NAME, SCALE)
    kept = rows_of(path)
    assert all(row in kept for row in expected)


@pytest.mark.slow(twin="test_a_worker_of_another_version_is_refused_when_it_joins_late")
@pytest.mark.parametrize("cluster", [({}, {"MINEPROOF_ENGINE": "python"})], indirect=True)
def test_a_cluster_whose_workers_differ_is_refused_before_anything_runs(cluster, refused):
    err = refused("run", NAME, "--cluster", cluster[0])
    assert "with the python engine, not mineproof" in err
    assert "a run needs one version and one engine everywhere" in err
    assert not Path("mineproof-lab.sqlite").exists()


def test_a_worker_of_another_version_is_refused_when_it_joins_late():
    other = installation()._replace(version="9.9.9")
    with pytest.raises(
        RunStopped, match=r"mineproof .* with the .* engine, not mineproof 9\.9\.9 "
    ):
        work({"trial": "game", "level": "easy", "strategy": "unit"}, [1], other)


@pytest.mark.slow(twin="test_a_cluster_makes_the_same_rows_though_a_worker_is_killed")
def test_a_cluster_whose_workers_have_all_gone_is_given_up(tmp_path, cluster):
    address, workers, _ = cluster
    path = tmp_path / "lab.sqlite"
    process = start_run(path, "--cluster", address, scale=20.0)
    wait_for_more(path, 0, process)
    for worker in workers:
        worker.kill()
    _, err = process.communicate(timeout=LONG)
    assert process.returncode == 1
    assert_one_line(err, "all workers of the cluster have gone (")
    assert count(path) > 0


class Forging(InProcess):
    """An executor whose worker returns a forged result."""

    def __init__(self, forge):
        self.forge = forge

    def submit(self, function, *arguments):
        future = super().submit(function, *arguments)
        forged = Future()
        forged.set_result(self.forge(future.result()))
        return forged


@pytest.mark.parametrize(
    ("forge", "said"),
    [
        (lambda done: done._replace(rows=[(seed + 1, row) for seed, row in done.rows]), "boards"),
        (lambda done: done._replace(rows=done.rows[::-1]), "boards"),
        (lambda done: done._replace(rows=[]), "boards"),
        (
            lambda done: done._replace(installation=done.installation._replace(engine="abacus")),
            "with the abacus engine, not",
        ),
    ],
)
def test_rows_that_were_not_asked_for_are_not_kept(forge, said, tmp_path):
    with Store(str(tmp_path / "lab.sqlite"), new=True) as store:
        tasks = missing(NAME, recipe(NAME).plan(SCALE), store)
        with pytest.raises(RunStopped, match=said):
            sum(run(tasks, store, LabWorkers(Forging(forge), 1)))
        assert store.count(NAME) == 0


def test_a_cluster_that_is_not_there_is_named(refused):
    for address in ("tcp://127.0.0.1:1", "nonsense://x"):
        assert address in refused("run", NAME, "--cluster", address)
        assert not Path("mineproof-lab.sqlite").exists()


def test_a_full_disk_stops_the_run_and_keeps_what_is_done(tmp_path, expected):
    path = tmp_path / "lab.sqlite"

    def little_room():
        resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, 60_000))

    process = start_run(path, preexec_fn=little_room)
    _, err = process.communicate()
    assert process.returncode == 1
    assert_one_line(err, str(path), "were kept")
    kept = rows_of(path)
    assert 0 < len(kept) < len(expected)
    assert all(row in expected for row in kept)
    assert finish(path)
    assert rows_of(path) == expected


def test_two_runs_on_one_store_share_the_work(tmp_path, expected):
    path = tmp_path / "lab.sqlite"
    both = [start_run(path), start_run(path)]
    for process in both:
        _, err = process.communicate()
        assert (process.returncode, err) == (0, "")
    assert rows_of(path) == expected
