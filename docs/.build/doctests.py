"""Examples in docstrings as code blocks: from `>>>` to the next empty line."""

import re
from typing import Any

import griffe

_EXAMPLE = re.compile(r"((?:^>>>.*\n?)(?:^(?!\s*$).*\n?)*)", re.MULTILINE)


class Doctests(griffe.Extension):
    """Rewrites each docstring before it is rendered."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        if obj.docstring:
            text = _EXAMPLE.sub(
                lambda found: f"```python\n{found[0].rstrip()}\n```\n", obj.docstring.value
            )
            obj.docstring.value = text
