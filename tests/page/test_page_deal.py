"""deal.js deals the same boards as `game/deal.py`, and core-answers.js answers what Python answers.

All other requests they leave to Python.
"""

import json
import os
import random
import shutil
import subprocess
from dataclasses import astuple
from pathlib import Path

import pytest

from mineproof import Game, analyse, deal
from mineproof.core.think import THINK
from mineproof.game.board import SHAPES
from mineproof.game.deal import PLACES
from mineproof.game.formats.mine import write
from mineproof.game.levels import LEVELS, custom
from mineproof.learn.lessons import lesson
from mineproof.web import questions
from places import BOARDS, ROOT
from tiers import slow

if shutil.which("node") is None and os.environ.get("MINEPROOF_BROWSER") != "must":
    pytest.skip("node is not installed", allow_module_level=True)

HERE = Path(__file__).parent
PINNED = json.loads((BOARDS / "deals.json").read_text())


def ask(name, body):
    status, text = questions.answer(name, json.dumps(body).encode())
    return status, json.loads(text)


def deal_in_node(requests=(), pinned=(), asked=()):
    given = {
        "about": ask("about", {})[1], "requests": list(requests), "pinned": list(pinned),
        "asked": list(asked), "think": astuple(THINK["normal"]),
    }  # fmt: skip
    done = subprocess.run(
        ["node", "--no-warnings", str(HERE / "deal.mjs")],
        input=json.dumps(given), capture_output=True, text=True, check=True, timeout=600,
    )  # fmt: skip
    return json.loads(done.stdout)


def pinned_request(pinned):
    size = custom(pinned["size"], pinned["mines"])
    start = {"rule": "given", **pinned["start"]}
    if cell := start.pop("cell", None):
        start["cell"] = size.board(pinned["shape"]).index(cell)
    if "safe_cells" in start:
        start["safeCells"] = start.pop("safe_cells")
    return {
        "rows": size.rows, "cols": size.cols, "mines": size.mines, "shape": pinned["shape"],
        "seed": str(pinned["seed"]), "number": str(pinned["number"]), "start": start,
    }  # fmt: skip


def test_the_pinned_boards_are_dealt_as_they_always_were():
    dealt = deal_in_node(pinned=map(pinned_request, PINNED))["pinned"]
    expected = [{"layout": one["layout"], "initial": one["initial"]} for one in PINNED]
    assert dealt == expected


def a_request(chance):
    """A request for a board as in an address; some are impossible."""
    asked = {"seed": chance.randrange(chance.choice([10, 2**32, 2**53]))}
    if chance.random() < 0.3:
        asked["level"] = chance.choice(list(LEVELS))
    else:
        cols, rows = chance.randint(1, 40), chance.randint(1, 30)
        asked["size"] = f"{cols}x{rows}"
        asked["mines"] = chance.randint(0, int(cols * rows * chance.choice([0.2, 0.3, 1])))
    if chance.random() < 0.5:
        asked["shape"] = chance.choice(SHAPES)
    rule = chance.choice(["given", "given", "safe", "open", None])
    if rule is not None:
        asked["start"] = rule
    if rule in ("safe", "open") and chance.random() < 0.4:
        asked["start"] += f":r{chance.randint(1, 20)}c{chance.randint(1, 20)}"
    if rule in ("given", None):
        if chance.random() < 0.6:
            asked["place"] = chance.choice(PLACES)
        if chance.random() < 0.4:
            asked["safe_cells"] = chance.choice(["0", "1", "9", "40", "x0", "x0.75", "x2.5"])
    return asked


@pytest.mark.parametrize("count", [100, slow(1000)])
def test_a_board_is_that_of_python(count):
    chance = random.Random(20)
    requests = [a_request(chance) for _ in range(count * 13 // 10)]
    dealt = deal_in_node(requests)["requests"]
    compared = 0
    for request, found in zip(requests, dealt, strict=True):
        status, expected = ask("deal", request)
        assert (found is None) == (status != 200), request
        if found is not None:
            assert found == expected, request
            compared += 1
    assert compared >= count


LEFT_TO_PYTHON = [
    {"level": "foo"}, {"level": "toString"}, {"level": 3}, {"level": "easy", "size": "9x9"},
    {"size": "9x9"}, {"size": "9 x 9", "mines": 3}, {"size": "0x9", "mines": 0}, {"mines": 4},
    {"size": "300x300", "mines": 9}, {"size": "9x9", "mines": 82}, {"size": "9x9", "mines": -1},
    {"size": "9x9", "mines": 2.5}, {"size": "9x9", "mines": None}, {"seed": -1}, {"seed": 1.5},
    {"seed": "7"}, {"seed": 2**60}, {"shape": "cube"}, {"start": "middle"},
    {"start": "given:r1c1"}, {"start": "open:r99c1"}, {"start": "open", "safe_cells": "9"},
    {"start": "safe", "place": "walk"}, {"safe_cells": "many"}, {"safe_cells": "99"},
    {"safe_cells": 9}, {"place": "corner"}, {"board": "2x1x1/M1"}, {"cells": "r1c1"},
    {"no_guess": True}, {"dense": True}, {"min_depth": 2}, {"unknown": 1},
]  # fmt: skip


def test_what_takes_logic_or_is_refused_is_left_to_python():
    dealt = deal_in_node(LEFT_TO_PYTHON)["requests"]
    answered = [asked for asked, found in zip(LEFT_TO_PYTHON, dealt, strict=True) if found]
    assert answered == []


needs_core = pytest.mark.skipif(
    not (ROOT / "build" / "wasm" / "core.wasm").exists()
    and os.environ.get("MINEPROOF_STATIC") != "must",
    reason="run `make wasm` first",
)


def positions(count):
    """Positions on the way of games: certain cells in some, guesses in others, flags in a few."""
    chance = random.Random(7)
    for seed in range(count):
        shape = SHAPES[seed % len(SHAPES)]
        game = Game(deal(custom("7x6", 7), start="open", seed=seed, shape=shape))
        game.flood(game.view.initial[0])
        while not game.won and chance.random() < 0.8:
            safe = analyse(game.view, best=False).analysis.safe
            if not safe:
                break
            game.flood(chance.choice(safe))
        yield {"position": write(game.view).replace("H", chance.choice("HHF"), 1), "shape": shape}


def without_words(answer):
    """Numbers to nine digits, and no reason."""
    if answer.get("best"):
        answer["best"]["why"] = ""
    return json.loads(json.dumps(answer), parse_float=lambda number: round(float(number), 9))


@pytest.mark.slow(twin="core/test_scale.py::test_both_engines_go_through_a_game_alike")
@needs_core
def test_the_core_answers_as_python_does_but_for_the_reason():
    asked = [("analyse", body) for body in positions(40)]
    asked += [("read", {"text": body["position"], "shape": body["shape"]}) for _, body in asked]
    asked += [
        ("deal", {"level": level, "no_guess": True, "seed": seed})
        for level, seed in (("beginner", 1), ("beginner", 2), ("intermediate", 3))
    ]
    for (name, body), answer in zip(asked, deal_in_node(asked=asked)["asked"], strict=True):
        status, expected = ask(name, body)
        assert answer, (name, body, expected)
        assert status == 200
        if name == "deal":
            expected["depth"] = None
        assert without_words(answer) == without_words(expected), body


@pytest.mark.slow(twin="core/test_scale.py::test_both_engines_go_through_a_game_alike")
@needs_core
def test_the_core_judges_exercises_and_its_layouts_refute_wrong_answers():
    one = lesson("1-1").drill[0]
    undecided = next(
        cell for cell in one.view.board.names(one.view.unmarked) if cell not in one.safe + one.mined
    )
    bodies = [
        {"position": one.position, "safe": [*safe], "mined": [*mined], "task": task}
        for safe in ((), one.safe, one.safe[:1], one.mined[:1], (undecided,))
        for mined in ((), one.mined, one.safe[-1:])
        for task in ("certain", "safe")
    ]
    judged = deal_in_node(asked=[("judge", body) for body in bodies])["asked"]
    for body, verdict in zip(bodies, judged, strict=True):
        claims = [*sorted({*body["safe"]} - {*one.safe}), *sorted({*body["mined"]} - {*one.mined})]
        refuted = len({*body["safe"]} - {*one.safe})
        for number, mistake in enumerate(verdict["mistakes"]):
            assert mistake["cell"] == claims[number]
            assert (mistake["cell"] in mistake["mines"]) == (number < refuted)
            layout = one.view.board.layout(map(one.view.board.index, mistake["mines"]))
            clues = one.view.board.clues(layout)
            assert len(mistake["mines"]) == one.view.mines
            assert all(clues[at] == seen for at, seen in enumerate(one.view.cells) if seen >= 0)
        expected = ask("judge", body)[1]
        for mistake in (*verdict["mistakes"], *expected["mistakes"]):
            del mistake["mines"]
        assert verdict == expected, body


@pytest.mark.slow(twin="core/test_scale.py::test_both_engines_go_through_a_game_alike")
@needs_core
def test_the_core_leaves_to_python_what_it_cannot_answer():
    asked = [
        ("read", {"text": "3x1x1/1H"}),  # a row that is too short
        ("read", {"text": "1 # #", "shape": "grid"}),
        ("read", {"text": "3x1x3/1HH"}),  # more mines than hidden cells
        ("analyse", {"position": "3x1x0/1HH"}),  # a contradiction
        ("analyse", {"position": "3x1x1/1HH", "think": "deep"}),
        ("deal", {"level": "beginner", "no_guess": True, "min_depth": 3}),
        ("deal", {"level": "beginner", "no_guess": True, "start": "given"}),
        ("explain", {"position": "3x1x1/1HH", "cell": "r1c2"}),
    ]
    assert deal_in_node(asked=asked)["asked"] == [None] * len(asked)
