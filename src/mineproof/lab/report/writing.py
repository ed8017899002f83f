"""The report of a store: tables with intervals, figures, and sentences about them."""

from collections.abc import Sequence
from pathlib import Path

from mineproof.base.errors import BadInput
from mineproof.base.output_files import new_folder
from mineproof.lab._numbers import value_of, with_interval
from mineproof.lab.catalogue import recipes_of
from mineproof.lab.gaps import gaps
from mineproof.lab.recipe import Measure, Recipe
from mineproof.lab.report import _contradictions as contradictions
from mineproof.lab.report import _figures as figures
from mineproof.lab.report._document import Grid, Paragraph, Picture, Section, html_page, markdown
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
    for name in only:
        if name not in every:
            raise BadInput(f"unknown recipe {name!r}: one of {', '.join(every)}", field="only")
    return {name: every[name] for name in dict.fromkeys(only)}


def write_report(store: Store, folder: str, only: Sequence[str] | None = None) -> list[Path]:
    """Write the report of some recipes, or of all, into a folder; return its pages.

    The folder is created if missing.
    """
    figures.require()
    chosen = chosen_recipes(store, only)
    tables = {name: summarise(one, store) for name, one in chosen.items()}
    for name in only or ():
        if not tables[name]:
            raise no_rows(store, name)
    if not any(tables.values()):
        raise BadInput(f"{store.path}: no rows to report yet; `mineproof lab run` makes them")
    sections = _sections(tables, chosen, store)
    try:
        with new_folder(Path(folder)) as part:
            (part / "figures").mkdir()
            saved = {
                block.name: figures.save(block.drawn, part / "figures" / block.name)
                for section in sections
                for block in section.blocks
                if isinstance(block, Picture)
            }
            (part / "report.md").write_text(markdown(sections), encoding="utf-8")
            (part / "report.html").write_text(html_page(sections, saved), encoding="utf-8")
    except OSError as problem:
        raise BadInput(f"{folder}: {problem.strerror or problem}") from None
    return [Path(folder) / "report.md", Path(folder) / "report.html"]


def _sections(tables: dict[str, list[Table]], chosen: Recipes, store: Store) -> list[Section]:
    by_name = {(t.recipe.name, t.part.name): t for parts in tables.values() for t in parts}
    answers = contradictions.answers(chosen.values(), by_name)
    return [
        Section(
            "What was run",
            [
                _trials_and_time(store, chosen),
                _runs(store, chosen),
                *(Paragraph(f"{line}.") for one in chosen.values() for line in gaps(one, store)),
            ],
        ),
        Section(
            "Where the sources contradict each other",
            [Paragraph(f"**{question}** {answer}") for question, answer in answers],
        ),
        *(_section(name, parts, commands(store, name)) for name, parts in tables.items() if parts),
    ]


def commands(store: Store, recipe: str) -> list[str]:
    """Return the commands that repeat the stored runs of a recipe, in order."""
    return [*dict.fromkeys(run.command for run in store.runs(recipe))]


def _section(name: str, tables: list[Table], commands: list[str]) -> Section:
    """Return the section of one experiment: for each part the findings, the figure, the table."""
    section = Section(name, commands=commands)
    for table in tables:
        part = table.part
        section.blocks.append(Paragraph(f"**{part.question}** (From {table.recipe.source}.)"))
        if part.findings:
            section.blocks += part.findings(table)
        if part.chart:
            only = "".join(f" Only {key} {value}." for key, value in part.chart.only)
            caption = f"{part.question}{only} Bars are 95 % intervals."
            drawn = figures.draw(table, part.chart)
            section.blocks.append(Picture(caption, f"{name}-{part.name}", drawn))
        section.blocks.append(grid_of(table))
    return section


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


def columns_of(table: Table) -> tuple[list[Column], list[list[Column]]]:
    """Return the columns of a table: settings, number of trials, and measures.

    A measure has its values, then the reported values and the upper bound if there are any.
    """
    part, results = table.part, table.results
    keys = [key for key in part.varied if len(table.choices(key)) > 1]
    settings = [[key, *(str(one.settings.get(key, "")) for one in results)] for key in keys]
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
    fixed = {
        key: table.choices(key)[0] for key in table.part.varied if len(table.choices(key)) == 1
    }
    held = "".join(f"; {key} {value}" for key, value in fixed.items())
    return Grid(f"{table.recipe.name}, {table.part.name}: mean [95 % interval]{held}.", head, rows)
