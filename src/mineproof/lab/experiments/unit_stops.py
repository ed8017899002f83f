"""Where does `unit` stop: at a row of numbers? Which step would continue from there? (Report C.)

The report says that a whole row of numbers has too many possibilities. Here a row is a run of
consecutive open cells of a line or a column, each of which touches an undecided cell.
"""

from collections.abc import Callable, Iterator

from mineproof.game.clues import clues
from mineproof.game.view import View
from mineproof.lab._document import Block
from mineproof.lab._numbers import percent_interval, three_digits
from mineproof.lab._shared import ASSIGNED, STUCK
from mineproof.lab._trial import Trial, deal_of, play
from mineproof.lab.config import Config, Row
from mineproof.lab.recipe import Measure, Part, Recipe, each
from mineproof.lab.summary import ConfigResult, Table
from mineproof.reason.deduce import analyse
from mineproof.reason.why import Reasoner

_STRATEGY = "unit"
_ROW = 3
"""The shortest run that counts as a row of numbers."""


# The trial


def look_where_unit_stops(config: Config, seed: int) -> Row:
    """Play a board with `unit` and describe the position in which it is stuck."""
    result = play({**config, "strategy": _STRATEGY}, deal_of(config, seed))
    if result.complete:
        return {"stuck": False}
    view = result.game.view
    longest = longest_row(view)
    row: Row = {"stuck": True, "longest": longest, "row": longest >= _ROW}
    analysis = analyse(view)
    certain = {*analysis.safe, *analysis.mined}.intersection(view.unmarked)
    if not certain:
        return {**row, "entailed": False}
    return {**row, "entailed": True, **_easiest(view, certain)}


def longest_row(view: View) -> int:
    """Return the length of the longest run of numbers that touch an undecided cell.

    >>> from mineproof import read
    >>> longest_row(read("1 2 1 . / # # # .", mines=1))
    3
    """
    rows, cols = view.board.rows, view.board.cols
    undecided = set(view.unmarked)
    numbers = {
        cell
        for cell, value in enumerate(view.cells.tolist())
        if value > 0 and not undecided.isdisjoint(view.board.neighbours[cell])
    }
    across = _longest(rows, cols, lambda r, c: r * cols + c in numbers)
    return max(across, _longest(cols, rows, lambda c, r: r * cols + c in numbers))


def _longest(lines: int, length: int, inside: Callable[[int, int], bool]) -> int:
    longest = 0
    for line in range(lines):
        run = 0
        for place in range(length):
            run = run + 1 if inside(line, place) else 0
            longest = max(longest, run)
    return longest


def _easiest(view: View, certain: set[int]) -> Row:
    """Return the kind of step that decides the easiest of some certain cells.

    It is two clues that share cells, a difference of clues, or cases or the mine count.
    """
    reasoner = Reasoner([clue for clue in clues(view) if clue.cells])
    depth = 4
    for highest in (2, 3):
        reasoner.climb(highest)
        if not certain.isdisjoint(reasoner.facts):
            depth = highest
            break
    return {"two_clues": depth == 2, "difference": depth == 3, "cases": depth == 4}


_STUCK = frozenset({"stuck", "longest", "row", "entailed"})
_WAYS = frozenset({"two_clues", "difference", "cases"})


def _is_stop(row: Row) -> bool:
    """Tell whether the values of a row go together: a stuck game has one easiest way at most."""
    if "longest" not in row:
        return not row["stuck"]
    ways = [bool(row[key]) for key in _WAYS if key in row]
    right = row["stuck"] and row["row"] == (row["longest"] >= _ROW)
    return bool(right) and row["entailed"] == bool(ways) and sum(ways) == len(ways[:1])


_TRIAL = Trial(
    "unit-stops",
    look_where_unit_stops,
    (frozenset({"stuck"}), _STUCK, _STUCK | _WAYS),
    frozenset({"stuck", "row", "entailed"}) | _WAYS,
    agrees=_is_stop,
    players=(_STRATEGY,),
)

# The findings

_LONGEST = Measure("longest", "longest row of numbers", "mean", among="stuck")
_IN_ROW = Measure("row", f"stuck ends: {_ROW} or more numbers in a row", among="stuck")
_ENTAILED = Measure("entailed", "stuck ends: something is entailed", among="stuck")
_TWO, _DIFFERENCE, _CASES = (
    Measure(key, f"entailed: {label}", among="entailed")
    for key, label in (
        ("two_clues", "by two clues"),
        ("difference", "by a difference of clues"),
        ("cases", "by cases or the count"),
    )
)


def _findings(table: Table) -> Iterator[Block]:
    return (_sentences(one) for one in table.results if _LONGEST.name in one.values)


def _sentences(one: ConfigResult) -> str:
    values = one.values
    stuck = [row for row in one.trials.values() if row["stuck"]]
    lengths = sorted(row["longest"] for row in stuck)
    sentence = (
        f"On {one.settings['level']} boards `unit` is stuck in"
        f" {percent_interval(values['stuck'])} of the games;"
        f" {percent_interval(values[_IN_ROW.name])} of these ends have {_ROW} or more numbers"
        f" in a row (the longest row: median {three_digits(lengths[len(lengths) // 2])}, longest"
        f" {three_digits(lengths[-1])})."
        f" In {percent_interval(values[_ENTAILED.name])} of these ends something is entailed"
    )
    if _TWO.name not in values:
        return f"{sentence}."
    return (
        f"{sentence}; there, two clues that share cells decide a cell in"
        f" {percent_interval(values[_TWO.name])}, a difference of clues in"
        f" {percent_interval(values[_DIFFERENCE.name])} more, and in"
        f" {percent_interval(values[_CASES.name])} it takes cases or the mine count."
    )


_PART = Part(
    "stops",
    "Where does `unit` stop: at a row of numbers, and what would lead on?",
    each(level=ASSIGNED),
    (STUCK, _IN_ROW, _LONGEST, _ENTAILED, _TWO, _DIFFERENCE, _CASES),
    400,
    trial=_TRIAL,
    ceiling=False,
    findings=_findings,
)
RECIPE = Recipe("unit-stops", "report C", (_PART,))
