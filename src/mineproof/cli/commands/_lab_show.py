"""`mineproof lab show`: a table of results, and the differences between its strategies."""

import os
import shutil
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mineproof.lab.summary import Table


def show_table(table: "Table", all_columns: bool) -> None:
    """Print the settings, as many measures as fit, and the paired differences."""
    from mineproof.lab.report.writing import columns_of, pairs_of

    width = None if all_columns else _terminal_width()
    settings, by_measure = columns_of(table)
    columns = [*settings, *(column for columns in by_measure for column in columns)]
    widths = [max(map(len, column)) for column in columns]
    shown = len(columns)
    # The settings and the first measure are shown at any width: a table without them is useless.
    while width and shown > len(settings) + 1 and sum(widths[:shown]) + 2 * (shown - 1) > width:
        shown -= 1
    print(f"{table.part.question}\n")
    for line in zip(*columns[:shown], strict=True):
        cells = (f"{cell:<{w}}" for cell, w in zip(line, widths, strict=False))
        print("  ".join(cells).rstrip())
    hidden = [column[0] for column in columns[shown:]]
    if hidden:
        print(f"\n{len(hidden)} more columns with --all-columns: {', '.join(hidden)}")
    print()
    label, pairs = pairs_of(table)
    if not pairs:
        return
    print(f"Differences on the same boards: {label}\n")
    for one in pairs:
        case = "".join(f"{key} {value}, " for key, value in one.case.items())
        print(f"{case}{one.ours} less {one.theirs}: {one.difference} (n = {one.difference.n})")
    print()


def _terminal_width() -> int | None:
    """Return the width of the terminal or of COLUMNS; None if the output is no terminal."""
    if not sys.stdout.isatty() and not os.environ.get("COLUMNS"):
        return None
    return shutil.get_terminal_size().columns
