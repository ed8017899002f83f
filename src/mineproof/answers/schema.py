"""What answers have in common: the version of their JSON, a notebook's view, a copied position."""

from typing import Any, Protocol

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


class HasView(Protocol):
    """A game. Not its class, which most answers do not load."""

    @property
    def view(self) -> View: ...


def snapshot(position: View | HasView) -> View:
    """Return a copy that later moves do not change; of a game, what its player sees.

    Raise `TypeError` for what is no position.
    """
    view: Any = position if isinstance(position, View) else getattr(position, "view", position)
    require_view(view)
    copy: View = view.copy()
    return copy
