"""Let a strategy play on from a position whose layout is unknown."""

from collections.abc import Callable
from dataclasses import dataclass

from mineproof.answers.schema import VersionedAnswer
from mineproof.game.formats.mine import write
from mineproof.game.view import View
from mineproof.logic.observer import Event
from mineproof.play.context import IdleLimit
from mineproof.play.position import PositionResult, continue_position
from mineproof.play.request import settings_of
from mineproof.play.strategies import Strategy, strategy


@dataclass(frozen=True)
class PositionSolveAnswer(VersionedAnswer):
    """What a strategy proves in a position. Cells are names.

    `decided` if every cell is. Otherwise the cells in `safe` have to be opened for more; without
    any, the strategy would open `risk` without certainty, or is stuck if that is None.
    """

    MEMBERS = (
        "rows=position.board.rows cols=position.board.cols mines=position.mines"
        " shape=position.board.shape_name strategy decided position=text safe mined undecided risk"
        " clauses_generated=result.counters.generated clauses_inserted=result.counters.inserted"
        " resolutions=result.counters.resolutions units=result.counters.units"
        " pairwise_rounds=result.counters.rounds kb_max=result.counters.largest"
    )

    position: View
    strategy: str
    result: PositionResult

    @property
    def decided(self) -> bool:
        """Whether every cell is decided."""
        return self.result.decided

    @property
    def safe(self) -> list[str]:
        """Cells that are proved safe. The game goes on by opening them."""
        return self.position.board.names(self.result.safe)

    @property
    def mined(self) -> list[str]:
        """Cells that are proved mines."""
        return self.position.board.names(self.result.mined)

    @property
    def undecided(self) -> list[str]:
        """Hidden cells that the strategy does not decide."""
        return self.position.board.names(self.result.undecided)

    @property
    def risk(self) -> str | None:
        """The cell that the strategy would open as a guess; None if it would not guess."""
        return None if self.result.risk is None else self.position.board.name(self.result.risk)

    @property
    def text(self) -> str:
        """The position as `.mine` text."""
        return write(self.position)


def solve_position(
    view: View,
    by: str | Strategy = "assignment",
    *,
    heuristic: str | None = None,
    idle_limit: IdleLimit | None = None,
    count_limit: int | None = None,
    think: str | None = None,
    trace: Callable[[Event], None] | None = None,
) -> PositionSolveAnswer:
    """Let a strategy deduce from a position as much as it can without opening a cell.

    >>> from mineproof import read
    >>> answer = solve_position(read("1 1 # # / # # # #", mines=2), "unit")
    >>> answer.decided, answer.safe
    (False, [])
    """
    playing = strategy(by) if isinstance(by, str) else by
    settings = settings_of(playing.name, heuristic, idle_limit, count_limit, think)
    player = playing.player(listener=trace, **settings)
    return PositionSolveAnswer(view, playing.name, continue_position(view, player))
