"""Addresses of the page: each one shows its view, or says what is wrong with it."""

import pytest

from page_visit import PAGE, expect, has_cells


def follow(page, link):
    """Follow a link without a reload."""
    page.evaluate("(link) => { location.hash = link; }", link)


# Links that nobody made on purpose


@pytest.mark.parametrize("link", ["#constructor", "#toString", "#valueOf?x=1", "#__proto__"])
def test_a_name_that_every_object_has_is_no_view(sit, link):
    page = sit().go(link)
    expect(page.locator("#view-play")).to_be_visible()
    expect(page.locator("#broken")).to_be_hidden()


@pytest.mark.parametrize("text", ["true", "1.5", "constructor"])
def test_any_text_may_be_given_as_a_position(sit, text):
    page = sit().go(f"#analyse?position={text}")
    page.get_by_role("heading", name=PAGE["cannot read"]).wait_for()
    assert page.input_value("#analyse-panel textarea") == text


@pytest.mark.parametrize("at", ["1.5", "x", "", "0x2", "-7", "1e300"])
def test_a_board_of_a_lesson_that_is_not_there_is_the_first(sit, at):
    page = sit().go(f"#learn?lesson=1-2&at={at}")
    expect(page.locator("#learn-bar")).to_contain_text("1 of")
    assert page.url.endswith("#learn?lesson=1-2&at=1")


@pytest.mark.parametrize("date", ["true", "12", "%2B275760-09-13", "2026-02-31x"])
def test_a_day_that_is_no_date_is_today(sit, date):
    page = sit().go(f"#day?date={date}")
    expect(page.locator("#view-day .day-card")).to_have_count(3)
    assert page.locator("#view-day").get_by_text(PAGE["today"], exact=True).count() == 0


# Numbers


@pytest.mark.parametrize("seed", ["9007199254740993", "", "0x10", "1e3", "1.5", "x", "9" * 30])
def test_a_seed_that_is_no_exact_number_names_no_board(sit, seed):
    page = sit().go(f"#play?level=beginner&start=open&seed={seed}")
    page.get_by_role("heading", name=PAGE["no board"]).wait_for()
    assert "seed: not a whole number" in page.inner_text("#play-panel .problem")
    assert page.locator("#play-board .c").count() == 0


def test_the_largest_exact_seed_names_its_board(sit):
    page = sit().go(f"#play?level=beginner&start=open&seed={2**53 - 1}")
    has_cells(page, 81, "play")
    assert page.inner_text("#where").endswith(f"seed {2**53 - 1}")


@pytest.mark.parametrize(
    ("option", "refusal"), [("seed=1.5", "seed: not"), ("depth=x", "depth: not"),
                            ("count=x", "count: not"), ("count=2.5", "count: not")],
)  # fmt: skip
def test_a_drill_refuses_what_is_no_number(sit, option, refusal):
    page = sit().go(f"#learn?kind=1-2&{option}")
    assert refusal in page.locator("#learn-panel .problem").inner_text()
