"""Reviews and measures of games as lines of text, for commands and for `str(answer)`."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from mineproof.reason.words import CommandTexts

if TYPE_CHECKING:
    from mineproof.answers.reviews import ReviewAnswer, ReviewedMove
    from mineproof.game.measure import Measures

_QUIET = ("certain", "nothing", "given")


def move_lines(moves: "Sequence[ReviewedMove]", language: str = "en") -> Iterator[tuple[str, str]]:
    """Yield a line for each move with its verdict.

    Successive moves without a remark share a line, whose verdict is empty.
    """
    say = CommandTexts("review", language)
    for quiet, some in groupby(moves, key=lambda move: move.verdict in _QUIET):
        group = list(some)
        if quiet and len(group) > 1:
            numbers = f"{group[0].number}-{group[-1].number}"
            kinds = {kind: sum(move.verdict == kind for move in group) for kind in _QUIET}
            said = [say(f"{kind}, counted", n=count) for kind, count in kinds.items() if count]
            yield f"{numbers:>9}  {say.joined(said)}", ""
            continue
        for move in group:
            told = say("move", do=say(move.do), cell=move.cell, said=_remark(move, say))
            yield f"{move.number:>9}  {told}", move.verdict


def _remark(move: "ReviewedMove", say: CommandTexts) -> str:
    if move.risk == 1:  # the clues proved it
        key = "certain mine, better" if move.certain else "certain mine"
        return say(key, certain=move.certain, why=say("between sentences").join(move.why))
    risk, why = f"{100 * move.risk:.1f} %", say("between sentences").join(move.why)
    if move.verdict == "risk" and move.best is not None:
        least = 100 * (1 - move.best.safe)
        if move.best.cell != move.cell and least < 100 * move.risk - 1e-7:
            return say("risk, better", risk=risk, other=move.best.cell, least=f"{least:.1f} %")
    return say(move.verdict, risk=risk, certain=move.certain, why=why)


def summary_line(answer: "ReviewAnswer", language: str = "en") -> str:
    """Return the end of a game and its risks in one line."""
    say = CommandTexts("review", language)
    outcome = say(answer.review.outcome)
    if answer.exploded:
        outcome = say("outcome at", outcome=outcome, cell=answer.exploded)
    if not answer.risks:
        return say("no risk", outcome=outcome)
    count = answer.needless
    needless = say("some needless", n=count) if count else say("none needless")
    luck = f"{100 * answer.review.luck:.2f} %"
    return say.counted("risks", answer.risks, outcome=outcome, needless=needless, luck=luck)


def measures_line(measures: "Measures") -> str:
    """Return the measures of a board in one line."""
    return (
        f"3BV {measures.bbbv}, openings {measures.openings}, islands {measures.islands},"
        f" ZiNi {measures.zini}"
    )
