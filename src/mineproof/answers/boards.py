"""A board that was dealt, or that someone wrote down."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypedDict

from mineproof.answers.schema import SCHEMA
from mineproof.errors import BadInput
from mineproof.game.board import Shape
from mineproof.game.deal import Deal, Start, deal, given, initial_cells
from mineproof.game.formats import read_full
from mineproof.game.formats.mine import write_board
from mineproof.game.levels import Level
from mineproof.game.levels import level as named_level
from mineproof.play.generate import DEEPEST, NoGuessRequest, no_guess


class BoardJson(TypedDict):
    schema: int
    rows: int
    cols: int
    mines: int
    shape: Shape
    seed: int
    start: str
    cells: list[str]
    truth: str


class DealJson(BoardJson):
    depth: int | None


@dataclass(frozen=True)
class DealAnswer:
    """A board with its secret, for whoever runs a game of it."""

    deal: Deal
    seed: int
    depth: int | None = None
    """How deep its logic is, where that was asked for."""

    def as_json(self) -> DealJson:
        return {**board_json(self.deal, self.seed), "depth": self.depth}


def board_json(dealt: Deal, seed: int) -> BoardJson:
    board = dealt.board
    return {
        "schema": SCHEMA,
        "rows": board.rows,
        "cols": board.cols,
        "mines": dealt.mines,
        "shape": board.shape,
        "seed": seed,
        "start": dealt.start,
        "cells": board.names(dealt.initial),
        "truth": write_board(board, dealt.layout),
    }


def generate(
    level: Level | str,
    *,
    start: Start | str = "open",
    seed: int = 0,
    shape: Shape = "grid",
    min_depth: int = 1,
    max_depth: int = DEEPEST,
    dense: bool = False,
) -> Iterator[Deal]:
    """Boards that can be solved without a guess, one after another; the same for the same seed.

    Depths bound how deep the logic of a board is; `dense` repairs boards where hardly any would do.
    The boards end where the search for the next one is given up.

    >>> board = next(generate("easy", seed=1, min_depth=2))
    >>> board.mines, board.start
    (10, 'open:r3c3')
    """
    size = named_level(level) if isinstance(level, str) else level
    rule = Start.parse(start) if isinstance(start, str) else start
    wish = NoGuessRequest(size, rule, seed, shape, min_depth, max_depth, dense)
    return (wish.dealt(found.layout) for found in no_guess(wish))


def deal_for(
    level: Level, *, start: Start, seed: int, shape: Shape = "grid", cells: list[str] | None = None
) -> Deal:
    """A board dealt as asked; `cells` names the initial cells one by one instead."""
    dealt = deal(level, start=start, seed=seed, shape=shape)
    return dealt if cells is None else _with_cells(dealt, cells)


def deal_from_text(
    text: str | bytes,
    *,
    start: Start | None,
    seed: int,
    shape: Shape = "grid",
    cells: list[str] | None = None,
    most_cells: int | None = None,
) -> Deal:
    """A board that someone wrote down, begun as asked, if its first cell allows that.

    If nothing is asked: at the first cell that the text names, or with cells given. A board with
    more than `most_cells` is refused before it is built.
    """
    board, layout, first = read_full(text, shape, most_cells=most_cells)
    if start is None:
        zero = first is not None and not board.clues(layout)[first]
        rule = "given" if first is None else f"{'open' if zero else 'safe'}:{board.name(first)}"
        start = Start.parse(rule)
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
