"""The interface of a player, and the function that plays one game."""

import time
from array import array
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Literal, NamedTuple, Protocol, cast

from mineproof.base.arguments import require, require_function, shown
from mineproof.base.errors import BadInput, BrokenContract, PlayerFault
from mineproof.game.board import Board
from mineproof.game.game import Game
from mineproof.game.picture import HIDDEN
from mineproof.game.replay import Replay
from mineproof.game.view import View
from mineproof.logic.observer import Counters


class Verdict(StrEnum):
    """The claim of a player about a cell."""

    SAFE = "safe"
    MINE = "mine"


SAFE, MINE = Verdict.SAFE, Verdict.MINE
Outcome = Literal["won", "lost", "stuck", "fault"]


class Move(NamedTuple):
    """Open a cell (SAFE) or flag it (MINE). A move is `certain`, or a deliberate guess.

    The cell is an index. Of a player's move, `play_game` and `check_player` also take "r2c1" or
    (2, 1) as the cell, and "safe" or "mine" as the verdict.
    """

    cell: int
    verdict: Verdict
    certain: bool = True


class Player(Protocol):
    """The interface of a player: two methods that see only a view.

    `begin` is called once a game, before the first move; the given cells, or those that the first
    click opens, are open then. `choose` returns the next move, or None when the player gives up.
    The view is live: after a move it shows the result. Once the game is won, flags may follow;
    anything else, an exception too, ends it there, and it stays won.
    """

    def begin(self, view: View) -> None:
        """Prepare a new game. The view is live: it changes as cells are opened."""

    def choose(self, view: View) -> Move | None:
        """Return the next move, or None to give up."""


class MakesPlayers(Protocol):
    """A strategy, which makes a player for a game."""

    def player(self) -> Player:
        """Return a new player."""


@dataclass(frozen=True)
class Result:
    """The result of a game.

    `won`: every safe cell is open; `lost`: a mine is; `stuck`: the player stopped before;
    `fault`: a player from outside could not continue.
    """

    outcome: Outcome
    success: bool
    """The player's own verdict if it has one, else whether the game is won.

    Strategies want every cell marked, `consuming` its knowledge base empty.
    """
    game: Game
    counters: Counters
    ms: float
    """CPU time of the player and the game, without dealing; for a program only its own."""
    fault: PlayerFault | None = None
    """Why a player from outside could not continue."""

    @property
    def won(self) -> bool:
        """Whether every safe cell is open."""
        return self.game.won

    @property
    def complete(self) -> bool:
        """Whether every cell is marked rightly, which is the aim of the assignment."""
        return self.game.complete and not self.fault

    @property
    def replay(self) -> Replay:
        """The moves of the game."""
        return self.game.replay


# Not called `play`, because `mineproof.play` is a room.
def play_game(
    game: Game,
    player: Player | MakesPlayers | str,
    *,
    before: Callable[[Move], None] | None = None,
    after: Callable[[Move], None] | None = None,
) -> Result:
    """Play one game to its end: won, lost, stuck or (a player from outside) fault.

    `player` may be a strategy, or a name as the command line takes it: `guess`, `mine.py:Player`.
    `before` and `after` are called for each move. A player may have a method `end`, which gets the
    outcome; `succeeded`, its own verdict; and `cpu_ms`, its CPU time in other processes. Raise
    `BrokenContract` if the player answers with something else than a `Move` or None.

    >>> from mineproof import Game, deal, play_game, strategy
    >>> play_game(Game(deal("easy", seed=1)), strategy("saturate").player()).outcome
    'won'
    """
    require(game, Game, "a Game, such as Game(deal('easy'))")
    require_function(before, "every move")
    require_function(after, "every move")
    with _playing(player) as own:
        began, fault = time.process_time(), None
        try:
            for move in _made_moves(game, own, before):
                if after:
                    after(move)
            finish(own, game)
        except PlayerFault as problem:
            fault = problem
        spent: float = getattr(own, "cpu_ms", (time.process_time() - began) * 1000)
    outcome: Outcome = "fault" if fault else outcome_of(game)
    succeeded = getattr(own, "succeeded", None)
    complete = game.complete and not fault
    success = succeeded(complete=complete) if succeeded else outcome == "won"
    return Result(outcome, success, game, getattr(own, "counters", Counters()), spent, fault)


def moves_of(game: Game, player: Player | MakesPlayers | str) -> Iterator[Move]:
    """Yield each move of a player when it has been made. To leave the loop ends the game there."""
    with _playing(player) as own:
        yield from _made_moves(game, own)
        finish(own, game)


@contextmanager
def _playing(player: Player | MakesPlayers | str) -> Iterator[Player]:
    """Yield the player itself, or for the time of a game one of a strategy or of a name."""
    if isinstance(player, str):
        from mineproof.play.outside.players import strategy_named

        player = strategy_named(player)
    making = None if isinstance(player, type) else getattr(player, "player", None)
    if callable(making) and missing_method(player):
        made = making()
        try:
            yield made
        finally:
            close(made)
        return
    if isinstance(player, type) or missing_method(player):
        example = "'saturate' or an object with `begin` and `choose`"
        made = f": make one by {player.__name__}()" if isinstance(player, type) else ""
        raise TypeError(f"expected a player, such as {example}, not {shown(player)}{made}")
    yield cast("Player", player)


def _made_moves(
    game: Game, player: Player, before: Callable[[Move], None] | None = None
) -> Iterator[Move]:
    board = game.deal.board

    def checked(answer: object) -> Move:
        # The moves of built-in players need no conversion.
        if type(answer) is Move and type(answer[0]) is int and type(answer[1]) is Verdict:
            return answer
        return as_move(answer, board)

    try:
        player = begin(player, game)
        opened = set(game.start_cells)
        if game.opened > len(opened):  # it has begun
            opened = {cell for cell, value in enumerate(game.view.cells.tolist()) if value >= 0}
        again, safe = opened.copy(), board.cells - game.view.mines
        while not game.finished and (move := next_move(player, game, checked)):
            if move.verdict is SAFE and move.cell in again:
                # To open it again is no move. It is allowed once: without end, no game would end.
                again.remove(move.cell)
                continue
            if before:
                before(move)
            if move.verdict is MINE:
                flagged = game.flagged
                game.flag(move.cell)
                if game.flagged == flagged:  # without end, no game would end
                    if game.won:
                        break
                    raise BrokenContract(f"{board.name(move.cell)} is flagged already")
            elif game.opened == safe:  # won: only mines are left
                break
            elif move.cell in opened:
                raise BrokenContract(f"{board.name(move.cell)} is open already")
            else:
                game.open(move.cell)
            yield move
    except BaseException:
        game.open_start()
        raise


def next_move(player: Player, game: Game, check: Callable[[object], Move]) -> Move | None:
    """Ask for a move; return it as `check` returns it, or None if the player gives up.

    Once the game is won, only mines are left to flag, which many a player does not think of. Then
    it gives up, too, if it raises an exception or answers with something else than a move.
    """
    try:
        answer = player.choose(game.view)
        return None if answer is None else check(answer)
    except Exception:
        if game.won:
            return None
        raise


def as_move(answer: object, board: Board) -> Move:
    """Return the answer of a player as a move with the index of its cell and a `Verdict`.

    Raise `BrokenContract` for an answer that is no move on this board.

    >>> as_move(Move("r1c2", "mine"), Board(1, 2))
    Move(cell=1, verdict=<Verdict.MINE: 'mine'>, certain=True)
    """
    if not isinstance(answer, Move):
        allowed = "Move(cell, SAFE), Move(cell, MINE) or None"
        raise BrokenContract(f"{shown(answer)} is not a Move: return {allowed}")
    try:
        verdict = Verdict(answer.verdict)
    except ValueError:
        problem = f"{shown(answer)} is not a Move: its verdict is SAFE or MINE"
        raise BrokenContract(f"{problem}, not {shown(answer.verdict)}") from None
    try:
        cell = board.index(answer.cell)
    except (BadInput, TypeError):
        allowed = f"'r2c1', (2, 1) or an index below {board.cells}"
        problem = f"cell {shown(answer.cell)} is not on the board"
        raise BrokenContract(f"{problem}: a cell is {allowed}") from None
    return Move(cell, verdict, answer.certain)


def missing_method(player: object) -> str | None:
    """Return the name of a method that a player must have and this object has not."""
    return next(
        (name for name in ("begin", "choose") if not callable(getattr(player, name, None))), None
    )


def outcome_of(game: Game) -> Outcome:
    """Return the outcome if the player stops now: won, lost or stuck."""
    return "stuck" if game.outcome == "unfinished" else game.outcome


def begin(player: Player, game: Game) -> Player:
    """Begin a game, or play one on; return the player that is asked for its moves.

    A strategy whose first moves open the given cells gets them closed.
    """
    if getattr(getattr(player, "strategy", None), "opens_start", False) and not game.close_start():
        player = _PlaysOn(player, game)
    player.begin(game.view)
    return player


class _PlaysOn:
    """A strategy in the middle of a game.

    All open cells are its given cells, and it sees each when it opens it. Flags are claims of
    another player: they are removed.
    """

    def __init__(self, player: Player, game: Game) -> None:
        self._player, self._game = player, game
        self._last: int | None = None

    def begin(self, view: View) -> None:
        self._game.open_start()
        if self._game.exploded is None and not self._game.complete:
            for cell in view.hidden:
                self._game.unflag(cell)
        given = tuple(cell for cell, value in enumerate(view.cells.tolist()) if value >= 0)
        self._cells = array("b", [HIDDEN]) * view.board.cells
        self._view = replace(view, cells=memoryview(self._cells), initial=given, start="given")
        self._player.begin(self._view)

    def choose(self, view: View) -> Move | None:
        self._show(view)
        while (move := self._player.choose(self._view)) is not None:
            self._last = move.cell
            if move.verdict is MINE or view.cells[move.cell] < 0:
                return move
            self._show(view)
        return None

    def _show(self, view: View) -> None:
        """Show the strategy what its last move has brought."""
        if self._last is not None:
            self._cells[self._last] = view.cells[self._last]


def finish(player: Player, game: Game) -> None:
    """Call the player's method `end`, if it has one, with the outcome of its game."""
    end = getattr(player, "end", None)
    if end:
        end(outcome_of(game))


def close(player: Player) -> None:
    """End the process of a player that has one."""
    closing = getattr(player, "close", None)
    if closing:
        closing()
