"""Pages that are made have everything, links have targets, and figures agree with the data."""

import json
import re
import runpy
import tomllib
from functools import cache
from types import SimpleNamespace

import pytest
from click import Group

from mineproof import read
from mineproof.answers import analysis
from mineproof.cli.entry import app
from mineproof.lab.recipes import NAMES
from mineproof.play.strategies import STRATEGIES
from places import ROOT

DOCS = ROOT / "docs"
READMES = ("README.md", "README.zh-TW.md")
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


def test_the_site_has_every_strategy_in_its_table():
    text = made("strategies")["on_page_markdown"]((DOCS / "strategies.md").read_text())
    assert "<!--" not in text
    for name, one in STRATEGIES.items():
        [row] = re.findall(rf"^\| `{name}` \| .+ \|$", text, re.M)[:1]
        assert {one.source, one.summary, one.pairs, one.stuck} <= set(row.strip("| ").split(" | "))


def test_ten_pages_are_in_the_navigation_and_lead_to_all_others():
    site = (ROOT / "mkdocs.yml").read_text()
    inside = re.findall(r"^  - [^:]+: (\S+\.md)$", site, re.M)
    behind = re.findall(r"^  /(\S+\.md)$", site, re.M)
    built = {"api.md", "commands.md", "findings/report.md"}  # linked by docs/.build
    assert len(inside) == 10
    assert {*inside, *behind} - built == {
        str(page.relative_to(DOCS)) for page in DOCS.rglob("*.md")
    }
    linked = {
        (DOCS / page).parent.joinpath(target).resolve()
        for page in inside
        for target in re.findall(r"\]\(([\w./-]+\.md)", (DOCS / page).read_text())
    }
    assert {DOCS / page for page in behind if page not in built} <= linked


def test_the_home_page_lists_the_extras():
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"][
        "optional-dependencies"
    ]
    cells = re.findall(r"^\| (`[^|]+`) \| ", (DOCS / "index.md").read_text(), re.M)
    listed = {name for cell in cells for name in re.findall(r"`(\w+)`", cell)}
    assert listed == set(extras) - {"bench", "dev", "docs"}  # for those who change the project


def measured(name):
    return json.loads((ROOT / "bench" / "measured" / f"{name}.json").read_text())


@pytest.mark.parametrize(
    ("page", "form"),
    [("strategies", "{percent} [{low}, {high}]"), ("assignment", "{percent}")],
)
def test_the_table_of_strategies_is_that_of_the_run(page, form):
    cells = {
        (one["strategy"], one["level"]): form.format(**one) for one in measured("presets")["rows"]
    }
    assert not any(one["wrong"] for one in measured("presets")["rows"])
    row = r"^\|[^|`]*`([\w-]+)` \|.*?([^|]+) \| ([^|]+) \| ([^|]+) \|$"
    rows = re.findall(row, (DOCS / f"{page}.md").read_text(), re.M)
    rows = [(strategy, *shown) for strategy, *shown in rows if (strategy, "easy") in cells]
    assert len(rows) >= 6
    for strategy, *shown in rows:
        levels = [cells[strategy, level] for level in ("easy", "medium", "hard")]
        assert [one.strip() for one in shown] == levels


@pytest.mark.parametrize("page", READMES)
def test_a_readme_is_short_and_its_shares_are_those_of_the_run(page):
    lines = (ROOT / page).read_text().splitlines()
    assert len(lines) <= 90
    assert next(at for at, line in enumerate(lines) if line.startswith("## ")) <= 25
    for strategy in ("assignment", "complete"):
        rows = [one for one in measured("presets")["rows"] if one["strategy"] == strategy]
        assert " / ".join(str(one["percent"]) for one in rows) in "\n".join(lines)


def test_every_table_of_measurements_stands_on_the_page_that_is_made_of_them():
    tables = made("measured")
    page = (DOCS / "measurements.md").read_text()
    text = tables["on_page_markdown"](page)
    assert "<!-- table" in page
    assert "<!-- table" not in text
    for name in ("guess", "boards", "costs", "page"):
        for table in tables["load"](name)["tables"]:
            assert f"<!-- table: {name} {table['name']} -->" in page
            if table["name"] in ("strength", "parts", "less-luck", "flips"):
                assert all({"seed", "n", "command"} <= set(row) for row in table["rows"])
    assert "| expert | safe:r1c1 | 101002 | 1,000,000 | 41.31 [41.21, 41.41] |" in text
    assert "| -0.095 ± 0.066 |" in text
    assert "| compiled, array to array | 30.5 µs | 29 | 34.1 | 5 |" in text


def test_a_command_of_a_measurement_names_a_script_that_is_there_or_the_commit_that_has_it():
    load, seen = made("measured")["load"], 0
    for name in ("guess", "boards", "costs", "page"):
        data = load(name)
        for table in data["tables"]:
            for row in [data | table, *table["rows"]]:
                for script in re.findall(r"bench/\w+\.py", row.get("command") or ""):
                    seen += 1
                    assert (ROOT / script).exists() or row.get("at"), script
    assert seen > 20


MEASURED = ("guess", "boards", "costs", "page", "bench", "presets", "reasoning")
DATA = [f"bench/measured/{name}.json" for name in MEASURED]
LOGS = [*DATA, "docs/findings/report.json"]


def lines_of(log):
    """The lines of a log, each with the figures of one row."""
    text = (ROOT / log).read_text()
    if log.endswith("report.json"):
        text = made("findings")["page"](text)
    return text.splitlines()


def stands_in(digits, line):
    """Are these the numbers of a line, or the same rounded?"""
    if digits <= line:
        return True
    places = {len(number.partition(".")[2]) for number in digits}
    decimals = [one for one in line if re.fullmatch(r"\d+\.\d+", one)]
    return len(places) == 1 and digits <= {f"{float(one):.{max(places)}f}" for one in decimals}


FULL_OF_FIGURES = ["docs/guess.md", "docs/findings/index.md", "docs/discussion.md"]
FIGURES = sorted({*READMES, *FULL_OF_FIGURES, *(f"docs/{page.name}" for page in DOCS.glob("*.md"))})


@cache
def numbers_of_logs():
    """Return the numbers of each line of the logs."""
    return {frozenset(re.findall(r"\d[\d.,]*\d", line)) for log in LOGS for line in lines_of(log)}


def check_figures(text):
    """Check that every figure with an interval stands in a log; return how many there are."""
    text = " ".join(re.sub(r"^```.*?^```|`[^`\n]*`", "", text, flags=re.M | re.S).split())
    number = r"[+-]?(\d+(?:\.\d+)?)"
    shown = re.findall(rf"{number} %? ?[^|\d\[]{{0,12}}\[{number}, {number}\]", text)
    shown += re.findall(r"([+-]?\d+\.\d+) ± (\d+\.\d+)", text)
    for figure in shown:
        digits = {number.lstrip("+-") for number in figure}
        assert any(stands_in(digits, line) for line in numbers_of_logs()), figure
    return len(shown)


@pytest.mark.parametrize("page", FIGURES)
def test_every_figure_with_an_interval_stands_in_a_log(page):
    least = 6 if page in FULL_OF_FIGURES else page in READMES
    assert check_figures((ROOT / page).read_text()) >= least


def test_a_figure_that_was_mistyped_would_be_noticed():
    with pytest.raises(AssertionError, match=r"41\.39"):
        check_figures((ROOT / "README.md").read_text().replace("41.31 %", "41.39 %"))


REPORT = DOCS / "findings" / "report.json"


def test_the_report_is_built_from_its_data_with_every_number_and_figure():
    findings, data = made("findings"), REPORT.read_text()
    text = findings["page"](data)
    assert findings["data_of"](text) == data
    assert "| 78.5 [74.2, 82.2] |" in text
    kept = {path.stem for path in (DOCS / "findings" / "figures").iterdir()}
    assert {*re.findall(r"\(figures/(.*?)\.png\)", text)} == kept


def test_the_findings_are_of_the_present_revisions_of_all_strategies():
    summary = " ".join((DOCS / "findings" / "index.md").read_text().split())
    assert "and the present revisions of all strategies but `consuming` and `rebuild`" in summary
    runs = [row for row in lines_of("docs/findings/report.json") if "0.1.0, native |" in row]
    played = {one for row in runs for one in row.split(" | ")[2].split(", ")}
    ran = {re.search(r"`mineproof lab run (\S+)`", row)[1] for row in runs}
    assert f"trials of {len(ran)} recipes" in summary
    assert {*NAMES} - ran == {"coin-flips"}, "tell which recipes the run left out"
    assert "without `coin-flips`, which [theory](../theory.md#the-coin-flip-law) has" in summary
    assert "guess 2" in played
    present = {f"{name} {one.revision}" for name, one in STRATEGIES.items()}
    assert played - present == {"consuming 1", "rebuild 1"}


def test_the_success_rates_that_hold_are_counted():
    text = "\n".join(lines_of("docs/findings/report.json"))
    text = text.partition("\n## size-or-density\n")[0]  # compares five shares of mines-* again
    shares = re.findall(r"(\d+) of (\d+) reported shares lie within", text)
    assert {ours == all_ for ours, all_ in shares} == {True}
    summary = (DOCS / "findings" / "index.md").read_text()
    assert f" {sum(int(ours) for ours, _ in shares)} " in summary


def test_the_keys_of_candidates_are_those_of_the_program():
    view = read((ROOT / "examples" / "position.mine").read_text())
    [keys] = re.findall(r"`candidates` \(`([^`]+)`", (DOCS / "authors.md").read_text())
    assert keys.split() == list(analysis.analyse(view).as_json()["candidates"][0])
