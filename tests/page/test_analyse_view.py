"""Analyse: positions painted, pasted, dropped and carried over."""

import re

import pytest

from mineproof import read
from mineproof.answers import analysis
from mineproof.game.replay import Action, Replay, write
from page_games import game_of, safe_cell, text_of
from page_visit import BEGINNER, PAGE, expect
from waiting import until

POSITION = "#analyse?position=3x2x1/111/HHH"


@pytest.mark.smoke
def test_a_position_is_painted_and_analysed_and_the_link_holds_it(sit):
    page = sit().go("#analyse")
    page.heading("analyse invite").wait_for()
    for name, value in (("width", 3), ("height", 2), ("mine number", 1)):
        page.locator("#analyse-bar").get_by_label(PAGE[name]).fill(str(value))
        page.keys("Tab")
    page.has_cells(6, "analyse")
    page.get_by_role("radio", name="clue 1").click()
    page.cell(0, "analyse").click()
    page.cell(1, "analyse").click()
    page.cell(2, "analyse").focus()
    page.keys("1")
    page.until_marked("mine", "analyse")
    assert page.certain_marks("analyse") == ([3, 5], [4])
    assert page.url.endswith(POSITION)
    again = sit().go(POSITION)
    again.until_marked("mine", "analyse")
    assert again.shown("analyse") == "111HHH"
    again.ask_why(3, "analyse")


def test_positions_of_other_programs_are_pasted(sit):
    page = sit().go(POSITION)
    for text, expected in (
        ("4x3x2\n0000\n1211\nHHHH\n", "00001211HHHH"),
        ("3x2x1\n111\n___", "111HHH"),
        ('{"board": "x12\\nxx1\\nxxx", "total_mines": 2}', "H12HH1HHH"),
        ("3x2x1\n1️⃣1️⃣1️⃣\n🟦🟦🟦", "111HHH"),
        ("https://davidnhill.github.io/JSMinesweeper/?analysis=adacaaablslU", "121HHH"),
        ("3x2x1\n111\n---", "111HHH"),
    ):
        page.button("paste other").click()
        page.paste(text)
        until(lambda expected=expected: page.shown("analyse") == expected)
        expect(page.locator("#analyse-panel textarea")).to_have_count(0)


@pytest.mark.both_kinds
def test_a_paste_anywhere_and_a_dropped_file_are_read(sit):
    page = sit().go("#analyse")
    page.evaluate("navigator.clipboard.writeText('3x2x1 / 1 1 1 / # # #')")
    page.keys("Control+v")
    page.has_cells(6, "analyse")
    page.drop("board.mbf", bytes([4, 3, 0, 2, 3, 0, 1, 1]), "#view-analyse")
    page.wait_for_selector("#view-play:not([hidden])")
    page.has_cells(12, "play")
    assert "board=4x3x2/112M/1M21/1110" in page.url


def test_a_replay_given_to_analyse_is_played_on_in_play_and_back_leads_to_analyse(sit):
    page, game = sit().go("#analyse"), game_of("beginner", 22)
    safe = safe_cell(game)
    page.paste(write(Replay(game.deal, [Action("open", safe, 2.5)])))
    page.wait_for_selector("#view-play:not([hidden])")
    page.has_cells(81, "play")
    game.flood(safe)
    assert page.shown() == text_of(game)
    assert re.fullmatch("0:0[2-9]", page.inner_text("#time"))  # it goes on from 2.5 seconds
    assert "board=9x9x10" in page.url
    page.go_back()
    page.wait_for_selector("#view-analyse:not([hidden])")


@pytest.mark.smoke
def test_a_contradiction_lights_the_clues_that_clash(sit):
    page = sit().go("#analyse?position=3x2x1/131/HHH")
    page.heading("clash title").wait_for()
    assert page.marks("clash", "analyse") == [1, 2]
    assert "these two cannot both hold" in page.inner_text("#analyse-panel")
    # Another position can be given here too. The example in the field is a possible one.
    page.button("paste other").click()
    example = page.get_by_label(PAGE["position text"]).get_attribute("placeholder")
    found = analysis.analyse(read(example)).analysis
    assert found.safe
    assert found.mined


@pytest.mark.smoke
def test_a_game_is_carried_over_to_analyse_and_to_watch(sit):
    page = sit().go(BEGINNER)
    before = page.shown()
    page.menu("to-analyse")
    page.until_marked("safe", "analyse")
    assert page.shown("analyse") == before
    page.go_back()
    page.menu("to-watch")
    page.wait_for_selector("#runs .c")
    assert page.locator("#runs .c").count() == 81


def test_a_game_that_is_left_is_there_when_one_comes_back(sit):
    page = sit().go(BEGINNER)
    page.cell(safe_cell(game_of("beginner", 22))).click()
    before, link = page.shown(), page.url
    for view in ("watch", "analyse", "play"):
        page.get_by_role("navigation").get_by_role("link", name=PAGE[view]).click()
        page.wait_for_selector(f"#view-{view}:not([hidden])")
    assert (page.shown(), page.url) == (before, link)


@pytest.mark.smoke
def test_changes_of_a_position_are_undone_and_redone(sit):
    page = sit().go(POSITION)
    page.until_marked("mine", "analyse")
    page.get_by_role("radio", name="clue 2").click()
    page.cell(0, "analyse").click()
    page.wait_for_url("**/211/HHH")
    undo, redo = (page.get_by_role("button", name=PAGE[one]) for one in ("undo", "redo"))
    undo.click()
    assert page.shown("analyse") == "111HHH"
    assert page.url.endswith(POSITION)
    redo.click()
    assert page.shown("analyse") == "211HHH"
    expect(redo).to_be_disabled()
    page.locator("#analyse-bar").get_by_role("button", name=PAGE["clear"]).click()
    page.heading("analyse invite").wait_for()
    page.keys("Control+z", "Control+z")
    assert page.shown("analyse") == "111HHH"
    page.keys("Control+y")
    assert page.shown("analyse") == "211HHH"


def test_a_text_that_cannot_be_read_is_refused_in_a_sentence_and_stays_in_its_field(sit):
    page = sit().go(POSITION)
    page.button("paste other").click()
    page.paste("3x2x1\n1z1\nHHH")
    expect(page.locator("#analyse-panel .problem")).to_contain_text("row 1, column 2")
    assert page.input_value("#analyse-panel textarea") == "3x2x1\n1z1\nHHH"
    page.button("back").click()
    page.heading("certain move").wait_for()
    assert page.marks("mine", "analyse") == [4]


def test_what_cannot_be_counted_is_said_in_a_sentence(sit):
    wide = "/".join(("H1" if row % 2 else "HH") * 50 for row in range(100))
    page = sit().go(f"#analyse?position=100x100x1500/{wide}")
    page.get_by_text(PAGE["refused too wide"]).wait_for()


def test_a_text_without_a_mine_count_is_asked_for_it(sit):
    page = sit().go("#analyse")
    page.paste("1 1 1 / # # #")
    page.heading("how many mines").wait_for()
    page.has_cells(81, "analyse")  # the page assumes no size
    page.get_by_role("spinbutton", name=PAGE["mine number"]).last.fill("1")
    page.keys("Enter")
    page.has_cells(6, "analyse")
    assert page.url.endswith("#analyse?position=3x2x1/111/HHH")
    page.until_marked("mine", "analyse")
    assert page.marks("mine", "analyse") == [4]
