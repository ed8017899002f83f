"""What a program and its descendants use: CPU time and memory (Linux)."""

import os
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple


class Usage(NamedTuple):
    """What a process and its descendants use now."""

    cpu: float = 0.0
    """CPU seconds, with those of children that have ended and were waited for"""
    memory: int = 0
    """resident bytes; pages that processes share count for each"""
    busy: bool = False
    """whether one of them runs, or waits for a processor or a disk"""


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
    cpu, memory, busy = 0.0, 0, False
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
        busy = busy or fields[0] in (b"R", b"D")
    return Usage(cpu, memory, busy)


def handles_below(pid: int) -> list[int]:
    """Open the descendants of a process: no later process with the same id can be meant then."""
    handles = []
    for one in [*tree_of(pid)][1:]:
        with suppress(OSError):
            handles.append(os.pidfd_open(one))
    return handles
