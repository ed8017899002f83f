"""Play: clicks, keys and touch, a board and its end, and the help that one can ask for."""

import json
import re

import pytest

from mineproof.answers import analysis, boards
from mineproof.game import replay as replays
from mineproof.reason.depth import depth_of
from mineproof.web import questions
from page_games import begun, certain_cells, game_of, mined_cell, play_on, safe_cell, text_of
from page_visit import BEGINNER, BOARD, PAGE, TOUCH, expect
from waiting import until


@pytest.mark.smoke
def test_a_link_is_a_board(sit):
    page = sit().go(BOARD)
    assert page.shown() == text_of(game_of("intermediate", 2026))
    assert page.inner_text("#where") == "Intermediate · open start"
    assert page.inner_text("#left") == "40 left"


@pytest.mark.both_kinds
def test_without_a_link_a_board_is_dealt_and_the_address_holds_it(sit):
    sitting = sit()
    page = sitting.go()
    assert re.search(r"#play\?level=intermediate&start=open&seed=\d+$", page.url)
    before = page.shown()
    again = sit().go(page.url.removeprefix(sitting.address))
    assert again.shown() == before


@pytest.mark.smoke
def test_clicks_open_flag_and_chord_as_the_game_does(sit):
    page, game = sit().go(BEGINNER), game_of("beginner", 22)
    safe, mined = certain_cells(game.view)
    for mine in mined:
        page.cell(mine).click(button="right")
        game.flag(mine)
    assert page.inner_text("#left") == "2 left"
    page.open(game, safe[0])
    assert page.shown() == text_of(game)
    ready = [one for one in range(81) if game.view.cells[one] > 0 and game.chorded(one)]
    for one in ready:
        page.cell(one).click()
        game.chord(one)
    assert ready
    assert page.shown() == text_of(game)
    page.cell(mined[0]).click(button="right")
    game.unflag(mined[0])
    assert page.shown() == text_of(game)


@pytest.mark.smoke
def test_a_whole_game_by_keyboard(sit):
    sitting = sit()
    sitting.page.clock.install()
    page, game = sitting.go(BEGINNER), game_of("beginner", 22)
    page.cell(0).focus()
    here = 0
    page.keys("ArrowLeft")  # no way out of the board
    assert page.evaluate("document.activeElement.dataset.i") == "0"

    def walk(to):
        nonlocal here
        down, right = to // 9 - here // 9, to % 9 - here % 9
        page.keys(*["ArrowDown" if down > 0 else "ArrowUp"] * abs(down))
        page.keys(*["ArrowRight" if right > 0 else "ArrowLeft"] * abs(right))
        here = to

    walk(mined_cell(game))
    assert page.evaluate("getComputedStyle(document.activeElement).outlineWidth") == "3px"
    page.keys("f")
    assert page.inner_text("#left") == "9 left"
    page.keys("u")
    assert page.inner_text("#left") == "10 left"
    for one in play_on(game):
        walk(one)
        page.keys("Space")
    assert game.won
    page.heading("won").wait_for()
    page.get_by_text(PAGE["no risks"]).wait_for()
    luck = page.locator(".statistics div").filter(has_text=PAGE["luck"])
    expect(luck.locator("dd")).to_have_text("100 %")
    stopped = page.inner_text("#time")
    page.clock.run_for(2000)
    assert page.inner_text("#time") == stopped


@pytest.mark.smoke
def test_keys_ask_for_help_and_each_view_shows_its_keys(sit):
    page = sit().go(BEGINNER)
    keys = page.get_by_role("dialog")
    for view, has, lacks in [
        ("watch", "step keys", "chords"),
        ("analyse", "digits key", "chords"),
        ("play", "undo flag", "step keys"),
    ]:
        page.follow(f"#{view}")
        page.locator(f"#view-{view} .c").first.wait_for()
        page.keys("?")
        keys.get_by_text(PAGE[has], exact=True).wait_for()
        assert keys.get_by_text(PAGE[lacks], exact=True).count() == 0
        assert PAGE[view] in keys.get_by_role("heading").inner_text()
        page.keys("Escape")
    page.keys("g")
    page.heading("no guess needed").wait_for()
    page.keys("b", until=".done")
    page.menu("other")
    keys.get_by_text(PAGE["no guess label"]).wait_for()


@pytest.mark.smoke
def test_touch_opens_holds_flag_and_the_thumb_switches(sit):
    page, game = sit(**TOUCH).go(BEGINNER), game_of("beginner", 22)
    safe, mined = certain_cells(game.view)
    size = page.cell(0).bounding_box()
    assert min(size["width"], size["height"]) >= 32
    page.cell(safe[0]).tap()
    game.flood(safe[0])
    page.until_shown(game)
    page.hold(page.cell(mined[0]))
    page.get_by_role("menuitem", name=PAGE["flag it"]).tap()
    game.flag(mined[0])
    page.until_shown(game)
    page.locator("#flag-mode").tap()
    page.cell(mined[1]).tap()
    game.flag(mined[1])
    page.until_shown(game)


def test_two_fingers_make_a_large_board_larger(sit):
    page = sit(**TOUCH).go("#play?level=expert&start=open&seed=1")
    before = page.cell(0).bounding_box()["width"]
    box = page.locator("#play-board").bounding_box()
    x, y = box["x"] + 150, box["y"] + 150
    for apart in (40, 45, 50, 60, 70):
        fingers = [{"x": x - apart, "y": y, "id": 0}, {"x": x + apart, "y": y, "id": 1}]
        page.touch("touchStart" if apart == 40 else "touchMove", *fingers)
    page.touch("touchEnd")
    assert page.cell(0).bounding_box()["width"] > before * 1.3
    assert page.shown() == text_of(game_of("expert", 1))  # nothing was opened by it


def test_on_a_phone_the_exploded_mine_is_seen_above_the_sheet(sit):
    page, game = sit(**TOUCH).go(BEGINNER), game_of("beginner", 22)
    page.cell(max(certain_cells(game.view)[1])).tap()
    page.heading("lost").wait_for()
    page.locator("#play-panel .facts").wait_for()
    mine, sheet = (page.locator(one).bounding_box() for one in ("#play-board .x", "#play-panel"))
    assert mine["y"] > 0
    assert mine["y"] + mine["height"] <= sheet["y"]


def test_a_game_is_saved_and_loaded_and_other_programs_can_read_it(sit, tmp_path):
    page, game = sit().go(BEGINNER), game_of("beginner", 22)
    page.open_certain(game, 4)
    page.cell(mined_cell(game)).click(button="right")
    before, file = page.shown(), tmp_path / "game.json"
    file.write_text(page.saved())
    replay = replays.read(file.read_text())
    assert text_of(replay.end()) == before
    assert all(move.t is not None for move in replay.moves)
    sitting = sit()
    other = sitting.go(BOARD)
    other.click("#more")
    with other.expect_file_chooser() as chooser:
        other.click("#load")
    chooser.value.set_files(file)
    other.has_cells(81)
    assert other.shown() == before
    assert "board=9x9x10" in other.url
    other.reload()
    assert other.shown() == before  # the browser keeps the game
    again = sit().go(other.url.removeprefix(sitting.address))
    assert again.shown() == text_of(game_of("beginner", 22))


def test_a_new_board_of_ones_own_without_a_guess(sit):
    page = sit().go(BEGINNER)
    page.menu("other")
    page.select_option("[name=level]", "custom")
    for name, value in (("width", 12), ("height", 10), ("mines", 20)):
        page.fill(f"[name={name}]", str(value))
    page.check("[name=no_guess]")
    page.select_option("[name=min_depth]", "2")
    page.fill("[name=seed]", "5")
    page.button("deal it").click()
    page.has_cells(120)
    assert "no_guess=true&min_depth=2" in page.url
    asked = {"size": "12x10", "mines": 20, "no_guess": True, "min_depth": 2, "seed": 5}
    status, text = questions.answer("deal", json.dumps(asked | {"start": "open"}).encode())
    assert status == 200
    said = json.loads(text)
    dealt = boards.deal_from_text(said["truth"], start=None, seed=0, cells=said["cells"])
    assert depth_of(dealt).depth == said["depth"] >= 2
    expect(page.locator("#where")).to_contain_text(f"depth {said['depth']}")
    assert page.shown() == text_of(begun(dealt))


def test_a_large_board_scrolls_by_itself_and_the_page_does_not(sit):
    page = sit().go(BEGINNER)
    for size, cells in (("30x16", 480), ("100x100", 10_000)):
        page.follow(f"#play?size={size}&mines=99&start=open&seed=1")
        page.has_cells(cells)
        page.fits()
        panel, board = (page.locator(one).bounding_box() for one in ("#play-panel", "#play-board"))
        assert board["x"] + board["width"] <= panel["x"]
        assert panel["width"] >= 300


def test_a_board_that_needs_no_move_is_not_called_solved(sit):
    page = sit().go("#play?size=3x3&mines=9&start=given&safe_cells=0")
    page.heading("pointless title").wait_for()
    assert "0.0" not in page.inner_text("#play-panel")
    assert page.get_attribute("#time", "class") == "chip"


def test_boards_that_are_gone_are_measured_no_more(sit):
    page = sit().go(BEGINNER)
    page.evaluate(
        """() => { window.watching = new Set();
             const { observe, disconnect } = ResizeObserver.prototype;
             ResizeObserver.prototype.observe = function (...of) {
               window.watching.add(this); observe.apply(this, of); };
             ResizeObserver.prototype.disconnect = function () {
               window.watching.delete(this); disconnect.call(this); }; }"""
    )
    for seed in range(1, 6):
        page.follow(BEGINNER.replace("22", str(seed)))
        expect(page.locator("#where")).to_have_attribute("title", f"seed {seed}")
    page.set_viewport_size({"width": 900, "height": 700})
    page.wait_for_function("() => watching.size <= 1")


@pytest.mark.smoke
def test_help_is_off_at_first_and_marks_what_is_certain_when_asked(sit):
    page, game = sit().go(BOARD), game_of("intermediate", 2026)
    assert page.locator(".switches input:checked").count() == 0
    page.click("#may-guess")
    page.heading("no guess needed").wait_for()
    assert not re.search(r"r\d+c\d+", page.inner_text("#play-panel"))
    assert page.locator("#play-board [class*='k-']").count() == 0
    found = analysis.analyse(game.view).analysis
    page.assist("certain")
    assert page.certain_marks() == (found.safe, found.mined)
    page.uncheck("#assist-certain")
    page.assist("odds")
    near = game.view.board.neighbours
    one = next(at for at in found.undecided if any(game.view.cells[by] >= 0 for by in near[at]))
    assert int(page.cell(one).inner_text()) == round(100 * found.odds[one])
    page.assist("best")
    best = analysis.analyse(game.view).best
    assert page.marks("best") == [game.view.board.index(best.cell)]


def test_a_needless_risk_and_a_wrong_flag_are_stopped_once_with_the_reason_a_click_away(sit):
    page, game = sit().go(BOARD), game_of("intermediate", 2026)
    page.check("#assist-warn")
    risks = analysis.analyse(game.view).analysis.undecided
    harmless = next(one for one in risks if not game.deal.layout[one])
    before = page.shown()
    page.cell(harmless).click()
    warning = page.heading("warn risk", cell=game.view.board.name(harmless))
    warning.wait_for()
    assert (page.shown(), page.marks("asked")) == (before, [harmless])
    page.locator("#play-panel").get_by_role("button", name=PAGE["why button"]).click()
    page.locator(".done").wait_for()
    page.keys("Escape")
    warning.wait_for()
    page.keys("Escape")
    expect(warning).to_have_count(0)
    assert page.marks("asked") == []
    page.open(game, harmless)
    page.until_shown(game)
    safe = safe_cell(game)
    page.cell(safe).click(button="right")
    page.button("flag anyway").wait_for()
    assert "F" not in page.shown()
    page.button("flag anyway").click()
    page.flagged_cell(safe).wait_for()
    page.cell(certain_cells(game.view)[1][0]).click()
    page.button("open anyway").wait_for()
    page.uncheck("#assist-warn")
    expect(page.button("open anyway")).to_have_count(0)


@pytest.mark.smoke
def test_w_asks_and_the_argument_covers_other_marks_and_leaves_with_its_position(sit):
    page, game = sit().go(BOARD), game_of("intermediate", 2026)
    safe, before = certain_cells(game.view)[0], page.shown()
    page.keys("w")  # on a fresh board the reader points at a cell
    expect(page.locator("#toast")).to_contain_text(PAGE["point at a cell"])
    assert "r1c1" not in page.inner_text("#play-panel")
    expect(page.locator("#ask-why")).to_have_attribute("aria-pressed", "true")
    page.cell(safe[0]).click()
    page.locator(".done").wait_for()
    assert page.shown() == before
    page.keys("Escape", "Escape")
    page.assist("odds")
    page.ask_why(safe[0])
    assert page.marks("odds") == []
    assert page.marks("clue")
    page.keys("Escape")
    assert page.marks("odds")
    assert page.marks("clue") == []
    page.keys("w", until=".done")
    page.cell(safe[1]).click()
    expect(page.locator(".done")).to_have_count(0)
    assert page.marks("clue") == []
    page.heading("invite title").wait_for()


@pytest.mark.smoke
def test_n_deals_the_next_board_and_an_arrow_key_enters_it(sit):
    page = sit().go(BEGINNER)
    before = page.url
    old = page.cell(0).element_handle()
    page.keys("n")
    until(lambda: page.url != before, "another seed")
    old.wait_for_element_state("hidden")  # it is gone once the next board is drawn
    page.has_cells(81)
    page.keys("ArrowDown")
    expect(page.cell(0)).to_be_focused()
    page.keys("ArrowRight")
    expect(page.cell(1)).to_be_focused()
    page.show_view("analyse")
    page.keys("ArrowDown")
    expect(page.cell(0, "analyse")).to_be_focused()
    page.show_view("exercise")
    page.keys("ArrowUp")
    expect(page.locator("#learn-board .c:focus")).to_have_count(1)
