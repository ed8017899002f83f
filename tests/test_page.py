"""What every view has: languages, no barriers, no colour without a sign, a small first view."""

import re

import pytest

from mineproof import answers
from page_visit import (
    BOARD,
    CHINESE,
    PAGE,
    TOUCH,
    VIEWS,
    audit,
    cell,
    expect,
    game_of,
    icons,
    show_view,
    sizes_before_ready,
)
from static_serving import FOLDER

# Languages


def test_chinese_readers_are_spoken_to_in_chinese_and_can_change_that(sit):
    page, game = sit(locale="zh-TW").go(BOARD), game_of("intermediate", 2026)
    assert page.get_attribute("html", "lang") == "zh-Hant"
    assert page.inner_text("nav a >> nth=0") == CHINESE["play"]
    one = answers.analyse(game.view).analysis.safe[0]
    cell(page, one).focus()
    page.keyboard.press("w")
    page.locator(".done").wait_for()
    answer = answers.explain(game.view, game.view.board.name(one))
    assert page.locator(".argument li").all_inner_texts() == answer.sentences("zh-Hant")
    page.click("#language")
    expect(page.locator("nav a").first).to_have_text("Play")
    page.reload()
    page.wait_for_selector("body[data-ready]")
    assert page.get_attribute("html", "lang") == "en"


# Everyone


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_axe_finds_nothing_in_any_view(sit, scheme, size):
    how = TOUCH if size == "phone" else {}
    page = sit(color_scheme=scheme, **how).go(BOARD)
    for name in VIEWS:
        show_view(page, name)
        audit(page, name)
        if name == "play":
            page.check("#assist-certain")
            page.check("#assist-odds")
            page.locator("#play-board .k-safe").first.wait_for()
            page.locator("#play-board .k-safe").first.focus()
            page.keyboard.press("w")
            page.locator(".done").wait_for()
            audit(page, "why")
            page.keyboard.press("n")
            page.get_by_role("dialog").get_by_text(PAGE["no guess label"]).wait_for()
            audit(page, "new board")
            page.keyboard.press("Escape")


def test_at_twice_the_size_nothing_is_cut_off(sit):
    """200 % zoom of a 1280 pixel window is a window of 640."""
    page = sit(viewport={"width": 640, "height": 400}, device_scale_factor=2).go(BOARD)
    for name in VIEWS:
        show_view(page, name)
        assert page.evaluate("document.documentElement.scrollWidth") <= 640, name


def test_colour_never_says_it_alone(sit):
    page = sit().go(BOARD)
    page.check("#assist-certain")
    page.locator("#play-board .k-safe").first.wait_for()
    assert set(icons(page.locator("#play-board .k-safe"))) == {"#i-check"}
    assert set(icons(page.locator("#play-board .k-mine"))) == {"#i-flag"}
    labels = page.locator("#play-board .k-safe").evaluate_all(
        "(all) => all.map((one) => one.getAttribute('aria-label'))"
    )
    assert all(re.fullmatch(r"r\d+c\d+, hidden, safe", label) for label in labels)


# How well


def test_the_first_view_is_small(sit):
    page = sit().go(BOARD)
    sizes = sizes_before_ready(page)
    assert len(sizes) > 10
    assert sum(sizes) < (320_000 if FOLDER in page.url else 270_000)
