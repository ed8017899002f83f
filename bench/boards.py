"""Measure no-guess boards: their share, the speed of finding them, the effect of repairing.

    pip install ms_toollib && python bench/boards.py [--boards N] [--rate N]

Speeds: programs take turns, five rounds each; the spread is that of the rounds. Times are
CPU of one thread. Rates have 95 % Wilson intervals. Boards that `--dense` repaired are compared
with uniform ones of the same size, where both exist, by the measures of players.
"""

from collections import Counter
from functools import partial
from itertools import islice

import numpy as np
from table import contest, numbers, ratio_rows, row, show

from mineproof import Start, custom, level
from mineproof.game.measure import measure
from mineproof.play.generate import NoGuessRequest, no_guess
from mineproof.play.rates import wilson

try:
    import ms_toollib
except ImportError:
    ms_toollib = None


def wish(name, start, **more):
    return NoGuessRequest(level(name), Start.parse(start), **more)


def ours(name, start, **more):
    seeds = iter(range(1_000_000))
    return lambda count: list(islice(no_guess(wish(name, start, seed=next(seeds), **more)), count))


def theirs(count):
    for _ in range(count):
        _, solvable = ms_toollib.laymine_solvable(16, 30, 99, 3, 3, 100_000)
        assert solvable


def speeds(boards, rounds=5):
    """Return rows: boards a second, and the speed relative to ms_toollib."""
    contestants = {
        "expert, open r4c4": ours("expert", "open"),
        "expert, safe r1c1": ours("expert", "safe"),
        "intermediate, open r3c3": ours("intermediate", "open"),
        "expert, open, depth 3 at most": ours("expert", "open", most=3),
        "expert, open, depth 3 or more": ours("expert", "open", least=3),
        "expert, open, depth 4": ours("expert", "open", least=4),
        "expert, open, --dense": ours("expert", "open", dense=True),
    }
    if ms_toollib:
        contestants[THEIRS] = theirs
    spent = contest(
        {
            name: partial(some, find, max(5, boards // 20 if "depth" in name else boards))
            for name, find in contestants.items()
        },
        rounds,
    )
    group = "Boards that need no guess"
    rows = [row(group, name, [1 / t for t in times], "a second") for name, times in spent.items()]
    if ms_toollib:
        pair = {name: spent[name] for name in ("expert, open r4c4", THEIRS)}
        rows += ratio_rows(group, pair, THEIRS)
    return rows


THEIRS = "ms_toollib: expert, open r4c4"


def some(find, count):
    find(count)
    return count


def rates(boards):
    print(f"\nshare of boards that need no guess, n = {boards} each")
    for name, start in (
        ("beginner", "safe"), ("beginner", "open"), ("medium", "safe"), ("medium", "open"),
        ("intermediate", "safe"), ("intermediate", "open"), ("expert", "safe"), ("expert", "open"),
    ):  # fmt: skip
        found = 0
        for one in no_guess(wish(name, start, seed=11)):
            if one.number >= boards:
                break
            found += 1
        share, low, high = (100 * part for part in wilson(found, boards))
        print(f"  {name:<13} {start:<5} {share:6.2f} % [{low:.2f}, {high:.2f}]")


def depths(boards):
    print(f"\ndepth of boards that need no guess, open start, n = {boards} each")
    for name in ("beginner", "intermediate", "expert"):
        seen = Counter(
            one.depth
            for one in islice(no_guess(wish(name, "open", seed=12), tell_depth=True), boards)
        )
        for uses_count in (False, True):
            shares = (100 * seen[depth, uses_count] / boards for depth in range(1, 5))
            how = "with the count" if uses_count else "clues alone"
            print(f"  {name:<13} {how:<15}" + "".join(f"{share:7.1f} %" for share in shares))


def bias(boards):
    print(f"\nrepaired boards against uniform ones, open start, n = {boards} each (mean, 95 %)")
    for size, mines in (("30x16", 99), ("16x16", 40), ("30x16", 130), ("30x16", 160)):
        for dense in (False, True):
            if not dense and mines > 100:
                continue  # hardly any
            wanted = NoGuessRequest(custom(size, mines), Start.parse("open"), seed=13, dense=dense)
            layouts = [one.layout for one in islice(no_guess(wanted), boards)]
            numbers = np.array([_numbers(wanted.board, layout) for layout in layouts])
            half = 1.96 * numbers.std(axis=0) / np.sqrt(boards)
            words = ("3BV", "openings", "islands", "ZiNi", "mines at the edge")
            said = ", ".join(f"{word} {mean:.1f} ± {wide:.1f}"
                             for word, mean, wide in zip(words, numbers.mean(axis=0), half,
                                                         strict=True))  # fmt: skip
            print(f"  {size}/{mines} {'repaired' if dense else 'uniform ':<9}{said}")


def _numbers(board, layout):
    found = measure(board, layout)
    at_the_edge = sum(layout[cell] for cell, near in enumerate(board.neighbours) if len(near) < 8)
    return found.bbbv, found.openings, found.islands, found.zini, at_the_edge


if __name__ == "__main__":
    asked = numbers(__doc__, boards=300, rate=100_000)
    print(show(speeds(asked.boards)))
    rates(asked.rate)
    depths(asked.boards)
    bias(asked.boards)
