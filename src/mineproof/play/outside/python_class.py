"""A class of a Python file as a player: `mine.py:Player`.

The class has the two methods of `mineproof.Player`. It plays in this process; its output goes to
standard error. An exception or an invalid move loses the game (`PlayerFault`).
"""

import hashlib
import importlib.util
import re
import sys
import traceback
from collections.abc import Callable
from contextlib import redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from mineproof.errors import BadInput, PlayerFault
from mineproof.game.game import View
from mineproof.game.picture import FLAG
from mineproof.logic.kb import Counters, KnowledgeBase
from mineproof.play.player import MINE, SAFE, Move, Player
from mineproof.proof.clause import Clause

if TYPE_CHECKING:
    from mineproof.play.strategies import Strategy

Answer = TypeVar("Answer")
_NAME = re.compile(r"(.+\.py):([^\W\d]\w*)")


def split_name(name: str) -> tuple[str, str]:
    """Split a name into file and class; raise `BadInput` if it has no class.

    >>> split_name("work/mine.py:Player")
    ('work/mine.py', 'Player')
    """
    match = _NAME.fullmatch(name)
    if not match:
        raise BadInput(f"{name}: name a file and its class, such as mine.py:Player")
    return match[1], match[2]


def load_class(file: str, name: str) -> Callable[[], Player]:
    """Return the class of this name in a file; raise `BadInput` with one line if there is none."""
    path = Path(file).resolve()
    if not path.is_file():
        raise BadInput(f"{file}: no such file")
    try:
        content = path.read_bytes()
    except OSError as problem:
        raise BadInput(f"{file}: {problem.strerror or problem}") from None
    # The module name depends on the content: a changed file is another module.
    unique = f"mineproof_player_{hashlib.sha256(bytes(path) + content).hexdigest()[:12]}"
    module = sys.modules.get(unique)
    if module is None:
        spec = importlib.util.spec_from_file_location(unique, path)
        assert spec is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[unique] = module
        sys.path.insert(0, str(path.parent))  # the file may import modules of its folder
        try:
            with redirect_stdout(sys.stderr):
                # Do not use the import loader: its cache misses a change within the same second.
                exec(compile(content, str(path), "exec"), vars(module))
        except (Exception, SystemExit) as problem:
            del sys.modules[unique]
            raise BadInput(f"{file}: {error_line(problem, str(path))}") from None
        finally:
            sys.path.remove(str(path.parent))
    players = [
        key
        for key, value in vars(module).items()
        if isinstance(value, type)
        and value.__module__ == unique
        and all(callable(getattr(value, method, None)) for method in ("begin", "choose"))
    ]
    if name in players:
        made: Callable[[], Player] = getattr(module, name)
        return made
    if hasattr(module, name):
        raise BadInput(f"{file}: {name} is no class with the methods begin and choose")
    there = f"; it has {', '.join(players)}" if players else ""
    raise BadInput(f"{file}: no class {name}{there}")


def error_line(problem: BaseException, file: str) -> str:
    """Return an exception in one line, with the last line of `file` in its traceback.

    >>> error_line(KeyError("x"), "mine.py")
    "KeyError: 'x'"
    """
    said = " ".join(str(problem).split())
    if isinstance(problem, SyntaxError):
        return f"line {problem.lineno}: {type(problem).__name__}: {problem.msg}"
    passed = [
        one.lineno for one in traceback.extract_tb(problem.__traceback__) if one.filename == file
    ]
    where = f"line {passed[-1]}: " if passed else ""
    return f"{where}{type(problem).__name__}{f': {said}' if said else ''}"


class ClassPlayer:
    """Plays the moves of an object of a student's class."""

    def __init__(self, strategy: "Strategy", file: str, make: Callable[[], Player]) -> None:
        self.strategy = strategy
        self.counters = Counters()
        self.kb: KnowledgeBase | None = None
        self._file = str(Path(file).resolve())
        self._make = make
        self._player: Player | None = None

    def begin(self, view: View) -> None:
        """Make a new object of the class and begin the game."""
        self.counters = Counters()
        self._call(self._begin, view)

    def _begin(self, view: View) -> None:
        if self._player is None:
            self._player = self._make()
        self._player.begin(view)

    def choose(self, view: View) -> Move | None:
        """Ask the object for its move; None if it gives up."""
        assert self._player is not None
        move = self._call(self._player.choose, view)
        if move is None:
            return None
        return checked_move(move, view)

    def close(self) -> None:
        """Do nothing: there is no process to end."""

    def _call(self, method: Callable[[View], Answer], view: View) -> Answer:
        try:
            with redirect_stdout(sys.stderr):
                return method(view)
        except (Exception, SystemExit) as problem:
            self._player = None  # the next game gets a new object
            raise PlayerFault(error_line(problem, self._file), []) from problem


def new_clauses(player: Player, view: View) -> list[Clause]:
    """Return the clauses that a class reports by its optional method `new_clauses`.

    Raise `PlayerFault` if one is not a list of pairs of a cell and MINE or SAFE.
    """
    report = getattr(player, "new_clauses", None)
    clauses = []
    for clause in report() if callable(report) else ():
        try:
            pairs = [(cell, verdict) for cell, verdict in clause]
        except (TypeError, ValueError):
            raise PlayerFault(f"new_clauses: {clause!r} is not a list of pairs", []) from None
        for cell, verdict in pairs:
            on_board = isinstance(cell, int) and 0 <= cell < view.board.cells
            if not on_board or verdict not in (SAFE, MINE):
                raise PlayerFault(
                    f"new_clauses: {(cell, verdict)!r} is not a cell and a verdict", []
                )
        clauses.append(
            frozenset(cell + 1 if verdict is MINE else -cell - 1 for cell, verdict in pairs)
        )
    return clauses


def checked_move(move: object, view: View) -> Move:
    """Return a player's move; raise `PlayerFault` if the game cannot make it."""
    if not isinstance(move, Move) or move.verdict not in (SAFE, MINE):
        raise PlayerFault(f"{move!r} is not a Move", [])
    if not isinstance(move.cell, int) or not 0 <= move.cell < view.board.cells:
        raise PlayerFault(f"cell {move.cell!r} is not on the board", [])
    value = view.cells[move.cell]
    if value >= 0:
        raise PlayerFault(f"{view.board.name(move.cell)} is open already", [])
    if value == FLAG and move.verdict is MINE:
        raise PlayerFault(f"{view.board.name(move.cell)} is flagged already", [])
    return move
