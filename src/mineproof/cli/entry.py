"""The command line, one file for each command. A command reads, calls one function and prints.

Commands and their imports are loaded only when they run, which keeps `--help` and `--version` fast.

click was chosen by CPU time: prototypes with the same commands took 0.063 s for `--version`
(argparse 0.044, typer 0.096, cyclopts 0.212; Python alone 0.014), and argparse does not complete
words in a shell. The version is a constant, because importing `importlib.metadata` takes 0.03 s.
"""

import _thread
import io
import os
import signal
import sys
import threading
import time
from types import FrameType

import click

import mineproof
from mineproof.base.early_interrupts import exit_quietly
from mineproof.base.errors import MineproofError
from mineproof.base.safe_path import leave_current_folder
from mineproof.cli.command_group import Entry, LazyGroup, usage_words
from mineproof.cli.error_lines import tell
from mineproof.cli.language import before_command

_COMPLETE = "_MINEPROOF_COMPLETE"
_CLEANING = 2.0  # seconds after Ctrl-C or SIGTERM in which another one is ignored
_EXTRAS = {
    "lab": "matplotlib",
    "report": "typst",
    "cluster": "distributed",
    "rl": "gymnasium",
    "web": "starlette",
}  # extra: a module that it installs
_SUMMARIES = {
    "play": "Play in the terminal, with help that reasons.",
    "solve": "Play a board by logic; show the board and what was found.",
    "analyse": "Show all that a position entails, odds, the best move.",
    "explain": "Say why a cell is safe or a mine, with a proof.",
    "check": "Judge a proof, or audit a certificate.",
    "batch": "Play many boards; compare players, with intervals.",
    "grade": "Grade a player of your own, with points.",
    "generate": "Deal a corpus of boards; on request, no-guess boards.",
    "convert": "Write boards or positions in another format, for solvers too.",
    "measure": "Measure a board or a game: 3BV, openings, islands, ZiNi.",
    "review": "Judge each move of a game.",
    "optimal": "Compute the exact chance to win a small board.",
    "learn": "Solve exercises: find what is certain, and read why.",
    "strategies": "List the strategies and how they differ.",
    "serve": "Serve the page, and the same answers over HTTP.",
    "lab": "Run the experiments of the reports again, or your own.",
    "completion": "Print the script that completes commands in a shell.",
}
_ALIASES = {"analyze": "analyse"}
_RENAMED = {"compare": "analyse FILE CELL CELL", "export": "convert FILE --to cnf, or --to opb"}


def extras() -> list[str]:
    """Return the installed extras, by their names for pip."""
    from importlib.util import find_spec

    return [extra for extra, module in _EXTRAS.items() if find_spec(module)]


def _show_version(ctx: click.Context, _param: click.Parameter, wanted: bool) -> None:
    if not wanted or ctx.resilient_parsing:
        return
    from mineproof.core.choice import engine, missing

    installed = ", ".join(extras()) or "none"
    why = f"; {missing()}" if missing() else ""
    print(f"mineproof {mineproof.__version__} ({engine().name} engine{why}; extras: {installed})")
    ctx.exit()


app = LazyGroup(
    "mineproof",
    {
        **{
            name: Entry(f"mineproof.cli.commands.{name}", text) for name, text in _SUMMARIES.items()
        },
        **{
            alias: Entry(f"mineproof.cli.commands.{name}", _SUMMARIES[name], hidden=True)
            for alias, name in _ALIASES.items()
        },
    },
    renamed=_RENAMED,
    help="Minesweeper played by logic, where every deduction has a proof.",
    params=[
        before_command,
        click.Option(
            ["--version"],
            is_flag=True,
            is_eager=True,
            expose_value=False,
            callback=_show_version,
            help="Show the version and exit.",
        ),
    ],
)


class Terminated(KeyboardInterrupt):
    """SIGTERM was received. It is a kind of Ctrl-C: the same code ends and cleans up."""


def main(args: list[str] | None = None) -> None:
    """Run a command and exit: 0 yes, 1 no, 2 wrong usage (with one line), 130 interrupted.

    After SIGTERM the status is 143.
    """
    try:
        if args is None:  # this process runs only the command line
            _handle_signals()
            leave_current_folder()
        status = _status_of(sys.argv[1:] if args is None else args)
        if args is None:
            _finish_signals()
    except KeyboardInterrupt as interruption:
        status = 143 if isinstance(interruption, Terminated) else 130
        if args is None:
            _finish_signals()
    sys.exit(status)


def _status_of(words: list[str]) -> int:
    """Run a command and print its errors; return the exit status."""
    if sys.stdout is None:  # closed by the caller
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # replace what the terminal cannot encode
    try:
        status = _run(words or ["--help"])
        sys.stdout.flush()
    except click.ClickException as problem:
        return _refuse(" ".join(usage_words(problem).split()), 2)
    except MineproofError as problem:
        return _refuse(" ".join(str(problem).split()), 2)
    except MemoryError:
        return _refuse("not enough memory to answer this", 2)
    except OSError as problem:
        return _output_error(problem)
    return status


def _output_error(problem: OSError) -> int:
    """Report an error of a file that has a name, or else of standard output."""
    if problem.filename is not None:
        return _refuse(f"{problem.filename}: {problem.strerror or problem}", 2)
    # The reader of our output has exited, or the disk is full. Discard the last flush.
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    if not isinstance(problem, BrokenPipeError):
        _refuse(f"standard output: {problem.strerror or problem}", 1)
    return 1


def _handle_signals() -> None:
    """Make the first Ctrl-C raise `KeyboardInterrupt`, and ignore the next ones during the cleanup.

    It kills programs that play. After two seconds another one ends the process at once. SIGTERM
    does the same, but raises `Terminated`.
    """
    if threading.current_thread() is not threading.main_thread():
        return  # only the main thread can handle signals
    began: float | None = None
    dropping = False

    def interrupt(number: int, _frame: FrameType | None) -> None:
        nonlocal began
        if dropping:
            return  # raised in `again`, it would be dropped; `repeat` sends it once more
        if began is None:
            began = time.monotonic()
            _kill_programs()
            raise Terminated if number == signal.SIGTERM else KeyboardInterrupt
        if time.monotonic() > began + _CLEANING:
            os._exit(128 + number)

    def again(dropped: "sys.UnraisableHookArgs") -> None:
        """Deliver an interruption again that was raised in a destructor, where Python drops it."""
        nonlocal began, dropping
        if not isinstance(dropped.exc_value, KeyboardInterrupt):
            sys.__unraisablehook__(dropped)
            return
        began, dropping = None, True
        number = signal.SIGTERM if isinstance(dropped.exc_value, Terminated) else signal.SIGINT
        _thread.start_new_thread(repeat, (number,))
        dropping = False

    def repeat(number: signal.Signals) -> None:
        while began is None:
            time.sleep(0.01)
            _thread.interrupt_main(number)

    sys.unraisablehook = again
    # Any other handler is one of the calling program, which handles or ignores the signal.
    if signal.getsignal(signal.SIGINT) in (signal.default_int_handler, exit_quietly):
        signal.signal(signal.SIGINT, interrupt)
    if signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
        signal.signal(signal.SIGTERM, interrupt)


def _finish_signals() -> None:
    """Ignore Ctrl-C, and let SIGTERM end the process: the cleanup is done, only the exit is left.

    Python would replace the handlers by the default ones, and Ctrl-C would change the exit status.
    """
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        if callable(signal.getsignal(signal.SIGTERM)):
            signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _kill_programs() -> None:
    """Kill programs that play: at the end of a command each has a second to end by itself."""
    module = sys.modules.get("mineproof.play.outside.process")
    kill_all = getattr(module, "kill_all", None)  # the module may be in the middle of its import
    if kill_all is not None:
        kill_all()


def _run(words: list[str]) -> int:
    """Answer a completion request of a shell, or run a command; return the exit status."""
    instruction = os.environ.get(_COMPLETE)
    if instruction is not None:
        from click.shell_completion import shell_complete

        return shell_complete(app, {}, "mineproof", _COMPLETE, instruction)
    try:
        with app.make_context("mineproof", list(words)) as ctx:
            _check_environment()
            status = app.invoke(ctx)
    except click.exceptions.Exit as end:
        return end.exit_code
    assert isinstance(status, int)
    return status


def _check_environment() -> None:
    """Raise `BadInput` for a wrong MINEPROOF_ENGINE, in every command."""
    if os.environ.get("MINEPROOF_ENGINE"):
        from mineproof.core.choice import requested

        requested()


def _refuse(line: str, status: int) -> int:
    tell(f"mineproof: {line}")
    return status
