"""The settings of a trial and the row it returns, as typed mappings.

A config is written as JSON into the store, so its values are texts and numbers. The readers below
check the type of a setting: a config may come from a recipe, from a store or from a command line.
"""

from collections.abc import Mapping
from typing import TypeVar

from mineproof.base.errors import BadInput

Setting = str | int | float
"""The value of one setting."""
Config = Mapping[str, Setting]
"""The settings of a trial by name, varied and fixed ones."""
Row = dict[str, float]
"""The measured values of one trial by name: numbers, True or False.

`ms` is a time, which differs from run to run. All other values depend on config and seed alone.
"""
_Text = TypeVar("_Text", bound=str)


def text(config: Config, key: str, default: str | None = None) -> str:
    """Return a setting that must be a text.

    >>> text({"level": "easy"}, "level"), text({}, "place", "uniform")
    ('easy', 'uniform')
    """
    value = config.get(key, default)
    if not isinstance(value, str):
        raise BadInput(_wrong(key, value, "a text"))
    return value


def choice(config: Config, key: str, allowed: tuple[_Text, ...]) -> _Text:
    """Return a setting that must be one of some texts; the first is the default.

    >>> choice({"shape": "torus"}, "shape", ("grid", "torus"))
    'torus'
    """
    value = config.get(key, allowed[0])
    for one in allowed:
        if value == one:
            return one
    raise BadInput(_wrong(key, value, f"one of {', '.join(allowed)}"))


def number(config: Config, key: str) -> float:
    """Return a setting that must be a number.

    >>> number({"density": 0.2}, "density")
    0.2
    """
    value = config.get(key)
    if not isinstance(value, int | float):
        raise BadInput(_wrong(key, value, "a number"))
    return value


def whole(config: Config, key: str) -> int:
    """Return a setting that must be a whole number.

    >>> whole({"mines": 10}, "mines")
    10
    """
    value = config.get(key)
    if not isinstance(value, int):
        raise BadInput(_wrong(key, value, "a whole number"))
    return value


def without_times(row: Row) -> Row:
    """Return a row without its time: the values that are equal in every run of the trial.

    >>> without_times({"complete": True, "ms": 2.5})
    {'complete': True}
    """
    return {key: value for key, value in row.items() if key != "ms"}


def _wrong(key: str, value: object, allowed: str) -> str:
    if value is None:
        return f"setting {key}: missing; give {allowed}"
    return f"setting {key}: {value!r} is not {allowed}"
