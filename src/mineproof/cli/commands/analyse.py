"""`mineproof analyse`: everything a position entails, the odds, the best move."""

import json
from typing import TYPE_CHECKING

import click

from mineproof.cli import options
from mineproof.cli.error_lines import tell
from mineproof.cli.files import MOST_CELLS, about, read_bytes

if TYPE_CHECKING:
    from mineproof.answers.analysis import AnalyseAnswer
    from mineproof.game.board import Shape


@options.command
@options.file("One or more positions")
@click.option("--best/--no-best", default=True, show_default=True, help="Look for the best move.")
@click.option("--hush", is_flag=True, help="Only say whether a guess is needed; name no cell.")
@options.think
@options.mines_of_file
@options.shape
@options.as_json
@options.language
def analyse(
    file: str,
    best: bool,
    hush: bool,
    think: str | None,
    mines: int | None,
    shape: "Shape",
    as_json: bool,
    language: str,
) -> int:
    """Tell everything that a position entails, the odds of every cell, and the best move.

    With --think deep, the player `fast` plays on from the leading cells. The shares of these games
    that it wins are shown with 95 % intervals. Ctrl-C ends the games, and the best cell so far is
    the answer; later positions are left out, with exit status 130.

    Exit status 0 if every position has a layout that fits; with --hush, 1 if a guess is needed.

    \b
    mineproof analyse position.mine
    echo '3x2x1 / 1 1 1 / # # #' | mineproof analyse - --json
    """
    from mineproof.answers import analysis
    from mineproof.cli.engine_notice import warn_if_engine_is_missing
    from mineproof.cli.progress import rollout_progress
    from mineproof.game.formats.reading import read_many

    if hush:
        options.refuse_together("has no effect with --hush, which names no cell", "best", "think")
    if not best:
        options.refuse_together("has no effect with --no-best", "think")
    text = read_bytes(file)
    with about(file):
        views = read_many(text, mines, shape, most_each=MOST_CELLS)
    warn_if_engine_is_missing()
    found = []
    how = think or "normal"
    with rollout_progress(how) as report:
        for number, view in enumerate(views, start=1):
            with about(f"{file}: position {number}" if len(views) > 1 else file):
                wanted = best and not hush
                why_in = "en" if as_json else language
                found.append(
                    analysis.analyse(view, best=wanted, language=why_in, think=how, report=report)
                )
            if report is not None and report.stopped:
                break
    if hush:
        return _hush(found, as_json, language)
    if as_json:
        for answer in found:
            print(json.dumps(answer.as_json(), ensure_ascii=False))
    else:
        _show(found, language)
    if len(found) < len(views):
        words = f"stopped at position {len(found)} of {len(views)}; the later ones are left out"
        tell(f"mineproof: {words}")
        return 130
    return 0


def _hush(found: "list[AnalyseAnswer]", as_json: bool, language: str) -> int:
    from mineproof.answers.schema import SCHEMA
    from mineproof.reason.words import CommandTexts

    say = CommandTexts("analyse", language)
    for answer in found:
        if as_json:
            print(json.dumps({"schema": SCHEMA, "certain": answer.certain_move}))
        else:
            print(say("no guess" if answer.certain_move else "a guess"))
    return 0 if all(answer.certain_move for answer in found) else 1


def _show(found: "list[AnalyseAnswer]", language: str) -> None:
    from mineproof.reason.words import CommandTexts
    from mineproof.terminal.colours import BOLD, write

    for number, answer in enumerate(found, start=1):
        if len(found) > 1:
            write(CommandTexts("analyse", language)("position", n=number), BOLD)
        _show_one(answer, language)
        if number < len(found):
            write()


def _show_one(answer: "AnalyseAnswer", language: str) -> None:
    from mineproof.cli.tables import show_candidates, show_odds
    from mineproof.terminal.colours import BOLD, PLAIN, WRONG, write

    show_odds(answer.analysis)
    write()
    styles = {"flag": WRONG, "best": BOLD}
    for kind, line in answer.summary(language):
        write(line, styles.get(kind, PLAIN))
    if answer.candidates:
        write()
        show_candidates(answer.candidates, answer.view.board.name, language)
