"""Commands print the language of --language or the locale; JSON does not depend on it."""

import re

import pytest

from mineproof.base.text_width import width
from mineproof.cli.language import of_environment
from mineproof.game.board import Board
from mineproof.logic.observer import Event
from mineproof.reason.trace import as_words
from tiers import slow

FILES = {
    "edge.mine": "4x3x2\n0000\n1211\nHHHH\n",
    "corner.mine": "3x2x2\n1HH\nHHH\n",
    "count.mine": "3x1x1\n1HH\n",
    "flag.mine": "4x3x2\n0000\n1211\nHFHH\n",  # a wrong flag
}
COMMANDS = [
    ("explain", "edge.mine", "r3c2"),
    ("explain", "edge.mine", "r3c2", "--full", "--steps"),
    ("explain", "count.mine", "r1c3", "--full", "--steps"),
    ("explain", "corner.mine", "r1c2"),
    ("explain", "flag.mine", "r3c2"),
    ("explain", "flag.mine", "--all"),
    ("explain", "edge.mine", "--all"),
    ("analyse", "edge.mine"),
    ("analyse", "flag.mine"),
    ("analyse", "corner.mine"),
    ("analyse", "corner.mine", "--hush"),
    ("analyse", "edge.mine", "--hush"),
    ("analyse", "corner.mine", "r1c2", "r1c3"),
    ("analyse", "corner.mine", "r1c2", "r2c2"),
    ("solve", "--level", "easy", "--seed", "3"),
    ("solve", "--level", "easy", "--seed", "3", "--strategy", "unit", "--trace"),
    ("solve", "--level", "easy", "--seed", "3", "--strategy", "consuming", "--trace"),
    ("solve", "--level", "hard", "--seed", "7", "--strategy", "assignment", "--trace"),
    ("solve", "--level", "easy", "--seed", "254", "--strategy", "consuming"),
    ("review", "game.json"),
    ("grade", "unit", "--level", "easy", "--boards", "2", "--seed", "1", "--search", "20"),
]
LARGE = [
    ("grade", "unit", "--level", "easy", "--boards", "5", "--seed", "1", "--search", "50"),
    ("grade", "csp-assign", "--level", "hard", "--boards", "3", "--seed", "1", "--search", "0"),
]
commands = pytest.mark.parametrize("args", [*COMMANDS, *map(slow, LARGE)], ids=" ".join)
WITHOUT_WORDS = ("--steps", "--full")  # options that JSON refuses
# Latin words that a Chinese text may contain: names of strategies, options and cells.
NAMES = re.compile(
    r"--full|r\d+c\d+|[a-z]+-\d+|unit|saturate|assignment|consuming|complete|csp-assign|KB0?"
    r"|\b(easy|hard) \d+\b|`clause`|`new_clauses`"
)


@pytest.fixture
def folder(run, tmp_path, monkeypatch):
    """Make the files that the commands read, and fix all times."""
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    run("solve", "--level", "expert", "--start", "open", "--strategy", "least-risk", "--seed", 5,
        "--replay", "game.json")  # fmt: skip
    monkeypatch.setattr("time.process_time", lambda: 0.0)
    return run


def said(run, *args):
    status, out, err = run(*args)
    assert status in (0, 1), err
    return out


@commands
def test_a_text_in_chinese_has_no_english_left(folder, args):
    english = said(folder, *args, "--language", "en")
    chinese = said(folder, *args, "--language", "zh-Hant")
    assert english != chinese
    assert english.isascii() or not re.search("[\u3400-\u9fff]", english)
    assert re.search("[\u3400-\u9fff]", chinese)
    left = NAMES.sub("", chinese)
    assert re.findall(r"[A-Za-z]{3,}", left) == []
    cells = [sorted(set(re.findall(r"r\d+c\d+", text))) for text in (english, chinese)]
    assert cells[0] == cells[1]
    numbers = [sorted(re.findall(r"\d+\.\d+", text)) for text in (english, chinese)]
    assert numbers[0] == numbers[1]


def test_the_language_may_stand_before_the_command(folder):
    asked, chinese = ("analyse", "edge.mine"), ("--language", "zh-Hant")
    expected = said(folder, *asked, *chinese)
    assert said(folder, *chinese, *asked) == expected != said(folder, *asked)
    assert said(folder, "--language", "en", *asked, *chinese) == expected


@commands
def test_json_does_not_depend_on_the_language(folder, args, monkeypatch):
    asked = (*(word for word in args if word not in WITHOUT_WORDS), "--json")
    plain = said(folder, *asked)
    assert plain
    assert said(folder, *asked, "--language", "zh-Hant") == plain
    assert said(folder, *asked, "--language", "en") == plain
    monkeypatch.setenv("LANG", "zh_TW.UTF-8")
    assert said(folder, *asked) == plain


def test_files_for_programs_do_not_depend_on_the_language(folder, tmp_path):
    written = []
    for language in ("en", "zh-Hant"):
        folder("grade", "unit", "--level", "easy", "--boards", "2", "--seed", 1, "--search", 5,
               "--gradescope", "results.json", "--html", f"{language}.html",
               "--language", language)  # fmt: skip
        written.append((tmp_path / "results.json").read_bytes())
    assert written[0] == written[1]
    page = (tmp_path / "zh-Hant.html").read_text()
    assert '<html lang="zh-Hant">' in page
    assert "可靠嗎？" in page
    assert "Sound?" in (tmp_path / "en.html").read_text()


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "zh_TW.UTF-8"}, "zh-Hant"),
        ({"LANG": "zh_HK.Big5-HKSCS"}, "zh-Hant"),
        ({"LANG": "zh_MO"}, "zh-Hant"),
        ({"LANG": "zh-Hant"}, "zh-Hant"),
        ({"LANG": "zh_Hant_CN.UTF-8"}, "zh-Hant"),
        ({"LANG": "zh_TW@radical"}, "zh-Hant"),
        ({"LANG": "zh_CN.UTF-8"}, "en"),
        ({"LANG": "zh_Hans_HK"}, "en"),
        ({"LANG": "zh_SG"}, "en"),
        ({"LANG": "zh"}, "en"),
        ({"LANG": "ja_JP.UTF-8"}, "en"),
        ({"LANG": "nonsense"}, "en"),
        ({"LANG": "zh_TW", "LC_ALL": "en_US.UTF-8"}, "en"),
        ({"LANG": "en_US", "LC_ALL": "zh_TW"}, "zh-Hant"),
        ({"LANG": "en_US", "LC_MESSAGES": "zh_TW"}, "zh-Hant"),
        ({"LANG": "zh_TW", "LC_ALL": ""}, "zh-Hant"),
        ({"LANG": "en_US", "LANGUAGE": "zh_TW:en"}, "zh-Hant"),
        ({"LANG": "zh_TW", "LANGUAGE": "en"}, "en"),
        ({"LANG": "zh_TW", "LANGUAGE": "zh_CN:fr"}, "zh-Hant"),
        ({"LANGUAGE": "zh_TW"}, "zh-Hant"),
        ({"LANG": "C", "LANGUAGE": "zh_TW"}, "en"),
        ({"LANG": "C.UTF-8", "LANGUAGE": "zh_TW"}, "zh-Hant"),
        ({"LC_ALL": "POSIX", "LANGUAGE": "zh_TW"}, "en"),
    ],
)
def test_the_locale_chooses_as_it_does_for_other_programs(environment, language):
    assert of_environment(environment) == language


def test_the_option_goes_before_the_locale(folder, monkeypatch):
    asked = ("explain", "edge.mine", "r3c2")
    monkeypatch.setenv("LANG", "zh_TW.UTF-8")
    assert "r3c2 安全" in said(folder, *asked)
    assert "r3c2 is safe" in said(folder, *asked, "--language", "en")
    monkeypatch.setenv("LANG", "en_US.UTF-8")
    assert "r3c2 安全" in said(folder, *asked, "--language", "ZH_hant")


@pytest.mark.parametrize("language", ["en", "zh-Hant"])
def test_columns_stand_below_each_other(folder, language):
    rows = said(folder, "explain", "edge.mine", "--all", "--language", language).splitlines()
    depth = "depth" if language == "en" else "深度"
    assert {width(row.partition(depth)[0]) for row in rows} == {14}
    lines = said(folder, "analyse", "corner.mine", "--language", language).splitlines()
    table = lines[lines.index("", 6) + 1 :]
    ends = [[width(row[: end.end()]) for end in re.finditer(r"\d %", row)] for row in table[1:]]
    assert all(row == ends[0] for row in ends)
    assert width(table[0]) == ends[0][-1]
    told = said(folder, "grade", "unit", "--level", "easy", "--boards", "1", "--seed", 1,
                "--search", 0, "--language", language).splitlines()  # fmt: skip
    head, row = told[4:6]
    assert width(head) == width(row)
    labels = ("sound", "faults", "missed", "clauses", "points")
    if language != "en":
        labels = ("可靠", "故障", "遺漏", "子句", "得分")
    for label in labels:
        [line] = [one for one in told if one.startswith(label + " ")]
        assert width(line) - width(line[len(label) :].lstrip()) == 11


def test_a_trace_tells_every_kind_of_step_in_both_languages():
    board, clause = Board(2, 2), frozenset({1, -2})
    events = [
        Event("tell", 0, frozenset({1, 2}), other=1, source=3),
        Event("tell", 0, frozenset({1, 2}), other=2),
        Event("tell", 0, frozenset(), other=0, source=3),
        Event("insert", 7, clause, (3, 5)),
        Event("insert", 7, clause),
        Event("duplicate", 0, clause, other=4),
        Event("duplicate", 0, clause),
        Event("subsumed", 0, clause, (3, 5), other=4),
        Event("true", 3, clause),
        Event("true", 0, clause),
        Event("drop", 3, clause, other=4),
        Event("shorten", 3, clause, other=4),
        Event("consume", 3, clause),
        Event("take", 3, frozenset({1})),
        Event("take", 3, frozenset({-1})),
        Event("match", 3, clause),
    ]
    told = [[as_words(board, one, language) for one in events] for language in ("en", "zh-Hant")]
    assert len({*told[0]}) == len({*told[1]}) == len(events)
    for english, chinese in zip(*told, strict=True):
        assert re.findall(r"#\d+|r\d+c\d+", english) == re.findall(r"#\d+|r\d+c\d+", chinese)
        assert not re.search("[A-Za-z]{2,}", chinese.replace("r1c1", "").replace("r1c2", ""))
