"""Whether this process runs mineproof and nothing else.

The command line and its workers are such processes. A process that imports mineproof as a library
is not: it may have children of its own, which are not ours to collect or to end.
"""

import os

_claimed = 0  # the process id of the process that was claimed; a fork of it is another process


def claim_process() -> None:
    """Say that this process runs mineproof and nothing else."""
    global _claimed
    _claimed = os.getpid()


def is_own_process() -> bool:
    """Tell whether this process was claimed."""
    return _claimed == os.getpid()
