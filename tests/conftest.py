"""The tiers, the environment of all tests, and fixtures that several test files use."""

import os
import sys

import pytest
from hypothesis import settings

from engines import CORES
from mineproof.cli.entry import main
from mineproof.core.choice import installed
from places import ROOT

# They have no doctests. conftest is one name for many; hostile.py is a program.
collect_ignore_glob = ["conftest.py", "*/conftest.py", "*/hostile.py"]

os.environ["LANGUAGE"] = "en"  # independent of the locale of the machine
# The tests and the processes that they start keep their bytecode, also where the user keeps none:
# half of the time of both would be compilation.
sys.dont_write_bytecode, sys.pycache_prefix = False, str(ROOT / "build" / "pycache")
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix
# The same cases on every machine, however busy it is. `make fuzz` looks for new ones.
settings.register_profile("suite", deadline=None, derandomize=True)
settings.load_profile("suite")


def pytest_collection_modifyitems(config, items):
    """Put tests in a browser into the second tier, but for those with the mark `smoke`.

    On the page without a server, only the smoke tests run and those with the mark `both_kinds`.
    """
    left_out = []
    for item in items:
        static = getattr(item, "callspec", None) and item.callspec.params.get("address") == "static"
        smoke = item.get_closest_marker("smoke")
        if "browser" in item.fixturenames and (static or not smoke):
            item.add_marker("slow")
        if static and not smoke and not item.get_closest_marker("both_kinds"):
            left_out.append(item)
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if item not in left_out]


@pytest.fixture(params=CORES)
def core(request, monkeypatch):
    """Run the test once with each engine, chosen by MINEPROOF_ENGINE as a user chooses it."""
    if request.param not in installed():
        pytest.skip("the compiled engine is missing")
    monkeypatch.setenv("MINEPROOF_ENGINE", request.param)
    return request.param


@pytest.fixture
def run(capsys, tmp_path, monkeypatch):
    """Run a command in an empty folder; return its status, standard output and standard error."""
    monkeypatch.chdir(tmp_path)

    def call(*args):
        with pytest.raises(SystemExit) as end:
            main([str(arg) for arg in args])
        out, err = capsys.readouterr()
        return end.value.code or 0, out, err

    return call
