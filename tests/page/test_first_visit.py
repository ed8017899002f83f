"""The first visit: little is loaded, an introduction appears once, and is easy to close."""

import re

import pytest

from mineproof.answers import explanation
from mineproof.game.formats.reading import read
from page_visit import BEGINNER, CHINESE, PAGE, TOUCH, VIEWS, expect, sizes_before_ready
from places import SOURCE
from static_serving import FOLDER

MODULE = (SOURCE / "web" / "page" / "game" / "first-run.js").read_text()
PANEL = "#play-panel"
BOARD = ".first-board .board"


def constant(name):
    return re.search(rf"{name} = (.+);", MODULE)[1]


def test_the_argument_is_the_one_that_the_engine_gives():
    view = read(constant("POSITION").strip('"').replace("/", "\n"))
    answer = explanation.explain(view, constant("CELL").strip('"')).as_json()
    assert answer["verdict"] == "safe"
    assert answer["clues"] == re.findall(r"r\dc\d", constant("CLUES"))
    assert not answer["uses_count"]
    [line] = answer["argument"]
    assert line["says"][0]["cells"] == re.findall(r"r\dc\d", constant("ONE_OF"))
    # One clue alone does not decide the cell.
    assert answer["depth"] == 2


# Fills `seen`: for each number of sentences, the number of clues and of safe cells that are marked.
OBSERVE = """() => {
  const count = (selector) => document.querySelectorAll(selector).length;
  window.seen = {};
  new MutationObserver(() => {
    const marked = [count(".first-board .k-clue"), count(".first-board .k-safe")];
    window.seen[count("#play-panel .argument li")] = marked;
  }).observe(document.querySelector("#play-panel"), { childList: true, subtree: true });
}"""


def test_a_stranger_asks_and_sees_the_argument_play_then_plays(sit):
    page = sit(first_visit=True, reduced_motion="no-preference").go()
    page.locator(f"{BOARD} .k-glow").wait_for()
    assert page.locator("#play-board .h").count() > 0  # the board is there, and nothing covers it
    page.evaluate(OBSERVE)
    page.button("ask why").click()
    lines = page.locator(f"{PANEL} .argument li")
    expect(lines).to_have_text([PAGE[f"first run {n}"] for n in (1, 2, 3)])
    assert page.evaluate("[1, 2, 3].map((n) => seen[n])") == [[1, 0], [2, 0], [2, 1]]
    page.audit("first run")
    page.button("now you").click()
    page.heading("invite title").wait_for()
    # It can be shown again, also from another view and in another language.
    page.follow("#analyse")
    page.wait_for_selector("#view-analyse:not([hidden])")
    page.keys("?")
    page.get_by_role("dialog").get_by_role("button", name=PAGE["first run again"]).click()
    page.locator(f"{BOARD} .k-glow").click()
    expect(lines.first).to_have_text(PAGE["first run 1"])
    page.click("#language")
    expect(lines.first).to_have_text(CHINESE["first run 1"])
    page.keys("Escape")
    expect(page.locator(BOARD)).to_have_count(0)


@pytest.mark.smoke
def test_who_wants_no_motion_sees_the_whole_argument_at_once_on_a_phone_too(sit):
    page = sit(first_visit=True, locale="zh-TW", **TOUCH).go()
    page.locator(f"{BOARD} .k-glow").wait_for()
    name = "(one) => getComputedStyle(one).animationName"
    assert page.locator(f"{BOARD} .k-glow").evaluate(name) == "none"
    top = page.cell(0)
    covered = "(one) => { const { x, y } = one.getBoundingClientRect();"
    covered += " return !one.contains(document.elementFromPoint(x + 5, y + 5)); }"
    assert not top.evaluate(covered)
    page.get_by_role("button", name=CHINESE["ask why"]).tap()
    expect(page.locator(f"{PANEL} .argument li")).to_have_count(3)
    page.audit("first run on a phone")
    before = page.locator("#play-board .o").count()
    page.locator("#play-board .c.h").first.tap()  # a move closes the introduction
    expect(page.locator(BOARD)).to_have_count(0)
    expect(page.locator("#play-board .o, #play-board .x")).not_to_have_count(before)


@pytest.mark.both_kinds
@pytest.mark.parametrize("link", [BEGINNER, "#analyse", "#watch"])
def test_an_address_that_says_what_to_show_shows_only_that(sit, link):
    page = sit(first_visit=True).go(link)
    view = link[1:].split("?")[0]
    page.wait_for_selector(f"#view-{view}:not([hidden])")
    assert page.locator(BOARD).count() == 0
    requested = "performance.getEntriesByType('resource').map((one) => one.name)"
    assert not [name for name in page.evaluate(requested) if "first-run" in name]


@pytest.mark.smoke
def test_skipped_it_does_not_come_again(sit):
    sitting = sit(first_visit=True)
    page = sitting.go()
    page.locator(BOARD).wait_for()
    page.button("skip").click()
    page.heading("invite title").wait_for()
    page.goto("about:blank")
    sitting.go()
    page.heading("invite title").wait_for()
    assert page.locator(BOARD).count() == 0


@pytest.mark.smoke
def test_the_first_view_is_small(sit):
    page = sit().go(VIEWS["play"][0])
    sizes = sizes_before_ready(page)
    assert len(sizes) > 10
    assert sum(sizes) < (320_000 if FOLDER in page.url else 270_000)
