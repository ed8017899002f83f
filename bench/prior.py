"""How exact is the score of the look-ahead? What the prior of the race (`deep`) is set by.

    python bench/prior.py JOURNAL [JOURNAL ...]

Journals of bench/ceiling.py: the choice of `normal` and each other cell of a decision is a pair.
Scores are scaled, so that the choice's score is its share of games won. The difference of a pair in
games won is expected to be a part of that of its scores (`slope`), with a spread around it. The
spread is also told as layouts, the number of them whose rollouts are as exact as the score: the
variance of a rollout's difference divided by that of the spread; and as layouts for each hidden
safe cell.

Journals of bench/deep.py: where `deep` differs from `normal`, both cells are played on by `fast`
too, on `--layouts` new layouts. Told is what each judge sees, and which part of what `fast` sees
`normal` wins; noise of the rollouts is taken off. This takes half a second a decision.

Intervals are of 95 %, by bootstrap over games. Decisions at which `deep` does not play rollouts are
left out.
"""

import argparse
from collections import defaultdict
from dataclasses import dataclass

import numpy as np
from decisions import read_journal

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


@dataclass(frozen=True)
class Pair:
    """The choice of a decision and another cell, or the cell of `normal` and that of `deep`."""

    game: tuple
    """The journal and its board."""
    opened: int
    score: float
    """How much higher the score of the other cell is, scaled; what `fast` wins more after it."""
    win: float
    """How many more games it wins; for `deep`, of `normal`."""
    noise: float
    """Squared standard error of `win`; for `deep`, of `score`."""
    variance: float = 0.0
    """Of the difference in one layout."""
    hidden_safe: int = 0


def journals_of(paths):
    """The settings that the journals share, and the rows of all, with their journal."""
    shared, rows = None, []
    for path in paths:
        settings, found = read_journal(path)
        alike = {name: settings[name] for name in settings if name not in ("start", "seed")}
        if shared not in (None, alike):
            raise SystemExit(f"{path}: other settings than the journals before it")
        shared = alike
        rows += [row | {"journal": str(path)} for row in found if row["opened"] >= FEWEST_OPENED]
    return shared, rows


def pairs_of_scores(rows, rollouts):
    for row in rows:
        view = read(row["position"])
        first, *others = row["cells"] or [None]
        for one in others:
            noise = one["error"] ** 2
            yield Pair(
                (row["journal"], row["board"]), row["opened"],
                first["win"] * (one["score"] / first["score"] - 1), one["win"] - first["win"],
                noise, noise * rollouts, view.board.cells - view.mines - row["opened"],
            )  # fmt: skip


def slope_and_spread(pairs):
    """Fit both: by weighted least squares, and by what the noise leaves. Then the layouts that
    the score is worth, of all and for each hidden safe cell."""
    score, win, noise, variance, safe = columns(
        pairs, "score", "win", "noise", "variance", "hidden_safe"
    )
    spread = 1e-5
    for _ in range(5):
        weights = 1 / (noise + spread)
        slope = (weights * score * win).sum() / (weights * score**2).sum()
        spread = max(1e-9, ((win - slope * score) ** 2 - noise).mean())
    return slope, 100 * np.sqrt(spread), variance.mean() / spread, (variance / safe).mean() / spread


def pairs_of_judges(rows, layouts):
    for number, row in enumerate(row for row in rows if row["deep"] != row["normal"]):
        view = read(row["position"])
        cells = [view.board.index(row[who]) for who in ("normal", "deep")]
        values = engine().analyse(view).roll_out(cells, THINK["fast"], layouts, 281_001 + number)
        more = np.diff(np.array(values), axis=1)[:, 0]
        noise = more.var(ddof=1) / layouts
        yield Pair((row["journal"], row["board"]), row["opened"], more.mean(), row["gain"], noise)


def gains_and_part(pairs):
    fast, normal, noise = columns(pairs, "score", "win", "noise")
    part = (fast * normal).mean() / max(1e-9, (fast**2 - noise).mean())
    return 100 * fast.mean(), 100 * normal.mean(), part


def columns(pairs, *names):
    return np.array([[getattr(one, name) for name in names] for one in pairs]).T


def bootstrap(pairs, fit):
    """The figures of a fit, and for each the ends of its interval."""
    games = defaultdict(list)
    for one in pairs:
        games[one.game].append(one)
    games, chance = list(games.values()), np.random.default_rng(1)
    drawn = [
        fit([one for k in chance.integers(0, len(games), len(games)) for one in games[k]])
        for _ in range(SAMPLES)
    ]
    return fit(pairs), np.quantile(drawn, [0.025, 0.975], axis=0)


def tell(pairs, fit, names):
    """A row for each stage: the number of pairs, and the figures of a fit with their intervals."""
    print(f"{'opened':>9}{'pairs':>7}" + "".join(f"{name:>25}" for name in names))
    for stage, (low, high) in STAGES.items():
        here = [one for one in pairs if low <= one.opened <= high]
        if len(here) < 2:
            continue
        found, (least, most) = bootstrap(here, fit)
        told = [
            f"{one:.3g} [{low:.3g}, {high:.3g}]"
            for one, low, high in zip(found, least, most, strict=True)
        ]
        print(f"{stage:>9}{len(here):>7}" + "".join(f"{figure:>25}" for figure in told))


def main(journals, layouts):
    settings, rows = journals_of(journals)
    if "rollouts" in settings:
        names = ["slope", "spread, points", "layouts", "layouts a cell"]
        tell(list(pairs_of_scores(rows, settings["rollouts"])), slope_and_spread, names)
    else:
        names = ["gain by `fast`, points", "by `normal`", "part"]
        tell(list(pairs_of_judges(rows, layouts)), gains_and_part, names)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("journals", nargs="+", help="of bench/ceiling.py or of bench/deep.py")
    parser.add_argument("--layouts", type=int, default=800, help="of each cell played on")
    asked = parser.parse_args()
    main(asked.journals, asked.layouts)
