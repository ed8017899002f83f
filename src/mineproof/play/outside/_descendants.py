"""The processes that a program starts: their CPU time, and their end (Linux).

A process can leave the group and the session of its program. When its parent ends, it becomes a
child of the nearest ancestor that adopts orphans (PR_SET_CHILD_SUBREAPER, prctl(2)). The command
line and its workers adopt them, so that they can find and end them. A process that uses mineproof
as a library does not: it may have children of its own.
"""

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from mineproof.base.own_process import is_own_process

_PR_SET_CHILD_SUBREAPER = 36
_SECONDS_TO_END = 2.0  # for killed processes
_adopting = 0  # the process id of the process that adopts orphans; a fork of it does not
_before: set[int] = set()  # its children when it began to adopt orphans


class Stat(NamedTuple):
    """Some fields of /proc/PID/stat, see proc_pid_stat(5). Times are in seconds."""

    ended: bool
    """whether it has ended, and its parent has not collected it yet"""
    session: int
    own_cpu: float
    """CPU time of the process"""
    children_cpu: float
    """CPU time of its children that have ended and that it has waited for"""


def stat_of(pid: int) -> Stat | None:
    """Return what the system tells about a process; None if there is no such process."""
    try:
        # The second field is the name in brackets, which may contain anything.
        fields = Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()
    except OSError:
        return None
    user, system, child_user, child_system = (
        int(field) / os.sysconf("SC_CLK_TCK") for field in fields[11:15]
    )
    return Stat(fields[0] == b"Z", int(fields[3]), user + system, child_user + child_system)


def children_of(pid: int) -> list[int]:
    """Return the processes whose parent is this one."""
    found: list[int] = []
    with suppress(OSError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            with suppress(OSError):
                found += map(int, (task / "children").read_text().split())
    return found


def tree_of(pid: int) -> Iterator[int]:
    """Return a process and its descendants."""
    waiting = [pid]
    while waiting:
        one = waiting.pop()
        yield one
        waiting += children_of(one)


def cpu_seconds(pid: int) -> float:
    """Return the CPU time of a running process, its descendants, and those that they waited for."""
    return sum(map(_cpu_seconds, tree_of(pid)))


def _cpu_seconds(pid: int) -> float:
    stat = stat_of(pid)
    if stat is None:
        return 0.0
    own = stat.own_cpu
    with suppress(OSError):
        # clock_getcpuclockid(3), which Python has for threads only; `stat` counts in 10 ms.
        own = max(own, time.clock_gettime((~pid << 3) | 2))
    return own + stat.children_cpu


# Orphans


def adopt_orphans() -> None:
    """Let orphans of descendants become children of this process, if it runs only mineproof."""
    global _adopting, _before
    # Without this file the orphans could not be found, and would stay as zombies.
    if _adopts() or not is_own_process() or not Path("/proc/thread-self/children").exists():
        return
    with suppress(ImportError, OSError, AttributeError):
        import ctypes

        if ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0:
            _adopting, _before = os.getpid(), set(children_of(os.getpid()))


def _adopts() -> bool:
    return _adopting == os.getpid()


def _adopted() -> Iterator[tuple[int, Stat]]:
    """Find the children of this process that may be adopted, and programs.

    The other children that mineproof starts are in its own session, which a program cannot enter.
    """
    if not _adopts():
        return
    ours = os.getsid(0)
    for pid in children_of(os.getpid()):
        stat = stat_of(pid)
        if stat and stat.session != ours and pid not in _before:
            yield pid, stat


def collect_zombies(spares: Callable[[int], bool]) -> None:
    """Collect the adopted processes that have ended; `spares` is true for programs."""
    for pid, stat in _adopted():
        if stat.ended and not spares(pid):
            _collect(pid)


def kill_adopted(belongs: Callable[[int, Stat], bool]) -> None:
    """Kill and collect the adopted processes of which `belongs` is true.

    Their own children become children of this process then, and are looked at in turn.
    """
    until, killed, refused = time.monotonic() + _SECONDS_TO_END, set[int](), set[int]()
    while _adopts() and time.monotonic() < until:
        known = killed | refused
        found = {pid for pid, stat in _adopted() if pid not in known and belongs(pid, stat)}
        for pid in found:
            try:
                os.kill(pid, signal.SIGKILL)
                killed.add(pid)
            except OSError:  # it belongs to another user
                refused.add(pid)
        killed -= {pid for pid in killed if _collect(pid)}
        if not found and not killed:
            return
        time.sleep(0.001)


def _collect(pid: int) -> bool:
    try:
        return os.waitpid(pid, os.WNOHANG)[0] == pid
    except ChildProcessError:
        return True


def has_in_environment(pid: int, entry: bytes) -> bool:
    """Tell whether a process was started with this `NAME=value` in its environment."""
    with suppress(OSError):
        return entry in Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
    return False
