"""`mineproof lab`: the experiments. List them, run them, show and report what came of them."""

import csv
import json
import os
import shlex
import shutil
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from mineproof.cli import options
from mineproof.cli.command_group import SETTINGS, Command, Group
from mineproof.cli.files import output_file
from mineproof.errors import BadInput, MineproofError

if TYPE_CHECKING:
    from mineproof.lab.executors import Workers
    from mineproof.lab.provenance import Run
    from mineproof.lab.recipe import Plan, Recipe
    from mineproof.lab.store import Store
    from mineproof.lab.summary import Table


@click.group(cls=Group, context_settings=SETTINGS)
def lab() -> None:
    """Run the published experiments again, with their ceilings and intervals."""


def _command(function: Callable[..., int]) -> Command:
    made = options.command(function)
    lab.add_command(made)
    return made


@_command
@options.as_json
def list_(as_json: bool) -> int:
    """List the recipes: what each asks, and how many trials it takes.

    \b
    mineproof lab list
    """
    from mineproof.answers import SCHEMA
    from mineproof.lab.experiments import recipes

    for recipe in recipes().values():
        count = sum(len(seeds) for _, seeds in recipe.plan())
        if as_json:
            questions = {part.name: part.question for part in recipe.parts}
            answer = {"schema": SCHEMA, "recipe": recipe.name, "source": recipe.source}
            print(json.dumps({**answer, "trials": count, "parts": questions}))
            continue
        print(f"{recipe.name} ({recipe.source}), {count} trials")
        for part in recipe.parts:
            print(f"    {part.question}")
    return 0


@_command
@options.recipes
@options.scale
@options.strategies
@options.seed()
@options.workers(1)
@options.cluster
@options.store
def run(
    names: tuple[str, ...],
    scale: float,
    strategies: list[str] | None,
    seed: int,
    workers: int,
    cluster: str | None,
    store: str,
) -> int:
    """Run recipes; keep a row a trial. What the store has already is not run again.

    Stopped by anything at all, the same command goes on where it was. Rows that today's program
    would not make are named, and run again.

    \b
    mineproof lab run mines-9x9
    mineproof lab run all --scale 0.1 --workers 2
    """
    from mineproof.lab.interrupts import INTERRUPTED, stops_within_a_second

    if cluster is not None and options.was_given("workers"):
        raise BadInput("--workers and --cluster exclude each other")
    asked = None if strategies is None else tuple(strategies)
    kept = _Kept(store)
    try:
        with stops_within_a_second(kept.say_interrupted):
            _run_all(names, scale, asked, seed, workers, cluster, kept)
            return 0
    except KeyboardInterrupt:
        kept.say_interrupted()
        return INTERRUPTED
    except MineproofError as problem:
        if not kept.trials:
            raise
        print(f"mineproof: {problem} ({kept.trials} trials were kept)", file=sys.stderr)
        return 1


class _Kept:
    """How many trials a command has stored, and the one line on it after Ctrl-C."""

    def __init__(self, store: str) -> None:
        self.store, self.trials = store, 0
        self._said = False

    def say_interrupted(self) -> None:
        if not self._said:
            self._said = True
            print(
                f"mineproof: stopped; {self.trials} trials of this run are kept in {self.store};"
                " the same command goes on from there",
                file=sys.stderr,
                flush=True,
            )


def _run_all(
    names: tuple[str, ...],
    scale: float,
    strategies: tuple[str, ...] | None,
    seed: int,
    workers: int,
    cluster: str | None,
    kept: _Kept,
) -> None:
    """Run what the store lacks of all recipes that are named."""
    from mineproof.cli.core_notice import warn_if_core_is_missing
    from mineproof.lab.executors import open_workers
    from mineproof.lab.experiments import recipe, recipes
    from mineproof.lab.provenance import Run
    from mineproof.lab.store import Store

    chosen = [*recipes().values()] if "all" in names else [recipe(name) for name in names]
    plans = [
        (one, Run(one.name, scale, strategies, seed), one.plan(scale, strategies, seed))
        for one in chosen
    ]
    warn_if_core_is_missing()
    with open_workers(workers, cluster) as opened, Store(kept.store, new=True) as store:
        for one, record, plan in plans:
            _name_left_out(one, store)
            _run(record, plan, store, opened, kept)


def _run(record: "Run", plan: "Plan", store: "Store", workers: "Workers", kept: _Kept) -> None:
    """Run what the store lacks of one recipe."""
    from mineproof.cli.progress import progress_bar
    from mineproof.lab.run import missing
    from mineproof.lab.run import run as run_tasks

    name = record.recipe
    tasks = missing(name, plan, store)
    total = sum(len(seeds) for _, seeds in plan)
    left = sum(len(task.seeds) for task in tasks)
    with progress_bar(name, left) as advance:
        for rows in run_tasks(tasks, store, workers, record):
            kept.trials += rows
            advance(rows)
    before = f", {total - left} of them before" if left < total else ""
    print(f"{name}: {total} trials{before}", flush=True)


def _name_left_out(recipe: "Recipe", store: "Store") -> None:
    """Name the rows of a recipe that do not count, on standard error."""
    from mineproof.lab.summary import left_out

    for line in left_out(recipe, store):
        print(f"mineproof: {line}", file=sys.stderr)


@_command
@options.recipe
@options.store
@options.all_columns
@options.as_json
def show(name: str, store: str, all_columns: bool, as_json: bool) -> int:
    """Show what came of a recipe: means with 95 % intervals, published values, the ceiling.

    In a terminal the table has the columns that fit, the most important ones first.

    \b
    mineproof lab show mines-9x9
    """
    from mineproof.lab.experiments import recipe
    from mineproof.lab.store import Store
    from mineproof.lab.summary import summarise

    with Store(store) as kept:
        tables = summarise(recipe(name), kept)
        _name_left_out(recipe(name), kept)
    if not tables:
        raise BadInput(f"{store}: no rows of {name} yet; `mineproof lab run {name}` makes them")
    for table in tables:
        if as_json:
            for result in table.results:
                print(json.dumps(result.as_json(), ensure_ascii=False))
        else:
            _show(table, None if all_columns else _terminal_width())
    return 0


def _terminal_width() -> int | None:
    """The width of the terminal, or of what COLUMNS says; None where the output goes elsewhere."""
    if not sys.stdout.isatty() and not os.environ.get("COLUMNS"):
        return None
    return shutil.get_terminal_size().columns


def _show(table: "Table", width: int | None) -> None:
    """Print a table: the settings, then measure after measure as far as they fit."""
    from mineproof.lab.report import columns_of

    settings, by_measure = columns_of(table)
    columns = [*settings, *(column for columns in by_measure for column in columns)]
    widths = [max(map(len, column)) for column in columns]
    shown = len(columns)
    # The settings and the first measure are shown at any width: without them a table says nothing.
    while width and shown > len(settings) + 1 and sum(widths[:shown]) + 2 * (shown - 1) > width:
        shown -= 1
    print(f"{table.part.question}\n")
    for line in zip(*columns[:shown], strict=True):
        cells = (f"{cell:<{w}}" for cell, w in zip(line, widths, strict=False))
        print("  ".join(cells).rstrip())
    hidden = [column[0] for column in columns[shown:]]
    if hidden:
        print(f"\n{len(hidden)} more columns with --all-columns: {', '.join(hidden)}")
    print()


@_command
@options.out_folder
@options.pdf
@options.only
@options.store
@options.language
def report(out: str, pdf: str | None, only: list[str] | None, store: str, language: str) -> int:
    """Write a report of what the store has: one HTML page, Markdown, and figures.

    With --pdf, write a report to hand in instead: at most ten pages, with method, tables, figures
    and the discussion questions. Your own text goes into the file beside it, report.own.txt, and
    is kept when the report is made again.

    The report and this command say what made the rows, and which commands repeat them.

    \b
    mineproof lab report --out report
    mineproof lab report --only levels,start --pdf report.pdf
    mineproof lab report --only levels --pdf report.pdf --language zh-Hant
    """
    from mineproof.lab.store import Store

    with Store(store) as kept:
        if pdf is not None:
            _write_pdf(kept, pdf, only, language)
        if pdf is None or options.was_given("out"):
            _write_pages(kept, out, only, language)
    return 0


def _write_pages(kept: "Store", out: str, only: list[str] | None, language: str) -> None:
    """Write the report as HTML and Markdown, in English; say in the language what made it."""
    from mineproof.lab.report import chosen_recipes, write_report

    recipes = chosen_recipes(only)
    for page in write_report(kept, out, only):
        print(page)
    _say_how_to_repeat([run for name in recipes for run in kept.runs(name)], language)
    for recipe in recipes.values():
        _name_left_out(recipe, kept)


def _write_pdf(kept: "Store", pdf: str, only: list[str] | None, language: str) -> None:
    """Write the report to hand in, and the file for own text if it is not there."""
    from pathlib import Path

    from mineproof.lab.paper.report import write_pdf
    from mineproof.reason.words import CommandTexts

    words = ["mineproof", "lab", "report", *(["--only", ",".join(only)] if only else [])]
    words += ["--pdf", pdf, "--language", language]
    words += ["--store", str(kept.path)] if options.was_given("store") else []
    # A name of a file may have bytes that are no text.
    command = shlex.join(words).encode(errors="replace").decode()
    written = write_pdf(kept, Path(pdf), only, language, command)
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


@_command
@options.recipe
@options.to_table
@options.out
@options.store
def export(name: str, to: str, out: str | None, store: str) -> int:
    """Write every row of a recipe: its settings, its seed, what was measured, its revision.

    \b
    mineproof lab export mines-9x9 --to csv --out rows.csv
    """
    from mineproof.answers import SCHEMA
    from mineproof.lab.experiments import recipe
    from mineproof.lab.provenance import revision_of
    from mineproof.lab.store import Store

    with Store(store) as kept:
        rows = [
            {"recipe": name, **config, "seed": seed, **row, "revision": revision_of(config)}
            for config, seed, row in kept.rows(recipe(name).name)
        ]
        _name_left_out(recipe(name), kept)
    if not rows:
        raise BadInput(f"{store}: no rows of {name} yet; `mineproof lab run {name}` makes them")
    with output_file(out) as file:
        to_file = file or sys.stdout
        if to == "json":
            for row in rows:
                print(json.dumps({"schema": SCHEMA, **row}), file=to_file)
        else:
            columns = list(dict.fromkeys(key for row in rows for key in row))
            table = csv.DictWriter(to_file, columns, lineterminator="\n")
            table.writeheader()
            table.writerows(rows)
    return 0
