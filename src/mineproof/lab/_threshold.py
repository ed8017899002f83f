"""The density of mines at which half the boards can be finished without a guess.

The share of boards that can be finished falls from one to zero as the density grows. A logistic
curve in the logarithm of the density gives the threshold, where it is one half. The threshold falls
with the number of cells n as n^-a; a is the slope of a straight line between logarithms.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mineproof.game.levels import custom
from mineproof.lab.summary import ConfigResult, Table, shared_seeds

DRAWS = 400  # resamples behind an interval
ENOUGH = 16  # the fewest boards for a threshold
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Threshold:
    """The density at which half the boards of a size can be finished."""

    shape: str
    size: str
    cells: int
    density: float
    """The threshold."""
    low: float
    """The lower end of its 95 % interval."""
    high: float
    """The upper end of its 95 % interval."""
    boards: int
    """How many boards were played at every density."""
    slowest: float
    """The density with the longest mean time."""
    draws: Floats
    """The logarithms of the thresholds of resampled boards."""


def thresholds(table: Table) -> list[Threshold]:
    """Return the threshold of every size and shape with boards on both sides of it."""
    found = [
        _threshold(str(shape), str(size), table.where(shape=shape, size=size))
        for shape in table.choices("shape")
        for size in table.choices("size")
    ]
    return [one for one in found if one is not None]


def _threshold(shape: str, size: str, results: list[ConfigResult]) -> Threshold | None:
    """Return the threshold of one size, or None if its boards do not show it."""
    if len(results) < 2:
        return None
    seeds = shared_seeds(results)
    won = np.array([[one.trials[s]["won"] for one in results] for s in seeds], dtype=float)
    if (
        len(seeds) < ENOUGH
        or not 0 < won.mean() < 1
        or won.mean(axis=0).min() > 0.5
        or won.mean(axis=0).max() < 0.5
    ):
        return None
    densities = np.log([one.number("density") for one in results])
    picks = np.random.default_rng(0).integers(0, len(seeds), (DRAWS, len(seeds)))
    draws = np.array([half(densities, won[pick].mean(axis=0)) for pick in picks])
    low, high = np.exp(np.quantile(draws, (0.025, 0.975)))
    empty = custom(size, 0)
    return Threshold(
        shape,
        size,
        cells=empty.rows * empty.cols,
        density=float(np.exp(half(densities, won.mean(axis=0)))),
        low=float(low),
        high=float(high),
        boards=len(seeds),
        slowest=max(results, key=lambda one: one.values["ms"].value).number("density"),
        draws=draws,
    )


def half(xs: Floats, shares: Floats) -> float:
    """Return where a falling logistic curve, fitted to these shares, is one half.

    The fit is Newton's method with damped steps.

    >>> round(half(np.array([-1.0, 0.0, 1.0]), np.array([0.9, 0.5, 0.1])), 3) == 0
    True
    """
    centre, spread = xs.mean(), max(xs.std(), 1e-9)
    x = (xs - centre) / spread
    design = np.stack([np.ones_like(x), x], axis=1)
    weights = np.zeros(2)
    for _ in range(60):
        p = 1 / (1 + np.exp(-np.clip(design @ weights, -30, 30)))
        # A small ridge penalty keeps steps finite where all shares are 0 or 1.
        slope = design.T @ (shares - p) - 1e-4 * weights
        curve = (design * (p * (1 - p))[:, None]).T @ design + 1e-4 * np.eye(2)
        step = np.linalg.solve(curve, slope)
        step *= min(1.0, 3.0 / max(1e-9, float(np.abs(step).max())))
        weights += step
        if np.abs(step).max() < 1e-9:
            break
    found = centre - spread * weights[0] / min(weights[1], -1e-9)
    # An almost flat curve reaches one half far outside the data.
    return float(np.clip(found, xs.min() - 1, xs.max() + 1))


def exponent(found: list[Threshold]) -> tuple[float, float, float]:
    """Return the exponent of n in the threshold, with its interval over resampled boards."""
    logs = np.log([one.cells for one in found])
    centred = logs - logs.mean()

    def fall(values: Floats) -> Floats:
        slope: Floats = -(centred @ values) / (centred @ centred)
        return slope

    value = float(fall(np.log([one.density for one in found])))
    low, high = np.quantile(fall(np.stack([one.draws for one in found])), (0.025, 0.975))
    return value, float(low), float(high)
