"""The options that name a set of exercises."""

from functools import partial
from typing import TYPE_CHECKING, Any

import click

from mineproof.cli import names, options
from mineproof.cli.command_group import gathered
from mineproof.cli.parameter_types import Name, WholeNumber

if TYPE_CHECKING:
    from mineproof.learn.codes import ExerciseSet


_KIND = click.option(
    "--kind",
    type=Name("kind", names.kinds),
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
    type=Name("task", names.tasks),
    default="certain",
    show_default=True,
    help="certain: mark all that is certain. safe: find one safe cell.",
)
_COUNT = click.option(
    "--count", type=WholeNumber(least=1), default=10, show_default=True, help="How many exercises."
)


def _exercise_set(**typed: Any) -> "ExerciseSet":
    from mineproof.learn.codes import ExerciseSet

    return ExerciseSet(**typed)


set_options = gathered(
    "exercise_set",
    lambda **typed: partial(_exercise_set, **typed),  # checked when a command asks for it
    *(_KIND, _DEPTH, _TASK, _COUNT, options.seed()),
)
"""The options of a set; the command gets the function `exercise_set`, which makes it."""
