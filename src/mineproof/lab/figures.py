"""Tables as pictures: labelled axes, error bars, and lines that colour alone does not tell apart.

Colours are those of Okabe and Ito, which people with any kind of colour vision can distinguish;
every line has a marker and a dash pattern of its own besides.
"""

import io
from pathlib import Path
from typing import Any

from mineproof.errors import BadInput
from mineproof.lab.recipe import Figure
from mineproof.lab.summary import Line, Table
from mineproof.lab.words import is_percent

_COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#000000", "#E69F00", "#56B4E9", "#7F7F7F")
_MARKERS = "osD^vP*X<>"
_DASHES = ("-", "--", "-.", ":")
_NAMES = {
    "mines": "mines",
    "safe_cells": "initial safe cells",
    "ratio": "initial safe cells, as a ratio of √cells",
    "density": "density of mines",
    "times": "mines, as a multiple of √cells",
    "opened": "share of safe cells already open",
    "place": "how the initial cells are placed",
}


def require() -> None:
    """Say in one line what to install if figures cannot be drawn."""
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise BadInput("figures need matplotlib: pip install 'mineproof[lab]'") from None


def draw(table: Table, figure: Figure) -> Any:
    """A matplotlib figure of one table."""
    columns = table.choices(figure.panels) if figure.panels else [None]
    side_by_side = not figure.panels and len(figure.measures) > 2
    shape = (len(figure.measures), len(columns))
    drawn, axes = new(*(reversed(shape) if side_by_side else shape))
    axes = axes.T if side_by_side else axes
    lines = table.choices(figure.lines)
    for row, name in enumerate(figure.measures):
        for column, panel in enumerate(columns):
            axis = axes[row][column]
            where = dict(figure.only) | ({figure.panels: panel} if figure.panels else {})
            _panel(axis, table, figure, name, where, lines)
            if row == 0 and panel is not None:
                axis.set_title(str(panel))
            if column == 0:
                axis.set_ylabel(_label(table, name))
            if side_by_side or row == len(figure.measures) - 1:
                axis.set_xlabel(_NAMES.get(figure.x, figure.x))
    _legend(drawn, axes)
    return drawn


def new(rows: int, columns: int) -> tuple[Any, Any]:
    """An empty figure that no window shows."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure as Drawn

    drawn = Drawn(figsize=(max(6.0, 3.8 * columns + 1), 3.1 * rows + 0.9), layout="constrained")
    FigureCanvasAgg(drawn)
    axes = drawn.subplots(rows, columns, squeeze=False)
    for axis in axes.flat:
        axis.grid(True, alpha=0.3)
        axis.spines[["top", "right"]].set_visible(False)
    return drawn, axes


def style(number: int) -> dict[str, Any]:
    """The look of the line with that number."""
    return {
        "color": _COLOURS[number % len(_COLOURS)],
        "marker": _MARKERS[number % len(_MARKERS)],
        "markersize": 4.5,
        "linewidth": 1.4,
        "capsize": 2,
    }


def _panel(
    axis: Any, table: Table, figure: Figure, name: str, where: dict[str, Any], lines: list[Any]
) -> None:
    scale = 100.0 if _percent(table, name) else 1.0
    values = [line for line in table.where(**where) if name in line.values]
    words = any(isinstance(line.settings[figure.x], str) for line in values)
    places = {value: i for i, value in enumerate(table.choices(figure.x))}
    for number, which in enumerate(lines):
        mine = [line for line in values if line.settings.get(figure.lines) == which]
        if not mine:
            continue
        shift = (number - (len(lines) - 1) / 2) * 0.6 / len(lines)
        xs = [
            places[line.settings[figure.x]] + shift if words else line.settings[figure.x]
            for line in mine
        ]
        ys = [scale * line.values[name].value for line in mine]
        down = [scale * max(0.0, line.values[name].value - line.values[name].low) for line in mine]
        up = [scale * max(0.0, line.values[name].high - line.values[name].value) for line in mine]
        dash = "none" if words else _DASHES[number % len(_DASHES)]
        axis.errorbar(xs, ys, yerr=[down, up], label=str(which), linestyle=dash, **style(number))
        _published(axis, mine, xs, name, scale)
    if words:
        axis.set_xticks(range(len(places)), [str(place) for place in places])
        if len(places) > 4:
            axis.tick_params(axis="x", rotation=40)
            for label in axis.get_xticklabels():
                label.set_horizontalalignment("right")
    if scale == 100:
        axis.set_ylim(-3, 103)
    elif figure.log:
        axis.set_yscale("log")
    else:
        axis.set_ylim(bottom=0)


def _published(axis: Any, lines: list[Line], xs: list[float], name: str, scale: float) -> None:
    told = [
        (x, scale * line.published[name])
        for x, line in zip(xs, lines, strict=True)
        if name in line.published
    ]
    if told:
        axis.plot(
            *zip(*told, strict=True),
            linestyle="none",
            marker="*",
            markersize=11,
            markerfacecolor="none",
            markeredgecolor="black",
            label=f"published ({lines[0].settings.get('strategy')})",
        )


def _percent(table: Table, name: str) -> bool:
    return next(is_percent(one) for one in table.part.measures if one.name == name)


def _label(table: Table, name: str) -> str:
    label = next(one.label for one in table.part.measures if one.name == name)
    return f"{label}, %" if _percent(table, name) else label


def _legend(drawn: Any, axes: Any) -> None:
    """One legend for all panels, above them."""
    found: dict[str, Any] = {}
    for axis in axes.flat:
        for handle, label in zip(*axis.get_legend_handles_labels(), strict=True):
            found.setdefault(label, handle)
    drawn.legend(
        found.values(),
        found.keys(),
        loc="outside upper center",
        ncols=min(5, len(found)),
        frameon=False,
        fontsize=9,
    )


def save(drawn: Any, path: Path) -> bytes:
    """Write a figure as PNG and SVG, the same bytes for the same rows; return the SVG."""
    import matplotlib

    drawn.savefig(path.with_suffix(".png"), dpi=110, metadata={"Software": None})
    text = io.BytesIO()
    # Letters as letters, not as outlines: smaller, and they can be searched.
    with matplotlib.rc_context({"svg.hashsalt": path.name, "svg.fonttype": "none"}):
        drawn.savefig(text, format="svg", metadata={"Date": None, "Creator": None})
    path.with_suffix(".svg").write_bytes(text.getvalue())
    return text.getvalue()
