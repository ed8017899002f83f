"""The page keeps games, clocks, switches and records in the browser, for several tabs."""

import pytest

from page_games import game_of, safe_cell, text_of
from page_visit import BEGINNER, BOARD, PAGE, expect
from waiting import until

GAME = f"game {BEGINNER}"


@pytest.mark.smoke
def test_a_game_its_clock_and_the_switches_survive_a_reload(sit):
    sitting = sit()
    sitting.page.clock.install()
    page, game = sitting.go(BEGINNER), game_of("beginner", 22)
    page.open_certain(game, 2)
    page.check("#assist-certain")
    page.clock.fast_forward(60_000)
    page.reload()
    assert page.shown() == text_of(game)
    assert page.is_checked("#assist-certain")
    page.until_marked("safe")
    kept = page.inner_text("#time")
    assert kept.startswith("1:")
    page.clock.fast_forward(60_000)
    assert page.inner_text("#time") == kept  # the clock is stopped until the next move
    page.open_certain(game, 1)
    assert page.shown() == text_of(game)
    page.goto("about:blank")
    page = sitting.go()  # without an address: the game that is not over
    assert page.url.endswith(BEGINNER)
    assert page.shown() == text_of(game)


@pytest.mark.smoke
def test_a_new_board_does_not_wipe_the_one_before(sit):
    page, game = sit().go(BEGINNER), game_of("beginner", 22)
    page.open_certain(game, 2)
    page.menu("other")
    page.select_option("[name=level]", "intermediate")
    page.button("deal it").click()
    page.has_cells(256)
    page.go_back()
    page.has_cells(81)
    assert page.shown() == text_of(game)


def test_a_restart_can_be_undone(sit):
    page, game = sit().go(BEGINNER), game_of("beginner", 22)
    begin = page.shown()
    page.open_certain(game, 2)
    by_button = page.locator("#toast").get_by_role("button", name=PAGE["undo"]).click
    for undo in (by_button, lambda: page.keys("u")):
        page.keys("r")
        assert page.shown() == begin
        undo()
        assert page.shown() == text_of(game)


def test_a_lost_game_and_its_review_survive_a_reload_and_panels_lead_back(sit):
    page, game = sit().go(BOARD), game_of("intermediate", 2026)
    page.lose(game)
    page.locator(".review button").wait_for()
    page.reload()
    page.heading("lost").wait_for()
    page.locator(".review button").wait_for()
    page.keys("g")
    page.heading("no guess needed").wait_for()
    page.button("back").click()
    page.locator(".review button").wait_for()
    assert page.button("back").count() == 0


def test_a_game_continued_from_an_earlier_move_leads_back_after_a_reload(sit):
    page, game = sit().go(BEGINNER), game_of("beginner", 22)
    page.open_certain(game, 3)
    whole = page.shown()
    page.review_game(2)
    page.button("play on").click()
    panel = page.locator("#play-panel")
    expect(panel).to_contain_text(PAGE["what if"].replace("{n}", "2"))
    page.keys("r")  # a restart continues from the first move
    expect(panel).to_contain_text(PAGE["what if"].replace("{n}", "1"))
    page.locator("#toast").get_by_role("button", name=PAGE["undo"]).click()
    expect(panel).to_contain_text(PAGE["what if"].replace("{n}", "2"))
    page.until_stored(1)
    for _ in range(2):
        page.reload()
        page.heading("what if title").wait_for()
        assert page.shown() != whole
    page.button("to origin").click()
    assert page.shown() == whole


def test_a_continued_game_is_no_record_after_a_reload(sit):
    page, game = sit().go(BEGINNER), game_of("beginner", 22)
    page.lose(game)
    page.button("take it back").click()
    assert [one["won"] for one in page.stored("records")] == [False]
    page.store("records", [])
    page.reload()
    page.play_on(game)
    page.heading("won").wait_for()
    assert page.stored("records") == []


def test_one_board_under_two_addresses_is_one_record(sit):
    page, mine = sit().go(BEGINNER), game_of("beginner", 22).deal.layout.index(1)
    for address in (BEGINNER, "#play?size=9x9&mines=10&start=open&seed=22"):
        page.follow(address)
        expect(page.locator("#play-board .x")).to_have_count(0)
        page.cell(mine).click()
        page.heading("lost").wait_for()
        assert len(page.stored("records")) == 1, address


@pytest.mark.both_kinds
def test_a_tab_follows_the_game_that_another_tab_goes_on_with(sit):
    sitting = sit()
    page, game = sitting.go(BEGINNER), game_of("beginner", 22)
    page.open_certain(game, 1)
    page.until_stored(1)
    other = sitting.another_tab()
    assert other.shown() == text_of(game)
    other.open_certain(game, 3)
    other.until_stored(4)
    other.close()
    page.until_shown(game)
    safe = safe_cell(game)  # a move whose event has not come yet
    game.flood(safe)
    kept = page.stored(GAME)
    kept["moves"].append({"do": "open", "cell": game.view.board.name(safe), "t": 9})
    page.store(GAME, kept)
    page.goto("about:blank")
    page = sitting.go()
    assert page.shown() == text_of(game)


def visit_boards(page, count):
    """Visit small boards; return the addresses of the games that are kept."""
    for seed in range(count):
        address = f"#play?size=5x5&mines=4&start=open&seed={seed}"
        page.follow(address)
        expect(page.locator("#where")).to_have_attribute("title", f"seed {seed}")
    page.until_stored(0, address)
    return page.stored("games")


def test_a_game_that_another_tab_has_deleted_as_the_oldest_outlives_a_reload(sit):
    sitting = sit()
    page, game = sitting.go(BEGINNER), game_of("beginner", 22)
    page.open_certain(game, 3)
    page.until_stored(3)
    other = sitting.another_tab("#records")
    assert BEGINNER not in visit_boards(other, 13)
    other.close()
    page.reload()
    assert page.shown() == text_of(game)


def test_a_move_that_is_not_saved_yet_outlives_the_clock_of_another_tab(sit):
    sitting = sit()
    page, game = sitting.go(BEGINNER), game_of("beginner", 22)
    page.open_certain(game, 1)
    page.until_stored(1)
    earlier = page.evaluate(f"localStorage['mineproof {GAME}']")
    before = page.shown()
    safe = safe_cell(game)
    game.open(safe)
    # The event of the other tab comes before this tab has saved its move.
    page.cell(safe).evaluate(
        """async (cell, [key, earlier]) => {
             cell.click();
             while (!cell.classList.contains("o")) await new Promise(requestAnimationFrame);
             localStorage[key] = JSON.stringify({ ...JSON.parse(earlier), seconds: 99 });
             dispatchEvent(new StorageEvent("storage", { key })); }""",
        [f"mineproof {GAME}", earlier],
    )
    page.until_stored(2)
    assert page.shown() == text_of(game) != before


DAMAGED = [
    {"switches": 5, "games": {"a": 1}, "records": [None], "language": 9, "theme": {"dark": 1},
     "learn": {"attempts": [None], "repeats": [None], "lessons": {"1-2": 5,
               "1-1": {"total": 3, "done": None}}}, "preferences": [1], "first run": []},
    {"switches": {"a": 1}, "games": [5, None], "records": [{"address": "#play", "at": 5}],
     "learn": 7, "preferences": 4},
    {"games": [BEGINNER], GAME: "x"},
    {"games": [BEGINNER], GAME: {"dealt": {"rows": 9}, "moves": 5, "over": False}},
]  # fmt: skip


@pytest.mark.both_kinds
def test_damaged_storage_stops_no_view(sit):
    sitting = sit(first_visit=True, faults="404")  # a picture alone has no icon
    page = sitting.page
    for damaged in DAMAGED:
        page.goto(sitting.address + "icon.svg")  # here nothing else is stored
        page.evaluate("localStorage.clear()")
        for key, value in damaged.items():
            page.store(key, value)
        sitting.go()
        for link in ("#play", BEGINNER, "#records", "#day", "#learn", "#learn?profile=true"):
            page.follow(link)
            view = page.locator(f"#view-{link[1:].partition('?')[0]}")
            expect(view.locator(".c, h1, h2").first).to_be_visible()
        page.has_cells(81)


# Leaves room for about this number of characters.
FILL = """(room) => {
  localStorage.room = "x".repeat(room);
  for (let size = 1 << 23; size; size >>= 1)
    try { localStorage[`filler ${size}`] = "x".repeat(size); } catch {}
  localStorage.removeItem("room");
}"""


def test_a_large_game_that_does_not_fit_deletes_no_game_of_a_full_list(sit):
    page = sit().go("#records")
    listed = visit_boards(page, 12)
    assert len(listed) == 12
    page.evaluate(FILL, 300)
    page.follow("#play?size=100x100&mines=1500&start=open&seed=77")
    expect(page.locator("#toast")).to_contain_text(PAGE["game not kept"])
    assert page.stored("games") == listed
    assert all(page.stored(f"game {address}") for address in listed)


def test_a_game_is_kept_and_listed_or_neither(sit):
    page = sit().go("#records")
    [first] = visit_boards(page, 1)
    size = len(page.evaluate(f"localStorage['mineproof game {first}']"))
    page.evaluate(FILL, size + len(f"mineproof game {first}"))
    second = "#play?size=5x5&mines=4&start=open&seed=1"
    page.follow(second)
    until(lambda: page.stored("games") == [second] or page.inner_text("#toast"))
    games = page.evaluate("Object.keys(localStorage).filter((key) => key.includes(' game #'))")
    assert sorted(games) == sorted(f"mineproof game {address}" for address in page.stored("games"))


@pytest.mark.both_kinds
def test_a_page_whose_storage_is_blocked_plays_all_the_same(sit):
    sitting = sit()
    sitting.context.add_init_script(
        "Object.defineProperty(window, 'localStorage',"
        " { get() { throw new DOMException('blocked', 'SecurityError'); } })"
    )
    page, game = sitting.go(BEGINNER), game_of("beginner", 22)
    page.open_certain(game)
    assert page.shown() == text_of(game)
    before = page.get_attribute("html", "data-theme")
    page.click("#theme")
    assert page.get_attribute("html", "data-theme") != before
    page.click("#language")
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hant")
    page.follow("#records")
    expect(page.locator("#view-records")).to_be_visible()
