"""The same answers over HTTP, and the page. No state: any number of these may stand side by side.

The server knows who may ask and how much; what is answered is `questions.py`'s business, in
processes of its own (`workers.py`). The files of the page are read once, at the start: nothing a
client writes is ever a path.
"""

import asyncio
import hashlib
import json
import mimetypes
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from mineproof.errors import BadInput
from mineproof.web.openapi import describe
from mineproof.web.questions import QUESTIONS, refusal
from mineproof.web.workers import Busy, Workers

LONGEST = 1 << 20
"""The longest body, in bytes."""
PATIENCE = 10.0
"""Seconds that a client may take to send its headers, then its body, and to take an answer."""

HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
        " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}


@dataclass(frozen=True)
class File:
    """A file of the page, as it is sent."""

    content: bytes
    type: str
    etag: str


def application(workers: Workers) -> ASGIApp:
    """The server as an ASGI application, answering by `workers` while it runs."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async with workers as app.state.workers:
            yield

    routes = [Route(path, _sender(file)) for path, file in _files().items()]
    routes.append(Route("/api", _sender(_file(json.dumps(describe()).encode(), "api.json"))))
    routes += [Route(f"/api/{name}", _asker(name), methods=["POST"]) for name in QUESTIONS]
    app = Starlette(
        routes=routes, lifespan=lifespan, exception_handlers={HTTPException: _not_found}
    )
    return with_headers(app)


def with_headers(app: ASGIApp) -> ASGIApp:
    """Every answer says what the page may do."""
    extra = [(name.encode(), value.encode()) for name, value in HEADERS.items()]

    async def wrapped(scope: Scope, receive: Receive, send: Send) -> None:
        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *extra]
            await send(message)

        await app(scope, receive, sending if scope["type"] == "http" else send)

    return wrapped


def serve(host: str, port: int, *, browser: bool) -> None:
    """Serve until told to end."""
    try:
        listening = socket.create_server((host, port), family=_family(host))
    except (OSError, OverflowError) as problem:
        why = getattr(problem, "strerror", None) or problem
        raise BadInput(f"cannot serve on {host} port {port}: {why}") from None
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{listening.getsockname()[1]}/"
    print(f"mineproof is at {address} (Ctrl-C ends it)", flush=True)
    if browser:
        import webbrowser

        webbrowser.open(address)
    # uvicorn shuts down in order, then raises the signal again: to be told so is no failure.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    workers = Workers(max(2, min(8, os.cpu_count() or 2)))
    config = uvicorn.Config(
        application(workers),
        log_level="error",  # what clients do wrong is told to them
        access_log=False,
        server_header=False,
        limit_concurrency=1000,
        timeout_graceful_shutdown=3,
        http=Impatient,
        ws="none",
    )
    with listening:
        Server(config, workers).run(sockets=[listening])


class Impatient(H11Protocol):
    """A connection that ends when nothing comes of it: no whole request, or an answer not taken.

    uvicorn waits for both as long as they like, and so a few hundred silent connections would be
    all that it has.
    """

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._look(None, 0)

    def _look(self, before: tuple[Any, ...] | None, seconds: int) -> None:
        if self.transport.is_closing():
            return
        asked = self.cycle is not None and not self.cycle.response_complete
        now = (self.cycle, asked, self.flow.write_paused)
        waits_for_client = not asked or self.flow.write_paused
        seconds = seconds + 1 if now == before and waits_for_client else 0
        if seconds > PATIENCE:
            self.transport.abort()
        else:
            self.loop.call_later(1.0, self._look, now, seconds)


class Server(uvicorn.Server):
    """Ends its workers first: whoever waits for them is answered, and nothing is waited for."""

    def __init__(self, config: uvicorn.Config, workers: Workers) -> None:
        super().__init__(config)
        self._workers = workers

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._workers.close()
        await super().shutdown(sockets)


def _family(host: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in host else socket.AF_INET


def _files() -> dict[str, File]:
    """The page and the texts, by address."""
    package = resources.files("mineproof")
    files = {f"/{name}": file for name, file in _read(package / "web" / "page")}
    files |= {f"/texts/{name}": file for name, file in _read(package / "texts")}
    files["/"] = files.pop("/index.html")
    return files


def _read(folder: Traversable) -> list[tuple[str, File]]:
    kept = (one for one in folder.iterdir() if one.is_file())
    return [(one.name, _file(one.read_bytes(), one.name)) for one in kept]


def _file(content: bytes, name: str) -> File:
    # Not by the machine's own table, which may call a script plain text.
    types = {"js": "text/javascript", "json": "application/json", "svg": "image/svg+xml"}
    kind = types.get(name.rsplit(".", 1)[-1]) or mimetypes.guess_type(name)[0] or "text/plain"
    return File(content, kind, f'"{hashlib.sha256(content).hexdigest()[:16]}"')


def _sender(file: File) -> Any:
    async def send(request: Request) -> Response:
        headers = {"etag": file.etag, "cache-control": "no-cache"}
        if request.headers.get("if-none-match") == file.etag:
            return Response(status_code=304, headers=headers)
        return Response(file.content, media_type=file.type, headers=headers)

    return send


def _asker(name: str) -> Any:
    async def ask(request: Request) -> Response:
        # A page of another origin cannot send this type without asking first.
        if request.headers.get("content-type", "").split(";")[0].strip() != "application/json":
            return _refuse(415, "send the body as application/json", "asked wrongly")
        try:
            body = await asyncio.wait_for(_body(request), PATIENCE)
        except (TimeoutError, ClientDisconnect):
            return _refuse(408, "the body did not arrive", "asked wrongly")
        if body is None:
            return _refuse(413, f"the body is longer than {LONGEST} bytes", "too long")
        try:
            status, answer = await request.app.state.workers.ask(name, body)
        except Busy:
            return _refuse(503, "busy: ask again in a second", "busy")
        return _said(status, answer)

    return ask


async def _body(request: Request) -> bytes | None:
    """The body, or None if it is too long."""
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > LONGEST:
            return None
    return bytes(body)


def _said(status: int, answer: bytes) -> Response:
    headers = {"cache-control": "no-store"} | ({"retry-after": "1"} if status == 503 else {})
    return Response(answer, status, headers, media_type="application/json")


def _refuse(status: int, line: str, kind: str) -> Response:
    return _said(status, refusal(line, kind).encode())


async def _not_found(request: Request, problem: Exception) -> Response:  # noqa: ARG001
    assert isinstance(problem, HTTPException)
    response = _refuse(problem.status_code, problem.detail.lower(), "asked wrongly")
    response.headers.update(problem.headers or {})
    return response
