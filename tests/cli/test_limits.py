"""A small input cannot use much memory: sizes are checked before anything is allocated."""

import base64
import gzip
import json
import os
import random
import tracemalloc
from pathlib import Path

import pytest

from command_process import after, run_in
from mineproof import BadInput
from mineproof.game import board as boards
from mineproof.game.board import TableCache
from mineproof.game.formats.corpus import MOST, read_corpus
from mineproof.game.formats.reading import read, read_all_boards, read_any, read_full
from mineproof.game.graph import read_graph
from mineproof.game.replay import read as read_replay
from mineproof.web import questions
from tiers import few, slow

HEADER = "# w={w} h={h} m=0 rule=safe start=0,0 seed=1\n"


def packed(text):
    return gzip.compress(text.encode(), 1, mtime=0)


def encoded(raw):
    return base64.b64encode(raw).decode()


def huge_link(width, height):
    """Return a JSMinesweeper link of 20 characters for a huge board: one run of hidden cells."""
    digits = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
    size = "".join(digits[side // 62] + digits[side % 62] for side in (width, height))
    runs = ""
    left = width * height
    while left:
        left, digit = divmod(left, 10)
        runs = "RSTUVWXYZ0"[digit] + runs
    return f"analysis={size}aaab{runs}"


HUGE = [
    ("analyse", {"position": huge_link(3800, 3800)}),
    ("read", {"text": huge_link(3700, 3800)}),
    ("solve", {"board": huge_link(3600, 3800)}),
    ("explain", {"position": huge_link(3500, 3800), "cell": "r1c1"}),
    ("read", {"text": HEADER.format(w=4096, h=4096) + "\n" * 4}),
    ("read", {"text": HEADER.format(w=100, h=100) + "\n" * 900_000}),
    ("read", {"base64": encoded(packed("# " + "x" * (1 << 26)))}),
    ("read", {"base64": encoded(packed(HEADER.format(w=9, h=9) + "\n" * (1 << 24)))}),
    ("review", {"replay": '{"schema": 1, "rows": 4096, "cols": 4096, "mines": [], "moves": []}'}),
    ("deal", {"size": "4096x4096", "mines": 5}),
    ("read", {"text": "\n".join(["60x60x0", *["0" * 60] * 60] * 200)}),
]  # fmt: skip


@pytest.mark.parametrize(("name", "body"), HUGE)
def test_the_server_refuses_a_huge_board_before_it_builds_one(name, body):
    raw = json.dumps(body).encode()
    boards._neighbours.clear()
    boards._names.clear()
    tracemalloc.start()
    try:
        status, text = questions.answer(name, raw)
        kept, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert status == 400
    assert "cells" in text or "bytes" in text or "line 1" in text
    assert peak < 4 * len(raw) + 3_000_000
    assert kept < 1_000_000


def test_every_format_counts_cells_before_it_builds_them():
    sketch = "3x3x0\n000\n000\n000\n"
    for reader, written in [
        (read, "3x3x1\nHHH\nHHH\nHHH\n"),
        (read, huge_link(3, 3)),
        (read, '{"board": "xxx\\nxxx\\nxxx", "total_mines": 1}'),
        (read_full, sketch),
        (read_full, "3x3:0,0,u008"),
        (read_full, bytes([3, 3, 0, 1, 2, 2])),
        (read_full, HEADER.format(w=3, h=3) + "\n"),
        (read_any, sketch),
        (read_replay, '{"schema": 1, "rows": 3, "cols": 3, "mines": [], "moves": []}'),
    ]:
        reader(written, most_cells=9)
        with pytest.raises(BadInput, match="9 cells: at most 8 are allowed"):
            reader(written, most_cells=8)


def test_boards_are_counted_together():
    assert len(read_any("1x2x0\n0\n0\n" * 3, most_cells=6)) == 3
    with pytest.raises(BadInput, match="more than 5 cells together"):
        read_any("1x2x0\n0\n0\n" * 3, most_cells=5)
    with pytest.raises(BadInput, match="more than 5 cells together"):
        read_any("2x1:u0\n" * 3, most_cells=5)


def spoiled_gzip(seed):
    raw = bytearray(packed(HEADER.format(w=9, h=9).replace("m=0", "m=1") + "5\n9\n" * 400))
    draw = random.Random(seed)
    for _ in range(draw.randint(1, 4)):
        raw[draw.randrange(10, len(raw))] = draw.randrange(256)
    return bytes(raw[: draw.randint(12, len(raw))])


def test_damaged_gzip_is_refused_in_one_line():
    refused = 0
    for seed in range(300):
        raw = spoiled_gzip(seed)
        status, text = questions.answer("read", json.dumps({"base64": encoded(raw)}).encode())
        said = json.loads(text)["error"]
        assert status == 400
        assert "\n" not in said
        refused += "damaged gzip" in said
    assert refused > 250


def command(*words, status, memory=600 << 20):
    """Run a command in a process with limited address space, in bytes."""
    limit = f"import resource; resource.setrlimit(resource.RLIMIT_AS, ({memory}, {memory}))"
    return run_in(".", *words, program=after(limit), status=[status], OPENBLAS_NUM_THREADS="1")


def refused(line, *words, **limit):
    """Assert that a command refuses its input with one line."""
    done = command(*words, status=2, **limit)
    assert line in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("raw", "line"),
    [
        (packed(HEADER.format(w=1024, h=1024) + "\n" * 100_000), "134217728 cells together"),
        (packed("# w=1 " + "x" * (1 << 27)), "line 1: longer than the limit of 4096 bytes"),
        (packed(HEADER.format(w=9, h=9)) [:60] + b"\xff" * 40, "damaged gzip"),
    ],
)  # fmt: skip
def test_a_small_gzip_file_takes_no_large_memory_at_the_command_line(tmp_path, raw, line):
    file = tmp_path / "boards.gz"
    file.write_bytes(raw)
    refused(line, "measure", file)


REPLAY = """{"schema": 1, "rows": 4096, "cols": 4096, "mines": [],
"moves": [{"do": "open", "cell": "r1c1"}]}"""
LINK = huge_link(3800, 3800)


@pytest.mark.parametrize(
    ("words", "text"),
    [
        slow(["measure", "FILE"], REPLAY),
        (["review", "FILE"], REPLAY),
        slow(["measure", "FILE"], HEADER.format(w=4096, h=4096) + "\n"),
        (["solve", "FILE"], HEADER.format(w=4096, h=4096) + "\n"),
        slow(["solve", "FILE"], LINK),
        (["analyse", "FILE"], LINK),
        slow(["explain", "FILE", "r1c1"], LINK),
        slow(["analyse", "FILE", "r1c1", "r9c9"], LINK),
        slow(["convert", "FILE", "--to", "opb"], LINK),
        slow(["convert", "FILE", "--to", "mine"], LINK),
        slow(["check", "FILE", "FILE", "FILE"], LINK),
    ],
)
def test_a_small_file_of_a_huge_board_is_refused_at_the_command_line(tmp_path, words, text):
    file = tmp_path / "huge"
    file.write_text(text)
    words = [file if word == "FILE" else word for word in words]
    refused("cells: at most 1048576 are allowed", *words)


@pytest.mark.parametrize("shape", few(["knight", "orthogonal", "triangle"], 1))
def test_neighbours_are_stated_for_a_position_only_if_it_has_all_its_rows(tmp_path, shape):
    position, cnf, lrat = (tmp_path / name for name in ("k.mine", "k.cnf", "k.lrat"))
    cnf.write_text("p cnf 0 1\n0\n")
    lrat.write_text("2 0 1 0\n")
    words = ["check", position, cnf, lrat, "--shape", shape]
    position.write_text("1024x1024x1\n")
    line = "refused: the position: not 1024 wide and 1024 high\n"
    assert command(*words, status=1).stdout == line
    position.write_text("2048x2048x1\n" + ("H" * 2048 + "\n") * 2048)
    refused("4194304 cells: at most 1048576 are allowed", *words)


@pytest.mark.slow(twin="test_json_is_measured_before_it_is_parsed")
def test_a_small_gzip_file_of_a_huge_graph_is_refused_before_it_is_parsed(tmp_path):
    file = tmp_path / "boards.gz"
    header = "# w=1024 h=1024 m=1 rule=safe start=0,0 seed=1 shape=graph\n# graph="
    file.write_bytes(packed(header + '{"neighbours":[' + "[]," * 33_000_000))
    refused("33000002 lists and objects: at most 2097155 are allowed", "batch", file)
    file.write_bytes(packed(header + '{"neighbours":[' + "[]," * 50_000_000))
    refused("line 2: longer than the limit of 134217728 bytes", "batch", file)


def test_a_graph_in_a_corpus_has_as_many_lists_as_its_header_says(tmp_path):
    header = "# w=2 h=1 m=1 rule=safe start=0,0 seed=1 shape=graph\n# graph="
    right = '{"schema":1,"width":2,"neighbours":[[1],[0]],"points":[[0,0],[1,0]]}'
    assert len(read_corpus(f"{header}{right}\n1\n".encode()).layouts) == 1
    with pytest.raises(BadInput, match=r"line 2: .*8 lists and objects: at most 7"):
        read_corpus(f'{header}{{"neighbours":[{"[]," * 5}[]]}}\n1\n'.encode())


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('{"neighbours": [' + "[]," * 4_000_000, "4000002 lists and objects: at most 2098176"),
        slow('{"board": [' + "{}," * 4_000_000, "4000002 lists and objects: at most 2098176"),
        slow('{"moves": [' + "{}," * 4_000_000, "4000002 lists and objects: at most 2098176"),
        slow(" " * (1 << 27) + '{"moves": []}', "134217741 bytes: at most 134217728 are allowed"),
    ],
)
def test_json_is_measured_before_it_is_parsed(tmp_path, text, line):
    file = tmp_path / "board.json"
    file.write_text(text)
    refused(line, "measure", file, memory=800 << 20)


def test_a_graph_is_read_from_a_regular_file_only(tmp_path):
    """A device may never end, a pipe may never begin, and a file may be too large."""
    position = tmp_path / "position.mine"
    position.write_text("2x1x1\n1H\n")
    zero, pipe, large = (tmp_path / f"{name}.json" for name in ("zero", "pipe", "large"))
    zero.symlink_to("/dev/zero")
    os.mkfifo(pipe)
    large.write_text('{"neighbours": [[1], [0]]}')
    command("analyse", position, "--shape", large, status=0)
    os.truncate(large, (1 << 28) + 1)
    for path, line in ((zero, "not a regular file"), (pipe, "not a regular file"),
                       (large, "larger than 256 MiB"), (tmp_path, "not a regular file"),
                       (tmp_path / "none.json", "No such file")):  # fmt: skip
        with pytest.raises(BadInput, match=line):
            read_graph(path)
        with pytest.raises(BadInput, match=line):
            read(path)
        if path != tmp_path:
            refused(f"--shape: {path}: {line}", "analyse", position, "--shape", path)
    with pytest.raises(BadInput, match="not the name of a file"):
        read_graph(Path("a\0b.json"))
    with pytest.raises(BadInput, match="not the name of a file"):
        read_graph(Path("\ud800.json"))


def test_a_corpus_is_read_up_to_its_limit():
    raw = packed(HEADER.format(w=4096, h=4096) + "\n" * 2)
    assert len(read_corpus(raw, most_cells=2 << 24).layouts) == 2
    with pytest.raises(BadInput, match="`limit`"):
        read_corpus(raw, most_cells=(2 << 24) - 1)
    assert len(read_corpus(raw, limit=1, most_cells=(2 << 24) - 1).layouts) == 1
    assert MOST >= 1 << 30
    assert len(read_all_boards(HEADER.format(w=2, h=1) + "\n" * 5)) == 5


def test_tables_of_boards_are_kept_by_their_cells():
    built = []

    def build(side):
        built.append(side)
        return [0]

    tables = TableCache(build)
    for side in [3, 4, 5, 6, 7, 8, 9, 10, 3, 10]:  # small boards: the cache keeps eight
        tables(side * side, side)
    assert built == [3, 4, 5, 6, 7, 8, 9, 10]
    built.clear()
    for side in [1000, 1000, 2000, 1000]:  # large boards: the cache keeps only the last
        tables(side * side, side)
    assert built == [1000, 2000, 1000]
    tables(9, 3)  # a large board does not evict the small ones
    assert built == [1000, 2000, 1000]
