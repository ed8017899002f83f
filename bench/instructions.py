"""Find slower code by counting instructions, which do not depend on the load of the machine.

    python bench/instructions.py store | compare

Small fixed workloads (workload.cpp for the compiled core, workload.py for plain Python) run under
valgrind's callgrind, which counts every instruction; two runs differ by less than 0.1 %. `store`
writes bench/baseline.json; `compare` lists the parts with at least 3 % more instructions, and then
exits with 1. Counts are comparable only with the same compiler and the same Python: others are
refused, exit 2. Store a baseline of your own before you change anything.
"""

import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
BASELINE = HERE / "baseline.json"
THRESHOLD = 0.03
MARK = "getpriority"  # no other code calls it
COMPILED = (
    "expert games of least-risk",
    "deducing large boards",
    "guesses among hundreds of fronts",
    "analysing positions",
    "expert games of guess",
)


def main(what):
    for needed in ("valgrind", compiler()):
        if not shutil.which(needed):
            return refused(f"{needed} is not installed: instructions cannot be counted")
    made_by = versions()
    if what == "compare":
        if not BASELINE.exists():
            return refused("no baseline is stored: make bench-baseline")
        before = json.loads(BASELINE.read_text())
        theirs, ours = (", ".join(one.values()) for one in (before["made_by"], made_by))
        if theirs != ours:
            return refused(f"the baseline is of {theirs}; here is {ours}: make bench-baseline")
    counts = compiled() | plain()
    if what == "store":
        BASELINE.write_text(json.dumps({"made_by": made_by, "counts": counts}, indent=2) + "\n")
        print(f"{len(counts)} counts stored")
        return 0
    lines, slower = compare(before["counts"], counts)
    print("\n".join(lines))
    return 1 if slower else 0


def refused(why):
    print(why, file=sys.stderr)
    return 2


def compare(before, now):
    """Return lines for people, and the names of the slower parts."""
    lines, slower = [f"{'':<44}{'instructions':>15}{'baseline':>15}"], []
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


def compiled():
    """Build the core alone, with the options of a release."""
    native = HERE.parent / "native"
    folders = [path for path in sorted(native.glob("*/*.cpp")) if path.parent.name != "wasm"]
    core = [*folders, native / "play.cpp"]
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "workload"
        source = HERE / "workload.cpp"
        flags = ["-std=c++17", "-O3", "-DNDEBUG", f"-I{native}"]
        subprocess.run([compiler(), *flags, source, *core, "-o", program], check=True)
        counts = counted([program])
    return {f"compiled: {name}": n for name, n in zip(COMPILED, counts, strict=True)}


def plain():
    from workload import PARTS

    counts = counted([sys.executable, HERE / "workload.py"])
    return {f"plain: {name}": n for name, n in zip(PARTS, counts, strict=True)}


def counted(command):
    """Return the instructions between one mark and the next."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "count"
        options = [f"--dump-before={MARK}", f"--callgrind-out-file={out}"]
        subprocess.run(
            ["valgrind", "--tool=callgrind", "--quiet", *options, *command],
            check=True,
            stdout=subprocess.DEVNULL,
            env=os.environ | {"PYTHONHASHSEED": "0"},
        )
        parts = sorted(Path(folder).glob("count.*"), key=lambda path: int(path.suffix[1:]))
        return [int(re.search(r"^totals: (\d+)", p.read_text(), re.M)[1]) for p in parts[1:]]


def compiler():
    return os.environ.get("CXX", "g++")


def versions():
    import numpy as np

    said = subprocess.run([compiler(), "--version"], capture_output=True, text=True, check=True)
    return {
        "compiler": said.stdout.splitlines()[0],
        "python": f"Python {platform.python_version()}",
        "numpy": f"numpy {np.__version__}",
        "machine": platform.machine(),
    }


if __name__ == "__main__":
    if sys.argv[1:] not in (["store"], ["compare"]):
        sys.exit(refused("usage: python bench/instructions.py store | compare"))
    sys.exit(main(sys.argv[1]))
