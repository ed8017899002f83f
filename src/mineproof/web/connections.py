"""Connections: how many there may be, and how long one may do nothing."""

import asyncio
import contextlib
import select
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

PATIENCE = 10.0
"""Seconds that a client may take to send its headers, then its body, and to take an answer."""
MOST_CONNECTIONS = 2000
ACCEPTED_AT_ONCE = 32
"""The most connections that the event loop accepts before it looks at any of them."""
_OTHER_DESCRIPTORS = (
    64 + 4 * ACCEPTED_AT_ONCE
)  # files, and connections that are just being accepted
_DESCRIPTORS_OF_A_WORKER = 8  # two pipes, and more while it starts
_FEWEST_CONNECTIONS = 16


def allowed_connections(workers: int) -> int:
    """How many connections leave enough descriptors for workers and files.

    The limit of descriptors is raised as far as the system lets us.
    """
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return MOST_CONNECTIONS
    others = _OTHER_DESCRIPTORS + workers * _DESCRIPTORS_OF_A_WORKER
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_CONNECTIONS + others
    if soft != resource.RLIM_INFINITY and soft < wanted:
        raised = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (raised, hard))
        soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return MOST_CONNECTIONS
    return max(_FEWEST_CONNECTIONS, min(MOST_CONNECTIONS, soft - others))


def limited_protocol(most: int) -> type[H11Protocol]:
    """The protocol of a server that has at most so many connections."""

    class Limited(Connection):
        most_connections = most

    return Limited


class Connection(H11Protocol):
    """A connection that ends when nothing comes of it: no whole request, or an answer not taken.

    uvicorn waits for both without end, so a few hundred silent connections would be all that it
    has. If there are too many connections, the one that has been idle longest is closed.
    """

    most_connections = MOST_CONNECTIONS
    idle_seconds = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if len(self.connections) > self.most_connections:
            self._close_idlest()
        self._look(None)

    def _close_idlest(self) -> None:
        idle = (
            other
            for other in self.connections
            if isinstance(other, Connection) and other is not self and not other._busy()
        )
        longest = max(idle, key=lambda other: other.idle_seconds, default=self)
        longest.transport.abort()

    def _busy(self) -> bool:
        """True while a request is being answered, or the connection ends already."""
        asked = self.cycle is not None and not self.cycle.response_complete
        return asked or self.transport.is_closing()

    def _look(self, before: tuple[Any, ...] | None) -> None:
        """Once a second: has anything happened since?"""
        if self.transport.is_closing():
            return
        asked = self._busy()
        now = (self.cycle, asked, self.flow.write_paused)
        waits_for_client = not asked or self.flow.write_paused
        self.idle_seconds = self.idle_seconds + 1 if now == before and waits_for_client else 0
        if self.idle_seconds > PATIENCE or (self.flow.read_paused and self._client_has_gone()):
            self.transport.abort()
        else:
            self.loop.call_later(1.0, self._look, now)

    def _client_has_gone(self) -> bool:
        """Ask the system. asyncio does not notice it while reading is paused, which a client can
        cause by sending more than one request at a time."""
        if not hasattr(select, "POLLRDHUP"):
            return False
        poll = select.poll()
        poll.register(self.transport.get_extra_info("socket").fileno(), select.POLLRDHUP)
        return bool(poll.poll(0))
