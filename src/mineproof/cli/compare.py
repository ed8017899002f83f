"""`mineproof compare`: which of two cells to open, and why."""

import json
from typing import TYPE_CHECKING

from mineproof.cli import options
from mineproof.cli.files import about, read_bytes

if TYPE_CHECKING:
    from mineproof.game.board import Shape


@options.command
@options.file("A position")
@options.two_cells
@options.think
@options.mines_of_file
@options.shape
@options.as_json
@options.language
def compare(
    file: str,
    cells: tuple[str, str],
    think: str | None,
    mines: int | None,
    shape: "Shape",
    as_json: bool,
    language: str,
) -> int:
    """Say which of two hidden cells is the better one to open, and what decides.

    With --think deep, games are played to the end from both cells. They estimate the chance to
    win, with a 95 % interval. Ctrl-C ends these games, and the better cell so far is the answer.

    \b
    mineproof compare position.mine r2c1 r5c4
    """
    from mineproof import answers
    from mineproof.cli.core_notice import warn_if_core_is_missing
    from mineproof.cli.progress import rollout_progress
    from mineproof.game.formats import read

    text = read_bytes(file)
    warn_if_core_is_missing()
    how = think or "normal"
    with about(file), rollout_progress(how) as report:
        view, why_in = read(text, mines, shape), "en" if as_json else language
        found = answers.compare(view, *cells, language=why_in, think=how, report=report)
    if as_json:
        print(json.dumps(found.as_json(), ensure_ascii=False))
        return 0
    from mineproof.cli.tables import show_candidates
    from mineproof.reason.words import CommandTexts

    say, name = CommandTexts("analyse", language), found.view.board.name
    if found.better is None:
        print(say("neither", why=found.why) + "\n")
    else:
        print(say("open", cell=name(found.better), why=found.why) + "\n")
    show_candidates(found.cells, name, language)
    return 0
