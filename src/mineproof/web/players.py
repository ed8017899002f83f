"""Players that the operator of a server offers (`serve --player`).

A request names a built-in strategy or exactly one of these players. It cannot name another file or
program.
"""

from collections.abc import Iterable

from mineproof.base.arguments import shown
from mineproof.base.errors import BadInput
from mineproof.play.outside.players import is_outside, separate
from mineproof.play.outside.process import Limits
from mineproof.play.strategies import STRATEGIES, Strategy

LIMITS = Limits(move_seconds=4.0, game_seconds=8.0, game_lines=100_000)
"""The limits of a player in one request, which ends after ten seconds."""

_offered: list[str] = []


def check(names: Iterable[str]) -> None:
    """Load each player once; raise `BadInput` if one cannot play."""
    for name in names:
        if not is_outside(name):
            raise BadInput(f"{name} is offered already", field="players")
        try:
            separate(name, LIMITS)
        except BadInput as problem:
            raise BadInput(problem.line, field="players") from None


def offer(names: Iterable[str]) -> None:
    """Allow requests to this process to name these players."""
    _offered[:] = dict.fromkeys(names)


def find(name: str) -> Strategy:
    """Return the built-in strategy or offered player of a name; raise `BadInput` if unknown."""
    if name in _offered:
        return separate(name, LIMITS, check=False)
    if name not in STRATEGIES:
        names = ", ".join([*STRATEGIES, *_offered])
        raise BadInput(f"unknown strategy {shown(name)}: one of {names}")
    return STRATEGIES[name]


def all_offered() -> dict[str, Strategy]:
    """Return each strategy that a request may name."""
    return {**STRATEGIES, **{name: find(name) for name in _offered}}
