"""The report of a store: tables with intervals, figures, and sentences about them."""

from pathlib import Path

from mineproof.atomic_files import new_folder
from mineproof.errors import BadInput
from mineproof.lab import contradictions, figures
from mineproof.lab.document import Grid, Paragraph, Picture, Section, html_page, markdown
from mineproof.lab.experiments import recipes
from mineproof.lab.numbers import value_of, with_interval
from mineproof.lab.store import Store
from mineproof.lab.summary import ConfigResult, Table, summarise


def write_report(store: Store, folder: str) -> list[Path]:
    """Write the report into a folder, which is created if missing; return its pages."""
    figures.require()
    tables = {name: summarise(one, store) for name, one in recipes().items()}
    if not any(tables.values()):
        raise BadInput(f"{store.path}: no rows to report yet; `mineproof lab run` makes them")
    sections = _sections(tables, store)
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


def _sections(tables: dict[str, list[Table]], store: Store) -> list[Section]:
    by_name = {(t.recipe.name, t.part.name): t for parts in tables.values() for t in parts}
    answers = contradictions.answers(recipes().values(), by_name)
    return [
        Section("What was run", [_trials_and_time(store)]),
        Section(
            "Where the sources contradict each other",
            [Paragraph(f"**{question}** {answer}") for question, answer in answers],
        ),
        *(_section(name, parts) for name, parts in tables.items() if parts),
    ]


def _section(name: str, tables: list[Table]) -> Section:
    """Return the section of one experiment: for each part the findings, the figure, the table."""
    section = Section(name, command=f"mineproof lab run {name}")
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


def _trials_and_time(store: Store) -> Grid:
    rows = [
        [name, f"{store.count(name):,}", f"{seconds / 60:.1f}", machine]
        for name, machine, seconds in store.spent()
    ]
    total = sum(seconds for _, _, seconds in store.spent()) / 60
    trials = sum(store.count(name) for name in recipes())
    rows.append(["all", f"{trials:,}", f"{total:.1f}", ""])
    return Grid(
        "Trials and the CPU time that went into them. Shares have Wilson intervals, means"
        " bootstrap intervals, all of 95 %; every recipe plays the boards of the seeds 0, 1, 2,"
        " …",
        ["recipe", "trials", "CPU minutes", "machine"],
        rows,
    )


def cells_of(table: Table) -> tuple[list[str], list[list[str]]]:
    """Return the head and the rows of a table as text."""
    part = table.part
    keys = [key for key in part.varied if len(table.choices(key)) > 1]
    measures = [m for m in part.measures if any(m.name in one.values for one in table.results)]
    published = [m for m in measures if any(m.name in one.published for one in table.results)]
    bounded = [m for m in measures if any(m.name in one.ceiling for one in table.results)]
    head = [
        *keys,
        "n",
        *(m.label + (" %" if m.in_percent else "") for m in measures),
        *(f"published: {m.label}" for m in published),
        *(f"ceiling: {m.label}" for m in bounded),
    ]

    def row(one: ConfigResult) -> list[str]:
        return [
            *(str(one.settings.get(key, "")) for key in keys),
            str(one.n),
            *(
                with_interval(m, one.values[m.name]) if m.name in one.values else ""
                for m in measures
            ),
            *(
                value_of(m, one.published[m.name]) if m.name in one.published else ""
                for m in published
            ),
            *(value_of(m, one.ceiling[m.name]) if m.name in one.ceiling else "" for m in bounded),
        ]

    return head, [row(one) for one in table.results]


def grid_of(table: Table) -> Grid:
    """Return a table as text, with the settings that do not vary in its caption."""
    head, rows = cells_of(table)
    fixed = {
        key: table.choices(key)[0] for key in table.part.varied if len(table.choices(key)) == 1
    }
    held = "".join(f"; {key} {value}" for key, value in fixed.items())
    return Grid(f"{table.recipe.name}, {table.part.name}: mean [95 % interval]{held}.", head, rows)
