"""Random layouts: each one fits, and all that fit are equally likely."""

import random
from collections import Counter
from math import sqrt

import numpy as np
import pytest

from engines import needs_native
from mineproof import BadInput, Contradiction, read
from mineproof.core.choice import engine
from mineproof.counting.sampling import LayoutSampler
from mineproof.game.clues import Clue
from positions import every_layout, random_position, stuck_views
from tiers import slow


def drawn(view, count, seed):
    """Draw layouts; return them as rows of booleans."""
    layouts = engine().analyse(view).sample(count, seed)
    assert len(layouts) == count
    return np.frombuffer(layouts.flat, np.uint8).reshape(count, view.board.cells).astype(bool)


def require_fit(view, rows):
    """Check that every layout has the right number of mines and fits all clues."""
    assert (rows.sum(axis=1) == view.mines).all()
    for cell, clue in enumerate(view.cells.tolist()):
        if clue >= 0:
            assert not rows[:, cell].any()
            assert (rows[:, list(view.board.neighbours[cell])].sum(axis=1) == clue).all()


def deviations(rows, odds):
    """Return for each hidden cell its share of mines minus its odds, in standard errors."""
    odds = np.asarray(odds)
    hidden = ~np.isnan(odds)
    odds, shares = odds[hidden], rows[:, hidden].mean(axis=0)
    certain = (odds == 0) | (odds == 1)
    assert (shares[certain] == odds[certain]).all()
    odds, shares = odds[~certain], shares[~certain]
    return (shares - odds) / np.sqrt(odds * (1 - odds) / len(rows))


def test_every_layout_of_a_small_position_is_drawn_as_often_as_any_other(core):
    """A chi-square test on 60 positions, over all layouts that fit."""
    chance, tested = random.Random(8), 0
    while tested < 60:
        view = random_position(chance, most_hidden=10)
        fitting = every_layout(view)
        if not 2 <= len(fitting) <= 60:
            continue
        tested += 1
        hidden, count = view.hidden, 40 * len(fitting)
        rows = drawn(view, count, seed=tested)
        require_fit(view, rows)
        seen = Counter(row.tobytes() for row in rows[:, hidden])
        assert set(seen) <= {row.tobytes() for row in fitting}
        chi = sum((seen[row.tobytes()] - 40) ** 2 / 40 for row in fitting)
        freedom = len(fitting) - 1
        # Six standard deviations, and a term for the skew at few degrees of freedom. A correct
        # sampler exceeds this once in ten thousand positions; seeds are fixed.
        assert chi < freedom + 6 * sqrt(2 * freedom) + 8, (view, chi, freedom)


@pytest.mark.parametrize(
    ("level", "count"),
    [("intermediate", 6), slow("expert", 60), slow("intermediate", 80), slow("medium", 80)],
)
def test_the_shares_of_drawn_layouts_are_the_exact_odds(core, level, count):
    """Of independent shares 0.006 % differ by four standard errors: a few of them are allowed."""
    far, shares, layouts = 0, 0, 4000
    count = min(count, 6) if core == "python" else count
    for number, view in enumerate(stuck_views(level, count, seed=31)):
        rows = drawn(view, layouts, seed=number)
        require_fit(view, rows)
        off = deviations(rows, engine().analyse(view).odds)
        # Shares for small odds are skewed: large positive deviations are likelier than normal.
        assert np.abs(off).max(initial=0) < 6.5
        far += (np.abs(off) > 4).sum()
        shares += len(off)
    assert shares > 10 * count
    assert far <= 2 + 0.0002 * shares, (far, shares)


def test_a_seed_gives_the_same_layouts_again_and_another_seed_others(core):
    view = read("5x5x6\n01HHH\n12HHH\nHHHHH\nHHHHH\nHHHHH")
    first = drawn(view, 50, seed=1)
    assert (drawn(view, 50, seed=1) == first).all()
    assert (drawn(view, 50, seed=2) != first).any()


def test_no_layout_is_drawn_where_none_fits():
    with pytest.raises(Contradiction):
        LayoutSampler([Clue((1, 2), 1, 0)], [], mines=3)
    with pytest.raises(Contradiction):
        LayoutSampler([Clue((1, 2), 2, 0)], [], mines=1)


@needs_native
def test_a_wrong_number_of_layouts_is_refused():
    position = engine().analyse(read("1 # #", mines=1))
    with pytest.raises((ValueError, BadInput)):
        position.sample(-1, seed=0)
    assert len(position.sample(0, seed=0)) == 0
