"""Trials: functions from a config and a seed to one row, pure except for the measured time.

The seed deals the board and nothing else is random, so all configs play the same boards. A row is
the same on every machine. It is also the same with every engine, unless a player looks ahead, which
not every engine can. This module has the trial that most experiments use (one game) and its parts.
Other trials are in the files of their experiments.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from mineproof.base.arguments import shown
from mineproof.base.errors import BadInput, TooWide
from mineproof.game.clues import clues
from mineproof.game.deal import Deal, Start, deal
from mineproof.game.game import Game
from mineproof.game.graph import Graph
from mineproof.game.levels import Level, custom, level
from mineproof.game.view import View
from mineproof.lab import _outside_players as outside_players
from mineproof.lab.config import Config, Row
from mineproof.lab.graph_files import shape_of
from mineproof.play.outside.players import is_outside
from mineproof.play.player import Result, play_game
from mineproof.play.puzzle import decided_by_clues
from mineproof.play.strategies import strategy
from mineproof.reason.deduce import analyse

_LARGEST = 1e12  # more milliseconds or clauses than any trial has


@dataclass(frozen=True)
class Trial:
    """A kind of trial. Configs and stored rows refer to it by its name."""

    name: str
    run: Callable[[Config, int], Row]
    forms: tuple[frozenset[str], ...]
    """The forms of a row: a row has exactly the names of one of them."""
    flags: frozenset[str] = frozenset()
    """The values that are true or false. All others are numbers that are not negative: whole ones,
    except for shares and `ms`."""
    shares: frozenset[str] = frozenset()
    """The numbers that are at most 1."""
    agrees: Callable[[Row], bool] = lambda _row: True
    """Whether the values of a row of a right form go together."""
    players: tuple[str, ...] = ()
    """The strategies that play in it, in addition to that of the config."""
    by_engine: bool = False
    """Whether its rows depend on the engine although no player looks ahead.

    Engines find certain moves in different orders, and a trial may stop in the middle of a game.
    """
    revision: int = 1
    """A number that increases if the rows can change although no strategy has changed."""

    def check(self, row: Row) -> None:
        """Raise `BadInput` unless a row is one that this trial can return.

        >>> GAME.check({"complete": True, "success": True, "won": 1, "refused": False})
        Traceback (most recent call last):
            ...
        mineproof.base.errors.BadInput: a row of game with won = 1
        """
        if row.keys() not in self.forms:
            raise BadInput(f"a row of {self.name} with the values {', '.join(sorted(row))}")
        for key, value in row.items():
            if key in self.flags:
                possible = type(value) is bool
            else:
                most = 1 if key in self.shares else _LARGEST
                kinds = (int, float) if key in self.shares or key == "ms" else (int,)
                possible = type(value) in kinds and 0 <= value <= most
            if not possible:
                raise BadInput(f"a row of {self.name} with {key} = {shown(value)}")
        if not self.agrees(row):
            raise BadInput(f"a row of {self.name} whose values contradict each other")


def play_one_game(config: Config, seed: int) -> Row:
    """Return the row of one board played by one strategy.

    >>> row = play_one_game({"level": "easy", "strategy": "unit"}, seed=1)
    >>> row["complete"], row["wrong"], row["determined"]
    (True, 0, 1.0)
    """
    return game_row(config, deal_of(config, seed))


_ALWAYS = frozenset({"complete", "success", "won"})
_WORK = ("generated", "inserted", "resolutions", "nodes")
_ENDED = _ALWAYS.union({"determined", "wrong", "ms", "stuck", "exploded"}, _WORK)
_MISSED = frozenset({"truly", "missed_clues", "missed_count"})
_UNDECIDED = frozenset({"fenced", "several"})
_OF_PRESETS = (_ENDED, _ENDED | _MISSED, _ENDED | _MISSED | _UNDECIDED, _ALWAYS | {"refused"})
_OF_OUTSIDE = tuple(form.difference(_WORK) | {"fault"} for form in _OF_PRESETS[:3])
_FORMS = (*_OF_PRESETS, *_OF_OUTSIDE, *(form | {"inserted"} for form in _OF_OUTSIDE))
"""The rows of a game: ended, stuck with something missed, truly stuck, or given up.

Rows of a player from outside say whether the game was lost by a fault, and the number of clauses if
the player reports it.
"""
_FLAGS = _ALWAYS | {"stuck", "exploded", "refused", "fault"} | _MISSED | _UNDECIDED


def is_game(row: Row) -> bool:
    """Tell whether the values of a game go together: it has one end, and is won or lost by it.

    >>> lost = {"complete": False, "success": False, "won": False, "refused": True}
    >>> is_game(lost), is_game({**lost, "won": True})
    (True, False)
    """
    complete, success, won = row["complete"], row["success"], row["won"]
    if "refused" in row:
        return bool(row["refused"]) and not (complete or success or won)
    stuck, exploded, fault = row["stuck"], row["exploded"], row.get("fault", False)
    if complete:
        marked = row["determined"] == 1 and row["wrong"] == 0
        return bool(success and won and marked) and not (stuck or exploded or fault)
    if stuck and (exploded or fault):
        return False
    if exploded and (success or won):
        return False
    # A player from outside need not flag the mines after a win; its rows have `fault`.
    ended = stuck or exploded or fault or (won and "fault" in row)
    return bool(ended) and _is_stuck_end(row)


def _is_stuck_end(row: Row) -> bool:
    """Tell whether a game that is stuck without an error has one reason, and no other game one."""
    if not row["stuck"] or row["wrong"]:
        return "truly" not in row
    if "truly" not in row or sum(bool(row[key]) for key in _MISSED) != 1:
        return False
    undecided = [bool(row[key]) for key in _UNDECIDED if key in row]
    return any(undecided) if row["truly"] else not undecided


GAME = Trial("game", play_one_game, _FORMS, _FLAGS, frozenset({"determined"}), is_game)


# From a config to a board


def config_level(config: Config) -> Level:
    """Return the size and mines of a config: `level`, or `size` with `mines` or `density`.

    A graph has its own size.

    >>> config_level({"size": "9x9", "density": 0.1}).mines
    8
    """
    if "level" in config:
        return level(config["level"])
    shape = shape_of(config)
    size = config["size"] if "size" in config or not isinstance(shape, Graph) else shape.size
    if "mines" in config:
        return custom(size, config["mines"])
    empty = custom(size, 0)
    return custom(size, round(config.get("density", 0) * empty.rows * empty.cols))


def config_start(config: Config) -> Start:
    """Return the start rule of a config; the default is given cells."""
    given = {key: config[key] for key in ("safe_cells", "ratio", "place") if key in config}
    return replace(Start.parse(config.get("start", "given")), **given)


def player_settings(config: Config) -> Config:
    """Return the settings of a config that a player has.

    >>> player_settings({"level": "easy", "idle_limit": "unlimited"})
    {'idle_limit': 'unlimited'}
    """
    keys = ("heuristic", "idle_limit", "count_limit", "clause_order")
    return {key: config[key] for key in keys if key in config}


def deal_of(config: Config, seed: int) -> Deal:
    """Return the deal of a config and a seed."""
    return deal(config_level(config), start=config_start(config), seed=seed, shape=shape_of(config))


# From a board to a row


def play(config: Config, dealt: Deal) -> Result:
    """Play a board with the strategy of a config.

    A limit or a heuristic that the strategy does not have is ignored: the upper bound is the same
    for every limit.
    """
    name = config["strategy"]
    if is_outside(name):
        return outside_players.play(name, dealt)
    player = strategy(name).player(record=False, **player_settings(config))
    return play_game(Game(dealt), player)


def game_row(config: Config, dealt: Deal) -> Row:
    """Play a board with the strategy of a config and return the measured values."""
    try:
        result = play(config, dealt)
    except TooWide:  # abandon the game, as bulk play does
        return {"complete": False, "success": False, "won": False, "refused": True}
    game, outside = result.game, is_outside(config["strategy"])
    # Our strategies play on after a win, to mark what is left: they can be stuck then, too.
    stuck = result.outcome == "stuck" or (result.won and not result.complete and not outside)
    return {
        "complete": result.complete,
        "success": result.success,
        "won": game.won,
        "stuck": stuck,
        "exploded": game.exploded is not None,
        "determined": 1 - (game.unmarked + game.wrong) / dealt.board.cells,
        "wrong": game.wrong,
        "ms": result.ms,
        **_costs(result, outside),
        **(_stuck_end(game.view) if stuck and not game.wrong else {}),
    }


def _costs(result: Result, outside: bool) -> Row:
    """Return the known costs of a game, and whether a player from outside lost it by a fault."""
    if not outside:
        return {key: getattr(result.counters, key) for key in _WORK}
    told = result.counters.inserted
    return {"fault": result.fault is not None, **({"inserted": told} if told else {})}


def _stuck_end(view: View) -> Row:
    """Classify a stuck end: did the player miss something, and if not, what is left undecided?

    If nothing is entailed, mines enclose cells that no clue touches, or the clues have several
    solutions; often both.
    """
    unmarked = set(view.unmarked)
    analysis = analyse(view)
    missed = not unmarked.isdisjoint(analysis.safe) or not unmarked.isdisjoint(analysis.mined)
    by_clues = missed and not unmarked.isdisjoint(decided_by_clues(view))
    row: Row = {
        "truly": not missed,
        "missed_clues": by_clues,
        "missed_count": missed and not by_clues,
    }
    if missed:
        return row
    touched = {cell for clue in clues(view) for cell in clue.cells} & unmarked
    return {**row, "fenced": touched != unmarked, "several": bool(touched)}
