"""What a strategy plays with: its settings, its knowledge base, and what it cost."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from mineproof.game.game import View
from mineproof.logic.kb import Counters, KnowledgeBase, Listener
from mineproof.play.player import Move

Moves = Iterator[Move]


@dataclass
class Context:
    """The settings of one player, and the state of its game. A new game has new counters, and a new
    knowledge base if the strategy needs one."""

    record: bool = True
    listener: Listener | None = None
    heuristic: str = "mrv"
    think: str = "normal"
    clause_order: str = "insertion"
    """The order in which `rebuild` visits clauses: `insertion`, `set` or `set:SEED`."""
    counters: Counters = field(default_factory=Counters)
    kb: KnowledgeBase | None = None
    ran_empty: bool = False
    """Whether the knowledge base ran empty, which one strategy calls success."""

    def new_game(self) -> None:
        self.counters, self.kb, self.ran_empty = Counters(), None, False

    def new_base(self) -> KnowledgeBase:
        self.kb = KnowledgeBase(record=self.record, listener=self.listener)
        self.counters = self.kb.counters
        return self.kb


Play = Callable[[Context, View], Moves]
"""How a strategy plays: it yields a move, and finds the clue in the view when it goes on."""
