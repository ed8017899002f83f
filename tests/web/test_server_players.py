"""Players that the operator of a server offers: users can watch them, and run nothing else."""

import json
import shlex
import sys
from dataclasses import replace

import pytest

from mineproof import STRATEGIES
from mineproof.web import players, questions
from places import EXAMPLES
from programs import PATIENT, hanging, running_clock
from serving import Client, assert_ended, server_process
from waiting import until

BOARD = {"size": "6x5", "mines": 5, "seed": 3, "trace": True}

TELLS = """
import sys
def tell(*words): print(*words, flush=True)
for line in sys.stdin:
    if line == "go\\n":
        tell("clause -1,1 +2,2"); tell("clause -2,2"); tell("unit -2,2"); tell("unit -9,9")
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("operator")
    (folder / "mine.py").write_text(
        "from mineproof import strategy\n"
        "class Player:\n"
        "    def begin(self, view):\n"
        "        self.own = strategy('unit').player(record=False)\n"
        "        self.own.begin(view)\n"
        "    def choose(self, view): return self.own.choose(view)\n"
        "class Fails(Player):\n"
        "    def choose(self, view): raise ValueError('secret path')\n"
        "class Other(Player):\n"
        "    pass\n"
    )
    (folder / "tells.py").write_text(TELLS)
    return folder


@pytest.fixture(scope="module")
def names(folder):
    return {
        "class": f"{folder}/mine.py:Player",
        "fails": f"{folder}/mine.py:Fails",
        "example": f"exec:{shlex.quote(sys.executable)} {EXAMPLES / 'player_program.py'}",
        "tells": f"exec:{shlex.quote(sys.executable)} {folder / 'tells.py'}",
    }


@pytest.fixture
def offered(names, monkeypatch):
    """Offer the players to questions in this process."""
    monkeypatch.setattr(players, "_offered", [])
    monkeypatch.setattr(players, "LIMITS", PATIENT)
    players.offer(names.values())


def ask(**body):
    status, text = questions.answer("solve", json.dumps({**BOARD, **body}).encode())
    return status, json.loads(text)


def moves(trace):
    return [(one["cell"], one["verdict"]) for one in trace if one["event"] == "move"]


@pytest.mark.usefixtures("offered")
def test_an_offered_class_is_watched_move_by_move(names):
    status, mine = ask(strategy=names["class"])
    assert status == 200
    _, unit = ask(strategy="unit")
    assert (mine["outcome"], mine["view"]) == (unit["outcome"], unit["view"])
    assert sorted(moves(mine["trace"])) == sorted(moves(unit["trace"]))
    assert mine["strategy"] == names["class"]


@pytest.mark.usefixtures("offered")
def test_the_clauses_that_a_program_tells_are_steps_of_its_trace(names):
    status, said = ask(strategy=names["example"])
    assert status == 200
    kinds = [one["event"] for one in said["trace"]]
    assert {"insert", "take", "move"} <= set(kinds)
    steps = [one["step"] for one in said["trace"] if one["event"] == "insert"]
    assert steps == list(range(1, len(steps) + 1))
    held = {one["step"]: one["clause"] for one in said["trace"] if one["event"] == "insert"}
    for one in said["trace"]:
        if one["event"] == "take":
            assert held[one["step"]] == one["clause"]


@pytest.mark.usefixtures("offered")
def test_a_fault_is_an_answer_without_what_is_for_the_operator(names):
    status, said = ask(strategy=names["tells"])
    assert (status, said["outcome"]) == (200, "fault")
    assert said["fault"] == "row 9, column 9 lies outside 5 rows, 6 columns"
    told = [one for one in said["trace"] if one["event"] != "move"]
    assert told == [
        {"event": "insert", "step": 1, "clause": ["-r1c1", "r2c2"]},
        {"event": "insert", "step": 2, "clause": ["-r2c2"]},
        {"event": "take", "step": 2, "clause": ["-r2c2"]},
    ]
    status, said = ask(strategy=names["fails"])
    assert (status, said["outcome"]) == (200, "fault")
    assert "secret" not in json.dumps(said)


HOSTILE = [
    "exec:touch {marker}",
    "exec:sh -c 'touch {marker}'",
    "{folder}/evil.py:Player",
    "{folder}/mine.py:Other",
    "{folder}/mine.py:Player ",
    "{folder}/./mine.py:Player",
    "exec:{folder}/mine.py:Player",
    "EXEC:touch {marker}",
    "mine.py:Player",
    "../mine.py:Player",
    "__import__('os').system('touch {marker}')",
    "--player=exec:touch {marker}",
    "",
    "\x00",
    "exec:",
    "unit,exec:touch {marker}",
]


@pytest.mark.parametrize("some", [True, False])
def test_a_request_can_name_only_what_the_operator_gave(request, folder, some):
    if some:
        request.getfixturevalue("offered")
    marker = folder / "ran"
    (folder / "evil.py").write_text(f"open({str(marker)!r}, 'w').close()\nclass Player: pass\n")
    for name in [*HOSTILE, *([] if some else ["{folder}/mine.py:Player"])]:
        typed = name.format(folder=folder, marker=marker)
        status, said = ask(strategy=typed)
        assert (status, said["kind"]) == (400, "asked wrongly"), typed
        assert "unknown strategy" in said["error"]
    for body in ({"strategy": ["exec:x"]}, {"strategy": {"exec": "x"}}, {"player": "exec:x"}):
        assert ask(**body)[0] == 400
    assert ask(strategy="unit")[0] == 200
    assert not marker.exists()


@pytest.mark.usefixtures("offered")
def test_a_player_refuses_other_shapes(names):
    status, said = ask(strategy=names["example"], shape="hex")
    assert (status, said["kind"]) == (400, "asked wrongly")
    assert "plays grids" in said["error"]


def test_a_hanging_program_is_ended_with_its_question(tmp_path, monkeypatch):
    name, pids = hanging(tmp_path)
    monkeypatch.setattr(players, "_offered", [name])
    limits = replace(players.LIMITS, move_seconds=0.1, clock=running_clock(pids))
    monkeypatch.setattr(players, "LIMITS", limits)
    status, said = ask(strategy=name)
    assert (status, said["outcome"]) == (200, "fault")
    assert "no move for more than 0.1 s" in said["fault"]
    assert len(pids()) == 1
    assert_ended(pids())


def test_players_of_a_server_are_listed_and_end_with_it(tmp_path, names):
    """One player hangs in the middle of a game when the server ends."""
    name, pids = hanging(tmp_path)
    words = ["--player", names["class"], "--player", name]
    with server_process(*words) as server, Client(server.address) as client:
        status, said = client.ask("about")
        assert (status, list(said["strategies"])) == (200, [*STRATEGIES, names["class"], name])
        assert said["strategies"][names["class"]].keys() == said["strategies"]["unit"].keys()
        status, said = client.ask("solve", **BOARD, strategy=names["class"])
        assert (status, said["strategy"]) == (200, names["class"])
        client.connection.request(
            "POST", "/api/solve", json.dumps({**BOARD, "strategy": name}),
            {"content-type": "application/json"},
        )  # fmt: skip
        until(pids)
    assert_ended(pids())


def test_solve_traces_the_clauses_of_a_program(run, names):
    words = ["--size", "6x5", "--mines", "5", "--strategy", names["example"], "--trace"]
    out = run("solve", *words)[1]
    assert "  #1 " in out
    assert "is safe\n" in out
