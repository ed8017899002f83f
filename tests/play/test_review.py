"""Measures of boards, replays, and reviews of games."""

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import oracle
from draw import deals
from mineproof import BadInput, Game, deal, read_board, strategy
from mineproof.answers import games, reviews
from mineproof.game import replay
from mineproof.game.board import Board
from mineproof.game.deal import Deal
from mineproof.game.measure import clicks, measure
from mineproof.game.replay import Action, Replay
from mineproof.play.player import MINE, play_game
from mineproof.play.review import review
from mineproof.reason.deduce import chance_all_safe
from tiers import slow

# Measures


@given(deals(largest=7))
def test_3bv_is_the_fewest_clicks_that_open_a_board(dealt):
    """Count by simulation: click zeros first, then every cell that is still hidden."""
    game, count = Game(Deal(dealt.board, dealt.layout, ())), 0
    truth = dealt.board.clues(dealt.layout)
    order = sorted(range(dealt.board.cells), key=lambda cell: truth[cell] > 0)
    for cell in order:
        if not dealt.layout[cell] and game.view.cells[cell] < 0:
            game.flood(cell)
            count += 1
    found = measure(dealt.board, dealt.layout)
    assert found.bbbv == count
    assert found.openings <= found.bbbv
    assert found.islands <= found.bbbv - found.openings
    assert (found.zini <= found.bbbv) or found.bbbv == 0


# Boards of `deal(level, start="given", seed=seed)`; ms_toollib 1.5.20 computed the numbers.
KNOWN = {
    "easy": [(9, 2, 5, 9), (16, 4, 3, 13), (10, 3, 4, 10)],
    "medium": [(21, 4, 5, 16), (27, 3, 5, 18), (36, 3, 9, 28)],
    "expert": [(215, 11, 6, 135), (131, 10, 15, 104), (201, 12, 5, 128)],
}


@pytest.mark.parametrize("level", KNOWN)
def test_measures_agree_with_another_program(level):
    for seed, numbers in enumerate(KNOWN[level]):
        dealt = deal(level, seed=seed)
        found = measure(dealt.board, dealt.layout)
        assert (found.bbbv, found.openings, found.islands, found.zini) == numbers


def test_a_board_without_zeros_has_no_opening():
    board, layout = read_board("*2*\n232\n1*1")
    assert measure(board, layout).openings == 0
    assert measure(board, layout).bbbv == 6
    assert measure(Board(2, 2), Board(2, 2).layout(range(4))).bbbv == 0


def test_what_is_solved_is_counted_by_units():
    board, layout = read_board("...*\n.*..\n....")
    units = clicks(board, layout)
    assert units.solved(set()) == 0
    assert units.solved({11}) == 1  # the zero opens the opening
    assert units.solved({10}) == 0  # a number at the border of an opening does not count
    assert units.solved(set(range(12))) == units.bbbv == 7


# Replays


@st.composite
def replays(draw):
    """Replays of random clicks until a mine is hit."""
    dealt = draw(deals(largest=4))
    flood = draw(st.booleans())
    game = Replay(dealt, flood=flood, player=draw(st.text(max_size=5)))
    now, cells, time = game.begin(), range(dealt.board.cells), 0.0
    for _ in range(draw(st.integers(0, 12))):
        time += draw(st.floats(0, 1000))
        action = Action(
            draw(st.sampled_from(["open", "flag", "unflag", "chord"])),
            draw(st.sampled_from(cells)),
            draw(st.sampled_from([None, time])),
        )
        try:
            replay.make(now, action, flood=flood)
        except BadInput:
            continue
        game.moves.append(action)
    return game


@given(replays())
def test_a_replay_reads_back_and_ends_the_same(game):
    back = replay.read(replay.write(game))
    assert (back.moves, back.player, back.flood) == (game.moves, game.player, game.flood)
    assert back.deal.layout == game.deal.layout
    assert (back.deal.initial, back.deal.start) == (game.deal.initial, game.deal.start)
    assert back.end().view.cells == game.end().view.cells


@given(replays())
@settings(deadline=None, max_examples=60)
def test_every_risk_is_what_trying_all_layouts_gives(game):
    found = review(game)
    for note, (action, now) in zip(found.notes, game.play(), strict=True):
        if action.do in ("flag", "unflag"):
            assert note.risk == 0
            continue
        cells = now.chorded(action.cell) if action.do == "chord" else [action.cell]
        cells = [cell for cell in cells if now.view.cells[cell] < 0]
        given_cell = action.do == "open" and action.cell in game.deal.initial
        if not cells or (not game.flood and given_cell):
            assert note.risk == 0
            continue
        every = oracle.layouts(now.view)
        hit = sum(not layout.isdisjoint(cells) for layout in every)
        assert note.risk == pytest.approx(hit / len(every), abs=1e-12)
        agreed = oracle.agreed(now.view)
        if hit:
            needless = False in agreed.values()
            assert note.verdict == ("needless" if needless else "risk")
        else:
            assert note.verdict == "certain"


@given(deals(largest=4), st.data())
@settings(deadline=None)
def test_the_chance_that_several_cells_are_safe(dealt, data):
    game = Game(dealt)
    for cell in dealt.initial[:3]:
        game.open(cell)
    if not game.view.hidden:
        return
    cells = data.draw(
        st.lists(st.sampled_from(game.view.hidden), min_size=1, max_size=4, unique=True)
    )
    every = oracle.layouts(game.view)
    clear = sum(layout.isdisjoint(cells) for layout in every)
    assert chance_all_safe(game.view, cells) == pytest.approx(clear / len(every), abs=1e-12)


def test_a_needless_risk_is_told_with_a_reason():
    dealt = Deal(*read_board("1 1 1 / 1 * 1"), (0, 1, 2))
    moves = [Action("flag", 3, 0.5), Action("unflag", 3), Action("open", 4, 2.5)]
    answer = reviews.review(Replay(dealt, moves)).as_json()
    flag, taken, needless = answer["moves"]
    assert (flag["verdict"], flag["certain"]) == ("wrong", "r2c1")
    assert flag["why"][-1].endswith("r2c1 is safe.")
    assert taken["verdict"] == "nothing"
    assert (needless["verdict"], needless["risk"], needless["certain"]) == ("needless", 1, "r2c1")
    assert needless["why"]
    assert (answer["outcome"], answer["exploded"], answer["luck"]) == ("lost", "r2c2", 0)
    assert (answer["seconds"], answer["needless"], answer["solved"]) == (2.5, 1, 3)
    assert (answer["3bv_per_second"], answer["efficiency"]) == (0, 0)  # every cell was given


def test_speed_and_efficiency_count_what_the_players_own_clicks_did():
    dealt = Deal(*read_board("1 1 1 / 1 * 1"), (0, 1, 2))
    moves = [Action("open", 3, 0.5), Action("open", 5, 2.0)]
    answer = reviews.review(Replay(dealt, moves)).as_json()
    assert (answer["solved"], answer["3bv"]) == (5, 5)
    assert (answer["3bv_per_second"], answer["efficiency"]) == (1, 1)


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "open r2c2: a certain mine; r2c1 was safe."), ("zh-Hant", "確定的地雷")],
)
def test_the_command_calls_a_certain_mine_that(tmp_path, run, language, said):
    dealt = Deal(*read_board("1 1 1 / 1 * 1"), (0, 1, 2))
    file = tmp_path / "game.json"
    file.write_text(replay.write(Replay(dealt, [Action("open", 4, 2.5)])))
    status, out, _ = run("review", file, "--language", language)
    assert status == 0
    line = out.splitlines()[0]
    assert said in line
    assert "100" not in line


def test_the_best_guess_is_told_beside_a_worse_one():
    dealt = deal("expert", start="open", seed=1)
    game = Game(dealt)
    play_game(game, strategy("complete").player())
    worst = next(cell for cell in game.view.unmarked if dealt.layout[cell])
    solved = games.solve(dealt, "complete")
    lost = Replay(dealt, [*solved.replay.moves, Action("open", worst)], flood=False)
    answer = reviews.review(lost).as_json()
    last = answer["moves"][-1]
    assert answer["outcome"] == "lost"
    assert answer["exploded"] == last["cell"]
    assert last["verdict"] == "risk"
    assert last["best"]["safe"] >= 1 - last["risk"]
    assert answer["luck"] == pytest.approx(1 - last["risk"])


@pytest.mark.parametrize(
    ("level", "numbers"),
    [
        ("easy", range(100)), ("intermediate", range(40)), ("expert", range(20)),
        slow("easy", range(100, 500)), slow("intermediate", range(40, 350)),
        slow("expert", range(20, 150)),
    ],
)  # fmt: skip
def test_games_of_least_risk_have_no_needless_risk(level, numbers):
    for number in numbers:
        dealt = deal(level, start="safe", seed=77, number=number)
        player, moves = strategy("least-risk").player(), []
        play_game(Game(dealt), player, after=moves.append)
        made = [Action("flag" if one.verdict is MINE else "open", one.cell) for one in moves]
        found = review(Replay(dealt, made, flood=False))
        assert not found.needless
        # The player and the review agree on what is certain.
        risky = [move.cell for move in moves if not move.certain]
        assert [note.action.cell for note in found.risks] == risky


def test_a_careless_player_is_caught():
    """The same games with some early guesses have needless risks."""
    chance, caught = random.Random(1), 0
    for number in range(30):
        dealt = deal("easy", start="open", seed=5, number=number)
        game = Game(dealt)
        game.flood(dealt.initial[0])
        cell = chance.choice(game.view.hidden)
        note = review(Replay(dealt, [Action("open", cell)])).notes[0]
        caught += note.verdict == "needless"
    assert caught > 10


def test_a_mine_that_is_opened_when_nothing_else_is_left_is_a_certain_mine():
    dealt = Deal(Board(2, 2), bytes([0, 1, 1, 1]), (0,))
    answer = reviews.review(Replay(dealt, [Action("open", 1)]))
    assert (answer.moves[0].risk, answer.moves[0].best) == (1.0, None)
    assert str(answer.moves[0]) == "1  open r1c2: a certain mine"


SMALL = {"schema": 1, "rows": 1, "cols": 3, "mines": ["r1c3"], "moves": []}


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"schema": 2}, "schema: expected 1, not 2"),
        ({"rows": 0}, "no cells"),
        ({"rows": "1"}, "rows: '1' is not a number"),
        ({"cols": None}, "cols: missing"),
        ({"shape": "cube"}, "shape: one of grid"),
        ({"mines": "r1c3"}, "mines: 'r1c3' is not a list"),
        ({"mines": ["r2c1"]}, "lies outside the 3x1"),
        ({"mines": [3]}, "mines: 3 is not a cell"),
        ({"mines": ["r1c3", "r1c3"]}, "mines: a cell is named twice"),
        ({"given": ["r1c3"]}, "given: r1c3 is a mine"),
        ({"flood": 1}, "flood: 1 is not true or false"),
        ({"flod": False}, "unknown member 'flod': schema, rows, cols"),
        ({"moves": {}}, "moves: {} is not a list"),
        ({"moves": [1]}, "move 1: expected an object"),
        ({"moves": [{"do": "open"}]}, "move 1: cell: missing"),
    ],
)
def test_a_replay_that_cannot_be_is_refused_with_its_place(change, why):
    with pytest.raises(BadInput, match=why):
        replay.read(json.dumps(SMALL | change)).end()


@pytest.mark.parametrize(
    ("moves", "why"),
    [
        ([{"do": "flag", "time": 1}], "move 1: unknown member 'time': do, cell, t"),
        ([{"do": "flag", "t": 1.5}, {"do": "unflag"}, {"do": "flag", "t": 1.25}],
         "move 3: t: 1.25 is less than 1.5, the time of an earlier move"),
        ([{"do": "jump"}], "move 1: do: one of open"),
        ([{"do": "open", "cell": "r9c9"}], "move 1: 'r9c9' lies outside"),
        ([{"do": "open", "t": "soon"}], "move 1: t: seconds"),
        ([{"do": "open", "t": -1}], "move 1: t: seconds"),
        ([{"do": "open"}, {"do": "open", "cell": "r1c1"}], "move 2: the game is over"),
    ],
)  # fmt: skip
def test_a_move_that_cannot_be_is_refused_with_its_number(moves, why):
    made = [{"cell": "r1c3"} | move for move in moves]
    with pytest.raises(BadInput, match=why):
        replay.read(json.dumps(SMALL | {"moves": made})).end()


def test_solve_saves_what_review_and_measure_read(run):
    args = ["solve", "--level", "intermediate", "--start", "open", "--strategy", "least-risk"]
    run(*args, "--seed", 4, "--replay", "game.json")
    status, out, err = run("review", "game.json")
    assert (status, err) == (0, "")
    assert "certain" in out
    assert out.splitlines()[-1].startswith(("won", "lost"))
    status, out, _ = run("review", "game.json", "--json")
    reviewed = json.loads(out)
    assert reviewed["needless"] == 0
    assert len(reviewed["moves"]) == reviewed["clicks"]
    status, out, _ = run("measure", "game.json", "--json")
    measured = json.loads(out)
    assert status == 0
    assert measured["3bv"] == reviewed["3bv"]
    assert measured["luck"] == reviewed["luck"]
    assert "3BV" in run("measure", "game.json")[1]


def test_measure_reads_boards_in_every_format(run, tmp_path):
    (tmp_path / "board.mbf").write_bytes(bytes.fromhex("0403000203000101"))
    (tmp_path / "board.txt").write_text("4x3:3,2,m624\n4x3:3,2,u140\n")
    assert run("measure", "board.mbf")[1] == "3BV 7, openings 1, islands 1, ZiNi 5\n"
    lines = run("measure", "board.txt", "--json")[1].splitlines()
    assert [json.loads(line)["3bv"] for line in lines] == [7, 7]


def test_every_command_reads_every_format(run, tmp_path):
    (tmp_path / "link").write_text("https://x.org/?analysis=aeadaaacmTlUnS")
    (tmp_path / "request").write_text('{"board": "11xx\\n1xxx\\n111x", "total_mines": 2}')
    (tmp_path / "mine").write_text("4x3x2\n11HH\n1HHH\n111H\n")
    for name, *more in (["analyse"], ["explain", "r2c2"], ["convert", "--to=opb"],
                        ["convert", "--to=mine"]):  # fmt: skip
        said = {run(name, file, *more)[:2] for file in ("link", "request", "mine")}
        assert len(said) == 1
        assert said.pop()[1]
    (tmp_path / "id").write_text("9x9:4,1,mf98fd4eb16696fa80d508\n")
    run("convert", "id", "--to", "mbf", "--out", "mbf")
    run("convert", "mbf", "--to", "mine", "--out", "full")
    answers = [
        json.loads(run("solve", file, "--start", "open:r2c5", "--json")[1])
        for file in ("id", "mbf", "full")
    ]
    assert len({answer["truth"] for answer in answers}) == 1
    assert {answer["outcome"] for answer in answers} == {"won"}
    begun = json.loads(run("solve", "id", "--json")[1])  # a game id contains the first click
    assert begun["start"] == "open:r2c5"


def test_rows_without_a_mine_count_are_converted_with_one(run, tmp_path):
    (tmp_path / "rows").write_text("x1\nxx\n")
    assert run("convert", "rows", "--mines", 1, "--to", "mine")[1] == "2x2x1\nH1\nHH\n"
