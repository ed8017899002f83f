"""The contents of a knowledge base (KB and KB0) after any event, rebuilt from its events."""

from collections.abc import Iterable
from typing import Literal, TypedDict

from mineproof.game.board import Board
from mineproof.logic.observer import Event
from mineproof.proof.clause import Clause
from mineproof.reason.symbols import clause_text, literal_name
from mineproof.reason.words import CommandTexts

_DELETES = ("drop", "shorten", "consume", "take", "true")
_WIDTH = 100


class NumberedClauseJson(TypedDict):
    """A clause and its number."""

    step: int
    clause: list[str]


class KnowledgeBaseJson(TypedDict):
    """KB and KB0 after a step. Clauses are sorted by length, then by number."""

    event: Literal["kb"]
    kb: list[NumberedClauseJson]
    kb0: list[str]


class KnowledgeList:
    """Rebuilds KB and KB0 from the events of a knowledge base and the marks of a player.

    >>> kb = KnowledgeList()
    >>> kb.hear(Event("insert", 1, frozenset({1, 2})))
    >>> kb.hear(Event("insert", 2, frozenset({-1})))
    >>> kb.hear(Event("take", 2, frozenset({-1})))
    >>> kb.sorted_clauses(), list(kb.facts)
    ([(1, frozenset({1, 2}))], [-1])
    """

    def __init__(self) -> None:
        self.clauses: dict[int, Clause] = {}
        """KB: the clauses by number."""
        self.facts: dict[int, None] = {}
        """KB0: the decided literals in order."""

    def hear(self, event: Event) -> None:
        """Apply an event."""
        if event.kind == "insert":
            self.clauses[event.step] = event.clause
        elif event.kind in _DELETES:
            self.clauses.pop(event.step, None)
        if event.kind == "take":
            [lit] = event.clause
            self.mark(lit)

    def mark(self, lit: int) -> None:
        """Add a marked cell to KB0, whether or not a unit decided it."""
        self.facts.setdefault(lit)

    def sorted_clauses(self) -> list[tuple[int, Clause]]:
        """Return the numbers and clauses, sorted by length, then by number."""
        return sorted(self.clauses.items(), key=lambda one: (len(one[1]), one[0]))

    def as_json(self, board: Board) -> KnowledgeBaseJson:
        """Return the contents as JSON; literals are `r1c1` (a mine) and `-r1c1` (safe)."""
        return {
            "event": "kb",
            "kb": [
                {"step": id, "clause": [literal_name(board, lit) for lit in _in_order(clause)]}
                for id, clause in self.sorted_clauses()
            ],
            "kb0": [literal_name(board, lit) for lit in self.facts],
        }

    def lines(self, board: Board, language: str = "en") -> list[str]:
        """Return the contents as lines of text: KB0, then the clauses of each length."""
        say = CommandTexts("kb", language)
        facts = [clause_text(board, frozenset({lit})) for lit in self.facts]
        lines = _wrapped(say.counted("kb0", len(facts)), facts, ", ")
        lines.append(say.counted("kb", len(self.clauses)))
        by_length: dict[int, list[str]] = {}
        for id, clause in self.sorted_clauses():
            shown = f"#{id} {clause_text(board, clause)}"
            by_length.setdefault(len(clause), []).append(shown)
        for length, clauses in by_length.items():
            lines += _wrapped(say.counted("length", length), clauses, "; ")
        return lines


def _in_order(clause: Clause) -> list[int]:
    return sorted(clause, key=lambda lit: (abs(lit), lit))


def _wrapped(head: str, items: Iterable[str], separator: str) -> list[str]:
    """Return `head` and the items as lines that break only between items."""
    lines, indent = [head], " " * 8
    for number, item in enumerate(items):
        before = separator if number else " "
        if len(lines[-1]) + len(before) + len(item) > _WIDTH and number:
            lines[-1] += separator.rstrip()
            lines.append(indent + item)
        else:
            lines[-1] += before + item
    return lines
