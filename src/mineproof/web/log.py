"""Limit log messages to a few a minute, so that clients cannot fill a disk."""

import logging
import time
from collections.abc import Callable

MOST_MESSAGES = 5
SECONDS = 60.0


class RateLimit(logging.Filter):
    """Pass `most` messages in `seconds`. The next one after that says how many were dropped."""

    def __init__(
        self,
        most: int = MOST_MESSAGES,
        seconds: float = SECONDS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__()
        self._clock = clock
        self._most = most
        self._seconds = seconds
        self._since = float("-inf")
        self._passed = self._dropped = 0

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether a record may be written now."""
        now = self._clock()
        if now - self._since >= self._seconds:
            self._since, self._passed = now, 0
        if self._passed >= self._most:
            self._dropped += 1
            return False
        self._passed += 1
        if self._dropped:
            record.msg = f"{record.getMessage()} ({self._dropped} messages were left out before)"
            record.args = ()
            self._dropped = 0
        return True


def limit(*names: str) -> None:
    """Limit the messages of the loggers with these names, all together."""
    shared = RateLimit()
    for name in names:
        logging.getLogger(name).addFilter(shared)
