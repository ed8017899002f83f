"""`site/build.py` as a module, and the page that it builds, for the tests of both."""

import importlib.util
from pathlib import Path

ROOT = Path(__file__).parent.parent

_spec = importlib.util.spec_from_file_location("build_site", ROOT / "site" / "build.py")
build = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(build)

STATIC_MODULES = build.STATIC_MODULES
SERVER_MODULE = build.SERVER_MODULE

PAGE = ROOT / "build" / "page"


def built_page():
    """Return the folder that `make site` has built; fail if the source has changed."""
    for source in (ROOT / "src" / "mineproof" / "web" / "page").iterdir():
        built = PAGE / source.name
        if source.name not in ("index.html", SERVER_MODULE):
            assert built.exists(), "run `make site` first"
            assert built.read_bytes() == source.read_bytes(), (
                f"{source.name}: run `make site` again"
            )
    return PAGE
