"""Players from outside in the lab, and user-defined experiments."""

import json
import shlex
import signal
import subprocess
import sys
import time
from itertools import islice
from pathlib import Path

import pytest

import mineproof
from mineproof import BadInput
from mineproof.cli import main
from mineproof.lab.catalogue import own_recipes
from mineproof.lab.config import without_times
from mineproof.lab.executors import Stopped
from mineproof.lab.experiments import recipe
from mineproof.lab.own import OwnExperiment, own_recipe, values_of
from mineproof.lab.provenance import Run, revision_of
from mineproof.lab.run import missing, run, run_trial
from mineproof.lab.store import Store
from mineproof.play.outside import fingerprint
from serving import assert_ended

# A class that plays like a built-in strategy. Its rows must equal those of the strategy.
PRESET = """
from mineproof import strategy
class Player:
    def begin(self, view):
        self.own = strategy({name!r}).player(record=False)
        self.own.begin(view)
    def choose(self, view):
        return self.own.choose(view)
"""
GIVES_UP = (
    "class Player:\n    def begin(self, view): pass\n    def choose(self, view): return None\n"
)
FAILS = "class Player:\n    def begin(self, view): pass\n    def choose(self, view): return 1 / 0\n"


@pytest.fixture
def lab(capsys, tmp_path, monkeypatch):
    """Run a lab command in a new folder; return its status, output and errors."""
    monkeypatch.chdir(tmp_path)

    def ask(*words):
        with pytest.raises(SystemExit) as stop:
            main(["lab", *map(str, words)])
        return (stop.value.code, *capsys.readouterr())

    return ask


@pytest.fixture
def mine(tmp_path):
    """Write a file with a class that plays like `unit`."""
    path = tmp_path / "mine.py"
    path.write_text(PRESET.format(name="unit"))
    return path


def shown(out):
    return {
        (line["settings"]["strategy"], *map(str, line["settings"].values())): line
        for line in map(json.loads, out.splitlines())
    }


def means(lab, name):
    """Return the mean of every measure for each strategy, of an experiment with one case."""
    status, out, err = lab("show", name, "--json")
    assert status == 0, err
    lines = [json.loads(line) for line in out.splitlines()]
    return {line["settings"]["strategy"]: line["means"] for line in lines}


SMALL = ("--size", "6x6", "--mines", "6", "--boards", "12")


# Players from outside


def test_a_class_and_a_program_play_a_recipe_beside_a_preset(lab, mine):
    program = mine.parent / "program.py"
    program.write_text(
        "import sys\n"
        "sys.argv = ['x', 'mine.py:Player']\n"
        "from mineproof.play.outside.child import main\n"
        "sys.exit(main(sys.argv[1:]))\n"
    )
    outside = f"exec:{shlex.quote(sys.executable)} program.py"
    players = f"unit,mine.py:Player,{outside}"
    status, _, err = lab("run", "start", "--scale", "0.004", "--strategies", players)
    assert (status, err) == (0, "")
    with Store("mineproof-lab.sqlite") as store:
        rows = list(store.rows("start"))
    by_player = {}
    for config, seed, row in rows:
        case = json.dumps({key: config[key] for key in config if key != "strategy"})
        judged = {key: row[key] for key in ("complete", "won", "stuck", "determined", "wrong")}
        by_player.setdefault(config["strategy"], {})[case, seed] = judged
    assert list(by_player) == ["unit", "mine.py:Player", outside]
    assert len(by_player["unit"]) > 5
    assert by_player["mine.py:Player"] == by_player["unit"] == by_player[outside]
    assert lab("show", "start")[0] == 0


def test_a_changed_program_is_run_again_and_old_rows_are_not_mixed_in(lab, mine):
    command = ("run", *SMALL, "--name", "mix", "--strategies", "unit,mine.py:Player")
    assert lab(*command)[:2] == (0, "mix: 24 trials\n")
    assert lab(*command)[:2] == (0, "mix: 24 trials, 24 of them before\n")
    before = means(lab, "mix")["mine.py:Player"]["determined"]
    mine.write_text(GIVES_UP)
    status, out, err = lab("show", "mix", "--json")
    assert (status, list(shown(out))) == (
        0,
        [("unit", "6x6", "6", "unit")],
    )  # its rows do not count
    assert "12 rows of revision" in err
    status, out, err = lab(*command)
    assert (status, out) == (0, "mix: 24 trials, 12 of them before\n")
    assert "12 rows of revision" in err
    after = means(lab, "mix")
    assert after["mine.py:Player"]["determined"] == 0 < before
    mine.write_text(PRESET.format(name="unit"))  # the first version again: the store has its rows
    assert lab(*command)[:2] == (0, "mix: 24 trials, 24 of them before\n")
    assert means(lab, "mix")["mine.py:Player"]["determined"] == before
    _, out, _ = lab("export", "mix", "--to", "json")
    assert {json.loads(line)["revision"] for line in out.splitlines()} == {
        "game 1; unit 1",
        f"game 1; mine.py:Player {fingerprint('mine.py:Player')[:16]}",
    }


def test_rows_are_shown_where_the_program_is_not(lab, mine, tmp_path, monkeypatch):
    """The results can be shown in another folder, or after the program was deleted."""
    mine.write_text(GIVES_UP)
    command = ("run", *SMALL, "--strategies", "mine.py:Player")
    lab(*command)
    mine.write_text(PRESET.format(name="unit"))
    lab(*command)
    there = means(lab, "own")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    status, out, _ = lab("show", "own", "--json", "--store", "../mineproof-lab.sqlite")
    [line] = map(json.loads, out.splitlines())
    assert (status, line["means"], line["n"]) == (0, there["mine.py:Player"], 12)
    status, out, err = lab(*command)
    assert (status, out, err.count("\n")) == (2, "", 1)  # but it cannot be run
    assert "no such file" in err


@pytest.mark.parametrize("workers", [1, 2])
def test_a_fault_loses_its_game_and_the_run_goes_on(lab, mine, workers):
    mine.write_text(FAILS)
    status, out, err = lab(
        "run", *SMALL, "--strategies", "unit,mine.py:Player", "--workers", workers
    )
    assert (status, out) == (0, "own: 24 trials\n")
    lines = err.splitlines()
    assert len(lines) == 11
    assert lines[0].startswith("seed ")
    assert all("mine.py:Player: line 3: ZeroDivisionError" in line for line in lines[:10])
    assert lines[10] == "and 2 more games lost by faults"
    found = means(lab, "own")
    assert (found["mine.py:Player"]["fault"], found["mine.py:Player"]["complete"]) == (1, 0)
    assert "fault" not in found["unit"]


def test_a_program_that_hangs_is_ended_by_its_limit(lab, tmp_path):
    (tmp_path / "hang.py").write_text("import time; time.sleep(60)\n")
    name = f"exec:{shlex.quote(sys.executable)} hang.py"
    began = time.monotonic()
    status, out, err = lab(
        "run", "--size", "4x4", "--mines", "2", "--boards", "2", "--strategies", name,
        "--move-seconds", "0.5",
    )  # fmt: skip
    assert (status, out) == (0, "own: 2 trials\n")
    assert err.count("no move for more than 0.5 s") == 2
    assert time.monotonic() - began < 20
    with Store("mineproof-lab.sqlite") as store:
        [record] = store.runs("own")
    assert "--move-seconds 0.5" in record.command


def test_a_program_that_is_changed_during_the_run_stops_it(lab, mine):
    made = own_recipe(
        "mix", [OwnExperiment({"size": "6x6", "mines": 6}, (), 60)], [f"{mine}:Player"]
    )
    with Store("lab.sqlite", new=True) as store:
        going = run(missing("mix", made.plan(), store), store)
        first = next(going)
        mine.write_text(GIVES_UP)
        with pytest.raises(Stopped, match="changed during the run"):
            list(going)
        assert store.count("mix") == 0  # the rows of the old file do not count any more
        mine.write_text(PRESET.format(name="unit"))
        assert store.count("mix") == first


def test_a_cluster_refuses_players_from_outside(lab, mine):
    for words in (["levels"], [*SMALL]):
        status, out, err = lab(
            "run", *words, "--strategies", "unit,mine.py:Player", "--cluster", "tcp://127.0.0.1:9"
        )
        assert (status, out, err.count("\n")) == (2, "", 1)
        assert err.startswith("mineproof: --cluster: mine.py:Player is a file of this machine")
    assert not Path("mineproof-lab.sqlite").exists()


@pytest.mark.parametrize("workers", [1, 2])
def test_ctrl_c_leaves_no_program_behind(lab, tmp_path, workers):
    """The program ignores the end of its input, and every signal that it can."""
    pids = tmp_path / "pids"
    (tmp_path / "stays.py").write_text(
        "import os, signal, time\n"
        "for one in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGPIPE):\n"
        "    signal.signal(one, signal.SIG_IGN)\n"
        f"open({str(pids)!r}, 'a').write(f'{{os.getpid()}}\\n')\n"
        "while True: time.sleep(60)\n"
    )
    name = f"exec:{shlex.quote(sys.executable)} -S stays.py"
    words = ["run", *SMALL, "--strategies", f"unit,{name}", "--workers", str(workers)]
    running = subprocess.Popen(
        [sys.executable, "-m", "mineproof", "lab", *words],
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )  # fmt: skip
    try:
        until = time.monotonic() + 60
        while not pids.exists() or not pids.read_text().endswith("\n"):
            assert time.monotonic() < until
            time.sleep(0.05)
        running.send_signal(signal.SIGINT)
        _, err = running.communicate(timeout=30)
    finally:
        running.kill()
    assert (running.returncode, err.count("\n")) == (130, 1)
    assert_ended(map(int, pids.read_text().split()))


def test_a_store_runs_nothing(lab, tmp_path):
    """A store from another machine names programs; showing it must not start them."""
    (tmp_path / "evil.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w').close()\n{GIVES_UP}")
    lab("run", *SMALL, "--strategies", "evil.py:Player")
    (tmp_path / "ran").unlink()
    for words in (["show", "own"], ["export", "own"]):
        assert lab(*words)[0] == 0
    assert not (tmp_path / "ran").exists()


# User-defined experiments


def test_the_rows_of_an_experiment_are_those_of_its_boards(lab):
    status, out, err = lab(
        "run", "--name", "grid", "--size", "7x5", "--vary", "mines=3..7..2", "--vary",
        "place=walk,block", "--safe-cells", "4", "--boards", "3", "--seed", "5",
        "--strategies", "saturate,complete",
    )  # fmt: skip
    assert (status, out, err) == (0, "grid: 36 trials\n", "")
    with Store("mineproof-lab.sqlite") as store:
        rows = list(store.rows("grid"))
    assert {seed for _, seed, _ in rows} == {5, 6, 7}
    cases = {(config["mines"], config["place"], config["strategy"]) for config, _, _ in rows}
    players = ("saturate", "complete")
    assert cases == {(m, p, s) for m in (3, 5, 7) for p in ("walk", "block") for s in players}
    for config, seed, row in rows:
        start = mineproof.Start(safe_cells=4, place=config["place"])
        dealt = mineproof.deal(mineproof.custom("7x5", config["mines"]), start=start, seed=seed)
        result = mineproof.play_game(
            mineproof.Game(dealt), mineproof.strategy(config["strategy"]).player()
        )
        assert row["complete"] == (result.outcome == "solved")
        assert without_times(row) == without_times(run_trial(config, seed))


def test_the_ceiling_and_the_order_are_those_of_the_command(lab):
    lab("run", *SMALL[:2], "--vary", "mines=9,4", "--boards", "4", "--strategies", "complete,unit")
    _, out, _ = lab("show", "own", "--json")
    lines = [json.loads(line) for line in out.splitlines()]
    assert [tuple(line["settings"].values()) for line in lines] == [
        ("6x6", 9, "complete"), ("6x6", 9, "unit"), ("6x6", 4, "complete"), ("6x6", 4, "unit"),
    ]  # fmt: skip
    assert lines[1]["ceiling"]["complete"] == lines[0]["means"]["complete"]
    status, out, _ = lab("show", "own")
    assert status == 0
    assert out.startswith(
        "How does play change with mines?\n\nmines  strategy  n  complete boards %"
    )


COMMANDS = [
    ["--size", "6x6", "--mines", "6"],
    ["--level", "easy", "--vary", "idle_limit=1,unlimited", "--strategies", "assignment"],
    ["--size", "6x6", "--vary", "density=0.1..0.2..0.05", "--safe-cells", "x0.5", "--seed", "3"],
    ["--size", "6x6", "--mines", "5", "--start", "open", "--shape", "torus"],
    ["--vary", "size=4x4,5x5", "--vary", "mines=2,3", "--count-limit", "4"],
    ["--size", "5x5", "--mines", "3", "--strategies", "csp", "--vary", "heuristic=mrv,first"],
    ["--size", "5x5", "--mines", "3", "--strategies", "unit,exec:{python} 'my program.py'",
     "--game-seconds", "20"],
]  # fmt: skip


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_the_printed_command_repeats_the_experiment_exactly(lab, tmp_path, words):
    (tmp_path / "my program.py").write_text(
        "import sys\nfor line in sys.stdin:\n    if line == 'go\\n': print('stuck', flush=True)\n"
    )
    words = [word.replace("{python}", shlex.quote(sys.executable)) for word in words]
    status, out, err = lab("run", *words, "--boards", "2", "--name", "again")
    assert (status, err) == (0, "")
    _, first, _ = lab("show", "again", "--json")
    with Store("mineproof-lab.sqlite") as store:
        [record] = store.runs("again")
    program, room, *rest = shlex.split(record.command)
    assert (program, room) == ("mineproof", "lab")
    trials = out.split()[1]
    assert lab(*rest)[:2] == (0, f"again: {trials} trials, {trials} of them before\n")
    status, out, _ = lab(*rest, "--store", "new.sqlite")
    assert (status, out) == (0, f"again: {trials} trials\n")
    _, second, _ = lab("show", "again", "--json", "--store", "new.sqlite")

    def results(text):
        lines = [json.loads(line) for line in text.splitlines()]
        return [
            (one["settings"], one["n"], {k: v for k, v in one["means"].items() if "ms" not in k})
            for one in lines
        ]

    assert results(first) == results(second)


def test_experiments_of_one_name_share_a_table_if_they_share_their_settings(lab):
    for mines in ("4", "8"):
        words = ["--size", "6x6", "--mines", mines, "--boards", "2", "--strategies", "unit"]
        assert lab("run", "--name", "two", *words)[0] == 0
    _, out, _ = lab("show", "two", "--json")
    assert [json.loads(line)["settings"]["mines"] for line in out.splitlines()] == [4, 8]
    status, out, err = lab("run", "--name", "two", "--level", "easy")
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("mineproof: --name: two is an experiment with mines, size in ")


BAD = [
    ([], "NAME is missing"),
    (["levels", "--mines", "9"], "--mines: has no effect on a recipe"),
    (["levels", "--vary", "mines=1"], "--vary: has no effect on a recipe"),
    (["--size", "9x9", "--mines", "9", "--scale", "2"], "--scale: goes with a recipe"),
    (["--size", "9x9", "--mines", "82"], "--mines: 82 is not within the 0 to 81 of a 9x9 board"),
    (["--size", "9x9"], "--size: goes with --mines"),
    (["--mines", "9"], "--mines: goes with --size"),
    (["--vary", "mines=1..9"], "--vary: goes with --size"),
    (["--vary", "size=9x9,4x4"], "--vary: goes with --mines"),
    (["--level", "easy", "--mines", "9"], "level and mines exclude each other"),
    (["--level", "easy", "--size", "9x9"], "level and size exclude each other"),
    (["--level", "none"], "--level: unknown level 'none'"),
    (["--size", "9x9", "--vary", "mines=80..90"], "--vary: mines=82: 82 is not within"),
    (["--size", "9x9", "--vary", "mines=9..1"], "--vary: mines=9..1: an empty range: 9 is above 1"),
    (["--size", "9x9", "--vary", "mines=1..9..0"], "--vary: mines=1..9..0: the step of a range"),
    (["--size", "9x9", "--vary", "mines=1..9..-1"], "--vary: mines=1..9..-1: the step of a range"),
    (["--size", "9x9", "--vary", "mines=a..b"], "--vary: mines=a..b: a range is first..last"),
    (["--size", "9x9", "--vary", "mines=1..2..1..9"], "--vary: mines=1..2..1..9: a range is first"),
    (["--size", "9x9", "--vary", "mines=1..99999999"], "--vary: mines=1..99999999: more than 1000"),
    (["--size", "9x9", "--vary", "mines=0..1E+9999999..1E+9999998"], "--vary: mines=0..1E+99"),
    (["--size", "9x9", "--vary", "mines=0..9..Infinity"], "--vary: mines=0..9..Infinity: a range"),
    (["--size", "9x9", "--vary", "mines=1.5"], "--vary: mines=1.5: '1.5' is not a whole number"),
    (["--size", "9x9", "--vary", "mines="], "--vary: 'mines=' has no values"),
    (["--size", "9x9", "--vary", "mines"], "--vary: 'mines' has no values"),
    (["--size", "9x9", "--vary", "colour=red"], "--vary: unknown setting 'colour': one of level"),
    (["--size", "9x9", "--mines", "9", "--vary", "mines=1,2"], "--vary: mines is given twice"),
    (["--size", "9x9", "--vary", "mines=1,2", "--vary", "mines=3"], "--vary: mines is given twice"),
    (["--level", "easy", "--vary", "ratio=1,2", "--safe-cells", "9"], "safe_cells and ratio excl"),
    (["--level", "easy", "--safe-cells", "some"], "--safe-cells: 'some' is neither a count"),
    (["--level", "easy", "--safe-cells", "99"], "--safe-cells: 99 is more than the 71 cells"),
    (["--level", "easy", "--vary", "safe_cells=9,99"], "--vary: safe_cells=99: 99 is more"),
    (["--level", "easy", "--start", "safe", "--safe-cells", "3"], "--safe-cells: goes with"),
    (["--level", "easy", "--vary", "start=never"], "--vary: start=never: unknown start 'never'"),
    (["--level", "easy", "--boards", "0"], "--boards: 0 is less than 1"),
    (["--level", "easy", "--name", "Large name"], "--name: 'Large name' is not a name"),
    (["--level", "easy", "--name", "../x"], "--name: '../x' is not a name"),
    (["--level", "easy", "--name", "levels"], "--name: levels is a recipe already"),
    (["--level", "easy", "--idle-limit", "3", "--strategies", "unit"], "--idle-limit: none of the"),
    (["--level", "easy", "--vary", "count_limit=1,2", "--strategies", "unit"], "--vary: none of"),
    (["--level", "easy", "--vary", "count_limit=30"], "--vary: count_limit=30: 30 is not within"),
    (["--level", "easy", "--vary", "idle_limit=ever"], "--vary: idle_limit=ever: 'ever' is not a"),
    (["--level", "easy", "--strategies", "unit,nobody"], "--strategies: unknown strategy 'nobody'"),
    (["--level", "easy", "--strategies", "gone.py:Player"], "gone.py: no such file"),
    (["--level", "easy", "--strategies", "exec:./gone"], "./gone: no such program"),
    (["levels", "--strategies", "broken.py:Player"], "broken.py: line 1: SyntaxError"),
    (["--vary", "size=30x30,31x31,32x32", "--vary", "mines=1..400"], "--vary: 1200 cases: at most"),
]  # fmt: skip


@pytest.mark.parametrize(("words", "said"), BAD, ids=lambda one: " ".join(one)[:60])
def test_what_cannot_be_is_one_line_and_writes_nothing(lab, tmp_path, words, said):
    (tmp_path / "broken.py").write_text("class Player(\n")
    before = sorted(tmp_path.iterdir())
    status, out, err = lab("run", *words)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(f"mineproof: {said}")
    assert sorted(tmp_path.iterdir()) == before


def test_a_range_has_the_values_of_a_range():
    for first in (0, 1, 7, 30):
        for more in range(25):
            for step in (1, 2, 3, 7):
                key, values = values_of(f"mines={first}..{first + more}..{step}")
                assert (key, values) == ("mines", list(range(first, first + more + 1, step)))


def test_decimal_ranges_are_exact():
    assert values_of("density=0.1..0.3..0.05")[1] == [0.1, 0.15, 0.2, 0.25, 0.3]
    assert values_of("mines=5,7,5")[1] == [5, 7]


def test_other_runs_are_stored_as_ever(tmp_path):
    with Store(str(tmp_path / "lab.sqlite"), new=True) as store:
        store.begin(Run("levels", 1.0))
        store.begin(Run("mine", None, ("unit",), own=OwnExperiment({"level": "easy"})))
        texts = [text for (text,) in store._connection.execute("SELECT run FROM runs")]
        assert [sorted({"own", "limits"} & json.loads(text).keys()) for text in texts] == [
            [],
            ["own"],
        ]
        assert list(own_recipes(store)) == ["mine"]


@pytest.mark.parametrize(
    ("name", "own"),
    [
        ("../levels", {"settings": {"level": "easy"}, "vary": [], "boards": 1}),
        ("levels", {"settings": {"level": "easy"}, "vary": [], "boards": 1}),
        ("mine", {"settings": {"colour": "red"}, "vary": [], "boards": 1}),
        ("mine", {"settings": {"level": ["easy"]}, "vary": [], "boards": 1}),
        ("mine", {"settings": {"level": "easy"}, "vary": ["mines=1..999999"], "boards": 1}),
        ("mine", {"settings": {"level": "easy"}, "vary": [], "boards": 0}),
        ("mine", {"settings": {"size": "6x6"}, "vary": ["mines=0..1E+999..1E+99"], "boards": 1}),
        ("mine", {"settings": {"size": "6x6", "mines": 10**400}, "vary": [], "boards": 1}),
        ("mine", {"settings": {"size": 5, "mines": 4}, "vary": [], "boards": 1}),
        ("mine", {"settings": {"size": "5", "mines": 4}, "vary": [], "boards": 1}),
        ("mine", {"settings": {"size": "6x6", "mines": 4.5}, "vary": [], "boards": 1}),
        ("mine", {"settings": {"size": "6x6", "density": 1e308}, "vary": [], "boards": 1}),
        ("mine", {"settings": {"level": "easy", "start": 3}, "vary": [], "boards": 1}),
        ("mine", {"settings": {}, "vary": [], "boards": 1}),
        ("mine", ["level", "easy"]),
    ],
)
def test_a_store_with_an_experiment_that_is_none_is_refused(tmp_path, name, own):
    from mineproof.lab import store as module

    path = str(tmp_path / "lab.sqlite")
    with Store(path, new=True) as store:
        store.begin(Run("mine", None, ("unit",), own=OwnExperiment({"level": "easy"})))
        [(text,)] = store._connection.execute("SELECT run FROM runs")
        text = module._text({**json.loads(text), "recipe": name, "own": own})
        store._connection.execute(
            "UPDATE runs SET run = ?, checksum = ?", (text, module._checksum(text))
        )
        with pytest.raises(BadInput, match="damaged: "):
            own_recipes(store)


def test_limits_are_settings_of_any_recipe_of_ones_own(lab):
    lab("run", "--level", "hard", "--vary", "idle-limit=1,2,unlimited", "--boards", "4",
        "--strategies", "assignment,complete")  # fmt: skip
    _, out, _ = lab("show", "own", "--json")
    lines = [json.loads(line) for line in out.splitlines()]
    found = {
        (one["settings"]["idle_limit"], one["settings"]["strategy"]): one["means"]["determined"]
        for one in lines
    }
    assert found[1, "assignment"] < found[2, "assignment"] <= found["unlimited", "assignment"]
    assert len({value for (_, player), value in found.items() if player == "complete"}) == 1


def test_revisions_of_presets_stay_what_they_were():
    configs = [config for config, _ in islice(recipe("levels").plan(), 3)]
    assert [revision_of(one) for one in configs] == [
        "game 1; assignment 1", "game 1; two-literal 1", "game 1; consuming 1",
    ]  # fmt: skip
