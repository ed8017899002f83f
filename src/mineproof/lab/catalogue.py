"""Recipes by name: ours, and the experiments of one's own that a store has rows of."""

from mineproof.base.errors import BadInput
from mineproof.lab.own import STRATEGIES, OwnExperiment, own_recipe
from mineproof.lab.recipe import Recipe
from mineproof.lab.recipes import recipes
from mineproof.lab.store import Store


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
