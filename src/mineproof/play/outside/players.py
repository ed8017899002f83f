"""Players from outside: a class of a Python file, or a program that speaks the line protocol.

`strategy_named` accepts the name of a built-in strategy (`saturate`), a class (`mine.py:Player`), a
file of CS50 AI (`cs50:minesweeper.py`) or a program (`exec:./a.out --fast`). It runs that code.
Names from the network therefore go to `mineproof.strategy`, which accepts built-in strategies only.
"""

import hashlib
import shlex
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from mineproof.base.errors import BadInput
from mineproof.base.input_files import open_regular, read_regular
from mineproof.base.safe_path import command_of_module
from mineproof.game.view import View
from mineproof.logic.observer import Listener
from mineproof.play.context import Context, Moves
from mineproof.play.outside._program import Hear, ProgramPlayer, told_events
from mineproof.play.outside._python_class import ClassPlayer, load_class, require_text, split_name
from mineproof.play.outside.process import Limits, Process
from mineproof.play.outside.sandbox import Sandbox, sandbox_for
from mineproof.play.strategies import Strategy, StrategyPlayer, strategy
from mineproof.proof.check import escaped

__all__ = ["Limits", "OutsideStrategy", "fingerprint", "is_outside", "sandbox_of", "separate",
           "strategy_named"]  # fmt: skip

EXEC = "exec:"
_LOADING = 20.0  # seconds for loading a class, also where a game has less
CS50 = "cs50:"  # before a file with the class MinesweeperAI of CS50 AI
Make = Callable[[Strategy, Listener | None], StrategyPlayer]
"""Makes the player of a strategy; the listener gets the clauses that the player reports."""


def is_outside(name: str) -> bool:
    """Tell whether a name is that of a class or of a program.

    >>> is_outside("mine.py:Player"), is_outside("exec:./a.out"), is_outside("saturate")
    (True, True, False)
    """
    return name.startswith((EXEC, CS50)) or ".py" in name


def sandbox_of(name: str, mode: str = "auto", folder: str | None = None) -> Sandbox | None:
    """Return the sandbox of a player; None for a built-in strategy, or if `mode` is off.

    The player sees the files that its name has, and the whole of `folder`.
    """
    if not is_outside(name):
        return None
    if name.startswith(EXEC):
        return sandbox_for(mode, command_of(name), folder)
    child = Path(__file__).with_name("_child.py")
    return sandbox_for(mode, [sys.executable, str(child), _file_of(name)], folder)


def _file_of(name: str) -> str:
    """Return the file of a class; raise `BadInput` if there is none."""
    require_text(name)
    file = name.removeprefix(CS50) if name.startswith(CS50) else split_name(name)[0]
    if not Path(file).is_file():
        raise BadInput(f"{file}: no such file")
    return file


def strategy_named(name: str, limits: Limits | None = None) -> Strategy:
    """Return a built-in strategy, a class `file.py:Class` or a program `exec:…`.

    Raise `BadInput` for any other name.

    `limits` are for programs.

    >>> strategy_named("unit").name
    'unit'
    """
    if not is_outside(name):
        return strategy(name)
    if name.startswith(EXEC):
        return program(command_of(name), limits or Limits(), name)
    if name.startswith(CS50):
        return separate(name, limits or Limits())
    file, wanted = split_name(name)
    made = load_class(file, wanted)
    return _strategy(name, "a class", lambda own, _listener: ClassPlayer(own, file, made))


def program(
    command: list[str], limits: Limits, name: str, hear: Hear | None = None
) -> "OutsideStrategy":
    """Return the strategy of a program; `hear` is called with every line that it writes."""

    def make(own: Strategy, listener: Listener | None) -> ProgramPlayer:
        return ProgramPlayer(own, command, limits, told_events(listener) if listener else hear)

    return _strategy(name, "a program", make, traces=True)


def separate(
    name: str, limits: Limits, hear: Hear | None = None, *, check: bool = True
) -> "OutsideStrategy":
    """Return a class or a program that plays in a separate process.

    A class cannot reach the game there.

    With `check`, raise `BadInput` with one line if the class cannot be loaded.
    """
    if name.startswith(EXEC):
        return program(command_of(name), limits, name, hear)
    _file_of(name)
    command = [*command_of_module("mineproof.play.outside._child")]
    if check:
        _check_class([*command, "check", name], limits, name)
    return program([*command, name], limits, name, hear)


def _check_class(command: list[str], limits: Limits, name: str) -> None:
    """Load a class in a separate process, which may write without end."""
    process = Process(command, replace(limits, move_seconds=_LOADING, game_seconds=_LOADING))
    try:
        if not process.run_to_end():
            raise BadInput(f"{escaped(name)}: loading it takes more than {_LOADING:g} s")
        if process.exit_status:
            # These are the words of the program, which may write what it wants to be read.
            said, file = process.errors.decode("utf-8", "replace").strip(), _file_of(name)
            words = said.splitlines()[-1].removeprefix(f"{file}: ") if said else process.ending()
            raise BadInput(escaped(f"{file}: it cannot be loaded: {words}"))
    finally:
        process.close(0)


@dataclass(frozen=True)
class OutsideStrategy(Strategy):
    """A strategy whose player comes from outside."""

    make: Make | None = None

    def player(
        self,
        *,
        listener: Listener | None = None,
        **_options: object,
    ) -> StrategyPlayer:
        """Start the player. It ignores the options of built-in strategies."""
        assert self.make is not None
        return self.make(self, listener)


def _strategy(name: str, source: str, make: Make, *, traces: bool = False) -> OutsideStrategy:
    def moves(_context: Context, view: View) -> Moves:
        player = made.player()
        player.begin(view)
        while (move := player.choose(view)) is not None:
            yield move

    made = OutsideStrategy(
        name, source, "a player from outside", moves, stuck="?", make=make, traces=traces,
        opens_start=False,
    )  # fmt: skip
    return made


def command_of(name: str) -> list[str]:
    """Return the program and the arguments of `exec:…`, split like a shell line.

    >>> command_of("exec:python3 -u 'my player.py'")[1:]
    ['-u', 'my player.py']
    """
    require_text(name)
    try:
        command = shlex.split(name.removeprefix(EXEC))
    except ValueError as problem:
        raise BadInput(f"{name}: {str(problem).lower()}") from None
    if not command:
        raise BadInput(f"{name}: name a program, such as exec:./a.out")
    found = shutil.which(command[0])
    if found is None:
        there = Path(command[0]).exists()
        raise BadInput(f"{command[0]}: {'not executable' if there else 'no such program'}")
    return [str(Path(found).absolute()), *command[1:]]


# Changes when the games of the same program can change. Once, a class saw the given cells hidden,
# a game that was won without flags was stuck, and it could be lost after the win.
_RULES = b"rules 3 "


def fingerprint(name: str) -> str:
    """Return a hash of a player from outside.

    It covers the rules by which it plays, its name, and the content of every file that the name
    mentions: a changed program has another fingerprint. Raise `BadInput` if its file is missing.
    """
    files = command_of(name) if name.startswith(EXEC) else [_file_of(name)]
    digest = hashlib.sha256(_RULES + name.encode("utf-8", "surrogatepass"))
    for path in map(Path, files):
        if path.is_file():
            digest.update(_content_hash(path))
    return digest.hexdigest()


_LARGE = 1 << 20  # bytes; a larger file is read again only if its date changes


def _content_hash(path: Path) -> bytes:
    """Return the hash of a file's content."""
    try:
        about = path.stat()
        if about.st_size <= _LARGE:
            return hashlib.sha256(read_regular(path)).digest()
        return _large_hash(path, about.st_size, about.st_mtime_ns, about.st_ino)
    except OSError as problem:
        raise BadInput(f"{path}: {problem.strerror or problem}") from None


@lru_cache(maxsize=16)
def _large_hash(path: Path, _size: int, _changed: int, _number: int) -> bytes:
    with open_regular(path) as file:
        return hashlib.file_digest(file, "sha256").digest()
