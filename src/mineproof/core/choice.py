"""Which engine is in use: the compiled one where it is installed, else the plain one.

In a browser the compiled engine is the one in WebAssembly. `MINEPROOF_ENGINE=native`, `wasm` or
`python` chooses.
"""

import os
from importlib import import_module

from mineproof.base.errors import BadInput
from mineproof.core.protocol import Engine

_ENGINES = {
    "native": ("_compiled", "load_native"),
    "wasm": ("_compiled", "load_wasm"),
    "python": ("_plain", "load"),
}
"""The module and the function that loads each engine, the preferred one first; the module is
imported when it is asked for."""


def requested() -> str:
    """What `MINEPROOF_ENGINE` asks for: the name of an engine, or nothing."""
    name = os.environ.get("MINEPROOF_ENGINE", "")
    if name and name not in _ENGINES:
        raise BadInput(f"MINEPROOF_ENGINE={name}: one of {', '.join(_ENGINES)}")
    return name


def engine() -> Engine:
    """The engine in use.

    >>> engine().name in ("native", "wasm", "python")
    True
    """
    name = requested()
    if name:
        chosen = _load(name)
        if chosen is None:
            raise BadInput(f"MINEPROOF_ENGINE={name}, but that engine is not installed")
        return chosen
    return next(found for name in _ENGINES if (found := _load(name)) is not None)


def missing() -> str:
    """Return why the compiled engine is not in use, for people; nothing if it is, or if the
    environment chose."""
    if requested() or engine().looks_ahead:
        return ""
    from mineproof.core import _interface

    path = _interface.library_path()
    if path is None:
        return "the compiled one was not built: pip install -v says why"
    try:
        _interface.from_library(path)
    except OSError as problem:
        return f"the compiled one cannot be loaded: {' '.join(str(problem).split())}"
    return ""


def installed() -> list[str]:
    """The names of the engines that can be used, the preferred one first."""
    return [name for name in _ENGINES if _load(name) is not None]


def _load(name: str) -> Engine | None:
    """The engine, or None where it is not installed."""
    module, load = _ENGINES[name]
    found: Engine | None = getattr(import_module(f"mineproof.core.{module}"), load)()
    return found
