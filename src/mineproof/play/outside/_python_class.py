"""A class of a Python file as a player: `mine.py:Player`.

The class has the two methods of `mineproof.Player`. It plays in this process; its output goes to
standard error. An exception or an invalid move loses the game (`PlayerFault`).
"""

import hashlib
import importlib.util
import re
import sys
import traceback
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from typing import TYPE_CHECKING, Any, TypeVar

from mineproof.base.arguments import shown
from mineproof.base.errors import BadInput, BrokenContract, PlayerFault
from mineproof.base.input_files import read_regular
from mineproof.base.resolved_path import resolved
from mineproof.game.board import Board, Cell
from mineproof.game.picture import FLAG
from mineproof.game.view import View
from mineproof.logic.kb import KnowledgeBase
from mineproof.logic.observer import Counters
from mineproof.play.player import MINE, Move, Player, Verdict, as_move
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
    require_text(name)
    match = _NAME.fullmatch(name)
    if not match:
        raise BadInput(f"{name}: name a file and its class, such as mine.py:Player")
    return match[1], match[2]


def require_text(name: str) -> None:
    """Raise `BadInput` if a name from the command line is not UTF-8: results are stored as text."""
    try:
        name.encode()
    except UnicodeEncodeError:
        line = "the name of a player is UTF-8 text: rename its file"
        raise BadInput(f"{name!a}: {line}") from None


def load_class(
    file: str, name: str, methods: Sequence[str] = ("begin", "choose")
) -> Callable[..., Any]:
    """Return the class of this name in a file; raise `BadInput` with one line if there is none."""
    try:
        path = resolved(file)
        if not path.is_file():
            raise BadInput(f"{file}: no such file")
        content = read_regular(path)
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
            if str(path.parent) not in sys.path:  # for imports inside its methods, after all others
                sys.path.append(str(path.parent))
    players = [
        key
        for key, value in vars(module).items()
        if isinstance(value, type)
        and value.__module__ == unique
        and all(callable(getattr(value, method, None)) for method in methods)
    ]
    if name in players:
        made: Callable[..., Any] = getattr(module, name)
        return made
    if hasattr(module, name):
        raise BadInput(f"{file}: {name} is no class with the methods {' and '.join(methods)}")
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
        self._file = str(resolved(file))
        self._make = make
        self._player: Player | None = None
        self._again: set[int] = set()

    def begin(self, view: View) -> None:
        """Make a new object of the class and begin the game."""
        self.counters = Counters()
        self._again = set(range(view.board.cells)).difference(view.hidden)
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
        return checked_move(move, view, self._again)

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
            raise PlayerFault(f"new_clauses: {shown(clause)} is not a list of pairs", []) from None
        clauses.append(frozenset(_literal(cell, verdict, view.board) for cell, verdict in pairs))
    return clauses


def _literal(cell: Cell, verdict: Verdict, board: Board) -> int:
    try:
        variable = board.index(cell) + 1
        return variable if Verdict(verdict) is MINE else -variable
    except (TypeError, ValueError):
        problem = f"new_clauses: {shown((cell, verdict))} is not a cell and a verdict"
        raise PlayerFault(problem, []) from None


def checked_move(answer: object, view: View, again: set[int]) -> Move:
    """Return a player's move; raise `PlayerFault` if the game cannot make it.

    `again` are the cells that were open at the start. Each may be opened again once, and is removed
    then.
    """
    try:
        move = as_move(answer, view.board)
    except BrokenContract as problem:
        raise PlayerFault(str(problem), []) from None
    value = view.cells[move.cell]
    if move.verdict is not MINE and move.cell in again:
        again.remove(move.cell)
    elif value >= 0:
        raise PlayerFault(f"{view.board.name(move.cell)} is open already", [])
    if value == FLAG and move.verdict is MINE:
        raise PlayerFault(f"{view.board.name(move.cell)} is flagged already", [])
    return move
