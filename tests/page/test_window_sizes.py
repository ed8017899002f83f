"""The page at several sizes: a phone upright and sideways, a tablet, a desktop."""

import re

import pytest

from page_games import certain_cells, game_of, mined_cell, safe_cell, text_of
from page_visit import BEGINNER, BOARD, PAGE, TOUCH, VIEWS, expect, middle

SIDEWAYS = {"viewport": {"width": 844, "height": 390}, "has_touch": True, "is_mobile": True}
TABLET = {"viewport": {"width": 820, "height": 1180}, "has_touch": True, "is_mobile": True}
HARD = "#watch?level=hard&start=open&seed=2026&strategy=saturate&full=true&at=400"
WATCH = "#watch?size=5x5&mines=5&start=open&seed=1&strategy=saturate&full=true&at=60"

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


def show(page, link, ready):
    page.follow(link)
    page.locator(ready).first.wait_for()


def unseen(page, selector):
    return page.evaluate(UNSEEN, selector)


def box(page, selector):
    return page.locator(selector).first.bounding_box()


def right_of(inner):
    return inner["x"] + inner["width"]


@pytest.mark.smoke
def test_a_phone_held_sideways_shows_the_board_and_the_panel_beside_it(sit):
    page, game = sit(**SIDEWAYS).go(BEGINNER), game_of("beginner", 22)
    assert box(page, "header")["height"] < 50
    assert unseen(page, "#play-board .c") == []
    # An argument stands beside the board and scrolls by itself.
    page.tap("#thumb-why")
    page.cell(safe_cell(game)).tap()
    page.locator("#play-panel .done").wait_for()
    assert unseen(page, "#play-board .c, .thumb button, #play-panel h2") == []
    assert box(page, "#play-panel")["x"] >= right_of(box(page, "#play-board .board"))
    page.tap("#thumb-why")
    # The menu and the dialog are seen whole.
    page.tap("#more")
    page.locator("#more-list button").first.wait_for()
    assert unseen(page, "#more-list button") == []
    page.tap("#other")
    page.locator("dialog form").wait_for()
    assert unseen(page, "dialog form button.main") == []
    page.keys("Escape")
    # So are the boards of the other views.
    page.show_view("analyse")
    assert unseen(page, "#analyse-board .c, #palette button") == []
    page.show_view("exercise")
    assert unseen(page, "#learn-board .c") == []
    show(page, WATCH, "#runs .words")
    assert unseen(page, "#runs .c, #runs .words, .run-button") == []
    assert page.evaluate("document.documentElement.scrollHeight") <= 390


def test_a_first_visit_sideways_shows_the_question_and_its_button(sit):
    page = sit(**SIDEWAYS, first_visit=True).go()
    page.locator("#intro .c").first.wait_for()
    assert unseen(page, "#intro .c, #intro button.main") == []


def test_a_tablet_shows_whole_boards(sit):
    page = sit(**TABLET).go(BEGINNER)
    for view, link in (
        ("play", BEGINNER),
        ("analyse", "#analyse"),
        ("learn", VIEWS["exercise"][0]),
    ):
        show(page, link, f"#{view}-board .c")
        assert unseen(page, f"#{view}-board .c") == []


@pytest.mark.parametrize(("width", "height"), [(820, 1180), (768, 1024)])
def test_a_tablet_shows_the_board_of_watch_and_what_is_chosen_in_one_row(sit, width, height):
    page = sit(**{**TABLET, "viewport": {"width": width, "height": height}}).go("#watch")
    page.locator("#runs .c").first.wait_for()
    assert unseen(page, "#runs .c, #runs .legend") == []
    share, compare = page.button("share"), page.button("compare strategies")
    assert abs(middle(share)["y"] - middle(compare)["y"]) < 4


def test_a_phone_held_sideways_shows_what_is_chosen_in_watch_beside_the_board(sit):
    page = sit(**SIDEWAYS).go("#watch")
    page.locator("#runs .c").first.wait_for()
    assert unseen(page, "#runs .c, .choices select, .choices button, #runs .panel") == []


def test_watch_shows_the_sentence_below_the_bar_on_a_phone(sit):
    page = sit(**TOUCH).go(WATCH)
    assert unseen(page, "#runs .c, #runs .sentence, .run-button") == []
    first = page.inner_text("#runs .sentence")
    page.button("step on").tap()
    expect(page.locator("#runs .sentence")).not_to_have_text(first)
    # In the plain mode also the two clauses and what follows.
    page.show_view("plain")
    page.locator("#runs .so").wait_for()
    assert unseen(page, "#runs .so, #runs .premises, #runs .c, .run-button") == []


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


def test_a_warning_covers_no_switch_and_the_bars_end_with_the_board(sit):
    page, game = sit().go(BEGINNER), game_of("beginner", 22)
    board = box(page, "#play-board .board")
    assert abs(right_of(box(page, ".bar")) - right_of(board)) < 10
    page.check("#assist-warn")
    page.cell(mined_cell(game)).click()
    warning = page.heading("warn mine", cell=game.view.board.name(mined_cell(game)))
    assert box(page, "#play-panel")["y"] <= middle(warning)["y"] <= board["y"] + 60  # beside it
    assert unseen(page, "#play-board .c, .foot button") == []
    page.show_view("analyse")
    assert unseen(page, "#analyse-board .c") == []


@pytest.mark.both_kinds
def test_a_phone_asks_by_the_thumb_and_cuts_off_no_button_and_no_sentence(sit):
    page, game = sit(**TOUCH).go(BEGINNER), game_of("beginner", 22)
    level, help_button = page.locator(".level").first, page.locator("#help")
    assert abs(middle(level)["y"] - middle(help_button)["y"]) < 8  # in one row
    invitation = page.inner_text("#play-panel")
    assert PAGE["invite touch flag"] in invitation
    assert not re.search(r" W\b|right-click", invitation)  # no key is named
    page.tap("#thumb-why")
    page.cell(safe_cell(game)).tap()
    page.locator("#play-panel .done").wait_for()
    assert page.shown() == text_of(game)
    assert unseen(page, "#play-panel .actions button.main, .thumb button") == []
    visit = sit(**TOUCH, first_visit=True).go()
    visit.button("safe it is").tap()
    visit.button("first run on").wait_for()
    assert unseen(visit, "#intro li, #intro .c, #intro button.main") == []


def test_at_four_times_the_size_the_board_can_be_played(sit):
    """400 % zoom of a 1280 x 1024 window is a window of 320 x 256."""
    page = sit(viewport={"width": 320, "height": 256}, device_scale_factor=4).go(BEGINNER)
    safe, mined = certain_cells(game_of("beginner", 22).view)
    page.cell(safe[0]).click()
    page.open_cell(safe[0]).wait_for()
    page.click("#thumb-why")
    page.cell(mined[0]).click()
    page.locator("#play-panel .done").wait_for()
    assert unseen(page, "#play-panel h2") == []


# 200 % zoom, the narrowest window with the layout of a phone held sideways, and 400 % zoom
NARROW = [(640, 400), (580, 350), (320, 256)]
FITS = "(width) => innerWidth === width && document.documentElement.scrollWidth <= width"


def test_no_view_is_wider_than_a_narrow_window(sit):
    page = sit(device_scale_factor=2).go(BEGINNER)
    for name in VIEWS:
        page.show_view(name)
        for width, height in NARROW:
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_function(FITS, arg=width)


GROWN = """([height, least]) => innerHeight === height
  && document.documentElement.scrollHeight <= height
  && document.querySelector("#play-board .c").offsetWidth >= least"""


def test_cells_grow_with_the_screen(sit):
    page = sit().go(BOARD)
    for width, height, least in ((1260, 800, 30), (1920, 1080, 48), (2560, 1440, 70)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(GROWN, arg=[height, least])


def test_the_menu_of_a_long_press_marks_its_cell_and_leaves_the_clues_around_it_in_sight(sit):
    page, game = sit(**TOUCH).go(BEGINNER), game_of("beginner", 22)
    safe = safe_cell(game)
    page.hold(page.cell(safe))
    expect(page.cell(safe)).to_have_class(re.compile(r"\bheld\b"))
    around = ", ".join(f'#play-board [data-i="{at}"]' for at in game.view.board.neighbours[safe])
    assert unseen(page, around) == []
    page.get_by_role("menuitem", name=PAGE["why button"]).tap()
    expect(page.locator("#play-board .held")).to_have_count(0)
    page.locator(".done").wait_for()
    page.next_frame()
    assert unseen(page, "#play-panel .done") == []  # the buttons below do not cover it


def test_a_phone_held_sideways_shows_every_column_of_an_intermediate_board(sit):
    page = sit(**SIDEWAYS).go(BOARD)
    page.has_cells(256)
    scroll = page.locator("#play-board .scroll")
    assert scroll.evaluate("(one) => one.scrollWidth - one.clientWidth") == 0
    assert box(page, "#play-board .c")["width"] >= 22


@pytest.mark.parametrize("language", ["en-US", "zh-TW"])
def test_a_phone_held_sideways_has_the_levels_and_the_help_in_one_row(sit, language):
    page = sit(locale=language, **SIDEWAYS).go("#play?level=expert&start=open&seed=3")
    page.has_cells(480)
    assert unseen(page, ".foot button") == []
    heights = [middle(one)["y"] for one in page.locator(".level, #share, #help").all()]
    assert max(heights) - min(heights) < 4


@pytest.mark.parametrize("how", [TOUCH, SIDEWAYS], ids=["upright", "sideways"])
def test_the_buttons_of_play_are_large_enough_for_a_finger(sit, how):
    page = sit(**how).go(BEGINNER)
    page.has_cells(81)
    for one in page.locator(".bar button, .foot button, .tools button, .thumb button").all():
        if one.is_visible():
            assert min(one.bounding_box()[side] for side in ("width", "height")) >= 40
    assert unseen(page, "#play-board .c, .bar button, .foot button, .thumb button") == []


def test_a_tablet_shows_all_columns_of_an_expert_board(sit):
    page = sit(**TABLET).go("#play?level=expert&start=open&seed=3")
    page.has_cells(480)
    assert unseen(page, "#play-board .row:nth-child(2) .c") == []


def test_two_expert_boards_side_by_side_show_all_columns(sit):
    expert = "#watch?level=expert&start=open&seed=3&strategy=unit&against=saturate"
    page = sit(viewport={"width": 1280, "height": 800}).go(expert)
    page.locator("#runs .c").last.wait_for()
    assert unseen(page, "#runs .row:nth-child(2) .c") == []


def test_on_the_narrowest_phone_a_conclusion_covers_no_part_of_its_argument(sit):
    narrow = {**TOUCH, "viewport": {"width": 320, "height": 640}}
    page = sit(**narrow).go("#play?level=intermediate&start=open&seed=2026")
    page.ask_why(certain_cells(game_of("intermediate", 2026).view)[0][0])
    last = box(page, ".argument li:last-child")
    assert last["y"] + last["height"] <= box(page, ".done")["y"]
    assert (
        box(page, ".done")["y"] + box(page, ".done")["height"]
        <= box(page, "#play-panel .actions")["y"]
    )


def test_only_a_sheet_over_the_page_has_a_button_that_closes_it(sit):
    page, game = sit(**TOUCH).go(BEGINNER), game_of("beginner", 22)
    page.tap("#thumb-why")
    page.cell(safe_cell(game)).tap()
    close = page.locator("#play-panel .sheet-close")
    close.tap()
    expect(page.locator("#play-panel")).not_to_have_css("position", "fixed")
    page.show_view("analyse")
    expect(page.locator("#analyse-panel h2")).to_be_visible()
    expect(page.locator("#analyse-panel .sheet-close")).to_be_hidden()


def test_the_sheet_of_a_lost_game_covers_no_figure_and_cuts_no_button(sit):
    page = sit(**TOUCH).go(BEGINNER)
    page.lose(game_of("beginner", 22))
    page.locator("#play-panel .statistics").wait_for()
    for one in page.locator("#play-panel .statistics dt, #play-panel > .actions > *").all():
        one.scroll_into_view_if_needed()
        assert one.evaluate(
            """(one) => {
              const { left, right, top, bottom } = one.getBoundingClientRect();
              const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
              return right <= innerWidth && one.contains(at);
            }"""
        ), one.inner_text()


def test_the_controls_of_watch_are_whole_on_a_phone_in_chinese(sit):
    page = sit(locale="zh-TW", **TOUCH).go("#watch")
    page.locator("#runs .c").first.wait_for()
    page.fits()
    label = page.locator(".choices label").first
    assert label.evaluate("(one) => one.firstChild.nodeValue") == "盤面"
    line = 1.5 * float(label.evaluate("(one) => parseFloat(getComputedStyle(one).fontSize)"))
    word = """(one) => {
      const range = document.createRange();
      range.selectNode(one.firstChild);
      return range.getBoundingClientRect().height;
    }"""
    assert label.evaluate(word) < 2 * line
    field = page.locator(".choices select").first
    chosen = field.evaluate("(one) => one.selectedOptions[0].text")
    assert box(page, ".choices select")["width"] > 11 * len(chosen)
    page.get_by_role("button", name="分享", exact=True).wait_for()


def test_analyse_scrolls_to_the_best_guess_of_a_position_from_a_link(sit):
    rows = "/".join(["H" * 30] * 8 + ["H" * 27 + "11H"] + ["H" * 30] * 7)
    page = sit(**TOUCH).go(f"#analyse?position=30x16x99/{rows}")
    page.until_marked("best", "analyse")
    best = page.locator("#analyse-board .k-best")
    expect(best).to_be_in_viewport(ratio=1)


@pytest.mark.both_kinds
@pytest.mark.parametrize("how", [{}, TOUCH], ids=["desktop", "phone"])
def test_nothing_moves_while_play_loads(sit, how):
    page = sit(**how).go(BOARD)
    page.has_cells(256)
    page.next_frame()
    moved = page.evaluate(
        """() => new Promise((done) => {
          const sum = (list) => list.getEntries().reduce((all, { value = 0 }) => all + value, 0);
          const seen = new PerformanceObserver((list) => done(sum(list)));
          seen.observe({ type: "layout-shift", buffered: true });
          seen.observe({ type: "mark", buffered: true }); // at least one entry
        })"""
    )
    assert moved < 0.01
