"""`mineproof lab`: list and run experiments, show and report their results."""

import csv
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from mineproof.base.errors import BadInput, MineproofError
from mineproof.cli import names as known
from mineproof.cli import options
from mineproof.cli.command_group import SETTINGS, Command, Group
from mineproof.cli.commands import _lab_report as lab_report
from mineproof.cli.commands._lab_show import show_table
from mineproof.cli.error_lines import FaultLines, tell
from mineproof.cli.files import output_file
from mineproof.cli.json_lines import json_line
from mineproof.cli.own_experiment import experiment_of, is_own, own_options, typed_limits
from mineproof.cli.parameter_types import Name, Positive, unknown

if TYPE_CHECKING:
    from mineproof.lab.config import Config
    from mineproof.lab.executors import LabWorkers
    from mineproof.lab.provenance import Run
    from mineproof.lab.recipe import Plan, Recipe
    from mineproof.lab.store import Store
    from mineproof.play.outside.process import Limits


@click.group(cls=Group, context_settings=SETTINGS)
def lab() -> None:
    """Run the experiments of the reports again, or your own, with upper bounds and intervals."""


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
    from mineproof.lab.recipes import recipes

    for recipe in recipes().values():
        count = sum(len(seeds) for _, seeds in recipe.plan())
        if as_json:
            questions = {part.name: part.question for part in recipe.parts}
            answer = {"recipe": recipe.name, "source": recipe.source}
            print(json_line({**answer, "trials": count, "parts": questions}))
            continue
        print(f"{recipe.name} ({recipe.source}), {count} trials")
        for part in recipe.parts:
            print(f"    {part.question}")
    return 0


@_command
@click.argument(
    "names",
    metavar="[NAME...]",
    nargs=-1,
    type=Name("recipe", lambda: ["all", *known.recipes()]),
    help="Recipes, or all; see `mineproof lab list`.",
)
@options.option("--scale", "A factor for the default number of boards.", Positive(), 1.0)
@options.strategies
@own_options
@options.seed()
@options.program_limits
@options.workers(1)
@options.option(
    "--cluster", "Run on the Dask cluster of this scheduler, tcp://….", metavar="ADDRESS"
)
@options.store
def run(
    names: tuple[str, ...],
    scale: float,
    strategies: list[str] | None,
    seed: int,
    workers: int,
    cluster: str | None,
    store: str,
    limits: "Limits",
    **typed: Any,
) -> int:
    """Run recipes, or an experiment of your own; store one row per trial.

    Trials that are already in the store are not repeated: after any interruption the same command
    continues. Rows of another revision are listed and run again; so are those of a player of your
    own whose file has changed.

    \b
    mineproof lab run mines-9x9
    mineproof lab run all --scale 0.1 --workers 2
    mineproof lab run levels --strategies assignment,mine.py:Player
    mineproof lab run --name density --size 12x12 --vary mines=10..26..4 --safe-cells 6 \\
        --boards 200 --strategies assignment,exec:./a.out
    mineproof lab run --name idle --level hard --vary idle_limit=1,2,5,unlimited \\
        --strategies assignment,complete
    """
    from mineproof.lab.interrupts import exit_status, stops_within_a_second

    if cluster is not None and options.was_given("workers"):
        raise BadInput("--workers and --cluster exclude each other")
    asked = None if strategies is None else tuple(dict.fromkeys(strategies))
    options.refuse_limits_without_a_program(*(asked or ()))
    kept = _Kept(store)
    if is_own(names):
        plans = [_own_plan(asked, seed, limits, typed)]
    else:
        plans = _recipe_plans(names, scale, asked, seed, limits)
    _check_cluster(cluster, plans)
    try:
        with stops_within_a_second(kept.say_interrupted):
            _run_all(plans, workers, cluster, limits, kept)
            return 0
    except KeyboardInterrupt:
        kept.say_interrupted()
        return exit_status()
    except MineproofError as problem:
        if not kept.trials:
            raise
        tell(f"mineproof: {problem} ({kept.trials} trials were kept)")
        return 1


class _Kept:
    """The number of trials that a command has stored, and the line about it after Ctrl-C."""

    def __init__(self, store: str) -> None:
        self.store, self.trials = store, 0
        self._said = False

    def say_interrupted(self) -> None:
        if not self._said:
            self._said = True
            tell(
                f"mineproof: stopped; {self.trials} trials of this run are kept in {self.store};"
                " the same command continues from there"
            )


class _Planned(NamedTuple):
    """A recipe to run, and the record of the run for the store."""

    recipe: "Recipe"
    record: "Run"
    plan: "Plan"


def _recipe_plans(
    names: tuple[str, ...],
    scale: float,
    strategies: tuple[str, ...] | None,
    seed: int,
    limits: "Limits",
) -> list[_Planned]:
    """Return the named recipes."""
    from mineproof.lab.provenance import Run
    from mineproof.lab.recipes import recipe, recipes

    chosen = [*recipes().values()] if "all" in names else [recipe(name) for name in names]
    return [
        _Planned(
            one,
            Run(one.name, scale, strategies, seed, limits=typed_limits(limits)),
            one.plan(scale, strategies, seed),
        )
        for one in chosen
    ]


def _own_plan(
    strategies: tuple[str, ...] | None, seed: int, limits: "Limits", typed: dict[str, Any]
) -> _Planned:
    """Return the experiment of the options."""
    from mineproof.lab.own import STRATEGIES, own_recipe
    from mineproof.lab.provenance import Run

    players = strategies or STRATEGIES
    name, experiment = experiment_of(typed, players)
    made = own_recipe(name, [experiment], players)
    record = Run(name, None, players, seed, own=experiment, limits=typed_limits(limits))
    return _Planned(made, record, made.plan(1.0, players, seed))


def _check_cluster(cluster: str | None, plans: list[_Planned]) -> None:
    from mineproof.lab.graph_files import is_graph_file
    from mineproof.play.outside.players import is_outside

    players = {name for one in plans for name in one.record.strategies or ()}
    outside = sorted(filter(is_outside, players))
    if cluster is not None and outside:
        line = f"{outside[0]} is a file of this machine; a cluster plays built-in strategies only"
        raise BadInput(line, field="cluster")
    graphs = [config["shape"] for one in plans for config, _ in one.plan if "shape" in config]
    file = next(filter(is_graph_file, graphs), None)
    if cluster is not None and file:
        line = f"{file} is on this machine; a cluster takes shapes by name only"
        raise BadInput(line, field="cluster")


def _run_all(
    plans: list[_Planned], workers: int, cluster: str | None, limits: "Limits", kept: _Kept
) -> None:
    """Run the missing trials of all recipes."""
    from mineproof.cli.engine_notice import warn_if_engine_is_missing
    from mineproof.lab.catalogue import check_same_settings
    from mineproof.lab.executors import open_workers
    from mineproof.lab.store import Store
    from mineproof.lab.summary import left_out

    warn_if_engine_is_missing()
    with open_workers(workers, cluster) as opened, Store(kept.store, new=True) as store:
        try:
            for one in plans:
                if one.record.own:
                    check_same_settings(one.recipe.name, one.record.own, store)
                for line in left_out(one.recipe, store):
                    tell(f"mineproof: {line}")
                _run(one, store, opened, limits, kept)
        except MineproofError:
            store.delete_if_unused()
            raise


def _run(
    planned: _Planned, store: "Store", workers: "LabWorkers", limits: "Limits", kept: _Kept
) -> None:
    """Run the missing trials of one recipe."""
    from mineproof.cli.progress import progress_bar
    from mineproof.lab.run import missing
    from mineproof.lab.run import run as run_tasks

    _, record, plan = planned
    name = record.recipe
    tasks = missing(name, plan, store)
    total = sum(len(seeds) for _, seeds in plan)
    left = sum(len(task.seeds) for task in tasks)
    faults = FaultLines()

    def on_fault(config: "Config", seed: int, reason: str) -> None:
        faults.tell(f"seed {seed}: {config['strategy']}: {reason}")

    with progress_bar(name, left) as advance:
        for rows in run_tasks(tasks, store, workers, record, limits=limits, on_fault=on_fault):
            kept.trials += rows
            advance(rows)
    faults.end()
    before = f", {total - left} of them before" if left < total else ""
    print(f"{name}: {total} trials{before}", flush=True)


def _name_gaps(recipe: "Recipe", store: "Store") -> None:
    """Print on standard error which rows do not count, and which are still to be made."""
    from mineproof.lab.catalogue import gaps

    for line in gaps(recipe, store):
        tell(f"mineproof: {line}")


@_command
@options.recipe
@options.store
@options.flag("--all-columns", "Show every column, however wide the terminal is.")
@options.as_json
def show(name: str, store: str, all_columns: bool, as_json: bool) -> int:
    """Show the results of a recipe: means with 95 % intervals, reported values, upper bounds.

    In a terminal the table has the columns that fit, the most important ones first.

    \b
    mineproof lab show mines-9x9
    """
    from mineproof.lab.summary import no_rows, summarise

    if as_json:
        reason = "has no effect with --json, which always has everything"
        options.refuse_together(reason, "all_columns")
    with _stored_recipe(name, store) as (recipe, kept):
        tables = summarise(recipe, kept)
        _name_gaps(recipe, kept)
    if not tables:
        raise no_rows(kept, name)
    for table in tables:
        if as_json:
            for result in table.results:
                print(json_line(result))
        else:
            show_table(table, all_columns)
    return 0


@contextmanager
def _stored_recipe(name: str, path: str) -> "Iterator[tuple[Recipe, Store]]":
    """Return a built-in recipe, or a user-defined experiment of the store, with the store."""
    from mineproof.lab.catalogue import recipes_of
    from mineproof.lab.recipes import NAMES
    from mineproof.lab.store import Store

    if name not in NAMES and not Path(path).exists():
        raise BadInput(unknown("recipe", name, NAMES), field="name")
    with Store(path) as store:
        recipes = recipes_of(store)
        if name not in recipes:
            raise BadInput(unknown("recipe", name, recipes), field="name")
        yield recipes[name], store


@_command
@options.output("out", "The folder to write.", "mineproof-lab-report")
@lab_report.pdf
@lab_report.only
@lab_report.listing
@lab_report.program_names
@lab_report.with_discussion
@options.store
@options.language
def report(
    out: str, pdf: str | None, only: list[str] | None, store: str, language: str, **more: Any
) -> int:
    """Write a report of what the store has: one HTML page, Markdown, and figures.

    With --pdf, write a report to hand in instead: at most ten pages, with method, tables, figures
    and your discussion, then the listing of your program. Your text goes into the file beside it,
    report.own.txt, and is kept when the report is made again.

    The report and this command say what made the rows, and which commands repeat them.

    \b
    mineproof lab report --out report
    mineproof lab report --only levels,start --pdf report.pdf
    mineproof lab report --only levels --pdf report.pdf --language zh-Hant
    mineproof lab report --pdf report.pdf --as "Resolution by Chen" --listing main.cpp,kb.cpp
    """
    from mineproof.lab.report.writing import chosen_recipes
    from mineproof.lab.store import Store

    if pdf is None:
        options.refuse_together("goes with --pdf", *more)
    with Store(store) as kept:
        if pdf is not None:
            lab_report.write_pdf(kept, pdf, only, language, **more)
        if pdf is None or options.was_given("out"):
            lab_report.write_pages(kept, out, only, language)
        for recipe in chosen_recipes(kept, only).values():
            _name_gaps(recipe, kept)
    return 0


@_command
@options.recipe
@options.option(
    "--to", "csv, or json (one object per line).", Name("format", lambda: ("csv", "json")), "csv"
)
@options.out
@options.store
def export(name: str, to: str, out: str | None, store: str) -> int:
    """Write every row of a recipe: its settings, its seed, what was measured, its revision.

    \b
    mineproof lab export mines-9x9 --to csv --out rows.csv
    """
    from mineproof.lab.summary import no_rows

    with _stored_recipe(name, store) as (recipe, kept):
        revisions = {repr(one.config): one.revision for one in kept.configs(name) if one.counts}
        rows = [
            {"recipe": name, **config, "seed": seed, **row, "revision": revisions[repr(config)]}
            for config, seed, row in kept.rows(name)
        ]
        _name_gaps(recipe, kept)
    if not rows:
        raise no_rows(kept, name)
    with output_file(out) as file:
        to_file = file or sys.stdout
        if to == "json":
            for row in rows:
                print(json_line(row), file=to_file)
        else:
            columns = list(dict.fromkeys(key for row in rows for key in row))
            table = csv.DictWriter(to_file, columns, lineterminator="\n")
            table.writeheader()
            table.writerows(rows)
    return 0
