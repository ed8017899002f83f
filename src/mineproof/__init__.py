"""Minesweeper played by logic, where every deduction has a proof.

`dir(mineproof)` lists the public names; `__init__.pyi` says where each is defined. A name is loaded
when it is first used, so that a command that prints one line starts quickly.
"""

import re
from functools import cache
from importlib import import_module
from pathlib import Path

__version__ = "0.1.0"  # a constant: importlib.metadata takes 0.03 s to import


@cache
def _homes() -> dict[str, str]:
    """Return the module of each public name."""
    # The loader also reads from a zip file: the static page has this package in one.
    stub = __loader__.get_data(str(Path(__file__).with_suffix(".pyi"))).decode()
    return {name: home for home, name in re.findall(r"^from ([\w.]+) import (\w+) as", stub, re.M)}


def __getattr__(name: str) -> object:
    homes = {} if name.startswith("_") and name != "__all__" else _homes()
    if name == "__all__":
        value: object = sorted([*homes, "__version__"])
    elif name in homes:
        value = getattr(import_module(homes[name]), name)
    else:
        raise AttributeError(f"module 'mineproof' has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*_homes(), "__version__"])
