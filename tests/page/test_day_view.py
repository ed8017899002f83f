"""The board of the day and the records on the page: played, shared, added up, exported, erased."""

import csv
import json
import re
from datetime import UTC, datetime, timedelta

import pytest

from mineproof import Game, play_game, strategy
from mineproof.answers import boards, reviews
from mineproof.play.day import day_board
from mineproof.play.rates import wilson
from page_games import begun, text_of
from page_visit import CHINESE, PAGE, TOUCH, expect

DAY = "2026-11-17"


def game_of_day():
    return begun(day_board(DAY, "beginner"))


@pytest.mark.smoke
def test_a_day_is_chosen_played_shared_and_counted(sit):
    page = sit().go(f"#day?date={DAY}")
    page.heading("day title").wait_for()
    page.audit("day")
    assert page.locator(".day-card").count() == 3
    page.locator(".day-card").first.click()
    page.has_cells(81, "play")
    game = game_of_day()
    assert page.shown() == text_of(game)
    assert f"board of {DAY}" in page.inner_text("#where")
    page.keys("g")
    page.heading("no guess needed").wait_for()
    page.play_on(game)
    page.heading("won").wait_for()
    [record] = page.stored("records")
    units = reviews.measure(game.deal.board, game.deal.layout).measures.bbbv
    assert (record["won"], record["hints"], record["assisted"], record["bbbv"]) == (
        True, 1, False, units,
    )  # fmt: skip
    page.button("copy result").click()
    said = page.copied().splitlines()
    speed = page.figures("#play-panel .statistics")[PAGE["3bv per second"]]  # that of the review
    panel = page.inner_text("#play-panel")
    assert {*re.findall(r"([\d.]+) 3BV/s", panel)} == {speed}
    assert said[0] == f"mineproof ∎ {DAY} Beginner"
    assert re.fullmatch(rf"✔ [\d.]+ s · {re.escape(speed)} 3BV/s · hints: 1", said[1])
    assert re.search(rf"#day\?date={DAY}&level=beginner&beat=[\d.]+$", said[2])
    page.audit("result")
    page.button("new board").last.click()
    page.heading("day title").wait_for()
    page.goto(said[2])  # the link that was shared
    page.heading("won").wait_for()
    page.keys("r")
    page.open_certain(game_of_day())
    page.cell(game.deal.layout.index(1)).click()
    page.heading("lost").wait_for()
    assert page.stored("records") == [record]  # only the first finished game counts
    page.follow("#day?date=2026-02-30&level=expert")
    page.get_by_text("2026-02-30 is not a date of the calendar").wait_for()


def record(at, **how):
    """A record of a game that was won, on a beginner's board but for what is said."""
    board = {"rows": 9, "cols": 9, "mines": 10, "shape": "grid", "start": "open", "noGuess": False}
    return {"at": at, "won": True, "bbbv": 25, "hints": 0, "assisted": False, **board, **how}


def some_records():
    """Return records: wins, losses, help, three days in a row, three that `guess` did not play."""
    now = datetime.now(UTC)
    days = [(now - timedelta(days=back)).date().isoformat() for back in (2, 1, 0)]
    return [
        *(record(now.isoformat(), address=f"#play?size=5x5&mines=3&seed={n}", rows=5, cols=5,
                 mines=3, seconds=2.0, bbbv=4) for n in range(3)),
        *(record(now.isoformat(), address=f"#play?level=beginner&start=open&seed={n}",
                 level="beginner", won=n != 2, seconds=seconds, hints=n // 3, guess=n % 2 == 0)
          for n, seconds in enumerate([20.0, 12.5, 30.0, 9.0])),
        *(record(f"{day}T12:00:00.000Z", address=f"#play?day={day}&level=expert", level="expert",
                 rows=16, cols=30, mines=99, noGuess=True, day=day, seconds=102.0 - n, bbbv=150,
                 guess=True) for n, day in enumerate(days)),
    ]  # fmt: skip


def percent(share):
    return f"{100 * share:.1f}".removesuffix(".0") if share in (0, 1) else f"{100 * share:.1f}"


@pytest.mark.parametrize("how", [{}, TOUCH], ids=["desktop", "phone"])
def test_records_add_up_are_exported_and_erased(sit, how):
    page = sit(**how).go("#records")
    page.get_by_text(PAGE["records empty"]).wait_for()
    game = day_board(DAY, "beginner")
    to_play = record(
        f"{DAY}T23:59:59.000Z", address=f"#play?day={DAY}&level=beginner", won=False,
        level="beginner", noGuess=True, day=DAY, seconds=3.0, bbbv=20, assisted=True, cells="r3c3",
        board=boards.DealAnswer(game, 0).as_json()["truth"].strip().replace("\n", "/"),
    )  # fmt: skip
    page.store("records", [to_play, *some_records()])
    page.reload()
    expect(page.locator("#guess-left")).to_have_text(PAGE["guess all"])
    assert play_game(Game(game), strategy("guess").player()).won
    kept = page.stored("records")[0]
    assert kept["guess"] is True
    assert "board" not in kept
    figures = page.figures(".figures")
    assert figures[PAGE["games played"]] == "11"
    rate, low, high = wilson(9, 11)
    told = figures[PAGE["win rate"]]
    assert told == f"{percent(rate)} % ({percent(low)} % to {percent(high)} %), 9 of 11"
    assert figures[PAGE["guess rate"]] == "6 of 8"  # too few for an interval
    assert figures[PAGE["win streak"]] == "4, best 5"
    assert figures[PAGE["streak of days"]] == "3, best 3"
    read = "(all) => all.map((row) => [...row.cells].map((one) => one.textContent))"
    rows = {(row[0], row[1]): row[2:] for row in page.locator("tbody tr").evaluate_all(read)}
    # Nothing of the table is cut off, on a phone either.
    table = page.locator(".record-table")
    assert table.evaluate("(one) => one.scrollWidth <= one.clientWidth")
    assert rows["Beginner", "open start"][0] == "4"
    assert rows["Beginner", "open start"][-2:] == ["12.5 s", "2.00"]  # 9 s was with help
    assert rows["Expert", "open start, no guess"][-2:] == ["100.0 s", "1.50"]
    assert rows["Beginner", "open start, no guess"][-2:] == ["–", "–"]
    page.audit("records")
    exported = page.downloaded(page.button("export json").click).read_text()
    assert len(json.loads(exported)["games"]) == 11
    with page.downloaded(page.button("export csv").click).open(newline="") as file:
        table = list(csv.DictReader(file))
    assert [row["seconds"] for row in table][:6] == ["3", "2", "2", "2", "20", "12.5"]
    page.fits()
    page.button("erase").click()
    page.audit("erase")
    page.button("keep them").click()
    assert len(page.stored("records")) == 11
    page.locator("#language").click()
    page.get_by_role("button", name=CHINESE["erase"]).click()
    page.get_by_role("dialog").get_by_role("button", name=CHINESE["erase them"], exact=True).click()
    page.get_by_text(CHINESE["records empty"]).wait_for()
    assert not page.stored("records")
