"""Fixtures that several test files use."""

import os

import pytest

from engines import CORES
from mineproof.cli import main
from mineproof.core.choice import installed

os.environ["LANGUAGE"] = "en"  # independent of the locale of the machine


@pytest.fixture(params=CORES)
def core(request, monkeypatch):
    """Run the test once with each engine, chosen by MINEPROOF_ENGINE as a user chooses it."""
    if request.param not in installed():
        pytest.skip("the compiled engine is missing")
    monkeypatch.setenv("MINEPROOF_ENGINE", request.param)
    return request.param


# The page in a browser. page_visit is imported when a fixture runs: without chromium it skips.


@pytest.fixture(scope="module")
def browser():
    from page_visit import open_browser

    # One for each module: an open browser keeps an event loop, and other tests start their own.
    with open_browser() as browser:
        yield browser


@pytest.fixture(
    scope="session",
    params=["http", "static"] if os.environ.get("MINEPROOF_STATIC") == "must" else ["http"],
)
def address(request):
    """The page of a server; with MINEPROOF_STATIC=must the page without a server as well."""
    from page_visit import page_address

    with page_address(request.param) as address:
        yield address


@pytest.fixture(scope="module")
def page_server():
    """The page of a server, also where the page without one is tested."""
    from page_visit import page_address

    with page_address("http") as address:
        yield address


@pytest.fixture
def sit(browser, address):
    """Begin visits of the page; an error on its console fails the test."""
    from page_visit import Sitting

    sittings = []

    def begin(**how):
        sittings.append(Sitting(browser, address, **how))
        return sittings[-1]

    yield begin
    for sitting in sittings:
        sitting.end()


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
