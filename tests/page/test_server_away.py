"""A server that does not answer: the page says so, plays on, and asks again."""

import re

import pytest

from mineproof.game.levels import LEVELS
from mineproof.web.questions import MOST_BYTES, MOST_CELLS
from page_games import game_of, safe_cell, text_of
from page_visit import BEGINNER, BOARD, PAGE, expect, page_address
from waiting import until


@pytest.fixture(scope="module")
def address():
    """The page of a server, also where the page without one is tested."""
    with page_address("http") as address:
        yield address


@pytest.fixture
def lonely(sit):
    """A browser page whose requests fail while `away` is set."""
    sitting = sit(faults="ERR_FAILED")
    sitting.away = True
    sitting.page.route(
        "**/api/**", lambda route: route.abort() if sitting.away else route.continue_()
    )
    return sitting


@pytest.mark.smoke
def test_a_page_that_starts_without_a_server_says_so_and_plays(lonely):
    lonely.context.add_init_script("localStorage['mineproof about'] = 3")  # damaged: not used
    page, game = lonely.go(BOARD), game_of("intermediate", 2026)
    expect(page.locator("#connection")).to_contain_text(PAGE["server away"])
    assert page.shown() == text_of(game)
    page.open_certain(game, 2)
    assert page.shown() == text_of(game)
    page.cell(safe_cell(game)).hover()
    page.keys("w", until="#play-panel .problem")
    page.locator("#connection").get_by_role("button", name=PAGE["retry"]).click()
    expect(page.locator("#connection")).to_be_visible()
    lonely.away = False
    page.locator("#connection").get_by_role("button", name=PAGE["retry"]).click()
    page.locator(".done").wait_for()  # the question is asked again
    expect(page.locator("#connection")).to_be_hidden()


def test_a_server_that_goes_away_stops_no_game_and_deals_are_made_here(lonely):
    lonely.away = False
    page = lonely.go(BEGINNER)
    until(lambda: page.stored("about"))
    lonely.away = True
    page.menu("other")
    page.select_option("[name=level]", "hard")  # the page cannot deal this level without the server
    page.select_option("[name=start]", "open")
    page.fill("[name=seed]", "7")
    page.button("deal it").click()
    page.has_cells(480)
    assert page.shown() == text_of(game_of("hard", 7))
    page.keys("g", until="#play-panel .problem")
    lonely.away = False
    page.locator("#play-panel .retry").click()
    page.locator("#play-panel h2").filter(
        has_text=re.compile(f"{PAGE['no guess needed']}|{PAGE['guess needed']}")
    ).wait_for()
    expect(page.locator("#connection")).to_be_hidden()


def test_the_levels_that_a_page_knows_by_itself_are_those_of_the_server(lonely):
    lonely.away = False
    page = lonely.go(BEGINNER)
    known = page.evaluate("import('./engine/deal.js').then((one) => one.LEAST)")
    assert (known["most_cells"], known["most_bytes"]) == (MOST_CELLS, MOST_BYTES)
    for name, level in known["levels"].items():
        there = LEVELS[name]
        assert level == {"rows": there.rows, "cols": there.cols, "mines": there.mines}
