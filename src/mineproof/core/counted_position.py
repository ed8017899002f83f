"""An analysed position whose fronts were counted by the C++ core, whatever it was compiled for."""

from collections.abc import Sequence
from functools import cached_property

from mineproof.core.protocol import Candidate, Evaluation, Odds
from mineproof.game.clues import clues_and_sea
from mineproof.game.game import View

Ways = list[tuple[int, list[int]]]
"""Of each front: its fewest mines, and its number of layouts by number of mines from there on."""


class CountedPosition:
    """What the core found, and what follows from it. An engine adds `evaluate`."""

    safe: list[int]
    mined: list[int]
    odds: Odds
    _ways: Ways | None
    """None if a number is too large for the core."""
    _sea: int
    _mines_to_place: int

    def __init__(self, view: View) -> None:
        self._board, self._mines = view.board, view.mines
        self._cells = memoryview(bytes(view.cells)).cast("b")  # the view may change

    @cached_property
    def layouts(self) -> int:
        from mineproof.counting import exact  # few questions need it

        if self._ways is not None:
            return exact.join(self._ways, self._sea, self._mines_to_place)
        told, untouched = clues_and_sea(View(self._board, self._mines, self._cells))
        return exact.count(told, len(untouched), self._mines).layouts

    def _evaluation(
        self, cell: int, ending: bool, candidates: list[Candidate], also: Sequence[int]
    ) -> Evaluation:
        """The evaluation in which `cell` was chosen from these candidates."""
        # The choice, regions that can wait, and the others by their score.
        candidates.sort(
            key=lambda one: (
                one.cell != cell,
                one.region_clears is None,
                -round(one.score or 0.0, 9),
                one.cell,
            )
        )
        # A front too long to search leaves the least risk, and nothing else is known of it.
        for named in (cell, *also):
            if named >= 0 and all(one.cell != named for one in candidates):
                candidates.append(Candidate(cell=named, risk=self.odds[named]))
        certain = {*self.safe, *self.mined}
        undecided = [c for c, value in enumerate(self._cells) if value < 0 and c not in certain]
        least = min((self.odds[one] for one in undecided), default=1.0)
        return Evaluation(cell, ending, candidates, least)
