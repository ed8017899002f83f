"""Replays on the page, those of other programs too, and links to and from other programs."""

import base64
import json
import re

import pytest

from foreign_recording import recorded
from mineproof import read, read_board
from mineproof.game.board import mined_cells
from mineproof.game.deal import deal
from mineproof.game.foreign_replay import read_foreign
from mineproof.game.levels import custom
from mineproof.web.questions import answer
from page_games import game_of, text_of
from page_visit import BEGINNER, PAGE
from static_serving import FOLDER
from waiting import until


@pytest.fixture(scope="module")
def video(tmp_path_factory):
    """Write a lost game by ms_toollib, with one click that changes nothing."""
    path = tmp_path_factory.mktemp("video") / "game.evf"
    dealt = deal(custom("9x9", 10), start="safe:r1c1", seed=1)
    mines = mined_cells(dealt.layout)
    clicks = [("left", 0), ("left", 0), ("right", mines[0]), ("left", mines[1])]
    recorded(path, dealt, clicks)
    return path


def copied(page, click):
    """Click, wait for the copied text and return it; the static page starts Python first."""
    page.evaluate("navigator.clipboard.writeText('')")
    click()
    return until(page.clipboard, "the copied text")


@pytest.mark.smoke
def test_a_replay_is_shown_and_saved_as_it_was_played(sit, tmp_path):
    page, file = sit().go(BEGINNER), tmp_path / "game.json"
    board = {"schema": 1, "rows": 1, "cols": 5}
    first = {"do": "open", "cell": "r1c1"}
    file.write_text(json.dumps({**board, "mines": ["r1c5"], "flood": False, "moves": [first]}))
    page.set_input_files("#load-file", file)
    page.has_cells(5)
    assert page.shown() == "0HHHH"
    assert json.loads(page.saved())["flood"] is False
    moves = [{**first, "t": 5}, {"do": "flag", "cell": "r1c5"},
             {"do": "unflag", "cell": "r1c5", "t": 5}]  # fmt: skip
    file.write_text(json.dumps({**board, "mines": ["r1c3"], "moves": moves}))
    page.set_input_files("#load-file", file)
    page.wait_for_url("**M**")
    until(lambda: page.shown() == "01HHH")
    page.review_game()
    assert json.loads(page.saved())["moves"] == moves  # a move without a time gets none


@pytest.mark.both_kinds
def test_a_replay_of_another_program_is_reviewed_or_refused_with_a_line(sit, video):
    page = sit().go(BEGINNER)
    page.drop(video.name, video.read_bytes())
    if FOLDER in page.url:  # Python in a browser starts no processes
        page.get_by_text("read by the server and the command line").wait_for()
        return
    page.heading("lost").wait_for()
    replay = read_foreign(str(video))
    told = page.figures(".statistics")
    assert told[PAGE["clicks"]] == str(len(replay.moves)) == "4"  # the useless click too
    page.drop("other.avf", video.read_bytes())
    page.get_by_text("it cannot read this .avf replay").wait_for()


def asked(question, **body):
    status, text = answer(question, json.dumps(body).encode())
    return status, json.loads(text)


def test_the_questions_read_and_convert_know_other_programs(video):
    raw, full = base64.b64encode(video.read_bytes()).decode(), "4x3x2/112M/1M21/1110"
    status, said = asked("read", base64=raw, name="GAME.EVF")
    assert (status, json.loads(said["text"])["player"]) == (200, "Ada")
    for to, text in [("jsm-board", "?b=43&m=2g0"), ("llama", "?b=43&m=2g0"), ("sgt", "4x3:")]:
        status, said = asked("convert", text=full, to=to)
        assert status == 200
        assert text in said["text"]
    for question, body, words in [
        ("read", {"base64": raw, "name": "x.mvf"}, "cannot read this .mvf replay"),
        ("read", {"text": "1x1", "name": "x.rmv"}, "no text"),
        ("convert", {"text": full, "to": "mbf"}, "no text"),
        ("convert", {"text": full, "to": "doc"}, "unknown format"),
        ("convert", {"text": "2x1x1/1H", "to": "llama"}, "full boards"),
        ("convert", {"text": "2x1x1/HH", "to": "jsm", "shape": "torus"}, "grids only"),
    ]:
        status, said = asked(question, **body)
        assert status == 400
        assert words in said["error"]


def test_boards_and_positions_are_copied_as_links_and_read_again(sit):
    page, game = sit().go(BEGINNER), game_of("beginner", 22)
    for to, pattern in (("jsm", r"JSMinesweeper/.*\?b=1&m="), ("llama", "llamasweeper")):
        link = copied(page, lambda to=to: page.menu(f"copy-{to}"))
        assert re.search(pattern, link)
        assert read_board(link)[1] == game.deal.layout
    page.menu("to-analyse")
    page.has_cells(81, "analyse")
    page.locator("#analyse-panel").get_by_role("button", name=PAGE["share"]).click()
    link = copied(page, page.button("copy for jsm").last.click)
    assert read(link) == game.view
    page = sit().go("#analyse")
    page.paste(link)
    page.wait_for_url("**#analyse?position=**")
    assert page.shown("analyse") == text_of(game)
