"""Cells that a player missed: they were entailed when it guessed or gave up."""

from dataclasses import dataclass

from mineproof.base.errors import TooWide
from mineproof.game.clues import clues
from mineproof.game.view import View
from mineproof.reason import words
from mineproof.reason.argument import ArgumentLine
from mineproof.reason.deduce import certain
from mineproof.reason.needed import needed
from mineproof.reason.why import DEEPEST, Reasoner, argue


@dataclass(frozen=True)
class Missed:
    """A missed cell of a position, with the fewest clues that decide it."""

    view: View
    cell: str
    mine: bool
    clues: list[str]
    """names of cells; `count` for the number of mines"""
    depth: int
    argument: tuple[ArgumentLine, ...]

    def why(self, language: str = "en") -> list[str]:
        """The argument, one sentence a line."""
        return [words.tell(self.view.board, line, language) for line in self.argument]


def missed_cells(view: View, *, with_count: bool = True) -> dict[int, bool]:
    """Return the entailed cells that are not marked, True for mines; by the clues alone on request.

    Return none if the position is too large to count.
    """
    try:
        found = certain(view, with_count=with_count)
    except TooWide:
        return {}
    unmarked = set(view.unmarked)
    return {cell: mine for cell, mine in found.items() if cell in unmarked}


def first_missed(view: View, cells: dict[int, bool]) -> Missed:
    """Explain the easiest of some entailed cells: the first with the least depth."""
    reasoner = Reasoner([clue for clue in clues(view) if clue.cells])
    for depth in range(1, DEEPEST):
        reasoner.climb(depth)
        easiest = [cell for cell in sorted(cells) if cell in reasoner.depth_of]
        if easiest:
            return explained(view, easiest[0], cells[easiest[0]])
    cell = min(cells)
    return explained(view, cell, cells[cell])


def explained(view: View, cell: int, mine: bool) -> Missed:
    """Explain an entailed cell."""
    found = needed(view, cell, mine=mine)
    names = [view.board.name(clue.at) for clue in found.clues if clue.at is not None]
    argument = tuple(argue(view, found))
    depth = max(line.depth for line in argument)
    count = ["count"] if found.uses_count else []
    return Missed(view, view.board.name(cell), mine, [*names, *count], depth, argument)
