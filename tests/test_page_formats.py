"""Other programs and the page: their replays, and links to and from them."""

import base64
import json
import re

import pytest

from mineproof import read, read_board
from mineproof.game.board import mined_cells
from mineproof.game.deal import deal
from mineproof.game.foreign_replay import read_foreign
from mineproof.game.levels import custom
from mineproof.web.questions import answer
from page_visit import BEGINNER, PAGE, PATIENCE, game_of, has_cells, shown, text_of
from static_serving import FOLDER
from test_foreign_replays import recorded

DROP = """([name, text]) => {
  const bytes = Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
  const held = new DataTransfer();
  held.items.add(new File([bytes], name));
  document.body.dispatchEvent(
    new DragEvent("drop", { dataTransfer: held, bubbles: true, cancelable: true }));
}"""


@pytest.fixture(scope="module")
def video(tmp_path_factory):
    """Write a lost game by ms_toollib, with one click that changes nothing."""
    path = tmp_path_factory.mktemp("video") / "game.evf"
    dealt = deal(custom("9x9", 10), start="safe:r1c1", seed=1)
    mines = mined_cells(dealt.layout)
    clicks = [("left", 0), ("left", 0), ("right", mines[0]), ("left", mines[1])]
    recorded(path, dealt, clicks)
    return path


def drop(page, path, name=None):
    page.evaluate(DROP, [name or path.name, base64.b64encode(path.read_bytes()).decode()])


def clipboard(page):
    """Wait for the copied text and return it; the static page starts Python first."""
    for _ in range(PATIENCE // 200):
        if text := page.evaluate("navigator.clipboard.readText()"):
            return text
        page.wait_for_timeout(200)
    raise AssertionError("nothing was copied")


def test_a_replay_of_another_program_is_reviewed_or_refused_with_a_line(sit, video):
    page = sit().go(BEGINNER)
    drop(page, video)
    if FOLDER in page.url:  # Python in a browser starts no processes
        page.get_by_text("read by the server and the command line").wait_for()
        return
    page.get_by_role("heading", name=PAGE["lost"]).wait_for()
    replay = read_foreign(str(video))
    page.locator(".statistics").wait_for()
    told = dict(
        zip(page.locator(".statistics dt").all_inner_texts(),
            page.locator(".statistics dd").all_inner_texts(), strict=True)
    )  # fmt: skip
    assert told[PAGE["clicks"]] == str(len(replay.moves)) == "4"  # the useless click too
    drop(page, video, "other.avf")
    page.get_by_text("it cannot read this .avf replay").wait_for()


def test_the_question_read_takes_the_name_of_a_file(video, tmp_path):
    raw = base64.b64encode(video.read_bytes()).decode()
    status, text = answer("read", json.dumps({"base64": raw, "name": "GAME.EVF"}).encode())
    assert status == 200
    assert json.loads(json.loads(text)["text"])["player"] == "Ada"
    for body, words in [
        ({"base64": raw, "name": "x.mvf"}, "cannot read this .mvf replay"),
        ({"text": "1x1", "name": "x.rmv"}, "no text"),
    ]:
        status, text = answer("read", json.dumps(body).encode())
        assert status == 400
        assert words in json.loads(text)["error"]


def test_the_question_convert_writes_other_formats():
    full = "4x3x2/112M/1M21/1110"
    for to, text in [("jsm-board", "?b=43&m=2g0"), ("llama", "?b=43&m=2g0"), ("sgt", "4x3:")]:
        status, said = answer("convert", json.dumps({"text": full, "to": to}).encode())
        assert status == 200
        assert text in json.loads(said)["text"]
    for body, words in [
        ({"text": full, "to": "mbf"}, "no text"),
        ({"text": full, "to": "doc"}, "unknown format"),
        ({"text": "2x1x1/1H", "to": "llama"}, "full boards"),
        ({"text": "2x1x1/HH", "to": "jsm", "shape": "torus"}, "grids only"),
    ]:
        status, said = answer("convert", json.dumps(body).encode())
        assert status == 400
        assert words in json.loads(said)["error"]


def test_boards_and_positions_are_copied_as_links_and_read_again(sit):
    page, game = sit().go(BEGINNER), game_of("beginner", 22)
    for button, link in (("copy-jsm", r"JSMinesweeper/.*\?b=1&m="), ("copy-llama", "llamasweeper")):
        page.evaluate("navigator.clipboard.writeText('')")
        page.locator("#more").click()
        page.locator(f"#{button}").click()
        copied = clipboard(page)
        assert re.search(link, copied)
        assert read_board(copied)[1] == game.deal.layout
    page.locator("#more").click()
    page.locator("#to-analyse").click()
    has_cells(page, 81, "analyse")
    page.evaluate("navigator.clipboard.writeText('')")
    page.get_by_role("button", name=PAGE["copy for jsm"]).last.click()
    copied = clipboard(page)
    assert read(copied) == game.view
    page = sit().go("#analyse")
    page.fill("#analyse-panel textarea", copied)
    page.get_by_role("button", name=PAGE["read it"]).click()
    page.wait_for_url("**#analyse?position=**")
    assert shown(page, "analyse") == text_of(game)
