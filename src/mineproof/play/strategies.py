"""The built-in strategies: those of the reports and our own.

The fields of `Strategy` describe in words how a strategy differs from the others; `mineproof
strategies` prints them as a table. Each strategy has one function that plays.
"""

from dataclasses import dataclass
from typing import ClassVar, Literal, Protocol

from mineproof.base.arguments import known_name, require_function
from mineproof.game.view import View
from mineproof.logic.kb import KnowledgeBase
from mineproof.logic.observer import Counters, Listener
from mineproof.logic.rebuild import clause_rank
from mineproof.play import _constraint as constraint
from mineproof.play import _deducing as deducing
from mineproof.play._guess import fewest_neighbours, least_risk, safest_region
from mineproof.play._saturate import saturate
from mineproof.play.assignment import assignment
from mineproof.play.context import (
    DEFAULT_COUNT_LIMIT,
    DEFAULT_IDLE_LIMIT,
    Context,
    IdleLimit,
    Moves,
    Play,
)
from mineproof.play.player import Move, Player
from mineproof.play.reports.consuming import IDLE, consuming
from mineproof.play.reports.rebuild import rebuild
from mineproof.play.reports.two_literal import MOST_IDLE_ROUNDS, two_literal
from mineproof.play.reports.unit import unit

_ONE_OF_TWO = "one clause of exactly 2 literals"
_FEW_LEFT = f"a clue when ≤ {DEFAULT_COUNT_LIMIT} cells are unmarked"


@dataclass(frozen=True)
class Strategy:
    """One way to play by logic, and how it differs from the others."""

    MEMBERS: ClassVar[str] = "source summary pairs parents count stuck success=success_rule"

    name: str
    source: str
    summary: str
    moves: Play
    pairs: str = "none"
    parents: str = "-"
    count: str = "always"
    stuck: str = "nothing more follows"
    success_rule: Literal["all cells marked", "base empty"] = "all cells marked"
    """Its criterion of success: every cell is marked, or its knowledge base is empty."""
    counts: bool = False
    """Whether it counts exactly, by the engine in use."""
    proves: bool = False
    """Whether its knowledge base records a proof of every mark."""
    guesses: bool = False
    """Whether it guesses when nothing is certain; then it is never stuck."""
    looks_ahead: bool = False
    """Whether its moves depend on the look-ahead, which not every engine has."""
    uses_heuristic: bool = False
    """Whether it chooses the next cell of a search by a heuristic."""
    limits: tuple[Literal["idle_limit", "count_limit"], ...] = ()
    """The limits that can be set.

    They are the number of idle rounds after which it gives up, and the number of unmarked cells at
    which the mine count becomes a clue.
    """
    traces: bool = False
    """Whether it has a knowledge base whose steps can be traced."""
    opens_start: bool = True
    """Whether its first moves open the given cells, which `play_game` closes before them."""
    revision: int = 1
    """A number that increases when its moves can change.

    The lab never mixes rows of two revisions; `tests/play/test_revisions.py` compares the moves on
    fixed boards with those of this revision.
    """

    def player(
        self,
        *,
        record: bool = True,
        listener: Listener | None = None,
        heuristic: str = "mrv",
        think: str = "normal",
        idle_limit: IdleLimit = DEFAULT_IDLE_LIMIT,
        count_limit: int = DEFAULT_COUNT_LIMIT,
        clause_order: str = "set",
    ) -> "StrategyPlayer":
        """Return a player for any number of games, one after another.

        `record` keeps the steps of every clause for proofs; `listener` gets every event of the
        knowledge base; `heuristic` chooses the next cell of `csp` and similar strategies; `think`
        is the effort of `guess`: fast, normal or deep; `idle_limit` ("unlimited" too) and
        `count_limit` (0 for never) are for strategies that have these `limits`; `clause_order` is
        the order in which `rebuild` visits its clauses: `set`, `set:SEED` or `insertion`. Raise
        `BadInput` for a limit out of range and for an unknown order.
        """
        require_function(listener, "every event")
        clause_rank(clause_order)
        settings = Context(
            record, listener, heuristic, think, idle_limit, count_limit, clause_order
        )
        return LogicPlayer(self, settings)


class StrategyPlayer(Player, Protocol):
    """A player that follows a strategy, built-in or from outside."""

    @property
    def strategy(self) -> Strategy:
        """The strategy that it follows."""

    @property
    def counters(self) -> Counters:
        """The counters of the present game."""

    @property
    def kb(self) -> KnowledgeBase | None:
        """Its knowledge base; None if it has none."""


class LogicPlayer:
    """A player that follows one strategy."""

    def __init__(self, strategy: Strategy, context: Context) -> None:
        self.strategy = strategy
        self._context = context
        self._moves: Moves = iter(())

    @property
    def counters(self) -> Counters:
        """The costs of the game so far."""
        return self._context.counters

    @property
    def kb(self) -> KnowledgeBase | None:
        """The knowledge base of the game, if the strategy has one that records."""
        return self._context.kb

    def begin(self, view: View) -> None:
        """Begin a new game."""
        self._context.new_game()
        self._moves = self.strategy.moves(self._context, view)

    def choose(self, view: View) -> Move | None:  # noqa: ARG002 (the moves read the live view)
        """The next move of the strategy, or None if it is stuck."""
        return next(self._moves, None)

    def succeeded(self, *, complete: bool) -> bool:
        """The strategy's own verdict on a finished game."""
        return complete or (self.strategy.success_rule == "base empty" and self._context.ran_empty)


def strategy(name: str) -> Strategy:
    """Return the strategy of this name, in any case; raise `BadInput` for an unknown name.

    >>> strategy("unit").pairs
    'none'
    """
    return STRATEGIES[known_name(name, STRATEGIES, "strategy")]


STRATEGIES: dict[str, Strategy] = {
    one.name: one
    for one in (
        Strategy(
            name="assignment",
            source="the assignment",
            summary="pairs with one clause of two literals, round by round",
            pairs=_ONE_OF_TWO,
            parents="kept",
            count=_FEW_LEFT,
            stuck=f"{DEFAULT_IDLE_LIMIT} rounds in a row without a marking, or nothing new",
            moves=assignment,
            limits=("idle_limit", "count_limit"),
            traces=True,
            proves=True,
        ),
        Strategy(
            name="two-literal",
            source="report A",
            summary="both clauses of a pair have at most two literals",
            pairs="both clauses of at most 2 literals",
            parents="kept",
            count="never",
            stuck=f"{MOST_IDLE_ROUNDS} idle rounds in all, or base empty",
            moves=two_literal,
            traces=True,
            proves=True,
        ),
        Strategy(
            name="consuming",
            source="report B",
            summary="pairs of any length, and both parents are used up",
            pairs="any lengths",
            parents="both deleted",
            count=f"once, when idle, if < {DEFAULT_COUNT_LIMIT} cells are unmarked",
            stuck=f"{IDLE} idle rounds, twice",
            success_rule="base empty",
            moves=consuming,
            traces=True,
            # 1 shortened clauses by the given cells before the first iteration.
            revision=2,
        ),
        Strategy(
            name="unit",
            source="report C",
            summary="no pairs at all: unit propagation and subsumption",
            count="never",
            stuck="no unit",
            moves=unit,
            traces=True,
            proves=True,
        ),
        Strategy(
            name="rebuild",
            source="report D",
            summary="every clue expanded again after every marking, then one pass of pairs",
            pairs="one clause of at most 2 literals",
            parents="the other one is replaced",
            count="when all mines, or all safe cells, are marked",
            stuck="no unit after one pass",
            moves=rebuild,
            traces=True,
            # 1 visited clauses in the order of insertion.
            revision=2,
        ),
        Strategy(
            name="saturate",
            source="ours",
            summary="the assignment's rule to its true fixed point, shortest clause first",
            pairs=_ONE_OF_TWO,
            parents="kept",
            count=_FEW_LEFT,
            moves=saturate,
            limits=("count_limit",),
            traces=True,
            proves=True,
        ),
        Strategy(
            name="complete",
            source="ours",
            summary="everything that clues and mine count entail, by exact counting: the ceiling",
            moves=deducing.complete,
            counts=True,
        ),
        Strategy(
            name="complete-clues",
            source="ours",
            summary="everything that the clues entail without the mine count",
            count="never",
            moves=deducing.complete_clues,
            counts=True,
        ),
        Strategy(
            name="csp",
            source="an earlier assignment",
            summary="backtracking with forward checking; marks what all solutions agree on",
            count=_FEW_LEFT,
            moves=constraint.csp,
            limits=("count_limit",),
            uses_heuristic=True,
        ),
        Strategy(
            name="logic-csp",
            source="report A's idea",
            summary="saturate, and csp where it is stuck",
            pairs=_ONE_OF_TWO,
            parents="kept",
            count=_FEW_LEFT,
            moves=constraint.logic_csp,
            limits=("count_limit",),
            traces=True,
            uses_heuristic=True,
        ),
        Strategy(
            name="csp-assign",
            source="report B's idea",
            summary="commits, cell by cell, to the first consistent assignment: may explode",
            count="never",
            stuck="no clue touches a hidden cell, or no assignment is left",
            moves=constraint.csp_assign,
            uses_heuristic=True,
        ),
        Strategy(
            name="least-risk",
            source="ours",
            summary="complete, then the least exact risk: may explode",
            stuck="never",
            guesses=True,
            moves=deducing.guessing(least_risk),
            counts=True,
        ),
        Strategy(
            name="guess",
            source="ours",
            summary="complete, then the risk that a look ahead finds best: may explode",
            stuck="never",
            guesses=True,
            moves=deducing.thinking,
            counts=True,
            looks_ahead=True,
            # 1 did not compare separated regions by what they cost.
            revision=2,
        ),
        Strategy(
            name="fewest-neighbours",
            source="report D's idea",
            summary="complete, then the cell with the fewest hidden neighbours: may explode",
            stuck="never",
            guesses=True,
            moves=deducing.guessing(fewest_neighbours),
            counts=True,
        ),
        Strategy(
            name="safest-region",
            source="report D's idea",
            summary="complete, then the least risk of the safest region: may explode",
            stuck="never",
            guesses=True,
            moves=deducing.guessing(safest_region),
            counts=True,
        ),
    )
}
