"""The HTTP server of the API and of the page. It has no state: several may run side by side.

Measured over HTTP (`python bench/page.py`): the first view of the page is 251 KB, and a board can
be played after 0.55 s (p95 1.1 s, 9 visits).

`questions.py` answers in separate processes (`workers.py`). `access.py` decides who may ask,
`connections.py` limits the connections. The files of the page are read once, at the start: text
from a client is never used as a path.
"""

import asyncio
import hashlib
import html
import json
import mimetypes
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, replace
from errno import EADDRINUSE
from importlib import resources
from importlib.resources.abc import Traversable
from types import FrameType
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from mineproof.base.errors import BadInput
from mineproof.web import log
from mineproof.web.access import ServedNames, only_served_names
from mineproof.web.connections import (
    ACCEPTED_AT_ONCE,
    CLIENT_SECONDS,
    allowed_connections,
    limited_protocol,
)
from mineproof.web.fair_queue import client_of
from mineproof.web.openapi import describe
from mineproof.web.players import check as check_players
from mineproof.web.questions import MOST_BYTES, QUESTIONS
from mineproof.web.responses import EMBED_HEADERS, HEADERS, answered, refuse
from mineproof.web.workers import Workers

MOST_BODIES = 64 << 20
"""The most bytes of all bodies in memory at one time."""
_BACKLOG = 1024  # connections that the system queues before they are accepted
_LAST_ANSWERS = 0.3  # seconds for clients to read their answers when the server ends


@dataclass(frozen=True)
class File:
    """A file of the page, with its type and its ETag."""

    content: bytes
    type: str
    etag: str


def application(workers: Workers, names: ServedNames) -> ASGIApp:
    """Return the server as an ASGI application that answers by `workers`."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async with workers as app.state.workers:
            app.state.bodies = Bodies()
            yield

    # A request tries one route after another: the questions before the hundred files.
    routes = [Route(f"/api/{name}", _asker(name), methods=["POST"]) for name in QUESTIONS]
    routes.append(Route("/api", _sender(_file(json.dumps(describe()).encode(), "api.json"))))
    files = _files()
    routes.append(Route("/", _index_sender(files.pop("/index.html"))))
    routes += [Route(path, _sender(file)) for path, file in files.items()]
    app = Starlette(
        routes=routes, lifespan=lifespan, exception_handlers={HTTPException: _not_found}
    )
    return with_headers(only_served_names(app, names))


def with_headers(app: ASGIApp) -> ASGIApp:
    """Add `HEADERS` to every response; only the page with `?embed` may be in a frame."""

    async def wrapped(scope: Scope, receive: Receive, send: Send) -> None:
        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                embed = scope["path"] == "/" and scope["query_string"] == b"embed"
                headers = EMBED_HEADERS if embed else HEADERS
                message["headers"] = [*message["headers"], *headers]
            await send(message)

        await app(scope, receive, sending if scope["type"] == "http" else send)

    return wrapped


def serve(
    host: str,
    port: int,
    *,
    browser: bool,
    allow_hosts: Iterable[str] = (),
    players: Sequence[str] = (),
) -> None:
    """Serve until a signal ends the process; raise `BadInput` if the server cannot listen.

    `allow_hosts` are further names for the Host header; `players` are outside players that requests
    may name.
    """
    check_players(players)
    if not host.strip():
        raise BadInput(
            "an empty name: 127.0.0.1 is this machine, 0.0.0.0 all networks", field="host"
        )
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listening = socket.create_server((host, port), family=family)
    except (OSError, OverflowError, TypeError, UnicodeError) as problem:  # the host may be no text
        why = getattr(problem, "strerror", None) or problem
        hint = "; `port` 0 takes a free one" if getattr(problem, "errno", 0) == EADDRINUSE else ""
        raise BadInput(f"cannot serve on {host} port {port}: {why}{hint}") from None
    bound = listening.getsockname()
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{bound[1]}/"
    print(f"mineproof is at {address} (Ctrl-C ends it)", flush=True)
    if browser:
        import webbrowser

        webbrowser.open(address)
    # uvicorn shuts down in order, then raises the signal again. This end is not a failure: exit 0.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    # One worker more than cores: the fair queue never gives all workers to one client.
    count = max(2, min(8, os.cpu_count() or 2)) + 1
    names = ServedNames(host, bound[0], allow_hosts)
    log.limit("asyncio", "uvicorn.error", "mineproof.web.workers")
    with listening:
        server = server_of(Workers(count, players), names, allowed_connections(count))
        server.run(sockets=[listening])


def server_of(workers: Workers, names: ServedNames, most_connections: int) -> "Server":
    """Return a server of the page that answers by `workers`; it does not run yet."""
    config = uvicorn.Config(
        application(workers, names),
        log_level="error",  # errors of clients go to the clients, not to the log
        access_log=False,
        server_header=False,
        proxy_headers=False,  # a client could pretend to be many
        backlog=ACCEPTED_AT_ONCE,
        timeout_graceful_shutdown=3,
        http=limited_protocol(most_connections),
        ws="none",
    )
    return Server(config, workers)


class Server(uvicorn.Server):
    """A server that ends its workers first, so that waiting requests are answered at once."""

    def __init__(self, config: uvicorn.Config, workers: Workers) -> None:
        super().__init__(config)
        self._workers = workers
        self._loop: asyncio.AbstractEventLoop | None = None

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Note a signal that ends the server, and do not wait for workers that are starting."""
        super().handle_exit(sig, frame)
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._workers.stop_waiting)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen, with a long queue for connections that are not accepted yet."""
        self._loop = asyncio.get_running_loop()
        if self.should_exit:  # the signal came first
            self._workers.stop_waiting()
        await super().startup(sockets)
        # asyncio uses one number for two things: how many connections the system queues, and how
        # many the event loop accepts at once.
        for listening in sockets or []:
            listening.listen(_BACKLOG)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the workers, then the connections: a client need not read its answer."""
        await self._workers.close()
        asyncio.get_running_loop().call_later(_LAST_ANSWERS, self._abort_connections)
        await super().shutdown(sockets)

    def _abort_connections(self) -> None:
        for connection in list(self.server_state.connections):
            if connection.transport is not None:
                connection.transport.abort()


def _files() -> dict[str, File]:
    """Return the files of the page and the texts, by path of the URL."""
    package = resources.files("mineproof")
    files = {f"/{name}": file for name, file in _read(package / "web" / "page")}
    files |= {f"/texts/{name}": file for name, file in _read(package / "texts") if "/" not in name}
    return files


def _read(folder: Traversable) -> Iterator[tuple[str, File]]:
    """Yield the files of a folder and of its folders, with their paths."""
    for one in folder.iterdir():
        if one.is_file():
            yield one.name, _file(one.read_bytes(), one.name)
        else:
            yield from ((f"{one.name}/{path}", file) for path, file in _read(one))


def _file(content: bytes, name: str) -> File:
    # The table of the system may give scripts the type text/plain, so these types come first.
    types = {"js": "text/javascript", "json": "application/json", "svg": "image/svg+xml"}
    kind = types.get(name.rsplit(".", 1)[-1]) or mimetypes.guess_type(name)[0] or "text/plain"
    return File(content, kind, f'"{hashlib.sha256(content).hexdigest()[:16]}"')


def _index_sender(file: File) -> Any:
    """Send index.html with the absolute address of its picture: crawlers ignore a relative one."""
    before, after = file.content.split(b"preview.png")

    async def send(request: Request) -> Response:
        picture = html.escape(f"{request.base_url}preview.png").encode()
        sent: Response = await _sender(replace(file, content=before + picture + after))(request)
        return sent

    return send


def _sender(file: File) -> Any:
    async def send(request: Request) -> Response:
        headers = {"etag": file.etag, "cache-control": "no-cache"}
        if request.headers.get("if-none-match") == file.etag:
            return Response(status_code=304, headers=headers)
        return Response(file.content, media_type=file.type, headers=headers)

    return send


class Bodies:
    """Counts the bytes of all bodies in memory, and limits them."""

    def __init__(self, most: int = MOST_BODIES) -> None:
        self._most = most
        self._bytes = 0

    @contextmanager
    def reader(self) -> Iterator[Callable[[Request], Awaitable[bytes]]]:
        """Yield a function that reads a body; its bytes count until the end of the block.

        It raises `Refused` if the body, or all bodies together, are too large. Only bytes that have
        arrived count, so a client cannot reserve memory by announcing a long body.
        """
        own = 0

        async def read(request: Request) -> bytes:
            nonlocal own
            body = bytearray()
            async for chunk in request.stream():
                own += len(chunk)
                self._bytes += len(chunk)
                if own > MOST_BYTES:
                    line = f"the body is larger than {MOST_BYTES} bytes"
                    raise Refused(refuse(413, line, "too large", most_bytes=MOST_BYTES))
                if self._bytes > self._most:
                    raise Refused(refuse(503, "busy: ask again in a second", "busy"))
                body += chunk
            return bytes(body)

        try:
            yield read
        finally:
            self._bytes -= own


class Refused(Exception):
    """A request that is refused; `response` is the error response."""

    def __init__(self, response: Response) -> None:
        super().__init__(response.status_code)
        self.response = response


def _asker(name: str) -> Any:
    async def ask(request: Request) -> Response:
        # A page of another origin cannot send this type without a CORS preflight request.
        kind = request.headers.get("content-type", "").split(";")[0].strip().lower()
        if kind != "application/json":
            return refuse(415, "send the body as application/json", "asked wrongly")
        with request.app.state.bodies.reader() as read:
            try:
                async with asyncio.timeout(CLIENT_SECONDS):
                    body = await read(request)
            except (TimeoutError, ClientDisconnect):
                return refuse(408, "the body did not arrive", "asked wrongly")
            except Refused as refused:
                return refused.response
            return await _answer(request, name, body)

    async def ask_quietly(request: Request) -> Response:
        response = await ask(request)
        # A browser logs other statuses on its console as errors of the page that asked.
        if request.headers.get("prefer") == "status=200":
            response.status_code = 200
        return response

    return ask_quietly


async def _answer(request: Request, name: str, body: bytes) -> Response:
    """Return the answer to a question; cancel it if the client disconnects."""
    client = client_of(request.client.host) if request.client else ""
    asking = asyncio.ensure_future(request.app.state.workers.ask(name, body, client))
    leaving = asyncio.ensure_future(_disconnected(request))
    try:
        await asyncio.wait({asking, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if not asking.done():
            return refuse(408, "the client has gone", "asked wrongly")  # nobody reads it
        return answered(*asking.result())
    finally:
        asking.cancel()
        leaving.cancel()
        await asyncio.gather(asking, leaving, return_exceptions=True)


async def _disconnected(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def _not_found(request: Request, problem: Exception) -> Response:  # noqa: ARG001
    assert isinstance(problem, HTTPException)
    response = refuse(problem.status_code, problem.detail.lower(), "asked wrongly")
    response.headers.update(problem.headers or {})
    return response
