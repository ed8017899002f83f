"""`mineproof learn export`: exercises for paper."""

from typing import TYPE_CHECKING

from mineproof.base.errors import BadInput
from mineproof.cli import options
from mineproof.cli.exercise_options import set_options
from mineproof.cli.files import output_bytes

if TYPE_CHECKING:
    from collections.abc import Callable

    from mineproof.learn.codes import ExerciseSet

_PDF = options.output("pdf", "The PDF to write.")
_SVG = options.output("svg", "The SVG to write: all pages, one below another.")


@options.command
@set_options
@_PDF
@_SVG
@options.language
def export(
    exercise_set: "Callable[[], ExerciseSet]",
    pdf: str | None,
    svg: str | None,
    language: str,
) -> int:
    """Write exercises for paper, six per page, with their solutions at the end.

    The head of each page names the set, so that it can be made again or solved in the terminal.

    \b
    mineproof learn export --count 20 --depth 2 --pdf exercises.pdf
    mineproof learn export --kind 1-2-1 --count 6 --seed 7 --svg exercises.svg
    """
    if pdf is None and svg is None:
        raise BadInput("name a file: --pdf FILE or --svg FILE")
    from mineproof.answers.paper import one_drawing
    from mineproof.cli.pdf import pdf as make_pdf
    from mineproof.cli.progress import progress_bar
    from mineproof.learn.paper import exercise_pages

    chosen, found = exercise_set(), []
    with progress_bar("finding", chosen.count) as advance:
        for one in chosen.exercises():
            found.append(one)
            advance(1)
    pages = exercise_pages(found, task=chosen.task, title=_command(chosen), language=language)
    for path, make in ((pdf, make_pdf), (svg, lambda all_: one_drawing(all_).encode())):
        if path is not None:
            raw = make(pages)
            with output_bytes(path) as file:
                if file is not None:
                    file.write(raw)
    return 0 if len(found) == chosen.count else 1


def _command(chosen: "ExerciseSet") -> str:
    """The command that asks the same exercises in the terminal."""
    kind = "" if chosen.kind is None else f" --kind {chosen.kind}"
    depth = "" if chosen.depth is None else f" --depth {chosen.depth}"
    task = "" if chosen.task == "certain" else f" --task {chosen.task}"
    return f"mineproof learn{kind}{depth}{task} --count {chosen.count} --seed {chosen.seed}"
