"""Play a position without its layout, as far as logic allows.

A cell that is proved safe cannot be opened, because its clue is unknown. The strategy continues
without that clue and finds everything that follows from the position itself.
"""

from array import array
from contextlib import suppress
from dataclasses import dataclass

from mineproof.base.errors import Contradiction, TooWide
from mineproof.game.picture import FLAG, HIDDEN
from mineproof.game.view import View
from mineproof.logic.observer import Counters
from mineproof.play.outside.players import OutsideStrategy
from mineproof.play.player import MINE, close
from mineproof.play.strategies import StrategyPlayer
from mineproof.reason.deduce import analyse


@dataclass(frozen=True)
class PositionResult:
    """The result of a strategy in a position. Cells are indices, in order."""

    view: View
    """The position, with a flag at each mine that was found and no others."""
    safe: list[int]
    """Cells that are proved safe; opening them would continue the game."""
    mined: list[int]
    """Cells that are proved mines."""
    risk: int | None
    """The cell that a strategy would guess, if it proves none safe."""
    counters: Counters

    @property
    def undecided(self) -> list[int]:
        """Hidden cells that the strategy does not decide."""
        safe = set(self.safe)
        return [cell for cell in self.view.unmarked if cell not in safe]

    @property
    def decided(self) -> bool:
        """Whether every cell is decided."""
        return not self.undecided


def continue_position(view: View, player: StrategyPlayer) -> PositionResult:
    """Continue a position with a player; flags of the position are claims and are ignored.

    Raise `Contradiction` if no layout fits the position. A player from outside plays until the
    first cell that it would open.

    >>> from mineproof import read
    >>> from mineproof.play.strategies import strategy
    >>> found = continue_position(read("1 1 # # / # # # #", mines=2), strategy("saturate").player())
    >>> found.view.board.names(found.safe), found.decided
    (['r1c3', 'r2c3'], False)
    """
    with suppress(TooWide):  # then only the strategy can detect a contradiction
        analyse(view)
    known = {cell: value for cell, value in enumerate(view.cells.tolist()) if value >= 0}
    cells = array("b", [HIDDEN]) * view.board.cells
    if not player.strategy.opens_start:
        cells = array("b", [known.get(cell, HIDDEN) for cell in range(view.board.cells)])
    seen = View(view.board, view.mines, memoryview(cells), tuple(known), "given")
    try:
        safe, mined, risk = _follow(seen, cells, known, player)
    except Contradiction:
        analyse(view)  # names the conflicting clues
        raise
    finally:
        close(player)
    for cell, clue in known.items():
        cells[cell] = clue
    risk = None if safe else risk
    return PositionResult(seen, sorted(safe), sorted(mined), risk, player.counters)


def _follow(
    seen: View, cells: "array[int]", known: dict[int, int], player: StrategyPlayer
) -> tuple[list[int], list[int], int | None]:
    """Make the certain moves of a player; return the safe cells, the mines, and a risk."""
    safe: dict[int, None] = {}
    mined: dict[int, None] = {}
    stops = isinstance(player.strategy, OutsideStrategy)
    player.begin(seen)
    idle = 0  # moves in a row that marked nothing new
    while idle <= 2 * len(cells) and (move := player.choose(seen)) is not None:
        idle += 1
        if move.cell in safe or cells[move.cell] >= 0:
            continue
        idle = 0
        if move.verdict is not MINE and move.cell in known:
            cells[move.cell] = known[move.cell]
        elif not move.certain:
            return [*safe], [*mined], None if move.verdict is MINE else move.cell
        elif move.verdict is MINE:
            cells[move.cell] = FLAG
            mined.setdefault(move.cell)
        else:
            safe.setdefault(move.cell)
            if stops:
                break
    return [*safe], [*mined], None
