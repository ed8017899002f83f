"""Clues made ready for counting: reduced, split where they share no cell, equal cells merged.

Nothing here knows a grid: a clue is a set of cells and a number.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from mineproof.errors import Contradiction
from mineproof.game.clues import Clue

Group = tuple[tuple[int, ...], tuple[int, ...]]
"""Cells that the same clues speak of, and the numbers of those clues."""


@dataclass(frozen=True)
class Reduced:
    """What single clues decide, over and over; and what the other clues still say then."""

    safe: list[int]
    mined: list[int]
    clues: list[Clue]


def reduce(clues: Sequence[Clue]) -> Reduced:
    """Apply every clue that is satisfied or needs all its cells, until none is left.

    Without this the layered count below gets twice as wide.

    >>> reduce([Clue((1, 2), 1, 7), Clue((1, 2, 3), 1, 8), Clue((3,), 0, 9)]).safe
    [3]
    """
    need = [clue.mines for clue in clues]
    unknown = [len(clue.cells) for clue in clues]
    clues_of = numbers_by_cell(clues)
    decided: dict[int, bool] = {}
    queue = list(range(len(clues)))
    while queue:
        number = queue.pop()
        left = need[number]
        if left < 0 or left > unknown[number]:
            raise Contradiction("clues clash")
        if not unknown[number] or 0 < left < unknown[number]:
            continue
        mined = left > 0
        for cell in clues[number].cells:
            if cell not in decided:
                decided[cell] = mined
                for other in clues_of[cell]:
                    need[other] -= mined
                    unknown[other] -= 1
                    queue.append(other)
    rest = [
        Clue(tuple([cell for cell in clue.cells if cell not in decided]), need[number], clue.at)
        for number, clue in enumerate(clues)
        if unknown[number]
    ]
    safe = [cell for cell, mined in decided.items() if not mined]
    return Reduced(safe, [cell for cell, mined in decided.items() if mined], rest)


@dataclass(frozen=True)
class GroupStep:
    """One group of cells, and what assigning it does to the packed needs of the open clues.

    `enter` adds the needs of clues that this group opens; m mines cost m times `mask`. `slots` has
    for each clue of the group where its need lies in the key and how many mines the clue's later
    groups can still hold.
    """

    cells: tuple[int, ...]
    enter: int
    mask: int
    slots: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Front:
    """Clues linked by shared cells, as the steps of one layered count."""

    steps: list[GroupStep]
    bits: int
    """Width of a slot; `(1 << bits) - 1` reads one need out of a key."""


def numbers_by_cell(clues: Sequence[Clue]) -> dict[int, list[int]]:
    """By cell the numbers of the clues that speak of it."""
    found: defaultdict[int, list[int]] = defaultdict(list)
    for number, clue in enumerate(clues):
        for cell in clue.cells:
            found[cell].append(number)
    return found


def fronts(clues: Sequence[Clue]) -> list[Front]:
    """Split reduced clues into fronts."""
    return [front_of(part) for part in components(clues)]


def components(clues: Sequence[Clue]) -> list[list[Clue]]:
    """Clues split where they share no cell, in the order of their first clue."""
    clues_of = numbers_by_cell(clues)
    parts, seen = [], [False] * len(clues)
    for first in range(len(clues)):
        if seen[first]:
            continue
        seen[first], part = True, [first]
        for number in part:
            for cell in clues[number].cells:
                for other in clues_of[cell]:
                    if not seen[other]:
                        seen[other] = True
                        part.append(other)
        parts.append([clues[number] for number in part])
    return parts


def front_of(linked: Sequence[Clue]) -> Front:
    """The front of clues that are linked. Clues over the same cells count once."""
    distinct: dict[frozenset[int], Clue] = {}
    for clue in linked:
        twin = distinct.setdefault(frozenset(clue.cells), clue)
        if twin.mines != clue.mines:
            raise Contradiction("clues clash")
    clues = list(distinct.values())
    together: defaultdict[tuple[int, ...], list[int]] = defaultdict(list)
    for cell, speakers in numbers_by_cell(clues).items():
        together[tuple(speakers)].append(cell)
    groups: list[Group] = [(tuple(cells), numbers) for numbers, cells in together.items()]
    groups_of: list[list[int]] = [[] for _ in clues]
    for group, (_, numbers) in enumerate(groups):
        for number in numbers:
            groups_of[number].append(group)
    bits = max(clue.mines for clue in clues).bit_length()
    return Front(_steps(clues, groups, groups_of, bits), bits)


def _steps(
    clues: list[Clue],
    groups: list[Group],
    groups_of: list[list[int]],
    bits: int,
) -> list[GroupStep]:
    """The order of groups, with the needs of the open clues packed into slots that are reused."""
    capacity = [len(clue.cells) for clue in clues]
    slot: dict[int, int] = {}
    free: list[int] = []
    used = 0
    steps = []
    for group in _order(groups, groups_of):
        cells, numbers = groups[group]
        enter = mask = 0
        slots = []
        for number in numbers:
            if number not in slot:
                if not free:
                    free.append(used * bits)
                    used += 1
                slot[number] = free.pop()
                enter += clues[number].mines << slot[number]
            capacity[number] -= len(cells)
            mask += 1 << slot[number]
            slots.append((slot[number], capacity[number]))
        free += [slot[number] for number in numbers if not capacity[number]]
        steps.append(GroupStep(cells, enter, mask, tuple(slots)))
    return steps


def _order(groups: list[Group], groups_of: list[list[int]]) -> list[int]:
    """Finish one clue after another: of the open ones the one that opens fewest others.

    Start at an end of the front (a clue as far as can be from the first), so that few are open at a
    time. A group that belongs to no other clue goes last: it is then forced.
    """
    done = [False] * len(groups)
    open_clues = [_peripheral(groups, groups_of)]
    opened = set(open_clues)
    order: list[int] = []

    def newly_opened(number: int) -> int:
        left = [groups[group][1] for group in groups_of[number] if not done[group]]
        return len(set().union(*left) - opened)

    while open_clues:
        number = min(open_clues, key=newly_opened)
        open_clues.remove(number)
        left = [group for group in groups_of[number] if not done[group]]
        for group in sorted(left, key=lambda group: -len(groups[group][1])):
            done[group] = True
            order.append(group)
            for other in groups[group][1]:
                if other not in opened:
                    opened.add(other)
                    open_clues.append(other)
    return order


def _peripheral(groups: list[Group], groups_of: list[list[int]]) -> int:
    """The last clue that a breadth-first walk from the first one reaches."""
    seen, queue = {0}, [0]
    for number in queue:
        for group in groups_of[number]:
            for other in groups[group][1]:
                if other not in seen:
                    seen.add(other)
                    queue.append(other)
    return queue[-1]
