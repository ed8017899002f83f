"""`mineproof lab report`: write a web page, or a report to hand in."""

import shlex
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mineproof.cli import options
from mineproof.cli.parameter_types import RecipeNameList

if TYPE_CHECKING:
    from mineproof.lab.provenance import Run
    from mineproof.lab.store import Store


def _recipes() -> Iterable[str]:
    from mineproof.lab.recipes import NAMES

    return NAMES


pdf = options.output("pdf", "Write a report to hand in to this file, at most ten pages.")
only = click.option(
    "--only",
    type=RecipeNameList("recipe", _recipes),
    metavar="NAMES",
    show_default="all in the store",
    help="The experiments of the report: names with commas.",
)


def write_pages(kept: "Store", out: str, only: list[str] | None, language: str) -> None:
    """Write the report as HTML and Markdown, in English; print its origin in the language."""
    from mineproof.lab.report.writing import chosen_recipes, write_report

    recipes = chosen_recipes(kept, only)
    for page in write_report(kept, out, only):
        print(page)
    _say_how_to_repeat([run for name in recipes for run in kept.runs(name)], language)


def write_pdf(kept: "Store", pdf: str, only: list[str] | None, language: str) -> None:
    """Write the report to hand in, and the file for the author's text if it is missing."""
    from mineproof.lab.paper import report
    from mineproof.reason.words import CommandTexts

    words = ["mineproof", "lab", "report", *(["--only", ",".join(only)] if only else [])]
    words += ["--pdf", pdf, "--language", language]
    words += ["--store", str(kept.path)] if options.was_given("store") else []
    # The name of a file may have bytes that are not valid text.
    command = shlex.join(words).encode(errors="replace").decode()
    written = report.write_pdf(kept, Path(pdf), only, language, command)
    say = CommandTexts("report", language)
    print(say.counted("written", written.pages, path=written.pdf))
    print(say("own written", path=written.own))
    _say_how_to_repeat(written.runs, language)


def _say_how_to_repeat(runs: "list[Run]", language: str) -> None:
    from mineproof.reason.words import CommandTexts

    say = CommandTexts("report", language)
    made = dict.fromkeys(
        say("made by, short", version=run.version, engine=run.engine) for run in runs
    )
    print(say("made", made=say("semicolon").join(made)))
    for command in dict.fromkeys(run.command for run in runs):
        print(f"    {command}")
