"""Play a corpus of boards with one player, in parallel; each game gives a row.

Players that the engine plays in bulk run in threads that share the boards. All other players run in
processes, which read the boards from one file: a task is two numbers, however large the boards.
After an error or Ctrl-C both end at once, in the middle of a game.
"""

import os
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

from mineproof.base.errors import MineproofError, TooWide
from mineproof.base.output_files import temporary_folder
from mineproof.core.choice import engine
from mineproof.core.protocol import MOST_COMPILED_NEIGHBOURS
from mineproof.core.think import think_named
from mineproof.game.board import Board, Layouts
from mineproof.game.deal import Deal
from mineproof.game.formats.corpus import Corpus, Given
from mineproof.game.game import Game
from mineproof.play.outside.players import strategy_named
from mineproof.play.outside.process import Limits
from mineproof.play.player import Player, close, play_game
from mineproof.play.strategies import strategy
from mineproof.play.worker_processes import worker_pool

CHUNK = 200  # the most games between two progress messages
_CELLS = 1 << 21  # the cells of all boards of a chunk


class Row(NamedTuple):
    """One game of a batch."""

    board: int
    won: bool
    guesses: int
    ms: float
    opened: int
    fault: str = ""
    """why a player from outside lost the game by a fault"""


def cores() -> int:
    """Return the number of processors that this process may use."""
    allowed: Callable[[int], set[int]] | None = getattr(os, "sched_getaffinity", None)
    return len(allowed(0)) if allowed else os.cpu_count() or 1


class Request(NamedTuple):
    """The player: the name of a strategy or of a player from outside, and its settings.

    They are the effort of `guess`, and the limits for programs.
    """

    player: str
    think: str = "normal"
    limits: Limits | None = None


def play_corpus(corpus: Corpus, player: str | Request, workers: int = 1) -> Iterator[list[Row]]:
    """Play every board of a corpus; yield the rows a chunk at a time, in the order of the boards.

    Except for times, the rows are the same for any number of workers. A program is started once for
    each chunk.
    """
    request = Request(player) if isinstance(player, str) else player
    strategy_named(request.player)  # raises for a wrong name before anything is played
    boards = len(corpus.layouts)
    size = max(1, min(CHUNK, _CELLS // corpus.board.cells, -(-boards // max(1, workers))))
    bounds = [(low, low + size) for low in range(0, boards, size)]
    workers = min(workers, len(bounds))
    if workers <= 1:
        for low, high in bounds:
            yield _play_part(corpus, request, low, high)
        return
    in_threads = _is_bulk(corpus, request)
    with (_threads if in_threads else _processes)(corpus, request, workers) as submit:
        try:
            for done in [submit(low, high) for low, high in bounds]:
                yield done.result()
        except BrokenProcessPool:
            raise WorkerDied("a worker process died; run it again, with fewer workers?") from None


class WorkerDied(MineproofError):
    """Raised if a process that plays boards was killed, for example for lack of memory."""


Submit = Callable[[int, int], "Future[list[Row]]"]


@contextmanager
def _threads(corpus: Corpus, request: Request, workers: int) -> Iterator[Submit]:
    stop = threading.Event()
    play = partial(_play_part, corpus, request, is_cancelled=stop.is_set)
    with ThreadPoolExecutor(workers) as pool:
        try:
            yield lambda low, high: pool.submit(play, low, high)
        except BaseException:
            stop.set()
            pool.shutdown(cancel_futures=True)
            raise


@contextmanager
def _processes(corpus: Corpus, request: Request, workers: int) -> Iterator[Submit]:
    with temporary_folder() as folder:
        path = folder / "boards"
        path.write_bytes(corpus.layouts.flat)
        rest = replace(corpus, layouts=corpus.layouts[:0], given=())
        part = partial(_play_part_of_file, str(path), rest, request)
        with worker_pool(workers) as pool:
            yield lambda low, high: pool.submit(part, low, high, corpus.given[low:high])


def _play_part(
    corpus: Corpus,
    request: Request,
    low: int,
    high: int,
    is_cancelled: Callable[[], bool] | None = None,
) -> list[Row]:
    part = replace(
        corpus,
        layouts=corpus.layouts[low:high],
        first=corpus.first + low,
        given=corpus.given[low:high],
    )
    return _play_all(part, request, is_cancelled)


def _play_part_of_file(
    path: str, rest: Corpus, request: Request, low: int, high: int, given: tuple[Given, ...]
) -> list[Row]:
    cells = rest.board.cells
    with Path(path).open("rb") as file:
        file.seek(low * cells)
        layouts = Layouts(file.read((high - low) * cells), cells)
    part = replace(rest, layouts=layouts, first=rest.first + low, given=given)
    return _play_all(part, request)


def _is_bulk(corpus: Corpus, request: Request) -> bool:
    """Tell whether the engine can play the boards: its games have one first cell."""
    return _is_bulk_player(request.player, corpus.board) and corpus.rule != "given"


def _is_bulk_player(player: str, board: Board) -> bool:
    few = board.directions <= MOST_COMPILED_NEIGHBOURS
    return few and player in engine().bulk_players


def _play_all(
    corpus: Corpus, request: Request, is_cancelled: Callable[[], bool] | None = None
) -> list[Row]:
    board, layouts, first = corpus.board, corpus.layouts, corpus.first
    if _is_bulk(corpus, request):
        name, think = request.player, request.think
        return play_boards(board, layouts, corpus.start, name, first, think, is_cancelled)
    player = strategy_named(request.player, request.limits).player(
        record=False, think=request.think
    )
    begun = corpus.start_name
    try:
        return [
            _play_one(Deal(board, layout, corpus.initial(number), begun), player, first + number)
            for number, layout in enumerate(layouts)
        ]
    finally:
        close(player)


def play_boards(
    board: Board,
    layouts: Layouts,
    start: int,
    player: str,
    first: int,
    think: str = "normal",
    is_cancelled: Callable[[], bool] | None = None,
) -> list[Row]:
    """Return a row for each layout, played in this thread; `first` is the number of the first.

    Bulk players raise `Cancelled` soon after `is_cancelled` returns True.
    """
    if _is_bulk_player(player, board):
        played = engine().play_many(board, layouts, start, player, think_named(think), is_cancelled)
        return [
            Row(first + number, one.won, one.guesses, one.ms, one.opened)
            for number, one in enumerate(played)
        ]
    playing = strategy(player).player(record=False, think=think)
    return [
        _play_one(Deal(board, layout, (start,)), playing, first + number)
        for number, layout in enumerate(layouts)
    ]


def _play_one(dealt: Deal, player: Player, number: int) -> Row:
    guesses = 0

    def count(certain: bool) -> None:
        nonlocal guesses
        guesses += not certain

    game, began = Game(dealt), time.process_time()
    try:
        result = play_game(game, player, after=lambda move: count(move.certain))
    except TooWide:  # abandon the game, as the compiled player does
        spent = (time.process_time() - began) * 1000
        return Row(number, game.won, guesses, spent, game.opened)
    fault = str(result.fault) if result.fault else ""
    return Row(number, game.won and not fault, guesses, result.ms, game.opened, fault)
