"""Exercises for paper: the drawn positions and their solutions."""

import shutil
import subprocess
import xml.etree.ElementTree as ElementTree
from itertools import islice

import pytest

from mineproof import exercises
from mineproof.answers.paper import A_PAGE, PAGE
from mineproof.base.text_width import width
from mineproof.game.picture import FLAG
from mineproof.learn.paper import _wrapped, exercise_pages

SVG = "{http://www.w3.org/2000/svg}"


def drawn(count, language="en", **which):
    found = list(islice(exercises(**which), count))
    pages = exercise_pages(found, task="certain", title="a set", language=language)
    return found, [ElementTree.fromstring(page) for page in pages]


def signs(page):
    """Return the numbers of rings, discs and diamonds."""
    fills = [one.get("fill") for one in page.iter(f"{SVG}circle")]
    diamonds = [one for one in page.iter(f"{SVG}path") if one.get("fill") == "none"]
    return fills.count("white"), fills.count("black"), len(diamonds)


@pytest.mark.parametrize("language", ["en", "zh-Hant"])
def test_pages_hold_six_exercises_each_and_then_the_solutions(language):
    found, pages = drawn(8, language, depth=2, seed=3)
    assert len(pages) == 4
    for page, low in zip(pages, (0, A_PAGE, 0, A_PAGE), strict=True):
        some = found[low : low + A_PAGE]
        grey = [one for one in page.iter(f"{SVG}rect") if one.get("fill") == "#d8d8d8"]
        assert len(grey) == sum(len(one.view.hidden) for one in some)
        flags = [one for one in page.iter(f"{SVG}path") if one.get("fill") != "none"]
        assert len(flags) == sum(list(one.view.cells).count(FLAG) for one in some)
    assert signs(pages[0]) == signs(pages[1]) == (0, 0, 0)
    for page, some in ((pages[2], found[:6]), (pages[3], found[6:])):
        safe, mined = sum(len(one.safe) for one in some), sum(len(one.mined) for one in some)
        assert signs(page) == (safe, mined, 0)


def test_the_signs_stand_on_the_right_cells():
    [one], pages = drawn(1, kind="1-1", seed=1)
    board = one.view.board
    rects = list(pages[1].iter(f"{SVG}rect"))[1:]  # the first is the background
    assert len(rects) == board.cells
    for circle in pages[1].iter(f"{SVG}circle"):
        x, y = float(circle.get("cx")), float(circle.get("cy"))
        [cell] = [
            number for number, rect in enumerate(rects)
            if 0 < x - float(rect.get("x")) < float(rect.get("width"))
            and 0 < y - float(rect.get("y")) < float(rect.get("height"))
        ]  # fmt: skip
        names = one.mined if circle.get("fill") == "black" else one.safe
        assert board.name(cell) in names
    told = " ".join(text.text for text in pages[1].iter(f"{SVG}text"))
    assert " ".join(one.argument) in told


def test_where_nothing_is_certain_the_right_cells_are_diamonds():
    found, pages = drawn(2, kind="flip", seed=2)
    assert signs(pages[1]) == (0, 0, sum(len(one.chosen) for one in found))


@pytest.fixture(scope="module")
def hard():
    """Exercises with long arguments."""
    return [one for kind in ("case", "difference") for one in islice(exercises(kind=kind), 2)]


@pytest.mark.parametrize("language", ["en", "zh-Hant"])
def test_nothing_is_written_beyond_the_paper(hard, language):
    pages = exercise_pages(hard, task="safe", title="a set", language=language)
    assert len(pages) == 2
    for page in map(ElementTree.fromstring, pages):
        for text in page.iter(f"{SVG}text"):
            x, y, size = (float(text.get(name)) for name in ("x", "y", "font-size"))
            if text.get("text-anchor") != "middle":
                assert x + width(text.text) * 0.602 * size <= PAGE[0] - 5, text.text
            assert 5 <= y <= PAGE[1] - 5
        for rect in page.iter(f"{SVG}rect"):
            assert float(rect.get("width")) > 3  # large enough to mark with a pencil


def test_texts_are_cut_between_words_and_lose_none():
    for text in ("one two three four five " * 9, "沒有任何格子能確定。" * 9):
        lines = _wrapped(text, 40)
        assert len(lines) > 3
        assert "".join("".join(lines).split()) == "".join(text.split())
        assert max(map(width, lines)) <= 26


def test_export_writes_a_pdf_and_an_svg(run, tmp_path):
    done = run("learn", "export", "--count", 7, "--depth", 1, "--seed", 5,
               "--pdf", "set.pdf", "--svg", "set.svg")  # fmt: skip
    assert done[0] == 0
    svg = (tmp_path / "set.svg").read_text()
    assert "mineproof learn --depth 1 --count 7 --seed 5" in svg
    assert svg.count("<svg ") == 5
    pdf = (tmp_path / "set.pdf").read_bytes()
    assert pdf.startswith(b"%PDF-")
    if shutil.which("pdfinfo"):
        told = subprocess.run(
            ["pdfinfo", tmp_path / "set.pdf"], capture_output=True, text=True, check=True
        )
        assert "Pages:           4" in told.stdout
