"""Find slower code by counting instructions, which do not depend on the load of the machine.

    python bench/instructions.py [COMMIT]

Small fixed workloads (workload.cpp for the compiled core, workload.py for plain Python) run under
valgrind's callgrind, which counts every instruction; two runs differ by less than 0.1 %. They run
on this checkout and on another commit, by default the newest that changed bench/accepted.md. Parts
with at least 3 % more instructions are listed, and the exit status is 1. The counts of a commit are
kept in build/counts, by compiler, Python and machine. To accept slower code, add a line to
bench/accepted.md that says why: its commit is the new base. No hash is written down, so a rebase
does not lose the base.
"""

import hashlib
import importlib.metadata
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).parent.parent
ACCEPTED = "bench/accepted.md"
KEPT = ROOT / "build" / "counts"
THRESHOLD = 0.03
MARK = "getpriority"  # no other code calls it
COMPILED = (
    "expert games of least-risk",
    "deducing large boards",
    "guesses among hundreds of fronts",
    "analysing positions",
    "expert games of guess",
    "depths of expert boards",
)


def main(asked):
    for needed in ("valgrind", "git", compiler()):
        if not shutil.which(needed):
            return refused(f"{needed} is not installed: instructions cannot be counted")
    if asked:
        found = git("rev-parse", "--verify", "--quiet", f"{asked}^{{commit}}")
    else:
        found = git("log", "-1", "--format=%H", "--", ACCEPTED)
    if not found:
        return refused(f"{asked or f'a commit of {ACCEPTED}'} is not in this clone's history")
    lines, slower = compare(counts_of_commit(found), counts(ROOT))
    print("\n".join(lines))
    return 1 if slower else 0


def git(*words):
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.strip()


def counts_of_commit(commit):
    """Return the counts of a commit; this machine counts them once."""
    made_by = " ".join([commit, *versions()])
    kept = KEPT / f"{hashlib.sha256(made_by.encode()).hexdigest()[:16]}.json"
    if not kept.exists():
        with tempfile.TemporaryDirectory() as folder:
            packed = subprocess.run(
                ["git", "archive", commit], cwd=ROOT, capture_output=True, check=True
            )
            subprocess.run(["tar", "-x", "-C", folder], input=packed.stdout, check=True)
            counted_there = counts(Path(folder))
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_text(json.dumps({"made by": made_by, "counts": counted_there}) + "\n")
    return json.loads(kept.read_text())["counts"]


def refused(why):
    print(why, file=sys.stderr)
    return 2


def compare(before, now):
    """Return lines for people, and the names of the slower parts."""
    lines, slower = [f"{'':<44}{'instructions':>15}{'base':>15}"], []
    for name in before | now:
        if name not in before or name not in now:
            lines.append(f"{name:<44} is {'new' if name in now else 'gone'}")
            continue
        change = now[name] / before[name] - 1
        lines.append(f"{name:<44}{now[name]:>15,}{before[name]:>15,}{100 * change:>+8.1f} %")
        if change >= THRESHOLD:
            slower.append(name)
            lines[-1] += "  slower"
    verdict = f"slower: {', '.join(slower)}" if slower else "nothing got slower"
    return [*lines, verdict], slower


def counts(checkout):
    """Count both workloads of a checkout, at the same time."""
    with ThreadPoolExecutor() as both:
        parts = [both.submit(count, checkout) for count in (compiled, plain)]
        return {name: number for part in parts for name, number in part.result().items()}


def compiled(checkout):
    """Build the core alone, with the options of a release."""
    native = checkout / "native"
    folders = [path for path in sorted(native.glob("*/*.cpp")) if path.parent.name != "wasm"]
    core = [*folders, *native.glob("play.cpp"), *native.glob("depth.cpp")]
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "workload"
        source = checkout / "bench" / "workload.cpp"
        flags = ["-std=c++17", "-O3", "-DNDEBUG", f"-I{native}"]
        subprocess.run([compiler(), *flags, source, *core, "-o", program], check=True)
        numbers = counted([program])
    # An older commit may lack the last parts.
    return {f"compiled: {name}": n for name, n in zip(COMPILED, numbers, strict=False)}


def plain(checkout):
    """Run workload.py with the sources of the checkout, not with the installed ones."""
    folders = [str(checkout / "src"), str(checkout / "bench")]
    own = (
        "import sys; sys.meta_path = [one for one in sys.meta_path if 'Redirect' not in repr(one)]"
    )
    begin = f"{own}; sys.path[:0] = {folders}; import mineproof, runpy, workload"
    asked = subprocess.run(
        [sys.executable, "-c", f"{begin}; print(mineproof.__file__, *workload.PARTS, sep='\\n')"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    source, *names = asked.stdout.splitlines()
    assert source.startswith(folders[0]), source
    run = f"{begin}; runpy.run_path({str(checkout / 'bench' / 'workload.py')!r}, None, '__main__')"
    numbers = counted([sys.executable, "-c", run])
    return {f"plain: {name}": n for name, n in zip(names, numbers, strict=True)}


def counted(command):
    """Return the instructions between one mark and the next."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "count"
        options = [f"--dump-before={MARK}", f"--callgrind-out-file={out}"]
        subprocess.run(
            ["valgrind", "--tool=callgrind", "--quiet", *options, *command],
            check=True,
            stdout=subprocess.DEVNULL,
            env={"PYTHONHASHSEED": "0", "PATH": os.environ["PATH"]},
        )
        parts = sorted(Path(folder).glob("count.*"), key=lambda path: int(path.suffix[1:]))
        return [int(re.search(r"^totals: (\d+)", p.read_text(), re.M)[1]) for p in parts[1:]]


def compiler():
    return os.environ.get("CXX", "g++")


def versions():
    """Return what counts depend on besides the commit."""
    said = subprocess.run([compiler(), "--version"], capture_output=True, text=True, check=True)
    numpy = importlib.metadata.version("numpy")
    return [said.stdout.splitlines()[0], platform.python_version(), numpy, platform.machine()]


if __name__ == "__main__":
    if len(sys.argv) > 2:
        sys.exit(refused("usage: python bench/instructions.py [COMMIT]"))
    sys.exit(main(*sys.argv[1:] or [None]))
