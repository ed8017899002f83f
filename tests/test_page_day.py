"""The board of the day and the records on the page: played, shared, added up, exported, erased."""

import csv
import json
import re
from datetime import UTC, datetime, timedelta

import pytest

from mineproof import Game, answers, play_game, strategy
from mineproof.play.day import day_board
from mineproof.play.rates import wilson
from page_visit import CHINESE, PAGE, TOUCH, audit, cell, expect, has_cells, play_on, shown, text_of

DAY = "2026-11-17"


def game_of_day(level="beginner", day=DAY):
    game = Game(day_board(day, level))
    game.flood(game.view.initial[0])
    return game


def records(page):
    return json.loads(page.evaluate("localStorage.getItem('mineproof records')") or "[]")


def win(page, game):
    for one in play_on(game):
        cell(page, one).click()
    page.get_by_role("heading", name=PAGE["won"]).wait_for()


def test_a_day_is_chosen_played_shared_and_counted(sit):
    page = sit().go(f"#day?date={DAY}")
    page.get_by_role("heading", name=PAGE["day title"]).wait_for()
    audit(page, "day")
    assert page.locator(".day-card").count() == 3
    page.locator(".day-card").first.click()
    has_cells(page, 81, "play")
    game = game_of_day()
    assert shown(page) == text_of(game)
    assert f"board of {DAY}" in page.inner_text("#where")
    page.keyboard.press("g")
    page.get_by_role("heading", name=PAGE["no guess needed"]).wait_for()
    win(page, game)
    [record] = records(page)
    units = answers.measure(game.deal.board, game.deal.layout).measures.bbbv
    assert (record["won"], record["hints"], record["assisted"], record["bbbv"]) == (
        True, 1, False, units,
    )  # fmt: skip
    page.get_by_role("button", name=PAGE["copy result"]).click()
    expect(page.locator("#toast")).to_contain_text(PAGE["copied"])
    said = page.evaluate("navigator.clipboard.readText()").splitlines()
    speed = f"{units / record['seconds']:.2f}"
    assert said[0] == f"mineproof ∎ {DAY} beginner"
    assert re.fullmatch(rf"✔ [\d.]+ s · {re.escape(speed)} 3BV/s · hints: 1", said[1])
    assert said[2].endswith(f"#day?date={DAY}&level=beginner")
    audit(page, "result")
    page.get_by_role("button", name=PAGE["new board"]).last.click()
    page.get_by_role("heading", name=PAGE["day title"]).wait_for()
    page.goto(said[2])  # the link that was shared
    page.get_by_role("heading", name=PAGE["won"]).wait_for()
    page.keyboard.press("r")
    game = game_of_day()
    first = next(iter(play_on(game)))
    cell(page, first).click()
    mine = next(one for one, mined in enumerate(game.deal.layout) if mined)
    cell(page, mine).click()
    page.get_by_role("heading", name=PAGE["lost"]).wait_for()
    assert records(page) == [record]  # only the first finished game counts


def test_a_day_that_is_none_is_refused_with_a_line(sit):
    page = sit().go("#day?date=2026-02-30&level=expert")
    page.get_by_text("2026-02-30 is not a date of the calendar").wait_for()


def some_records():
    """Return records: wins, losses, help, three days in a row, three that `guess` did not play."""
    now = datetime.now(UTC)
    board = {"rows": 9, "cols": 9, "mines": 10, "shape": "grid", "start": "open", "noGuess": False}
    seconds = [20.0, 12.5, 30.0, 9.0]
    found = [
        {**board, "address": f"#play?level=beginner&start=open&seed={n}", "at": now.isoformat(),
         "level": "beginner", "won": n != 2, "seconds": seconds[n], "bbbv": 25, "hints": n // 3,
         "assisted": False, "guess": n % 2 == 0}
        for n in range(4)
    ]  # fmt: skip
    unasked = [
        {**board, "address": f"#play?size=5x5&mines=3&seed={n}", "at": now.isoformat(), "rows": 5,
         "cols": 5, "mines": 3, "won": True, "seconds": 2.0, "bbbv": 4, "hints": 0,
         "assisted": False}
        for n in range(3)
    ]  # fmt: skip
    found = [*unasked, *found]
    for back in (2, 1, 0):
        day = (now - timedelta(days=back)).date().isoformat()
        found.append(
            {**board, "address": f"#play?day={day}&level=expert", "at": f"{day}T12:00:00.000Z",
             "level": "expert", "rows": 16, "cols": 30, "mines": 99, "noGuess": True, "day": day,
             "won": True, "seconds": 100.0 + back, "bbbv": 150, "hints": 0, "assisted": False,
             "guess": True}
        )  # fmt: skip
    return found


def percent(share):
    return f"{100 * share:.1f}".removesuffix(".0") if share in (0, 1) else f"{100 * share:.1f}"


@pytest.mark.parametrize("how", ["desktop", "phone"])
def test_records_add_up_are_exported_and_erased(sit, tmp_path, how):
    page = sit(**(TOUCH if how == "phone" else {})).go("#records")
    page.get_by_text(PAGE["records empty"]).wait_for()
    game = day_board(DAY, "beginner")
    to_play = {
        "address": f"#play?day={DAY}&level=beginner", "at": f"{DAY}T23:59:59.000Z", "won": False,
        "level": "beginner", "rows": 9, "cols": 9, "mines": 10, "shape": "grid", "start": "open",
        "noGuess": True, "day": DAY, "seconds": 3.0, "bbbv": 20, "hints": 0, "assisted": True,
        "board": answers.DealAnswer(game, 0).as_json()["truth"].strip().replace("\n", "/"),
        "cells": "r3c3",
    }  # fmt: skip
    page.evaluate(
        "(all) => localStorage.setItem('mineproof records', JSON.stringify(all))",
        [to_play, *some_records()],
    )
    page.reload()
    expect(page.locator("#guess-left")).to_have_text(PAGE["guess all"])
    assert play_game(Game(game), strategy("guess").player()).won
    kept = records(page)[0]
    assert kept["guess"] is True
    assert "board" not in kept
    figures = dict(
        zip(page.locator(".figures dt").all_inner_texts(),
            page.locator(".figures dd").all_inner_texts(), strict=True)
    )  # fmt: skip
    assert figures[PAGE["games played"]] == "11"
    rate, low, high = wilson(9, 11)
    told = figures[PAGE["win rate"]].replace("\u00a0", " ")
    assert told == f"{percent(rate)} % ({percent(low)} % to {percent(high)} %), 9 of 11"
    assert figures[PAGE["guess rate"]] == "6 of 8"  # too few for an interval
    assert figures[PAGE["win streak"]] == "4, best 5"
    assert figures[PAGE["streak of days"]] == "3, best 3"
    read = "(all) => all.map((row) => [...row.cells].map((one) => one.textContent))"
    rows = {(row[0], row[1]): row[2:] for row in page.locator("tbody tr").evaluate_all(read)}
    # Nothing of the table is cut off, on a phone either.
    table = page.locator(".record-table")
    assert table.evaluate("(one) => one.scrollWidth <= one.clientWidth")
    assert rows["beginner", "open start"][0] == "4"
    assert rows["beginner", "open start"][-2:] == ["12.5 s", "2.00"]  # 9 s was with help
    assert rows["expert", "open start, no guess"][-2:] == ["100.0 s", "1.50"]
    assert rows["beginner", "open start, no guess"][-2:] == ["–", "–"]
    audit(page, "records")
    with page.expect_download() as download:
        page.get_by_role("button", name=PAGE["export json"]).click()
    download.value.save_as(tmp_path / "records.json")
    exported = json.loads((tmp_path / "records.json").read_text())
    assert len(exported["games"]) == 11
    with page.expect_download() as download:
        page.get_by_role("button", name=PAGE["export csv"]).click()
    download.value.save_as(tmp_path / "records.csv")
    with (tmp_path / "records.csv").open(newline="") as file:
        table = list(csv.DictReader(file))
    assert [row["seconds"] for row in table][:6] == ["3", "2", "2", "2", "20", "12.5"]
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
    page.get_by_role("button", name=PAGE["erase"]).click()
    audit(page, "erase")
    page.get_by_role("button", name=PAGE["keep them"]).click()
    assert len(records(page)) == 11
    page.locator("#language").click()
    page.get_by_role("button", name=CHINESE["erase"]).click()
    page.get_by_role("dialog").get_by_role("button", name=CHINESE["erase them"], exact=True).click()
    page.get_by_text(CHINESE["records empty"]).wait_for()
    assert records(page) == []
