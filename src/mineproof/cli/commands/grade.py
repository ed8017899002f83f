"""`mineproof grade`: grade a player from outside on many boards, with points."""

import json
import secrets
import sys
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from mineproof.cli import options
from mineproof.cli.files import about, output_files, output_target, read_text
from mineproof.cli.parameter_types import Decimal, Name

if TYPE_CHECKING:
    from mineproof.grade.rubric import Rubric
    from mineproof.play.outside.process import Limits


_minutes = click.option(
    "--minutes",
    type=Decimal(above=0),
    default=5.0,
    show_default=True,
    help="Minutes that a player may use in all games; in one, at most a tenth.",
)
_sandbox = click.option(
    "--sandbox",
    type=Name("sandbox", lambda: ("auto", "require", "off")),
    metavar="WHEN",
    default="auto",
    show_default=True,
    help="Whether bubblewrap encloses the player: auto (if it starts), require or off.",
)

_folder = click.option(
    "--folder",
    type=click.Path(exists=True, file_okay=False),
    metavar="DIR",
    help="A folder that the player sees whole; in the sandbox it sees only its file otherwise.",
)


@options.command
@options.graded_player
@options.level("easy, medium and hard")
@options.boards("400 easy, 200 medium, 100 hard")
@options.against
@options.seed(None)
@options.search_games
@_minutes
@options.program_limits
@_sandbox
@_folder
@options.rubric
@options.as_json
@options.html
@options.gradescope
@options.language
def grade(
    player: str,
    level: str | None,
    boards: int | None,
    against: str,
    seed: int | None,
    search: int,
    minutes: float,
    limits: "Limits",
    sandbox: str,
    folder: str | None,
    rubric: str | None,
    as_json: bool,
    html: str | None,
    gradescope: str | None,
    language: str,
) -> int:
    """Grade a player: is it sound, is it complete, does it follow the rules, what does it cost?

    PLAYER is a class `mine.py:Player`, a program `exec:./a.out`, a file `cs50:minesweeper.py` of
    the project of CS50 AI, or the name of a strategy.

    Exit status 0 if it is sound, without faults and above the minimum shares of the rubric, 1 if
    not.

    \b
    mineproof grade mine.py:Player --level easy
    mineproof grade "exec:./a.out" --seed 7 --html grade.html
    """
    from mineproof.cli.engine_notice import warn_if_engine_is_missing
    from mineproof.cli.progress import progress_bar
    from mineproof.grade import grading
    from mineproof.grade.as_json import as_json as to_json
    from mineproof.grade.gradescope import results_of
    from mineproof.grade.page import page_of
    from mineproof.grade.text import text_of
    from mineproof.play.outside.players import sandbox_of

    options.refuse_limits_without_a_program(player)
    warn_if_engine_is_missing()
    box = sandbox_of(player, sandbox, folder)
    if box and box.warning:
        print(f"mineproof: {box.warning}", file=sys.stderr)
    weights = _rubric(rubric, player)
    chosen = {level: grading.BOARDS.get(level, 100)} if level else grading.BOARDS
    wanted = {name: count if boards is None else boards for name, count in chosen.items()}
    targets = [output_target(html), output_target(gradescope)]
    with progress_bar("playing", sum(wanted.values())) as advance:
        found = grading.grade(
            player,
            against=against,
            boards=wanted,
            seed=secrets.randbelow(1 << 48) if seed is None else seed,
            limits=replace(limits, sandbox=box),
            minutes=minutes,
            search=search,
            advance=advance,
        )
    answer = to_json(found, weights)
    with output_files(*targets) as [page, results]:
        if page:
            page.write(page_of(to_json(found, weights, language, student=True), weights, language))
        if results:
            json.dump(
                results_of(to_json(found, weights, student=True), weights),
                results,
                ensure_ascii=False,
                indent=1,
            )
    told = answer if language == "en" else to_json(found, weights, language)
    print(json.dumps(answer, ensure_ascii=False) if as_json else text_of(told, weights, language))
    return 0 if answer["passed"] else 1


def _rubric(path: str | None, player: str) -> "Rubric":
    from mineproof.grade.rubric import default_rubric, parse

    if path is None:
        return default_rubric(player)
    text = read_text(path)
    with about(path):
        return parse(text)
