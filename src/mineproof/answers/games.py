"""Play a game by a strategy, and prove its marks."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from html import escape
from typing import NotRequired, TypedDict

from mineproof.answers.boards import BoardJson, board_json
from mineproof.base.arguments import require
from mineproof.base.errors import BadInput
from mineproof.game.deal import Deal
from mineproof.game.formats.mine import write
from mineproof.game.game import Game
from mineproof.game.replay import Replay
from mineproof.logic.kb import Event
from mineproof.play.context import IdleLimit
from mineproof.play.player import MINE, SAFE, Move, Outcome, Result, close, play_game
from mineproof.play.request import settings_of
from mineproof.play.strategies import Strategy, StrategyPlayer, strategy
from mineproof.reason.certificate import Certificate


class FaultJson(TypedDict):
    """The error of an outside player; absent if there was none."""

    fault: NotRequired[str]


class SolveJson(BoardJson, FaultJson):
    """What `solve` answers: the board, the end of the game and the counters."""

    strategy: str
    outcome: Outcome
    complete: bool
    success: bool
    safe: int
    mined: int
    unmarked: int
    wrong: int
    exploded: str | None
    view: str
    clauses_generated: int
    clauses_inserted: int
    clauses_duplicate: int
    clauses_subsumed: int
    resolutions: int
    units: int
    pairwise_rounds: int
    kb_max: int
    nodes: int
    ms: float


@dataclass(frozen=True)
class SolveAnswer:
    """A game played by one strategy, and the layout of its board.

    `print(answer)` shows the board at the end and the outcome.
    """

    deal: Deal
    seed: int
    strategy: str
    result: Result

    @property
    def outcome(self) -> Outcome:
        """`won`, `lost`, `stuck` or `fault`."""
        return self.result.outcome

    @property
    def replay(self) -> Replay:
        """The moves of the game, with the strategy as the player."""
        return replace(self.result.replay, player=self.strategy)

    def __str__(self) -> str:
        return f"{self.result.game.view}\n{self.strategy}: {self.outcome}"

    def _repr_html_(self) -> str:
        caption = escape(f"{self.strategy}: {self.outcome}")
        return f"{self.result.game._repr_html_()}<p>{caption}</p>"

    def as_json(self) -> SolveJson:
        """Return the answer as a JSON object."""
        game, counters, board = self.result.game, self.result.counters, self.deal.board
        exploded = game.exploded
        fault: FaultJson = {"fault": str(self.result.fault)} if self.result.fault else {}
        return {
            **board_json(self.deal, self.seed),
            "strategy": self.strategy,
            "outcome": self.result.outcome,
            "complete": self.result.complete,
            "success": self.result.success,
            "safe": game.opened,
            "mined": game.flagged,
            "unmarked": game.unmarked,
            "wrong": game.wrong,
            "exploded": None if exploded is None else board.name(exploded),
            "view": write(game.view),
            "clauses_generated": counters.generated,
            "clauses_inserted": counters.inserted,
            "clauses_duplicate": counters.duplicates,
            "clauses_subsumed": counters.subsumed,
            "resolutions": counters.resolutions,
            "units": counters.units,
            "pairwise_rounds": counters.rounds,
            "kb_max": counters.largest,
            "nodes": counters.nodes,
            "ms": round(self.result.ms, 3),
            **fault,
        }


def solve(
    dealt: Deal,
    by: str | Strategy,
    *,
    seed: int = 0,
    heuristic: str | None = None,
    idle_limit: IdleLimit | None = None,
    count_limit: int | None = None,
    trace: Callable[[Event], None] | None = None,
    moved: Callable[[Move], None] | None = None,
) -> SolveAnswer:
    """Play a dealt board by a strategy or by its name.

    `heuristic`, `idle_limit` and `count_limit` are those of `Strategy.player`; raise `BadInput` if
    the strategy does not have one that is given. `trace` is called with every event of its
    knowledge base, `moved` with every move, the opening of given cells included.

    >>> from mineproof import deal, solve
    >>> solve(deal("easy", seed=1), "saturate").as_json()["outcome"]
    'won'
    """
    playing = strategy(by) if isinstance(by, str) else by
    require(playing, Strategy, "a strategy or its name, such as 'saturate'")
    settings = settings_of(playing.name, heuristic, idle_limit, count_limit)
    player = playing.player(listener=trace, **settings)
    game = Game(dealt)
    if moved and not playing.opens_start:
        for cell in game.start_cells:
            moved(Move(cell, SAFE))
    try:
        return _play(game, player, seed, after=moved)
    finally:
        close(player)


def certify(
    dealt: Deal,
    name: str,
    *,
    seed: int = 0,
    heuristic: str | None = None,
    idle_limit: IdleLimit | None = None,
    count_limit: int | None = None,
) -> tuple[SolveAnswer, Certificate]:
    """Play a dealt board and prove every mark; raise `BadInput` if the strategy takes a risk."""
    game = Game(dealt)
    playing = strategy(name)
    name = playing.name
    player = playing.player(**settings_of(name, heuristic, idle_limit, count_limit))
    certificate = Certificate(game.view, name, dealt.layout)

    def before(move: Move) -> None:
        if not move.certain:
            raise BadInput(f"{name} guesses at {dealt.board.name(move.cell)}: a guess has no proof")
        kb = player.kb if player.strategy.proves else None
        certificate.before(move.cell, mine=move.verdict is MINE, kb=kb)

    def after(move: Move) -> None:
        certificate.after(move.cell)

    return _play(game, player, seed, before=before, after=after), certificate


def _play(
    game: Game,
    player: StrategyPlayer,
    seed: int,
    *,
    before: Callable[[Move], None] | None = None,
    after: Callable[[Move], None] | None = None,
) -> SolveAnswer:
    """Play a game to its end."""
    result = play_game(game, player, before=before, after=after)
    return SolveAnswer(game.deal, seed, player.strategy.name, result)
