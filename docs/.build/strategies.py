"""The table that `mineproof strategies` prints, in place of `<!-- strategies -->` on a page."""

import runpy
from pathlib import Path
from typing import Any

PLACE = "<!-- strategies -->"
HEADS = {
    "source": "from",
    "summary": "what it does",
    "pairs": "pairs resolved",
    "parents": "parents",
    "count": "mine count",
    "stuck": "gives up",
    "success": "success means",
}


def table() -> str:
    """The strategies in Markdown, one a row."""
    from mineproof.base.json_object import json_of
    from mineproof.play.strategies import STRATEGIES

    rows = [
        {"name": f"`{name}`", **{HEADS[key]: text for key, text in one.items()}}
        for name, one in json_of(STRATEGIES).items()
    ]
    made: str = runpy.run_path(str(Path(__file__).parent / "measured.py"))["table"](rows)
    return made


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Fill in the table (an event of mkdocs)."""
    return markdown.replace(PLACE, table()) if PLACE in markdown else markdown
