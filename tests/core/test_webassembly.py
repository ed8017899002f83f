"""The WebAssembly engine and the compiled engine give the same answers to the same questions.

The engine runs in Pyodide, in node and in a worker of a browser. The tests need node, the npm
packages and `make wasm`. If one of them is missing, the tests are skipped, and `make test` says so;
with MINEPROOF_WASM=must they fail instead. MINEPROOF_TWINS=10 asks ten times as many questions.
"""

import json
import os
import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest
from wasm import answers, questions

from engines import needs_native, using
from mineproof import BadInput
from mineproof.core.choice import engine
from mineproof.game.board import SHAPES
from places import ROOT, SOURCE
from static_serving import static_server

HERE = Path(__file__).parent / "wasm"
CORE, PYODIDE = ROOT / "build" / "wasm", ROOT / "node_modules" / "pyodide"
MUST = os.environ.get("MINEPROOF_WASM") == "must"
TWINS = int(os.environ.get("MINEPROOF_TWINS", "1"))
MISSING = [
    words
    for words, there in {
        "node": shutil.which("node"),
        "build/wasm (make wasm)": (CORE / "core.wasm").exists(),
        "node_modules/pyodide (npm ci)": PYODIDE.exists(),
    }.items()
    if not there
]
needs_core = pytest.mark.skipif(MISSING != [] and not MUST, reason=f"missing: {MISSING}")


def differences(ours, theirs, tolerance=1e-12, path=""):
    """Yield the places where two answers differ; fractions may differ by rounding."""
    if isinstance(ours, float) and isinstance(theirs, float):
        return [] if abs(ours - theirs) <= tolerance else [f"{path}: {ours} and {theirs}"]
    if type(ours) is not type(theirs):
        return [f"{path}: {ours} and {theirs}"]
    if isinstance(ours, dict):
        if ours.keys() != theirs.keys():
            return [f"{path}: {sorted(ours)} and {sorted(theirs)}"]
        pairs = [(name, ours[name], theirs[name]) for name in ours]
    elif isinstance(ours, list):
        if len(ours) != len(theirs):
            return [f"{path}: {len(ours)} and {len(theirs)} items"]
        pairs = [(number, one, theirs[number]) for number, one in enumerate(ours)]
    else:
        return [] if ours == theirs else [f"{path}: {ours} and {theirs}"]
    return [
        found
        for name, one, other in pairs
        for found in differences(one, other, tolerance, f"{path}/{name}")
    ]


def natively(asked):
    with using("native"):
        return json.loads(answers.answer(json.dumps(asked)))


def write_inputs(folder, asked):
    """Write the files that both runners read: the package as a zip file, and the questions."""
    package = SOURCE
    with zipfile.ZipFile(folder / "sources.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(package.rglob("*")):
            if path.suffix in (".py", ".pyi", ".json") and "page" not in path.parts:
                archive.write(path, path.relative_to(package.parent))
        for name in ("answers.py", "bounds.py"):
            archive.write(HERE / name, name)
    (folder / "questions.json").write_text(json.dumps(asked))
    (folder / "probe.json").write_text(json.dumps(asked[:40]))


def check_alone(told):
    """Check the results of the core without Python."""
    assert differences(told["odds"], [1 / 3, 0.2, 1 / 3, 1 / 3, *[0.2] * 4]) == []
    assert told["refusals"] == [
        [-5, "cell: it is open already"],
        [-5, "cell: 9 is not between 0 and 8"],
        [-5, "the object is of another kind"],
        [-5, "input: it is too short"],
        [-5, "mines: 10 is not between 0 and 9"],
        [None, "size: 1073741824 is not between 0 and 268435456"],
    ]
    first, second, message = told["fallen"]
    assert (first, second) == (-8, -8)
    assert message.startswith("the core has failed and must be loaded again: RuntimeError")


def check_kinds(asked, expected):
    """Check that the questions are of many kinds."""
    told = [one for one, (kind, _) in zip(expected, asked, strict=True) if kind == "position"]
    assert len(told) >= 1000
    refused = [one["refused"] for one in told if "refused" in one]
    assert sum(line.startswith("Contradiction: ") for line in refused) > 50
    assert sum(line.startswith("TooWide: ") for line in refused) > 0
    assert sum(line.startswith("BadInput: ") for line in refused) > 0
    assert sum("best" in one for one in told) > 500
    assert sum(one.get("exact", False) for one in told) > 60
    played = [one for one, (kind, _) in zip(expected, asked, strict=True) if kind == "game"]
    assert len(played) >= 200
    assert not [one for one in played if "refused" in one]
    assert {one["outcome"] for one in played} == {"won", "lost"}
    assert sum(not certain for one in played for *_, certain in one["moves"]) > 300
    raced = [one for one, (kind, _) in zip(expected, asked, strict=True) if kind == "rolled_out"]
    assert len(raced) >= 20
    assert all(one["best"] == one["opened"] and one["difference"] for one in raced)
    assert sum(one["by_rollouts"] for one in raced) > 5
    assert {arguments[0][2] for kind, arguments in asked if kind == "game"} == set(SHAPES)


@pytest.mark.slow(twin="core/test_scale.py::test_both_engines_go_through_a_game_alike")
@needs_core
@needs_native
def test_node_answers_as_the_compiled_engine_does(tmp_path):
    """One test, because the answers take a minute."""
    assert not MISSING
    asked = [
        *questions.positions(1000 * TWINS),
        *questions.games(200 * TWINS),
        *questions.rollouts(20 * TWINS),
        *questions.others(),
    ]
    expected = natively(asked)
    check_kinds(asked, expected)
    write_inputs(tmp_path, asked)
    inputs = [tmp_path / name for name in ("sources.zip", "questions.json", "probe.json")]
    done = subprocess.run(
        ["node", HERE / "node.mjs", PYODIDE, CORE, *inputs],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    alone, in_node = json.loads(done.stdout)
    check_alone(alone)
    assert in_node["engine"] == "wasm"
    told = list(zip(asked, in_node["answers"], strict=True))
    for ours, (question, theirs) in zip(expected, told, strict=True):
        assert differences(ours, theirs) == [], question
    # A changed clue would be noticed.
    told = [
        (question, one)
        for question, one in told
        if question[0] == "position" and "best" in one and max(question[1][2]) > 0
    ][:30]
    spoiled = natively([questions.spoiled(question) for question, _ in told])
    for (question, theirs), ours in zip(told, spoiled, strict=True):
        assert differences(ours, theirs) != [], question
    # Without the core the plain engine answers.
    name, problem, installed = in_node["withoutCore"]
    assert (name, installed) == ("python", ["python"])
    assert problem == "MINEPROOF_ENGINE=wasm, but that engine is not installed"
    # Memory does not grow with the number of questions.
    first, *later = in_node["memory"]
    assert later == [first, first]
    assert first < 64 << 20
    # A board beyond the memory is refused, and the core works on.
    assert in_node["tooLarge"] == ["the core has no more memory", [], []]


def test_outside_javascript_the_engine_is_not_there(monkeypatch):
    monkeypatch.setenv("MINEPROOF_ENGINE", "wasm")
    with pytest.raises(BadInput, match="not installed"):
        engine()


@pytest.fixture
def browser():
    from page_visit import open_browser

    with open_browser() as browser:
        yield browser


@pytest.mark.slow(twin="core/test_scale.py::test_both_engines_go_through_a_game_alike")
@needs_core
@needs_native
def test_chromium_answers_as_the_compiled_engine_does(browser, tmp_path):
    """Static files, below a path, from a server that does not know the media type of the core."""
    asked = [*questions.positions(120, seed=1), *questions.games(24, seed=1)]
    for path in (*HERE.glob("*.mjs"), HERE / "page.html"):
        shutil.copy(path, tmp_path)
    (tmp_path / "build").symlink_to(CORE)
    (tmp_path / "pyodide").symlink_to(PYODIDE)
    write_inputs(tmp_path, asked)
    with static_server(tmp_path) as server:
        server.plain.add("build/core.wasm")
        page = browser.new_page()
        page.goto(f"{server.address}page.html")
        page.wait_for_function("() => window.ended !== undefined", timeout=240_000)
        ended = page.evaluate("window.ended")
    assert ended.get("problem") is None
    check_alone(ended["alone"])
    told = json.loads(ended["told"])
    assert told["engine"] == "wasm"
    for question, ours, theirs in zip(asked, natively(asked), told["answers"], strict=True):
        assert differences(ours, theirs) == [], question
