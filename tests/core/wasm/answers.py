"""Questions to the engine in use, and its answers as JSON: one file for CPython and for Pyodide."""

import json
from array import array
from dataclasses import asdict, replace
from itertools import islice

from mineproof import Board, Deal, Game
from mineproof.base.errors import MineproofError
from mineproof.core.choice import engine
from mineproof.core.think import THINK
from mineproof.game.board import Layouts
from mineproof.game.deal import Start
from mineproof.game.levels import level
from mineproof.game.view import view_of
from mineproof.play import optimal as best_play
from mineproof.play.generate import NoGuessRequest, no_guess
from mineproof.play.player import play_game
from mineproof.play.strategies import strategy

CANDIDATE_ODDS = (
    "risk", "survival", "certain_next", "flip_loss", "win", "region_clears", "region_best", "score",
)  # fmt: skip


def position(board, mines, cells, think, also):
    """All that is said of a position; of its risky cells too if nothing is safe."""
    found = engine().analyse(view_of(Board(*board), mines, cells))
    told = {
        "layouts": str(found.layouts),
        "safe": found.safe,
        "mined": found.mined,
        "odds": _odds(found.odds),
        "drawn": [list(layout) for layout in found.sample(1, mines)],
    }
    if not found.safe:
        undecided = [cell for cell in also if cells[cell] < 0 and cell not in found.mined]
        chosen = found.evaluate(THINK[think], undecided)
        told |= {"best": chosen.cell, "exact": chosen.exact, "least_risk": chosen.least_risk}
        told["candidates"] = [
            [one.cell, one.dead, one.coin_flip, *(getattr(one, name) for name in CANDIDATE_ODDS)]
            for one in sorted(chosen.candidates, key=lambda one: one.cell)
        ]
    return told


def rolled_out(board, mines, cells, rollouts, also):
    """The choice by rollouts, the estimates, and the difference of two cells; by a player too."""
    board = Board(*board)
    view, think = view_of(board, mines, cells), replace(THINK["normal"], rollouts=rollouts)
    found = engine().analyse(view).evaluate(think, also)
    deducer = engine().deducer(board, mines)
    for cell, clue in reversed(list(enumerate(cells))):
        if clue >= 0:
            deducer.open(cell, clue)
    while any(deducer.deduce()):
        pass
    return {
        "best": found.cell,
        "opened": deducer.best_risk(view, think),
        "by_rollouts": found.by_rollouts,
        "difference": found.difference and asdict(found.difference),
        "estimates": [
            [one.cell, one.rollouts, one.win_estimate, one.win_margin, one.score]
            for one in sorted(found.candidates, key=lambda one: one.cell)
            if one.rollouts
        ],
    }


def game(board, layout, first, think):
    """The moves of `guess`, in their order."""
    moves = []
    playing = Game(Deal(Board(*board), bytes(layout), (first,)))
    player = strategy("guess").player(record=False, think=think)
    tell = lambda move: moves.append([move.cell, str(move.verdict), move.certain])  # noqa: E731
    result = play_game(playing, player, after=tell)
    return {"outcome": result.outcome, "moves": moves}


def deduced(board, layout, first):
    """A game followed by the deducer alone: what it finds, the odds, the least risk."""
    board, told = Board(*board), []
    clues = board.clues(bytes(layout))
    deducer, waiting, opened = engine().deducer(board, sum(layout)), [first], 0
    while waiting:
        for cell in waiting:
            deducer.open(cell, clues[cell])
        opened += len(waiting)
        waiting, mined = deducer.deduce()
        told.append([sorted(waiting), sorted(mined)])
        if not waiting and opened + sum(layout) < board.cells:
            risk = deducer.least_risk()
            told.append([_odds(deducer.odds()), risk])
            waiting = [] if layout[risk] else [risk]
    return told


def opened(board, mines, moves):
    """Cells opened with any clue, fitting or not."""
    deducer = engine().deducer(Board(*board), mines)
    for cell, clue in moves:
        deducer.open(cell, clue)
    return [sorted(cells) for cells in deducer.deduce(with_count=False)]


def bulk(board, layouts, first, player, think):
    """Many games at once."""
    flat = Layouts(bytes(layouts), Board(*board).cells)
    rows = engine().play_many(Board(*board), flat, first, player, THINK[think])
    assert all(row.ms >= 0 for row in rows)
    return [[row.won, row.guesses, row.opened, row.guess_luck, row.ending_luck] for row in rows]


def cancelled(board, layouts, first, how):
    """The same, with a caller that loses interest or fails."""
    is_cancelled = {"never": lambda: False, "at once": lambda: True, "fails": lambda: 1 / 0}[how]
    flat = Layouts(bytes(layouts), Board(*board).cells)
    rows = engine().play_many(Board(*board), flat, first, "guess", THINK["deep"], is_cancelled)
    return [row.won for row in rows]


def optimal(board, mines, start):
    """The best play on a whole board."""
    found = best_play.optimal(Board(*board), mines, Start.parse(start))
    guesses = [[*one.shown, one.cell, one.layouts, one.wins] for one in found.policy]
    return [found.layouts, found.wins, guesses]


def flooded(board, clues, cells):
    """Many boards, a cell opened on each."""
    clues, cells = array("b", clues), array("i", cells)
    seen = array("b", [-1]) * len(clues)
    views = memoryview(clues), memoryview(seen), memoryview(cells)
    return [list(engine().flood_many(Board(*board), *views)), seen.tolist()]


def no_guess_boards(name, seed, count, dense, least=1):
    """The numbers, layouts and depths of boards that need no guess."""
    wish = NoGuessRequest(level(name), Start.parse("open"), seed=seed, dense=dense, least=least)
    found = islice(no_guess(wish, tell_depth=True), count)
    return [[one.number, list(one.layout), *one.depth] for one in found]


def _odds(odds):
    return [None if chance != chance else chance for chance in odds]


KINDS = {
    one.__name__: one
    for one in (
        position, rolled_out, game, deduced, opened, bulk, cancelled, optimal, flooded,
        no_guess_boards,
    )
}  # fmt: skip


def answer(questions):
    """The answers to a JSON list of [kind, arguments], as JSON. A refusal is an answer too."""
    told = []
    for kind, arguments in json.loads(questions):
        try:
            told.append(KINDS[kind](*arguments))
        except (MineproofError, ValueError, ArithmeticError) as problem:
            told.append({"refused": f"{type(problem).__name__}: {problem}"})
    return json.dumps(told)
