"""What the documentation shows is what happens: every command is run, every output compared.

A block ```` ```text title="corner.mine" ```` (or `json`) is a file that the commands after it can
read; in a block ```` ```console ```` each line that begins with `$ ` is a command, and the lines
after it are its output, where `...` stands for anything. `python tests/docs/test_docs_commands.py`
writes the outputs anew.
"""

import io
import os
import re
import runpy
import shlex
import shutil
import subprocess
import sys
import sysconfig
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from unittest.mock import patch

import pytest

from mineproof.cli.entry import main
from places import ROOT
from tiers import slow

DOCS = ROOT / "docs"
README = ROOT / "README.md"
BLOCK = re.compile(
    r"^```((?:text|json) title=\"([^\"]+)\"|console)\n(.*?)^```$", re.MULTILINE | re.DOTALL
)
PAGES = sorted(page for page in DOCS.rglob("*.md") if "```console" in page.read_text())
COSTLY = ("authors.md", "experiments.md", "students.md")
SHELL = set("|<>&;$`(\n")  # a command without these needs no shell


def run(command, folder):
    """Run a command in a folder, a single `mineproof` in this process; return output and status."""
    path = f"{sysconfig.get_path('scripts')}{os.pathsep}{os.environ['PATH']}"
    with patch.dict(os.environ, PATH=path, COLUMNS="100", NO_COLOR="1"):
        os.environ.pop("MINEPROOF_ENGINE", None)
        if command.startswith("mineproof ") and not SHELL.intersection(command):
            return run_here(shlex.split(command)[1:], folder)
        done = subprocess.run(
            ["bash", "-c", command], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, timeout=600, check=False,
        )  # fmt: skip
        return done.stdout, done.returncode


def run_here(words, folder):
    written = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
    streams = redirect_stdout(written), redirect_stderr(written)
    with chdir(folder), streams[0], streams[1], pytest.raises(SystemExit) as end:
        main(words)
    return written.buffer.getvalue().decode(), end.value.code or 0


def commands(block):
    """The commands of a block with the output that is shown for each."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, _, shown = part.partition("\n")
        while command.endswith("\\"):
            more, _, shown = shown.partition("\n")
            command = f"{command}\n{more}"
        yield command, shown


def matches(shown, out):
    pattern = ".*".join(map(re.escape, shown.strip().split("...")))
    return re.fullmatch(pattern, out.strip(), re.DOTALL) is not None


@pytest.mark.parametrize(
    "page", [slow(page) if page.name in COSTLY else page for page in PAGES], ids=lambda p: p.name
)
def test_commands_do_what_the_page_shows(page, tmp_path):
    tried = 0
    for match in BLOCK.finditer(page.read_text()):
        if match[2]:
            (tmp_path / match[2]).write_text(match[3])
            continue
        for command, shown in commands(match[3]):
            out, status = run(command, tmp_path)
            assert status in (0, 1), f"{command}\n{out}"
            assert not shown.strip() or matches(shown, out), f"$ {command}\n{out}"
            tried += 1
    assert tried


def listed(page):
    """The commands of the indented lists, but for those that wait for a person."""
    found = re.findall(r"^    (mineproof (?!play|serve|learn --)[^#\n]*)", page.read_text(), re.M)
    return [command.strip() for command in found]


@pytest.mark.parametrize("page", [README, DOCS / "generate.md"], ids=lambda page: page.name)
def test_listed_commands_can_be_run_as_they_stand(page, tmp_path):
    """Run them in order, in a folder that has the examples, with less to generate and to play.

    Those of the README leave no file behind.
    """
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    before = {*tmp_path.rglob("*")}
    for command in listed(page):
        smaller = re.sub(
            r"--count \d+", "--count 2", command.replace("--scale 0.1", "--scale 0.002")
        )
        out, status = run(smaller, tmp_path)
        assert status in (0, 1), f"{command}\n{out}"
        assert out.strip() or "--out" in command
    assert len(listed(page)) >= 4
    if page == README:
        assert {*tmp_path.rglob("*")} == before


@pytest.mark.parametrize("page", [README, *ROOT.glob("README.*.md")], ids=lambda page: page.name)
def test_the_answer_of_the_readme_is_that_of_the_command(page, tmp_path):
    told = re.findall(r"^`(printf [^`]+)`[^\n]*\n\n```\n(.*?)^```$", page.read_text(), re.M | re.S)
    [(command, shown)] = told
    out, status = run(command, tmp_path)
    assert (status, out) == (0, shown)


def test_every_translation_lists_the_same_commands():
    translations = list(ROOT.glob("README.*.md"))
    assert translations
    assert {tuple(listed(page)) for page in translations} == {tuple(listed(README))}


def test_the_pictures_show_what_is_explained():
    patterns = runpy.run_path(str(DOCS / ".build" / "patterns.py"))
    page = (DOCS / "players.md").read_text()
    drawn = patterns["pictures"](page)
    assert set(drawn) == set(re.findall(r"\(players/(\w+)\.svg\)", page))
    for name, text in drawn.items():
        assert (DOCS / "players" / f"{name}.svg").read_text() == text
        assert text.count("✓") + text.count('r="8"') >= 1


def test_a_report_of_the_lab_is_packed_as_data_and_built_again(tmp_path):
    findings = runpy.run_path(str(DOCS / ".build" / "findings.py"))
    few = "--size 4x4 --mines 2 --boards 1 --strategies unit,complete --vary safe_cells=1..9"
    for command in (f"run --name few {few}", "report --out report"):
        out, status = run(f"mineproof lab {command}", tmp_path)
        assert status == 0, out
    written = (tmp_path / "report" / "report.md").read_text()
    assert findings["page"](findings["data_of"](written)) == written
    assert written.count("| unit |") == 9


def test_a_wrong_output_would_be_noticed(tmp_path):
    out, _ = run("echo 1 2 3", tmp_path)
    assert matches("1 ... 3", out)
    assert not matches("1 ... 4", out)


@pytest.mark.slow(twin="answers/test_public.py::test_examples_import_public_names_only")
def test_the_notebook_for_a_class_runs():
    nbformat, nbclient = map(pytest.importorskip, ("nbformat", "nbclient"))
    book = nbformat.read(ROOT / "examples" / "class.ipynb", as_version=4)
    assert not any(cell.get("outputs") for cell in book.cells)  # kept without outputs
    nbclient.NotebookClient(book, timeout=600, kernel_name="python3").execute()
    shown = [out for cell in book.cells for out in cell.get("outputs", ())]
    kinds = {kind for out in shown for kind in out.get("data", {})}
    assert {"text/html", "image/png"} <= kinds
    assert not any(out.output_type == "error" for out in shown)


def written_anew(match, folder):
    """Return a block with the outputs of its commands written anew, but for those with `...`."""
    if match[2]:
        (folder / match[2]).write_text(match[3])
        return match[0]
    text = ""
    for command, shown in commands(match[3]):
        out = run(command, folder)[0].rstrip()
        text += f"$ {command}\n{shown if '...' in shown else out + chr(10) if out else ''}"
    return f"```console\n{text}```"


if __name__ == "__main__":
    import tempfile

    for one in [Path(name) for name in sys.argv[1:]] or PAGES:
        with tempfile.TemporaryDirectory() as scratch:
            text = BLOCK.sub(lambda match: written_anew(match, Path(scratch)), one.read_text())
            one.write_text(text)
