"""The plain engine: the readable reference, on the standard library alone."""

from array import array
from collections.abc import Callable, Sequence
from functools import lru_cache
from math import nan
from random import Random

from mineproof.core._plain_deducer import PlainDeducer
from mineproof.core._plain_guess import evaluate
from mineproof.core.endgame import Endgame, layouts
from mineproof.core.protocol import Deducer, Engine, Evaluation, Odds, OptimalPlay, Played, Report
from mineproof.core.think import Think
from mineproof.counting import exact
from mineproof.counting.sampling import LayoutSampler
from mineproof.game.board import Board, Layout, Layouts
from mineproof.game.clues import Clue, clues_and_sea
from mineproof.game.view import View


@lru_cache(maxsize=1)
def load() -> Engine:
    return PlainEngine()


class PlainPosition:
    """An analysed position."""

    def __init__(self, view: View) -> None:
        self._view = View(view.board, view.mines, memoryview(bytes(view.cells)))  # it may change
        told, sea = clues_and_sea(view)
        known, counted = exact.analyse(told, len(sea), view.mines)
        self.layouts = counted.layouts
        self.safe = sorted(known.safe + (sea if known.sea is False else []))
        self.mined = sorted(known.mined + (sea if known.sea is True else []))
        odds = array("d", [nan]) * view.board.cells
        for cells, share in [*counted.shares, (tuple(sea), counted.sea)]:
            for cell in cells:
                odds[cell] = float(share)
        self.odds: Odds = odds

    def sample(self, count: int, seed: int) -> Layouts:
        clues, sea = clues_and_sea(self._view)
        sampler = LayoutSampler(clues, sea, self._view.mines)
        random = Random(seed)
        flat = bytearray(count * self._view.board.cells)
        for number in range(count):
            for cell in sampler.draw(random):
                flat[number * self._view.board.cells + cell] = 1
        return Layouts(flat, self._view.board.cells)

    def roll_out(
        self, cells: Sequence[int], player: Think, count: int, seed: int, first: int = 0
    ) -> list[list[float]]:
        raise NotImplementedError("the plain engine plays no rollouts")

    def evaluate(
        self,
        think: Think,  # noqa: ARG002
        also: Sequence[int] = (),
        report: Report | None = None,  # noqa: ARG002
    ) -> Evaluation:
        return evaluate(self._view, self.odds, self.mined, also)


class PlainEngine:
    """Everything in plain Python. It does not look ahead, and plays no games in bulk."""

    name = "python"
    looks_ahead = False
    bulk_players: frozenset[str] = frozenset()
    most_optimal_layouts = 2_000

    def analyse(self, view: View) -> PlainPosition:
        return PlainPosition(view)

    def deducer(self, board: Board, mines: int) -> Deducer:
        return PlainDeducer(board, mines)

    def play_many(
        self,
        board: Board,
        layouts: Layouts,
        first: int,
        player: str,
        think: Think,
        is_cancelled: Callable[[], bool] | None = None,
    ) -> list[Played]:
        raise NotImplementedError("the plain engine has no bulk players")

    def optimal(
        self,
        board: Board,
        mines: int,
        free: Sequence[int],
        symmetries: Sequence[Sequence[int]],  # noqa: ARG002 (few layouts need no shortcut)
    ) -> OptimalPlay:
        cells = list(range(board.cells))
        nothing = Clue(tuple(free), 0, None)
        fitting = layouts([nothing], cells, mines, self.most_optimal_layouts)
        endgame = Endgame(fitting, cells, board.neighbours)
        return OptimalPlay(len(fitting), endgame.worth((1 << len(fitting)) - 1), None)

    def depth(
        self, board: Board, layout: Layout, initial: Sequence[int]
    ) -> tuple[int, bool] | None:
        raise NotImplementedError("the plain engine knows no arguments")

    def flood_many(
        self, board: Board, clues: memoryview, seen: memoryview, cells: memoryview
    ) -> Sequence[int]:
        opened = array("i", [0]) * len(cells)
        for game, cell in enumerate(cells):
            low = game * board.cells
            if cell < 0 or seen[low + cell] >= 0:
                continue
            truth = clues[low : low + board.cells]
            if truth[cell] < 0:
                opened[game] = -1
                continue
            for there in board.flood(cell, truth):
                if seen[low + there] < 0:
                    seen[low + there] = truth[there]
                    opened[game] += 1
        return opened
