"""`mineproof measure`: measures of boards and games."""

from typing import TYPE_CHECKING

from mineproof.cli import options
from mineproof.cli.files import MOST_CELLS, about, read_bytes
from mineproof.cli.json_lines import json_line

if TYPE_CHECKING:
    from mineproof.answers.reviews import ReviewAnswer
    from mineproof.game.board import Shape


@options.command
@options.file("A replay, or full boards in any format")
@options.shape
@options.as_json
def measure(file: str, shape: "Shape", as_json: bool) -> int:
    """Measure a board: 3BV, openings, islands, ZiNi; a game also: luck, speed, efficiency.

    \b
    mineproof measure board.mbf
    mineproof solve --level expert --start open --strategy least-risk --replay game.json
    mineproof measure game.json
    """
    from mineproof.answers import reviews
    from mineproof.game import replay
    from mineproof.game.foreign_replay import is_foreign, read_foreign
    from mineproof.game.formats.reading import read_all_boards

    if is_foreign(file):
        options.refuse_together(f"has no effect: {file} is a replay with its shape", "shape")
        with about(file):
            return _game(reviews.review(read_foreign(file, most_cells=MOST_CELLS)), as_json)
    raw = read_bytes(file)
    with about(file):
        text = raw.decode("utf-8", "replace")
        if replay.looks_like(text):
            options.refuse_together(f"has no effect: {file} is a replay with its shape", "shape")
            return _game(reviews.review(replay.read(text, most_cells=MOST_CELLS)), as_json)
        boards = read_all_boards(raw, shape, most_each=MOST_CELLS)
        found = [reviews.measure(*full[:2]) for full in boards]
    for number, answer in enumerate(found, start=1):
        if as_json:
            print(json_line(answer))
        else:
            which = f"board {number}: " if len(found) > 1 else ""
            print(f"{which}{answer}")
    return 0


def _game(answer: "ReviewAnswer", as_json: bool) -> int:
    figures = {name: value for name, value in answer.as_json().items() if name != "moves"}
    print(json_line(figures) if as_json else _game_words(answer))
    return 0


def _game_words(answer: "ReviewAnswer") -> str:
    from mineproof.answers.review_text import measures_line, summary_line

    game = answer.review
    done = f"{game.solved} of {game.board.bbbv} 3BV in {game.clicks} clicks"
    if game.efficiency is not None:
        done += f": efficiency {100 * game.efficiency:.0f} %"
    if game.speed is not None:
        done += f"; {game.seconds:.2f} s: {game.speed:.2f} 3BV/s"
    return "\n".join([measures_line(game.board), summary_line(answer), done])
