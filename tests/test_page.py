"""The page in a real browser: clicks, keys, touch, paste.

Each test runs against the page of a server. With MINEPROOF_STATIC=must it also runs against the
static page, which `make site` builds and which must behave in the same way.
Without chromium these tests are skipped, and `make test` says so; with MINEPROOF_BROWSER=must
they fail instead.
"""

import json
import os
import re
import shutil
from pathlib import Path

import pytest

from mineproof import Game, answers, deal
from mineproof.game import replay as replays
from mineproof.game.formats.mine import write
from mineproof.proof.check import judge
from mineproof.reason import words
from mineproof.reason.depth import depth_of
from mineproof.web import questions
from serving import served
from site_build import built_page
from static_serving import FOLDER, static_server

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
if CHROMIUM is None and os.environ.get("MINEPROOF_BROWSER") != "must":
    pytest.skip("chromium is not installed", allow_module_level=True)

from axe_playwright_python.sync_playwright import Axe  # noqa: E402
from playwright.sync_api import expect, sync_playwright  # noqa: E402

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP plain.test 127.0.0.1",
]
PATIENCE = 60_000  # ms: the static page starts Python first
expect.set_options(timeout=PATIENCE)
DESKTOP = {"width": 1260, "height": 800}
PHONE = {"width": 390, "height": 844}
TOUCH = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
BOARD = "#play?level=intermediate&start=open&seed=2026"
BEGINNER = "#play?level=beginner&start=open&seed=22"
# An empty page has no storage, so the script does nothing there.
SEEN_FIRST_RUN = "try { localStorage['first run'] = '\"shown\"' } catch {}"
PAGE = words.table("en")["page"]
CHINESE = words.table("zh-Hant")["page"]


KINDS = ["http", "static"] if os.environ.get("MINEPROOF_STATIC") == "must" else ["http"]


@pytest.fixture(scope="module", params=KINDS)
def address(request):
    if request.param == "static":
        with static_server(built_page()) as server:
            yield server.address
    else:
        with served() as address:
            yield address


@pytest.fixture(scope="module")
def browser():
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


class Sitting:
    """A browser page with a new profile. Page errors and requests to other hosts are failures."""

    def __init__(self, browser, address, **how):
        self.address, self.faults, self.sent = address, [], []
        first_visit = how.pop("first_visit", False)
        self.context = browser.new_context(
            viewport=how.pop("viewport", DESKTOP), locale=how.pop("locale", "en-US"),
            reduced_motion=how.pop("reduced_motion", "reduce"),
            permissions=["clipboard-read", "clipboard-write"], **how,
        )  # fmt: skip
        if not first_visit:
            self.context.add_init_script(SEEN_FIRST_RUN)
        self.page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.page.on("pageerror", lambda problem: self.faults.append(str(problem)))
        self.page.on("console", self._heard)
        self.page.on("request", lambda request: self.sent.append(request.url))

    def _heard(self, message):
        refused = "the server responded with a status of 4" in message.text
        if message.type in ("error", "warning") and not refused:
            self.faults.append(message.text)

    def go(self, link=""):
        self.page.goto(self.address + link)
        self.page.wait_for_selector("body[data-ready]")
        return self.page

    def end(self, allowed=None):
        """Close the page. Errors on its console are failures unless they match `allowed`."""
        self.context.close()
        assert [one for one in self.faults if not (allowed and re.search(allowed, one))] == []
        outside = [url for url in self.sent if not url.startswith((self.address, "blob:", "data:"))]
        assert outside == []


@pytest.fixture
def sit(browser, address):
    sittings = []

    def begin(**how):
        sittings.append(Sitting(browser, address, **how))
        return sittings[-1]

    yield begin
    for sitting in sittings:
        sitting.end()


def cell(page, number, view="play"):
    return page.locator(f'#{view}-board [data-i="{number}"]')


def has_cells(page, count, view):
    expect(page.locator(f"#{view}-board .c")).to_have_count(count)


def shown(page, view="play"):
    """Return what the board shows, as `.mine` marks."""
    classes = page.evaluate(
        f"[...document.querySelectorAll('#{view}-board .c')].map((one) => one.className)"
    )
    return "".join(_mark(one.split()) for one in classes)


def _mark(names):
    if "f" in names:
        return "F"
    number = [name for name in names if re.fullmatch("n[1-8]", name)]
    return number[0][1] if number else "0" if "o" in names else "H"


def icons(cells):
    """Return the icon of each cell, or None."""
    return cells.evaluate_all(
        "(all) => all.map((one) => one.querySelector('use')?.getAttribute('href'))"
    )


def marks(page, kind, view="play"):
    """Return the indices of the cells with a mark."""
    found = page.evaluate(
        f"[...document.querySelectorAll('#{view}-board .k-{kind}')].map((one) => +one.dataset.i)"
    )
    return sorted(found)


def game_of(level, seed):
    game = Game(deal(level, start="open", seed=seed))
    game.flood(game.view.initial[0])
    return game


def text_of(game):
    return "".join(write(game.view).split()[1:])


def cells_of(view, names):
    return sorted(view.board.index(name) for name in names)


# Play


def test_a_link_is_a_board(sit):
    page = sit().go(BOARD)
    assert shown(page) == text_of(game_of("intermediate", 2026))
    assert page.inner_text("#where") == "intermediate · open start · seed 2026"
    assert page.inner_text("#left") == "40 left"


def test_without_a_link_a_board_is_dealt_and_the_address_holds_it(sit):
    sitting = sit()
    page = sitting.go()
    assert re.search(r"#play\?level=intermediate&start=open&seed=\d+$", page.url)
    before = shown(page)
    again = sit().go(page.url.removeprefix(sitting.address))
    assert shown(again) == before


def test_clicks_open_flag_and_chord_as_the_game_does(sit):
    page, game = sit().go(BEGINNER), game_of("beginner", 22)
    found = answers.analyse(game.view).analysis
    for mine in found.mined:
        cell(page, mine).click(button="right")
        game.flag(mine)
    assert page.inner_text("#left") == "2 left"
    cell(page, found.safe[0]).click()
    game.flood(found.safe[0])
    assert shown(page) == text_of(game)
    ready = [one for one in range(81) if game.view.cells[one] > 0 and game.chorded(one)]
    for one in ready:
        cell(page, one).click()
        game.chord(one)
    assert ready
    assert shown(page) == text_of(game)
    cell(page, found.mined[0]).click(button="right")
    game.unflag(found.mined[0])
    assert shown(page) == text_of(game)


def play_on(game):
    """Make certain moves until nothing is certain."""
    while not game.won:
        found = answers.analyse(game.view).analysis
        if not found.safe:
            return
        one = found.safe[0]
        yield one
        game.flood(one)


def test_a_whole_game_by_keyboard(sit):
    page, game = sit().go(BEGINNER), game_of("beginner", 22)
    cell(page, 0).focus()
    here = 0
    page.keyboard.press("ArrowLeft")  # the focus stays on the board
    assert page.evaluate("document.activeElement.dataset.i") == "0"

    def walk(to):
        nonlocal here
        down, right = to // 9 - here // 9, to % 9 - here % 9
        for _ in range(abs(down)):
            page.keyboard.press("ArrowDown" if down > 0 else "ArrowUp")
        for _ in range(abs(right)):
            page.keyboard.press("ArrowRight" if right > 0 else "ArrowLeft")
        here = to

    mine = answers.analyse(game.view).analysis.mined[0]
    walk(mine)
    assert page.evaluate("getComputedStyle(document.activeElement).outlineWidth") == "3px"
    page.keyboard.press("f")
    assert page.inner_text("#left") == "9 left"
    page.keyboard.press("u")
    assert page.inner_text("#left") == "10 left"
    for one in play_on(game):
        walk(one)
        page.keyboard.press("Space")
    assert game.won
    page.get_by_role("heading", name=PAGE["won"]).wait_for()
    page.get_by_text(PAGE["no risks"]).wait_for()
    assert statistic(page, "luck") == "100 %"
    stopped = page.inner_text("#time")
    page.wait_for_timeout(1100)
    assert page.inner_text("#time") == stopped


def statistic(page, name):
    """Return a number of the review."""
    return page.locator(".statistics div").filter(has_text=PAGE[name]).locator("dd").inner_text()


def test_keys_ask_for_help_and_show_themselves(sit):
    page = sit().go(BEGINNER)
    page.keyboard.press("?")
    page.get_by_role("dialog").get_by_text(PAGE["undo flag"]).wait_for()
    page.keyboard.press("Escape")
    page.keyboard.press("g")
    page.get_by_role("heading", name=PAGE["no guess needed"]).wait_for()
    page.keyboard.press("b")
    page.locator(".done").wait_for()
    page.keyboard.press("n")
    page.get_by_role("dialog").get_by_text(PAGE["no guess label"]).wait_for()


def test_touch_opens_holds_flag_and_the_thumb_switches(sit):
    page = sit(**TOUCH).go(BEGINNER)
    game = game_of("beginner", 22)
    found = answers.analyse(game.view).analysis
    size = cell(page, 0).bounding_box()
    assert size["width"] >= 32
    assert size["height"] >= 32
    cell(page, found.safe[0]).tap()
    game.flood(found.safe[0])
    assert shown(page) == text_of(game)
    hold(page, cell(page, found.mined[0]))
    page.get_by_role("menuitem", name=PAGE["flag it"]).tap()
    game.flag(found.mined[0])
    assert shown(page) == text_of(game)
    page.locator("#flag-mode").tap()
    cell(page, found.mined[1]).tap()
    game.flag(found.mined[1])
    assert shown(page) == text_of(game)


def hold(page, where):
    box = where.bounding_box()
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    touch = page.context.new_cdp_session(page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    page.wait_for_timeout(600)
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_two_fingers_make_a_large_board_larger(sit):
    page = sit(**TOUCH).go("#play?level=expert&start=open&seed=1")
    before = cell(page, 0).bounding_box()["width"]
    touch = page.context.new_cdp_session(page)
    box = page.locator("#play-board").bounding_box()
    middle = box["x"] + 150, box["y"] + 150

    def fingers(kind, apart):
        points = [{"x": middle[0] - apart, "y": middle[1], "id": 0},
                  {"x": middle[0] + apart, "y": middle[1], "id": 1}]  # fmt: skip
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    fingers("touchStart", 40)
    for apart in (45, 50, 60, 70):
        fingers("touchMove", apart)
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert cell(page, 0).bounding_box()["width"] > before * 1.3
    assert shown(page) == text_of(game_of("expert", 1))  # the gesture opened nothing


def lose(page, game):
    """Open a mine although something is certain; return its cell."""
    found = answers.analyse(game.view).analysis
    mine = next(one for one in found.mined)
    cell(page, mine).click()
    return mine


def test_after_a_loss_the_page_says_whether_it_was_avoidable_and_shows_what_was(sit):
    page, game = sit().go(BOARD), game_of("intermediate", 2026)
    mine = lose(page, game)
    page.get_by_role("heading", name=PAGE["lost"]).wait_for()
    safe = game.view.board.name(answers.analyse(game.view).analysis.safe[0])
    opened = game.view.board.name(mine)
    page.get_by_text(f"It was avoidable: {opened} was a mine for certain.").wait_for()
    assert statistic(page, "luck") == "0.0 %"
    page.locator(".review button").click()
    page.get_by_text(PAGE["judged certain mine"]).wait_for()
    assert shown(page) == text_of(game)
    assert marks(page, "asked") == [mine]
    page.get_by_role("button", name=f"Why is {safe} safe?").click()
    page.get_by_role("heading", name=f"Why is {safe} safe?").wait_for()
    for _ in range(2):
        page.get_by_role("button", name=PAGE["back"]).click()
    page.get_by_role("heading", name=PAGE["lost"]).wait_for()
    page.get_by_role("button", name=PAGE["restart"]).click()
    assert shown(page) == text_of(game)


def test_a_game_is_saved_and_loaded_and_other_programs_can_read_it(sit, tmp_path):
    page, game = sit().go(BEGINNER), game_of("beginner", 22)
    for one, _ in zip(play_on(game), range(4), strict=False):
        cell(page, one).click()
    mine = answers.analyse(game.view).analysis.mined[0]
    cell(page, mine).click(button="right")
    before = shown(page)
    page.click("#more")
    with page.expect_download() as kept:
        page.click("#save")
    file = tmp_path / "game.json"
    kept.value.save_as(file)
    replay = replays.read(file.read_text())
    assert text_of(replay.end()) == before
    assert all(move.t is not None for move in replay.moves)
    sitting = sit()
    other = sitting.go(BOARD)
    other.click("#more")
    with other.expect_file_chooser() as chooser:
        other.click("#load")
    chooser.value.set_files(file)
    has_cells(other, 81, "play")
    assert shown(other) == before
    assert "board=9x9x10" in other.url
    other.reload()
    other.wait_for_selector("body[data-ready]")
    assert shown(other) == before  # the browser keeps the game
    assert shown(sit().go(other.url.removeprefix(sitting.address))) == text_of(
        game_of("beginner", 22)
    )


def test_a_new_board_of_ones_own_without_a_guess(sit):
    page = sit().go(BEGINNER)
    page.click("#new")
    page.select_option("[name=level]", "custom")
    for name, value in (("width", 12), ("height", 10), ("mines", 20)):
        page.fill(f"[name={name}]", str(value))
    page.check("[name=no_guess]")
    page.select_option("[name=min_depth]", "2")
    page.fill("[name=seed]", "5")
    page.get_by_role("button", name=PAGE["deal it"]).click()
    has_cells(page, 120, "play")
    assert "no_guess=true&min_depth=2" in page.url
    asked = {"size": "12x10", "mines": 20, "no_guess": True, "min_depth": 2, "seed": 5}
    status, text = questions.answer("deal", json.dumps(asked | {"start": "open"}).encode())
    assert status == 200
    said = json.loads(text)
    dealt = answers.deal_from_text(said["truth"], start=None, seed=0, cells=said["cells"])
    assert depth_of(dealt).depth == said["depth"] >= 2
    expect(page.locator("#where")).to_contain_text(f"depth {said['depth']}")
    game = Game(dealt)
    game.flood(game.view.initial[0])
    assert shown(page) == text_of(game)


@pytest.mark.parametrize("shape", ["torus", "hex"])
def test_other_shapes_open_as_the_game_does(sit, shape):
    page = sit().go(f"#play?size=9x9&mines=10&start=open&seed=3&shape={shape}")
    from mineproof.game.levels import custom

    game = Game(deal(custom("9x9", 10), start="open", seed=3, shape=shape))
    game.flood(game.view.initial[0])
    assert shown(page) == text_of(game)


@pytest.mark.parametrize("size", ["30x16", "100x100"])
def test_a_large_board_scrolls_by_itself_and_the_page_does_not(sit, size):
    page = sit().go(f"#play?size={size}&mines=99&start=open&seed=1")
    assert page.evaluate("document.documentElement.scrollWidth") <= DESKTOP["width"]
    panel, board = (page.locator(one).bounding_box() for one in ("#play-panel", "#play-board"))
    assert board["x"] + board["width"] <= panel["x"]
    assert panel["width"] >= 300


def test_a_board_that_cannot_be_says_why(sit):
    page = sit().go("#play?size=300x300&mines=9&start=open&seed=1")
    assert "at most 10000" in page.inner_text("#play-panel .problem")


# Assist


def test_help_is_off_at_first_and_marks_what_is_certain_when_asked(sit):
    page, game = sit().go(BOARD), game_of("intermediate", 2026)
    assert page.locator(".switches input:checked").count() == 0
    assert page.locator("#play-board [class*='k-']").count() == 0
    found = answers.analyse(game.view).analysis
    page.check("#assist-certain")
    page.locator("#play-board .k-safe").first.wait_for()
    assert (marks(page, "safe"), marks(page, "mine")) == (found.safe, found.mined)
    page.uncheck("#assist-certain")
    page.check("#assist-odds")
    page.locator("#play-board .k-odds").first.wait_for()
    near = game.view.board.neighbours
    one = next(at for at in found.undecided if any(game.view.cells[by] >= 0 for by in near[at]))
    assert int(cell(page, one).inner_text()) == round(100 * found.odds[one])
    page.check("#assist-best")
    page.locator("#play-board .k-best").first.wait_for()
    best = answers.analyse(game.view).best
    assert marks(page, "best") == [game.view.board.index(best.cell)]


def test_may_i_guess_names_no_cell(sit):
    page = sit().go(BOARD)
    page.click("#may-guess")
    page.get_by_role("heading", name=PAGE["no guess needed"]).wait_for()
    assert not re.search(r"r\d+c\d+", page.inner_text("#play-panel"))
    assert page.locator("#play-board [class*='k-']").count() == 0


def test_a_needless_risk_is_stopped_once_with_the_reason_a_click_away(sit):
    page, game = sit().go(BOARD), game_of("intermediate", 2026)
    page.check("#assist-warn")
    found = answers.analyse(game.view).analysis
    risks = found.undecided
    safe = next(one for one in risks if not game.deal.layout[one])
    before = shown(page)
    cell(page, safe).click()
    page.locator("#toast").wait_for()
    assert shown(page) == before
    page.locator("#toast").get_by_role("button", name=PAGE["why button"]).click()
    page.locator(".done").wait_for()
    cell(page, safe).click()
    game.flood(safe)
    cell(page, safe).and_(page.locator(".o")).wait_for()
    assert shown(page) == text_of(game)


def test_a_wrong_flag_is_stopped_once(sit):
    page, game = sit().go(BOARD), game_of("intermediate", 2026)
    page.check("#assist-warn")
    safe = answers.analyse(game.view).analysis.safe[0]
    cell(page, safe).click(button="right")
    page.locator("#toast").wait_for()
    assert "F" not in shown(page)
    page.get_by_role("button", name=PAGE["flag anyway"]).click()
    cell(page, safe).and_(page.locator(".f")).wait_for()


# Why


def test_why_lights_the_clues_and_says_the_argument(sit):
    page, game = sit().go(BOARD), game_of("intermediate", 2026)
    found = [answers.explain(game.view, game.view.board.name(one))
             for one in answers.analyse(game.view).analysis.safe]  # fmt: skip
    answer = max(found, key=lambda one: len(one.argument))
    cell(page, answer.at).focus()
    page.keyboard.press("w")
    page.locator(".done").wait_for()
    said = answer.as_json()
    assert marks(page, "clue") == cells_of(game.view, said["clues"])
    lines = page.locator(".argument li")
    assert lines.all_inner_texts() == said["why"]
    badges = page.locator(".badge").all_inner_texts()
    assert badges[:2] == ["safe", f"depth {answer.depth}"]
    assert page.inner_text(".done") == f"{said['cell']} is safe, proved in {said['steps']} steps"
    lines.first.hover()
    named = set(re.findall(r"r\d+c\d+", said["why"][0]))
    assert marks(page, "lit") == cells_of(game.view, named)
    page.mouse.move(5, 5)
    assert marks(page, "lit") == []
    lines.last.focus()
    assert game.view.board.index(said["cell"]) in marks(page, "lit")
    page.get_by_role("button", name=PAGE["step by step"]).click()
    assert page.locator(".argument li.now").count() == 1
    page.get_by_role("button", name=PAGE["open it"]).click()
    game.flood(answer.at)
    assert shown(page) == text_of(game)


def test_the_proof_can_be_read_and_downloaded_and_the_judge_accepts_it(sit, tmp_path):
    page, game = sit().go(BOARD), game_of("intermediate", 2026)
    one = answers.analyse(game.view).analysis.mined[0]
    cell(page, one).focus()
    page.click("#ask-why")
    page.locator(".done.mine").wait_for()
    page.get_by_role("button", name=PAGE["as resolution"]).click()
    page.locator(".told li").last.wait_for()
    assert page.locator(".told li").last.inner_text().endswith("∎")
    files, kept = {}, []
    page.on("download", lambda file: kept.append(file))
    page.get_by_role("button", name=PAGE["files"]).click()
    while len(kept) < 2:
        page.wait_for_timeout(50)
    for file in kept:
        file.save_as(tmp_path / file.suggested_filename)
        files[Path(file.suggested_filename).suffix] = (
            tmp_path / file.suggested_filename
        ).read_text()
    assert judge(files[".cnf"], files[".lrat"]) > 0


def test_an_undecided_cell_shows_two_layouts_that_fit_and_differ(sit):
    page, game = sit().go(BOARD), game_of("intermediate", 2026)
    found = answers.analyse(game.view).analysis
    one = found.undecided[0]
    cell(page, one).focus()
    page.keyboard.press("w")
    page.locator(".twins figure").nth(1).wait_for()
    layouts = []
    for figure in (0, 1):
        mined = page.evaluate(
            f"[...document.querySelectorAll('.twins figure')[{figure}].querySelectorAll('.m')]"
            ".map((one) => +one.dataset.i)"
        )
        layout = game.view.board.layout(mined)
        clues = game.view.board.clues(layout)
        opened = [at for at in range(256) if game.view.cells[at] >= 0]
        assert all(clues[at] == game.view.cells[at] and not layout[at] for at in opened)
        assert layout.count(1) == 40
        layouts.append(layout)
    assert layouts[0][one] != layouts[1][one]


def test_why_of_an_open_cell_asks_for_a_hidden_one(sit):
    page = sit().go(BOARD)
    cell(page, 34).focus()
    page.keyboard.press("w")
    page.get_by_role("heading", name=PAGE["why open title"]).wait_for()


# Watch


def test_watch_steps_forth_and_back_runs_and_ends_where_the_command_does(sit):
    page = sit().go("#watch?level=beginner&start=open&seed=22&strategy=saturate")
    solved = answers.solve(deal("beginner", start="open", seed=22), "saturate").as_json()
    step = page.get_by_role("button", name=PAGE["step on"])
    seen = [panel(page)]
    for _ in range(12):
        step.click()
        seen.append(panel(page))
    for n in range(11, -1, -1):
        page.get_by_role("button", name=PAGE["step back"]).click()
        assert panel(page) == seen[n]
    page.get_by_label(PAGE["speed"]).select_option("256")
    page.get_by_role("button", name=PAGE["run"]).click()
    page.get_by_role("button", name=PAGE["pause"]).click()
    page.get_by_role("button", name=PAGE["run"]).click()
    page.locator(".runs .chip.won").wait_for(timeout=30_000)
    view = "".join(solved["view"].split()[1:])
    cells = page.evaluate("[...document.querySelectorAll('#runs .c')].map((one) => one.className)")
    assert "".join(_mark(one.split()) for one in cells) == view
    assert "KB 0 clauses · KB0 81 facts" in page.inner_text(".figures")


def panel(page):
    return page.inner_text("#runs .panel")


def test_watch_shows_the_pair_the_pivot_and_what_is_struck_out(sit):
    page = sit().go("#watch?level=intermediate&start=open&seed=2026&strategy=assignment")
    _jump(page, "resolving")
    card = page.locator(".card.now")
    parents = [set(re.findall(r"¬?r\d+c\d+", one)) for one in
               card.locator(".clause:not(.resolvent *)").all_inner_texts()[:2]]  # fmt: skip
    pivot = card.locator(".pivot").first.inner_text().removeprefix("¬")
    below = set(re.findall(r"¬?r\d+c\d+", card.locator(".resolvent .lits").inner_text()))
    clash = {pivot, f"¬{pivot}"}
    assert clash <= parents[0] | parents[1]
    assert below == (parents[0] | parents[1]) - clash


def test_subsumed_clauses_are_struck_out_and_still_legible(sit):
    page = sit().go("#watch?level=intermediate&start=open&seed=2026&strategy=assignment&at=30")
    gone = page.locator("#runs .clause.gone").first
    while not gone.count():
        page.keyboard.press("ArrowRight")
    assert re.search(r"r\d+c\d+", gone.inner_text())
    line = "(one) => getComputedStyle(one).textDecorationLine"
    assert gone.locator(".lits").evaluate(line) == "line-through"


def _jump(page, title):
    """Go to the first frame whose card has this title."""
    for at in range(200, 900, 7):
        page.locator("#controls input[type=range]").fill(str(at))
        if page.inner_text(".card.now h3").startswith(PAGE[title]):
            return
    raise AssertionError(f"no {title}")


def test_two_strategies_side_by_side_on_the_same_board(sit):
    page = sit().go("#watch?level=beginner&start=open&seed=22")
    page.get_by_label(PAGE["compare with"]).select_option("unit")
    page.wait_for_selector(".runs.two")
    assert "against=unit" in page.url
    slider = page.locator("#controls input[type=range]")
    slider.fill(slider.get_attribute("max"))
    ends = page.locator(".runs .chip.won, .runs .chip.lost").all_inner_texts()
    expected = [answers.solve(deal("beginner", start="open", seed=22), name).result.outcome
                for name in ("saturate", "unit")]  # fmt: skip
    assert ends == expected


def test_a_strategy_without_clauses_shows_its_moves(sit):
    page = sit().go("#watch?level=beginner&start=open&seed=22&strategy=least-risk")
    page.keyboard.press("ArrowRight")
    assert PAGE["no base"] in panel(page)
    assert re.search(r"r\d+c\d+ is safe: opened", panel(page))


# Analyse


def test_a_position_is_painted_and_analysed_and_the_link_holds_it(sit):
    page = sit().go("#analyse")
    page.get_by_role("heading", name=PAGE["analyse invite"]).wait_for()
    for name, value in (("width", 3), ("height", 2), ("mine number", 1)):
        page.locator("#analyse-bar").get_by_label(PAGE[name]).fill(str(value))
        page.keyboard.press("Tab")
    has_cells(page, 6, "analyse")
    page.get_by_role("radio", name="clue 1").click()
    cell(page, 0, "analyse").click()
    cell(page, 1, "analyse").click()
    cell(page, 2, "analyse").focus()
    page.keyboard.press("1")
    page.locator("#analyse-board .k-mine").wait_for()
    assert (marks(page, "safe", "analyse"), marks(page, "mine", "analyse")) == ([3, 5], [4])
    assert page.url.endswith("#analyse?position=3x2x1/111/HHH")
    again = sit().go("#analyse?position=3x2x1/111/HHH")
    again.locator("#analyse-board .k-mine").wait_for()
    assert shown(again, "analyse") == "111HHH"
    cell(again, 3, "analyse").focus()
    again.keyboard.press("w")
    again.locator(".done").wait_for()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("4x3x2\n0000\n1211\nHHHH\n", "00001211HHHH"),
        ('{"board": "x12\\nxx1\\nxxx", "total_mines": 2}', "H12HH1HHH"),
        ("https://davidnhill.github.io/JSMinesweeper/?analysis=adacaaablslU", "121HHH"),
    ],
)
def test_positions_of_other_programs_are_pasted(sit, text, expected):
    page = sit().go("#analyse")
    page.fill("#analyse-panel textarea", text)
    page.get_by_role("button", name=PAGE["read it"]).click()
    has_cells(page, len(expected), "analyse")
    assert shown(page, "analyse") == expected


def test_a_paste_anywhere_and_a_dropped_file_are_read(sit):
    page = sit().go("#analyse")
    page.evaluate("navigator.clipboard.writeText('3x2x1 / 1 1 1 / # # #')")
    page.keyboard.press("Control+v")
    has_cells(page, 6, "analyse")
    page.evaluate(
        """() => {
          const data = new DataTransfer();
          data.items.add(new File([new Uint8Array([4, 3, 0, 2, 3, 0, 1, 1])], "board.mbf"));
          const at = document.getElementById("view-analyse");
          at.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true }));
        }"""
    )
    page.wait_for_selector("#view-play:not([hidden])")
    has_cells(page, 12, "play")
    assert "board=4x3x2/112M/1M21/1110" in page.url


def test_a_replay_given_to_analyse_is_played_on_in_play_and_back_leads_to_analyse(sit):
    page, game = sit().go("#analyse"), game_of("beginner", 22)
    board = game.view.board
    mines = [board.name(one) for one in range(81) if game.deal.layout[one]]
    given = [board.name(one) for one in game.view.initial]
    safe = answers.analyse(game.view).analysis.safe[0]
    move = {"do": "open", "cell": board.name(safe), "t": 2.5}
    replay = {"schema": 1, "rows": 9, "cols": 9, "mines": mines, "given": given, "moves": [move]}
    page.fill("#analyse-panel textarea", json.dumps(replay))
    page.get_by_role("button", name=PAGE["read it"]).click()
    page.wait_for_selector("#view-play:not([hidden])")
    has_cells(page, 81, "play")
    game.flood(safe)
    assert shown(page) == text_of(game)
    assert re.fullmatch("0:0[2-9]", page.inner_text("#time"))  # the clock continues from 2.5 s
    assert "board=9x9x10" in page.url
    page.go_back()
    page.wait_for_selector("#view-analyse:not([hidden])")


def test_a_contradiction_lights_the_clues_that_clash(sit):
    page = sit().go("#analyse?position=3x2x1/131/HHH")
    page.get_by_role("heading", name=PAGE["clash title"]).wait_for()
    assert marks(page, "clash", "analyse") == [1, 2]
    assert "these two cannot both hold" in page.inner_text("#analyse-panel")


def test_what_cannot_be_read_or_counted_is_said_in_a_sentence(sit):
    page = sit().go("#analyse")
    page.fill("#analyse-panel textarea", "3x2x1\n1z1\nHHH")
    page.get_by_role("button", name=PAGE["read it"]).click()
    assert "row 1, column 2" in page.inner_text("#analyse-panel .problem")
    wide = "/".join(("H1" if row % 2 else "HH") * 50 for row in range(100))
    page.goto(f"{page.url.split('#')[0]}#analyse?position=100x100x1500/{wide}")
    page.get_by_text(PAGE["refused too wide"]).wait_for()


def test_a_game_is_carried_over_to_analyse_and_to_watch(sit):
    page = sit().go(BEGINNER)
    before = shown(page)
    page.click("#more")
    page.click("#to-analyse")
    page.locator("#analyse-board .k-safe").first.wait_for()
    assert shown(page, "analyse") == before
    page.go_back()
    page.click("#more")
    page.click("#to-watch")
    page.wait_for_selector("#runs .c")
    assert page.locator("#runs .c").count() == 81


def test_a_game_that_is_left_is_there_when_one_comes_back(sit):
    page = sit().go(BEGINNER)
    cell(page, answers.analyse(game_of("beginner", 22).view).analysis.safe[0]).click()
    before, link = shown(page), page.url
    for view in ("watch", "analyse", "play"):
        page.get_by_role("navigation").get_by_role("link", name=PAGE[view]).click()
        page.wait_for_selector(f"#view-{view}:not([hidden])")
    assert (shown(page), page.url) == (before, link)


# Languages


def test_chinese_readers_are_spoken_to_in_chinese_and_can_change_that(sit):
    page, game = sit(locale="zh-TW").go(BOARD), game_of("intermediate", 2026)
    assert page.get_attribute("html", "lang") == "zh-Hant"
    assert page.inner_text("nav a >> nth=0") == CHINESE["play"]
    one = answers.analyse(game.view).analysis.safe[0]
    cell(page, one).focus()
    page.keyboard.press("w")
    page.locator(".done").wait_for()
    answer = answers.explain(game.view, game.view.board.name(one))
    assert page.locator(".argument li").all_inner_texts() == answer.sentences("zh-Hant")
    page.click("#language")
    expect(page.locator("nav a").first).to_have_text("Play")
    page.reload()
    page.wait_for_selector("body[data-ready]")
    assert page.get_attribute("html", "lang") == "en"


# Accessibility


VIEWS = {
    "play": BOARD,
    "watch": "#watch?level=beginner&start=open&seed=22&strategy=saturate&at=60",
    "two": "#watch?level=beginner&start=open&seed=22&strategy=saturate&against=unit&at=60",
    "analyse": "#analyse?position=9x9x10/000000000/000000000/000000011/22211001H/HHHH21011"
    "/HHHHH3100/HHHHHH210/HHHHHHH10/HHHHHHH10",
    "empty": "#analyse",
    "clash": "#analyse?position=3x2x1/131/HHH",
    "learn": "#learn",
    "guided": "#learn?lesson=1-2",
    "exercise": "#learn?lesson=1-2&at=3",
    "profile": "#learn?profile=true",
}


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_axe_finds_nothing_in_any_view(sit, scheme, size):
    how = TOUCH if size == "phone" else {}
    page = sit(color_scheme=scheme, **how).go(BOARD)
    for name, link in VIEWS.items():
        page.goto(page.url.split("#")[0] + link)
        page.wait_for_timeout(300)
        audit(page, name)
        if name == "play":
            page.check("#assist-certain")
            page.check("#assist-odds")
            page.locator("#play-board .k-safe").first.wait_for()
            page.locator("#play-board .k-safe").first.focus()
            page.keyboard.press("w")
            page.locator(".done").wait_for()
            audit(page, "why")
            page.keyboard.press("n")
            audit(page, "new board")
            page.keyboard.press("Escape")


def audit(page, name):
    found = Axe().run(page).response["violations"]
    told = [(one["id"], [node["html"][:150] for node in one["nodes"]][:3]) for one in found]
    assert told == [], name


def test_at_twice_the_size_nothing_is_cut_off(sit):
    """200 % zoom of a 1280 pixel window is a window of 640."""
    page = sit(viewport={"width": 640, "height": 400}, device_scale_factor=2).go(BOARD)
    for link in VIEWS.values():
        page.goto(page.url.split("#")[0] + link)
        page.wait_for_timeout(200)
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= 640, link


def test_colour_never_says_it_alone(sit):
    page = sit().go(BOARD)
    page.check("#assist-certain")
    page.locator("#play-board .k-safe").first.wait_for()
    assert set(icons(page.locator("#play-board .k-safe"))) == {"#i-check"}
    assert set(icons(page.locator("#play-board .k-mine"))) == {"#i-flag"}
    labels = page.locator("#play-board .k-safe").evaluate_all(
        "(all) => all.map((one) => one.getAttribute('aria-label'))"
    )
    assert all(re.fullmatch(r"r\d+c\d+, hidden, safe", label) for label in labels)


# Speed and size


def test_the_first_view_is_small(sit):
    page = sit().go(BOARD)
    sizes = sizes_before_ready(page)
    assert len(sizes) > 10
    assert sum(sizes) < (300_000 if FOLDER in page.url else 240_000)


def sizes_before_ready(page):
    """Return the sizes of the files that were requested before the first board was shown."""
    return page.evaluate(
        """() => {
          const ready = performance.getEntriesByName("ready")[0].startTime;
          const kinds = ["navigation", "resource"];
          const all = kinds.flatMap((kind) => performance.getEntriesByType(kind));
          return all.filter((one) => one.startTime < ready).map((one) => one.encodedBodySize);
        }"""
    )


def test_a_large_board_answers_a_click_within_a_tenth_of_a_second(sit):
    """The browser measures the time from the click to the next frame. There are three tries,
    because the machine may be busy."""
    page = sit().go("#play?size=100x100&mines=1500&start=open&seed=1")
    time_clicks(page)
    game = Game(deal_large())
    game.flood(game.view.initial[0])
    best = None
    for _ in range(3):
        page.evaluate("window.took.length = 0")
        clicks = click_around(page, game, 40)
        page.wait_for_timeout(300)
        took = page.evaluate("window.took")
        # The browser does not list clicks below its threshold: these are fast.
        times = sorted([0.0] * max(0, clicks - len(took)) + took)
        p95 = times[int(0.95 * (len(times) - 1))]
        best = p95 if best is None else min(best, p95)
        if best <= 100:
            break
    assert best <= 100


def time_clicks(page):
    """Make the browser record the time from each click to the next frame."""
    page.evaluate(
        """() => {
          window.took = [];
          new PerformanceObserver((list) => {
            for (const one of list.getEntries()) {
              if (one.name === "pointerup" || one.name === "click" || one.name === "contextmenu") {
                window.took.push(one.duration);
              }
            }
          }).observe({ type: "event", durationThreshold: 16 });
        }"""
    )


def deal_large():
    from mineproof.game.levels import custom

    return deal(custom("100x100", 1500), start="open", seed=1)


def click_around(page, game, count):
    """Open certain cells that are visible, flag and unflag mines, up to a number of clicks."""
    done = 0
    while done < count:
        found = answers.analyse(game.view).analysis
        near = [one for one in found.safe if one // 100 < 15 and one % 100 < 22]
        if not near:
            break
        mine = next(one for one in found.mined if one // 100 < 15 and one % 100 < 22)
        for how in ("right", "right"):
            cell(page, mine).click(button=how)
        cell(page, near[0]).click()
        game.flood(near[0])
        done += 3
    return done
