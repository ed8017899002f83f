"""The first visit: little is loaded, an introduction appears once, and is easy to close."""

import re

import pytest

from mineproof import analyse
from mineproof.answers import explanation
from mineproof.game.formats.reading import read
from page_games import game_of
from page_visit import BEGINNER, CHINESE, PAGE, TOUCH, VIEWS, expect, sizes_before_ready
from places import SOURCE
from static_serving import FOLDER

MODULE = (SOURCE / "web" / "page" / "game" / "first-run.js").read_text()
INTRO = "#intro"
BOARD = f"{INTRO} .board"


OBSERVE_STEPS = f"""() => {{
  const count = (what) => document.querySelectorAll(`{INTRO} ${{what}}`).length;
  window.steps = new Set();
  const observer = new MutationObserver(() => window.steps.add(
    [count(".argument li"), count(".k-clue"), count(".o.k-safe") > 0].join(" "),
  ));
  const all = {{ attributes: true, childList: true, subtree: true }};
  observer.observe(document.querySelector("{INTRO}"), all);
}}"""


def constant(name):
    return re.search(rf"{name} = (.+);", MODULE)[1].strip('"')


def position(name):
    return read(constant(name).replace("/", "\n"))


def test_the_argument_is_the_one_that_the_engine_gives():
    view = position("POSITION")
    answer = explanation.explain(view, constant("CELL")).as_json()
    assert answer["verdict"] == "safe"
    assert answer["clues"] == re.findall(r"r\dc\d", constant("CLUES"))
    assert not answer["uses_count"]
    [line] = answer["argument"]
    assert line["says"][0]["cells"] == re.findall(r"r\dc\d", constant("ONE_OF"))
    # One clue alone does not decide the cell.
    assert answer["depth"] == 2
    # The clue that it shows fits.
    opened = constant("POSITION").split("/")
    opened[1] = opened[1][:2] + constant("CLUE") + opened[1][3:]
    assert analyse(read("\n".join(opened))).layouts > 0


def test_nobody_can_know_the_second_cell_and_two_boards_fit():
    found = analyse(position("GUESS"))
    assert found.layouts == 2
    assert found.odds == {
        **dict.fromkeys(("r2c4", "r2c5"), 1.0),
        **dict.fromkeys((constant("GUESS_CELL"), constant("OTHER_CELL")), 0.5),
    }


@pytest.mark.both_kinds
def test_a_stranger_answers_sees_why_and_what_nobody_can_know_then_plays(sit):
    page = sit(first_visit=True).go()
    page.heading("first run title").wait_for()
    page.locator(f"{BOARD} .k-glow").wait_for()
    assert not page.locator("#view-play, nav").first.is_visible()
    page.button("safe it is").click()
    page.heading("first run right").wait_for()
    lines = page.locator(f"{INTRO} .argument li")
    expect(lines).to_have_text([PAGE[f"first run {n}"] for n in (1, 2, 3)])
    assert page.locator(f"{BOARD} .k-clue").count() == 2
    page.audit("first run")
    page.button("first run on").click()
    page.heading("first run guess").wait_for()
    page.button("mine it is").click()
    page.heading("first run nobody").wait_for()
    expect(page.locator(BOARD)).to_have_count(2)
    page.audit("nobody can know")
    page.button("first run on").click()
    for text in ("day today", "analyse", "learn", "watch"):
        page.locator(INTRO).get_by_role("link", name=PAGE[text], exact=True).wait_for()
    page.audit("what next")
    page.get_by_role("link", name=PAGE["level beginner"]).click()
    page.has_cells(81)
    expect(page.locator(INTRO)).to_be_hidden()


def test_the_sentences_come_one_by_one_and_keys_answer(sit):
    page = sit(first_visit=True, reduced_motion="no-preference").go()
    page.locator(f"{BOARD} .k-glow").wait_for()
    page.evaluate(OBSERVE_STEPS)
    page.keys("m")
    page.heading("first run wrong").wait_for()
    expect(page.locator(f"{INTRO} .argument li")).to_have_count(3)
    # Each of the first sentences lights a clue; the cell opens with the last.
    assert page.evaluate("[...window.steps]") == ["1 1 false", "2 2 false", "3 2 true"]
    frames = "(all) => all.map((one) => getComputedStyle(one).borderTopStyle)"
    assert page.locator(f"{BOARD} .k-clue").evaluate_all(frames) == ["solid", "dashed"]
    # A reload does not end it. It can be shown again, also in another language.
    page.reload()
    page.heading("first run title").wait_for()
    page.keys("Escape")
    expect(page.locator(INTRO)).to_be_hidden()
    page.reload()
    page.locator("#play-board .c.h").first.wait_for()
    expect(page.locator(INTRO)).to_be_hidden()
    page.click("#help")
    page.button("first run again").click()
    page.get_by_role("region", name=PAGE["introduction"], exact=True).wait_for()
    page.click("#language")
    page.get_by_role("region", name=CHINESE["introduction"], exact=True).wait_for()
    page.get_by_role("heading", name=CHINESE["first run title"]).wait_for()
    page.keys("Escape")
    expect(page.locator(INTRO)).to_be_hidden()


@pytest.mark.both_kinds
def test_the_switches_of_help_are_offered_once_after_the_first_game(sit):
    page = sit(first_visit=True).go(BEGINNER)
    page.lose(game_of("beginner", 22))
    offer = page.locator("#play-panel .switches")
    expect(offer).to_contain_text(PAGE["help offer"])
    page.locator(".timeline").wait_for()
    assert page.locator(".timeline ~ .switches").count() == 1  # below the review
    page.audit("help offered")
    offer.get_by_label(PAGE["assist odds"]).check()
    page.button("restart").click()
    page.until_marked("odds")
    page.lose(game_of("beginner", 22))
    page.locator(".timeline").wait_for()
    expect(offer).to_have_count(0)


@pytest.mark.smoke
def test_who_wants_no_motion_sees_the_whole_argument_at_once_on_a_phone_too(sit):
    page = sit(first_visit=True, locale="zh-TW", **TOUCH).go()
    page.locator(f"{BOARD} .k-glow").wait_for()
    name = "(one) => getComputedStyle(one).animationName"
    assert page.locator(f"{BOARD} .k-glow").evaluate(name) == "none"
    page.get_by_role("button", name=CHINESE["safe it is"]).tap()
    expect(page.locator(f"{INTRO} .argument li")).to_have_count(3)
    page.shows_whole(page.get_by_role("button", name=CHINESE["first run on"]))
    page.audit("first run on a phone")
    page.get_by_role("button", name=CHINESE["skip"]).tap()
    page.locator("#play-board .c.h").first.wait_for()


def labels(page):
    return page.get_by_role("gridcell").evaluate_all("(all) => all.map((one) => one.ariaLabel)")


@pytest.mark.both_kinds
@pytest.mark.parametrize("how", [{}, TOUCH], ids=["desktop", "phone"])
@pytest.mark.parametrize("locale", ["en-US", "zh-TW"])
def test_a_stranger_goes_from_the_first_question_to_a_shared_game_by_labels_alone(sit, locale, how):
    """What is pressed is named by its label, in the order in which somebody new meets it."""
    texts = PAGE if locale == "en-US" else CHINESE
    sitting = sit(first_visit=True, locale=locale, **how)
    # The board that is dealt to everybody would be another one each time.
    sitting.context.add_init_script("crypto.getRandomValues = (all) => all.fill(22)")
    page = sitting.go()

    def press(role, key, within=page):
        found = within.get_by_role(role, name=texts[key], exact=True).first
        found.tap() if how else found.click()

    def read(key):
        page.get_by_role("heading", name=texts[key], exact=True).wait_for()

    read("first run title")
    press("button", "safe it is")
    read("first run right")
    press("button", "first run on")
    read("first run guess")
    press("button", "mine it is")
    read("first run nobody")
    press("button", "first run on")
    press("link", "level beginner")
    expect(page.get_by_role("gridcell")).to_have_count(81)
    hidden = page.get_by_role("gridcell", name=re.compile(texts["cell hidden"]))
    hidden.first.tap() if how else hidden.first.click()
    read("lost")
    press("link", "learn from mistakes")
    read("task safe")
    press("button", "hint")
    press("button", "show solution")
    read("the solution")
    press("button", "next exercise")
    read("drill over")
    press("link", "play")
    read("lost")
    press("button", "share")
    link = page.get_by_role("dialog").get_by_label(texts["share game"], exact=True).input_value()
    press("button", "close", page.get_by_role("dialog"))
    seen = labels(page)
    other = sit(first_visit=True, locale=locale, **how).page
    other.goto(link)
    other.get_by_role("heading", name=texts["lost"], exact=True).wait_for()
    assert labels(other) == seen
    assert page.get_by_role("dialog").count() == 0


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
    page.keys("Escape")
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
    # Without a server index.html has the hash of every module: 8 kB of them for the later ones.
    assert sum(sizes) < (345_000 if FOLDER in page.url else 290_000)
