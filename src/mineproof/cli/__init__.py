"""The command line: one file a command; each reads, calls one function, prints.

Commands import what they need when they run, so that `--help` and `--version` answer at once.
"""

import io
import os
import sys

import typer

from mineproof.cli import (
    analyse,
    batch,
    check,
    compare,
    convert,
    explain,
    export,
    generate,
    lab,
    measure,
    optimal,
    play,
    review,
    serve,
    solve,
    strategies,
)
from mineproof.errors import MineproofError

app = typer.Typer(
    name="mineproof",
    help="Minesweeper played by logic, where every deduction has a proof.",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
for command in (
    play.play,
    solve.solve,
    analyse.analyse,
    explain.explain,
    compare.compare,
    check.check,
    batch.batch,
    generate.generate,
    convert.convert,
    export.export,
    measure.measure,
    review.review,
    optimal.optimal,
    strategies.strategies,
    serve.serve,
):
    app.command()(command)
app.add_typer(lab.app)


_EXTRAS = {
    "lab": "matplotlib",
    "cluster": "distributed",
    "rl": "gymnasium",
    "web": "starlette",
}  # extra: a module that comes with it


def _version(asked: bool) -> None:
    if asked:
        from importlib.metadata import version

        from mineproof.core import engine

        found = ", ".join(extras()) or "none"
        print(f"mineproof {version('mineproof')} ({engine().name} core; extras: {found})")
        raise typer.Exit


def extras() -> list[str]:
    """The optional parts that are installed, by the names that pip knows them by."""
    from importlib.util import find_spec

    return [extra for extra, module in _EXTRAS.items() if find_spec(module)]


@app.callback()
def _top(
    version: bool = typer.Option(  # noqa: ARG001 (its callback does it)
        False, "--version", callback=_version, is_eager=True, help="Show the version and stop."
    ),
) -> None:
    """Minesweeper played by logic, where every deduction has a proof."""
    from mineproof.core.choice import requested

    requested()  # a wrong MINEPROOF_CORE is said by every command


def main(args: list[str] | None = None) -> None:
    """Run a command and exit: 0 yes, 1 no, 2 asked wrongly (one line says how), 130 interrupted."""
    asked = sys.argv[1:] if args is None else args
    if sys.stdout is None:  # closed by whoever started us
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a console that lacks a sign shows another
    try:
        status = app(asked or ["--help"], prog_name="mineproof", standalone_mode=False)
        sys.stdout.flush()
    except (typer.TyperException, MineproofError) as problem:
        message = getattr(problem, "format_message", problem.__str__)()
        status = _say(" ".join(message.split()), 2)
    except (KeyboardInterrupt, typer.Abort):
        status = 130
    except MemoryError:
        status = _say("that takes more memory than there is", 2)
    except OSError as problem:
        # Nobody reads our output any more, or there is no room for it; let the interpreter's last
        # flush go nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        status = 1
        if not isinstance(problem, BrokenPipeError):
            _say(f"standard output: {problem.strerror or problem}", 1)
    sys.exit(status)


def _say(line: str, status: int) -> int:
    print(f"mineproof: {line}", file=sys.stderr)
    return status
