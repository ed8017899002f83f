"""Handle Ctrl-C during a run: the run ends within a second, however often the key is pressed.

SIGTERM does the same where Python handles it, as at the command line. The first signal stops the
run; later signals are ignored, because they would interrupt the cleanup. Where an exception would
leave processes half started, the signal is deferred and the run checks for it at safe points
(`deferred` and `check`). A thread ends the process if it still runs after the grace time, because
compiled code may be busy or a cluster may not answer.
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


class _State:
    """The signal that interrupted this process, and whether the handler raises no exception."""

    received = 0
    """The number of the signal; 0 before it."""
    deferred = False


def exit_status() -> int:
    """Return the exit status of an interrupted run: 130, or 143 after SIGTERM."""
    return 128 + (_State.received or signal.SIGINT)


@contextmanager
def stops_within_a_second(last_words: Callable[[], None]) -> Iterator[None]:
    """Raise `KeyboardInterrupt` at the first SIGINT or SIGTERM.

    If the process still runs after `SECONDS`, end it.

    `last_words` is called if the thread has to end the process. Do nothing outside the main thread,
    and for a signal that Python does not handle (a program in the background may ignore SIGINT).
    """
    in_main = threading.current_thread() is threading.main_thread()
    handlers = {
        number: handler
        for number in (signal.SIGINT, signal.SIGTERM)
        if callable(handler := signal.getsignal(number))
    }
    if not in_main or not handlers:
        yield
        return
    _State.received, _State.deferred = 0, False
    reading, writing = socket.socketpair()
    writing.setblocking(False)
    before = signal.set_wakeup_fd(writing.fileno(), warn_on_full_buffer=False)
    for number in handlers:
        signal.signal(number, _interrupt)
    threading.Thread(target=_end_late, args=(reading, last_words), daemon=True).start()
    try:
        yield
    finally:
        if not _State.received:
            for number, handler in handlers.items():
                signal.signal(number, handler)
            signal.set_wakeup_fd(before)
            writing.close()


def _interrupt(number: int, _frame: object) -> None:
    # The process is about to end, and Python would replace any other handler by SIG_DFL.
    for handled in (signal.SIGINT, signal.SIGTERM):
        if signal.getsignal(handled) is _interrupt:
            signal.signal(handled, signal.SIG_IGN)
    _State.received = number
    if not _State.deferred:
        raise KeyboardInterrupt


def _end_late(reading: socket.socket, last_words: Callable[[], None]) -> None:
    """Wait for SIGINT or SIGTERM; then end the process if it does not end by itself."""
    with reading:
        while received := reading.recv(1):
            if received[0] in (signal.SIGINT, signal.SIGTERM):
                time.sleep(SECONDS)
                last_words()
                kill_all()
                end_workers(multiprocessing.active_children())
                os._exit(128 + received[0])


@contextmanager
def deferred() -> Iterator[None]:
    """Defer the signals: within this context only `check` raises."""
    before, _State.deferred = _State.deferred, True
    try:
        yield
    finally:
        _State.deferred = before


def check() -> None:
    """Raise `KeyboardInterrupt` if a signal came while it was deferred."""
    if _State.received:
        raise KeyboardInterrupt
