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
@options.shape
@options.as_json
def compare(file: str, cells: tuple[str, str], shape: "Shape", as_json: bool) -> int:
    """Say which of two hidden cells is the better one to open, and what decides.

    \b
    mineproof compare position.mine r2c1 r5c4
    """
    from mineproof import answers
    from mineproof.cli.core_notice import warn_if_core_is_missing
    from mineproof.game.formats import read

    text = read_bytes(file)
    warn_if_core_is_missing()
    with about(file):
        found = answers.compare(read(text, shape=shape), *cells)
    if as_json:
        print(json.dumps(found.as_json(), ensure_ascii=False))
        return 0
    from mineproof.cli.tables import show_candidates

    name = found.view.board.name
    better = "neither is better" if found.better is None else f"open {name(found.better)}"
    print(f"{better}: {found.why}\n")
    show_candidates(found.cells, name)
    return 0
