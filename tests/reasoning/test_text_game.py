"""The game in text: each move is compared with all layouts that fit, by a SAT solver."""

import pytest

import oracle
from mineproof import Game, custom
from mineproof.reason.depth import depth_of
from mineproof.reasoning.text_game import TextGame

SMALL = custom("5x5", 4)


def move(game, do, cell):
    _, reward, ended, _, info = game.step(f"{do} {game.game.view.board.name(cell)}")
    [made] = info["moves"]
    assert (made["do"], game.game.view.board.index(made["cell"])) == (do, cell)
    return reward, ended, made["judged"], made["risk"]


@pytest.mark.parametrize(("level", "depth"), [("easy", 1), ("easy", 2), (custom("6x6", 8), 3)])
def test_a_game_without_a_guess_earns_one(core, level, depth):
    game = TextGame(level, depth=depth)
    for episode in range(3):
        _, info = game.reset(seed=4) if episode == 0 else game.reset()
        assert (info["depth"], info["outcome"]) == (depth, "unfinished")
        assert depth_of(game.game.deal) == (depth, info["uses_count"])
        earned, ended = 0.0, False
        while not ended:
            safe, _ = oracle.certain_by_sat(game.game.view)
            for cell in sorted(safe):
                if game.game.view.cells[cell] < 0 and not ended:
                    reward, ended, judged, risk = move(game, "open", cell)
                    assert (judged, risk) == ("certain", 0)
                    earned += reward
        assert game.game.won
        assert earned == pytest.approx(1)


def test_luck_neither_earns_nor_costs_and_is_told_from_what_is_wrong(core):
    game, seen = TextGame(SMALL), set()
    game.reset(seed=2)
    for _ in range(40):
        start = game.game
        fitting = oracle.layouts(start.view)
        for cell in start.view.hidden:
            for do in ("open", "flag"):
                game.game = start.copy()
                share = sum(cell in mines for mines in fitting) / len(fitting)
                mine = bool(start.deal.layout[cell])
                reward, ended, judged, risk = move(game, do, cell)
                assert risk == pytest.approx(share)
                if do == "flag":
                    expected = {0: "wrong", 1: "certain"}.get(share, "undecided")
                    assert reward == 0
                else:
                    luck = "unlucky" if mine else "lucky"
                    expected = {0: "certain", 1: "wrong"}.get(share, luck)
                    assert reward > 0 if share == 0 else reward == pytest.approx(-share)
                    assert ended == (mine or game.game.won)
                assert judged == expected
                seen.add((do, judged))
        game.reset()
    assert seen == {(do, judged) for do, all_ in {
        "open": ["certain", "wrong", "lucky", "unlucky"], "flag": ["certain", "wrong", "undecided"],
    }.items() for judged in all_}  # fmt: skip


def test_an_answer_may_have_several_moves_and_odd_text_does_nothing():
    game = TextGame(SMALL)
    game.reset(seed=2)
    before = str(game.game.view)
    for text in ("", "hello", "r1c1", "open r99c99", "open", "flag r1c", "safe r1c1", "\0"):
        _, reward, ended, cut, info = game.step(text)
        assert (reward, ended, cut, info["moves"]) == (0, False, False, [])
        assert str(game.game.view) == before
    safe, mined = oracle.certain_by_sat(game.game.view)
    names = game.game.view.board.names
    safe, mined = names(sorted(safe)), names(sorted(mined))
    answer = f"**Open** {', '.join(safe)}\nflag {' '.join(mined)} {' '.join(mined)}"
    _, reward, *_, info = game.step(answer)
    assert {one["judged"] for one in info["moves"]} <= {"certain", "nothing"}
    assert reward > 0
    assert len(info["moves"]) == len(safe + mined)


def test_a_game_ends_after_as_many_steps_as_cells_and_the_next_one_is_another():
    game = TextGame(SMALL)
    first, info = game.reset(seed=2)
    cuts = [game.step("pass")[3] for _ in range(25)]
    assert cuts == [False] * 24 + [True]
    second, later = game.reset()
    assert later["number"] > info["number"]
    assert game.reset(seed=2) == (first, info)
    assert game.reset() == (second, later)


def test_after_the_end_nothing_happens():
    game = TextGame(SMALL)
    game.reset(seed=2)
    lost = game.game.deal.layout.index(1)
    assert move(game, "open", lost)[1]
    assert game.game.outcome == "lost"
    hidden = game.game.deal.layout.index(0)
    assert move(game, "open", hidden) == (0, True, "nothing", 0)
    assert isinstance(game.game, Game)


def test_a_flagged_cell_can_be_opened_and_a_board_is_never_over_at_the_start():
    game = TextGame(custom("4x4", 1))
    for _ in range(20):
        game.reset()
        assert not game.game.over
    cell = min(oracle.certain_by_sat(game.game.view)[0])
    assert move(game, "flag", cell)[2] == "wrong"
    assert move(game, "flag", cell)[2] == "nothing"
    assert move(game, "open", cell)[2] == "certain"
