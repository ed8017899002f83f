"""Build the static page: a folder of files that needs no server program. Default: build/page.

    [PUBLIC_ADDRESS=https://HOST/PATH] python site/build.py [FOLDER]

`make site` calls it. Links to the page show its picture if the build knows its public address. The
folder contains the page, Pyodide, the mineproof package, python-sat, and the core in WebAssembly if
`make wasm` has built it. The page loads nothing from other hosts, needs no special headers, and
works in any folder of a web server. `files.json` lists the SHA-256 of every file. The hash of
`files.json` is in index.html and in the service worker; it is the version.

It is 8.2 MB in all as a plain server sends it, 7.8 until the first why, 17.5 before the large files
were compressed and unused modules and docstrings left out; docs/measurements.md says when a link
shows what. Until Python has started the core in WebAssembly answers. Most of Pyodide's start was
the compilation of Python modules: `compile.mjs` compiles those that one question of each kind
imports. python-sat comes when its first import fails.
"""

import base64
import gzip
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from dataclasses import astuple
from datetime import date, timedelta
from pathlib import Path
from typing import get_args

from mineproof.core.think import THINK
from mineproof.learn.kinds import KINDS
from mineproof.play.day import DAY_LEVELS, day_number
from mineproof.web import questions
from mineproof.web.languages import Language

ROOT = Path(__file__).parent.parent
SITE = ROOT / "site"
PACKAGE = ROOT / "src" / "mineproof"
PYODIDE = ROOT / "node_modules" / "pyodide"
CORE = ROOT / "build" / "wasm"
# The module that sends questions to a server, and the modules that replace it in the static page.
SERVER_MODULE = "engine/http-engine.js"
STATIC_MODULES = (
    "engine/worker-engine.js",
    "engine/site-files.js",
    "engine/deal.js",
    "engine/python-queue.js",
    "engine/site-page.js",
)
# Crawlers ignore a relative address, so without this one the page names no picture of itself.
PUBLIC = os.environ.get("PUBLIC_ADDRESS", "").rstrip("/")
# The days of which the page knows the board; the board of another day waits for Python.
FIRST_DAY, DAYS = date(2026, 11, 1), 1500
SMALLER = 0.9  # compress a file if it gets smaller than this share
EPOCH = "315532800"  # 1980, the first time that a zip file can hold; makes builds reproducible


def main() -> None:
    if PUBLIC and not re.fullmatch(r"https?://[\w.:/~%-]+", PUBLIC):
        print(f"PUBLIC_ADDRESS: {PUBLIC!r} is not https://HOST/PATH", file=sys.stderr)
        sys.exit(2)
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "build" / "page"
    with tempfile.TemporaryDirectory(dir=make(target.parent)) as folder:
        work = Path(folder) / "page"
        copy_page(work)
        add_python(make(work / "python"))
        has_core = add_core(work)
        prepared = {
            "answers": prepared_answers(),
            "think": astuple(THINK["normal"]),
            "days": prepared_days(),
        }
        (work / "answers.json").write_text(json.dumps(prepared, separators=(",", ":")))
        compress(work)
        finish(work)
        shutil.rmtree(target, ignore_errors=True)
        work.rename(target)
    report(target, has_core=has_core)


def copy_page(work: Path) -> None:
    shutil.copytree(PACKAGE / "web" / "page", work)
    (work / SERVER_MODULE).unlink()
    for one in (PACKAGE / "texts").glob("*.json"):  # without indents, since it is loaded first
        text = json.dumps(json.loads(one.read_text()), ensure_ascii=False)
        (make(work / "texts") / one.name).write_text(text)
    for file in (*SITE.glob("*.js"), *SITE.glob("*.png"), SITE / "app.webmanifest"):
        shutil.copy(file, work)
    for name in ("LICENSE", "THIRD-PARTY.md"):
        shutil.copy(ROOT / name, make(work / "licences"))
    status, about = questions.answer("about", b"{}")
    assert status == 200
    (work / "about.json").write_text(about + "\n", encoding="utf-8")


def add_python(folder: Path) -> None:
    for name in ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"):
        shutil.copyfile(PYODIDE / name, folder / name)
    # The page does not contain the packages that Pyodide distributes.
    lock = json.loads((PYODIDE / "pyodide-lock.json").read_text())
    (folder / "pyodide-lock.json").write_text(json.dumps({"info": lock["info"], "packages": {}}))
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        wheels = python_sat(work)
        given = (PYODIDE / "python_stdlib.zip", our_wheel(work), folder, *wheels)
        subprocess.run(["node", str(SITE / "compile.mjs"), *map(str, given)], check=True)
        add_licences(folder.parent / "licences", wheels)


def add_licences(folder: Path, wheels: list[Path]) -> None:
    """Write the texts of the licences of Python and of some wheels."""
    python = Path(os.__file__).parent / "LICENSE.txt"  # Debian's Python has it elsewhere
    if python.exists():
        shutil.copy(python, make(folder) / "python.txt")
    for wheel in wheels:
        with zipfile.ZipFile(wheel) as archive:
            for name in archive.namelist():
                if re.search(r"\.dist-info/.*LICENSE", name):
                    text = archive.read(name)
                    (make(folder) / f"{wheel.name.split('-')[0]}.txt").write_bytes(text)


def our_wheel(work: Path) -> Path:
    """Build the wheel of mineproof without the compiled core."""
    pip("wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(work / "ours"),
        "-C", "wheel.cmake=false", str(ROOT))  # fmt: skip
    [wheel] = (work / "ours").glob("*.whl")
    return wheel


def python_sat(work: Path) -> list[Path]:
    """Download the wheels of python-sat and its dependencies for Pyodide; pip checks the hashes."""
    info = json.loads((PYODIDE / "pyodide-lock.json").read_text())["info"]
    python = "".join(info["python"].split(".")[:2])
    pip("download", "--no-deps", "--only-binary", ":all:", "--require-hashes",
        "--python-version", python, "--implementation", "cp", "--abi", f"cp{python}",
        "--platform", f"pyemscripten_{info['abi_version']}_{info['arch']}",
        "--dest", str(work / "sat"), "-r", str(ROOT / ".ci" / "site.txt"))  # fmt: skip
    return sorted((work / "sat").glob("*.whl"))


def pip(*args: str) -> None:
    subprocess.run(
        [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", *args],
        check=True,
        env={**os.environ, "SOURCE_DATE_EPOCH": EPOCH},
    )


def add_core(work: Path) -> bool:
    names = ("core.mjs", "core.wasm")
    if not all((CORE / name).exists() for name in names):
        return False
    for name in names:
        shutil.copyfile(CORE / name, make(work / "core") / name)
    return True


def prepared_answers() -> dict[str, object]:
    """Return the answers that are the same for everybody: lessons, with their arguments.

    A key is the name of the question and its body, as `prepared` in worker-engine.js writes it.
    """
    found: dict[str, object] = {}
    for kind in KINDS:
        for language in get_args(Language):
            body = json.dumps({"language": language, "lesson": kind}, separators=(",", ":"))
            status, text = questions.answer("lesson", body.encode())
            assert status == 200
            found[f"lesson {body}"] = json.loads(text)
    return found


def prepared_days() -> dict[str, object]:
    """Return the numbers of the boards of some days: the page deals these by itself."""
    days = [(FIRST_DAY + timedelta(past)).isoformat() for past in range(DAYS)]
    numbers = {level: [day_number(day, level) for day in days] for level in DAY_LEVELS}
    return {"first": days[0], "numbers": numbers}


def compress(work: Path) -> None:
    """Compress the large files, which many servers of static files send as they are.

    No server knows the ending, so none adds a header that makes a browser unpack them.
    """
    for one in (*(work / "python").iterdir(), *(work / "core").glob("*"), work / "answers.json"):
        packed = gzip.compress(one.read_bytes(), 9, mtime=0)
        if len(packed) < SMALLER * one.stat().st_size:
            one.with_name(one.name + ".gzipped").write_bytes(packed)
            one.unlink()


def finish(work: Path) -> None:
    """Write files.json, then its hash into index.html and the service worker.

    These two contain the hash of files.json, so files.json cannot list their hashes.
    """
    index, worker = work / "index.html", work / "service-worker.js"
    files = sorted(one for one in work.rglob("*") if one.is_file() and one not in (index, worker))
    entries = {
        one.relative_to(work).as_posix(): {
            "integrity": integrity(one.read_bytes()),
            "bytes": one.stat().st_size,
        }
        for one in files
    }
    html = index.read_text("utf-8")
    # index.html contains the hash of this list, so the list has the hash of index.html without it.
    template = integrity(static_html(html, entries, "").encode())
    listed = json.dumps({"html": template, "files": entries}, indent=1) + "\n"
    (work / "files.json").write_text(listed)
    stamp = integrity(listed.encode())
    stamped = replaced(worker.read_text("utf-8"), 'const STAMP = "";', f'const STAMP = "{stamp}";')
    worker.write_text(stamped, encoding="utf-8")
    index.write_text(static_html(html, entries, stamp), encoding="utf-8")


def static_html(html: str, entries: dict[str, dict[str, object]], stamp: str) -> str:
    """Return index.html with the hashes of its modules and a policy that forbids other hosts."""
    modules = {f"./{name}": entry["integrity"] for name, entry in entries.items()
               if name.endswith(".js")}  # fmt: skip
    import_map = json.dumps({"integrity": modules}, separators=(",", ":"))
    policy = (
        "default-src 'none'; script-src 'self' blob: 'wasm-unsafe-eval'"
        f" '{integrity(import_map.encode())}'; worker-src 'self' blob:; connect-src 'self' blob:;"
        " style-src 'self'; font-src 'self'; img-src 'self' data:; manifest-src 'self';"
        " base-uri 'none'; form-action 'none'"
    )
    head = "\n".join(
        (
            f'<meta http-equiv="content-security-policy" content="{policy}">',
            f'<meta name="mineproof-files" content="{stamp}">',
            '<link rel="manifest" href="app.webmanifest">',
            f'<script type="importmap">{import_map}</script>',
        )
    )
    picture = '<meta property="og:image" content="{}preview.png">\n'
    html = replaced(html, picture.format(""), PUBLIC and picture.format(f"{PUBLIC}/"))
    preload = '<link rel="modulepreload" href="{}">'
    html = replaced(html, '<link rel="icon"', head + '\n<link rel="icon"')
    html = replaced(
        html, preload.format(SERVER_MODULE), "\n".join(map(preload.format, STATIC_MODULES))
    )
    return re.sub(
        r'<(?:link rel="(?:stylesheet|modulepreload)" href|script(?: type="module")? src)'
        r'="([^"]+)"',
        lambda found: f'{found[0]} integrity="{entries[found[1]]["integrity"]}"',
        html,
    )


def integrity(content: bytes) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(content).digest()).decode()


def replaced(text: str, old: str, new: str) -> str:
    assert text.count(old) == 1, old
    return text.replace(old, new)


def make(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def report(target: Path, *, has_core: bool) -> None:
    shown = target.relative_to(ROOT) if target.is_relative_to(ROOT) else target
    size = sum(one.stat().st_size for one in target.rglob("*") if one.is_file())
    engine = (
        "the core in WebAssembly"
        if has_core
        else "the plain engine (no emscripten: weaker guesses, slower)"
    )
    print(f"{shown}: {size / 1e6:.1f} MB of static files, with {engine}")


if __name__ == "__main__":
    main()
