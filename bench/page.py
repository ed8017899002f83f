"""How quick the page is: its size, when it is ready, how soon a click shows, what a flood does.

    python bench/page.py

Needs the `dev` extra and chromium. Clicks are timed by the browser itself (Event Timing: from the
input to the next picture, in steps of 8 ms), and by the work they cost on the page's thread.
"""

import shutil
import sys
import threading
import time
from collections import Counter
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from mineproof import Game, deal
from mineproof.game.formats.mine import write
from serving import Client, served
from test_page import BOARD, DESKTOP, FLAGS, cell, click_around, deal_large, time_clicks


def quantile(values: list[float], share: float) -> float:
    return sorted(values)[int(share * (len(values) - 1))]


def first_view(page: Page, address: str) -> None:
    sizes: list[int] = []
    page.on("response", lambda answer: sizes.append(len(answer.body())))
    ready = []
    for _ in range(9):
        page.goto("about:blank")
        page.goto(address + BOARD)
        page.wait_for_selector("body[data-ready]")
        ready.append(page.evaluate("performance.getEntriesByName('ready')[0].startTime"))
    print(f"first view: {sum(sizes) / 9 / 1000:.0f} KB in {len(sizes) // 9} answers")
    print(f"ready after {quantile(ready, 0.5):.0f} ms (median of 9), {max(ready):.0f} ms at most")


def clicks(page: Page, address: str) -> None:
    page.goto(address + "#play?size=100x100&mines=1500&start=open&seed=1")
    page.wait_for_selector("body[data-ready]")
    time_clicks(page)
    game = Game(deal_large())
    game.flood(game.view.initial[0])
    count = click_around(page, game, 120)
    page.wait_for_timeout(300)
    took = page.evaluate("window.took")
    times = [0.0] * max(0, count - len(took)) + took
    print(
        f"a click on a 100x100 board: median {quantile(times, 0.5):.0f} ms,"
        f" p95 {quantile(times, 0.95):.0f} ms, worst {max(times):.0f} ms ({count} clicks)"
    )


def large_opening(page: Page, address: str) -> None:
    """One click that opens most of a 100x100 board."""
    took = []
    for seed in range(5):
        page.goto("about:blank")
        page.goto(address + f"#play?size=100x100&mines=600&start=given&safe_cells=0&seed={seed}")
        page.wait_for_selector("body[data-ready]")
        time_clicks(page)
        cell(page, 505).click()
        page.wait_for_timeout(600)
        if page.locator("#play-board .o").count() > 5000:
            took.append(max(page.evaluate("window.took"), default=0))
    print(f"a click that opens more than 5,000 cells: {took} ms")


def flood(address: str) -> None:
    game = Game(deal("expert", start="open", seed=1))
    game.flood(game.view.initial[0])
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


if __name__ == "__main__":
    with served() as address, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        page = browser.new_page(viewport=DESKTOP)
        first_view(page, address)
        clicks(page, address)
        large_opening(page, address)
        browser.close()
        flood(address)
