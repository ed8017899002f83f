"""The WebAssembly engine and the compiled engine give the same answers to the same questions.

The engine runs in Pyodide, in node and in a worker of a browser. The tests need node, the npm
packages and `make wasm`. If one of them is missing, the tests are skipped, and `make test` says so;
with MINEPROOF_WASM=must they fail instead. MINEPROOF_TWINS=10 asks ten times as many questions.
"""

import json
import os
import shutil
import subprocess
import threading
import zipfile
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

import mineproof
from engines import needs_native, using
from mineproof import BadInput
from mineproof.core import engine
from mineproof.game.board import SHAPES
from wasm import answers, questions

HERE = Path(__file__).parent / "wasm"
ROOT = HERE.parent.parent
CORE, PYODIDE = ROOT / "build" / "wasm", ROOT / "node_modules" / "pyodide"
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
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
needs_browser = pytest.mark.skipif(CHROMIUM is None and not MUST, reason="chromium is missing")
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip


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
    package = Path(mineproof.__file__).parent
    with zipfile.ZipFile(folder / "sources.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(package.rglob("*")):
            if path.suffix in (".py", ".json") and "page" not in path.parts:
                archive.write(path, path.relative_to(package.parent))
        for name in ("answers.py", "bounds.py"):
            archive.write(HERE / name, name)
    (folder / "questions.json").write_text(json.dumps(asked))
    (folder / "probe.json").write_text(json.dumps(asked[:40]))


@pytest.fixture(scope="module")
def asked():
    """The questions for both engines."""
    return [
        *questions.positions(1000 * TWINS),
        *questions.games(200 * TWINS),
        *questions.rollouts(20 * TWINS),
        *questions.others(),
    ]


@pytest.fixture(scope="module")
def in_node(tmp_path_factory, asked):
    """The answers of Pyodide in node."""
    assert not MISSING
    folder = tmp_path_factory.mktemp("node")
    write_inputs(folder, asked)
    inputs = [folder / name for name in ("sources.zip", "questions.json", "probe.json")]
    done = subprocess.run(
        ["node", HERE / "node.mjs", PYODIDE, CORE, *inputs],
        capture_output=True, text=True, timeout=300 * TWINS, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def expected(asked):
    """The answers of the compiled engine."""
    return natively(asked)


@needs_native
def test_the_questions_are_of_every_kind(asked, expected):
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
    assert {one["outcome"] for one in played} == {"solved", "exploded"}
    guesses = sum(not certain for one in played for *_, certain in one["moves"])
    assert guesses > 300
    raced = [one for one, (kind, _) in zip(expected, asked, strict=True) if kind == "rolled_out"]
    assert len(raced) >= 20
    assert all(one["best"] == one["opened"] and one["difference"] for one in raced)
    assert sum(one["by_rollouts"] for one in raced) > 5
    shapes = {arguments[0][2] for kind, arguments in asked if kind == "game"}
    assert shapes == set(SHAPES)


@needs_core
@needs_native
def test_node_answers_as_the_compiled_engine_does(asked, in_node, expected):
    assert in_node["engine"] == "wasm"
    for question, ours, theirs in zip(asked, expected, in_node["answers"], strict=True):
        assert differences(ours, theirs) == [], question


@needs_core
@needs_native
def test_a_changed_clue_would_be_noticed(asked, in_node):
    told = [
        (question, one)
        for question, one in zip(asked, in_node["answers"], strict=True)
        if question[0] == "position" and "best" in one and max(question[1][2]) > 0
    ][:30]
    spoiled = natively([questions.spoiled(question) for question, _ in told])
    for (question, theirs), ours in zip(told, spoiled, strict=True):
        assert differences(ours, theirs) != [], question


@needs_core
def test_without_the_core_the_plain_engine_answers(in_node):
    name, problem, installed = in_node["withoutCore"]
    assert (name, installed) == ("python", ["python"])
    assert problem == "MINEPROOF_ENGINE=wasm, but that engine is not installed"


@needs_core
def test_memory_does_not_grow_with_the_number_of_questions(in_node):
    first, *later = in_node["memory"]
    assert later == [first, first]
    assert first < 64 << 20


@needs_core
def test_a_board_beyond_the_memory_is_refused_and_the_core_works_on(in_node):
    problem, safe, mined = in_node["tooLarge"]
    assert problem == "the core has no more memory"
    assert (safe, mined) == ([], [])


def test_outside_javascript_the_engine_is_not_there(monkeypatch):
    monkeypatch.setenv("MINEPROOF_ENGINE", "wasm")
    with pytest.raises(BadInput, match="not installed"):
        engine()


def check_alone(told):
    """Check the results of the core that do not depend on how it was loaded."""
    assert differences(told["odds"], [1 / 3, 0.2, 1 / 3, 1 / 3, *[0.2] * 4]) == []
    assert [status for status, _ in told["refusals"][:5]] == [-5] * 5
    assert [message for _, message in told["refusals"]] == [
        "cell: it is open already",
        "cell: 9 is not between 0 and 8",
        "there is no object of that number",
        "input: it is too short",
        "mines: 10 is not between 0 and 9",
        "size: 1073741824 is not between 0 and 268435456",
    ]
    assert told["refusals"][5][0] is None
    first, second, message = told["fallen"]
    assert (first, second) == (-8, -8)
    assert message.startswith("the core has failed and must be loaded again: RuntimeError")


@needs_core
def test_node_uses_the_core_without_python():
    script = f"""
        import {{ readFileSync }} from "node:fs";
        import {{ loadCore }} from {json.dumps((CORE / "core.mjs").as_uri())};
        import {{ coreAlone }} from {json.dumps((HERE / "core-alone.mjs").as_uri())};
        const source = readFileSync({json.dumps(str(CORE / "core.wasm"))});
        console.log(JSON.stringify(await coreAlone({{ loadCore, source }})));
    """
    done = subprocess.run(
        ["node", "--input-type=module", "-e", script],
        capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip
    check_alone(json.loads(done.stdout))


class _Quiet(SimpleHTTPRequestHandler):
    def guess_type(self, path):
        """Return the media type of a file, a wrong one for WebAssembly: the core must load."""
        return "text/plain" if str(path).endswith("core.wasm") else super().guess_type(path)

    def log_message(self, *args):
        pass


@pytest.fixture
def address(tmp_path):
    """Serve a folder of static files below a path, on the loopback address."""
    folder = tmp_path / "some" / "folder"
    folder.mkdir(parents=True)
    for path in (*HERE.glob("*.mjs"), HERE / "page.html"):
        shutil.copy(path, folder)
    (folder / "build").symlink_to(CORE)
    (folder / "pyodide").symlink_to(PYODIDE)
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=tmp_path))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield folder, f"http://127.0.0.1:{server.server_port}/some/folder/"
    server.shutdown()
    thread.join()
    server.server_close()


@needs_core
@needs_browser
@needs_native
def test_chromium_answers_as_the_compiled_engine_does(address):
    from playwright.sync_api import sync_playwright

    asked = [*questions.positions(120, seed=1), *questions.games(24, seed=1)]
    folder, link = address
    write_inputs(folder, asked)
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = browser.new_page()
        page.goto(link + "page.html")
        page.wait_for_function("window.ended !== undefined", timeout=240_000)
        ended = page.evaluate("window.ended")
        browser.close()
    assert ended.get("problem") is None
    check_alone(ended["alone"])
    told = json.loads(ended["told"])
    assert told["engine"] == "wasm"
    for question, ours, theirs in zip(asked, natively(asked), told["answers"], strict=True):
        assert differences(ours, theirs) == [], question
