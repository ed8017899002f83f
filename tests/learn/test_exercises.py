"""Exercises: their claims are checked by a SAT solver and by trying every pair of clues."""

from itertools import combinations, islice, product

import pytest

import oracle
from mineproof import exercises, read
from mineproof.base.errors import BadInput
from mineproof.core.endgame import Endgame
from mineproof.game.picture import FLAG
from mineproof.learn.kinds import KINDS
from tiers import slow

CERTAIN = [kind for kind in KINDS if kind not in ("flip", "guess")]


def clues_of(view, *, counted):
    """Return (cells, mines) of every clue, without flagged cells."""
    found = []
    for cell, value in enumerate(view.cells.tolist()):
        around = view.board.neighbours[cell]
        left = frozenset(there for there in around if view.cells[there] == -1)
        if value >= 0 and left:
            found.append((left, value - sum(view.cells[there] == FLAG for there in around)))
    if counted:
        flags = view.cells.tolist().count(FLAG)
        found.append((frozenset(view.unmarked), view.mines - flags))
    return found


def decided_together(group):
    """Tell whether some clues together decide a cell, by brute force over their cells."""
    cells = sorted(set().union(*(one for one, _ in group)))
    fits = [
        fill
        for fill in product((0, 1), repeat=len(cells))
        if all(
            sum(fill[at] for at, cell in enumerate(cells) if cell in one) == mines
            for one, mines in group
        )
    ]
    assert fits
    return any(len(set(column)) == 1 for column in zip(*fits, strict=True))


def pairs_decide(told):
    return any(
        decided_together(pair)
        for pair in combinations(told, 2)
        if pair[0][0] & pair[1][0] and len(pair[0][0] | pair[1][0]) <= 11
    )


def certain_cells_of(one, kind):
    """Check the cells and the depth that an exercise claims; return its safe and mined cells."""
    view = one.view
    flags = {cell for cell, value in enumerate(view.cells.tolist()) if value == FLAG}
    safe, mined = oracle.certain_by_sat(view)
    assert set(one.safe) == set(view.board.names(safe))
    assert set(one.mined) == set(view.board.names(mined - flags))
    assert flags <= mined
    told = clues_of(view, counted=kind == "count")
    easy = any(
        mines in (0, len(cells)) or (len(cells) <= 11 and decided_together([(cells, mines)]))
        for cells, mines in told
    )
    assert easy == (one.depth == 1)
    assert one.depth == 1 or pairs_decide(told) == (one.depth == 2)
    return safe, mined


@pytest.mark.parametrize("count", [1, slow(4)])
@pytest.mark.parametrize("kind", CERTAIN)
def test_exactly_the_claimed_cells_are_certain_and_no_easier_argument_leads_on(kind, count):
    for found in islice(exercises(kind=kind, seed=5), count):
        certain_cells_of(found, kind)
        if kind == "count":
            told = clues_of(found.view, counted=False)
            assert not any(decided_together([one]) for one in told)
        assert found.argument


def test_the_argument_of_an_exercise_is_that_of_its_kind():
    for found in islice(exercises(kind="1-2-1", seed=2), 5):
        ones_and_two = [one for line in found.lines for one in line.premises]
        assert {one.mines for one in ones_and_two} == {1, 2}


def test_coin_flips_are_lost_half_the_time_and_best_guesses_win_most():
    for kind, seeds in (("flip", (3, 4)), ("guess", (25, 26, 29))):
        for found in (next(exercises(kind=kind, seed=seed)) for seed in seeds):
            assert (found.depth, found.safe, found.mined) == (None, (), ())
            wins_by_force(found, kind)


def wins_by_force(one, kind):
    """Check a coin flip or the best guesses; return the chances of each cell and the layouts."""
    count, chances = openings_by_force(one.view)
    most = max(chance.wins for chance in chances.values())
    best = {cell for cell, chance in chances.items() if chance.wins == most}
    if kind == "flip":
        assert most <= count / 2
    else:
        assert set(one.chosen) == set(one.view.board.names(best))
    return count, chances


def openings_by_force(view):
    """Find all layouts by brute force; return their number and the wins of each first cell."""
    flags = {cell for cell, value in enumerate(view.cells.tolist()) if value == FLAG}
    cells = view.unmarked
    told = clues_of(view, counted=True)
    fits = [
        frozenset(mines)
        for mines in combinations(cells, view.mines - len(flags))
        if all(len(one.intersection(mines)) == wanted for one, wanted in told)
    ]
    whole = [layout | flags for layout in fits]
    return len(fits), Endgame(whole, cells, view.board.neighbours).openings()


def test_exercises_are_the_same_on_every_engine(core):
    pinned = [(one.number, one.kind, one.depth) for one in islice(exercises(depth=2, seed=11), 6)]
    assert pinned == [(1, "count", 2), (2, "1-1", 2), (4, None, 2), (5, "subset", 2),
                      (7, "overlap", 2), (8, "1-2", 2)]  # fmt: skip


def test_an_exercise_as_an_object_can_be_read_back():
    one = next(exercises(kind="subset", seed=4))
    told = one.as_json("zh-Hant")
    assert read(told["position"]) == one.view
    assert told["safe"] == list(one.safe)
    assert told["argument"] != one.argument


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"kind": "magic"}, "unknown kind 'magic'"),
        ({"depth": 5}, "from 1 to 4"),
        ({"kind": "1-1", "depth": 3}, "no exercises of kind 1-1 and depth 3"),
    ],
)
def test_what_cannot_be_is_refused(asked, said):
    with pytest.raises(BadInput, match=said):
        next(exercises(**asked))
