"""Why? on the page: choosing a cell by pointing, in every view; hints in stages."""

import re

import pytest

from mineproof.answers import analysis, explanation
from mineproof.proof.check import judge
from page_games import cells_of, certain_cells, game_of, mined_cell, text_of
from page_visit import BEGINNER, BOARD, PAGE, TOUCH, expect, icons

POSITION = "#analyse?position=3x2x1/111/HHH"


@pytest.mark.smoke
def test_the_mode_explains_cell_after_cell_and_opens_none(sit):
    page, game = sit().go(BOARD), game_of("intermediate", 2026)
    safe, mined = certain_cells(game.view)
    before = page.shown()
    page.click("#ask-why")
    page.cell(safe[0]).click()
    page.heading("why safe", cell=game.view.board.name(safe[0])).wait_for()
    page.cell(mined[0]).click()
    page.heading("why mine", cell=game.view.board.name(mined[0])).wait_for()
    assert page.shown() == before
    page.keys("Escape")  # the mode ends, the explanation stays
    expect(page.locator("#ask-why")).to_have_attribute("aria-pressed", "false")
    assert page.marks("clue")
    page.open(game, safe[0])
    assert page.shown() == text_of(game)


def test_w_asks_about_the_cell_under_the_pointer_or_with_the_focus_whichever_came_last(sit):
    page, game = sit().go(BOARD), game_of("intermediate", 2026)
    safe, mined = certain_cells(game.view)
    names = game.view.board.name
    page.cell(safe[0]).hover()
    page.keys("w")
    page.heading("why safe", cell=names(safe[0])).wait_for()
    page.cell(mined[0]).focus()
    page.keys("w")
    page.heading("why mine", cell=names(mined[0])).wait_for()
    page.cell(safe[1]).hover()
    page.keys("w")
    page.heading("why safe", cell=names(safe[1])).wait_for()
    page.cell(34).focus()  # an open cell
    page.keys("w")
    page.heading("why open title").wait_for()


def test_the_button_opens_a_flagged_cell_and_never_takes_a_right_flag_away(sit):
    page, game = sit().go(BOARD), game_of("intermediate", 2026)
    safe, mined = certain_cells(game.view)
    for one in (safe[0], mined[0]):
        page.cell(one).click(button="right")
    page.cell(mined[0]).hover()
    page.keys("w", until=".done.mine")
    page.get_by_text(PAGE["flagged already"]).wait_for()
    assert page.button("flag it").count() == 0
    page.cell(mined[1]).hover()
    page.keys("w")
    page.button("flag it").click()
    game.flag(mined[0])
    game.flag(mined[1])
    page.cell(safe[0]).hover()
    page.keys("w")
    page.button("open flagged").click()
    game.flood(safe[0])
    assert page.shown() == text_of(game)


@pytest.mark.smoke
def test_a_hint_shows_the_clues_then_the_cells_then_the_words(sit):
    page, game = sit().go(BOARD), game_of("intermediate", 2026)
    page.assist("certain")
    best = analysis.analyse(game.view).best
    told = explanation.explain(game.view, best.cell).as_json()
    page.click("#may-guess")
    page.button("hint button").click()
    page.get_by_role("heading", name="Hint 1 of 3").wait_for()
    clues = cells_of(game.view, told["clues"])
    assert (page.marks("clue"), page.marks("one-of"), page.marks("safe")) == (clues, [], [])
    page.button("hint more").click()
    page.get_by_role("heading", name="Hint 2 of 3").wait_for()
    assert page.marks("asked") == cells_of(game.view, [best.cell])
    assert page.marks("safe") == []  # the hint does not say whether it is safe
    assert not set(told["why"]) & set(page.locator("#play-panel p").all_inner_texts())
    page.button("hint words").click()
    page.locator(".done").wait_for()
    assert page.locator(".argument li").all_inner_texts() == told["why"]
    page.button("back").click()
    page.get_by_role("heading", name="Hint 2 of 3").wait_for()
    page.keys("Escape")
    page.heading("no guess needed").wait_for()


@pytest.mark.smoke
def test_a_long_press_offers_to_flag_to_ask_and_to_open(sit):
    page, game = sit(**TOUCH).go(BEGINNER), game_of("beginner", 22)
    safe, mined = certain_cells(game.view)
    page.hold(page.cell(mined[0]))
    expect(page.get_by_role("menuitem")).to_have_text(
        [PAGE["flag it"], PAGE["why button"], PAGE["open it"]]
    )
    page.get_by_role("menuitem", name=PAGE["why button"]).tap()
    page.locator(".done.mine").wait_for()
    asked, sheet = page.cell(mined[0]).bounding_box(), page.locator("#play-panel").bounding_box()
    assert 0 < asked["y"] < asked["y"] + asked["height"] <= sheet["y"]
    page.button("close").tap()
    expect(page.locator("#play-panel.sheet")).to_have_count(0)
    page.hold(page.cell(safe[0]))
    page.get_by_role("menuitem", name=PAGE["open it"]).tap()
    game.flood(safe[0])
    page.until_shown(game)
    # Another address closes the menu.
    page.hold(page.cell(mined[0]))
    expect(page.get_by_role("menu")).to_be_visible()
    page.follow("#play?level=beginner&start=open&seed=23")
    expect(page.get_by_role("menu")).to_have_count(0)


def test_the_finger_may_slide_to_what_it_wants(sit):
    page, game = sit(**TOUCH).go(BEGINNER), game_of("beginner", 22)
    mine = mined_cell(game)
    page.hold(page.cell(mine), slide_to=page.get_by_role("menuitem", name=PAGE["flag it"]))
    game.flag(mine)
    page.until_shown(game)
    assert icons(page.cell(mine)) == ["#i-flag"]
    assert page.get_by_role("menu").count() == 0


def test_in_a_review_a_click_asks_about_the_board_as_it_was_and_back_leads_step_by_step(sit):
    page, game = sit().go(BOARD), game_of("intermediate", 2026)
    page.lose(game)
    page.locator(".review button").click()
    page.locator(".judgement").wait_for()
    other = certain_cells(game.view)[1][1]
    page.cell(other).click()
    page.heading("why mine", cell=game.view.board.name(other)).wait_for()
    assert page.shown() == text_of(game)
    page.click("#language")  # a change of the language keeps everything
    page.get_by_role("heading", name=f"{game.view.board.name(other)}").wait_for()
    page.click("#language")
    page.heading("why mine", cell=game.view.board.name(other)).wait_for()
    page.keys("Escape", "Escape")
    page.heading("lost").wait_for()
    page.locator(".review button").wait_for()
    assert page.locator("#play-board .x").count() == 1


def test_analyse_begins_with_a_pointer_that_asks_why(sit):
    page = sit(**TOUCH).go(POSITION)
    page.until_marked("safe", "analyse")
    expect(page.get_by_role("radio", name=PAGE["pointer"])).to_have_attribute(
        "aria-checked", "true"
    )
    page.cell(3, "analyse").tap()
    page.locator("#analyse-panel .done").wait_for()
    assert page.shown("analyse") == "111HHH"
    assert page.marks("odds", "analyse") == []
    page.button("back").click()
    page.heading("certain move").wait_for()
    assert page.marks("mine", "analyse") == [4]
    page.cell(4, "analyse").click()
    page.locator("#analyse-panel .done.mine").wait_for()


@pytest.mark.smoke
def test_watch_explains_a_cell_and_goes_on(sit):
    page = sit().go("#watch?level=beginner&start=open&seed=22&strategy=saturate&at=3")
    page.wait_for_selector("#runs .c.h")
    hidden = page.locator("#runs .c.h").first
    name = hidden.get_attribute("aria-label").split(",")[0]
    hidden.hover()
    page.keys("w")
    page.locator("#runs aside h2").get_by_text(name).wait_for()
    page.keys("Escape")
    expect(page.locator("#runs aside")).to_have_count(0)
    page.locator("#controls").get_by_role("button", name=PAGE["why button"]).click()
    page.locator("#runs .c.h").nth(1).click()
    page.locator("#runs aside h2").wait_for()
    page.button("step on").click()
    expect(page.locator("#runs aside")).to_have_count(0)
    expect(page.locator("#runs .panel")).to_be_visible()


def test_why_lights_the_clues_and_says_the_argument(sit):
    page, game = sit().go(BOARD), game_of("intermediate", 2026)
    found = [explanation.explain(game.view, game.view.board.name(one))
             for one in certain_cells(game.view)[0]]  # fmt: skip
    answer = max(found, key=lambda one: len(one.argument))
    page.ask_why(answer.at)
    said = answer.as_json()
    assert page.marks("clue") == cells_of(game.view, said["clues"])
    lines = page.locator(".argument li")
    assert lines.all_inner_texts() == said["why"]
    page.open_details()
    badges = page.locator(".badge").all_inner_texts()
    assert badges[:2] == ["safe", f"depth {answer.depth}"]
    page.until_says(".done", "proved safe", cell=said["cell"])
    lines.first.hover()
    named = set(re.findall(r"r\d+c\d+", said["why"][0]))
    assert page.marks("lit") == cells_of(game.view, named)
    page.mouse.move(5, 5)
    assert page.marks("lit") == []
    lines.last.focus()
    assert game.view.board.index(said["cell"]) in page.marks("lit")
    page.button("step by step").click()
    assert page.locator(".argument li.now").count() == 1
    page.button("open it").click()
    game.flood(answer.at)
    assert page.shown() == text_of(game)


@pytest.mark.smoke
@pytest.mark.both_kinds
def test_the_proof_can_be_read_and_downloaded_and_the_judge_accepts_it(sit):
    page, game = sit().go(BOARD), game_of("intermediate", 2026)
    page.cell(mined_cell(game)).focus()
    page.click("#ask-why")
    page.locator(".done.mine").wait_for()
    page.open_details()
    page.button("as resolution").click()
    expect(page.locator(".told li").last).to_have_text(re.compile("∎$"))
    assert judge(*page.proof_files()) > 0


def test_h_goes_on_to_the_next_stage_of_a_hint_and_never_back(sit):
    page = sit().go(BOARD)
    for stage in ("Hint 1 of 3", "Hint 2 of 3"):
        page.keys("h")
        page.get_by_role("heading", name=stage).wait_for()
    page.keys("h", until=".done")
    page.keys("h")
    page.next_frame()
    expect(page.locator(".done")).to_be_visible()


def test_the_conclusion_counts_nothing_and_the_resolution_is_seen_where_it_appears(sit):
    page, game = (
        sit(viewport={"width": 1280, "height": 620}).go(BOARD),
        game_of("intermediate", 2026),
    )
    safe = certain_cells(game.view)[0][0]
    page.ask_why(safe)
    page.until_says(".done", "proved safe", cell=game.view.board.name(safe))
    assert all(re.fullmatch(r"\d/\d", tag) for tag in page.locator(".k-one-of").all_inner_texts())
    page.open_details()
    page.button("as resolution").click()
    page.locator(".told li").first.wait_for()
    page.shows_whole(page.locator(".told li").first)


def open_set(argument):
    """Does the argument name a set of cells that it does not decide?"""
    decided = {name for line in argument for name in line["concludes"]}
    return any(not decided & {*one["cells"]} for line in argument for one in line["says"])


@pytest.mark.parametrize("how", [{}, TOUCH], ids=["desktop", "phone"])
def test_the_numbers_of_a_set_stand_in_one_line_of_a_cell(sit, how):
    page, game = sit(**how).go(BOARD), game_of("intermediate", 2026)
    found = [explanation.explain(game.view, one) for one in certain_cells(game.view)[0]]
    page.ask_why(next(one for one in found if open_set(one.as_json()["argument"])).at)
    numbers = page.locator("#play-board .tag")
    assert any(re.fullmatch(r"\d/\d", number) for number in numbers.all_inner_texts())
    lines = """(all) => all.map((one) => {
      const text = document.createRange();
      text.selectNodeContents(one);
      return text.getClientRects().length;
    })"""
    assert set(numbers.evaluate_all(lines)) == {1}
