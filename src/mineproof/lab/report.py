"""All that a store has, told: tables with intervals, figures, and what they show."""

from pathlib import Path

from mineproof.errors import BadInput
from mineproof.lab import figures, settled
from mineproof.lab.findings import findings
from mineproof.lab.page import Grid, Picture, Section, Words, html_page, markdown
from mineproof.lab.recipe import RECIPES
from mineproof.lab.store import Store
from mineproof.lab.summary import Line, Table, summarise
from mineproof.lab.words import is_percent, with_interval, written


def write_report(store: Store, folder: str) -> list[Path]:
    """Write the report into a folder, which is made if need be; return its pages."""
    figures.require()
    tables = {name: summarise(one, store) for name, one in RECIPES.items()}
    if not any(tables.values()):
        raise BadInput(f"{store.path}: no rows to report yet; `mineproof lab run` makes them")
    sections = _sections(tables, store)
    to = Path(folder)
    try:
        (to / "figures").mkdir(parents=True, exist_ok=True)
        saved = {
            block.name: figures.save(block.drawn, to / "figures" / block.name)
            for section in sections
            for block in section.blocks
            if isinstance(block, Picture)
        }
        pages = [to / "report.md", to / "report.html"]
        pages[0].write_text(markdown(sections), encoding="utf-8")
        pages[1].write_text(html_page(sections, saved), encoding="utf-8")
    except OSError as problem:
        raise BadInput(f"{problem.filename or folder}: {problem.strerror or problem}") from None
    return pages


def _sections(tables: dict[str, list[Table]], store: Store) -> list[Section]:
    sections = [Section("What was run", [_made(store)])]
    answers = settled.settle(
        {(t.recipe.name, t.part.name): t for ts in tables.values() for t in ts}
    )
    sections.append(
        Section(
            "Where the sources contradict each other",
            [Words(f"**{question}** {answer}") for question, answer in answers],
        )
    )
    for name, parts in tables.items():
        if not parts:
            continue
        section = Section(f"{name}", command=f"mineproof lab run {name}")
        for table in parts:
            section.blocks.append(Words(f"**{table.part.question}** (From {table.recipe.source}.)"))
            section.blocks += findings(table)
            if table.part.figure:
                only = "".join(f" Only {key} {value}." for key, value in table.part.figure.only)
                caption = f"{table.part.question}{only} Bars are 95 % intervals."
                picture = figures.draw(table, table.part.figure)
                section.blocks.append(Picture(caption, f"{name}-{table.part.name}", picture))
            section.blocks.append(grid_of(table))
        sections.append(section)
    return sections


def _made(store: Store) -> Grid:
    rows = [
        [name, f"{store.count(name):,}", f"{seconds / 60:.1f}", machine]
        for name, machine, seconds in store.spent()
    ]
    total = sum(seconds for _, _, seconds in store.spent()) / 60
    trials = sum(store.count(name) for name in RECIPES)
    rows.append(["all", f"{trials:,}", f"{total:.1f}", ""])
    return Grid(
        "Trials and the CPU time that went into them. Shares have Wilson intervals, means"
        " bootstrap intervals, all of 95 %; every recipe plays the boards of the seeds 0, 1, 2,"
        " …",
        ["recipe", "trials", "CPU minutes", "machine"],
        rows,
    )


def cells_of(table: Table) -> tuple[list[str], list[list[str]]]:
    """The head and the rows of a table as text."""
    part = table.part
    keys = [key for key in part.varied if len(table.choices(key)) > 1]
    measures = [m for m in part.measures if any(m.name in line.values for line in table.lines)]
    told = [m for m in measures if any(m.name in line.published for line in table.lines)]
    limits = [m for m in measures if any(m.name in line.ceiling for line in table.lines)]
    head = [
        *keys,
        "n",
        *(m.label + (" %" if is_percent(m) else "") for m in measures),
        *(f"published: {m.label}" for m in told),
        *(f"ceiling: {m.label}" for m in limits),
    ]

    def row(line: Line) -> list[str]:
        return [
            *(str(line.settings.get(key, "")) for key in keys),
            str(line.n),
            *(
                with_interval(m, line.values[m.name]) if m.name in line.values else ""
                for m in measures
            ),
            *(written(m, line.published[m.name]) if m.name in line.published else "" for m in told),
            *(written(m, line.ceiling[m.name]) if m.name in line.ceiling else "" for m in limits),
        ]

    return head, [row(line) for line in table.lines]


def grid_of(table: Table) -> Grid:
    head, rows = cells_of(table)
    fixed = {
        key: table.choices(key)[0] for key in table.part.varied if len(table.choices(key)) == 1
    }
    held = "".join(f"; {key} {value}" for key, value in fixed.items())
    return Grid(f"{table.recipe.name}, {table.part.name}: mean [95 % interval]{held}.", head, rows)
