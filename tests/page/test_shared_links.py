"""A link for everything: what one reader shares, another one sees in a fresh profile."""

import re

import pytest

from mineproof import read
from page_games import certain_cells, game_of, mined_cell, text_of
from page_visit import BEGINNER, PAGE, PHONE, expect

POSITION = "#analyse?position=6x4x4/HHHHHH/11112H/110011/F10000"


def shared(page, key, place="#view-play .foot"):
    """The address that the Share menu gives, below the page's own."""
    page.locator(place).get_by_role("button", name=PAGE["share"], exact=True).click()
    address = page.get_by_label(PAGE[key], exact=True).input_value()
    page.keys("Escape")
    return "#" + address.partition("#")[2]


@pytest.mark.both_kinds
@pytest.mark.smoke
def test_a_game_is_shared_with_its_moves_and_a_review_at_its_move(sit):
    page, game = sit().go(BEGINNER), game_of("beginner", 22)
    page.open_certain(game, 3)
    page.cell(mined_cell(game)).click(button="right")
    seen = page.shown()
    link = shared(page, "share game")
    other = sit().go(link)
    other.has_cells(81)
    assert other.shown() == seen
    other.review_game(back=2)
    before = other.shown()
    assert before != seen
    third = sit().go(shared(other, "share move"))
    third.heading("move of", n=3, of=4).wait_for()
    assert third.shown() == before


@pytest.mark.both_kinds
def test_a_position_and_a_board_are_shared(sit):
    page, game = sit().go(BEGINNER), game_of("beginner", 22)
    page.open_certain(game, 2)
    other = sit().go(shared(page, "share position"))
    other.until_marked("safe", "analyse")
    assert other.shown("analyse") == text_of(game)
    assert shared(page, "share board") == BEGINNER


@pytest.mark.both_kinds
def test_one_why_is_shared_at_its_step(sit):
    page = sit().go(POSITION)
    page.until_marked("safe", "analyse")
    page.ask_why(2, "analyse")
    link = shared(page, "share why", "#analyse-panel")
    assert link.endswith("why=r1c3")
    other = sit().go(f"{link}&step=1")
    other.locator(".argument li.now").wait_for()
    assert (
        other.locator(".argument li").all_inner_texts()
        == page.locator(".argument li").all_inner_texts()
    )


def test_a_position_is_copied_as_text_and_saved_as_pictures(sit):
    page = sit().go(POSITION)
    page.until_marked("safe", "analyse")
    open_share = page.locator("#analyse-panel").get_by_role("button", name=PAGE["share"])
    open_share.click()
    page.audit("share")
    page.button("share text").click()
    picture = page.copied().split("\n\n")[1]
    assert read(picture, mines=4).cells.tolist() == read(POSITION.split("=")[1]).cells.tolist()
    open_share.click()
    svg = page.downloaded(page.button("share svg").click).read_text()
    assert (svg.count("<rect"), svg.count(">1</text>"), svg.count("⚑")) == (24, 9, 1)
    open_share.click()
    png = page.downloaded(page.button("share png").click).read_bytes()
    assert png.startswith(b"\x89PNG")


def test_a_page_in_a_frame_shows_board_and_argument_without_the_rest(sit):
    sitting = sit(first_visit=True)
    page = sitting.go(f"?embed{POSITION}&why=r1c3")
    page.locator(".done").wait_for()
    page.has_cells(24, "analyse")
    for hidden in ("nav", ".tools", "#palette", "#analyse-bar"):
        assert not page.locator(hidden).first.is_visible()
    page.audit("embedded")
    page.goto(sitting.address + POSITION)
    page.until_marked("safe", "analyse")
    page.locator("#analyse-panel").get_by_role("button", name=PAGE["share"]).click()
    page.button("share embed").click()
    assert f"?embed{POSITION}" in page.copied()


@pytest.mark.parametrize("link", ["#play?game=AAAA", "#play?game=%F0", "#play?game=S0pNBAA"])
def test_a_damaged_game_is_said_and_another_board_is_shown(sit, link):
    page = sit().go(link)
    expect(page.locator("#toast")).to_contain_text(PAGE["game link damaged"])
    page.locator("#play-board .c").first.wait_for()


def test_the_link_of_a_day_has_the_time_to_beat(sit):
    page = sit().go("#day?date=2026-11-17&level=beginner&beat=12.5")
    page.has_cells(81)
    expect(page.locator("#toast")).to_contain_text("12.5")
    assert page.url.endswith("#play?day=2026-11-17&level=beginner")


def test_the_chips_deal_and_the_rulers_show_only_while_an_argument_names_cells(sit):
    page = sit(viewport=PHONE).go(BEGINNER)
    size = "(one) => getComputedStyle(one).fontSize"
    ruler = page.locator("#play-board .ruler i").nth(1)
    assert ruler.evaluate(size) == "0px"
    page.observe_shifts()
    page.cell(certain_cells(game_of("beginner", 22).view)[0][0]).focus()
    page.keys("w", until=".done")
    assert ruler.evaluate(size) != "0px"
    page.keys("Escape")
    pressed = page.locator(".level[aria-pressed=true]")
    assert re.match(PAGE["level beginner"], pressed.inner_text(), re.IGNORECASE)
    page.locator("[data-level=intermediate]").click()
    page.has_cells(256)
