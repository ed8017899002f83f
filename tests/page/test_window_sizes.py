"""The page at several sizes: a phone upright and sideways, a tablet, a desktop."""

import re

from mineproof import answers
from page_visit import PAGE, TOUCH, VIEWS, cell, expect, game_of, open_cell, show_view

SIDEWAYS = {"viewport": {"width": 844, "height": 390}, "has_touch": True, "is_mobile": True}
TABLET = {"viewport": {"width": 820, "height": 1180}, "has_touch": True, "is_mobile": True}
HARD = "#watch?level=hard&start=open&seed=2026&strategy=saturate&at=400"
BEGINNER = "#play?level=beginner&start=open&seed=22"
WATCH = "#watch?size=5x5&mines=5&start=open&seed=1&strategy=saturate&at=60"

# The elements of a selector that the reader does not see whole: out of the window, cut off by a
# part that scrolls, or covered.
UNSEEN = """(selector) => {
  const all = [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
  const seen = (one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    return [[x, top + 2], [x, bottom - 2], [left + 2, y], [right - 2, y]]
      .every((point) => one.contains(document.elementFromPoint(...point)));
  };
  return all.length ? all.filter((one) => !seen(one)).map((one) => one.outerHTML.slice(0, 90))
    : ["no such element"];
}"""


def unseen(page, selector):
    return page.evaluate(UNSEEN, selector)


def follow(page, link, ready):
    """Follow a link without a reload."""
    page.evaluate("(link) => { location.hash = link; }", link)
    page.locator(ready).first.wait_for()


def box(page, selector):
    return page.locator(selector).first.bounding_box()


def right_of(inner):
    return inner["x"] + inner["width"]


def test_a_phone_held_sideways_shows_the_board_and_the_panel_beside_it(sit):
    page, game = sit(**SIDEWAYS).go(BEGINNER), game_of("beginner", 22)
    assert box(page, "header")["height"] < 50
    assert unseen(page, "#play-board .c") == []
    # An argument stands beside the board and scrolls by itself.
    page.tap("#thumb-why")
    cell(page, answers.analyse(game.view).analysis.safe[0]).tap()
    page.locator("#play-panel .done").wait_for()
    assert unseen(page, "#play-board .c, .thumb button, #play-panel h2") == []
    assert box(page, "#play-panel")["x"] >= right_of(box(page, "#play-board .board"))
    page.tap("#thumb-why")
    # The menu and the dialog are seen whole.
    page.tap("#more")
    page.locator("#more-list button").first.wait_for()
    assert unseen(page, "#more-list button") == []
    page.evaluate("document.body.click()")
    page.tap("#new")
    page.locator("dialog form").wait_for()
    assert unseen(page, "dialog form button.main") == []
    page.keyboard.press("Escape")
    # So are the boards of the other views.
    for view in ("analyse", "exercise"):
        follow(page, VIEWS[view], f"#{'learn' if view == 'exercise' else view}-board .c")
        shown = "#analyse-board .c, #palette button" if view == "analyse" else "#learn-board .c"
        assert unseen(page, shown) == []
    follow(page, WATCH, "#runs .words")
    assert unseen(page, "#runs .c, #runs .words, .run-button") == []
    assert page.evaluate("document.documentElement.scrollHeight") <= 390


def test_a_first_visit_sideways_shows_the_question_and_its_button(sit):
    page = sit(**SIDEWAYS, first_visit=True).go()
    page.locator(".first-board .c").first.wait_for()
    assert unseen(page, ".first-board .c, #play-panel button.main") == []


def test_a_tablet_shows_whole_boards(sit):
    page = sit(**TABLET).go(BEGINNER)
    assert unseen(page, "#play-board .c") == []
    follow(page, "#analyse", "#analyse-board .c")
    assert unseen(page, "#analyse-board .c") == []
    follow(page, VIEWS["exercise"], "#learn-board .c")
    assert unseen(page, "#learn-board .c") == []


def test_watch_shows_the_sentence_below_the_bar_on_a_phone(sit):
    page = sit(**TOUCH).go(WATCH)
    assert unseen(page, "#runs .c, #runs .sentence, .run-button") == []
    first = page.inner_text("#runs .sentence")
    page.get_by_role("button", name=PAGE["step on"]).tap()
    expect(page.locator("#runs .sentence")).not_to_have_text(first)


def test_the_lists_of_watch_have_room_and_the_panel_scrolls(sit):
    page = sit().go(HARD)
    page.locator("#runs .kb0-rows .clause").first.wait_for()
    assert page.evaluate("document.documentElement.scrollHeight") <= 800
    for rows in (".kb-rows", ".kb0-rows"):
        assert box(page, f"#runs {rows}")["height"] >= 90
    knowledge, before = box(page, "#runs .kb0-rows"), box(page, "#runs .before")
    assert knowledge["y"] + knowledge["height"] <= before["y"]
    panel = page.locator("#runs .panel")
    panel.evaluate("(one) => one.scrollTo(0, one.scrollHeight)")
    assert before["height"] >= 200
    assert box(page, "#runs .before")["y"] + before["height"] <= 800


def test_two_strategies_begin_early_in_both_games(sit):
    page = sit().go(WATCH.replace("&at=60", ""))
    page.get_by_label(PAGE["compare with"]).select_option("unit")
    expect(page.locator("#runs .step")).to_have_count(2)
    for text in page.locator("#runs .step").all_inner_texts():
        [[step, length]] = re.findall(r"step (\d+) of (\d+)", text)
        assert 0 < int(step) <= int(length) / 2


def middle(inner):
    return inner["y"] + inner["height"] / 2


def test_a_warning_covers_no_switch_and_the_bars_end_with_the_board(sit):
    page, game = sit().go(BEGINNER), game_of("beginner", 22)
    board = box(page, "#play-board .board")
    assert abs(right_of(box(page, ".bar")) - right_of(board)) < 10
    page.check("#assist-warn")
    cell(page, answers.analyse(game.view).analysis.mined[0]).click()
    page.locator("#toast").wait_for()
    assert unseen(page, "#play-board .c, .switches label, #settings") == []
    text, close = box(page, "#toast p"), box(page, "#toast .plain")
    assert abs(middle(text) - middle(close)) < 12
    follow(page, VIEWS["analyse"], "#analyse-board .k-safe")
    assert unseen(page, "#analyse-board .c") == []


def test_a_phone_cuts_off_no_button_and_no_sentence(sit):
    page, game = sit(**TOUCH).go(BEGINNER), game_of("beginner", 22)
    first, settings = box(page, ".switches label"), box(page, "#settings")
    assert abs(middle(first) - middle(settings)) < 8
    assert PAGE["invite touch flag"] in page.inner_text("#play-panel")
    page.tap("#thumb-why")
    cell(page, answers.analyse(game.view).analysis.safe[0]).tap()
    page.locator("#play-panel .done").wait_for()
    assert unseen(page, "#play-panel .actions button.main, .thumb button") == []
    visit = sit(**TOUCH, first_visit=True).go()
    visit.get_by_role("button", name=PAGE["ask why"]).tap()
    visit.get_by_role("button", name=PAGE["now you"]).wait_for()
    assert unseen(visit, "#play-panel li, .first-board .c, #play-panel button.main") == []


def test_the_narrowest_window_with_the_layout_of_a_phone_held_sideways_cuts_nothing_off(sit):
    page = sit(viewport={"width": 580, "height": 350}).go(BEGINNER)
    for name in VIEWS:
        show_view(page, name)
        assert page.evaluate("document.documentElement.scrollWidth") <= 580, name


ZOOMED = {"viewport": {"width": 320, "height": 256}, "device_scale_factor": 4}


def test_at_four_times_the_size_the_page_scrolls_and_the_board_can_be_played(sit):
    """400 % zoom of a 1280 x 1024 window is a window of 320 x 256."""
    page, game = sit(**ZOOMED).go(BEGINNER), game_of("beginner", 22)
    found = answers.analyse(game.view).analysis
    cell(page, found.safe[0]).click()
    open_cell(page, found.safe[0]).wait_for()
    page.click("#thumb-why")
    cell(page, found.mined[0]).click()
    page.locator("#play-panel .done").wait_for()
    assert unseen(page, "#play-panel h2") == []
    for name in VIEWS:
        show_view(page, name)
        assert page.evaluate("document.documentElement.scrollWidth") <= 320, name
