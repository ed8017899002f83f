"""Analyse: positions painted, pasted, dropped and carried over."""

import json
import re

import pytest

from mineproof import answers, read
from page_visit import BEGINNER, PAGE, cell, game_of, has_cells, marks, shown, text_of


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
    assert re.fullmatch("0:0[2-9]", page.inner_text("#time"))  # it goes on from 2.5 seconds
    assert "board=9x9x10" in page.url
    page.go_back()
    page.wait_for_selector("#view-analyse:not([hidden])")


def test_a_contradiction_lights_the_clues_that_clash(sit):
    page = sit().go("#analyse?position=3x2x1/131/HHH")
    page.get_by_role("heading", name=PAGE["clash title"]).wait_for()
    assert marks(page, "clash", "analyse") == [1, 2]
    assert "these two cannot both hold" in page.inner_text("#analyse-panel")
    # Another position can be given here too. The example in the field is a possible one.
    page.get_by_role("button", name=PAGE["paste other"]).click()
    example = page.get_by_label(PAGE["position text"]).get_attribute("placeholder")
    found = answers.analyse(read(example)).analysis
    assert found.safe
    assert found.mined


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
