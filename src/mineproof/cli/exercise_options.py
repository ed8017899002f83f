"""The options that name a set of exercises."""

from functools import partial
from typing import TYPE_CHECKING, Any

from mineproof.cli import names, options
from mineproof.cli.command_group import gathered
from mineproof.cli.parameter_types import Name, WholeNumber

if TYPE_CHECKING:
    from mineproof.learn.codes import ExerciseSet


def _exercise_set(**typed: Any) -> "ExerciseSet":
    from mineproof.learn.codes import ExerciseSet

    return ExerciseSet(**typed)


set_options = gathered(
    "exercise_set",
    lambda **typed: partial(_exercise_set, **typed),  # checked when a command asks for it
    options.option(
        "--kind",
        "The easiest argument: satisfied, full, 1-1, 1-2, 1-2-1, subset, corner, overlap,"
        " difference, count or case; or flip or guess, where nothing is certain.",
        Name("kind", names.kinds),
        shown="any",
    ),
    options.option(
        "--depth",
        "How deep the easiest argument is, from 1 to 4.",
        WholeNumber(1),
        shown="any",
    ),
    options.option(
        "--task",
        "certain: mark all that is certain. safe: find one safe cell.",
        Name("task", names.tasks),
        "certain",
    ),
    options.option("--count", "How many exercises.", WholeNumber(1), 10),
    options.seed(),
)
"""The options of a set; the command gets the function `exercise_set`, which makes it."""
