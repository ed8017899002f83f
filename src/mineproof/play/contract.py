"""Check the contract that every player must follow: `check_player`."""

from collections.abc import Callable, Iterator

from mineproof.base.arguments import shown
from mineproof.base.errors import BrokenContract, PlayerFault
from mineproof.game.board import ShapeName
from mineproof.game.deal import Deal, Start, deal
from mineproof.game.game import Game
from mineproof.game.levels import custom
from mineproof.play.outside._python_class import checked_move
from mineproof.play.player import (
    MINE,
    Move,
    Player,
    begin,
    close,
    finish,
    missing_method,
    next_move,
)

SIZES = ("1x1", "1x7", "2x2", "3x3", "5x4", "8x8", "9x9", "16x16")
_SHAPES: tuple[ShapeName, ...] = ("grid", "torus", "hex")
DENSITIES = (0.0, 0.1, 0.16, 0.22, 0.5, 1.0)


def check_player(make: Callable[[], Player] | str) -> int:
    """Play boards of many kinds with players made by `make`; return the number of games won.

    `make` may be a name as the command line takes it: `mine.py:Player` or `exec:./a.out`. A program
    plays only the grids.

    Raise `BrokenContract`, naming the board and the move, unless each player
    - answers with a `Move` on a cell that is still hidden, or with None to give up; a cell that is
      open at the start may be opened again, once;
    - calls no move certain that turns out wrong;
    - plays the same game twice with the same moves, whatever it played in between.

    >>> from mineproof import check_player, strategy
    >>> check_player(strategy("saturate").player) > 50
    True
    """
    if isinstance(make, str):
        # Not above: a class that is graded may import `check_player`, but not the strategies.
        from mineproof.play.outside.players import strategy_named

        make = strategy_named(make).player
    if not callable(make):
        hint = "such as a class, strategy('saturate').player, or a name as 'mine.py:Player'"
        raise TypeError(f"expected what makes players, {hint}, not {shown(make)}")
    player, won = make(), 0
    if method := missing_method(player):
        raise BrokenContract(f"{shown(player)} is no player: it has no method {method!r}")
    boards = [
        (name, dealt)
        for name, dealt in _boards()
        if dealt.board.shape == "grid" or not getattr(player, "grid_only", False)
    ]
    try:
        for name, dealt in boards:
            game = Game(dealt)
            moves = _watched(name, game, player)
            won += game.won
            if _watched_once(name, dealt, make) != moves:
                raise BrokenContract(f"{name}: a second player makes other moves on the same board")
        for name, dealt in boards:  # again, after the player has played all other boards
            if _watched(name, Game(dealt), player) != _watched_once(name, dealt, make):
                raise BrokenContract(f"{name}: an earlier game changes the moves of a later one")
    finally:
        close(player)
    return won


def _watched_once(name: str, dealt: Deal, make: Callable[[], Player]) -> list[Move]:
    player = make()
    try:
        return _watched(name, Game(dealt), player)
    finally:
        close(player)


def _boards() -> Iterator[tuple[str, Deal]]:
    """Yield dozens of boards, each with the call that deals it."""
    for number, size in enumerate(SIZES):
        cells = custom(size, 0).board().cells
        for density in DENSITIES:
            mines, shape = round(cells * density), _SHAPES[number % len(_SHAPES)]
            for start in ("given", "safe"):
                if start == "safe" and mines == cells:
                    continue
                name = (
                    f'deal(custom("{size}", {mines}), start="{start}", seed={number},'
                    f' shape="{shape}")'
                )
                rule = Start.parse(start)
                yield name, deal(custom(size, mines), start=rule, seed=number, shape=shape)


def _watched(name: str, game: Game, player: Player) -> list[Move]:
    """Play a game, check the contract, and return the moves."""
    try:
        return _watched_moves(name, game, player)
    except PlayerFault as problem:
        raise BrokenContract(f"{name}: {problem}") from problem


def _watched_moves(name: str, game: Game, player: Player) -> list[Move]:
    moves: list[Move] = []
    view = game.view
    begin(player, game)
    again = set(game.start_cells)
    while not game.finished:
        seen = view.cells.tobytes()
        move = next_move(player, game, lambda answer: checked_move(answer, view, again))
        if view.cells.tobytes() != seen:
            raise BrokenContract(f"{name}: the player wrote on the view")
        if move is None:
            break
        if move.certain and game.deal.layout[move.cell] != (move.verdict is MINE):
            what = f"{game.deal.board.name(move.cell)} is called {move.verdict}"
            raise BrokenContract(f"{name}: {what} with certainty, and is not")
        moves.append(move)
        if game.won and view.cells[move.cell] < 0 and move.verdict is not MINE:
            break  # only mines are left
        (game.flag if move.verdict is MINE else game.open)(move.cell)
    finish(player, game)
    return moves
