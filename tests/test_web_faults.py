"""The server under attack: descriptors that run out, clients that leave, workers that die."""

import asyncio
import json
import logging
import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import ExitStack, asynccontextmanager, suppress
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import urlsplit

import pytest

from mineproof.web import connections, fair_queue, workers
from mineproof.web.fair_queue import FairQueue, Question, client_of
from mineproof.web.log import RateLimit
from mineproof.web.server import Bodies, Refused
from serving import Client, children, served, server_process

POSITION = "4x3x2\n0000\n1211\nHHHH\n"
SMALL = json.dumps({"position": POSITION}).encode()
HUNG = json.dumps({"size": "60x60", "mines": 720, "strategy": "rebuild"}).encode()
REFUSED = (503, b"refused")


def place(address):
    return urlsplit(address).hostname, urlsplit(address).port


def soon(check, seconds=20):
    """Tell whether a condition becomes true within some seconds."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if check():
            return True
        time.sleep(0.1)
    return False


def test_more_idle_connections_than_descriptors_do_not_stop_the_server():
    """As many idle connections as there are descriptors, while workers die."""
    with (
        ExitStack() as stack,
        server_process(descriptors=400) as (address, process, said),
    ):
        for _ in range(500):
            stack.enter_context(socket.create_connection(place(address)))
        for child in children(process.pid):
            os.kill(child, signal.SIGKILL)
        with Client(address) as client:
            assert soon(lambda: client.ask("analyse", position=POSITION)[0] == 200)
        assert len(children(process.pid)) >= 2
    assert len(said[0]) < 20_000


def test_a_server_whose_descriptors_ran_out_recovers():
    """So few descriptors that even the smallest number of connections takes them all."""
    with server_process(descriptors=40) as (address, process, said):
        with Client(address) as client:
            assert client.ask("analyse", position=POSITION)[0] == 200
        with ExitStack() as stack:
            for _ in range(200):
                stack.enter_context(socket.create_connection(place(address)))
            for child in children(process.pid):
                os.kill(child, signal.SIGKILL)
            time.sleep(3)

        def answered():
            try:
                with Client(address) as client:
                    return client.ask("analyse", position=POSITION)[0] == 200
            except OSError:
                return False

        assert soon(answered, 40)
    assert len(said[0]) < 20_000


def request(body, path="/api/solve", more=""):
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n{more}"
    return f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body


@pytest.mark.parametrize("more", [b"", request(HUNG) * 40], ids=["one question", "many at a time"])
def test_questions_of_clients_that_have_gone_are_not_computed(more):
    """70 clients ask for ten seconds of work each and leave; other clients do not wait for it."""
    with served() as address:
        with Client(address) as client:
            assert client.ask("about")[0] == 200
        gone = [socket.create_connection(place(address)) for _ in range(70)]
        for connection in gone:
            connection.sendall(request(HUNG) + more)
        time.sleep(0.5)
        for connection in gone:
            connection.close()
        began = time.monotonic()
        with Client(address) as client:
            assert soon(lambda: client.ask("analyse", position=POSITION)[0] == 200)
        assert time.monotonic() - began < workers.SECONDS


@pytest.mark.skipif(sys.platform != "linux", reason="needs a second loopback address")
def test_a_client_cannot_pretend_to_be_many():
    """40 connections of one client, each with another X-Forwarded-For, ask for long work."""
    with ExitStack() as stack, served() as address:
        with Client(address) as client:
            assert client.ask("about")[0] == 200
        for number in range(40):
            connection = stack.enter_context(socket.create_connection(place(address)))
            connection.sendall(request(HUNG, more=f"X-Forwarded-For: 10.0.0.{number}\r\n"))
        time.sleep(1)
        with Client(address) as other:
            other.connection.source_address = ("127.0.0.5", 0)
            assert other.ask("analyse", position=POSITION)[0] == 200


def test_one_client_never_has_all_workers_and_waits_only_so_long():
    async def ask():
        async with workers.Workers(2) as pool:
            assert (await pool.ask("analyse", SMALL, "b"))[0] == 200
            hung = [asyncio.ensure_future(pool.ask("solve", HUNG, "a")) for _ in range(5)]
            await asyncio.sleep(0.2)
            began = time.monotonic()
            other = await pool.ask("analyse", SMALL, "b")
            other_took = time.monotonic() - began
            same = await pool.ask("analyse", SMALL, "a")
            same_took = time.monotonic() - began
            for task in hung:
                task.cancel()
            await asyncio.gather(*hung, return_exceptions=True)
            # The process with the cancelled question is replaced.
            after = await pool.ask("analyse", SMALL, "a")
            return other, other_took, same, same_took, after

    other, other_took, same, same_took, after = asyncio.run(ask())
    assert (other[0], same[0], after[0]) == (200, 503, 200)
    assert other_took < workers.MOST_WAIT
    assert workers.MOST_WAIT <= same_took + 0.1 < 2 * workers.MOST_WAIT
    assert json.loads(same[1])["kind"] == "busy"


def test_workers_that_die_while_idle_are_replaced_before_a_question_comes():
    answers = []

    def ask(client):
        answers.append(client.ask("analyse", position=POSITION))
        return answers[-1][0] == 200

    with server_process() as (address, process, said), Client(address) as client:
        assert client.ask("about")[0] == 200
        assert soon(lambda: len(children(process.pid)) >= 3)
        died = children(process.pid)
        for child in died:
            os.kill(child, signal.SIGKILL)
        assert soon(lambda: len({*children(process.pid)} - {*died}) >= len(died))
        assert soon(lambda: ask(client))
    assert not [answer for _, answer in answers if "lost" in answer.get("error", "")]
    assert "a worker ended while it was idle, by signal 9; next try in 0.1 s" in said[0]
    assert "Traceback" not in said[0]


def test_workers_that_die_at_once_are_replaced_with_growing_pauses(monkeypatch, caplog):
    starts = []

    async def start(*_):
        starts.append(time.monotonic())
        return await asyncio.create_subprocess_exec(
            "/bin/echo", "ready", stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )

    monkeypatch.setattr(workers, "_start_process", start)

    async def wait():
        async with workers.Workers(1):
            await asyncio.sleep(2)

    asyncio.run(wait())
    assert 2 <= len(starts) <= 6  # after pauses of 0.1, 0.2, 0.4 and 0.8 s
    assert "with exit status 0; next try in 0.2 s" in caplog.text


def test_workers_are_started_again_until_that_works(monkeypatch, caplog):
    """For a while the system refuses to start a process, as if descriptors had run out."""
    start, failures = asyncio.create_subprocess_exec, iter(range(5))

    async def unreliable(*args, **named):
        if next(failures, None) is not None:
            raise OSError(24, "Too many open files")
        return await start(*args, **named)

    monkeypatch.setattr(asyncio, "create_subprocess_exec", unreliable)

    async def ask():
        async with workers.Workers(2) as pool:
            return [(await pool.ask("analyse", SMALL))[0] for _ in range(3)]

    assert asyncio.run(ask()) == [200] * 3
    assert caplog.text.count("Too many open files; next try in") == 5
    assert "Traceback" not in caplog.text


def test_the_first_question_does_not_wait_for_a_process_to_start(monkeypatch):
    """On a busy machine a process may take longer to start than a question may wait."""
    start = workers._start_process

    async def slow(*args):
        await asyncio.sleep(0.5)
        return await start(*args)

    monkeypatch.setattr(workers, "_start_process", slow)
    monkeypatch.setattr(workers, "MOST_WAIT", 0.4)

    async def ask():
        async with workers.Workers(1) as pool:
            return (await pool.ask("about", b"{}"))[0]

    assert asyncio.run(ask()) == 200


def test_a_supervisor_survives_an_error_that_nobody_expected(monkeypatch, caplog):
    ask, errors = workers.Worker.ask, iter([RuntimeError("unexpected")] * 3)

    async def unreliable(self, name, body):
        if (error := next(errors, None)) is not None:
            raise error
        return await ask(self, name, body)

    monkeypatch.setattr(workers.Worker, "ask", unreliable)
    monkeypatch.setattr(workers, "MOST_WAIT", 60)  # a busy machine starts processes slowly

    async def main():
        async with workers.Workers(2) as pool:
            return [(await pool.ask("analyse", SMALL))[0] for _ in range(5)]

    assert asyncio.run(main()) == [503] * 3 + [200] * 2
    assert "unexpected" in caplog.text


def test_a_closed_pool_answers_at_once_and_leaves_no_process():
    async def close():
        pool = workers.Workers(2)
        async with pool:
            tasks = [asyncio.ensure_future(pool.ask("solve", HUNG, "ab"[n % 2])) for n in range(6)]
            await asyncio.sleep(1.0)
        answers = await asyncio.wait_for(asyncio.gather(*tasks), 1)
        return [status for status, _ in [*answers, await pool.ask("about", b"{}")]]

    before = children(os.getpid())
    assert asyncio.run(close()) == [503] * 7
    assert len(children(os.getpid())) <= len(before) + 1  # `ps` itself


@pytest.mark.parametrize("line", [b"ready\n", b""], ids=["ready", "ended"])
@pytest.mark.parametrize("rounds", range(6))
def test_a_worker_that_is_cancelled_while_it_reports_itself_is_cancelled(line, rounds):
    """The report and the cancellation come `rounds` rounds of the event loop apart."""

    async def cancel():
        stream = asyncio.StreamReader()
        worker = workers.Worker(SimpleNamespace(stdin=object(), stdout=stream))
        starting = asyncio.create_task(worker._greeting())
        await pass_rounds(10)  # it waits for the report now
        stream.feed_data(line)
        stream.feed_eof()
        await pass_rounds(rounds)
        accepted = starting.cancel()
        await asyncio.wait({starting})
        return accepted, starting.cancelled(), starting.cancelled() or starting.exception()

    accepted, cancelled, _ = asyncio.run(cancel())
    assert accepted == cancelled
    assert accepted or rounds


async def pass_rounds(count):
    for _ in range(count):
        await asyncio.sleep(0)


def test_a_closed_pool_starts_no_process_again(monkeypatch):
    """Not even if a supervisor loses its cancellation."""
    starts = []

    @asynccontextmanager
    async def started(*_):
        starts.append(len(starts))
        if len(starts) > 2:
            raise asyncio.CancelledError  # let a wrong pool end, too
        with suppress(asyncio.CancelledError):
            await asyncio.sleep(60)
        raise workers.WorkerFailure("cancelled, but not told so")
        yield

    monkeypatch.setattr(workers.Worker, "started", started)
    monkeypatch.setattr(workers, "SECONDS", 0.01)

    async def close():
        async with workers.Workers(2):
            pass

    asyncio.run(close())
    assert starts == [0, 1]


def asked(queue, client, name="q"):
    question = Question(name, b"", client, asyncio.get_running_loop().create_future())
    queue.put(question, REFUSED)
    return question


def test_clients_take_turns():
    async def order():
        queue = FairQueue(most_waiting=10, most_started=10)
        for client in "aaaabbc":
            asked(queue, client)
        taken = [await queue.take() for _ in range(7)]
        return "".join(question.client for question in taken)

    assert asyncio.run(order()) == "abcabaa"


def test_a_full_queue_makes_room_for_a_client_with_fewer_questions():
    async def fill():
        queue = FairQueue(most_waiting=4, most_started=1)
        first = [asked(queue, "a") for _ in range(5)]
        others = [asked(queue, "b"), asked(queue, "b"), asked(queue, "b")]
        return [question.answer.done() for question in [*first, *others]], len(queue)

    #        a: the fifth is refused, the fourth and third make room; b: the third is refused
    done, length = asyncio.run(fill())
    assert done == [False, False, True, True, True, False, False, True]
    assert length == 4


def test_a_client_with_as_many_workers_as_it_may_have_waits():
    async def take():
        queue = FairQueue(most_waiting=4, most_started=1)
        for client in "aab":
            asked(queue, client)
        first, second = await queue.take(), await queue.take()
        waiting = asyncio.ensure_future(queue.take())
        await asyncio.sleep(0.01)
        blocked = not waiting.done()
        queue.finished(first)
        third = await waiting
        return [first.client, second.client, third.client], blocked

    assert asyncio.run(take()) == (["a", "b", "a"], True)


def test_a_question_that_is_withdrawn_is_never_taken():
    async def withdraw():
        queue = FairQueue(most_waiting=4, most_started=4)
        first, second = asked(queue, "a", "first"), asked(queue, "a", "second")
        queue.discard(first)
        queue.discard(first)
        return (await queue.take()) is second, len(queue)

    assert asyncio.run(withdraw()) == (True, 0)


def test_addresses_of_one_machine_are_one_client():
    assert client_of("2001:db8::1") == client_of("2001:db8::2:3%eth0") != client_of("2001:db9::1")
    assert client_of("::ffff:10.0.0.1") == client_of("10.0.0.1") != client_of("10.0.0.2")
    assert client_of("somebody") == "somebody"
    assert fair_queue.client_of("") == ""


def test_only_a_few_messages_a_minute_are_logged(caplog):
    logger = logging.getLogger("test.rate")
    limit = RateLimit(most=3, seconds=0.5)
    logger.addFilter(limit)
    for number in range(100):
        logger.error("message %d", number)
    time.sleep(0.6)
    logger.error("one %s", "more")
    said = [record.getMessage() for record in caplog.records]
    assert said == ["message 0", "message 1", "message 2",
                    "one more (97 messages were left out before)"]  # fmt: skip


@pytest.mark.parametrize(("soft", "most"), [(1024, 1024 - 64), (400, 400 - 64), (64, 16)])
def test_connections_leave_descriptors_for_workers(soft, most):
    script = (
        f"import resource; resource.setrlimit(resource.RLIMIT_NOFILE, ({soft}, {soft}))\n"
        "from mineproof.web.connections import allowed_connections\n"
        "print(allowed_connections(3))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True
    )
    assert 16 <= int(done.stdout) <= most
    assert int(done.stdout) <= connections.MOST_CONNECTIONS


def test_a_worker_may_have_only_so_much_memory():
    script = (
        "from mineproof.web.worker import MOST_MEMORY, limit_memory\n"
        "limit_memory(MOST_MEMORY)\n"
        "try: bytearray(MOST_MEMORY)\n"
        "except MemoryError: print('limited')"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout == "limited\n"


KEEPING = """
import sys
from mineproof.web import worker
kept = []
def answer(name, body):
    kept.append(b"x" * int(body))
    return 200, "{}"
worker.answer = answer
worker.main()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_a_worker_that_keeps_much_memory_ends_after_its_answer():
    done = subprocess.run(
        [sys.executable, "-c", KEEPING], input=b"q 4\n1000q 9\n300000000q 4\n1000",
        capture_output=True, timeout=60, check=True,
    )  # fmt: skip
    assert done.stdout == b"ready\n200 2 ready\n{}200 2 last\n{}"


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_a_worker_that_has_ended_for_its_memory_is_replaced(monkeypatch, caplog):
    starts = []

    async def start(*_):
        starts.append(sys.executable)
        return await asyncio.create_subprocess_exec(
            sys.executable, "-c", KEEPING, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )

    monkeypatch.setattr(workers, "_start_process", start)
    monkeypatch.setattr(workers, "MOST_WAIT", 60)  # a busy machine starts processes slowly

    async def ask():
        async with workers.Workers(1) as pool:
            return [await pool.ask("q", body) for body in (b"300000000", b"9", b"9", b"300000000")]

    assert asyncio.run(ask()) == [(200, b"{}")] * 4
    assert 2 <= len(starts) <= 3
    assert caplog.text == ""


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


@pytest.fixture
def load(monkeypatch):
    monkeypatch.syspath_prepend(str(Path(__file__).parent.parent / "bench"))
    import load

    yield load
    sys.modules.pop("load", None)


def test_a_crowd_is_answered_or_refused_and_nobody_is_lost(load):
    """A small version of bench/load.py: half of the clients leave before the answer."""
    with server_process() as (address, process, said):
        seen = asyncio.run(load.crowd(address, process.pid, seconds=4, idle=60, clients=30))
    assert said == [""]
    assert seen.lost == 0
    assert seen.left > 0
    assert seen.statuses[200] > 0
    assert set(seen.statuses) <= {200, 422, 503}
    assert max(seen.waits) <= load.LONGEST_WAIT
    assert max(seen.memory) < 500 << 20


def test_a_load_that_kept_nobody_waiting_is_told_from_one_that_did(load):
    good = load.Load(waits=[1.0, 14.0], memory=[100, 101, 102, 103])
    assert good.kept()
    for bad in (
        {"waits": [16.0], "memory": good.memory},
        {"waits": good.waits, "memory": [100, 100, 100, 120]},
        {"waits": good.waits, "memory": good.memory, "lost": 1},
    ):
        assert not load.Load(**bad).kept()


# What is not HTTP

NO_HTTP = [
    b"GET / HTTP/1.1\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
    b"POST /api/about HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n",
    b"GET /\xc3 HTTP/1.1\r\nHost: a\r\n\r\n",
    b"\0\n\n",
]


def received(connection):
    connection.settimeout(20)
    parts = []
    with suppress(ConnectionError):
        while part := connection.recv(1 << 16):
            parts.append(part)
    return b"".join(parts)


def test_what_is_no_request_is_refused_like_any_other_and_logs_nothing():
    with server_process() as (address, _process, said):
        for sent in NO_HTTP:
            with socket.create_connection(place(address)) as connection:
                connection.sendall(sent)
                head, _, body = received(connection).partition(b"\r\n\r\n")
            assert head.startswith(b"HTTP/1.1 400 "), sent
            assert b"content-type: application/json" in head
            assert b"x-content-type-options: nosniff" in head
            assert json.loads(body)["kind"] == "asked wrongly"
        # After the answer to its head, a body that is none ends the connection.
        for _ in range(3):
            with socket.create_connection(place(address)) as connection:
                host = ":".join(map(str, place(address)))
                head = f"POST /nope HTTP/1.1\r\nHost: {host}\r\nTransfer-Encoding: chunked\r\n\r\n"
                connection.sendall(head.encode())
                assert connection.recv(12) == b"HTTP/1.1 404"
                connection.sendall(b"zz\r\n")
                received(connection)
        with Client(address) as client:
            assert client.ask("about")[0] == 200
    assert "Traceback" not in said[0]
