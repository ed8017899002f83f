"""The package can be installed without a compiler, and then gives all answers."""

import os
import subprocess
import sys
import zipfile

import pytest

from command_process import after, run_in
from places import ROOT

# An editable install would find the checkout first. Keep only the unpacked wheel.
ONLY_THE_WHEEL = """
import sys
sys.meta_path = [f for f in sys.meta_path if "mineproof" not in type(f).__module__
                 and "Scikit" not in type(f).__name__]
sys.path.insert(0, {folder!r})
import mineproof
assert mineproof.__file__.startswith({folder!r}), mineproof.__file__
"""


@pytest.fixture(scope="module")
def without_compiler(tmp_path_factory):
    """Return the unpacked wheel of a build without a working compiler."""
    made = tmp_path_factory.mktemp("wheel")
    broken = {"CC": "/no/such/compiler", "CXX": "/no/such/compiler"}
    done = subprocess.run(
        [sys.executable, "-m", "pip", "wheel", str(ROOT), "--no-deps", "--no-build-isolation",
         "--quiet", "--disable-pip-version-check", "-w", str(made),
         "-C", f"build-dir={made / 'build'}"],
        env={**os.environ, **broken}, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    [wheel] = made.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(made / "unpacked")
    return made / "unpacked"


def run(folder, *args, text=""):
    program = after(ONLY_THE_WHEEL.format(folder=str(folder)))
    return run_in(folder, *args, program=program, status=[0], text=text, MINEPROOF_ENGINE="")


def test_the_wheel_has_no_compiled_part(without_compiler):
    files = [path.name for path in without_compiler.rglob("*") if path.is_file()]
    assert "exact.py" in files
    assert not [name for name in files if name.endswith((".so", ".dll", ".dylib"))]


def test_the_wheel_has_the_page_and_its_texts_and_nothing_that_only_tests_need(without_compiler):
    files = {path.relative_to(without_compiler).as_posix() for path in without_compiler.rglob("*")}
    assert {"mineproof/web/page/index.html", "mineproof/web/page/engine/engine.js"} <= files
    assert {"mineproof/texts/en.json", "mineproof/texts/zh-Hant.json"} <= files
    pictures = {name for name in files if name.endswith(".png")}
    assert pictures == {"mineproof/web/page/preview.png"}
    assert {
        "mineproof/web/page/base/inter.woff2",
        "mineproof/web/page/base/inter-licence.txt",
    } <= files
    assert not [name for name in files if "axe" in name]
    licences = {name.rpartition("/")[2] for name in files if "/licenses/" in name}
    assert licences == {"LICENSE", "THIRD-PARTY.md"}


def test_it_answers_and_says_once_that_the_core_is_missing(without_compiler):
    done = run(without_compiler, "analyse", "-", "--json", text="3x2x1 / 1 1 1 / # # #")
    assert '"safe": ["r2c1", "r2c3"]' in done.stdout
    assert done.stderr.count("\n") == 1
    assert "the compiled engine is missing" in done.stderr


def test_the_version_says_why_the_core_is_missing(without_compiler):
    done = run(without_compiler, "--version")
    assert "(python engine; the compiled one was not built: pip install -v says why;" in done.stdout
    library = without_compiler / "mineproof" / ("_core.dll" if os.name == "nt" else "_core.so")
    library.write_text("no library")
    done = run(without_compiler, "--version")
    library.unlink()
    assert "(python engine; the compiled one cannot be loaded: " in done.stdout


def test_it_plays(without_compiler):
    done = run(without_compiler, "solve", "--strategy", "complete", "--seed", "1")
    assert "What complete found: won" in done.stdout
