"""The limits of the server: connections, descriptors, bodies, idle clients, messages in the log.

Where seconds are the limit, the server runs in an event loop whose clock stands still, and the test
sets it forward. Its workers are a stub there; test_server_workers.py has the real ones.
"""

import asyncio
import json
import logging
import os
import resource
import signal
import socket
from contextlib import ExitStack, asynccontextmanager, suppress

import load
import pytest

from mineproof.web.access import ServedNames
from mineproof.web.connections import CLIENT_SECONDS, MOST_CONNECTIONS, allowed_connections
from mineproof.web.log import RateLimit
from mineproof.web.server import Bodies, Refused, server_of
from serving import POSITION, Client, children, server_process
from waiting import LONG, in_standing_loop, pass_seconds, until, until_in_loop


class StubWorkers:
    """Workers that answer `about` at once, and other questions never."""

    def __init__(self):
        self.asked = []  # the clients, one for each question
        self.waiting = 0  # questions without an answer

    async def __aenter__(self):
        return self

    async def __aexit__(self, *_):
        pass

    async def close(self):
        pass

    async def ask(self, name, _body, client):
        self.asked.append(client)
        if name == "about":
            return 200, b"{}"
        self.waiting += 1
        try:
            return await asyncio.get_running_loop().create_future()
        finally:
            self.waiting -= 1


@asynccontextmanager
async def served_by(workers, most_connections=1000):
    """Serve in this event loop; yield host and port, and the set of connections."""
    listening = socket.create_server(("127.0.0.1", 0))
    names = ServedNames("127.0.0.1", "127.0.0.1", [])
    server = server_of(workers, names, most_connections)
    server.config.load()
    server.lifespan = server.config.lifespan_class(server.config)
    await server.startup([listening])
    try:
        yield listening.getsockname(), server.server_state.connections
    finally:
        ending = asyncio.create_task(server.shutdown([listening]))
        while not ending.done():
            await pass_seconds(0.1)
        await ending


def request(name="solve", more=""):
    head = f"POST /api/{name} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    return f"{head}{more}Content-Length: 2\r\n\r\n{{}}".encode()


async def assert_answered(place):
    """Ask a question; check that it is answered."""
    reader, writer = await asyncio.open_connection(*place)
    writer.write(request("about", "Connection: close\r\n"))
    assert (await reader.read()).startswith(b"HTTP/1.1 200 ")
    writer.close()


class Visitor:
    """A client that sends some bytes and waits."""

    def __init__(self, place, sent=b""):
        self._sent = sent
        self._connection = socket.create_connection(place)
        self._connection.sendall(sent)
        self._connection.setblocking(False)

    def send(self, more):
        """Send more, if it has begun to send something."""
        if self._sent:
            with suppress(OSError):
                self._connection.sendall(more)

    def left(self):
        """Tell whether the server has closed the connection."""
        try:
            while self._connection.recv(1 << 16):
                pass
        except BlockingIOError:
            return False
        except OSError:
            pass
        return True

    def close(self):
        self._connection.close()

    __del__ = close


SLOW = [
    b"",
    b"GET / HTTP/1.1\r\nHost: localhost",
    b"POST /api/about HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    b"Content-Length: 999\r\n\r\n{",
]
"""The first bytes of clients that send nothing, incomplete headers, or an incomplete body."""


@in_standing_loop
async def test_clients_that_never_finish_asking_are_left_and_others_answered():
    async with served_by(StubWorkers()) as (place, _):
        slow = [Visitor(place, sent) for sent in SLOW * 60]
        for second in range(2 * int(CLIENT_SECONDS) + 4):  # a refused body has its time again
            assert second > CLIENT_SECONDS - 2 or not any(one.left() for one in slow)
            for one in slow:
                one.send(b"x")
            await assert_answered(place)
            await pass_seconds(1)
        await until_in_loop(lambda: all(one.left() for one in slow))


@in_standing_loop
async def test_a_client_that_takes_no_answer_is_left():
    async with served_by(StubWorkers()) as (place, there):
        greedy = Visitor(place, b"GET /base/style.css HTTP/1.1\r\nHost: localhost\r\n\r\n" * 1500)
        await until_in_loop(lambda: [one for one in there if one.flow.write_paused])
        for _ in range(int(CLIENT_SECONDS) - 1):
            await pass_seconds(1)
        assert there
        for _ in range(4):
            await pass_seconds(1)
        assert not there
        greedy.close()


@pytest.mark.parametrize("more", [b"", request() * 40], ids=["one question", "many at a time"])
@in_standing_loop
async def test_questions_of_clients_that_have_gone_are_cancelled(more):
    workers = StubWorkers()
    async with served_by(workers) as (place, there):
        gone = [Visitor(place, request()) for _ in range(70)]
        await until_in_loop(lambda: workers.waiting == 70)
        for one in gone:
            one.send(more)
        # A server that has more than one request of a client does not read from it.
        await until_in_loop(lambda: all(one.flow.read_paused == bool(more) for one in there))
        for one in gone:
            one.close()
        await pass_seconds(1)  # the server looks once a second
        await until_in_loop(lambda: workers.waiting == 0)
        await assert_answered(place)
    assert len(workers.asked) == 71


@in_standing_loop
async def test_a_client_cannot_pretend_to_be_many():
    workers = StubWorkers()
    async with served_by(workers) as (place, _):
        forged = [f"X-Forwarded-For: 10.0.0.{number}\r\n" for number in range(40)]
        visitors = [Visitor(place, request(more=line)) for line in forged]
        await until_in_loop(lambda: workers.waiting == len(visitors))
    assert workers.asked == ["127.0.0.1"] * 40


@in_standing_loop
async def test_of_too_many_connections_the_idlest_is_closed():
    workers = StubWorkers()
    async with served_by(workers, most_connections=3) as (place, there):
        visitors = [Visitor(place, request())]
        for count in (1, 2, 3):
            await until_in_loop(lambda n=count: len(there) == n and workers.waiting)
            await pass_seconds(2)
            visitors.append(Visitor(place))
        await until_in_loop(visitors[1].left)
        await pass_seconds(1)
        assert [one.left() for one in visitors] == [False, True, False, False]


@in_standing_loop
async def test_an_answer_does_not_wait_for_an_acknowledgement():
    async with served_by(StubWorkers()) as (place, there):
        visitor = Visitor(place)
        await until_in_loop(lambda: there)
        [connection] = there
        accepted = connection.transport.get_extra_info("socket")
        assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
        visitor.close()


# Descriptors


def limited_to(descriptors):
    """Return the code that limits a process to so many open files."""
    limit = f"resource.setrlimit(resource.RLIMIT_NOFILE, ({descriptors}, {descriptors}))"
    return f"import resource; {limit}"


def answered(address):
    with suppress(OSError), Client(address) as client:
        return client.ask("analyse", position=POSITION)[0] == 200


@pytest.mark.slow(twin="test_of_too_many_connections_the_idlest_is_closed")
def test_more_idle_connections_than_descriptors_do_not_stop_the_server():
    """As many idle connections as there are descriptors, while workers die."""
    with ExitStack() as stack, server_process(before=limited_to(400)) as server:
        for _ in range(500):
            stack.enter_context(socket.create_connection(server.place))
        for child in children(server.pid):
            os.kill(child, signal.SIGKILL)
        until(lambda: answered(server.address))
        assert len(children(server.pid)) >= 2
    assert len(server.errors()) < 20_000


def test_a_server_whose_descriptors_ran_out_recovers():
    """So few descriptors that even the smallest number of connections takes them all."""
    with server_process(before=limited_to(40)) as server:
        until(lambda: answered(server.address))
        with ExitStack() as stack:
            for _ in range(200):
                stack.enter_context(socket.create_connection(server.place))
            for child in children(server.pid):
                os.kill(child, signal.SIGKILL)
            until(lambda: "Too many open files" in server.errors())
        until(lambda: answered(server.address))
    assert len(server.errors()) < 20_000


@pytest.mark.parametrize(
    ("soft", "hard", "least", "most"),
    [
        (1024, 1024, 16, 1024 - 64), (400, 400, 16, 400 - 64), (64, 64, 16, 16),
        (256, 100_000, MOST_CONNECTIONS, MOST_CONNECTIONS),
    ],
)  # fmt: skip
def test_connections_leave_descriptors_for_workers(monkeypatch, soft, hard, least, most):
    limits = [soft, hard]
    monkeypatch.setattr(resource, "getrlimit", lambda _: tuple(limits))
    monkeypatch.setattr(resource, "setrlimit", lambda _, new: limits.__setitem__(slice(2), new))
    assert least <= allowed_connections(3) <= most


# Bodies and messages


class FakeRequest:
    """A request whose body comes in chunks."""

    def __init__(self, *chunks):
        self.chunks = chunks

    async def stream(self):
        for chunk in self.chunks:
            yield chunk


def test_bodies_together_take_only_so_much_memory():
    bodies = Bodies(most=100)
    with bodies.reader() as read, bodies.reader() as other:
        assert asyncio.run(read(FakeRequest(b"a" * 40, b"b" * 40))) == b"a" * 40 + b"b" * 40
        with pytest.raises(Refused, match="503"):
            asyncio.run(other(FakeRequest(b"c" * 21)))
    with bodies.reader() as read:
        assert len(asyncio.run(read(FakeRequest(b"d" * 100)))) == 100


def test_only_a_few_messages_a_minute_are_logged(caplog):
    logger, now = logging.getLogger("test.rate"), [0.0]
    logger.addFilter(RateLimit(most=3, seconds=60, clock=lambda: now[0]))
    for number in range(100):
        now[0] = 0.5 * number
        logger.error("message %d", number)
    now[0] = 60.0
    logger.error("one %s", "more")
    said = [record.getMessage() for record in caplog.records]
    assert said == ["message 0", "message 1", "message 2",
                    "one more (97 messages were left out before)"]  # fmt: skip


# What is not HTTP

NO_HTTP = [
    b"GET / HTTP/1.1\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
    b"POST /api/about HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n",
    b"GET /\xc3 HTTP/1.1\r\nHost: a\r\n\r\n",
    b"\0\n\n",
]


def received(connection):
    connection.settimeout(LONG)
    parts = []
    with suppress(ConnectionError):
        while part := connection.recv(1 << 16):
            parts.append(part)
    return b"".join(parts)


def test_what_is_no_request_is_refused_like_any_other_and_logs_nothing(running, client):
    for sent in NO_HTTP:
        with socket.create_connection(running.place) as connection:
            connection.sendall(sent)
            head, _, body = received(connection).partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 400 "), sent
        assert b"content-type: application/json" in head
        assert b"x-content-type-options: nosniff" in head
        assert json.loads(body)["kind"] == "asked wrongly"
    # After the answer to its head, a body that is none ends the connection.
    for _ in range(3):
        with socket.create_connection(running.place) as connection:
            head = "POST /nope HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
            connection.sendall(head.encode())
            assert connection.recv(12) == b"HTTP/1.1 404"
            connection.sendall(b"zz\r\n")
            received(connection)
    assert client.ask("about")[0] == 200
    assert running.errors() == ""


# bench/load.py


@pytest.mark.slow(twin="web/test_server_workers.py::test_a_flood_is_answered_or_refused_and_passes")
def test_a_crowd_is_answered_or_refused_and_nobody_is_lost():
    """A small version of bench/load.py: half of the clients leave before the answer."""
    with server_process() as server:
        seen = asyncio.run(load.crowd(server.address, server.pid, seconds=4, idle=60, clients=30))
    assert server.errors() == ""
    assert seen.lost == 0
    assert seen.left > 0
    assert seen.statuses[200] > 0
    assert set(seen.statuses) <= {200, 422, 503}
    assert max(seen.memory) < 500 << 20


def test_a_load_that_kept_nobody_waiting_is_told_from_one_that_did():
    good = load.Load(waits=[1.0, 14.0], memory=[100, 101, 102, 103])
    assert good.kept()
    for bad in (
        {"waits": [16.0], "memory": good.memory},
        {"waits": good.waits, "memory": [100, 100, 100, 120]},
        {"waits": good.waits, "memory": good.memory, "lost": 1},
    ):
        assert not load.Load(**bad).kept()
