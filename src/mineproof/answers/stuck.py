"""Explain why a game is stuck: the undecided cells, and two layouts that differ."""

from dataclasses import dataclass

from mineproof.answers.schema import snapshot
from mineproof.base.errors import MineproofError
from mineproof.game.board import Layout
from mineproof.game.view import View
from mineproof.reason import deduce
from mineproof.reason.prove import two_layouts
from mineproof.reason.words import table

_MOST_NAMES = 8


@dataclass(frozen=True)
class StuckEnd:
    """The end of a game in which a strategy is stuck."""

    view: View
    undecided: tuple[int, ...]
    """The unmarked cells."""
    missed: tuple[int, bool] | None
    """An entailed cell that the strategy did not find, and whether it is a mine."""
    layouts: int
    example: tuple[int, Layout, Layout] | None
    """A cell, a layout in which it is safe, and one in which it is a mine."""

    def sentences(self, strategy: str, language: str = "en") -> list[str]:
        """Return the sentences to print. The caller draws the two layouts."""
        texts, board = table(language)["solve"], self.view.board
        if self.missed is not None:
            cell, mine = self.missed
            key = "missed mine" if mine else "missed safe"
            return [texts[key].format(cell=board.name(cell), strategy=strategy)]
        names = table(language)["why"]["comma"].join(board.names(self.undecided[:_MOST_NAMES]))
        others = len(self.undecided) - _MOST_NAMES
        if others > 0:
            names = texts["and others"].format(cells=names, n=others)
        key = "stuck" if len(self.undecided) == 1 else "stuck, many"
        said = [texts[key].format(cells=names, n=f"{self.layouts:,}")]
        if self.example is not None:
            said.append(texts["two layouts"].format(cell=board.name(self.example[0])))
        return said


def stuck_end(view: View) -> StuckEnd | None:
    """Return why a strategy is stuck in a position; None if the position is too wide to count.

    >>> from mineproof import read
    >>> print(stuck_end(read("2x3x1 / H H / 1 1 / 0 0")).sentences("saturate")[0])
    Stuck: r1c1, r1c2 are undecided. Nothing that is seen decides one of them, the mine count
    included: 2 layouts fit.
    """
    view = snapshot(view)
    try:
        found = deduce.analyse(view)
    except MineproofError:  # flags are not used, but the position may be too wide
        return None
    unmarked = set(view.unmarked)
    certain = [(cell, False) for cell in found.safe] + [(cell, True) for cell in found.mined]
    missed = next(((cell, mine) for cell, mine in certain if cell in unmarked), None)
    example = None
    if missed is None and unmarked:
        cell = min(unmarked)
        both = two_layouts(view, cell)
        example = (cell, *both) if both else None
    return StuckEnd(view, tuple(sorted(unmarked)), missed, found.layouts, example)
