"""The density of mines up to which a board can be finished without a guess.

(Louf 2025; Dempsey and Guinn 2020.)
"""

import math
from functools import partial
from typing import TYPE_CHECKING

from mineproof.game.deal import layouts
from mineproof.game.formats.corpus import Corpus
from mineproof.lab._cases import CEILING
from mineproof.lab._document import Block, Figure, Grid, Paragraph
from mineproof.lab._measures import MS
from mineproof.lab._numbers import three_digits
from mineproof.lab._trial import Trial, config_level, config_start
from mineproof.lab.config import Config, Row
from mineproof.lab.recipe import Chart, Measure, Part, Recipe
from mineproof.lab.report._reported import reported_table
from mineproof.lab.summary import Table
from mineproof.play.bulk import play_corpus

if TYPE_CHECKING:
    from matplotlib import figure

    from mineproof.lab._threshold import Threshold

_LOUF = reported_table("Louf-2025")
_PROVED = _LOUF.figure("numerator") / _LOUF.figure("denominator")
"""The exponent of the threshold in the limit."""
_PROVED_TEXT = f"{_LOUF.figure('numerator')}/{_LOUF.figure('denominator')}"
_LITERATURE = (
    f"B. Louf (2025) proves that the exponent is {_PROVED_TEXT} = {_PROVED:.3f} in the limit. R."
    " Dempsey and C. Guinn (2020) saw the transition, and a peak of hardness, on boards of the"
    " usual sizes; the last column shows where our time peaks within the densities that were run."
)
_LEAST_CELLS = (0, 10_000, 40_000)
"""The fit of the exponent uses boards of at least this many cells."""


# The trial


def finish(config: Config, seed: int) -> Row:
    """Tell whether complete inference finishes a board; the engine plays it in bulk."""
    size, rule, shape = config_level(config), config_start(config), config.get("shape", "grid")
    board = size.board(shape)
    dealt = layouts(size, start=rule, seed=seed, count=1, shape=shape)
    corpus = Corpus(board, size.mines, rule.rule, rule.first(board), dealt)
    [[row]] = play_corpus(corpus, CEILING)
    return {"won": row.won, "ms": row.ms}


_TRIAL = Trial(
    "finish", finish, (frozenset({"won", "ms"}),), frozenset({"won"}), players=(CEILING,)
)


# The findings


def _findings(table: Table) -> list[Block]:
    from mineproof.lab._threshold import thresholds

    found = thresholds(table)
    if not found:
        return []
    by_shape = [[one for one in found if one.shape == shape] for shape in table.choices("shape")]
    sentences = [
        *(_drift(of_shape) for of_shape in by_shape),
        _torus_over_grid(found),
        _LITERATURE,
    ]
    return [
        _grid(found),
        *(Paragraph(sentence) for sentence in sentences if sentence),
        Figure(
            "The threshold against the number of cells, with the slope that theory predicts."
            " Bars are 95 % intervals.",
            "phase-transition-threshold",
            partial(_draw, found),
        ),
    ]


def _grid(found: "list[Threshold]") -> Grid:
    return Grid(
        "Density at which half the boards can be finished without a guess.",
        [
            "shape",
            "size",
            "boards",
            "threshold [95 %]",
            f"threshold × n^({_PROVED_TEXT})",
            "density of the slowest boards",
        ],
        [
            [
                one.shape,
                one.size,
                str(one.boards),
                f"{one.density:.4f} [{one.low:.4f}, {one.high:.4f}]",
                three_digits(one.density * one.cells**_PROVED),
                f"{one.slowest:g}",
            ]
            for one in found
        ],
    )


def _drift(of_shape: "list[Threshold]") -> str:
    """Give the exponent of the threshold of one shape, for all and for large sizes."""
    from mineproof.lab._coin_flips import predicted_exponent
    from mineproof.lab._threshold import exponent

    fits, shape = [], of_shape[0].shape if of_shape else ""
    for least in _LEAST_CELLS:
        found = [one for one in of_shape if one.cells >= least]
        if len(found) < 2:
            continue
        value, low, high = exponent(found)
        sides = [math.isqrt(one.cells) for one in found]
        predicted = predicted_exponent([(side, side) for side in sides], shape)
        fits.append(
            f"from {found[0].size} up a = {value:.3f} [{low:.3f}, {high:.3f}], coin flips of a few"
            f" mines predict {predicted:.3f}"
        )
    if not fits:
        return ""
    return f"Drift of the threshold as n^-a on the {shape}: {'; '.join(fits)}."


def _torus_over_grid(found: "list[Threshold]") -> str:
    """Say how far the thresholds of grid and torus differ, size by size."""
    by = {(one.shape, one.size): one.density for one in found}
    gaps = [
        f"{by['torus', one.size] / one.density:.2f} at {one.size}"
        for one in found
        if one.shape == "grid" and ("torus", one.size) in by
    ]
    if not gaps:
        return ""
    return f"Without a border: the torus's threshold over the grid's is {', '.join(gaps)}."


def _draw(found: "list[Threshold]") -> "figure.Figure":
    from mineproof.lab.report import _figures as figures

    drawn, [[axis]] = figures.new(1, 1)
    for place, shape in enumerate(dict.fromkeys(one.shape for one in found)):
        of_shape = [one for one in found if one.shape == shape]
        axis.errorbar(
            [one.cells for one in of_shape],
            [one.density for one in of_shape],
            yerr=[
                [one.density - one.low for one in of_shape],
                [one.high - one.density for one in of_shape],
            ],
            label=shape,
            **figures.style(place),
        )
    last = max(found, key=lambda one: (one.cells, one.density))
    ends = [min(one.cells for one in found), last.cells]
    predicted = [last.density * (cells / last.cells) ** -_PROVED for cells in ends]
    axis.plot(ends, predicted, "k:", label=f"slope -{_PROVED_TEXT}")
    axis.set_xscale("log")
    axis.set_yscale("log")
    ticks = [0.05, 0.07, 0.1, 0.14, 0.2, 0.28]
    axis.set_yticks(ticks, [f"{tick:g}" for tick in ticks])
    axis.set_yticks([], minor=True)
    axis.set_xlabel("cells")
    axis.set_ylabel("density at which half can be finished")
    axis.legend(frameon=False)
    return drawn


_SMALL = (0.10, 0.12, 0.14, 0.16, 0.18, 0.20, 0.22, 0.24, 0.26, 0.28, 0.30)
_MIDDLE = (0.10, 0.11, 0.12, 0.13, 0.14, 0.15, 0.16, 0.18, 0.20, 0.22, 0.24)
_DENSITIES = {
    10: _SMALL,
    20: _SMALL,
    50: _MIDDLE,
    100: _MIDDLE,
    200: (0.08, 0.09, 0.10, 0.11, 0.12, 0.13, 0.14, 0.15, 0.16, 0.18),
    500: (0.06, 0.07, 0.08, 0.09, 0.10, 0.11, 0.12, 0.13, 0.14, 0.15),
    1000: (0.05, 0.06, 0.07, 0.08, 0.09, 0.10, 0.11, 0.12, 0.13),
    2000: (0.05, 0.06, 0.065, 0.07, 0.08),
}
"""The densities around the threshold, by the side length of the board."""
_CASES: tuple[Config, ...] = tuple(
    {"shape": shape, "size": f"{side}x{side}", "density": density, "start": "open"}
    for side, densities in _DENSITIES.items()
    for shape in ("grid", "torus")
    for density in densities
)

RECIPE = Recipe(
    "phase-transition",
    "Louf 2025; Dempsey and Guinn 2020",
    (
        Part(
            "finish",
            "Up to which density of mines can a board be finished without a guess?",
            _CASES,
            (Measure("won", "finished without a guess"), MS),
            1000,
            trial=_TRIAL,
            fewer=(
                ({"size": "200x200"}, 500),
                ({"size": "500x500"}, 200),
                ({"size": "1000x1000"}, 80),
                ({"size": "2000x2000"}, 24),
            ),
            ceiling=False,
            chart=Chart("density", ("won",), lines="size", panels="shape"),
            findings=_findings,
        ),
    ),
)
