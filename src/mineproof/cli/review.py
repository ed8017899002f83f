"""`mineproof review`: judge a game move by move."""

import json
from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING

from mineproof.cli import options
from mineproof.cli.colours import BOLD, ERROR, PLAIN, WARNING, WRONG, Style, write
from mineproof.cli.files import about, read_text

if TYPE_CHECKING:
    from mineproof.answers import ReviewedMove, SummaryJson
    from mineproof.reason.words import CommandTexts

_STYLES = {"needless": WRONG, "wrong": ERROR, "risk": WARNING, "claim": WARNING}
_QUIET = ("certain", "nothing", "given")


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
    from mineproof import answers
    from mineproof.cli.core_notice import warn_if_core_is_missing
    from mineproof.game import replay
    from mineproof.game.foreign_replay import is_foreign, read_foreign

    warn_if_core_is_missing()
    with about(file):
        played = read_foreign(file) if is_foreign(file) else replay.read(read_text(file))
        answer = answers.review(played, "en" if as_json else language)
    if as_json:
        print(json.dumps(answer.as_json(), ensure_ascii=False))
        return 0
    from mineproof.reason.words import CommandTexts

    for line, style in _lines(answer.moves, CommandTexts("review", language)):
        write(line, style)
    write(summary(answer.summary(), language), BOLD)
    return 0


def _lines(moves: "list[ReviewedMove]", say: "CommandTexts") -> Iterator[tuple[str, Style]]:
    """Yield a line for each move; successive moves without a remark share a line."""
    for quiet, some in groupby(moves, key=lambda move: move.verdict in _QUIET):
        group = list(some)
        if quiet and len(group) > 1:
            numbers = f"{group[0].number}-{group[-1].number}"
            kinds = {kind: sum(move.verdict == kind for move in group) for kind in _QUIET}
            said = [say(f"{kind}, counted", n=count) for kind, count in kinds.items() if count]
            yield f"{numbers:>9}  {say.joined(said)}", PLAIN
            continue
        for move in group:
            yield (
                f"{move.number:>9}  "
                + say("move", do=say(move.do), cell=move.cell, said=_words(move, say)),
                _STYLES.get(move.verdict, PLAIN),
            )


def _words(move: "ReviewedMove", say: "CommandTexts") -> str:
    if move.risk == 1:  # the clues proved it
        key = "certain mine, better" if move.certain else "certain mine"
        return say(key, certain=move.certain, why=say("between sentences").join(move.why))
    risk, why = f"{100 * move.risk:.1f} %", say("between sentences").join(move.why)
    if move.verdict == "risk" and move.best is not None:
        least = 100 * (1 - move.best.safe)
        if move.best.cell != move.cell and least < 100 * move.risk - 1e-7:
            return say("risk, better", risk=risk, other=move.best.cell, least=f"{least:.1f} %")
    return say(move.verdict, risk=risk, certain=move.certain, why=why)


def summary(said: "SummaryJson", language: str = "en") -> str:
    """Return the summary of a game in one line."""
    from mineproof.reason.words import CommandTexts

    say = CommandTexts("review", language)
    outcome = say(said["outcome"])
    if said["exploded"]:
        outcome = say("outcome at", outcome=outcome, cell=said["exploded"])
    if not said["risks"]:
        return say("no risk", outcome=outcome)
    needless = (
        say("some needless", n=said["needless"]) if said["needless"] else say("none needless")
    )
    luck = f"{100 * said['luck']:.2f} %"
    return say.counted("risks", said["risks"], outcome=outcome, needless=needless, luck=luck)
