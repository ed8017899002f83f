"""A link for everything: what one reader shares, another one sees in a fresh profile."""

import re

import pytest

from mineproof import read
from page_games import certain_cells, game_of, mined_cell, text_of
from page_visit import BEGINNER, PAGE, PHONE, VIEWS, expect
from waiting import until

CORNER = VIEWS["analyse"][0]
POSITION = "#analyse?position=6x4x4/HHHHHH/11112H/110011/F10000"
GUESS = "#analyse?position=8x5x9/HHHHHHHH/HHH1HHHH/HHHHHH2H/HHHHHHHH/HHHHHHHH&shape=grid"


@pytest.mark.both_kinds
@pytest.mark.smoke
def test_a_game_is_shared_with_its_moves_and_a_review_at_its_move(sit):
    page, game = sit().go(BEGINNER), game_of("beginner", 22)
    page.open_certain(game, 3)
    page.cell(mined_cell(game)).click(button="right")
    seen = page.shown()
    link = page.shared("share game")
    other = sit().go(link)
    other.has_cells(81)
    assert other.shown() == seen
    other.review_game(back=2)
    before = other.shown()
    assert before != seen
    third = sit().go(other.shared("share move"))
    third.heading("move of", n=3, of=4).wait_for()
    assert third.shown() == before


@pytest.mark.both_kinds
def test_a_position_and_a_board_are_shared(sit):
    page, game = sit().go(BEGINNER), game_of("beginner", 22)
    page.open_certain(game, 2)
    other = sit().go(page.shared("share position"))
    other.until_marked("safe", "analyse")
    assert other.shown("analyse") == text_of(game)
    assert page.shared("share board") == BEGINNER


@pytest.mark.both_kinds
def test_one_why_is_shared_at_its_step(sit):
    page = sit().go(POSITION)
    page.until_marked("safe", "analyse")
    page.ask_why(2, "analyse")
    link = page.shared("share why", "#analyse-panel")
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
    assert (svg.count("<rect"), svg.count(">1</text>")) == (25, 9)  # with the frame
    open_share.click()
    png = page.downloaded(page.button("share png").click).read_bytes()
    assert png.startswith(b"\x89PNG")


def colours(svg, shape="rect"):
    return re.findall(rf'<{shape} [^>]*fill="([^"]+)"', svg)


def test_the_picture_of_an_argument_has_its_marks_and_that_of_a_loss_the_sign_of_the_mine(sit):
    page = sit().go(POSITION)
    page.until_marked("safe", "analyse")
    page.ask_why(2, "analyse")
    marked = page.locator("#analyse-board .c").evaluate_all(
        "(all) => all.map((one) => getComputedStyle(one).backgroundColor)"
    )
    page.locator("#analyse-panel").get_by_role("button", name=PAGE["share"]).click()
    svg = page.downloaded(page.button("share svg").click).read_text()
    frame, *cells = colours(svg)
    assert cells == marked
    assert frame not in cells
    assert svg.count(">1/2</text>") == page.locator("#analyse-board .tag", has_text="1/2").count()
    assert svg.count('stroke-width="3"') >= len(page.marks("clue", "analyse"))  # their rings
    page.follow(BEGINNER)
    page.has_cells(81)
    page.lose(game_of("beginner", 22))
    page.click("#share")
    svg = page.downloaded(page.button("share svg").click).read_text()
    burst = page.locator("#i-burst path").get_attribute("d")
    assert svg.count(burst) == 1
    assert svg.count(page.locator("#i-mine path").get_attribute("d")) == 9


@pytest.mark.parametrize("shape", ["hex", "triangle"])
def test_a_picture_has_the_shape_of_the_cells(sit, shape):
    page = sit().go(f"#analyse?position=3x3x2/HHH/HHH/HHH&shape={shape}")
    page.locator("#analyse-panel h2").wait_for()
    page.locator("#analyse-panel").get_by_role("button", name=PAGE["share"]).click()
    svg = page.downloaded(page.button("share svg").click).read_text()
    assert len(colours(svg, "polygon")) == 18  # each with its edge


def test_what_is_shown_after_a_loss_is_the_game_in_a_forum_and_in_a_frame(sit):
    page, game = sit().go(BEGINNER), game_of("beginner", 22)
    page.open_certain(game)
    page.lose(game)
    page.locator(".timeline").wait_for()
    link = page.shared("share game")
    page.click("#share")
    page.button("share text").click()
    assert page.copied().endswith(link)
    page.click("#share")
    page.button("share embed").click()
    until(lambda: f"?embed{link}" in page.clipboard().replace("&amp;", "&"), "the frame")


def test_watch_is_shared_at_its_step_and_today_with_its_boards(sit):
    page = sit().go("#watch?size=5x5&mines=5&seed=14&start=open&strategy=assignment&step=12")
    shown = page.locator("#runs .step")
    shown.wait_for()
    link = page.shared("share step", "#controls")
    assert link.endswith("step=12")
    position = page.shared("share position", "#controls")
    other = sit().go(link)
    expect(other.locator("#runs .step")).to_have_text(shown.inner_text(), use_inner_text=True)
    assert other.locator("#runs .c.o").count() == page.locator("#runs .c.o").count()
    other.follow(position)
    other.has_cells(25, "analyse")
    page.follow("#day?date=2026-11-17")
    assert page.shared("share day", "#view-day") == "#day?date=2026-11-17"
    board = page.shared("level beginner", "#view-day")
    assert board == "#day?date=2026-11-17&level=beginner"


def test_each_button_of_the_share_dialog_says_which_link_it_copies(sit):
    page = sit().go(BEGINNER)
    page.has_cells(81)
    page.click("#share")
    dialog = page.get_by_role("dialog")
    address = dialog.get_by_label(PAGE["share position"], exact=True).input_value()
    what = PAGE["copy link of"].format(what=PAGE["share position"])
    dialog.get_by_role("button", name=what, exact=True).click()
    assert page.copied() == address


def test_a_page_in_a_frame_shows_board_and_argument_without_the_rest(sit):
    sitting = sit(first_visit=True)
    page = sitting.go(f"?embed{POSITION}&why=r1c3")
    page.locator(".done").wait_for()
    page.has_cells(24, "analyse")
    for hidden in ("nav", ".tools", "#palette", "#analyse-bar"):
        assert not page.locator(hidden).first.is_visible()
    page.audit("embedded")
    page.goto(f"{sitting.address}?embed{BEGINNER}")
    page.has_cells(81)
    assert PAGE["invite why"] not in page.inner_text("#play-panel")
    page.goto(sitting.address + POSITION)
    page.until_marked("safe", "analyse")
    page.locator("#analyse-panel").get_by_role("button", name=PAGE["share"]).click()
    page.button("share embed").click()
    assert f"?embed{POSITION}" in page.copied()


def test_the_table_of_guesses_in_a_frame_begins_with_the_best_one(sit):
    page = sit().go(f"?embed{GUESS}")
    page.until_marked("best", "analyse")
    first = page.locator("#analyse-panel tbody tr").first
    expect(first).to_be_visible()
    expect(first.locator(".star")).to_be_visible()


def test_a_game_that_is_only_looked_at_keeps_its_address_and_is_not_ones_own(sit):
    page, game = sit().go(BEGINNER), game_of("beginner", 22)
    page.lose(game)
    page.locator(".timeline").wait_for()
    link = page.shared("share game")
    other = sit(first_visit=True).go(link)
    other.locator(".timeline").wait_for()
    assert PAGE["level beginner"] in other.inner_text("#where")
    assert other.locator("#play-panel .switches").count() == 0
    assert other.button("take it back").count() == 1
    other.follow("#learn")
    other.get_by_text(PAGE["own none"]).wait_for()
    other.follow("#play")
    other.wait_for_url(f"**/{link}")
    other.reload()
    other.button("take it back").click()
    other.wait_for_url(re.compile(r"#play\?board="))
    # What follows is the reader's own game.
    seen = other.shown()
    other.until_stored(0, other.url[other.url.index("#") :])
    other.reload()
    other.has_cells(81)
    assert other.shown() == seen


@pytest.mark.parametrize("size", [(900, 560), (700, 500), (390, 640)])
def test_a_frame_shows_the_whole_board_and_the_conclusion_and_does_not_scroll(sit, size):
    page = sit(viewport=dict(zip(("width", "height"), size, strict=True)))
    page = page.go(f"?embed{CORNER}&why=r6c5")
    page.locator(".done").wait_for()
    for cell in (0, 80):
        page.shows_whole(page.cell(cell, "analyse"))
    page.shows_whole(page.locator(".done"))
    page.shows_whole(page.locator("#analyse-panel"))
    assert page.evaluate("document.documentElement.scrollHeight") <= size[1]
    for hidden in (".back", ".sheet-close", ".logo"):
        assert not page.locator(hidden).first.is_visible()
    page.fits()
    page.goto(page.url.split("#")[0] + "#watch?step=12")
    page.shows_whole(page.locator("#runs .board"))
    page.shows_whole(page.locator("#runs .step .words"))
    page.get_by_role("button", name=PAGE["step on"]).click()
    expect(page.locator("#runs .step")).to_contain_text("step 13 of")


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
