"""`mineproof analyse`: all that a position entails, odds, the best move; or two cells compared."""

from typing import TYPE_CHECKING

import click

from mineproof.base.errors import BadInput
from mineproof.cli import options
from mineproof.cli.error_lines import tell
from mineproof.cli.files import MOST_CELLS, about, read_bytes
from mineproof.cli.json_lines import json_line

if TYPE_CHECKING:
    from mineproof.answers.analysis import AnalyseAnswer, CompareAnswer
    from mineproof.game.board import Shape


def _none_or_two(
    _ctx: click.Context, _param: click.Parameter, cells: tuple[str, ...]
) -> tuple[str, ...]:
    if len(cells) not in (0, 2):
        raise click.BadParameter("name two cells, such as r1c2 r4c7")
    return cells


@options.command
@options.file("One or more positions")
@click.argument(
    "cells",
    metavar="[CELL CELL]",
    nargs=-1,
    callback=_none_or_two,
    help="Two hidden cells to compare, such as r2c1 r5c4.",
)
@options.option("--best/--no-best", "Look for the best move.", default=True)
@options.flag("--hush", "Only say whether a guess is needed; name no cell.")
@options.think
@options.mines_of_file
@options.shape
@options.as_json
@options.language
def analyse(
    file: str,
    cells: tuple[str, ...],
    best: bool,
    hush: bool,
    think: str | None,
    mines: int | None,
    shape: "Shape",
    as_json: bool,
    language: str,
) -> int:
    """Tell everything that a position entails, the odds of every cell, and the best move.

    Columns are chances: `mine`, of a mine; `2 guesses`, to survive this guess and the next; `win`,
    to win, if a search tells it; `certain`, that the cell makes something certain; `flips`, to lose
    to a coin flip later. A dead cell tells nothing: if safe, it can show only one number.

    With --think deep, the player `fast` plays on from the leading cells. The shares of these games
    that it wins are shown with 95 % intervals. Ctrl-C ends the games, and the best cell so far is
    the answer; later positions are left out, with exit status 130.

    With CELL CELL, say only which of the two is the better one to open, and what decides. With
    --think deep, the difference of the shares is shown too; if it may be zero, neither is better.

    Exit status 0 if every position has a layout that fits; with --hush, 1 if a guess is needed.

    \b
    mineproof analyse position.mine
    mineproof analyse position.mine r2c1 r5c4
    echo '3x2x1 / 1 1 1 / # # #' | mineproof analyse - --json
    """
    from mineproof.answers import analysis
    from mineproof.cli.engine_notice import warn_if_engine_is_missing
    from mineproof.cli.progress import rollout_progress
    from mineproof.game.formats.reading import read_many

    if hush:
        options.refuse_together("has no effect with --hush, which names no cell", "best", "think")
    if cells:
        options.refuse_together("has no effect on two cells", "best", "hush")
    if not best:
        options.refuse_together("has no effect with --no-best", "think")
    text = read_bytes(file)
    with about(file):
        views = read_many(text, mines, shape, most_each=MOST_CELLS)
        if cells and len(views) != 1:
            raise BadInput("several positions where one was expected")
    warn_if_engine_is_missing()
    how, why_in = think or "normal", "en" if as_json else language
    if cells:
        with about(file), rollout_progress(how, two_cells=True) as report:
            compared = analysis.compare(views[0], *cells, language=why_in, think=how, report=report)
        _show_compared(compared, as_json, language)
        return 0
    found = []
    with rollout_progress(how) as report:
        for number, view in enumerate(views, start=1):
            with about(f"{file}: position {number}" if len(views) > 1 else file):
                found.append(
                    analysis.analyse(
                        view, best=best and not hush, language=why_in, think=how, report=report
                    )
                )
            if report is not None and report.stopped:
                break
    if hush:
        return _hush(found, as_json, language)
    _show(found, as_json, language)
    if len(found) < len(views):
        words = f"stopped at position {len(found)} of {len(views)}; the later ones are left out"
        tell(f"mineproof: {words}")
        return 130
    return 0


def _show_compared(answer: "CompareAnswer", as_json: bool, language: str) -> None:
    from mineproof.terminal.colours import write

    if as_json:
        print(json_line(answer))
    else:
        write(answer.as_text(language))


def _hush(found: "list[AnalyseAnswer]", as_json: bool, language: str) -> int:
    from mineproof.reason.words import CommandTexts

    say = CommandTexts("analyse", language)
    for answer in found:
        if as_json:
            print(json_line({"certain": answer.certain_move}))
        else:
            print(say("no guess" if answer.certain_move else "a guess"))
    return 0 if all(answer.certain_move for answer in found) else 1


def _show(found: "list[AnalyseAnswer]", as_json: bool, language: str) -> None:
    from mineproof.reason.words import CommandTexts
    from mineproof.terminal.colours import BOLD, write

    for number, answer in enumerate(found, start=1):
        if as_json:
            print(answer.json_text())
            continue
        if len(found) > 1:
            write(CommandTexts("analyse", language)("position", n=number), BOLD)
        _show_one(answer, language)
        if number < len(found):
            write()


def _show_one(answer: "AnalyseAnswer", language: str) -> None:
    from mineproof.answers.pictures import candidate_lines
    from mineproof.cli.tables import show_odds
    from mineproof.terminal.colours import BOLD, PLAIN, WRONG, write

    show_odds(answer.analysis)
    write()
    styles = {"flag": WRONG, "best": BOLD}
    for kind, line in answer.summary(language):
        write(line, styles.get(kind, PLAIN))
    if answer.candidates:
        write()
        for line in candidate_lines(answer.candidates, answer.view.board.name, language):
            write(line)
