"""The report of the lab: one page that needs nothing else, and its figures."""

import re
import xml.etree.ElementTree as ElementTree

import pytest

import mineproof
from lab_rows import SMOKE, fill
from mineproof.cli.entry import main
from mineproof.core.choice import engine
from mineproof.lab.recipes import recipe, recipes
from mineproof.lab.report import _contradictions as contradictions
from mineproof.lab.run import missing, run
from mineproof.lab.store import Store

# The report


@pytest.fixture(scope="module")
def report_folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("report")
    store = folder / "lab.sqlite"
    for name, scale in (("levels", 0.02), ("start", 0.01), ("phase-transition", 0)):
        if scale:
            fill(store, name, scale, strategies=["two-literal", "consuming", "complete"])
        else:
            with Store(str(store), new=True) as kept:
                plan = [
                    (config, range(20))
                    for config, _ in recipe(name).plan(SMOKE)
                    if config["size"] in ("10x10", "20x20", "50x50")
                ]
                sum(run(missing(name, plan, kept), kept))
    with pytest.raises(SystemExit) as stop:
        main(["lab", "report", "--store", str(store), "--out", str(folder / "out")])
    assert stop.value.code == 0
    return folder / "out"


def test_the_report_is_one_page_that_needs_nothing_else(report_folder):
    page = (report_folder / "report.html").read_text()
    assert not re.search(r"(src|href)=['\"](?!data:|#)", page)
    assert "http" not in re.sub(r"data:image/svg\+xml;base64,[^']*", "", page)
    assert "mineproof lab run start --scale 0.01" in page
    assert "phase-transition: a plan of another program, which no command repeats" in page
    asked = "--strategies two-literal,consuming,complete"
    assert f"mineproof lab run levels --scale 0.02 {asked}" in page
    assert f"{mineproof.__version__}, {engine().name}" in page
    assert "two-literal 1, consuming 2, complete 1" in page
    assert "nan" not in page.split("base64")[0]


def test_every_figure_comes_as_png_and_svg(report_folder):
    pictures = {path.stem for path in (report_folder / "figures").iterdir()}
    assert {"levels-levels", "start-place", "phase-transition-threshold"} <= pictures
    for name in pictures:
        assert (report_folder / "figures" / f"{name}.png").read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
        ElementTree.parse(report_folder / "figures" / f"{name}.svg")
    words = (report_folder / "report.md").read_text()
    assert {*re.findall(r"\(figures/(.*?)\.png\)", words)} == pictures


def test_a_contradiction_without_rows_is_left_open(report_folder):
    words = (report_folder / "report.md").read_text()
    assert words.count("Open: the store has no rows of") >= 4
    asked = contradictions.answers(recipes().values(), {})
    assert len(asked) >= 9
    for question, answer in asked:
        assert question in words
        assert answer.startswith("Open: the store has no rows of")


def test_the_same_rows_make_the_same_report(report_folder, lab, tmp_path):
    store = report_folder.parent / "lab.sqlite"
    assert lab("report", "--store", store, "--out", tmp_path)[0] == 0
    for path in report_folder.rglob("*.*"):
        assert (tmp_path / path.relative_to(report_folder)).read_bytes() == path.read_bytes(), (
            path.name
        )
