"""The report to hand in: method, results, discussion and provenance, on at most ten pages.

If it is longer, tables and figures are made smaller, step by step. If it still does not fit,
`BadInput` gives the length of each experiment.
"""

import logging
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from mineproof.base.errors import BadInput
from mineproof.base.output_files import new_file, temporary_folder
from mineproof.lab.catalogue import recipes_of
from mineproof.lab.gaps import gaps
from mineproof.lab.paper import own_text, typesetting
from mineproof.lab.paper.blocks import Block, Code, Figure, Grid, Heading, Items, Paragraph
from mineproof.lab.paper.discussion import QUESTIONS, recipes_needed
from mineproof.lab.paper.own_text import OwnText
from mineproof.lab.paper.results import Cut, figure_of, findings, grids_of, look_of
from mineproof.lab.paper.typesetting import Fonts, Paper, Printed
from mineproof.lab.paper.wording import Wording
from mineproof.lab.provenance import Run
from mineproof.lab.recipes import recipe
from mineproof.lab.report import _figures as figures
from mineproof.lab.report.writing import chosen_recipes
from mineproof.lab.store import Store
from mineproof.lab.summary import Table, no_rows, summarise
from mineproof.play.strategies import STRATEGIES

MOST_PAGES = 10
_CUTS = (Cut(40, 2, 2.1), Cut(24, 2, 1.8), Cut(16, 1, 1.6), Cut(10, 1, 1.45))
"""The amounts of detail, tried in this order until the report fits."""


@dataclass(frozen=True)
class Written:
    """The files that were written."""

    pdf: Path
    pages: int
    own: Path
    own_is_new: bool
    """Whether the file for the author's text was created or extended."""
    runs: list[Run]
    """The runs that made the rows."""


@dataclass(frozen=True)
class Source:
    """The content of a report."""

    store: Store
    chosen: dict[str, list[Table]]
    """The tables of the experiments that have a section, by their names."""
    known: dict[str, list[Table]]
    """The tables that the discussion may use as well."""
    own: OwnText
    wording: Wording
    command: str
    """The command that makes the report again."""

    def runs(self) -> list[Run]:
        """Return the runs that made the rows, in the order of the experiments."""
        return [run for name in self.known for run in self.store.runs(name)]


def write_pdf(
    store: Store, pdf: Path, only: Sequence[str] | None, language: str, command: str
) -> Written:
    """Write the report of some experiments, or of all that have rows, and the file for own text.

    Raise `BadInput` if something is missing, or if the marks in the own text are damaged; then
    nothing is written.
    """
    figures.require()
    typesetting.require()
    if pdf.is_dir() or not pdf.name:
        raise BadInput(f"{pdf}: not a file to write to", field="pdf")
    own = own_text.read(own_text.path_beside(pdf))
    chosen = _chosen(store, only)
    wording = Wording(language, _players(chosen))
    more = [recipe(name) for name in recipes_needed() if name not in chosen]
    known = chosen | {one.name: summarise(one, store) for one in more}
    known = {name: tables for name, tables in known.items() if tables}
    source = Source(store, chosen, known, own, wording, command)
    printed = _fitting(source)
    sections = own_sections(list(chosen), wording)
    try:
        with new_file(pdf) as file:
            file.write(printed.pdf)
    except OSError as problem:
        raise BadInput(f"{pdf}: {problem.strerror or problem}") from None
    is_new = own.write(sections, wording.say("own head", pdf=pdf.name))
    return Written(pdf, printed.pages, own.path, is_new, source.runs())


def _chosen(store: Store, only: Sequence[str] | None) -> dict[str, list[Table]]:
    """Return the tables of the experiments that are asked for; each must have rows."""
    found = {name: summarise(one, store) for name, one in chosen_recipes(store, only).items()}
    if only is None and not any(found.values()):
        raise BadInput(f"{store.path}: no rows to report yet; `mineproof lab run` makes them")
    for name, tables in found.items():
        if only is not None and not tables:
            raise no_rows(store, name)
    return {name: tables for name, tables in found.items() if tables}


def _players(chosen: dict[str, list[Table]]) -> list[str]:
    """Return the names of all who play in some experiments."""
    playing = dict.fromkeys(
        str(strategy)
        for tables in chosen.values()
        for table in tables
        for strategy in (*table.choices("strategy"), *table.part.trial.players)
    )
    return [*playing]


def own_sections(names: Sequence[str], wording: Wording) -> list[own_text.Section]:
    """Return the places for own text in a report of some experiments."""
    say, section = wording.say, own_text.Section
    return [
        *(section(one, say(f"hint {one}")) for one in ("title", "author", "introduction")),
        section("method", say("hint method")),
        *(section(f"experiment {name}", say("hint experiment", name=name)) for name in names),
        *(
            section(f"question {one.name}", say("hint question", question=one.title(wording)))
            for one in QUESTIONS
        ),
        section("conclusion", say("hint conclusion")),
    ]


def _fitting(source: Source) -> Printed:
    """Typeset the report with as much detail as fits.

    Raise `BadInput` if the least does not fit.
    """
    title = source.own.line("title") or source.wording.say("title")
    author = source.own.line("author")
    for cut in _CUTS:
        blocks = _blocks(source, cut)
        fonts = typesetting.fonts_for([title, author, *_texts(blocks)])
        drawings = _drawings(source, cut, fonts)
        wording = source.wording
        with temporary_folder() as folder:
            separator = wording.say("caption separator")
            paper = Paper(title, author, wording.language, separator, blocks, drawings, fonts)
            printed = typesetting.typeset(paper, folder)
        if printed.pages <= MOST_PAGES:
            return printed
    pages = [*printed.begins.values(), printed.pages]
    long = [
        f"{name} begins on page {begin}" for name, begin in zip(printed.begins, pages, strict=False)
    ]
    raise BadInput(
        f"the report has {printed.pages} pages, more than {MOST_PAGES}: leave out some experiments"
        f" ({', '.join(long)}), or shorten {source.own.path.name}",
        field="only",
    )


def _blocks(source: Source, cut: Cut) -> list[Block]:
    """Return the whole report."""
    own, say = source.own, source.wording.say
    names = say.joined(f"`{name}`" for name in source.chosen)
    introduction = own.blocks("introduction") or [
        Paragraph(say.counted("introduction text", len(source.chosen), names=names))
    ]
    blocks: list[Block] = [Heading(1, say("introduction")), *introduction]
    blocks += [Heading(1, say("method")), *_method(source), *own.blocks("method")]
    blocks.append(Heading(1, say("experiments")))
    figures_before = 0
    for name, tables in source.chosen.items():
        blocks.append(Heading(2, _title(tables[0], source.wording), of=name))
        blocks += _experiment(tables, source.wording, cut, figures_before)
        blocks += own.blocks(f"experiment {name}")
        figures_before += len(tables)
    blocks.append(Heading(1, say("discussion")))
    for question in QUESTIONS:
        blocks += question.blocks(source.known, source.wording)
        blocks += own.blocks(f"question {question.name}")
    conclusion = own.blocks("conclusion")
    blocks += [Heading(1, say("conclusion")), *conclusion] if conclusion else []
    return [*blocks, Heading(1, say("provenance")), *_provenance(source)]


def _method(source: Source) -> list[Block]:
    say, name = source.wording.say, source.wording.name
    playing = _players(source.chosen)
    listed = [one for one in STRATEGIES if one in playing]
    outside = [one for one in playing if one not in STRATEGIES]
    rows = [
        [f"`{one}`", name(STRATEGIES[one].summary), name(STRATEGIES[one].source)] for one in listed
    ]
    player = source.wording.player
    rows += [[player(one), say("outside strategy", name=f"`{one}`"), "–"] for one in outside]
    heads = [say(f"column {one}") for one in ("strategy", "rule", "source")]
    blocks: list[Block] = [Paragraph(say("method text")), Paragraph(say("method intervals"))]
    return [*blocks, Grid(say("strategies"), heads, rows, 3)] if rows else blocks


def _experiment(
    tables: list[Table], wording: Wording, cut: Cut, figures_before: int
) -> Iterator[Block]:
    """Return one experiment: for each part the question, sentences, a figure and tables."""
    for number, table in enumerate(tables):
        yield Heading(3, wording.name(table.part.question))
        yield from findings(table, wording)
        if table.part.chart:
            width = look_of(table, table.part.chart, wording, cut).width or 0
            file = _file(figures_before + number)
            yield figure_of(table, table.part.chart, file, width, wording)
        yield from grids_of(table, wording, cut)


def _title(table: Table, wording: Wording) -> str:
    """Return the name of an experiment and its source."""
    name, source = table.recipe.name, table.recipe.source
    told = {"name": name, "source": wording.name(source)}
    return name if source == "ours" else wording.say("experiment of", **told)


def _file(number: int) -> str:
    return f"figure-{number}.svg"


def _drawings(source: Source, cut: Cut, fonts: Fonts) -> dict[str, bytes]:
    """Draw the figures of all experiments; return them by the names of their files."""
    drawings = {}
    every = [table for tables in source.chosen.values() for table in tables]
    with _paper_style(fonts):
        for number, table in enumerate(every):
            chart, file = table.part.chart, _file(number)
            if chart:
                look = look_of(table, chart, source.wording, cut)
                drawings[file] = figures.svg(figures.draw(table, chart, look), file)
    return drawings


@contextmanager
def _paper_style(fonts: Fonts) -> Iterator[None]:
    """Draw with small letters, and with the characters of the report.

    typst draws the letters. matplotlib only needs their widths, from any font that has these
    characters. It does not know all families of a font file by name, and logs a warning.
    """
    import matplotlib
    from matplotlib import font_manager, ft2font

    families = ["DejaVu Sans"]
    if fonts.chinese is not None and fonts.chinese.path is not None:
        font_manager.fontManager.addfont(fonts.chinese.path)
        families += [fonts.chinese.family, ft2font.FT2Font(fonts.chinese.path).family_name]
    log = logging.getLogger("matplotlib.font_manager")
    level = log.level
    log.setLevel(logging.CRITICAL)
    try:
        with warnings.catch_warnings(), matplotlib.rc_context():
            warnings.filterwarnings("ignore", "Glyph .* missing from font")
            matplotlib.rcParams.update(
                {"font.size": 8, "axes.titlesize": 9, "font.family": families}
            )
            yield
    finally:
        log.setLevel(level)


def _provenance(source: Source) -> list[Block]:
    say, runs = source.wording.say, source.runs()
    made = dict.fromkeys(say("made by", version=one.version, engine=one.engine) for one in runs)
    machines = say("semicolon").join(dict.fromkeys(run.machine for run in runs))
    rows = [
        [
            f"`{run.command}`",
            str(run.seed),
            f"{run.version}, {run.engine}",
            run.began,
        ]
        for run in runs
    ]
    heads = [say(f"column {one}") for one in ("command", "seed", "made by", "began")]
    blocks: list[Block] = [
        Paragraph(say("provenance text", made=say.joined(made), machines=machines)),
        Grid(say("runs"), heads, rows, 4, wide=True),
        Paragraph(say("report command")),
        Code([source.command]),
    ]
    known = [one for name, one in recipes_of(source.store).items() if name in source.known]
    lines = [line for one in known for line in gaps(one, source.store)]
    if lines:
        blocks.append(Paragraph(say("gaps", lines=source.wording.list(lines))))
    return blocks


def _texts(blocks: Sequence[Block]) -> Iterator[str]:
    """Yield every text of a report, to find the characters that its fonts need."""
    for block in blocks:
        match block:
            case Heading() | Paragraph():
                yield block.text
            case Items():
                yield from block.items
            case Code():
                yield from block.lines
            case Grid():
                yield from (block.caption, *block.head, *(c for row in block.rows for c in row))
            case Figure():
                yield block.caption
            case _:
                pass
