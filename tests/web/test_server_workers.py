"""The workers of the server: their queue, their time limits, their end and their replacement.

The pool runs in an event loop whose clock stands still, and the test sets it forward.
"""

import asyncio
import json
import os
import signal
import subprocess
import sys
import threading
from collections import Counter
from contextlib import asynccontextmanager, suppress
from http.client import HTTPException
from itertools import pairwise
from types import SimpleNamespace

import psutil
import pytest

from mineproof.web import workers
from mineproof.web.fair_queue import FairQueue, WaitingQuestion, client_of
from serving import POSITION, Client, assert_ended, children, server_process
from waiting import in_standing_loop, pass_rounds, pass_seconds, until, until_in_loop

SMALL = json.dumps({"position": POSITION}).encode()
HUNG = {"size": "60x60", "mines": 720, "strategy": "rebuild"}
REFUSED = (503, b"refused")


def hung(pool, client="", count=1):
    """Ask for work that takes too long."""
    body = json.dumps(HUNG).encode()
    return [asyncio.ensure_future(pool.ask("solve", body, client)) for _ in range(count)]


def started(pool):
    """Return how many questions the workers have now."""
    return sum(pool._queue._started.values())


def kind(answer):
    return answer[0], json.loads(answer[1])["kind"]


# Time limits


@in_standing_loop
async def test_work_that_takes_too_long_is_ended_and_the_next_is_answered():
    async with workers.Workers(1) as pool:
        [long] = hung(pool)
        await until_in_loop(lambda: started(pool))
        await pass_seconds(workers.SECONDS - 1)
        assert not long.done()
        await pass_seconds(1)
        assert kind(await long) == (422, "too long")
        assert (await pool.ask("analyse", SMALL))[0] == 200


@in_standing_loop
async def test_one_client_never_has_all_workers_and_waits_only_so_long():
    async with workers.Workers(2) as pool:
        tasks = hung(pool, "a", 5)
        await until_in_loop(lambda: started(pool))
        assert (await pool.ask("analyse", SMALL, "b"))[0] == 200
        same = asyncio.ensure_future(pool.ask("analyse", SMALL, "a"))
        await pass_seconds(workers.MOST_WAIT - 0.1)
        assert not same.done()
        await pass_seconds(0.1)
        assert kind(await same) == (503, "busy")
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        # The process with the cancelled question may still end it, and is replaced then.
        before = {*children(os.getpid())}
        after = asyncio.ensure_future(pool.ask("analyse", SMALL, "a"))
        await pass_seconds(workers._GRACE - 0.1)
        assert started(pool) == 1
        assert not after.done()
        await pass_seconds(0.1)
        assert (await after)[0] == 200
        await until_in_loop(lambda: before - {*children(os.getpid())})


@in_standing_loop
async def test_a_flood_is_answered_or_refused_and_passes():
    """200 questions at once: those that fit into the queue are answered, the others refused."""
    async with workers.Workers(2) as pool:
        asked = [pool.ask("analyse", SMALL, str(number % 50)) for number in range(200)]
        statuses = Counter(status for status, _ in await asyncio.gather(*asked))
        assert statuses.keys() == {200, 503}
        assert statuses[200] >= workers.WAITING
        assert (await pool.ask("analyse", SMALL))[0] == 200


@in_standing_loop
async def test_the_first_question_does_not_wait_for_a_process_to_start(monkeypatch):
    start, gate = workers._start_process, asyncio.Event()

    async def gated(*args):
        await gate.wait()
        return await start(*args)

    monkeypatch.setattr(workers, "_start_process", gated)
    entering = asyncio.ensure_future(workers.Workers(1).__aenter__())
    await pass_seconds(workers.SECONDS - 1)
    assert not entering.done()
    gate.set()
    async with await entering as pool:
        assert (await pool.ask("about", b"{}"))[0] == 200


# Processes that end


@in_standing_loop
async def test_a_worker_that_dies_while_idle_is_replaced_before_a_question_comes(caplog):
    before = {*children(os.getpid())}
    async with workers.Workers(1) as pool:
        assert (await pool.ask("about", b"{}"))[0] == 200
        [died] = {*children(os.getpid())} - before
        os.kill(died, signal.SIGKILL)
        message = "a worker ended while it was idle, by signal 9; next try in 0.1 s"
        await until_in_loop(lambda: caplog.messages == [message])
        await pass_seconds(0.1)
        await until_in_loop(lambda: {*children(os.getpid())} - before - {died})
        assert (await pool.ask("analyse", SMALL))[0] == 200
    assert "Traceback" not in caplog.text


def replace_workers(monkeypatch, *program):
    """Let this program run as each worker; return the list of the times when it is started."""
    starts = []

    async def start(*_):
        starts.append(asyncio.get_running_loop().time())
        return await asyncio.create_subprocess_exec(
            *program, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )

    monkeypatch.setattr(workers, "_start_process", start)
    return starts


@in_standing_loop
async def test_workers_that_die_at_once_are_replaced_with_growing_pauses(monkeypatch, caplog):
    starts = replace_workers(monkeypatch, "/bin/echo", "ready")
    pauses = [0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 5.0, 5.0]
    async with workers.Workers(1):
        for count, pause in enumerate(pauses, 1):
            await until_in_loop(lambda n=count: len(caplog.messages) == n)
            assert caplog.messages[-1].endswith(f"exit status 0; next try in {pause:g} s")
            await pass_seconds(pause)
        await until_in_loop(lambda: len(starts) > len(pauses))
    assert [late - early for early, late in pairwise(starts)] == pytest.approx(pauses)


@in_standing_loop
async def test_workers_are_started_again_until_that_works(monkeypatch, caplog):
    """For a while the system refuses to start a process, as if descriptors had run out."""
    start, failures = asyncio.create_subprocess_exec, iter(range(5))

    async def unreliable(*args, **named):
        if next(failures, None) is not None:
            raise OSError(24, "Too many open files")
        return await start(*args, **named)

    monkeypatch.setattr(asyncio, "create_subprocess_exec", unreliable)
    entering = asyncio.ensure_future(workers.Workers(2).__aenter__())
    while len(caplog.messages) < 5:
        await pass_seconds(0.1)
    await pass_seconds(1)
    async with await entering as pool:
        assert [(await pool.ask("analyse", SMALL))[0] for _ in range(3)] == [200] * 3
    assert caplog.text.count("Too many open files; next try in") == 5
    assert "Traceback" not in caplog.text


@in_standing_loop
async def test_a_supervisor_survives_an_error_that_nobody_expected(monkeypatch, caplog):
    ask, errors = workers.Worker.ask, iter([RuntimeError("unexpected")] * 2)

    async def unreliable(self, name, body):
        if (error := next(errors, None)) is not None:
            raise error
        return await ask(self, name, body)

    monkeypatch.setattr(workers.Worker, "ask", unreliable)
    async with workers.Workers(1) as pool:
        for count, status in enumerate((503, 503, 200)):
            asking = asyncio.ensure_future(pool.ask("analyse", SMALL))
            await until_in_loop(lambda n=count: len(caplog.messages) == n)
            await pass_seconds(count * workers._FIRST_PAUSE)
            assert (await asking)[0] == status
    assert "unexpected" in caplog.text


@in_standing_loop
async def test_a_closed_pool_answers_at_once_and_leaves_no_process():
    before, pool = children(os.getpid()), workers.Workers(2)
    async with pool:
        tasks = [*hung(pool, "a", 3), *hung(pool, "b", 3)]
        await until_in_loop(lambda: started(pool) == 2)
    answers = [*await asyncio.gather(*tasks), await pool.ask("about", b"{}")]
    assert [status for status, _ in answers] == [503] * 7
    assert children(os.getpid()) == before


@pytest.mark.parametrize("rounds", range(12))
@in_standing_loop
async def test_a_question_is_answered_whenever_the_pool_is_closed(rounds, monkeypatch):
    """The question and the end come `rounds` rounds of the event loop apart."""

    async def never(*_):
        await asyncio.get_running_loop().create_future()

    @asynccontextmanager
    async def start(*_):
        yield SimpleNamespace(ask=never, ended=never, usable=True)

    monkeypatch.setattr(workers.Worker, "started", start)
    async with workers.Workers(1) as pool:
        asking = asyncio.ensure_future(pool.ask("about", b"{}"))
        await pass_rounds(rounds)
    await pass_rounds(10)
    assert asking.done()
    assert asking.result()[0] == 503


@pytest.mark.parametrize("line", [b"ready\n", b""], ids=["ready", "ended"])
@pytest.mark.parametrize("rounds", range(6))
@in_standing_loop
async def test_a_worker_that_is_cancelled_while_it_reports_itself_is_cancelled(line, rounds):
    """The report and the cancellation come `rounds` rounds of the event loop apart."""
    stream = asyncio.StreamReader()
    worker = workers.Worker(SimpleNamespace(stdin=object(), stdout=stream))
    starting = asyncio.create_task(worker._greeting())
    await pass_rounds(10)  # it waits for the report now
    stream.feed_data(line)
    stream.feed_eof()
    await pass_rounds(rounds)
    accepted = starting.cancel()
    await asyncio.wait({starting})
    assert accepted == starting.cancelled()
    assert accepted or rounds
    assert starting.cancelled() or starting.exception() or line  # without `ready` it fails


@in_standing_loop
async def test_a_closed_pool_starts_no_process_again(monkeypatch):
    """Not even if a supervisor loses its cancellation."""
    starts = []

    @asynccontextmanager
    async def start(*_):
        starts.append(len(starts))
        if len(starts) > 2:
            raise asyncio.CancelledError  # let a wrong pool end, too
        with suppress(asyncio.CancelledError):
            await asyncio.get_running_loop().create_future()
        raise workers.WorkerFailure("cancelled, but not told so")
        yield

    monkeypatch.setattr(workers.Worker, "started", start)
    pool = workers.Workers(2)
    pool.stop_waiting()
    async with pool:
        await pass_rounds(3)
        closing = asyncio.ensure_future(pool.close())
        await pass_seconds(workers._FIRST_PAUSE)
        await closing
    assert starts == [0, 1]


KEEPING = """
from mineproof.web import worker
kept = []
def answer(name, body):
    kept.append(b"x" * int(body))
    return 200, "{}"
worker.answer = answer
worker.main()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_a_worker_has_only_so_much_memory_and_ends_if_it_keeps_much():
    done = subprocess.run(
        [sys.executable, "-c", KEEPING], input=b"q 4\n1000q 10\n2000000000q 9\n300000000q 4\n1000",
        capture_output=True, check=True,
    )  # fmt: skip
    first, refused, last = done.stdout.removeprefix(b"ready\n").split(b"\n")[:3]
    assert first == b"200 2 ready"
    assert refused.startswith(b"{}500 ")
    assert last.endswith(b"}200 2 last")
    assert done.stdout.endswith(b"last\n{}")
    assert b"MemoryError" in done.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
@in_standing_loop
async def test_a_worker_that_has_ended_for_its_memory_is_replaced(monkeypatch, caplog):
    starts = replace_workers(monkeypatch, sys.executable, "-c", KEEPING)
    async with workers.Workers(1) as pool:
        for body in (b"300000000", b"9", b"9", b"300000000"):
            assert await pool.ask("q", body) == (200, b"{}")
    assert 2 <= len(starts) <= 3
    assert caplog.text == ""


# The end of the server


def test_a_server_under_load_ends_without_waiting_for_its_work():
    """Its clients are told that the answer was lost, though the work has ten minutes."""
    answers = []

    def ask(address):
        with Client(address) as client, suppress(OSError, HTTPException):
            answers.append(client.ask("solve", **HUNG))

    def spent():
        return sum(sum(child.cpu_times()[:2]) for child in psutil.Process(server.pid).children())

    with server_process(
        before="from mineproof.web import workers; workers.SECONDS = 600"
    ) as server:
        with Client(server.address) as client:
            assert client.ask("about")[0] == 200
        threads = [threading.Thread(target=ask, args=[server.address]) for _ in range(2)]
        idle = spent()
        for thread in threads:
            thread.start()
        until(lambda: spent() > idle + 0.5)
    for thread in threads:
        thread.join()
    assert server.errors() == ""
    assert [(status, said["error"]) for status, said in answers] == [
        (503, "the answer was lost: ask again")
    ] * 2


def test_when_the_server_is_killed_its_workers_end_by_themselves():
    program = [sys.executable, "-m", "mineproof", "serve", "--port", "0", "--no-browser"]
    with subprocess.Popen(program, stdout=subprocess.PIPE, text=True) as process:
        with Client(process.stdout.readline().split()[3]) as client:
            assert client.ask("about")[0] == 200
        left = children(process.pid)
        assert left
        process.kill()
    assert_ended(left)


# The queue


def asked(queue, client, name="q"):
    question = WaitingQuestion(name, b"", client, asyncio.get_running_loop().create_future())
    queue.put(question, REFUSED)
    return question


@in_standing_loop
async def test_clients_take_turns():
    queue = FairQueue(most_waiting=10, most_started=10)
    for client in "aaaabbc":
        asked(queue, client)
    assert "".join([(await queue.take()).client for _ in range(7)]) == "abcabaa"


@in_standing_loop
async def test_a_full_queue_makes_room_for_a_client_with_fewer_questions():
    queue = FairQueue(most_waiting=4, most_started=1)
    questions = [asked(queue, client) for client in "aaaaabbb"]
    # a: the fifth is refused, the fourth and third make room; b: the third is refused
    refused = [question.answer.done() for question in questions]
    assert refused == [False, False, True, True, True, False, False, True]
    assert len(queue) == 4


@in_standing_loop
async def test_a_client_with_as_many_workers_as_it_may_have_waits():
    queue = FairQueue(most_waiting=4, most_started=1)
    for client in "aab":
        asked(queue, client)
    first, second = await queue.take(), await queue.take()
    waiting = asyncio.ensure_future(queue.take())
    await pass_rounds(10)
    assert not waiting.done()
    queue.finished(first)
    assert [first.client, second.client, (await waiting).client] == ["a", "b", "a"]


@in_standing_loop
async def test_a_question_that_is_withdrawn_is_never_taken():
    queue = FairQueue(most_waiting=4, most_started=4)
    first, second = asked(queue, "a", "first"), asked(queue, "a", "second")
    queue.discard(first)
    queue.discard(first)
    assert (await queue.take()) is second
    assert len(queue) == 0


def test_addresses_of_one_machine_are_one_client():
    assert client_of("2001:db8::1") == client_of("2001:db8::2:3%eth0") != client_of("2001:db9::1")
    assert client_of("::ffff:10.0.0.1") == client_of("10.0.0.1") != client_of("10.0.0.2")
    assert client_of("somebody") == "somebody"
    assert client_of("") == ""
