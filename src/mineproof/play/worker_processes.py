"""A pool of worker processes that Ctrl-C ends at once, with the programs that they started.

A process that is killed cannot end its programs, and a program may ignore the end of its input. A
worker therefore ends them when it gets SIGTERM, and is killed only if it does not end soon. It
also ends them, and itself, when the process that started it has gone.
"""

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from typing import ParamSpec, TypeVar

from mineproof.base.safe_path import protect_children
from mineproof.play.outside.process import kill_all

_GRACE = 0.3  # seconds for a worker to end after SIGTERM

_T = TypeVar("_T")
_P = ParamSpec("_P")


@contextmanager
def worker_pool(workers: int) -> Iterator[Executor]:
    """Open a pool of processes. After an error they are ended at once, in the middle of a task."""
    # Do not fork: the fork of a process with threads may hang, and Windows has no fork.
    context = multiprocessing.get_context("spawn")
    protect_children()
    others = set(multiprocessing.active_children())
    pool = _Pool(workers, mp_context=context, initializer=_prepare_worker)
    try:
        yield pool
    except BaseException:
        # The futures are not cancelled: the pool sets an error on each, and in Python 3.11 a
        # cancelled one breaks it. Wait for the pool: its thread would close a pipe that Python
        # writes to when it exits.
        end_workers(set(multiprocessing.active_children()) - others)
        pool.shutdown()
        raise
    pool.shutdown(cancel_futures=True)


class _Pool(ProcessPoolExecutor):
    """A pool whose processes never receive SIGINT, and SIGTERM only after they have started."""

    def submit(self, fn: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> Future[_T]:
        # SIGTERM in the middle of a start would leave a process that reads half of a message.
        with interrupts_blocked(signal.SIGTERM):
            return super().submit(fn, *args, **kwargs)


def _prepare_worker() -> None:
    """Ignore SIGINT, also on systems without signal masks; the process that waits handles it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_programs_at_sigterm()
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_after, args=(parent.sentinel,), daemon=True).start()


def _end_after(parent: int) -> None:
    """Wait until the process with the sentinel `parent` ends; then end the programs and this one.

    The pool itself does not notice it: each worker also holds the end of the pipe that it reads.
    """
    wait([parent])
    kill_all()
    os._exit(1)


@contextmanager
def interrupts_blocked(*more: int) -> Iterator[None]:
    """Deliver Ctrl-C, and more signals if any are named, after the block.

    Processes that are started in it never receive it, because they inherit the signal mask: each of
    them would print a traceback. The process that started them ends them.
    """
    mask: Callable[..., set[int]] | None = getattr(signal, "pthread_sigmask", None)
    if mask is None:  # Windows
        yield
        return
    before = mask(signal.SIG_BLOCK, {signal.SIGINT, *more})
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
