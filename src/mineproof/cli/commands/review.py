"""`mineproof review`: judge a game move by move."""

from mineproof.cli import options
from mineproof.cli.files import MOST_CELLS, about, read_text
from mineproof.cli.json_lines import json_line
from mineproof.terminal.colours import BOLD, ERROR, PLAIN, WARNING, WRONG, write

_STYLES = {"needless": WRONG, "wrong": ERROR, "risk": WARNING, "claim": WARNING}


@options.command
@options.file("A replay", "REPLAY")
@options.as_json
@options.language
def review(file: str, as_json: bool, language: str) -> int:
    """Say of each move of a game whether it was certain or a risk, and what was better.

    \b
    mineproof solve --level expert --start open --strategy least-risk --replay game.json
    mineproof review game.json
    mineproof review game.avf
    """
    from mineproof.answers import reviews
    from mineproof.cli.engine_notice import warn_if_engine_is_missing
    from mineproof.game import replay
    from mineproof.game.foreign_replay import is_foreign, read_foreign

    warn_if_engine_is_missing()
    text = None if is_foreign(file) else read_text(file)
    with about(file):
        if text is None:
            played = read_foreign(file, most_cells=MOST_CELLS)
        else:
            played = replay.read(text, most_cells=MOST_CELLS)
        answer = reviews.review(played, "en" if as_json else language)
    if as_json:
        print(json_line(answer))
        return 0
    from mineproof.answers.review_text import move_lines, summary_line

    for line, verdict in move_lines(answer.moves, language):
        write(line, _STYLES.get(verdict, PLAIN))
    write(summary_line(answer, language), BOLD)
    return 0
