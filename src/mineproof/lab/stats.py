"""How far a number can be trusted: 95 % intervals of shares, means and paired differences."""

from collections.abc import Callable, Sequence
from math import comb, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mineproof.play.rates import wilson

Z = 1.959964
_DRAWS = 1000
_BLOCK = 1 << 22  # numbers drawn at a time


class Estimate(NamedTuple):
    """A number, its 95 % interval, and how many trials it rests on."""

    value: float
    low: float
    high: float
    n: int


def share(flags: Sequence[bool]) -> Estimate:
    """How often something was so, with its Wilson interval."""
    return Estimate(*wilson(sum(flags), len(flags)), len(flags))


def mean(values: Sequence[float]) -> Estimate:
    """A mean with its bootstrap interval (percentiles of resampled means).

    >>> mean([3.0, 3.0, 3.0])
    Estimate(value=3.0, low=3.0, high=3.0, n=3)
    """
    data = np.asarray(values, dtype=float)
    low, high = np.quantile(_resampled_means(data), (0.025, 0.975))
    value = float(data.mean())  # of equal numbers a mean may differ in the last digit
    return Estimate(value, min(float(low), value), max(float(high), value), len(data))


def bootstrap(
    n: int, statistic: Callable[[NDArray[np.int64]], float], draws: int = 400
) -> tuple[float, float]:
    """The interval of a statistic of `n` trials, which is handed the indices of a resample."""
    chance = np.random.default_rng(0)
    found = [statistic(chance.integers(0, n, n)) for _ in range(draws)]
    low, high = np.nanquantile(found, (0.025, 0.975))
    return float(low), float(high)


def _resampled_means(data: NDArray[np.float64]) -> NDArray[np.float64]:
    """The same resamples for the same number of trials, so that a report can be made again."""
    chance, n = np.random.default_rng(0), len(data)
    at_a_time = max(1, _BLOCK // n)
    means = [
        data[chance.integers(0, n, (min(at_a_time, _DRAWS - done), n))].mean(axis=1)
        for done in range(0, _DRAWS, at_a_time)
    ]
    return np.concatenate(means)


class Difference(NamedTuple):
    """One share less another on the same boards, and how surprising that is if they were equal."""

    value: float
    low: float
    high: float
    n: int
    p: float


def difference(ours: Sequence[bool], theirs: Sequence[bool]) -> Difference:
    """The paired difference of two shares: the interval of Bonett and Price (2012), McNemar's test.

    >>> difference([True] * 9 + [False], [True] * 4 + [False] * 6).value
    0.5
    """
    n = len(ours)
    more = sum(a and not b for a, b in zip(ours, theirs, strict=True))
    less = sum(b and not a for a, b in zip(ours, theirs, strict=True))
    up, down = (more + 1) / (n + 2), (less + 1) / (n + 2)
    spread = Z * sqrt((up + down - (up - down) ** 2) / (n + 2))
    low, high = max(-1.0, up - down - spread), min(1.0, up - down + spread)
    return Difference((more - less) / n if n else 0.0, low, high, n, mcnemar(more, less))


def mcnemar(more: int, less: int) -> float:
    """The exact chance of so uneven a split of the boards on which two players differ.

    >>> mcnemar(5, 0)
    0.0625
    """
    n, fewer = more + less, min(more, less)
    return min(1.0, float(2 * sum(comb(n, k) for k in range(fewer + 1)) / 2**n))


def mean_difference(ours: Sequence[float], theirs: Sequence[float]) -> Estimate:
    """The mean of paired differences, with its bootstrap interval."""
    return mean(np.subtract(ours, theirs).tolist())
