"""The options that name a set of exercises."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from mineproof.cli import options
from mineproof.cli.parameter_types import Name, WholeNumber

if TYPE_CHECKING:
    from mineproof.learn.codes import ExerciseSet


def _kinds() -> Iterable[str]:
    from mineproof.learn.kinds import KINDS

    return KINDS


def _tasks() -> Iterable[str]:
    from mineproof.learn.judging import TASKS

    return TASKS


_KIND = click.option(
    "--kind",
    type=Name("kind", _kinds),
    default=None,
    show_default="any",
    help="The easiest argument: satisfied, full, 1-1, 1-2, 1-2-1, subset, corner, overlap,"
    " difference, count or case; or flip or guess, where nothing is certain.",
)
_DEPTH = click.option(
    "--depth",
    type=WholeNumber(least=1),
    default=None,
    show_default="any",
    help="How deep the easiest argument is, from 1 to 4.",
)
_TASK = click.option(
    "--task",
    type=Name("task", _tasks),
    default="certain",
    show_default=True,
    help="certain: mark all that is certain. safe: find one safe cell.",
)
_COUNT = click.option(
    "--count", type=WholeNumber(least=1), default=10, show_default=True, help="How many exercises."
)


def set_options(function: options.Function) -> options.Function:
    """Add the options of `exercise_set`."""
    for option in (options.seed(), _COUNT, _TASK, _DEPTH, _KIND):
        function = option(function)
    return function


def exercise_set(
    kind: str | None, depth: int | None, task: str, count: int, seed: int
) -> "ExerciseSet":
    """The set that the options name."""
    from mineproof.learn.codes import ExerciseSet
    from mineproof.learn.judging import TASKS

    [wanted] = [one for one in TASKS if one == task]
    return ExerciseSet(kind, depth, wanted, count, seed)
