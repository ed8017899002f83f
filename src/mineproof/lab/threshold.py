"""Where boards stop being solvable without a guess: the threshold of each size, and its drift.

The chance to finish falls from one to nothing as the density of mines grows. A logistic curve in
the logarithm of the density gives the density at which half the boards can be finished; how that
drifts with the number of cells n, as n to the power -a, is a straight line between logarithms.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mineproof.lab import figures
from mineproof.lab.page import Block, Grid, Picture, Words
from mineproof.lab.summary import Table
from mineproof.lab.words import number

PROVED = 1 / 6
"""The exponent of B. Louf, "Phase transition for Minesweeper" (2025)."""
DRAWS = 400
ENOUGH = 16  # boards below which a size has no say
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Threshold:
    """The density at which half the boards of a size can be finished."""

    shape: str
    size: str
    cells: int
    density: float
    low: float
    high: float
    boards: int
    slowest: float
    """The density whose boards take most time."""
    draws: Floats
    """The threshold of resampled boards."""


def thresholds(table: Table) -> list[Threshold]:
    """The threshold of every size and shape that has boards on both sides of it."""
    found = []
    for shape in table.choices("shape"):
        for size in table.choices("size"):
            lines = table.where(shape=shape, size=size)
            if len(lines) < 2:
                continue
            seeds = sorted(set.intersection(*(set(line.trials) for line in lines)))
            densities = np.log([line.settings["density"] for line in lines])
            won = np.array([[line.trials[s]["won"] for line in lines] for s in seeds], dtype=float)
            if (
                len(seeds) < ENOUGH
                or not 0 < won.mean() < 1
                or won.mean(axis=0).min() > 0.5
                or won.mean(axis=0).max() < 0.5
            ):
                continue
            middle = half(densities, won.mean(axis=0))
            chance = np.random.default_rng(0)
            picks = chance.integers(0, len(seeds), (DRAWS, len(seeds)))
            draws = np.array([half(densities, won[pick].mean(axis=0)) for pick in picks])
            low, high = np.exp(np.quantile(draws, (0.025, 0.975)))
            slow = max(lines, key=lambda line: line.values["ms"].value).settings["density"]
            wide, tall = map(int, size.split("x"))
            found.append(
                Threshold(
                    shape,
                    size,
                    wide * tall,
                    float(np.exp(middle)),
                    float(low),
                    float(high),
                    len(seeds),
                    slow,
                    draws,
                )
            )
    return found


def half(xs: Floats, shares: Floats) -> float:
    """Where a falling logistic curve through these shares is one half (Newton's steps, damped).

    >>> round(half(np.array([-1.0, 0.0, 1.0]), np.array([0.9, 0.5, 0.1])), 3) == 0
    True
    """
    centre, spread = xs.mean(), max(xs.std(), 1e-9)
    x = (xs - centre) / spread
    design = np.stack([np.ones_like(x), x], axis=1)
    weights = np.zeros(2)
    for _ in range(60):
        p = 1 / (1 + np.exp(-np.clip(design @ weights, -30, 30)))
        # A little pull towards flat keeps steps finite where no board is in between.
        slope = design.T @ (shares - p) - 1e-4 * weights
        curve = (design * (p * (1 - p))[:, None]).T @ design + 1e-4 * np.eye(2)
        step = np.linalg.solve(curve, slope)
        step *= min(1.0, 3.0 / max(1e-9, float(np.abs(step).max())))
        weights += step
        if np.abs(step).max() < 1e-9:
            break
    found = centre - spread * weights[0] / min(weights[1], -1e-9)
    return float(
        np.clip(found, xs.min() - 1, xs.max() + 1)
    )  # a curve that hardly falls says little


def exponent(found: list[Threshold]) -> tuple[float, float, float]:
    """The power of n with which thresholds fall, and its interval over resampled boards."""
    logs = np.log([one.cells for one in found])
    centred = logs - logs.mean()

    def fall(values: Floats) -> Floats:
        slope: Floats = -(centred @ values) / (centred @ centred)
        return slope

    value = float(fall(np.log([one.density for one in found])))
    low, high = np.quantile(fall(np.stack([one.draws for one in found])), (0.025, 0.975))
    return value, float(low), float(high)


def blocks(table: Table) -> list[Block]:
    """The thresholds, their drift, and what theory says of it."""
    found = thresholds(table)
    if not found:
        return []
    head = [
        "shape",
        "size",
        "boards",
        "threshold [95 %]",
        "threshold × n^(1/6)",
        "density of the slowest boards",
    ]
    rows = [
        [
            one.shape,
            one.size,
            str(one.boards),
            f"{one.density:.4f} [{one.low:.4f}, {one.high:.4f}]",
            number(one.density * one.cells**PROVED),
            f"{one.slowest:g}",
        ]
        for one in found
    ]
    out: list[Block] = [
        Grid("Density at which half the boards can be finished without a guess.", head, rows)
    ]
    for shape in table.choices("shape"):
        mine = [one for one in found if one.shape == shape]
        said = []
        for least in (0, 10_000, 40_000, 250_000):
            some = [one for one in mine if one.cells >= least]
            if len(some) < 2:
                continue
            value, low, high = exponent(some)
            inside = (
                "holds"
                if low <= PROVED <= high
                else "lies below"
                if high < PROVED
                else "lies above"
            )
            verb = "which holds 1/6" if inside == "holds" else f"which {inside} 1/6"
            said.append(f"from {some[0].size} up a = {value:.3f} [{low:.3f}, {high:.3f}], {verb}")
        if said:
            out.append(Words(f"Drift of the threshold as n^-a on the {shape}: {'; '.join(said)}."))
    both = _border(found)
    if both:
        out.append(Words(both))
    out.append(
        Words(
            "B. Louf (2025) proves that the exponent is 1/6 = 0.167 in the limit. R. Dempsey and"
            " C. Guinn (2020) saw the transition, and a peak of hardness, on boards of the usual"
            " sizes; the last column shows where our time peaks within the densities that were"
            " run."
        )
    )
    out.append(
        Picture(
            "The threshold against the number of cells, with the slope that theory predicts."
            " Bars are 95 % intervals.",
            "phase-transition-threshold",
            _draw(found),
        )
    )
    return out


def _border(found: list[Threshold]) -> str:
    """How far grid and torus lie apart, size by size."""
    by = {(one.shape, one.size): one for one in found}
    sizes = [one.size for one in found if one.shape == "grid" and ("torus", one.size) in by]
    if not sizes:
        return ""
    gaps = [
        f"{by['torus', size].density / by['grid', size].density:.2f} at {size}" for size in sizes
    ]
    return f"Without a border: the torus's threshold over the grid's is {', '.join(gaps)}."


def _draw(found: list[Threshold]) -> Any:
    drawn, axes = figures.new(1, 1)
    axis = axes[0][0]
    for number_, shape in enumerate(dict.fromkeys(one.shape for one in found)):
        mine = [one for one in found if one.shape == shape]
        ys = [one.density for one in mine]
        errors = [[one.density - one.low for one in mine], [one.high - one.density for one in mine]]
        axis.errorbar(
            [one.cells for one in mine], ys, yerr=errors, label=shape, **figures.style(number_)
        )
    last = max(found, key=lambda one: (one.cells, one.density))
    cells = np.array([min(one.cells for one in found), last.cells])
    axis.plot(cells, last.density * (cells / last.cells) ** -PROVED, "k:", label="slope -1/6")
    axis.set_xscale("log")
    axis.set_yscale("log")
    ticks = [0.05, 0.07, 0.1, 0.14, 0.2, 0.28]
    axis.set_yticks(ticks, [f"{tick:g}" for tick in ticks])
    axis.set_yticks([], minor=True)
    axis.set_xlabel("cells")
    axis.set_ylabel("density at which half can be finished")
    axis.legend(frameon=False)
    return drawn
