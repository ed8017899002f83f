"""Minesweeper played by logic, where every deduction has a proof.

Positions   read(text or Path), View.from_array(rows, mines): what a player can see
            analyse(view): what is certain, the odds, the best move; .safe .mined .odds .best
            explain(view, "r2c1"): why, from the fewest clues; .verdict .sentences() .proof
            compare(view, cell, cell), optimal(board, mines, start), clues(view), cnf(view)
Games       deal("easy", start="open", seed=1): a board; level, custom, generate, read_board
            Game(deal): .view .open(*cells) .flag(cell) .play(player) .moves(player) .outcome
            game.replay.write(file), Replay.read(file), review(replay), measure(board, layout)
Players     an object with begin(view) and choose(view) -> Move(cell, SAFE or MINE) or None
            strategy("guess").player(), STRATEGIES; play_game, solve, check_player
            wilson(won, games), paired_difference(results, results): 95 % intervals
Proofs      check(axioms, steps), KnowledgeBase, proof_of; exercises, for people to learn
Errors      MineproofError: BadInput, Contradiction, TooWide, BrokenContract, PlayerFault

A cell is "r2c1", (2, 1) or an index. `help(mineproof.Game)` explains one name, `dir(mineproof)`
lists all, and `__init__.pyi` says where each is defined. A name is loaded when it is first used.

>>> import mineproof
>>> view = mineproof.read("1 1 1 / # # #", mines=1)
>>> mineproof.analyse(view).safe
['r2c1', 'r2c3']
"""

import re
from functools import cache
from importlib import import_module
from pathlib import Path

__version__ = "0.1.0"  # a constant: importlib.metadata takes 0.03 s to import


class _Names(list[str]):
    """The names for `import *`. `help` is told that none of them is to be printed in full.

    It asks with `in`; the classes would fill a hundred screens, and the text above names them.
    """

    def __contains__(self, name: object) -> bool:
        return False


@cache
def _homes() -> dict[str, str]:
    """Return the module of each public name."""
    # The loader also reads from a zip file: the static page has this package in one.
    stub = __loader__.get_data(str(Path(__file__).with_suffix(".pyi"))).decode()
    return {name: home for home, name in re.findall(r"^from ([\w.]+) import (\w+) as", stub, re.M)}


def __getattr__(name: str) -> object:
    homes = {} if name.startswith("_") and name != "__all__" else _homes()
    if name == "__all__":
        value: object = _Names(__dir__())
    elif name in homes:
        value = getattr(import_module(homes[name]), name)
    else:
        raise AttributeError(f"module 'mineproof' has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*_homes(), "__version__"])
