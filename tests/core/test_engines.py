"""Engines: one place chooses between them, none needs numpy, and their interface is typed."""

import ast
import json
import re
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given

from draw import deals
from engines import engines, needs_native, using
from mineproof import Game, deal, read
from mineproof.core.protocol import Candidate
from mineproof.core.think import THINK, Think
from mineproof.game.view import view_of
from places import SOURCE

MODULES = sorted(SOURCE.rglob("*.py"))
ENGINES = re.compile("Compiled|WebAssembly|Plain|Engine|engine|native|wasm")


def names_in(path):
    return list(ast.walk(ast.parse(path.read_text())))


def test_no_room_asks_which_engine_it_has():
    """No code compares the name of an engine or uses isinstance on its classes."""
    for path in MODULES:
        if path.parent == SOURCE / "core" or not ENGINES.search(path.read_text()):
            continue
        for node in names_in(path):
            if isinstance(node, ast.Compare):
                texts = [ast.unparse(side) for side in (node.left, *node.comparators)]
                assert not any(".name" in one and "engine" in one for one in texts), (path, texts)
                assert not {"'native'", "'wasm'"} & set(texts), (path, texts)
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "isinstance":
                asked = ast.unparse(node)
                assert not ENGINES.search(asked), (path, asked)


def test_the_border_has_no_untyped_values():
    for path in sorted((SOURCE / "core").glob("*.py")):
        names = {node.id for node in names_in(path) if isinstance(node, ast.Name)}
        assert "Any" not in names, path


@needs_native
def test_the_limits_of_thinking_are_those_of_the_compiled_core():
    with using("native") as engine:
        limits = engine.core.think_fields
        fast = engine.race_settings()["player"]
    assert list(limits) == list(Think.__dataclass_fields__)
    assert limits == Think.__annotations__
    assert fast == vars(THINK["fast"])


@needs_native
def test_a_candidate_has_the_same_fields_from_the_compiled_core_to_json():
    from mineproof.base.json_object import members

    fields = set(Candidate.__dataclass_fields__)
    with using("native") as engine:
        kinds = engine.core.candidate_fields
    assert kinds.keys() == fields
    for name, kind in kinds.items():
        assert kind.__name__ in str(Candidate.__annotations__[name]), name
    assert {member.name for member in members(Candidate)} == fields - {"score"}


@needs_native
def test_a_position_can_be_evaluated_after_others_were_analysed():
    """Positions share one workspace: one that was overwritten is read again."""
    views = [
        read("5x5x6\n01HHH\n12HHH\nHHHHH\nHHHHH\nHHHHH"),
        read("5x5x5\n01HHH\n12HHH\nHHHHH\nHHHHH\nHHHHH"),
    ]
    with using("native") as engine:
        alone = [engine.analyse(view).evaluate(THINK["fast"]) for view in views]
        positions = [engine.analyse(view) for view in views]
        assert [one.evaluate(THINK["fast"]) for one in positions] == alone
        assert positions[0].evaluate(THINK["fast"]) == alone[0]


def test_a_position_keeps_what_it_was_when_the_game_goes_on():
    for engine in engines():
        game = Game(deal("expert", start="open", seed=8))
        game.flood(game.view.initial[0])
        position = engine.analyse(game.view)
        frozen = view_of(game.view.board, game.view.mines, game.view.cells.tolist())
        game.flood(position.safe[0])
        assert position.layouts == engine.analyse(frozen).layouts


@given(deals())
def test_a_view_is_an_array_without_a_copy(dealt):
    game = Game(dealt)
    array = np.asarray(game.view)
    assert array.shape == (dealt.board.rows, dealt.board.cols)
    assert array.dtype == np.int8
    assert not array.flags.writeable
    cell = dealt.layout.find(0)
    if cell >= 0:
        clue = game.open(cell)
        assert array.reshape(-1)[cell] == clue  # the array and the view share memory


WITHOUT_NUMPY = """
import sys
class Refuse:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] == "numpy":
            raise ImportError("numpy is not to be had")
sys.meta_path.insert(0, Refuse())

import io, json
from itertools import islice
from mineproof import *
from mineproof.answers import analysis, explanation, games, reviews
from mineproof.game.board import SHAPES, mined_cells
from mineproof.game.deal import PLACES, layouts
from mineproof.game.formats.reading import read_all_boards, read_any, read_full
from mineproof.game.formats.convert import FORMATS, convert
from mineproof.game.formats.corpus import header, line, read_corpus
from mineproof.play.bulk import play_corpus
from mineproof.play.generate import NoGuessRequest, no_guess
from mineproof.web.questions import answer

told = {}
for shape in SHAPES:
    for start in ("given", "safe:r2c2", "open"):
        dealt = deal("easy", start=start, seed=5, shape=shape)
        told[f"{shape} {start}"] = [mined_cells(dealt.layout), list(dealt.initial)]
for place in PLACES:
    told[place] = list(deal("easy", start=Start(place=place), seed=5).initial)
full = read_full("...* / .*.. / ....")
for name in FORMATS:
    back = read_any(convert(full, name), mines=2)[0]
    told[name] = convert(full, name) if isinstance(convert(full, name), str) else "bytes"
game = Game(deal("easy", start="open", seed=3))
game.flood(game.view.initial[0])
told["analyse"] = analysis.analyse(game.view).as_json()
cell = told["analyse"]["safe"][0]
why = explanation.explain(game.view, cell)
told["why"], told["steps"] = why.sentences(), len(why.evidence.proof.steps)
events = []
solved = games.solve(deal("easy", seed=1), "saturate", trace=events.append)
told["solve"], told["trace"] = solved.result.outcome, len(events)
told["review"] = reviews.review(solved.replay).as_json()["outcome"]
told["measure"] = reviews.measure(*read_board("...* / .*.. / ....")).as_json()
wish = NoGuessRequest(level("easy"), Start.parse("open"), seed=1, least=2)
told["no guess"] = [found.number for found in islice(no_guess(wish), 3)]
many = layouts("easy", start="safe", seed=4, count=300)
text = "\\n".join([header(level("easy").board(), 10, "safe", 0, 4), *map(line, many)])
corpus = read_corpus(text.encode())
rows = [row for chunk in play_corpus(corpus, "least-risk") for row in chunk][:20]
told["batch"] = [[row.won, row.guesses] for row in rows]
for question, body in {
    "analyse": {"position": "5x1x2/1HHHH"},
    "explain": {"position": "3x2x1/111/HHH", "cell": "r2c1"},
    "deal": {"level": "easy", "seed": 3},
}.items():
    status, text = answer(question, json.dumps(body).encode())
    told["ask " + question] = [status, json.loads(text)]
assert "numpy" not in sys.modules
print(json.dumps(told))
"""


@pytest.mark.usefixtures("core")
def test_everything_behind_the_page_works_without_numpy():
    """Without numpy every answer is the same as with numpy."""
    with_numpy = "import sys\n" + WITHOUT_NUMPY.split("Refuse())\n", 1)[1]
    with_numpy = with_numpy.replace('assert "numpy" not in sys.modules', "")
    told = [
        subprocess.run([sys.executable, "-c", script], stdout=subprocess.PIPE, check=True).stdout
        for script in (WITHOUT_NUMPY, with_numpy)
    ]
    assert json.loads(told[0]) == json.loads(told[1])


def test_numpy_comes_with_the_parts_that_need_it_and_no_other():
    text = (SOURCE.parent.parent / "pyproject.toml").read_text()
    base = text.split("dependencies = [", 1)[1].split("]", 1)[0]
    assert "numpy" not in base
