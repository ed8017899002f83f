"""Addresses of the page: each one shows its view, or says what is wrong with it."""

import pytest

from page_visit import BEGINNER, CHINESE, PAGE, VIEWS, expect


@pytest.mark.smoke
def test_a_name_that_every_object_has_is_no_view(sit):
    page = sit().go("#constructor")
    for link in ("#toString", "#valueOf?x=1", "#__proto__"):
        expect(page.locator("#view-play")).to_be_visible()
        expect(page.locator("#broken")).to_be_hidden()
        page.follow("#records")
        expect(page.locator("#view-records")).to_be_visible()
        page.follow(link)
    expect(page.locator("#view-play")).to_be_visible()


def test_any_text_may_be_given_as_a_position(sit):
    page = sit().go("#analyse?position=garbage")
    for text in ("garbage", "true", "1.5", "constructor"):
        page.follow(f"#analyse?position={text}")
        expect(page.locator("#analyse-panel textarea")).to_have_value(text)
        page.heading("cannot read").wait_for()
        assert page.inner_text("#analyse-panel .problem")
    page.has_cells(81, "analyse")


def test_a_board_of_a_lesson_that_is_not_there_is_the_first(sit):
    page = sit().go("#learn?lesson=1-2&at=1.5")
    for at in ("x", "", "0x2", "-7", "1e300"):
        expect(page.locator("#learn-bar")).to_contain_text("1 of")
        assert page.url.endswith("#learn?lesson=1-2&at=1")
        page.follow("#learn?lesson=1-2&at=2")
        expect(page.locator("#learn-bar")).to_contain_text("2 of")
        page.follow(f"#learn?lesson=1-2&at={at}")
    expect(page.locator("#learn-bar")).to_contain_text("1 of")


def test_a_day_that_is_no_date_is_today(sit):
    page = sit().go("#day?date=true")
    today = page.locator("#view-day").get_by_text(PAGE["today"], exact=True)
    for date in ("12", "%2B275760-09-13", "2026-02-31x"):
        expect(page.locator("#view-day .day-card")).to_have_count(3)
        assert today.count() == 0
        page.follow("#day?date=2026-02-03")
        today.wait_for()
        page.follow(f"#day?date={date}")
    expect(today).to_have_count(0)


def test_a_view_that_was_left_does_not_write_its_address(sit):
    """The address changes at once, but the browser reports it later: Analyse is still shown."""
    page = sit().go(VIEWS["analyse"][0])
    clear = page.button("clear", exact=True)
    clear.wait_for()
    clear.evaluate("(button) => { location.hash = '#learn'; button.click(); }")
    expect(page.locator("#learn-home")).to_be_visible()
    assert page.evaluate("location.hash") == "#learn"


NO_BOARD = [
    *(f"level=beginner&start=open&seed={seed} seed: not a whole number"
      for seed in ("9007199254740993", "", "0x10", "1e3", "1.5", "x", "9" * 30)),
    "size=300x300&mines=9&start=open&seed=1 at most 10000",
    "level=foo foo",
]  # fmt: skip


@pytest.mark.smoke
def test_a_board_that_cannot_be_is_refused_in_a_sentence_and_leaves_no_old_board(sit):
    largest = f"#play?level=beginner&start=open&seed={2**53 - 1}"
    page = sit().go(largest)
    for row in NO_BOARD:
        options, _, refusal = row.partition(" ")
        page.follow(largest)
        page.has_cells(81)
        expect(page.locator("#where")).to_have_attribute("title", f"seed {2**53 - 1}")
        page.follow(f"#play?{options}")
        page.heading("no board").wait_for()
        assert refusal in page.inner_text("#play-panel .problem")
        assert page.locator("#play-board .c").count() == 0
        assert page.inner_text("#where") == ""
    page.click("#language")
    expect(page.locator("nav a").first).to_have_text(CHINESE["play"])
    page.menu("other")
    page.get_by_role("dialog").wait_for()
    page.keys("Escape")
    page.go_back()
    page.has_cells(81)


@pytest.mark.parametrize("option", ["seed=1.5", "depth=x", "count=x", "count=2.5"])
def test_a_drill_refuses_what_is_no_number(sit, option):
    page = sit().go(f"#learn?kind=1-2&{option}")
    name = option.partition("=")[0]
    assert f"{name}: not" in page.locator("#learn-panel .problem").inner_text()


def test_watch_refuses_a_board_in_its_own_place_and_tells_the_size_of_a_pasted_one(sit):
    page = sit().go("#play?board=3x3x1/M10/110/000&cells=r3c3")
    page.has_cells(9)
    page.menu("to-watch")
    for options in ("start=zzz", "level=beginner&start=true", "size=9&mines=x"):
        expect(page.locator("#runs .c")).to_have_count(9)
        expect(page.locator("#where")).to_have_text("3×3, 1 mine · given cells")
        page.follow(f"#watch?{options}")
        page.locator("#runs .problem").wait_for()
        expect(page.locator("#where")).to_have_text("")
        page.go_back()


COUNT_FILES_READ = """() => {
  const read = Blob.prototype.arrayBuffer;
  window.filesRead = 0;
  Blob.prototype.arrayBuffer = function () {
    if (this instanceof File) window.filesRead += 1;
    return read.call(this);
  };
}"""
LARGEST_FILE = ((1 << 20) - 4096) * 3 // 4
# The file has one byte and reports `size`: the page decides before it reads the content.
DROP = """(size) => {
  const dataTransfer = new DataTransfer();
  const file = Object.defineProperty(new File(["x"], "large.bin"), "size", { value: size });
  dataTransfer.items.add(file);
  document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true }));
}"""


def test_a_file_that_is_too_large_is_refused_before_it_is_read(sit):
    page = sit().go(BEGINNER)
    page.evaluate(COUNT_FILES_READ)
    page.evaluate(DROP, 150_000_000)
    told = PAGE["refused file too large"].replace("{size}", "765 KiB")
    expect(page.locator("#toast")).to_contain_text(told)
    assert page.evaluate("filesRead") == 0
    page.evaluate(DROP, 1000)
    page.wait_for_function("() => filesRead === 1")


def test_the_field_of_analyse_says_how_large_a_file_may_be(sit):
    page = sit().go("#analyse")
    panel, file = page.locator("#analyse-panel"), {"name": "a.txt", "mimeType": "text/plain"}
    page.set_input_files(
        "#analyse-panel input[type=file]", {**file, "buffer": b" " * (LARGEST_FILE + 1)}
    )
    expect(panel).to_contain_text(PAGE["refused file too large"].replace("{size}", "765 KiB"))
    assert panel.locator(".retry").count() == 0
    # The largest file arrives: it holds no board.
    page.set_input_files("#analyse-panel input[type=file]", {**file, "buffer": b" " * LARGEST_FILE})
    expect(panel).to_contain_text(PAGE["refused asked wrongly"].replace("{why}", ""))


@pytest.mark.parametrize(("sign", "count"), [("a", 2_000_000), ("雷", 600_000)])
def test_the_field_of_analyse_says_how_large_a_text_may_be(sit, sign, count):
    """The page counts characters; the engine counts bytes."""
    page = sit().go("#analyse")
    panel = page.locator("#analyse-panel")
    panel.locator("textarea").evaluate(
        "(field, [sign, count]) => { field.value = sign.repeat(count); }", [sign, count]
    )
    page.button("read it").click()
    expect(panel).to_contain_text(PAGE["refused too large"].replace("{size}", "1 MiB"))
    assert panel.locator(".retry").count() == 0
