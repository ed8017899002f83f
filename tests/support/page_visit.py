"""A visit of the page in a real browser, and what its tests read off the page.

Where no chromium is installed, the tests that import this module are left out, and `make test` says
so; MINEPROOF_BROWSER=must makes that a failure. The fixtures are in conftest.py.
"""

import base64
import functools
import mimetypes
import os
import re
import shutil
from contextlib import contextmanager

import pytest

from mineproof.reason import words
from page_games import mined_cell, play_on, safe_cell, text_of
from serving import served
from site_build import built_page
from static_serving import static_server
from waiting import until

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
if CHROMIUM is None and os.environ.get("MINEPROOF_BROWSER") != "must":
    pytest.skip("chromium is not installed", allow_module_level=True)

from axe_playwright_python.sync_playwright import Axe  # noqa: E402
from playwright.sync_api import expect, sync_playwright  # noqa: E402

# Without the last two a window starts a second renderer for the address bar: 0.9 s of CPU a visit.
# The others are what playwright itself turns off; this switch replaces its list.
FEATURES_OFF = [
    "AimEnabled", "AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose",
    "HttpsUpgrades", "LensOverlay", "MediaRouter", "NetworkTimeServiceQuerying",
    "OptimizationHints", "PaintHolding", "PreconnectToSearch", "ThirdPartyStoragePartitioning",
    "WebUIOmniboxPopup", "WebUIOmniboxAimPopup",
]  # fmt: skip
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
READY_PAGE = "body[data-ready]"
# An empty page has no storage; there the script does nothing.
SEEN_FIRST_RUN = """try {
  localStorage["mineproof first run"] = '"shown"';
  localStorage["mineproof help offered"] = "true";
} catch {}"""
PAGE = words.table("en")["page"]
SHARED = {"save": "save", "copy-jsm": "copy for jsm", "copy-llama": "copy for llama"}
CHINESE = words.table("zh-Hant")["page"]
# The link of each view, and an element that only this view has and that it shows last.
# An empty position comes before the others: Analyse keeps the position that it shows.
VIEWS = {
    "play": (BOARD, '#play-board [data-i="255"]'),
    "plain": ("#watch?size=5x5&mines=5&seed=0&start=open&strategy=assignment&at=242",
              "#runs.plain .c"),
    "watch": ("#watch?level=beginner&start=open&seed=22&strategy=saturate&full=true&at=60",
              "#runs:not(.two) .c"),
    "two": ("#watch?level=beginner&start=open&seed=22&strategy=saturate&against=unit&at=60"
            "&full=true", "#runs.two .c"),
    "empty": ("#analyse", "#analyse-panel textarea"),
    "analyse": ("#analyse?position=9x9x10/000000000/000000000/000000011/22211001H/HHHH21011"
                "/HHHHH3100/HHHHHH210/HHHHHHH10/HHHHHHH10", "#analyse-board .k-safe"),
    "clash": ("#analyse?position=3x2x1/131/HHH", "#analyse-board .k-clash"),
    "learn": ("#learn", "#learn-home .lessons"),
    "guided": ("#learn?lesson=1-2", "#learn-panel .guided-next"),
    "exercise": ("#learn?lesson=1-2&at=3", "#learn-actions button"),
    "profile": ("#learn?profile=true", "#learn-home .back-link"),
}  # fmt: skip


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
    """One reader with a fresh profile. Errors on the page, and words from outside, are failures.

    `faults` matches the errors on the console that are expected.
    """

    def __init__(self, browser, address, **how):
        self.address, self.errors, self.sent = address, [], []
        self.expected = how.pop("faults", None)
        first_visit = how.pop("first_visit", False)
        self.context = browser.new_context(
            viewport=how.pop("viewport", DESKTOP), locale=how.pop("locale", "en-US"),
            reduced_motion=how.pop("reduced_motion", "reduce"),
            permissions=["clipboard-read", "clipboard-write"], **how,
        )  # fmt: skip
        if not first_visit:
            self.context.add_init_script(SEEN_FIRST_RUN)
        self.page = VisitedPage(self.context.new_page())
        self.page.set_default_timeout(PATIENCE)
        self.page.on("pageerror", lambda problem: self.errors.append(str(problem)))
        self.page.on("console", self._heard)
        self.page.on("request", lambda request: self.sent.append(request.url))

    def _heard(self, message):
        if message.type in ("error", "warning"):
            self.errors.append(message.text)

    def go(self, link="", page=None):
        page = page or self.page
        page.goto(self.address + link)
        page.wait_for_selector(READY_PAGE)
        return page

    def another_tab(self, link=""):
        return self.go(link, VisitedPage(self.context.new_page()))

    def end(self):
        self.context.close()
        expected = self.expected
        assert [one for one in self.errors if not (expected and re.search(expected, one))] == []
        outside = [url for url in self.sent if not url.startswith((self.address, "blob:", "data:"))]
        assert outside == []


class VisitedPage:
    """A page of playwright, with what its tests do and read on a board. All else is playwright's.

    A board belongs to a view: "play" (default), "analyse" or "learn". A text is named by its key.
    """

    def __init__(self, page):
        self.page = page

    def __getattr__(self, name):
        return getattr(self.page, name)

    # To go somewhere

    def follow(self, link):
        """Follow a link without a reload."""
        self.evaluate("(link) => { location.hash = link; }", link)

    def show_view(self, name):
        """Follow the link of a view without a reload, and wait until it is shown."""
        link, last = VIEWS[name]
        self.follow(link)
        self.locator(last).first.wait_for()

    def reload(self):
        self.page.reload()
        self.wait_for_selector(READY_PAGE)

    def heading(self, key, exact=False, **words):
        return self.get_by_role("heading", name=PAGE[key].format(**words), exact=exact)

    def button(self, key, exact=False, **words):
        return self.get_by_role("button", name=PAGE[key].format(**words), exact=exact)

    def keys(self, *keys, until=None):
        """Press keys, and wait until this element is there."""
        for key in keys:
            self.keyboard.press(key)
        if until:
            self.locator(until).wait_for()

    def menu(self, item):
        """Choose an item of the menu of Play, or of what it shares."""
        if item in SHARED:
            self.click("#share")
            self.get_by_role("dialog").get_by_role("button", name=PAGE[SHARED[item]]).click()
            return
        self.click("#more")
        self.click(f"#{item}")

    def check(self, selector):
        self._switch(selector, on=True)

    def uncheck(self, selector):
        self._switch(selector, on=False)

    def _switch(self, selector, on):
        """Change a switch; those of the help are in its list."""
        if selector.startswith("#assist-") and not self.locator("#help-list").is_visible():
            self.click("#help")
        self.page.set_checked(selector, on)
        if selector.startswith("#assist-"):
            self.click("#help")

    def open_details(self):
        """Open what an argument shows only on request: depth, resolution, files."""
        details = self.locator("#view-play details, #view-analyse details").locator("visible=true")
        if details.count() and details.last.get_attribute("open") is None:
            details.last.locator("summary").click()

    def until_says(self, selector, key, **words):
        """Wait until an element has exactly this text."""
        expect(self.locator(selector)).to_have_text(PAGE[key].format(**words))

    def text(self, selector):
        """The text of an element, with plain spaces."""
        return self.inner_text(selector).replace("\u00a0", " ")

    def figures(self, selector):
        """A list of terms and figures on the page: name -> figure, with plain spaces."""
        self.locator(selector).first.wait_for()
        terms, figures = (
            self.locator(f"{selector} {one}").all_inner_texts() for one in ("dt", "dd")
        )
        return {
            term: text.replace("\u00a0", " ") for term, text in zip(terms, figures, strict=True)
        }

    # Cells and marks

    def cell(self, number, view="play"):
        return self.locator(f'#{view}-board [data-i="{number}"]')

    def open_cell(self, number):
        return self.cell(number).and_(self.locator(".o"))

    def flagged_cell(self, number):
        return self.cell(number).and_(self.locator(".f"))

    def has_cells(self, count, view="play"):
        expect(self.locator(f"#{view}-board .c")).to_have_count(count)

    def shown(self, view="play"):
        """What the board shows, as `.mine` marks."""
        return "".join(map(mark_of, self.locator(f"#{view}-board .c").evaluate_all(CLASSES)))

    def until_shown(self, game):
        """Wait until the board shows this game: what a finger does takes a moment."""
        until(lambda: self.shown() == text_of(game), "the board of the game")

    def marks(self, kind, view="play"):
        """The cells that carry a mark, by number."""
        # not what the edge of a torus repeats
        return sorted(numbers(self.locator(f"#{view}-board .k-{kind}[data-i]")))

    def certain_marks(self, view="play"):
        """The cells that are marked safe, and those that are marked mined."""
        return self.marks("safe", view), self.marks("mine", view)

    def until_marked(self, kind, view="play"):
        self.locator(f"#{view}-board .k-{kind}").first.wait_for()

    def boxes(self, view="play"):
        """Where each cell is drawn: x, y, width, height, and its centre."""
        return self.locator(f"#{view}-board .c").evaluate_all(BOXES)

    # Moves and questions

    def open_certain(self, game, count=1):
        """Make certain moves, on the page and in the game."""
        for _ in range(count):
            self.open(game, safe_cell(game))

    def open(self, game, number):
        """Open a cell, on the page and in the game."""
        self.cell(number).click()
        game.flood(number)

    def play_on(self, game):
        """Make certain moves, on the page and in the game, until none is left."""
        for one in play_on(game):
            self.cell(one).click()

    def lose(self, game):
        """Open a mine although something is certain; which one."""
        mine = mined_cell(game)
        self.cell(mine).click()
        return mine

    def ask_why(self, number, view="play"):
        """Ask about the cell by its key, and wait for the end of the argument."""
        self.cell(number, view).focus()
        self.keys("w", until=".done")

    def assist(self, switch):
        """Switch on a help of Play, and wait for its marks."""
        self.check(f"#assist-{switch}")
        self.until_marked("safe" if switch == "certain" else switch)

    def review_game(self, back=0):
        """Review the game, and go back by this number of moves."""
        self.menu("review")
        self.locator(".timeline").wait_for()
        self.keys(*["ArrowLeft"] * back)

    def paste(self, text):
        """Give a text to Analyse."""
        self.fill("#analyse-panel textarea", text)
        self.button("read it").click()

    @functools.cached_property
    def _fingers(self):
        return self.context.new_cdp_session(self.page)

    def touch(self, kind, *points):
        self._fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def hold(self, where, until=None, slide_to=None):
        """Press a cell for a long time, until this element is there (default: the menu).

        The finger can slide to another element before it is lifted.
        """
        self.touch("touchStart", middle(where))
        (until or self.get_by_role("menu")).wait_for()
        if slide_to:
            self.touch("touchMove", middle(slide_to))
        self.touch("touchEnd")

    # Storage and files

    def stored(self, key):
        """What the page keeps under this name in the browser, or None."""
        return self.evaluate("(key) => JSON.parse(localStorage[`mineproof ${key}`] ?? null)", key)

    def store(self, key, value):
        script = "([key, value]) => { localStorage[`mineproof ${key}`] = JSON.stringify(value); }"
        self.evaluate(script, [key, value])

    def until_stored(self, moves, address=BEGINNER):
        """Wait until a game is stored with these moves: the page does that after a moment."""
        until(lambda: (game := self.stored(f"game {address}")) and len(game["moves"]) == moves)

    def drop(self, name, content, place="body"):
        """Drop a file; the browser itself does not open it."""
        kind = mimetypes.guess_type(name)[0] or ""
        assert self.evaluate(DROP, [place, name, kind, base64.b64encode(content).decode()])

    def downloaded(self, click):
        """Click, and return the path of the file that is downloaded."""
        with self.expect_download() as download:
            click()
        return download.value.path()

    def saved(self):
        """Save the game, and return the text of its replay."""
        return self.downloaded(lambda: self.menu("save")).read_text()

    def proof_files(self):
        """Click on the button of the files of a proof; their texts, CNF and LRAT."""
        self.open_details()
        with (
            self.expect_download(lambda one: one.suggested_filename.endswith(".cnf")) as cnf,
            self.expect_download(lambda one: one.suggested_filename.endswith(".lrat")) as lrat,
        ):
            self.button("files", exact=True).click()
        return [one.value.path().read_text() for one in (cnf, lrat)]

    def shared(self, key, place="#view-play .foot"):
        """The link that the Share menu gives, below the page's own address."""
        self.locator(place).get_by_role("button", name=PAGE["share"], exact=True).click()
        dialog = self.get_by_role("dialog")
        address = dialog.get_by_label(PAGE[key], exact=True).input_value()
        self.keys("Escape")
        return "#" + address.partition("#")[2]

    def clipboard(self):
        return self.evaluate("navigator.clipboard.readText()")

    def copied(self):
        """Wait until the page says that it has copied a text, and return that text."""
        expect(self.locator("#toast")).to_contain_text(PAGE["copied"])
        return self.clipboard()

    # How it looks

    def audit(self, name, rules=None):
        """Axe finds nothing on the page, by all of its rules or by these only."""
        found = Axe().run(self.page, options=rules and {"runOnly": rules}).response["violations"]
        told = [(one["id"], [node["html"][:150] for node in one["nodes"]][:3]) for one in found]
        assert told == [], name

    def fits(self):
        """Check that the page is not wider than its window."""
        assert self.evaluate("document.documentElement.scrollWidth") <= self.viewport_size["width"]

    def shows_whole(self, where):
        """Check that an element is inside the window."""
        box, window = where.bounding_box(), self.viewport_size
        assert 0 <= box["x"] <= box["x"] + box["width"] <= window["width"]
        assert 0 <= box["y"] <= box["y"] + box["height"] <= window["height"]

    def next_frame(self):
        """Wait until the page has been drawn. A board is fitted to the window before that."""
        self.evaluate("new Promise((on) => requestAnimationFrame(() => requestAnimationFrame(on)))")

    def observe_shifts(self):
        """Begin to observe layout shifts; `shifts` returns them."""
        self.evaluate(OBSERVE_SHIFTS)

    def shifts(self):
        """The elements that layout shifts have moved so far."""
        self.next_frame()
        return self.evaluate("window.shiftsSoFar()")


CLASSES = "(all) => all.map((one) => one.className)"
BOXES = """(all) => all.map((one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return { x, y, width, height, centre: [x + width / 2, y + height / 2] };
})"""
DROP = """([place, name, type, text]) => {
  const bytes = Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([bytes], name, { type }));
  const event = (kind) => new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true });
  const target = document.querySelector(place);
  return ["dragover", "drop"].every((kind) => !target.dispatchEvent(event(kind)));
}"""
# Every layout shift counts, also right after an input.
OBSERVE_SHIFTS = """() => {
  const seen = [];
  const note = (shifts) => {
    for (const { value, sources } of shifts) {
      const nodes = sources.map(({ node }) => node?.id || node?.className || node?.nodeName);
      seen.push(...(nodes.length ? nodes : [value]));
    }
    return seen;
  };
  const observer = new PerformanceObserver((list) => note(list.getEntries()));
  observer.observe({ type: "layout-shift" });
  window.shiftsSoFar = () => note(observer.takeRecords());
}"""


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


def mark_of(classes):
    names = classes.split()
    if "f" in names:
        return "F"
    number = [name for name in names if re.fullmatch("n[1-8]", name)]
    return number[0][1] if number else "0" if "o" in names else "H"


def icons(cells):
    """The icon that each cell shows, or None."""
    return cells.evaluate_all(
        "(all) => all.map((one) => one.querySelector('use')?.getAttribute('href'))"
    )


def numbers(cells):
    """The numbers of these cells, in the order of the page."""
    return cells.evaluate_all("(all) => all.map((one) => +one.dataset.i)")


def middle(where):
    box = where.bounding_box()
    return {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
