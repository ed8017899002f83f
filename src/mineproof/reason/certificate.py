"""A game that anyone can audit: every mark with its proof, in the order of play.

`game.json` says what board it is and which cells were given; `moves.jsonl` has a line a mark: the
cell, the verdict, the clue it revealed, and the proof (CNF and LRAT) from the position before it.
docs/certificate.md describes both so that somebody else could write the auditor.
"""

import json
from pathlib import Path
from typing import Any

from mineproof.errors import BadInput
from mineproof.game.game import View
from mineproof.logic.kb import KnowledgeBase
from mineproof.reason.prove import prove, prove_by_record


class Certificate:
    """Notes a game's marks as they are made; `write` puts them down."""

    def __init__(self, view: View, strategy: str) -> None:
        self.view = view
        self.start = {
            "schema": 1,
            "rows": view.board.rows,
            "cols": view.board.cols,
            "mines": view.mines,
            "shape": view.board.shape,
            "given": view.board.names(view.initial),
            "strategy": strategy,
        }
        self.moves: list[dict[str, Any]] = []

    def before(self, cell: int, *, mine: bool, kb: KnowledgeBase | None) -> None:
        """A mark is about to be made: prove it from what is seen now.

        What a knowledge base has recorded is used if there is one; otherwise a proof is looked for.
        """
        move: dict[str, Any] = {
            "cell": self.view.board.name(cell),
            "verdict": "mine" if mine else "safe",
        }
        if not mine and cell in self.view.initial:
            move["given"] = True
        else:
            evidence = (
                prove(self.view, cell, mine=mine)
                if kb is None
                else prove_by_record(self.view, kb, cell)
            )
            move |= {"cnf": evidence.cnf(), "lrat": evidence.lrat()}
        self.moves.append(move)

    def after(self, cell: int) -> None:
        """The mark has been made, and the view shows what it revealed."""
        clue = int(self.view.cells[cell])
        self.moves[-1]["clue"] = clue if clue >= 0 else None

    def write(self, folder: str) -> None:
        """Put both files into a folder that is new or empty."""
        target = Path(folder)
        try:
            target.mkdir(parents=True, exist_ok=True)
            if any(target.iterdir()):
                raise BadInput(f"{folder}: not empty: a certificate wants a folder of its own")
            lines = "".join(json.dumps(move) + "\n" for move in self.moves)
            (target / "game.json").write_text(json.dumps(self.start) + "\n", encoding="utf-8")
            (target / "moves.jsonl").write_text(lines, encoding="utf-8")
        except OSError as problem:
            raise BadInput(f"{folder}: {problem.strerror or problem}") from None
