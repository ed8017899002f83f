"""What a knowledge base does, told as it happens: in words, and as data."""

from typing import Literal, NotRequired, TypedDict, cast

from mineproof.game.board import Board
from mineproof.logic.kb import Event
from mineproof.reason.symbols import cell_of, clause_text, literal_name

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


def as_words(board: Board, event: Event) -> str:
    """One line for a reader. What belongs to the line above is indented.

    >>> as_words(Board(2, 2), Event("insert", 7, frozenset({1, -2}), (3, 5)))
    '  #7 r1c1 ∨ ¬r1c2, resolved from #3 and #5'
    """
    clause = clause_text(board, event.clause)
    match event.kind:
        case "tell":
            cells = ", ".join(board.names(sorted(cell_of(lit) for lit in event.clause)))
            if not cells:
                return f"{_source(board, event)}: nothing around it is undecided"
            mines = "1 mine" if event.other == 1 else f"{event.other} mines"
            return f"{_source(board, event)}: {mines} among {cells}"
        case "insert":
            return f"  #{event.step} {clause}, {_origin(event)}"
        case "duplicate":
            same = f": #{event.other} says the same" if event.other else ": said before"
            return f"  refused {clause}, {_origin(event)}{same}"
        case "subsumed":
            return f"  refused {clause}, {_origin(event)}: #{event.other} is stricter"
        case "true":
            which = f"deleted #{event.step}" if event.step else "refused"
            return f"  {which} {clause}: true already"
        case "drop":
            return f"  deleted #{event.step} {clause}: #{event.other} is stricter"
        case "shorten":
            return f"  deleted #{event.step} {clause}: a unit shortens it"
        case "consume":
            return f"  used up #{event.step} {clause}"
        case "take":
            [lit] = event.clause
            verdict = "a mine" if lit > 0 else "safe"
            return f"unit #{event.step}: {board.name(cell_of(lit))} is {verdict}"
        case "match":
            return f"matching #{event.step} {clause}"
    raise ValueError(f"no words for {event.kind!r}")


def as_data(board: Board, event: Event) -> EventJson:
    """The same for a program: literals are `r1c1` (a mine) and `-r1c1` (safe).

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


def _source(board: Board, event: Event) -> str:
    return f"clue {board.name(event.source)}" if isinstance(event.source, int) else "mine count"


def _origin(event: Event) -> str:
    parents = [f"#{parent}" for parent in event.parents if parent > 0]
    return f"resolved from {' and '.join(parents)}" if parents else "told"
