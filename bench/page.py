"""Measure the page with and without a server: size, start time, clicks.

    python bench/page.py [--quick] [http] [static] [bounds]
With `bounds` only what the page must reach: a link, the answer of the first run, the transfer.
Needs the `dev` extra and chromium; `make site` for the page without a server. Clicks are timed by
the browser itself (Event Timing: from the input to the next picture, in steps of 8 ms).
"""

import math
import os
import shutil
import statistics
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil
from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "support"))

from mineproof import Game, custom, deal
from mineproof.answers import analysis
from mineproof.game.formats.mine import write
from page_visit import BOARD, DESKTOP, FLAGS, VisitedPage, sizes_before_ready
from serving import Client, served
from site_build import built_page
from static_serving import static_server

QUICK = "--quick" in sys.argv
ONLY_BOUNDS = "bounds" in sys.argv
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
    """Measure what a link to a position shows when, and what that takes, on two visits.

    The CPU time is that of all processes of the browser, and of the server if there is one.
    """
    steps = [("drawn", "#analyse-board .o"), ("odds", "#analyse-board .k-odds"), ("why", ".done")]
    for speed, throughput in (("full speed", -1), ("1.6 Mbit/s", 200_000)):
        seen: dict[str, list[float]] = {}
        for _ in range(1 if QUICK else 3 if throughput > 0 else 5):
            with opened(browser) as page:
                network = page.context.new_cdp_session(page)
                throttle(network, throughput)
                sizes = loaded_by(network)
                for visit in ("cold", "warm"):
                    page.goto("about:blank")
                    sizes.clear()
                    began, busy = time.monotonic(), cpu_seconds()
                    page.goto(address + LINK, wait_until="commit")
                    for name, shown in steps:
                        if name == "why":
                            page.focus(SAFE)
                            page.keyboard.press("w")
                        page.wait_for_selector(shown)
                        took = 1000 * (time.monotonic() - began)
                        seen.setdefault(f"{visit}, {name}", []).append(took)
                    seen.setdefault(f"{visit}, CPU", []).append(1000 * (cpu_seconds() - busy))
                    seen.setdefault(f"{visit}, transfer", []).append(sum(sizes) / 1000)
                    if address.endswith("/some/folder/"):
                        page.evaluate("navigator.serviceWorker.ready")
        for name, figures in seen.items():
            unit = "KB" if name.endswith("transfer") else "ms"
            print(f"a link at {speed}, {name}: {told(figures, unit)}")


def cpu_seconds() -> float:
    """Return the CPU time of all processes that this one has started and that still run."""
    used = 0.0
    for process in psutil.Process().children(recursive=True):
        with suppress(psutil.Error):
            times = process.cpu_times()
            used += times.user + times.system
    return used


def throttle(network: CDPSession, throughput: int) -> None:
    """Limit the bytes that a page and its workers load in a second; -1 is no limit."""
    network.send("Network.enable")
    conditions = {"offline": False, "latency": 0, "downloadThroughput": throughput}
    network.send("Network.emulateNetworkConditions", {**conditions, "uploadThroughput": throughput})


def loaded_by(network: CDPSession) -> list[float]:
    """Return a list that gets the bytes of each file that the page loads, as they are sent."""
    sizes: list[float] = []
    network.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    return sizes


def first_answer(browser: Browser, address: str) -> None:
    """Measure the answer to the first question of a first visit: from the click to its picture."""
    took = []
    for _ in range(3 if QUICK else 9):
        with opened(browser) as page:
            page.goto(address)
            page.wait_for_selector("#intro .main")
            took.append(
                page.evaluate(
                    """async () => {
                      const picture = () => new Promise(requestAnimationFrame);
                      await picture();
                      const began = performance.now();
                      document.querySelector("#intro .main").click();
                      while (!document.querySelector("#intro .argument li")) await picture();
                      await picture();
                      return performance.now() - began;
                    }"""
                )
            )
    print(f"the answer of the first run: {told(took)}")


def transfer(folder: Path) -> None:
    total = sum(one.stat().st_size for one in folder.rglob("*") if one.is_file())
    print(f"everything, as a plain server sends it: {total / 1e6:.2f} MB")


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


def clicks(browser: Browser, address: str) -> None:
    with opened(browser) as page:
        go(page, address + "#play?size=100x100&mines=1500&start=open&seed=1")
        time_clicks(page)
        count = click_around(page, Game(deal(custom("100x100", 1500), start="open", seed=1)), 120)
        page.wait_for_timeout(300)
        took: list[float] = page.evaluate("window.took")
    # Clicks that took less than the threshold are not listed: they are fast ones.
    times = [0.0] * max(0, count - len(took)) + took
    print(f"a click on a 100x100 board: {told(times)}")


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
    bounds = (first_answer, after_link)
    measures = bounds if ONLY_BOUNDS else (*bounds, first_view, clicks)
    print(f"load of the last minute on {os.cpu_count()} cores: {os.getloadavg()[0]:.1f}")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        if "http" in kinds:
            with served() as address:
                print("With a server")
                for measure in measures:
                    measure(browser, address)
                if not ONLY_BOUNDS:
                    flood(address)
        if "static" in kinds:
            with static_server(built_page()) as server:
                print("Without a server")
                transfer(server.files)
                for measure in measures:
                    measure(browser, server.address)
        browser.close()
    print(f"load of the last minute: {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
