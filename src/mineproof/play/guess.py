"""Which risk to take when nothing safe is left.

`Thinker` is the strong one, `guess`: it plays endings out, and otherwise looks ahead. Looking ahead
is the compiled core's (`native/guess/` explains it); without that core it takes the least
risk of a cell that can tell something. The others are simple ways that it is compared with.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from mineproof.counting import exact, native
from mineproof.counting.fronts import components
from mineproof.errors import BadInput, Contradiction
from mineproof.game.board import Board
from mineproof.game.clues import Clue, clues
from mineproof.game.game import View
from mineproof.game.picture import FLAG, HIDDEN
from mineproof.play.endgame import Endgame, Opening, layouts
from mineproof.reason.deduce import (
    Analysis,
    Deducer,
    NativeDeducer,
    Risks,
    least_risks,
    preferred,
)

THINK: dict[str, dict[str, float]] = {
    "fast": {"layouts": 200, "ending_work": 200_000, "flips": 0, "plies": 2},
    "normal": {
        "layouts": 1000,
        "ending_work": 2_000_000,
        "flips": 1,
        "plies": 12,
        "reach": 0.04,
        "work": 20_000,
    },
    "deep": {
        "layouts": 10_000,
        "ending_work": 100_000_000,
        "flips": 1,
        "plies": 12,
        "reach": 0.01,
        "work": 100_000,
    },
}
"""How hard to think, in steps and layouts rather than seconds: the same on every machine."""
_PLAIN_LAYOUTS = 200  # endings with so many layouts are played out in plain Python

Guess = Callable[[View, Deducer], int]
"""Chooses a cell to open, or -1. The view's flags are all certain."""


@dataclass(frozen=True)
class Candidate:
    """A cell that may be opened, and what is known of that; None where it was not computed."""

    cell: int
    risk: float
    next: float | None
    """The chance to survive this guess and the next one."""
    certain: float | None
    """The chance that it opens something certain, or wins."""
    flip: float | None
    """If it is safe, the chance to lose to a coin flip that no clue will ever decide."""
    win: float | None
    """The chance to win with the best play, exactly."""
    dead: bool | None
    """It can show one value only: it tells nothing but that it is safe."""
    fifty: bool | None
    """It is one side of a coin flip that no clue will ever decide."""
    clears: float | None = None
    """If only the mine count links its part of the board to the rest: the chance to clear that
    part, beginning here. What the count may yet tell can only add to it."""
    part: float | None = None
    """The same, beginning at the best cell of that part."""


@dataclass(frozen=True)
class Weighed:
    """The choice, the candidates (the best first), whether all endings were played out, and the
    least risk of all undecided cells, candidates or not."""

    cell: int
    exact: bool
    candidates: list[Candidate]
    least: float


def think_named(name: str) -> str:
    """The name, if it is one of `THINK`; raise `BadInput` for any other."""
    if name not in THINK:
        raise BadInput(f"unknown way to think {name!r}: one of {', '.join(THINK)}")
    return name


@lru_cache(maxsize=8)
def settings(think: str) -> Any:
    """A way to think as the compiled core takes it."""
    module: Any = native.compiled()
    found = module.Think()
    for name, value in THINK[think_named(think)].items():
        setattr(found, name, type(getattr(found, name))(value))
    return found


class Thinker:
    """Takes risks for one game after another on one board."""

    def __init__(self, board: Board, think: str = "normal") -> None:
        self._think = think_named(think)
        self._board = board
        self._thinker: Any = None

    def choose(self, view: View, deducer: Deducer) -> int:
        """The cell to open, or -1 if there is none. The view's flags are all certain."""
        if not isinstance(deducer, NativeDeducer):
            flagged = np.flatnonzero(view.cells == FLAG).tolist()
            return _weigh_plain(view, deducer.odds(), flagged).cell
        if self._thinker is None:
            module: Any = native.compiled()
            self._thinker = module.Thinker(native.field(self._board))
        try:
            return int(self._thinker.choose(deducer.live, settings(self._think)))
        except native.refusals() as problem:
            raise native.ours(problem) from None


def thinker_at(view: View) -> tuple[Any, Any]:
    """A position as the compiled core has it, and one who thinks about it."""
    module: Any = native.compiled()
    live = native.workspace(view.board)
    live.analyse(np.ascontiguousarray(view.cells), view.mines, False, False)
    return live, module.Thinker(native.field(view.board))


def weigh(found: Analysis, think: str = "normal", asked: Sequence[int] = ()) -> Weighed:
    """All promising cells of an analysed position in which nothing is safe, and those asked for."""
    view = found.view
    if native.core() == "python":
        return _weigh_plain(view, found.risks, found.mined, asked)
    try:
        live, thinker = thinker_at(view)
        cell, played_out, rows = thinker.weigh(live, settings(think), list(asked))
    except native.refusals() as problem:
        raise native.ours(problem) from None
    candidates = [
        Candidate(
            cell=row[0], risk=row[1], next=row[2], certain=row[3], flip=row[4],
            win=_told(row[5]), dead=row[7], fifty=row[8], clears=_told(row[9]), part=_told(row[10]),
        )
        for row in rows
    ]  # fmt: skip
    # The choice, what can wait, and the others by what they are worth.
    worth = {row[0]: round(row[6], 9) for row in rows}
    candidates.sort(
        key=lambda one: (one.cell != cell, one.clears is None, -worth[one.cell], one.cell)
    )
    # A front too long to think about leaves the least risk, and nothing said about it.
    for other in (cell, *asked):
        if all(one.cell != other for one in candidates):
            risk = float(found.risks[other])
            candidates.append(Candidate(other, risk, None, None, None, None, None, None))
    return Weighed(cell, played_out, candidates, float(found.risks[found.undecided].min()))


def _told(share: float) -> float | None:
    return share if share >= 0 else None


def certain_candidate(found: Analysis, cell: int) -> Candidate | None:
    """A cell that is certainly safe or certainly a mine; None if it is neither."""
    if cell in found.safe:
        return Candidate(cell, 0.0, None, None, None, None, None, False)
    return Candidate(cell, 1.0, 0.0, 0.0, None, 0.0, None, False) if cell in found.mined else None


def reason(weighed: Weighed, name: Callable[[int], str]) -> str:
    """What decided, in a sentence."""
    best, others = weighed.candidates[0], weighed.candidates[1:]
    risk = f"a mine with {_percent(best.risk)}"
    if best.next is None and best.win is None:
        return f"{risk}, the least risk{'' if best.dead else ' of a cell that tells something'}"
    if not others:
        return f"{risk}: the only cell worth a look"
    if best.clears is not None:
        return f"{risk}; {_PART}, is cleared with at least {_percent(best.clears)} by the best play"
    if best.win is not None:
        equal = sum(one.win == best.win for one in others)
        shared = f", as with {equal} more" if equal else ""
        second = "" if equal else f"; next best {name(others[0].cell)}, {_percent(others[0].win)}"
        return f"{risk}, wins with {_percent(best.win)} by the best play{shared}{second}"
    if round(weighed.least, 9) == round(best.risk, 9):
        return f"{risk}, the least risk there is{_after(best)}"
    safest = min(weighed.candidates, key=lambda one: round(one.risk, 9))
    if round(safest.risk, 9) == round(best.risk, 9):  # what is safer was not worth a look
        return f"{risk}{_after(best)}"
    _, against = versus(best, safest, name, best.cell)
    return f"{risk}{_after(best)}; {against}"


_PART = "its part of the board, which only the mine count links to the rest"


def _after(one: Candidate) -> str:
    return f"; this guess and the next are survived with {_percent(one.next)}"


def versus(
    one: Candidate, other: Candidate, name: Callable[[int], str], chosen: int = -1
) -> tuple[int | None, str]:
    """Which of two cells is the better one to open, None if neither; and what decides.

    The `chosen` cell was looked at more deeply than a candidate tells.
    """
    for cell in (one, other):
        if cell.risk == 0:
            return cell.cell, f"{name(cell.cell)} is certainly safe"
    for cell, rest in ((one, other), (other, one)):
        if cell.risk == 1:
            better = None if rest.risk == 1 else rest.cell
            both = "both are certainly mines"
            return better, both if better is None else f"{name(cell.cell)} is certainly a mine"
    if one.win is not None and other.win is not None:
        return _ranked(
            one, other, name, one.win, other.win, "wins with {} by the best play, {} with {}"
        )
    for cell, rest in ((one, other), (other, one)):
        if cell.clears is None or rest.clears is not None:
            continue
        linked = "only the mine count links its part of the board to the rest"
        if rest.cell == chosen:
            return rest.cell, f"{name(cell.cell)} can wait: {linked}"
        if cell.clears == cell.part:
            return (
                cell.cell,
                f"{name(cell.cell)} costs nothing: {linked}, and no cell begins it better",
            )
    if one.clears is not None and other.clears is not None:
        return _by_parts(one, other, name)
    for cell, rest in ((one, other), (other, one)):
        if cell.dead and not rest.dead:
            return rest.cell, f"{name(cell.cell)} is dead: whatever is there, it tells nothing new"
    if one.next is None or other.next is None:
        return _ranked(
            one, other, name, 1 - one.risk, 1 - other.risk, "is safe with {}, {} with {}"
        )
    return _by_look_ahead(one, other, name, chosen)


def _by_parts(
    one: Candidate, other: Candidate, name: Callable[[int], str]
) -> tuple[int | None, str]:
    """Every part must be cleared some day: what counts is what of its chance a cell leaves it."""

    def left(cell: Candidate) -> float:
        return (cell.clears or 0.0) / (cell.part or 1.0)

    if round(left(one), 9) == round(left(other), 9):
        return None, f"{name(one.cell)} and {name(other.cell)} are worth the same"
    best, rest = (one, other) if left(one) > left(other) else (other, one)
    return best.cell, (
        f"beginning at {name(best.cell)} clears its part of the board with {_percent(best.clears)},"
        f" beginning at {name(rest.cell)} its own with {_percent(rest.clears)} where"
        f" {_percent(rest.part)} can be had"
    )


def _by_look_ahead(
    one: Candidate, other: Candidate, name: Callable[[int], str], chosen: int
) -> tuple[int | None, str]:
    def score(cell: Candidate) -> float:
        return (cell.next or 0.0) * (1 - (cell.flip or 0.0))

    best, rest = (one, other) if score(one) >= score(other) else (other, one)
    if round(score(best), 9) == round(score(rest), 9):
        return None, f"{name(best.cell)} and {name(rest.cell)} are worth the same"
    first, second = name(best.cell), name(rest.cell)
    if rest.cell == chosen:
        return chosen, f"{second} is worth more than {first} by the guesses after the next"
    assert best.next is not None
    assert rest.next is not None
    if round(best.next, 9) <= round(rest.next, 9):
        return best.cell, (
            f"{first} leaves fewer coin flips that no clue decides: they cost"
            f" {_percent(best.flip)} of the games after it, {_percent(rest.flip)} after {second}"
        )
    more = f"this guess and the next are survived with {_percent(best.next)} after {first},"
    more += f" {_percent(rest.next)} after {second}"
    if best.risk > rest.risk and (best.certain or 0) > (rest.certain or 0):
        more += (
            f", for it opens something certain with {_percent(best.certain)},"
            f" not {_percent(rest.certain)}"
        )
    return best.cell, more


def _ranked(
    one: Candidate, other: Candidate, name: Callable[[int], str], a: float, b: float, words: str
) -> tuple[int | None, str]:
    if round(a, 9) == round(b, 9):
        return None, f"{name(one.cell)} and {name(other.cell)} are worth the same"
    if a < b:
        one, other, a, b = other, one, b, a
    said = words.format(_percent(a), name(other.cell), _percent(b))
    return one.cell, f"{name(one.cell)} {said}"


def _percent(share: float | None) -> str:
    return "?" if share is None else f"{100 * share:.1f} %"


def _weigh_plain(
    view: View, risks: Risks, mined: Collection[int], asked: Sequence[int] = ()
) -> Weighed:
    """Play the ending out if few layouts are left; else the least risk of a cell that is alive."""
    cells = [cell for cell in view.hidden if cell not in set(mined)]
    if not cells:
        return Weighed(-1, True, [], 1.0)
    told = undecided_clues(view, mined)
    to_place = view.mines - len(mined)
    sea = len(set(cells).difference(*(clue.cells for clue in told)))
    if exact.count(told, sea, to_place).layouts <= _PLAIN_LAYOUTS:
        return _play_out(view, layouts(told, cells, to_place, _PLAIN_LAYOUTS), cells, mined)
    which = np.zeros(len(risks), dtype=bool)
    which[cells] = True
    tried: list[Candidate] = []
    while which.any():
        equal = least_risks(risks, which)
        cell = preferred(equal, view.board.neighbours, view.cells.tolist())
        dead = _is_dead(cell, told, cells, to_place, view.board)
        tried.append(Candidate(cell, float(risks[cell]), None, None, None, None, dead, None))
        if not dead:
            break
        which[cell] = False
    tried.sort(key=lambda one: bool(one.dead))
    for cell in asked:
        if all(one.cell != cell for one in tried):
            dead = _is_dead(cell, told, cells, to_place, view.board)
            tried.append(Candidate(cell, float(risks[cell]), None, None, None, None, dead, None))
    return Weighed(tried[0].cell, False, tried, float(risks[cells].min()))


def _play_out(
    view: View, fitting: list[frozenset[int]], cells: list[int], mined: Collection[int]
) -> Weighed:
    whole = [layout.union(mined) for layout in fitting]
    openings = Endgame(whole, cells, view.board.neighbours).openings()

    def preference(one: tuple[int, Opening]) -> tuple[int, int, int]:
        cell, opening = one
        return -opening.wins, -opening.safe, cell

    candidates = [
        Candidate(
            cell, 1 - opening.safe / len(whole), None, None, None,
            opening.wins / len(whole), opening.dead, None,
        )
        for cell, opening in sorted(openings.items(), key=preference)
    ]  # fmt: skip
    least = min(one.risk for one in candidates)
    return Weighed(candidates[0].cell, True, candidates, least)


def undecided_clues(view: View, mined: Collection[int]) -> list[Clue]:
    """The clues over hidden cells that are not among `mined`, which count as mines."""
    known, told = set(mined), []
    for clue in clues(view):
        left = tuple([cell for cell in clue.cells if cell not in known])
        if left:
            told.append(Clue(left, clue.mines - (len(clue.cells) - len(left)), clue.at))
    return told


def _is_dead(cell: int, told: list[Clue], cells: list[int], mines: int, board: Board) -> bool:
    """Whether a cell can show one value only, if it is safe."""
    undecided = set(cells)
    around = tuple([there for there in board.neighbours[cell] if there in undecided])
    without = [clue._replace(cells=tuple(c for c in clue.cells if c != cell)) for clue in told]
    touched = set(around).union(*(clue.cells for clue in without))
    sea = len(undecided - touched - {cell})

    def fits(value: int) -> bool:
        try:
            exact.certain([*without, Clue(around, value, cell)], sea, mines)
        except Contradiction:
            return False
        return True

    return not around or _fewer_than_two(fits(value) for value in range(len(around) + 1))


def _fewer_than_two(answers: Iterator[bool]) -> bool:
    return not (any(answers) and any(answers))


def least_risk(view: View, deducer: Deducer) -> int:  # noqa: ARG001 (the deducer knows it all)
    """The least odds; ties: corner, edge, more opened neighbours, index."""
    return deducer.least_risk()


def fewest_neighbours(view: View, deducer: Deducer) -> int:
    """Report D: the cell with the fewest hidden neighbours, since its clue will be most usable."""
    odds, seen, neighbours = deducer.odds().tolist(), view.cells, view.board.neighbours

    def preference(cell: int) -> tuple[int, float, int]:
        hidden = sum(seen[there] == HIDDEN for there in neighbours[cell])
        return hidden, round(odds[cell], 9), cell

    return min(view.unmarked, key=preference, default=-1)


def safest_region(view: View, deducer: Deducer) -> int:
    """Report D: the region with the lowest mean risk, and there the least risky cell.

    A region is a set of linked clues with the cells they touch; the sea is one too.
    """
    odds, unmarked = deducer.odds().tolist(), set(view.unmarked)
    regions = [
        {cell for clue in part for cell in clue.cells if cell in unmarked}
        for part in components(
            [clue for clue in clues(view) if not unmarked.isdisjoint(clue.cells)]
        )
    ]
    sea = unmarked.difference(*regions)
    regions = [region for region in (*regions, sea) if region]
    if not regions:
        return -1

    def mean(region: set[int]) -> tuple[float, int]:
        return round(sum(odds[cell] for cell in region) / len(region), 9), min(region)

    safest = min(regions, key=mean)
    return min(safest, key=lambda cell: (round(odds[cell], 9), cell))
