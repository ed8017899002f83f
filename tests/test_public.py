"""The list of public names is true, and showing it costs nothing."""

import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import mineproof


def test_every_public_name_is_there_and_nothing_else_is_listed():
    assert sorted(mineproof.__all__) == dir(mineproof)
    assert sorted([*mineproof._HOME_OF, "__version__"]) == sorted(mineproof.__all__)
    for name in mineproof.__all__:
        assert getattr(mineproof, name) is not None
    assert not hasattr(mineproof, "no_such_name")


def test_public_names_do_not_shadow_rooms():
    script = (
        "import mineproof.cli, mineproof.answers; from mineproof import *; print(play_game, check)"
    )
    subprocess.run([sys.executable, "-c", script], check=True, timeout=60, capture_output=True)


def test_nothing_heavy_is_imported_before_it_is_needed():
    script = (
        "import sys, mineproof.cli\n"
        "print(*(m for m in ('numpy', 'pysat', 'rich.console') if m in sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout.strip() == ""


def test_the_page_about_the_library_lists_the_public_names_and_no_others():
    text = (Path(__file__).parent.parent / "docs" / "api.md").read_text()
    described = re.findall(r"^::: (mineproof[\w.]+)", text, re.M)
    for path in described:
        home, _, name = path.rpartition(".")
        if path == "mineproof.errors":
            continue
        assert getattr(mineproof, name) is getattr(import_module(home), name), path
    told = {path.rpartition(".")[2] for path in described} | set(re.findall(r"`(\w+)`", text))
    errors = set(mineproof._HOMES["errors"])
    assert set(mineproof.__all__) - told - errors == set()


def test_examples_import_public_names_only():
    for path in (Path(__file__).parent.parent / "examples").glob("*.py"):
        for line in re.findall(r"^from (mineproof[\w.]*) import", path.read_text(), re.M):
            assert line == "mineproof", path
