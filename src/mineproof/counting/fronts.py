"""Prepare clues for counting: reduce them, split them into fronts, group cells with equal clues.

A clue is a set of cells and a number; this module does not know the shape of the board.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from mineproof.base.errors import Contradiction
from mineproof.game.clues import Clue, numbers_by_cell

Group = tuple[tuple[int, ...], tuple[int, ...]]
"""Cells that touch the same clues, and the numbers of these clues."""


@dataclass(frozen=True)
class Reduced:
    """The cells that single clues decide, and the other clues without these cells."""

    safe: list[int]
    mined: list[int]
    clues: list[Clue]


def reduce(clues: Sequence[Clue]) -> Reduced:
    """Apply clues that are satisfied or need all their cells, until there are no more.

    Raise `Contradiction` if a clue cannot be met. Without this step, the layered count is twice as
    wide.

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
    """One group of cells, and how assigning it changes the packed needs of the open clues.

    A key packs what each open clue still needs. `enter` is added for the clues that this group
    opens; for m mines in the group, m times `mask` is subtracted. `slots` has a pair for each clue
    of the group: the bit position of its need in the key, and the number of cells in its later
    groups.
    """

    cells: tuple[int, ...]
    enter: int
    mask: int
    slots: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Front:
    """A front as the steps of a layered count."""

    steps: list[GroupStep]
    bits: int
    """Width of a slot in bits; `(1 << bits) - 1` masks one need of a key."""


def fronts(clues: Sequence[Clue]) -> list[Front]:
    """Split reduced clues into fronts."""
    return [front_of(part) for part in components(clues)]


def components(clues: Sequence[Clue]) -> list[list[Clue]]:
    """Split clues into parts that share no cell, in the order of their first clues."""
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
    """Return the front of linked clues; clues over the same cells are merged.

    Raise `Contradiction` if clues over the same cells have different numbers.
    """
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
    clues: list[Clue], groups: list[Group], groups_of: list[list[int]], bits: int
) -> list[GroupStep]:
    """Return the steps in their order. A slot is free again once its clue is complete."""
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
    """Return an order of the groups that keeps few clues open at a time.

    It completes one clue after another: the next is the open clue that opens the fewest others. It
    starts at one end of the front, at a clue that is far from the first. Within a clue, a group
    that touches no other clue goes last, because its number of mines is then forced.
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
    """Return the last clue that a breadth-first search from the first one reaches."""
    seen, queue = {0}, [0]
    for number in queue:
        for group in groups_of[number]:
            for other in groups[group][1]:
                if other not in seen:
                    seen.add(other)
                    queue.append(other)
    return queue[-1]
