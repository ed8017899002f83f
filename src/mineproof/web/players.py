"""Players that the operator of a server offers (`serve --player`).

A request names a strategy of ours or one of these, letter by letter. It can never name a file or a
program of its own.
"""

from collections.abc import Iterable

from mineproof import answers
from mineproof.errors import BadInput
from mineproof.play.outside import Limits, is_outside, separate
from mineproof.play.strategies import STRATEGIES, Strategy

LIMITS = Limits(move_seconds=4.0, game_seconds=8.0, game_lines=100_000)
"""What a player may take in one request, which ends after ten seconds."""

_offered: list[str] = []


def check(names: Iterable[str]) -> None:
    """Refuse names of players that cannot play; load each once."""
    for name in names:
        if not is_outside(name):
            raise BadInput(f"{name} is offered already", field="players")
        try:
            separate(name, LIMITS)
        except BadInput as problem:
            raise BadInput(problem.line, field="players") from None


def offer(names: Iterable[str]) -> None:
    """Let requests in this process name these players."""
    _offered[:] = dict.fromkeys(names)


def find(name: str) -> Strategy:
    """The strategy that a request names: ours, or one that is offered."""
    if name in _offered:
        return separate(name, LIMITS, check=False)
    if name not in STRATEGIES:
        names = ", ".join([*STRATEGIES, *_offered])
        raise BadInput(f"unknown strategy {name!r}: one of {names}")
    return STRATEGIES[name]


def catalogue() -> dict[str, answers.StrategyJson]:
    """How the strategies that a request may name differ."""
    return {
        **answers.strategies(),
        **{name: answers.strategy_json(find(name)) for name in _offered},
    }
