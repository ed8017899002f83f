"""The limits of a program."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from mineproof.play.outside.sandbox import Sandbox


@dataclass(frozen=True)
class Limits:
    """The limits of a program; above one of them its game is lost.

    Where the system tells it (Linux), time in which the program has to wait for a processor does
    not count, so that a busy machine costs nobody a game. Sleep counts, and so does CPU time that
    the system does not tell. A program that takes ten times as long in all is stopped too.
    """

    move_seconds: float = 10.0
    game_seconds: float = 60.0
    line_bytes: int = 1 << 16
    game_lines: int = 1_000_000
    game_bytes: int = 16_000_000
    clock: Callable[[], float] = field(default=time.monotonic, repr=False, compare=False)
    """Tells the elapsed seconds."""
    sandbox: Sandbox | None = None
    """where programs run; None: as processes without further limits"""
