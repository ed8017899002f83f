"""The documentation as a reader opens it: from files, without a server."""

import subprocess
import sys

import pytest

from page_visit import expect, open_browser  # skips this module where no browser is installed
from places import ROOT


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--site-dir", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, timeout=600)
    return folder


@pytest.fixture(scope="module")
def browser():
    with open_browser() as browser:
        yield browser


@pytest.fixture
def page(browser):
    with browser.new_page() as page:
        yield page


@pytest.mark.smoke
def test_the_search_works_from_files(site, page):
    page.goto((site / "index.html").as_uri())
    # Real keys: the theme reads the box after each key, not when a script fills it.
    page.get_by_role("textbox", name="Search").press_sequentially("resolvents")
    first = page.locator(".md-search-result__link").first
    expect(first).to_be_visible()
    assert first.get_attribute("href").startswith("file:")


@pytest.mark.parametrize(
    ("words", "found"),
    [("install", "index.html"), ("no-guess", "generate.html"), ("pandas", "experiments.")],
)
def test_the_search_finds_the_page_about(words, found, site, page):
    page.goto((site / "index.html").as_uri())
    page.get_by_role("textbox", name="Search").press_sequentially(words)
    first = page.locator(f'.md-search-result__link[href*="{found}"]').first
    expect(first).to_be_visible()
    listed = [link.get_attribute("href") for link in page.locator(".md-search-result__link").all()]
    assert found in listed[0], listed[:5]


@pytest.mark.parametrize(
    ("name", "shown", "copied"),
    [
        ("players", "$ mineproof explain one.mine r3c3", "mineproof explain one.mine r3c3\n"),
        ("library", ">>> view = View.from_array(", "view = View.from_array([["),
        ("players", "4x2x2\n1221\nHHHH", "4x2x2\n1221\nHHHH\n"),
    ],
)
def test_commands_are_copied_without_prompts_and_output(name, shown, copied, site, page):
    page.add_init_script(
        "navigator.clipboard.writeText = async (text) => { window.copied = text; };"
        "document.execCommand = () => { window.copied = `${getSelection()}`; return true; };"
    )
    page.goto((site / f"{name}.html").as_uri())
    block = page.locator(".highlight").filter(has_text=shown).first
    block.hover()
    block.locator("button").first.click()
    page.wait_for_function("() => window.copied !== undefined")
    assert page.evaluate("window.copied").startswith(copied.rstrip())


def test_signatures_have_types(site, page):
    page.goto((site / "api.html").as_uri())
    signature = page.locator(".doc-signature").filter(has_text="deal(")
    expect(signature.first).to_contain_text("seed: int")


def test_nothing_is_loaded_from_elsewhere(site, page):
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto((site / "index.html").as_uri())
    page.wait_for_load_state("networkidle")
    assert asked
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []
