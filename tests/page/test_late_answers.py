"""What is known of one position is not shown on another, also if the answer comes late."""

import json

import pytest

from mineproof import read
from page_games import certain_cells, game_of, text_of
from page_visit import BEGINNER, PAGE, expect

IN_PLAY = "#play?board=5x5x1/11100/1M100/11100/00000/00000&cells=r1c1"
IN_ANALYSE = "#analyse?position=5x5x4/11HHH/1HHHH/HHHHH/HHHHH/HHHHH"

# Answers to the questions whose JSON matches wait until `questions.release` is called with the kind
# of a refusal or with nothing. `questions.open` counts the questions without an answer.
HOLD = """async (pattern) => {
  const module = await import("./engine/engine.js");
  const { Refusal } = module;
  const engine = await module.engine;
  const questions = { open: 0, held: 0 };
  const released = new Promise((done) => { questions.release = done; });
  const { ask } = engine;
  const answer = async (...all) => {
    if (new RegExp(pattern).test(JSON.stringify(all))) {
      questions.held += 1;
      const kind = await released;
      if (kind) throw new Refusal("late", kind);
    }
    return ask(...all);
  };
  engine.ask = (...all) => {
    questions.open += 1;
    return answer(...all).finally(() => { questions.open -= 1; });
  };
  window.questions = questions;
}"""
RELEASE = """async (kind) => {
  const frame = () => new Promise(requestAnimationFrame);
  questions.release(kind);
  do { await frame(); await frame(); } while (questions.open);
}"""


def hold(page, pattern):
    page.evaluate(HOLD, pattern)


def wait_for_question(page):
    page.wait_for_function("() => questions.held")


def release(page, kind=None):
    """Let the answers go on, as refusals if a kind is given, and wait until all are shown."""
    page.evaluate(RELEASE, kind)


def test_switches_do_not_mark_an_earlier_position_with_what_is_known_now(sit):
    page, game = sit().go(BEGINNER), game_of("beginner", 22)
    page.open_certain(game, 4)
    page.review_game(3)
    page.heading("move of", n=2, of=4).wait_for()
    hold(page, "^$")  # none
    page.check("#assist-certain")
    page.check("#assist-odds")
    release(page)
    assert page.marks("safe") == page.marks("mine") == page.marks("odds") == []
    page.locator(".timeline").focus()
    page.keys("Escape", "Escape")
    page.until_marked("safe")  # they are back with the present position
    assert page.certain_marks() == certain_cells(game.view)
    page.review_game(1)
    page.keys("ArrowRight", "Escape")
    page.until_marked("safe")
    assert page.certain_marks() == certain_cells(game.view)


@pytest.mark.smoke
def test_odds_of_the_position_before_do_not_stay_without_an_answer(sit):
    page, game = sit().go(BEGINNER), game_of("beginner", 22)
    odds = page.locator("#play-board .k-odds")
    page.check("#assist-odds")
    odds.first.wait_for()
    hold(page, '"analyse"')
    page.open_certain(game, 1)
    wait_for_question(page)
    expect(odds).to_have_count(0)
    release(page)
    odds.first.wait_for()
    hold(page, '"analyse"')
    release(page, "too wide")  # at once
    page.open_certain(game, 1)
    expect(odds).to_have_count(0)


@pytest.mark.parametrize(
    ("link", "view", "position"),
    [(IN_PLAY, "play", "5x5x1/1HHHH/HHHHH/HHHHH/HHHHH/HHHHH"),
     (IN_ANALYSE, "analyse", IN_ANALYSE.partition("=")[2])],
    ids=["play", "analyse"],
)  # fmt: skip
def test_a_late_answer_about_another_shape_is_not_shown(sit, link, view, position):
    page = sit().go(BEGINNER)
    page.assist("certain")
    hold(page, '"analyse"(?!.*torus)')
    page.follow(link)
    page.has_cells(25, view)
    wait_for_question(page)
    page.follow(f"{link}&shape=torus")
    page.locator(f"#{view}-board .k-safe, #{view}-board .k-odds").first.wait_for()
    release(page)
    assert page.certain_marks(view) == certain_cells(read(position, shape="torus"))


def test_a_replay_that_is_read_late_does_not_replace_another_board(sit, tmp_path):
    page = sit().go(BEGINNER)
    file = tmp_path / "game.json"
    file.write_text(json.dumps({"schema": 1, "rows": 1, "cols": 3, "mines": ["r1c3"], "moves": []}))
    hold(page, '"read"')
    page.set_input_files("#load-file", file)
    wait_for_question(page)
    page.follow(BEGINNER.replace("22", "5"))
    page.until_shown(game_of("beginner", 5))
    release(page)
    page.has_cells(81)
    assert page.url.endswith("seed=5")


@pytest.mark.both_kinds
def test_a_move_while_the_next_board_is_dealt_belongs_to_the_game_on_the_board(sit):
    page, game = sit().go(BEGINNER), game_of("beginner", 22)
    hold(page, '"deal".*23')
    following = BEGINNER.replace("22", "23")
    page.follow(following)
    wait_for_question(page)
    page.open_certain(game, 2)
    page.until_stored(2)
    assert page.stored(f"game {following}") is None
    last = game_of("beginner", 24)
    page.follow(BEGINNER.replace("22", "24"))
    page.until_shown(last)
    release(page)
    assert page.shown() == text_of(last)  # the board that is dealt late is not shown
    page.follow(BEGINNER)
    page.until_shown(game)


def test_a_mine_count_that_is_late_does_not_replace_the_next_position(sit):
    page = sit().go("#analyse")
    page.paste("1 1 1 / # # #")
    page.heading("how many mines").wait_for()
    hold(page, '"read".*1 1 1')
    page.get_by_role("spinbutton", name=PAGE["mine number"]).last.fill("1")
    page.keys("Enter")
    wait_for_question(page)
    page.follow("#analyse?position=2x2x1/1H/HH")
    page.has_cells(4, "analyse")
    release(page)
    page.has_cells(4, "analyse")
    assert page.url.endswith("#analyse?position=2x2x1/1H/HH")


def test_a_late_refusal_does_not_replace_the_next_game_of_watch(sit):
    page = sit().go("#watch?size=4x4&mines=3&seed=5&start=open")
    hold(page, '"solve".*"seed":6')
    page.follow("#watch?size=4x4&mines=3&seed=6&start=open")
    page.locator("#runs .quiet", has_text=PAGE["thinking"]).wait_for()
    page.follow("#watch?size=5x5&mines=5&seed=0&start=open")
    expect(page.locator("#runs .c")).to_have_count(25)
    release(page, "too long")
    expect(page.locator("#runs .problem")).to_have_count(0)
    expect(page.locator("#runs .c")).to_have_count(25)
