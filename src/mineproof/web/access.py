"""Access control: a request must be for a name of this server, and from a page of that name.

A page of another host can make its own name resolve to 127.0.0.1 (DNS rebinding). To a browser it
then has the same origin as this server. Its requests have that name as Host, and are refused here.
"""

import re
import socket
from collections.abc import Iterable
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from mineproof.web.responses import refuse

_HOST = re.compile(r"(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+?)\.?)(?::[0-9]{1,5})?")


class ServedNames:
    """The names and addresses of a server.

    On loopback they are `localhost` and loopback addresses. On other interfaces they also include
    the name of the machine and any address, since only a name can be rebound. `others` are further
    names, such as that of a proxy.

    >>> names = ServedNames("127.0.0.1", "127.0.0.1", [])
    >>> names.allow_host("localhost:8000"), names.allow_host("evil.example:8000")
    (True, False)
    """

    def __init__(self, host: str, bound: str, others: Iterable[str]) -> None:
        """`host` is the name given by the user, `bound` the address that the server listens on."""
        self._loopback = ip_address(bound.partition("%")[0]).is_loopback
        self._others = {name.lower() for name in others}
        self._names = {"localhost", host.lower(), *self._others}
        if not self._loopback:
            self._names.add(socket.gethostname().lower())

    def allow_host(self, header: str) -> bool:
        """Return whether a Host header names this server."""
        match = _HOST.fullmatch(header.strip().lower())
        if not match:
            return False
        name = match[1] or match[2]
        if name in self._names:
            return True
        try:
            address = ip_address(name)
        except ValueError:
            return False
        return address.is_loopback or not self._loopback

    def allow_origin(self, origin: str, host: str) -> bool:
        """Return whether a page of `origin` may send requests to `host`.

        It may if they are the same, or if the origin is one of the other names.

        >>> ServedNames("localhost", "127.0.0.1", []).allow_origin("http://a:1", "a:2")
        False
        """
        try:
            parts = urlsplit(origin.lower())
            if parts.scheme not in ("http", "https"):
                return False
            return parts.netloc == host.strip().lower() or parts.hostname in self._others
        except ValueError:
            return False


def only_served_names(app: ASGIApp, names: ServedNames) -> ASGIApp:
    """Refuse requests for another name (421), and questions from pages of another origin (403)."""

    async def checked(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            headers = Headers(scope=scope)
            host, origin = headers.get("host", ""), headers.get("origin")
            if not names.allow_host(host):
                line = "the Host header names another server"
                await refuse(421, line, "asked wrongly")(scope, receive, send)
                return
            reads_only = scope["method"] in ("GET", "HEAD", "OPTIONS")
            if origin is not None and not reads_only and not names.allow_origin(origin, host):
                line = "a page of another origin may not send questions"
                await refuse(403, line, "asked wrongly")(scope, receive, send)
                return
        await app(scope, receive, send)

    return checked
