"""`mineproof generate`: a corpus of boards; on request, boards that need no guess."""

import json as jsonlib
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mineproof.cli.files import written
from mineproof.errors import BadInput
from mineproof.play.asked import level_of, shape_named

if TYPE_CHECKING:
    from mineproof.game.board import Board
    from mineproof.play.generate import Found, Wish

Option = typer.Option
_CELLS_AT_A_TIME = 1 << 20


def generate(
    level: Annotated[
        str | None,
        Option(help="easy, medium, hard; beginner, intermediate, expert.", show_default="expert"),
    ] = None,
    size: Annotated[str | None, Option(help="WIDTHxHEIGHT, such as 30x16; with --mines.")] = None,
    mines: Annotated[int | None, Option(help="How many mines; with --size.")] = None,
    start: Annotated[str, Option(help="safe or open, with a cell as in open:r4c4.")] = "safe",
    count: Annotated[int, Option(min=0, help="How many boards.")] = 100,
    seed: Annotated[int, Option(help="Which boards.")] = 0,
    shape: Annotated[str, Option(help="grid, torus or hex.")] = "grid",
    no_guess: Annotated[
        bool, Option("--no-guess", help="Only boards that logic solves from the first cell.")
    ] = False,
    min_depth: Annotated[
        int | None, Option(help="The least depth of its logic, 1 to 4; with --no-guess.")
    ] = None,
    max_depth: Annotated[int | None, Option(help="The greatest depth; with --no-guess.")] = None,
    dense: Annotated[
        bool,
        Option("--dense", help="Repair boards that are stuck: not uniform; with --no-guess."),
    ] = False,
    certificate: Annotated[
        str | None,
        Option(help="A folder for proofs that none needs a guess; with --no-guess."),
    ] = None,
    out: Annotated[str | None, Option(help="The file to write; standard output otherwise.")] = None,
    json: Annotated[bool, Option("--json", help="An object a board, for programs.")] = False,
) -> int:
    """Deal boards into a corpus that `mineproof batch` plays.

    Exit status 1 if fewer were found than asked for.

    \b
    mineproof generate --level expert --start open:r4c4 --count 1000 --seed 7 --out boards.txt
    mineproof generate --no-guess --level expert --start open --min-depth 3 --count 10 | \\
        mineproof convert - --to sgt
    """
    from mineproof.cli.progress import bar
    from mineproof.game.deal import Start
    from mineproof.game.formats.corpus import header, line
    from mineproof.play.generate import DEEPEST, Wish

    rule = Start.parse(start)
    depths = (min_depth, max_depth)
    if not no_guess and (dense or certificate is not None or depths != (None, None)):
        raise BadInput("--min-depth, --max-depth, --dense and --certificate go with --no-guess")
    asked = level_of(level, size, mines, default="expert")
    least, most = (default if depth is None else depth
                   for depth, default in zip(depths, (1, DEEPEST), strict=True))  # fmt: skip
    wish = Wish(asked, rule, seed, shape_named(shape), least, most, dense)
    board, first = wish.board, rule.first(wish.board)
    tried = Tried()
    folder = None if certificate is None else _empty(certificate)
    with written(out) as file, bar("finding" if no_guess else "dealing", count) as advance:
        to = file or sys.stdout
        if not json:
            print(header(board, asked.mines, rule.rule, first, seed), file=to)
        boards = _without_guess(wish, count, json, tried) if no_guess else _dealt(wish, count)
        for found in boards:
            print(_as_json(board, found, first) if json else line(found.layout), file=to)
            tried.found += 1
            if folder is not None:
                _certify(wish, found, folder / f"{tried.found}")
            advance(1)
    if no_guess:
        print(tried.said(wish), file=sys.stderr)
    return 0 if tried.found == count else 1


@dataclass
class Tried:
    """How many boards were looked at, and how many of them were what was asked for."""

    boards: int = 0
    found: int = 0

    def more(self, boards: int) -> None:
        self.boards += boards

    def said(self, wish: "Wish") -> str:
        """What the search has shown, also when it found nothing."""
        from mineproof.play.rates import wilson

        share, low, high = (f"{100 * part:.3g}" for part in wilson(self.found, self.boards))
        what = "could be repaired" if wish.dense else "are so"
        return (
            f"{self.found} found, {self.boards} tried: {share} % [{low}, {high}] {what}"
            f"{'' if wish.dense or self.found else '; --dense repairs boards instead'}"
        )


def _dealt(wish: "Wish", count: int) -> "Iterator[Found]":
    from mineproof.game.deal import layouts
    from mineproof.play.generate import Found

    at_a_time = max(1, _CELLS_AT_A_TIME // wish.board.cells)
    for low in range(0, count, at_a_time):
        some = min(at_a_time, count - low)
        dealt = layouts(
            wish.level, start=wish.start, seed=wish.seed, first=low, count=some, shape=wish.shape
        )
        for number, layout in enumerate(dealt, start=low):
            yield Found(layout, number, 1, None)


def _without_guess(wish: "Wish", count: int, tell_depth: bool, tried: Tried) -> "Iterator[Found]":
    from mineproof.play.generate import no_guess

    return islice(no_guess(wish, tell_depth=tell_depth, tried=tried.more), count)


def _empty(name: str) -> Path:
    folder = Path(name)
    try:
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise BadInput(f"{name}: not an empty folder: certificates want one of their own")
    except OSError as problem:
        raise BadInput(f"{name}: {problem.strerror or problem}") from None
    return folder


def _certify(wish: "Wish", found: "Found", folder: Path) -> None:
    from mineproof import answers

    _, certificate = answers.certify(wish.dealt(found.layout), "complete", seed=wish.seed)
    certificate.write(str(folder))


def _as_json(board: "Board", found: "Found", first: int) -> str:
    from mineproof.answers import SCHEMA
    from mineproof.game.board import mined_cells

    depth = found.depth
    answer = {
        "schema": SCHEMA,
        "mines": board.names(mined_cells(found.layout)),
        "start": board.name(first),
        "depth": None if depth is None else depth.depth,
        "uses_count": None if depth is None else depth.uses_count,
        "tried": found.tried,
    }
    return jsonlib.dumps(answer)
