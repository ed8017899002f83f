"""Run a program in a separate process, exchange lines with it, and enforce limits.

The pipes do not block and standard error is drained, so neither side waits forever. The program
leads a process group: closing it kills the group and its descendants and waits for the leader. A
sandbox ends all others. If a program cannot be killed, `problem` says it, and nobody waits. POSIX.
"""

import os
import select
import signal
import subprocess
import sys
import threading
import time
import weakref
from collections import deque
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from mineproof.base.deferred_signals import deferred_signals
from mineproof.base.errors import BadInput
from mineproof.base.safe_path import environment_of_the_caller
from mineproof.play.outside._usage import Usage, counted, handles_below, usage_of
from mineproof.play.outside.limits import Limits as Limits
from mineproof.play.outside.sandbox import MEMORY
from mineproof.proof.check import escaped

KEPT_LINES = 6  # lines exchanged that a fault shows
KEPT_ERRORS = 4096  # bytes of standard error that are kept
_SHOWN = 120  # characters of a line that a fault shows
_CHUNK = 1 << 16
_GRACE = 1.0  # seconds for a program to exit after the end of its input
_KILL_SECONDS = 2.0  # seconds until a killed program has ended
_LOOK = 0.5  # seconds between looks at the CPU time and the memory of a program
_BY_SIGNAL = 128
_WALL = 10.0  # times the limits: those of all elapsed seconds


class Stopped(Exception):
    """Raised if the program cannot continue the game; the message says why."""


_RUNNING: "weakref.WeakSet[Process]" = weakref.WeakSet()
_ABANDONED: "list[Process]" = []  # closed, but running: they are collected later
_STARTING = threading.RLock()  # held until a new process is in `_RUNNING`


def kill_all() -> None:
    """Kill the programs of this process at once, from any thread; `close` collects them."""
    with _STARTING:
        for process in list(_RUNNING):
            process.kill()


def _collect_ended() -> None:
    """Collect programs that could not be killed and have ended."""
    with _STARTING:
        for process in list(_ABANDONED):
            if process.collect_if_ended():
                _ABANDONED.remove(process)


class Process:
    """A running program. `send` and `read_line` raise `Stopped` when it breaks a limit or ends."""

    def __init__(self, command: Sequence[str], limits: Limits) -> None:
        if sys.platform == "win32":
            raise BadInput("a program plays on POSIX systems only (Linux, macOS)")
        _collect_ended()
        self.limits = limits
        self._command = command
        self.problem = ""  # why the program still runs after `close`
        self._exchanged: deque[tuple[str, bytes]] = deque(maxlen=KEPT_LINES)
        self.errors = b""
        self.lines_read = 0  # since the game began
        self._bytes_read = 0  # in these lines
        self._owner = os.getpid()
        self._lines: deque[bytes] = deque()
        self._rest = b""  # an unfinished line
        self._unsent = bytearray()
        self._game_began = self._move_began = (0.0, 0.0)  # elapsed and CPU seconds
        self._look = (0.0, 0.0)  # the same, at the last look
        self._next_look = 0.0
        self._waits: Mapping[int, float] = {}  # at the last look, see `Usage`
        self._waited = [0.0, 0.0]  # seconds without a processor since the move, the game began
        self._turn_began = 0.0  # when a line was waited for
        self._in_turns = 0.0  # elapsed seconds of this game in which a line was waited for
        self._status: int | None = None
        self._cpu = 0.0
        self._closed = False
        with _STARTING, deferred_signals():  # Ctrl-C in between would leave the program behind
            self._child = self._start(command)
            _RUNNING.add(self)
        pipes = (self._child.stdin, self._child.stdout, self._child.stderr)
        self._in, self._out, self._err = (pipe.fileno() for pipe in pipes if pipe)
        self._poll = select.poll()
        for file in (self._in, self._out, self._err):
            os.set_blocking(file, False)
        self._poll.register(self._out, select.POLLIN)
        self._poll.register(self._err, select.POLLIN)

    def _start(self, command: Sequence[str]) -> "subprocess.Popen[bytes]":
        options: dict[str, Any] = {"env": environment_of_the_caller()}
        if self.limits.sandbox:
            command, options = self.limits.sandbox.started(command)
        try:
            return subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
                **options,
            )
        except (OSError, ValueError) as problem:
            reason = getattr(problem, "strerror", None) or str(problem)
            raise BadInput(f"{command[0]}: {reason}") from None

    @property
    def pid(self) -> int:
        """The process id."""
        return self._child.pid

    # Limits

    def begin_game(self) -> None:
        """Start the clock of a game and its counts of lines and bytes."""
        _collect_ended()
        self.lines_read = self._bytes_read = 0
        self._looked(self.limits.clock())
        self._game_began = self._move_began = self._look
        self._waited, self._in_turns, self._turn_began = [0.0, 0.0], 0.0, self._look[0]
        self._next_look = self._look[0]

    def begin_move(self) -> None:
        """Start the clock of a move. Its CPU time counts from the last look, if that is recent."""
        now = self.limits.clock()
        if now >= self._look[0] + _LOOK:
            self._looked(now)
        self._move_began, self._waited[0] = (now, self._look[1]), 0.0
        # Not later than without this move: else a program that moves often is never checked.
        self._next_look = min(self._next_look, now + self.limits.move_seconds)

    def _looked(self, now: float) -> Usage:
        usage = self._usage()
        self._cpu = max(self._cpu, usage.cpu)
        self._look = now, self._cpu
        if usage.waits:
            more = {task: all_ - self._waits.get(task, 0.0) for task, all_ in usage.waits.items()}
            # One thread of the program computes what the others wait for; this process waits, too.
            waited = more.pop(0, 0.0) + max(more.values(), default=0.0)
            self._waited = [before + waited for before in self._waited]
            self._waits = usage.waits
        return usage

    def used(self) -> tuple[float, float]:
        """Return the CPU seconds of this game, and the seconds that count for its limits."""
        self._looked(self._look[0])
        cpu = max(0.0, self._cpu - self._game_began[1])
        return cpu, counted(self._in_turns, cpu, self._waited[1]) if self._waits else cpu

    def _check_limits(self, now: float) -> None:
        """Raise `Stopped` if a move or the game takes too long, or the memory is too large."""
        usage = self._looked(now)
        self._next_look = now + min(_LOOK, self.limits.move_seconds)
        if self.limits.sandbox and usage.memory > MEMORY:
            raise Stopped(f"more than {MEMORY / 1e9:g} GB of memory")
        told = sys.platform == "linux"
        limits = self.limits
        move = now - self._move_began[0], self._waited[0], self._move_began[1]
        game = self._in_turns + now - self._turn_began, self._waited[1], self._game_began[1]
        for what, (elapsed, waited, before), most in (
            ("no move for", move, limits.move_seconds),
            ("the game took", game, limits.game_seconds),
        ):
            cpu = self._cpu - before
            known = counted(elapsed, cpu, waited) if self._waits else cpu
            if told and cpu > most:
                raise Stopped(f"{what} more than {most:g} s of CPU time")
            if (known if told else elapsed) > most or elapsed > _WALL * most:
                raise Stopped(f"{what} more than {most:g} s{self._hint(what)}")

    def _hint(self, what: str) -> str:
        """Return the usual mistake; a class has no output that it could forget to flush."""
        flushes = what == "the game took" or "mineproof.play.outside._child" in self._command
        return "" if flushes else "; is its output flushed after every line?"

    def _usage(self) -> Usage:
        linux = self._status is None and sys.platform == "linux"
        return usage_of(self.pid) if linux else Usage(self._cpu)

    # Lines

    def send(self, text: str) -> None:
        """Write whole lines; the part that the pipe does not accept yet is written later."""
        raw = text.encode()
        self._exchanged += [("we", line) for line in raw.splitlines()[-KEPT_LINES:]]
        waits = bool(self._unsent)  # the poll says when the program reads on
        self._unsent += raw
        if not waits:
            self._write()

    def read_line(self) -> bytes:
        """Return the next line of the program, without its line end."""
        if not self._lines:
            self._wait_for_line()
        line = self._lines.popleft()
        self._exchanged.append(("it", line))
        self.lines_read += 1
        self._bytes_read += len(line) + 1
        if self._bytes_read > self.limits.game_bytes:
            raise Stopped(f"more than {self.limits.game_bytes / 1e6:g} MB of output in one game")
        if self.lines_read > self.limits.game_lines:
            raise Stopped(f"more than {self.limits.game_lines} lines in one game")
        return line[:-1] if line.endswith(b"\r") else line

    @property
    def exchanged(self) -> list[str]:
        """Return the last lines, marked `we:` or `it:`, and the last line of standard error."""
        lines = [f"{who}: {_shown(line)}" for who, line in self._exchanged]
        return [*lines, f"stderr: {self.last_error}"] if self.last_error else lines

    def unread_lines(self) -> list[bytes]:
        """Return the output of the program that was not read yet, an unfinished line included."""
        with suppress(Stopped):
            self._read_available(0)
        lines = [*self._lines, *([self._rest] if self._rest else [])]
        self._exchanged += [("it", line) for line in lines]
        self._lines.clear()
        self._rest = b""
        return lines

    def _wait_for_line(self) -> None:
        now = self._turn_began = self.limits.clock()
        try:
            while not self._lines:
                if now >= self._next_look:
                    self._check_limits(now)
                self._read_available(max(0.0, self._next_look - now))
                now = self.limits.clock()
        finally:
            self._in_turns += now - self._turn_began

    def _read_available(self, seconds: float) -> None:
        """Wait until a pipe is ready, then read or write."""
        for file, _event in self._poll.poll(seconds * 1000):
            if file == self._in:
                self._write()
            elif file == self._err:
                self._drain_errors()
            else:
                self._read_output()

    def _write(self) -> None:
        try:
            written = os.write(self._in, self._unsent)
        except BlockingIOError:
            written = 0
        except OSError:
            self._ended("closed its input")
        del self._unsent[:written]
        # Poll for writing only while data is left to write: the pipe is nearly always ready.
        if self._unsent:
            self._poll.register(self._in, select.POLLOUT)
        else:
            self._unregister(self._in)

    def _read_output(self) -> None:
        try:
            chunk = os.read(self._out, _CHUNK)
        except BlockingIOError:
            return
        if not chunk:
            self._ended("closed its output")
        *lines, self._rest = (self._rest + chunk).split(b"\n")
        self._lines += lines
        most = self.limits.line_bytes
        if len(self._rest) > most or any(len(line) > most for line in lines):
            raise Stopped(f"a line of more than {most} bytes")

    def _drain_errors(self) -> None:
        try:
            chunk = os.read(self._err, _CHUNK)
        except BlockingIOError:
            return
        if not chunk:
            self._unregister(self._err)
        self.errors = (self.errors + chunk)[-KEPT_ERRORS:]

    def _unregister(self, file: int) -> None:
        with suppress(KeyError):
            self._poll.unregister(file)

    # The end

    def run_to_end(self) -> bool:
        """Drop all output but the last bytes of standard error, until the program has ended.

        Return False if it breaks the limits of a game first.
        """
        if self._child.stdin:
            self._child.stdin.close()
        self.begin_game()
        with suppress(Stopped):
            while not self.has_ended():
                self._drop_output(0.02)
                if (now := self.limits.clock()) >= self._next_look:
                    self._check_limits(now)
            self._drop_output(0)
        return self.has_ended()

    def _drop_output(self, seconds: float) -> None:
        for file, _event in self._poll.poll(seconds * 1000):
            if file == self._err:
                self._drain_errors()
            elif not os.read(file, _CHUNK):
                self._unregister(file)

    def _ended(self, otherwise: str) -> None:
        """Raise `Stopped` with how the program ended, or with its last action if it still runs."""
        self.wait(0.5)
        with suppress(Stopped, OSError):
            self._drain_errors()
        raise Stopped(self.ending() or f"the program {otherwise}")

    def wait(self, seconds: float) -> bool:
        """Wait at most this long until the program has ended; `close` collects it."""
        until, pause = time.monotonic() + seconds, 0.0005
        while not self.has_ended():
            if time.monotonic() >= until:
                return False
            time.sleep(pause)
            pause = min(0.02, pause * 2)
        return True

    def has_ended(self) -> bool:
        """Tell whether the program has exited or was killed."""
        return self.exit_status is not None

    @property
    def exit_status(self) -> int | None:
        """The exit status (minus the number of the signal that killed it); None while it runs."""
        if self._status is not None:
            return self._status
        if not hasattr(os, "waitid"):  # macOS before Python 3.13
            self._collect(os.WNOHANG)
            return self._status
        ended = os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        if ended is None:
            return None
        return ended.si_status if ended.si_code == os.CLD_EXITED else -ended.si_status

    def ending(self) -> str:
        """Say how the program ended; return "" while it runs."""
        status = self.exit_status
        if status is None:
            return ""
        if self.limits.sandbox and status > _BY_SIGNAL:  # bubblewrap tells a signal so
            status = _BY_SIGNAL - status
        if status >= 0:
            return f"the program ended with exit status {status}"
        with suppress(ValueError):
            return f"the program was ended by {signal.Signals(-status).name}"
        return f"the program was ended by signal {-status}"

    @property
    def last_error(self) -> str:
        """Return the last line of standard error that is not blank."""
        lines = [line for line in self.errors.splitlines() if line.strip()]
        return _shown(lines[-1].strip()) if lines else ""

    @property
    def cpu_seconds(self) -> float:
        """Return the CPU time of the program and its descendants so far.

        Linux tells it while they run. On other systems the time is known only after the program has
        ended, with that of the children that it waited for, and all of it is counted then.
        """
        self._cpu = max(self._cpu, self._usage().cpu)
        return self._cpu

    def kill(self) -> None:
        """Kill the program and its group, without waiting."""
        if self._status is None and self._owner == os.getpid():
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.pid, signal.SIGKILL)

    def close(self, grace: float = _GRACE) -> None:
        """End the program: close its pipes, wait for a while, kill its group, collect it.

        A program that cannot be killed goes on running; `problem` says it then.
        """
        if self._closed or self._owner != os.getpid():
            return
        self._closed = True
        descendants = handles_below(self.pid)
        self._cpu = self.cpu_seconds  # without a wait, descendants that are killed are not counted
        for pipe in filter(None, (self._child.stdin, self._child.stdout, self._child.stderr)):
            pipe.close()
        if grace:
            self.wait(grace)
        # Kill the group before collecting the leader: until then its process id is not used again.
        reason = "it does not end"
        for handle in descendants:
            with suppress(ProcessLookupError, PermissionError):
                signal.pidfd_send_signal(handle, signal.SIGKILL)
            os.close(handle)
        try:
            os.killpg(self.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        except PermissionError:
            reason = "it runs as another user"
        if self.wait(_KILL_SECONDS):
            self._collect()
        else:
            self.problem = f"process {self.pid} cannot be ended: {reason}; end it yourself"
            _ABANDONED.append(self)
        if self.limits.sandbox:
            self.limits.sandbox.end()
        _collect_ended()

    def collect_if_ended(self) -> bool:
        """Collect the program if it has ended; return False while it must be collected later."""
        if self._owner != os.getpid():
            return True
        if not self.has_ended():
            return False
        self._collect()
        return True

    def _collect(self, flags: int = 0) -> None:
        """Take the exit status and the CPU time of a program that has ended."""
        if self._status is not None:
            return
        pid, status, usage = os.wait4(self.pid, flags)
        if not pid:
            return
        self._status = self._child.returncode = os.waitstatus_to_exitcode(status)
        self._cpu = max(self._cpu, usage.ru_utime + usage.ru_stime)


def _shown(line: bytes) -> str:
    """Return a line for an error message: printable, and not too long."""
    text = escaped(line[: 4 * _SHOWN].decode("utf-8", "backslashreplace").rstrip("\r"))
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
