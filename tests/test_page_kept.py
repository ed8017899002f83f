"""The page keeps its state: games, clocks, switches, texts, also if the server stops."""

import re

import pytest

from mineproof import answers
from page_visit import (
    BEGINNER,
    BOARD,
    PAGE,
    Sitting,
    cell,
    expect,
    game_of,
    has_cells,
    lose,
    marks,
    shown,
    text_of,
)

POSITION = "#analyse?position=3x2x1/111/HHH"


def open_certain(page, game, count):
    """Make certain moves, on the page and in the game."""
    for _ in range(count):
        one = answers.analyse(game.view).analysis.safe[0]
        cell(page, one).click()
        game.flood(one)


# Games


def test_a_game_its_clock_and_the_switches_survive_a_reload(sit):
    page, game = sit().go(BEGINNER), game_of("beginner", 22)
    open_certain(page, game, 2)
    page.check("#assist-certain")
    page.wait_for_timeout(1100)
    page.reload()
    page.wait_for_selector("body[data-ready]")
    assert shown(page) == text_of(game)
    assert page.is_checked("#assist-certain")
    page.locator("#play-board .k-safe").first.wait_for()
    kept = page.inner_text("#time")
    assert re.fullmatch("0:0[1-9]", kept)
    page.wait_for_timeout(1100)
    assert page.inner_text("#time") == kept  # the clock is stopped until the next move
    open_certain(page, game, 1)
    assert shown(page) == text_of(game)


def test_the_page_without_an_address_goes_on_with_the_game_that_is_not_over(sit):
    sitting = sit()
    page, game = sitting.go(BEGINNER), game_of("beginner", 22)
    open_certain(page, game, 1)
    page.goto("about:blank")
    page = sitting.go()
    assert page.url.endswith(BEGINNER)
    assert shown(page) == text_of(game)


def test_a_new_board_does_not_wipe_the_one_before(sit):
    page, game = sit().go(BEGINNER), game_of("beginner", 22)
    open_certain(page, game, 2)
    page.keyboard.press("n")
    page.select_option("[name=level]", "intermediate")
    page.get_by_role("button", name=PAGE["deal it"]).click()
    has_cells(page, 256, "play")
    page.go_back()
    has_cells(page, 81, "play")
    assert shown(page) == text_of(game)


@pytest.mark.parametrize("how", ["button", "key"])
def test_a_restart_can_be_undone(sit, how):
    page, game = sit().go(BEGINNER), game_of("beginner", 22)
    begin = shown(page)
    open_certain(page, game, 2)
    page.keyboard.press("r")
    assert shown(page) == begin
    if how == "button":
        page.locator("#toast").get_by_role("button", name=PAGE["undo"]).click()
    else:
        page.keyboard.press("u")
    assert shown(page) == text_of(game)


def test_a_lost_game_and_its_review_survive_a_reload(sit):
    page, game = sit().go(BOARD), game_of("intermediate", 2026)
    lose(page, game)
    page.locator(".review button").wait_for()
    page.reload()
    page.get_by_role("heading", name=PAGE["lost"]).wait_for()
    page.locator(".review button").wait_for()


def test_panels_lead_back_one_by_one(sit):
    page, game = sit().go(BOARD), game_of("intermediate", 2026)
    lose(page, game)
    page.locator(".review button").wait_for()
    page.keyboard.press("g")
    page.get_by_role("heading", name=PAGE["no guess needed"]).wait_for()
    page.get_by_role("button", name=PAGE["back"]).click()
    page.locator(".review button").wait_for()
    assert page.get_by_role("button", name=PAGE["back"]).count() == 0


# Analyse


def test_changes_of_a_position_are_undone_and_redone(sit):
    page = sit().go(POSITION)
    page.locator("#analyse-board .k-mine").wait_for()
    page.get_by_role("radio", name="clue 2").click()
    cell(page, 0, "analyse").click()
    page.wait_for_url("**/211/HHH")
    undo, redo = (page.get_by_role("button", name=PAGE[one]) for one in ("undo", "redo"))
    undo.click()
    assert shown(page, "analyse") == "111HHH"
    assert page.url.endswith(POSITION)
    redo.click()
    assert shown(page, "analyse") == "211HHH"
    expect(redo).to_be_disabled()
    page.locator("#analyse-bar").get_by_role("button", name=PAGE["clear"]).click()
    page.get_by_role("heading", name=PAGE["analyse invite"]).wait_for()
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    assert shown(page, "analyse") == "111HHH"
    page.keyboard.press("Control+y")
    assert shown(page, "analyse") == "211HHH"


def test_a_text_that_cannot_be_read_stays_in_its_field(sit):
    page = sit().go(POSITION)
    page.get_by_role("button", name=PAGE["paste other"]).click()
    page.fill("#analyse-panel textarea", "3x2x1\n1z1\nHHH")
    page.get_by_role("button", name=PAGE["read it"]).click()
    page.locator("#analyse-panel .problem").wait_for()
    assert page.input_value("#analyse-panel textarea") == "3x2x1\n1z1\nHHH"
    page.get_by_role("button", name=PAGE["back"]).click()
    page.get_by_role("heading", name=PAGE["certain move"]).wait_for()
    assert marks(page, "mine", "analyse") == [4]


# A server that does not answer


@pytest.fixture
def lonely(browser, page_server):
    """A browser page whose requests fail while `away` is set."""
    sitting = Sitting(browser, page_server)
    sitting.away = True

    def answer(route):
        if sitting.away:
            route.abort()
        else:
            route.continue_()

    sitting.page.route("**/api/**", answer)
    yield sitting
    sitting.faults = [one for one in sitting.faults if "ERR_FAILED" not in one]
    sitting.end()


def test_a_page_that_starts_without_a_server_says_so_and_plays(lonely):
    page, game = lonely.go(BOARD), game_of("intermediate", 2026)
    expect(page.locator("#connection")).to_contain_text(PAGE["server away"])
    assert shown(page) == text_of(game)
    open_certain(page, game, 2)
    assert shown(page) == text_of(game)
    safe = answers.analyse(game.view).analysis.safe[0]
    cell(page, safe).hover()
    page.keyboard.press("w")
    page.locator("#play-panel .problem").wait_for()
    page.locator("#connection").get_by_role("button", name=PAGE["retry"]).click()
    expect(page.locator("#connection")).to_be_visible()
    lonely.away = False
    page.locator("#connection").get_by_role("button", name=PAGE["retry"]).click()
    page.locator(".done").wait_for()  # the question is asked again
    expect(page.locator("#connection")).to_be_hidden()


def test_a_server_that_goes_away_stops_no_game_and_deals_are_made_here(lonely):
    lonely.away = False
    page = lonely.go(BEGINNER)
    while page.evaluate("localStorage.getItem('mineproof about')") is None:
        page.wait_for_timeout(50)
    lonely.away = True
    page.keyboard.press("n")
    page.select_option("[name=level]", "hard")  # the page cannot deal this level without the server
    page.select_option("[name=start]", "open")
    page.fill("[name=seed]", "7")
    page.get_by_role("button", name=PAGE["deal it"]).click()
    has_cells(page, 480, "play")
    assert shown(page) == text_of(game_of("hard", 7))
    page.keyboard.press("g")
    page.locator("#play-panel .problem").wait_for()
    lonely.away = False
    page.locator("#play-panel .retry").click()
    page.locator("#play-panel h2").filter(
        has_text=re.compile(f"{PAGE['no guess needed']}|{PAGE['guess needed']}")
    ).wait_for()
    expect(page.locator("#connection")).to_be_hidden()


def test_the_levels_that_a_page_knows_by_itself_are_those_of_the_server(lonely):
    from mineproof.game.levels import LEVELS
    from mineproof.web.questions import MOST_BYTES, MOST_CELLS

    lonely.away = False
    page = lonely.go(BEGINNER)
    known = page.evaluate("import('./without-server.js').then((one) => one.LEAST)")
    assert (known["most_cells"], known["most_bytes"]) == (MOST_CELLS, MOST_BYTES)
    for name, level in known["levels"].items():
        there = LEVELS[name]
        assert level == {"rows": there.rows, "cols": there.cols, "mines": there.mines}


def test_a_page_whose_storage_is_blocked_plays_all_the_same(sit):
    sitting = sit()
    sitting.context.add_init_script(
        "Object.defineProperty(window, 'localStorage',"
        " { get() { throw new DOMException('blocked', 'SecurityError'); } })"
    )
    page, game = sitting.go(BEGINNER), game_of("beginner", 22)
    safe = answers.analyse(game.view).analysis.safe[0]
    cell(page, safe).click()
    game.flood(safe)
    assert shown(page) == text_of(game)
    before = page.get_attribute("html", "data-theme")
    page.click("#theme")
    assert page.get_attribute("html", "data-theme") != before
    page.click("#language")
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hant")
    page.goto(sitting.address + "#records")
    expect(page.locator("#view-records")).to_be_visible()
