"""What answers have in common: the version of their JSON, a notebook's view, a copied position."""

from mineproof.base.json_object import JsonObject
from mineproof.game.view import View, require_view

SCHEMA = 3
"""The version of the JSON objects."""


class VersionedAnswer(JsonObject):
    """An answer whose JSON object begins with the version."""

    schema = SCHEMA


class ShownAsText:
    """An answer that a notebook shows as `print` does."""

    def _repr_html_(self) -> str:
        from html import escape

        return f"<pre>{escape(str(self))}</pre>"


def snapshot(view: View) -> View:
    """Return a copy that later moves do not change; raise `TypeError` for what is not a view."""
    require_view(view)
    return view.copy()
