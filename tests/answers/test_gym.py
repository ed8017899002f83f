"""The environment for reinforcement learning: it hides the mines, and repeats for a seed."""

import subprocess
import sys
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import mineproof.gym_env as gym_env
import oracle
from mineproof import BadInput, Game, deal
from mineproof.game.levels import custom
from places import ROOT

NAME = "mineproof/Minesweeper-v0"


def make(**settings):
    return gymnasium.make(NAME, **settings)


def make_many(count, **settings):
    return gymnasium.make_vec(
        NAME, num_envs=count, vectorization_mode="vector_entry_point", **settings
    )


@pytest.mark.parametrize("settings", [{}, {"start": "safe"}, {"level": "expert", "teacher": True}])
def test_gymnasium_finds_nothing_to_say(settings):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=".*was an integer.*|.*render.*")
        check_env(make(**settings).unwrapped)


@pytest.mark.parametrize("shape", ["grid", "torus", "hex"])
def test_an_episode_is_the_game_of_the_same_seed(shape):
    """Compare every step with a Game on the same deal."""
    env, chance = make(start="safe:r2c2", shape=shape), np.random.default_rng(1)
    for episode in range(20):
        seen, info = env.reset(seed=5) if episode == 0 else env.reset()
        game = Game(deal("beginner", start="safe:r2c2", seed=5, number=episode, shape=shape))
        game.flood(game.deal.initial[0])
        over, total, before = False, 0.0, game.opened
        while not over:
            assert (seen.ravel() == game.view.cells).all()
            assert (info["action_mask"] == (np.asarray(game.view).ravel() < 0)).all()
            cell = chance.choice(np.flatnonzero(info["action_mask"]))
            seen, reward, over, cut, info = env.step(cell)
            total += reward
            game.flood(int(cell))
            assert over == (game.won or game.exploded is not None)
            assert not cut
        opened = (game.opened - before) / 71
        assert total == pytest.approx(opened - (game.exploded is not None))


def test_opening_an_open_cell_changes_nothing():
    env = make()
    seen, info = env.reset(seed=1)
    opened = int(np.flatnonzero(info["action_mask"] == 0)[0])
    again, reward, over, _, _ = env.step(opened)
    assert (again == seen).all()
    assert (reward, over) == (0, False)


@pytest.mark.parametrize("action", ["x", 3.5, None])
def test_an_action_that_is_no_whole_number_is_refused(action):
    one, many = make(), make_many(1)
    for env, given in ((one, action), (many, np.array([action]))):
        env.reset(seed=1)
        with pytest.raises(TypeError, match="an action is the index of a cell, 0 to 80"):
            env.unwrapped.step(given)


@pytest.mark.parametrize("action", [81, -1])
def test_an_action_that_is_no_cell_is_refused_in_one_line(action):
    one, many = make(), make_many(2)
    for env, given in ((one, action), (many, np.array([0, action]))):
        env.reset(seed=1)
        with pytest.raises(BadInput, match=rf"action {action}: .* 0 to 80 on a 9x9 board"):
            env.unwrapped.step(given)


def test_the_same_seed_deals_the_same_boards_whatever_is_played():
    boards = []
    for stride in (1, 3):
        env = make(start="safe")
        firsts = [env.reset(seed=9)[0]]
        for _ in range(300):
            _, _, over, _, info = env.step(0)
            hidden = np.flatnonzero(info["action_mask"])
            while not over:
                _, _, over, _, info = env.step(hidden[stride % len(hidden)])
                hidden = np.flatnonzero(info["action_mask"])
            firsts.append(env.reset()[0])
        boards.append(np.array(firsts))
    assert (boards[0] == boards[1]).all()
    unseeded = {make(level="expert").reset()[0].tobytes() for _ in range(5)}
    assert len(unseeded) == 5


def test_many_games_are_the_single_games_side_by_side(core):
    count, chance = 7, np.random.default_rng(2)
    many = make_many(count, level=custom("6x5", 6))
    seen, info = many.reset(seed=3)
    episode, games = [0] * count, []

    def begin(game):
        dealt = deal(custom("6x5", 6), start="open", seed=3, number=episode[game] * count + game)
        episode[game] += 1
        now = Game(dealt)
        now.flood(dealt.initial[0])
        return now

    games = [begin(game) for game in range(count)]
    over = np.zeros(count, dtype=bool)
    for _ in range(80):
        for game, now in enumerate(games):
            if now.exploded is None:
                assert (seen[game].ravel() == now.view.cells).all()
        mask = info["action_mask"]
        cells = [int(chance.choice(np.flatnonzero(row))) if row.any() else 0 for row in mask]
        seen, rewards, ended, _, info = many.step(np.array(cells))
        for game, cell in enumerate(cells):
            if over[game]:
                games[game] = begin(game)
                assert rewards[game] == 0
                assert not ended[game]
            else:
                before = games[game].opened
                games[game].flood(cell)
                lost = games[game].exploded is not None
                gained = (games[game].opened - before) / 24
                assert rewards[game] == pytest.approx(-1 if lost else gained)
                assert ended[game] == (lost or games[game].won)
        over = ended.copy()
    assert max(episode) > 3


def test_a_teacher_knows_what_brute_force_knows():
    env = make(level=custom("4x4", 3), start="safe", teacher=True)
    many = make_many(2, level=custom("4x4", 3), start="safe", teacher=True)
    _, together = many.reset(seed=4)
    _, info = env.reset(seed=4)
    assert (together["odds"][0] == info["odds"]).all()
    view = env.unwrapped._view()
    every = oracle.layouts(view)
    for cell in range(16):
        share = sum(cell in layout for layout in every) / len(every)
        hidden = view.cells[cell] < 0
        assert info["odds"][cell] == pytest.approx(share if hidden else 0)
        assert info["certain"][cell] == (hidden and share == 0)


def test_a_start_with_given_cells_is_refused():
    with pytest.raises(gymnasium.error.Error, match="safe or open"):
        gym_env.Minesweeper(start="given")


def test_a_game_can_be_shown():
    env = make(render_mode="ansi")
    env.reset(seed=1)
    assert env.render().count("\n") == 8


def test_the_example_compares_a_policy_with_least_risk():
    done = subprocess.run(
        [sys.executable, ROOT / "examples" / "policy.py", "--games", "40"],
        capture_output=True, text=True, timeout=600, check=True,
    )  # fmt: skip
    assert "least-risk" in done.stdout
    assert "difference" in done.stdout
