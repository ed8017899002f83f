"""Graph files in corpora, in the lab and as positions.

The judge is the grid: written down as a graph it must be dealt, played and analysed as the grid is.
"""

import gzip
import json

import pytest

from lab_rows import without_times
from mineproof import read
from mineproof.base.errors import BadInput
from mineproof.game import replay as replays
from mineproof.game.board import Board
from mineproof.game.formats import graph_position
from mineproof.game.formats.corpus import header, line, read_corpus
from mineproof.game.formats.reading import read_board
from mineproof.game.graph import Graph, read_graph
from mineproof.lab.own import OwnExperiment, values_of
from mineproof.lab.run import run_trial
from mineproof.play.bulk import play_corpus
from mineproof.web import questions

PRISM = [[1, 2, 3], [0, 2, 4], [0, 1, 5], [0, 4, 5], [1, 3, 5], [2, 3, 4]]
POINTS = [[0, 0], [2, 0], [1, 1], [0, 3], [2, 3], [1, 2]]


def as_graph(board, **more):
    return {"neighbours": [list(near) for near in board.neighbours], "width": board.cols, **more}


@pytest.fixture(autouse=True)
def graph_files(tmp_path):
    graph = {"neighbours": PRISM, "width": 3, "points": POINTS}
    (tmp_path / "prism.json").write_text(json.dumps(graph))
    (tmp_path / "grid.json").write_text(json.dumps(as_graph(Board(6, 6))))


# Corpora


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_a_corpus_of_a_graph_reads_back_with_its_graph(pack):
    graph = Graph(PRISM, POINTS, width=3)
    board = Board(2, 3, graph)
    for rule, given in (("safe", None), ("given", (1, 4))):
        layout = board.layout([3, 5])
        text = f"{header(board, 2, rule, 0, 7)}\n{line(layout, given)}\n"
        again = read_corpus(pack(text.encode()))
        assert again.board == board
        assert again.board.shape.points == graph.points
        assert [*again.layouts] == [layout]
        assert again.initial(0) == (given or (0,))


HEAD = b"# w=2 h=1 m=1 rule=safe start=0,0 seed=1 shape=graph\n"


BAD_GRAPHS = [
    ('{"neighbours": [[1], []]}', "cell 0 names 1, but cell 1 does not name 0"),
    ('{"neighbours": [[1], [0, 2]]}', "cell 1 names 2; cells are 0 to 1"),
    ('{"neighbours": [[1], [0, -1]]}', "cell 1 names -1; cells are 0 to 1"),
    ('{"neighbours": [[0]]}', "cell 0 is its own neighbour"),
    ('{"neighbours": [[1, 1], [0]]}', "cell 0 names a neighbour twice"),
    ('{"neighbours": [[true], [0]]}', "cell 0 names True"),
    ('{"neighbours": [1]}', "cell 0 has 1, not a list of cells"),
    ('{"neighbours": []}', "0 cells; a board has 1 to"),
    ('{"cells": 3}', "a JSON object with a list 'neighbours'"),
    ("[[1], [0]]", "a JSON object with a list 'neighbours'"),
    ('{"neighbours": [[1], [0]], "schema": 2}', "schema: expected 1, not 2"),
    ('{"neighbours": [[1], [0]], "width": 3}', "width: 3 does not divide the 2 cells"),
    ('{"neighbours": [[1], [0]], "points": [[0, 0]]}', "points: 1 given for 2 cells"),
    ('{"neighbours": [[1], [0]], "points": [[0, 0], [1, NaN]]}', "points: cell 1 has"),
    ('{"neighbours": [[1], [0]], "colour": 1}', "unknown member 'colour'"),
    ("{", "not a graph, which is JSON"),
    ("[" * 100_000, "not a graph, which is JSON"),
]
BAD_CORPORA = [
    (HEAD, "line 2: no graph"),
    (HEAD + b"1\n", "line 2: no graph"),
    (HEAD + b"# graph={\n1\n", "line 2: not a graph, which is JSON"),
    (HEAD + b'# graph={"neighbours":[[1],[]]}\n1\n', "line 2: neighbours: cell 0 names 1"),
    (HEAD + b'# graph={"neighbours":[[1],[0],[]]}\n1\n', "the graph has a size of 3x1"),
    (HEAD + b'# graph={"neighbours":[[1],[0]]}\n0\n', "line 3: a mine where the safe start"),
    (HEAD + b"# graph=" + b" " * 10_000 + b"\n", "line 2: longer than the limit of 6836 bytes"),
    (HEAD.replace(b"graph", b"cube"), "line 1: unknown shape 'cube'"),
]
BAD_POSITIONS = [
    ({}, "a graph without a position: add it under 'position'"),
    ({"position": 3}, "position: expected a text"),
    ({"position": "2x1x1/1H"}, "the graph has a size of 6x1, not of 2x1"),
    ({"position": "6x1x1/9HHHHH"}, "'9' is not one of"),
    ({"position": ""}, "there is no board in this text"),
    ({"position": "6x1x1/HHHHHH/6x1x1/HHHHHH"}, "several boards"),
    ({"neighbours": [[1], []], "position": "2x1x1/HH"}, "cell 0 names 1"),
    ({"neighbours": 3, "position": "2x1x1/HH"}, "a JSON object with a list 'neighbours'"),
    ({"position": "6x1x1/HHHHHH", "mines": 1}, "unknown member 'mines'"),
]


def position_on_prism(more):
    return read(json.dumps({"neighbours": PRISM} | more))


@pytest.mark.parametrize(
    ("reader", "given", "why"),
    [
        *((read_graph, *row) for row in BAD_GRAPHS),
        *((read_corpus, *row) for row in BAD_CORPORA),
        *((position_on_prism, *row) for row in BAD_POSITIONS),
    ],
)
def test_what_is_wrong_with_a_graph_is_told_in_one_line(reader, given, why):
    with pytest.raises(BadInput) as refused:
        reader(given)
    assert why in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_clue_may_be_larger_than_the_neighbours_of_its_cell():
    assert position_on_prism({"position": "6x1x1/4HHHHH"}).cells[0] == 4


def test_the_size_of_a_corpus_is_checked_before_its_graph_is_read():
    head = HEAD.replace(b"w=2", b"w=200")
    with pytest.raises(BadInput, match="at most 100 are allowed"):
        read_corpus(head + b"# graph=nonsense\n", most_cells=100)


@pytest.mark.parametrize(
    "how", [("--start", "open"), ("--start", "given", "--safe-cells", "4"), ("--no-guess",)]
)
def test_a_grid_as_a_graph_is_generated_and_played_as_the_grid(run, tmp_path, how):
    wish = ("--mines", 6, "--count", 6, "--seed", 5, *how)
    for name, words in (("graph", ("--shape", "grid.json")), ("grid", ("--size", "6x6"))):
        status, _, err = run("generate", *words, *wish, "--out", f"{name}.txt")
        assert status == 0, err
    graph, grid = (
        read_corpus((tmp_path / f"{name}.txt").read_bytes()) for name in ("graph", "grid")
    )
    assert [*graph.board.neighbours] == [*grid.board.neighbours]
    assert graph.layouts == grid.layouts
    for player in ("guess", "assignment"):
        rows = [
            [row._replace(ms=0) for chunk in play_corpus(one, player) for row in chunk]
            for one in (graph, grid)
        ]
        assert rows[0] == rows[1]
        said = [run("batch", f"{name}.txt", "--strategy", player, "--json") for name in
                ("graph", "grid")]  # fmt: skip
        won = [json.loads(out)["won"] for _, out, _ in said]
        assert won == [sum(row.won for row in rows[0])] * 2


def test_a_corpus_of_a_graph_is_converted_and_measured(run):
    words = ("--shape", "prism.json", "--mines", 1)
    assert run("generate", *words, "--count", 3, "--out", "c")[0] == 0
    status, out, _ = run("convert", "c", "--to", "mine")
    assert status == 0
    assert out.startswith("3x2x1\n")
    assert run("measure", "c")[0] == 0
    status, _, err = run("convert", "c", "--to", "sgt")
    assert (status, err.count("\n")) == (2, 1)
    status, _, err = run("batch", "c", "--strategy", "exec:cat")
    assert status == 2
    assert "exec:cat plays grids; this board is a graph" in err


# Positions


def test_every_command_takes_a_graph_beside_its_position_or_in_it(run, tmp_path):
    position = "3x2x1/1HH/0HH"
    graph = Graph(PRISM, POINTS, width=3)
    file = tmp_path / "position.json"
    file.write_text(json.dumps({**graph.as_json(), "position": position}))
    view = read(file)
    assert view == read(position, shape=graph)
    assert view.board.shape.points == graph.points
    (tmp_path / "plain").write_text(position)
    beside = ("--shape", "prism.json")
    for command, *more in (("analyse",), ("explain", "r2c2"), ("convert", "--to=cnf")):
        said = run(command, file, *more)
        assert said[0] == 0
        assert said == run(command, "plain", *more, *beside)
    for words in (
        ("solve", "--mines", 1, "--start", "safe:r1c1"),
        ("generate", "--mines", 1),
        ("convert", "plain", "--to", "mine"),
        ("optimal", "--size", "3x2", "--mines", 1, "--start", "safe:r1c1"),
        ("explain", "plain", "r2c2", "--cnf", "why.cnf", "--proof", "why.lrat"),
        ("check", "plain", "why.cnf", "why.lrat"),
    ):
        status, out, _ = run(*words, *beside)
        assert status == 0, words
    assert "r2c2 is safe (3x2 graph, neighbours as stated, mines: 1)" in out
    full = {"neighbours": PRISM, "width": 3, "position": "3x2x1/M11/100"}
    assert read_board(json.dumps(full))[1] == bytes([1, 0, 0, 0, 0, 0])


def test_json_with_a_member_twice_is_refused_wherever_it_is_read():
    text = '{"neighbours": [[1], [0]], "neighbours": [[], []]%s}'
    for ask in (
        lambda: read_graph(text % ""),
        lambda: read(text % ', "position": "2x1x1/HH"'),
        lambda: read_corpus(HEAD + b"# graph=" + (text % "").encode() + b"\n1\n"),
        lambda: replays.read('{"schema": 1, "rows": 1, "rows": 2, "mines": [], "moves": []}'),
    ):
        with pytest.raises(BadInput, match=r"member '(neighbours|rows)' occurs twice"):
            ask()
    for name, body in (
        ("read", json.dumps({"text": text % ""})),
        ("analyse", '{"position": "2x1x1/HH", "shape": %s}' % (text % "")),
        ("analyse", '{"position": "2x1x1/HH", "neighbours": 1, "neighbours": 2}'),
    ):
        status, said = questions.answer(name, body.encode())
        assert status == 400
        assert "member 'neighbours' occurs twice" in json.loads(said)["error"]


def test_an_object_with_many_members_is_refused_before_it_is_built():
    with pytest.raises(BadInput, match="1001 members in an object: at most 1000"):
        read_graph(json.dumps({f"{number}": 0 for number in range(1001)}))


def test_a_graph_with_too_many_cells_is_refused_before_it_is_built():
    with pytest.raises(BadInput, match="2000 cells; at most 1000 are allowed"):
        graph_position.read({"neighbours": ["?"] * 2000, "position": ""}, most_cells=1000)


# The lab


def test_rows_of_a_grid_as_a_graph_are_those_of_the_grid(run):
    for settings in ({"mines": 6}, {"density": 0.2, "start": "safe"}):
        for seed in range(20):
            for strategy in ("unit", "complete", "guess"):
                rows = [
                    without_times(run_trial({**where, **settings, "trial": "game",
                                             "strategy": strategy}, seed))
                    for where in ({"shape": "grid.json"}, {"size": "6x6"})
                ]  # fmt: skip
                assert rows[0] == rows[1]


def test_an_experiment_on_a_graph_is_run_shown_and_continued(run):
    words = ("lab", "run", "--shape", "prism.json", "--vary", "mines=1..2", "--boards", 10)
    words = (*words, "--strategies", "unit,complete", "--name", "prism")
    assert run(*words)[:2] == (0, "prism: 40 trials\n")
    assert run(*words)[:2] == (0, "prism: 40 trials, 40 of them before\n")
    status, out, _ = run("lab", "show", "prism", "--json")
    assert status == 0
    assert {json.loads(line)["settings"]["mines"] for line in out.splitlines()} == {1, 2}
    status, out, _ = run("lab", "export", "prism")
    assert "prism.json" in out


def test_rows_of_a_changed_graph_do_not_count(run, tmp_path):
    words = ("lab", "run", "--shape", "prism.json", "--mines", 2, "--boards", 10, "--name", "prism")
    assert run(*words)[0] == 0
    file = tmp_path / "prism.json"
    before = file.read_text()
    # Other points are the same graph.
    file.write_text(json.dumps({"neighbours": PRISM, "width": 3}))
    assert "30 of them before" in run(*words)[1]
    file.write_text(json.dumps(as_graph(Board(2, 3))))
    old, new = (read_graph(text).fingerprint for text in (before, file.read_text()))
    assert old != new
    status, out, err = run(*words)
    assert (status, out) == (0, "prism: 30 trials\n")
    assert f"prism.json {old}” do not count" in err
    assert f"prism.json {new}” now" in err
    file.write_text(before)
    assert "30 of them before" in run(*words)[1]
    # Without the file, the newest rows are shown.
    file.unlink()
    status, out, _ = run("lab", "show", "prism", "--json")
    assert (status, len(out.splitlines())) == (0, 3)


def test_graphs_and_names_can_be_varied_together(run):
    assert values_of("shape=../a.json,grid") == ("shape", ["../a.json", "grid"])
    experiment = OwnExperiment({"size": "6x6", "mines": 5}, ("shape=grid.json,torus",), 5)
    experiment.check()
    words = ("--size", "6x6", "--mines", 5, "--vary", "shape=grid.json,torus", "--boards", 5)
    assert run("lab", "run", *words, "--workers", 2)[:2] == (0, "own: 30 trials\n")
