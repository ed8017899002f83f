"""The events of a knowledge base, as sentences and as JSON."""

from typing import Literal, NotRequired, TypedDict, cast

from mineproof.game.board import Board
from mineproof.logic.observer import Event
from mineproof.reason.symbols import cell_of, clause_text, literal_name
from mineproof.reason.words import CommandTexts

EventKind = Literal[
    "tell", "insert", "duplicate", "subsumed", "true", "drop", "shorten", "consume", "take", "match"
]


class EventJson(TypedDict):
    """One event of a knowledge base. A literal is `r1c1` (a mine) or `-r1c1` (safe).

    `step` is the number of the clause, `parents` are the numbers of the clauses it was resolved
    from, `by` is the number of the clause that subsumes or shortens it. For `tell`, `source` (the
    cell of a clue, or `count`) says that `mines` of the cells in `clause` are mines.
    """

    event: EventKind
    clause: list[str]
    step: NotRequired[int]
    parents: NotRequired[list[int]]
    by: NotRequired[int]
    source: NotRequired[str]
    mines: NotRequired[int]


def as_words(board: Board, event: Event, language: str = "en") -> str:
    """Return an event as one line of text. A consequence of the line above is indented.

    >>> as_words(Board(2, 2), Event("insert", 7, frozenset({1, -2}), (3, 5)))
    '  #7 r1c1 ∨ ¬r1c2, resolved from #3 and #5'
    """
    say = CommandTexts("trace", language)
    if event.kind == "tell":
        return _tell(board, event, say)
    if event.kind == "take":
        [lit] = event.clause
        verdict = "take mine" if lit > 0 else "take safe"
        return say(verdict, step=event.step, cell=board.name(cell_of(lit)))
    key: str = event.kind
    if event.kind == "duplicate" and not event.other:
        key = "duplicate of a fact"
    elif event.kind == "true" and event.step:
        key = "true, stored"
    return say(
        key,
        step=event.step,
        clause=clause_text(board, event.clause),
        origin=_origin(event, say),
        other=event.other,
    )


def as_data(board: Board, event: Event) -> EventJson:
    """Return an event as JSON: literals are `r1c1` (a mine) and `-r1c1` (safe).

    >>> as_data(Board(2, 2), Event("take", 4, frozenset({-1})))
    {'event': 'take', 'step': 4, 'clause': ['-r1c1']}
    """
    kind = cast("EventKind", event.kind)
    literals = sorted(event.clause, key=lambda lit: (abs(lit), lit))
    clause = [literal_name(board, lit) for lit in literals]
    data: EventJson
    if event.step:
        data = {"event": kind, "step": event.step, "clause": clause}
    else:
        data = {"event": kind, "clause": clause}
    if event.kind == "tell":
        cell = event.source
        data["source"] = board.name(cell) if isinstance(cell, int) else "count"
        data["mines"] = event.other
        return data
    parents = [parent for parent in event.parents if parent > 0]
    if parents:
        data["parents"] = parents
    if event.other:
        data["by"] = event.other
    return data


def _tell(board: Board, event: Event, say: CommandTexts) -> str:
    """Return the sentence of a clue or of the mine count: how many of which cells are mines."""
    cell = event.source
    source = say("clue", cell=board.name(cell)) if isinstance(cell, int) else say("mine count")
    cells = board.names(sorted(cell_of(lit) for lit in event.clause))
    if not cells:
        return say("tell nothing", source=source)
    return say.counted("tell", event.other, source=source, cells=say.joined(cells))


def _origin(event: Event, say: CommandTexts) -> str:
    parents = [f"#{parent}" for parent in event.parents if parent > 0]
    return say("resolved", parents=say("and").join(parents)) if parents else say("told")
