"""Load test of the server: the waiting time of patient clients, and the memory.

    python bench/load.py [--seconds 60] [--connections 1000] [--clients 200]

A server is started on loopback. Idle connections are held open the whole time (those that the
server closes are opened again). Clients ask one question after another; every second one leaves
before it has an answer. Most questions are an expert position to analyse, one in fifty is work
that takes too long. The program ends by itself.
"""

import argparse
import asyncio
import random
import re
import sys
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "support"))

from mineproof import Game, deal
from mineproof.game.formats.mine import write
from serving import children, server_process

LONGEST_WAIT = 15.0
MOST_GROWTH = 0.10


@dataclass
class Load:
    """The measurements."""

    statuses: Counter[int] = field(default_factory=Counter)
    """Answers to patient clients."""
    waits: list[float] = field(default_factory=list)
    """Seconds that each of them took."""
    lost: int = 0
    """Questions of patient clients that got no answer."""
    left: int = 0
    """Questions of clients that left."""
    opened: int = 0
    """Idle connections that were opened."""
    memory: list[int] = field(default_factory=list)
    """Bytes of the server and its workers, once a second."""

    def growth(self) -> float:
        """The peak of the second half over that of the first, minus 1."""
        half = len(self.memory) // 2
        return max(self.memory[half:]) / max(self.memory[:half]) - 1

    def kept(self) -> bool:
        """Whether no patient client waited too long or got no answer, and memory did not grow."""
        return not self.lost and max(self.waits) <= LONGEST_WAIT and self.growth() <= MOST_GROWTH

    def __str__(self) -> str:
        waits = sorted(self.waits)
        return (
            f"{len(waits)} answers to patient clients {dict(self.statuses)}, {self.lost} lost;"
            f" {self.left} questions left alone; {self.opened} idle connections opened\n"
            f"waits: median {waits[len(waits) // 2]:.2f} s,"
            f" 99 % {waits[len(waits) * 99 // 100]:.2f} s, longest {waits[-1]:.2f} s\n"
            f"memory: {min(self.memory) >> 20} to {max(self.memory) >> 20} MiB,"
            f" peak of the second half {100 * self.growth():+.1f} % over that of the first"
        )


def request(question: str, body: str) -> bytes:
    head = f"POST /api/{question} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
    head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    return (head + body).encode()


def questions() -> list[bytes]:
    game = Game(deal("expert", start="open", seed=1))
    position = write(game.view).replace("\n", "\\n")
    usual = request("analyse", f'{{"position": "{position}"}}')
    endless = request("solve", '{"size": "60x60", "mines": 720, "strategy": "rebuild"}')
    return [usual] * 49 + [endless]


def memory_of(pid: int) -> int:
    """Return the resident bytes of a process (Linux)."""
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0
    match = re.search(r"VmRSS:\s+(\d+)", status)
    return int(match[1]) << 10 if match else 0


async def crowd(address: str, pid: int, seconds: float, idle: int, clients: int) -> Load:
    """Run the load of idle connections and asking clients."""
    place = urlsplit(address).hostname, urlsplit(address).port
    load, asked, until = Load(), questions(), time.monotonic() + seconds

    async def hold() -> None:
        while time.monotonic() < until:
            with suppress(OSError):
                reader, writer = await asyncio.open_connection(*place)
                load.opened += 1
                with suppress(TimeoutError):
                    await asyncio.wait_for(reader.read(1), until - time.monotonic())
                writer.close()
            await asyncio.sleep(0.1)

    async def patient(draw: random.Random) -> None:
        while time.monotonic() < until:
            began = time.monotonic()
            try:
                reader, writer = await asyncio.open_connection(*place)
                writer.write(draw.choice(asked))
                line = await asyncio.wait_for(reader.readline(), 4 * LONGEST_WAIT)
                await reader.read()
                writer.close()
                status = int(line.split()[1])
            except (OSError, TimeoutError, IndexError):
                load.lost += 1
                continue
            load.statuses[status] += 1
            load.waits.append(time.monotonic() - began)
            await asyncio.sleep(draw.uniform(0.5, 1.5))  # as Retry-After says

    async def hasty(draw: random.Random) -> None:
        while time.monotonic() < until:
            with suppress(OSError):
                _, writer = await asyncio.open_connection(*place)
                writer.write(draw.choice(asked))
                await asyncio.sleep(draw.uniform(0, 0.3))
                writer.close()
                load.left += 1
            await asyncio.sleep(draw.uniform(0.5, 1.5))

    async def weigh() -> None:
        while time.monotonic() < until:
            pids = [pid, *await asyncio.to_thread(children, pid)]
            load.memory.append(sum(map(memory_of, pids)))
            await asyncio.sleep(min(1.0, seconds / 20))

    async with asyncio.TaskGroup() as group:
        group.create_task(weigh())
        for _ in range(idle):
            group.create_task(hold())
        for number in range(clients):
            group.create_task((hasty if number % 2 else patient)(random.Random(number)))
    return load


def main() -> int:
    options = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    options.add_argument("--seconds", type=float, default=60)
    options.add_argument("--connections", type=int, default=1000)
    options.add_argument("--clients", type=int, default=200)
    said = options.parse_args()
    with server_process() as server:
        sizes = said.connections, said.clients
        load = asyncio.run(crowd(server.address, server.pid, said.seconds, *sizes))
    print(load)
    print(f"log: {len(server.errors())} bytes")
    return 0 if load.kept() else 1


if __name__ == "__main__":
    sys.exit(main())
