"""The compiled core, when it is there, and which core is to be used.

`MINEPROOF_CORE=python` or `native` chooses; otherwise the compiled one is used if it was built.
"""

import os
import threading
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from mineproof.errors import BadInput, Contradiction, MineproofError, TooWide

if TYPE_CHECKING:
    from types import ModuleType

    from mineproof.game.board import Board

_kept = threading.local()


@lru_cache(maxsize=1)
def compiled() -> "ModuleType | None":
    """The compiled module, or None where it was not built."""
    try:
        from mineproof import _native
    except ImportError:
        return None
    module: ModuleType = _native
    return module


def wish() -> str:
    """What `MINEPROOF_CORE` asks for: `native`, `python`, or nothing."""
    asked = os.environ.get("MINEPROOF_CORE", "")
    if asked not in ("", "native", "python"):
        raise BadInput(f"MINEPROOF_CORE={asked}: either native or python")
    return asked


def core() -> str:
    """The core in use: `native` or `python`."""
    asked = wish()
    if asked == "native" and compiled() is None:
        raise BadInput("MINEPROOF_CORE=native, but the compiled core is not installed")
    return asked or ("python" if compiled() is None else "native")


def refusals() -> tuple[type[Exception], ...]:
    """What the compiled core raises when it refuses a position."""
    module: Any = compiled()
    return module.Contradiction, module.TooWide


def ours(problem: Exception) -> MineproofError:
    """The same refusal as an error of this package."""
    module: Any = compiled()
    kind = TooWide if isinstance(problem, module.TooWide) else Contradiction
    return kind(str(problem))


@lru_cache(maxsize=8)
def field(board: "Board") -> Any:
    """The board's neighbours as the compiled core keeps them."""
    module = compiled()
    assert module is not None
    return module.Field(board.table)


def workspace(board: "Board") -> Any:
    """Memory for one position after another on one board, this thread's own."""
    kept = getattr(_kept, "workspace", None)
    if kept is None or kept[0] != board:
        module = compiled()
        assert module is not None
        kept = _kept.workspace = (board, module.Live(field(board)))
    return kept[1]
