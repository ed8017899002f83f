"""Players that the operator of a server offers: users can watch them, and run nothing else."""

import json
import shlex
import signal
import sys
import time
from pathlib import Path

import pytest

from mineproof import STRATEGIES
from mineproof.cli import main
from serving import Client, assert_ended, served, server_process

EXAMPLES = Path(__file__).parent.parent / "examples"
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


@pytest.fixture(scope="module")
def server(names):
    words = [word for name in names.values() for word in ("--player", name)]
    with served(*words) as address:
        yield address


@pytest.fixture
def client(server):
    with Client(server) as client:
        yield client


def ask(client, **body):
    status, said = client.ask("solve", **{**BOARD, **body})
    return status, said


def test_offered_players_are_listed_among_the_strategies(client, names):
    status, said = client.ask("about")
    assert status == 200
    assert list(said["strategies"]) == [*STRATEGIES, *names.values()]
    assert said["strategies"][names["class"]].keys() == said["strategies"]["unit"].keys()


def moves(trace):
    return [(one["cell"], one["verdict"]) for one in trace if one["event"] == "move"]


def test_an_offered_class_is_watched_move_by_move(client, names):
    status, mine = ask(client, strategy=names["class"])
    assert status == 200
    _, unit = ask(client, strategy="unit")
    assert (mine["outcome"], mine["view"]) == (unit["outcome"], unit["view"])
    assert sorted(moves(mine["trace"])) == sorted(moves(unit["trace"]))
    assert mine["strategy"] == names["class"]


def test_the_clauses_that_a_program_tells_are_steps_of_its_trace(client, names):
    status, said = ask(client, strategy=names["example"])
    assert status == 200
    kinds = [one["event"] for one in said["trace"]]
    assert {"insert", "take", "move"} <= set(kinds)
    steps = [one["step"] for one in said["trace"] if one["event"] == "insert"]
    assert steps == list(range(1, len(steps) + 1))
    held = {one["step"]: one["clause"] for one in said["trace"] if one["event"] == "insert"}
    for one in said["trace"]:
        if one["event"] == "take":
            assert held[one["step"]] == one["clause"]


def test_a_fault_is_an_answer_without_what_is_for_the_operator(client, names):
    status, said = ask(client, strategy=names["tells"])
    assert (status, said["outcome"]) == (200, "fault")
    assert said["fault"] == "row 9, column 9 lies outside 5 rows, 6 columns"
    told = [one for one in said["trace"] if one["event"] != "move"]
    assert told == [
        {"event": "insert", "step": 1, "clause": ["-r1c1", "r2c2"]},
        {"event": "insert", "step": 2, "clause": ["-r2c2"]},
        {"event": "take", "step": 2, "clause": ["-r2c2"]},
    ]
    status, said = ask(client, strategy=names["fails"])
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


@pytest.mark.parametrize("offered", [True, False])
def test_a_request_can_name_only_what_the_operator_gave(request, folder, offered):
    marker = folder / "ran"
    (folder / "evil.py").write_text(f"open({str(marker)!r}, 'w').close()\nclass Player: pass\n")
    with served() as bare, Client(request.getfixturevalue("server") if offered else bare) as client:
        for name in HOSTILE:
            typed = name.format(folder=folder, marker=marker)
            status, said = ask(client, strategy=typed)
            assert (status, said["kind"]) == (400, "asked wrongly"), typed
            assert "unknown strategy" in said["error"]
        for body in ({"strategy": ["exec:x"]}, {"strategy": {"exec": "x"}}, {"player": "exec:x"}):
            assert ask(client, **body)[0] == 400
        assert ask(client, strategy="unit")[0] == 200
    assert not marker.exists()


def test_a_player_refuses_other_shapes(client, names):
    status, said = ask(client, strategy=names["example"], shape="hex")
    assert (status, said["kind"]) == (400, "asked wrongly")
    assert "plays grids" in said["error"]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("gone.py:Player", "--player: gone.py: no such file"),
        ("{folder}/mine.py:Nobody", "no class Nobody; it has Player"),
        ("exec:./gone", "--player: ./gone: no such program"),
        ("exec:", "--player: exec:: name a program"),
        ("unit", "--player: unit is offered already"),
        ("nobody", "--player: unknown player 'nobody'"),
    ],
)
def test_a_player_that_cannot_be_offered_is_one_line(capsys, folder, name, said):
    with pytest.raises(SystemExit) as stop:
        main(["serve", "--no-browser", "--port", "0", "--player", name.format(folder=folder)])
    out, err = capsys.readouterr()
    assert (stop.value.code, out, err.count("\n")) == (2, "", 1)
    assert said in err


def test_a_hanging_program_is_ended_with_its_question_and_with_the_server(tmp_path):
    pids = tmp_path / "pids"
    (tmp_path / "stays.py").write_text(
        "import os, signal, time\n"
        "for one in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGPIPE):\n"
        "    signal.signal(one, signal.SIG_IGN)\n"
        f"open({str(pids)!r}, 'a').write(f'{{os.getpid()}}\\n')\n"
        "while True: time.sleep(60)\n"
    )
    name = f"exec:{shlex.quote(sys.executable)} -S {tmp_path / 'stays.py'}"
    with server_process("--player", name) as (address, process, _):
        with Client(address) as client:
            status, said = ask(client, strategy=name)
            assert (status, said["outcome"]) == (200, "fault")
            assert "no move for more than 4 s" in said["fault"]
        with Client(address) as client:  # now the server ends in the middle of a game
            client.connection.request(
                "POST", "/api/solve", json.dumps({**BOARD, "strategy": name}),
                {"content-type": "application/json"},
            )  # fmt: skip
            until = time.monotonic() + 20
            while len(pids.read_text().split()) < 2:
                assert time.monotonic() < until
                time.sleep(0.05)
            process.send_signal(signal.SIGTERM)
            process.wait(20)
    assert_ended(map(int, pids.read_text().split()))


def test_solve_traces_the_clauses_of_a_program(capsys, names):
    with pytest.raises(SystemExit):
        main(["solve", "--size", "6x5", "--mines", "5", "--strategy", names["example"], "--trace"])
    out = capsys.readouterr().out
    assert "  #1 " in out
    assert "is safe\n" in out
