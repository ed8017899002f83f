"""What answers have in common: the version of their JSON, a notebook's view, a copied position."""

from mineproof.base.json_object import JsonObject
from mineproof.game.game import Game
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


def snapshot(position: View | Game) -> View:
    """Return a copy that later moves do not change; of a game, what its player sees.

    Raise `TypeError` for what is no position.
    """
    view = position.view if isinstance(position, Game) else position
    require_view(view)
    return view.copy()
