"""Generated pages are up to date, links have targets, and figures agree with the stored run."""

import json
import re
import runpy
from pathlib import Path

import pytest

from mineproof import answers, read

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PAGES = sorted([*ROOT.glob("*.md"), *DOCS.rglob("*.md"), *(ROOT / "native").glob("*.md")])


def anchors(page):
    """Yield the anchors that Markdown makes from the headings of a page."""
    text = re.sub(r"^```.*?^```", "", page.read_text(), flags=re.M | re.S)
    for heading in re.findall(r"^#+ (.+)$", text, re.M):
        plain = re.sub(r"[^\w\- ]", "", re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)).lower()
        yield plain.strip().replace(" ", "-")


def test_the_page_of_commands_is_what_the_program_prints():
    commands = runpy.run_path(str(DOCS / ".build" / "commands.py"))
    fresh = commands["page"]() == commands["PAGE"].read_text()
    assert fresh, "write it again: python docs/.build/commands.py"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_to_files_and_headings_lead_somewhere(page):
    text = re.sub(r"^```.*?^```|`[^`\n]*`", "", page.read_text(), flags=re.M | re.S)
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        there = page.parent / path if path else page
        assert there.exists(), target
        if anchor and there.suffix == ".md":
            assert anchor in set(anchors(there)), target


def measured(name):
    return json.loads((ROOT / "bench" / "measured" / f"{name}.json").read_text())


@pytest.mark.parametrize("page", ["README.md", "README.zh-TW.md", "docs/strategies.md"])
def test_the_table_of_strategies_is_that_of_the_run(page):
    cells = {
        (one["strategy"], one["level"]): f"{one['percent']} [{one['low']}, {one['high']}]"
        for one in measured("presets")["rows"]
    }
    assert not any(one["wrong"] for one in measured("presets")["rows"])
    rows = re.findall(
        r"^\|[^|`]*`([\w-]+)`[^|]*\| ([^|]+) \| ([^|]+) \| ([^|]+) \|$",
        (ROOT / page).read_text(),
        re.M,
    )
    tried = 0
    for strategy, *shown in rows:
        if (strategy, "easy") in cells:
            assert shown == [cells[strategy, level] for level in ("easy", "medium", "hard")]
            tried += 1
    assert tried >= 6


LOGS = ["docs/guess-log.md", "docs/findings/report.md", "docs/strategies.md", "docs/benchmarks.md"]


PAGES = ["README.md", "README.zh-TW.md", "docs/guess.md", "docs/findings/index.md",
         "docs/discussion.md"]  # fmt: skip


@pytest.mark.parametrize("page", PAGES)
def test_every_figure_with_an_interval_stands_in_a_log(page):
    logs = "\n".join((ROOT / log).read_text() for log in LOGS)
    numbers = {frozenset(re.findall(r"\d[\d.,]*\d", line)) for line in logs.splitlines()}
    text = " ".join((ROOT / page).read_text().split())
    number = r"[+-]?(\d+(?:\.\d+)?)"
    shown = re.findall(rf"{number} %? ?[^|\d\[]{{0,12}}\[{number}, {number}\]", text)
    shown += re.findall(r"([+-]\d+\.\d+) ± (\d+\.\d+)", text)
    assert len(shown) >= 6
    for figure in shown:
        digits = {number.lstrip("+-") for number in figure}
        assert any(digits <= line for line in numbers), figure


def test_a_figure_that_was_mistyped_would_be_noticed(tmp_path, monkeypatch):
    changed = (ROOT / "README.md").read_text().replace("41.31 %", "41.39 %")
    (tmp_path / "README.md").write_text(changed)
    for log in LOGS:
        (tmp_path / log).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / log).write_text((ROOT / log).read_text())
    monkeypatch.setattr("test_docs_pages.ROOT", tmp_path)
    with pytest.raises(AssertionError, match=r"41\.39"):
        test_every_figure_with_an_interval_stands_in_a_log("README.md")


def test_the_keys_of_candidates_are_those_of_the_program():
    view = read((ROOT / "examples" / "position.mine").read_text())
    [keys] = re.findall(r"`candidates` \(`([^`]+)`", (DOCS / "authors.md").read_text())
    assert keys.split() == list(answers.analyse(view).as_json()["candidates"][0])
