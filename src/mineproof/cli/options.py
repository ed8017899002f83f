"""Options and arguments that several commands share; what one command has alone stands beside it.

An option has the same name, type and help text in every command; a default may be an argument.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import click
from click.core import ParameterSource

from mineproof.base.errors import BadInput
from mineproof.cli import names
from mineproof.cli.command_group import SETTINGS, Command, gathered, rare
from mineproof.cli.language import language as language
from mineproof.cli.parameter_types import (
    Name,
    NameList,
    NumberOrUnlimited,
    OutputPath,
    PlayerName,
    Positive,
    RecipeName,
    ShapeOrFile,
    WholeNumber,
)

if TYPE_CHECKING:
    from mineproof.play.outside.process import Limits

Function = TypeVar("Function", bound=Callable[..., object])


class Decorator(Protocol):
    """Adds one option or argument to the function of a command."""

    def __call__(self, function: Function, /) -> Function: ...


def command(function: Callable[..., int]) -> Command:
    """Make a function a command of its name; its docstring is the help text."""
    name = function.__name__.rstrip("_")
    return click.command(name, cls=Command, context_settings=SETTINGS)(function)


def was_given(name: str) -> bool:
    """Tell whether a parameter was typed, also if its value is the default."""
    source = click.get_current_context().get_parameter_source(name)
    return source is ParameterSource.COMMANDLINE


def refuse_together(reason: str, *parameters: str) -> None:
    """Raise an error for the first of these parameters that was typed: it has no effect.

    `reason` follows its name: "goes with one CELL".
    """
    for name in parameters:
        if was_given(name):
            raise BadInput(reason, field=name)


def option(
    names: str,
    help: str,
    kind: click.ParamType[Any] | type | None = None,
    default: object = None,
    *,
    shown: str | None = None,
    **more: Any,
) -> Decorator:
    """Return an option; its help shows the default, or in its place the words `shown`."""
    if default is not None:
        more["default"] = default
    return click.option(*names.split(), help=help, type=kind, show_default=shown or True, **more)


def flag(names: str, help: str) -> Decorator:
    """Return an option without a value."""
    return click.option(*names.split(), is_flag=True, help=help)


# Which board


def level(default: str) -> Decorator:
    help = "easy, medium, hard; beginner, intermediate, expert."
    return option("--level", help, Name("level", names.levels), shown=default)


def _size(**more: Any) -> Decorator:
    help = "The size of the board, such as 30x16; with --mines."
    return option("--size", help, metavar="WIDTHxHEIGHT", **more)


def _mines(help: str, **more: Any) -> Decorator:
    return option("--mines", help, WholeNumber(0), **more)


size = _size()
size_required = _size(required=True)
mines = _mines("How many mines; with --size.")
mines_required = _mines("How many mines; with --size.", required=True)
mines_or_position = _mines("How many mines; with --size, or if the position does not say.")
mines_of_file = _mines("How many mines, if the file does not say.")
shape = option(
    "--shape",
    "grid, torus, hex, knight, orthogonal, triangle; or a graph: a file NAME.json.",
    ShapeOrFile("shape", names.shapes),
    "grid",
    metavar="SHAPE",
)


def seed(default: int | None = 0) -> Decorator:
    help = "The seed of the boards: the same seed deals the same boards."
    new = "a new one each time" if default is None else None
    return option("--seed", help, WholeNumber(0), default, shown=new)


def start(
    default: str | None, shown: str | None = None, *, given: bool = False, best: bool = False
) -> Decorator:
    rules = ("given",) * given + ("best", "none") * best + ("safe", "open")
    words = f"{', '.join(rules[:-1])} or {rules[-1]}"
    return option(
        "--start",
        f"How a game begins: {words}; the first cell as in open:r4c4.",
        default=default,
        shown=shown,
        metavar="RULE",
        shell_complete=lambda _ctx, _param, typed: [one for one in rules if one.startswith(typed)],
    )


safe_cells = option(
    "--safe-cells",
    "How many cells are given: 9, or x0.75 of the usual number.",
    metavar="COUNT",
    shown="round(sqrt(cells))",
)
place = option(
    "--place",
    "Where the given cells lie: uniform, walk or block.",
    Name("place", names.places),
    "uniform",
)
no_guess = flag("--no-guess", "Only boards that logic solves from the first cell.")

# Who plays, and how


def strategy(default: str) -> Decorator:
    return option(
        "--strategy --player strategy",
        "Who plays: see `mineproof strategies`; or mine.py:Player, or exec:./a.out.",
        PlayerName("strategy", names.strategies),
        default,
        metavar="NAME",
    )


PROGRAM_LIMITS = ("move_seconds", "game_seconds", "line_bytes", "game_lines")


def _limits(**typed: Any) -> "Limits":
    from mineproof.play.outside.process import Limits

    return Limits(**typed)


program_limits = gathered(
    "limits",
    _limits,
    rare("--move-seconds", Positive(), 10.0, "Seconds that a program has for a move."),
    rare("--game-seconds", Positive(), 60.0, "Seconds that a program has for a game."),
    rare("--line-bytes", WholeNumber(1), 65536, "Bytes of the longest line of a program."),
    rare("--game-lines", WholeNumber(1), 1_000_000, "Most lines of a program in one game."),
)


def refuse_limits_without_a_program(*players: str) -> None:
    """Raise an error if a limit for programs was typed and all players are built in."""
    from mineproof.play.outside.players import is_outside

    if not any(map(is_outside, players)):
        refuse_together("has no effect on built-in strategies", *PROGRAM_LIMITS)


def boards(shown: str) -> Decorator:
    help = "Boards of each level, or of each case of an experiment."
    return option("--boards", help, WholeNumber(1), shown=shown)


strategies = option(
    "--strategies",
    "Who plays instead of the default: names with commas; also mine.py:Player, exec:./a.out.",
    NameList(PlayerName("strategy", names.strategies)),
    metavar="NAMES",
)
heuristic = option(
    "--heuristic",
    "How csp, logic-csp and csp-assign choose a cell: mrv, degree or first.",
    Name("heuristic", names.heuristics),
    shown="mrv",
)
idle_limit = option(
    "--idle-limit",
    "assignment gives up after this many rounds in a row that mark no cell; or unlimited.",
    NumberOrUnlimited(0),
    shown="5",
    metavar="ROUNDS",
    hidden=True,
)
count_limit = option(
    "--count-limit",
    "Unmarked cells at which the mine count becomes a clue (assignment, saturate, csp,"
    " logic-csp); 0 for never.",
    WholeNumber(0, 20),
    shown="10",
    metavar="CELLS",
    hidden=True,
)


def _looks_ahead(ctx: click.Context, param: click.Parameter, how: str | None) -> str | None:
    from mineproof.core.choice import engine

    if how is not None and not engine().looks_ahead:
        line = f"{how} has no effect: the plain engine does not look ahead"
        raise click.BadParameter(line, ctx, param)
    return how


think = option(
    "--think",
    "The effort of guess: fast, normal or deep.",
    Name("way to think", names.ways_to_think),
    shown="normal",
    metavar="HOW",
    callback=_looks_ahead,
)


def workers(default: int | None) -> Decorator:
    help, cores = "How many processes work at the same time.", "one per core"
    shown = cores if default is None else None
    return option("--workers", help, WholeNumber(1), default, shown=shown)


# What is read


def file(help: str, metavar: str = "FILE") -> Decorator:
    """Return the argument of the file to read, `-` for standard input."""
    return click.argument(
        "file",
        metavar=metavar,
        required=not metavar.startswith("["),
        type=click.Path(allow_dash=True),
        help=f"{help}; - for standard input.",
    )


# What is written


def output(name: str, help: str, default: str | None = None) -> Decorator:
    """Return the option of a file or a folder to write."""
    return option(f"--{name}", help, OutputPath(), default, metavar="PATH")


out = output("out", "The file to write; standard output otherwise.")
certificate = output(
    "certificate", "Prove every mark, and write the proofs into this folder, a new one."
)
as_json = flag("--json as_json", "Answer in JSON for programs, one object per line.")

# The lab

recipe = click.argument(
    "name",
    metavar="NAME",
    type=RecipeName("recipe", names.recipes),
    help="A recipe, see `mineproof lab list`, or an experiment of your own.",
)
store = option(
    "--store",
    "The file that keeps the rows.",
    click.Path(),
    "mineproof-lab.sqlite",
    metavar="PATH",
)
