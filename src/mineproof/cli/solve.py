"""`mineproof solve`: deal or read a board, play it by logic, show the truth and what was found."""

import json as jsonlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer

from mineproof.cli.files import read_bytes, written
from mineproof.errors import BadInput
from mineproof.play.asked import check_heuristic, level_of, shape_named, start_of

if TYPE_CHECKING:
    from mineproof.answers import Solved
    from mineproof.game.deal import Deal, Start
    from mineproof.logic.kb import Event

Option = typer.Option


def solve(
    file: Annotated[
        str | None,
        typer.Argument(
            help="A full board to play; - reads it from standard input.",
            metavar="FILE",
            show_default=False,
        ),
    ] = None,
    level: Annotated[
        str | None,
        Option(help="easy, medium, hard; beginner, intermediate, expert.", show_default="easy"),
    ] = None,
    size: Annotated[str | None, Option(help="WIDTHxHEIGHT, such as 30x16; with --mines.")] = None,
    mines: Annotated[int | None, Option(help="How many mines; with --size.")] = None,
    seed: Annotated[int, Option(help="Which board.")] = 0,
    start: Annotated[
        str | None,
        Option(
            help="given, safe or open; the latter with a cell as in safe:r1c1.",
            show_default="the first cell that FILE names, else given",
        ),
    ] = None,
    safe_cells: Annotated[
        str | None,
        Option(
            help="How many cells are given: 9, or x0.75 of the usual number.",
            show_default="round(sqrt(cells))",
        ),
    ] = None,
    place: Annotated[str, Option(help="Where they lie: uniform, walk or block.")] = "uniform",
    cells: Annotated[str | None, Option(help="The given cells by name: r1c1,r4c7.")] = None,
    shape: Annotated[str, Option(help="grid, torus or hex.")] = "grid",
    strategy: Annotated[str, Option(help="See `mineproof strategies`.")] = "saturate",
    heuristic: Annotated[
        str | None,
        Option(help="How csp and its kin choose: mrv, degree or first.", show_default="mrv"),
    ] = None,
    certificate: Annotated[
        str | None, Option(help="Prove every mark, and write the proofs into this folder.")
    ] = None,
    replay: Annotated[
        str | None, Option(help="Write the game to this file, for `mineproof review`.")
    ] = None,
    trace: Annotated[
        bool, Option("--trace", help="Tell every step of the knowledge base.")
    ] = False,
    json: Annotated[
        bool, Option("--json", help="One object for programs (with --trace: a line a step).")
    ] = False,
) -> int:
    """Play a board by logic; show the truth and what was found.

    Exit status 0 if every cell was marked, 1 if stuck or exploded.

    \b
    mineproof solve --level hard --seed 7
    mineproof solve board.mine --cells r1c1,r4c7 --strategy unit --trace
    """
    from mineproof import answers
    from mineproof.cli.core import say_which
    from mineproof.game.replay import write
    from mineproof.play.strategies import strategy as named

    named(strategy)  # a wrong name is said before any board is dealt
    check_heuristic(heuristic, strategy)
    if certificate is not None and trace:
        raise BadInput("--trace and --certificate exclude each other")
    asked = start is not None or safe_cells is not None or place != "uniform"
    rule = start_of(start or "given", safe_cells, place, cells)
    dealt = _dealt(file, level, size, mines, seed, rule, shape, cells, asked)
    if named(strategy).counts:
        say_which()
    how = heuristic or "mrv"
    if certificate is not None:
        answer, proofs = answers.certify(dealt, strategy, seed=seed, heuristic=how)
        proofs.write(certificate)
    else:
        tell = _tracer(dealt, json) if trace else None
        answer = answers.solve(dealt, strategy, seed=seed, heuristic=how, trace=tell)
    with written(replay) as to:
        if to:
            to.write(write(answer.replay))
    if json:
        print(jsonlib.dumps(answer.as_json(), ensure_ascii=False))
    else:
        _show(answer)
    return 0 if answer.result.outcome == "solved" else 1


def _dealt(
    file: str | None,
    level: str | None,
    size: str | None,
    mines: int | None,
    seed: int,
    start: "Start",
    shape: str,
    cells: str | None,
    asked: bool,
) -> "Deal":
    from mineproof import answers

    shaped = shape_named(shape)
    named = None if cells is None else cells.split(",")
    if file is not None:
        if level is not None or size is not None or mines is not None:
            raise BadInput(
                "a FILE brings its own size and mines: leave out --level, --size, --mines"
            )
        text = read_bytes(file)
        try:
            return answers.deal_from_text(
                text, start=start if asked else None, seed=seed, shape=shaped, cells=named
            )
        except BadInput as problem:
            raise BadInput(f"{file}: {problem}") from None
    wanted = level_of(level, size, mines, default="easy")
    return answers.deal_for(wanted, start=start, seed=seed, shape=shaped, cells=named)


def _tracer(dealt: "Deal", json: bool) -> "Callable[[Event], None]":
    from mineproof.answers import SCHEMA
    from mineproof.reason.trace import as_data, as_words

    def tell(event: "Event") -> None:
        if json:
            data = {"schema": SCHEMA, **as_data(dealt.board, event)}
            print(jsonlib.dumps(data, ensure_ascii=False))
        else:
            print(as_words(dealt.board, event))

    return tell


def _show(answer: "Solved") -> None:
    from rich.console import Console

    from mineproof.cli.paint import show
    from mineproof.game.picture import MINE, full_cells

    console = Console(highlight=False)
    result, board = answer.result, answer.deal.board
    game, counters = result.game, result.counters
    count = game.view.mines
    mines = "1 mine" if count == 1 else f"{count} mines"
    console.print(f"The board: {board.size}, {mines}", soft_wrap=True)
    show(console, board, full_cells(board, answer.deal.layout))
    found = game.view.cells.tolist()
    if game.exploded is not None:
        found[game.exploded] = MINE
    marked = board.cells - game.unmarked
    console.print(
        f"\nWhat {answer.strategy} found: {result.outcome}, {marked} of {board.cells} cells marked"
        f" from {len(answer.deal.initial)} given",
        soft_wrap=True,
    )
    show(console, board, found)
    console.print(
        f"\nclauses  {counters.generated} offered, {counters.inserted} inserted,"
        f" {counters.duplicates} duplicate, {counters.subsumed} subsumed,"
        f" at most {counters.largest} at a time\n"
        f"work     {counters.units} units, {counters.resolutions} resolutions,"
        f" {counters.rounds} rounds of matching, {result.ms:.1f} ms",
        soft_wrap=True,
    )
