"""Many games at once: a corpus of boards, one player, a row a game.

Players that the compiled core knows play there, in threads; all others play in processes.
"""

import multiprocessing
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from mineproof.counting import native
from mineproof.errors import TooWide
from mineproof.game.board import Board, Layout
from mineproof.game.deal import Deal
from mineproof.game.formats.corpus import Corpus
from mineproof.game.game import Game
from mineproof.play.guess import settings
from mineproof.play.player import play_game
from mineproof.play.rates import Rate, wilson
from mineproof.play.strategies import strategy

CHUNK = 200  # games between two words on progress
_COMPILED = {"guess": True, "least-risk": True, "complete": False}  # name: does it guess?


class Row(NamedTuple):
    """One game of a batch."""

    board: int
    won: bool
    guesses: int
    ms: float
    opened: int


@dataclass(frozen=True)
class Summary:
    """A batch in one line."""

    games: int
    won: int
    rate: Rate
    ms_per_game: float


def summarise(rows: Sequence[Row]) -> Summary:
    won = sum(row.won for row in rows)
    spent = sum(row.ms for row in rows)
    return Summary(len(rows), won, wilson(won, len(rows)), spent / len(rows) if rows else 0.0)


def play_corpus(
    corpus: Corpus, player: str, workers: int = 1, think: str = "normal"
) -> Iterator[list[Row]]:
    """Play every board of a corpus; yield the rows a chunk at a time, in the order of the boards.

    The rows are the same for any number of workers, times aside. `think` is how hard `guess`
    thinks.
    """
    strategy(player)  # a wrong name is said before anything is played
    compiled = native.core() == "native" and player in _COMPILED
    bounds = range(0, len(corpus.layouts), CHUNK)
    if workers == 1:
        for low in bounds:
            layouts, first = corpus.layouts[low : low + CHUNK], corpus.first + low
            yield play_boards(corpus.board, layouts, corpus.start, player, first, think)
        return
    with _executor(compiled, workers) as pool:
        waiting: list[Future[list[Row]]] = []
        for low in bounds:
            chunk = corpus.layouts[low : low + CHUNK]
            first = corpus.first + low
            waiting.append(
                pool.submit(play_boards, corpus.board, chunk, corpus.start, player, first, think)
            )
        try:
            for done in waiting:
                yield done.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _executor(compiled: bool, workers: int) -> Executor:
    if compiled:
        return ThreadPoolExecutor(workers)
    # Not forked: a fork of a process with threads may hang, and Windows cannot.
    return ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn"))


def play_boards(
    board: Board, layouts: Layout, start: int, player: str, first: int, think: str = "normal"
) -> list[Row]:
    """A row for each layout, in this thread; `first` is the number of the first of them."""
    if native.core() == "native" and player in _COMPILED:
        module: Any = native.compiled()
        how = settings(think) if player == "guess" else None
        rows = module.play_many(
            native.field(board), layouts.view(np.uint8), [start], _COMPILED[player], how
        )
        return [
            Row(first + number, bool(won), int(guesses), ms, int(opened))
            for number, (won, guesses, opened, ms) in enumerate(rows.tolist())
        ]
    return [
        _play_one(board, layout, start, player, think, first + number)
        for number, layout in enumerate(layouts)
    ]


def _play_one(
    board: Board, layout: Layout, start: int, player: str, think: str, number: int
) -> Row:
    guesses = 0

    def count(certain: bool) -> None:
        nonlocal guesses
        guesses += not certain

    game, began = Game(Deal(board, layout, (start,))), time.process_time()
    with suppress(TooWide):  # then the game is given up, as the compiled player does
        play_game(
            game,
            strategy(player).player(record=False, think=think),
            after=lambda move: count(move.certain),
        )
    return Row(number, game.won, guesses, (time.process_time() - began) * 1000, game.opened)
