"""The look and feel of the page: contrast, icons, motion, sound, touch, no layout shifts."""

import re

import pytest

from contrast import CONTRAST_OF
from mineproof import answers
from page_visit import (
    BEGINNER,
    BOARD,
    PAGE,
    TOUCH,
    audit,
    cell,
    expect,
    flagged_cell,
    game_of,
    hold,
    icons,
    lose,
    open_cell,
    play_on,
    shown,
    text_of,
)

CONTRAST = f"""([selector, other]) => {{
  const contrast = {CONTRAST_OF};
  const color = (one) => getComputedStyle(document.querySelector(one)).backgroundColor;
  return contrast(color(selector), color(other));
}}"""
# Count every layout shift, also right after an input.
SHIFTS = """() => { window.shifts = [];
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) for (const { node } of one.sources)
      window.shifts.push([one.value, node?.id || node?.className || node?.nodeName]);
  }).observe({ type: "layout-shift" }); }"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_hidden_and_open_cells_differ_at_a_glance(sit, scheme):
    page = sit(color_scheme=scheme).go(BOARD)
    page.mouse.move(3, 3)
    assert page.evaluate(CONTRAST, ["#play-board .h", "#play-board .o"]) >= 3
    page.check("#assist-odds")
    page.locator("#play-board .k-odds").first.wait_for()
    page.goto(page.url.split("#")[0] + "#play?size=6x6&mines=5&start=open&seed=3&shape=torus")
    ghost = page.locator("#play-board .g.k-odds").first
    ghost.wait_for()
    page.mouse.move(3, 3)
    # A copy beyond the edge has the shade of its cell.
    shade = "(one) => getComputedStyle(one).backgroundColor"
    own = page.locator(f'#play-board [data-i="{ghost.get_attribute("data-ghost")}"]')
    assert ghost.evaluate(shade) == own.evaluate(shade)


def test_icons_are_drawn_and_no_sign_depends_on_a_font(sit):
    page, game = sit().go(BEGINNER), game_of("beginner", 22)
    mine = lose(page, game)
    page.get_by_role("heading", name=PAGE["lost"]).wait_for()
    page.locator(".steps button").first.wait_for()
    assert icons(cell(page, mine)) == ["#i-burst"]
    assert set(icons(page.locator("#play-board .m"))) == {"#i-mine"}
    for view in ("watch", "analyse", "play"):
        page.get_by_role("navigation").get_by_role("link", name=PAGE[view]).click()
        page.wait_for_selector(f"#view-{view}:not([hidden])")
        page.locator(f"#view-{view} .c").first.wait_for()
        assert not re.search(r"[⚑●✹✓★⋯◐▶◀❚↻↶↷]|×(?!\d)", page.inner_text("body"))
    named = page.evaluate("[...document.querySelectorAll('use')].map((one) => one.href.baseVal)")
    there = page.evaluate("[...document.querySelectorAll('symbol')].map((one) => `#${one.id}`)")
    assert set(named) <= set(there)


@pytest.mark.parametrize("how", [{}, TOUCH], ids=["desktop", "phone"])
def test_nothing_jumps_while_one_plays(sit, how):
    """A whole game with flags, help and a question: there is no layout shift."""
    page, game = sit(**how).go(BEGINNER), game_of("beginner", 22)
    page.evaluate(SHIFTS)
    before = page.locator("#play-board .board").bounding_box()
    touch = bool(how)
    page.check("#assist-certain")
    page.locator("#play-board .k-safe").first.wait_for()
    page.uncheck("#assist-certain")
    for one in play_on(game):
        if touch:
            cell(page, one).tap()
        else:
            cell(page, one).click()
    assert game.won
    page.get_by_role("heading", name=PAGE["won"]).wait_for()
    page.get_by_text(PAGE["no risks"]).wait_for()
    after = page.locator("#play-board .board").bounding_box()
    assert (after["width"], after["height"]) == (before["width"], before["height"])
    # On a phone the panel covers the lower part of the page and moves nothing else.
    moved = {node for _, node in page.evaluate("window.shifts")}
    assert moved <= ({"play-panel"} if touch else set())
    if not touch:
        assert after == before
    # After a win the page sets the missing flags.
    assert shown(page).count("F") == 10
    assert page.inner_text("#left") == "0 left"


COUNT_MOTION = """() => { const own = Element.prototype.animate; window.moved = 0;
  Element.prototype.animate = function (...how) {
    window.moved += 1;
    return own.apply(this, how);
  } }"""


def animations(page):
    return page.evaluate(
        "document.getAnimations().filter((one) => one.effect.target.closest('#play-board')).length"
    )


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
        cell(page, move).click()
        cell(still, move).click()
        seen.append(page.evaluate("window.moved"))
        assert animations(still) == 0
    assert seen[0] >= 1
    assert seen[-1] - seen[-2] >= 81  # the sweep over the solved board
    page.get_by_role("heading", name=PAGE["won"]).wait_for()
    page.evaluate("() => Promise.all(document.getAnimations().map((one) => one.finished))")
    assert shown(page) == shown(still)


def test_a_pressed_cell_looks_pressed_and_so_do_those_around_a_clue(sit):
    page, game = sit().go(BEGINNER), game_of("beginner", 22)
    page.mouse.move(3, 3)
    color = "(one) => getComputedStyle(one).backgroundColor"
    hidden = answers.analyse(game.view).analysis.safe[0]
    clue = next(one for one in game.view.board.neighbours[hidden] if game.view.cells[one] > 0)
    before = cell(page, hidden).evaluate(color)
    cell(page, clue).hover()
    page.mouse.down()
    assert cell(page, hidden).evaluate(color) != before
    page.mouse.up()
    page.mouse.move(3, 3)
    assert cell(page, hidden).evaluate(color) == before
    assert shown(page) == text_of(game)


TONES = """() => { window.tones = []; const own = OscillatorNode;
  window.OscillatorNode = class extends own {
    start(...when) { window.tones.push(this.frequency.value); super.start(...when); } }; }"""


UNTIL_A_TONE = """async () => {
  while (!window.tones.length) await new Promise((resolve) => setTimeout(resolve, 20));
}"""


def test_sound_is_off_until_it_is_switched_on_and_that_is_kept(sit):
    sitting = sit()
    page, moves = sitting.go(BEGINNER), list(play_on(game_of("beginner", 22)))
    page.evaluate(TONES)
    cell(page, moves[0]).click()
    assert page.evaluate("window.tones") == []
    page.click("#settings")
    dialog = page.get_by_role("dialog")
    dialog.get_by_label(PAGE["setting sound"]).check()
    audit(page, "settings")
    page.keyboard.press("Escape")
    cell(page, moves[1]).click()
    page.evaluate(UNTIL_A_TONE)
    page.reload()
    page.wait_for_selector("body[data-ready]")
    page.click("#settings")
    expect(dialog.get_by_label(PAGE["setting sound"])).to_be_checked()


def test_tap_and_hold_can_be_swapped_and_the_time_set(sit):
    page, game = sit(**TOUCH).go(BEGINNER), game_of("beginner", 22)
    found = answers.analyse(game.view).analysis
    page.click("#settings")
    dialog = page.get_by_role("dialog")
    dialog.get_by_label(PAGE["setting touch"]).select_option("swapped")
    dialog.get_by_label(PAGE["setting hold"]).select_option("200")
    page.keyboard.press("Escape")
    cell(page, found.mined[0]).tap()
    flagged_cell(page, found.mined[0]).wait_for()
    game.flag(found.mined[0])
    assert shown(page) == text_of(game)
    hold(page, cell(page, found.safe[0]), until=open_cell(page, found.safe[0]))
    game.flood(found.safe[0])
    assert shown(page) == text_of(game)
    page.click("#settings")
    dialog.get_by_label(PAGE["setting touch"]).select_option("flag")
    page.keyboard.press("Escape")
    hold(page, cell(page, found.mined[1]), until=flagged_cell(page, found.mined[1]))
    game.flag(found.mined[1])
    assert shown(page) == text_of(game)
    page.reload()
    page.wait_for_selector("body[data-ready]")
    page.click("#settings")
    expect(dialog.get_by_label(PAGE["setting touch"])).to_have_value("flag")
    expect(dialog.get_by_label(PAGE["setting hold"])).to_have_value("200")


def test_cells_grow_with_the_screen(sit):
    sizes = []
    for width, height in ((1260, 800), (1920, 1080), (2560, 1440)):
        page = sit(viewport={"width": width, "height": height}).go(BOARD)
        sizes.append(cell(page, 0).bounding_box()["width"])
        assert page.evaluate("document.documentElement.scrollHeight") <= height
    assert sizes[0] < sizes[1] < sizes[2]
    assert sizes[2] >= 70
