"""A game that can be played again: the board, how it began, and every move, as JSON.

docs/formats.md has the schema. A replay is checked as it is played: one in which a cell is opened
after the game was lost is refused, with the number of the move.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import isfinite
from typing import Any, Literal, NamedTuple

from mineproof.errors import BadInput
from mineproof.game.board import SHAPES, Board, mined_cells
from mineproof.game.deal import Deal
from mineproof.game.game import Game

Do = Literal["open", "flag", "unflag", "chord"]
_DOINGS: tuple[Do, ...] = ("open", "flag", "unflag", "chord")
_MOST_MOVES = 1 << 24


class Action(NamedTuple):
    """One click: what was done where, and when, in seconds since the game began, if known."""

    do: Do
    cell: int
    t: float | None = None


@dataclass(frozen=True)
class Replay:
    """A game from its first to its last move."""

    deal: Deal
    moves: list[Action] = field(default_factory=list)
    player: str = ""
    """Who played: a strategy's name, or whatever a person likes to be called."""
    flood: bool = True
    """Whether opening a zero opens its neighbours too, as it does for people."""

    def begin(self) -> Game:
        """The game before its first move. Where zeros are flooded, what was given is open."""
        game = Game(self.deal)
        if self.flood:
            for cell in self.deal.initial:
                if game.view.cells[cell] < 0:
                    game.flood(cell)
        return game

    def play(self) -> Iterator[tuple[Action, Game]]:
        """Each move with the game as it stands before it; the move is made when the next is asked
        for. Raise `BadInput` with its number where a move cannot be made."""
        game = self.begin()
        for number, action in enumerate(self.moves, start=1):
            yield action, game
            try:
                make(game, action, flood=self.flood)
            except BadInput as problem:
                raise BadInput(f"move {number}: {problem}") from None

    def end(self) -> Game:
        """The game after its last move."""
        game = self.begin()
        for _, game in self.play():  # noqa: B007 (it is the same game throughout)
            pass
        return game


def make(game: Game, action: Action, *, flood: bool) -> None:
    """Make one move. Opening an open cell changes nothing, as for a person who clicks on one."""
    if action.do == "flag":
        game.flag(action.cell)
    elif action.do == "unflag":
        game.unflag(action.cell)
    elif action.do == "chord":
        game.chord(action.cell, flood=flood)
    elif game.view.cells[action.cell] < 0 or game.exploded is not None:
        (game.flood if flood else game.open)(action.cell)


def write(replay: Replay) -> str:
    """A replay as JSON."""
    deal, board = replay.deal, replay.deal.board
    moves: list[dict[str, Any]] = [
        {"do": do, "cell": board.name(cell)} | ({} if t is None else {"t": t})
        for do, cell, t in replay.moves
    ]
    said = {
        "schema": 1,
        "rows": board.rows,
        "cols": board.cols,
        "shape": board.shape,
        "mines": board.names(mined_cells(deal.layout)),
        "start": deal.start,
        "given": board.names(deal.initial),
        "flood": replay.flood,
        "player": replay.player,
        "moves": moves,
    }
    return json.dumps(said, ensure_ascii=False) + "\n"


def read(text: str, *, most_cells: int | None = None) -> Replay:
    """A replay from JSON; raise `BadInput` naming what is wrong with it. A board with more than
    `most_cells` is refused before it is built.

    >>> read('{"schema": 1, "rows": 1, "cols": 2, "mines": ["r1c1"], "moves": []}').deal.mines
    1
    """
    try:
        said = json.loads(text)
    except (ValueError, RecursionError) as problem:
        raise BadInput(f"not a replay, which is JSON: {problem}") from None
    if not isinstance(said, dict):
        raise BadInput("not a replay, which is a JSON object with 'rows', 'cols', 'mines', 'moves'")
    if said.get("schema") != 1:
        raise BadInput(f"a replay of schema 1 is wanted, not of {said.get('schema')!r}")
    replay = Replay(_deal(said, most_cells), player=_a(str, said, "player", ""),
                    flood=_a(bool, said, "flood", True))  # fmt: skip
    moves = _a(list, said, "moves", None)
    if len(moves) > _MOST_MOVES:
        raise BadInput(f"moves: {len(moves)} are too many")
    replay.moves.extend(
        _action(replay.deal.board, number, move) for number, move in enumerate(moves, start=1)
    )
    return replay


def looks_like(text: str) -> bool:
    """True if a text may be a replay: a JSON object with moves."""
    return text.lstrip()[:1] == "{" and '"moves"' in text


def _deal(said: dict[str, Any], most_cells: int | None) -> Deal:
    shape = next((known for known in SHAPES if known == said.get("shape", "grid")), None)
    if shape is None:
        raise BadInput(f"shape: one of {', '.join(SHAPES)}")
    rows, cols = _a(int, said, "rows", None), _a(int, said, "cols", None)
    board = Board.within(rows, cols, shape, most_cells)
    layout = board.layout(_cells(board, said, "mines", None))
    initial = _cells(board, said, "given", [])
    for cell in initial:
        if layout[cell]:
            raise BadInput(f"given: {board.name(cell)} is a mine")
    return Deal(board, layout, initial, _a(str, said, "start", "given"))


def _cells(board: Board, said: dict[str, Any], key: str, default: Any) -> tuple[int, ...]:
    names = _a(list, said, key, default)
    cells = []
    for name in names:
        if not isinstance(name, str):
            raise BadInput(f"{key}: {name!r} is not a cell: write r2c1 for row 2, column 1")
        cells.append(board.index(name))
    if len(set(cells)) < len(cells):
        raise BadInput(f"{key}: a cell is named twice")
    return tuple(cells)


def _action(board: Board, number: int, move: Any) -> Action:
    try:
        if not isinstance(move, dict):
            raise BadInput("an object with 'do' and 'cell' is wanted")
        do = next((known for known in _DOINGS if known == move.get("do")), None)
        if do is None:
            raise BadInput(f"do: one of {', '.join(_DOINGS)}, not {move.get('do')!r}")
        t = move.get("t")
        if isinstance(t, bool) or not isinstance(t, int | float | None):
            raise BadInput("t: seconds since the game began")
        if t is not None and not (isfinite(t) and 0 <= t < 1e9):
            raise BadInput("t: seconds since the game began")
        return Action(do, board.index(_a(str, move, "cell", None)), t)
    except BadInput as problem:
        raise BadInput(f"move {number}: {problem}") from None


def _a(kind: type, said: dict[str, Any], key: str, default: Any) -> Any:
    """A value of some type under a key; without a default, it must be there."""
    value = said.get(key, default)
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        given = "missing:" if value is None else f"{repr(value)[:40]} is not"
        raise BadInput(f"{key}: {given} {_WORDS[kind]}")
    return value


_WORDS = {int: "a number", str: "a text", bool: "true or false", list: "a list"}
