"""Are coin flips what ends random boards? A prediction without a fitted number (docs/theory.md)."""

import math
from functools import partial
from typing import TYPE_CHECKING

from mineproof.game.deal import layouts
from mineproof.game.formats.corpus import Corpus
from mineproof.lab._cases import CEILING
from mineproof.lab._coin_flips import count, expected, predicted_exponent, threshold
from mineproof.lab._document import Block, Figure, Grid, Paragraph
from mineproof.lab._measures import MS
from mineproof.lab._trial import Trial, config_level, config_start
from mineproof.lab.config import Config, Row
from mineproof.lab.recipe import Measure, Part, Recipe
from mineproof.lab.summary import ConfigResult, Table
from mineproof.play.bulk import play_corpus

if TYPE_CHECKING:
    from matplotlib import figure

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


def _findings(table: Table) -> list[Block]:
    from mineproof.lab._threshold import exponent, thresholds

    found = thresholds(table)
    sentences = []
    for shape in table.choices("shape"):
        large = [one for one in found if one.shape == shape and one.cells >= 10_000]
        if len(large) < 2:
            continue
        value, low, high = exponent(large)
        predicted = predicted_exponent([_sides(one) for one in large], str(shape))
        sentences.append(
            f"{shape}, from {large[0].size} up: the threshold falls as n^-a with a = {value:.3f}"
            f" [{low:.3f}, {high:.3f}]; predicted for the same sizes: {predicted:.3f}."
        )
    blocks: list[Block] = [_flips(table)]
    if found:
        limit = (math.log(2) / 2) ** (1 / 6)
        sentences.append(
            "In the limit the prediction is c·n^(-1/6) with c = (ln 2 / 2)^(1/6) ="
            f" {limit:.3f}, on both shapes; B. Louf (2025) proves the exponent, not the constant."
        )
        blocks += [_thresholds(found), *map(Paragraph, sentences)]
        caption = (
            "The density at which half of the boards can be finished: measured (95 % intervals) and"
            " predicted from the smallest coin flips."
        )
        blocks.append(Figure(caption, "coin-flips-threshold", partial(_draw, found)))
    return blocks


def _predicted(one: "Threshold", order: int = 3) -> float:
    return threshold(*_sides(one), one.shape, order)


def _sides(one: "Threshold") -> tuple[int, int]:
    cols, rows = (int(side) for side in one.size.split("x"))
    return rows, cols


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
                f"{one.density:.4f} [{one.low:.4f}, {one.high:.4f}]",
                f"{_predicted(one):.4f}", f"{_predicted(one, 1):.4f}",
                f"{_predicted(one) / one.density:.3f}", f"{one.density * one.cells ** (1 / 6):.3f}",
                f"{one.slowest:g}",
            ]
            for one in found
        ],
    )  # fmt: skip


def _draw(found: "list[Threshold]") -> "figure.Figure":
    from mineproof.lab.report import _figures as figures

    drawn, [[axis]] = figures.new(1, 1)
    for place, shape in enumerate(dict.fromkeys(one.shape for one in found)):
        ones = [one for one in found if one.shape == shape]
        cells, style = [one.cells for one in ones], figures.style(place)
        bars = [
            [one.density - one.low for one in ones], [one.high - one.density for one in ones],
        ]  # fmt: skip
        axis.errorbar(
            cells, [one.density for one in ones], yerr=bars, label=f"{shape}, measured", **style
        )  # fmt: skip
        axis.plot(
            cells, [_predicted(one) for one in ones], ":", color=style["color"],
            label=f"{shape}, predicted",
        )  # fmt: skip
    axis.set_xscale("log")
    axis.set_yscale("log")
    ticks = [0.05, 0.07, 0.1, 0.14, 0.2, 0.28]
    axis.set_yticks(ticks, [f"{tick:g}" for tick in ticks])
    axis.set_yticks([], minor=True)
    axis.set_xlabel("cells")
    axis.set_ylabel("density at which half can be finished")
    axis.legend(frameon=False)
    return drawn


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

RECIPE = Recipe(
    "coin-flips",
    "Louf 2025; Dempsey and Guinn 2020",
    (
        Part(
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
            fewer=(
                ({"size": "200x200"}, 500),
                ({"size": "500x500"}, 200),
                ({"size": "1000x1000"}, 80),
                ({"size": "2000x2000"}, 24),
                ({"size": "4000x4000"}, 16),
            ),
            ceiling=False,
            findings=_findings,
        ),
    ),
)
