"""The public Python API: copies, cells in any form, values, replays, types."""

import copy
import pickle
import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import mineproof
from draw import deals
from mineproof import (
    BadInput,
    Board,
    BrokenContract,
    Deal,
    Game,
    Player,
    View,
    analyse,
    check,
    check_player,
    compare,
    convert,
    custom,
    deal,
    explain,
    generate,
    optimal,
    play_game,
    read,
    read_board,
    review,
    solve,
    strategy,
    wilson,
)

COPIES = [
    copy.copy,
    copy.deepcopy,
    lambda game: pickle.loads(pickle.dumps(game)),
    lambda game: game.copy(),
]


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


def test_a_game_of_floods_is_replayed_as_floods():
    game = Game(deal("easy", start="open:r3c3", seed=1))
    game.flood("r3c3")
    safe = analyse(game.view).safe
    game.flood(safe[0])
    assert game.replay.flood
    assert [game.deal.board.name(move.cell) for move in game.replay.moves] == safe[:1]
    assert review(game.replay).as_json()["moves"][0]["verdict"] == "certain"


CELLS = [("r2c1", (2, 1), 3), ("r2c1", (np.int64(2), 1), np.int32(3))]


@pytest.mark.parametrize("forms", CELLS)
def test_a_cell_may_be_given_as_a_name_a_pair_or_an_index(forms):
    view = read("1 1 1 / # # #", mines=1)
    assert {view.board.index(form) for form in forms} == {3}
    assert len({str(explain(view, form)) for form in forms}) == 1
    assert {compare(view, form, "r2c2").better for form in forms} == {3}
    for form in forms:
        game = Game(Deal(view.board, bytes([0, 0, 0, 0, 1, 0]), ()))
        assert game.open(form) == 1
        game.flag((2, 2))
        game.unflag("r2c2")
        game.flood(5)
        assert game.opened == 2


@pytest.mark.parametrize(
    ("cell", "problem"),
    [
        ("r3c1", "lies outside"),
        ((3, 1), "lies outside"),
        (6, "lies outside"),
        (-1, "lies outside"),
        ("2,1", "not a cell"),
    ],
)
def test_a_cell_that_is_not_there_is_refused(cell, problem):
    view = read("1 1 1 / # # #", mines=1)
    for use in (view.board.index, lambda cell: explain(view, cell)):
        with pytest.raises(BadInput, match=problem):
            use(cell)


VIEW, BOARD, DEAL = read("3x2x1 / 111 / HHH"), Board(rows=2, cols=2), deal("easy", seed=1)
KB = mineproof.KnowledgeBase()
CALLS = {
    "analyse": [VIEW],
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
}
NAMED = {
    "analyse": ["language", "think"],
    "deal": ["start", "seed", "number", "shape"],
    "exercises": ["kind", "depth", "seed"],
    "generate": ["start", "seed", "shape", "min_depth", "max_depth"],
    "read": ["most_cells"],
    "solve": ["idle_limit", "count_limit"],
}
WRONG = [3.5, object, ["a"], strategy("unit")]
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
    if (name == "mined_cells" and wrong == ["a"]) or (name, at, wrong) == ("solve", 1, WRONG[-1]):
        return  # a list is a layout too, and a strategy plays

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
        (lambda: play_game(Game(DEAL), strategy("unit")), r"such as strategy\('saturate'\).player"),
        (lambda: play_game(Game(DEAL), Player), "expected a player"),
        (lambda: play_game(DEAL, strategy("unit").player()), "expected a Game"),
        (lambda: check_player(object), "is no player: it has no method 'begin'"),
        (lambda: check_player(strategy("unit")), r"such as a class, strategy\('saturate'\).player"),
        (lambda: review("foo"), "expected a Replay, such as game.replay, not 'foo'"),
        (lambda: convert("111/HHH", "mine"), r"expected read\(.* not '111/HHH'"),
        (lambda: custom((9, 9), 10), r"a size as text, WIDTHxHEIGHT, .*, not \(9, 9\)"),
        (lambda: custom("9x9", "10"), "mines: expected a whole number, not '10'"),
        (lambda: wilson(5, 3), "won: 5 is not within the 0 to 3 games"),
        (lambda: wilson(-1, 3), "won: -1 is not within"),
        (lambda: optimal(BOARD, -1, "safe"), "mines: -1 is less than 0"),
        (lambda: read("111 / HHH", mines="1"), "mines: expected a whole number, not '1'"),
        (lambda: deal("easy", seed="a"), "seed: expected a whole number, not 'a'"),
        (lambda: deal(None), r"expected a level, such as 'easy' or custom\('9x9', 10\), not None"),
        (lambda: analyse(None), "expected a position, such as .*, not None"),
        (lambda: View.from_array([["a"]], mines=0), "expected rows of whole numbers"),
        (lambda: read([[1, -1]]), "expected text, bytes or a Path"),
    ],
)
def test_an_error_says_what_is_expected(call, line):
    with pytest.raises((TypeError, ValueError, BrokenContract), match=line):
        call()


def test_a_full_board_is_converted_as_it_was_read():
    board, layout = read_board("4x3:3,2,u140")
    assert convert((board, layout), "mine") == "4x3x2\n112M\n1M21\n1110\n"
    with pytest.raises(BadInput, match="layout: 3 cells, the board has 12"):
        convert((board, bytes(3)), "mine")


def test_a_position_can_be_given_as_rows_of_numbers():
    rows = [[1, 1, 1], [-1, -2, -1]]
    for given_rows in (rows, np.array(rows), tuple(map(tuple, rows))):
        view = View.from_array(given_rows, mines=1)
        assert view == read("1 1 1 / # F #", mines=1)
    assert View.from_array(np.asarray(view), mines=1) == view
    for wrong, problem in (([[9]], "9 is not one"), ([[1], [1, 1]], "equal length"), ([], "rows")):
        with pytest.raises(BadInput, match=problem):
            View.from_array(wrong, mines=0)
    with pytest.raises(BadInput, match="mines: 4 mines do not fit"):
        View.from_array([[1, -1]], mines=4)


def test_a_file_is_read_by_its_path(tmp_path):
    file = tmp_path / "p.mine"
    file.write_text("3x2x1\n111\nHHH\n")
    assert read(file) == read("1 1 1 / # # #", mines=1)
    with pytest.raises(BadInput, match="No such file"):
        read(Path(tmp_path / "missing.mine"))


def test_answers_speak_in_names_and_print_as_the_command_does(run, tmp_path):
    view = read("5x5x6\n01HHH\n12HHH\nHHHHH\nHHHHH\nHHHHH")
    (tmp_path / "p.mine").write_text("5x5x6\n01HHH\n12HHH\nHHHHH\nHHHHH\nHHHHH\n")
    found = analyse(view)
    assert found.odds.keys() == set(view.board.names(view.hidden))
    assert found.best.cell in found.odds
    assert found.layouts == int(found.as_json()["layouts"])
    assert run("analyse", "p.mine")[1].rstrip("\n") == str(found)


def test_a_proof_can_be_replayed_by_the_judge():
    found = explain(read("1 1 1 / # # #", mines=1), "r2c1")
    assert check(found.proof.axioms, found.proof.steps) == frozenset()
    assert found.cell == "r2c1"
    assert found.clues == ["r1c2", "r1c3"]
    assert str(found).startswith("r2c1 is safe\n")
    undecided = explain(read("1 # #", mines=1).copy(), "r1c2")
    assert undecided.verdict == "mine"


def test_a_win_without_flags_is_a_win_and_players_still_mark_every_cell():
    dealt = deal("easy", seed=1)
    game = Game(dealt)
    for cell, mine in enumerate(dealt.layout):
        if not mine:
            game.open(cell)
    assert (game.won, game.over, game.outcome) == (True, True, "won")
    assert game.unmarked == dealt.mines
    result = play_game(Game(dealt), strategy("saturate").player())
    assert result.won
    assert result.game.unmarked == 0
    assert result.replay.end().view == result.game.view


def test_an_analysis_stays_what_it_was_when_the_game_goes_on():
    game = Game(deal("expert", start="open", seed=8))
    game.flood(game.view.initial[0])
    found = analyse(game.view)
    before = str(found)
    game.flood(found.safe[0])
    assert str(found) == before


def test_boards_without_guesses_come_from_the_library_too():
    boards = generate("easy", start="open", seed=1)
    for _, dealt in zip(range(3), boards, strict=False):
        assert solve(dealt, "complete").outcome == "solved"
