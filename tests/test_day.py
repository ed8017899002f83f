"""The board of the day: it never changes, needs no guess, and is the same with every engine."""

import json
from datetime import date, timedelta

import pytest

from engines import CORES, using
from mineproof import BadInput, Game, play_game, strategy
from mineproof.game.board import Board
from mineproof.game.formats.corpus import line
from mineproof.game.measure import measure
from mineproof.play.day import DAY_LEVELS, _Solver, day_board
from mineproof.web.questions import answer

# Generator version 1. These lines never change.
PINNED = {
    ("2026-11-17", "beginner"): "0,5,7,38,47,58,61,64,66,79",
    ("2026-11-17", "intermediate"): (
        "0,30,41,43,57,58,75,76,84,85,88,105,106,120,121,124,129,131,134,136,143,147,154,155,"
        "164,166,172,178,181,185,187,197,199,201,219,222,234,245,251,254"
    ),
    ("2026-11-17", "expert"): (
        "7,13,14,24,27,28,31,32,34,35,38,40,52,56,66,67,73,76,77,78,79,97,104,105,107,110,"
        "113,116,118,136,137,140,143,145,146,154,155,162,168,169,171,184,192,201,206,215,227,"
        "232,237,240,245,246,253,259,261,265,266,277,283,292,294,334,336,341,347,350,352,354,"
        "360,365,366,370,373,375,376,383,384,388,389,396,403,411,413,414,423,425,432,434,435,"
        "437,440,441,442,449,450,458,465,470,477"
    ),
    ("2024-02-29", "beginner"): "18,25,32,43,47,59,63,64,67,80",
    ("2024-02-29", "intermediate"): (
        "1,12,14,24,43,47,56,57,70,78,83,97,103,108,126,127,128,134,139,140,142,148,156,176,"
        "181,189,201,203,206,222,225,232,233,234,236,240,247,252,254,255"
    ),
    ("2024-02-29", "expert"): (
        "2,7,15,21,26,32,34,35,36,45,55,56,67,69,70,71,73,74,75,81,82,95,98,99,100,112,115,"
        "117,118,130,132,137,140,157,158,159,164,169,175,184,186,194,196,201,203,208,211,213,"
        "219,230,244,247,251,252,256,257,259,277,290,294,295,297,304,308,310,312,317,321,341,"
        "348,349,351,364,365,367,369,370,374,384,388,390,391,393,394,401,404,408,416,424,425,"
        "430,431,441,449,453,458,461,467,478"
    ),
    ("1999-12-31", "beginner"): "15,17,23,48,58,62,68,74,76,78",
    ("1999-12-31", "intermediate"): (
        "2,22,30,32,45,55,56,57,64,65,66,71,86,87,98,108,128,130,131,132,144,146,150,153,156,"
        "157,168,171,173,181,183,193,200,205,216,220,236,239,249,251"
    ),
    ("1999-12-31", "expert"): (
        "1,4,8,10,12,14,17,18,27,34,43,45,47,54,57,66,75,80,84,106,109,116,117,119,120,125,"
        "128,132,136,140,148,149,162,168,177,181,187,194,199,200,201,203,215,226,228,233,246,"
        "247,249,260,265,273,276,279,283,284,285,286,289,293,295,296,297,299,309,333,344,357,"
        "365,368,371,372,375,381,386,395,400,402,406,409,415,422,423,430,432,433,436,437,439,"
        "445,449,453,455,458,460,467,468,473,476"
    ),
}


@pytest.mark.parametrize(("day", "level"), PINNED)
def test_generator_version_1_is_frozen(day, level):
    assert line(day_board(day, level).layout) == PINNED[day, level]


@pytest.mark.parametrize("level", DAY_LEVELS)
def test_no_board_of_the_day_needs_a_guess(core, level):
    """Complete inference solves it; its code is independent of the generator."""
    days = 30 if core == "native" else 1 if level == "expert" else 5
    for number in range(days):
        dealt = day_board((date(2026, 11, 1) + timedelta(number)).isoformat(), level)
        assert play_game(Game(dealt), strategy("complete").player()).won
        assert dealt.start in ("open:r3c3", "open:r4c4")


def test_no_engine_changes_the_board(run):
    for level in DAY_LEVELS:
        texts = set()
        for core in CORES:
            with using(core):
                texts.add(run("generate", "--day", "2024-02-29", "--level", level)[1])
        assert len(texts) == 1


def test_no_board_is_opened_by_a_few_clicks():
    for number in range(60):
        dealt = day_board((date(2026, 1, 1) + timedelta(number)).isoformat(), "beginner")
        assert measure(dealt.board, dealt.layout).bbbv >= 12


def solved_by_hand(layout, first):
    """Solve a board of one row by the logic of version 1."""
    return _Solver(Board(1, len(layout)), bytes(layout)).solves_from(first)


@pytest.mark.parametrize(
    ("layout", "first", "solved"),
    [
        ([0, 0, 1], 0, True),  # one clue
        ([0, 0, 1, 0], 0, True),  # the number of mines
        ([0, 0, 1, 1], 0, True),
        ([0, 0, 1, 0, 1], 0, False),  # two places for one mine
        ([0, 1, 0], 0, True),
        ([1, 0, 0, 1], 1, False),
    ],
)
def test_small_rows_are_judged_right(layout, first, solved):
    assert solved_by_hand(layout, first) == solved


def test_two_clues_decide_what_one_cannot():
    board = Board(2, 3)
    layout = bytes([0, 0, 0, 1, 0, 1])  # row 1 shows 1 2 1: its first clue alone decides nothing
    assert not _Solver(board, layout).solves_from(0)
    opened = _Solver(board, layout)
    for cell in (0, 1):
        opened._decide(1 << cell, mine=False)
    assert opened.solves_from(2)


def test_dates_are_days_of_the_calendar(run):
    for day, words in [
        ("2026-02-29", "2026-02-29 is not a date of the calendar"),
        ("20261117", "'20261117' is not a date: YYYY-MM-DD"),
        ("tomorrow", "'tomorrow' is not a date: YYYY-MM-DD"),
        ("", "'' is not a date: YYYY-MM-DD"),
        ("٢٠٢٦-١١-١٧", "is not a date: YYYY-MM-DD"),
    ]:
        status, out, problem = run("generate", "--day", day)
        assert (status, out) == (2, "")
        assert words in problem
        assert problem.count("\n") <= 2
    for level in ("easy", "medium", "hard"):
        status, _, problem = run("generate", "--day", "2026-11-17", "--level", level)
        assert status == 2
        assert "--level: a board of the day is beginner, intermediate or expert" in problem
    with pytest.raises(BadInput):
        day_board("2026-11-17", "12x12")


def test_options_without_effect_are_refused(run):
    for option in (["--seed", 3], ["--count", 2], ["--no-guess"], ["--size", "5x5"], ["--puzzle"]):
        status, _, problem = run("generate", "--day", "2026-11-17", *option)
        assert status == 2
        assert f"{option[0]}: has no effect with --day" in problem


def test_the_board_is_a_corpus_and_json(run):
    run("generate", "--day", "2026-11-17", "--level", "beginner", "--out", "day.txt")
    status, out, _ = run("batch", "day.txt", "--player", "complete")
    assert status == 0
    assert "1 of 1 won" in out
    told = json.loads(run("generate", "--day", "2026-11-17", "--level", "beginner", "--json")[1])
    assert (told["day"], told["level"], told["generator"]) == ("2026-11-17", "beginner", 1)
    dealt = day_board("2026-11-17", "beginner")
    assert len(told["mines"]) == dealt.mines == 10


def test_the_question_deal_takes_a_day():
    status, text = answer("deal", b'{"day": "2026-11-17", "level": "beginner"}')
    told = json.loads(text)
    assert status == 200
    assert told["start"] == "open:r3c3"
    assert (told["rows"], told["cols"], told["mines"]) == (9, 9, 10)
    for more in ('"seed": 3', '"size": "5x5"', '"no_guess": true', '"board": "1x1x0/0"'):
        status, text = answer("deal", f'{{"day": "2026-11-17", {more}}}'.encode())
        assert status == 400
        assert "has no effect with day" in text
