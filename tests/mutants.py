"""Mutation tests: do the tests notice small errors? `make mutants` plants them one at a time.

Only files that must be trusted are changed: a comparison is reversed, a number changed by one,
`and` becomes `or`, a condition is negated, `+` becomes `-`. A fixed random sample of these mutants
is made, each in a copy of the checkout, and the tests of that file run. A mutant that survives
needs a new test, unless it behaves like the original; `EQUAL` lists the ones known to do so.
"""

import argparse
import ast
import os
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
TARGETS = {
    "proof/check.py": ["test_proofs.py", "test_refute.py", "test_certificate.py"],
    "proof/audit.py": ["test_certificate.py", "test_explain.py"],
    "counting/exact.py": ["test_counting.py"],
    "counting/fronts.py": ["test_counting.py"],
    "logic/kb.py": ["test_resolution.py", "test_strategies.py"],
    "logic/resolution.py": ["test_resolution.py"],
    "game/deal.py": ["test_deal.py"],
    "game/board.py": ["test_board.py", "test_deal.py"],
    "game/clue_counts.py": ["test_board.py", "test_deal.py"],
    "reason/deduce.py": ["test_counting.py", "test_cli.py"],
}
EACH = 9
EQUAL = {
    "counting/exact.py: return _Prepared(clues, 0, 1).entailed()":
        "what clues entail by themselves does not ask for the number of mines",
    "game/board.py: if type(cell) is int and 1 <= cell < self.rows * self.cols:":
        "the slow way finds the first cell too",
    'game/clue_counts.py: raw = added.to_bytes(len(padded) + width + 3, "little")':
        "the last bytes are not read",
    "logic/kb.py: self._last = 1":
        "the numbers of clauses are names, whichever is the first",
    "counting/fronts.py: seen, queue = {1}, [0]":
        "where the walk begins decides how many nodes there are, not what they say",
    'game/board.py: return [f"r{row}c{col}" for row in range(1, rows + 2)'
    " for col in range(1, cols + 1)]":
        "names of a row that there is not are never asked for",
    'proof/check.py: flags = getattr(os, "O_NONBLOCK", 1) | getattr(os, "O_BINARY", 0)':
        "only a system without this flag uses its default",
    "proof/audit.py: while line := file.readline(LONGEST + 2):":
        "a line with one byte more than it may have is refused, and so is one with two",
    "reason/deduce.py: self._need = [1] * board.cells":
        "what a clue needs is written when it is opened, and read after",
    "reason/deduce.py: elif was_unknown and clues[there] > 0:":
        "a zero needs no mine, however many cells it has left",
}  # fmt: skip
"""Mutants that behave like the original: `file: line of code after the change`, and why."""

TURNED = {
    ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "==",
    ast.In: "not in", ast.NotIn: "in", ast.Is: "is not", ast.IsNot: "is",
}  # fmt: skip
SIGNS = {ast.Add: "-", ast.Sub: "+", ast.Mult: "+", ast.FloorDiv: "*", ast.BitOr: "&"}


def mutants(text):
    """Every small change of a source, as (line, old, new, changed source)."""
    lines = text.splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line.encode()))
    raw = text.encode()

    def at(node, end=False):
        row, col = (node.end_lineno, node.end_col_offset) if end else (node.lineno, node.col_offset)
        return starts[row - 1] + col

    def change(node, low, high, new):
        old = raw[low:high].decode()
        return node.lineno, old, new, (raw[:low] + new.encode() + raw[high:]).decode()

    for node in _code(ast.parse(text)):
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            low, high = at(node.left, end=True), at(node.comparators[0])
            yield change(node, low, high, f" {TURNED[type(node.ops[0])]} ")
        elif isinstance(node, ast.BinOp) and type(node.op) in SIGNS:
            low, high = at(node.left, end=True), at(node.right)
            if raw[low:high].strip().decode() in "+-*//|":
                yield change(node, low, high, f" {SIGNS[type(node.op)]} ")
        elif isinstance(node, ast.BoolOp):
            low, high = at(node.values[0], end=True), at(node.values[1])
            other = b"or" if isinstance(node.op, ast.And) else b"and"
            old = raw[low:high]
            new = old.replace(b"and", other) if other == b"or" else old.replace(b"or", other)
            yield change(node, low, high, new.decode())
        elif isinstance(node, ast.Constant) and type(node.value) is int:
            yield change(node, at(node), at(node, end=True), str(node.value + 1))
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            yield change(node, at(node), at(node.operand), "")
        elif isinstance(node, ast.If | ast.While):
            low, high = at(node.test), at(node.test, end=True)
            yield change(node, low, high, f"not ({raw[low:high].decode()})")


def _code(tree):
    """Yield the nodes to mutate: no annotations, no f-strings, no error messages."""
    todo = [tree]
    while todo:
        node = todo.pop()
        if isinstance(node, ast.Raise | ast.JoinedStr | ast.AnnAssign) and not (
            isinstance(node, ast.AnnAssign) and node.value
        ):
            continue
        yield node
        for name, field in ast.iter_fields(node):
            if name in ("annotation", "returns", "decorator_list"):
                continue
            todo += [child for child in (field if isinstance(field, list) else [field])
                     if isinstance(child, ast.AST)]  # fmt: skip


def chosen(only):
    for name, tests in TARGETS.items():
        if only and only not in name:
            continue
        text = (ROOT / "src" / "mineproof" / name).read_text()
        every = sorted({one for one in mutants(text) if _compiles(one[3])}, key=lambda one: one[:3])
        for one in random.Random(name).sample(every, min(EACH, len(every))):
            yield name, tests, one


def _compiles(text):
    try:
        ast.parse(text)
    except SyntaxError:  # the change left an unmatched bracket
        return False
    return True


def copy(folder):
    """Make a copy of the checkout with a separate virtual environment."""
    names = ["src", "tests", "native", "bench", "examples", "docs", "Makefile", "pyproject.toml",
             "CMakeLists.txt", "README.md", "LICENSE", ".ci", "CHANGELOG.md"]  # fmt: skip
    for name in names:
        source = ROOT / name
        target = folder / name
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, target)
    subprocess.run(["make", "-s", ".venv/ready-dev"], cwd=folder, check=True)


def noticed(folder, tests):
    paths = [f"tests/{name}" for name in tests]
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(
            [".venv/bin/python", "-m", "pytest", "-x", "-q", "-n", "2", "-p", "no:cacheprovider",
             *paths],
            cwd=folder, env=environment, capture_output=True, timeout=300, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return True
    return done.returncode != 0


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", help="files whose name has this")
    asked = parser.parse_args()
    planted, survivors = 0, []
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        copy(folder)
        for name, tests, (line, old, new, changed) in chosen(asked.only):
            path = folder / "src" / "mineproof" / name
            before = path.read_text()
            path.write_text(changed)
            code = changed.splitlines()[line - 1].strip()
            killed = noticed(folder, tests)
            path.write_text(before)
            planted += 1
            said = "noticed " if killed else "SURVIVED"
            print(f"{said}  {name}:{line}  {old.strip()} -> {new.strip()}   {code}", flush=True)
            if not killed:
                survivors.append(f"{name}: {code}")
    known = [one for one in survivors if one in EQUAL]
    print(
        f"\n{planted} planted, {planted - len(survivors)} noticed, {len(known)} make no difference"
    )
    sys.exit(1 if len(survivors) - len(known) > 0.05 * planted else 0)


if __name__ == "__main__":
    main()
