"""Fixtures of the tests of the lab."""

from functools import partial

import pytest


@pytest.fixture
def lab(run):
    """Run a command of the lab in an empty folder; return its status, output and errors."""
    return partial(run, "lab")


@pytest.fixture
def refused(lab):
    """Run a command of the lab that is refused in one line; return the line."""

    def call(*words):
        status, out, err = lab(*words)
        assert (status, out, err.count("\n")) == (2, "", 1), err
        return err

    return call
