"""Replays: the board, the start and every move of a game, as JSON. docs/formats.md has the schema.

Playing a replay checks it: a move after the game was lost raises `BadInput` with the number of the
move.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import isfinite
from typing import Any, Literal, NamedTuple

from mineproof.errors import BadInput
from mineproof.game.board import SHAPES, Board, Shape, mined_cells
from mineproof.game.deal import Deal
from mineproof.game.formats import kind_of_board
from mineproof.game.game import Game
from mineproof.game.graph import Graph, graph_of_json

Do = Literal["open", "flag", "unflag", "chord"]
_DOINGS: tuple[Do, ...] = ("open", "flag", "unflag", "chord")
_MOST_MOVES = 1 << 24


class Action(NamedTuple):
    """One click: the action, the cell, and the seconds since the game began, if known."""

    do: Do
    cell: int
    t: float | None = None


@dataclass(frozen=True)
class Replay:
    """A game from its first to its last move."""

    deal: Deal
    moves: list[Action] = field(default_factory=list)
    player: str = ""
    """The player: the name of a strategy, or any name of a person."""
    flood: bool = True
    """Whether opening a zero opens its neighbours too, as it does for people."""

    def begin(self) -> Game:
        """Return the game before its first move. If zeros are flooded, the given cells are open."""
        game = Game(self.deal)
        if self.flood:
            for cell in self.deal.initial:
                if game.view.cells[cell] < 0:
                    game.flood(cell)
        return game

    def play(self) -> Iterator[tuple[Action, Game]]:
        """Yield each move with the game before it; the move is made when the next one is requested.

        Raise `BadInput` with the number of a move that cannot be made.
        """
        game = self.begin()
        for number, action in enumerate(self.moves, start=1):
            yield action, game
            try:
                make(game, action, flood=self.flood)
            except BadInput as problem:
                raise BadInput(f"move {number}: {problem}") from None

    def end(self) -> Game:
        """Return the game after its last move."""
        game = self.begin()
        for _, game in self.play():  # noqa: B007 (it is the same game throughout)
            pass
        return game


def make(game: Game, action: Action, *, flood: bool) -> None:
    """Make one move. Opening an open cell changes nothing."""
    if action.do == "flag":
        game.flag(action.cell)
    elif action.do == "unflag":
        game.unflag(action.cell)
    elif action.do == "chord":
        game.chord(action.cell, flood=flood)
    elif game.view.cells[action.cell] < 0 or game.exploded is not None:
        (game.flood if flood else game.open)(action.cell)


def write(replay: Replay) -> str:
    """Write a replay as JSON."""
    deal, board = replay.deal, replay.deal.board
    moves: list[dict[str, Any]] = [
        {"do": do, "cell": board.name(cell)} | ({} if t is None else {"t": t})
        for do, cell, t in replay.moves
    ]
    said = {
        "schema": 1,
        "rows": board.rows,
        "cols": board.cols,
        "shape": board.shape_name,
        **({"graph": board.shape.as_json()} if isinstance(board.shape, Graph) else {}),
        "mines": board.names(mined_cells(deal.layout)),
        "start": deal.start,
        "given": board.names(deal.initial),
        "flood": replay.flood,
        "player": replay.player,
        "moves": moves,
    }
    return json.dumps(said, ensure_ascii=False) + "\n"


def read(text: str, *, most_cells: int | None = None) -> Replay:
    """Read a replay from JSON; raise `BadInput` if it is faulty.

    A board with more than `most_cells` is refused before it is built.

    >>> read('{"schema": 1, "rows": 1, "cols": 2, "mines": ["r1c1"], "moves": []}').deal.mines
    1
    """
    try:
        said = json.loads(text)
    except (ValueError, RecursionError) as problem:
        kind = kind_of_board(text, most_cells=most_cells)
        if kind:
            raise BadInput(f"this is {kind}, not a replay, which is JSON") from None
        raise BadInput(f"not a replay, which is JSON: {problem}") from None
    if not isinstance(said, dict):
        raise BadInput("not a replay, which is a JSON object with 'rows', 'cols', 'mines', 'moves'")
    if said.get("schema") != 1:
        raise BadInput(f"schema: expected 1, not {said.get('schema')!r}")
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
    """Tell whether a text may be a replay: a JSON object with moves."""
    return text.lstrip()[:1] == "{" and '"moves"' in text


def _deal(said: dict[str, Any], most_cells: int | None) -> Deal:
    rows, cols = _a(int, said, "rows", None), _a(int, said, "cols", None)
    board = Board.within(rows, cols, _shape(said, most_cells), most_cells)
    layout = board.layout(_cells(board, said, "mines", None))
    initial = _cells(board, said, "given", [])
    for cell in initial:
        if layout[cell]:
            raise BadInput(f"given: {board.name(cell)} is a mine")
    return Deal(board, layout, initial, _a(str, said, "start", "given"))


def _shape(said: dict[str, Any], most_cells: int | None) -> Shape:
    name = said.get("shape", "grid")
    if name == "graph":
        try:
            return graph_of_json(said.get("graph"), most_cells)
        except BadInput as problem:
            raise BadInput(f"graph: {problem}") from None
    for shape in SHAPES:
        if shape == name:
            return shape
    raise BadInput(f"shape: one of {', '.join(SHAPES)}, graph")


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
            raise BadInput("expected an object with 'do' and 'cell'")
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
    """Return the value of a key, checked for its type; without a default, the key is required."""
    value = said.get(key, default)
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        given = "missing:" if value is None else f"{repr(value)[:40]} is not"
        raise BadInput(f"{key}: {given} {_WORDS[kind]}")
    return value


_WORDS = {int: "a number", str: "a text", bool: "true or false", list: "a list"}
