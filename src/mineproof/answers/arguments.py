"""What callers hand in, checked: wrong types get a clear TypeError, live views a snapshot."""

from mineproof.game.game import View


def snapshot(view: View) -> View:
    """The position as it is now, whatever the game does next."""
    if not isinstance(view, View):
        hint = "read('3x2x1/111/HHH') or game.view"
        raise TypeError(f"a position is wanted, such as {hint}, not {view!r}")
    return view.copy()
