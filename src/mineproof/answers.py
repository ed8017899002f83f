"""One answer for every door: the command line, the server and the library all give these.

Each function takes what a person asked and returns a dataclass; `as_json` is the object that
programs rely on, the same from every door.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from mineproof.errors import BadInput
from mineproof.game.board import Shape
from mineproof.game.deal import Deal, Start, deal, given, initial_cells
from mineproof.game.formats import read_board
from mineproof.game.formats.mine import write, write_board
from mineproof.game.game import Game
from mineproof.game.levels import Level
from mineproof.logic.kb import Event
from mineproof.play.player import Result, play_game
from mineproof.play.strategies import strategy

SCHEMA = 1


@dataclass(frozen=True)
class Solved:
    """A game played by one strategy, with the truth beside what was found."""

    deal: Deal
    seed: int
    strategy: str
    result: Result

    def as_json(self) -> dict[str, Any]:
        game, counters, board = self.result.game, self.result.counters, self.deal.board
        exploded = game.exploded
        return {
            "schema": SCHEMA,
            "rows": board.rows,
            "cols": board.cols,
            "mines": game.view.mines,
            "shape": board.shape,
            "seed": self.seed,
            "strategy": self.strategy,
            "start": self.deal.start,
            "cells": board.names(self.deal.initial),
            "outcome": self.result.outcome,
            "success": self.result.success,
            "safe": game.opened,
            "mined": game.flagged,
            "unmarked": game.unmarked,
            "wrong": game.wrong,
            "exploded": None if exploded is None else board.name(exploded),
            "view": write(game.view),
            "truth": write_board(board, self.deal.layout),
            "clauses_generated": counters.generated,
            "clauses_inserted": counters.inserted,
            "clauses_duplicate": counters.duplicates,
            "clauses_subsumed": counters.subsumed,
            "resolutions": counters.resolutions,
            "units": counters.units,
            "pairwise_rounds": counters.rounds,
            "kb_max": counters.largest,
            "ms": round(self.result.ms, 3),
        }


def solve(
    dealt: Deal, name: str, *, seed: int = 0, trace: Callable[[Event], None] | None = None
) -> Solved:
    """Play a dealt board by the strategy of that name; `trace` hears every step.

    >>> solve(deal("easy", seed=1), "saturate").as_json()["outcome"]
    'solved'
    """
    player = strategy(name).player(listener=trace)
    return Solved(dealt, seed, name, play_game(Game(dealt), player))


def deal_for(
    level: Level, *, start: Start, seed: int, shape: Shape = "grid", cells: list[str] | None = None
) -> Deal:
    """A board dealt as asked; `cells` names the initial cells one by one instead."""
    dealt = deal(level, start=start, seed=seed, shape=shape)
    return dealt if cells is None else _with_cells(dealt, cells)


def deal_from_text(
    text: str, *, start: Start, seed: int, shape: Shape = "grid", cells: list[str] | None = None
) -> Deal:
    """A board that someone wrote down, begun as asked, if its first cell allows that."""
    board, layout = read_board(text, shape)
    dealt = Deal(board, layout, (), start.describe(board))
    if cells is not None:
        return _with_cells(dealt, cells)
    initial = initial_cells(board, layout, start, seed)
    for cell in initial:
        if layout[cell]:
            raise BadInput(f"the board has a mine at the first cell, {board.name(cell)}")
    if start.rule == "open" and board.clues(layout)[initial[0]]:
        raise BadInput(
            f"the first cell, {board.name(initial[0])}, does not open: a mine touches it"
        )
    return Deal(board, layout, initial, dealt.start)


def _with_cells(dealt: Deal, cells: list[str]) -> Deal:
    return Deal(dealt.board, dealt.layout, given(dealt.board, dealt.layout, cells), "given")
