"""Check the arguments of callers."""

from mineproof.game.view import View, require_view


def snapshot(view: View) -> View:
    """Return a copy that later moves do not change; raise `TypeError` for what is not a view."""
    require_view(view)
    return view.copy()
