"""Analyse a position: the certain cells, and the odds of the others.

`analyse` uses the selected engine. Odds as fractions, and the clues of a contradiction, come from
`counting`, which is loaded only for these.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from mineproof.base.errors import Contradiction
from mineproof.core.choice import engine
from mineproof.core.protocol import AnalysedPosition, Evaluation, Odds, Report
from mineproof.core.think import THINK, Think
from mineproof.game.clues import Clue, clues_and_sea
from mineproof.game.picture import FLAG
from mineproof.game.view import View

MANY = 100
"""Above this number of clues, the clues that conflict with a wrong mine count are not named."""


@dataclass(frozen=True)
class Analysis:
    """Everything that a position entails, and the odds of a mine in every hidden cell."""

    view: View
    position: AnalysedPosition = field(compare=False)  # it follows from the view

    @cached_property
    def layouts(self) -> int:
        """The number of layouts that fit."""
        return self.position.layouts

    @property
    def safe(self) -> list[int]:
        """The cells that are safe in every layout."""
        return self.position.safe

    @property
    def mined(self) -> list[int]:
        """The cells that are mines in every layout."""
        return self.position.mined

    @property
    def risks(self) -> Odds:
        """The odds by cell; NaN for an open cell."""
        return self.position.odds

    @cached_property
    def odds(self) -> dict[int, float]:
        """The odds of every hidden cell."""
        return dict(zip(self.view.hidden, self.view.of_hidden(self.risks), strict=True))

    @cached_property
    def undecided(self) -> list[int]:
        """Hidden cells that are neither certainly safe nor certainly mines."""
        certain = {*self.safe, *self.mined}
        return [cell for cell in self.view.hidden if cell not in certain]

    @property
    def wrong_flags(self) -> list[int]:
        """Flags on cells that are certainly safe."""
        return [cell for cell in self.safe if self.view.cells[cell] == FLAG]

    def evaluate(
        self, think: Think = THINK["normal"], also: Sequence[int] = (), report: Report | None = None
    ) -> Evaluation:
        """Evaluate guesses if no cell is safe; `also` are further undecided cells to evaluate."""
        return self.position.evaluate(think, also, report)

    def percent(self) -> dict[int, str]:
        """Return a short text for each hidden cell: `ok` (safe), `**` (a mine), or the odds.

        Odds are in percent; they are never rounded to 0 or 100.

        >>> from mineproof import read
        >>> analyse(read("1 # # # #", mines=2)).percent()
        {1: '**', 2: '33', 3: '33', 4: '33'}
        """
        written = {cell: _percent(odds) for cell, odds in self.odds.items()}
        return written | dict.fromkeys(self.safe, "ok") | dict.fromkeys(self.mined, "**")

    def _repr_html_(self) -> str:
        from mineproof.game.html import table

        shades = {cell: _shade(odds) for cell, odds in self.odds.items()}
        return table(self.view.board, self.view.cells.tolist(), self.percent(), shades)


def _percent(odds: float) -> str:
    rounded = round(100 * odds)
    return "<1" if rounded == 0 else ">99" if rounded == 100 else str(rounded)


def _shade(odds: float) -> str:
    """Return a colour from green over yellow to red, light enough for black text."""
    return f"hsl({round(130 * (1 - odds))} 70% 80%)"


def certain(view: View, *, with_count: bool = True) -> dict[int, bool]:
    """Return the cells that are not open and certain, True for mines; without odds.

    By the clues alone if `with_count` is false.
    """
    follow = engine().deducer(view.board, view.mines)
    for cell, value in enumerate(view.cells.tolist()):
        if value >= 0:
            follow.open(cell, value)
    safe, mined = follow.deduce(with_count)
    return dict.fromkeys(safe, False) | dict.fromkeys(mined, True)


def analyse(view: View) -> Analysis:
    """Return the certain cells, the exact number of layouts, and the odds. Flags are ignored.

    Raise `Contradiction`, which names the conflicting clues, if no layout fits.

    >>> from mineproof import read
    >>> found = analyse(read("1 1 1 / # # #", mines=1))
    >>> found.layouts, found.safe, found.mined
    (1, [3, 5], [4])
    """
    try:
        return Analysis(view, engine().analyse(view))
    except Contradiction:
        raise explain_contradiction(view) from None


def explain_contradiction(view: View) -> Contradiction:
    """Return an error that names a minimal set of conflicting clues in one line.

    Call it for a position that no layout fits.
    """
    from mineproof.counting import exact
    from mineproof.counting.conflict import minimal_conflict

    told, sea = clues_and_sea(view)
    if len(told) > MANY:
        bounds = exact.bounds(told)
        if bounds:
            fewest_mines, most_mines = bounds[0], bounds[1] + len(sea)
            if not fewest_mines <= view.mines <= most_mines:
                room = f"room for {fewest_mines} to {most_mines} mines"
                line = f"no layout fits: the clues leave {room}, the board has {view.mines}"
                return Contradiction(line, uses_count=True)
    fewest, counted = minimal_conflict(told, len(sea), view.mines)
    names = {view.board.name(clue.at): clue.mines for clue in fewest if clue.at is not None}
    said = [f"{name} says {mines}" for name, mines in names.items()]
    if counted:
        said.append(f"the board has {view.mines} mines")
    if counted and len(said) == 1:
        why = f"{said[0]} but {len(view.hidden)} hidden cells"
    elif len(said) == 1:
        why = f"{said[0]}, which its hidden neighbours cannot hold"
    else:
        every = "both" if len(said) == 2 else "all"
        why = f"{', '.join(said[:-1])} and {said[-1]} cannot {every} be true"
    return Contradiction(f"no layout fits: {why}", tuple(names), uses_count=counted)


def chance_all_safe(view: View, cells: Sequence[int]) -> float:
    """Return the chance that all of some hidden cells are safe, by the plain counting.

    >>> from mineproof import read
    >>> chance_all_safe(read("1 # # #", mines=2), [2, 3])
    0.0
    """
    from fractions import Fraction

    from mineproof.counting import exact

    told, sea = clues_and_sea(view)
    before = exact.count(told, len(sea), view.mines).layouts
    together = Clue(tuple(cells), 0, None)
    rest = len(sea) - len({*sea}.intersection(cells))
    try:
        return float(Fraction(exact.count([*told, together], rest, view.mines).layouts, before))
    except Contradiction:
        return 0.0
