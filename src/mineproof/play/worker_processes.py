"""End worker processes together with the programs that they have started.

A process that is killed cannot end its programs, and a program may ignore the end of its input. A
worker therefore ends them when it gets SIGTERM, and is killed only if it does not end soon.
"""

import os
import signal
import time
from collections.abc import Iterable
from multiprocessing.process import BaseProcess

from mineproof.play.outside.process import kill_all

_GRACE = 0.3  # seconds for a worker to end after SIGTERM


def end_programs_at_sigterm() -> None:
    """Make SIGTERM end the programs of this process, then the process.

    Workers call this function.
    """

    def end(_number: int, _frame: object) -> None:
        kill_all()
        os._exit(128 + signal.SIGTERM)

    signal.signal(signal.SIGTERM, end)


def end_workers(workers: Iterable[BaseProcess]) -> None:
    """End worker processes and their programs, all at once."""
    ending = [worker for worker in workers if worker.is_alive()]
    for worker in ending:
        worker.terminate()
    until = time.monotonic() + _GRACE
    for worker in ending:
        worker.join(max(0.0, until - time.monotonic()))
        worker.kill()
