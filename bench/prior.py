"""How exact is the score of the look-ahead? What the prior of the race (`deep`) is set by.

    python bench/prior.py JOURNAL [JOURNAL ...]

A journal of bench/ceiling.py: the choice of `normal` and each other cell of a decision is a pair.
Their difference in games won is expected to be a part of the difference of their scores (`slope`;
scores are scaled so that the choice has the score of its chance to win). What is left over spreads
around it. The spread is told by stage, and as the number of layouts whose rollouts are as exact as
the score: the variance of a rollout's difference divided by that of the spread.

A journal of bench/deep.py: where `deep` differs from `normal`, both cells are played on by `fast`
too, on `--layouts` new layouts. Told is what each judge sees, and which part of what `fast` sees
`normal` wins; noise of the rollouts is taken off. This takes half a second a decision.

Half-widths of 95 % are by bootstrap over decisions. Decisions with fewer opened cells than `deep`
decides at are left out.
"""

import argparse
import json
from pathlib import Path

import numpy as np

from mineproof import read
from mineproof.core import THINK, engine

FEWEST_OPENED = engine().race_settings()["fewest_opened"]
STAGES = {
    "30-99": (30, 99), "100-199": (100, 199), "200-299": (200, 299), "300-349": (300, 349),
    "350+": (350, 10**9), "all": (0, 10**9),
}  # fmt: skip
"""Opened cells of a decision, from and to."""
SAMPLES = 400
"""Of the bootstrap."""


def decisions_of(paths):
    """Settings of the last journal, and the rows of all."""
    rows, settings = [], {}
    for path in paths:
        first, *lines = [json.loads(line) for line in Path(path).read_text().splitlines()]
        settings = first["settings"]
        rows += [row for row in lines if row.get("opened", 0) >= FEWEST_OPENED]
    return settings, rows


def pairs_of(rows, rollouts):
    """For each pair of a decision: scaled difference of scores, difference in games won, variance
    of that mean, variance on one layout, hidden safe cells."""
    for row in rows:
        view = read(row["position"])
        safe = view.board.cells - view.mines - row["opened"]
        first, *others = row["cells"] or [None]
        yield np.array([
            (first["win"] * (one["score"] / first["score"] - 1), one["win"] - first["win"],
             one["error"] ** 2, one["error"] ** 2 * rollouts, safe)
            for one in others
        ]).reshape(-1, 5)  # fmt: skip


def slope_and_spread(pairs):
    """Fit both to pairs: by weighted least squares, and by what the noise leaves."""
    scores, wins, errors, _, _ = pairs.T
    spread = 1e-5
    for _ in range(5):
        weights = 1 / (errors + spread)
        slope = (weights * scores * wins).sum() / (weights * scores**2).sum()
        spread = max(1e-9, ((wins - slope * scores) ** 2 - errors).mean())
    return np.array([slope, 100 * np.sqrt(spread), pairs[:, 3].mean() / spread])


def bootstrap(parts, fit):
    """A fit to all parts, and the half-widths of its figures."""
    chance = np.random.default_rng(1)
    drawn = [
        fit(np.concatenate([parts[k] for k in chance.integers(0, len(parts), len(parts))]))
        for _ in range(SAMPLES)
    ]
    return fit(np.concatenate(parts)), 1.96 * np.std(drawn, axis=0)


def tell_scores(rows, rollouts):
    print("   opened  pairs          slope  spread, points          layouts  a hidden safe cell")
    for stage, (low, high) in STAGES.items():
        here = [row for row in rows if low <= row["opened"] <= high]
        parts = [pairs for pairs in pairs_of(here, rollouts) if len(pairs)]
        if len(parts) < 2:
            continue
        (slope, spread, layouts), off = bootstrap(parts, slope_and_spread)
        every = np.concatenate(parts)
        fitted = f"{slope:5.2f} ± {off[0]:4.2f}  {spread:6.2f} ± {off[1]:4.2f}"
        worth = f"{layouts:8.0f} ± {off[2]:4.0f}  {layouts / every[:, 4].mean():10.1f}"
        print(f"{stage:>9}  {len(every):>5}  {fitted}  {worth}")


def judged_by_fast(rows, layouts):
    """For each row: what `fast` wins more after the cell of `deep`, its squared error, the same of
    the judge of the journal, opened cells."""
    for number, row in enumerate(rows):
        view = read(row["position"])
        cells = [view.board.index(row[who]) for who in ("normal", "deep")]
        values = engine().analyse(view).roll_out(cells, THINK["fast"], layouts, 281_001 + number)
        more = np.diff(np.array(values), axis=1)[:, 0]
        yield more.mean(), more.var(ddof=1) / layouts, row["gain"], row["opened"]


def gains_and_part(judged):
    fast, errors, normal, _ = judged.T
    part = (fast * normal).mean() / max(1e-9, (fast**2 - errors).mean())
    return np.array([100 * fast.mean(), 100 * normal.mean(), part])


def tell_judges(rows, layouts):
    differ = [row for row in rows if row["deep"] != row["normal"]]
    every = np.array(list(judged_by_fast(differ, layouts)))
    print("   opened  decisions  gain by `fast`, points    by `normal`           part")
    for stage, (low, high) in STAGES.items():
        here = [one[None] for one in every if low <= one[3] <= high]
        if len(here) < 2:
            continue
        found, off = bootstrap(here, gains_and_part)
        told = "   ".join(f"{one:+.3f} ± {half:.3f}" for one, half in zip(found, off, strict=True))
        print(f"{stage:>9}  {len(here):>9}         {told}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("journals", nargs="+", help="of bench/ceiling.py or of bench/deep.py")
    parser.add_argument("--layouts", type=int, default=800, help="of each cell played on")
    asked = parser.parse_args()
    settings, rows = decisions_of(asked.journals)
    if "rollouts" in settings:
        tell_scores(rows, settings["rollouts"])
    else:
        tell_judges(rows, asked.layouts)
