"""Pages that are made have everything, links have targets, and figures agree with the data."""

import json
import re
import runpy
from types import SimpleNamespace

import pytest
from click import Group

from mineproof import read
from mineproof.answers import analysis
from mineproof.cli.entry import app
from places import ROOT

DOCS = ROOT / "docs"
PAGES = sorted([*ROOT.glob("*.md"), *DOCS.rglob("*.md"), *(ROOT / "native").glob("*.md")])


def anchors(page):
    """Yield the anchors that Markdown makes from the headings of a page."""
    text = re.sub(r"^```.*?^```", "", page.read_text(), flags=re.M | re.S)
    for heading in re.findall(r"^#+ (.+)$", text, re.M):
        plain = re.sub(r"[^\w\- ]", "", re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)).lower()
        yield plain.strip().replace(" ", "-")


def made(name):
    """A module of docs/.build."""
    return runpy.run_path(str(DOCS / ".build" / f"{name}.py"))


def all_commands(command, path):
    yield path, command
    if isinstance(command, Group):
        hidden = {name for name, one in getattr(command, "entries", {}).items() if one.hidden}
        for name in set(command.list_commands(None)) - hidden:
            yield from all_commands(command.get_command(None, name), f"{path} {name}")


def test_the_page_of_commands_has_every_command_and_option_with_its_help():
    text = made("commands")["page"]()
    sections = dict(
        re.findall(r"^##+ (mineproof[^\n]*)\n\n```text\n(.*?)\n```$", text, re.M | re.S)
    )
    commands = dict(all_commands(app, "mineproof"))
    assert set(sections) == set(commands)
    assert len(commands) > 20
    for path, command in commands.items():
        words = " ".join(sections[path].split())
        assert words.startswith(f"Usage: {path} ")
        for one in command.params:
            help_ = getattr(one, "help", None)
            if not getattr(one, "hidden", False):
                assert any(name in words for name in (*one.opts, one.make_metavar(None))), one.name
                assert not help_ or " ".join(help_.split())[:60] in words, (path, one.name)


def test_a_page_that_mentions_the_help_of_a_command_links_to_the_page_of_commands():
    link = made("commands")["on_page_markdown"]
    for name, up in (("index.md", ""), ("findings/index.md", "../")):
        file = SimpleNamespace(src_uri=name)
        text = link("see `mineproof COMMAND --help`", page=SimpleNamespace(file=file))
        assert text == f"see [`mineproof COMMAND --help`]({up}commands.md)"
    assert "`mineproof COMMAND --help`" in (DOCS / "index.md").read_text()


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
    row = r"^\|[^|`]*`([\w-]+)`[^|]*\| ([^|]+) \| ([^|]+) \| ([^|]+) \|$"
    rows = re.findall(row, (ROOT / page).read_text(), re.M)
    rows = [(strategy, *shown) for strategy, *shown in rows if (strategy, "easy") in cells]
    assert len(rows) >= 6
    for strategy, *shown in rows:
        assert shown == [cells[strategy, level] for level in ("easy", "medium", "hard")]


def test_every_table_of_measurements_stands_on_the_page_that_is_made_of_them():
    tables = made("measured")
    page = (DOCS / "measurements.md").read_text()
    text = tables["on_page_markdown"](page)
    assert "<!-- table" in page
    assert "<!-- table" not in text
    for name in ("guess", "boards", "costs"):
        for table in tables["load"](name)["tables"]:
            assert f"<!-- table: {name} {table['name']} -->" in page
            if table["name"] in ("strength", "parts", "less-luck", "flips"):
                assert all({"seed", "n", "command"} <= set(row) for row in table["rows"])
    assert "| expert | safe:r1c1 | 101002 | 1,000,000 | 41.31 [41.21, 41.41] |" in text
    assert "| -0.095 ± 0.066 |" in text
    assert "| compiled, array to array | 26.6 µs | 22.6 | 27.9 | 5 |" in text


def test_a_command_of_a_measurement_names_a_script_that_is_there_or_the_commit_that_has_it():
    load, seen = made("measured")["load"], 0
    for name in ("guess", "boards", "costs"):
        data = load(name)
        for table in data["tables"]:
            for row in [data | table, *table["rows"]]:
                for script in re.findall(r"bench/\w+\.py", row.get("command") or ""):
                    seen += 1
                    assert (ROOT / script).exists() or row.get("at"), script
    assert seen > 20


DATA = [f"bench/measured/{name}.json" for name in ("guess", "boards", "costs", "bench", "presets")]
LOGS = [*DATA, "docs/findings/report.md"]


def lines_of(log):
    """The lines of a log, each with the figures of one row."""
    text = (ROOT / log).read_text()
    if log.endswith("presets.json"):  # one member a line
        return [" ".join(row.split()) for row in text.split("}")]
    return text.splitlines()


def stands_in(digits, line):
    """Are these the numbers of a line, or the same rounded?"""
    if digits <= line:
        return True
    places = {len(number.partition(".")[2]) for number in digits}
    decimals = [one for one in line if re.fullmatch(r"\d+\.\d+", one)]
    return len(places) == 1 and digits <= {f"{float(one):.{max(places)}f}" for one in decimals}


FULL_OF_FIGURES = ["README.md", "README.zh-TW.md", "docs/guess.md", "docs/findings/index.md",
                   "docs/discussion.md"]  # fmt: skip
FIGURES = sorted({*FULL_OF_FIGURES, *(f"docs/{page.name}" for page in DOCS.glob("*.md"))})


def check_figures(text):
    """Check that every figure with an interval stands in a log; return how many there are."""
    numbers = {
        frozenset(re.findall(r"\d[\d.,]*\d", line)) for log in LOGS for line in lines_of(log)
    }
    text = " ".join(re.sub(r"^```.*?^```|`[^`\n]*`", "", text, flags=re.M | re.S).split())
    number = r"[+-]?(\d+(?:\.\d+)?)"
    shown = re.findall(rf"{number} %? ?[^|\d\[]{{0,12}}\[{number}, {number}\]", text)
    shown += re.findall(r"([+-]?\d+\.\d+) ± (\d+\.\d+)", text)
    for figure in shown:
        digits = {number.lstrip("+-") for number in figure}
        assert any(stands_in(digits, line) for line in numbers), figure
    return len(shown)


@pytest.mark.parametrize("page", FIGURES)
def test_every_figure_with_an_interval_stands_in_a_log(page):
    assert check_figures((ROOT / page).read_text()) >= (6 if page in FULL_OF_FIGURES else 0)


def test_a_figure_that_was_mistyped_would_be_noticed():
    with pytest.raises(AssertionError, match=r"41\.39"):
        check_figures((ROOT / "README.md").read_text().replace("41.31 %", "41.39 %"))


def test_the_keys_of_candidates_are_those_of_the_program():
    view = read((ROOT / "examples" / "position.mine").read_text())
    [keys] = re.findall(r"`candidates` \(`([^`]+)`", (DOCS / "authors.md").read_text())
    assert keys.split() == list(analysis.analyse(view).as_json()["candidates"][0])
