"""Regression tests of the page: each repeats the steps that showed a defect."""

import re

import pytest

from mineproof import answers
from page_visit import (
    BEGINNER,
    BOARD,
    CHINESE,
    PAGE,
    TOUCH,
    VIEWS,
    cell,
    expect,
    game_of,
    has_cells,
    lose,
    marks,
    shown,
)


def test_w_on_a_fresh_board_lets_the_reader_point_at_a_cell(sit):
    page, game = sit().go(BOARD), game_of("intermediate", 2026)
    page.keyboard.press("w")
    expect(page.locator("#toast")).to_contain_text(PAGE["point at a cell"])
    assert "r1c1" not in page.inner_text("#play-panel")
    expect(page.locator("#ask-why")).to_have_attribute("aria-pressed", "true")
    before = shown(page)
    cell(page, answers.analyse(game.view).analysis.safe[0]).click()
    page.locator(".done").wait_for()
    assert shown(page) == before


def test_space_on_a_button_of_watch_presses_that_button_alone(sit):
    page = sit().go("#watch?level=beginner&start=open&seed=22&strategy=saturate&at=0")
    page.get_by_role("button", name=PAGE["step on"]).focus()
    page.keyboard.press("Space")
    page.keyboard.press("Space")
    expect(page.locator("#runs .panel")).to_contain_text("step 2 of")
    expect(page.locator(".run-button")).to_have_text(PAGE["run"])


def test_marks_of_the_analysis_give_way_to_an_argument_and_come_back(sit):
    page, game = sit().go(BOARD), game_of("intermediate", 2026)
    page.check("#assist-odds")
    page.locator("#play-board .k-odds").first.wait_for()
    cell(page, answers.analyse(game.view).analysis.safe[0]).focus()
    page.keyboard.press("w")
    page.locator(".done").wait_for()
    assert marks(page, "odds") == []
    assert marks(page, "clue")
    page.keyboard.press("Escape")
    assert marks(page, "odds")
    assert marks(page, "clue") == []


def test_an_unknown_level_is_refused_in_a_sentence_and_leaves_no_old_board(sit):
    page = sit().go(BEGINNER)
    page.goto(page.url.split("#")[0] + "#play?level=foo")
    page.get_by_role("heading", name=PAGE["no board"]).wait_for()
    assert page.locator("#play-board .c").count() == 0
    assert page.inner_text("#where") == ""
    page.click("#language")
    expect(page.locator("nav a").first).to_have_text(CHINESE["play"])
    page.keyboard.press("n")
    page.get_by_role("dialog").wait_for()
    page.keyboard.press("Escape")
    page.go_back()
    has_cells(page, 81, "play")


def test_an_address_that_holds_no_position_says_so_and_shows_its_text(sit):
    page = sit().go("#analyse?position=garbage")
    page.get_by_role("heading", name=PAGE["cannot read"]).wait_for()
    assert page.inner_text("#analyse-panel .problem")
    assert page.input_value("#analyse-panel textarea") == "garbage"
    has_cells(page, 81, "analyse")


def test_a_text_without_a_mine_count_is_asked_for_it(sit):
    page = sit().go("#analyse")
    page.fill("#analyse-panel textarea", "1 1 1 / # # #")
    page.get_by_role("button", name=PAGE["read it"]).click()
    page.get_by_role("heading", name=PAGE["how many mines"]).wait_for()
    has_cells(page, 81, "analyse")  # the page assumes no size
    page.get_by_role("spinbutton", name=PAGE["mine number"]).last.fill("1")
    page.keyboard.press("Enter")
    has_cells(page, 6, "analyse")
    assert page.url.endswith("#analyse?position=3x2x1/111/HHH")
    page.locator("#analyse-board .k-mine").wait_for()
    assert marks(page, "mine", "analyse") == [4]


@pytest.mark.parametrize("text", ["111\n___", "111\n---", "1️⃣1️⃣1️⃣\n🟦🟦🟦"])
def test_boards_with_other_marks_are_read(sit, text):
    page = sit().go("#analyse")
    page.fill("#analyse-panel textarea", f"3x2x1\n{text}")
    page.get_by_role("button", name=PAGE["read it"]).click()
    has_cells(page, 6, "analyse")
    assert shown(page, "analyse") == "111HHH"


def test_an_explanation_leaves_with_its_position(sit):
    page, game = sit().go(BOARD), game_of("intermediate", 2026)
    safe = answers.analyse(game.view).analysis.safe
    cell(page, safe[0]).focus()
    page.keyboard.press("w")
    page.locator(".done").wait_for()
    cell(page, safe[1]).click()
    expect(page.locator(".done")).to_have_count(0)
    assert marks(page, "clue") == []
    page.get_by_role("heading", name=PAGE["invite title"]).wait_for()


def test_on_a_phone_the_exploded_mine_is_seen_above_the_sheet(sit):
    page, game = sit(**TOUCH).go(BEGINNER), game_of("beginner", 22)
    lowest = max(answers.analyse(game.view).analysis.mined)
    cell(page, lowest).tap()
    page.get_by_role("heading", name=PAGE["lost"]).wait_for()
    page.locator("#play-panel .facts").wait_for()
    mine, sheet = (page.locator(one).bounding_box() for one in ("#play-board .x", "#play-panel"))
    assert mine["y"] > 0
    assert mine["y"] + mine["height"] <= sheet["y"]


def test_a_certain_mine_that_was_opened_is_called_that(sit):
    page, game = sit().go(BOARD), game_of("intermediate", 2026)
    name = game.view.board.name(lose(page, game))
    page.locator(".review button").wait_for()
    assert page.locator(".review button").inner_text().endswith(f"{name} was a mine for certain")
    assert "100 %" not in page.inner_text("#play-panel .review")


def test_a_board_that_needs_no_move_is_not_called_solved(sit):
    page = sit().go("#play?size=3x3&mines=9&start=given&safe_cells=0")
    page.get_by_role("heading", name=PAGE["pointless title"]).wait_for()
    assert "0.0" not in page.inner_text("#play-panel")
    assert page.get_attribute("#time", "class") == "chip"


@pytest.mark.parametrize(
    ("view", "has", "lacks"),
    [("play", "chords", "step keys"), ("watch", "step keys", "chords"),
     ("analyse", "digits key", "chords")],
)  # fmt: skip
def test_help_shows_the_keys_of_this_view(sit, view, has, lacks):
    page = sit().go(f"#{view}")
    page.keyboard.press("?")
    keys = page.get_by_role("dialog")
    keys.get_by_text(PAGE[has], exact=True).wait_for()
    assert keys.get_by_text(PAGE[lacks], exact=True).count() == 0
    assert re.search(PAGE[view], keys.get_by_role("heading").inner_text())


def test_a_view_that_was_left_does_not_write_its_address(sit):
    """The address changes at once, but the browser reports it later: Analyse is still shown."""
    page = sit().go(VIEWS["analyse"])
    clear = page.get_by_role("button", name=PAGE["clear"], exact=True)
    clear.wait_for()
    clear.evaluate("(button) => { location.hash = '#learn'; button.click(); }")
    expect(page.locator("#learn-home")).to_be_visible()
    assert page.evaluate("location.hash") == "#learn"
