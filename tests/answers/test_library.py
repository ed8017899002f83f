"""The public Python API: copies, cells in any form, values, replays, types."""

import copy
import html
import json
import pickle
import re
from array import array
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import mineproof
from draw import deals
from mineproof import (
    SAFE,
    STRATEGIES,
    Action,
    BadInput,
    Board,
    BrokenContract,
    Deal,
    Game,
    Graph,
    Move,
    Player,
    Replay,
    Start,
    Step,
    View,
    analyse,
    check,
    compare,
    convert,
    custom,
    deal,
    explain,
    generate,
    mined_cells,
    optimal,
    play_game,
    read,
    read_board,
    review,
    solve,
    strategy,
    wilson,
)  # fmt: skip

DEEP_COPIES = [copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value))]
COPIES = [*DEEP_COPIES, copy.copy, lambda game: game.copy()]


def opened_at_random(game, data, most=6):
    """Make a few random moves."""
    for _ in range(data.draw(st.integers(0, most))):
        if game.exploded is not None:
            return
        cell = data.draw(st.integers(0, game.deal.board.cells - 1))
        do = data.draw(st.sampled_from(["open", "flood", "flag", "unflag", "chord"]))
        if do in ("open", "flood", "flag") and game.view.cells[cell] >= 0:
            continue
        getattr(game, do)(cell)


def told(game):
    view = game.view
    return view.cells.tolist(), game.opened, game.flagged, game.exploded, game.replay


@given(deals(), st.sampled_from(COPIES), st.data())
def test_a_copy_of_a_game_goes_its_own_way(dealt, make, data):
    game = Game(dealt)
    opened_at_random(game, data)
    other, before = make(game), told(game)
    assert told(other) == before
    opened_at_random(other, data)
    assert told(game) == before  # the original game is unchanged
    after = told(other)
    opened_at_random(game, data)
    assert told(other) == after
    for one in (game, other):
        # The view belongs to the copy: it shows the cells that were opened there.
        shown = one.view.cells.tolist()
        assert sum(value >= 0 for value in shown) == one.opened
        assert sum(value == mineproof.FLAG for value in shown) == one.flagged


@pytest.mark.parametrize("make", DEEP_COPIES)
def test_the_copy_of_a_view_follows_the_copy_of_its_game(make):
    for both in (lambda game: (game, game.view), lambda game: (game.view, game)):
        game = Game(deal("easy", seed=1))
        game.open(game.deal.initial[0])
        held = make(both(game))
        other, view = sorted(held, key=lambda one: isinstance(one, View))
        assert view is other.view
        before = view.copy()
        other.open(other.deal.initial[1])
        assert view.cells[other.deal.initial[1]] >= 0
        assert game.view == before


@pytest.mark.parametrize("make", DEEP_COPIES)
def test_the_copy_of_a_part_of_a_view_keeps_its_values(make):
    memory = array("b", [1, -1, -1, 1])
    for cells in (memoryview(memory)[::-1], memoryview(memory)[2:], memoryview(memory)[:1]):
        view = View(Board(1, len(cells)), 1, cells)
        assert make(view) == view


class TimedGame(Game):
    """A game that knows more than its moves."""

    def __init__(self, level):
        super().__init__(deal(level))
        self.seconds = [1, 2]


@pytest.mark.parametrize("make", COPIES)
def test_a_copy_of_a_game_has_its_class_and_its_attributes(make):
    game = TimedGame("easy")
    game.note = "ours"
    other = make(game)
    assert type(other) is TimedGame
    assert (other.seconds, other.note) == ([1, 2], "ours")
    assert (other.seconds is game.seconds) == (make not in DEEP_COPIES)


@pytest.mark.parametrize("make", DEEP_COPIES)
@pytest.mark.parametrize("text", ["1 1 1 / # # #", "1 # # # # #"])
def test_answers_can_be_copied_and_kept(make, text, core):
    view = read(text, mines=1)
    dealt = Deal(view.board, view.board.layout([view.hidden[0]]), ())
    game = Game(dealt)
    game.open(5)
    for answer in (
        analyse(view),
        explain(view, view.hidden[0]),
        compare(view, *view.hidden[-2:]),
        solve(dealt, "guess"),
        review(game.replay),
        optimal(Board(2, 2), 1, "safe"),
    ):
        assert make(answer).as_json() == answer.as_json()
    copied, found = make(analyse(view)).analysis, analyse(view).analysis
    assert list(copied.position.sample(3, 1)) == list(found.position.sample(3, 1))


def test_players_play_on_a_copy_as_on_the_game():
    for make in COPIES:
        game = Game(deal("beginner", start="open", seed=3))
        results = [play_game(one, strategy("guess").player()).outcome for one in (make(game), game)]
        assert results[0] == results[1]


@given(deals(), st.sampled_from([copy.copy, copy.deepcopy, View.copy]), st.data())
def test_a_copy_of_a_view_is_a_snapshot(dealt, make, data):
    game = Game(dealt)
    snapshot = make(game.view)
    before = snapshot.cells.tolist()
    opened_at_random(game, data)
    assert snapshot.cells.tolist() == before
    assert (snapshot == game.view) == (before == game.view.cells.tolist())
    assert pickle.loads(pickle.dumps(game.view)) == game.view


def test_an_answer_in_a_prompt_is_one_short_line():
    view = read("1 1 1 / # # #", mines=1)
    assert repr(analyse(view)) == "<AnalyseAnswer 3x2: 2 safe, 1 mined>"
    assert repr(explain(view, "r2c2")) == "<ExplainAnswer r2c2: mine, depth 2>"
    assert repr(explain(read("# #", mines=1), "r1c2")) == "<ExplainAnswer r1c2: undecided>"


@given(deals(), st.data())
def test_a_position_is_a_value_and_its_repr_reads_back(dealt, data):
    game = Game(dealt)
    opened_at_random(game, data)
    again = eval(repr(game.view), {"read": read})
    assert again == game.view
    assert hash(again) == hash(game.view)
    assert repr(again) == repr(game.view)
    assert game.view != "something else"
    assert dealt == Deal(dealt.board, dealt.layout, dealt.initial, dealt.start)


@given(deals(), st.data())
def test_a_replay_of_a_game_ends_where_the_game_is(dealt, data):
    game = Game(dealt)
    opened_at_random(game, data)
    end = game.replay.end()
    assert end.view == game.view
    assert end.exploded == game.exploded


@given(deals(), st.data())
def test_a_replay_is_written_and_read_again(tmp_path_factory, dealt, data):
    game = Game(dealt)
    opened_at_random(game, data)
    file = tmp_path_factory.mktemp("replays") / "game.json"
    game.replay.write(file)
    text = file.read_text()
    assert json.loads(text) == game.replay.as_json()
    for written in (file, text, text.encode(), text.encode("utf-8-sig")):
        assert Replay.read(written) == game.replay
    assert review(file).as_json() == review(game.replay).as_json()


def test_a_file_that_is_no_replay_is_named(tmp_path):
    (tmp_path / "p.mine").write_text("3x2x1\n111\nHHH\n")
    with pytest.raises(BadInput, match=r"p\.mine: this is a position, not a replay"):
        Replay.read(tmp_path / "p.mine")


def test_a_move_of_a_replay_may_give_its_cell_in_any_form():
    dealt = Deal(Board(1, 3), bytes([0, 0, 1]), ())
    for cells in ((0, 1, 2), ("r1c1", "r1c2", "r1c3"), ((1, 1), (1, 2), (1, 3))):
        moves = [Action(do, cell) for do, cell in zip(("open", "open", "flag"), cells, strict=True)]
        replay = Replay(dealt, moves)
        assert replay == Replay(dealt, tuple(moves))
        assert replay.end().outcome == "won"
        assert [move["cell"] for move in replay.as_json()["moves"]] == ["r1c1", "r1c2", "r1c3"]
        assert [move.cell for move in review(replay).moves] == ["r1c1", "r1c2", "r1c3"]


def test_a_game_of_floods_is_replayed_as_floods():
    game = Game(deal("easy", start="open:r3c3", seed=1))
    game.flood("r3c3")
    safe = analyse(game.view).safe
    game.flood(safe[0])
    assert game.replay.flood
    assert [game.deal.board.name(move.cell) for move in game.replay.moves] == safe[:1]
    assert review(game.replay).as_json()["moves"][0]["verdict"] == "certain"


@pytest.mark.parametrize(
    "form", ["r2c1", " R2C1 ", (2, 1), (np.int64(2), 1), 3, np.int32(3), np.int64(3)]
)
def test_a_cell_may_be_given_as_a_name_a_pair_or_an_index(form):
    view = read("1 1 1 / # # #", mines=1)
    board = view.board
    assert board.index(form) == 3
    assert board.name(form) == "r2c1"
    assert board.names([form, 0, "r1c2"]) == ["r2c1", "r1c1", "r1c2"]
    assert board.layout([form]) == bytes([0, 0, 0, 1, 0, 0])
    assert board.neighbours_of(form) == board.neighbours[3]
    assert [*board.flood(form, [1] * 6)] == [3]
    assert deal(custom("3x2", 1), start=Start("safe", form)).initial == (3,)
    assert Deal(board, bytes(6), (form,)).initial == (3,)
    assert str(explain(view, form)) == str(explain(view, 3))
    assert compare(view, form, "r2c2").better == 3
    game = Game(Deal(board, bytes([0, 0, 0, 0, 1, 0]), ()))
    assert game.open(form) == 1
    game.flag((2, 2))
    game.unflag("r2c2")
    game.flood(5)
    assert game.opened == 2


def test_names_are_taken_in_any_case_as_the_command_line_takes_them():
    dealt = deal("easy", start="open:r3c3", shape="torus")
    assert deal("EASY", start="Open:R3C3", shape="Torus") == dealt
    assert mineproof.level(" Hard") is mineproof.level("hard")
    assert strategy("Saturate") is strategy("saturate")
    assert solve(DEAL, "CSP", heuristic="Degree").strategy == "csp"
    assert solve(DEAL, "Guess").strategy == "guess"
    assert Start("Given", place="Walk") == Start("given", place="walk")
    assert analyse(VIEW, think="Fast").as_json() == analyse(VIEW, think="fast").as_json()
    assert convert(VIEW, "MINE") == convert(VIEW, "mine")
    assert optimal(BOARD, 1, "Best").as_json() == optimal(BOARD, 1, "best").as_json()
    assert next(mineproof.exercises(kind="Full", seed=1)).kind == "full"
    assert Board(2, 2, "HEX") == Board(2, 2, "hex")


NO_CELL = r"a cell is 'r2c1', \(2, 1\) or an index, not "
NO_CELLS = {
    "lies outside": (BadInput, [99, 6, -1, "r9c9", "r3c1", (3, 1), (0, 1)]),
    "not a cell": (BadInput, ["2,1"]),
    NO_CELL: (TypeError, [("2", "1"), (2.0, 1), 0.5, None, [2, 1], (1, 2, 3), b"r2c1"]),
}


@pytest.mark.parametrize("problem", NO_CELLS)
def test_what_is_no_cell_of_a_board_is_refused_by_its_methods_and_by_answers(problem):
    board, (error, cells) = Board(rows=2, cols=3), NO_CELLS[problem]
    for use in (
        board.index,
        board.name,
        lambda cell: board.names([0, cell]),
        lambda cell: board.layout([0, cell]),
        board.neighbours_of,
        lambda cell: list(board.flood(cell, [1] * 6)),
        lambda cell: explain(VIEW, cell),
        Board.from_neighbours([[1], [0]]).neighbours_of,
    ):
        for cell in cells:
            with pytest.raises(error, match=problem):
                use(cell)


@pytest.mark.parametrize("layout", [bytes([0, 1, 1, 0]), [0, 1, True, False], (0, 1, 1, 0)])
def test_a_layout_may_be_a_list_or_an_array(layout):
    for given_layout in (layout, np.array([*layout]), np.array([*layout], bool), bytearray(layout)):
        assert mined_cells(given_layout) == [1, 2]
        assert Deal(Board(2, 2), given_layout, ()).layout == bytes([0, 1, 1, 0])
    assert Deal(Board(2, 2), np.array([*layout], bool).reshape(2, 2), ()).mines == 2


@pytest.mark.parametrize("layout", ["0100", ["0", "1"], [0, 2], [0.0, 1.0], bytes([3]), [None]])
def test_a_layout_has_ones_and_zeros_only(layout):
    for use in (mined_cells, lambda layout: Deal(Board(1, len(layout)), layout, ())):
        with pytest.raises(BadInput, match="layout: 1 for a mine, 0 for none"):
            use(layout)


VIEW, BOARD, DEAL = read("3x2x1 / 111 / HHH"), Board(rows=2, cols=2), deal("easy", seed=1)
KB = mineproof.KnowledgeBase()
ARRAY, HIDDEN_CELLS = np.array([1.5, 2]), memoryview(bytes([255] * 4))
CALLS = {
    "analyse": [VIEW],
    "check": [[{1}], []],
    "check_player": [strategy("unit").player],
    "clues": [VIEW],
    "cnf": [VIEW],
    "compare": [VIEW, "r2c1", "r2c2"],
    "convert": [VIEW, "mine"],
    "custom": ["9x9", 10],
    "deal": ["easy"],
    "explain": [VIEW, "r2c1"],
    "explain_all": [VIEW],
    "generate": ["easy"],
    "level": ["easy"],
    "measure": [BOARD, bytes(4)],
    "mined_cells": [bytes(4)],
    "optimal": [BOARD, 1, "safe"],
    "play_game": [Game(DEAL), strategy("unit").player()],
    "proof_of": [KB, 1],
    "read": ["111 / HHH", 1, "grid"],
    "read_board": ["1 1 / 1 *", "grid"],
    "review": [DEAL],
    "solve": [DEAL, "unit"],
    "strategy": ["unit"],
    "wilson": [3, 5],
    "Board": [2, 2],
    "Deal": [BOARD, bytes(4), ()],
    "Game": [DEAL],
    "Graph": [[[1], [0]]],
    "View": [BOARD, 1, HIDDEN_CELLS],
}
NAMED = {
    "analyse": ["language", "think"],
    "deal": ["start", "seed", "number", "shape"],
    "exercises": ["kind", "depth", "seed"],
    "generate": ["start", "seed", "shape", "min_depth", "max_depth"],
    "read": ["most_cells"],
    "solve": ["idle_limit", "count_limit"],
    "Board": ["shape"],
    "Graph": ["points"],
}
WRONG = [3.5, object, ["a"], ARRAY, strategy("unit")]
PLACES = [(name, at) for name, args in CALLS.items() for at in range(len(args))]
PLACES += [(name, keyword) for name, keywords in NAMED.items() for keyword in keywords]


@pytest.mark.parametrize("wrong", WRONG, ids=lambda wrong: type(wrong).__name__)
@pytest.mark.parametrize(("name", "at"), PLACES)
def test_a_wrong_type_is_refused_in_words(name, at, wrong):
    args, keywords = [*CALLS.get(name, [])], {}
    if isinstance(at, str):
        keywords[at] = wrong
    else:
        args[at] = wrong
    if (name, at) in (("solve", 1), ("play_game", 1)) and wrong is WRONG[-1]:
        return  # a strategy plays

    def call():
        answer = getattr(mineproof, name)(*args, **keywords)
        if isinstance(answer, Iterator):  # it begins when its first value is wanted
            next(answer)

    with pytest.raises((TypeError, ValueError, BrokenContract)) as caught:
        call()
    if not isinstance(caught.value, mineproof.MineproofError):
        last = caught.traceback[-1]  # raised on purpose, with words of ours
        assert str(last.statement).strip().startswith("raise"), last
        assert re.search("expected|a cell is|not decided", str(caught.value))


@pytest.mark.parametrize(
    ("call", "line"),
    [
        (lambda: play_game(Game(DEAL), Player), r"expected a player.*: make one by Player\(\)"),
        (lambda: review(3), "a Replay, such as game.replay, or its file, not 3"),
        (lambda: review("foo"), "'foo': No such file"),
        (lambda: wilson(5, 3), "won: 5 is not within the 0 to 3 games"),
        (lambda: wilson(-1, 3), "won: -1 is not within"),
        (lambda: optimal(BOARD, -1, "safe"), "mines: -1 is less than 0"),
        (lambda: wilson(1, 2, -3), "z: -3 is not a number of standard deviations"),
        (lambda: wilson(1, 2, float("nan")), "z: nan is not a number"),
        (lambda: wilson(1, 2, "2"), "expected a number of standard deviations, .* not '2'"),
        (lambda: Start("corner"), "start: unknown start 'corner': one of given, safe, open"),
        (lambda: Start(place="corner"), "place: unknown place 'corner': one of uniform, walk"),
        (lambda: Start("given", "r1c1"), "a first cell goes with safe or open"),
        (lambda: Start(safe_cells=-1), "safe_cells: -1 is less than 0"),
        (lambda: Start(safe_cells=1.5), "safe_cells: expected a whole number, not 1.5"),
        (lambda: Start(ratio=-0.5), "ratio: -0.5 is not a number from 0"),
        (lambda: Start(ratio="2"), "expected a ratio of given cells, .* not '2'"),
        (lambda: Start.parse(None), "expected a start rule as text, .* not None"),
        (lambda: Start().with_safe_cells(9), "expected a number of given cells as text, .* not 9"),
        (lambda: Deal(BOARD, bytes([1, 0, 0, 0]), (0,)), "initial: r1c1 is a mine: it cannot be"),
        (lambda: View(Board(1, 2), 1, [1, -1]), r"View.from_array takes rows\), not \[1, -1\]"),
        (lambda: View(Board(1, 2), 1, bytes(3)), "3 cells where the 2x1 board has 2"),
        (lambda: solve(DEAL, "unit", heuristic="mrv"), "heuristic: goes with csp, logic-csp"),
        (lambda: solve(DEAL, "unit", heuristic="x"), "unknown heuristic 'x': one of mrv"),
        (lambda: solve(DEAL, "csp", heuristic="x"), "unknown heuristic 'x': one of mrv"),
        (lambda: solve(DEAL, "unit", idle_limit=3), "idle_limit: goes with assignment"),
        (lambda: solve(DEAL, "csp", idle_limit=3), "idle_limit: goes with assignment"),
        (lambda: strategy("csp").player(heuristic="x"), "unknown heuristic 'x': one of mrv"),
        (lambda: strategy("unit").player(heuristic=["mrv"]), "expected the name of a heuristic"),
        (lambda: check([{1}], [Step("2", {1}, (1,))]), "expected the number of a step, .* not '2'"),
        (lambda: check([{1}], [Step(2, None, (1,))]), "expected literals as .* not None"),
        (lambda: check([{1}], [Step(2, {1}, None)]), "expected clause numbers .* not None"),
        (lambda: check([{1}], [Step(2, {1}, (True,))]), "expected clause numbers .* not True"),
        (lambda: check([{1}], [Step(2, {1}, (1,), 5)]), "expected clause numbers .* not 5"),
        (lambda: KB.tell("x"), r"expected literals, such as \{1, -2\}, not 'x'"),
        (lambda: KB.tell(3), "expected literals, .* not 3"),
        (lambda: KB.tell({0, 1}), "0 is not a literal"),
        (lambda: KB.tell_exactly("x", [1]), "count: expected a whole number, not 'x'"),
        (lambda: KB.tell_exactly(1, "x"), "expected variables, .* not 'x'"),
        (lambda: KB.tell_exactly(1, 2), "expected variables, .* not 2"),
        (lambda: Replay(DEAL, ["open r1c1"]).end(), "expected move 1 as Action.* not 'open r1c1'"),
        (lambda: Replay(DEAL, [Action("boom", 0)]).end(), "move 1: do: one of open, .* not 'boom'"),
        (lambda: Replay(DEAL, [Action("open", "r99c1")]).end(), "move 1: 'r99c1' lies outside"),
        (lambda: Replay(DEAL, [Action("open", 0, "x")]).end(), "move 1: t: seconds since the game"),
        (lambda: Replay(DEAL, [Action("flag", 0, 2), Action("unflag", 0, 1)]).as_json(),
         "move 2: t: 1 is less than 2"),
        (lambda: review(Replay(DEAL, [("open", 0)])), "expected move 1 as Action"),
        (lambda: Replay(DEAL, "open r1c1"), "expected a list of moves"),
        (lambda: Replay("easy"), "expected a Deal"),
        (lambda: Replay.read("game.json"), "'game.json': No such file"),
        (lambda: Replay.read(3), "expected a replay as text, or its file, not 3"),
        (lambda: Replay.read(b"\xff"), "not a replay, which is JSON in UTF-8"),
        (lambda: Replay.read(Path("none.json")), "none.json: No such file"),
        (lambda: Replay(DEAL).write(Path("none", "game.json")), "game.json: No such file"),
        (lambda: Replay(DEAL).write(3), "expected the path of a file, .* not 3"),
        (lambda: solve(DEAL, "saturate", trace=True), "called with every event, .* not True"),
        (lambda: solve(DEAL, "saturate", moved=True), "called with every move, .* not True"),
        (lambda: Graph([[1], 0]), "expected the neighbours of each cell, .* not 0"),
        (lambda: analyse(VIEW, best=ARRAY), "best: expected True or False, not array"),
        (lambda: strategy("rebuild").player(clause_order=ARRAY), "expected a clause order"),
        (lambda: strategy("assignment").player(idle_limit=ARRAY), "array.* or unlimited"),
        (lambda: BOARD.layout(3), "expected the cells with a mine, .* not 3"),
        (lambda: BOARD.names(3), "expected some cells, .* not 3"),
        (lambda: BOARD.names([True]), "a cell is 'r2c1'"),
        (lambda: BOARD.names(np.array([[0, 1], [2, 3]])), "a cell is 'r2c1'"),
        (lambda: Start("open").first("x"), "expected a board"),
        (lambda: Graph([[True], [0]]), "cell 0 names True"),
        (lambda: View(BOARD, 10, HIDDEN_CELLS), "mines: 10 mines do not fit"),
        (lambda: View(BOARD, -1, HIDDEN_CELLS), "mines: -1 mines do not fit"),
        (lambda: View(Board(1, 2), 1, bytes([253, 255])), "row 1, column 1: -3 is not one of"),
        (lambda: View(Board(1, 2), 1, bytes([255, 9])), "row 1, column 2: 9 is not one of"),
        (lambda: View(Board(1, 8), 1, np.array([-1], np.int64)), "a signed byte for each cell"),
        (lambda: View.from_array([[9]], mines=0), "9 is not one"),
        (lambda: View.from_array([[1], [1, 1]], mines=0), "equal length"),
        (lambda: View.from_array([], mines=0), "rows"),
        (lambda: View.from_array([[1, -1]], mines=4), "mines: 4 mines do not fit"),
        *(
            (lambda rows=rows: View.from_array(rows, mines=1),
             f"expected rows of whole numbers, not .*{wrong}")
            for rows, wrong in (
                (np.array([[0.5, -0.5]]), r"0\.5"), (np.array([[1.0, -1.0]]), r"1\.0"),
                ([[1.7, -1.9]], r"1\.7 in row 1, column 1"),
                ([[1, -1], [-1, 1.5]], r"1\.5 in row 2, column 2"),
                (["11", "00"], "'1'"), ([[None]], "None"), ([1, -1], "1"), (7, "7"),
            )
        ),
        (lambda: View.from_array(np.array([1, -1]), mines=1),
         "expected two dimensions, rows of whole numbers, not an array of 1"),
        (lambda: View.from_array(np.zeros((2, 2, 2), int), mines=1), "not an array of 3"),
    ],
)  # fmt: skip
def test_an_error_says_what_is_expected(call, line):
    with pytest.raises((TypeError, ValueError, BrokenContract), match=line):
        call()


@pytest.mark.parametrize("seed", [np.int64(7), np.uint64(7), np.int8(7)])
def test_a_seed_may_be_a_whole_number_of_numpy(seed):
    assert deal("easy", seed=seed) == deal("easy", seed=7)
    assert next(generate("easy", seed=seed)) == next(generate("easy", seed=7))
    ours, theirs = (generate(custom("9x9", 22), seed=one, dense=True) for one in (7, seed))
    assert next(ours) == next(theirs)


def test_a_full_board_is_converted_as_it_was_read():
    board, layout = read_board("4x3:3,2,u140")
    assert convert((board, layout), "mine") == "4x3x2\n112M\n1M21\n1110\n"
    with pytest.raises(BadInput, match="layout: 3 cells, the board has 12"):
        convert((board, bytes(3)), "mine")


def test_a_position_can_be_given_as_rows_of_numbers():
    rows = [[1, 1, 1], [-1, -2, -1]]
    wide, narrow = memoryview(np.array(rows)), memoryview(np.array(rows, "i1"))
    for given_rows in (rows, np.array(rows), tuple(map(tuple, rows)), wide, narrow):
        view = View.from_array(given_rows, mines=1)
        assert view == read("1 1 1 / # F #", mines=1)
    assert View.from_array(np.asarray(view), mines=1) == view
    for kind in ("i1", ">i2", "i8", "O"):
        assert View.from_array(np.array(rows).astype(kind)[:, ::-1], mines=1).cells[3] == -1
    for wrong in (np.array(rows) - 256, np.array(rows).astype("u1"), [[1, 1], [2**70, 1]]):
        with pytest.raises(BadInput, match="is not one of -2, -1, 0 to 8"):
            View.from_array(wrong, mines=1)


def test_the_best_move_is_searched_for_when_it_is_asked_for(monkeypatch):
    view = read("1 # # # # # #", mines=2)
    expected = analyse(view).as_json()["best"]
    asked, kind = [], type(analyse(view).analysis)
    evaluate = kind.evaluate
    monkeypatch.setattr(kind, "evaluate", lambda *a, **k: asked.append(1) or evaluate(*a, **k))
    answer = analyse(view)
    assert answer.odds["r1c2"] == 1
    analyse(read("1 1 1 / # # #", mines=1))  # the engine keeps another position now
    assert not asked
    assert answer.as_json()["best"] == expected == answer.best.as_json()
    assert answer.candidates
    assert len(asked) == 1


def test_a_file_is_read_by_its_path(tmp_path):
    file = tmp_path / "p.mine"
    file.write_text("3x2x1\n111\nHHH\n")
    assert read(file) == read("1 1 1 / # # #", mines=1)
    with pytest.raises(BadInput, match="No such file"):
        read(Path(tmp_path / "missing.mine"))
    with pytest.raises(BadInput, match=r"the name of a file, not its text: give Path\('p.mine'\)"):
        read("p.mine")
    assert read("x.xx", mines=1).hidden == [0, 2, 3]


CORNER = read("5x5x6\n01HHH\n12HHH\nHHHHH\nHHHHH\nHHHHH")


def test_answers_speak_in_names():
    found = analyse(CORNER)
    assert found.odds.keys() == set(CORNER.board.names(CORNER.hidden))
    assert found.best.cell in found.odds
    assert found.layouts == int(found.as_json()["layouts"])


def test_the_text_of_an_answer_is_what_json_writes():
    stuck = Game(deal("expert", start="open", seed=2))
    stuck.play("complete")
    for view in (CORNER, VIEW, stuck.view, read("0", mines=0)):
        for best in (True, False):
            answer = analyse(view, best=best, language="zh-Hant")
            assert answer.json_text() == json.dumps(answer.as_json(), ensure_ascii=False)
    answer = compare(CORNER, "r1c3", "r3c1")
    assert answer.json_text() == json.dumps(answer.as_json(), ensure_ascii=False)


def answers_of_commands(folder):
    """Yield an answer of each kind with the command that prints it."""
    view = CORNER
    (folder / "p.mine").write_text(convert(view, "mine"))
    board, layout = read_board("4x3:3,2,u140")
    (folder / "b.mine").write_text(convert((board, layout), "mine"))
    yield str(analyse(view)), ("analyse", "p.mine")
    yield compare(view, "r1c3", "r5c5"), ("analyse", "p.mine", "r1c3", "r5c5")
    yield optimal(Board(3, 3), 2, "safe"), ("optimal", "--size", "3x3", "--mines", "2")
    yield mineproof.measure(board, layout), ("measure", "b.mine")
    certain = "\n".join(map(str, mineproof.explain_all(view)))
    yield certain, ("explain", "p.mine", "--all")
    game = Game(deal("easy", start="open", seed=4))
    play_game(game, strategy("fewest-neighbours").player())
    game.replay.write(folder / "g.json")
    yield review(game.replay), ("review", "g.json")


def test_answers_print_as_their_commands_do(run, tmp_path):
    for answer, command in answers_of_commands(tmp_path):
        assert str(answer) == run(*command)[1].rstrip("\n"), command


def test_single_parts_of_answers_print_as_text():
    view = read("1 # # # #", mines=2)
    best = analyse(view).best
    assert str(best) == f"open {best.cell}: {best.why}"
    replay = Game(deal("easy", start="open", seed=4)).replay
    replay.moves.append(Action("flag", 0))
    assert re.fullmatch(r"1  flag r1c1: .*", str(review(replay).moves[0]))


def test_notebooks_show_games_as_tables_and_other_answers_as_text(tmp_path):
    dealt = deal("easy", seed=1)
    assert Game(dealt)._repr_html_().count("<td") == 81
    assert solve(dealt, "unit")._repr_html_().count("<td") == 81
    assert "unit: " in solve(dealt, "unit")._repr_html_()
    shown = [answer for answer, _ in answers_of_commands(tmp_path) if not isinstance(answer, str)]
    shown.append(explain(read("1 1 1 / # # #", mines=1), "r2c1"))
    for answer in shown:
        assert answer._repr_html_() == f"<pre>{html.escape(str(answer))}</pre>"


def test_a_proof_can_be_replayed_by_the_judge():
    found = explain(read("1 1 1 / # # #", mines=1), "r2c1")
    assert check(found.proof.axioms, found.proof.steps) == frozenset()
    assert found.cell == "r2c1"
    assert found.clues == ["r1c2", "r1c3"]
    assert str(found).startswith("r2c1 is safe\n")
    undecided = explain(read("1 # #", mines=1).copy(), "r1c2")
    assert undecided.verdict == "mine"


class OpensSafeCells:
    """Opens all safe cells, or all but one, sets no flags, and stops."""

    def __init__(self, layout, spares=0):
        self.cells = [cell for cell, mine in enumerate(layout) if not mine][spares:]

    def begin(self, view):
        self.moves = [Move(cell, SAFE) for cell in self.cells if view.cells[cell] < 0]

    def choose(self, view):
        return self.moves.pop() if self.moves else None

    def end(self, outcome):
        self.told = outcome


def test_a_game_has_one_outcome_and_complete_means_that_every_cell_is_marked():
    dealt = Deal(Board(1, 4), bytes([0, 0, 0, 1]), ())
    for spares, mine, outcome in ((0, [], "won"), (1, [], "stuck"), (1, [3], "lost")):
        player = OpensSafeCells(dealt.layout, spares)
        player.cells += mine
        result = play_game(Game(dealt), player)
        assert result.outcome == player.told == outcome
        assert result.won == result.success == (outcome == "won")
        assert not result.complete
        assert result.game.outcome == ("unfinished" if outcome == "stuck" else outcome)
    game = play_game(Game(dealt), OpensSafeCells(dealt.layout)).game
    game.flag(3)
    assert game.complete
    result = play_game(Game(deal("easy", seed=1)), strategy("unit").player())
    assert (result.outcome, result.complete, result.success) == ("won", True, True)
    assert (result.won, result.game.unmarked) == (True, 0)
    assert result.replay.end().view == result.game.view


def test_a_strategy_that_wins_without_the_last_mines_has_won_and_is_not_complete():
    """Mines enclose the corner: no clue touches it, and `complete-clues` has no mine count."""
    board, layout = read_board("* * 2 . / * * 2 . / 2 2 1 . / . . . .")
    dealt = Deal(board, layout, (3,))
    result = play_game(Game(dealt), strategy("complete-clues").player())
    assert (result.outcome, result.game.view.unmarked) == ("won", [0])
    assert not result.complete
    assert not result.success
    assert solve(dealt, "complete-clues").as_json()["complete"] is False
    assert solve(dealt, "complete").as_json()["complete"] is True


def cells_opened_by_the_obvious_player(game):
    """Open what is safe, else the best risk, until the game is over; return these cells."""
    moves = []
    while not game.over:
        found = analyse(game.view)
        moves += found.safe or [found.best.cell]
        for cell in found.safe or [found.best.cell]:
            game.open(cell)
    return moves


def test_the_obvious_player_plays_like_one_who_opens_the_first_cell_itself():
    won = 0
    for seed in range(15):
        dealt = deal("intermediate", start="open", seed=seed)
        game, closed = Game(dealt), Game(dealt)
        closed.close_start()
        [first] = closed.view.initial
        closed.flood(first)
        moves = cells_opened_by_the_obvious_player(game)
        assert moves == cells_opened_by_the_obvious_player(closed)
        assert game.won == play_game(Game(dealt), strategy("guess").player()).won
        won += game.won
    assert 10 < won < 15


def test_several_cells_are_opened_until_one_is_a_mine():
    dealt = Deal(Board(1, 5), bytes([0, 0, 1, 0, 0]), (0,), "safe:r1c1")
    game = Game(dealt)
    assert game.open("r1c1", (1, 4)) == 1
    assert Game(dealt).open("r1c2", "r1c3", "r1c4") is None
    with pytest.raises(BadInput, match="r1c4 is already open"):
        game.open("r1c5", "r1c4")
    assert game.won


def test_a_game_plays_a_player_by_name_or_move_by_move():
    dealt = deal("easy", start="open", seed=3)
    whole, stepped = Game(dealt), Game(dealt)
    assert whole.play("saturate").won
    for number, move in enumerate(stepped.moves(strategy("saturate").player()), start=1):
        assert move.certain
        assert stepped.view.cells[move.cell] != -1
        assert len(stepped.replay.moves) >= number
    assert stepped.view == whole.view
    with pytest.raises(BadInput, match="unknown strategy 'sat'"):
        whole.play("sat")


def half_played(start, seed):
    """Return a game after some moves, with a right flag, a wrong one, and some cells open."""
    game = Game(deal("beginner", start=start, seed=seed))
    safe = [cell for cell in game.view.hidden if not game.deal.layout[cell]]
    game.open(safe[:: 3 + seed])
    game.flag(safe[1])
    game.flag(game.deal.layout.index(1))
    return game


@pytest.mark.parametrize("name", STRATEGIES)
def test_a_strategy_plays_on_as_if_what_is_open_were_given(name):
    for start, seed in (("open", 0), ("given", 1), ("safe", 2)):
        game = half_played(start, seed)
        known = tuple(cell for cell, value in enumerate(game.view.cells) if value >= 0)
        twin = Game(Deal(game.deal.board, game.deal.layout, known))
        result, expected = game.play(name), twin.play(name)
        assert (result.outcome, game.view) == (expected.outcome, twin.view)
        assert game.replay.end().view == game.view
        assert game.play(name).outcome == result.outcome


def test_a_strategy_corrects_flags_although_every_cell_is_marked():
    game = Game(Deal(Board(1, 4), bytes([0, 0, 1, 0]), (0,)))
    for cell in game.view.hidden:
        game.flag(cell)
    assert game.finished
    assert game.play("complete").complete


@pytest.mark.parametrize("start", ["open", "given"])
def test_a_strategy_that_is_left_after_a_move_leaves_the_start_open(start):
    dealt = deal("easy", start=start, seed=4)
    for moves in (1, 3, 12):
        game, fresh = Game(dealt), Game(dealt)
        for _ in zip(range(moves), game.moves("guess"), strict=False):
            pass
        assert game.start_cells == fresh.start_cells
        assert game.opened >= fresh.opened
        assert game.replay.end().view == game.view
        assert [game.open(cell) for cell in game.start_cells] == [*game.start_cells.values()]
        paused = game.moves("guess")
        next(paused, None)
        assert game.play("guess").outcome == fresh.play("guess").outcome


def test_a_game_is_taken_where_its_position_or_its_moves_are_meant():
    game = Game(deal("easy", start="open", seed=3))
    name = analyse(game).safe[0]
    assert analyse(game) == analyse(game.view)
    assert explain(game, name) == explain(game.view, name)
    one, other = game.view.board.names(game.view.unmarked[:2])
    assert compare(game, one, other) == compare(game.view, one, other)
    game.open(name)
    assert mineproof.review(game) == mineproof.review(game.replay)


def test_a_list_of_cells_is_opened_and_a_strategy_plays():
    dealt = deal("easy", start="open", seed=3)
    one, other = Game(dealt), Game(dealt)
    safe = analyse(one).safe
    assert one.open(list(safe)) == other.open(*safe)
    assert one.view == other.view
    with pytest.raises(BadInput, match="at least one cell"):
        one.open([])
    with pytest.raises(
        BadInput, match=re.escape("open((2, 1)) for a row and a column, open([2, 1])")
    ):
        one.open(2, 1)
    assert one.board == dealt.board
    assert one.play(strategy("complete")).won == other.play("complete").won
    assert [*Game(dealt).moves(strategy("unit"))] == [*Game(dealt).moves("unit")]


def test_boards_without_guesses_come_from_the_library_too():
    boards = generate("easy", start="open", seed=1)
    for _, dealt in zip(range(3), boards, strict=False):
        assert solve(dealt, "complete").outcome == "won"


def test_a_graph_takes_numbers_of_numpy():
    assert Graph(np.array([[1], [0]]), width=np.int64(2)) == Graph([[1], [0]])


def test_the_neighbours_of_a_board_cannot_be_changed():
    with pytest.raises(TypeError):
        Board(3, 3).neighbours[0] = (8,)


@pytest.mark.parametrize("value", ["r" * 10**6, np.zeros((40, 40))], ids=["text", "array"])
def test_an_error_quotes_little_and_has_one_line(value):
    for call in (Board(3, 3).index, Start.parse, mineproof.level, lambda size: custom(size, 1)):
        with pytest.raises((BadInput, TypeError)) as told:
            call(value)
        assert len(str(told.value)) < 400
        assert "\n" not in str(told.value)


def test_equal_questions_have_equal_answers():
    view = read("3x2x1/111/HHH")
    game = Game(deal("easy", seed=3))
    play_game(game, strategy("unit").player())
    for ask in (lambda: analyse(view), lambda: mineproof.review(game.replay)):
        answer = ask()
        assert answer == ask() == copy.deepcopy(answer) == pickle.loads(pickle.dumps(answer))
    assert analyse(view) != analyse(read("3x2x1/1H1/HHH"))
