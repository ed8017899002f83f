"""Exercises: their claims are checked by a SAT solver and by trying every pair of clues."""

from itertools import combinations, islice, product

import pytest
from pysat.card import CardEnc, EncType
from pysat.solvers import Solver

from mineproof import exercises
from mineproof.core.endgame import Endgame
from mineproof.errors import BadInput
from mineproof.game.picture import FLAG
from mineproof.learn.kinds import KINDS

CERTAIN = [kind for kind in KINDS if kind not in ("flip", "guess")]


def certain_by_sat(view):
    """Return the cells that are certain according to a SAT solver; flags are ignored."""
    hidden = [cell for cell, value in enumerate(view.cells.tolist()) if value < 0]
    top, clauses = view.board.cells, []
    groups = [
        ([there + 1 for there in view.board.neighbours[cell] if view.cells[there] < 0], value)
        for cell, value in enumerate(view.cells.tolist())
        if value >= 0
    ]
    for cells, mines in [*groups, ([cell + 1 for cell in hidden], view.mines)]:
        if not cells:
            assert mines == 0
            continue
        made = CardEnc.equals(lits=cells, bound=mines, top_id=top, encoding=EncType.seqcounter)
        top = max(top, made.nv)
        clauses += made.clauses
    with Solver(name="minisat22", bootstrap_with=clauses) as solver:
        safe = {cell for cell in hidden if not solver.solve(assumptions=[cell + 1])}
        mined = {cell for cell in hidden if not solver.solve(assumptions=[-cell - 1])}
    return safe, mined


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


@pytest.mark.parametrize("kind", CERTAIN)
def test_exactly_the_claimed_cells_are_certain_and_no_easier_argument_leads_on(core, kind):
    for found in islice(exercises(kind=kind, seed=5), 4 if core == "native" else 1):
        view = found.view
        flags = {cell for cell, value in enumerate(view.cells.tolist()) if value == FLAG}
        safe, mined = certain_by_sat(view)
        assert set(found.safe) == set(view.board.names(safe))
        assert set(found.mined) == set(view.board.names(mined - flags))
        assert flags <= mined
        told = clues_of(view, counted=kind == "count")
        easy = any(decided_together([one]) for one in told if len(one[0]) <= 11)
        if kind == "count":
            easy = easy or any(mines in (0, len(cells)) for cells, mines in told)
            assert not any(map(decided_together, ([one] for one in clues_of(view, counted=False))))
        assert easy == (found.depth == 1)
        if found.depth >= 2:
            assert pairs_decide(told) == (found.depth == 2)
        assert found.argument


def test_the_argument_of_an_exercise_is_that_of_its_kind():
    for found in islice(exercises(kind="1-2-1", seed=2), 5):
        ones_and_two = [one for line in found.lines for one in line.premises]
        assert {one.mines for one in ones_and_two} == {1, 2}


def test_coin_flips_are_lost_half_the_time_and_best_guesses_win_most():
    for kind, seeds in (("flip", (3, 4)), ("guess", (25, 26, 29))):
        for found in (next(exercises(kind=kind, seed=seed)) for seed in seeds):
            view = found.view
            assert (found.depth, found.safe, found.mined) == (None, (), ())
            openings = _openings(view)
            count = openings.pop("layouts")
            if kind == "flip":
                assert max(one.wins for one in openings.values()) <= count / 2
            else:
                most = max(one.wins for one in openings.values())
                best = {view.board.name(cell) for cell, one in openings.items() if one.wins == most}
                assert set(found.chosen) == best


def _openings(view):
    """Find all layouts by brute force; return the wins of each first cell."""
    flags = {cell for cell, value in enumerate(view.cells.tolist()) if value == FLAG}
    cells = view.unmarked
    told = clues_of(view, counted=True)
    fits = [
        frozenset(mines)
        for mines in combinations(cells, view.mines - len(flags))
        if all(len(one.intersection(mines)) == wanted for one, wanted in told)
    ]
    whole = [layout | flags for layout in fits]
    found = Endgame(whole, cells, view.board.neighbours).openings()
    return {**found, "layouts": len(fits)}


def test_exercises_are_the_same_on_every_engine(core):
    pinned = [(one.number, one.kind, one.depth) for one in islice(exercises(depth=2, seed=11), 6)]
    assert pinned == PINNED


PINNED = [
    (1, "count", 2),
    (2, "1-1", 2),
    (4, None, 2),
    (5, "subset", 2),
    (7, "overlap", 2),
    (8, "1-2", 2),
]


def test_an_exercise_as_an_object_can_be_read_back():
    from mineproof import read

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
