"""What a player chooses to be called or to write reaches nobody's terminal or browser as it is."""

import json
from pathlib import Path

import pytest

FEW = ["--level", "easy", "--boards", "1", "--search", "0", "--seed", "1"]
FILES = ["--html", "g.html", "--gradescope", "r.json"]
RED, TITLE, LEFT = "\x1b[31mred", "\x1b]0;owned\x07", "\u202e"
SCRIPT = "<script>alert(1)</script>"
WRITES = f"""
import sys
class P:
    def begin(self, view): pass
    def choose(self, view):
        print({RED!r}, file=sys.stderr)
        raise ValueError({TITLE + SCRIPT + LEFT!r})
"""
CALLS = "class P:\n    def begin(self, view): pass\n    def choose(self, view): return None\n"


def is_printable(text):
    return all(line.isprintable() for line in text.split("\n"))


@pytest.fixture
def graded(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def grade(name, text):
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).write_text(text)
        return run("grade", f"{name}:P", "--sandbox", "off", *FEW, *FILES)

    return grade


@pytest.mark.parametrize("name", [f"{RED}{TITLE}{LEFT}.py", f"{RED}/{SCRIPT[:8]}.py", "plain.py"])
@pytest.mark.parametrize("text", [CALLS, WRITES], ids=["plays", "writes"])
def test_names_and_words_are_printable_everywhere(graded, name, text):
    status, out, err = graded(name, text)
    assert (status, is_printable(err)) == (1, True)
    page, results = Path("g.html").read_text(), json.loads(Path("r.json").read_text())
    words = [results["output"], *(test["output"] for test in results["tests"])]
    for shown in (out, page, *words):
        assert is_printable(shown)
        assert "<script" not in page
    assert ("\\x1b" in out) == (name != "plain.py" or text == WRITES)


@pytest.mark.parametrize(
    "text",
    [
        f'import os\nos.write(2, b"{RED} FORGED: passed 100 of 100\\n")\nos._exit(3)\n',
        f"import os\nraise ValueError({RED + ' FORGED: passed 100 of 100'!r})\n",
        f'import os\nos.write(2, b"p.py: {RED} FORGED: passed 100 of 100\\n")\nos._exit(2)\n',
    ],
)
def test_what_is_written_while_it_is_loaded_is_told_as_its_words(graded, text):
    status, out, err = graded("p.py", text)
    assert (status, out) == (2, "")
    [line] = err.splitlines()
    assert line.startswith("mineproof: p.py: it cannot be loaded: ")
    assert "FORGED" in line
    assert is_printable(err)
