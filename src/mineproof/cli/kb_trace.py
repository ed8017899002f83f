"""`mineproof solve --trace` and `--show-kb`: print the steps and clauses of a knowledge base."""

from typing import TYPE_CHECKING

from mineproof.cli.json_lines import json_line

if TYPE_CHECKING:
    from mineproof.game.board import Board
    from mineproof.logic.observer import Event
    from mineproof.play.player import Move


class Tracer:
    """Prints each event of a knowledge base as it happens.

    With `show_kb`, prints KB and KB0 too, after all consequences of a marking or of a round of
    matching.
    """

    def __init__(self, board: "Board", *, as_json: bool, show_kb: bool, language: str) -> None:
        from mineproof.reason.kb_list import KnowledgeList

        self._board, self._as_json, self._language = board, as_json, language
        self._kb = KnowledgeList() if show_kb else None
        self._changed = False  # since the knowledge base was last shown
        self._matching = False

    def hear(self, event: "Event") -> None:
        """Print an event; show the knowledge base first if a marking or a round is over."""
        from mineproof.reason.trace import as_data, as_words

        if event.kind == "take" or (event.kind == "match" and not self._matching):
            self.end()
        self._matching = event.kind == "match" or (self._matching and event.kind != "take")
        if self._as_json:
            print(json_line(as_data(self._board, event)))
        else:
            print(as_words(self._board, event, self._language))
        if self._kb:
            self._kb.hear(event)
            self._changed = self._changed or event.kind not in ("match", "tell")

    def moved(self, move: "Move") -> None:
        """Record a mark that is made without a unit."""
        from mineproof.play.player import MINE
        from mineproof.reason.symbols import var

        if self._kb:
            self._kb.mark(var(move.cell) if move.verdict is MINE else -var(move.cell))
            self._changed = True

    def end(self) -> None:
        """Show the knowledge base, if it has changed since it was last shown."""

        if not self._kb or not self._changed:
            return
        self._changed = False
        if self._as_json:
            print(json_line(self._kb.as_json(self._board)))
        else:
            print("\n".join(self._kb.lines(self._board, self._language)))
