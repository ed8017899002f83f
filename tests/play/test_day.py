"""The board of the day: it never changes, needs no guess, and is the same with every engine."""

import hashlib
import json
from datetime import date, timedelta

import pytest

from mineproof import BadInput, Game, play_game, strategy
from mineproof.game.board import Board, mined_cells
from mineproof.game.formats.corpus import line
from mineproof.game.measure import measure
from mineproof.play.day import DAY_LEVELS, _Solver, day_board
from mineproof.web.questions import answer

# Hashes of the boards of generator version 1. They never change.
PINNED = {
    ("2026-11-17", "beginner"): "32ceaef39d55548df9ad4011aed571ff",
    ("2026-11-17", "intermediate"): "af7a3acd645b4e46061f8dd82931317d",
    ("2026-11-17", "expert"): "34bf40c1ba1417c62fa9b91fba81ce58",
    ("2024-02-29", "beginner"): "8e04778650f84fdd0bdee0e883d491ef",
    ("2024-02-29", "intermediate"): "09caadd1e49ff4a856be3ad5bcfbb405",
    ("2024-02-29", "expert"): "b92f5c4e1111d5e187da09fe334aec83",
    ("1999-12-31", "beginner"): "4b887321ef5e039d2c1d253b37206acd",
    ("1999-12-31", "intermediate"): "475e381bbe6e672a46e2ab7e439f5fcd",
    ("1999-12-31", "expert"): "532dbe684d06ea32f213f783d2fd317a",
}


def hash_of_board(day, level):
    mines = line(day_board(day, level).layout)
    return hashlib.sha256(mines.encode()).hexdigest()[:32]


@pytest.mark.parametrize(("day", "level"), PINNED)
def test_generator_version_1_is_frozen(day, level):
    assert hash_of_board(day, level) == PINNED[day, level]


@pytest.mark.parametrize("level", DAY_LEVELS)
def test_no_engine_changes_the_board(core, level):
    assert hash_of_board("2024-02-29", level) == PINNED["2024-02-29", level]


@pytest.mark.parametrize("level", DAY_LEVELS)
def test_no_board_of_the_day_needs_a_guess(core, level):
    """Complete inference solves it; its code is independent of the generator."""
    days = 30 if core == "native" else 1 if level == "expert" else 5
    for number in range(days):
        dealt = day_board((date(2026, 11, 1) + timedelta(number)).isoformat(), level)
        assert play_game(Game(dealt), strategy("complete").player()).won
        assert dealt.start in ("open:r3c3", "open:r4c4")


def test_no_board_is_opened_by_a_few_clicks():
    for number in range(60):
        dealt = day_board((date(2026, 1, 1) + timedelta(number)).isoformat(), "beginner")
        assert measure(dealt.board, dealt.layout).bbbv >= 12


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
    assert _Solver(Board(1, len(layout)), bytes(layout)).solves_from(first) == solved


def test_two_clues_decide_what_one_cannot():
    board = Board(2, 3)
    layout = bytes([0, 0, 0, 1, 0, 1])  # row 1 shows 1 2 1: its first clue alone decides nothing
    assert not _Solver(board, layout).solves_from(0)
    opened = _Solver(board, layout)
    for cell in (0, 1):
        opened._decide(1 << cell, mine=False)
    assert opened.solves_from(2)


@pytest.mark.parametrize(
    ("day", "level"), [("2026-02-29", "beginner"), ("2026-11-17", "12x12"), ("2026-11-17", "easy")]
)
def test_what_is_no_date_or_no_level_of_the_day_is_refused(day, level):
    with pytest.raises(BadInput):
        day_board(day, level)


def test_the_board_is_a_corpus_and_json(run):
    run("generate", "--day", "2026-11-17", "--level", "beginner", "--out", "day.txt")
    status, out, _ = run("batch", "day.txt", "--player", "complete")
    assert status == 0
    assert "1 of 1 won" in out
    told = json.loads(run("generate", "--day", "2026-11-17", "--level", "beginner", "--json")[1])
    assert (told["day"], told["level"], told["generator"]) == ("2026-11-17", "beginner", 1)
    dealt = day_board("2026-11-17", "beginner")
    assert told["mines"] == dealt.board.names(mined_cells(dealt.layout))


def test_the_question_deal_takes_a_day():
    status, text = answer("deal", b'{"day": "2026-11-17", "level": "beginner"}')
    told = json.loads(text)
    assert (status, told["start"]) == (200, "open:r3c3")
    assert (told["rows"], told["cols"], told["mines"]) == (9, 9, 10)
    for more in ('"seed": 3', '"size": "5x5"', '"no_guess": true', '"board": "1x1x0/0"'):
        status, text = answer("deal", f'{{"day": "2026-11-17", {more}}}'.encode())
        assert (status, "has no effect with day" in text) == (400, True)
