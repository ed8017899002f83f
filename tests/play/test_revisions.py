"""The number `Strategy.revision` stands for the moves of a strategy on fixed boards.

The lab never mixes rows of two revisions, so a change of moves without a change of the number would
mix the games of two players under one name.
"""

import hashlib
from functools import cache
from itertools import groupby

import pytest

from engines import using
from mineproof import STRATEGIES, Game, custom, deal, play_game, strategy
from mineproof.core.choice import engine

BOARDS = [
    (custom("9x9", 10), "given"),
    (custom("9x9", 14), "safe"),
    (custom("12x12", 24), "open"),
    (custom("16x16", 40), "safe"),
    (custom("16x30", 99), "open"),
]
PINNED = {
    ("assignment", 1): ("181c77563a05a003", "181c77563a05a003"),
    ("two-literal", 1): ("e85258620b28adca", "e85258620b28adca"),
    ("consuming", 2): ("b0e3f1e93cf05d61", "b0e3f1e93cf05d61"),
    ("unit", 1): ("bbee278f4b60e64b", "bbee278f4b60e64b"),
    ("rebuild", 2): ("9b676f63770245af", "9b676f63770245af"),
    ("saturate", 1): ("579c32aeffb2ee2d", "579c32aeffb2ee2d"),
    ("complete", 1): ("a895ef0af797436d", "f6c5e31d42eff2bc"),
    ("complete-clues", 1): ("592281b18a670ed5", "e83172d79c27d85a"),
    ("csp", 1): ("6b465a5480154fd4", "6b465a5480154fd4"),
    ("logic-csp", 1): ("579c32aeffb2ee2d", "579c32aeffb2ee2d"),
    ("csp-assign", 1): ("d99c702a1d5cc9dc", "d99c702a1d5cc9dc"),
    ("least-risk", 1): ("ff4a4382cfcbca20", "6cbd18c4575f2b5e"),
    ("guess", 2): ("c45f09e908f2e0cc", "abd4b7f2c7e9b250"),
    ("fewest-neighbours", 1): ("cac67b637fd81e5a", "45717b0d6ed42655"),
    ("safest-region", 1): ("eb86a71cfb0f4e3c", "8de581ec89b3cef5"),
}
"""The hash of the moves by strategy and revision, with the compiled engine and the plain one."""


@cache
def games_of(name, core, boards):
    """The moves of a strategy on each of the fixed boards, the first three for `rebuild`."""
    boards = boards or (3 if name == "rebuild" else 5)  # `rebuild` is slow on larger boards
    games = []
    with using(core):
        for level, start in BOARDS[:boards]:
            for seed in (1, 2, 3):
                games.append([])
                game = Game(deal(level, start=start, seed=seed))
                play_game(game, strategy(name).player(record=False), after=games[-1].append)
    return games


def hash_of_moves(name, core, boards=None):
    """Hash every move of a strategy on the fixed boards: cell, verdict, certainty."""
    hashed = hashlib.sha256()
    for moves in games_of(name, core, boards):
        for move in moves:
            hashed.update(f"{move.cell} {move.verdict} {move.certain};".encode())
        hashed.update(b"end;")
    return hashed.hexdigest()[:16]


def test_every_strategy_is_pinned():
    present = {(name, one.revision) for name, one in STRATEGIES.items()}
    assert present == PINNED.keys(), "pin the moves of a new strategy: add it to PINNED"


@pytest.mark.parametrize("name", STRATEGIES)
def test_the_moves_of_a_strategy_are_those_of_its_revision(name, core):
    compiled, plain = PINNED.get((name, STRATEGIES[name].revision), ("", ""))
    assert hash_of_moves(name, core) == (compiled if core == "native" else plain), (
        "the moves are new or have changed: raise the revision of the strategy and pin its hash"
    )


@pytest.mark.slow(twin="test_the_moves_of_a_strategy_are_those_of_its_revision")
def test_the_moves_of_rebuild_are_those_of_its_revision_on_large_boards_too():
    assert STRATEGIES["rebuild"].revision == 2
    assert hash_of_moves("rebuild", engine().name, boards=5) == "feb49c6e3958cc4d"


@pytest.mark.parametrize("name", STRATEGIES)
def test_engines_differ_in_the_order_of_certain_moves_unless_a_player_looks_ahead(name):
    """Between two guesses both mark the same cells."""
    compiled, plain = (
        [
            [sorted(batch) for _, batch in groupby(moves, key=lambda move: move.certain)]
            for moves in games_of(name, core, None)
        ]
        for core in ("native", "python")
    )
    assert (compiled != plain) == STRATEGIES[name].looks_ahead
