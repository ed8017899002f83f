"""The report to hand in: its contents, the author's text, its errors, its layout."""

import io
import os
import re
import sys
from dataclasses import replace
from pathlib import Path

import pypdf
import pytest

from mineproof.base.errors import BadInput
from mineproof.cli.entry import main
from mineproof.game.board import SHAPES
from mineproof.game.deal import PLACES
from mineproof.game.levels import LEVELS
from mineproof.lab import own
from mineproof.lab._document import Code, Figure, Formula, Grid, Heading, Items
from mineproof.lab._shared import COMPLETE, MS
from mineproof.lab.paper import own_text, report, typesetting
from mineproof.lab.paper.discussion import QUESTIONS
from mineproof.lab.paper.own_text import parse, path_beside
from mineproof.lab.paper.results import Cut, figure_of, findings, grids_of
from mineproof.lab.paper.typesetting import Paper, Printed, as_data, chinese_font, typeset
from mineproof.lab.paper.wording import Wording
from mineproof.lab.recipe import Chart, Part, Recipe, each
from mineproof.lab.recipes import recipes
from mineproof.lab.report import _figures as figures
from mineproof.lab.stats import Estimate
from mineproof.lab.summary import ConfigResult, Table
from mineproof.play.csp import HEURISTICS
from mineproof.play.strategies import STRATEGIES
from mineproof.reason.words import table
from places import EXAMPLES

LANGUAGES = ("en", "zh-Hant")
MY_PLAYER = EXAMPLES / "my_player.py"
HOSTILE = '#read("/etc/passwd") #import "@preview/x:0.1.0" $x$ @y <z> \\ * _ ` " ] } // /* ='


@pytest.fixture(scope="session")
def store(tmp_path_factory):
    """Make a store with few rows: of `levels` by three strategies, of `start` by two."""
    path = tmp_path_factory.mktemp("lab") / "rows.sqlite"
    for name, scale, players in (
        ("levels", 0.015, "unit,assignment,complete"),
        ("start", 0.005, "saturate,complete"),
    ):
        with pytest.raises(SystemExit) as end:
            main(["lab", "run", name, "--scale", str(scale), "--strategies", players, "--store",
                  str(path)])  # fmt: skip
        assert not end.value.code
    return path


def needs_chinese_font():
    """Skip a test if no font has Chinese characters; fail if the tests must be complete."""
    if chinese_font(typesetting._installed()) is None and not os.environ.get("MINEPROOF_BROWSER"):
        pytest.skip("no font with Chinese signs is installed")


@pytest.fixture
def made(run, store):
    """Make a report; return the status, both outputs, and the text of the PDF."""

    def call(*args, pdf="report.pdf"):
        status, out, err = run("lab", "report", "--store", store, "--pdf", pdf, *args)
        return status, out, err, text_of(pdf) if status == 0 else ""

    return call


def text_of(pdf):
    """Return the text of a PDF without whitespace, because line breaks do not matter."""
    return squeezed(" ".join(page.extract_text() for page in pypdf.PdfReader(pdf).pages))


def squeezed(text):
    return "".join(text.split())


def printed(blocks, folder, title="Title", author=""):
    return typeset(Paper(title, author, "en", ": ", blocks), folder)


# Contents


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_report_has_all_its_parts_on_at_most_ten_pages(made, language):
    if language != "en":
        needs_chinese_font()
    status, out, err, text = made(
        "--only", "levels,start", "--language", language, "--with-discussion"
    )
    assert (status, err) == (0, "")
    reader = pypdf.PdfReader("report.pdf")
    assert len(reader.pages) <= 10
    assert out.startswith(f"report.pdf{': ' if language == 'en' else '：'}{len(reader.pages)}")
    say = Wording(language).say
    for key in ("title", "introduction", "method", "experiments", "discussion", "provenance"):
        assert squeezed(say(key)) in text
    for question in QUESTIONS:
        assert squeezed(say(f"question {question.name}")) in text
    pages, figure = [squeezed(page.extract_text()) for page in reader.pages], 0

    def page_with(words):
        return next(number for number, page in enumerate(pages) if squeezed(words) in page)

    for name in ("levels", "start"):
        for part in recipes()[name].parts:
            question = page_with(Wording(language).name(part.question))
            if part.chart:
                figure += 1
                drawn = page_with(f"Figure{figure}:" if language == "en" else f"圖{figure}：")
                assert question <= drawn <= question + 1, "a figure stands far from its section"
        assert f"mineprooflabrun{name}--scale0.0" in text
    for key, values in (("method player", {}), ("ends", {}), ("cores", {"n": os.cpu_count()})):
        assert squeezed(say(key, **values)) in text
    assert "mineprooflabreport" not in text
    assert reader.trailer["/Root"]["/Lang"] == ("en-GB" if language == "en" else "zh-TW")
    assert re.search(r"\d\.\d\[\d+\.\d,\d+\.\d\]", text), "no interval"
    assert ("Table2:" if language == "en" else "表2：") in text


def test_the_numbers_are_those_of_lab_show(made, run, store):
    *_, text = made("--only", "levels")
    _, shown, _ = run("lab", "show", "levels", "--store", store, "--all-columns")
    values = re.findall(r"^(?:easy|medium|hard) .*?\d+  (\S+ \[[^]]*\])", shown, re.MULTILINE)
    assert len(values) == 9
    for value in values:
        assert squeezed(value) in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_discussion_has_the_author_s_answers_and_what_was_measured(made, language):
    if language != "en":
        needs_chinese_font()
    say = Wording(language).say
    measured = squeezed(say("offered", strategy="assignment").replace("`", ""))
    *_, text = made("--only", "levels", "--language", language)
    assert measured in text  # beside the results, because nobody answers the question
    assert squeezed(say("discussion")) not in text
    *_, text = made("--only", "start", "--language", language)
    assert text.count("mineprooflab") == 1  # nothing of levels is printed
    put("question first-order", "It could.")
    *_, text = made("--only", "start", "--language", language)
    assert measured in text.partition("Itcould.")[2]  # levels is in the store
    for question in QUESTIONS:
        shown = question.name == "first-order"
        assert (squeezed(question.title(Wording(language))) in text) == shown
    assert squeezed(say("text guessing")) not in text
    assert text.count("mineprooflab") == 2  # the commands that made the rows


@pytest.mark.parametrize("language", LANGUAGES)
def test_our_answers_are_printed_on_request_and_marked_as_ours(made, language):
    if language != "en":
        needs_chinese_font()
    say = Wording(language).say
    *_, text = made("--only", "start", "--language", language, "--with-discussion")
    for question in QUESTIONS:
        assert (
            squeezed(say("our answer", text=say(f"text {question.name}")).replace("*", "")) in text
        )


def test_a_listing_follows_on_its_own_pages_which_do_not_count(made, monkeypatch):
    made("--only", "levels")
    before = len(pypdf.PdfReader("report.pdf").pages)
    Path("mine.cpp").write_text("int main() {\n\treturn 0;  // done\n}\n" * 60)
    Path("kb.py").write_text(f"# {HOSTILE}\n{'x' * 200}\nprint(1)\n")
    monkeypatch.setattr(report, "MOST_PAGES", before)
    status, out, _, text = made("--only", "levels", "--listing", "mine.cpp,kb.py")
    pages = pypdf.PdfReader("report.pdf").pages
    assert status == 0
    assert out.startswith(f"report.pdf: {before} pages, and {len(pages) - before} of the listing\n")
    first = squeezed(pages[before].extract_text())
    assert first.startswith("Appendix:theprogrammine.cpp1intmain(){2return0;//done3}4intmain()")
    assert "180}kb.py1#" in text
    lines = "".join(page.extract_text() for page in pages).replace("\u200b", "")
    assert "x" * 100 in lines
    assert "x" * 200 not in lines, "a long word runs off the page"
    assert text.endswith(f"A{len(pages) - before}/A{len(pages) - before}")
    assert "Appendix" not in text.partition(f"{before}/{before}")[0]
    kept = Path("report.pdf").read_bytes()
    status, _, err, _ = made("--only", "levels", "--listing", "mine.cpp,nowhere.py")
    assert (status, err) == (2, "mineproof: nowhere.py: No such file or directory\n")
    assert Path("report.pdf").read_bytes() == kept


def test_a_program_has_the_name_that_its_author_gives(made, run, tmp_path):
    Path("mine.py").write_text(MY_PLAYER.read_text())
    run("lab", "run", "--name", "mine", "--size", "5x5", "--mines", 3, "--boards", 3,
        "--strategies", "assignment,mine.py:MyPlayer", "--store", "own.sqlite")  # fmt: skip
    report_of = ("lab", "report", "--store", "own.sqlite", "--pdf", "report.pdf")
    status, _, err = run(*report_of, "--as", "Resolution by Chen")
    assert (status, err) == (0, "")
    text = text_of("report.pdf")
    assert "ResolutionbyChentheauthor'sprogram".replace("'", "’") in text.replace("'", "’")
    assert text.count("mine.py:MyPlayer") == 1  # in the command that makes the rows again
    assert "ResolutionbyChen" in squeezed(text.partition("3.1Howdo")[2])
    for names, said in (
        (["A", "B"], "--as: more names (2) than programs from outside (1)"),
        (["unit"], "--as: a name is that of another player"),
        ([" "], "--as: a name is empty"),
    ):
        words = [word for name in names for word in ("--as", name)]
        assert run(*report_of, *words) == (2, "", f"mineproof: {said}\n")


def test_the_same_rows_give_the_same_bytes(made):
    made("--only", "levels")
    first = Path("report.pdf").read_bytes()
    made("--only", "levels")
    assert Path("report.pdf").read_bytes() == first


def test_the_web_page_has_only_what_is_asked_for(run, store, tmp_path):
    status, out, _ = run("lab", "report", "--store", store, "--only", "start", "--out", "pages")
    assert status == 0
    page = (tmp_path / "pages" / "report.md").read_text()
    assert "## start" in page
    assert "## levels" not in page
    assert "lab run levels" not in page + out


def test_both_reports_can_be_written_at_once(made, tmp_path):
    status, *_ = made("--only", "levels", "--out", "pages")
    assert status == 0
    assert (tmp_path / "pages" / "report.html").is_file()
    assert not (tmp_path / "mineproof-lab-report").exists()


@pytest.mark.parametrize(
    ("only", "said"),
    [
        ("levels,nothing", "--only: unknown recipe 'nothing': one of levels, "),
        ("", "--only: unknown recipe ''"),
    ],
)
def test_an_experiment_that_is_not_there_is_refused(made, tmp_path, only, said):
    status, out, err, _ = made("--only", only)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert said in err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("pdf", ["missing/report.pdf", ".", "/dev/null/report.pdf", "report.txt"])
def test_a_pdf_that_cannot_be_written_is_refused(made, tmp_path, pdf):
    status, _, err, _ = made("--only", "levels", pdf=pdf)
    assert (status, err.count("\n")) == (2, 1)
    assert list(tmp_path.iterdir()) == []


# The author's own text


def put(name, text, file="report.own.txt"):
    content = Path(file).read_text()
    mark = f"%%% begin {name}\n"
    assert mark in content
    Path(file).write_text(content.replace(mark, f"{mark}{text}\n"))


def test_own_text_is_kept_and_printed(made):
    needs_chinese_font()
    made("--only", "levels")
    put("title", "Mines and\nclauses")
    put("author", "王小明")
    put(
        "introduction",
        "I asked:\n\n- does it\n  matter?\n- **how much**?\n\n```\nif (x < 1) #y\n```",
    )
    put("experiment levels", "My finding on levels.")
    put("question csp", "My view on search.")
    put("conclusion", "My conclusion.")
    before = Path("report.own.txt").read_bytes()
    *_, text = made("--only", "levels")
    assert Path("report.own.txt").read_bytes() == before
    for words in ("Mines and clauses", "王小明", "I asked:", "does it matter?", "how much?",
                  "if (x < 1) #y", "My finding on levels.", "My view on search.", "My conclusion.",
                  "5 Conclusion"):  # fmt: skip
        assert squeezed(words) in text
    assert "Aplayerof" not in text  # our introduction is not printed
    assert text.index("Myfinding") < text.index("4Discussion") < text.index("Myview")


def test_sections_are_added_for_another_experiment_and_nothing_else_changes(made):
    needs_chinese_font()
    made("--only", "levels")
    put("experiment levels", "Kept.")
    before = Path("report.own.txt").read_text()
    *_, text = made("--only", "start")
    after = Path("report.own.txt").read_text()
    assert after.startswith(before)
    assert "%%% begin experiment start" in after[len(before) :]
    assert "Kept." not in text
    *_, text = made("--only", "levels,start", "--language", "zh-Hant")
    assert Path("report.own.txt").read_text() == after
    assert "Kept." in text


def test_own_text_of_another_editor_is_read_and_kept(made):
    made("--only", "levels")
    put("conclusion", "End.")
    content = "\ufeff" + Path("report.own.txt").read_text().replace("\n", "\r\n")
    Path("report.own.txt").write_bytes(content.rstrip().encode())  # the last line has no line end
    status, *_, text = made("--only", "levels,start")
    assert status == 0
    assert "End." in text
    after = Path("report.own.txt").read_bytes().decode()
    assert after.startswith(content.rstrip())
    assert "\n" not in after.replace("\r\n", "")


OWN = "".join(f"%%% begin {name}\n\n%%% end {name}\n" for name in ("title", "conclusion"))


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (OWN.replace("%%% end title\n", ""), "the section title has not ended"),
        (OWN.replace("%%% begin title\n", ""), "this ends title, which has not begun"),
        (OWN.replace("%%% end conclusion\n", ""), "no line “%%% end conclusion”"),
        (OWN.replace("end title", "end titel"), "this ends titel"),
        (OWN.replace("end title", "ende title"), "a mark is “%%% begin NAME”"),
        (OWN.replace("%%% end title", "%%%"), "a mark is “%%% begin NAME”"),
        (OWN + OWN, "the section title occurs twice"),
        (OWN + "My last words.\n", "text outside of the marked sections"),
        ("My first words.\n" + OWN, "line 1: text outside of the marked sections; nothing was"),
        (b"\xff", "not UTF-8 text"),
        ("#" * 2_000_000, "larger than 1 MiB"),
    ],
    ids=range(11),
)
def test_damaged_marks_are_refused(tmp_path, content, said):
    path = tmp_path / "report.own.txt"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(BadInput, match=said) as refused:
        own_text.read(path)
    assert str(refused.value).startswith(f"{path}: ")


def test_a_file_that_is_no_own_text_is_left_and_nothing_is_overwritten(made):
    made("--only", "levels")
    pdf = Path("report.pdf").read_bytes()
    Path("report.own.txt").write_text("Shopping list\n")
    status, out, err, _ = made("--only", "levels,start")
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert "report.own.txt: line 1: text outside of the marked sections; nothing was written" in err
    assert Path("report.own.txt").read_text() == "Shopping list\n"
    assert Path("report.pdf").read_bytes() == pdf


def test_own_text_that_changes_meanwhile_is_not_overwritten(tmp_path):
    path = tmp_path / "report.own.txt"
    found = own_text.read(path)
    path.write_text("%%% begin title\nWritten meanwhile\n%%% end title\n")
    with pytest.raises(BadInput, match="the file has changed"):
        found.write([own_text.Section("method", "")], "head")
    assert "Written meanwhile" in path.read_text()


def test_a_failed_write_leaves_the_own_text_as_it_was(tmp_path, monkeypatch):
    path = path_beside(tmp_path / "report.pdf")
    path.write_text("%%% begin title\nMine\n%%% end title\n")
    found = own_text.read(path)

    def full(_file):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(BadInput, match="No space left"):
        found.write([own_text.Section("method", "")], "head")
    assert parse(path.read_text()) == {"title": "Mine"}
    assert list(tmp_path.iterdir()) == [path]


# Missing data


def test_without_typst_one_line_says_which_extra(made, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "typst", None)
    status, out, err, _ = made("--only", "levels")
    assert (status, out) == (2, "")
    assert (
        err == "mineproof: a PDF needs typst: pip install '.[report]' in a checkout,"
        " 'FILE.whl[report]' with a wheel\n"
    )
    assert list(tmp_path.iterdir()) == []


def test_without_a_chinese_font_one_line_says_so(made, monkeypatch):
    embedded = [one for one in typesetting._installed() if one.path is None]
    monkeypatch.setattr(typesetting, "_installed", lambda: embedded)
    status, out, err, _ = made("--only", "levels", "--language", "zh-Hant")
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("mineproof: no font with Chinese characters was found: install one")
    assert made("--only", "levels")[0] == 0
    put("author", "王小明")
    assert made("--only", "levels")[0] == 2


def test_a_font_is_found_by_its_name_or_by_its_signs():
    needs_chinese_font()
    every = typesetting._installed()
    found = chinese_font(every)
    assert found is not None
    unknown = [one for one in every if one.family not in typesetting._PREFERRED]
    by_signs = chinese_font(unknown)
    assert by_signs is None or typesetting._has(by_signs.path, typesetting._SAMPLE)
    assert chinese_font([one for one in every if "DejaVu" in one.family]) is None


# Text is never executed as typst code


def test_no_text_of_any_block_is_read_as_source(tmp_path):
    blocks = [
        Heading(1, HOSTILE),
        Heading(3, HOSTILE),
        HOSTILE,
        f"`{HOSTILE.replace('`', '')}` **{HOSTILE.replace('*', '')}**",
        Items([HOSTILE]),
        Code([HOSTILE, HOSTILE]),
        Formula("first-order"),
        Grid(HOSTILE, [HOSTILE, "n"], [[HOSTILE, "1"]], names=1),
        Figure(HOSTILE, HOSTILE, lambda: figures.new(1, 1)[0], 1.0),
    ]
    template = (Path(typesetting.__file__).parent / typesetting.TEMPLATE).read_text()
    for block in blocks:
        assert f'block.kind == "{as_data(block, "a.svg")["kind"]}"' in template
    found = printed(blocks, tmp_path, HOSTILE, HOSTILE)
    text = text_of(io.BytesIO(found.pdf))
    assert "root:" not in text
    call = '#read("/etc/passwd")#import"@preview/x:0.1.0"$x$@y<z>\\'
    assert text.count(call) == 14  # title, author, and each text of the blocks
    assert pypdf.PdfReader(io.BytesIO(found.pdf)).metadata.title == HOSTILE


@pytest.mark.parametrize(
    "source",
    ['#read("/etc/hostname")', '#read("../outside.txt")', '#image("../../../../etc/passwd")'],
)
def test_typst_reads_nothing_outside_of_its_folder(tmp_path, monkeypatch, source):
    (tmp_path / "outside.txt").write_text("secret")
    inside = tmp_path / "inside"
    inside.mkdir()
    shipped = Path(typesetting.__file__).parent / typesetting.TEMPLATE
    (tmp_path / "template").mkdir()
    (tmp_path / "template" / typesetting.TEMPLATE).write_text(shipped.read_text() + source)
    monkeypatch.setattr(typesetting, "files", lambda _package: tmp_path / "template")
    with pytest.raises(BadInput, match="typst: "):
        printed([], inside)


def hostile_table(name):
    """Make a table of an experiment with odd names of settings and strategies."""
    part = Part(name, name, each(level=[name, "b"]), (COMPLETE, MS), 10, (name, "unit"),
                chart=Chart("strategy", ("complete",), lines="level"))  # fmt: skip
    recipe = Recipe(name, name, (part,))
    results = [
        ConfigResult(name, name, {"level": level, "strategy": strategy}, 2,
                     {"complete": Estimate(0.5, 0.1, 0.9, 2)}, {}, {},
                     {0: {"complete": True}, 1: {"complete": False}})
        for level in (name, "b") for strategy in (name, "unit")
    ]  # fmt: skip
    return Table(recipe, part, results)


@pytest.mark.parametrize("name", [HOSTILE, "$\\frac{1$", "<script>&amp;", "`", "../../x", "名"])
def test_an_experiment_may_have_any_name(tmp_path, name):
    if not name.isascii():
        needs_chinese_font()
    blocks = [*report._experiment(name, [hostile_table(name)], Wording("en"), Cut(40, 2, 2.0))]
    found = printed(blocks, tmp_path)
    text = text_of(io.BytesIO(found.pdf))
    assert squeezed(name.replace("`", "")) in text.replace("`", "")
    assert "root:" not in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_experiment_of_one_s_own_with_a_player_from_outside_is_reported(run, tmp_path, language):
    if language != "en":
        needs_chinese_font()
    player = '#read("passwd") $1.py:MyPlayer'
    (tmp_path / player.removesuffix(":MyPlayer")).write_text(MY_PLAYER.read_text())
    status, _, err = run("lab", "run", "--name", "mine", "--size", "5x5", "--vary", "mines=2,3",
                         "--boards", 3, "--strategies", f"assignment,{player}")  # fmt: skip
    assert status == 0, err
    status, _, err = run("lab", "report", "--only", "mine", "--pdf", "report.pdf", "--language",
                           language)  # fmt: skip
    assert (status, err) == (0, "")
    text = text_of("report.pdf")
    assert squeezed(player) in text
    wording = Wording(language)
    assert squeezed(wording.say("own question", settings=wording.key("mines"))) in text
    assert "--namemine--size5x5--varymines=2,3--boards3" in text
    setting = wording.say("setting", key=wording.key("size"), value="5x5")
    assert squeezed(wording.say("held", settings=setting)) in text
    status, _, _ = run("lab", "report", "--only", "mine", "--out", "pages")
    assert status == 0
    assert "## mine" in (tmp_path / "pages" / "report.md").read_text()


# Pages and line lengths


def test_a_report_that_is_too_long_is_refused_with_what_to_leave_out(made):
    made("--only", "levels,start")
    pdf = Path("report.pdf").read_bytes()
    put("conclusion", "\n\n".join(["Much to say about mines and clauses. " * 12] * 250))
    own = Path("report.own.txt").read_bytes()
    status, out, err, _ = made("--only", "levels,start")
    assert (status, out) == (2, "")
    found = re.fullmatch(
        r"mineproof: --only: the report has (\d+) pages, more than 10: leave out some experiments"
        r" \(levels begins on page \d+, start begins on page \d+\), or shorten report.own.txt\n",
        err,
    )
    assert found
    assert int(found[1]) > 10
    assert Path("report.pdf").read_bytes() == pdf
    assert Path("report.own.txt").read_bytes() == own


def test_a_report_that_is_a_little_too_long_is_cut(made, monkeypatch):
    monkeypatch.setattr(report, "_CUTS", (Cut(40, 2, 4.0), Cut(2, 1, 1.0)))
    *_, whole = made("--only", "levels,start")
    pages = len(pypdf.PdfReader("report.pdf").pages)
    monkeypatch.setattr(report, "MOST_PAGES", pages - 1)
    status, *_, text = made("--only", "levels,start")
    assert status == 0
    assert len(pypdf.PdfReader("report.pdf").pages) < pages
    assert "2of3rows." in text
    assert "2of3rows" not in whole


def sweep_of(shares):
    part = Part("sweep", "?", each(mines=range(1, len(shares) + 1)), (COMPLETE,), 5, ("unit",))
    results = [
        ConfigResult("x", "sweep", {"mines": mines, "strategy": "unit"}, 5,
                     {"complete": Estimate(share, 0.0, 1.0, 5)}, {}, {}, {})
        for mines, share in enumerate(shares, start=1)
    ]  # fmt: skip
    return Table(Recipe("x", "y", (part,)), part, results)


def test_a_sweep_is_cut_from_end_to_end():
    [grid] = grids_of(sweep_of([0.5] * 30), Wording("en"), Cut(4, 2, 2.0))
    assert [row[0] for row in grid.rows] == ["1", "11", "20", "30"]
    assert "4 of 30 rows." in grid.caption


def test_up_to_three_equal_cases_are_all_named():
    [found] = findings(sweep_of([0.9] * 3 + [0.1] * 4), Wording("en"))
    assert "At 1 mine and 2 mines and 3 mines `unit` completes 90.0\u00a0%\u00a0[0.0," in found
    assert (
        "the most; at 4 mines (and 3 other cases) `unit` completes 10.0\u00a0%\u00a0[0.0," in found
    )


def two_players(language):
    """Return a table of two players with equal values, and its wording."""
    part = Part("two", "?", each(mines=(6, 8)), (COMPLETE,), 5, ("unit", "exec:./b"),
                chart=Chart("mines", ("complete",)))  # fmt: skip
    results = [
        ConfigResult("x", "two", {"mines": mines, "strategy": player}, 5,
                     {"complete": Estimate(share, 0.1, 1.0, 5)}, {}, {}, {})
        for mines, share in ((6, 1.0), (8, 0.4)) for player in ("unit", "exec:./b")
    ]  # fmt: skip
    return Table(Recipe("x", "y", (part,)), part, results), Wording(language)


def test_players_with_equal_values_are_told_together_and_both_drawn():
    table, wording = two_players("en")
    [found] = findings(table, wording)
    assert found.replace("\u00a0", " ") == (
        "At 6 mines both players complete 100.0 % [10.0, 100.0] of the boards, the most; at 8 mines"
        " both players complete 40.0 % [10.0, 100.0], the fewest. Both players are equal in"
        " complete boards in all cases. On the same boards, none of 2 comparisons with `unit`"
        " shows a difference (p < 0.05)."
    )
    first, second = figures.draw(table, table.part.chart).axes[0].containers
    assert first.lines[0].get_linewidth() > second.lines[0].get_linewidth()
    assert (first.lines[0].get_linestyle(), second.lines[0].get_linestyle()) == ("-", "--")


def test_a_chinese_report_has_one_form_of_each_label():
    table, wording = two_players("zh-Hant")
    [found] = findings(table, wording)
    assert found.startswith("地雷數 6時兩個玩家都完成 100.0")
    assert wording.setting("level", "hard") == "難度困難"
    label = figure_of(table, table.part.chart, wording, Cut(9, 1, 2.0)).draw().axes[0].get_ylabel()
    assert grids_of(table, wording, Cut(9, 1, 2.0))[0].caption.startswith(f"{label}與")


def test_players_on_the_axis_need_no_legend():
    table = two_players("en")[0]
    drawn = figures.draw(table, Chart("strategy", ("complete",)))
    assert drawn.legends == []
    assert {x for one in drawn.axes[0].containers for x in one.lines[0].get_xdata()} == {0, 1}


def test_a_figure_leaves_no_hole_and_a_command_breaks_between_words(tmp_path):
    commands = [f"`{'m' * n} {'--some-option=1,2 --other ' * 5}`" for n in range(1, 10)]
    blocks = [
        *["Before."] * 20,
        Figure("Drawn", "drawn", lambda: figures.new(1, 1, figures.Look(6, 7))[0], 6.0),
        Grid("Commands", ["command", "n"], [[one, "1"] for one in commands], names=1, wide=True),
    ]
    pdf = pypdf.PdfReader(io.BytesIO(printed(blocks, tmp_path).pdf))
    assert len(pdf.pages) == 2
    words = pdf.pages[0].extract_text().split()
    assert "Commands" in words
    assert [words.count(one) for one in ("--some-option=1,2", "--other")] == [45, 45]


@pytest.mark.parametrize(
    ("tried", "chosen"),
    [
        ([(3, 0.5)], 0),
        ([(3, 0.1), (2, 0.9)], 1),
        ([(3, 0.1), (3, 0.1)], 0),
        ([(12, 0.9), (11, 0.9), (10, 0.1)], 2),
    ],
)
def test_smaller_figures_save_a_last_page_that_is_nearly_empty(
    run, store, monkeypatch, tried, chosen
):
    made = [Printed(str(at).encode(), *one) for at, one in enumerate(tried)]
    monkeypatch.setattr(typesetting, "typeset", lambda *_: made.pop(0))
    run("lab", "report", "--store", store, "--only", "start", "--pdf", "report.pdf")
    assert Path("report.pdf").read_bytes() == str(chosen).encode()


def test_the_axes_of_a_figure_have_no_name_of_a_variable():
    parts = [part for recipe in recipes().values() for part in recipe.parts]
    settings = {key for part in parts for key in part.varied}
    assert "count_limit" in settings
    assert not [key for key in settings if "_" in figures.axis_label(key)]


def test_a_single_board_has_no_interval():
    table = hostile_table("x")
    one = [
        replace(result, n=1, values={"complete": result.values["complete"]._replace(n=1)})
        for result in table.results
    ]
    [grid] = grids_of(Table(table.recipe, table.part, one), Wording("en"), Cut(9, 1, 2.0))
    assert grid.rows[0][1:] == ["50.0", "50.0"]
    assert "n = 1, too few for an interval" in grid.caption


# The words


def test_every_name_of_an_experiment_has_a_translation():
    wanted = {"reported", "strategy", *(figures.axis_label(key) for key in figures._AXIS_LABELS)}
    wanted |= {key.replace("_", " ") for key in own.SETTINGS}
    wanted |= {"unlimited", *LEVELS, *PLACES, *SHAPES, *HEURISTICS}
    everyone = [own.own_recipe("x", [own.OwnExperiment({"level": "easy"})], ["unit"])]
    for recipe in (*recipes().values(), *everyone):
        for part in recipe.parts:
            wanted |= {part.question, *(measure.label for measure in part.measures)}
            for case in part.cases:
                wanted |= {key.replace("_", " ") for key in case}
                wanted |= {value for value in case.values() if isinstance(value, str)}
    for strategy in STRATEGIES.values():
        wanted |= {strategy.summary, strategy.source}
    wanted = {one for one in wanted if not re.fullmatch(r"\d+x\d+", one)}
    wanted -= {"ours"}  # printed as the name of the project
    names = table("zh-Hant", "names")["lab"]
    assert wanted <= set(names)
    assert not {key for key, value in names.items() if key == value or not value.strip()}


def test_long_names_of_players_are_short_and_different():
    names = [f"exec:/usr/bin/python3 /home/{who}/player.py" for who in "abc"]
    wording = Wording("en", [*names, "unit"])
    assert [wording.player(name) for name in names] == [
        "`…player.py`", "`…player.py (2)`", "`…player.py (3)`"
    ]  # fmt: skip
    assert wording.player("unit") == "`unit`"
    endless = "exec:" + "x" * 200
    assert len(Wording("en", [endless]).name(endless)) == 24
