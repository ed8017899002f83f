"""Figures of tables, with labelled axes and error bars.

The colours are those of Okabe and Ito: people with any kind of colour vision can distinguish them.
Lines also differ in marker and dash pattern. matplotlib is imported where it is used: only the
report needs it.
"""

import io
import os
import sys
import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict

from mineproof.base.errors import BadInput, missing_extra
from mineproof.lab.config import Config
from mineproof.lab.recipe import Chart, Measure
from mineproof.lab.summary import ConfigResult, Table

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#000000", "#E69F00", "#56B4E9", "#7F7F7F")
_MARKERS = "osD^vP*X<>"
_DASHES = ("-", "--", "-.", ":")
_NARROW = 22  # characters in a line of a label beside a narrow panel
_AXIS_LABELS = {
    "safe_cells": "initial safe cells",
    "ratio": "initial safe cells, as a ratio of √cells",
    "density": "density of mines",
    "times": "mines, as a multiple of √cells",
    "opened": "share of safe cells already open",
    "place": "how the initial cells are placed",
}


@dataclass(frozen=True)
class Look:
    """The size of a figure and the style of its labels."""

    width: float | None = None
    """Width in inches; None if it grows with the number of panels."""
    height: float = 3.1
    """Height of a row of panels, in inches."""
    name: Callable[[str], str] = str
    """Translates a label."""
    in_percent: Callable[[str], str] = "{}, %".format
    """Adds the unit to the translated label of a share."""
    narrow: bool = False
    """Whether panels are too narrow for long labels: they are smaller, broken or shared."""

    def size(self, rows: int, columns: int) -> tuple[float, float]:
        """Return width and height of a figure with this number of panels."""
        return self.width or max(6.0, 3.8 * columns + 1), self.height * rows + 0.9

    def label(self, text: str) -> str:
        """Return a label for matplotlib: translated, and with formulas disabled."""
        return self.name(text).replace("$", r"\$")


SCREEN = Look()
"""The look of a figure that is read on a screen."""


class LineStyle(TypedDict):
    """The look of a line, as matplotlib's `errorbar` takes it."""

    color: str
    marker: str
    markersize: float
    linewidth: float
    elinewidth: float
    capsize: float


def require() -> None:
    """Raise `BadInput` with the package to install if figures cannot be drawn."""
    try:
        _import_matplotlib()
    except ImportError:
        raise BadInput(missing_extra("figures need matplotlib", "lab")) from None


def _import_matplotlib() -> None:
    """Import matplotlib with its default settings: a report looks the same everywhere.

    On import matplotlib first looks for a file `matplotlibrc` in the current folder. During the
    import the current folder is therefore the folder of its defaults.
    """
    spec = find_spec("matplotlib")
    if "matplotlib" not in sys.modules and spec is not None and spec.origin is not None:
        defaults, current_folder = Path(spec.origin).parent / "mpl-data", os.getcwd
        os.getcwd = lambda: str(defaults)
        try:
            import matplotlib
        finally:
            os.getcwd = current_folder
    import matplotlib

    matplotlib.rcdefaults()


def draw(table: Table, chart: Chart, look: Look = SCREEN) -> "Figure":
    """Return a figure of one table: a row of panels for each measure."""
    panels = table.choices(chart.panels) if chart.panels else [None]
    # Several measures without panels are placed side by side.
    side_by_side = not chart.panels and len(chart.measures) > 2
    shape = (len(chart.measures), len(panels))
    rows, columns = reversed(shape) if side_by_side else shape
    drawn, axes = new(rows, columns, look)
    if side_by_side:
        axes = [list(column) for column in zip(*axes, strict=True)]
    for row, name in enumerate(chart.measures):
        measure = next(one for one in table.part.measures if one.name == name)
        for column, panel in enumerate(panels):
            axis = axes[row][column]
            where = dict(chart.only)
            if chart.panels and panel is not None:
                where[chart.panels] = panel
                if row == 0:
                    axis.set_title(look.label(str(panel)))
            _panel(axis, table, chart, measure, where, look)
            if column == 0:
                label = look.label(measure.label)
                label = look.in_percent(label) if measure.in_percent else label
                axis.set_ylabel(textwrap.fill(label, _NARROW) if look.narrow else label)
            if not look.narrow and (side_by_side or row == len(chart.measures) - 1):
                axis.set_xlabel(look.label(axis_label(chart.x)))
    if look.narrow:
        drawn.supxlabel(look.label(axis_label(chart.x)), fontsize="medium")
    _legend(drawn, [axis for row_of_axes in axes for axis in row_of_axes], look)
    return drawn


def axis_label(setting: str) -> str:
    """Return the label of a setting on an axis."""
    return _AXIS_LABELS.get(setting, setting.replace("_", " "))


def new(rows: int, columns: int, look: Look = SCREEN) -> "tuple[Figure, list[list[Axes]]]":
    """Return an empty figure without a window, and its axes by row and column."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    drawn = Figure(figsize=look.size(rows, columns), layout="constrained")
    FigureCanvasAgg(drawn)
    axes: list[list[Axes]] = drawn.subplots(rows, columns, squeeze=False).tolist()
    for axis in (axis for row in axes for axis in row):
        axis.grid(True, alpha=0.3)
        axis.spines[["top", "right"]].set_visible(False)
    return drawn, axes


def style(number: int) -> LineStyle:
    """Return the style of the line with this number."""
    return {
        "color": _COLOURS[number % len(_COLOURS)],
        "marker": _MARKERS[number % len(_MARKERS)],
        # Later lines are thinner, so that two that coincide are both seen.
        "markersize": max(4.0, 7.0 - number),
        "linewidth": max(1.2, 2.4 - 0.4 * number),
        "elinewidth": 1.4,
        "capsize": 2,
    }


def _panel(
    axis: "Axes", table: Table, chart: Chart, measure: Measure, where: Config, look: Look
) -> None:
    results = [one for one in table.where(**where) if measure.name in one.values]
    ticks = table.choices(chart.x)
    categories = any(isinstance(one.settings[chart.x], str) for one in results)
    lines, own_tick = table.choices(chart.lines), chart.lines == chart.x
    for number, value in enumerate(lines):
        of_line = [one for one in results if one.settings.get(chart.lines) == value]
        if not of_line:
            continue
        if categories:  # shifted, so that error bars do not cover each other
            shift = 0 if own_tick else (number - (len(lines) - 1) / 2) * 0.6 / len(lines)
            xs = [ticks.index(one.settings[chart.x]) + shift for one in of_line]
        else:
            xs = [one.number(chart.x) for one in of_line]
        # A line that has a tick of its own needs no legend.
        label = "_" if own_tick else look.label(str(value))
        _line(axis, of_line, xs, measure, label, number, look, joined=not categories)
    if categories:
        _label_categories(axis, [look.label(str(tick)) for tick in ticks])
    elif all(isinstance(tick, int) for tick in ticks):
        from matplotlib.ticker import MaxNLocator

        axis.xaxis.set_major_locator(MaxNLocator("auto", integer=True))
    if measure.in_percent:
        axis.set_ylim(-3, 103)
    elif chart.log:
        axis.set_yscale("log")
        _label_powers(axis)
    else:
        axis.set_ylim(bottom=0)


def _line(
    axis: "Axes",
    results: list[ConfigResult],
    xs: list[float],
    measure: Measure,
    label: str,
    number: int,
    look: Look,
    *,
    joined: bool,
) -> None:
    """Draw one line with its error bars, and the reported values as stars."""
    scale = 100.0 if measure.in_percent else 1.0
    values = [one.values[measure.name] for one in results]
    ys = [scale * one.value for one in values]
    down = [scale * max(0.0, one.value - one.low) for one in values]
    up = [scale * max(0.0, one.high - one.value) for one in values]
    dash = _DASHES[number % len(_DASHES)] if joined else "none"
    axis.errorbar(xs, ys, yerr=[down, up], label=label, linestyle=dash, **style(number))
    reported = [
        (x, scale * one.reported[measure.name])
        for x, one in zip(xs, results, strict=True)
        if measure.name in one.reported
    ]
    if reported:
        axis.plot(
            *zip(*reported, strict=True),
            linestyle="none",
            marker="*",
            markersize=11,
            markerfacecolor="none",
            markeredgecolor="black",
            label=f"{look.label('reported')} ({results[0].settings.get('strategy')})",
        )


def _label_powers(axis: "Axes") -> None:
    """Label a logarithmic axis with plain numbers: 0.1, 1, 10; more of them on a short axis."""
    from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

    low, high = axis.get_ylim()
    within = (1.0,) if high > 100 * low else (1.0, 2.0, 5.0)
    axis.yaxis.set_major_locator(LogLocator(subs=within))
    axis.yaxis.set_major_formatter(FuncFormatter(lambda value, _place: f"{value:,.6g}"))
    axis.yaxis.set_minor_formatter(NullFormatter())


def _label_categories(axis: "Axes", ticks: list[str]) -> None:
    axis.set_xticks(range(len(ticks)), ticks)
    if len(ticks) > 4:
        axis.tick_params(axis="x", rotation=40)
        for label in axis.get_xticklabels():
            label.set_horizontalalignment("right")


def _legend(drawn: "Figure", axes: "list[Axes]", look: Look) -> None:
    """Add one legend for all panels, above them."""
    entries: dict[str, Artist] = {}
    for axis in axes:
        for handle, label in zip(*axis.get_legend_handles_labels(), strict=True):
            entries.setdefault(label, handle)
    if not entries:
        return
    drawn.legend(
        entries.values(),
        entries.keys(),
        loc="outside upper center",
        ncols=min(4 if look.narrow else 5, len(entries)),
        frameon=False,
        fontsize=8 if look.narrow else 9,
    )


def save(drawn: "Figure", path: Path) -> bytes:
    """Write a figure as PNG and SVG and return the SVG. Equal rows give equal bytes."""
    drawn.savefig(path.with_suffix(".png"), dpi=110, metadata={"Software": None})
    text = svg(drawn, path.name)
    path.with_suffix(".svg").write_bytes(text)
    return text


def svg(drawn: "Figure", name: str) -> bytes:
    """Return a figure as SVG; `name` makes the ids of its parts unique in a page."""
    import matplotlib

    text = io.BytesIO()
    # Write text as text, not as outlines: the file is smaller and searchable.
    with matplotlib.rc_context({"svg.hashsalt": name, "svg.fonttype": "none"}):
        drawn.savefig(text, format="svg", metadata={"Date": None, "Creator": None})
    return text.getvalue()
