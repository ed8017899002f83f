"""End quietly if Ctrl-C comes while Python imports the command line.

The process has nothing to clean up then. The command line replaces the handler by its own. This
module imports nothing that Python has not imported at its start, or that the command line does not
need, because nothing before it is protected.
"""

import os
import signal


def exit_quietly(_number: int, _frame: object) -> None:
    """Handle SIGINT: exit with status 130, without a traceback."""
    os._exit(130)


def handle_early_interrupts() -> None:
    """Let Ctrl-C end this process quietly, unless it has a handler of its own or ignores it."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, exit_quietly)
