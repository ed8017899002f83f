"""The pictures of docs/page, and that of a link: `python docs/.build/pictures.py [NAME …]`.

Needs the `dev` extra, chromium and a font with Chinese signs (Debian: chromium, fonts-noto-cjk).
"""

import io
import json
import shutil
import sys
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

DOCS = Path(__file__).parent.parent
sys.path[:0] = [str(DOCS.parent / "tests"), str(DOCS.parent / "tests" / "support")]

from mineproof import Game, deal  # noqa: E402
from mineproof.answers import analysis, explanation  # noqa: E402
from mineproof.game.formats.mine import write  # noqa: E402
from page.test_page_graphs import scattered  # noqa: E402
from page_games import game_of, play_on  # noqa: E402
from page_visit import FLAGS, PHONE, SEEN_FIRST_RUN, VIEWS  # noqa: E402
from places import SOURCE  # noqa: E402
from serving import served  # noqa: E402

BOARD = "#play?level=intermediate&start=open&seed=2026"
DESKTOP = {"width": 1280, "height": 800}
SIZES = {
    "phone": PHONE,
    "sideways": {"width": 844, "height": 390},
    "tablet": {"width": 820, "height": 1180},
    "preview": {"width": 1200, "height": 630},  # as wide as others show it beside a link
}
COLORS = 255  # of a picture: the few cells of a rare colour keep it, at a third of the bytes


def play(page: Page, seed: int, level: str, moves: int) -> Game:
    """So many certain moves, flags included, by clicks."""
    game = Game(deal(level, start="open", seed=seed))
    for _ in range(moves):
        found = analysis.analyse(game.view).analysis
        for mine in [one for one in found.mined if game.view.cells[one] == -1]:
            page.click(f'#play-board [data-i="{mine}"]', button="right")
            game.flag(mine)
        if not found.safe:
            break
        page.click(f'#play-board [data-i="{found.safe[0]}"]')
        game.flood(found.safe[0])
    return game


def switch_on(page: Page, *helps: str) -> None:
    page.click("#help")
    for one in helps:
        page.check(f"#assist-{one}")
    page.click("#help")


def ask_why(page: Page, cell: int) -> None:
    page.focus(f'#play-board [data-i="{cell}"]')
    page.keyboard.press("w")
    page.wait_for_selector(".done, .twins")


def best_argument(game: Game) -> int:
    """A certain cell whose argument is worth showing: two clues that share cells."""
    found = analysis.analyse(game.view).analysis
    names = [game.view.board.name(one) for one in found.safe]
    told = [explanation.explain(game.view, name) for name in names]
    good = [one for one in told if one.depth == 2 and 2 <= len(one.argument) <= 3]
    return (good or told)[0].at


def why(page: Page) -> None:
    game = play(page, 2026, "intermediate", 33)
    ask_why(page, best_argument(game))


def undecided(page: Page) -> None:
    switch_on(page, "odds")
    game = play(page, 2026, "intermediate", 12)
    found = analysis.analyse(game.view).analysis
    ask_why(page, found.undecided[0])


def review(page: Page) -> None:
    game = play(page, 2026, "intermediate", 20)
    found = analysis.analyse(game.view).analysis
    risks = [one for one in found.undecided if not game.deal.layout[one]]
    page.click(f'#play-board [data-i="{risks[-1]}"]')
    mined = [one for one in found.undecided if game.deal.layout[one]]
    page.click(f'#play-board [data-i="{mined[0]}"]')
    page.wait_for_selector(".review button")


def phone(page: Page) -> None:
    game = Game(deal("beginner", start="open", seed=22))
    found = analysis.analyse(game.view).analysis
    page.locator(f'#play-board [data-i="{found.safe[1]}"]').focus()
    page.locator("#thumb-why").tap()
    page.wait_for_selector(".done")


def phone_sideways(page: Page) -> None:
    game = game_of("intermediate", 2026)
    cell = analysis.analyse(game.view).analysis.safe[0]
    page.locator(f'#play-board [data-i="{cell}"]').focus()
    page.locator("#thumb-why").tap()
    page.wait_for_selector(".done")


def first_visit(page: Page) -> None:
    page.get_by_role("button", name="Safe").click()
    page.wait_for_selector("#intro li:nth-child(3)")


def question(page: Page) -> None:
    """The first question, without what is not a part of it."""
    page.evaluate("document.querySelectorAll('.top, .skip').forEach((one) => one.remove())")
    page.evaluate("document.querySelector('#intro').style.minHeight = '95vh'")


def guess(page: Page) -> None:
    """Play as far as logic goes, then ask for the best guess."""
    play(page, 114, "beginner", 300)
    page.keyboard.press("b")
    page.wait_for_selector(".candidates")


def candidates(page: Page) -> None:
    """The odds of a position, and two guesses compared."""
    page.locator(".candidates tbody tr").last.click()
    page.wait_for_selector(".verdict h3")


def graph(page: Page) -> None:
    """A game on a graph, with odds."""
    page.get_by_role("textbox").fill(json.dumps(scattered()))
    page.get_by_role("button", name="Read it").click()
    page.locator("#analyse-panel input[name=mines]").fill("9")
    page.get_by_role("button", name="Play on it").click()
    page.wait_for_selector("#play-board .c")
    switch_on(page, "odds", "certain")
    page.wait_for_selector("#play-board .k-odds")


def nothing(page: Page) -> None:
    page.wait_for_timeout(200)


def moving(page: Page) -> None:
    """Write a game as a GIF, every 20th step: the board, the present step, the clauses of KB."""
    page.set_viewport_size({"width": 1000, "height": 860})
    slider = page.locator("input[type=range]").first
    last = int(slider.get_attribute("max"))
    top = page.locator("#runs").bounding_box()["y"] - 8
    steps, width, height = [*range(2, last, 20), last], 968, 600
    # One palette for all, so that the file has only what differs between two frames.
    strip = Image.new("RGB", (width, height * len(steps)))
    for number, step in enumerate(steps):
        slider.fill(str(step))
        page.wait_for_timeout(300)
        shot = page.screenshot(clip={"x": 16, "y": top, "width": width, "height": height})
        strip.paste(Image.open(io.BytesIO(shot)), (0, number * height))
    strip = strip.quantize(255, dither=Image.Dither.NONE)
    first, *more = (strip.crop((0, y, width, y + height)) for y in range(0, strip.height, height))
    times = [*[900] * len(more), 4000]  # milliseconds of each frame
    path = DOCS / "page" / "assignment.gif"
    first.save(path, save_all=True, append_images=more, duration=times, loop=0)


WATCH = "#watch?size=5x5&mines=5&seed=0&start=open&strategy=saturate"
STUCK = game_of("expert", 30)
list(play_on(STUCK))
STUCK_LINK = "#analyse?position=" + "/".join(write(STUCK.view).split())
SEED = "crypto.getRandomValues = (numbers) => numbers.fill(2026)"  # a first visit deals this board
PICTURES = {
    "first-light": ("", first_visit, {}),
    "guess-light": ("#play?level=beginner&start=open&seed=114", guess, {}),
    "why-light": (BOARD, why, {}),
    "why-dark": (BOARD, why, {"color_scheme": "dark", "locale": "zh-TW"}),
    "undecided-dark": (BOARD, undecided, {"color_scheme": "dark"}),
    "review-light": (BOARD, review, {}),
    "watch-light": (WATCH.replace("saturate", "assignment") + "&at=242", nothing, {}),
    "watch-two-dark": (f"{WATCH}&against=unit&full=true&at=80", nothing, {"color_scheme": "dark"}),
    "analyse-light": (VIEWS["analyse"][0], nothing, {}),
    "analyse-guess-dark": (STUCK_LINK, candidates, {"color_scheme": "dark"}),
    "learn-light": ("#learn", nothing, {"locale": "zh-TW"}),
    "lesson-dark": ("#learn?lesson=1-2", nothing, {"color_scheme": "dark", "locale": "zh-TW"}),
    "day-light": ("#day", nothing, {"locale": "zh-TW"}),
    "graph-light": ("#analyse", graph, {}),
    "assignment": (f"{WATCH.replace('saturate', 'assignment')}&full=true&at=2", moving, {}),
    "phone-light": ("#play?level=beginner&start=open&seed=22", nothing, {"locale": "zh-TW"}),
    "phone-dark": ("#play?level=beginner&start=open&seed=22", phone, {"color_scheme": "dark"}),
    "phone-watch-light": (WATCH.replace("saturate", "assignment") + "&at=242", nothing, {}),
    "sideways-light": (BOARD, phone_sideways, {}),
    "tablet-dark": (VIEWS["analyse"][0], nothing, {"color_scheme": "dark", "locale": "zh-TW"}),
    "preview": ("", question, {}),
}


def main(wanted: list[str]) -> None:
    with served() as address, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        for name, (link, act, how) in PICTURES.items():
            if wanted and name not in wanted:
                continue
            kind = name.split("-")[0]
            if kind in SIZES:
                touch = kind != "preview"
                how = {"viewport": SIZES[kind], "has_touch": touch, "is_mobile": touch, **how}
            how = {"viewport": DESKTOP, "reduced_motion": "reduce", "locale": "en-US", **how}
            page = browser.new_context(**how).new_page()
            page.add_init_script(SEED if link == "" else SEED + ";" + SEEN_FIRST_RUN)
            page.goto(address + link)
            page.wait_for_selector("body[data-ready]")
            act(page)
            page.mouse.move(3, 3)
            page.wait_for_timeout(400)
            if act is not moving:  # which writes its own file
                shot = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
                folder = SOURCE / "web" / "page" if kind == "preview" else DOCS / "page"
                few = shot.quantize(COLORS, kmeans=4, dither=Image.Dither.NONE)
                few.save(folder / f"{name}.png", optimize=True)
            page.context.close()
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
