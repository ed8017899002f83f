"""Shares of games and their paired differences, with 95 % intervals."""

from collections.abc import Iterable
from math import comb, inf, sqrt
from typing import NamedTuple

from mineproof.base.arguments import require, whole_number
from mineproof.base.errors import BadInput

Z = 1.959964
"""The quantile of the normal distribution for two-sided 95 % intervals."""


class Rate(NamedTuple):
    """A share and its 95 % interval."""

    rate: float
    low: float
    high: float


def wilson(won: int, games: int, z: float = Z) -> Rate:
    """Return the share of games won with its Wilson interval, which stays within 0 and 1.

    `z` is the width in standard deviations; by default the interval is one of 95 %.

    >>> wilson(7, 10)
    Rate(rate=0.7, low=0.396..., high=0.892...)
    >>> wilson(0, 0)
    Rate(rate=0.0, low=0.0, high=1.0)
    """
    won, games = whole_number(won, "won"), whole_number(games, "games")
    require(z, (int, float), "a number of standard deviations, such as 1.96")
    if not 0 <= won <= games:
        raise BadInput(f"{won} is not within the 0 to {games} games", field="won")
    if not 0 <= z < inf:
        raise BadInput(f"{z} is not a number of standard deviations, such as 1.96", field="z")
    if games == 0:
        return Rate(0.0, 0.0, 1.0)
    share = won / games
    centre = share + z * z / (2 * games)
    spread = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    return Rate(share, max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale))


class Difference(NamedTuple):
    """The difference of two shares on the same boards, and the p-value of their equality."""

    value: float
    low: float
    high: float
    n: int
    p: float

    def __str__(self) -> str:
        low, high = (f"{100 * bound:+.2f}" for bound in (self.low, self.high))
        p = "< 0.0001" if self.p < 0.0001 else f"= {self.p:.2g}"
        return f"{100 * self.value:+.2f} points [{low}, {high}], p {p}"


def paired_difference(ours: Iterable[bool], theirs: Iterable[bool]) -> Difference:
    """Return how much larger the first of two shares is, of results on the same boards.

    The 95 % interval is that of Bonett and Price (2012), the p-value that of McNemar's test.

    >>> paired_difference([True] * 9 + [False], [True] * 4 + [False] * 6).value
    0.5
    """
    require(ours, Iterable, "a list of results, such as [True, False]")
    require(theirs, Iterable, "a list of results, such as [True, False]")
    ours, theirs = [*ours], [*theirs]
    n = len(ours)
    if len(theirs) != n:
        raise BadInput(f"{n} results and {len(theirs)}: both need one for each board")
    more = sum(a and not b for a, b in zip(ours, theirs, strict=True))
    less = sum(b and not a for a, b in zip(ours, theirs, strict=True))
    up, down = (more + 1) / (n + 2), (less + 1) / (n + 2)
    spread = Z * sqrt((up + down - (up - down) ** 2) / (n + 2))
    low, high = max(-1.0, up - down - spread), min(1.0, up - down + spread)
    return Difference((more - less) / n if n else 0.0, low, high, n, mcnemar(more, less))


def mcnemar(more: int, less: int) -> float:
    """Return McNemar's exact p-value: the probability of at least this uneven a split.

    >>> mcnemar(5, 0)
    0.0625
    """
    n, fewer = more + less, min(more, less)
    return min(1.0, float(2 * sum(comb(n, k) for k in range(fewer + 1)) / 2**n))
