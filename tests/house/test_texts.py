"""Texts: every language has the same keys and the same gaps, and every key is used."""

import json
import re

import pytest

from mineproof import Game, analyse, deal, read
from mineproof.answers import analysis, explanation
from mineproof.base.errors import BadInput
from mineproof.reason.words import LANGUAGES, table, tell
from places import SOURCE
from tiers import slow

PAGE = SOURCE / "web" / "page"
FOLDERS = ("", "commands")


def gaps(text):
    return sorted(set(re.findall(r"\{(\w+)\}", text)))


@pytest.mark.parametrize("folder", FOLDERS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_texts_with_the_same_gaps(language, folder):
    english, other = table("en", folder), table(language, folder)
    assert other.keys() == english.keys()
    for part in english:
        assert list(other[part]) == list(english[part])
        for key, text in english[part].items():
            # A language may omit a number if a word replaces it: "one clue".
            assert set(gaps(other[part][key])) <= set(gaps(text)) | {"n"}, key
            if folder:
                assert gaps(other[part][key]) == gaps(text), key
            assert text.count("{") == text.count("}") == len(re.findall(r"\{\w+\}", text)), key
            if part == "trace":  # lines that belong to the line above are indented
                assert other[part][key].startswith("  ") == text.startswith("  "), key


def test_the_files_are_as_they_are_written():
    for path in (SOURCE / "texts").rglob("*.json"):
        text = path.read_text()
        assert json.dumps(json.loads(text), ensure_ascii=False, indent=2) + "\n" == text


def test_every_text_of_the_commands_is_used():
    paths = [path for path in SOURCE.rglob("*.py") if path.name != "words.py"]
    code = "\n".join(path.read_text() for path in paths)
    # Keys made of parts ("column level") are found by their beginning.
    heads = tuple(re.findall(r"""f["']([a-z][a-z -]* )\{""", code))
    # These keys are values of the program: events, outcomes, moves, verdicts.
    named = {"insert", "subsumed", "drop", "shorten", "consume", "match", "stuck",
             "won", "lost", "unfinished", "open", "flag", "unflag", "chord", "certain",
             "nothing", "given", "needless", "wrong", "risk", "claim", "unknown", "clue", "denial",
             "count", "helper"}  # fmt: skip
    for part, texts in table("en", "commands").items():
        for key in texts:
            stem = key.removesuffix(", many")
            made = stem.startswith(heads) or stem.endswith(", counted")
            written = f'"{stem}"' in code or f"'{stem}'" in code
            assert written or stem in named or made, (part, key)
            assert stem == key or stem in texts, (part, key)


def test_the_tables_of_the_commands_are_not_sent_to_the_page():
    assert sorted(path.name for path in (SOURCE / "texts").glob("*.json")) == [
        f"{language}.json" for language in sorted(LANGUAGES)
    ]


def test_every_text_of_the_page_is_used_and_every_text_used_is_there():
    code = "\n".join(path.read_text() for path in sorted(PAGE.rglob("*.js")))
    html = (PAGE / "index.html").read_text()
    keys = table("en")["page"].keys()
    named = set(re.findall(r'data-t(?:-label|-title)?="([^"]+)"', html))
    assert named <= keys
    plain = set(re.findall(r'\bt\("([^"]+)"', code)) | set(re.findall(r'\bbutton\("([^"]+)"', code))
    assert plain <= keys
    counted = set(re.findall(r'\bt\.n\("([^"]+)"', code))
    assert {key for one in counted for key in (one, f"{one}, many")} <= keys
    # Keys made of parts ("level easy") are found by their first word.
    heads = {head.strip() for head in re.findall(r"\bt\(`([^$`]*)\$\{", code)}
    heads |= set(re.findall(r'\bchoicesOf\("(\w+)"', code))
    for key in keys:
        stem = key.removesuffix(", many")
        assert key in named or f'"{stem}"' in code or stem.split()[0] in heads, key


GAMES = [*(("beginner", seed) for seed in range(30)), ("expert", 0)]


@pytest.mark.parametrize("games", [GAMES[:4], slow(GAMES[4:])], ids=len)
def test_every_kind_of_line_is_told_in_every_language(games):
    """Explain games of all kinds, so that every rule and the mine count occur."""
    rules = set()
    for level, seed in games:
        game = Game(deal(level, start="open", seed=seed))
        game.flood(game.view.initial[0])
        while not game.won and (safe := analysis.analyse(game.view, best=False).analysis.safe):
            found = explanation.explain(game.view, game.view.board.name(safe[-1]))
            for line in found.argument:
                rules.add((line.rule, any(None in says.sources for says in line.premises)))
                told = [tell(game.view.board, line, language) for language in LANGUAGES]
                names = [set(re.findall(r"r\d+c\d+", text)) for text in told]
                assert names[0] == names[1], told
                assert [text[-1] for text in told] == [".", "。"]
            game.flood(safe[0])
    assert {rule for rule, _ in rules} == {"single", "pair", "difference", "case"}
    assert ("single", True) in rules


def test_an_unknown_language_is_refused():
    with pytest.raises(BadInput, match="unknown language 'tlh'"):
        table("tlh")


@pytest.mark.parametrize(
    ("position", "why"),
    [
        ("2x1x1/HH", "50.0 % risk; the best play wins 50.0 %; 1 other cell is as good"),
        ("2x2x1/HH/HH", "25.0 % risk; the best play wins 25.0 %; 3 other cells are as good"),
    ],
)
def test_a_guess_tells_its_risk_and_its_chance_in_plain_words(position, why):
    assert analyse(read(position)).best.why == why
