"""What a program and its descendants use: CPU time and memory, and how long they wait (Linux)."""

import os
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

_SMALL = 0.05  # seconds of CPU time; from less one cannot tell how busy the machine is


class Usage(NamedTuple):
    """What a process and its descendants use now."""

    cpu: float = 0.0
    """CPU seconds, with those of children that have ended and were waited for"""
    memory: int = 0
    """resident bytes; pages that processes share count for each"""
    waits: Mapping[int, float] = {}
    """the seconds for which each thread waited for a processor; 0: this thread. Empty if unknown"""


def tree_of(pid: int) -> Iterator[int]:
    """Return a process and its descendants."""
    waiting = [pid]
    while waiting:
        one = waiting.pop()
        yield one
        with suppress(OSError):
            for task in Path(f"/proc/{one}/task").iterdir():
                with suppress(OSError):
                    waiting += map(int, (task / "children").read_text().split())


def usage_of(pid: int) -> Usage:
    """Return the sum over a running process and its descendants."""
    cpu, memory, waits = 0.0, 0, {0: _waited("thread-self")}
    for one in tree_of(pid):
        try:
            # The second field is the name in brackets, which may contain anything: proc(5).
            fields = Path(f"/proc/{one}/stat").read_bytes().rpartition(b")")[2].split()
        except OSError:
            continue
        ticks = os.sysconf("SC_CLK_TCK")
        user, system, child_user, child_system = (int(field) / ticks for field in fields[11:15])
        own = user + system
        with suppress(OSError):
            # clock_getcpuclockid(3), which Python has for threads only; `stat` counts in 10 ms.
            own = max(own, time.clock_gettime((~one << 3) | 2))
        cpu += own + child_user + child_system
        memory += int(fields[21]) * os.sysconf("SC_PAGE_SIZE")
        with suppress(OSError):
            for task in Path(f"/proc/{one}/task").iterdir():
                waits[int(task.name)] = _waited(f"{one}/task/{task.name}")
    return Usage(cpu, memory, {task: wait for task, wait in waits.items() if wait is not None})


def counted(elapsed: float, cpu: float, waited: float) -> float:
    """Return the seconds that count of an elapsed time: not those without a processor.

    The rest is sleep, and CPU time that the system does not tell, such as that of children whose
    end a program ignores. How long those had to wait is not told either; they are taken to have
    waited as the program did.
    """
    return cpu + max(0.0, elapsed - cpu - waited) * (cpu + _SMALL) / (cpu + _SMALL + waited)


def _waited(task: str) -> float | None:
    """Return the second number of proc(5)'s schedstat, in seconds; None if it is not known."""
    try:
        return int(Path(f"/proc/{task}/schedstat").read_text().split()[1]) / 1e9
    except (OSError, IndexError):
        return None


def handles_below(pid: int) -> list[int]:
    """Open the descendants of a process: no later process with the same id can be meant then."""
    handles = []
    for one in [*tree_of(pid)][1:]:
        with suppress(OSError):
            handles.append(os.pidfd_open(one))
    return handles
