"""Are coin flips what ends random boards? A prediction without a fitted number (docs/theory.md)."""

import math
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from mineproof.game.deal import layouts
from mineproof.game.formats.corpus import Corpus
from mineproof.lab._coin_flips import count, expected, threshold
from mineproof.lab._document import Block, Figure, Grid
from mineproof.lab._shared import CEILING, FEWER_LARGE_BOARDS, MS
from mineproof.lab._trial import Trial, config_level, config_start
from mineproof.lab.config import Config, Row
from mineproof.lab.recipe import Measure, Part, Recipe
from mineproof.lab.summary import ConfigResult, Table
from mineproof.play.bulk import play_corpus

if TYPE_CHECKING:
    from matplotlib import figure
    from matplotlib.axes import Axes

    from mineproof.lab._threshold import Threshold


def count_and_finish(config: Config, seed: int) -> Row:
    """Count the smallest flips of a board, and tell whether complete inference finishes it."""
    import numpy as np

    size, rule, shape = config_level(config), config_start(config), config["shape"]
    board = size.board(shape)
    dealt = layouts(size, start=rule, seed=seed, count=1, shape=shape)
    mined = np.frombuffer(dealt.flat, dtype=bool).reshape(board.rows, board.cols)
    flips = count(mined, shape)
    [[row]] = play_corpus(Corpus(board, size.mines, rule.rule, rule.first(board), dealt), CEILING)
    return {"won": row.won, "flips": flips, "clear": not flips, "ms": row.ms}


_TRIAL = Trial(
    "coin-flips",
    count_and_finish,
    (frozenset({"won", "flips", "clear", "ms"}),),
    frozenset({"won", "clear"}),
    # Of the other side of a flip nothing can be known, so no board with a flip is finished.
    agrees=lambda row: row["clear"] == (not row["flips"]) and row["won"] <= row["clear"],
    players=(CEILING,),
)
_OF_CLEAR = Measure("won", "finished, of those without a flip", among="clear")


# The findings


def _findings(table: Table) -> Iterator[Block]:
    from mineproof.lab._threshold import exponent_text, thresholds

    found = thresholds(table)
    yield _flips(table)
    if not found:
        return
    yield _thresholds(found)
    for shape in table.choices("shape"):
        large = [one for one in found if one.shape == shape and one.cells >= 10_000]
        if len(large) > 1:
            measured, predicted = exponent_text(large)
            yield (
                f"{shape}, from {large[0].size} up: the threshold falls as n^-a with a ="
                f" {measured}; predicted for the same sizes: {predicted}."
            )
    yield (
        "In the limit the prediction is c·n^(-1/6) with c = (ln 2 / 2)^(1/6) ="
        f" {(math.log(2) / 2) ** (1 / 6):.3f}, on both shapes; B. Louf (2025) proves the exponent,"
        " not the constant."
    )
    caption = (
        "The density at which half of the boards can be finished: measured (95 % intervals) and"
        " predicted from the smallest coin flips."
    )
    yield Figure(caption, "coin-flips-threshold", partial(_draw, found))


def _predicted(one: "Threshold", order: int = 3) -> float:
    return threshold(*one.sides, one.shape, order)


def _flips(table: Table) -> Grid:
    return Grid(
        "Smallest coin flips of a board: expected, and counted; boards without one.",
        ["shape", "size", "density", "expected", "counted", "e^-expected %", "without a flip %"],
        [_flips_row(one) for one in table.results],
    )


def _flips_row(one: ConfigResult) -> list[str]:
    size = config_level(one.settings)
    shape, density = str(one.settings["shape"]), size.mines / (size.rows * size.cols)
    number = expected(size.rows, size.cols, density, shape)
    clear = one.values["clear"]
    return [
        shape, str(one.settings["size"]), f"{one.number('density'):g}", f"{number:.3f}",
        f"{one.values['flips'].value:.3f}", f"{100 * math.exp(-number):.1f}",
        f"{100 * clear.value:.1f} [{100 * clear.low:.1f}, {100 * clear.high:.1f}]",
    ]  # fmt: skip


def _thresholds(found: "list[Threshold]") -> Grid:
    return Grid(
        "Density at which half of the boards can be finished; predicted from flips of a few mines.",
        [
            "shape", "size", "boards", "measured [95 %]", "predicted", "from six and seven mines",
            "predicted / measured", "measured × n^(1/6)", "density of the slowest boards",
        ],
        [
            [
                one.shape, one.size, str(one.boards),
                one.interval,
                f"{_predicted(one):.4f}", f"{_predicted(one, 1):.4f}",
                f"{_predicted(one) / one.density:.3f}", f"{one.density * one.cells ** (1 / 6):.3f}",
                f"{one.slowest:g}",
            ]
            for one in found
        ],
    )  # fmt: skip


def _draw(found: "list[Threshold]") -> "figure.Figure":
    from mineproof.lab._threshold import draw_by_shape, figure_of

    def lines(axis: "Axes") -> None:
        for ones, colour in draw_by_shape(axis, found, "{}, measured"):
            cells, label = [one.cells for one in ones], f"{ones[0].shape}, predicted"
            axis.plot(cells, [_predicted(one) for one in ones], ":", color=colour, label=label)

    return figure_of(lines)


_DENSITIES: dict[tuple[str, int], tuple[float, ...]] = {
    ("grid", 20): (0.12, 0.15, 0.17, 0.20, 0.22),
    ("grid", 50): (0.10, 0.13, 0.15, 0.17, 0.20, 0.22),
    ("grid", 100): (0.09, 0.11, 0.13, 0.15, 0.17, 0.20, 0.22),
    ("grid", 200): (0.07, 0.09, 0.11, 0.13, 0.16, 0.19),
    ("grid", 500): (0.06, 0.07, 0.08, 0.09, 0.11, 0.14),
    ("grid", 1000): (0.05, 0.06, 0.07, 0.08, 0.10),
    ("grid", 2000): (0.04, 0.05, 0.06, 0.07),
    ("torus", 20): (0.18, 0.22, 0.24, 0.26, 0.28),
    ("torus", 50): (0.15, 0.18, 0.20, 0.22, 0.24),
    ("torus", 100): (0.12, 0.14, 0.16, 0.18, 0.20, 0.24),
    ("torus", 200): (0.10, 0.12, 0.14, 0.16, 0.18, 0.20),
    ("torus", 500): (0.08, 0.09, 0.10, 0.11, 0.13, 0.15),
    ("torus", 1000): (0.06, 0.07, 0.08, 0.09, 0.11),
    ("torus", 2000): (0.05, 0.06, 0.07, 0.08),
    ("torus", 4000): (0.045, 0.052, 0.06),
}
"""The densities around the threshold, by shape and side, and some above for the slowest."""

_FLIPS = Part(
    "flips",
    "Are coin flips of a few mines what ends random boards?",
    tuple(
        {"shape": shape, "size": f"{side}x{side}", "density": density, "start": "open"}
        for (shape, side), densities in _DENSITIES.items()
        for density in densities
    ),
    (
        Measure("won", "finished without a guess"),
        Measure("clear", "boards without a flip"),
        _OF_CLEAR,
        Measure("flips", "flips a board", "mean"),
        MS,
    ),
    1000,
    trial=_TRIAL,
    fewer=(*FEWER_LARGE_BOARDS, ({"size": "4000x4000"}, 16)),
    ceiling=False,
    findings=_findings,
)
RECIPE = Recipe("coin-flips", "Louf 2025; Dempsey and Guinn 2020", (_FLIPS,))
