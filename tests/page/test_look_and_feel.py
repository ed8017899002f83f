"""What every view has: languages, no barriers, contrast, icons, motion, sound, no layout shifts."""

import re

import pytest

from contrast import CONTRAST_OF
from mineproof.answers import explanation
from page_games import certain_cells, game_of, play_on, safe_cell, text_of
from page_visit import BEGINNER, BOARD, CHINESE, PAGE, READY_PAGE, TOUCH, VIEWS, expect, icons
from tiers import slow

COLOR = "(one) => getComputedStyle(one).backgroundColor"


@pytest.mark.smoke
def test_hidden_and_open_cells_differ_at_a_glance_and_a_copy_has_the_shade_of_its_cell(sit):
    page = sit().go("#play?size=6x6&mines=5&start=open&seed=3&shape=torus")
    page.mouse.move(3, 3)
    ghost = page.locator("#play-board .g.k-odds").first
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        hidden, shown = (
            page.locator(f"#play-board .c.{one}").first.evaluate(COLOR) for one in "ho"
        )
        assert page.evaluate(f"([one, other]) => {CONTRAST_OF}(one, other)", [hidden, shown]) >= 3
        page.check("#assist-odds")
        ghost.wait_for()
        own = page.cell(ghost.get_attribute("data-ghost"))
        assert ghost.evaluate(COLOR) == own.evaluate(COLOR)
        page.uncheck("#assist-odds")
        expect(ghost).to_have_count(0)


WIDTHS = """() => {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d");
  canvas.font = "600 40px Inter";
  return [..."0123456789"].map((digit) => canvas.measureText(digit).width);
}"""
OBSERVE_SUM = """() => {
  let sum = 0;
  const add = (shifts) => {
    for (const { value } of shifts) sum += value;
    return sum;
  };
  const observer = new PerformanceObserver((list) => add(list.getEntries()));
  observer.observe({ type: "layout-shift", buffered: true });
  window.sumOfShifts = () => add(observer.takeRecords());
}"""


@pytest.mark.both_kinds
def test_all_figures_are_of_one_width_and_nothing_moves_when_the_typeface_arrives(sit):
    sitting, held = sit(), []
    page = sitting.page
    page.route("**/inter.woff2", lambda route: held.append(route))
    page.goto(sitting.address + BOARD, wait_until="commit")
    page.wait_for_selector(READY_PAGE)
    assert held
    page.evaluate(OBSERVE_SUM)
    for one in held:
        one.continue_()
    page.evaluate("() => document.fonts.ready.then(() => true)")
    loaded = "[...document.fonts].filter((one) => one.status === 'loaded').map((one) => one.family)"
    assert "Inter" in page.evaluate(loaded)
    assert len(set(page.evaluate(WIDTHS))) == 1
    page.next_frame()
    assert page.evaluate("window.sumOfShifts()") < 0.005


@pytest.mark.both_kinds
def test_icons_are_drawn_and_no_sign_depends_on_a_font(sit):
    page, game = sit().go(BEGINNER), game_of("beginner", 22)
    mine = page.lose(game)
    page.heading("lost").wait_for()
    page.locator(".steps button").first.wait_for()
    assert icons(page.cell(mine)) == ["#i-burst"]
    assert set(icons(page.locator("#play-board .m"))) == {"#i-mine"}
    for view in ("watch", "analyse", "play"):
        page.get_by_role("navigation").get_by_role("link", name=PAGE[view]).click()
        page.wait_for_selector(f"#view-{view}:not([hidden])")
        page.locator(f"#view-{view} .c").first.wait_for()
        assert not re.search(r"[⚑●✹✓★⋯◐▶◀❚↻↶↷]|×(?!\d)", page.inner_text("body"))
    named = page.evaluate("[...document.querySelectorAll('use')].map((one) => one.href.baseVal)")
    there = page.evaluate("[...document.querySelectorAll('symbol')].map((one) => `#${one.id}`)")
    assert set(named) <= set(there)


@pytest.mark.smoke
@pytest.mark.parametrize("how", [{}, slow(TOUCH)], ids=["desktop", "phone"])
def test_nothing_jumps_while_one_plays(sit, how):
    """A whole game with flags, help and a question: there is no layout shift."""
    page, game = sit(**how).go(BEGINNER), game_of("beginner", 22)
    page.observe_shifts()
    before = page.locator("#play-board .board").bounding_box()
    page.assist("certain")
    page.uncheck("#assist-certain")
    for one in play_on(game):
        page.cell(one).tap() if how else page.cell(one).click()
    assert game.won
    page.heading("won").wait_for()
    page.get_by_text(PAGE["no risks"]).wait_for()
    after = page.locator("#play-board .board").bounding_box()
    assert (after["width"], after["height"]) == (before["width"], before["height"])
    # On a phone the panel covers the lower part of the page and moves nothing else.
    # On the page without a server the word about what is loading stands above all else.
    assert set(page.shifts()) - {"site-state"} <= ({"play-panel"} if how else set())
    if not how:
        assert after == before
    # After a win the page sets the missing flags.
    assert page.shown().count("F") == 10
    assert page.inner_text("#left") == "0 left"


COUNT_MOTION = """() => { const own = Element.prototype.animate; window.moved = 0;
  Element.prototype.animate = function (...how) {
    window.moved += 1;
    return own.apply(this, how);
  } }"""


MOVING = """() => document.getAnimations()
  .filter((one) => one.effect.target.closest("#play-board")).length"""


def test_an_opening_ripples_unless_the_reader_wants_no_motion(sit):
    page, game = sit(reduced_motion="no-preference").go(BEGINNER), game_of("beginner", 22)
    still = sit().go(BEGINNER)
    moves = list(play_on(game))
    for one in (page, still):
        with one.expect_request("**/motion.js"):
            one.hover("#play-board .board")
        one.wait_for_load_state("networkidle")
    seen = []
    page.evaluate(COUNT_MOTION)
    for move in moves:
        page.cell(move).click()
        still.cell(move).click()
        seen.append(page.evaluate("window.moved"))
        assert still.evaluate(MOVING) == 0
    assert seen[0] >= 1
    assert seen[-1] - seen[-2] >= 81  # the sweep over the solved board
    page.heading("won").wait_for()
    page.evaluate("() => Promise.all(document.getAnimations().map((one) => one.finished))")
    assert page.shown() == still.shown()


def test_a_pressed_cell_looks_pressed_and_so_do_those_around_a_clue(sit):
    page, game = sit().go(BEGINNER), game_of("beginner", 22)
    page.mouse.move(3, 3)
    hidden = safe_cell(game)
    clue = next(one for one in game.view.board.neighbours[hidden] if game.view.cells[one] > 0)
    before = page.cell(hidden).evaluate(COLOR)
    page.cell(clue).hover()
    page.mouse.down()
    assert page.cell(hidden).evaluate(COLOR) != before
    page.mouse.up()
    page.mouse.move(3, 3)
    assert page.cell(hidden).evaluate(COLOR) == before
    assert page.shown() == text_of(game)


TONES = """() => { window.tones = []; const own = OscillatorNode;
  window.OscillatorNode = class extends own {
    start(...when) { window.tones.push(this.frequency.value); super.start(...when); } }; }"""


def test_sound_is_off_until_it_is_switched_on_and_that_is_kept(sit):
    page, (safe, mined) = sit().go(BEGINNER), certain_cells(game_of("beginner", 22).view)
    page.evaluate(TONES)
    page.cell(mined[0]).click(button="right")
    page.click("#help")
    page.click("#settings")
    dialog = page.get_by_role("dialog")
    dialog.get_by_label(PAGE["setting sound"]).check()
    page.audit("settings")
    page.keys("Escape")
    page.cell(safe[0]).click()
    page.wait_for_function("() => window.tones.length")
    assert 330 not in page.evaluate("window.tones")  # the tone of a flag
    page.reload()
    page.click("#help")
    page.click("#settings")
    expect(dialog.get_by_label(PAGE["setting sound"])).to_be_checked()


@pytest.mark.smoke
def test_tap_and_hold_can_be_swapped_and_the_time_set(sit):
    page, game = sit(**TOUCH).go(BEGINNER), game_of("beginner", 22)
    safe, mined = certain_cells(game.view)
    dialog = page.get_by_role("dialog")
    touch, time = (dialog.get_by_label(PAGE[f"setting {one}"]) for one in ("touch", "hold"))
    page.click("#help")
    page.click("#settings")
    touch.select_option("swapped")
    time.select_option("200")
    page.keys("Escape")
    page.cell(mined[0]).tap()
    game.flag(mined[0])
    page.until_shown(game)
    page.hold(page.cell(safe[0]), until=page.open_cell(safe[0]))
    game.flood(safe[0])
    assert page.shown() == text_of(game)
    page.click("#help")
    page.click("#settings")
    touch.select_option("flag")
    page.keys("Escape")
    page.hold(page.cell(mined[1]), until=page.flagged_cell(mined[1]))
    game.flag(mined[1])
    assert page.shown() == text_of(game)
    page.reload()
    page.click("#help")
    page.click("#settings")
    expect(touch).to_have_value("flag")
    expect(time).to_have_value("200")


@pytest.mark.smoke
@pytest.mark.both_kinds
def test_chinese_readers_are_spoken_to_in_chinese_and_can_change_that(sit):
    page, game = sit(locale="zh-TW").go(BOARD), game_of("intermediate", 2026)
    assert page.get_attribute("html", "lang") == "zh-Hant"
    assert page.inner_text("nav a >> nth=0") == CHINESE["play"]
    one = safe_cell(game)
    page.ask_why(one)
    answer = explanation.explain(game.view, game.view.board.name(one))
    assert page.locator(".argument li").all_inner_texts() == answer.sentences("zh-Hant")
    language = page.get_by_role("button", name="English", exact=True)
    assert (language.inner_text(), language.get_attribute("lang")) == ("EN", "en")
    language.click()
    expect(page.locator("nav a").first).to_have_text("Play")
    expect(page.get_by_role("button", name="繁體中文", exact=True)).to_have_attribute(
        "lang", "zh-Hant"
    )
    page.reload()
    assert page.get_attribute("html", "lang") == "en"


@pytest.mark.parametrize("how", [{}, TOUCH], ids=["desktop", "phone"])
def test_axe_finds_nothing_in_any_view(sit, how):
    page = sit(**how).go(BOARD)
    for name in VIEWS:
        page.show_view(name)
        audit_in_light_and_dark(page, name)
        if name == "play":
            page.check("#assist-certain")
            page.check("#assist-odds")
            page.until_marked("safe")
            page.locator("#play-board .k-safe").first.focus()
            page.keys("w", until=".done")
            audit_in_light_and_dark(page, "why")
            page.menu("other")
            page.get_by_role("dialog").get_by_text(PAGE["no guess label"]).wait_for()
            audit_in_light_and_dark(page, "new board")
            page.keys("Escape")


def audit_in_light_and_dark(page, name):
    page.emulate_media(color_scheme="light")
    page.audit(name)
    page.emulate_media(color_scheme="dark")
    page.audit(f"{name}, dark", rules=["color-contrast"])


@pytest.mark.smoke
def test_colour_never_says_it_alone(sit):
    page = sit().go(BOARD)
    page.assist("certain")
    assert set(icons(page.locator("#play-board .k-safe"))) == {"#i-check"}
    assert set(icons(page.locator("#play-board .k-mine"))) == {"#i-flag"}
    labels = page.locator("#play-board .k-safe").evaluate_all(
        "(all) => all.map((one) => one.getAttribute('aria-label'))"
    )
    assert all(re.fullmatch(r"r\d+c\d+, hidden, safe", label) for label in labels)
