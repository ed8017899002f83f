"""Handle Ctrl-C during a run: the run ends within a second, however often the key is pressed.

The first signal stops the run; later signals are ignored, because they would interrupt the cleanup.
Where an exception would leave processes half started, the signal is deferred and the run checks for
it at safe points (`deferred` and `check`). A thread ends the process if it still runs after the
grace time, because compiled code may be busy or a cluster may not answer.
"""

import multiprocessing
import os
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from mineproof.play.outside.process import kill_all
from mineproof.play.worker_processes import end_workers

SECONDS = 0.6
"""The grace time for an interrupted run, in seconds."""
INTERRUPTED = 130
"""The exit status of a program that SIGINT ends."""


class _State:
    """Whether this process was interrupted, and whether the handler raises an exception."""

    requested = False
    deferred = False


@contextmanager
def stops_within_a_second(last_words: Callable[[], None]) -> Iterator[None]:
    """Raise `KeyboardInterrupt` at the first SIGINT.

    If the process still runs after `SECONDS`, end it.

    `last_words` is called if the thread has to end the process. Do nothing outside the main thread,
    or if Python does not handle SIGINT (a program in the background may ignore it).
    """
    in_main = threading.current_thread() is threading.main_thread()
    handler = signal.getsignal(signal.SIGINT)
    if not in_main or not callable(handler):
        yield
        return
    _State.requested = _State.deferred = False
    reading, writing = socket.socketpair()
    writing.setblocking(False)
    before = signal.set_wakeup_fd(writing.fileno(), warn_on_full_buffer=False)
    signal.signal(signal.SIGINT, _interrupt)
    threading.Thread(target=_end_late, args=(reading, last_words), daemon=True).start()
    try:
        yield
    finally:
        if not _State.requested:
            signal.signal(signal.SIGINT, handler)
            signal.set_wakeup_fd(before)
            writing.close()


def _interrupt(_number: int, _frame: object) -> None:
    # The process is about to end, and Python would replace any other handler by SIG_DFL.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _State.requested = True
    if not _State.deferred:
        raise KeyboardInterrupt


def _end_late(reading: socket.socket, last_words: Callable[[], None]) -> None:
    """Wait for SIGINT; then end the process if it does not end by itself."""
    with reading:
        while received := reading.recv(1):
            if received[0] == signal.SIGINT:
                time.sleep(SECONDS)
                last_words()
                kill_all()
                end_workers(multiprocessing.active_children())
                os._exit(INTERRUPTED)


@contextmanager
def deferred() -> Iterator[None]:
    """Defer SIGINT: within this context only `check` raises."""
    before, _State.deferred = _State.deferred, True
    try:
        yield
    finally:
        _State.deferred = before


def check() -> None:
    """Raise `KeyboardInterrupt` if SIGINT came while it was deferred."""
    if _State.requested:
        raise KeyboardInterrupt
