"""`mineproof lab`: the experiments. List them, run them, show and report what came of them."""

import csv
import json as jsonlib
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from mineproof.cli.files import written
from mineproof.errors import BadInput, MineproofError

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from mineproof.lab.recipe import Plan
    from mineproof.lab.store import Store
    from mineproof.lab.summary import Table

Option = typer.Option
StoreFile = Annotated[str, Option("--store", help="The file that keeps the rows.")]
Name = Annotated[str, typer.Argument(help="See `mineproof lab list`.", metavar="NAME")]
DEFAULT = "mineproof-lab.sqlite"

app = typer.Typer(
    name="lab",
    help="Run the published experiments again, with their ceilings and intervals.",
    rich_markup_mode=None,
)


@app.command("list")
def list_(
    json: Annotated[bool, Option("--json", help="An object a recipe, for programs.")] = False,
) -> int:
    """List the recipes: what each asks, and how many trials it takes.

    \b
    mineproof lab list
    """
    from mineproof.answers import SCHEMA
    from mineproof.lab.experiments import recipes

    for recipe in recipes().values():
        count = sum(len(seeds) for _, seeds in recipe.plan())
        if json:
            questions = {part.name: part.question for part in recipe.parts}
            answer = {"schema": SCHEMA, "recipe": recipe.name, "source": recipe.source}
            print(jsonlib.dumps({**answer, "trials": count, "parts": questions}))
            continue
        print(f"{recipe.name} ({recipe.source}), {count} trials")
        for part in recipe.parts:
            print(f"    {part.question}")
    return 0


@app.command()
def run(
    names: Annotated[list[str], typer.Argument(help="Recipes, or all.", metavar="NAME…")],
    scale: Annotated[float, Option(help="A share, or a multiple, of the usual boards.")] = 1.0,
    strategies: Annotated[
        str | None, Option(help="Who plays instead of the usual: names with commas.")
    ] = None,
    seed: Annotated[int, Option(min=0, help="The first board; the others follow.")] = 0,
    workers: Annotated[int, Option(min=1, help="Processes.")] = 1,
    cluster: Annotated[
        str | None, Option(help="A Dask scheduler's address, tcp://…, to run there.")
    ] = None,
    store: StoreFile = DEFAULT,
) -> int:
    """Run recipes; keep a row a trial. What the store has already is not run again.

    Stopped by anything at all, the same command goes on where it was.

    \b
    mineproof lab run mines-9x9
    mineproof lab run all --scale 0.1 --workers 2
    """
    from mineproof.cli.core import say_which
    from mineproof.lab.experiments import recipe, recipes
    from mineproof.lab.run import open_executor
    from mineproof.lab.store import Store

    if cluster is not None and workers > 1:
        raise BadInput("--workers and --cluster exclude each other")
    chosen = [*recipes().values()] if names == ["all"] else [recipe(name) for name in names]
    players = [name.strip() for name in strategies.split(",")] if strategies is not None else None
    plans = {one.name: one.plan(scale, players, seed) for one in chosen}
    say_which()
    with open_executor(workers, cluster) as (executor, ahead), Store(store, new=True) as kept:
        return _run(plans, kept, executor, ahead)


def _run(plans: "dict[str, Plan]", store: "Store", executor: "Executor", ahead: int) -> int:
    """0, or 1 if it could not go on after it had kept something."""
    from mineproof.cli.progress import bar
    from mineproof.lab import run as lab

    kept = 0
    try:
        for name, plan in plans.items():
            tasks = lab.missing(name, plan, store)
            total = sum(len(seeds) for _, seeds in plan)
            left = sum(len(task.seeds) for task in tasks)
            with bar(name, left) as advance:
                for rows in lab.run(tasks, store, executor, ahead):
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


@app.command()
def show(
    name: Name,
    store: StoreFile = DEFAULT,
    json: Annotated[bool, Option("--json", help="An object a line, for programs.")] = False,
) -> int:
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
        if json:
            for result in table.results:
                print(jsonlib.dumps(result.as_json(), ensure_ascii=False))
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


@app.command()
def report(
    out: Annotated[str, Option(help="The folder to write.")] = "mineproof-lab-report",
    store: StoreFile = DEFAULT,
) -> int:
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


@app.command()
def export(
    name: Name,
    to: Annotated[str, Option(help="csv or json (an object a line).")] = "csv",
    out: Annotated[str | None, Option(help="The file to write; standard output otherwise.")] = None,
    store: StoreFile = DEFAULT,
) -> int:
    """Write every row of a recipe: its settings, its seed, what was measured.

    \b
    mineproof lab export mines-9x9 --to csv --out rows.csv
    """
    from mineproof.answers import SCHEMA
    from mineproof.lab.experiments import recipe
    from mineproof.lab.store import Store

    if to not in ("csv", "json"):
        raise BadInput(f"unknown format {to!r}: csv or json")
    with Store(store) as kept:
        rows = [
            {"recipe": name, **config, "seed": seed, **row}
            for config, seed, row in kept.rows(recipe(name).name)
        ]
    if not rows:
        raise BadInput(f"{store}: no rows of {name} yet; `mineproof lab run {name}` makes them")
    with written(out) as file:
        to_file = file or sys.stdout
        if to == "json":
            for row in rows:
                print(jsonlib.dumps({"schema": SCHEMA, **row}), file=to_file)
        else:
            columns = list(dict.fromkeys(key for row in rows for key in row))
            table = csv.DictWriter(to_file, columns, lineterminator="\n")
            table.writeheader()
            table.writerows(rows)
    return 0
