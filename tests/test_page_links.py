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


# Watch


@pytest.mark.parametrize("options", ["start=zzz", "level=beginner&start=true", "size=9&mines=x"])
def test_watch_refuses_a_board_in_its_own_place(sit, options):
    page = sit().go(f"#watch?{options}")
    page.locator("#runs .problem").wait_for()
    assert page.inner_text("#where") == ""


def test_watch_of_a_pasted_board_tells_its_size_and_no_seed(sit):
    page = sit().go("#play?board=3x3x1/M10/110/000&cells=r3c3")
    has_cells(page, 9, "play")
    page.click("#more")
    page.click("#to-watch")
    expect(page.locator("#runs .c")).to_have_count(9)
    expect(page.locator("#where")).to_have_text("3×3, 1 mine · given cells")


# Late answers

# Holds the answers to the questions for which `held` is true, until `answer_late` is called.
HOLD = """async ([question, held]) => {
  const { engine } = await import("./engine.js");
  const { Refusal } = await import("./refusal.js");
  const asked = engine[question];
  const late = new Promise((done) => {
    window.answerLate = (kind) => done(kind && new Refusal("late", kind));
  });
  engine[question] = async (...all) => {
    if (!JSON.stringify(all).includes(held)) return asked(...all);
    const refusal = await late;
    window.answeredLate = true;
    if (refusal) throw refusal;
    return asked(...all);
  };
}"""


def hold_answers(page, question, held):
    page.evaluate(HOLD, [question, held])


def answer_late(page, kind=None):
    page.evaluate("(kind) => window.answerLate(kind)", kind)
    page.wait_for_function("() => window.answeredLate")
    page.wait_for_timeout(300)


def test_a_late_refusal_does_not_replace_the_next_game_of_watch(sit):
    page = sit().go("#watch?size=4x4&mines=3&seed=5&start=open")
    hold_answers(page, "solve", '"seed":6')
    follow(page, "#watch?size=4x4&mines=3&seed=6&start=open")
    page.locator("#runs .quiet", has_text=PAGE["thinking"]).wait_for()
    follow(page, "#watch?size=5x5&mines=5&seed=0&start=open")
    expect(page.locator("#runs .c")).to_have_count(25)
    answer_late(page, "too long")
    expect(page.locator("#runs .problem")).to_have_count(0)
    expect(page.locator("#runs .c")).to_have_count(25)


def test_a_mine_count_that_is_late_does_not_replace_the_next_position(sit):
    page = sit().go("#analyse")
    page.fill("#analyse-panel textarea", "1 1 1 / # # #")
    page.get_by_role("button", name=PAGE["read it"]).click()
    page.get_by_role("heading", name=PAGE["how many mines"]).wait_for()
    hold_answers(page, "read", "1 1 1")
    page.get_by_role("spinbutton", name=PAGE["mine number"]).last.fill("1")
    page.keyboard.press("Enter")
    follow(page, "#analyse?position=2x2x1/1H/HH")
    has_cells(page, 4, "analyse")
    answer_late(page)
    has_cells(page, 4, "analyse")
    assert page.url.endswith("#analyse?position=2x2x1/1H/HH")


# Files and texts that are too large

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
    page = sit().go("#play?level=beginner&start=open&seed=22")
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
    page.get_by_role("button", name=PAGE["read it"]).click()
    expect(panel).to_contain_text(PAGE["refused too large"].replace("{size}", "1 MiB"))
    assert panel.locator(".retry").count() == 0
