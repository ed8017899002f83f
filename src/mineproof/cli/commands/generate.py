"""`mineproof generate`: a corpus of boards; on request, boards that need no guess."""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from mineproof.cli import options
from mineproof.cli.day_board import write_day
from mineproof.cli.files import output_file, output_folder
from mineproof.cli.json_lines import json_line
from mineproof.cli.parameter_types import WholeNumber

if TYPE_CHECKING:
    from mineproof.game.board import Board, Shape
    from mineproof.game.deal import Start
    from mineproof.game.levels import Level
    from mineproof.play.generate import NoGuessBoard, NoGuessRequest

_CELLS_AT_A_TIME = 1 << 20
_NOT_WITH_PUZZLES = (
    *("start", "safe_cells", "place", "shape", "no_guess", "min_depth", "dense", "certificate"),
    *("bbbv", "openings"),
)
_NOT_WITH_A_DAY = (
    *("size", "mines", "start", "safe_cells", "place", "count", "seed", "shape", "no_guess"),
    *("min_depth", "max_depth", "dense", "puzzle", "bbbv", "openings", "certificate"),
)
_DEPTH = "depth of the logic"
_HINT = "; --dense repairs boards instead"


@options.command
@options.level("expert")
@options.size
@options.mines
@options.start("safe", given=True)
@options.safe_cells
@options.place
@options.option("--count", "How many boards.", WholeNumber(1), 100)
@options.seed()
@options.shape
@options.no_guess
@options.option("--min-depth", f"The least {_DEPTH}; with --no-guess.", WholeNumber(1, 4))
@options.option("--max-depth", f"The greatest {_DEPTH}; with --no-guess.", WholeNumber(1, 4))
@options.flag(
    "--dense",
    "Repair boards that need a guess; boards are then not equally likely. With --no-guess.",
)
@options.flag(
    "--puzzle", "Puzzles for paper: clues with one solution; FILE.svg and FILE.pdf are drawn."
)
@options.option(
    "--day",
    "The no-guess board of that day (UTC), which is the same for everyone and never changes.",
    metavar="YYYY-MM-DD",
)
@options.option("--3bv bbbv", "The 3BV of the boards: 100..120, 100.. or ..120.", metavar="RANGE")
@options.option(
    "--openings", "The number of openings of the boards: 5..9, 5.. or ..9.", metavar="RANGE"
)
@options.certificate
@options.out
@options.as_json
def generate(
    level: str | None,
    size: str | None,
    mines: int | None,
    start: str,
    safe_cells: str | None,
    place: str,
    count: int,
    seed: int,
    shape: "Shape",
    no_guess: bool,
    min_depth: int | None,
    max_depth: int | None,
    dense: bool,
    puzzle: bool,
    day: str | None,
    bbbv: str | None,
    openings: str | None,
    certificate: str | None,
    out: str | None,
    as_json: bool,
) -> int:
    """Deal boards into a corpus for `mineproof batch`; exit 1 if fewer were found than asked for.

    \b
    mineproof generate --level expert --start open:r4c4 --count 1000 --seed 7 --out boards.txt
    mineproof generate --level easy --start given --safe-cells 9 --count 100 --out given.txt
    mineproof generate --no-guess --level expert --start open --min-depth 3 --count 10 | \\
        mineproof convert - --to sgt
    mineproof generate --level expert --3bv 140..150 --openings 8..10 --count 10
    mineproof generate --puzzle --size 8x8 --mines 12 --count 12 --out puzzles.pdf
    mineproof generate --day 2026-11-17 --level beginner
    """
    from mineproof.cli.progress import progress_bar
    from mineproof.game.deal import Start
    from mineproof.game.formats.corpus import header, line
    from mineproof.play.generate import DEEPEST, Bounds, NoGuessRequest
    from mineproof.play.request import level_of, start_of

    if day is not None:
        options.refuse_together("has no effect with --day", *_NOT_WITH_A_DAY)
        return write_day(day, level or "expert", out, as_json)
    if puzzle:
        options.refuse_together("has no effect with --puzzle", *_NOT_WITH_PUZZLES)
        from mineproof.cli.puzzle_files import write_puzzles

        return write_puzzles(
            level_of(level, size, mines, default="easy"),
            seed=seed,
            count=count,
            most_depth=DEEPEST if max_depth is None else max_depth,
            out=out,
            as_json=as_json,
        )
    if Start.parse(start).rule != "given":
        options.refuse_together("goes with --start given", "safe_cells", "place")
    if not no_guess:
        options.refuse_together(
            "goes with --no-guess", "min_depth", "max_depth", "dense", "certificate"
        )
    rule = start_of(start, safe_cells, place, None)
    size_and_mines = level_of(level, size, mines, default="expert", shape=shape)
    if rule.rule == "given" and not no_guess:
        options.refuse_together("goes with --start safe or open", "bbbv", "openings")
        return _write_given(size_and_mines, rule, seed, shape, count, out, as_json)
    least = 1 if min_depth is None else min_depth
    most = DEEPEST if max_depth is None else max_depth
    measures = {
        name: None if text is None else Bounds.parse(text, field=name)
        for name, text in (("bbbv", bbbv), ("openings", openings))
    }
    wish = NoGuessRequest(size_and_mines, rule, seed, shape, least, most, dense, **measures)
    board, first = wish.board, rule.first(wish.board)
    tried = Tried()
    with (
        output_file(out) as file,
        output_folder(certificate) as folder,
        progress_bar("finding" if no_guess else "dealing", count) as advance,
    ):
        to = file or sys.stdout
        if not as_json:
            print(header(board, size_and_mines.mines, rule.rule, first, seed), file=to)
        boards = _boards(wish, count, no_guess, as_json, tried)
        for found in boards:
            print(_as_json(board, found, first) if as_json else line(found.layout), file=to)
            tried.found += 1
            if folder is not None:
                _certify(wish, found, folder / f"{tried.found}")
            advance(1)
    if no_guess or bbbv or openings:
        print(tried.said(wish), file=sys.stderr)
    return 0 if tried.found == count else 1


def _write_given(
    level: "Level",
    start: "Start",
    seed: int,
    shape: "Shape",
    count: int,
    out: str | None,
    as_json: bool,
) -> int:
    """Write boards, each with its own given cells."""
    from mineproof.cli.progress import progress_bar
    from mineproof.game.board import mined_cells
    from mineproof.game.deal import deal
    from mineproof.game.formats.corpus import header, line

    board = level.board(shape)
    deal(level, start=start, seed=seed, shape=shape)  # refuses impossible settings
    with output_file(out) as file, progress_bar("dealing", count) as advance:
        to = file or sys.stdout
        if not as_json:
            print(header(board, level.mines, "given", 0, seed), file=to)
        for number in range(count):
            dealt = deal(level, start=start, seed=seed, number=number, shape=shape)
            if as_json:
                mines, given = mined_cells(dealt.layout), dealt.initial
                said = {"mines": board.names(mines), "given": board.names(given)}
                print(json_line(said), file=to)
            else:
                print(line(dealt.layout, dealt.initial), file=to)
            advance(1)
    return 0


@dataclass
class Tried:
    """How many boards were tried, and how many of them fit the request."""

    boards: int = 0
    found: int = 0

    def more(self, boards: int) -> None:
        """Count boards that were tried."""
        self.boards += boards

    def said(self, wish: "NoGuessRequest") -> str:
        """Return the result of the search in one line, also if it found nothing."""
        from mineproof.play.rates import wilson

        share, low, high = (f"{100 * part:.3g}" for part in wilson(self.found, self.boards))
        what = "could be repaired" if wish.dense else "are so"
        hint = "" if wish.dense or self.found or wish.bbbv or wish.openings else _HINT
        return f"{self.found} found, {self.boards} tried: {share} % [{low}, {high}] {what}{hint}"


def _dealt(wish: "NoGuessRequest", count: int) -> "Iterator[NoGuessBoard]":
    from mineproof.game.deal import layouts
    from mineproof.play.generate import NoGuessBoard

    at_a_time = max(1, _CELLS_AT_A_TIME // wish.board.cells)
    for low in range(0, count, at_a_time):
        some = min(at_a_time, count - low)
        dealt = layouts(
            wish.level, start=wish.start, seed=wish.seed, first=low, count=some, shape=wish.shape
        )
        for number, layout in enumerate(dealt, start=low):
            yield NoGuessBoard(layout, number, 1, None)


def _boards(
    wish: "NoGuessRequest", count: int, without_guess: bool, tell_depth: bool, tried: Tried
) -> "Iterator[NoGuessBoard]":
    from mineproof.play.generate import no_guess, with_measures

    if without_guess:
        return islice(no_guess(wish, tell_depth=tell_depth, tried=tried.more), count)
    if wish.bbbv is None and wish.openings is None:
        return _dealt(wish, count)
    return islice(with_measures(wish, tried.more), count)


def _certify(wish: "NoGuessRequest", found: "NoGuessBoard", folder: Path) -> None:
    from mineproof.answers import games

    _, certificate = games.certify(wish.dealt(found.layout), "complete", seed=wish.seed)
    folder.mkdir()
    certificate.write_files(folder)


def _as_json(board: "Board", found: "NoGuessBoard", first: int) -> str:
    from mineproof.game.board import mined_cells

    depth = found.depth
    answer = {
        "mines": board.names(mined_cells(found.layout)),
        "start": board.name(first),
        "depth": None if depth is None else depth.depth,
        "uses_count": None if depth is None else depth.uses_count,
        "tried": found.tried,
    }
    return json_line(answer)
