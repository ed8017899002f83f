"""Fixtures that several test files use."""

import os

import pytest

from engines import CORES
from mineproof.cli import main
from mineproof.core.choice import installed

os.environ["LANGUAGE"] = "en"  # independent of the locale of the machine


@pytest.fixture(params=CORES)
def core(request, monkeypatch):
    """Run the test once with each engine, chosen by MINEPROOF_CORE as a user chooses it."""
    if request.param not in installed():
        pytest.skip("the compiled core is missing")
    monkeypatch.setenv("MINEPROOF_CORE", request.param)
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
