"""The report of a store: tables with intervals, figures, and sentences about them."""

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from mineproof.base.arguments import known_name
from mineproof.base.errors import BadInput
from mineproof.base.output_files import new_folder
from mineproof.lab._comparison import Pair, all_pairs
from mineproof.lab._document import Block, Code, Figure, Grid, Heading
from mineproof.lab._numbers import value_of, with_interval
from mineproof.lab.catalogue import gaps, recipes_of
from mineproof.lab.recipe import Measure, Recipe
from mineproof.lab.report import _contradictions as contradictions
from mineproof.lab.report import _figures as figures
from mineproof.lab.report._pages import html_page, markdown
from mineproof.lab.store import Store
from mineproof.lab.summary import ConfigResult, Table, no_rows, summarise
from mineproof.play.strategies import STRATEGIES

Recipes = dict[str, Recipe]
"""The recipes that a report has, by name."""


def chosen_recipes(store: Store, only: Sequence[str] | None) -> Recipes:
    """Return the recipes of a report by name: the named ones, or all.

    User-defined experiments of the store are included. Raise `BadInput` for an unknown name.
    """
    every = recipes_of(store)
    if only is None:
        return every
    names = [known_name(name, every, "recipe", "only") for name in only]
    return {name: every[name] for name in dict.fromkeys(names)}


def chosen_tables(store: Store, only: Sequence[str] | None) -> dict[str, list[Table]]:
    """Return the tables of the recipes of a report, by name.

    Raise `BadInput` if a named recipe, or the whole store, has no rows.
    """
    tables = {name: summarise(one, store) for name, one in chosen_recipes(store, only).items()}
    for name in only or ():
        if not tables[name]:
            raise no_rows(store, name)
    if not any(tables.values()):
        raise BadInput(f"{store.path}: no rows to report yet; `mineproof lab run` makes them")
    return tables


def write_report(store: Store, folder: str, only: Sequence[str] | None = None) -> list[Path]:
    """Write the report of some recipes, or of all, into a folder; return its pages.

    The folder is created if missing.
    """
    figures.require()
    tables, chosen = chosen_tables(store, only), chosen_recipes(store, only)
    blocks = [*_blocks(tables, chosen, store)]
    try:
        with new_folder(Path(folder)) as part:
            (part / "figures").mkdir()
            saved = {
                block.name: figures.save(block.draw(), part / "figures" / block.name)
                for block in blocks
                if isinstance(block, Figure)
            }
            (part / "report.md").write_text(markdown(blocks), encoding="utf-8")
            (part / "report.html").write_text(html_page(blocks, saved), encoding="utf-8")
    except OSError as problem:
        raise BadInput(f"{folder}: {problem.strerror or problem}") from None
    return [Path(folder) / "report.md", Path(folder) / "report.html"]


def _blocks(tables: dict[str, list[Table]], chosen: Recipes, store: Store) -> Iterator[Block]:
    """Yield the whole report: the runs, the contradictions, and a section for each experiment."""
    yield Heading(2, "What was run")
    yield _trials_and_time(store, chosen)
    yield _runs(store, chosen)
    for one in chosen.values():
        yield from (f"{line}." for line in gaps(one, store))
    yield Heading(2, "Where the sources contradict each other")
    by_name = {(t.recipe.name, t.part.name): t for parts in tables.values() for t in parts}
    for question, answer in contradictions.answers(chosen.values(), by_name):
        yield f"**{question}** {answer}"
    for name, parts in tables.items():
        if parts:
            yield Heading(2, name)
            yield Code([*dict.fromkeys(run.command for run in store.runs(name))])
            for table in parts:
                yield from _part(table)


def _part(table: Table) -> Iterator[Block]:
    """Yield one part of an experiment: the question, the findings, the figure, the table."""
    part = table.part
    yield f"**{part.question}** (From {table.recipe.source}.)"
    if part.findings:
        yield from part.findings(table)
    if part.chart:
        only = "".join(f" Only {key} {value}." for key, value in part.chart.only)
        caption = f"{part.question}{only} Bars are 95 % intervals."
        draw = partial(figures.draw, table, part.chart)
        yield Figure(caption, f"{table.recipe.name}-{part.name}", draw)
    yield grid_of(table)


def _trials_and_time(store: Store, chosen: Recipes) -> Grid:
    spent = [one for one in store.spent() if one[0] in chosen]
    rows: list[list[str]] = []
    for name, machine, seconds in spent:
        # The trials of a recipe are counted once, whichever machines or engines made them.
        listed = any(row[0] == name for row in rows)
        trials_of_recipe = "" if listed else f"{store.count(name):,}"
        rows.append([name, trials_of_recipe, f"{seconds / 60:.1f}", machine])
    total = sum(seconds for _, _, seconds in spent) / 60
    trials = sum(store.count(name) for name in chosen)
    rows.append(["all", f"{trials:,}", f"{total:.1f}", ""])
    return Grid(
        "Trials and the CPU time that went into them. Shares have Wilson intervals, means"
        " bootstrap intervals, all of 95 %; a recipe plays the boards of consecutive seeds, from 0"
        " unless its command says another.",
        ["recipe", "trials", "CPU minutes", "machine"],
        rows,
    )


def _runs(store: Store, chosen: Recipes) -> Grid:
    """Return the runs that made the rows, with their installations; equal ones once."""
    lines = []
    for name, recipe in chosen.items():
        in_trials = {player for part in recipe.parts for player in part.trial.players}
        playing = in_trials | {
            str(one.config["strategy"])
            for one in store.configs(name)
            if one.counts and "strategy" in one.config
        }
        for run in store.runs(name):
            took_part = in_trials.union(run.strategies) if run.strategies else playing
            players = [one for one in STRATEGIES if one in took_part and one in run.revisions]
            lines.append(
                [
                    f"`{run.command}`",
                    f"{run.version}, {run.engine}",
                    ", ".join(f"{one} {run.revisions[one]}" for one in players),
                    run.began,
                    run.machine,
                ]
            )
    return Grid(
        "The runs that made the rows: the command that repeats each, and what made it. A revision"
        " is a number that changes when the moves of a strategy can change.",
        ["command", "mineproof, engine", "revisions", "began", "machine"],
        lines,
    )


Column = list[str]
"""The head of a column and its cells, as text."""


_MOST_PLAYERS = 3  # whose differences are all shown; else those to the last, often the strongest


def pairs_of(table: Table) -> tuple[str, list[Pair]]:
    """Return the paired differences between the strategies of a table, and the value compared."""
    names = table.choices("strategy")
    for measure in table.part.measures if len(names) > 1 else ():
        rows = (row for one in table.results for row in one.trials.values())
        of_all_rows = measure.kind == "share" and measure.among is None
        if of_all_rows and all(measure.key in row for row in rows):
            than = str(names[-1]) if len(names) > _MOST_PLAYERS else None
            return measure.label, all_pairs(table, "strategy", measure.key, than)
    return "", []


def columns_of(table: Table) -> tuple[list[Column], list[list[Column]]]:
    """Return the columns of a table: settings, number of trials, and measures.

    A measure has its values, then the reported values and the upper bound if there are any.
    """
    part, results = table.part, table.results
    settings = [
        [key, *(str(one.settings.get(key, "")) for one in results)] for key in table.varying
    ]
    settings.append(["n", *(str(one.n) for one in results)])
    measures = [m for m in part.measures if any(m.name in one.values for one in results)]
    return settings, [_columns_of_measure(m, results) for m in measures]


def _columns_of_measure(measure: Measure, results: list[ConfigResult]) -> list[Column]:
    name = measure.name
    columns = [
        [
            measure.label + (" %" if measure.in_percent else ""),
            *(
                with_interval(measure, one.values[name]) if name in one.values else ""
                for one in results
            ),
        ]
    ]
    for head, all_values in (
        ("reported", [one.reported for one in results]),
        ("ceiling", [one.ceiling for one in results]),
    ):
        if any(name in values for values in all_values):
            cells = [value_of(measure, v[name]) if name in v else "" for v in all_values]
            columns.append([f"{head}: {measure.label}", *cells])
    return columns


def cells_of(table: Table) -> tuple[list[str], list[list[str]]]:
    """Return the head and the rows of a table as text.

    All measures come first, then the reported values, then the upper bounds.
    """
    settings, by_measure = columns_of(table)
    beside = [column for columns in by_measure for column in columns[1:]]
    columns = [
        *settings,
        *(columns[0] for columns in by_measure),
        *(column for column in beside if column[0].startswith("reported")),
        *(column for column in beside if column[0].startswith("ceiling")),
    ]
    head, *rows = ([column[line] for column in columns] for line in range(len(columns[0])))
    return head, rows


def grid_of(table: Table) -> Grid:
    """Return a table as text, with the settings that do not vary in its caption."""
    head, rows = cells_of(table)
    held = "".join(f"; {key} {value}" for key, value in table.fixed.items())
    return Grid(f"{table.recipe.name}, {table.part.name}: mean [95 % interval]{held}.", head, rows)
