"""Players from outside in the lab, and user-defined experiments."""

import json
import shlex
import sqlite3
import sys
from contextlib import closing

import pytest

import mineproof
from command_process import interrupt, start
from lab_rows import without_times
from mineproof import BadInput
from mineproof.lab import store as store_module
from mineproof.lab.catalogue import own_recipes
from mineproof.lab.executors import RunStopped
from mineproof.lab.own import OwnExperiment, own_recipe, values_of
from mineproof.lab.provenance import Run
from mineproof.lab.run import missing, run, run_trial
from mineproof.lab.store import Store
from mineproof.play.outside.players import fingerprint
from places import BOARDS
from serving import assert_ended
from tiers import slow
from waiting import until

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
def mine(tmp_path):
    """Write a file with a class that plays like `unit`."""
    path = tmp_path / "mine.py"
    path.write_text(PRESET.format(name="unit"))
    return path


def shown(lab, name, *more):
    """Return the lines of `lab show --json`."""
    status, out, err = lab("show", name, "--json", *more)
    assert status == 0, err
    return [json.loads(line) for line in out.splitlines()]


def players_shown(lab, name):
    return [line["settings"]["strategy"] for line in shown(lab, name)]


def means(lab, name, *more):
    """Return the mean of every measure for each strategy, of an experiment with one case."""
    return {one["settings"]["strategy"]: one["means"] for one in shown(lab, name, *more)}


def stored(name):
    with Store("mineproof-lab.sqlite") as store:
        return list(store.rows(name))


SMALL = ("--size", "6x6", "--mines", "6", "--boards", "12")


# Players from outside


def test_a_class_and_a_program_play_a_recipe_beside_a_preset(lab, mine):
    (mine.parent / "program.py").write_text(
        "import sys\nfrom mineproof.play.outside._child import main\n"
        "sys.argv = ['x', 'mine.py:Player']\nsys.exit(main(sys.argv[1:]))\n"
    )
    outside = f"exec:{shlex.quote(sys.executable)} program.py"
    players = f"unit,mine.py:Player,{outside}"
    status, _, err = lab("run", "start", "--scale", "0.004", "--strategies", players)
    assert (status, err) == (0, "")
    by_player = {}
    for config, seed, row in stored("start"):
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
    assert players_shown(lab, "mix") == ["unit"]  # its rows do not count
    assert "12 rows of revision" in lab("show", "mix")[2]
    status, out, err = lab(*command)
    assert (status, out) == (0, "mix: 24 trials, 12 of them before\n")
    assert "12 rows of revision" in err
    after = means(lab, "mix")
    given = 6 / 36  # the given cells are open, and it marks no other
    assert pytest.approx(given) == after["mine.py:Player"]["determined"] < before
    mine.write_text(PRESET.format(name="unit"))  # the first version again: the store has its rows
    assert lab(*command)[:2] == (0, "mix: 24 trials, 24 of them before\n")
    assert means(lab, "mix")["mine.py:Player"]["determined"] == before
    _, out, _ = lab("export", "mix", "--to", "json")
    assert {json.loads(line)["revision"] for line in out.splitlines()} == {
        "game 1; unit 1",
        f"game 1; mine.py:Player {fingerprint('mine.py:Player')[:16]}",
    }


OPENS_ONLY = """from mineproof import SAFE, Move, analyse


class Player:
    def begin(self, view):
        self.given = [cell for cell in view.initial if view.cells[cell] < 0]

    def choose(self, view):
        if self.given:
            return Move(self.given.pop(), SAFE)
        found = analyse(view)
        return Move(found.safe[0], SAFE) if found.safe else None
"""


def test_a_player_that_sets_no_flags_wins_and_completes_nothing(lab, tmp_path):
    (tmp_path / "opens.py").write_text(OPENS_ONLY)
    assert lab("run", *SMALL, "--name", "wins", "--strategies", "complete,opens.py:Player")[0] == 0
    rows = {(config["strategy"], seed): row for config, seed, row in stored("wins")}
    won = 0
    for seed in range(12):
        row = rows["opens.py:Player", seed]
        won += row["won"]
        assert row["won"] == row["success"] == (not row["stuck"]) == rows["complete", seed]["won"]
        assert not row["complete"]
        assert ("truly" in row) == row["stuck"]
    assert 0 < won < 12


def test_an_old_store_is_read_and_its_games_of_outside_players_are_run_again(lab, tmp_path):
    """Its won games of the player without flags are stuck; those of `unit` still count."""
    old = (BOARDS / "lab_store_before_rules_2.sql").read_text()
    with closing(sqlite3.connect("mineproof-lab.sqlite")) as file:
        file.executescript(old)
    assert players_shown(lab, "wins") == ["unit", "opens.py:Player"]  # without the player's file
    (tmp_path / "opens.py").write_text(OPENS_ONLY)
    assert players_shown(lab, "wins") == ["unit"]
    assert "3 rows of revision" in lab("show", "wins")[2]
    command = ("--name", "wins", "--size", "6x6", "--vary", "mines=6", "--boards", "3")
    players = ("--strategies", "unit,opens.py:Player")
    assert lab("run", *command, *players)[:2] == (0, "wins: 6 trials, 3 of them before\n")
    rows = stored("wins")
    assert len(rows) == 6
    for config, seed, row in rows:
        assert without_times(row) == without_times(run_trial(config, seed))
        assert not (row["won"] and row["stuck"])


def test_rows_are_shown_where_the_program_is_not(lab, refused, mine, tmp_path, monkeypatch):
    """The results can be shown in another folder, or after the program was deleted."""
    mine.write_text(GIVES_UP)
    command = ("run", *SMALL, "--strategies", "mine.py:Player")
    lab(*command)
    mine.write_text(PRESET.format(name="unit"))
    lab(*command)
    there = means(lab, "own")
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    [line] = shown(lab, "own", "--store", "../mineproof-lab.sqlite")
    assert (line["means"], line["n"]) == (there["mine.py:Player"], 12)
    assert "no such file" in refused(*command)  # it cannot be run


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
    (tmp_path / "hang.py").write_text("import time; time.sleep(3600)\n")
    name = f"exec:{shlex.quote(sys.executable)} hang.py"
    status, out, err = lab(
        "run", "--size", "4x4", "--mines", "2", "--boards", "2", "--strategies", name,
        "--move-seconds", "0.5",
    )  # fmt: skip
    assert (status, out) == (0, "own: 2 trials\n")
    assert err.count("no move for more than 0.5 s") == 2
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
        with pytest.raises(RunStopped, match="changed during the run"):
            list(going)
        assert store.count("mix") == 0  # the rows of the old file do not count any more
        mine.write_text(PRESET.format(name="unit"))
        assert store.count("mix") == first


@pytest.mark.parametrize("workers", [2, slow(1)])
def test_ctrl_c_leaves_no_program_behind(tmp_path, workers):
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
    process = start("lab", *words, cwd=tmp_path)
    until(lambda: pids.exists() and pids.read_text().endswith("\n"), "the program")
    status, err = interrupt(process)
    assert (status, err.count("\n")) == (130, 1)
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
    rows = stored("grid")
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
        assert row["complete"] == result.complete
        assert without_times(row) == without_times(run_trial(config, seed))


def test_the_ceiling_and_the_order_are_those_of_the_command(lab):
    lab("run", *SMALL[:2], "--vary", "mines=9,4", "--boards", "4", "--strategies", "complete,unit")
    lines = shown(lab, "own")
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


def judged(line):
    means = {name: mean for name, mean in line["means"].items() if "ms" not in name}
    return line["settings"], line["n"], means


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_the_printed_command_repeats_the_experiment_exactly(lab, tmp_path, words):
    (tmp_path / "my program.py").write_text(
        "import sys\nfor line in sys.stdin:\n    if line == 'go\\n': print('stuck', flush=True)\n"
    )
    words = [word.replace("{python}", shlex.quote(sys.executable)) for word in words]
    status, out, err = lab("run", *words, "--boards", "2", "--name", "again")
    assert (status, err) == (0, "")
    first = shown(lab, "again")
    with Store("mineproof-lab.sqlite") as store:
        [record] = store.runs("again")
    program, room, *rest = shlex.split(record.command)
    assert (program, room) == ("mineproof", "lab")
    trials = out.split()[1]
    assert lab(*rest)[:2] == (0, f"again: {trials} trials, {trials} of them before\n")
    status, out, _ = lab(*rest, "--store", "new.sqlite")
    assert (status, out) == (0, f"again: {trials} trials\n")
    second = shown(lab, "again", "--store", "new.sqlite")
    assert [judged(line) for line in second] == [judged(line) for line in first]


def test_experiments_of_one_name_share_a_table_if_they_share_their_settings(lab, refused):
    for mines in ("4", "8"):
        words = ["--size", "6x6", "--mines", mines, "--boards", "2", "--strategies", "unit"]
        assert lab("run", "--name", "two", *words)[0] == 0
    assert [line["settings"]["mines"] for line in shown(lab, "two")] == [4, 8]
    err = refused("run", "--name", "two", "--level", "easy")
    assert err.startswith("mineproof: --name: two is an experiment with mines, size in ")


def test_a_range_has_the_values_of_a_range():
    for first in (0, 1, 7, 30):
        for more in range(25):
            for step in (1, 2, 3, 7):
                key, values = values_of(f"mines={first}..{first + more}..{step}")
                assert (key, values) == ("mines", list(range(first, first + more + 1, step)))
    assert values_of("density=0.1..0.3..0.05")[1] == [0.1, 0.15, 0.2, 0.25, 0.3]
    assert values_of("mines=5,7,5")[1] == [5, 7]


def test_other_runs_are_stored_as_ever(tmp_path):
    with Store(str(tmp_path / "lab.sqlite"), new=True) as store:
        store.begin(Run("levels", 1.0))
        store.begin(Run("mine", None, ("unit",), own=OwnExperiment({"level": "easy"})))
        texts = [text for (text,) in store._connection.execute("SELECT run FROM runs")]
        assert [{"own", "limits"} & json.loads(text).keys() for text in texts] == [set(), {"own"}]
        assert list(own_recipes(store)) == ["mine"]


@pytest.mark.parametrize(
    "change",
    [
        {"recipe": "../levels"},
        {"recipe": "levels"},
        {"boards": 0},
        {"vary": ["mines=1..999999"]},
        {"vary": ["mines=0..1E+999..1E+99"], "settings": {"size": "6x6"}},
        *({"settings": settings} for settings in (
            {}, {"colour": "red"}, {"level": ["easy"]}, {"size": "6x6", "mines": 10**400},
            {"size": 5, "mines": 4}, {"size": "5", "mines": 4}, {"size": "6x6", "mines": 4.5},
            {"size": "6x6", "density": 1e308}, {"level": "easy", "start": 3},
        )),
        {"own": ["level", "easy"]},
    ],
)  # fmt: skip
def test_a_store_with_an_experiment_that_is_none_is_refused(tmp_path, change):
    own = {"settings": {"level": "easy"}, "vary": [], "boards": 1} | change
    record = {"recipe": own.pop("recipe", "mine"), "own": own.pop("own", own)}
    with Store(str(tmp_path / "lab.sqlite"), new=True) as store:
        store.begin(Run("mine", None, ("unit",), own=OwnExperiment({"level": "easy"})))
        [(text,)] = store._connection.execute("SELECT run FROM runs")
        text = store_module._text(json.loads(text) | record)
        store._connection.execute(
            "UPDATE runs SET run = ?, checksum = ?", (text, store_module._checksum(text))
        )
        with pytest.raises(BadInput, match="damaged: "):
            own_recipes(store)


def test_limits_are_settings_of_any_recipe_of_ones_own(lab):
    lab("run", "--level", "hard", "--vary", "idle-limit=1,2,unlimited", "--boards", "4",
        "--strategies", "assignment,complete")  # fmt: skip
    found = {
        (one["settings"]["idle_limit"], one["settings"]["strategy"]): one["means"]["determined"]
        for one in shown(lab, "own")
    }
    assert found[1, "assignment"] < found[2, "assignment"] <= found["unlimited", "assignment"]
    assert len({value for (_, player), value in found.items() if player == "complete"}) == 1
