"""`mineproof lab report`: write a web page, or a report to hand in."""

from pathlib import Path
from typing import TYPE_CHECKING

from mineproof.cli import names, options
from mineproof.cli.files import read_text
from mineproof.cli.parameter_types import NameList, RecipeName

if TYPE_CHECKING:
    from mineproof.lab.provenance import Run
    from mineproof.lab.store import Store


pdf = options.output("pdf", "Write a report to hand in to this file, at most ten pages.")
only = options.option(
    "--only",
    "The experiments of the report: names with commas.",
    NameList(RecipeName("recipe", names.recipes)),
    metavar="NAMES",
    shown="all in the store",
)
listing = options.option(
    "--listing", "Append these files; their pages do not count.", metavar="FILE,…"
)
program_names = options.option(
    "--as names", "The name of a program from outside; repeat it for more.", multiple=True
)
with_discussion = options.flag(
    "--with-discussion", "Print our answers to the questions, marked as ours."
)


def write_pages(kept: "Store", out: str, only: list[str] | None, language: str) -> None:
    """Write the report as HTML and Markdown, in English; print its origin in the language."""
    from mineproof.lab.report.writing import chosen_recipes, write_report

    recipes = chosen_recipes(kept, only)
    for page in write_report(kept, out, only):
        print(page)
    _say_how_to_repeat([run for name in recipes for run in kept.runs(name)], language)


def write_pdf(
    kept: "Store",
    pdf: str,
    only: list[str] | None,
    language: str,
    listing: str | None,
    names: tuple[str, ...],
    with_discussion: bool,
) -> None:
    """Write the report to hand in, and the file for the author's text if it is missing."""
    from mineproof.lab.paper import report
    from mineproof.reason.words import CommandTexts

    files = listing.split(",") if listing else []
    listed = [(Path(one).name, read_text(one).rstrip()) for one in files]
    wanted = report.Wanted(language, listed, names, with_discussion)
    written = report.write_pdf(kept, Path(pdf), only, wanted)
    say = CommandTexts("report", language)
    key = "written with listing" if written.listed else "written"
    print(say.counted(key, written.pages, path=written.pdf, listed=written.listed))
    print(say("own written", path=written.own))
    _say_how_to_repeat(written.runs, language)


def _say_how_to_repeat(runs: "list[Run]", language: str) -> None:
    from mineproof.reason.words import CommandTexts

    say = CommandTexts("report", language)
    made = dict.fromkeys(say("made by", version=run.version, engine=run.engine) for run in runs)
    print(say("made", made=say("semicolon").join(made)))
    for command in dict.fromkeys(run.command for run in runs):
        print(f"    {command}")
