"""Replays: the board, the start and every move of a game, as JSON. docs/formats.md has the schema.

Playing a replay checks it: a move after the game was lost raises `BadInput` with the number of the
move.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, NamedTuple, NotRequired, TypedDict

from mineproof.base.arguments import require, shown
from mineproof.base.errors import BadInput
from mineproof.base.input_files import read_regular
from mineproof.base.output_files import new_file
from mineproof.game.board import SHAPES, Board, Cell, Shape, ShapeInJson, mined_cells
from mineproof.game.deal import Deal
from mineproof.game.formats.reading import kind_of_board
from mineproof.game.game import Game
from mineproof.game.graph import Graph, GraphJson, graph_of_json
from mineproof.game.json_text import parse

Do = Literal["open", "flag", "unflag", "chord"]
_DOINGS: tuple[Do, ...] = ("open", "flag", "unflag", "chord")


class Action(NamedTuple):
    """One click: `do` something to a `cell`, and `t`, the seconds since the game began, if known.

    `do` is "open", "flag", "unflag" or "chord". The cell is an index; a move that is put into a
    replay may also have "r2c1" or (2, 1).
    """

    do: Do
    cell: int
    t: float | None = None


class ActionJson(TypedDict):
    """A move as its file has it."""

    do: Do
    cell: str
    t: NotRequired[float]


class ReplayJson(TypedDict):
    """A replay as its file has it; `graph` if its shape is `graph`."""

    schema: int
    rows: int
    cols: int
    shape: ShapeInJson
    graph: NotRequired[GraphJson]
    mines: list[str]
    start: str
    given: list[str]
    flood: bool
    player: str
    moves: list[ActionJson]


@dataclass(frozen=True)
class Replay:
    """A game from its first to its last move.

    `write` and `read` keep it in a file, which the commands `review` and `measure` read.

    >>> from mineproof import Game, deal
    >>> game = Game(deal("easy", start="open", seed=1))
    >>> game.flag("r9c9")
    >>> game.replay.as_json()["moves"]
    [{'do': 'flag', 'cell': 'r9c9'}]
    """

    deal: Deal
    moves: list[Action] = field(default_factory=list)
    player: str = ""
    """The player: the name of a strategy, or any name of a person."""
    flood: bool = True
    """Whether opening a zero opens its neighbours too, as it does for people."""

    def __post_init__(self) -> None:
        require(self.deal, Deal, "a Deal, such as deal('easy')")
        require(self.moves, (list, tuple), "a list of moves, such as [Action('open', 'r2c1')]")
        if isinstance(self.moves, tuple):
            object.__setattr__(self, "moves", [*self.moves])

    @classmethod
    def read(cls, written: str | bytes | Path) -> "Replay":
        """Return the replay in a JSON text or a file; raise `BadInput` if it is faulty.

        A text that begins with `{` is a replay, any other the name of its file. Files of other
        programs (`.avf`, `.rmv`, `.mvf`, `.evf`) need the extra `replays`.
        """
        require(written, (str, bytes, Path), "a replay as text, or its file")
        if isinstance(written, bytes):
            return read(_decoded(written))
        if isinstance(written, str) and written.lstrip().startswith("{"):
            return read(written)
        from mineproof.game.foreign_replay import is_foreign, read_foreign

        name = f"{shown(written)}" if isinstance(written, str) else written
        try:
            if is_foreign(str(written)):
                return read_foreign(str(written))
            return read(_decoded(read_regular(Path(written))))
        except OSError as problem:
            raise BadInput(f"{name}: {problem.strerror or problem}") from None
        except BadInput as problem:
            raise BadInput(f"{name}: {problem}") from None

    def write(self, path: str | Path) -> None:
        """Write the replay to a file, whole or not at all; raise `BadInput` if that fails."""
        require(path, (str, Path), "the path of a file, such as 'game.json'")
        text = write(self)
        try:
            with new_file(Path(path)) as file:
                file.write(text.encode())
        except OSError as problem:
            raise BadInput(f"{path}: {problem.strerror or problem}") from None

    def as_json(self) -> ReplayJson:
        """Return the replay as a JSON object; docs/formats.md describes it."""
        deal, board = self.deal, self.deal.board
        found: ReplayJson = {
            "schema": 1,
            "rows": board.rows,
            "cols": board.cols,
            "shape": board.shape_name,
            "mines": board.names(mined_cells(deal.layout)),
            "start": deal.start,
            "given": board.names(deal.initial),
            "flood": self.flood,
            "player": self.player,
            "moves": [_action_json(board, action) for action in self._actions()],
        }
        if isinstance(board.shape, Graph):
            found["graph"] = board.shape.as_json()
        return found

    def begin(self) -> Game:
        """Return the game before its first move. If zeros are flooded, the given cells are open."""
        game = Game(self.deal)
        if self.flood:
            for cell in self.deal.initial:
                game.flood(cell)
        else:  # opening them is among the moves
            game.close_start()
        return game

    def play(self) -> Iterator[tuple[Action, Game]]:
        """Yield each move with the game before it; the move is made when the next one is requested.

        Raise `BadInput` with the number of a move that cannot be made.
        """
        game = self.begin()
        for number, action in enumerate(self._actions(), start=1):
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

    def _actions(self) -> Iterator[Action]:
        """Yield the moves with the indices of their cells; raise an error for what is no move."""
        return _in_order(self._checked_moves())

    def _checked_moves(self) -> Iterator[Action]:
        board = self.deal.board
        for number, move in enumerate(self.moves, start=1):
            require(move, Action, f"move {number} as Action('open', 'r2c1')")
            try:
                yield _checked(board, *move)
            except BadInput as problem:
                raise BadInput(f"move {number}: {problem}") from None


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


def _action_json(board: Board, action: Action) -> ActionJson:
    do, cell, t = action
    name = board.name(cell)
    return {"do": do, "cell": name} if t is None else {"do": do, "cell": name, "t": t}


def write(replay: Replay) -> str:
    """Write a replay as JSON."""
    return json.dumps(replay.as_json(), ensure_ascii=False) + "\n"


def read(text: str, *, most_cells: int | None = None) -> Replay:
    """Read a replay from JSON; raise `BadInput` if it is faulty.

    A board with more than `most_cells` is refused before it is built.

    >>> read('{"schema": 1, "rows": 1, "cols": 2, "mines": ["r1c1"], "moves": []}').deal.mines
    1
    """
    try:
        said = parse(text)
    except ValueError as problem:
        kind = kind_of_board(text, most_cells=most_cells)
        if kind:
            raise BadInput(f"this is {kind}, not a replay, which is JSON") from None
        raise BadInput(f"not a replay, which is JSON: {problem}") from None
    if not isinstance(said, dict):
        raise BadInput("not a replay, which is a JSON object with 'rows', 'cols', 'mines', 'moves'")
    if said.get("schema") != 1:
        if "schema" not in said:
            raise BadInput("this is no replay: it has no member 'schema'")
        raise BadInput(f"schema: expected 1, not {shown(said['schema'])}")
    _refuse_unknown(said, ReplayJson)
    replay = Replay(_deal(said, most_cells), player=_a(str, said, "player", ""),
                    flood=_a(bool, said, "flood", True))  # fmt: skip
    moves = _a(list, said, "moves", None)
    replay.moves.extend(
        _in_order(
            _action(replay.deal.board, number, move) for number, move in enumerate(moves, start=1)
        )
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
            raise BadInput(f"{key}: {shown(name)} is not a cell: write r2c1 for row 2, column 1")
        cells.append(board.index(name))
    if len(set(cells)) < len(cells):
        raise BadInput(f"{key}: a cell is named twice")
    return tuple(cells)


def _action(board: Board, number: int, move: Any) -> Action:
    try:
        if not isinstance(move, dict):
            raise BadInput("expected an object with 'do' and 'cell'")
        _refuse_unknown(move, ActionJson)
        return _checked(board, move.get("do"), _a(str, move, "cell", None), move.get("t"))
    except BadInput as problem:
        raise BadInput(f"move {number}: {problem}") from None


def _refuse_unknown(said: dict[str, Any], kind: type) -> None:
    """Raise `BadInput` for a member that `kind` lacks: a misspelt one would mean its default."""
    known = kind.__annotations__
    unknown = said.keys() - known.keys()
    if unknown:
        raise BadInput(f"unknown member {shown(min(unknown))}: {', '.join(known)}")


def _in_order(actions: Iterable[Action]) -> Iterator[Action]:
    """Yield the moves; raise `BadInput` with the number of one whose time goes backwards."""
    latest = 0.0
    for number, action in enumerate(actions, start=1):
        if action.t is not None:
            if action.t < latest:
                line = f"{action.t} is less than {latest}, the time of an earlier move"
                raise BadInput(f"move {number}: t: {line}")
            latest = action.t
        yield action


def _checked(board: Board, do: object, cell: Cell, t: object) -> Action:
    """Return a move with the index of its cell; raise `BadInput` if it is none."""
    known = next((known for known in _DOINGS if known == do), None)
    if known is None:
        raise BadInput(f"do: one of {', '.join(_DOINGS)}, not {shown(do)}")
    if isinstance(t, bool) or not isinstance(t, int | float | None):
        raise BadInput("t: seconds since the game began")
    if t is not None and not 0 <= t < 1e9:
        raise BadInput("t: seconds since the game began")
    return Action(known, board.index(cell), t)


def _decoded(raw: bytes) -> str:
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadInput("not a replay, which is JSON in UTF-8") from None


def _a(kind: type, said: dict[str, Any], key: str, default: Any) -> Any:
    """Return the value of a key, checked for its type; without a default, the key is required."""
    value = said.get(key, default)
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        given = "missing:" if value is None else f"{shown(value)} is not"
        raise BadInput(f"{key}: {given} {_WORDS[kind]}")
    return value


_WORDS = {int: "a number", str: "a text", bool: "true or false", list: "a list"}
