"""Start worker processes without Ctrl-C, and end them together with the programs that they started.

A process that is killed cannot end its programs, and a program may ignore the end of its input. A
worker therefore ends them when it gets SIGTERM, and is killed only if it does not end soon.
"""

import os
import signal
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from multiprocessing.process import BaseProcess

from mineproof.play.outside.process import kill_all

_GRACE = 0.3  # seconds for a worker to end after SIGTERM


@contextmanager
def interrupts_blocked() -> Iterator[None]:
    """Deliver Ctrl-C after the block.

    Processes that are started in it never receive it, because they inherit the signal mask: each of
    them would print a traceback. The process that started them ends them.
    """
    mask: Callable[..., set[int]] | None = getattr(signal, "pthread_sigmask", None)
    if mask is None:  # Windows
        yield
        return
    before = mask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        mask(signal.SIG_SETMASK, before)


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
