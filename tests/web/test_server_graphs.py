"""Graph boards over HTTP: the shape of a request may be a graph. The judge is the library."""

import json
import random

import pytest

from mineproof import custom, deal
from mineproof.answers import analysis, explanation
from mineproof.base.errors import Contradiction
from mineproof.game.board import Board
from mineproof.game.formats.corpus import header, line
from mineproof.game.formats.mine import write
from mineproof.game.formats.reading import read_full
from mineproof.game.graph import Graph
from mineproof.web import questions
from positions import position_of_shape
from tiers import slow

PRISM = [[1, 2, 3], [0, 2, 4], [0, 1, 5], [0, 4, 5], [1, 3, 5], [2, 3, 4]]
POINTS = [[0, 0], [2, 0], [1, 1], [0, 3], [2, 3], [1, 2]]
GRAPH = {"width": 3, "neighbours": PRISM, "points": POINTS}
POSITION = "3x2x1/1HH/0HH"


def ask(name, **body):
    status, text = questions.answer(name, json.dumps(body).encode())
    return status, json.loads(text)


@pytest.mark.parametrize("count", [20, slow(100)])
def test_random_positions_are_answered_as_the_library_answers_them(count):
    chance, refused = random.Random(8), 0
    for _ in range(count):
        view = position_of_shape(chance, "graph")
        asked = {"position": write(view), "shape": view.board.shape.as_json()}
        try:
            expected = analysis.analyse(view).as_json()
        except Contradiction:
            refused += 1
            assert ask("analyse", **asked)[0] == 422
            continue
        assert ask("analyse", **asked) == (200, expected)
        for cell in (expected["safe"] + expected["mined"])[:2]:
            said = explanation.explain(view, cell).as_json("en")
            assert ask("explain", **asked, cell=cell) == (200, said)
    assert 1 <= refused <= count // 2


def test_a_board_is_dealt_and_played_on_a_graph():
    graph = Graph(PRISM, POINTS, width=3)
    dealt = deal(custom("3x2", 1), start="safe:r1c1", seed=2, shape=graph)
    asked = {"shape": GRAPH, "mines": 1, "start": "safe:r1c1", "seed": 2}
    status, said = ask("deal", **asked)
    assert (status, said["shape"], said["rows"], said["cols"]) == (200, "graph", 2, 3)
    assert Graph(**{key: said["graph"][key] for key in GRAPH}).points == graph.points
    assert read_full(said["truth"], graph).layout == dealt.layout
    status, said = ask("solve", **asked, strategy="complete", trace=True)
    assert (status, said["outcome"]) == (200, "won")
    assert said["graph"]["neighbours"] == PRISM
    assert ask("deal", **asked, no_guess=True)[0] == 200
    assert "graph" not in ask("deal", level="easy")[1]


@pytest.mark.parametrize(
    ("text", "more", "kind", "read"),
    [
        (json.dumps(GRAPH), {}, "graph", "3x2x0\nHHH\nHHH\n"),
        (json.dumps(GRAPH), {"mines": 2}, "position", "3x2x2\nHHH\nHHH\n"),
        (json.dumps({**GRAPH, "position": POSITION}), {}, "position", "3x2x1\n1HH\n0HH\n"),
        (json.dumps({**GRAPH, "position": "3x2x1/M11/100"}), {}, "board", "3x2x1\nM11\n100\n"),
        (POSITION, {"shape": GRAPH}, "position", "3x2x1\n1HH\n0HH\n"),
    ],
)
def test_graphs_and_positions_on_them_are_read(text, more, kind, read):
    status, said = ask("read", text=text, **more)
    assert (status, said["kind"], said["text"], said["shape"]) == (200, kind, read, "graph")
    assert said["graph"] == {"schema": 1, **GRAPH}


def test_a_board_of_a_corpus_keeps_its_shape():
    board = Board(2, 3, "hex")
    text = f"{header(board, 1, 'safe', 0, 1)}\n{line(board.layout([3]))}\n"
    status, said = ask("read", text=text)
    assert (status, said["kind"], said["shape"]) == (200, "board", "hex")


@pytest.mark.parametrize(
    ("name", "body", "why"),
    [
        ("analyse", {"shape": {"neighbours": [[1], []]}}, "shape: neighbours: cell 0 names 1, but"),
        ("analyse", {"shape": {}}, "shape: not a graph, which is a JSON object"),
        ("analyse", {"shape": "graph"}, "shape: not one of grid, torus, hex"),
        ("analyse", {"shape": 3}, "or a graph"),
        ("analyse", {"shape": {"neighbours": PRISM}}, "the graph has a size of 6x1, not of 3x2"),
        ("analyse", {"shape": {"neighbours": [[]] * 10_001}}, "10001 cells; at most 10000"),
        ("deal", {"shape": GRAPH}, "shape: a graph goes with `mines`"),
        ("deal", {"shape": GRAPH, "level": "easy"}, "the graph has a size of 3x2, not of 9x9"),
        ("read", {"text": json.dumps(GRAPH), "mines": 7}, "mines: 7 mines do not fit on 6 cells"),
        ("read", {"text": json.dumps({"neighbours": [[]] * 10_001})}, "10001 cells; at most"),
        ("convert", {"text": POSITION, "to": "jsm", "shape": GRAPH}, "jsm is for grids only"),
    ],
)
def test_what_cannot_be_gets_one_line_and_400(name, body, why):
    asked = {"position": POSITION, **body} if name == "analyse" else body
    status, said = ask(name, **asked)
    assert status == 400
    assert why in said["error"]
    assert "\n" not in said["error"]
