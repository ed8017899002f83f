import gc
from array import array

import pytest
from hypothesis import given

from draw import deals
from mineproof import BadInput, Game, deal, read
from mineproof.game.board import mined_cells
from mineproof.game.clues import clue_at, clues, total
from mineproof.game.deal import Deal
from mineproof.game.picture import FLAG, HIDDEN
from oracle import safe_cells


def reachable(thing, depth=12):
    """Yield everything that references lead to from an object, except classes."""
    seen, ring = {id(thing)}, [thing]
    for _ in range(depth):
        ring = [
            there
            for here in ring
            for there in (*gc.get_referents(here), getattr(here, "base", None))
            if not isinstance(there, type) and not callable(there) and id(there) not in seen
        ]
        seen.update(map(id, ring))
        yield from ring


def test_a_view_leads_to_no_layout():
    game = Game(deal("easy", seed=3))
    game.open(game.view.initial[0])
    secret = game.deal.layout
    for thing in reachable(game.view):
        assert not isinstance(thing, Game | Deal)
        if isinstance(thing, bytes | bytearray | array | memoryview):
            assert bytes(map(bool, thing)) != secret
            assert thing is not game._clues
    # The search can find the layout: starting from the game it does.
    assert any(thing is game.deal.layout for thing in reachable(game))


def test_a_view_cannot_be_written_to():
    view = Game(deal("easy")).view
    with pytest.raises(TypeError, match="read-only"):
        view.cells[0] = 1
    with pytest.raises(AttributeError):
        view.mines = 3


@given(deals())
def test_an_opened_cell_shows_the_mines_around_it(dealt):
    game = Game(dealt)
    for cell in safe_cells(dealt.layout):
        around = sum(dealt.layout[there] for there in dealt.board.neighbours[cell])
        assert game.open(cell) == around == game.view.cells[cell]
    assert (game.won, game.over, game.outcome) == (True, True, "won")
    assert game.unmarked == dealt.mines
    for cell in mined_cells(dealt.layout):
        game.flag(cell)
    assert game.over
    assert game.wrong == 0


def test_an_opened_mine_ends_the_game():
    game = Game(deal("easy", seed=1))
    mine = mined_cells(game.deal.layout)[0]
    assert game.open(mine) is None
    assert game.exploded == mine
    assert game.over
    assert not game.won
    with pytest.raises(BadInput, match="over"):
        game.open(game.view.initial[0])


def test_a_mine_mark_is_never_checked():
    game = Game(deal("easy", seed=1))
    given, safe = game.opened, next(c for c in game.view.hidden if not game.deal.layout[c])
    game.flag(safe)
    assert game.view.cells[safe] == FLAG
    assert (game.wrong, game.flagged, game.over) == (1, 1, False)
    game.unflag(safe)
    assert (game.wrong, game.flagged, game.view.cells[safe]) == (0, 0, HIDDEN)
    game.flag(safe)
    game.open(safe)
    assert (game.wrong, game.flagged, game.opened - given) == (0, 0, 1)


def test_a_cell_is_opened_once():
    game = Game(deal("easy", seed=1))
    first = next(cell for cell in game.view.hidden if not game.deal.layout[cell])
    game.open(first)
    for again in (game.open, game.flag):
        with pytest.raises(BadInput, match="already open"):
            again(first)
    with pytest.raises(BadInput, match="outside"):
        game.open(81)


@given(deals())
def test_flooding_opens_a_zero_with_all_around_it(dealt):
    game = Game(dealt)
    for cell in dealt.initial:
        game.flood(cell)
    assert game.exploded is None
    for cell, clue in enumerate(game.view.cells.tolist()):
        if clue == 0:
            assert all(game.view.cells[there] >= 0 for there in dealt.board.neighbours[cell])


@given(deals())
def test_a_game_begins_with_its_start_open_and_without_a_move(dealt):
    game = Game(dealt)
    expected, clues_of = set(dealt.initial), dealt.board.clues(dealt.layout)
    while dealt.start != "given":
        zeros = [cell for cell in expected if clues_of[cell] == 0]
        more = expected.union(*(dealt.board.neighbours[cell] for cell in zeros))
        if more == expected:
            break
        expected = more
    assert expected == set(game.start_cells) == set(range(dealt.board.cells)) - {*game.view.hidden}
    before = game.replay
    for cell in game.start_cells:
        assert game.open(cell) == game.open(cell) == clues_of[cell] == game.view.cells[cell]
    assert (game.opened, game.replay) == (len(expected), before)
    assert before.end().view == game.view
    if dealt.start != "given":
        assert before.moves == []
    game.close_start()
    assert (game.opened, len(game.view.hidden)) == (0, dealt.board.cells)


def test_only_a_start_without_moves_is_closed_again():
    game = Game(deal("easy", start="open", seed=1))
    given, hidden = game.opened, game.view.hidden
    with pytest.raises(BadInput, match="already open"):
        game.flag(game.view.initial[0])
    game.flag(hidden[0])
    game.close_start()
    assert game.opened == given > 1


def test_flooding_from_a_mine_explodes():
    game = Game(deal("easy", seed=1))
    game.flood(mined_cells(game.deal.layout)[0])
    assert game.exploded is not None


def test_clues_speak_of_hidden_cells_flagged_ones_included():
    view = read("1 2 1 / # F # / # # #", mines=3)
    assert clue_at(view, 1).cells == (3, 4, 5)
    assert [clue.at for clue in clues(view)] == [0, 1, 2]
    assert total(view) == ((3, 4, 5, 6, 7, 8), 3, None)
    assert view.unmarked == [3, 5, 6, 7, 8]
