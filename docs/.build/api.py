"""The reference of the library, from its docstrings: each public name, in the order of the rooms.

The site has it as api.html; it is made when the site is built and stands in no repository.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

PAGE = "api.md"
STUB = Path(__file__).parents[2] / "src" / "mineproof" / "__init__.pyi"
HEAD = """# All names of the library

Everything here is importable from `mineproof`. [How to begin](library.md).

Constants: `HIDDEN` and `FLAG`, the values of hidden and flagged cells in a view; `SAFE` and `MINE`,
the verdicts of a move; `STRATEGIES`, all strategies by name; `Cell`, `Layout` and `Shape`, types.
"""
SECTIONS = {
    "Positions, boards and games": ("game",),
    "Answers": ("answers", "core", "reason", "learn"),
    "Playing": ("play",),
    "Knowledge and proofs": ("logic", "proof"),
    "What can go wrong": ("base",),
}


def names() -> Iterator[tuple[str, str]]:
    """Yield the module and the name of all that has a docstring."""
    for home, name in re.findall(r"^from ([\w.]+) import (\w+) as", STUB.read_text(), re.M):
        if not name.isupper() and name not in ("Cell", "Layout", "Shape"):
            yield home, name


def page() -> str:
    """The text of the page, which mkdocstrings fills in."""
    text = HEAD
    for title, rooms in SECTIONS.items():
        listed = [f"::: {home}.{name}" for home, name in names() if home.split(".")[1] in rooms]
        text += "\n".join(["", f"## {title}", "", *listed, ""])
    return text


def on_files(files: Any, *, config: Any) -> Any:
    """Add the page (an event of mkdocs)."""
    from mkdocs.structure.files import File

    files.append(File.generated(config, PAGE, content=page()))
    return files


def on_page_markdown(markdown: str, *, page: Any, **_: Any) -> str:
    """Link to the page from the one about the library (an event of mkdocs)."""
    if page.file.src_uri != "library.md":
        return markdown
    return markdown.replace("all on one page", f"[all on one page]({PAGE})")
