"""Why? on the page: choosing a cell by pointing, in every view; hints in stages."""

import re
from pathlib import Path

import pytest

from mineproof import answers
from mineproof.proof.check import judge
from page_visit import (
    BEGINNER,
    BOARD,
    PAGE,
    TOUCH,
    cell,
    cells_of,
    expect,
    flagged_cell,
    game_of,
    hold,
    icons,
    lose,
    marks,
    open_cell,
    shown,
    text_of,
)

POSITION = "#analyse?position=3x2x1/111/HHH"


def certain(game):
    """Return the certain safe cells and mines of a position."""
    found = answers.analyse(game.view).analysis
    return found.safe, found.mined


def heading(page, verdict, name):
    return page.get_by_role("heading", name=PAGE[f"why {verdict}"].format(cell=name))


# Play


def test_the_mode_explains_cell_after_cell_and_opens_none(sit):
    page, game = sit().go(BOARD), game_of("intermediate", 2026)
    safe, mined = certain(game)
    before = shown(page)
    page.click("#ask-why")
    cell(page, safe[0]).click()
    heading(page, "safe", game.view.board.name(safe[0])).wait_for()
    cell(page, mined[0]).click()
    heading(page, "mine", game.view.board.name(mined[0])).wait_for()
    assert shown(page) == before
    page.keyboard.press("Escape")  # the mode ends, the explanation stays
    expect(page.locator("#ask-why")).to_have_attribute("aria-pressed", "false")
    assert marks(page, "clue")
    cell(page, safe[0]).click()
    game.flood(safe[0])
    assert shown(page) == text_of(game)


def test_w_asks_about_the_cell_under_the_pointer_or_with_the_focus_whichever_came_last(sit):
    page, game = sit().go(BOARD), game_of("intermediate", 2026)
    safe, mined = certain(game)
    names = game.view.board.name
    cell(page, safe[0]).hover()
    page.keyboard.press("w")
    heading(page, "safe", names(safe[0])).wait_for()
    cell(page, mined[0]).focus()
    page.keyboard.press("w")
    heading(page, "mine", names(mined[0])).wait_for()
    cell(page, safe[1]).hover()
    page.keyboard.press("w")
    heading(page, "safe", names(safe[1])).wait_for()


def test_the_button_opens_a_flagged_cell_and_never_takes_a_right_flag_away(sit):
    page, game = sit().go(BOARD), game_of("intermediate", 2026)
    safe, mined = certain(game)
    for one in (safe[0], mined[0]):
        cell(page, one).click(button="right")
    cell(page, mined[0]).hover()
    page.keyboard.press("w")
    page.locator(".done.mine").wait_for()
    page.get_by_text(PAGE["flagged already"]).wait_for()
    assert page.get_by_role("button", name=PAGE["flag it"]).count() == 0
    cell(page, mined[1]).hover()
    page.keyboard.press("w")
    page.get_by_role("button", name=PAGE["flag it"]).click()
    game.flag(mined[0])
    game.flag(mined[1])
    cell(page, safe[0]).hover()
    page.keyboard.press("w")
    page.get_by_role("button", name=PAGE["open flagged"]).click()
    game.flood(safe[0])
    assert shown(page) == text_of(game)


def test_a_hint_shows_the_clues_then_the_cells_then_the_words(sit):
    page, game = sit().go(BOARD), game_of("intermediate", 2026)
    page.check("#assist-certain")
    page.locator("#play-board .k-safe").first.wait_for()
    best = answers.analyse(game.view).best
    told = answers.explain(game.view, best.cell).as_json()
    page.click("#may-guess")
    page.get_by_role("button", name=PAGE["hint button"]).click()
    page.get_by_role("heading", name="Hint 1 of 3").wait_for()
    clues = cells_of(game.view, told["clues"])
    assert (marks(page, "clue"), marks(page, "one-of"), marks(page, "safe")) == (clues, [], [])
    page.get_by_role("button", name=PAGE["hint more"]).click()
    page.get_by_role("heading", name="Hint 2 of 3").wait_for()
    assert marks(page, "asked") == cells_of(game.view, [best.cell])
    assert marks(page, "safe") == []  # the hint does not say whether it is safe
    assert not set(told["why"]) & set(page.locator("#play-panel p").all_inner_texts())
    page.get_by_role("button", name=PAGE["hint words"]).click()
    page.locator(".done").wait_for()
    assert page.locator(".argument li").all_inner_texts() == told["why"]
    page.get_by_role("button", name=PAGE["back"]).click()
    page.get_by_role("heading", name="Hint 2 of 3").wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("heading", name=PAGE["no guess needed"]).wait_for()


# Touch


def test_a_long_press_offers_to_flag_to_ask_and_to_open(sit):
    page, game = sit(**TOUCH).go(BEGINNER), game_of("beginner", 22)
    safe, mined = certain(game)
    hold(page, cell(page, mined[0]))
    expect(page.get_by_role("menuitem")).to_have_text(
        [PAGE["flag it"], PAGE["why button"], PAGE["open it"]]
    )
    page.get_by_role("menuitem", name=PAGE["why button"]).tap()
    page.locator(".done.mine").wait_for()
    asked, sheet = cell(page, mined[0]).bounding_box(), page.locator("#play-panel").bounding_box()
    assert 0 < asked["y"] < asked["y"] + asked["height"] <= sheet["y"]
    page.get_by_role("button", name=PAGE["close"]).tap()
    expect(page.locator("#play-panel.sheet")).to_have_count(0)
    hold(page, cell(page, safe[0]))
    page.get_by_role("menuitem", name=PAGE["open it"]).tap()
    open_cell(page, safe[0]).wait_for()
    game.flood(safe[0])
    assert shown(page) == text_of(game)
    # Another address closes the menu.
    hold(page, cell(page, mined[0]))
    expect(page.get_by_role("menu")).to_be_visible()
    page.evaluate("location.hash = '#play?level=beginner&start=open&seed=23'")
    expect(page.get_by_role("menu")).to_have_count(0)


def test_the_finger_may_slide_to_what_it_wants(sit):
    page, game = sit(**TOUCH).go(BEGINNER), game_of("beginner", 22)
    mine = certain(game)[1][0]
    box = cell(page, mine).bounding_box()
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    touch = page.context.new_cdp_session(page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    flag = page.get_by_role("menuitem", name=PAGE["flag it"])
    flag.wait_for()
    box = flag.bounding_box()
    to = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [to]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    game.flag(mine)
    flagged_cell(page, mine).wait_for()
    assert icons(cell(page, mine)) == ["#i-flag"]
    assert shown(page) == text_of(game)
    assert page.get_by_role("menu").count() == 0


def test_on_a_phone_the_thumb_turns_the_mode_on_and_no_key_is_named(sit):
    page, game = sit(**TOUCH).go(BEGINNER), game_of("beginner", 22)
    assert " W" not in page.inner_text("#play-panel")
    assert "right-click" not in page.inner_text("#play-panel")
    page.locator("#thumb-why").tap()
    cell(page, certain(game)[0][0]).tap()
    page.locator(".done").wait_for()
    assert shown(page) == text_of(game)


# Review, Analyse, Watch


def test_in_a_review_a_click_asks_about_the_board_as_it_was_and_back_leads_step_by_step(sit):
    page, game = sit().go(BOARD), game_of("intermediate", 2026)
    lose(page, game)
    page.locator(".review button").click()
    page.locator(".judgement").wait_for()
    other = certain(game)[1][1]
    cell(page, other).click()
    heading(page, "mine", game.view.board.name(other)).wait_for()
    assert shown(page) == text_of(game)
    page.click("#language")  # a change of the language keeps everything
    page.get_by_role("heading", name=f"{game.view.board.name(other)}").wait_for()
    page.click("#language")
    heading(page, "mine", game.view.board.name(other)).wait_for()
    for _ in range(2):
        page.keyboard.press("Escape")
    page.get_by_role("heading", name=PAGE["lost"]).wait_for()
    page.locator(".review button").wait_for()
    assert page.locator("#play-board .x").count() == 1


@pytest.mark.parametrize("how", [{}, TOUCH], ids=["desktop", "phone"])
def test_analyse_begins_with_a_pointer_that_asks_why(sit, how):
    page = sit(**how).go(POSITION)
    page.locator("#analyse-board .k-safe").first.wait_for()
    expect(page.get_by_role("radio", name=PAGE["pointer"])).to_have_attribute(
        "aria-checked", "true"
    )
    if how:
        cell(page, 3, "analyse").tap()
    else:
        cell(page, 3, "analyse").click()
    page.locator("#analyse-panel .done").wait_for()
    assert shown(page, "analyse") == "111HHH"
    assert marks(page, "odds", "analyse") == []
    page.get_by_role("button", name=PAGE["back"]).click()
    page.get_by_role("heading", name=PAGE["certain move"]).wait_for()
    assert marks(page, "mine", "analyse") == [4]


def test_watch_explains_a_cell_and_goes_on(sit):
    page = sit().go("#watch?level=beginner&start=open&seed=22&strategy=saturate&at=3")
    page.wait_for_selector("#runs .c.h")
    hidden = page.locator("#runs .c.h").first
    name = hidden.get_attribute("aria-label").split(",")[0]
    hidden.hover()
    page.keyboard.press("w")
    page.locator("#runs aside h2").get_by_text(name).wait_for()
    page.keyboard.press("Escape")
    expect(page.locator("#runs aside")).to_have_count(0)
    page.locator("#controls").get_by_role("button", name=PAGE["why button"]).click()
    page.locator("#runs .c.h").nth(1).click()
    page.locator("#runs aside h2").wait_for()
    page.get_by_role("button", name=PAGE["step on"]).click()
    expect(page.locator("#runs aside")).to_have_count(0)
    expect(page.locator("#runs .panel")).to_be_visible()


def test_why_lights_the_clues_and_says_the_argument(sit):
    page, game = sit().go(BOARD), game_of("intermediate", 2026)
    found = [answers.explain(game.view, game.view.board.name(one))
             for one in answers.analyse(game.view).analysis.safe]  # fmt: skip
    answer = max(found, key=lambda one: len(one.argument))
    cell(page, answer.at).focus()
    page.keyboard.press("w")
    page.locator(".done").wait_for()
    said = answer.as_json()
    assert marks(page, "clue") == cells_of(game.view, said["clues"])
    lines = page.locator(".argument li")
    assert lines.all_inner_texts() == said["why"]
    badges = page.locator(".badge").all_inner_texts()
    assert badges[:2] == ["safe", f"depth {answer.depth}"]
    assert page.inner_text(".done") == f"{said['cell']} is safe, proved in {said['steps']} steps"
    lines.first.hover()
    named = set(re.findall(r"r\d+c\d+", said["why"][0]))
    assert marks(page, "lit") == cells_of(game.view, named)
    page.mouse.move(5, 5)
    assert marks(page, "lit") == []
    lines.last.focus()
    assert game.view.board.index(said["cell"]) in marks(page, "lit")
    page.get_by_role("button", name=PAGE["step by step"]).click()
    assert page.locator(".argument li.now").count() == 1
    page.get_by_role("button", name=PAGE["open it"]).click()
    game.flood(answer.at)
    assert shown(page) == text_of(game)


def test_the_proof_can_be_read_and_downloaded_and_the_judge_accepts_it(sit, tmp_path):
    page, game = sit().go(BOARD), game_of("intermediate", 2026)
    one = answers.analyse(game.view).analysis.mined[0]
    cell(page, one).focus()
    page.click("#ask-why")
    page.locator(".done.mine").wait_for()
    page.get_by_role("button", name=PAGE["as resolution"]).click()
    page.locator(".told li").last.wait_for()
    assert page.locator(".told li").last.inner_text().endswith("∎")
    files, kept = {}, []
    page.on("download", lambda file: kept.append(file))
    page.get_by_role("button", name=PAGE["files"]).click()
    while len(kept) < 2:
        page.wait_for_timeout(50)
    for file in kept:
        file.save_as(tmp_path / file.suggested_filename)
        files[Path(file.suggested_filename).suffix] = (
            tmp_path / file.suggested_filename
        ).read_text()
    assert judge(files[".cnf"], files[".lrat"]) > 0


def test_an_undecided_cell_shows_two_layouts_that_fit_and_differ(sit):
    page, game = sit().go(BOARD), game_of("intermediate", 2026)
    found = answers.analyse(game.view).analysis
    one = found.undecided[0]
    cell(page, one).focus()
    page.keyboard.press("w")
    page.locator(".twins figure").nth(1).wait_for()
    layouts = []
    for figure in (0, 1):
        mined = page.evaluate(
            f"[...document.querySelectorAll('.twins figure')[{figure}].querySelectorAll('.m')]"
            ".map((one) => +one.dataset.i)"
        )
        layout = game.view.board.layout(mined)
        clues = game.view.board.clues(layout)
        opened = [at for at in range(256) if game.view.cells[at] >= 0]
        assert all(clues[at] == game.view.cells[at] and not layout[at] for at in opened)
        assert layout.count(1) == 40
        layouts.append(layout)
    assert layouts[0][one] != layouts[1][one]


def test_why_of_an_open_cell_asks_for_a_hidden_one(sit):
    page = sit().go(BOARD)
    cell(page, 34).focus()
    page.keyboard.press("w")
    page.get_by_role("heading", name=PAGE["why open title"]).wait_for()
