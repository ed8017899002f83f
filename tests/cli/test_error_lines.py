"""The wording of errors: error_lines.txt has wrong commands and the line that each prints."""

import json
import shlex
from pathlib import Path

import pytest

SIZE = '{"schema": 1, "rows": 1, "cols": 2, '
PRISM = [[1, 2, 3], [0, 2, 4], [0, 1, 5], [0, 4, 5], [1, 3, 5], [2, 3, 4]]
WIDE = ["H1" * 60 if row % 2 else "H" * 120 for row in range(120)]
FILES = {
    "p.mine": "4x3x2\n11HH\n1HHH\n111H\n",
    "full.mine": "4x3x2\n112M\n1M21\n1110\n",
    "rows.txt": "111 / HHH",
    "clash.mine": "3x2x1\n131\nHHH\n",
    "second-clashes.mine": "3x2x1\n111\nHHH\n3x2x1\n131\nHHH\n",
    "wide.mine": "\n".join(["120x120x2000", *WIDE]),
    "wrong.txt": "1 1 / 2 *",
    "words.txt": "some words",
    "empty.txt": "",
    "garbage.txt": bytes(range(128)),
    "latin1.txt": "¹ ² ³".encode("latin1"),
    "picture.png": b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\1\0",
    "boards.txt": "# w=3 h=2 m=1 rule=safe start=0,0 seed=1\n3\n",
    "two.txt": "4x3:3,2,u140\n4x3:3,2,m624\n",
    "replay.json": SIZE + '"mines": ["r1c1"], "moves": []}',
    "other.json": "{}",
    "list.json": "[]",
    "broken.json": '{"board"',
    "broken.py": "class Player(\n",
    "mine.py": "class Player:\n    def begin(self, view): pass\n    def choose(self, view): pass\n",
    "prism.json": json.dumps({"neighbours": PRISM, "width": 3}),
    "a.jsonl": '{"board": 0, "won": true}',
    "from-1.jsonl": '{"board": 1, "won": true}\n{"board": 2, "won": true}\n',
    "twice.jsonl": 2 * '{"board": 0, "won": true}\n',
    "a.cnf": "p cnf 1 1\n1 0\n",
    "a.lrat": "2 0 1 0\n",
}
LINES = (Path(__file__).parent / "error_lines.txt").read_text().splitlines()
ROWS = [line.split("  =>  ") for line in LINES if line and not line.startswith("#")]


def make_files(folder):
    for name, text in FILES.items():
        (folder / name).write_bytes(text.encode() if isinstance(text, str) else text)


@pytest.mark.parametrize(("command", "line"), ROWS, ids=[command for command, _ in ROWS])
def test_a_wrong_command_prints_one_line_and_writes_nothing(
    command, line, run, tmp_path, monkeypatch
):
    make_files(tmp_path)
    words = shlex.split(command)
    if "=" in words[0]:  # as in a shell: a variable of the environment
        monkeypatch.setenv(*words.pop(0).split("="))
    status, out, err = run(*words)
    assert (status, out) == (2, "")
    if line.endswith("…"):
        assert err.startswith(f"mineproof: {line[:-1]}")
        assert err.count("\n") == 1
    else:
        assert err == f"mineproof: {line}\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(FILES)


@pytest.mark.parametrize(
    ("command", "end"),
    [
        ("solve --level LONG", "…: one of easy, medium, hard, beginner, intermediate, expert"),
        ("solve --seed LONG", "XXX' is not a whole number"),
        ("learn --kind LONG", ", guess"),
        ("convert p.mine --to LONG", ", opb"),
        ("lab run LONG", ", size-or-density"),
        ("lab show LONG", ", size-or-density"),
        ("grade LONG", "safest-region"),
        ("analyse LONG", "XXX: File name too long"),
        ("play --replay LONG", "XXX: File name too long"),
    ],
)
def test_a_long_argument_is_shortened_in_the_line(command, end, run):
    status, out, err = run(*command.replace("LONG", 3000 * "X").split())
    assert (status, out) == (2, "")
    assert "XXX" in err
    assert "…" in err
    assert err.endswith(f"{end}\n")
    assert err.count("\n") == 1
    assert len(err) < 550
