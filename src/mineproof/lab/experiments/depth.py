"""The depth of logic that the easiest path through a board needs."""

import time
from collections.abc import Iterator

from mineproof.lab._document import Block
from mineproof.lab._numbers import percent
from mineproof.lab._shared import CEILING, CLASSIC
from mineproof.lab._trial import Trial, deal_of, play
from mineproof.lab.config import Config, Row
from mineproof.lab.recipe import Chart, Measure, Part, Recipe, each
from mineproof.lab.summary import Table
from mineproof.reason.depth import depth_of

_DEPTHS = range(1, 5)


def measure_depth(config: Config, seed: int) -> Row:
    """Measure the depth of a board, if complete inference finishes it."""
    dealt = deal_of(config, seed)
    began = time.process_time()
    complete = play({"strategy": CEILING}, dealt).complete
    needed = depth_of(dealt) if complete else None
    row: Row = {"guess": needed is None, "ms": (time.process_time() - began) * 1000}
    if needed is None:
        return row
    depths: Row = {f"depth_{depth}": needed.depth == depth for depth in _DEPTHS}
    return {**row, "solvable": True, **depths, "count": needed.uses_count}


def _has_one_depth(row: Row) -> bool:
    """Tell whether a row has exactly one depth if its board needs no guess, else none."""
    if "solvable" not in row:
        return bool(row["guess"])
    depths = sum(bool(row[f"depth_{depth}"]) for depth in _DEPTHS)
    return bool(row["solvable"]) and not row["guess"] and depths == 1


_FLAGS = frozenset({"guess", "solvable", "count", *(f"depth_{depth}" for depth in _DEPTHS)})
_TRIAL = Trial(
    "depth",
    measure_depth,
    (frozenset({"guess", "ms"}), _FLAGS | {"ms"}),
    _FLAGS,
    agrees=_has_one_depth,
    players=(CEILING,),
)


def _findings(table: Table) -> Iterator[Block]:
    boards = []
    for one in table.results:
        shares = [
            f"{measure.label} {percent(one.values[measure.name].value)} %"
            for measure in table.part.measures
            if measure.name in one.values
        ]
        boards.append(f"{one.settings['level']}, {one.settings['start']}: {', '.join(shares)}")
    yield f"Depths are shares of the boards that need no guess. {'. '.join(boards)}."


_DEPTH_MEASURES = tuple(
    Measure(f"depth_{depth}", f"depth {depth}", among="solvable") for depth in _DEPTHS
)

_DEPTH = Part(
    "depth",
    "How deep is the logic that the easiest path through a board needs?",
    each(level=CLASSIC, start=("open", "given")),
    (
        Measure("guess", "needs a guess"),
        *_DEPTH_MEASURES,
        Measure("count", "needs the mine count", among="solvable"),
    ),
    1000,
    trial=_TRIAL,
    ceiling=False,
    chart=Chart("level", tuple(one.name for one in _DEPTH_MEASURES), lines="start"),
    findings=_findings,
)
RECIPE = Recipe("depth", "ours", (_DEPTH,))
