"""`mineproof lab`: the experiments. List them, run them, show and report what came of them."""

import csv
import json
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from mineproof.cli import options
from mineproof.cli.command_group import SETTINGS, Command, Group
from mineproof.cli.files import output_file
from mineproof.errors import BadInput, MineproofError

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from mineproof.lab.recipe import Plan
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

    Stopped by anything at all, the same command goes on where it was.

    \b
    mineproof lab run mines-9x9
    mineproof lab run all --scale 0.1 --workers 2
    """
    from mineproof.cli.core_notice import warn_if_core_is_missing
    from mineproof.lab.experiments import recipe, recipes
    from mineproof.lab.run import open_executor
    from mineproof.lab.store import Store

    if cluster is not None and options.was_given("workers"):
        raise BadInput("--workers and --cluster exclude each other")
    chosen = [*recipes().values()] if "all" in names else [recipe(name) for name in names]
    plans = {one.name: one.plan(scale, strategies, seed) for one in chosen}
    warn_if_core_is_missing()
    with open_executor(workers, cluster) as (executor, ahead), Store(store, new=True) as kept:
        return _run(plans, kept, executor, ahead)


def _run(plans: "dict[str, Plan]", store: "Store", executor: "Executor", ahead: int) -> int:
    """0, or 1 if it could not go on after it had kept something."""
    from mineproof.cli.progress import progress_bar
    from mineproof.lab.run import missing
    from mineproof.lab.run import run as run_tasks

    kept = 0
    try:
        for name, plan in plans.items():
            tasks = missing(name, plan, store)
            total = sum(len(seeds) for _, seeds in plan)
            left = sum(len(task.seeds) for task in tasks)
            with progress_bar(name, left) as advance:
                for rows in run_tasks(tasks, store, executor, ahead):
                    kept += rows
                    advance(rows)
            before = f", {total - left} of them before" if left < total else ""
            print(f"{name}: {total} trials{before}", flush=True)
    except MineproofError as problem:
        if not kept:
            raise
        print(f"mineproof: {problem} ({kept} trials were kept)", file=sys.stderr)
        return 1
    return 0


@_command
@options.recipe
@options.store
@options.as_json
def show(name: str, store: str, as_json: bool) -> int:
    """Show what came of a recipe: means with 95 % intervals, published values, the ceiling.

    \b
    mineproof lab show mines-9x9
    """
    from mineproof.lab.experiments import recipe
    from mineproof.lab.store import Store
    from mineproof.lab.summary import summarise

    with Store(store) as kept:
        tables = summarise(recipe(name), kept)
    if not tables:
        raise BadInput(f"{store}: no rows of {name} yet; `mineproof lab run {name}` makes them")
    for table in tables:
        if as_json:
            for result in table.results:
                print(json.dumps(result.as_json(), ensure_ascii=False))
        else:
            _show(table)
    return 0


def _show(table: "Table") -> None:
    from mineproof.lab.report import cells_of

    head, rows = cells_of(table)
    widths = [max(len(row[i]) for row in [head, *rows]) for i in range(len(head))]
    print(f"{table.part.question}\n")
    for row in [head, *rows]:
        print("  ".join(f"{cell:<{w}}" for cell, w in zip(row, widths, strict=True)).rstrip())
    print()


@_command
@options.out_folder
@options.store
def report(out: str, store: str) -> int:
    """Write a report of all that the store has: one HTML page, Markdown, and figures.

    \b
    mineproof lab report --out report
    """
    from mineproof.lab.report import write_report
    from mineproof.lab.store import Store

    with Store(store) as kept:
        pages = write_report(kept, out)
    for page in pages:
        print(page)
    return 0


@_command
@options.recipe
@options.to_table
@options.out
@options.store
def export(name: str, to: str, out: str | None, store: str) -> int:
    """Write every row of a recipe: its settings, its seed, what was measured.

    \b
    mineproof lab export mines-9x9 --to csv --out rows.csv
    """
    from mineproof.answers import SCHEMA
    from mineproof.lab.experiments import recipe
    from mineproof.lab.store import Store

    with Store(store) as kept:
        rows = [
            {"recipe": name, **config, "seed": seed, **row}
            for config, seed, row in kept.rows(recipe(name).name)
        ]
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
