"""The page in a browser.

page_visit is imported when a fixture runs: without chromium it skips.
"""

import os

import pytest


@pytest.fixture(scope="package")
def browser():
    """One for this folder: an open browser keeps an event loop, and other tests start their own."""
    from page_visit import open_browser

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


@pytest.fixture
def sit(browser, address):
    """Begin visits of the page; an error on its console fails the test, but for `faults`."""
    from page_visit import Sitting

    sittings = []

    def begin(**how):
        sittings.append(Sitting(browser, address, **how))
        return sittings[-1]

    yield begin
    for sitting in sittings:
        sitting.end()
