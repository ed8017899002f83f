"""`mineproof generate --puzzle`: puzzles as text, JSON, SVG or PDF."""

import json
import sys
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from mineproof.cli.files import output_bytes

if TYPE_CHECKING:
    from mineproof.game.levels import Level


def write_puzzles(
    level: "Level", *, seed: int, count: int, most_depth: int, out: str | None, as_json: bool
) -> int:
    """Make puzzles, prove that each has one solution, and write them.

    The ending of FILE chooses the format. Return the exit status: 1 if too few were found.
    """
    from mineproof.answers import puzzles
    from mineproof.answers.paper import one_drawing
    from mineproof.cli.pdf import pdf
    from mineproof.cli.progress import progress_bar
    from mineproof.game.formats.mine import write
    from mineproof.play.puzzle import puzzles as search

    found = []
    with progress_bar("making", count) as advance:
        for puzzle in islice(search(level, seed=seed, most_depth=most_depth), count):
            puzzles.certify_unique(puzzle.view, puzzle.layout)
            found.append(puzzle)
            advance(1)
    kind = Path(out or "").suffix.lower()
    if as_json:
        text = "".join(json.dumps(puzzles.puzzle_json(one)) + "\n" for one in found)
    elif kind in (".svg", ".pdf"):
        text = one_drawing(puzzles.drawn_pages(found))
    else:
        text = "".join(write(one.view) for one in found)
    raw = text.encode()
    if kind == ".pdf" and not as_json:
        raw = pdf(puzzles.drawn_pages(found))
    with output_bytes(out) as file:
        if file is None:
            sys.stdout.write(text)
        else:
            file.write(raw)
    print(f"{len(found)} puzzles, unique: proved", file=sys.stderr)
    return 0 if len(found) == count else 1
