"""How hard to think about a risk, in steps and layouts rather than seconds: the same on every
machine.

What each limit is worth was measured when it was set (bench/measured/guess.json); the headers in
native/guess say what was tried and dropped.
"""

from dataclasses import dataclass

from mineproof.base.arguments import known_name


@dataclass(frozen=True)
class Think:
    """Limits of the search for the best risk. An engine without look-ahead uses none of them."""

    layouts: int = 1000
    """Endings with at most so many layouts are played out exactly."""
    ending_work: int = 2_000_000
    """Steps that playing out one ending may take."""
    living: bool = True
    """Never choose a dead cell while another one can tell something."""
    window: float = 0.20
    """A cell is evaluated if its upper bound is at least 1 - window times the best one, at every
    depth of the search."""
    sea_cells: int = 12
    """Candidates among the cells that no clue touches."""
    flips: bool = True
    """Whether coin flips to come lower the value of a position."""
    least_flip: float = 0.003
    """Coin flips with a smaller chance than this are ignored."""
    plies: int = 12
    """Guesses looked ahead: 1 is the least risk, 2 adds the next guess."""
    close: float = 0.10
    """Candidates this close to the best are searched more deeply."""
    answers: int = 8
    """Cells tried after a clue that leaves nothing certain."""
    reach: float = 0.04
    """Lines of play less likely than this are not followed further."""
    work: int = 20_000
    """Cells that one search may open."""
    regions: bool = True
    """Whether regions that only the mine count links are solved independently."""
    rollouts: int = 0
    """Games that are played on from the leading cells of one decision."""


THINK = {
    "fast": Think(layouts=200, ending_work=200_000, flips=False, plies=2),
    "normal": Think(),
    "deep": Think(layouts=10_000, ending_work=100_000_000, rollouts=4_800),
}
"""The settings by name."""


def think_named(name: str) -> Think:
    """The settings of that name, in any case; raise `BadInput` for any other."""
    return THINK[known_name(name, THINK, "way to think")]
