"""The settings of a trial and the row it returns, as mappings.

A config is written as JSON into the store, so its values are texts and numbers. Settings that a
user types or a store contains are checked when they are read (`own.SETTINGS`); those of a recipe
are data of the program. The functions that take a setting say which values they allow.
"""

from collections.abc import Mapping
from typing import Any

Setting = str | int | float
"""The value of one setting."""
Config = Mapping[str, Any]
"""The settings of a trial by name, varied and fixed ones."""
Row = dict[str, float]
"""The measured values of one trial by name: numbers, True or False.

`ms` is a time, which differs from run to run. All other values depend on config and seed alone.
"""
