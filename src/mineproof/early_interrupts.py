"""End quietly if Ctrl-C comes while Python imports the command line.

The process has nothing to clean up then. The command line replaces the handler by its own. Nothing
that is imported before the handler is set is protected. `_signal` is built in; `signal` would first
import `enum`, which takes some milliseconds.
"""

import _signal as signal  # type: ignore[import-not-found]
import os


def exit_quietly(_number: int, _frame: object) -> None:
    """Handle SIGINT: exit with status 130, without a traceback."""
    os._exit(130)


def handle_early_interrupts() -> None:
    """Let Ctrl-C end this process quietly, unless it has a handler of its own or ignores it."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, exit_quietly)
