"""Play: clicks, keys and touch, a board and its end, and the help that one can ask for."""

import json
import re

import pytest

from mineproof import Game, answers, deal
from mineproof.game import replay as replays
from mineproof.reason.depth import depth_of
from mineproof.web import questions
from page_visit import (
    BEGINNER,
    BOARD,
    DESKTOP,
    PAGE,
    TOUCH,
    cell,
    expect,
    flagged_cell,
    game_of,
    has_cells,
    hold,
    lose,
    marks,
    open_cell,
    play_on,
    shown,
    text_of,
)

# Play


def test_a_link_is_a_board(sit):
    page = sit().go(BOARD)
    assert shown(page) == text_of(game_of("intermediate", 2026))
    assert page.inner_text("#where") == "intermediate · open start · seed 2026"
    assert page.inner_text("#left") == "40 left"


def test_without_a_link_a_board_is_dealt_and_the_address_holds_it(sit):
    sitting = sit()
    page = sitting.go()
    assert re.search(r"#play\?level=intermediate&start=open&seed=\d+$", page.url)
    before = shown(page)
    again = sit().go(page.url.removeprefix(sitting.address))
    assert shown(again) == before


def test_clicks_open_flag_and_chord_as_the_game_does(sit):
    page, game = sit().go(BEGINNER), game_of("beginner", 22)
    found = answers.analyse(game.view).analysis
    for mine in found.mined:
        cell(page, mine).click(button="right")
        game.flag(mine)
    assert page.inner_text("#left") == "2 left"
    cell(page, found.safe[0]).click()
    game.flood(found.safe[0])
    assert shown(page) == text_of(game)
    ready = [one for one in range(81) if game.view.cells[one] > 0 and game.chorded(one)]
    for one in ready:
        cell(page, one).click()
        game.chord(one)
    assert ready
    assert shown(page) == text_of(game)
    cell(page, found.mined[0]).click(button="right")
    game.unflag(found.mined[0])
    assert shown(page) == text_of(game)


def test_a_whole_game_by_keyboard(sit):
    page, game = sit().go(BEGINNER), game_of("beginner", 22)
    cell(page, 0).focus()
    here = 0
    page.keyboard.press("ArrowLeft")  # no way out of the board
    assert page.evaluate("document.activeElement.dataset.i") == "0"

    def walk(to):
        nonlocal here
        down, right = to // 9 - here // 9, to % 9 - here % 9
        for _ in range(abs(down)):
            page.keyboard.press("ArrowDown" if down > 0 else "ArrowUp")
        for _ in range(abs(right)):
            page.keyboard.press("ArrowRight" if right > 0 else "ArrowLeft")
        here = to

    mine = answers.analyse(game.view).analysis.mined[0]
    walk(mine)
    assert page.evaluate("getComputedStyle(document.activeElement).outlineWidth") == "3px"
    page.keyboard.press("f")
    assert page.inner_text("#left") == "9 left"
    page.keyboard.press("u")
    assert page.inner_text("#left") == "10 left"
    for one in play_on(game):
        walk(one)
        page.keyboard.press("Space")
    assert game.won
    page.get_by_role("heading", name=PAGE["won"]).wait_for()
    page.get_by_text(PAGE["no risks"]).wait_for()
    assert statistic(page, "luck") == "100 %"
    stopped = page.inner_text("#time")
    page.wait_for_timeout(1100)
    assert page.inner_text("#time") == stopped


def statistic(page, name):
    """A number of the review."""
    return page.locator(".statistics div").filter(has_text=PAGE[name]).locator("dd").inner_text()


def test_keys_ask_for_help_and_show_themselves(sit):
    page = sit().go(BEGINNER)
    page.keyboard.press("?")
    page.get_by_role("dialog").get_by_text(PAGE["undo flag"]).wait_for()
    page.keyboard.press("Escape")
    page.keyboard.press("g")
    page.get_by_role("heading", name=PAGE["no guess needed"]).wait_for()
    page.keyboard.press("b")
    page.locator(".done").wait_for()
    page.keyboard.press("n")
    page.get_by_role("dialog").get_by_text(PAGE["no guess label"]).wait_for()


def test_touch_opens_holds_flag_and_the_thumb_switches(sit):
    page = sit(**TOUCH).go(BEGINNER)
    game = game_of("beginner", 22)
    found = answers.analyse(game.view).analysis
    size = cell(page, 0).bounding_box()
    assert size["width"] >= 32
    assert size["height"] >= 32
    cell(page, found.safe[0]).tap()
    open_cell(page, found.safe[0]).wait_for()
    game.flood(found.safe[0])
    assert shown(page) == text_of(game)
    hold(page, cell(page, found.mined[0]))
    page.get_by_role("menuitem", name=PAGE["flag it"]).tap()
    flagged_cell(page, found.mined[0]).wait_for()
    game.flag(found.mined[0])
    assert shown(page) == text_of(game)
    page.locator("#flag-mode").tap()
    cell(page, found.mined[1]).tap()
    flagged_cell(page, found.mined[1]).wait_for()
    game.flag(found.mined[1])
    assert shown(page) == text_of(game)


def test_two_fingers_make_a_large_board_larger(sit):
    page = sit(**TOUCH).go("#play?level=expert&start=open&seed=1")
    before = cell(page, 0).bounding_box()["width"]
    touch = page.context.new_cdp_session(page)
    box = page.locator("#play-board").bounding_box()
    middle = box["x"] + 150, box["y"] + 150

    def fingers(kind, apart):
        points = [{"x": middle[0] - apart, "y": middle[1], "id": 0},
                  {"x": middle[0] + apart, "y": middle[1], "id": 1}]  # fmt: skip
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    fingers("touchStart", 40)
    for apart in (45, 50, 60, 70):
        fingers("touchMove", apart)
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert cell(page, 0).bounding_box()["width"] > before * 1.3
    assert shown(page) == text_of(game_of("expert", 1))  # nothing was opened by it


def test_after_a_loss_the_page_says_whether_it_was_avoidable_and_shows_what_was(sit):
    page, game = sit().go(BOARD), game_of("intermediate", 2026)
    mine = lose(page, game)
    page.get_by_role("heading", name=PAGE["lost"]).wait_for()
    safe = game.view.board.name(answers.analyse(game.view).analysis.safe[0])
    opened = game.view.board.name(mine)
    page.get_by_text(f"It was avoidable: {opened} was a mine for certain.").wait_for()
    assert statistic(page, "luck") == "0.0 %"
    page.locator(".review button").click()
    page.get_by_text(PAGE["judged certain mine"]).wait_for()
    assert shown(page) == text_of(game)
    assert marks(page, "asked") == [mine]
    page.get_by_role("button", name=f"Why is {safe} safe?").click()
    page.get_by_role("heading", name=f"Why is {safe} safe?").wait_for()
    for _ in range(2):
        page.get_by_role("button", name=PAGE["back"]).click()
    page.get_by_role("heading", name=PAGE["lost"]).wait_for()
    page.get_by_role("button", name=PAGE["restart"]).click()
    assert shown(page) == text_of(game)


def test_a_game_is_saved_and_loaded_and_other_programs_can_read_it(sit, tmp_path):
    page, game = sit().go(BEGINNER), game_of("beginner", 22)
    for one, _ in zip(play_on(game), range(4), strict=False):
        cell(page, one).click()
    mine = answers.analyse(game.view).analysis.mined[0]
    cell(page, mine).click(button="right")
    before = shown(page)
    page.click("#more")
    with page.expect_download() as kept:
        page.click("#save")
    file = tmp_path / "game.json"
    kept.value.save_as(file)
    replay = replays.read(file.read_text())
    assert text_of(replay.end()) == before
    assert all(move.t is not None for move in replay.moves)
    sitting = sit()
    other = sitting.go(BOARD)
    other.click("#more")
    with other.expect_file_chooser() as chooser:
        other.click("#load")
    chooser.value.set_files(file)
    has_cells(other, 81, "play")
    assert shown(other) == before
    assert "board=9x9x10" in other.url
    other.reload()
    other.wait_for_selector("body[data-ready]")
    assert shown(other) == before  # the browser keeps the game
    assert shown(sit().go(other.url.removeprefix(sitting.address))) == text_of(
        game_of("beginner", 22)
    )


def test_a_new_board_of_ones_own_without_a_guess(sit):
    page = sit().go(BEGINNER)
    page.click("#new")
    page.select_option("[name=level]", "custom")
    for name, value in (("width", 12), ("height", 10), ("mines", 20)):
        page.fill(f"[name={name}]", str(value))
    page.check("[name=no_guess]")
    page.select_option("[name=min_depth]", "2")
    page.fill("[name=seed]", "5")
    page.get_by_role("button", name=PAGE["deal it"]).click()
    has_cells(page, 120, "play")
    assert "no_guess=true&min_depth=2" in page.url
    asked = {"size": "12x10", "mines": 20, "no_guess": True, "min_depth": 2, "seed": 5}
    status, text = questions.answer("deal", json.dumps(asked | {"start": "open"}).encode())
    assert status == 200
    said = json.loads(text)
    dealt = answers.deal_from_text(said["truth"], start=None, seed=0, cells=said["cells"])
    assert depth_of(dealt).depth == said["depth"] >= 2
    expect(page.locator("#where")).to_contain_text(f"depth {said['depth']}")
    game = Game(dealt)
    game.flood(game.view.initial[0])
    assert shown(page) == text_of(game)


@pytest.mark.parametrize("shape", ["torus", "hex"])
def test_other_shapes_open_as_the_game_does(sit, shape):
    page = sit().go(f"#play?size=9x9&mines=10&start=open&seed=3&shape={shape}")
    from mineproof.game.levels import custom

    game = Game(deal(custom("9x9", 10), start="open", seed=3, shape=shape))
    game.flood(game.view.initial[0])
    assert shown(page) == text_of(game)


@pytest.mark.parametrize("size", ["30x16", "100x100"])
def test_a_large_board_scrolls_by_itself_and_the_page_does_not(sit, size):
    page = sit().go(f"#play?size={size}&mines=99&start=open&seed=1")
    assert page.evaluate("document.documentElement.scrollWidth") <= DESKTOP["width"]
    panel, board = (page.locator(one).bounding_box() for one in ("#play-panel", "#play-board"))
    assert board["x"] + board["width"] <= panel["x"]
    assert panel["width"] >= 300


def test_a_board_that_cannot_be_says_why(sit):
    page = sit().go("#play?size=300x300&mines=9&start=open&seed=1")
    assert "at most 10000" in page.inner_text("#play-panel .problem")


# Assist


def test_help_is_off_at_first_and_marks_what_is_certain_when_asked(sit):
    page, game = sit().go(BOARD), game_of("intermediate", 2026)
    assert page.locator(".switches input:checked").count() == 0
    assert page.locator("#play-board [class*='k-']").count() == 0
    found = answers.analyse(game.view).analysis
    page.check("#assist-certain")
    page.locator("#play-board .k-safe").first.wait_for()
    assert (marks(page, "safe"), marks(page, "mine")) == (found.safe, found.mined)
    page.uncheck("#assist-certain")
    page.check("#assist-odds")
    page.locator("#play-board .k-odds").first.wait_for()
    near = game.view.board.neighbours
    one = next(at for at in found.undecided if any(game.view.cells[by] >= 0 for by in near[at]))
    assert int(cell(page, one).inner_text()) == round(100 * found.odds[one])
    page.check("#assist-best")
    page.locator("#play-board .k-best").first.wait_for()
    best = answers.analyse(game.view).best
    assert marks(page, "best") == [game.view.board.index(best.cell)]


def test_may_i_guess_names_no_cell(sit):
    page = sit().go(BOARD)
    page.click("#may-guess")
    page.get_by_role("heading", name=PAGE["no guess needed"]).wait_for()
    assert not re.search(r"r\d+c\d+", page.inner_text("#play-panel"))
    assert page.locator("#play-board [class*='k-']").count() == 0


def test_a_needless_risk_is_stopped_once_with_the_reason_a_click_away(sit):
    page, game = sit().go(BOARD), game_of("intermediate", 2026)
    page.check("#assist-warn")
    found = answers.analyse(game.view).analysis
    risks = found.undecided
    safe = next(one for one in risks if not game.deal.layout[one])
    before = shown(page)
    cell(page, safe).click()
    page.locator("#toast").wait_for()
    assert shown(page) == before
    page.locator("#toast").get_by_role("button", name=PAGE["why button"]).click()
    page.locator(".done").wait_for()
    cell(page, safe).click()
    game.flood(safe)
    open_cell(page, safe).wait_for()
    assert shown(page) == text_of(game)


def test_a_wrong_flag_is_stopped_once(sit):
    page, game = sit().go(BOARD), game_of("intermediate", 2026)
    page.check("#assist-warn")
    safe = answers.analyse(game.view).analysis.safe[0]
    cell(page, safe).click(button="right")
    page.locator("#toast").wait_for()
    assert "F" not in shown(page)
    page.get_by_role("button", name=PAGE["flag anyway"]).click()
    flagged_cell(page, safe).wait_for()
