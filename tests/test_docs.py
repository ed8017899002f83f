"""What the documentation shows is what happens: every command is run, every output compared.

A block ```` ```text title="corner.mine" ```` (or `json`) is a file that the commands after it can
read; in a block ```` ```console ```` each line that begins with `$ ` is a command, and the lines
after it are its output, where `...` stands for anything. `python tests/test_docs.py` writes the
outputs anew.
"""

import os
import re
import runpy
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

DOCS = Path(__file__).parent.parent / "docs"
BLOCK = re.compile(
    r"^```((?:text|json) title=\"([^\"]+)\"|console)\n(.*?)^```$", re.MULTILINE | re.DOTALL
)
PAGES = sorted(page for page in DOCS.rglob("*.md") if "```console" in page.read_text())


def run(command, folder):
    scripts = sysconfig.get_path("scripts")
    environment = os.environ | {
        "PATH": f"{scripts}{os.pathsep}{os.environ['PATH']}",
        "COLUMNS": "100",
        "NO_COLOR": "1",
    }
    environment.pop("MINEPROOF_ENGINE", None)
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=120,
        check=False,
    )
    return done.stdout, done.returncode


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


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
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


LISTED = [DOCS.parent / "README.md", DOCS.parent / "README.zh-TW.md", DOCS / "generate.md"]


@pytest.mark.parametrize("page", LISTED, ids=lambda page: page.name)
def test_listed_commands_can_be_run_as_they_stand(page, tmp_path):
    """Run the commands of the indented lists, in order, in a folder that has the examples.

    Commands that wait for a person are left out, and an experiment is made smaller.
    """
    shutil.copytree(DOCS.parent / "examples", tmp_path / "examples")
    listed = re.findall(r"^    (mineproof (?!play|serve)[^#\n]*)", page.read_text(), re.M)
    for command in listed:
        smaller = command.replace("--scale 0.1", "--scale 0.01")
        out, status = run(smaller, tmp_path)
        assert status in (0, 1), f"{command}\n{out}"
        assert out.strip() or "--out" in command
    assert len(listed) >= 4


def test_the_pictures_show_what_is_explained():
    patterns = runpy.run_path(str(DOCS / ".build" / "patterns.py"))
    page = (DOCS / "players.md").read_text()
    drawn = patterns["pictures"](page)
    assert set(drawn) == set(re.findall(r"\(players/(\w+)\.svg\)", page))
    for name, text in drawn.items():
        assert (DOCS / "players" / f"{name}.svg").read_text() == text
        assert text.count("✓") + text.count('r="8"') >= 1


def test_a_wrong_output_would_be_noticed(tmp_path):
    out, _ = run("echo 1 2 3", tmp_path)
    assert matches("1 ... 3", out)
    assert not matches("1 ... 4", out)


def test_the_notebook_for_a_class_runs():
    nbformat, nbclient = map(pytest.importorskip, ("nbformat", "nbclient"))
    book = nbformat.read(DOCS.parent / "examples" / "class.ipynb", as_version=4)
    assert not any(cell.get("outputs") for cell in book.cells)  # kept without outputs
    nbclient.NotebookClient(book, timeout=120, kernel_name="python3").execute()
    shown = [out for cell in book.cells for out in cell.get("outputs", ())]
    kinds = {kind for out in shown for kind in out.get("data", {})}
    assert {"text/html", "image/png"} <= kinds
    assert not any(out.output_type == "error" for out in shown)


def write(page, folder):
    """The page with the outputs of its commands written anew, but for those with `...`."""
    pieces, last, text = [], 0, page.read_text()
    for match in BLOCK.finditer(text):
        if match[2]:
            (folder / match[2]).write_text(match[3])
            continue
        lines = []
        for command, shown in commands(match[3]):
            out, _ = run(command, folder)
            keep = "..." in shown
            lines.append(f"$ {command}\n{shown if keep else out.rstrip() + chr(10) if out else ''}")
        pieces += [text[last : match.start(3)], "".join(lines)]
        last = match.end(3)
    page.write_text("".join([*pieces, text[last:]]))


if __name__ == "__main__":
    import tempfile

    for one in [Path(name) for name in sys.argv[1:]] or PAGES:
        with tempfile.TemporaryDirectory() as scratch:
            write(one, Path(scratch))
