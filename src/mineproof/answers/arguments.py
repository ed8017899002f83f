"""Check the arguments of callers."""

from mineproof.game.game import View


def snapshot(view: View) -> View:
    """Return a copy that later moves do not change; raise `TypeError` for what is not a view."""
    if not isinstance(view, View):
        hint = "read('3x2x1/111/HHH') or game.view"
        raise TypeError(f"a position is wanted, such as {hint}, not {view!r}")
    return view.copy()
