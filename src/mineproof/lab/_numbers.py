"""Write numbers as text: shares in percent, others with three digits, intervals in brackets."""

from collections.abc import Callable
from functools import partial

from mineproof.lab.recipe import Measure
from mineproof.lab.stats import Estimate
from mineproof.play.rates import Difference

_SMALLEST_P = 0.0001  # smaller p-values are written as "below this"


def percent(value: float) -> str:
    """Write a share in percent, without the percent sign.

    >>> percent(0.1234)
    '12.3'
    """
    return f"{100 * value:.1f}"


def three_digits(value: float) -> str:
    """Write three significant digits, without an exponent.

    >>> three_digits(1234.5), three_digits(0.01234), three_digits(12.34)
    ('1,234', '0.0123', '12.3')
    """
    if abs(value) >= 100:
        return f"{value:,.0f}"
    return f"{value:.3g}"


def value_of(measure: Measure, value: float) -> str:
    """Write a value of a measure: in percent, or with three significant digits."""
    return percent(value) if measure.in_percent else three_digits(value)


def bracketed(
    one: Estimate | Difference, write: Callable[[float], str] = three_digits, unit: str = ""
) -> str:
    """Write a number with its interval in brackets.

    >>> bracketed(Estimate(12.34, 11.0, 1234.5, 10), unit=" cells")
    '12.3 cells [11, 1,234]'
    """
    return f"{write(one.value)}{unit} [{write(one.low)}, {write(one.high)}]"


def with_interval(measure: Measure, one: Estimate) -> str:
    """Write an estimate of a measure with its interval."""
    return bracketed(one, partial(value_of, measure))


def percent_interval(one: Estimate | Difference) -> str:
    """Write a share with its interval, in percent."""
    return bracketed(one, percent, " %")


def points(one: Difference, unit: str = "") -> str:
    """Write a difference of shares with its interval, in points.

    >>> points(Difference(0.05, 0.01, 0.09, 100, 0.02))
    '+5.0 [+1.0, +9.0]'
    """
    return bracketed(one, lambda share: f"{100 * share:+.1f}", unit)


def points_and_p(one: Difference, unit: str = " points") -> str:
    """Write a difference of shares in points, with its interval and its p-value.

    >>> points_and_p(Difference(0.05, 0.01, 0.09, 100, 0.02))
    '+5.0 points [+1.0, +9.0], p = 0.02'
    """
    p = p_value(one.p)
    return f"{points(one, unit)}, p {p if p.startswith('<') else f'= {p}'}"


def p_value(p: float) -> str:
    """Write a p-value.

    >>> p_value(0.0000123), p_value(0.25)
    ('< 0.0001', '0.25')
    """
    return f"< {_SMALLEST_P:g}" if p < _SMALLEST_P else f"{p:.2g}"


def ratio(one: Estimate) -> str:
    """Write a ratio with its interval."""
    return bracketed(one, unit=" times")


def signed(one: Estimate, scale: float, unit: str = "") -> str:
    """Write a positive or negative number with its interval, on another scale."""
    return bracketed(one, lambda value: f"{scale * value:+.3g}", unit)
