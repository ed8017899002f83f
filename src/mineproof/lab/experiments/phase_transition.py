"""The density of mines up to which a board can be finished without a guess.

(Louf 2025; Dempsey and Guinn 2020.)
"""

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from mineproof.game.deal import layouts
from mineproof.game.formats.corpus import Corpus
from mineproof.lab._document import Block, Figure, Grid
from mineproof.lab._numbers import three_digits
from mineproof.lab._shared import CEILING, FEWER_LARGE_BOARDS, MS
from mineproof.lab._trial import Trial, config_level, config_start
from mineproof.lab.config import Config, Row
from mineproof.lab.recipe import Chart, Measure, Part, Recipe
from mineproof.lab.report._reported import reported_table
from mineproof.lab.summary import Table
from mineproof.play.bulk import play_corpus

if TYPE_CHECKING:
    from matplotlib import figure
    from matplotlib.axes import Axes

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


def _findings(table: Table) -> Iterator[Block]:
    from mineproof.lab._threshold import thresholds

    found = thresholds(table)
    if not found:
        return
    yield _grid(found)
    for shape in table.choices("shape"):
        yield from _drift([one for one in found if one.shape == shape])
    yield from _torus_over_grid(found)
    yield _LITERATURE
    caption = (
        "The threshold against the number of cells, with the slope that theory predicts. Bars are"
        " 95 % intervals."
    )
    yield Figure(caption, "phase-transition-threshold", partial(_draw, found))


def _grid(found: "list[Threshold]") -> Grid:
    head = ["shape", "size", "boards", "threshold [95 %]", f"threshold × n^({_PROVED_TEXT})"]
    rows = [
        [
            one.shape,
            one.size,
            str(one.boards),
            one.interval,
            three_digits(one.density * one.cells**_PROVED),
            f"{one.slowest:g}",
        ]
        for one in found
    ]
    caption = "Density at which half the boards can be finished without a guess."
    return Grid(caption, [*head, "density of the slowest boards"], rows)


def _drift(of_shape: "list[Threshold]") -> Iterator[str]:
    """Give the exponent of the threshold of one shape, for all and for large sizes."""
    from mineproof.lab._threshold import exponent_text

    fits = []
    for least in _LEAST_CELLS:
        found = [one for one in of_shape if one.cells >= least]
        if len(found) > 1:
            measured, predicted = exponent_text(found)
            fits.append(
                f"from {found[0].size} up a = {measured}, coin flips of a few mines predict"
                f" {predicted}"
            )
    if fits:
        yield f"Drift of the threshold as n^-a on the {of_shape[0].shape}: {'; '.join(fits)}."


def _torus_over_grid(found: "list[Threshold]") -> Iterator[str]:
    """Say how far the thresholds of grid and torus differ, size by size."""
    by = {(one.shape, one.size): one.density for one in found}
    gaps = [
        f"{by['torus', one.size] / one.density:.2f} at {one.size}"
        for one in found
        if one.shape == "grid" and ("torus", one.size) in by
    ]
    if gaps:
        yield f"Without a border: the torus's threshold over the grid's is {', '.join(gaps)}."


def _draw(found: "list[Threshold]") -> "figure.Figure":
    from mineproof.lab._threshold import draw_by_shape, figure_of

    last = max(found, key=lambda one: (one.cells, one.density))
    ends = [min(one.cells for one in found), last.cells]
    predicted = [last.density * (cells / last.cells) ** -_PROVED for cells in ends]

    def lines(axis: "Axes") -> None:
        list(draw_by_shape(axis, found, "{}"))
        axis.plot(ends, predicted, "k:", label=f"slope -{_PROVED_TEXT}")

    return figure_of(lines)


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

_PART = Part(
    "finish",
    "Up to which density of mines can a board be finished without a guess?",
    _CASES,
    (Measure("won", "finished without a guess"), MS),
    1000,
    trial=_TRIAL,
    fewer=FEWER_LARGE_BOARDS,
    ceiling=False,
    chart=Chart("density", ("won",), lines="size", panels="shape"),
    findings=_findings,
)
RECIPE = Recipe("phase-transition", "Louf 2025; Dempsey and Guinn 2020", (_PART,))
