"""Let Ctrl-C and SIGTERM wait until a short piece of work is done."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def deferred_signals() -> Iterator[None]:
    """Deliver Ctrl-C and SIGTERM after the block; in other threads Python delivers none."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    arrived: list[tuple[int, FrameType | None]] = []
    handlers = {
        number: handler
        for number in (signal.SIGINT, signal.SIGTERM)
        if callable(handler := signal.getsignal(number))
    }
    for number in handlers:
        signal.signal(number, lambda *received: arrived.append(received))
    try:
        yield
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
        if arrived:
            first, frame = arrived[0]
            handlers[signal.Signals(first)](first, frame)
