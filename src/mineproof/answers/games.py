"""Play a game by a strategy, and prove its marks."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from html import escape

from mineproof.answers.boards import DealtBoard
from mineproof.base.arguments import require
from mineproof.base.errors import BadInput
from mineproof.game.deal import Deal
from mineproof.game.formats.mine import write
from mineproof.game.game import Game
from mineproof.game.replay import Replay
from mineproof.logic.observer import Event
from mineproof.play.context import IdleLimit
from mineproof.play.player import MINE, SAFE, Move, Outcome, Result, close, play_game
from mineproof.play.request import settings_of
from mineproof.play.strategies import Strategy, StrategyPlayer, strategy
from mineproof.reason.certificate import Certificate


@dataclass(frozen=True)
class SolveAnswer(DealtBoard):
    """A game played by one strategy, and the layout of its board.

    `print(answer)` shows the board at the end and the outcome.
    """

    MEMBERS = (
        f"{DealtBoard.MEMBERS} strategy outcome complete=result.complete success=result.success"
        " safe=result.game.opened mined=result.game.flagged unmarked=result.game.unmarked"
        " wrong=result.game.wrong exploded view"
        " clauses_generated=result.counters.generated clauses_inserted=result.counters.inserted"
        " clauses_duplicate=result.counters.duplicates clauses_subsumed=result.counters.subsumed"
        " resolutions=result.counters.resolutions units=result.counters.units"
        " pairwise_rounds=result.counters.rounds kb_max=result.counters.largest"
        " nodes=result.counters.nodes ms fault?"
    )

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

    @property
    def exploded(self) -> str | None:
        """The mine that ended the game."""
        cell = self.result.game.exploded
        return None if cell is None else self.deal.board.name(cell)

    @property
    def view(self) -> str:
        """The board at the end, as `.mine` text."""
        return write(self.result.game.view)

    @property
    def ms(self) -> float:
        """The milliseconds of CPU time."""
        return round(self.result.ms, 3)

    @property
    def fault(self) -> str | None:
        """The error of an outside player; None if there was none."""
        return str(self.result.fault) if self.result.fault else None


def solve(
    dealt: Deal,
    by: str | Strategy,
    *,
    seed: int = 0,
    heuristic: str | None = None,
    idle_limit: IdleLimit | None = None,
    count_limit: int | None = None,
    think: str | None = None,
    trace: Callable[[Event], None] | None = None,
    moved: Callable[[Move], None] | None = None,
) -> SolveAnswer:
    """Play a dealt board by a strategy or by its name.

    `heuristic`, `idle_limit`, `count_limit` and `think` are those of `Strategy.player`; raise
    `BadInput` if the strategy does not have one that is given. `trace` is called with every event
    of its knowledge base, `moved` with every move, the opening of given cells included.

    >>> from mineproof import deal, solve
    >>> solve(deal("easy", seed=1), "assignment").as_json()["outcome"]
    'won'
    """
    playing = strategy(by) if isinstance(by, str) else by
    require(playing, Strategy, "a strategy or its name, such as 'assignment'")
    settings = settings_of(playing.name, heuristic, idle_limit, count_limit, think)
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
    think: str | None = None,
) -> tuple[SolveAnswer, Certificate]:
    """Play a dealt board and prove every mark; raise `BadInput` if the strategy takes a risk."""
    game = Game(dealt)
    playing = strategy(name)
    name = playing.name
    player = playing.player(**settings_of(name, heuristic, idle_limit, count_limit, think))
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
