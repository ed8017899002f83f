"""Worker processes, each with a supervisor that replaces it when it ends.

The event loop does no long computation. A supervisor is a task that owns one process. It starts the
process; if that fails, or if the process ends while it is idle, it tries again after growing
pauses. It takes questions from a fair queue, and replaces the process if an answer takes too long,
if the client has gone, or if the process keeps too much memory. No failure of a request reduces the
number of processes.

Time limits are `asyncio.timeout` here. `asyncio.wait_for` of Python 3.11 discards a cancellation
that comes just after the result, and a supervisor would then never end.
"""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from mineproof.base.safe_path import command_of_module
from mineproof.play.worker_processes import interrupts_blocked
from mineproof.web.fair_queue import Answer, FairQueue, WaitingQuestion
from mineproof.web.questions import refusal

SECONDS = 10.0
"""The longest time that one question may take."""
WAITING = 64
"""The most questions that wait for a process."""
MOST_WAIT = 2.0
"""The longest time that a question waits for a process, in seconds."""
LONGEST = 1 << 26  # bytes of an answer
_START = 30.0  # seconds that a process may take to start
_FIRST_PAUSE, _LAST_PAUSE = 0.1, 5.0  # seconds between failed starts
_GRACE = 0.5
"""Seconds that an answer may still take after its client has gone; then the process is ended.

A restart takes about as long, so a client that leaves causes no more work than one that stays."""

_TO_END = 0.3  # seconds that a process has to end, and to end the programs that it has started

_LOG = logging.getLogger(__name__)
_BUSY = 503, refusal("busy: ask again in a second", "busy").encode()
_LOST = 503, refusal("the answer was lost: ask again", "busy").encode()
_TOO_LONG = (
    422,
    refusal(
        f"that takes more than {SECONDS:g} seconds: ask for something smaller", "too long"
    ).encode(),
)


class WorkerFailure(Exception):
    """A process did not start, ended, or wrote something that is not an answer."""


class Worker:
    """One worker process."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self.usable = True
        """False after the last answer of the process."""
        self._process = process
        self._questions, self._answers = process.stdin, process.stdout

    @classmethod
    @asynccontextmanager
    async def started(
        cls, turn: asyncio.Lock, players: Sequence[str] = ()
    ) -> AsyncIterator["Worker"]:
        """Yield a process that is ready to answer; it is killed at the end of the block.

        Processes that share a `turn` are created one after another. Requests may name `players`.
        These may have started programs, which are ended first.
        """
        starting = asyncio.ensure_future(_start_process(turn, players))
        try:
            # `wait` does not cancel the start: a process that is being started cannot be ended.
            await asyncio.wait({starting})
            worker = cls(starting.result())
            await worker._greeting()
            yield worker
        except OSError as problem:
            raise WorkerFailure(f"a worker cannot be started: {problem}") from None
        finally:
            ending = asyncio.ensure_future(_end_process(starting, gently=bool(players)))
            try:
                await asyncio.shield(ending)
            except asyncio.CancelledError:
                await ending  # it is quick, and no process may remain
                raise

    async def _greeting(self) -> None:
        try:
            async with asyncio.timeout(_START):
                line = await self._answers.readline()
        except (TimeoutError, ValueError, OSError):
            line = b""
        if line != b"ready\n":
            raise WorkerFailure("a worker ended before it was ready")

    async def ended(self) -> str:
        """Wait until the process has ended; return how."""
        status = await self._process.wait()
        return f"by signal {-status}" if status < 0 else f"with exit status {status}"

    async def ask(self, name: str, body: bytes) -> Answer:
        """Return the answer to a question; raise `WorkerFailure` if there is none."""
        try:
            self._questions.write(f"{name} {len(body)}\n".encode() + body)
            await self._questions.drain()
            status, length, state = (await self._answers.readline()).split()
            answer = int(status), await self._answers.readexactly(int(length))
        except (ValueError, OSError, EOFError) as problem:
            raise WorkerFailure(f"a worker ended: {problem!r}") from None
        self.usable = state == b"ready"
        return answer


async def _start_process(turn: asyncio.Lock, players: Sequence[str]) -> asyncio.subprocess.Process:
    program = [*command_of_module("mineproof.web.worker"), *players]
    pipe = asyncio.subprocess.PIPE
    # Ctrl-C is blocked for some milliseconds. Two such blocks must not overlap: one would restore
    # the signal mask that the other has set.
    async with turn:
        with interrupts_blocked():
            return await asyncio.create_subprocess_exec(
                *program, stdin=pipe, stdout=pipe, limit=LONGEST
            )


async def _end_process(
    starting: "asyncio.Future[asyncio.subprocess.Process]", *, gently: bool
) -> None:
    try:
        process = await starting
    except OSError:
        return  # it did not start
    assert process.stdout is not None
    # Send no signal to a process that ends by itself: `kill` would collect it before asyncio does.
    ending = process.stdout.at_eof()
    if gently and not ending:
        with contextlib.suppress(ProcessLookupError):
            process.terminate()
    if gently or ending:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_TO_END):
                await process.wait()
    with contextlib.suppress(ProcessLookupError):
        process.kill()
    await process.communicate()  # reads to the end, so that the pipes are closed too


class Workers:
    """A pool of processes; `ask` passes a question to the next free one."""

    def __init__(self, count: int, players: Sequence[str] = ()) -> None:
        self._count = count
        self._players = players
        self._queue = FairQueue(WAITING, max(1, count - 1))
        self._unanswered: set[WaitingQuestion] = set()  # waiting, or with a process
        self._supervisors: list[asyncio.Task[None]] = []
        self._turn = asyncio.Lock()  # to create a process
        self._ready = asyncio.Event()  # set when the first process has started
        self._closed = False

    async def __aenter__(self) -> "Workers":
        self._supervisors = [asyncio.create_task(self._supervise()) for _ in range(self._count)]
        # Without a process every question would get "busy". If none starts in time, the supervisors
        # continue to try.
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(SECONDS):
                await self._ready.wait()
        return self

    def stop_waiting(self) -> None:
        """Let `__aenter__` return before a process has started."""
        self._ready.set()

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """End all processes; waiting clients get the answer that theirs was lost."""
        self._closed = True
        for question in self._unanswered:
            question.settle(_LOST)
        for supervisor in self._supervisors:
            supervisor.cancel()
        await asyncio.gather(*self._supervisors, return_exceptions=True)

    async def ask(self, name: str, body: bytes, client: str = "") -> Answer:
        """Return the answer to one question of a client. Cancel the call if the client has gone."""
        if self._closed:
            return _BUSY
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        question = WaitingQuestion(name, body, client, future)
        self._unanswered.add(question)
        self._queue.put(question, _BUSY)
        try:
            await asyncio.wait({future}, timeout=MOST_WAIT)
            if not question.started:
                question.settle(_BUSY)
            return await future
        finally:
            self._unanswered.discard(question)
            self._queue.discard(question)
            future.cancel()

    async def _supervise(self) -> None:
        """Let one process answer questions; start another whenever it ends, until `close`."""
        pause = _FIRST_PAUSE
        while not self._closed:
            try:
                async with Worker.started(self._turn, self._players) as worker:
                    self._ready.set()
                    while await self._answer_next(worker):
                        pause = _FIRST_PAUSE
            except Exception as problem:
                expected = isinstance(problem, WorkerFailure)
                _LOG.error("%s; next try in %g s", problem, pause, exc_info=not expected)
                await asyncio.sleep(pause)
                pause = min(2 * pause, _LAST_PAUSE)

    async def _answer_next(self, worker: Worker) -> bool:
        """Answer one question; return False if the process cannot be used any more."""
        question = await self._next_question(worker)
        asking = asyncio.create_task(worker.ask(question.name, question.body))
        try:
            return await self._settle(question, asking) and worker.usable
        finally:
            question.settle(_LOST)
            self._queue.finished(question)
            asking.cancel()
            await asyncio.gather(asking, return_exceptions=True)

    async def _next_question(self, worker: Worker) -> WaitingQuestion:
        """Wait for a question; raise `WorkerFailure` if the process ends while it is idle."""
        taking = asyncio.create_task(self._queue.take())
        ending = asyncio.create_task(worker.ended())
        try:
            await asyncio.wait({taking, ending}, return_when=asyncio.FIRST_COMPLETED)
            if taking.done():
                return taking.result()
            raise WorkerFailure(f"a worker ended while it was idle, {ending.result()}")
        finally:
            taking.cancel()
            ending.cancel()
            await asyncio.gather(taking, ending, return_exceptions=True)

    async def _settle(self, question: WaitingQuestion, asking: "asyncio.Task[Answer]") -> bool:
        await asyncio.wait(
            {asking, question.answer}, timeout=SECONDS, return_when=asyncio.FIRST_COMPLETED
        )
        if question.answer.done() and not asking.done():  # the client has gone
            await asyncio.wait({asking}, timeout=_GRACE)
        if not asking.done():
            question.settle(_TOO_LONG)
            return False
        try:
            question.settle(asking.result())
        except WorkerFailure:
            return False  # the client gets an answer; the log needs no entry
        return True
