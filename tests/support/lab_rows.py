"""Rows of the lab: played at a small scale, or artificial."""

from dataclasses import replace
from functools import cache
from itertools import product

from mineproof import BadInput
from mineproof.lab import recipes
from mineproof.lab.provenance import Run
from mineproof.lab.recipes import recipe
from mineproof.lab.run import missing, run
from mineproof.lab.store import Store
from mineproof.lab.summary import ConfigResult, Table, summarise

SMOKE = 0.0005  # one board a config


def without_times(row):
    """Return a row without its time: the values that are equal in every run of the trial."""
    return {key: value for key, value in row.items() if key != "ms"}


def fill(path, name, scale, **wishes):
    """Run a recipe into a store, in this process."""
    with Store(str(path), new=True) as store:
        chosen = wishes.get("strategies")
        record = Run(name, scale, chosen and tuple(chosen), wishes.get("first", 0))
        tasks = missing(name, recipe(name).plan(scale, **wishes), store)
        kept = sum(run(tasks, store, record=record))
        return kept, list(store.rows(name))


def summarised(path, name, configs, rows_of):
    """Store rows of a recipe, `rows_of(config)`; return its tables."""
    with Store(str(path), new=True) as store:
        id = store.begin(Run(name))
        for config in configs:
            store.add(name, config, rows_of(config), id)
        return summarise(recipe(name), store)


def made_up(config):
    """Return an artificial row that the trial of a config could return.

    Every number is 1, but no mark is wrong. Of several rows take one with a complete board and as
    many values as possible.
    """
    return dict(possible_row(recipes.trial_named(config["trial"])))


@cache
def possible_row(trial):
    forms = sorted(trial.forms, key=len, reverse=True)
    rows = [
        {key: int(key != "wrong") for key in form} | dict(zip(flags, values, strict=True))
        for form in forms
        for flags in [sorted(form & trial.flags)]
        for values in product([True, False], repeat=len(flags))
    ]
    rows.sort(key=lambda row: not row.get("complete"))  # stable
    return next(row for row in rows if is_possible(trial, row))


def is_possible(trial, row):
    try:
        trial.check(row)
    except BadInput:
        return False
    return True


def made_table(name, part, boards):
    """Return the table of a part with artificial rows."""
    chosen = recipe(name).part(part)
    one = replace(recipe(name), parts=(chosen,))
    results = [
        ConfigResult(
            name,
            part,
            {key: config[key] for key in chosen.varied if key in config},
            boards,
            {},
            {},
            {},
            {seed: made_up(config) for seed in range(boards)},
        )
        for config in chosen.configs()
    ]
    return Table(one, chosen, results)
