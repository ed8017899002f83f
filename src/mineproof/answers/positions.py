"""Let a strategy play on from a position whose layout is unknown."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypedDict

from mineproof.answers.schema import SCHEMA
from mineproof.game.board import ShapeInJson
from mineproof.game.formats.mine import write
from mineproof.game.view import View
from mineproof.logic.kb import Event
from mineproof.play.context import IdleLimit
from mineproof.play.position import PositionResult, continue_position
from mineproof.play.request import settings_of
from mineproof.play.strategies import Strategy, strategy


class PositionSolveJson(TypedDict):
    """`decided` if every cell is. Otherwise the cells in `safe` have to be opened for more; without
    any, the strategy would open `risk` without certainty, or is stuck if that is null."""

    schema: int
    rows: int
    cols: int
    mines: int
    shape: ShapeInJson
    strategy: str
    decided: bool
    position: str
    safe: list[str]
    mined: list[str]
    undecided: list[str]
    risk: str | None
    clauses_generated: int
    clauses_inserted: int
    resolutions: int
    units: int
    pairwise_rounds: int
    kb_max: int


@dataclass(frozen=True)
class PositionSolveAnswer:
    """What a strategy proves in a position. Cells are names."""

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

    def as_json(self) -> PositionSolveJson:
        """Return the answer as a JSON object."""
        board, counters = self.position.board, self.result.counters
        return {
            "schema": SCHEMA,
            "rows": board.rows,
            "cols": board.cols,
            "mines": self.position.mines,
            "shape": board.shape_name,
            "strategy": self.strategy,
            "decided": self.decided,
            "position": write(self.position),
            "safe": self.safe,
            "mined": self.mined,
            "undecided": self.undecided,
            "risk": self.risk,
            "clauses_generated": counters.generated,
            "clauses_inserted": counters.inserted,
            "resolutions": counters.resolutions,
            "units": counters.units,
            "pairwise_rounds": counters.rounds,
            "kb_max": counters.largest,
        }


def solve_position(
    view: View,
    by: str | Strategy = "saturate",
    *,
    heuristic: str | None = None,
    idle_limit: IdleLimit | None = None,
    count_limit: int | None = None,
    trace: Callable[[Event], None] | None = None,
) -> PositionSolveAnswer:
    """Let a strategy deduce from a position as much as it can without opening a cell.

    >>> from mineproof import read
    >>> answer = solve_position(read("1 1 # # / # # # #", mines=2), "unit")
    >>> answer.decided, answer.safe
    (False, [])
    """
    playing = strategy(by) if isinstance(by, str) else by
    settings = settings_of(playing.name, heuristic, idle_limit, count_limit)
    player = playing.player(listener=trace, **settings)
    return PositionSolveAnswer(view, playing.name, continue_position(view, player))
