"""The page never shows what is known of one position on another, and never mixes up two games."""

import json

import pytest

from mineproof import Board, Deal, Game, answers, read
from page_visit import (
    BEGINNER,
    PAGE,
    Sitting,
    cell,
    expect,
    game_of,
    has_cells,
    lose,
    marks,
    play_on,
    shown,
    text_of,
)
from test_page_kept import open_certain

TORUS = "5x5x4/11HHH/1HHHH/HHHHH/HHHHH/HHHHH"


@pytest.fixture
def held(browser, page_server):
    """A visit whose questions wait while `holds` accepts their body."""
    sitting = Sitting(browser, page_server)
    sitting.holds, sitting.waiting = (lambda _body: False), []

    def answer(route):
        if sitting.holds(route.request.post_data or ""):
            sitting.waiting.append(route)
        else:
            route.continue_()

    sitting.page.route("**/api/**", answer)
    yield sitting
    sitting.end()


def wait_until(page, condition):
    for _ in range(1500):
        if condition():
            return
        page.wait_for_timeout(20)
    raise AssertionError("it did not happen within half a minute")


def wait_for_question(sitting):
    wait_until(sitting.page, lambda: sitting.waiting)


def release(sitting):
    """Let the questions that wait go on, until their answers are there."""
    sitting.holds = lambda _body: False
    for route in sitting.waiting:
        asked = route.request
        with sitting.page.expect_response(lambda one, asked=asked: one.request == asked) as answer:
            route.continue_()
        answer.value.finished()
    sitting.page.wait_for_timeout(100)


def certain_cells(view):
    found = answers.analyse(view).analysis
    return sorted(found.safe), sorted(found.mined)


def certain_marks(page, view="play"):
    """The cells that are marked safe and mined, without those that the edge of a torus repeats."""
    return tuple(
        [one for one in marks(page, kind, view) if one == one] for kind in ("safe", "mine")
    )


def review_running_game(page, back):
    """Review the game so far, and go back by this number of moves."""
    page.click("#more")
    page.click("#review")
    page.locator(".timeline").wait_for()
    for _ in range(back):
        page.keyboard.press("ArrowLeft")


# Marks


def test_switches_do_not_mark_an_earlier_position_with_what_is_known_now(sit):
    page, game = sit().go(BEGINNER), game_of("beginner", 22)
    open_certain(page, game, 4)
    review_running_game(page, 3)
    page.get_by_role("heading", name=PAGE["move of"].format(n=2, of=4)).wait_for()
    page.check("#assist-certain")
    page.check("#assist-odds")
    page.wait_for_timeout(700)
    assert marks(page, "safe") == marks(page, "mine") == marks(page, "odds") == []
    page.locator(".timeline").focus()
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.locator("#play-board .k-safe").first.wait_for()  # they are back with the present position
    assert certain_marks(page) == certain_cells(game.view)


def test_marks_stay_in_the_review_of_the_present_position(sit):
    page, game = sit().go(BEGINNER), game_of("beginner", 22)
    page.check("#assist-certain")
    open_certain(page, game, 2)
    page.locator("#play-board .k-safe").first.wait_for()
    review_running_game(page, 1)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Escape")
    page.locator("#play-board .k-safe").first.wait_for()
    assert certain_marks(page) == certain_cells(game.view)


def test_odds_of_the_position_before_do_not_stay_while_the_answer_is_late(held):
    page, game = held.go(BEGINNER), game_of("beginner", 22)
    page.check("#assist-odds")
    page.locator("#play-board .k-odds").first.wait_for()
    held.holds = lambda body: '"position"' in body
    open_certain(page, game, 1)
    wait_for_question(held)
    expect(page.locator("#play-board .k-odds")).to_have_count(0)
    release(held)
    page.locator("#play-board .k-odds").first.wait_for()


def test_odds_of_the_position_before_do_not_stay_without_an_answer(held):
    page, game = held.go(BEGINNER), game_of("beginner", 22)
    page.check("#assist-odds")
    page.locator("#play-board .k-odds").first.wait_for()
    held.page.route("**/api/analyse", lambda route: route.fulfill(
        status=422, content_type="application/json",
        body=json.dumps({"error": "too wide", "kind": "too wide"}),
    ))  # fmt: skip
    open_certain(page, game, 1)
    expect(page.locator("#play-board .k-odds")).to_have_count(0)


def test_a_late_answer_about_another_shape_is_not_shown_in_analyse(held):
    held.holds = lambda body: '"position"' in body and "torus" not in body
    page = held.page
    page.goto(held.address + f"#analyse?position={TORUS}")
    has_cells(page, 25, "analyse")
    wait_for_question(held)
    page.goto(held.address + f"#analyse?position={TORUS}&shape=torus")
    page.locator("#analyse-board .k-odds").first.wait_for()
    release(held)
    view = read(TORUS.replace("/", "\n"), shape="torus")
    assert certain_marks(page, "analyse") == certain_cells(view)


def test_a_late_answer_about_another_shape_is_not_shown_in_a_game(held):
    page = held.go(BEGINNER)
    page.check("#assist-certain")
    board = "#play?board=5x5x1/11100/1M100/11100/00000/00000&cells=r1c1"
    held.holds = lambda body: '"position"' in body and "torus" not in body
    page.goto(held.address + board)
    has_cells(page, 25, "play")
    wait_for_question(held)
    page.goto(held.address + board + "&shape=torus")
    page.locator("#play-board .k-safe").first.wait_for()
    release(held)
    game = Game(deal_of_board("torus"))
    game.open("r1c1")
    assert certain_marks(page) == certain_cells(game.view)


def deal_of_board(shape):
    layout = bytes(cell == 6 for cell in range(25))
    return Deal(Board(5, 5, shape), layout, [0])


# Moves


def test_keys_in_a_review_make_no_moves_in_the_running_game(sit):
    sitting = sit()
    page = sitting.go("#play?board=4x2x1/0011/001M&cells=r1c3")
    cell(page, 6).click(button="right")
    before = shown(page)
    review_running_game(page, 1)
    cell(page, 2).focus()
    page.keyboard.press("c")
    page.keyboard.press("u")
    page.wait_for_timeout(200)
    assert page.locator("#play-board .x").count() == 0
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    assert shown(page) == before


def test_a_replay_without_floods_is_shown_as_it_was_played(sit, tmp_path):
    page = sit().go(BEGINNER)
    replay = {
        "schema": 1, "rows": 1, "cols": 5, "mines": ["r1c5"], "flood": False,
        "moves": [{"do": "open", "cell": "r1c1"}],
    }  # fmt: skip
    file = tmp_path / "game.json"
    file.write_text(json.dumps(replay))
    page.set_input_files("#load-file", file)
    has_cells(page, 5, "play")
    assert shown(page) == "0HHHH"
    with page.expect_download() as saved:
        page.click("#more")
        page.click("#save")
    assert json.loads(saved.value.path().read_text())["flood"] is False


def test_moves_of_a_replay_without_a_time_get_none(sit, tmp_path):
    page = sit().go(BEGINNER)
    moves = [{"do": "open", "cell": "r1c1", "t": 5}, {"do": "flag", "cell": "r1c5"},
             {"do": "unflag", "cell": "r1c5", "t": 5}]  # fmt: skip
    file = tmp_path / "game.json"
    file.write_text(
        json.dumps({"schema": 1, "rows": 1, "cols": 5, "mines": ["r1c3"], "moves": moves})
    )
    page.set_input_files("#load-file", file)
    has_cells(page, 5, "play")
    review_running_game(page, 0)
    with page.expect_download() as saved:
        page.click("#more")
        page.click("#save")
    assert json.loads(saved.value.path().read_text())["moves"] == moves


def test_a_replay_that_is_read_late_does_not_replace_another_board(held, tmp_path):
    page = held.go(BEGINNER)
    file = tmp_path / "game.json"
    file.write_text(json.dumps({"schema": 1, "rows": 1, "cols": 3, "mines": ["r1c3"], "moves": []}))
    held.holds = lambda body: "base64" in body
    page.set_input_files("#load-file", file)
    wait_for_question(held)
    page.goto(held.address + "#play?level=easy&start=open&seed=5")
    has_cells(page, 81, "play")
    release(held)
    has_cells(page, 81, "play")
    assert page.url.endswith("seed=5")


# Kept games


def kept(page, key):
    return json.loads(page.evaluate(f"localStorage.getItem('mineproof {key}')") or "null")


def wait_until_kept(page, moves):
    """Wait until the game is stored with this number of moves: that takes a moment."""

    def is_kept():
        game = kept(page, f"game {BEGINNER}")
        return game is not None and len(game["moves"]) == moves

    wait_until(page, is_kept)


def test_a_tab_follows_the_game_that_another_tab_goes_on_with(sit):
    sitting = sit()
    page, game = sitting.go(BEGINNER), game_of("beginner", 22)
    open_certain(page, game, 1)
    wait_until_kept(page, 1)
    other = sitting.context.new_page()
    other.goto(sitting.address)
    other.wait_for_selector("body[data-ready]")
    assert shown(other) == text_of(game)
    open_certain(other, game, 3)
    wait_until_kept(other, 4)
    other.close()
    wait_until(page, lambda: shown(page) == text_of(game))
    page.goto("about:blank")
    page = sitting.go()
    assert shown(page) == text_of(game)


def test_a_game_continued_from_an_earlier_move_leads_back_after_a_reload(sit):
    page, game = sit().go(BEGINNER), game_of("beginner", 22)
    open_certain(page, game, 3)
    whole = shown(page)
    review_running_game(page, 2)
    page.get_by_role("button", name=PAGE["play on"]).click()
    page.get_by_role("heading", name=PAGE["what if title"]).wait_for()
    page.wait_for_timeout(400)
    page.reload()
    page.get_by_role("heading", name=PAGE["what if title"]).wait_for()
    assert shown(page) != whole
    page.wait_for_timeout(400)
    page.reload()
    page.get_by_role("button", name=PAGE["to origin"]).click()
    assert shown(page) == whole


def test_a_continued_game_is_no_record_after_a_reload(sit):
    page, game = sit().go(BEGINNER), game_of("beginner", 22)
    lose(page, game)
    page.get_by_role("button", name=PAGE["take it back"]).click()
    assert [one["won"] for one in kept(page, "records")] == [False]
    page.evaluate("localStorage.removeItem('mineproof records')")
    page.wait_for_timeout(400)
    page.reload()
    page.wait_for_selector("body[data-ready]")
    for one in play_on(game):
        cell(page, one).click()
    page.get_by_role("heading", name=PAGE["won"]).wait_for()
    assert kept(page, "records") is None


def test_one_board_under_two_addresses_is_one_record(sit):
    page = sit().go(BEGINNER)
    addresses = [BEGINNER, "#play?size=9x9&mines=10&start=open&seed=22"]
    for number, address in enumerate(addresses):
        page.goto(page.url.split("#")[0] + address)
        game = game_of("beginner", 22)
        expect(page.locator("#play-board .x")).to_have_count(0)
        mine = next(one for one in range(81) if game.deal.layout[one])
        cell(page, mine).click()
        page.get_by_role("heading", name=PAGE["lost"]).wait_for()
        assert len(kept(page, "records")) == 1, number


DAMAGED = [
    ("switches", 5),
    ("switches", {"a": 1}),
    ("games", {"a": 1}),
    ("games", [5, None]),
    (f"game {BEGINNER}", "x"),
    (f"game {BEGINNER}", {"dealt": {"rows": 9}, "moves": 5, "over": False}),
    ("records", [None]),
    ("records", [{"address": "#play", "at": 5}]),
    ("learn", {"attempts": [None], "repeats": [None], "lessons": {"1-2": 5}}),
    ("learn", 7),
    ("about", 3),
    ("language", 9),
    ("theme", {"dark": 1}),
    ("preferences", [1]),
    ("first run", []),
]


def test_damaged_storage_stops_no_view(sit):
    sitting = sit()
    page = sitting.go(BEGINNER)
    for key, value in [*DAMAGED, ("games", [BEGINNER])]:
        page.evaluate("([key, value]) => { localStorage[`mineproof ${key}`] = value }",
                      [key, json.dumps(value)])  # fmt: skip
        if "#play" in key:
            page.evaluate("localStorage['mineproof games'] = JSON.stringify([$])".replace(
                "$", json.dumps(BEGINNER)))  # fmt: skip
        for link in ("", BEGINNER, "#records", "#day", "#learn", "#learn?profile=true"):
            page.goto("about:blank")
            sitting.go(link)
            view = link.split("?")[0].lstrip("#") or "play"
            expect(page.locator(f"#view-{view}")).to_be_visible()
            assert page.locator("#view-play .c, main h1, main h2").count()
        page.evaluate("localStorage.clear()")
        page.evaluate("localStorage['mineproof first run'] = '\"shown\"'")


FILL = """(left) => { let text = "";
  for (let size = 1 << 23; size >= 1; size >>= 1)
    try { localStorage.filler = text + "x".repeat(size); text = localStorage.filler; } catch {}
  localStorage.filler = text.slice(left); }"""  # all but `left` characters


def test_a_game_that_does_not_fit_deletes_no_other_and_says_so(sit):
    page = sit().go(BEGINNER)
    wait_until_kept(page, 0)
    page.evaluate(FILL, 200)
    page.goto(page.url.split("#")[0] + "#play?size=60x60&mines=500&start=open&seed=77")
    has_cells(page, 3600, "play")
    expect(page.locator("#toast")).to_contain_text(PAGE["game not kept"])
    assert kept(page, "games") == [BEGINNER]
    assert kept(page, f"game {BEGINNER}")["over"] is False
    page.evaluate("localStorage.clear()")


def visit_boards(page, seeds):
    """Visit small boards, and wait until each is kept."""
    for seed in seeds:
        address = f"#play?size=5x5&mines=4&start=open&seed={seed}"
        page.goto(page.url.split("#")[0] + address)
        wait_until(page, lambda address=address: kept(page, f"game {address}"))
    return kept(page, "games")


def test_a_large_game_that_does_not_fit_deletes_no_game_of_a_full_list(sit):
    page = sit().go("#play?size=5x5&mines=4&start=open&seed=0")
    listed = visit_boards(page, range(12))
    assert len(listed) == 12
    page.evaluate(FILL, 300)
    page.goto(page.url.split("#")[0] + "#play?size=100x100&mines=1500&start=open&seed=77")
    has_cells(page, 10_000, "play")
    expect(page.locator("#toast")).to_contain_text(PAGE["game not kept"])
    assert kept(page, "games") == listed
    assert all(kept(page, f"game {address}") for address in listed)
    page.evaluate("localStorage.clear()")


def test_a_game_is_kept_and_listed_or_neither(sit):
    page = sit().go("#play?size=5x5&mines=4&start=open&seed=0")
    [first] = visit_boards(page, [0])
    size = len(page.evaluate(f"localStorage['mineproof game {first}']"))
    page.evaluate(FILL, size + len(f"mineproof game {first}") + 8)
    page.goto(page.url.split("#")[0] + "#play?size=5x5&mines=4&start=open&seed=1")
    second = "#play?size=5x5&mines=4&start=open&seed=1"
    wait_until(page, lambda: kept(page, "games") == [second] or page.inner_text("#toast"))
    games = page.evaluate("Object.keys(localStorage).filter((key) => key.includes(' game #'))")
    assert sorted(games) == sorted(f"mineproof game {address}" for address in kept(page, "games"))
    page.evaluate("localStorage.clear()")


def test_a_game_that_another_tab_has_deleted_as_the_oldest_outlives_a_reload(sit):
    sitting = sit()
    page, game = sitting.go(BEGINNER), game_of("beginner", 22)
    open_certain(page, game, 3)
    wait_until_kept(page, 3)
    other = sitting.context.new_page()
    other.goto(sitting.address + "#play?size=5x5&mines=4&start=open&seed=0")
    assert BEGINNER not in visit_boards(other, range(13))
    other.close()
    page.reload()
    page.wait_for_selector("body[data-ready]")
    assert shown(page) == text_of(game)


def test_a_move_that_is_not_saved_yet_outlives_the_clock_of_another_tab(sit):
    sitting = sit()
    page, game = sitting.go(BEGINNER), game_of("beginner", 22)
    open_certain(page, game, 1)
    wait_until_kept(page, 1)
    earlier = page.evaluate(f"localStorage['mineproof game {BEGINNER}']")
    before = shown(page)
    safe = answers.analyse(game.view).analysis.safe[0]
    game.open(safe)
    # The event of the other tab comes before this tab has saved its move.
    cell(page, safe).evaluate(
        """async (cell, [key, earlier]) => {
             cell.click();
             while (!cell.classList.contains("o")) await new Promise(requestAnimationFrame);
             localStorage[key] = JSON.stringify({ ...JSON.parse(earlier), seconds: 99 });
             dispatchEvent(new StorageEvent("storage", { key })); }""",
        [f"mineproof game {BEGINNER}", earlier],
    )
    wait_until_kept(page, 2)
    assert shown(page) == text_of(game) != before


def test_a_move_while_the_next_board_is_dealt_belongs_to_the_game_on_the_board(held):
    page, game = held.go(BEGINNER), game_of("beginner", 22)
    held.holds = lambda body: '"seed":23' in body
    following = BEGINNER.replace("22", "23")
    page.evaluate("(hash) => { location.hash = hash }", following)
    wait_for_question(held)
    open_certain(page, game, 2)
    wait_until_kept(page, 2)
    assert kept(page, f"game {following}") is None
    release(held)
    wait_until(page, lambda: shown(page) == text_of(game_of("beginner", 23)))
    page.evaluate("(hash) => { location.hash = hash }", BEGINNER)
    wait_until(page, lambda: shown(page) == text_of(game))


def test_a_restart_of_a_continued_game_continues_from_its_first_move(sit):
    page, game = sit().go(BEGINNER), game_of("beginner", 22)
    open_certain(page, game, 3)
    review_running_game(page, 2)
    page.get_by_role("button", name=PAGE["play on"]).click()
    panel = page.locator("#play-panel")
    expect(panel).to_contain_text(PAGE["what if"].replace("{n}", "2"))
    page.keyboard.press("r")
    expect(panel).to_contain_text(PAGE["what if"].replace("{n}", "1"))
    page.locator("#toast").get_by_role("button", name=PAGE["undo"]).click()
    expect(panel).to_contain_text(PAGE["what if"].replace("{n}", "2"))


def test_boards_that_are_gone_are_measured_no_more(sit):
    page = sit().go(BEGINNER)
    page.evaluate(
        """() => { window.watching = 0;
             const { observe, disconnect } = ResizeObserver.prototype;
             ResizeObserver.prototype.observe = function (...of) {
               window.watching += 1; observe.apply(this, of); };
             ResizeObserver.prototype.disconnect = function () {
               window.watching -= 1; disconnect.call(this); }; }"""
    )
    for seed in range(1, 6):
        address = BEGINNER.replace("22", str(seed))
        page.evaluate("(hash) => { location.hash = hash }", address)
        wait_until(page, lambda seed=seed: shown(page) == text_of(game_of("beginner", seed)))
    page.set_viewport_size({"width": 900, "height": 700})
    wait_until(page, lambda: page.evaluate("watching") <= 1)
