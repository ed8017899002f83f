"""What the rows of a recipe lack: rows that do not count, and trials of runs that were stopped."""

from mineproof.base.errors import BadInput
from mineproof.lab.own import STRATEGIES, own_recipe
from mineproof.lab.provenance import Run
from mineproof.lab.recipe import Plan, Recipe
from mineproof.lab.recipes import recipes
from mineproof.lab.run import missing
from mineproof.lab.store import Store
from mineproof.lab.summary import left_out


def gaps(recipe: Recipe, store: Store) -> list[str]:
    """Say which rows do not count; if all do, which runs have fewer than their command makes."""
    return left_out(recipe, store) or _stopped(recipe.name, store)


def _stopped(recipe: str, store: Store) -> list[str]:
    lines = []
    for command, run in {run.command: run for run in store.runs(recipe)}.items():
        try:
            plan = _plan(run)
            left = sum(len(task.seeds) for task in missing(recipe, plan, store))
        except BadInput:  # a player or a graph from a file that is not here any more
            continue
        total = sum(len(seeds) for _, seeds in plan)
        if left:
            lines.append(
                f"{recipe}: a run was stopped after {total - left:,} of {total:,} trials;"
                f" `{command}` makes the others"
            )
    return lines


def _plan(run: Run) -> Plan:
    """Return the trials of a run; none if no command repeats it."""
    if run.own is not None:
        players = run.strategies or STRATEGIES
        return own_recipe(run.recipe, [run.own], players).plan(1.0, players, run.seed)
    if run.scale is None:
        return []
    return recipes()[run.recipe].plan(run.scale, run.strategies, run.seed)
