"""One trial: a config and a seed in, one row out. A pure function, but for the time it measures.

The seed deals the board and nothing else draws chance, so all configs with the same seed meet the
same boards. What a row says is the same on every machine, with either core.
"""

import time
from collections.abc import Callable, Iterator

from mineproof.core import engine
from mineproof.errors import TooWide
from mineproof.game.clues import clues
from mineproof.game.deal import Deal, Start, deal, initial_cells, layouts
from mineproof.game.formats.corpus import Corpus
from mineproof.game.game import Game, View
from mineproof.game.levels import Level, custom, level
from mineproof.game.picture import HIDDEN
from mineproof.lab.store import Config, Row
from mineproof.logic.kb import KnowledgeBase
from mineproof.logic.matching import Saturation
from mineproof.play.bulk import play_corpus
from mineproof.play.player import MINE, Result, play_game
from mineproof.play.strategies import strategy
from mineproof.reason.ask import ask, forward
from mineproof.reason.deduce import analyse
from mineproof.reason.depth import depth_of
from mineproof.reason.symbols import variables

Trial = Callable[[Config, int], Row]

_MAPS_APART = 1_000_003  # seeds further apart than any recipe has boards


def run_trial(config: Config, seed: int) -> Row:
    """The row of one trial; `config["trial"]` names the kind.

    >>> row = run_trial({"trial": "game", "level": "easy", "strategy": "unit"}, seed=1)
    >>> row["complete"], row["wrong"], row["determined"]
    (True, 0, 1.0)
    """
    return TRIALS[config["trial"]](config, seed)


# A game


def game(config: Config, seed: int) -> Row:
    """One board played by one strategy."""
    return _played(config, deal_of(config, seed))


def nested(config: Config, seed: int) -> Row:
    """A game whose given cells are a prefix of one order for the board, or drawn anew for every
    number of them, or on a board of its own: report A's three designs."""
    many = config["safe_cells"]
    if config["design"] == "all drawn anew":
        return _played(config, deal_of(config, seed + many * _MAPS_APART))
    dealt = deal_of(config, seed)
    if config["design"] == "cells drawn anew":
        cells = initial_cells(
            dealt.board, dealt.layout, start_of(config), seed + many * _MAPS_APART
        )
        dealt = Deal(dealt.board, dealt.layout, cells, dealt.start)
    return _played(config, dealt)


def gifts(config: Config, seed: int) -> Row:
    """A game in which a safe cell is given whenever the player is stuck, until all is marked.

    The player begins again with the longer list of given cells. A strategy that keeps what it knows
    ends where it would have ended had it gone on.
    """
    dealt = deal_of(config, seed)
    order = initial_cells(
        dealt.board, dealt.layout, Start(safe_cells=dealt.board.cells - dealt.mines), seed
    )
    given, began = list(dealt.initial), time.process_time()
    while True:
        result = _play(config, Deal(dealt.board, dealt.layout, tuple(given), dealt.start))
        if result.outcome == "solved":
            break
        seen = result.game.view.cells
        fresh = next((cell for cell in order if seen[cell] == HIDDEN), None)
        if fresh is None:
            break  # every safe cell is open: only mines are left to mark
        given.append(fresh)
    spent = (time.process_time() - began) * 1000
    return {
        "gifts": len(given) - len(dealt.initial),
        "none": len(given) == len(dealt.initial),
        "ms": spent,
    }


def level_of(config: Config) -> Level:
    """The size and mines that a config names: `level`, or `size` with `mines` or `density`."""
    if "level" in config:
        return level(config["level"])
    size = custom(config["size"], 0)
    mines = config.get("mines", round(config.get("density", 0) * size.rows * size.cols))
    return custom(config["size"], mines)


def start_of(config: Config) -> Start:
    rule = Start.parse(config.get("start", "given"))
    return Start(
        rule.rule,
        rule.cell,
        config.get("safe_cells"),
        config.get("ratio"),
        config.get("place", "uniform"),
    )


def deal_of(config: Config, seed: int) -> Deal:
    return deal(
        level_of(config), start=start_of(config), seed=seed, shape=config.get("shape", "grid")
    )


def _play(config: Config, dealt: Deal) -> Result:
    heuristic = config.get("heuristic", "mrv")
    player = strategy(config["strategy"]).player(record=False, heuristic=heuristic)
    return play_game(Game(dealt), player)


def _played(config: Config, dealt: Deal) -> Row:
    try:
        result = _play(config, dealt)
    except TooWide:  # then the game is given up, as in bulk play
        return {"complete": False, "success": False, "won": False, "refused": True}
    ended, counters = result.game, result.counters
    return {
        "complete": result.outcome == "solved",
        "success": result.success,
        "won": ended.won,
        "stuck": result.outcome == "stuck",
        "exploded": ended.exploded is not None,
        "determined": 1 - (ended.unmarked + ended.wrong) / dealt.board.cells,
        "wrong": ended.wrong,
        "generated": counters.generated,
        "inserted": counters.inserted,
        "resolutions": counters.resolutions,
        "nodes": counters.nodes,
        "ms": result.ms,
        **(_end(ended.view) if result.outcome == "stuck" and not ended.wrong else {}),
    }


def _end(view: View) -> Row:
    """A stuck end: is anything entailed that was missed, and what is it that nothing says?

    Nothing may be entailed because mines fence in cells that no clue touches, or because the clues
    have several solutions; often both.
    """
    unmarked = set(view.unmarked)
    found = analyse(view)
    missed = not unmarked.isdisjoint(found.safe) or not unmarked.isdisjoint(found.mined)
    by_clues = missed and _clues_entail(view, unmarked)
    row = {"truly": not missed, "missed_clues": by_clues, "missed_count": missed and not by_clues}
    if missed:
        return row
    touched = {cell for clue in clues(view) for cell in clue.cells} & unmarked
    return {**row, "fenced": touched != unmarked, "several": bool(touched)}


def _clues_entail(view: View, unmarked: set[int]) -> bool:
    """Do the clues alone, without the mine count, decide an unmarked cell?"""
    follow = engine().deducer(view.board, view.mines)
    for cell, clue in enumerate(view.cells.tolist()):
        if clue >= 0:
            follow.open(cell, clue)
    while True:
        safe, mined = follow.deduce(with_count=False)
        if not unmarked.isdisjoint(safe) or not unmarked.isdisjoint(mined):
            return True
        if not safe and not mined:
            return False


# A question


def chaining(config: Config, seed: int) -> Row:
    """One direction of reasoning at one stage of a game: resolvents made, and time.

    The game is played by complete inference until so large a share of its safe cells is open. Then
    `one` certain cell is asked for, or `all` that touch a clue are.
    """
    view, certain = _midway(config, seed)
    told = [clue for clue in clues(view) if clue.cells]
    touched = sorted({cell for clue in told for cell in clue.cells})
    certain = [cell for cell in certain if cell in touched]
    if not certain:
        return {"asked": False}
    one = [certain[seed % len(certain)]]
    began = time.process_time()
    if config["direction"] == "back":
        asked = [ask(view, cell) for cell in (one if config["cells"] == "one" else touched)]
        made, decided = sum(x.resolutions for x in asked), sum(x.verdict is not None for x in asked)
    elif config["cells"] == "one":
        answer = forward(view, one[0])
        made, decided = answer.resolutions, int(answer.verdict is not None)
    else:
        kb = KnowledgeBase(record=False)
        for clue in told:
            kb.tell_exactly(clue.mines, variables(clue.cells))
        matching = Saturation(kb)
        while kb.take() is not None or matching.run():
            pass
        made, decided = kb.counters.resolutions, len(kb.facts)
    spent = (time.process_time() - began) * 1000
    return {"asked": True, "resolutions": made, "decided": decided, "ms": spent}


def _midway(config: Config, seed: int) -> tuple[View, list[int]]:
    """A position in the middle of a game, with the cells that are certain there."""
    dealt = deal_of(config, seed)
    ended, player = Game(dealt), strategy("complete").player(record=False)
    enough = config["opened"] * (dealt.board.cells - dealt.mines)
    player.begin(ended.view)
    while ended.opened < enough and (move := player.choose(ended.view)):
        (ended.flag if move.verdict is MINE else ended.open)(move.cell)
    # Flags are the player's own; the question is put to someone who has only the clues.
    for cell in range(dealt.board.cells):
        ended.unflag(cell)
    found = analyse(ended.view)
    return ended.view, sorted(found.safe + found.mined)


# A board


def finish(config: Config, seed: int) -> Row:
    """Can a board be finished from an open start without a guess? The compiled core plays it."""
    size, rule, shape = level_of(config), start_of(config), config.get("shape", "grid")
    board = size.board(shape)
    dealt = layouts(size, start=rule, seed=seed, count=1, shape=shape)
    corpus = Corpus(board, size.mines, rule.rule, rule.first(board), dealt)
    [[row]] = play_corpus(corpus, "complete")
    return {"won": row.won, "ms": row.ms}


def depth(config: Config, seed: int) -> Row:
    """How deep the logic of a board is, if complete inference finishes it at all."""
    dealt = deal_of(config, seed)
    began = time.process_time()
    solved = _play({"strategy": "complete"}, dealt).outcome == "solved"
    found = depth_of(dealt) if solved else None
    row: Row = {"guess": found is None, "ms": (time.process_time() - began) * 1000}
    if found is None:
        return row
    depths = {f"depth_{deep}": found.depth == deep for deep in range(1, 5)}
    return {**row, "solvable": True, **depths, "count": found.uses_count}


TRIALS: dict[str, Trial] = {
    "game": game,
    "nested": nested,
    "gifts": gifts,
    "chaining": chaining,
    "finish": finish,
    "depth": depth,
}


def trials(config: Config, seeds: range | list[int], seconds: float) -> Iterator[tuple[int, Row]]:
    """Trials of one config, in order, until the time is up; at least one."""
    until = time.monotonic() + seconds
    for seed in seeds:
        yield seed, run_trial(config, seed)
        if time.monotonic() > until:
            return
