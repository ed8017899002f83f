"""The context of a strategy: its settings, its knowledge base, and its counters."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Literal, TypedDict

from mineproof.base.arguments import known_name, shown
from mineproof.base.errors import BadInput
from mineproof.game.view import View
from mineproof.logic.kb import KnowledgeBase
from mineproof.logic.observer import Counters, Listener
from mineproof.play.csp import HEURISTICS
from mineproof.play.player import Move

Moves = Iterator[Move]
IdleLimit = int | Literal["unlimited"]
"""The number of successive idle rounds after which a strategy gives up."""
DEFAULT_IDLE_LIMIT = 5  # the idle limit of `assignment` unless another is set
DEFAULT_COUNT_LIMIT = (
    10  # the count limit: the mine count becomes a clue when no more cells than this are unmarked
)
MOST_COUNTED = 20  # the largest count limit: the clue of n cells has up to n choose n/2 clauses


class Settings(TypedDict, total=False):
    """Optional settings of a strategy."""

    heuristic: str
    think: str
    idle_limit: IdleLimit
    count_limit: int


@dataclass
class Context:
    """The settings of one player, and the state of its game.

    A new game has new counters, and a new knowledge base if the strategy needs one.
    """

    record: bool = True
    listener: Listener | None = None
    heuristic: str = "mrv"
    think: str = "normal"
    idle_limit: IdleLimit = DEFAULT_IDLE_LIMIT
    """For `assignment`. "unlimited" ends at the fixed point, where a round adds nothing."""
    count_limit: int = DEFAULT_COUNT_LIMIT
    """The most unmarked cells at which the mine count becomes a clue; 0 for never."""
    clause_order: str = "set"
    """The order in which `rebuild` visits clauses: `insertion`, `set` or `set:SEED`."""
    counters: Counters = field(default_factory=Counters)
    kb: KnowledgeBase | None = None
    ran_empty: bool = False
    """Whether the knowledge base became empty, which one strategy counts as success."""

    def __post_init__(self) -> None:
        self.heuristic = known_name(self.heuristic, HEURISTICS, "heuristic")
        idle, count = self.idle_limit, self.count_limit
        if idle < 0 if type(idle) is int else not isinstance(idle, str) or idle != "unlimited":
            raise BadInput(
                f"{shown(idle)} is not a whole number from 0, or unlimited", field="idle_limit"
            )
        if type(count) is not int or not 0 <= count <= MOST_COUNTED:
            raise BadInput(
                f"{shown(count)} is not within 0 and {MOST_COUNTED}", field="count_limit"
            )

    def new_game(self) -> None:
        """Reset the state for a new game."""
        self.counters, self.kb, self.ran_empty = Counters(), None, False

    def new_base(self) -> KnowledgeBase:
        """Create an empty knowledge base that uses the counters of the game."""
        self.kb = KnowledgeBase(record=self.record, listener=self.listener)
        self.counters = self.kb.observer.counters
        return self.kb


Play = Callable[[Context, View], Moves]
"""The function of a strategy: it yields moves; when it is resumed, the view shows the new clue."""
