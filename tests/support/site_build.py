"""`site/build.py` as a module, and the page that it builds, for the tests of both."""

import importlib.util
from pathlib import Path

from places import ROOT

_spec = importlib.util.spec_from_file_location("build_site", ROOT / "site" / "build.py")
build = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(build)

STATIC_MODULES = build.STATIC_MODULES
SERVER_MODULE = build.SERVER_MODULE

PAGE = ROOT / "build" / "page"


def built_page():
    """Return the folder that `make site` has built; fail if the source has changed."""
    sources = ROOT / "src" / "mineproof" / "web" / "page"
    for source in filter(Path.is_file, sources.rglob("*")):
        name = source.relative_to(sources).as_posix()
        if name not in ("index.html", SERVER_MODULE):
            assert (PAGE / name).exists(), "run `make site` first"
            same = (PAGE / name).read_bytes() == source.read_bytes()
            assert same, f"{name}: run `make site` again"
    return PAGE
