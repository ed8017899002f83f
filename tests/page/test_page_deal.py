"""deal.js deals the same boards as `game/deal.py`, and leaves all other requests to Python."""

import json
import os
import random
import shutil
import subprocess
from pathlib import Path

import pytest

from mineproof.game.board import SHAPES
from mineproof.game.deal import PLACES
from mineproof.game.levels import LEVELS, custom
from mineproof.web import questions
from places import BOARDS
from tiers import slow

if shutil.which("node") is None and os.environ.get("MINEPROOF_BROWSER") != "must":
    pytest.skip("node is not installed", allow_module_level=True)

HERE = Path(__file__).parent
PINNED = json.loads((BOARDS / "deals.json").read_text())


def ask(name, body):
    status, text = questions.answer(name, json.dumps(body).encode())
    return status, json.loads(text)


def deal_in_node(requests=(), pinned=()):
    given = {"about": ask("about", {})[1], "requests": list(requests), "pinned": list(pinned)}
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
