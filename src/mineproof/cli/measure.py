"""`mineproof measure`: what players compare boards and games by."""

import json as jsonlib
from typing import TYPE_CHECKING, Annotated

import typer

from mineproof.cli.files import read_bytes
from mineproof.errors import BadInput
from mineproof.play.asked import shape_named

if TYPE_CHECKING:
    from mineproof.answers import MeasuresJson, Reviewed, SummaryJson

Option = typer.Option


def measure(
    file: Annotated[
        str,
        typer.Argument(
            help="A replay, or full boards in any format; - for standard input.", metavar="FILE"
        ),
    ],
    shape: Annotated[str, Option(help="grid, torus or hex.")] = "grid",
    json: Annotated[
        bool, Option("--json", help="One object a board or game, for programs.")
    ] = False,
) -> int:
    """3BV, openings, islands and ZiNi of a board; of a game also luck, speed and efficiency.

    \b
    mineproof measure board.mbf
    mineproof solve --level expert --start open --strategy least-risk --replay game.json
    mineproof measure game.json
    """
    from mineproof import answers
    from mineproof.game import replay
    from mineproof.game.formats import read_all_boards

    raw = read_bytes(file)
    try:
        text = raw.decode("utf-8", "replace")
        if replay.looks_like(text):
            return _game(answers.review(replay.read(text)), json)
        found = [answers.measure(*full[:2]) for full in read_all_boards(raw, shape_named(shape))]
    except BadInput as problem:
        raise BadInput(f"{file}: {problem}") from None
    for number, answer in enumerate(found, start=1):
        if json:
            print(jsonlib.dumps(answer.as_json()))
        else:
            which = f"board {number}: " if len(found) > 1 else ""
            print(which + _board_words(answer.as_json()))
    return 0


def _game(answer: "Reviewed", json: bool) -> int:
    from mineproof.answers import SCHEMA

    said = answer.summary()
    print(jsonlib.dumps({"schema": SCHEMA, **said}) if json else _game_words(said))
    return 0


def _board_words(said: "MeasuresJson") -> str:
    return (
        f"3BV {said['3bv']}, openings {said['openings']}, islands {said['islands']},"
        f" ZiNi {said['zini']}"
    )


def _game_words(said: "SummaryJson") -> str:
    from mineproof.cli.review import summary

    lines = [_board_words(said), summary(said)]
    done = f"{said['solved']} of {said['3bv']} 3BV in {said['clicks']} clicks"
    if said["efficiency"] is not None:
        done += f": efficiency {100 * said['efficiency']:.0f} %"
    if said["3bv_per_second"] is not None:
        done += f"; {said['seconds']:.2f} s: {said['3bv_per_second']:.2f} 3BV/s"
    return "\n".join([*lines, done])
