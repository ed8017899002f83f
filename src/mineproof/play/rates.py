"""Shares of games with 95 % intervals."""

from math import inf, sqrt
from typing import NamedTuple

from mineproof.base.arguments import require, whole_number
from mineproof.base.errors import BadInput


class Rate(NamedTuple):
    """A share and its 95 % interval."""

    rate: float
    low: float
    high: float


def wilson(won: int, games: int, z: float = 1.959964) -> Rate:
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
