"""Runs in one process, many processes or a cluster: killed or disturbed, the rows are the same."""

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
from concurrent.futures import Future
from pathlib import Path

import psutil
import pytest

from mineproof import BadInput
from mineproof.cli import main
from mineproof.lab import store as store_module
from mineproof.lab.config import without_times
from mineproof.lab.executors import InProcess, Stopped, Workers
from mineproof.lab.experiments import recipe
from mineproof.lab.provenance import Run, installation
from mineproof.lab.run import missing, run, work
from mineproof.lab.store import VERSION, Store
from mineproof.lab.trial import GAME, play_one_game

NAME, SCALE = "mines-9x9", 0.05  # 480 trials, some two seconds


@pytest.fixture(scope="module")
def expected(tmp_path_factory):
    """Return the rows of an undisturbed run, without times."""
    path = tmp_path_factory.mktemp("undisturbed") / "lab.sqlite"
    with Store(str(path), new=True) as store:
        tasks = missing(NAME, recipe(NAME).plan(SCALE), store)
        assert sum(run(tasks, store)) == 480
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


def hear_ctrl_c():
    """Reset SIGINT: a shell may have started the tests in the background with it ignored."""
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
    """Complete an interrupted run."""
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
        if kills:  # the first run may be killed before it makes the store
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


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_keeps_what_is_done(number, tmp_path):
    path = tmp_path / "lab.sqlite"
    for words in ((), ("--workers", "2")):
        process = start(path, *words, scale=1.0)
        wait_for_more(path, count(path), process)
        process.send_signal(number)
        out, err = process.communicate(timeout=60)
        assert process.returncode == 128 + number
        assert not out
        assert err.startswith("mineproof: stopped; ")
        assert f"trials of this run are kept in {path}; the same command continues" in err
        assert len(err.splitlines()) == 1
        assert count(path) > 0


@pytest.mark.parametrize("words", [(), ("--workers", "2")], ids=["one process", "two workers"])
@pytest.mark.parametrize(
    ("number", "whole_group"),
    [(signal.SIGINT, False), (signal.SIGINT, True), (signal.SIGTERM, False)],
)
def test_ctrl_c_twice_ends_within_a_second_though_a_trial_takes_long(
    words, number, whole_group, tmp_path
):
    path, script = tmp_path / "lab.sqlite", tmp_path / "long_trials.py"
    script.write_text(LONG_TRIALS)  # a file: worker processes load it too
    command = [sys.executable, str(script), "lab", "run", NAME, "--store", str(path), *words]
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=hear_ctrl_c,
        start_new_session=True,
        cwd=tmp_path,
    )
    started = tmp_path / "a trial has begun"
    while not started.exists() and process.poll() is None:
        time.sleep(0.02)
    children = psutil.Process(process.pid).children(recursive=True)
    began = time.monotonic()
    for _ in range(2):
        (os.killpg if whole_group else os.kill)(process.pid, number)
        time.sleep(0.05)
    out, err = process.communicate(timeout=60)
    took = time.monotonic() - began
    assert process.returncode == 128 + number
    assert (out, len(err.splitlines())) == ("", 1)
    assert "the same command continues" in err
    assert took < 1.5  # a second, and some time for other work on the machine
    _, alive = psutil.wait_procs(children, timeout=5)
    assert not alive


LONG_TRIALS = """
import time
from pathlib import Path
from mineproof.lab import trial

def sleep(config, seed):
    Path("a trial has begun").touch()
    time.sleep(60)

object.__setattr__(trial.GAME, "run", sleep)

if __name__ == "__main__":
    from mineproof.cli import main
    main()
"""


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
def cluster(tmp_path, request):
    """Start a scheduler and two workers on this machine; `request` may name their engines."""
    where, started = tmp_path / "scheduler.json", []

    def launch(*words, **environment):
        process = subprocess.Popen(
            [sys.executable, "-m", "distributed.cli.dask_" + words[0], *words[1:]],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=tmp_path,
            env={**os.environ, **environment},
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
    engines = getattr(request, "param", (None, None))
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
            **({"MINEPROOF_ENGINE": engine} if engine else {}),
        )
        for number, engine in enumerate(engines)
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
        sum(run(tasks, store))
    kept = rows_of(path)
    assert all(row in kept for row in expected)


@pytest.mark.parametrize("cluster", [(None, "python")], indirect=True)
def test_a_cluster_whose_workers_differ_is_refused_before_anything_runs(tmp_path, cluster, capsys):
    from distributed import Client

    address, _, _ = cluster
    with Client(address) as client:
        client.wait_for_workers(2, timeout=60)
    path = tmp_path / "lab.sqlite"
    code, out, err = in_process(capsys, "run", NAME, "--cluster", address, "--store", path)
    assert (code, out) == (2, "")
    assert "with the python engine, not mineproof" in err
    assert "a run needs one version and one engine everywhere" in err
    assert len(err.splitlines()) == 1
    assert not path.exists()


def test_a_worker_of_another_version_is_refused_when_it_joins_late():
    here = installation()
    with pytest.raises(Stopped, match=r"mineproof .* with the .* engine, not mineproof 9\.9\.9 "):
        work(
            {"trial": "game", "level": "easy", "strategy": "unit"},
            [1],
            here._replace(version="9.9.9"),
        )


def test_a_cluster_whose_workers_have_all_gone_is_given_up_within_ten_seconds(tmp_path, cluster):
    from distributed import Client

    address, workers, _ = cluster
    with Client(address) as client:
        client.wait_for_workers(2, timeout=60)
    path = tmp_path / "lab.sqlite"
    process = start(path, "--cluster", address, scale=20.0)
    wait_for_more(path, 0, process)
    for worker in workers:
        worker.kill()
    began = time.monotonic()
    _, err = process.communicate(timeout=60)
    assert time.monotonic() - began < 10
    assert process.returncode == 1
    assert "all workers of the cluster have gone (" in err
    assert len(err.splitlines()) == 1
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
        (lambda done: done._replace(rows=[(s, {**r, "won": 2}) for s, r in done.rows]), "won = 2"),
        (
            lambda done: done._replace(installation=done.installation._replace(engine="abacus")),
            "with the abacus engine, not",
        ),
    ],
)
def test_rows_that_were_not_asked_for_are_not_kept(forge, said, tmp_path):
    with Store(str(tmp_path / "lab.sqlite"), new=True) as store:
        tasks = missing(NAME, recipe(NAME).plan(SCALE), store)
        with pytest.raises(Stopped, match=said):
            sum(run(tasks, store, Workers(Forging(forge), 1)))
        assert store.count(NAME) == 0


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


def test_an_older_store_is_refused_with_one_line_that_says_what_to_do(tmp_path, capsys):
    path = tmp_path / "lab.sqlite"
    in_process(capsys, "run", NAME, "--scale", 0.001, "--store", path)
    change(path, "PRAGMA user_version = 2")
    code, _, err = in_process(capsys, "run", NAME, "--store", path)
    assert code == 2
    assert "a store of version 2, and this program reads version 3; the file is unchanged" in err
    assert "run the recipes again into another file" in err
    assert len(err.splitlines()) == 1


def change(path, *statements):
    """Change a store as another program can, with valid checksums."""
    database = sqlite3.connect(path, isolation_level=None)
    database.create_function("checksum", -1, store_module._checksum)
    for statement in statements:
        database.execute(statement)
    database.close()


ENDLESS = (
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i, i, i, i, i FROM n"
)
SIGN_ROWS = (
    "UPDATE rows SET checksum = (SELECT checksum(recipe, configs.config, revision, seed, run, row)"
    " FROM configs WHERE configs.id = rows.config)"
)
SIGN_RUNS = "UPDATE runs SET checksum = checksum(run)"
CRAFTED = {
    "an endless view for rows": [
        "ALTER TABLE rows RENAME TO others",
        f"CREATE VIEW rows (config, seed, run, row, checksum) AS {ENDLESS}",
    ],
    "an endless view beside it": [f"CREATE VIEW more AS {ENDLESS}"],
    "a trigger": ["CREATE TRIGGER t AFTER INSERT ON rows BEGIN DELETE FROM rows; END"],
    "an index of another": ["CREATE INDEX i ON rows (abs(seed))"],
    "a table more": ["CREATE TABLE more (x)"],
    "a table of another form": ["ALTER TABLE spent ADD COLUMN more"],
    "no JSON": ["UPDATE rows SET row = '{'", SIGN_ROWS],
    "deep JSON": [f"UPDATE rows SET row = '{'[' * 9000}'", SIGN_ROWS],
    "a list": ["UPDATE rows SET row = '[]'", SIGN_ROWS],
    "a blob": ["UPDATE rows SET row = x'00ff'", SIGN_ROWS],
    "an endless number": [
        "UPDATE rows SET row = replace(row, '\"wrong\":0', '\"wrong\":1e999')",
        SIGN_ROWS,
    ],
    "not a number": [
        "UPDATE rows SET row = replace(row, '\"wrong\":0', '\"wrong\":NaN')",
        SIGN_ROWS,
    ],
    "a value twice": [
        'UPDATE rows SET row = replace(row, \'"wrong":0\', \'"wrong":0,"wrong":0\')',
        SIGN_ROWS,
    ],
    "a negative count": [
        "UPDATE rows SET row = replace(row, '\"wrong\":0', '\"wrong\":-1')",
        SIGN_ROWS,
    ],
    "half a cell": [
        "UPDATE rows SET row = replace(row, '\"wrong\":0', '\"wrong\":0.5')",
        SIGN_ROWS,
    ],
    "a game of all ends": ["UPDATE rows SET row = replace(row, 'false', 'true')", SIGN_ROWS],
    "a game without an end": ["UPDATE rows SET row = replace(row, 'true', 'false')", SIGN_ROWS],
    "a number of 400 digits": [
        f"UPDATE rows SET row = replace(row, '\"wrong\":0', '\"wrong\":1{400 * '0'}')",
        SIGN_ROWS,
    ],
    "a scale of 400 digits": [
        f'UPDATE runs SET run = replace(run, \'"scale":\', \'"scale":1{400 * "0"},"x":\')',
        SIGN_RUNS,
    ],
    "an age for a time": ["UPDATE spent SET seconds = 1e308"],
    "a text for a yes": [
        'UPDATE rows SET row = replace(row, \'"won":\', \'"won":"yes","x":\')',
        SIGN_ROWS,
    ],
    "a share of two": [
        'UPDATE rows SET row = replace(row, \'"determined":\', \'"determined":2,"ms":\')',
        SIGN_ROWS,
    ],
    "an unknown value": ["UPDATE rows SET row = replace(row, '\"won\"', '\"win\"')", SIGN_ROWS],
    "a missing value": ["UPDATE rows SET row = '{}'", SIGN_ROWS],
    "a text for a seed": ["UPDATE rows SET seed = 's' || seed", SIGN_ROWS],
    "a negative seed": ["UPDATE rows SET seed = -1 - seed", SIGN_ROWS],
    "rows of no run": ["UPDATE rows SET run = 99", SIGN_ROWS],
    "an unknown trial": [
        "UPDATE configs SET config = replace(config, '\"game\"', '\"gift\"')",
        SIGN_ROWS,
    ],
    "an unknown strategy": [
        "UPDATE configs SET config = replace(config, 'consuming', 'x')",
        SIGN_ROWS,
    ],
    "a list for a setting": [
        "UPDATE configs SET config = replace(config, '\"9x9\"', '[9]')",
        SIGN_ROWS,
    ],
    "a terminal's escapes": [
        "UPDATE configs SET revision = revision || char(27) || '[2J'",
        SIGN_ROWS,
    ],
    "escapes in a machine": ["UPDATE spent SET machine = char(27) || '[2J'"],
    "a text for a time": ["UPDATE spent SET seconds = 'long'"],
    "a run without a version": [
        "UPDATE runs SET run = replace(run, '\"version\"', '\"v\"')",
        SIGN_RUNS,
    ],
    "a run of a list": [
        "UPDATE runs SET run = replace(run, '\"seed\":0', '\"seed\":[0]')",
        SIGN_RUNS,
    ],
}


@pytest.mark.parametrize("kind", CRAFTED)
def test_a_crafted_store_with_right_checksums_is_refused_in_one_line(kind, tmp_path, capsys):
    path = tmp_path / "lab.sqlite"
    in_process(capsys, "run", NAME, "--scale", 0.001, "--store", path)
    change(path, *CRAFTED[kind])
    before = path.read_bytes()
    reads_time = "machine" in kind or "time" in kind  # only the report reads these columns
    for words in [["report", "--out", tmp_path / "out"]] + [["show", NAME]] * (not reads_time):
        code, out, err = in_process(capsys, *words, "--store", path)
        assert (code, out) == (2, ""), words
        assert str(path) in err
        assert "\x1b" not in err
        assert len(err.splitlines()) == 1
    assert path.read_bytes() == before


def test_every_game_agrees_with_itself_and_with_no_spoiled_one():
    """All rows of some real games are accepted, and each flag that is turned is noticed."""
    turned = 0
    for level, strategy in [("easy", "unit"), ("hard", "consuming"), ("hard", "least-risk")]:
        for seed in range(12):
            row = play_one_game({"level": level, "strategy": strategy}, seed)
            GAME.check(row)
            for key in ("complete", "stuck", "exploded"):
                with pytest.raises(BadInput, match=r"contradict|with the values"):
                    GAME.check({**row, key: not row[key]})
                turned += 1
    assert turned == 108


def test_a_pipe_or_a_device_that_a_store_names_is_not_read(tmp_path):
    """A config names files: the graph of its boards, the program of its player."""
    path = tmp_path / "lab.sqlite"
    pipe, zero = tmp_path / "pipe.json", tmp_path / "zero.json"
    os.mkfifo(pipe)
    zero.symlink_to("/dev/zero")
    with Store(str(path), new=True) as store:
        began = store.begin(Run(NAME, 1.0))
        for number, named in enumerate([{"shape": str(pipe)}, {"shape": str(zero)},
                                        {"strategy": "exec:true /proc/self/pagemap"},
                                        {"strategy": f"exec:true {pipe}"}]):  # fmt: skip
            config = {"part": "games", "trial": "game", "strategy": "unit", "mines": number}
            store.add(NAME, {**config, **named}, [], began, revision="game 1")
    done = subprocess.run(
        [sys.executable, "-m", "mineproof", "lab", "show", NAME, "--store", str(path)],
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert "no rows" in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "change_of_config",
    ["'\"mines\":4', '\"mines\":5'", "'\"strategy\":\"consuming\",', ''"],
    ids=["another case", "nobody plays"],
)
def test_rows_of_cases_that_a_recipe_does_not_have_are_named(change_of_config, tmp_path, capsys):
    path = tmp_path / "lab.sqlite"
    in_process(capsys, "run", NAME, "--scale", 0.001, "--store", path)
    change(
        path,
        f"UPDATE configs SET config = replace(config, {change_of_config})",
        "UPDATE configs SET revision = 'game 1' WHERE config NOT LIKE '%strategy%'",
        SIGN_ROWS,
    )
    for words in (["show", NAME], ["report", "--out", tmp_path / "out"]):
        code, _, err = in_process(capsys, *words, "--store", path)
        assert code == 0
        assert "rows of cases that the recipe does not have do not count" in err


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
    """A truncated, overwritten or bit-flipped store: no traceback, and no wrong figures."""
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
            assert out == told  # the damage is in unused bytes
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
    folder = Path(tempfile.mkdtemp())  # other users cannot read the folders of pytest
    path = folder / "lab.sqlite"
    in_process(capsys, "run", NAME, "--scale", 0.001, "--store", path)
    before = path.read_bytes()
    path.chmod(0o444)
    folder.chmod(0o555)
    asked = os.geteuid()
    try:
        if asked == 0:
            os.seteuid(65534)  # root may read every file
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
