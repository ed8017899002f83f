"""Statistics: 95 % intervals of shares and means. Paired differences are in `play.rates`.

numpy is imported where it is used: listing recipes does not need it.
"""

from collections.abc import Callable, Sequence
from math import comb, sqrt
from typing import TYPE_CHECKING, NamedTuple

from mineproof.play.rates import wilson

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_DRAWS = 1000
_BLOCK = 1 << 22  # numbers drawn at a time, to bound memory


class Estimate(NamedTuple):
    """A number, its 95 % interval, and its number of trials."""

    value: float
    low: float
    high: float
    n: int


def share(flags: Sequence[float]) -> Estimate:
    """Return the share of true values, with its Wilson interval."""
    return Estimate(*wilson(sum(map(bool, flags)), len(flags)), len(flags))


def mean(values: Sequence[float]) -> Estimate:
    """Return a mean with its bootstrap interval (percentiles of resampled means).

    >>> mean([3.0, 3.0, 3.0])
    Estimate(value=3.0, low=3.0, high=3.0, n=3)
    """
    import numpy as np

    data = np.asarray(values, dtype=float)
    low, high = np.quantile(_resampled_means(data), (0.025, 0.975))
    value = float(data.mean())  # a mean of equal numbers may differ in the last digit
    return Estimate(value, min(float(low), value), max(float(high), value), len(data))


def bootstrap(
    n: int, statistic: "Callable[[NDArray[np.int64]], float]", draws: int = 400
) -> tuple[float, float]:
    """Return the bootstrap interval of a statistic, which takes the indices of a resample."""
    import numpy as np

    generator = np.random.default_rng(0)
    values = [statistic(generator.integers(0, n, n)) for _ in range(draws)]
    low, high = np.nanquantile(values, (0.025, 0.975))
    return float(low), float(high)


def ratio_of_means(above: Sequence[float], below: Sequence[float]) -> Estimate:
    """Return the ratio of two means of paired trials, with its bootstrap interval.

    >>> ratio_of_means([2.0, 4.0], [1.0, 2.0])
    Estimate(value=2.0, low=2.0, high=2.0, n=2)
    """
    import numpy as np

    a, b = np.array(above, dtype=float), np.array(below, dtype=float)
    low, high = bootstrap(len(a), lambda i: float(a[i].mean() / max(b[i].mean(), 1e-12)))
    return Estimate(float(a.mean() / max(b.mean(), 1e-12)), low, high, len(a))


def standard_deviation(values: Sequence[float]) -> float:
    """Return the standard deviation of a sample; 0 for a single value.

    >>> standard_deviation([1.0, 3.0])
    1.4142135623730951
    """
    middle = sum(values) / len(values)
    return sqrt(sum((x - middle) ** 2 for x in values) / max(1, len(values) - 1))


def _resampled_means(data: "NDArray[np.float64]") -> "NDArray[np.float64]":
    """Return means of resamples. Equal n give equal resamples, so reports are repeatable."""
    import numpy as np

    generator, n = np.random.default_rng(0), len(data)
    at_a_time = max(1, _BLOCK // n)
    means = [
        data[generator.integers(0, n, (min(at_a_time, _DRAWS - done), n))].mean(axis=1)
        for done in range(0, _DRAWS, at_a_time)
    ]
    return np.concatenate(means)


def binomial_test(hits: int, n: int, probability: float) -> float:
    """Return the exact two-sided p-value of a count, by likelihood.

    >>> binomial_test(0, 5, 0.5)
    0.0625
    """
    terms = [comb(n, k) * probability**k * (1 - probability) ** (n - k) for k in range(n + 1)]
    return min(1.0, sum(term for term in terms if term <= terms[hits] * (1 + 1e-9)))


def fisher(a: int, b: int, n: int) -> float:
    """Return the p-value of Fisher's exact test of two counts, each out of `n`.

    >>> round(fisher(48, 50, 50), 2)
    0.49
    """
    hits = a + b
    ways = [comb(n, k) * comb(n, hits - k) if 0 <= hits - k <= n else 0 for k in range(n + 1)]
    return sum(way for way in ways if way <= ways[a]) / comb(2 * n, hits)
