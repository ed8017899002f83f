"""`mineproof analyse`: everything a position entails, the odds, the best move."""

import json as jsonlib
from decimal import Decimal
from typing import TYPE_CHECKING, Annotated

import typer

from mineproof.cli.files import read_bytes
from mineproof.errors import BadInput, MineproofError
from mineproof.play.asked import shape_named

if TYPE_CHECKING:
    from rich.console import Console

    from mineproof.answers import Analysed

Option = typer.Option


def analyse(
    file: Annotated[
        str, typer.Argument(help="One or more positions; - for standard input.", metavar="FILE")
    ],
    best: Annotated[bool, Option("--best/--no-best", help="Look for the best move.")] = True,
    hush: Annotated[
        bool, Option("--hush", help="Only say whether a guess is needed; name no cell.")
    ] = False,
    shape: Annotated[str, Option(help="grid, torus or hex.")] = "grid",
    json: Annotated[bool, Option("--json", help="One object a position, for programs.")] = False,
) -> int:
    """Tell everything that a position entails, the odds of every cell, and the best move.

    Exit status 0 for every position that some layout fits; with --hush, 1 if a guess is needed.

    \b
    mineproof analyse position.mine
    echo '3x2x1 / 1 1 1 / # # #' | mineproof analyse - --json
    """
    from mineproof import answers
    from mineproof.cli.core import say_which
    from mineproof.game.formats import read_many

    text = read_bytes(file)
    try:
        views = read_many(text, shape_named(shape))
    except BadInput as problem:
        raise BadInput(f"{file}: {problem}") from None
    say_which()
    found = []
    for number, view in enumerate(views, start=1):
        try:
            found.append(answers.analyse(view, best=best and not hush))
        except MineproofError as problem:
            where = f"{file}: position {number}" if len(views) > 1 else file
            raise BadInput(f"{where}: {problem}") from None
    if hush:
        return _hush(found, json)
    if json:
        for answer in found:
            print(jsonlib.dumps(answer.as_json(), ensure_ascii=False))
    else:
        _show(found)
    return 0


def _hush(found: "list[Analysed]", json: bool) -> int:
    from mineproof.answers import SCHEMA

    for answer in found:
        if json:
            print(jsonlib.dumps({"schema": SCHEMA, "certain": answer.certain_move}))
        else:
            print("no guess is needed" if answer.certain_move else "a guess is needed")
    return 0 if all(answer.certain_move for answer in found) else 1


def _show(found: "list[Analysed]") -> None:
    from rich.console import Console

    console = Console(highlight=False)
    for number, answer in enumerate(found, start=1):
        if len(found) > 1:
            console.print(f"Position {number}", style="bold")
        _show_one(console, answer)
        if number < len(found):
            console.print()


def _show_one(console: "Console", answer: "Analysed") -> None:
    from mineproof.cli.paint import show_candidates, show_odds

    found = answer.analysis
    board = found.view.board
    show_odds(console, found)

    def say(what: str, style: str = "") -> None:
        console.print(what, style=style, soft_wrap=True)

    say(f"\nlayouts  {Decimal(found.layouts):,}")
    for label, cells in (("safe", found.safe), ("mines", found.mined)):
        names = ", ".join(board.names(cells))
        say(f"{label:<9}{f'{len(cells)}: {names}' if cells else 'none for certain'}")
    for cell in found.wrong_flags:
        say(f"flag     {board.name(cell)} is wrong: the cell is safe", "bold red")
    if answer.best:
        say(f"best     open {answer.best.cell}: {answer.best.why}", "bold")
    if answer.candidates:
        console.print()
        show_candidates(console, answer.candidates, board.name)
