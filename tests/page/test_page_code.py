"""The JavaScript source of the page: types, imports, tools. These tests need no browser."""

import itertools
import json
import re
from typing import get_args

import pytest

import site_build
from api_types import declarations
from mineproof.play.strategies import STRATEGIES
from mineproof.reason.trace import EventJson, EventKind
from mineproof.web import questions
from places import ROOT, SOURCE

PAGE = SOURCE / "web" / "page"
PATHS = {path.name: path for path in PAGE.rglob("*.js")}
MODULES = sorted(PATHS)


def imports(module):
    """Return the modules that a module imports when it is loaded."""
    return found_in(module, r'^(?:import|export|\}) .*from "(\.[\w./-]+\.js)";$')


def later_imports(module):
    """Return the modules that a module imports on demand."""
    return found_in(module, r'(?<!typeof )\bimport\("(\.[\w./-]+\.js)"\)')


def found_in(module, pattern):
    paths = [PATHS[module].parent / path for path in re.findall(pattern, read(module), re.M)]
    assert all(path.exists() for path in paths), module
    return [path.name for path in paths]


def read(module):
    return PATHS[module].read_text()


def address(module):
    return PATHS[module].relative_to(PAGE).as_posix()


def test_no_two_modules_have_one_name():
    assert len(PATHS) == len(list(PAGE.rglob("*.js")))


def reached(*modules):
    """Return these modules and all modules that they import."""
    known, waiting = set(), list(modules)
    while waiting:
        module = waiting.pop()
        if module not in known:
            known.add(module)
            waiting += imports(module)
    return known


def test_the_types_say_what_is_required_what_is_nullable_and_what_is_a_list():
    one = {"type": "string"}
    schema = {
        "type": "object",
        "properties": {
            "must": one,
            "may": {"anyOf": [one, {"type": "null"}]},
            "3bv": {"type": "array", "items": {"anyOf": [{"type": "integer"}, {"enum": ["a"]}]}},
            "map": {"type": "object", "additionalProperties": {"$ref": "#/components/schemas/X"}},
        },
        "required": ["must", "3bv", "map"],
    }
    text = declarations({"components": {"schemas": {"X": schema}}, "paths": {}})
    members = text[text.index("{") : text.index("}\n") + 1].split("\n")[1:-1]
    assert members == [
        "  must: string;",
        "  may?: string | null;",
        '  "3bv": (number | "a")[];',
        "  map: { [name: string]: X };",
    ]


def test_the_traces_of_all_strategies_hold_every_kind_of_event_and_nothing_unnamed():
    kinds = set()
    for name in STRATEGIES:
        asked = {"level": "beginner", "start": "open", "seed": 22, "strategy": name, "trace": True}
        status, text = questions.answer("solve", json.dumps(asked).encode())
        assert status == 200
        for event in json.loads(text)["trace"]:
            kinds.add(event["event"])
            type_ = questions.MoveJson if event["event"] == "move" else EventJson
            assert type_.__required_keys__ <= event.keys() <= type_.__annotations__.keys()
    assert kinds == {*get_args(EventKind), "move"}


def test_every_import_is_seen_by_these_tests():
    for module in MODULES:
        code = re.sub(r"/\*.*?\*/", "", read(module), flags=re.DOTALL)
        written = len(re.findall(r"\bfrom \"|\bimport\(", code))
        core = module == "worker-engine.js"  # it loads the core, which is no module of the page
        assert written == len(imports(module)) + len(later_imports(module)) + core, module


VIEWS = ["analyse.js", "day.js", "learn.js", "play.js", "records-view.js", "watch.js"]
BESIDE_VIEWS = ["dropped-files.js", "keys.js", "site-page.js"]  # the page loads them itself
ENGINES = ["http-engine.js", "worker-engine.js"]
WITHOUT_SERVER = "deal.js"  # for a page whose server does not answer


# Parts of the page that are loaded on first use, by the module that loads them.
PARTS = {
    "dropped-files.js": ["read-options.js"],
    "worker-engine.js": ["core-answers.js"],
    "advice.js": ["own-games.js"],
    "game-end.js": ["own-games.js", "review-panel.js"],
    "learn.js": ["own-games.js"],
    "feel.js": ["motion.js"],
    "help.js": ["candidates.js", "hints.js", "why.js"],
    "play.js": [
        *("first-run.js", "game-end.js", "hints.js", "keys.js", "new-board.js"),
        *("read-options.js", "settings.js", "shared-game.js", "why.js"),
    ],
    "session.js": ["game-end.js", "why.js"],
    "view.js": ["share.js"],
    "why.js": ["two-boards.js"],
}


def test_views_are_imported_by_the_page_alone_and_never_by_each_other():
    assert sorted(later_imports("main.js")) == sorted([*VIEWS, *BESIDE_VIEWS])
    assert sorted(later_imports("engine.js")) == sorted([*ENGINES, WITHOUT_SERVER])
    for module in MODULES:
        assert not set(VIEWS) & set(imports(module)), module
        if module not in ("main.js", "engine.js"):
            assert sorted(later_imports(module)) == PARTS.get(module, []), module


def test_every_module_is_used():
    later = [part for module in MODULES for part in later_imports(module)]
    assert reached("guard.js", "main.js", *later) == set(MODULES)


def test_only_the_engines_load_anything_at_run_time():
    speaking = [
        module for module in MODULES if re.search(r"\bfetch\(|XMLHttp|WebSocket", read(module))
    ]
    assert speaking == ["http-engine.js", "site-files.js"]


def test_a_page_with_a_server_loads_nothing_of_the_static_one():
    static = reached("worker-engine.js", "site-page.js") - reached("main.js", *VIEWS, ENGINES[0])
    assert {address(module) for module in static} == {*site_build.STATIC_MODULES}
    assert address(ENGINES[0]) == site_build.SERVER_MODULE
    assert not static & reached("main.js", *VIEWS, ENGINES[0])


def test_the_html_preloads_what_the_first_view_needs_the_start_of_the_page_first():
    html = (PAGE / "index.html").read_text()
    loaded = re.findall(r'(?:modulepreload" href|type="module" src)="([^"]+)"', html)
    start = reached("main.js") - {"main.js"}
    view = reached("play.js") - start
    last = reached(ENGINES[0]) - start - view
    order = [sorted(map(address, modules)) for modules in (start, view, last)]
    assert loaded == ["main.js", *itertools.chain(*order)]


@pytest.mark.parametrize("name", ["package.json", "package-lock.json", ".npmrc"])
def test_the_tools_are_recorded_without_the_address_of_a_registry(name):
    assert not re.search(
        r"://|resolved", (ROOT / name).read_text().replace("registry-resolved", "")
    )


def test_the_tools_are_recorded_with_exact_versions_and_hashes():
    wanted = json.loads((ROOT / "package.json").read_text())
    locked = json.loads((ROOT / "package-lock.json").read_text())["packages"]
    assert "dependencies" not in wanted
    for name, version in wanted["devDependencies"].items():
        assert locked[f"node_modules/{name}"]["version"] == version
    assert all("integrity" in package for path, package in locked.items() if path)


def test_the_chinese_texts_have_one_word_for_a_clue_and_none_of_chess():
    for folder in ("", "commands/", "names/"):
        texts = (SOURCE / f"texts/{folder}zh-Hant.json").read_text()
        assert re.findall("棋|落子|個線索|布局", texts) == []
        # Numbers are those of the keyboard.
        assert set(re.findall('"([^"]+)": "[^"]*數字', texts)) <= {
            "analyse invite more",
            "digits key",
        }


def test_a_risk_is_said_as_a_chance_to_be_a_mine():
    said = json.dumps(json.loads((SOURCE / "texts" / "en.json").read_text())["page"])
    assert re.findall(r"(?:mine|safe) with \{\w\}|\bat \{[pq]\}", said) == []


def test_sizes_of_texts_and_spaces_are_those_of_the_scale():
    """Not those of hairlines, of room for what covers the page, of what grows with a cell."""
    sized = r"(?<![\w-])(?:font|font-size|(?:row-|column-)?gap|(?:padding|margin)(?:-\w+)*): [^;}]+"
    for path in PAGE.rglob("*.css"):
        for declared in re.findall(sized, path.read_text()):
            fixed = re.sub(r"(calc|max|clamp)\(.*", "", declared)
            lengths = [
                float(number) * {"px": 1, "rem": 16}[unit]
                for number, unit in re.findall(r"(\d*\.?\d+)(px|rem)", fixed)
            ]
            assert all(length <= 3 or length >= 40 for length in lengths), f"{path}: {declared}"
    scale = re.findall(r"--(text|space)-\d:", (PAGE / "base" / "style.css").read_text())
    assert (scale.count("text"), scale.count("space")) == (6, 6)
