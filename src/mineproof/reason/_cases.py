"""Case splits: follow an assumption until some clue cannot be met.

A cell is supposed to be a mine, or safe. Single clues then force other cells, until a clue needs
too much or too little: the dead end, and the cell is the opposite. Where single clues reach none,
the next undecided cell is a mine in one case and safe in the other, and each case must end so.

This module makes data (`argument.DeadEnd`). Its sentences are the keys of `texts/` from `if it were
a mine` to `no layout`; `_dead_end` of `words.py` puts them together.

A mine count over many cells was first split like any clue: a question about one of 72 hidden cells
took minutes and filled 14 MB with cases. Now clues that share no cell are sought which together
need more than the count leaves. That search and the splitting are exponential, so both have a
limit: beyond 64 cases the argument says that all layouts were counted.
"""

from collections.abc import Sequence
from dataclasses import replace

from mineproof.reason.argument import Constraint, DeadEnd, Demand, Facts

_MOST_SETS = 20_000  # sets of clues that `disjoint` tries
_MOST_CASES = 64  # a longer argument is not written down: nobody would read it


def disjoint(
    says: Sequence[Constraint], worth: Sequence[int], wanted: int
) -> list[Constraint] | None:
    """Return clues that share no cell and have a total worth of at least `wanted`.

    Return None if the search finds none; it gives up after `_MOST_SETS` sets.
    """
    ranked = sorted(zip(says, worth, strict=True), key=lambda one: -one[1] / len(one[0].cells))
    tried = 0

    def search(free: list[tuple[Constraint, int]], wanted: int) -> list[Constraint] | None:
        nonlocal tried
        if wanted <= 0:
            return []
        left = sum(value for _, value in free)
        for at, (one, value) in enumerate(free):
            if left < wanted or tried == _MOST_SETS:
                return None
            tried += 1
            apart = [other for other in free[at + 1 :] if not other[0].cells & one.cells]
            rest = search(apart, wanted - value)
            if rest is not None:
                return [one, *rest]
            left -= value
        return None

    return search([one for one in ranked if one[1]], wanted)


class _TooManyCases(Exception):
    """More cases than are written down."""


def dead_end(says: Sequence[Constraint], assumed: tuple[int, bool]) -> DeadEnd:
    """Return the dead end of an assumption that contradicts the constraints `says`.

    If single clues do not reach a contradiction, it splits into cases.
    """
    try:
        return _follow(says, assumed, {}, [_MOST_CASES])
    except _TooManyCases:
        return DeadEnd(assumed, (), counted=tuple(says))


def _follow(
    says: Sequence[Constraint], assumed: tuple[int, bool], known: Facts, cases_left: list[int]
) -> DeadEnd:
    facts = {**known, assumed[0]: assumed[1]}
    forced: list[tuple[Constraint, tuple[int, ...], bool]] = []
    moved = True
    while moved:
        moved = False
        for one in says:
            left = tuple(cell for cell in sorted(one.cells) if cell not in facts)
            need = one.mines - sum(facts.get(cell, False) for cell in one.cells)
            if need < 0 or need > len(left):
                return DeadEnd(assumed, tuple(forced), one, need < 0)
            if left and need in (0, len(left)):
                facts |= dict.fromkeys(left, need > 0)
                forced.append((one, left, need > 0))
                moved = True
    for count in [one for one in says if one.is_wide_count]:
        demand = _demand(says, count, facts)
        if demand:
            return DeadEnd(assumed, tuple(forced), count, demand=demand)
    cases_left[0] -= 2
    if cases_left[0] < 0:
        raise _TooManyCases
    cell = next(c for one in says for c in sorted(one.cells) if c not in facts)
    cases = tuple(_follow(says, (cell, mine), facts, cases_left) for mine in (True, False))
    return DeadEnd(assumed, tuple(forced), cases=cases)


def _demand(says: Sequence[Constraint], count: Constraint, facts: Facts) -> Demand | None:
    """Return clues whose needs the mine count cannot meet, given `facts`; None if not found."""

    def left_of(one: Constraint) -> Constraint:
        cells = frozenset(cell for cell in one.cells if cell not in facts)
        return replace(
            one, cells=cells, mines=one.mines - sum(facts.get(cell, False) for cell in one.cells)
        )

    told = [one for one in says if not one.derived and None not in one.sources]
    by_source = {one.sources: one for one in told}
    others = [one for one in map(left_of, told) if one.cells]
    whole = left_of(count)
    for mines, needs, left in (
        (True, [one.mines for one in others], whole.mines),
        (False, [one.safe for one in others], whole.safe),
    ):
        found = disjoint(others, needs, left + 1)
        if found:
            needed = sum(one.mines if mines else one.safe for one in found)
            return Demand(tuple(by_source[one.sources] for one in found), mines, needed, left)
    return None
