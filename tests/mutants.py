"""Mutation tests: do the tests notice small errors? `make mutants` plants them one at a time.

A mutant is a file with one small change: a comparison is reversed, a number changed by one, `and`
becomes `or`, a condition is negated, `+` becomes `-`. Of each file in `TARGETS` a fixed random
sample is planted, in two copies of the checkout, and the tests of that file run. A mutant that
survives needs a new test, unless it behaves like the original; `EQUAL` lists those known to do so.

Results are appended to build/mutants.jsonl, and what is there is not run again: after a change of
the tests move that file away. To compare two runs: `tests/mutants.py --against OLD.jsonl`.
"""

import argparse
import contextlib
import hashlib
import itertools
import json
import os
import queue
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path

import psutil

ROOT = Path(__file__).parent.parent
COPIES = 2
CPU_SECONDS, SECONDS = 120, 900
"""A mutant is noticed if its tests take more CPU time than the first, more time than the second."""

TARGETS = {
    "game/board.py": "game/test_board.py game/test_deal.py",
    "game/_clue_counts.py": "game/test_board.py game/test_deal.py",
    "game/deal.py": "game/test_deal.py",
    "game/game.py": "game/test_game.py answers/test_library.py play/test_review.py",
    "game/replay.py": "answers/test_library.py play/test_review.py",
    "logic/kb.py": "logic/test_resolution.py proof/test_proofs.py answers/test_solve_position.py"
    " play/test_strategies.py -k 'not misses_nothing and not completed_boards'",
    "logic/refute.py": "logic/test_refute.py",
    "logic/resolution.py": "logic/test_resolution.py",
    "counting/exact.py": "counting/test_counting.py",
    "counting/fronts.py": "counting/test_counting.py",
    "counting/layers.py": "counting/test_counting.py counting/test_sampling.py",
    "core/endgame.py": "core/test_guess.py core/test_guess_reasons.py",
    "core/_plain_deducer.py": "core/test_engines.py counting/test_counting.py core/test_scale.py",
    "reason/deduce.py": "counting/test_counting.py cli/test_commands.py cli/test_error_lines.py",
    "reason/needed.py": "reason/test_explain.py",
    "reason/why.py": "play/test_generate.py reason/test_explain.py",
    "proof/audit.py": "reason/test_explain.py proof/test_certificate.py",
    "proof/check.py": "proof/test_proofs.py logic/test_refute.py proof/test_certificate.py",
    "play/generate.py": "play/test_generate.py",
    "play/review.py": "play/test_review.py",
    "answers/analysis.py": "answers/test_library.py core/test_guess.py"
    " core/test_guess_reasons.py cli/test_commands.py cli/test_error_lines.py",
    "answers/explanation.py": "answers/test_library.py reason/test_explain.py"
    " cli/test_commands.py cli/test_error_lines.py",
    "lab/stats.py": "lab/test_numbers.py",
    "lab/store.py": "lab/test_store.py",
    "grade/_clauses.py": "grade/test_grade_points.py grade/test_grade_bounds.py"
    " grade/test_grade.py",
    "grade/grading.py": "grade/test_grade_points.py grade/test_grade.py",
    "learn/exercises.py": "learn/test_exercise_answers.py learn/test_exercises.py",
    "learn/judging.py": "learn/test_exercise_answers.py",
    "cli/parameter_types.py": "cli/test_options.py cli/test_error_lines.py cli/test_commands.py",
    "terminal/game.py": "terminal/test_terminal.py",
    "web/access.py": "web/test_server.py -k 'served_name or origin or host'",
    "web/fair_queue.py": "web/test_server_limits.py web/test_server_workers.py",
    "web/page/engine/deal.js": "page/test_page_deal.py",
    "web/page/learn/drill.js": "page/test_learn_view.py",
    "web/page/game/game.js": "page/test_play_view.py page/test_late_answers.py"
    " page/test_review_view.py",
    "web/page/board/heat-map.js": "page/test_guess_panel.py",
    "web/page/base/view.js": "page/test_addresses.py page/test_play_view.py"
    " page/test_late_answers.py",
    "native/count/way_counter.cpp": "counting/test_counting.py counting/test_sampling.py",
    "native/guess/endgame.cpp": "core/test_guess.py core/test_guess_reasons.py",
}
"""Files, from src/mineproof or native/, and arguments for pytest, from tests/: fast tests first."""

EQUAL = {
    "counting/exact.py: return _Prepared(clues, 0, 1).entailed()":
        "what the clues entail by themselves does not depend on the mine count",
    "counting/fronts.py: seen, queue = {1}, [0]":
        "where the walk begins changes the number of nodes, not what they say",
    "core/_plain_deducer.py: self._need = [1] * board.cells":
        "the need of a clue is written when its cell is opened, and read later",
    "core/_plain_deducer.py: elif was_unknown and clues[there] > 0:":
        "a zero needs no mine, however many cells it has left",
    "game/board.py: if type(cell) is int and 1 <= cell < self.rows * self.cols:":
        "the slow way finds the first cell, too",
    'game/_clue_counts.py: raw = added.to_bytes(len(padded) + width + 3, "little")':
        "the last bytes are not read",
    "proof/audit.py: while line := file.readline(LONGEST + 2):":
        "a line with one byte too many is refused, and so is one with two",
    'proof/check.py: flags = getattr(os, "O_NONBLOCK", 1) | getattr(os, "O_BINARY", 0)':
        "only a system without this flag uses its default",
}  # fmt: skip
"""Mutants that behave like the original: `file: line of code after the change`, and why."""


@dataclass(frozen=True)
class Mutant:
    """A file with one small change, or with none, to see that its tests pass."""

    file: str
    text: str
    line: int = 0
    change: str = ""
    code: str = ""
    """The changed line of code. With the file it names the mutant, whichever tests there are."""

    @property
    def digest(self):
        return hashlib.sha256(self.text.encode()).hexdigest()[:16]


def path_of(file):
    return Path(file) if file.startswith("native/") else Path("src/mineproof", file)


def mutants(file):
    """Return every mutant of a file in a random order, which hardly changes if the file does."""
    text = (ROOT / path_of(file)).read_text()
    found = {}
    for low, high, new in changes(text, Path(file).suffix):
        changed = text[:low] + new + text[high:]
        pairs = enumerate(zip(text.splitlines(), changed.splitlines(), strict=False), 1)
        line, code = next((line, now.strip()) for line, (was, now) in pairs if was != now)
        change = f"{text[low:high].strip()} -> {new.strip()}"
        found.setdefault(code, Mutant(file, changed, line, change, code))
    rank = {one: hashlib.sha256(f"{file}: {code}".encode()).digest() for code, one in found.items()}
    lines = defaultdict(list)
    for one in sorted(rank, key=rank.get):
        lines[one.line].append(one)
    turns = itertools.zip_longest(*lines.values())  # no second one of a line before all first ones
    return [one for turn in turns for one in turn if one]


SWAPPED = {
    "===": "!==", "!==": "===", "==": "!=", "!=": "==", "<=": "<", ">=": ">", "<": "<=", ">": ">=",
    "&&": "||", "||": "&&", "+": "-", "-": "+", "*": "+", "true": "false", "false": "true",
    "and": "or", "or": "and", "in": "not in", "not in": "in", "is": "is not", "is not": "is",
    "True": "False", "False": "True", "if": "if not", "while": "while not", "not ": "",
}  # fmt: skip
COMMENT = r"//[^\n]* | /\*.*?\*/ | ^\#[^\n]*"
SKIPPED = {".py": r"\#[^\n]* | ^\ *@[^\n]*", ".js": COMMENT, ".cpp": COMMENT}
# Strings, regular expressions, operators, numbers, words. There are spaces around binary operators,
# because a formatter sets all code.
TOKEN = r"""
    | [rbf]*(?:""\"(?:\\.|.)*?""\" | "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*')
    | `(?:\\.|\$\{(?:[^`{}]|`[^`]*`)*\}|[^`\\])*`
    | (?:(?<=[(\[])|(?<=[,=:!&|?]\s))/(?:\\.|\[(?:\\.|[^]\\])*\]|[^/\\\n])+/
    | (?P<sign>(?<=\s)(?:[!=]==|[!=<>]=|[<>+*-]|&&|\|\||and|or|(?:not\ )?in|is(?:\ not)?)(?=\s)
        | (?<=\s)(?:if|while)(?=\s) | \b(?:[Tt]rue|[Ff]alse)\b | \bnot\ )
    | \d[\d.]*e[+-]?\d+ | (?P<number>(?<![\w.$])\d+(?![\w.'])) | [\w']+
"""


def changes(text, language):
    """Every small change of a source, as (start, end, new)."""
    flags = re.VERBOSE | re.DOTALL | re.MULTILINE
    for token in re.finditer(SKIPPED[language] + TOKEN, text, flags):
        if token["sign"]:
            yield *token.span(), SWAPPED[token["sign"]]
        elif token["number"]:
            yield *token.span(), str(int(token["number"]) + 1)


def compiles(mutant):
    folder = (ROOT / path_of(mutant.file)).parent
    compiler = [os.environ.get("CXX", "c++"), "-std=c++17", f"-I{ROOT / 'native'}", f"-I{folder}"]
    command = {
        ".py": [sys.executable, "-c", "import ast, sys; ast.parse(sys.stdin.read())"],
        ".js": ["node", "--check", "--input-type=module", "-"],
        ".cpp": [*compiler, "-fsyntax-only", "-xc++", "-"],
    }[Path(mutant.file).suffix]
    done = subprocess.run(command, input=mutant.text.encode(), capture_output=True, check=False)
    return done.returncode == 0


class Checkout:
    """A copy of the checkout with a separate virtual environment."""

    def __init__(self, folder):
        self.folder = folder
        command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
        for name in listed.stdout.split("\0"):
            if (ROOT / name).is_file():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / name, folder / name)
        self._install()

    def _install(self):
        for command in (
            "make -s .venv/ready-dev",
            "env MINEPROOF_ENGINE=native .venv/bin/mineproof --version",
        ):
            subprocess.run(shlex.split(command), cwd=self.folder, check=True)

    def test(self, mutant):
        """Plant a mutant. Return the test that notices it, or None."""
        path = self.folder / path_of(mutant.file)
        original = path.read_text()
        self._write(path, mutant.text)
        try:
            return self._failing_test(TARGETS[mutant.file])
        finally:
            self._write(path, original)

    def _write(self, path, text):
        if path.read_text() == text:
            return
        path.write_text(text)
        # Python would take old bytecode for a file of the same size, written in the same second.
        for bytecode in (self.folder / "build" / "pycache").rglob(f"{path.stem}.*"):
            bytecode.unlink()
        if path.suffix == ".cpp":
            self._install()

    def _failing_test(self, tests):
        pytest = "../.venv/bin/python -m pytest -x --tb=no -rfE -p no:xdist -p no:cacheprovider"
        process = subprocess.Popen(
            f"ulimit -t {CPU_SECONDS}; exec {pytest} {tests}", shell=True, text=True,
            cwd=self.folder / "tests", stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        try:
            said, _ = process.communicate(timeout=SECONDS)
        except subprocess.TimeoutExpired:
            for one in [*psutil.Process(process.pid).children(recursive=True), process]:
                with contextlib.suppress(psutil.NoSuchProcess):
                    one.kill()
            process.communicate()
        if process.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
            return "timeout"
        failed = re.search(r"^(?:FAILED|ERROR) (.*?)(?: - .*)?$", said, re.MULTILINE)
        return failed[1] if failed else said[-200:] if process.returncode else None


def plant(missing, out):
    """Plant mutants in two copies of the checkout; append each result to a file of JSON lines."""
    with (
        tempfile.TemporaryDirectory() as scratch,
        ThreadPoolExecutor(COPIES) as pool,
        out.open("a") as file,
    ):
        ready, failing = queue.Queue(), set()
        for checkout in pool.map(Checkout, [Path(scratch, str(copy)) for copy in range(COPIES)]):
            ready.put(checkout)

        def test(mutant):
            if mutant.file in failing:
                return None
            checkout, begun = ready.get(), time.monotonic()
            by = checkout.test(mutant)
            ready.put(checkout)
            if by and not mutant.change:
                failing.add(mutant.file)
                print(f"{mutant.file}: its tests fail without a mutant: {by}", flush=True)
                return None
            said = {name: value for name, value in vars(mutant).items() if name != "text"}
            seconds = round(time.monotonic() - begun, 1)
            return {
                **said,
                "noticed": by is not None,
                "by": by,
                "seconds": seconds,
                "digest": mutant.digest,
            }

        try:
            for future in as_completed([pool.submit(test, one) for one in missing]):
                if result := future.result():
                    print(json.dumps(result, ensure_ascii=False), file=file, flush=True)
                    print(line_of(result), flush=True)
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


def stored(path):
    lines = path.read_text().splitlines() if path.exists() else []
    return {(one["file"], one["digest"]): one for one in map(json.loads, lines)}


def name_of(result):
    return f"{result['file']}: {result['code']}"


def line_of(result):
    said = "noticed " if result["noticed"] else "SURVIVED" if result["change"] else "passed"
    place = f"{result['file']}:{result['line']}"
    return f"{said}  {place}  {result['change']}   {result['code']}   {result['by'] or ''}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="files whose name has this")
    parser.add_argument("--each", type=int, default=4, help="mutants of a file (default: 4)")
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "mutants.jsonl")
    parser.add_argument("--against", type=Path, help="the results of an earlier run")
    asked = parser.parse_args()
    if asked.against and not asked.against.exists():
        parser.error(f"--against: {asked.against}: no such file")
    files = [file for file in TARGETS if asked.only in file]
    unchanged = [Mutant(file, (ROOT / path_of(file)).read_text()) for file in files]
    chosen = [
        one
        for file in files
        for one in itertools.islice(filter(compiles, mutants(file)), asked.each)
    ]
    asked.out.parent.mkdir(parents=True, exist_ok=True)
    done = stored(asked.out)
    if missing := [one for one in unchanged + chosen if (one.file, one.digest) not in done]:
        plant(missing, asked.out)
        done = stored(asked.out)
    results = [done[one.file, one.digest] for one in chosen if (one.file, one.digest) in done]
    survivors = [one for one in results if not one["noticed"]]
    gaps = [one for one in survivors if name_of(one) not in EQUAL]
    rooms = {file: "page" if file.endswith(".js") else file.split("/")[0] for file in files}
    planted = Counter(rooms[one["file"]] for one in results)
    survived = Counter(rooms[one["file"]] for one in gaps)
    for room, count in planted.items():
        print(f"{room:10} {count - survived[room]:3} of {count}")
    print(f"{len(results)} planted, {len(results) - len(survivors)} noticed, "
          f"{len(survivors) - len(gaps)} make no difference; not noticed:")  # fmt: skip
    print(*map(line_of, gaps), sep="\n")
    if asked.against:
        before = {name_of(one) for one in stored(asked.against).values() if one["noticed"]}
        gaps = [one for one in survivors if name_of(one) in before]
        print("noticed before:", *map(line_of, gaps), sep="\n")
    allowed = 0 if asked.against else 0.05 * len(results)
    sys.exit(0 if len(results) == len(chosen) and len(gaps) <= allowed else 1)


if __name__ == "__main__":
    main()
