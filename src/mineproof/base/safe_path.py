"""Keep Python away from modules that lie in the current folder.

Python looks for modules in the current folder when it runs `python -c` or `python -m`, as the
processes of a pool do. A file `random.py` that somebody left there would run. These functions are
called before a process is started; they change nothing else.
"""

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from mineproof.base.resolved_path import resolved

_SET_BY_US = "MINEPROOF_SET_PYTHONSAFEPATH"


def protect_children() -> None:
    """Make every Python process that is started from now on ignore its current folder."""
    if "PYTHONSAFEPATH" not in os.environ:
        os.environ["PYTHONSAFEPATH"] = os.environ[_SET_BY_US] = "1"


def environment_of_the_caller() -> dict[str, str]:
    """Return the environment for a program of the user, without the protection of our processes.

    A Python program finds the modules beside it there, as it does when the user starts it.
    """
    environment = dict(os.environ)
    if environment.pop(_SET_BY_US, None):
        environment.pop("PYTHONSAFEPATH", None)
    return environment


def leave_current_folder() -> None:
    """Take the current folder off the module search path, for this process and its children.

    It stays if this package itself is imported from there, as in a checkout.
    """
    protect_children()
    home = Path(__file__).resolve().parents[2]
    try:
        current = Path.cwd().resolve()
    except OSError:  # it was deleted
        sys.path[:] = [entry for entry in sys.path if entry]
        return
    if current != home:
        sys.path[:] = [entry for entry in sys.path if entry and not _is(entry, current)]


def _is(entry: str, folder: Path) -> bool:
    """Tell whether an entry of the module search path is this folder."""
    try:
        return resolved(entry) == folder
    except OSError:  # links in a loop: Python finds no module there
        return False


def command_of_module(name: str) -> Sequence[str]:
    """The command that runs a module in a new Python process.

    >>> command_of_module("mineproof.web.worker")[1:]
    ('-P', '-m', 'mineproof.web.worker')
    """
    return sys.executable, "-P", "-m", name
