"""Logic compared with constraint search: time, a combination of both, heuristics (reports A, B)."""

from collections.abc import Iterator

from mineproof.lab._comparison import all_pairs, grid_of_pairs, paired, ratio_of_means
from mineproof.lab._document import Block
from mineproof.lab._numbers import points_and_p, ratio
from mineproof.lab._shared import ASSIGNED, CEILING, COMPLETE, EXPLODED, MS, NODES, RESOLUTIONS
from mineproof.lab.recipe import Chart, Part, Recipe, each
from mineproof.lab.summary import Table

_HEURISTICS = ("mrv", "degree", "first")


def _time_findings(table: Table) -> Iterator[Block]:
    for level in table.choices("level"):
        logic, search, both = (
            table.result(level=level, strategy=s) for s in ("saturate", "csp", "logic-csp")
        )
        if not (logic and search and both):
            continue
        compared = []
        for name in ("csp", "logic-csp", CEILING):
            other = table.result(level=level, strategy=name)
            if other:
                takes = ratio(ratio_of_means(other, logic, MS.key))
                compared.append(f"`{name}` takes {takes} as long")
        gain = paired(both, logic, "complete")
        compared.append(f"`logic-csp` completes boards by {points_and_p(gain)}")
        yield f"On {level} boards, beside `saturate`: {'; '.join(compared)}."


def _heuristics_findings(table: Table) -> Iterator[Block]:
    compared = []
    for level in table.choices("level"):
        best = table.result(level=level, heuristic="mrv")
        for name in ("degree", "first"):
            other = table.result(level=level, heuristic=name)
            if best and other:
                nodes, ms = (ratio_of_means(other, best, one.key) for one in (NODES, MS))
                compared.append(
                    f"{level}, {name}: {ratio(nodes)} the values tried, {ratio(ms)} the time"
                )
    yield (
        f"Against MRV. {'. '.join(compared)}. (In the order of the cells, hard boards were not run:"
        " backtracking takes minutes on some.)"
    )


def _assign_findings(table: Table) -> Iterator[Block]:
    caption = "Boards survived to the end: paired differences between heuristics."
    yield grid_of_pairs(caption, all_pairs(table, "heuristic", "complete"), "level")


_TIME = Part(
    "time",
    "Is logic faster than constraint search, and what do both together give?",
    each(level=ASSIGNED),
    (COMPLETE, MS, RESOLUTIONS, NODES),
    400,
    ("saturate", "csp", "logic-csp", CEILING),
    fewer=(({"level": "hard", "strategy": "csp"}, 300),),
    chart=Chart("strategy", (MS.name,), lines="level", log=True),
    findings=_time_findings,
)
_HEURISTIC = Part(
    "heuristics",
    "Which heuristic makes backtracking fastest?",
    each(level=ASSIGNED, heuristic=_HEURISTICS),
    (COMPLETE, NODES, MS),
    300,
    ("csp",),
    # Backtracking in the order of the cells takes minutes on some hard boards.
    without=({"level": "hard", "heuristic": "first"},),
    fewer=(({"level": "hard"}, 150), ({"heuristic": "first"}, 200)),
    ceiling=False,
    chart=Chart("heuristic", (NODES.name, MS.name), lines="level", log=True),
    findings=_heuristics_findings,
)
_ASSIGN = Part(
    "assign",
    "Committing to the first consistent assignment: how often does it survive?",
    each(level=ASSIGNED, heuristic=_HEURISTICS),
    (COMPLETE, EXPLODED, MS),
    300,
    ("csp-assign",),
    fewer=(({"level": "medium"}, 200), ({"level": "hard"}, 200)),
    ceiling=False,
    chart=Chart("heuristic", (COMPLETE.name,), lines="level"),
    findings=_assign_findings,
)
RECIPE = Recipe("logic-vs-csp", "reports A and B", (_TIME, _HEURISTIC, _ASSIGN))
