"""What only the page without a server has: loading, its failures, going offline, updates.

What it has in common with the page of a server is tested by the tests of that page with the marks
`smoke` and `both_kinds`. All of this runs with MINEPROOF_STATIC=must, after `make site`.
"""

import json
import os
import re
import shutil
from contextlib import contextmanager
from itertools import product

import pytest

from page_games import safe_cell

if os.environ.get("MINEPROOF_STATIC") != "must":
    pytest.skip("the page without a server is tested by .ci/run", allow_module_level=True)

from playwright.sync_api import expect

from mineproof import Game
from mineproof.learn.lessons import lesson
from mineproof.play.day import day_board
from page_games import certain_cells, game_of, text_of
from page_visit import BEGINNER, BOARD, CHINESE, PAGE, TOUCH, Sitting
from site_build import build, built_page
from static_serving import static_server

pytestmark = pytest.mark.slow  # only where the page was built

WASM = "python/pyodide.asm.wasm.gzipped"
STATE = "#site-state"
CERTAIN = (
    "#analyse?position=9x9x10/000000000/000000000/000000011/22211001H/HHHH21011/HHHHH3100/"
    "HHHHHH210/HHHHHHH10/HHHHHHH10"
)
GUESS = "#analyse?position=4x4x4/HHHH/H2HH/HHHH/HHHH"


@pytest.fixture
def site():
    with static_server(built_page()) as server:
        yield server


@pytest.fixture
def address(site):
    return site.address


NOT_LOADED = "Failed to load resource|integrity|net::ERR|Failed to (fetch|find)|: (missing|changed)"


def wait_until_ready(page):
    expect(page.locator(STATE)).to_be_hidden()
    page.wait_for_selector(f"{STATE}[data-phase=ready]", state="attached")


def wait_until_kept(page):
    """Until the service worker has everything."""
    page.evaluate("navigator.serviceWorker.ready")


def test_the_first_board_is_played_before_python_is_there_and_early_questions_are_answered(
    sit, site
):
    site.held.add(WASM)
    page, game = sit().go(BEGINNER), game_of("beginner", 22)
    state = page.locator(STATE)
    expect(state).to_contain_text(PAGE["loading play"])
    page.open_certain(game)
    assert page.shown() == text_of(game)
    safe = safe_cell(game)
    page.cell(safe).focus()
    page.keys("w")
    expect(state).to_contain_text(PAGE["needed explain"])
    bar = page.locator(f"{STATE} progress")
    expect(bar).to_have_attribute("value", re.compile("[1-9]"))
    loaded, total = float(bar.get_attribute("value")), float(bar.get_attribute("max"))
    assert 0 < loaded < total
    page.audit("loading")
    site.go_on.set()
    page.locator(".done").wait_for()
    assert game.view.board.name(safe) in page.inner_text(".done")
    wait_until_ready(page)


def test_what_needs_no_words_is_answered_before_python_is_there(sit, site):
    site.held.add(WASM)
    page = sit().go(CERTAIN)
    page.until_marked("safe", "analyse")
    assert page.shown("analyse").startswith("0" * 25)
    page.follow(GUESS)
    page.until_marked("best", "analyse")
    expect(page.locator(".reason")).to_have_text(PAGE["one moment"])
    page.follow("#play?level=expert&no_guess=true&start=open&seed=5")
    page.has_cells(480)
    page.follow("#play?day=2026-11-20&level=expert")  # the third board of its seed
    page.until_shown(Game(day_board("2026-11-20", "expert")))
    page.follow("#learn?lesson=1-1&at=3")
    one = lesson("1-1").drill[0]
    page.has_cells(81, "learn")
    for name in one.safe:
        page.cell(one.view.board.index(name), "learn").click()
    for name in one.mined:
        page.cell(one.view.board.index(name), "learn").click(button="right")
    page.keys("c")
    page.heading("answer right").wait_for()
    page.follow(GUESS)
    site.go_on.set()
    expect(page.locator(".reason")).to_contain_text("risk")


def test_a_question_asked_early_is_answered_wherever_the_reader_has_gone(sit, site):
    site.held.add(WASM)
    page, game = sit().go(BEGINNER), game_of("beginner", 22)
    first, second = certain_cells(game.view)[0][:2]
    page.cell(second).focus()
    page.keys("w")
    page.open(game, first)  # the move closes the panel
    site.go_on.set()
    page.locator(".done").wait_for()
    assert game.view.board.name(second) in page.inner_text(".done")


def test_the_bar_follows_the_bytes(sit, site):
    values, sitting = [], sit()
    sitting.page.expose_function("seen", lambda value: values.append(value))
    sitting.page.add_init_script(
        """addEventListener("DOMContentLoaded", () => new MutationObserver(() => {
          const bar = document.querySelector("#site-state progress");
          if (bar?.hasAttribute("value")) window.seen(Number(bar.value));
        }).observe(document.getElementById("site-state"), { childList: true }))"""
    )
    page = sitting.go(BEGINNER)
    wait_until_ready(page)
    assert values == sorted(values)
    assert len({value for value in values if value > 0}) > 10


def test_python_sat_is_loaded_only_when_a_proof_needs_it(sit, site):
    page = sit().go(BEGINNER)
    page.keys("g")
    page.heading("no guess needed").wait_for()
    page.evaluate("navigator.serviceWorker.getRegistration()")
    before_proofs = [path for path in site.sent if path.startswith("python/")]
    by_page = page.evaluate("performance.getEntriesByType('resource').map((one) => one.name)")
    assert not any("python-sat" in name for name in by_page)
    assert "python/mineproof.zip" in before_proofs
    page.keys("b", until=".done")


@pytest.mark.parametrize(
    ("fault", "key"),
    [("missing", "load missing"), ("changed", "load changed"), ("broken_off", "load interrupted")],
)
def test_a_file_that_does_not_come_is_said_and_tried_again(sit, site, fault, key):
    getattr(site, fault).add(WASM)
    page = sit(faults=NOT_LOADED).go(BEGINNER)
    page.keys("g")
    line = page.locator(f"{STATE} .problem")
    line.wait_for()
    assert line.inner_text() == f"{PAGE['loading failed']} {PAGE[key].replace('{path}', WASM)}"
    page.audit("not loaded")
    safe = safe_cell(game_of("beginner", 22))
    page.cell(safe).click()  # the game goes on
    expect(page.cell(safe)).to_have_class(re.compile(r"\bo\b"))
    getattr(site, fault).clear()
    page.button("retry").click()
    wait_until_ready(page)
    page.keys("g")  # the answer about the position before would be out of date
    page.heading("no guess needed").wait_for()


@pytest.mark.parametrize(
    ("fault", "name"),
    [
        *product(
            ("missing", "changed"),
            ("base/dom.js", "game/play.js", "engine/worker-engine.js", "base/style.css"),
        ),
        *product(("changed",), ("files.json", "about.json", "texts/en.json")),
    ],
)
def test_a_page_with_a_broken_file_is_not_blank(sit, site, fault, name):
    getattr(site, fault).add(name)
    page = sit(faults=f"{NOT_LOADED}|{name}|module").page
    page.goto(site.address)
    line = page.locator("#broken")
    # The file without its folder; main.js may fail first, because of this file.
    expect(line).to_contain_text(name.split("/")[-1])
    expect(line).to_contain_text("missing or was changed")


def test_a_view_whose_file_is_missing_says_so_and_the_others_stay(sit, site):
    site.missing.add("watch/watch.js")
    page = sit(faults=NOT_LOADED).go(BEGINNER)
    page.get_by_role("navigation").get_by_role("link", name=PAGE["watch"]).click()
    page.get_by_text(PAGE["view not loaded"]).wait_for()
    site.missing.clear()
    page.get_by_role("navigation").get_by_role("link", name=PAGE["play"]).click()
    page.get_by_role("navigation").get_by_role("link", name=PAGE["watch"]).click()
    page.locator("#runs .c").first.wait_for()


def test_a_part_that_a_proof_needs_and_that_does_not_come_is_said_and_asked_for_again(sit, site):
    site.missing.add("python/python-sat.zip")
    page = sit(faults=NOT_LOADED).go(BEGINNER)
    page.keys("b")
    page.get_by_text(PAGE["refused not loaded"]).wait_for()
    page.keys("g")
    page.heading("no guess needed").wait_for()  # the rest is answered
    site.missing.clear()
    page.keys("b", until=".done")


def test_a_question_that_takes_too_long_ends_and_those_behind_it_are_answered(sit, site):
    sitting = sit()
    # The first question that is timed after `hurry` is set gets a millisecond, not twenty seconds.
    sitting.page.add_init_script(
        """const real = setTimeout;
        window.setTimeout = (act, ms, ...rest) => {
          const hurried = ms === 20000 && window.hurry;
          if (hurried) window.hurry = false;
          return real(act, hurried ? 1 : ms, ...rest);
        };"""
    )
    page, game = sitting.go(BEGINNER), game_of("beginner", 22)
    wait_until_ready(page)
    ended = page.evaluate(
        """async () => {
          const { ask } = await import(new URL("engine/engine.js", document.baseURI).href);
          const board = { level: "expert", start: "open", seed: 3 };
          const long = { ...board, strategy: "rebuild", trace: true };
          let ended;
          do { // again if another question of the page was the one in a hurry
            window.hurry = true;
            ended = await Promise.all([
              ask("solve", long).then(() => "answered", (refusal) => refusal.kind),
              ask("analyse", { position: "3x2x1/111/HHH" }).then(({ mined }) => mined[0]),
            ]);
            long.seed += 1;
          } while (ended[0] === "answered" && long.seed < 6);
          return ended;
        }"""
    )
    assert ended == ["too long", "r2c2"]
    assert page.shown() == text_of(game)
    page.keys("b", until=".done")


def test_a_page_built_without_the_core_says_so_and_reasons_all_the_same(sit, site, tmp_path):
    with changed_copy(tmp_path / "page") as folder:
        shutil.rmtree(folder / "core")
    site.files = tmp_path / "page"
    page, game = sit().go(BEGINNER), game_of("beginner", 22)
    page.get_by_text(PAGE["plain engine"]).wait_for()
    safe = safe_cell(game)
    page.ask_why(safe)
    assert game.view.board.name(safe) in page.inner_text(".done")


def test_a_second_visit_loads_nothing_again_and_works_without_a_network(sit, site):
    page, game = sit(faults="Failed to load resource|ERR_").go(BEGINNER), game_of("beginner", 22)
    wait_until_ready(page)
    wait_until_kept(page)
    site.sent.clear()
    page.reload()
    page.keys("b", until=".done")
    assert set(site.sent) <= {"service-worker.js"}
    site.stop()
    page.reload()
    assert page.evaluate("navigator.serviceWorker.controller !== null")
    assert page.shown() == text_of(game)
    safe = safe_cell(game)
    page.cell(safe).focus()
    page.keys("w")
    page.locator(".done").wait_for()  # Python and python-sat
    page.click("#language")
    expect(page.locator("nav a").first).to_have_text(CHINESE["play"])
    page.follow("#watch?level=beginner&start=open&seed=22&strategy=unit")
    page.locator("#runs .c").first.wait_for()
    page.follow("#analyse?position=3x2x1/111/HHH")
    page.until_marked("mine", "analyse")


@contextmanager
def changed_copy(folder):
    """A copy of the page, to be changed in the block; its hashes are made anew after that."""
    shutil.copytree(built_page(), folder)
    for name, source in (("index.html", build.PACKAGE / "web" / "page"),
                         ("service-worker.js", build.SITE)):  # fmt: skip
        shutil.copy(source / name, folder)
    yield folder
    (folder / "files.json").unlink()
    build.finish(folder)


def another_version(folder):
    """The same page with another text."""
    with changed_copy(folder):
        file = folder / "texts" / "en.json"
        texts = json.loads(file.read_text())
        texts["page"]["new board"] = "Newer board"
        file.write_text(json.dumps(texts))


def test_an_update_is_offered_and_never_forced(sit, site, tmp_path):
    page = sit().go(BEGINNER)
    wait_until_ready(page)
    wait_until_kept(page)
    another_version(tmp_path / "page")
    site.files = tmp_path / "page"
    site.sent.clear()
    page.reload()
    assert page.inner_text("#new") == PAGE["new board"]
    now = page.button("update now")
    now.wait_for()
    assert WASM not in site.sent  # what has not changed is not loaded again
    page.audit("update")
    safe = safe_cell(game_of("beginner", 22))
    page.cell(safe).click()
    before = page.shown()
    page.button("update later").click()
    expect(page.locator(STATE)).to_be_hidden()
    assert page.shown() == before
    page.reload()
    assert page.inner_text("#new") == PAGE["new board"]
    now.click()
    expect(page.locator("#new")).to_have_text("Newer board")


def test_the_page_can_be_installed():
    folder = built_page()
    manifest = json.loads((folder / "app.webmanifest").read_text())
    assert manifest["start_url"] == manifest["scope"] == "./"
    for icon in manifest["icons"]:
        content = (folder / icon["src"]).read_bytes()
        if icon["type"] == "image/png":
            size = int.from_bytes(content[16:20], "big"), int.from_bytes(content[20:24], "big")
            assert "x".join(map(str, size)) == icon["sizes"]
    assert 'rel="manifest" href="app.webmanifest"' in (folder / "index.html").read_text()


def test_without_https_the_page_works_and_keeps_nothing(browser, site):
    """A name that is not localhost has neither cache storage nor service workers nor hashes."""
    sitting = Sitting(browser, site.address.replace("127.0.0.1", "plain.test"))
    page = sitting.go(BEGINNER)
    assert not page.evaluate("isSecureContext")
    page.keys("b", until=".done")
    sitting.end()


def test_axe_finds_nothing_on_a_phone_while_it_loads(sit, site):
    site.held.add(WASM)
    page = sit(**TOUCH, locale="zh-TW").go(BOARD)
    expect(page.locator(STATE)).to_contain_text(CHINESE["loading play"])
    page.fits()
    page.audit("loading on a phone")
    site.go_on.set()
    wait_until_ready(page)


def test_every_file_is_named_with_its_hash():
    folder = built_page()
    entries = json.loads((folder / "files.json").read_text())["files"]
    there = {one.relative_to(folder).as_posix() for one in folder.rglob("*") if one.is_file()}
    assert there == {*entries, "index.html", "files.json", "service-worker.js"}
    for path, entry in entries.items():
        content = (folder / path).read_bytes()
        assert entry == {"integrity": build.integrity(content), "bytes": len(content)}
    stamp = build.integrity((folder / "files.json").read_bytes())
    assert stamp in (folder / "index.html").read_text()
    assert stamp in (folder / "service-worker.js").read_text()


def test_every_module_of_the_page_is_refused_by_the_browser_if_it_has_changed(sit, site):
    folder = built_page()
    html = (folder / "index.html").read_text()
    [listed] = re.findall(r'<script type="importmap">(.+)</script>', html)
    modules = {f"./{one.relative_to(folder).as_posix()}" for one in folder.rglob("*.js")}
    assert json.loads(listed)["integrity"].keys() == modules - {"./service-worker.js"}
    site.changed.add("why/why.js")  # it is loaded when it is first needed
    page = sit(faults=NOT_LOADED).go(BEGINNER)
    page.cell(safe_cell(game_of("beginner", 22))).focus()
    page.keys("w")
    expect(page.locator("#toast")).to_have_text(PAGE["view not loaded"])


def test_a_link_to_the_page_shows_its_picture_if_the_build_knows_its_address(tmp_path, monkeypatch):
    picture = '<meta property="og:image" content="{}">'
    assert "og:image" not in (built_page() / "index.html").read_text()
    monkeypatch.setattr(build, "PUBLIC", "https://example.org/play")
    with changed_copy(tmp_path / "page") as folder:
        assert (folder / "preview.png").exists()
    html = (folder / "index.html").read_text()
    assert picture.format("https://example.org/play/preview.png") in html


def test_another_index_html_is_another_version(tmp_path):
    for name in ("one", "two"):
        with changed_copy(tmp_path / name) as folder:
            html = (folder / "index.html").read_text()
            (folder / "index.html").write_text(html.replace("<main", f"<!-- {name} --><main"))
    one, two = ((tmp_path / name / "service-worker.js").read_text() for name in ("one", "two"))
    assert one != two


def test_nothing_is_loaded_from_anywhere_else():
    folder = built_page()
    for name in ("index.html", "service-worker.js", "app.webmanifest"):
        assert "://" not in (folder / name).read_text(), name
    html = (folder / "index.html").read_text()
    assert not re.search(r'(?:src|href)="/', html)
