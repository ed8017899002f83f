"""Numbers as text: shares in percent, three digits of anything else, intervals in brackets."""

from mineproof.lab.recipe import Measure
from mineproof.lab.stats import Difference, Estimate


def percent(value: float) -> str:
    return f"{100 * value:.1f}"


def number(value: float) -> str:
    """Three digits that count, and no exponent.

    >>> number(1234.5), number(0.01234), number(12.34)
    ('1,234', '0.0123', '12.3')
    """
    if abs(value) >= 100:
        return f"{value:,.0f}"
    return f"{value:.3g}"


def written(measure: Measure, value: float) -> str:
    return percent(value) if is_percent(measure) else number(value)


def is_percent(measure: Measure) -> bool:
    return measure.kind == "share" or measure.key == "determined"


def with_interval(measure: Measure, one: Estimate) -> str:
    value, low, high = (written(measure, x) for x in (one.value, one.low, one.high))
    return f"{value} [{low}, {high}]"


def interval(one: Estimate | Difference) -> str:
    """A share with its interval, in percent."""
    return f"{percent(one.value)} % [{percent(one.low)}, {percent(one.high)}]"


def points(one: Difference) -> str:
    """A difference of shares, in points."""
    value, low, high = (f"{100 * x:+.1f}" for x in (one.value, one.low, one.high))
    chance = "p < 0.0001" if one.p < 0.0001 else f"p = {one.p:.2g}"
    return f"{value} points [{low}, {high}], {chance}"


def times(one: Estimate) -> str:
    """A ratio."""
    return f"{number(one.value)} times [{number(one.low)}, {number(one.high)}]"


def signed(one: Estimate, scale: float) -> str:
    """A number that may have either sign, on another scale."""
    value, low, high = (f"{scale * x:+.3g}" for x in (one.value, one.low, one.high))
    return f"{value} [{low}, {high}]"
