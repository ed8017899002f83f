"""The server: the answers of the commands over HTTP, its limits, and hostile requests."""

import base64
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from contextlib import ExitStack, suppress
from http.client import HTTPException
from urllib.parse import urlsplit

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mineproof import BadInput, Game, answers, deal
from mineproof.cli import main
from mineproof.game.deal import Start
from mineproof.game.formats import read
from mineproof.game.formats.mine import write
from mineproof.game.levels import custom
from mineproof.learn.exercises import exercises
from mineproof.proof.check import judge
from mineproof.reason.depth import depth_of
from mineproof.web import questions, workers
from mineproof.web.connections import CLIENT_SECONDS
from mineproof.web.openapi import describe
from serving import Client, children, served

POSITION = "4x3x2\n0000\n1211\nHHHH\n"
CLASH = "3x2x1\n131\nHHH\n"
# Every second cell of every second row is open: the front is too wide to count.
WIDE = "100x100x1500\n" + "\n".join(("H1" if row % 2 else "HH") * 50 for row in range(100))
HUNG = {"size": "60x60", "mines": 720, "strategy": "rebuild"}
NO_SUCH_BOARD = {"size": "1x7", "mines": 2, "shape": "knight", "start": "open", "no_guess": True}


@pytest.fixture(scope="module")
def server():
    with served() as address:
        yield address


@pytest.fixture
def client(server):
    with Client(server) as client:
        yield client


def command(capsys, tmp_path, *args, text=""):
    """Return what a command prints with --json."""
    file = tmp_path / "position.mine"
    file.write_text(text)
    with pytest.raises(SystemExit):
        main([str(file) if arg == "FILE" else arg for arg in args])
    return json.loads(capsys.readouterr().out)


def test_analyse_and_explain_answer_as_the_commands_do(client, capsys, tmp_path):
    for name, args, body in [
        ("analyse", ["FILE"], {}),
        ("explain", ["FILE", "r3c2"], {"cell": "r3c2"}),
        ("explain", ["FILE", "r3c4"], {"cell": "r3c4"}),
    ]:
        said = command(capsys, tmp_path, name, *args, "--json", text=POSITION)
        assert client.ask(name, position=POSITION, **body) == (200, said)


def test_solve_answers_as_the_command_does_but_for_the_time(client, capsys, tmp_path):
    args = ["--level", "hard", "--seed", "7", "--start", "open", "--strategy", "assignment"]
    said = command(capsys, tmp_path, "solve", *args, "--json")
    status, answer = client.ask("solve", level="hard", seed=7, start="open", strategy="assignment")
    assert status == 200
    assert {**answer, "ms": 0} == {**said, "ms": 0}


def test_deal_gives_the_board_that_the_library_deals(client):
    status, answer = client.ask("deal", size="12x8", mines=18, seed=5, start="safe:r2c2")
    dealt = answers.deal_from_text(answer["truth"], start=Start.parse("safe:r2c2"), seed=5)
    again = deal(custom("12x8", 18), start="safe:r2c2", seed=5)
    assert status == 200
    assert dealt.layout == again.layout
    assert answer["cells"] == ["r2c2"]


def test_a_board_without_a_guess_is_one_and_as_deep_as_wished(client):
    status, answer = client.ask(
        "deal", level="intermediate", seed=3, start="open", no_guess=True, min_depth=3
    )
    assert status == 200
    dealt = answers.deal_from_text(answer["truth"], start=Start.parse(answer["start"]), seed=0)
    assert depth_of(dealt).depth == answer["depth"] >= 3
    assert answers.solve(dealt, "complete").result.outcome == "solved"


def test_the_proof_that_is_sent_is_judged_good(client):
    _, answer = client.ask("explain", position=POSITION, cell="r3c2", proof=True)
    assert judge(answer["cnf"], answer["lrat"]) == answer["steps"]
    assert answer["told"][-1].endswith("∎")


def test_a_trace_marks_every_cell_that_the_game_marks(client):
    for strategy in ("saturate", "rebuild", "consuming", "least-risk"):
        _, answer = client.ask("solve", level="easy", seed=4, strategy=strategy, trace=True)
        moves = [step for step in answer["trace"] if step["event"] == "move"]
        marked = Counter(step["verdict"] for step in moves)
        assert (marked["safe"], marked["mine"]) == (answer["safe"], answer["mined"])
        assert not answer["cut"]


def test_a_trace_that_is_too_long_is_cut_but_keeps_its_moves(client):
    _, answer = client.ask("solve", level="intermediate", seed=2, strategy="rebuild", trace=True)
    moves = [step for step in answer["trace"] if step["event"] == "move"]
    assert answer["cut"]
    assert len(answer["trace"]) - len(moves) == questions.MOST_EVENTS
    assert len(moves) == answer["safe"] + answer["mined"]


def test_a_replay_is_reviewed_as_the_command_does(client, capsys, tmp_path):
    replay = tmp_path / "game.json"
    with pytest.raises(SystemExit):
        main(
            ["solve", "--strategy", "least-risk", "--seed", "3", "--replay", str(replay), "--json"]
        )
    capsys.readouterr()
    said = command(capsys, tmp_path, "review", str(replay), "--json")
    assert client.ask("review", replay=replay.read_text()) == (200, said)
    assert client.ask("read", text=replay.read_text())[1]["kind"] == "replay"


@pytest.mark.parametrize(
    ("given", "kind", "text", "start"),
    [
        ({"text": POSITION}, "position", POSITION, None),
        ({"text": "1 1 1 / # # #", "mines": 1}, "position", "3x2x1\n111\nHHH\n", None),
        ({"text": "4x3:3,2,u140"}, "board", "4x3x2\n112M\n1M21\n1110\n", "open:r3c4"),
        ({"text": "x12*\nx*21\nxxxx", "mines": 2}, "position", "4x3x2\nH12F\nHF21\nHHHH\n", None),
        (
            {"base64": base64.b64encode(bytes([4, 3, 0, 2, 3, 0, 1, 1])).decode()},
            "board", "4x3x2\n112M\n1M21\n1110\n", None,
        ),
    ],
)  # fmt: skip
def test_every_format_is_read(client, given, kind, text, start):
    status, answer = client.ask("read", **given)
    expected = {"schema": 2, "kind": kind, "text": text, "start": start, "shape": "grid"}
    assert (status, answer) == (200, expected)


def test_a_contradiction_names_its_clues(client):
    status, answer = client.ask("analyse", position=CLASH)
    assert status == 422
    assert answer["kind"] == "contradiction"
    assert answer["clues"] == ["r1c2", "r1c3"]
    assert not answer["uses_count"]
    with pytest.raises(BadInput):
        answers.analyse(read(CLASH))


@pytest.mark.parametrize(
    ("question", "body", "status", "line"),
    [
        ("analyse", {}, 400, "position is missing"),
        ("analyse", {"position": 7}, 400, "position: not a text"),
        ("analyse", {"position": POSITION, "best": 1}, 400, "best: not true or false"),
        ("analyse", {"position": POSITION, "x": 1}, 400, "unknown field 'x'"),
        ("analyse", {"position": "4x3x2\n00x0\n1211\nHHHH"}, 400, "row 1, column 3: 'x'"),
        ("analyse", {"position": WIDE}, 422, "too wide"),
        ("explain", {"position": POSITION, "cell": "r9c9"}, 400, "outside the 4x3 board"),
        ("explain", {"position": POSITION, "cell": "r1c1"}, 400, "r1c1 is open"),
        ("explain", {"position": POSITION, "cell": "r3c1", "language": "fr"}, 400, "one of en"),
        ("deal", {"size": "101x100", "mines": 5}, 400, "at most 10000"),
        ("deal", {"size": "1000000x1000000", "mines": 5}, 400, "more than"),
        ("deal", {"level": "easy", "seed": 2**64}, 400, "seed"),
        ("deal", {"level": "easy", "min_depth": 2}, 400, "no_guess"),
        ("deal", {"size": "3x3", "mines": 9, "start": "open"}, 400, "mines: 9 is more than"),
        ("solve", {"strategy": "luck"}, 400, "unknown strategy"),
        ("solve", {"strategy": "unit", "heuristic": "mrv"}, 400, "goes with csp"),
        ("solve", {"level": "easy", "size": "9x9"}, 400, "`level` and `size` exclude"),
        ("solve", {"size": "9x9"}, 400, "size: goes with `mines`"),
        ("solve", {"mines": 9}, 400, "mines: goes with `size`"),
        ("solve", {"size": "nine", "mines": 9}, 400, "size: 'nine' is not a size"),
        ("solve", {"start": "safe", "safe_cells": "3"}, 400, "go with `start` given"),
        ("solve", {"cells": "r1c1", "safe_cells": "3"}, 400, "`safe_cells` and `place` have no"),
        ("solve", {"cells": "r99c1"}, 400, "cells: 'r99c1' lies outside"),
        ("solve", {"start": "later"}, 400, "start: unknown start"),
        ("deal", {"no_guess": True, "start": "given"}, 400, "start: a board without guesses has"),
        ("deal", {"no_guess": True, "min_depth": 9}, 400, "`min_depth` 9 and `max_depth` 4"),
        ("deal", NO_SUCH_BOARD, 400, "no such board was found"),
        ("deal", {**NO_SUCH_BOARD, "dense": True}, 400, "no such board was found"),
        ("solve", {**NO_SUCH_BOARD, "strategy": "unit"}, 400, "no such board was found"),
        ("compare", {"position": POSITION, "cells": ["r1c1", "r3c1"]}, 400, "cells: r1c1 is open"),
        ("read", {}, 400, "send either text or base64"),
        ("read", {"base64": "é"}, 400, "base64"),
        ("review", {"replay": "{}"}, 400, "schema"),
    ],
)
def test_what_is_asked_wrongly_is_told_in_one_line(client, question, body, status, line):
    got, answer = client.ask(question, **body)
    assert got == status
    assert line in answer["error"]
    assert "\n" not in answer["error"]
    assert "--" not in answer["error"]  # names of options belong to the command line only


def test_bodies_that_are_no_questions_are_refused(client):
    json_type = {"content_type": "application/json"}
    for body, status in [
        (b"", 400), (b"{", 400), (b"[]", 400), (b"\xff\xfe", 400), (b"[" * 100_000, 400),
        (b'{"position": ' + b"9" * 5000 + b"}", 400), (b" " * (1 << 20) + b"{}", 413),
    ]:  # fmt: skip
        got, _, text = client.send("POST", "/api/analyse", body, **json_type)
        assert got == status, body[:40]
        assert json.loads(text)["error"]
        if got == 413:
            said = json.loads(text)
            assert (said["kind"], said["most_bytes"]) == ("too large", 1 << 20)
            client.connection.close()  # the rest of the body was not read
    assert client.send("POST", "/api/analyse", b"{}", content_type="text/plain")[0] == 415
    assert client.send("GET", "/api/analyse")[0] == 405
    for path in ("/nowhere", "/../server.py", "/page/index.html", "/%2e%2e/%2e%2e/etc/passwd"):
        status, _, text = client.send("GET", path)
        assert status == 404, path
        assert json.loads(text)["error"] == "not found"


def test_work_that_takes_too_long_is_ended_and_the_next_is_answered(client, monkeypatch):
    began = time.monotonic()
    status, answer = client.ask("solve", **HUNG)
    assert (status, answer["kind"]) == (422, "too long")
    assert time.monotonic() - began < 6 * workers.SECONDS
    assert client.ask("analyse", position=POSITION)[0] == 200


def test_a_flood_is_answered_or_refused_and_passes(server):
    """200 analyses at the same time: each is answered, or refused because the server is busy."""
    game = Game(deal("expert", start="open", seed=1))
    game.flood(game.view.initial[0])
    shown = write(game.view)
    seen, gate = [], threading.Barrier(200)

    def ask():
        with Client(server) as client:
            gate.wait()
            seen.append(client.ask("analyse", position=shown)[0])

    threads = [threading.Thread(target=ask) for _ in range(200)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    counted = Counter(seen)
    assert len(seen) == 200
    assert set(counted) <= {200, 429, 503}
    assert counted[200] >= workers.WAITING
    with Client(server) as client:
        assert client.ask("analyse", position=POSITION)[0] == 200


SLOW = [
    b"",
    b"GET / HTTP/1.1\r\nHost: localhost",
    b"POST /api/about HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    b"Content-Length: 999\r\n\r\n{",
]
"""The first bytes of clients that send nothing, incomplete headers, or an incomplete body."""


def test_clients_that_never_finish_asking_are_left_and_others_answered(server):
    where = urlsplit(server).hostname, urlsplit(server).port
    with ExitStack() as stack:
        slow = {}
        for begun in SLOW * 60:
            one = stack.enter_context(socket.create_connection(where))
            one.sendall(begun)
            one.setblocking(False)
            slow[one] = begun
        deadline = time.monotonic() + 4 * CLIENT_SECONDS
        while slow and time.monotonic() < deadline:
            with Client(server) as client:
                assert client.ask("analyse", position=POSITION)[0] == 200
            for one in [one for one in slow if _left(one, drip=bool(slow[one]))]:
                del slow[one]
            time.sleep(0.5)
        assert not slow


def _left(connection, drip):
    """Tell whether the server has closed the connection; if not, send it one more byte."""
    try:
        if not connection.recv(1 << 16):
            return True
    except BlockingIOError:
        pass
    except OSError:
        return True
    if drip:
        with suppress(OSError):
            connection.send(b"x")
    return False


def test_a_client_that_takes_no_answer_is_left(server):
    many = 1500
    with socket.create_connection((urlsplit(server).hostname, urlsplit(server).port)) as greedy:
        greedy.sendall(b"GET /style.css HTTP/1.1\r\nHost: localhost\r\n\r\n" * many)
        time.sleep(CLIENT_SECONDS + 5)
        greedy.settimeout(10)
        got = 0
        with suppress(ConnectionResetError):
            while block := greedy.recv(1 << 20):
                got += len(block)
    with Client(server) as client:
        _, _, file = client.send("GET", "/style.css")
    assert got < many * len(file)


def test_a_server_under_load_still_ends_at_once():
    with served() as address:
        threads = [threading.Thread(target=_unheard, args=(address,)) for _ in range(4)]
        for thread in threads:
            thread.start()
        time.sleep(1.0)
        began = time.monotonic()
    assert time.monotonic() - began < 20
    for thread in threads:
        thread.join(30)


def _unheard(address):
    # The server ends when it is told to.
    with Client(address) as client, suppress(OSError, HTTPException):
        client.ask("solve", **HUNG)


def test_when_the_server_is_killed_its_workers_end_by_themselves(tmp_path):
    program = [sys.executable, "-m", "mineproof", "serve", "--port", "0", "--no-browser"]
    process = subprocess.Popen(program, stdout=subprocess.PIPE, text=True)
    address = process.stdout.readline().split()[3]
    with Client(address) as client:
        assert client.ask("about")[0] == 200
    started = children(process.pid)
    assert started
    process.send_signal(signal.SIGKILL)
    process.communicate(timeout=10)
    deadline = time.monotonic() + 20
    while any(_alive(child) for child in started) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(_alive(child) for child in started)


def _alive(pid):
    return listed("stat=", "-p", pid).strip()[:1] not in ("", "Z")


def listed(what, which, pid):
    """Return the lines of `ps` about some processes."""
    told = ["ps", "-o", what, which, str(pid)]
    return subprocess.run(told, capture_output=True, text=True, check=False).stdout


def test_it_listens_on_loopback_only_and_says_so_when_it_cannot(server):
    port = server.rsplit(":", 1)[1].strip("/")
    done = subprocess.run(
        [sys.executable, "-m", "mineproof", "serve", "--port", port, "--no-browser"],
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert f"cannot serve on 127.0.0.1 port {port}" in done.stderr
    assert "; --port 0 takes a free one" in done.stderr


def test_an_empty_host_is_refused():
    done = subprocess.run(
        [sys.executable, "-m", "mineproof", "serve", "--host", "", "--port", "0", "--no-browser"],
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr.startswith("mineproof: --host: an empty name")
    assert done.stderr.count("\n") == 1


HOSTS = [
    ("127.0.0.1", 200), ("localhost", 200), ("LOCALHOST:80", 200), ("localhost.", 200),
    ("127.0.0.1:1234", 200), ("[::1]:8000", 200), ("proxy.example", 200),
    ("evil.example", 421), ("evil.example:8000", 421), ("127.0.0.1.evil.example", 421),
    ("192.168.1.1", 421), ("localhost@evil.example", 421), ("", 421), ("[::1", 421), ("a b", 421),
]  # fmt: skip


@pytest.fixture(scope="module")
def proxied():
    with served("--allow-host", "Proxy.example") as address:
        yield address


@pytest.mark.parametrize(("host", "status"), HOSTS)
def test_only_requests_for_a_served_name_are_answered(proxied, host, status):
    """DNS rebinding: a foreign page whose name resolves to 127.0.0.1 sends its own name as host."""
    for method, path in [("GET", "/"), ("POST", "/api/about")]:
        with Client(proxied) as client:
            got, _, text = client.send(
                method, path, b"{}" if method == "POST" else None,
                content_type="application/json", host=host,
            )  # fmt: skip
            assert got == status, (method, host)
            assert status == 200 or json.loads(text)["error"]


@pytest.mark.parametrize(
    ("origin", "status"),
    [
        (None, 200), ("http://127.0.0.1:{port}", 200), ("https://proxy.example", 200),
        ("http://127.0.0.1:1", 403), ("http://localhost:{port}", 403), ("null", 403), ("", 403),
        ("https://evil.example", 403), ("http://[::1", 403), ("file://127.0.0.1:{port}", 403),
    ],
)  # fmt: skip
def test_a_page_of_another_origin_may_not_ask(proxied, origin, status):
    named = {} if origin is None else {"origin": origin.format(port=urlsplit(proxied).port)}
    with Client(proxied) as client:
        got, _, text = client.send(
            "POST", "/api/about", b"{}", content_type="application/json", **named
        )
        assert got == status
        assert ("error" in json.loads(text)) == (status != 200)
        assert client.send("GET", "/style.css", **named)[0] == 200


def test_a_content_type_may_have_any_case(client):
    for kind in ("Application/JSON", "application/json; charset=UTF-8", "APPLICATION/json ;a=b"):
        assert client.send("POST", "/api/about", b"{}", content_type=kind)[0] == 200


def test_without_the_extra_one_line_says_how_to_get_it():
    script = "import sys; sys.modules['uvicorn'] = None; from mineproof.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", script, "serve", "--no-browser"],
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert (
        done.stderr
        == "mineproof: the page needs uvicorn: in a checkout of mineproof, pip install '.[web]'\n"
    )


def test_every_answer_says_what_the_page_may_do(client):
    for method, path in [("GET", "/"), ("GET", "/main.js"), ("GET", "/x"), ("POST", "/api/about")]:
        _, headers, _ = client.send(method, path)
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "http" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert "server" not in headers


def test_a_file_that_has_not_changed_is_not_sent_again(client):
    _, headers, body = client.send("GET", "/style.css")
    assert body
    status, _, again = client.send("GET", "/style.css", if_none_match=headers["etag"])
    assert (status, again) == (304, b"")


def test_the_description_covers_every_question_and_fits_the_answers(client):
    status, _, text = client.send("GET", "/api")
    described = json.loads(text)
    assert status == 200
    assert described == describe()
    assert set(described["paths"]) == {f"/api/{name}" for name in questions.QUESTIONS}
    schemas = described["components"]["schemas"]
    dealt = client.ask("deal", level="easy")[1]
    played = {"schema": 1, "rows": 1, "cols": 2, "mines": ["r1c1"], "moves": []}
    for name, body in [
        ("about", {}), ("analyse", {"position": POSITION}), ("deal", {"level": "easy"}),
        ("explain", {"position": POSITION, "cell": "r3c2"}),
        ("explain", {"position": POSITION, "cell": "r3c2", "proof": True}),
        ("read", {"text": dealt["truth"]}), ("solve", {}), ("solve", {"trace": True}),
        ("review", {"replay": json.dumps(played)}),
    ]:  # fmt: skip
        operation = described["paths"][f"/api/{name}"]["post"]
        asked = operation["requestBody"]["content"]["application/json"]["schema"]
        answered = operation["responses"]["200"]["content"]["application/json"]["schema"]
        assert fits(body, asked, schemas), name
        assert fits(client.ask(name, **body)[1], answered, schemas), name
        assert not fits({**body, "spoilt": 1}, asked, schemas), name


def fits(value, schema, schemas):
    """Check a value against the part of JSON Schema that the description uses."""
    if "$ref" in schema:
        return fits(value, schemas[schema["$ref"].rsplit("/", 1)[1]], schemas)
    if "anyOf" in schema:
        return any(fits(value, one, schemas) for one in schema["anyOf"])
    if "enum" in schema and value not in schema["enum"]:
        return False
    match schema.get("type"):
        case "object":
            named, extra = schema.get("properties", {}), schema.get("additionalProperties", True)
            return (
                isinstance(value, dict)
                and all(name in value for name in schema.get("required", ()))
                and all(
                    fits(one, named[name], schemas)
                    if name in named
                    else extra is True or (extra is not False and fits(one, extra, schemas))
                    for name, one in value.items()
                )
            )
        case "array":
            return isinstance(value, list) and all(
                fits(one, schema["items"], schemas) for one in value
            )
        case "integer":
            return isinstance(value, int) and not isinstance(value, bool)
        case "number":
            return isinstance(value, int | float) and not isinstance(value, bool)
        case kind:
            kinds = {"string": str, "boolean": bool, "null": type(None), None: object}
            return isinstance(value, kinds[kind])


# Hostile bodies: right and wrong types, huge numbers, lone surrogates, invalid boards. Texts that
# are parsed again (replays, graphs, positions, codes) contain the same.

_replay = '{"schema":1,"rows":1,"cols":2,"mines":["r1c1"],"given":[],"flood":true,"player":"",'
_replay += '"moves":[{"do":"open","cell":"r1c2","t":1}]}'
_graph = (
    '{"schema":1,"width":2,"neighbours":[[1],[0]],"points":[[0,0],[1,0]],"position":"2x1x1/1H"}'
)
_embedded = [_replay, _graph, '{"board":"1x","total_mines":1}', "2x1x1\n1H", "#1", "r1c1", "x0.5",
             "open:r1c1", "3x3:0,0,m1", "mp1_1-1_0_safe_5_7_1mt8_a0b6e39b"]  # fmt: skip
_hostile = ["1" + 400 * "0", 5000 * "9", "-1" + 400 * "0", "1e400", "NaN", "\ud800", r"\ud800",
            '"\ud800"', r'"\ud800"', "[" * 3000, "²", "\x1b[2K"]  # fmt: skip


def spoiled(text, spot, hostile):
    """Replace one number or one text of a text."""
    parts = re.split(r"(-?[0-9]+|(?<=\")[a-z0-9]*(?=\"))", text)
    parts[spot % len(parts)] = hostile
    return "".join(parts)


_spoiled = st.builds(
    spoiled, st.sampled_from(_embedded), st.integers(0, 60), st.sampled_from(_hostile)
)
_texts = st.one_of(
    _spoiled,
    st.text(max_size=40),
    st.text(alphabet="0123456789x.#HFM*?/ \n:,um{}[]\"analysis=", max_size=80),
    st.sampled_from([POSITION, CLASH, "r1c1", "r99999999999c1", "open:r2c2", "1x1x1\nH", "x0.5",
                     "999999999x999999999x1\n0", "\ud800", "\x00", "3x3:0,0,mffff", "{}",
                     '{"moves": 1}', '{"schema":1,"rows":9,"cols":9,"mines":[],"moves":[{}]}']),
)  # fmt: skip
_values = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-(2**70), 2**70), st.floats(), _texts),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(_texts, inner, max_size=3)
    ),
    max_leaves=6,
)
_fields = sorted(
    {field for one in questions.QUESTIONS.values() for field in one.__dataclass_fields__}
    - {"no_guess", "dense"}  # valid and slow: tested above
)
_cells = st.one_of(st.lists(_texts, max_size=2), st.lists(st.lists(_texts, max_size=2), max_size=2))
_small = st.fixed_dictionaries(
    {},
    optional={
        "position": _texts, "cell": st.sampled_from(["r1c1", "r3c2", "r0c0", "c1r1", ""]),
        "size": st.sampled_from(["3x3", "1x1", "0x9", "-3x4", "9", "12x5"]),
        "mines": st.integers(-3, 12), "seed": st.integers(-1, 2**64), "cells": _texts,
        "start": st.sampled_from(["given", "safe", "open", "open:r1c1", "open:r9c9", "x"]),
        "shape": st.sampled_from(
            ["grid", "torus", "hex", "cube", "graph", {"neighbours": [[1], [0]]}, {}]
        ), "board": _texts,
        "safe_cells": st.sampled_from(["0", "3", "x2", "-1", "x"]), "trace": st.booleans(),
        "strategy": st.sampled_from(["unit", "saturate", "csp", "rebuild", "least-risk", "x"]),
        "text": _texts, "base64": _texts, "replay": _texts, "proof": st.booleans(),
        "kind": st.one_of(st.none(), st.just("1-1"), _texts), "depth": st.integers(-1, 5),
        "count": st.integers(-1, 3), "seconds": st.lists(st.integers(-1, 10**6), max_size=2),
        "safe": _cells, "mined": _cells, "among": _cells, "clues": _cells,
        "rules": st.lists(st.sampled_from(["single", "pair", "difference", "case"]), max_size=2),
    },
)  # fmt: skip


def unbroken(name, body):
    """Check that a body is answered or refused in one line: no exception and no status 5xx."""
    status, text = questions.answer(name, body)
    said = json.loads(text)
    text.encode()
    assert status in (200, 400, 422)
    if status != 200:
        assert said["error"].count("\n") == 0
        assert "Traceback" not in text
        assert os.getcwd() not in text  # noqa: PTH109


LONG = "1" + 400 * "0"


@pytest.mark.parametrize(
    ("name", "body", "why"),
    [
        ("review", {"replay": _replay.replace('"t":1', f'"t":{LONG}')}, "a number of 401 digits"),
        ("review", {"replay": _replay.replace('"t":1', '"t":1e400')}, "t: seconds"),
        ("analyse", {"position": _graph.replace("[1,0]", f"[{LONG},0]")}, "a number of 401 digits"),
        ("analyse", {"position": _graph.replace("[1,0]", "[1e400,0]")}, "points: cell 1 has"),
        ("result", {"safe": [[]], "mined": [[]], "seconds": [1], "kind": "\ud800"}, "unknown kind"),
        (
            "argue",
            {
                "position": next(exercises(kind="1-1", seed=1)).as_json()["position"],
                "cell": "r1c1", "rules": ["single"], "clues": [["#" + 5000 * "9"]],
                "safe": [[next(exercises(kind="1-1", seed=1)).safe[0]]], "mined": [[]],
                "among": [[]], "mines": [0],
            },
            "no accepted line #999",
        ),
    ],
)  # fmt: skip
def test_a_hostile_number_or_text_within_a_text_is_refused(name, body, why):
    status, text = questions.answer(name, json.dumps(body).encode())
    assert status == 400
    assert why in json.loads(text)["error"]


@settings(max_examples=1000, deadline=None)
@given(
    st.sampled_from(sorted(questions.QUESTIONS)),
    st.dictionaries(st.one_of(st.sampled_from(_fields), _texts), _values, max_size=5),
)
def test_no_body_of_any_shape_breaks_an_answer(name, body):
    unbroken(name, json.dumps(body).encode())


@settings(max_examples=1500, deadline=None)
@given(st.sampled_from(sorted(questions.QUESTIONS)), _small)
def test_no_body_that_is_nearly_right_breaks_an_answer(name, body):
    known = questions.QUESTIONS[name].__dataclass_fields__
    unbroken(name, json.dumps({key: body[key] for key in body if key in known}).encode())


@settings(max_examples=500, deadline=None)
@given(st.sampled_from(sorted(questions.QUESTIONS)), st.binary(max_size=60))
def test_no_bytes_break_an_answer(name, body):
    unbroken(name, body)
