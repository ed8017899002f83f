"""One store, three engines: killed, locked, full or shared, the rows are the same."""

import json
import os
import random
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import psutil
import pytest

from mineproof.cli import main
from mineproof.lab.config import without_times
from mineproof.lab.experiments import recipe
from mineproof.lab.run import InProcess, missing, run
from mineproof.lab.store import VERSION, Store

NAME, SCALE = "mines-9x9", 0.05  # 480 trials, some two seconds


@pytest.fixture(scope="module")
def expected(tmp_path_factory):
    """The rows of a run that nothing disturbed, times aside."""
    path = tmp_path_factory.mktemp("undisturbed") / "lab.sqlite"
    with Store(str(path), new=True) as store:
        tasks = missing(NAME, recipe(NAME).plan(SCALE), store)
        assert sum(run(tasks, store, InProcess(), 1)) == 480
    return rows_of(path)


def rows_of(path):
    with Store(str(path)) as store:
        rows = [
            (json.dumps(config), seed, without_times(row)) for config, seed, row in store.rows(NAME)
        ]
    return sorted(rows, key=lambda row: row[:2])


def count(path):
    """How many rows there are; none while there is no store."""
    try:
        with Store(str(path)) as store:
            return store.count(NAME)
    except ValueError:
        return 0


def hear_ctrl_c():
    """Whoever runs the tests in the background may have told them not to."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def start(store, *words, scale=SCALE, preexec_fn=hear_ctrl_c, **kwargs):
    command = [sys.executable, "-m", "mineproof", "lab", "run", NAME, "--scale", str(scale)]
    return subprocess.Popen(
        [*command, "--store", str(store), *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=preexec_fn,
        **kwargs,
    )


def finish(store):
    """Run to the end what was interrupted."""
    process = start(store)
    out, err = process.communicate()
    return process.returncode == 0 and "480 trials" in out and not err


def wait_for_more(path, than, process):
    while count(path) <= than and process.poll() is None:
        time.sleep(0.02)


def in_process(capsys, *words):
    with pytest.raises(SystemExit) as stop:
        main(["lab", *map(str, words)])
    out, err = capsys.readouterr()
    return stop.value.code, out, err


def test_killed_at_random_moments_it_ends_with_the_same_rows(tmp_path, expected):
    path, chance, kills, seen = tmp_path / "lab.sqlite", random.Random(), 0, 0
    while kills < 4:
        process = start(path)
        if kills:  # the first may even die before there is a store
            wait_for_more(path, seen, process)
        time.sleep(chance.random() * 0.3)
        if process.poll() is not None:
            break  # too late: it has finished
        os.kill(process.pid, signal.SIGKILL)
        process.communicate()
        kills, seen = kills + 1, count(path)
    assert kills >= 2
    assert finish(path)
    assert rows_of(path) == expected


def test_local_processes_make_the_same_rows(tmp_path, capsys, expected):
    path = tmp_path / "lab.sqlite"
    code, _, err = in_process(
        capsys, "run", NAME, "--scale", SCALE, "--workers", 2, "--store", path
    )
    assert (code, err) == (0, "")
    assert rows_of(path) == expected


def test_ctrl_c_keeps_what_is_done(tmp_path):
    path = tmp_path / "lab.sqlite"
    for words in ((), ("--workers", "2")):
        process = start(path, *words, scale=1.0)
        wait_for_more(path, count(path), process)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
        assert process.returncode == 130
        assert (out, err) == ("", "")
        assert count(path) > 0


def test_a_dead_worker_process_stops_the_run_and_the_rest_is_done_later(tmp_path, expected):
    path = tmp_path / "lab.sqlite"
    process = start(path, "--workers", "2")
    wait_for_more(path, 0, process)
    children = psutil.Process(process.pid).children()
    workers = [child.pid for child in children if "spawn_main" in " ".join(child.cmdline())]
    os.kill(workers[0], signal.SIGKILL)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 1
    assert "a worker process died" in err
    assert len(err.splitlines()) == 1
    assert finish(path)
    assert rows_of(path) == expected


# A cluster


@pytest.fixture
def cluster(tmp_path):
    """A real scheduler and two workers, on this machine alone."""
    where, started = tmp_path / "scheduler.json", []

    def launch(*words):
        process = subprocess.Popen(
            [sys.executable, "-m", "distributed.cli.dask_" + words[0], *words[1:]],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=tmp_path,
        )
        started.append(process)
        return process

    launch(
        "scheduler",
        "--host",
        "127.0.0.1",
        "--port",
        "0",
        "--no-dashboard",
        "--no-show",
        "--scheduler-file",
        str(where),
    )
    while not where.exists() or not where.read_text().strip():
        time.sleep(0.05)
    address = json.loads(where.read_text())["address"]
    workers = [
        launch(
            "worker",
            address,
            "--host",
            "127.0.0.1",
            "--no-nanny",
            "--nthreads",
            "1",
            "--no-dashboard",
            "--local-directory",
            str(tmp_path / str(number)),
        )
        for number in range(2)
    ]
    yield address, workers, started[0]
    for process in reversed(started):
        process.kill()
        process.wait()


def test_a_cluster_makes_the_same_rows_though_a_worker_is_killed(tmp_path, cluster, expected):
    from distributed import Client

    address, workers, _ = cluster
    assert address.startswith("tcp://127.0.0.1:")
    with Client(address) as client:
        client.wait_for_workers(2, timeout=60)
    path = tmp_path / "lab.sqlite"
    process = start(path, "--cluster", address)
    wait_for_more(path, 0, process)
    assert count(path) < len(expected)
    workers[0].kill()
    out, err = process.communicate(timeout=120)
    assert (process.returncode, err) == (0, "")
    assert "480 trials" in out
    assert rows_of(path) == expected


def test_a_cluster_that_goes_away_leaves_what_was_done(tmp_path, cluster, expected):
    from distributed import Client

    address, _, scheduler = cluster
    with Client(address) as client:
        client.wait_for_workers(1, timeout=60)
    path = tmp_path / "lab.sqlite"
    process = start(path, "--cluster", address, scale=20.0)
    wait_for_more(path, 0, process)
    scheduler.kill()
    _, err = process.communicate(timeout=120)
    assert process.returncode == 1
    assert "the cluster has gone" in err
    assert len(err.splitlines()) == 1
    with Store(str(path)) as store:
        tasks = missing(NAME, recipe(NAME).plan(SCALE), store)
        sum(run(tasks, store, InProcess(), 1))
    kept = rows_of(path)
    assert all(row in kept for row in expected)


def test_a_cluster_that_is_not_there_is_named(tmp_path, capsys):
    for address in ("tcp://127.0.0.1:1", "nonsense://x"):
        path = tmp_path / "lab.sqlite"
        code, _, err = in_process(capsys, "run", NAME, "--cluster", address, "--store", path)
        assert code == 2
        assert address in err
        assert len(err.splitlines()) == 1
        assert not path.exists()


# A store that refuses


def test_a_store_of_another_version_is_named_and_left_unchanged(tmp_path, capsys):
    path = tmp_path / "lab.sqlite"
    in_process(capsys, "run", NAME, "--scale", 0.001, "--store", path)
    with sqlite3.connect(path) as database:
        database.execute(f"PRAGMA user_version = {VERSION + 1}")
    database.close()
    before = path.read_bytes()
    for words in (["run", NAME], ["show", NAME], ["report"], ["export", NAME]):
        code, out, err = in_process(capsys, *words, "--store", path)
        assert code == 2
        assert f"a store of version {VERSION + 1}" in err
        assert len(err.splitlines()) == 1
        assert not out
    assert path.read_bytes() == before


@pytest.mark.parametrize("kind", ["text", "another database", "a folder", "no folder"])
def test_what_is_no_store_is_named_and_left_unchanged(kind, tmp_path, capsys):
    path = tmp_path / "lab.sqlite"
    if kind == "text":
        path.write_text("a board, perhaps\n" * 100)
    elif kind == "another database":
        with sqlite3.connect(path) as database:
            database.execute("CREATE TABLE games (number INTEGER)")
        database.close()
    elif kind == "a folder":
        path.mkdir()
    else:
        path = tmp_path / "nowhere" / "lab.sqlite"
    before = path.read_bytes() if path.is_file() else None
    for words in (["run", NAME, "--scale", "0.001"], ["show", NAME]):
        code, _, err = in_process(capsys, *words, "--store", path)
        assert code == 2
        assert str(path) in err
        assert len(err.splitlines()) == 1
    assert (path.read_bytes() if path.is_file() else None) == before


def test_a_damaged_store_is_named_and_its_rows_are_not_believed(tmp_path, capsys):
    """Cut, overwritten, or a bit turned here and there: no traceback, and no other figures."""
    path = tmp_path / "lab.sqlite"
    in_process(capsys, "run", NAME, "--scale", 0.02, "--store", path)
    whole = path.read_bytes()
    _, told, _ = in_process(capsys, "show", NAME, "--store", path)
    noticed = 0
    for number in range(60):
        chance, damaged = random.Random(number), bytearray(whole)
        place = chance.randrange(len(whole))
        if number % 3 == 0:
            del damaged[place:]
        elif number % 3 == 1:
            damaged[place : place + 64] = chance.randbytes(64)
        else:
            for _ in range(20):
                damaged[chance.randrange(len(whole))] ^= 1 << chance.randrange(8)
        path.write_bytes(damaged)
        code, out, err = in_process(capsys, "show", NAME, "--store", path)
        assert path.read_bytes() == damaged
        if code == 0:
            assert out == told  # the damage is where nothing was written
        else:
            assert code == 2
            assert len(err.splitlines()) == 1
            assert str(path) in err
            noticed += 1
        assert in_process(capsys, "run", NAME, "--scale", 0.02, "--store", path)[0] in (0, 1, 2)
    assert noticed > 40


def test_a_locked_store_is_said_to_be_locked(tmp_path, capsys):
    path = tmp_path / "lab.sqlite"
    in_process(capsys, "run", NAME, "--scale", 0.001, "--store", path)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    for words in (["run", NAME, "--scale", "0.005"], ["show", NAME]):
        code, _, err = in_process(capsys, *words, "--store", path)
        assert code == 2
        assert f"{path}: another program has locked it" in err
        assert len(err.splitlines()) == 1
    other.execute("ROLLBACK")
    other.close()
    assert in_process(capsys, "run", NAME, "--scale", 0.005, "--store", path)[0] == 0


def test_a_read_only_store_can_be_shown_and_not_added_to(capsys):
    folder = Path(tempfile.mkdtemp())  # pytest's own are closed to others
    path = folder / "lab.sqlite"
    in_process(capsys, "run", NAME, "--scale", 0.001, "--store", path)
    before = path.read_bytes()
    path.chmod(0o444)
    folder.chmod(0o555)
    asked = os.geteuid()
    try:
        if asked == 0:
            os.seteuid(65534)  # the rules do not bind root
        shown = in_process(capsys, "show", NAME, "--store", path)
        code, _, err = in_process(capsys, "run", NAME, "--scale", 0.005, "--store", path)
    finally:
        os.seteuid(asked)
        folder.chmod(0o755)
    after = path.read_bytes()
    shutil.rmtree(folder)
    assert shown[0] == 0
    assert code == 2
    assert str(path) in err
    assert len(err.splitlines()) == 1
    assert after == before


def test_a_full_disk_stops_the_run_and_keeps_what_is_done(tmp_path, expected):
    path = tmp_path / "lab.sqlite"

    def little_room():
        resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, 60_000))

    process = start(path, preexec_fn=little_room)
    _, err = process.communicate()
    assert process.returncode == 1
    assert str(path) in err
    assert "were kept" in err
    assert len(err.splitlines()) == 1
    kept = rows_of(path)
    assert 0 < len(kept) < len(expected)
    assert all(row in expected for row in kept)
    assert finish(path)
    assert rows_of(path) == expected


def test_two_runs_on_one_store_share_the_work(tmp_path, expected):
    path = tmp_path / "lab.sqlite"
    both = [start(path), start(path)]
    for process in both:
        _, err = process.communicate()
        assert (process.returncode, err) == (0, "")
    assert rows_of(path) == expected
