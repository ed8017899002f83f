"""The command line: one file a command; each reads, calls one function, prints.

Commands import what they need when they run, so that `--help` and `--version` answer at once.
"""

import os
import sys

import typer

from mineproof.cli import analyse, batch, check, explain, generate, solve, strategies
from mineproof.errors import MineproofError

app = typer.Typer(
    name="mineproof",
    help="Minesweeper played by logic, where every deduction has a proof.",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
for command in (
    solve.solve,
    analyse.analyse,
    explain.explain,
    check.check,
    batch.batch,
    generate.generate,
    strategies.strategies,
):
    app.command()(command)


def _version(asked: bool) -> None:
    if asked:
        from importlib.metadata import version

        from mineproof.counting.native import core

        print(f"mineproof {version('mineproof')} ({core()} core)")
        raise typer.Exit


@app.callback()
def _top(
    version: bool = typer.Option(
        False, "--version", callback=_version, is_eager=True, help="Show the version and stop."
    ),
) -> None:
    """Minesweeper played by logic, where every deduction has a proof."""


def main(args: list[str] | None = None) -> None:
    """Run a command and exit: 0 yes, 1 no, 2 asked wrongly (one line says how), 130 interrupted."""
    asked = sys.argv[1:] if args is None else args
    try:
        status = app(asked or ["--help"], prog_name="mineproof", standalone_mode=False)
        sys.stdout.flush()
    except (typer.TyperException, MineproofError) as problem:
        message = getattr(problem, "format_message", problem.__str__)()
        print("mineproof: " + " ".join(message.split()), file=sys.stderr)
        status = 2
    except (KeyboardInterrupt, typer.Abort):
        status = 130
    except BrokenPipeError:
        # Whoever read our output has gone; let the interpreter's last flush go nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 1
    sys.exit(status)
