"""The matching of report D (`rebuild`): a resolvent replaces the parent that is not the short one.

It exists for comparison, not for use: the replaced clauses come back only when their clues are
expanded again.
"""

from collections.abc import Callable, Iterable

from mineproof.base.arguments import require, shown
from mineproof.base.errors import BadInput
from mineproof.logic.kb import KnowledgeBase
from mineproof.logic.resolution import resolve

Rank = Callable[[int], int]
"""A function from the number of a clause to its rank. Clauses are visited by increasing rank."""


def clause_rank(order: str, game: Iterable[int] = ()) -> Rank:
    """Return the rank of clauses in an order: `insertion`, `set` or `set:SEED`.

    Report D keeps its clauses in a Python set and hashes them by address. Its order is therefore
    arbitrary, but fixed for a clause as long as the set holds it. `set` imitates this by a
    pseudo-random rank for each clause number. The rank depends on the seed (default 0) and on
    `game`, numbers that identify a game, and is the same on every platform.

    Raise `BadInput` for another order.

    >>> sorted([1, 2, 3, 4], key=clause_rank("insertion"))
    [1, 2, 3, 4]
    >>> [sorted([1, 2, 3, 4], key=clause_rank(order)) for order in ("set:1", "set:2")]
    [[4, 3, 1, 2], [2, 3, 1, 4]]
    """
    require(order, str, "a clause order, such as 'set:1'")
    if order == "insertion":
        return int
    name, _, seed = order.partition(":")
    if name != "set" or not (seed.isascii() and seed.isdigit() if ":" in order else True):
        raise BadInput(f"clause order {shown(order)} is not insertion, set or set:SEED")
    state = 0
    for part in (int(seed or 0), *game):
        state = _scramble(state ^ part)
    return lambda number: _scramble(state + number)


def _scramble(number: int) -> int:
    """Return 64 bits that look random: the output function of splitmix64 (Steele, Lea and Flood,
    2014)."""
    word = (number * 0x9E3779B97F4A7C15 + 0x9E3779B97F4A7C15) % 2**64
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 % 2**64
    word = (word ^ word >> 27) * 0x94D049BB133111EB % 2**64
    return word ^ word >> 31


def replace_other(kb: KnowledgeBase, rank: Rank = int) -> None:
    """Run one pass of report D: resolvents with short clauses replace their other parent.

    A clause is short if it has one or two literals. The short clauses of a pass are those held at
    its start, even if the pass replaces some of them. Each is resolved with every clause that is
    held at that moment, earlier resolvents included, and clashes with it on exactly one literal.
    (If both sides were fixed at the start, the pass would make twice the clauses that the report
    counted.) Clauses are visited by increasing rank.
    """
    kb.observer.counters.rounds += 1
    short = [(id, clause) for clause, id in kb.ids.items() if len(clause) <= 2]
    if rank is not int:  # clause numbers are already in the order of insertion
        short.sort(key=lambda one: rank(one[0]))
    for base, clause in short:
        kb.observer.matched(base, clause)
        for rule in sorted({id for lit in clause for id in kb.occurs[-lit]}, key=rank):
            other = kb.clauses.get(rule)
            resolvent = resolve(clause, other) if other else None
            if resolvent is not None:
                kb.remove("consume", rule, base)
                kb.insert(resolvent, (base, rule))
