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
    Decimal,
    Name,
    NumberOrUnlimited,
    OutputPath,
    PlayerName,
    PlayerNameList,
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


def _start_rules(*rules: str) -> Callable[..., list[str]]:
    return lambda _ctx, _param, typed: [rule for rule in rules if rule.startswith(typed)]


# Which board


def level(default: str) -> Decorator:
    return click.option(
        "--level",
        type=Name("level", names.levels),
        show_default=default,
        help="easy, medium, hard; beginner, intermediate, expert.",
    )


def _size(*, required: bool) -> Decorator:
    return click.option(
        "--size",
        metavar="WIDTHxHEIGHT",
        required=required,
        help="The size of the board, such as 30x16; with --mines.",
    )


def _mines(help: str, *, required: bool = False) -> Decorator:
    return click.option("--mines", type=WholeNumber(least=0), required=required, help=help)


size = _size(required=False)
size_required = _size(required=True)
mines = _mines("How many mines; with --size.")
mines_required = _mines("How many mines; with --size.", required=True)
mines_or_position = _mines("How many mines; with --size, or if the position does not say.")
mines_of_file = _mines("How many mines, if the file does not say.")
shape = click.option(
    "--shape",
    metavar="SHAPE",
    type=ShapeOrFile("shape", names.shapes),
    default="grid",
    show_default=True,
    help="grid, torus, hex, knight, orthogonal, triangle; or a graph: a file NAME.json.",
)


def seed(default: int | None = 0) -> Decorator:
    return click.option(
        "--seed",
        type=WholeNumber(least=0),
        default=default,
        show_default="a new one each time" if default is None else True,
        help="The seed of the boards: the same seed deals the same boards.",
    )


def start(
    default: str | None, shown: str = "", *, given: bool = False, best: bool = False
) -> Decorator:
    rules = ("given",) * given + ("best", "none") * best + ("safe", "open")
    words = f"{', '.join(rules[:-1])} or {rules[-1]}"
    return click.option(
        "--start",
        metavar="RULE",
        default=default,
        show_default=shown or True,
        shell_complete=_start_rules(*rules),
        help=f"How a game begins: {words}; the first cell as in open:r4c4.",
    )


safe_cells = click.option(
    "--safe-cells",
    metavar="COUNT",
    show_default="round(sqrt(cells))",
    help="How many cells are given: 9, or x0.75 of the usual number.",
)
place = click.option(
    "--place",
    type=Name("place", names.places),
    default="uniform",
    show_default=True,
    help="Where the given cells lie: uniform, walk or block.",
)
cells = click.option("--cells", metavar="NAMES", help="The given cells by name: r1c1,r4c7.")
no_guess = click.option(
    "--no-guess", is_flag=True, help="Only boards that logic solves from the first cell."
)
min_depth = click.option(
    "--min-depth",
    type=WholeNumber(),
    help="The least depth of the logic, 1 to 4; with --no-guess.",
)
max_depth = click.option(
    "--max-depth", type=WholeNumber(), help="The greatest depth of the logic; with --no-guess."
)
puzzle = click.option(
    "--puzzle",
    is_flag=True,
    help="Puzzles for paper: clues with one solution; FILE.svg and FILE.pdf are drawn.",
)
bbbv = click.option(
    "--3bv", "bbbv", metavar="RANGE", help="The 3BV of the boards: 100..120, 100.. or ..120."
)
openings = click.option(
    "--openings", metavar="RANGE", help="The number of openings of the boards: 5..9, 5.. or ..9."
)
dense = click.option(
    "--dense",
    is_flag=True,
    help="Repair boards that need a guess; boards are then not equally likely. With --no-guess.",
)
count = click.option(
    "--count", type=WholeNumber(least=0), default=100, show_default=True, help="How many boards."
)

# Who plays, and how


def strategy(default: str) -> Decorator:
    return click.option(
        "--strategy",
        "--player",
        "strategy",
        type=PlayerName("strategy", names.strategies),
        metavar="NAME",
        default=default,
        show_default=True,
        help="Who plays: see `mineproof strategies`; or mine.py:Player, or exec:./a.out.",
    )


PROGRAM_LIMITS = ("move_seconds", "game_seconds", "line_bytes", "game_lines")


def _limits(**typed: Any) -> "Limits":
    from mineproof.play.outside.process import Limits

    return Limits(**typed)


program_limits = gathered(
    "limits",
    _limits,
    rare("--move-seconds", Decimal(above=0), 10.0, "Seconds that a program has for a move."),
    rare("--game-seconds", Decimal(above=0), 60.0, "Seconds that a program has for a game."),
    rare("--line-bytes", WholeNumber(least=1), 65536, "Bytes of the longest line of a program."),
    rare("--game-lines", WholeNumber(least=1), 1_000_000, "Most lines of a program in one game."),
)


def refuse_limits_without_a_program(*players: str) -> None:
    """Raise an error if a limit for programs was typed and all players are built in."""
    from mineproof.play.outside.players import is_outside

    if not any(map(is_outside, players)):
        refuse_together("has no effect on built-in strategies", *PROGRAM_LIMITS)


graded_player = click.argument(
    "player",
    metavar="PLAYER",
    type=PlayerName("player", names.strategies),
    help="mine.py:Player, exec:./a.out, or the name of a strategy.",
)
against = click.option(
    "--against",
    type=Name("strategy", names.strategies),
    metavar="NAME",
    default="assignment",
    show_default=True,
    help="The built-in player to compare with.",
)


def boards(shown: str) -> Decorator:
    return click.option(
        "--boards",
        type=WholeNumber(least=1),
        show_default=shown,
        help="Boards of each level, or of each case of an experiment.",
    )


search_games = click.option(
    "--search",
    type=WholeNumber(least=0),
    default=2000,
    show_default=True,
    help="Games in the search for the smallest board on which the player misses a cell.",
)
strategies = click.option(
    "--strategies",
    type=PlayerNameList("strategy", names.strategies),
    metavar="NAMES",
    help="Who plays instead of the default: names with commas; also mine.py:Player, exec:./a.out.",
)
heuristic = click.option(
    "--heuristic",
    type=Name("heuristic", names.heuristics),
    show_default="mrv",
    help="How csp, logic-csp and csp-assign choose a cell: mrv, degree or first.",
)
idle_limit = click.option(
    "--idle-limit",
    type=NumberOrUnlimited(least=0),
    metavar="ROUNDS",
    show_default="5",
    help="assignment gives up after this many rounds in a row that mark no cell; or unlimited.",
    hidden=True,
)
count_limit = click.option(
    "--count-limit",
    type=WholeNumber(least=0, most=20),
    metavar="CELLS",
    show_default="10",
    help="Unmarked cells at which the mine count becomes a clue (assignment, saturate, csp,"
    " logic-csp); 0 for never.",
    hidden=True,
)


def _looks_ahead(ctx: click.Context, param: click.Parameter, how: str | None) -> str | None:
    from mineproof.core.choice import engine

    if how is not None and not engine().looks_ahead:
        line = f"{how} has no effect: the plain engine does not look ahead"
        raise click.BadParameter(line, ctx, param)
    return how


think = click.option(
    "--think",
    type=Name("way to think", names.ways_to_think),
    callback=_looks_ahead,
    metavar="HOW",
    show_default="normal",
    help="The effort of guess: fast, normal or deep.",
)


def workers(default: int | None) -> Decorator:
    return click.option(
        "--workers",
        type=WholeNumber(least=1),
        default=default,
        show_default="one per core" if default is None else True,
        help="How many processes work at the same time.",
    )


skip = click.option(
    "--skip",
    type=WholeNumber(least=0),
    default=0,
    show_default=True,
    help="Boards to skip at the beginning.",
)
limit = click.option("--limit", type=WholeNumber(least=0), help="Play at most this many boards.")

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


cell = click.argument(
    "cell", metavar="[CELL]", required=False, help="The cell in question, such as r2c1."
)


def _none_or_two(
    _ctx: click.Context, _param: click.Parameter, cells: tuple[str, ...]
) -> tuple[str, ...]:
    if len(cells) not in (0, 2):
        raise click.BadParameter("name two cells, such as r1c2 r4c7")
    return cells


two_cells = click.argument(
    "cells",
    metavar="[CELL CELL]",
    nargs=-1,
    callback=_none_or_two,
    help="Two hidden cells to compare, such as r2c1 r5c4.",
)

rubric = click.option(
    "--rubric",
    type=click.Path(),
    metavar="PATH",
    show_default="the built-in rubric",
    help="A TOML file with weights and minimum shares.",
)

# What is written


def output(name: str, help: str, default: str | None = None) -> Decorator:
    """Return the option of a file or a folder to write."""
    return click.option(
        f"--{name}",
        type=OutputPath(),
        metavar="PATH",
        default=default,
        show_default=default is not None,
        help=help,
    )


out = output("out", "The file to write; standard output otherwise.")
out_games = output("out", "Write one line of JSON per game to this file.")
out_folder = output("out", "The folder to write.", "mineproof-lab-report")
certificate = output(
    "certificate", "Prove every mark, and write the proofs into this folder, a new one."
)
replay = output("replay", "Write the game to this file, for `mineproof review`.")
replay_key = output("replay", "Where the key S writes the game.", "game.json")
cnf_file = output("cnf", "Write the axioms (DIMACS) to this file.")
proof_file = output("proof", "Write the proof (LRAT) to this file.")
html = output("html", "Write the result as a page to this file.")
gradescope = output("gradescope", "Write Gradescope's results.json to this file.")
as_json = click.option(
    "--json", "as_json", is_flag=True, help="Answer in JSON for programs, one object per line."
)
to_format = click.option(
    "--to",
    type=Name("format", names.formats),
    required=True,
    help="mine, mbf, sgt, sgt-plain, minesweepr, minesweepr-json, jsm, jsm-board, llama or corpus;"
    " of a position also cnf (DIMACS) or opb (one equation a clue), whose models are the layouts.",
)

# The lab

recipe = click.argument(
    "name",
    metavar="NAME",
    type=RecipeName("recipe", names.recipes),
    help="A recipe, see `mineproof lab list`, or an experiment of your own.",
)
recipes = click.argument(
    "names",
    metavar="[NAME...]",
    nargs=-1,
    type=Name("recipe", lambda: ["all", *names.recipes()]),
    help="Recipes, or all; see `mineproof lab list`.",
)
store = click.option(
    "--store",
    type=click.Path(),
    metavar="PATH",
    default="mineproof-lab.sqlite",
    show_default=True,
    help="The file that keeps the rows.",
)
scale = click.option(
    "--scale",
    type=Decimal(),
    default=1.0,
    show_default=True,
    help="A factor for the default number of boards.",
)
all_columns = click.option(
    "--all-columns", is_flag=True, help="Show every column, however wide the terminal is."
)
cluster = click.option(
    "--cluster", metavar="ADDRESS", help="Run on the Dask cluster of this scheduler, tcp://…."
)
to_table = click.option(
    "--to",
    type=Name("format", lambda: ("csv", "json")),
    default="csv",
    show_default=True,
    help="csv, or json (one object per line).",
)
