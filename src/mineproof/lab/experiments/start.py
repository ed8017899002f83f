"""Are spread or clustered initial cells better? (Reports A and B.)"""

from collections.abc import Iterator
from itertools import product

from mineproof.lab._comparison import all_pairs, grid_of_pairs, paired
from mineproof.lab._document import Block
from mineproof.lab._numbers import points, points_and_p
from mineproof.lab._shared import ASSIGNED, CEILING, COMPLETE, DETERMINED, REPORT_B
from mineproof.lab.recipe import Chart, Part, Recipe, each
from mineproof.lab.report._contradictions import SourceConflict, required
from mineproof.lab.summary import Table

SIGNIFICANT = 0.05
"""A difference counts if its p value is below this."""


def _findings(table: Table) -> Iterator[Block]:
    pairs = all_pairs(table, "place", "complete")
    clear = [
        f"{one.case['level']}, `{one.case['strategy']}`, {one.ours} less {one.theirs}"
        f" {points(one.difference)}"
        for one in pairs
        if one.difference.p < SIGNIFICANT
    ]
    yield (
        f"Of {len(pairs)} pairs, {len(clear)} differ (p < {SIGNIFICANT}, in points):"
        f" {'; '.join(clear) or 'none'}."
    )
    caption = (
        "Complete boards: paired differences on the same boards (Bonett and Price's interval,"
        " McNemar's exact test)."
    )
    yield grid_of_pairs(caption, pairs, "level", "strategy")


def _spread_or_clustered(place: Table) -> str:
    ceiling, better = [], {"uniform": 0, "clustered": 0, "neither": 0}
    for level, name in product(place.choices("level"), place.choices("strategy")):
        uniform = required(place, level=level, strategy=name, place="uniform")
        for other in ("walk", "block"):
            clustered = required(place, level=level, strategy=name, place=other)
            gap = paired(uniform, clustered, "complete")
            winner = "uniform" if gap.value > 0 else "clustered"
            better[winner if gap.p < SIGNIFICANT else "neither"] += 1
            if name == CEILING:
                ceiling.append(f"{level}, uniform less {other}: {points_and_p(gap)}")
    total = sum(better.values())
    return (
        f"For complete inference: {'; '.join(ceiling)}. Over all {total} comparisons of the recipe"
        " `start` (levels, strategies, walk and block), spread cells are better in"
        f" {better['uniform']}, clustered ones in {better['clustered']}, and in"
        f" {better['neither']} the difference may be chance (p ≥ {SIGNIFICANT})."
    )


_PART = Part(
    "place",
    "Are spread or clustered initial cells better?",
    each(level=ASSIGNED, place=("uniform", "walk", "block")),
    (COMPLETE, DETERMINED),
    800,
    ("two-literal", *REPORT_B),
    fewer=(({"level": "hard", "strategy": "consuming"}, 400),),
    chart=Chart("place", (COMPLETE.name,), panels="level"),
    findings=_findings,
)
_CONFLICTS = (
    SourceConflict(
        "Initial cells: spread (report A) or clustered (report B)?",
        (("start", "place"),),
        _spread_or_clustered,
    ),
)
RECIPE = Recipe("start", "reports A and B", (_PART,), _CONFLICTS)
