"""Measure the page with and without a server: size, start time, answer times.

    python bench/page.py [--quick] [http] [static]
Needs the `dev` extra and chromium; `make site` for the page without a server. Clicks are timed by
the browser itself (Event Timing: from the input to the next picture, in steps of 8 ms). Questions
are asked by the page's own engine.js and timed there, so that both kinds are measured equally.
"""

import math
import shutil
import statistics
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil
from playwright.sync_api import Browser, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "support"))

from mineproof import Deal, Game, custom, deal
from mineproof.answers import analysis
from mineproof.game.formats.mine import write
from page_visit import BOARD, DESKTOP, FLAGS, VisitedPage, sizes_before_ready
from serving import Client, served
from site_build import built_page
from static_serving import static_server

QUICK = "--quick" in sys.argv
LINK = (
    "#analyse?position=9x9x10/000000000/000000000/000000011/22211001H/HHHH21011/HHHHH3100/"
    "HHHHHH210/HHHHHHH10/HHHHHHH10"
)
SAFE = "#analyse-board .k-safe"
FIRST_PAINT = "performance.getEntriesByName('first-contentful-paint')[0].startTime"


def quantile(values: list[float], share: float) -> float:
    return sorted(values)[math.ceil(share * len(values)) - 1]


def told(values: list[float], unit: str = "ms") -> str:
    return (
        f"median {statistics.median(values):.0f} {unit}, p95 {quantile(values, 0.95):.0f} {unit},"
        f" worst {max(values):.0f} {unit} ({len(values)})"
    )


@contextmanager
def opened(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport=DESKTOP)
    page = context.new_page()
    page.set_default_timeout(120_000)
    try:
        yield page
    finally:
        context.close()


def go(page: Page, address: str) -> None:
    page.goto("about:blank")
    page.goto(address)
    page.wait_for_selector("body[data-ready]")


# The start


def first_view(browser: Browser, address: str) -> None:
    paint, ready, sizes = list[float](), list[float](), list[float]()
    for _ in range(3 if QUICK else 9):
        with opened(browser) as page:
            go(page, address + BOARD)
            ready.append(page.evaluate("performance.getEntriesByName('ready')[0].startTime"))
            paint.append(page.evaluate(FIRST_PAINT))
            sizes = sizes_before_ready(page)
    print(f"first paint: {told(paint)}")
    print(f"first board playable: {told(ready)}; {sum(sizes) / 1000:.0f} KB in {len(sizes)} files")


def after_link(browser: Browser, address: str) -> None:
    """Measure what a link to a position shows when, on a first visit and on the next one."""
    steps = [("drawn", "#analyse-board .o"), ("odds", "#analyse-board .k-odds"), ("why", ".done")]
    for speed, throughput in (("full speed", -1), ("1.6 Mbit/s", 200_000)):
        seen: dict[str, list[float]] = {}
        for _ in range(1 if throughput > 0 or QUICK else 5):
            with opened(browser) as page:
                for visit in ("cold", "warm"):
                    page.goto("about:blank")
                    throttle(page, throughput)
                    began = time.monotonic()
                    page.goto(address + LINK, wait_until="commit")
                    for name, shown in steps:
                        if name == "why":
                            page.focus(SAFE)
                            page.keyboard.press("w")
                        page.wait_for_selector(shown)
                        took = 1000 * (time.monotonic() - began)
                        seen.setdefault(f"{visit}, {name}", []).append(took)
                    if address.endswith("/some/folder/"):
                        page.evaluate("navigator.serviceWorker.ready")
        for name, times in seen.items():
            print(f"a link at {speed}, {name}: {told(times)}")


def throttle(page: Page, throughput: int) -> None:
    """Limit the bytes that a page and its workers load in a second; -1 is no limit."""
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    conditions = {"offline": False, "latency": 0, "downloadThroughput": throughput}
    network.send("Network.emulateNetworkConditions", {**conditions, "uploadThroughput": throughput})


def transfer(folder: Path) -> None:
    total = sum(one.stat().st_size for one in folder.rglob("*") if one.is_file())
    print(f"everything, as a plain server sends it: {total / 1e6:.2f} MB")


# Questions


def stuck_positions(count: int) -> list[str]:
    """Return expert boards on which logic is stuck and a guess is needed."""
    found, seed = list[str](), 0
    while len(found) < count:
        game = Game(deal("expert", start="open", seed=seed))
        while safe := analysis.analyse(game.view, best=False).analysis.safe:
            for one in safe:
                game.flood(one)
        if not game.won:
            found.append(write(game.view))
        seed += 1
    return found


def why_questions(count: int) -> list[dict[str, str]]:
    """Return cells of expert boards that are decided after the opening."""
    found, seed = list[dict[str, str]](), 0
    while len(found) < count:
        game = Game(deal("expert", start="open", seed=seed))
        certain = analysis.analyse(game.view, best=False).analysis
        for at in (certain.safe + certain.mined)[:4]:
            name = game.view.board.name(at)
            found.append({"position": write(game.view), "cell": name, "shape": "grid"})
        seed += 1
    return found[:count]


def ask(page: Page, name: str, body: dict[str, Any]) -> float:
    """Return the milliseconds until the engine of the page has answered."""
    script = """async ([name, body]) => {
      const { ask } = await import(new URL("engine/engine.js", document.baseURI).href);
      const began = performance.now();
      await ask(name, body);
      return performance.now() - began;
    }"""
    took: float = page.evaluate(script, [name, body])
    return took


def questions(browser: Browser, address: str) -> None:
    count = 12 if QUICK else 60
    stuck, whys = stuck_positions(count), why_questions(count)
    with opened(browser) as page:
        go(page, address + BOARD)
        first = ask(page, "explain", {**whys[0], "language": "en"})
        print(f"the first why, everything loaded for it: {first:.0f} ms")
        print(f"why: {told([ask(page, 'explain', {**one, 'language': 'en'}) for one in whys])}")
        analysed = [ask(page, "analyse", {"position": one}) for one in stuck]
        print(f"analyse a stuck expert position: {told(analysed)}")
        asked = {"level": "expert", "start": "open", "no_guess": True}
        boards = [ask(page, "deal", {**asked, "seed": seed}) for seed in range(4 if QUICK else 20)]
        print(f"an expert board without a guess: {told(boards)}")


def busy_clicks(browser: Browser, address: str) -> None:
    """Measure clicks while the engine answers questions without a pause."""
    [position] = stuck_positions(1)
    with opened(browser) as page:
        go(page, address + "#play?size=100x100&mines=1500&start=open&seed=1")
        ask(page, "analyse", {"position": position})
        page.evaluate(
            """async (position) => {
              const { ask } = await import(new URL("engine/engine.js", document.baseURI).href);
              window.asking = true;
              const again = () => {
                if (window.asking) ask("analyse", { position }).then(again);
              };
              again();
            }""",
            position,
        )
        times = timed_clicks(page, 60 if QUICK else 120)
        page.evaluate("window.asking = false")
        print(f"a click on a 100x100 board while the engine is busy: {told(times)}")


def memory(browser: Browser, address: str) -> None:
    """Return the memory of the page's process after 20 and after 200 questions."""
    whys, stuck = why_questions(100), stuck_positions(20)
    with opened(browser) as page:
        before = renderers()
        go(page, address + BOARD)
        sizes = []
        for number in range(40 if QUICK else 200):
            if number % 2:
                ask(page, "analyse", {"position": stuck[number // 2 % len(stuck)]})
            else:
                ask(page, "explain", {**whys[number // 2 % len(whys)], "language": "en"})
            if number + 1 in (20, 40, 100, 200):
                sizes.append(f"{number + 1}: {newest_renderer(before) / 1e6:.0f} MB")
        print(f"memory of the page's process after so many questions: {', '.join(sizes)}")


def renderers() -> dict[int, int]:
    found = {}
    for process in psutil.Process().children(recursive=True):
        try:
            if any("--type=renderer" in part for part in process.cmdline()):
                found[process.pid] = process.memory_full_info().uss
        except psutil.Error:
            continue
    return found


def newest_renderer(before: dict[int, int]) -> int:
    """Return the largest of the new processes; a page has one."""
    now = renderers()
    return max(size for pid, size in now.items() if pid not in before or size > before[pid])


# Clicks and floods


def time_clicks(page: Page) -> None:
    """Let the browser note how long each click takes to show."""
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


def deal_large() -> Deal:
    return deal(custom("100x100", 1500), start="open", seed=1)


def click_around(page: Page, game: Game, count: int) -> int:
    """Open what is certain and in sight, flag and unflag what is a mine: so many clicks, or all."""
    done = 0
    while done < count:
        found = analysis.analyse(game.view).analysis
        near = [one for one in found.safe if one // 100 < 15 and one % 100 < 22]
        if not near:
            break
        mine = next(one for one in found.mined if one // 100 < 15 and one % 100 < 22)
        for how in ("right", "right"):
            VisitedPage(page).cell(mine).click(button=how)
        VisitedPage(page).cell(near[0]).click()
        game.flood(near[0])
        done += 3
    return done


def timed_clicks(page: Page, count: int) -> list[float]:
    time_clicks(page)
    game = Game(deal_large())
    clicks = click_around(page, game, count)
    page.wait_for_timeout(300)
    took: list[float] = page.evaluate("window.took")
    # Clicks that took less than the threshold are not listed: they are fast ones.
    return [0.0] * max(0, clicks - len(took)) + took


def clicks(browser: Browser, address: str) -> None:
    with opened(browser) as page:
        go(page, address + "#play?size=100x100&mines=1500&start=open&seed=1")
        print(f"a click on a 100x100 board: {told(timed_clicks(page, 120))}")


def large_opening(browser: Browser, address: str) -> None:
    """Measure one click that opens most of a 100x100 board."""
    took = []
    with opened(browser) as page:
        for seed in range(5):
            link = f"#play?size=100x100&mines=600&start=given&safe_cells=0&seed={seed}"
            go(page, address + link)
            time_clicks(page)
            VisitedPage(page).cell(505).click()
            page.wait_for_timeout(600)
            if page.locator("#play-board .o").count() > 5000:
                took.append(max(page.evaluate("window.took"), default=0))
    print(f"a click that opens more than 5,000 cells: {took} ms")


def flood(address: str) -> None:
    game = Game(deal("expert", start="open", seed=1))
    position, seen = write(game.view), []
    gate = threading.Barrier(200)

    def ask() -> None:
        with Client(address) as client:
            gate.wait()
            began = time.monotonic()
            seen.append((client.ask("analyse", position=position)[0], time.monotonic() - began))

    threads = [threading.Thread(target=ask) for _ in range(200)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    statuses = Counter(status for status, _ in seen)
    print(
        f"200 analyses at a time: {dict(statuses)}, the last after {max(s for _, s in seen):.2f} s"
    )


def main() -> None:
    kinds = [kind for kind in ("http", "static") if kind in sys.argv] or ["http", "static"]
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        if "http" in kinds:
            with served() as address:
                print("With a server")
                for measure in (
                    first_view,
                    after_link,
                    clicks,
                    large_opening,
                    questions,
                    busy_clicks,
                    memory,
                ):
                    measure(browser, address)
                flood(address)
        if "static" in kinds:
            with static_server(built_page()) as server:
                print("Without a server")
                transfer(server.files)
                for measure in (first_view, after_link, clicks, questions, busy_clicks, memory):
                    measure(browser, server.address)
        browser.close()


if __name__ == "__main__":
    main()
