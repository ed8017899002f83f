"""A visit of the page in a real browser, and what its tests read off the page.

Where no chromium is installed, the tests that import this module are left out, and `make test` says
so; MINEPROOF_BROWSER=must makes that a failure. The fixtures are in conftest.py.
"""

import os
import re
import shutil
from contextlib import contextmanager

import pytest

from mineproof import Game, answers, deal
from mineproof.game.formats.mine import write
from mineproof.reason import words
from serving import served
from site_build import built_page
from static_serving import static_server

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
if CHROMIUM is None and os.environ.get("MINEPROOF_BROWSER") != "must":
    pytest.skip("chromium is not installed", allow_module_level=True)

from axe_playwright_python.sync_playwright import Axe  # noqa: E402
from playwright.sync_api import expect, sync_playwright  # noqa: E402

# Without the last two a window starts a second renderer for the address bar: 0.9 s of CPU a visit.
# The others are what playwright itself turns off; this switch replaces its list.
FEATURES_OFF = [
    "AimEnabled",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
]
FLAGS = [
    f"--disable-features={','.join(FEATURES_OFF)}",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP plain.test 127.0.0.1",
]
PATIENCE = 60_000  # ms: the page without a server starts Python first
expect.set_options(timeout=PATIENCE)
DESKTOP = {"width": 1260, "height": 800}
PHONE = {"width": 390, "height": 844}
TOUCH = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
BOARD = "#play?level=intermediate&start=open&seed=2026"
BEGINNER = "#play?level=beginner&start=open&seed=22"
# An empty page has no storage; there the script does nothing.
SEEN_FIRST_RUN = "try { localStorage['mineproof first run'] = '\"shown\"' } catch {}"
PAGE = words.table("en")["page"]
CHINESE = words.table("zh-Hant")["page"]
# An empty position comes before the others: Analyse keeps the position that it shows.
VIEWS = {
    "play": BOARD,
    "watch": "#watch?level=beginner&start=open&seed=22&strategy=saturate&at=60",
    "two": "#watch?level=beginner&start=open&seed=22&strategy=saturate&against=unit&at=60",
    "empty": "#analyse",
    "analyse": "#analyse?position=9x9x10/000000000/000000000/000000011/22211001H/HHHH21011"
    "/HHHHH3100/HHHHHH210/HHHHHHH10/HHHHHHH10",
    "clash": "#analyse?position=3x2x1/131/HHH",
    "learn": "#learn",
    "guided": "#learn?lesson=1-2",
    "exercise": "#learn?lesson=1-2&at=3",
    "profile": "#learn?profile=true",
}
# An element that only this view has, and that it shows last.
READY = {
    "play": '#play-board [data-i="255"]',
    "watch": "#runs:not(.two) .c",
    "two": "#runs.two .c",
    "empty": "#analyse-panel textarea",
    "analyse": "#analyse-board .k-safe",
    "clash": "#analyse-board .k-clash",
    "learn": "#learn-home .lessons",
    "guided": "#learn-panel .guided-next",
    "exercise": "#learn-actions button",
    "profile": "#learn-home .back-link",
}


@contextmanager
def page_address(kind):
    """The address of the page: "http" starts a server, "static" sends the files of `make site`."""
    if kind == "static":
        with static_server(built_page()) as server:
            yield server.address
    else:
        with served() as address:
            yield address


@contextmanager
def open_browser():
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


class Sitting:
    """One reader with a fresh profile. Errors on the page, and words from outside, are failures."""

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


def cell(page, number, view="play"):
    return page.locator(f'#{view}-board [data-i="{number}"]')


def open_cell(page, number):
    return cell(page, number).and_(page.locator(".o"))


def flagged_cell(page, number):
    return cell(page, number).and_(page.locator(".f"))


def show_view(page, name):
    """Follow the link of a view without a reload, and wait until it is shown."""
    page.goto(page.url.split("#")[0] + VIEWS[name])
    page.locator(READY[name]).first.wait_for()


def has_cells(page, count, view):
    expect(page.locator(f"#{view}-board .c")).to_have_count(count)


def shown(page, view="play"):
    """What the board shows, as `.mine` marks."""
    classes = page.evaluate(
        f"[...document.querySelectorAll('#{view}-board .c')].map((one) => one.className)"
    )
    return "".join(mark_of(one.split()) for one in classes)


def mark_of(names):
    if "f" in names:
        return "F"
    number = [name for name in names if re.fullmatch("n[1-8]", name)]
    return number[0][1] if number else "0" if "o" in names else "H"


def icons(cells):
    """The icon that each cell shows, or None."""
    return cells.evaluate_all(
        "(all) => all.map((one) => one.querySelector('use')?.getAttribute('href'))"
    )


def marks(page, kind, view="play"):
    """The cells that carry a mark, by number."""
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


def play_on(game):
    """What is certain, move by move, until nothing is."""
    while not game.won:
        found = answers.analyse(game.view).analysis
        if not found.safe:
            return
        one = found.safe[0]
        yield one
        game.flood(one)


def hold(page, where, until=None):
    """Press a cell for a long time, until this element is there (default: the menu)."""
    box = where.bounding_box()
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    touch = page.context.new_cdp_session(page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    (until or page.get_by_role("menu")).wait_for()
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def lose(page, game):
    """Open a mine although something is certain; which one."""
    found = answers.analyse(game.view).analysis
    mine = next(one for one in found.mined)
    cell(page, mine).click()
    return mine


def audit(page, name):
    found = Axe().run(page).response["violations"]
    told = [(one["id"], [node["html"][:150] for node in one["nodes"]][:3]) for one in found]
    assert told == [], name


def sizes_before_ready(page):
    """The bytes of the files that were asked for before the first board was there."""
    return page.evaluate(
        """() => {
          const ready = performance.getEntriesByName("ready")[0].startTime;
          const kinds = ["navigation", "resource"];
          const all = kinds.flatMap((kind) => performance.getEntriesByType(kind));
          return all.filter((one) => one.startTime < ready).map((one) => one.encodedBodySize);
        }"""
    )
