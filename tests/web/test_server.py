"""The server: the answers of the commands over HTTP, who may ask, and hostile requests."""

import base64
import json
import os
import re
from collections import Counter
from urllib.parse import urlsplit

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from command_process import after, run_in
from mineproof import deal
from mineproof.answers import boards, games
from mineproof.game.deal import Start
from mineproof.game.levels import custom
from mineproof.learn.exercises import exercises
from mineproof.proof.check import judge
from mineproof.reason.depth import depth_of
from mineproof.web import questions
from mineproof.web.openapi import describe
from serving import POSITION
from tiers import slow

CLASH = "3x2x1\n131\nHHH\n"
# Every second cell of every second row is open: the front is too wide to count.
WIDE = "100x100x1500\n" + "\n".join(("H1" if row % 2 else "HH") * 50 for row in range(100))
EMPTY_CORPUS = "# w=3 h=3 m=0 rule=safe start=0,0 seed=1"
NO_SUCH_BOARD = {"size": "1x7", "mines": 2, "shape": "knight", "start": "open", "no_guess": True}


@pytest.fixture
def printed(run, tmp_path):
    """Return what a command prints with --json; FILE is a file with the text."""

    def call(*args, text=""):
        file = tmp_path / "position.mine"
        file.write_text(text)
        return json.loads(run(*(file if arg == "FILE" else arg for arg in args), "--json")[1])

    return call


def test_analyse_and_explain_answer_as_the_commands_do(client, printed):
    for name, args, body in [
        ("analyse", ["FILE"], {}),
        ("explain", ["FILE", "r3c2"], {"cell": "r3c2"}),
        ("explain", ["FILE", "r3c4"], {"cell": "r3c4"}),
    ]:
        said = printed(name, *args, text=POSITION)
        assert client.ask(name, position=POSITION, **body) == (200, said)


def test_solve_answers_as_the_command_does_but_for_the_time(client, printed):
    args = ["--level", "hard", "--seed", "7", "--start", "open", "--strategy", "assignment"]
    status, answer = client.ask("solve", level="hard", seed=7, start="open", strategy="assignment")
    assert status == 200
    assert {**answer, "ms": 0} == {**printed("solve", *args), "ms": 0}


def test_deal_gives_the_board_that_the_library_deals(client):
    status, answer = client.ask("deal", size="12x8", mines=18, seed=5, start="safe:r2c2")
    dealt = boards.deal_from_text(answer["truth"], start=Start.parse("safe:r2c2"), seed=5)
    again = deal(custom("12x8", 18), start="safe:r2c2", seed=5)
    assert status == 200
    assert dealt.layout == again.layout
    assert answer["cells"] == ["r2c2"]


def test_a_board_without_a_guess_is_one_and_as_deep_as_wished(client):
    status, answer = client.ask(
        "deal", level="intermediate", seed=3, start="open", no_guess=True, min_depth=3
    )
    assert status == 200
    dealt = boards.deal_from_text(answer["truth"], start=Start.parse(answer["start"]), seed=0)
    assert depth_of(dealt).depth == answer["depth"] >= 3
    assert games.solve(dealt, "complete").result.outcome == "won"


def test_the_proof_that_is_sent_is_judged_good(client):
    _, answer = client.ask("explain", position=POSITION, cell="r3c2", proof=True)
    assert judge(answer["cnf"], answer["lrat"]) == answer["steps"]
    assert answer["told"][-1].endswith("∎")


@pytest.mark.parametrize(
    ("strategy", "level"),
    [("saturate", "easy"), ("rebuild", "easy"), ("consuming", "easy"), ("least-risk", "easy"),
     ("rebuild", "intermediate")],
)  # fmt: skip
def test_a_trace_has_every_move_even_if_it_is_too_long_and_cut(strategy, level):
    asked = {"level": level, "seed": 2, "strategy": strategy, "trace": True}
    answer = json.loads(questions.answer("solve", json.dumps(asked).encode())[1])
    moves = Counter(step["verdict"] for step in answer["trace"] if step["event"] == "move")
    assert (moves["safe"], moves["mine"]) == (answer["safe"], answer["mined"])
    assert answer["cut"] == (level == "intermediate")
    assert not answer["cut"] or len(answer["trace"]) - moves.total() == questions.MOST_EVENTS


def test_a_replay_is_reviewed_as_the_command_does(client, printed, tmp_path):
    replay = tmp_path / "game.json"
    printed("solve", "--strategy", "least-risk", "--seed", 3, "--replay", replay)
    said = printed("review", replay)
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
    expected = {"schema": 3, "kind": kind, "text": text, "start": start, "shape": "grid"}
    assert (status, answer) == (200, expected)


def test_a_client_that_prefers_it_gets_a_refusal_with_status_200(client):
    body = json.dumps({"position": CLASH})
    for prefer, expected in (("", 422), ("status=200", 200)):
        status, _, said = client.send(
            "POST", "/api/analyse", body, content_type="application/json", prefer=prefer
        )
        assert (status, json.loads(said)["kind"]) == (expected, "contradiction")


def test_a_contradiction_names_its_clues(client):
    status, answer = client.ask("analyse", position=CLASH)
    assert status == 422
    assert answer["kind"] == "contradiction"
    assert answer["clues"] == ["r1c2", "r1c3"]
    assert not answer["uses_count"]


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
        ("explain", {"position": POSITION, "cell": "r3c1", "language": "fr"}, 400, "one of en"),
        ("deal", {"size": "101x100", "mines": 5}, 400, "at most 10000"),
        ("deal", {"size": "1000000x1000000", "mines": 5}, 400, "more than"),
        ("deal", {"level": "easy", "seed": 2**64}, 400, "seed"),
        ("deal", {"level": "easy", "min_depth": 2}, 400, "no_guess"),
        ("deal", {"size": "3x3", "mines": 9, "start": "open"}, 400, "mines: 9 is more than"),
        ("solve", {"strategy": "luck"}, 400, "unknown strategy"),
        ("solve", {"strategy": "unit", "heuristic": "mrv"}, 400, "goes with csp"),
        ("solve", {"level": "easy", "size": "9x9"}, 400, "`level` and `size` exclude"),
        ("solve", {"start": "safe", "safe_cells": "3"}, 400, "go with `start` given"),
        ("solve", {"cells": "r99c1"}, 400, "cells: 'r99c1' lies outside"),
        ("deal", {"no_guess": True, "start": "given"}, 400, "start: a board without guesses has"),
        ("deal", {"no_guess": True, "min_depth": 9}, 400, "`min_depth` 9 and `max_depth` 4"),
        ("deal", NO_SUCH_BOARD, 400, "no such board was found"),
        ("deal", {**NO_SUCH_BOARD, "dense": True}, 400, "no such board was found"),
        ("solve", {**NO_SUCH_BOARD, "strategy": "unit"}, 400, "no such board was found"),
        ("compare", {"position": POSITION, "cells": ["r1c1", "r3c1"]}, 400, "cells: r1c1 is open"),
        ("read", {}, 400, "send either text or base64"),
        ("read", {"base64": "é"}, 400, "base64"),
        ("read", {"text": EMPTY_CORPUS}, 400, "no board where one was expected"),
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


def test_a_port_that_is_taken_is_refused_in_one_line(run, server):
    port = urlsplit(server).port
    status, out, err = run("serve", "--no-browser", "--port", port)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert f"cannot serve on 127.0.0.1 port {port}" in err
    assert "; --port 0 takes a free one" in err


def test_without_the_extra_one_line_says_how_to_get_it():
    program = after("import sys; sys.modules['uvicorn'] = None")
    done = run_in(".", "serve", "--no-browser", program=program, status=[2])
    line = (
        "the page needs uvicorn: pip install '.[web]' in a checkout, 'FILE.whl[web]' with a wheel"
    )
    assert done.stderr == f"mineproof: {line}\n"


HOSTS = [
    ("127.0.0.1", 200), ("localhost", 200), ("LOCALHOST:80", 200), ("localhost.", 200),
    ("127.0.0.1:1234", 200), ("[::1]:8000", 200), ("proxy.example", 200),
    ("evil.example", 421), ("evil.example:8000", 421), ("127.0.0.1.evil.example", 421),
    ("192.168.1.1", 421), ("localhost@evil.example", 421), ("", 421), ("[::1", 421), ("a b", 421),
]  # fmt: skip


@pytest.mark.parametrize(("host", "status"), HOSTS)
def test_only_requests_for_a_served_name_are_answered(client, host, status):
    """DNS rebinding: a foreign page whose name resolves to 127.0.0.1 sends its own name as host."""
    for method, path, body in [("GET", "/", None), ("POST", "/api/about", b"{}")]:
        got, _, text = client.send(method, path, body, content_type="application/json", host=host)
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
def test_a_page_of_another_origin_may_not_ask(server, client, origin, status):
    named = {} if origin is None else {"origin": origin.format(port=urlsplit(server).port)}
    got, _, text = client.send(
        "POST", "/api/about", b"{}", content_type="application/json", **named
    )
    assert got == status
    assert ("error" in json.loads(text)) == (status != 200)
    assert client.send("GET", "/base/style.css", **named)[0] == 200


def test_a_content_type_may_have_any_case(client):
    for kind in ("Application/JSON", "application/json; charset=UTF-8", "APPLICATION/json ;a=b"):
        assert client.send("POST", "/api/about", b"{}", content_type=kind)[0] == 200


def test_every_answer_says_what_the_page_may_do(client):
    for method, path in [("GET", "/"), ("GET", "/main.js"), ("GET", "/x"), ("POST", "/api/about")]:
        _, headers, _ = client.send(method, path)
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "http" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert "server" not in headers


def test_only_the_page_for_a_frame_may_be_shown_in_one(client):
    for path, allowed in (("/", False), ("/?embed", True), ("/main.js?embed", False)):
        _, headers, _ = client.send("GET", path)
        assert ("frame-ancestors *" in headers["content-security-policy"]) == allowed
        assert ("frame-ancestors 'none'" in headers["content-security-policy"]) != allowed


def test_a_link_to_the_page_shows_a_picture_of_it(client):
    _, headers, html = client.send("GET", "/", host="proxy.example")
    assert b'<meta property="og:image" content="http://proxy.example/preview.png">' in html
    assert int(headers["content-length"]) == len(html)
    status, headers, picture = client.send("GET", "/preview.png")
    assert (status, headers["content-type"]) == (200, "image/png")
    assert picture.startswith(b"\x89PNG")


def test_a_file_that_has_not_changed_is_not_sent_again(client):
    _, headers, body = client.send("GET", "/base/style.css")
    assert body
    status, _, again = client.send("GET", "/base/style.css", if_none_match=headers["etag"])
    assert (status, again) == (304, b"")


def test_the_description_covers_every_question_and_fits_the_answers(client):
    status, _, text = client.send("GET", "/api")
    described = json.loads(text)
    assert status == 200
    assert described == describe()
    whole = {"components": described["components"]}
    assert set(described["paths"]) == {f"/api/{name}" for name in questions.QUESTIONS}
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
        asked, answered = (
            Draft202012Validator({**part["content"]["application/json"]["schema"], **whole})
            for part in (operation["requestBody"], operation["responses"]["200"])
        )
        asked.validate(body)
        answered.validate(client.ask(name, **body)[1])
        assert not asked.is_valid({**body, "spoilt": 1}), name


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
            "no accepted line '#999",
        ),
    ],
)  # fmt: skip
def test_a_hostile_number_or_text_within_a_text_is_refused(name, body, why):
    status, text = questions.answer(name, json.dumps(body).encode())
    assert status == 400
    assert why in json.loads(text)["error"]


def written(name, body):
    return json.dumps(body).encode()


def without_unknown_fields(name, body):
    known = questions.QUESTIONS[name].__dataclass_fields__
    return json.dumps({key: body[key] for key in body if key in known}).encode()


_any_shape = st.dictionaries(st.one_of(st.sampled_from(_fields), _texts), _values, max_size=5)
HOSTILE = {
    "any shape": (_any_shape, written),
    "nearly right": (_small, without_unknown_fields),
    "bytes": (st.binary(max_size=60), lambda _name, body: body),
}


@pytest.mark.parametrize(
    ("kind", "examples"),
    [
        ("any shape", 80), slow("any shape", 1000), ("nearly right", 120),
        slow("nearly right", 1500), ("bytes", 80), slow("bytes", 500),
    ],
)  # fmt: skip
def test_no_hostile_body_breaks_an_answer(kind, examples):
    bodies, as_bytes = HOSTILE[kind]

    @settings(max_examples=examples)
    @given(st.sampled_from(sorted(questions.QUESTIONS)), bodies)
    def ask(name, body):
        unbroken(name, as_bytes(name, body))

    ask()
