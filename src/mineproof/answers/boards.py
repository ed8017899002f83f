"""Boards that are dealt from a seed, generated, or read from a text."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NotRequired, TypedDict

from mineproof.answers.schema import SCHEMA
from mineproof.base.arguments import whole_number
from mineproof.base.errors import BadInput
from mineproof.game.board import Board, Shape, ShapeInJson
from mineproof.game.deal import Deal, Start, as_start, deal, given, initial_cells
from mineproof.game.formats.mine import write_board
from mineproof.game.formats.reading import read_full
from mineproof.game.graph import Graph, GraphJson
from mineproof.game.levels import Level, as_level
from mineproof.play.generate import DEEPEST, NoGuessRequest, no_guess


class BoardJson(TypedDict):
    """A board with its mines and the seed that dealt it; `graph` if its shape is `graph`."""

    schema: int
    rows: int
    cols: int
    mines: int
    shape: ShapeInJson
    graph: NotRequired[GraphJson]
    seed: int
    start: str
    cells: list[str]
    truth: str


class DealJson(BoardJson):
    """What `deal` answers; `depth` is null unless the board was made without guesses."""

    depth: int | None


@dataclass(frozen=True)
class DealAnswer:
    """A board with its layout, for a program that runs the game."""

    deal: Deal
    seed: int
    depth: int | None = None
    """The depth of the board, if it was requested."""

    def as_json(self) -> DealJson:
        """Return the answer as a JSON object."""
        return {**board_json(self.deal, self.seed), "depth": self.depth}


def board_json(dealt: Deal, seed: int) -> BoardJson:
    """Return a dealt board as a JSON object."""
    board = dealt.board
    return {
        "schema": SCHEMA,
        "rows": board.rows,
        "cols": board.cols,
        "mines": dealt.mines,
        "shape": board.shape_name,
        **graph_json(board),
        "seed": seed,
        "start": dealt.start,
        "cells": board.names(dealt.initial),
        "truth": write_board(board, dealt.layout),
    }


class GraphMember(TypedDict):
    """The graph of a board as a member of an answer; no member if its shape has a name."""

    graph: NotRequired[GraphJson]


def graph_json(board: Board) -> GraphMember:
    """Return the member `graph` of an answer about a board."""
    return {"graph": board.shape.as_json()} if isinstance(board.shape, Graph) else {}


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
    """Yield no-guess boards; the same seed yields the same boards.

    `min_depth` and `max_depth` bound the depth of a board. `dense` repairs boards, for densities at
    which nearly every board needs a guess. The iterator ends if the search for a board gives up.

    >>> board = next(generate("easy", seed=1, min_depth=2))
    >>> board.mines, board.start
    (10, 'open:r3c3')
    """
    depths = whole_number(min_depth, "min_depth"), whole_number(max_depth, "max_depth")
    wish = NoGuessRequest(as_level(level), as_start(start), seed, shape, *depths, dense)
    return (wish.dealt(found.layout) for found in no_guess(wish))


def deal_for(
    level: Level, *, start: Start, seed: int, shape: Shape = "grid", cells: list[str] | None = None
) -> Deal:
    """Return a dealt board; `cells` names its initial cells instead of those of `start`."""
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
    """Return the full board of a text with the requested start.

    Without `start`, the game begins at the first cell that the text names; if it names none, cells
    are given. Raise `BadInput` if the first cell does not allow the start, or if the board has more
    than `most_cells`.
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
