"""The report to hand in: method, results, discussion and provenance, on at most ten pages.

The listing of the author's program follows, on pages that do not count. If the report is longer,
tables and figures are made smaller, step by step. If it still does not fit, `BadInput` gives the
length of each experiment.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from mineproof.base.errors import BadInput
from mineproof.base.output_files import new_file, temporary_folder
from mineproof.lab._document import Block, Grid, Heading
from mineproof.lab.paper import own_text, typesetting
from mineproof.lab.paper.discussion import QUESTIONS, DiscussionPoint, recipes_needed
from mineproof.lab.paper.own_text import OwnText
from mineproof.lab.paper.results import Cut, figure_of, findings, grids_of
from mineproof.lab.paper.typesetting import Paper, Printed
from mineproof.lab.paper.wording import Wording
from mineproof.lab.provenance import Run
from mineproof.lab.recipes import recipe
from mineproof.lab.report import _figures as figures
from mineproof.lab.report.writing import chosen_tables
from mineproof.lab.store import Store
from mineproof.lab.summary import Table, summarise
from mineproof.play.strategies import STRATEGIES

MOST_PAGES = 10
_CUTS = (Cut(40, 2, 2.1), Cut(40, 2, 1.8), Cut(24, 2, 1.8), Cut(16, 1, 1.6), Cut(10, 1, 1.45))
"""The amounts of detail, tried in this order until the report fits."""
_LEAST_PAGE = 0.3  # of a last page; if it has less, smaller figures alone may save it


@dataclass(frozen=True)
class Written:
    """The files that were written."""

    pdf: Path
    pages: int
    """Without those of the listing."""
    listed: int
    """The pages of the listing."""
    own: Path
    runs: list[Run]
    """The runs that made the rows."""


@dataclass(frozen=True)
class Wanted:
    """What the author asks for."""

    language: str = "en"
    listing: Sequence[tuple[str, str]] = ()
    """The files of the program to list: name and text of each."""
    names: Sequence[str] = ()
    """The names of the programs from outside, in the order in which the report has them."""
    with_answers: bool = False
    """Whether our answers to the questions are printed."""


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
    wanted: "Wanted"

    def runs(self) -> list[Run]:
        """Return the runs that made the rows, in the order of the experiments."""
        answered = [one for one in QUESTIONS if _answer(one, self)]
        names = [*self.chosen, *(name for one in answered for name, _ in one.needs)]
        return [run for name in dict.fromkeys(names) for run in self.store.runs(name)]


def write_pdf(store: Store, pdf: Path, only: Sequence[str] | None, wanted: Wanted) -> Written:
    """Write the report of some experiments, or of all that have rows, and the file for own text.

    Raise `BadInput` if something is missing, or if the marks in the own text are damaged; then
    nothing is written.
    """
    typesetting.require()  # first: the extra that it names has both
    figures.require()
    if pdf.is_dir() or pdf.suffix.lower() != ".pdf":
        raise BadInput(f"{pdf}: not the name of a PDF: it ends in .pdf", field="pdf")
    own = own_text.read(own_text.path_beside(pdf))
    chosen = {name: tables for name, tables in chosen_tables(store, only).items() if tables}
    players = _players(chosen)
    wording = Wording(wanted.language, players, _names_of(players, wanted.names))
    more = [recipe(name) for name in recipes_needed() if name not in chosen]
    known = chosen | {one.name: summarise(one, store) for one in more}
    known = {name: tables for name, tables in known.items() if tables}
    source = Source(store, chosen, known, own, wording, wanted)
    printed = _fitting(source)
    sections = own_sections(list(chosen), wording)
    try:
        with new_file(pdf) as file:
            file.write(printed.pdf)
    except OSError as problem:
        raise BadInput(f"{pdf}: {problem.strerror or problem}") from None
    own.write(sections, wording.say("own head", pdf=pdf.name))
    return Written(pdf, printed.pages, printed.listed, own.path, source.runs())


def _names_of(players: Sequence[str], names: Sequence[str]) -> dict[str, str]:
    """Return the given names by player; raise `BadInput` for names that mean nothing."""
    outside = [one for one in players if one not in STRATEGIES]
    if len(names) > len(outside):
        line = f"more names ({len(names)}) than programs from outside ({len(outside)})"
        raise BadInput(line, field="names")
    if not all(map(str.strip, names)):
        raise BadInput("a name is empty", field="names")
    if len({*names, *STRATEGIES}) < len(names) + len(STRATEGIES):
        raise BadInput("a name is that of another player", field="names")
    return dict(zip(outside, names, strict=False))


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
    language, separator = source.wording.language, source.wording.say("caption separator")
    best: Printed | None = None
    for cut, smaller in zip(_CUTS, (*_CUTS[1:], None), strict=True):
        with temporary_folder() as folder:
            blocks, listing = _blocks(source, cut), source.wanted.listing
            appendix = source.wording.say("listing")
            paper = Paper(title, author, language, separator, blocks, appendix, listing)
            printed = typesetting.typeset(paper, folder)
        if printed.pages <= MOST_PAGES and (best is None or printed.pages < best.pages):
            best = printed
        only_figures = smaller is not None and smaller.rows == cut.rows
        if best is not None and (best.last_page > _LEAST_PAGE or not only_figures):
            return best
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
    parts = sum(map(len, source.chosen.values()))
    introduction = own.blocks("introduction") or [say.counted("introduction text", parts)]
    blocks: list[Block] = [Heading(1, say("introduction")), *introduction]
    blocks += [Heading(1, say("method")), *_method(source), *own.blocks("method")]
    blocks += [say("method text"), say("method intervals")]
    blocks.append(Heading(1, say("experiments")))
    for name, tables in source.chosen.items():
        blocks += _experiment(name, tables, source.wording, cut)
        for question in QUESTIONS:  # a question that nobody answers is not asked
            if not _answer(question, source):
                blocks += question.tables({name: tables}, source.wording)
        blocks += own.blocks(f"experiment {name}")
    discussion = list(_discussion(source))
    blocks += [Heading(1, say("discussion")), *discussion] if discussion else []
    conclusion = own.blocks("conclusion")
    blocks += [Heading(1, say("conclusion")), *conclusion] if conclusion else []
    return [*blocks, Heading(1, say("provenance")), *_provenance(source)]


def _discussion(source: Source) -> Iterator[Block]:
    """Return the questions that have an answer, with what was measured about them."""
    for question in QUESTIONS:
        answer = _answer(question, source)
        if answer:
            yield Heading(2, question.title(source.wording))
            yield from answer
            yield from question.tables(source.known, source.wording)


def _answer(question: DiscussionPoint, source: Source) -> list[Block]:
    """Return what the author wrote about a question, and on request our answer."""
    ours = question.answer(source.wording) if source.wanted.with_answers else []
    return source.own.blocks(f"question {question.name}") + ours


def _method(source: Source) -> list[Block]:
    say, name = source.wording.say, source.wording.name
    playing = _players(source.chosen)
    outside = [one for one in playing if one not in STRATEGIES]
    rows = [
        [f"`{one}`", name(of.summary), "mineproof" if of.source == "ours" else name(of.source)]
        for one, of in STRATEGIES.items()
        if one in playing
    ]
    player = source.wording.player
    rows += [[player(one), say("own strategy"), say("author")] for one in outside]
    heads = [say(f"column {one}") for one in ("strategy", "rule", "source")]
    blocks = list[Block]()
    if any(one not in outside and STRATEGIES[one].traces for one in playing):
        blocks.append(say("method player"))
    return [*blocks, Grid(say("strategies"), heads, rows, 3)] if rows else blocks


def _experiment(name: str, tables: list[Table], wording: Wording, cut: Cut) -> Iterator[Block]:
    """Return one experiment: for each part the question, sentences, a figure and tables."""
    for table in tables:
        of = name if table is tables[0] else ""
        yield Heading(2, wording.name(table.part.question), of=of)
        yield from findings(table, wording)
        if table.part.chart:
            yield figure_of(table, table.part.chart, wording, cut)
        yield from grids_of(table, wording, cut)


def _provenance(source: Source) -> list[Block]:
    say, runs = source.wording.say, source.runs()
    hosts = [run.machine.removesuffix(f", {run.engine} engine") for run in runs]
    machines = say("semicolon").join(dict.fromkeys(hosts))
    machines = re.sub(r"(\d+) cores", lambda cores: say("cores", n=cores[1]), machines)
    rows = [
        [f"`{run.command}`", str(run.seed), f"{run.version}, {run.engine}", run.began]
        for run in runs
    ]
    heads = [say(f"column {one}") for one in ("command", "seed", "made by", "began")]
    return [
        say("provenance text", machines=machines),
        Grid(say("runs"), heads, rows, 4, wide=True),
    ]
