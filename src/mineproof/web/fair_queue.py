"""A bounded queue of questions that wait for a worker; it serves clients in turn.

Each client (an address) has its own queue, and the queues are served round robin. If all places are
taken, a question of a client with few waiting questions replaces the newest question of the client
with the most. One client cannot occupy all workers: one is kept for others.
"""

import asyncio
from collections import Counter, deque
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address

Answer = tuple[int, bytes]
"""An HTTP status and a body of JSON."""


@dataclass(eq=False)
class WaitingQuestion:
    """One question of a client, and the future of its answer."""

    name: str
    body: bytes
    client: str
    answer: "asyncio.Future[Answer]"
    """Cancelled if the client has gone."""
    started: bool = False

    def settle(self, answer: Answer) -> None:
        """Set the answer, unless the client has gone or has one."""
        if not self.answer.done():
            self.answer.set_result(answer)


class FairQueue:
    """The waiting questions of all clients."""

    def __init__(self, most_waiting: int, most_started: int) -> None:
        self._most_waiting = most_waiting
        self._most_started = most_started  # questions of one client that workers may have at a time
        self._waiting: dict[
            str, deque[WaitingQuestion]
        ] = {}  # in the order in which clients get a turn
        self._started: Counter[str] = Counter()
        self._changed = asyncio.Event()

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    def put(self, question: WaitingQuestion, refused: Answer) -> None:
        """Add a question. If the queue is full, it or another one gets the answer `refused`."""
        own = self._waiting.get(question.client, ())
        if len(self) >= self._most_waiting:
            longest = max(self._waiting.values(), key=len)
            if len(longest) <= len(own) + 1:
                question.settle(refused)
                return
            longest[-1].settle(refused)
            self.discard(longest[-1])
        self._waiting.setdefault(question.client, deque()).append(question)
        self._changed.set()

    def discard(self, question: WaitingQuestion) -> None:
        """Remove a question whose client has gone, unless it has been taken already."""
        own = self._waiting.get(question.client)
        if own is not None and question in own:
            own.remove(question)
            if not own:
                del self._waiting[question.client]

    async def take(self) -> WaitingQuestion:
        """Wait for the next question and return it; call `finished` with it at the end."""
        while (question := self._next()) is None:
            self._changed.clear()
            await self._changed.wait()
        return question

    def _next(self) -> WaitingQuestion | None:
        free = (name for name in self._waiting if self._started[name] < self._most_started)
        client = next(free, None)
        if client is None:
            return None
        own = self._waiting.pop(client)
        question = own.popleft()
        if own:
            self._waiting[client] = own  # behind all others
        self._started[client] += 1
        question.started = True
        return question

    def finished(self, question: WaitingQuestion) -> None:
        """Note that the question no longer occupies a worker."""
        self._started[question.client] -= 1
        if not self._started[question.client]:
            del self._started[question.client]
        self._changed.set()


def client_of(address: str) -> str:
    """Return the client of an address. All addresses of an IPv6 /64 network are one client.

    >>> client_of("2001:db8::1") == client_of("2001:db8::2")
    True
    """
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return str(found)
    return str(found.ipv4_mapped or IPv6Address(int(found) >> 64 << 64))
