"""The two tiers of tests: `make test` runs those without a mark, `make test-all` those with `slow`.

A slow test names its twin, the test of the first tier that checks the same on a smaller sample:
`@pytest.mark.slow(twin="test_...")`. Of a parametrised test some values can be slow: `slow(value)`,
or all but a few of many: `few(range(13), 2)`. `@pytest.mark.slow(reason="...")` is for the
exceptions without a twin; house/test_suite.py counts them.
"""

import pytest


def slow(*values):
    """These values of a parameter are for the second tier; its other values are the twin."""
    return pytest.param(*values, marks=pytest.mark.slow)


def few(values, count):
    """The first `count` values are for the first tier, the others for the second."""
    values = list(values)
    return values[:count] + [slow(value) for value in values[count:]]
