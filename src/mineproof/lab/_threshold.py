"""The density of mines at which half the boards can be finished without a guess.

A board cannot be finished if it has one of many rare patterns. So the share that can falls with the
density p as e^-λ, where the number of patterns λ is near c·p^b (docs/theory.md): a straight line in
logarithms, the complementary log-log curve. It gives the threshold, where the share is one half.
A logistic curve is symmetric, and this fall is not: fitted to shares that were exactly e^-λ, it put
the threshold 1.3 to 3.8 % too low from side 100 up. The threshold falls with the number of cells n
as n^-a; a is the slope of a straight line between logarithms.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mineproof.game.levels import custom
from mineproof.lab._coin_flips import predicted_exponent
from mineproof.lab.report import _figures as figures
from mineproof.lab.summary import ConfigResult, Table, shared_seeds

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

DRAWS = 400  # resamples behind an interval
ENOUGH = 16  # the fewest boards for a threshold
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Threshold:
    """The density at which half the boards of a size can be finished."""

    shape: str
    size: str
    sides: tuple[int, int]
    """Rows and columns."""
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

    @property
    def cells(self) -> int:
        """The number of cells."""
        return self.sides[0] * self.sides[1]

    @property
    def interval(self) -> str:
        """The threshold and its interval, as text."""
        return f"{self.density:.4f} [{self.low:.4f}, {self.high:.4f}]"


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
    draws = fitted(np.array([one.number("density") for one in results]), won)
    density, low, high = np.exp([draws[0], *np.quantile(draws[1:], (0.025, 0.975))])
    empty = custom(size, 0)
    return Threshold(
        shape,
        size,
        sides=(empty.rows, empty.cols),
        density=float(density),
        low=float(low),
        high=float(high),
        boards=len(seeds),
        slowest=max(results, key=lambda one: one.values["ms"].value).number("density"),
        draws=draws[1:],
    )


def fitted(densities: Floats, won: Floats) -> Floats:
    """Return the logarithm of the threshold of some boards, then those of resampled boards.

    `won` has a row for each board and a column for each density.
    """
    xs, boards = np.log(densities), len(won)
    picks = np.random.default_rng(0).integers(0, boards, (DRAWS, boards))
    return np.array([half(xs, won[pick].mean(axis=0)) for pick in (slice(None), *picks)])


def half(xs: Floats, shares: Floats) -> float:
    """Return where a falling curve e^-e^(a + b·x), fitted to these shares, is one half.

    The fit has the greatest likelihood; it is found by Fisher scoring with damped steps.

    >>> xs = np.array([-1.0, 0.0, 1.0])
    >>> round(half(xs, 0.5 ** np.exp(xs - 0.2)), 3)
    0.2
    """
    centre, spread = xs.mean(), max(xs.std(), 1e-9)
    x = (xs - centre) / spread
    design = np.stack([np.ones_like(x), x], axis=1)
    middle = np.log(np.log(2))
    weights = np.array([middle, 1.0])
    for _ in range(60):
        patterns = np.exp(np.clip(design @ weights, -20, 3))
        p = np.exp(-patterns)
        # A small ridge penalty keeps steps finite where all shares are 0 or 1.
        slope = design.T @ (patterns * (p - shares) / (1 - p)) - 1e-4 * weights
        curve = (design * (patterns**2 * p / (1 - p))[:, None]).T @ design + 1e-4 * np.eye(2)
        step = np.linalg.solve(curve, slope)
        step *= min(1.0, 1.0 / max(1e-9, float(np.abs(step).max())))
        weights += step
        if np.abs(step).max() < 1e-9:
            break
    found = centre + spread * (middle - weights[0]) / max(weights[1], 1e-9)
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


def exponent_text(found: list[Threshold]) -> tuple[str, str]:
    """Return the exponent with its interval, and the one that the smallest coin flips predict."""
    value, low, high = exponent(found)
    predicted = predicted_exponent([one.sides for one in found], found[0].shape)
    return f"{value:.3f} [{low:.3f}, {high:.3f}]", f"{predicted:.3f}"


def figure_of(lines: "Callable[[Axes], object]") -> "Figure":
    """Return a figure of thresholds by the number of cells, with what `lines` draws."""
    drawn, [[axis]] = figures.new(1, 1)
    lines(axis)
    axis.set_xscale("log")
    axis.set_yscale("log")
    ticks = [0.05, 0.07, 0.1, 0.14, 0.2, 0.28]
    axis.set_yticks(ticks, [f"{tick:g}" for tick in ticks])
    axis.set_yticks([], minor=True)
    axis.set_xlabel("cells")
    axis.set_ylabel("density at which half can be finished")
    axis.legend(frameon=False)
    return drawn


def draw_by_shape(
    axis: "Axes", found: list[Threshold], label: str
) -> Iterator[tuple[list[Threshold], str]]:
    """Draw the thresholds of each shape, and yield them with their colour."""
    for place, shape in enumerate(dict.fromkeys(one.shape for one in found)):
        ones, style = [one for one in found if one.shape == shape], figures.style(place)
        densities = [one.density for one in ones]
        bars = np.array([(one.density - one.low, one.high - one.density) for one in ones]).T
        cells = [one.cells for one in ones]
        axis.errorbar(cells, densities, yerr=bars, label=label.format(shape), **style)
        yield ones, style["color"]
