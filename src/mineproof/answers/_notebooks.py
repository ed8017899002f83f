"""Answers in notebooks."""

from html import escape


class ShownAsText:
    """An answer that a notebook shows as `print` does."""

    def _repr_html_(self) -> str:
        return f"<pre>{escape(str(self))}</pre>"
