"""`mineproof review`: a game looked at move by move."""

import json
from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING

from mineproof.cli import options
from mineproof.cli.colours import BOLD, ERROR, PLAIN, WARNING, WRONG, Style, write
from mineproof.cli.files import about, read_text

if TYPE_CHECKING:
    from mineproof.answers import ReviewedMove, SummaryJson

_STYLES = {"needless": WRONG, "wrong": ERROR, "risk": WARNING, "claim": WARNING}
_QUIET = ("certain", "nothing", "given")


@options.command
@options.file("A replay", "REPLAY")
@options.as_json
def review(file: str, as_json: bool) -> int:
    """Say of each move of a game whether it was certain or a risk, and what was better.

    \b
    mineproof solve --level expert --start open --strategy least-risk --replay game.json
    mineproof review game.json
    """
    from mineproof import answers
    from mineproof.cli.core_notice import warn_if_core_is_missing
    from mineproof.game import replay

    warn_if_core_is_missing()
    text = read_text(file)
    with about(file):
        answer = answers.review(replay.read(text))
    if as_json:
        print(json.dumps(answer.as_json(), ensure_ascii=False))
        return 0
    for line, style in _lines(answer.moves):
        write(line, style)
    write(summary(answer.summary()), BOLD)
    return 0


def _lines(moves: "list[ReviewedMove]") -> Iterator[tuple[str, Style]]:
    """A line a move; moves in a row about which nothing is to be said share one."""
    for quiet, some in groupby(moves, key=lambda move: move.verdict in _QUIET):
        group = list(some)
        if quiet and len(group) > 1:
            numbers = f"{group[0].number}-{group[-1].number}"
            kinds = {kind: sum(move.verdict == kind for move in group) for kind in _QUIET}
            said = ", ".join(f"{count} {kind}" for kind, count in kinds.items() if count)
            yield f"{numbers:>9}  {said}", PLAIN
            continue
        for move in group:
            yield (
                f"{move.number:>9}  {move.do} {move.cell}: {_words(move)}",
                _STYLES.get(move.verdict, PLAIN),
            )


def _words(move: "ReviewedMove") -> str:
    percent = f"{100 * move.risk:.1f} %"
    if move.verdict == "needless":
        return f"a needless risk of {percent}: {move.certain} was safe. {' '.join(move.why)}"
    if move.verdict == "wrong":
        return f"a wrong flag: {' '.join(move.why)}"
    if move.verdict == "risk" and move.best is not None:
        least = 100 * (1 - move.best.safe)
        same = move.best.cell == move.cell or least >= 100 * move.risk - 1e-7
        other = "" if same else f"; {move.best.cell} had {least:.1f} %"
        return f"a risk of {percent}, nothing was certain{other}"
    if move.verdict == "claim":
        return "a flag that nothing proves"
    if move.verdict == "unknown":
        return "the position is too wide to say"
    return move.verdict


def summary(said: "SummaryJson") -> str:
    """A game in one line."""
    where = f" at {said['exploded']}" if said["exploded"] else ""
    risks = "1 risk" if said["risks"] == 1 else f"{said['risks']} risks"
    if not said["risks"]:
        return f"{said['outcome']}{where}, without a risk"
    needless = f", {said['needless']} of them needless" if said["needless"] else ", none needless"
    return (
        f"{said['outcome']}{where}, {risks} taken{needless};"
        f" the chance to survive all was {100 * said['luck']:.2f} %"
    )
