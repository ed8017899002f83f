"""Recipes by name, ours and those that a store has rows of, and what these rows lack."""

from mineproof.base.errors import BadInput
from mineproof.lab.own import STRATEGIES, OwnExperiment, own_recipe
from mineproof.lab.provenance import Run
from mineproof.lab.recipe import Plan, Recipe
from mineproof.lab.recipes import recipes
from mineproof.lab.run import missing
from mineproof.lab.store import Store
from mineproof.lab.summary import left_out


def own_recipes(store: Store) -> dict[str, Recipe]:
    """Return the experiments of one's own in a store, by name."""
    made = {}
    for name, runs in store.own_runs().items():
        experiments = [run.own for run in runs if run.own is not None]
        players = dict.fromkeys(one for run in runs for one in run.strategies or STRATEGIES)
        made[name] = own_recipe(name, experiments, [*players])
    return made


def recipes_of(store: Store) -> dict[str, Recipe]:
    """Return the recipes that a store may have rows of, by name: built-in recipes first."""
    return {**recipes(), **own_recipes(store)}


def check_same_settings(name: str, experiment: OwnExperiment, store: Store) -> None:
    """Raise `BadInput` if a store uses the name of an experiment for other settings."""
    for run in store.own_runs().get(name, []):
        if run.own is not None:
            before, now = (sorted(one.cases()[0]) for one in (run.own, experiment))
            if before != now:
                raise BadInput(
                    f"{name} is an experiment with {', '.join(before)} in {store.path};"
                    f" one with {', '.join(now)} needs another name",
                    field="name",
                )


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
