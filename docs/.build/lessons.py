"""The boards of the lessons: `python docs/.build/lessons.py [KIND …]` or `--sheets FOLDER`.

Writes src/mineproof/learn/lessons.json: for each kind of argument the plainest of the first
exercises of seed 1, without those that were found confusing. With `--sheets`, draws each lesson
on one picture instead: `FOLDER/KIND.svg`, the clues of the argument ringed, what is certain marked.
"""

import json
import runpy
import sys
from itertools import islice
from pathlib import Path

from mineproof.game.formats.mine import write
from mineproof.learn.exercises import Exercise, exercises
from mineproof.learn.hints import clues_of
from mineproof.learn.kinds import KINDS
from mineproof.learn.lessons import GUIDED, BoardJson, lesson
from mineproof.reason.argument import ArgumentLine

HERE = Path(__file__).parent
TARGET = HERE.parent.parent / "src" / "mineproof" / "learn" / "lessons.json"
SEED = 1
BOARDS = GUIDED + 8
CANDIDATES = 40
"""So many exercises of a kind are looked at; the plainest are taken."""

PATTERNS = ("1-1", "1-2", "1-2-1")
LITERAL = 6
"""Of a pattern, so many boards show its very numbers; on the others flags are counted off first."""

CONFUSING: dict[str, set[int]] = {
    "guess": {67, 290},  # the best guess is the coin flip that the lesson before shows
    "count": {100},  # nothing but flags leads to the cells
}
"""By kind, the numbers of boards that were looked at and thrown out."""


def plainness(one: Exercise) -> tuple[bool, int, int, int]:
    """The less, the better an exercise shows its idea: a part of the board is open and another is
    not, the argument is short and rests on few clues, little beyond it is certain."""
    certain = len(one.safe) + len(one.mined)
    lines = [line for line in one.lines if isinstance(line, ArgumentLine)]
    decided = {cell for line in lines for cell, _ in line.concludes}
    clues = clues_of(one)
    extreme = (
        not 3 <= len(one.view.unmarked) <= 60
        or len(" ".join(one.argument)) > 330
        or bool(lines and not clues)
    )
    beyond = max(0, certain - max(3, len(decided)))
    return extreme, len(clues), beyond if lines else len(one.view.unmarked), one.number


def is_literal(one: Exercise) -> bool:
    """Whether no flag is counted off in the argument."""
    lines = [line for line in one.lines if isinstance(line, ArgumentLine)]
    return not any(premise.known for line in lines for premise in line.premises)


def mined(kind: str) -> list[BoardJson]:
    """The boards of a lesson, the plainest first."""
    found = [
        one
        for one in islice(exercises(kind=kind, seed=SEED), CANDIDATES)
        if one.number not in CONFUSING.get(kind, ())
    ]
    found.sort(key=plainness)
    if kind in PATTERNS:
        literal = list(filter(is_literal, found))[:LITERAL]
        found = literal + [one for one in found if one not in literal]
    return [
        {
            "seed": one.seed,
            "number": one.number,
            "position": write(one.view).strip().replace("\n", "/"),
        }
        for one in found[:BOARDS]
    ]


def sheet(kind: str) -> str:
    """All boards of a lesson on one picture."""
    draw = runpy.run_path(str(HERE / "patterns.py"))["draw"]
    parts = []
    found = lesson(kind)
    for place, one in enumerate((*found.guided, *found.drill)):
        row, column = divmod(place, 5)
        board = one.view.board
        safe, mines, ringed = (
            {board.index(name) for name in names}
            for names in ((*one.safe, *one.chosen), one.mined, clues_of(one))
        )
        flags = {cell for cell, value in enumerate(one.view.cells.tolist()) if value < -1}
        picture = draw(one.view, safe, mines | flags, sorted(ringed))
        x, y = 340 * column + 10, 360 * row + 25
        parts.append(
            f'<text x="{x}" y="{y - 8}" font-size="14">{one.number}: {one.view.mines} mines</text>'
        )
        parts.append(picture.replace("<svg ", f'<svg x="{x}" y="{y}" ', 1))
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="1720" height="750">'
        f'<rect width="1720" height="750" fill="#fff"/>{"".join(parts)}</svg>'
    )


def main() -> None:
    if sys.argv[1:2] == ["--sheets"]:
        folder = Path(sys.argv[2])
        folder.mkdir(parents=True, exist_ok=True)
        for kind in KINDS:
            (folder / f"{kind}.svg").write_text(sheet(kind))
        return
    found = json.loads(TARGET.read_text()) if TARGET.exists() else {}
    for kind in sys.argv[1:] or KINDS:
        found[kind] = mined(kind)
        TARGET.write_text(text_of({kind: found[kind] for kind in KINDS if kind in found}))


def text_of(boards: dict[str, list[dict[str, object]]]) -> str:
    """The file: a board a line."""
    kinds = (
        f" {json.dumps(kind)}: [\n  " + ",\n  ".join(map(json.dumps, found)) + "\n ]"
        for kind, found in boards.items()
    )
    return "{\n" + ",\n".join(kinds) + "\n}\n"


if __name__ == "__main__":
    main()
