"""Boards of other shapes: knight, orthogonal, triangle, and graphs of any kind.

Neighbourhoods are compared with points in the plane, deductions with brute force over all layouts.
"""

import json
import math
import random
import tracemalloc
from array import array
from itertools import combinations

import pytest

from engines import engines
from mineproof import Game, answers, custom, deal, read
from mineproof.cli import main
from mineproof.core import engine
from mineproof.errors import BadInput, Contradiction, TooWide
from mineproof.game import replay
from mineproof.game.board import Board, Layouts
from mineproof.game.deal import Deal
from mineproof.game.formats import mine, read_board
from mineproof.game.game import view_of
from mineproof.game.graph import MOST_NEIGHBOURS, Graph, read_graph
from mineproof.logic.cardinality import MOST_CLAUSES, exactly
from mineproof.logic.kb import KnowledgeBase
from mineproof.play.bulk import play_boards
from mineproof.play.player import play_game
from mineproof.play.strategies import strategy
from mineproof.proof.audit import audit_game
from mineproof.proof.check import BadStep
from mineproof.reason.export import cnf, opb
from oracle import layouts


def run(words):
    """Run a command; return its exit status."""
    with pytest.raises(SystemExit) as ended:
        main(words)
    return ended.value.code


NEW_SHAPES = ("knight", "orthogonal", "triangle")


def corners(row, col):
    """Return the corners of a triangular cell; it points up if row + col is even."""
    left, top = col / 2, row
    if (row + col) % 2:
        return {(left, top), (left + 1, top), (left + 0.5, top + 1)}
    return {(left, top + 1), (left + 1, top + 1), (left + 0.5, top)}


TOUCH = {
    "knight": lambda a, b: abs((a[0] - b[0]) * (a[1] - b[1])) == 2,
    "orthogonal": lambda a, b: abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1,
    "triangle": lambda a, b: a != b and bool(corners(*a) & corners(*b)),
}


@pytest.mark.parametrize("shape", NEW_SHAPES)
def test_neighbours_are_those_that_the_plane_has(shape):
    for rows, cols in [(1, 1), (1, 7), (7, 1), (2, 2), (3, 3), (5, 8), (9, 6)]:
        board = Board(rows, cols, shape)
        places = [divmod(cell, cols) for cell in range(board.cells)]
        expected = [
            tuple(b for b, there in enumerate(places) if TOUCH[shape](here, there))
            for here in places
        ]
        assert [*board.neighbours] == expected
        assert [board.neighbours_of(cell) for cell in range(board.cells)] == expected
        assert max(map(len, expected)) <= board.directions


def random_graph(chance, cells, most):
    near = [set() for _ in range(cells)]
    for a, b in combinations(range(cells), 2):
        if chance.random() < 0.35 and len(near[a]) < most and len(near[b]) < most:
            near[a].add(b)
            near[b].add(a)
    return Board.from_neighbours(near)


def random_position(chance, shape):
    """Return a small position, sometimes with a clue off by one."""
    if shape == "graph":
        board = random_graph(chance, chance.randint(1, 20), chance.choice([3, 8, 15]))
    else:
        board = Board(chance.randint(1, 5), chance.randint(1, 6), shape)
    mines = chance.randint(0, min(board.cells, 7))
    layout = board.layout(chance.sample(range(board.cells), mines))
    seen = [
        clue if not mine and chance.random() < 0.6 else -1
        for clue, mine in zip(board.clues(layout), layout, strict=True)
    ]
    for cell in [cell for cell, clue in enumerate(seen) if clue < 0][14:]:
        if not layout[cell]:  # brute force needs few hidden cells
            seen[cell] = board.clues(layout)[cell]
    if chance.random() < 0.15:
        cell = chance.randrange(board.cells)
        seen[cell] = min(board.largest_clue, seen[cell] + 1) if seen[cell] >= 0 else -1
    return view_of(board, mines, seen)


@pytest.mark.parametrize("shape", [*NEW_SHAPES, "graph"])
def test_both_engines_agree_with_every_placement_on_250_positions(shape):
    chance = random.Random(5)
    refused = several = 0
    for _ in range(250):
        view = random_position(chance, shape)
        fitting = layouts(view)
        several += len(fitting) > 1
        refused += not fitting
        for core in engines():
            if not fitting:
                with pytest.raises(Contradiction):
                    core.analyse(view)
                continue
            found = core.analyse(view)
            shares = {c: sum(c in one for one in fitting) / len(fitting) for c in view.hidden}
            assert found.layouts == len(fitting)
            assert found.safe == [cell for cell in view.hidden if shares[cell] == 0]
            assert found.mined == [cell for cell in view.hidden if shares[cell] == 1]
            for cell, share in shares.items():
                assert math.isclose(found.odds[cell], share, abs_tol=1e-12)
    assert refused >= 5
    assert several >= 40


@pytest.mark.parametrize("shape", NEW_SHAPES)
def test_a_game_by_the_best_guesser_ends(shape, core):
    dealt = deal(custom("9x7", 9), start="safe", seed=3, shape=shape)
    result = play_game(Game(dealt), strategy("guess").player(record=False))
    assert result.outcome in ("solved", "exploded")


def test_a_cell_with_more_than_fifteen_neighbours_goes_to_the_plain_engine():
    hub = Board.from_neighbours([list(range(1, 21)), *([0] for _ in range(20))])
    view = view_of(hub, 20, [20, *[-1] * 20])
    for core in engines():
        found = core.analyse(view)
        assert found.mined == list(range(1, 21))
        assert core.deducer(hub, 20).odds()[0] == pytest.approx(20 / 21)
    layout = hub.layout(range(1, 6))
    [row] = play_boards(hub, Layouts(layout, 21), 0, "guess", 0)
    assert row.opened >= 1


def test_clues_above_nine_are_letters_in_texts(core):
    board = Board(4, 5, "triangle")
    full = board.layout([cell for cell in range(20) if cell != 7])
    assert board.clues(full)[7] == 12
    text = mine.write_board(board, full)
    assert text.splitlines()[2] == "MMcMM"
    assert read_board(text, "triangle") == (board, full)
    shown = view_of(board, 19, [12 if cell == 7 else -1 for cell in range(20)])
    assert str(shown).split()[7] == "c"
    assert read(mine.write(shown), shape="triangle") == shown
    assert read(str(shown), 19, "triangle") == shown
    with pytest.raises(BadInput, match="row 2, column 3: 'c' is not one of"):
        read(mine.write(shown))  # the clue is too large for a grid
    with pytest.raises(BadInput, match="not one of -2, -1, 0 to 12"):
        type(shown).from_array([[13, -1]], 1, "triangle")


def test_the_repr_of_a_position_on_a_graph_reads_back():
    ring = [[(cell + 1) % 6, (cell - 1) % 6] for cell in range(6)]
    for width in (None, 6, 3):
        board = Board.from_neighbours(ring, points=[(cell, 0) for cell in range(6)], width=width)
        view = view_of(board, 1, [1, -1, -2, -1, -1, -1])
        again = eval(repr(view), {"read": read, "Graph": Graph})
        assert again == view
        assert eval(repr(board), {"Board": Board, "Graph": Graph}) == board
    path = [[near for near in (cell - 1, cell + 1) if 0 <= near < 101] for cell in range(101)]
    large = view_of(Board.from_neighbours(path), 1, [-1] * 101)
    assert repr(large) == "<View 101x1, 1 mines, shape=graph>"


def test_a_clue_without_a_mark_is_refused_in_texts_only(core):
    hub = Board.from_neighbours([list(range(1, 41)), *([0] for _ in range(40))])
    view = view_of(hub, 40, [40, *[-1] * 40])
    assert str(view).startswith("+ # #")
    assert repr(view).startswith("<View 41x1, 40 mines")
    with pytest.raises(BadInput, match="marks for clues up to 32, not for 40"):
        mine.write(view)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('{"neighbours": [[1], []]}', "cell 0 names 1, but cell 1 does not name 0"),
        ('{"neighbours": [[1], [0, 2]]}', "cell 1 names 2; cells are 0 to 1"),
        ('{"neighbours": [[1], [0, -1]]}', "cell 1 names -1; cells are 0 to 1"),
        ('{"neighbours": [[0]]}', "cell 0 is its own neighbour"),
        ('{"neighbours": [[1, 1], [0]]}', "cell 0 names a neighbour twice"),
        ('{"neighbours": [[true], [0]]}', "cell 0 names True"),
        ('{"neighbours": [1]}', "cell 0 has '1', not a list of cells"),
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
    ],
)
def test_a_bad_graph_file_gets_one_line(text, line, tmp_path, capsys):
    with pytest.raises(BadInput) as refused:
        read_graph(text)
    assert line in str(refused.value)
    assert "\n" not in str(refused.value)
    file = tmp_path / "bad.json"
    file.write_text(text)
    assert run(["solve", "--shape", str(file), "--mines", "0"]) == 2
    said = capsys.readouterr().err.strip().splitlines()
    assert len(said) == 1
    assert line in said[0]


def test_too_many_neighbours_are_refused():
    spokes = MOST_NEIGHBOURS + 1
    with pytest.raises(BadInput, match="cell 0 has 128; at most 127 are allowed"):
        Graph([list(range(1, spokes + 1)), *([0] for _ in range(spokes))])


def test_isolated_cells_work(core):
    board = Board.from_neighbours([[1], [0], [], []])
    found = engine().analyse(view_of(board, 2, [1, -1, 0, -1]))
    assert (found.safe, found.mined) == ([], [1, 3])


def test_a_graph_file_is_read_back_as_it_was_written(tmp_path):
    graph = Graph([[1, 2], [0], [0], []], points=[[0, 0], [1, 0], [0.5, 1], [3, 3]], width=2)
    file = tmp_path / "g.json"
    file.write_text(json.dumps(graph.as_json()))
    again = read_graph(file)
    assert (again, again.points, hash(again)) == (graph, graph.points, hash(graph))
    assert again != Graph(graph.neighbours)
    board = Board(2, 2, again)
    assert board.name(3) == "r2c2"
    with pytest.raises(BadInput, match="the graph has a size of 2x2, not of 4x1"):
        Board(1, 4, again)


def test_a_large_graph_is_dealt_and_analysed(core):
    """The graph is a ring whose cells are numbered out of order."""
    cells, step = 200_000, 37_003
    board = Board.from_neighbours([((c + step) % cells, (c - step) % cells) for c in range(cells)])
    dealt = deal(custom(board.size, 1000), start="open:r1c1", seed=1, shape=board.shape)
    game = Game(dealt)
    game.flood("r1c1")
    found = engine().analyse(game.view)
    # An opening of a ring ends at two clues, each beside one mine.
    assert len(found.mined) == 2
    assert all(dealt.layout[cell] for cell in found.mined)


@pytest.mark.parametrize("shape", [*NEW_SHAPES, "graph"])
def test_a_certificate_states_the_neighbours_and_the_auditor_says_so(shape, tmp_path, capsys):
    words = ["--size", "6x6"]
    if shape == "graph":
        file = tmp_path / "ring.json"
        near = [[(c - 1) % 36, (c + 1) % 36] for c in range(36)]
        file.write_text(json.dumps({"neighbours": near, "width": 6}))
        shape, words = str(file), []
    folder = tmp_path / "proof"
    words += ["--mines", "4", "--start", "safe:r1c1", "--shape", shape, "--seed", "2"]
    run(["solve", *words, "--strategy", "complete", "--certificate", str(folder)])
    capsys.readouterr()
    assert run(["check", str(folder)]) == 0
    assert "neighbours as stated" in capsys.readouterr().out
    for spoil in (
        lambda game: game["neighbours"][0].pop(),
        lambda game: game["neighbours"][0].append(99),
        lambda game: game["neighbours"].pop(),
        lambda game: game.pop("neighbours"),
        lambda game: game.update(shape="grid"),
    ):
        game = json.loads((folder / "game.json").read_text())
        spoil(game)
        spoilt = tmp_path / "spoilt"
        spoilt.mkdir(exist_ok=True)
        (spoilt / "game.json").write_text(json.dumps(game))
        (spoilt / "moves.jsonl").write_bytes((folder / "moves.jsonl").read_bytes())
        with pytest.raises(BadStep):
            audit_game(str(spoilt))


def test_a_replay_keeps_its_graph():
    board = Board.from_neighbours([[1], [0, 2], [1, 3], [2]], points=[[x, 0] for x in range(4)])
    game = Game(deal(custom(board.size, 1), start="safe:r1c1", seed=2, shape=board.shape))
    game.flood("r1c1")
    text = replay.write(game.replay)
    again = replay.read(text)
    assert again == game.replay
    assert again.deal.board.shape.points == board.shape.points
    with pytest.raises(BadInput, match="graph: neighbours: cell 0"):
        replay.read(text.replace("[[1], [0, 2]", "[[2], [0, 2]"))


def test_every_command_that_takes_a_shape_takes_a_graph(tmp_path, capsys):
    file = tmp_path / "prism.json"
    near = [[1, 2, 3], [0, 2, 4], [0, 1, 5], [0, 4, 5], [1, 3, 5], [2, 3, 4]]
    file.write_text(json.dumps({"neighbours": near, "width": 3}))
    position = tmp_path / "p.mine"
    position.write_text("3x2x1\n1HH\n0HH\n")
    shape = ["--shape", str(file)]
    proof = tmp_path / "why"
    for words in (
        ["solve", "--mines", "1", "--start", "safe:r1c1"],
        ["analyse", str(position)],
        ["explain", str(position), "r2c3"],
        ["export", str(position), "--cnf"],
        ["convert", str(position), "--to", "mine"],
        ["optimal", "--size", "3x2", "--mines", "1", "--start", "safe:r1c1"],
        ["explain", str(position), "r2c2", "--cnf", f"{proof}.cnf", "--proof", f"{proof}.lrat"],
        ["check", str(position), f"{proof}.cnf", f"{proof}.lrat"],
    ):
        assert run([*words, *shape]) == 0, words
    assert "r2c2 is safe (3x2 graph, neighbours as stated, mines: 1)" in capsys.readouterr().out
    assert run(["generate", "--mines", "1", *shape]) == 0


def test_the_engine_refuses_a_table_that_is_no_graph():
    native = pytest.importorskip("mineproof._native")
    for numbers, ways in [
        ([1, 2, 2, 0], 2), ([1, 0], 0), ([1, 0], 16), ([], 1), ([1, 0, 1], 2), ([-1, 0], 1),
        ([0, 1], 1), ([1, 1, 0, 2], 2), ([3, 0], 1),
    ]:  # fmt: skip
        with pytest.raises(ValueError, match=r"table:|ways:"):
            native.Field(memoryview(array("i", numbers)), ways)
    native.Field(memoryview(array("i", [1, 0])), 1)


COMPLETE_40 = [[there for there in range(40) if there != cell] for cell in range(40)]


@pytest.mark.parametrize("name", ["saturate", "assignment", "unit", "consuming", "rebuild"])
def test_a_clue_of_too_many_clauses_is_refused_before_they_are_made(name):
    """A clue over 39 cells has 10^11 clauses."""
    dealt = Deal(Board.from_neighbours(COMPLETE_40), bytes([0] * 20 + [1] * 20), (0,))
    tracemalloc.start()
    try:
        with pytest.raises(TooWide, match=r"over \d+ cells .* some 10\^.*: at most 400,"):
            answers.solve(dealt, name)
        assert tracemalloc.get_traced_memory()[1] < 3_000_000
    finally:
        tracemalloc.stop()


def test_clauses_of_wide_clues_are_counted_together():
    assert len(exactly(6, range(1, 14), MOST_CLAUSES - 3003)) == 3003
    with pytest.raises(TooWide, match="a clue over 13 cells there would be 400,001 clauses"):
        exactly(6, range(1, 14), MOST_CLAUSES - 3002)
    exactly(6, range(1, 13), MOST_CLAUSES)  # no wider than a clue of a triangle: never refused
    kb = KnowledgeBase(record=False)
    kb.ids = dict.fromkeys(map(frozenset, zip(range(MOST_CLAUSES))), 0)
    with pytest.raises(TooWide, match="a clue over 13 cells"):
        kb.tell_exactly(1, range(1, 14))
    assert len(exactly(10, range(1, 21))) == 335_920  # the mine count at the largest `count_limit`


def test_a_position_of_too_many_clauses_has_equations_but_no_cnf():
    view = view_of(Board.from_neighbours(COMPLETE_40), 20, [20, *[-1] * 39])
    with pytest.raises(TooWide, match="a clue over 39 cells"):
        cnf(view)
    assert opb(view).count("\n") == 5
