"""Boards of other shapes: knight, orthogonal, triangle, and graphs of any kind."""

import json
import tracemalloc
from array import array

import pytest

from engines import engines, needs_native, using
from mineproof import Game, custom, deal, read
from mineproof.answers import games
from mineproof.base.errors import BadInput, TooWide
from mineproof.core._interface import field_of_table
from mineproof.core.choice import engine
from mineproof.game import replay
from mineproof.game.board import Board, Layouts
from mineproof.game.deal import Deal
from mineproof.game.formats import mine
from mineproof.game.formats.reading import read_board
from mineproof.game.graph import MOST_NEIGHBOURS, Graph, read_graph
from mineproof.game.view import view_of
from mineproof.play.bulk import play_boards
from mineproof.play.player import play_game
from mineproof.play.strategies import strategy
from mineproof.proof.audit import audit_game
from mineproof.proof.check import BadStep
from mineproof.reason.export import cnf, opb

NEW_SHAPES = ("knight", "orthogonal", "triangle")


@pytest.mark.parametrize("shape", NEW_SHAPES)
def test_a_game_by_the_best_guesser_ends(shape, core):
    dealt = deal(custom("9x7", 9), start="safe", seed=3, shape=shape)
    result = play_game(Game(dealt), strategy("guess").player(record=False))
    assert result.outcome in ("won", "lost")


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


def test_too_many_neighbours_are_refused():
    spokes = MOST_NEIGHBOURS + 1
    with pytest.raises(BadInput, match="cell 0 has 128; at most 127 are allowed"):
        Graph([list(range(1, spokes + 1)), *([0] for _ in range(spokes))])


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
def test_a_certificate_states_the_neighbours_and_the_auditor_says_so(shape, tmp_path):
    if shape == "graph":
        shape = Graph([[(c - 1) % 36, (c + 1) % 36] for c in range(36)], width=6)
    dealt = deal(custom("6x6", 4), start="safe:r1c1", seed=2, shape=shape)
    folder = tmp_path / "proof"
    games.certify(dealt, "complete")[1].write(str(folder))
    assert "neighbours as stated" in str(audit_game(str(folder)))
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


@needs_native
def test_the_engine_refuses_a_table_that_is_no_graph():
    with using("native") as native:
        core = native.core
    for numbers, ways in [
        ([1, 2, 2, 0], 2), ([1, 0], 0), ([1, 0], 16), ([], 1), ([1, 0, 1], 2), ([-1, 0], 1),
        ([0, 1], 1), ([1, 1, 0, 2], 2), ([3, 0], 1),
    ]:  # fmt: skip
        with pytest.raises(ValueError, match=r"table:|ways:"):
            field_of_table(core, array("i", numbers), ways)
    field_of_table(core, array("i", [1, 0]), 1)


COMPLETE_40 = [[there for there in range(40) if there != cell] for cell in range(40)]


@pytest.mark.parametrize("name", ["saturate", "assignment", "unit", "consuming", "rebuild"])
def test_a_clue_of_too_many_clauses_is_refused_before_they_are_made(name):
    """A clue over 39 cells has 10^11 clauses."""
    dealt = Deal(Board.from_neighbours(COMPLETE_40), bytes([0] * 20 + [1] * 20), (0,))
    tracemalloc.start()
    try:
        with pytest.raises(TooWide, match=r"over \d+ cells .* some 10\^.*: at most 400,"):
            games.solve(dealt, name)
        assert tracemalloc.get_traced_memory()[1] < 3_000_000
    finally:
        tracemalloc.stop()


def test_a_position_of_too_many_clauses_has_equations_but_no_cnf():
    view = view_of(Board.from_neighbours(COMPLETE_40), 20, [20, *[-1] * 39])
    with pytest.raises(TooWide, match="a clue over 39 cells"):
        cnf(view)
    assert opb(view).count("\n") == 5
