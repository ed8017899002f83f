"""`mineproof compare`: which of two cells to open, and why."""

import json
from typing import TYPE_CHECKING

from mineproof.cli import options
from mineproof.cli.files import MOST_CELLS, about, read_bytes

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

    With --think deep, the player `fast` plays on from both cells, on the same layouts. The shares
    of these games that it wins and their difference are shown with 95 % intervals. If the
    difference may be zero, neither cell is called better. Ctrl-C ends the games.

    \b
    mineproof compare position.mine r2c1 r5c4
    """
    from mineproof.answers import analysis
    from mineproof.cli.engine_notice import warn_if_engine_is_missing
    from mineproof.cli.progress import rollout_progress
    from mineproof.game.formats.reading import read

    text = read_bytes(file)
    warn_if_engine_is_missing()
    how = think or "normal"
    with about(file), rollout_progress(how, two_cells=True) as report:
        view = read(text, mines, shape, most_cells=MOST_CELLS)
        why_in = "en" if as_json else language
        found = analysis.compare(view, *cells, language=why_in, think=how, report=report)
    if as_json:
        print(json.dumps(found.as_json(), ensure_ascii=False))
        return 0
    from mineproof.terminal.colours import write

    write(found.as_text(language))
    return 0
