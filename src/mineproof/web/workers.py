"""A few processes that answer questions, and a bounded line of those who wait for one.

The event loop never computes. What takes too long is ended together with its process, and a new
one takes its place; whoever would wait behind too many others is told so at once.
"""

import asyncio
import contextlib
from dataclasses import dataclass

from mineproof.safe_path import command_of_module
from mineproof.web.questions import refusal

SECONDS = 10.0
"""The longest that one question may take."""
WAITING = 64
"""The most that wait for a process."""
LONGEST = 1 << 26  # bytes of an answer


class Busy(Exception):
    """Too many are waiting."""


@dataclass(eq=False)
class Worker:
    """One process."""

    process: asyncio.subprocess.Process

    @classmethod
    async def start(cls) -> "Worker":
        program = command_of_module("mineproof.web.worker")
        pipe = asyncio.subprocess.PIPE
        return cls(
            await asyncio.create_subprocess_exec(*program, stdin=pipe, stdout=pipe, limit=LONGEST)
        )

    async def ask(self, name: str, body: bytes) -> tuple[int, bytes]:
        questions, answers = self.process.stdin, self.process.stdout
        assert questions is not None
        assert answers is not None
        questions.write(f"{name} {len(body)}\n".encode() + body)
        await questions.drain()
        status, length = (await answers.readline()).split()
        return int(status), await answers.readexactly(int(length))

    async def end(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()
        await self.process.wait()


class Workers:
    """So many processes; `ask` hands a question to the next that is free."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._free: asyncio.LifoQueue[Worker] = asyncio.LifoQueue()
        self._all: set[Worker] = set()
        self._waiting = 0
        self._closed = False

    async def __aenter__(self) -> "Workers":
        for worker in await asyncio.gather(*(Worker.start() for _ in range(self._count))):
            self._add(worker)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """End all processes; whoever still waits for one is told that the answer was lost."""
        self._closed = True
        for worker in list(self._all):
            await worker.end()

    def _add(self, worker: Worker) -> None:
        self._all.add(worker)
        self._free.put_nowait(worker)

    async def ask(self, name: str, body: bytes) -> tuple[int, bytes]:
        """The answer to one question; raise `Busy` if too many wait already."""
        if self._closed or self._waiting >= WAITING:
            raise Busy
        self._waiting += 1
        try:
            worker = await self._free.get()
        finally:
            self._waiting -= 1
        answered = False
        try:
            answer = await asyncio.wait_for(worker.ask(name, body), SECONDS)
            answered = True
        except TimeoutError:
            line = f"that takes more than {SECONDS:g} seconds: ask for something smaller"
            return 422, refusal(line, "too long").encode()
        except (ValueError, OSError, EOFError):  # the process is gone, or talks nonsense
            return 503, refusal("the answer was lost: ask again", "busy").encode()
        else:
            return answer
        finally:
            # Whatever else happened, a cancelled question included, the process may be busy still.
            if answered or self._closed:
                self._free.put_nowait(worker)
            else:
                await worker.end()
                self._all.discard(worker)
                self._add(await Worker.start())
