"""`mineproof grade`: grade a player from outside on many boards, with points, or a class."""

import json
import secrets
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mineproof.base.errors import BadInput
from mineproof.cli import names, options
from mineproof.cli.files import about, output_files, output_target, read_text
from mineproof.cli.parameter_types import Name, PlayerName, Positive, WholeNumber

if TYPE_CHECKING:
    from mineproof.grade.classroom import Settings
    from mineproof.grade.grading import Grade
    from mineproof.grade.rubric import Rubric
    from mineproof.play.outside.process import Limits


class _PlayerOrSubmission(PlayerName):
    """The name of a player, or a file or folder that is there."""

    def find(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from mineproof.grade.submissions import is_submission

        return value if is_submission(value) else super().find(value, param, ctx)


_players = click.argument(
    "players",
    metavar="[PLAYER...]",
    nargs=-1,
    type=_PlayerOrSubmission("player", names.strategies),
    help="mine.py:Player, exec:./a.out, a strategy; a file or folder; a folder of submissions.",
)
_OF_A_CLASS = ("out", "workers")
_OF_ONE = ("html", "gradescope", "folder")


@options.command
@_players
@options.level("easy, medium and hard")
@options.boards("400 easy, 200 medium, 100 hard")
@options.option(
    "--against",
    "The built-in player to compare with.",
    Name("strategy", names.strategies),
    "assignment",
    metavar="NAME",
)
@options.seed(None)
@options.option(
    "--search",
    "Games in the search for the smallest board on which the player misses a cell.",
    WholeNumber(0),
    2000,
)
@options.option(
    "--minutes",
    "Minutes that a player may use in all games; in one, at most a tenth.",
    Positive(),
    5.0,
)
@options.program_limits
@options.option(
    "--sandbox",
    "Whether bubblewrap encloses the player: auto (if it starts), require or off.",
    Name("sandbox", lambda: ("auto", "require", "off")),
    "auto",
    metavar="WHEN",
)
@options.option(
    "--folder",
    "A folder that the player sees whole; in the sandbox it sees only its file otherwise.",
    click.Path(exists=True, file_okay=False),
    metavar="DIR",
)
@options.option(
    "--rubric",
    "A TOML file with weights and minimum shares.",
    click.Path(),
    shown="the built-in rubric",
    metavar="PATH",
)
@options.as_json
@options.output("html", "Write the result as a page to this file.")
@options.output("gradescope", "Write Gradescope's results.json to this file.")
@options.output("out", "The folder for the results of a class.", "mineproof-class")
@options.workers(None)
@options.output("autograder", "Write an autograder for Gradescope to this file, a zip.")
@options.language
def grade(
    players: tuple[str, ...],
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
    out: str,
    workers: int | None,
    autograder: str | None,
    language: str,
) -> int:
    """Grade a player, or a class of them: is it sound and complete, by the rules, at what cost?

    PLAYER is a class `mine.py:Player`, a program `exec:./a.out`, a file `cs50:minesweeper.py` of
    the project of CS50 AI, or the name of a strategy. It can also be a file or a folder that a
    student hands in: a Python file with one player, a program, C or C++, with or without a
    Makefile.

    Several players, or a folder of files and folders, are a class. All play the same boards. One
    table has the worst first; --out gets a page, a CSV file and a page for each student. The same
    command goes on after Ctrl-C.

    Exit status 0 if all are sound, without faults and above the minimum shares of the rubric, 1 if
    not.

    \b
    mineproof grade mine.py --level easy
    mineproof grade "exec:./a.out" --seed 7 --html grade.html
    mineproof grade submissions --minutes 2 --out results
    mineproof grade --autograder autograder.zip --level easy --minutes 3
    """
    from mineproof.cli.engine_notice import warn_if_engine_is_missing
    from mineproof.grade.classroom import Settings
    from mineproof.grade.grading import BOARDS
    from mineproof.grade.submissions import is_class, is_submission

    if autograder:
        from mineproof.cli.commands._grade_autograder import write_autograder

        reason = "goes without --autograder"
        options.refuse_together(reason, "players", "seed", "as_json", *_OF_ONE, *_OF_A_CLASS)
        write_autograder(autograder, read_text(rubric) if _rubric(rubric) and rubric else None)
        return 0
    if not players:
        raise BadInput("name a player, a file or a folder", field="players")
    if not any(map(is_submission, players)):
        options.refuse_limits_without_a_program(*players)
    chosen = {level: BOARDS.get(level, 100)} if level else BOARDS
    settings = Settings(
        {name: count if boards is None else boards for name, count in chosen.items()},
        against,
        secrets.randbelow(1 << 48) if seed is None else seed,
        limits,
        minutes,
        search,
        sandbox,
        _rubric(rubric),
        language,
    )
    warn_if_engine_is_missing()
    if len(players) > 1 or (is_class(players[0]) and not html and not gradescope):
        from mineproof.cli.commands._grade_class import grade_class

        options.refuse_together("goes with one player; --out has the pages of a class", *_OF_ONE)
        return grade_class(players, settings, Path(out), workers, as_json=as_json)
    options.refuse_together("goes with several players, or a folder of them", *_OF_A_CLASS)
    return _grade_one(players[0], settings, folder, as_json, html, gradescope)


def _grade_one(
    word: str,
    settings: "Settings",
    folder: str | None,
    as_json: bool,
    html: str | None,
    gradescope: str | None,
) -> int:
    """Grade one player, or one submission."""
    from mineproof.base.output_files import temporary_folder
    from mineproof.grade import submissions
    from mineproof.grade.as_json import as_json as to_json
    from mineproof.grade.gradescope import results_of
    from mineproof.grade.page import page_of
    from mineproof.grade.rubric import default_rubric
    from mineproof.grade.text import text_of
    from mineproof.play.outside.players import CS50

    targets = [output_target(html), output_target(gradescope)]
    player, copy, handed_in = word, "", submissions.is_submission(word)
    with ExitStack() as stack:
        try:
            if handed_in:
                path = Path(word)
                if submissions.is_built(path):
                    temporary = stack.enter_context(temporary_folder())
                    temporary.chmod(0o711)  # a player that runs as another user enters it
                    copy = str(temporary / "copy")
                    path = submissions.copied(path, Path(copy))
                player = submissions.player_of(path, settings.limits, settings.sandbox)
            found = _played(player, settings, copy or folder)
        except BadInput as problem:
            if not handed_in:
                raise
            line = str(problem).replace(f"{copy or word}/", "").removeprefix(f"{word}: ")
            with output_files(targets[1]) as [results]:
                if results:
                    json.dump({"score": 0, "output": line}, results)
            raise BadInput(f"{word}: {line}") from None
    if handed_in:
        name = Path(word).resolve().name
        found.player = f"{CS50}{name}" if player.startswith(CS50) else name
    weights, language = settings.rubric or default_rubric(player), settings.language
    answer = to_json(found, weights)
    with output_files(*targets) as [page, results]:
        if page:
            page.write(page_of(to_json(found, weights, language, student=True), weights, language))
        if results:
            for_student = results_of(to_json(found, weights, student=True), weights)
            json.dump(for_student, results, ensure_ascii=False, indent=1)
    told = answer if language == "en" else to_json(found, weights, language)
    print(json.dumps(answer, ensure_ascii=False) if as_json else text_of(told, weights, language))
    return 0 if answer["passed"] else 1


def _played(player: str, settings: "Settings", folder: str | None) -> "Grade":
    from mineproof.cli.progress import progress_of_parts
    from mineproof.grade.classroom import play
    from mineproof.play.outside.players import is_outside, sandbox_of
    from mineproof.play.outside.sandbox import state_of

    box = sandbox_of(player, settings.sandbox, folder)
    notices = iter([state_of(box)] if is_outside(player) else [])
    with progress_of_parts("playing", settings.boards, "boards") as show:

        def advance(part: int) -> None:
            for line in notices:  # once, as soon as the player is loaded
                print(f"mineproof: {line}", file=sys.stderr, flush=True)
            show(part)

        return play(player, settings, box, advance)


def _rubric(path: str | None) -> "Rubric | None":
    from mineproof.grade.rubric import parse

    if path is None:
        return None
    text = read_text(path)
    with about(path):
        return parse(text)
