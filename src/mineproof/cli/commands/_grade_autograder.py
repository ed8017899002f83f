"""`mineproof grade --autograder`: a zip that Gradescope takes, and that runs anywhere else.

It has `setup.sh`, `run_autograder`, the rubric, and this package: its sources if it is installed
from a checkout, else a wheel of the installed files.
"""

import shlex
import zipfile
from collections.abc import Iterator, Mapping
from importlib.metadata import distribution
from io import BytesIO
from pathlib import Path
from typing import IO

import click
from click.core import ParameterSource

import mineproof
from mineproof.cli.files import output_bytes

_SETUP = """#!/bin/sh
# Install what run_autograder needs: once, with the network. /autograder/source has this file.
set -e
root="${AUTOGRADER_ROOT:-/autograder}"
install() { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y "$@"; }
new() { "$1" -c 'import ensurepip, sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; }

command -v bwrap c++ make >/dev/null || install bubblewrap g++ make || install g++ make
python=python3
if ! new $python; then
    install python3-venv python3-dev
    new $python || { python=python3.11; install python3.11-venv python3.11-dev; }
fi
$python -m venv "$root/mineproof"
"$root/mineproof/bin/pip" install "$root"/source/mineproof*
"""
_RUN = """#!/bin/sh
# Grade one submission. Each run deals other boards. Their seed stands in what this prints, which
# Gradescope shows to instructors only; students see results.json.
root="${AUTOGRADER_ROOT:-/autograder}"
mkdir -p "$root/results"
"${MINEPROOF:-$root/mineproof/bin/mineproof}" grade "$root/submission" \\
    --gradescope "$root/results/results.json" @OPTIONS@
[ $? -le 1 ] || test -s "$root/results/results.json"
"""
_SOURCES = (
    *("pyproject.toml", "CMakeLists.txt", "README.md", "LICENSE", "THIRD-PARTY.md"),
    *("native", "src/mineproof"),
)


def write_autograder(path: str, rubric: str | None) -> None:
    """Write the zip; the grading has the options that were typed, and this rubric."""
    words = [*_typed(), *(['--rubric "$root/source/rubric.toml"'] if rubric is not None else [])]
    contents = {
        "setup.sh": _SETUP.encode(),
        "run_autograder": _RUN.replace("@OPTIONS@", " ".join(words)).encode(),
        **({"rubric.toml": rubric.encode()} if rubric is not None else {}),
        **_package(Path(mineproof.__file__).parents[2]),
    }
    with output_bytes(path) as file:
        assert file is not None
        _zip(contents, file)


def _typed() -> Iterator[str]:
    """Yield the options that were typed, but for those that name files of this machine."""
    ctx = click.get_current_context()
    for option in ctx.command.params:
        name = option.name or ""
        typed = ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE
        if typed and name not in ("autograder", "rubric"):
            yield shlex.quote(f"{option.opts[0]}={ctx.params[name]}")


def _package(checkout: Path) -> dict[str, bytes]:
    """Return the files of this package: its sources, or a wheel."""
    if (checkout / "pyproject.toml").is_file() and (checkout / "native").is_dir():
        paths = [path for part in _SOURCES for path in _below(checkout / part)]
        return {f"mineproof/{path.relative_to(checkout)}": path.read_bytes() for path in paths}
    installed = distribution("mineproof")
    kept = ("mineproof/", f"mineproof-{installed.version}.dist-info/")
    files = {
        str(file): file.read_binary()
        for file in installed.files or ()
        if str(file).startswith(kept) and file.suffix != ".pyc"
    }
    wheel = f"{kept[1]}WHEEL"
    # Where the compiled module does not load, the plain engine plays.
    files[wheel] = b"Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    files[f"{kept[1]}RECORD"] = "".join(f"{name},,\n" for name in files).encode()
    zipped = BytesIO()
    _zip(files, zipped)
    return {f"mineproof-{installed.version}-py3-none-any.whl": zipped.getvalue()}


def _below(path: Path) -> list[Path]:
    if path.is_file():
        return [path]
    built = (".so", ".pyd", ".pyc")
    return [one for one in sorted(path.rglob("*")) if one.is_file() and one.suffix not in built]


def _zip(contents: Mapping[str, bytes], file: IO[bytes]) -> None:
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as out:
        for name, content in contents.items():
            about = zipfile.ZipInfo(name)  # without the time, so that the same input gives the same
            mode = 0o755 if content.startswith(b"#!") else 0o644
            about.external_attr, about.compress_type = mode << 16, zipfile.ZIP_DEFLATED
            out.writestr(about, content)
