"""Limits for connections: their number, and how long one may be idle."""

import asyncio
import contextlib
import select
import socket
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from mineproof.web.responses import HEADERS, refuse

CLIENT_SECONDS = 10.0
"""Seconds that a client may take to send its headers, to send its body, and to read an answer."""
MOST_CONNECTIONS = 2000
ACCEPTED_AT_ONCE = 32
"""The most connections that the event loop accepts before it serves one of them."""
_OTHER_DESCRIPTORS = (
    64 + 4 * ACCEPTED_AT_ONCE
)  # files, and connections that are just being accepted
_DESCRIPTORS_OF_A_WORKER = 8  # two pipes, and more while it starts
_FEWEST_CONNECTIONS = 16


def allowed_connections(workers: int) -> int:
    """Return how many connections leave enough file descriptors for workers and files.

    It raises the limit of descriptors as far as the system allows.
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
    """Return the protocol of a server with at most `most` connections."""

    class Limited(Connection):
        most_connections = most

    return Limited


class Connection(H11Protocol):
    """A connection with a timeout for a client that sends no complete request or reads no answer.

    uvicorn waits for both without a limit, so idle connections could block the server. If there are
    too many connections, the one that has been idle longest is closed.
    """

    most_connections = MOST_CONNECTIONS
    idle_seconds = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept a connection; if there are too many, close the one that is idle longest."""
        super().connection_made(transport)
        # asyncio sets it only for sockets that name their protocol. Without it, a client that
        # delays its acknowledgement of the headers gets the body 40 ms later.
        transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if len(self.connections) > self.most_connections:
            self._close_idlest()
        self._look(None)

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002 (uvicorn's words)
        """Refuse what is no HTTP request, in the form of every refusal, and close the connection.

        After the start of an answer only the connection can be closed; uvicorn logs an error there.
        """
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            refused = refuse(400, "this is not an HTTP request", "asked wrongly")
            headers = [*refused.raw_headers, *HEADERS, (b"connection", b"close")]
            for event in (
                h11.Response(status_code=400, headers=headers, reason=b"Bad Request"),
                h11.Data(data=bytes(refused.body)),
                h11.EndOfMessage(),
            ):
                self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

    def _close_idlest(self) -> None:
        idle = (
            other
            for other in self.connections
            if isinstance(other, Connection) and other is not self and not other._busy()
        )
        longest = max(idle, key=lambda other: other.idle_seconds, default=self)
        longest.transport.abort()

    def _busy(self) -> bool:
        """Return whether a request is being answered, or the connection is closing."""
        asked = self.cycle is not None and not self.cycle.response_complete
        return asked or self.transport.is_closing()

    def _look(self, before: tuple[Any, ...] | None) -> None:
        """Check once a second whether the connection is idle; close it after `CLIENT_SECONDS`."""
        if self.transport.is_closing():
            return
        asked = self._busy()
        now = (self.cycle, asked, self.flow.write_paused)
        waits_for_client = not asked or self.flow.write_paused
        self.idle_seconds = self.idle_seconds + 1 if now == before and waits_for_client else 0
        if self.idle_seconds > CLIENT_SECONDS or (
            self.flow.read_paused and self._client_has_gone()
        ):
            self.transport.abort()
        else:
            self.loop.call_later(1.0, self._look, now)

    def _client_has_gone(self) -> bool:
        """Return whether the client has closed the connection, by asking the system.

        asyncio does not notice it while reading is paused. A client can cause that by sending more
        than one request at a time.
        """
        if not hasattr(select, "POLLRDHUP"):
            return False
        poll = select.poll()
        poll.register(self.transport.get_extra_info("socket").fileno(), select.POLLRDHUP)
        return bool(poll.poll(0))
