"""A worker process: it answers one question at a time, over standard input and output.

It writes `ready` when it has started. A question is a line `NAME LENGTH` and a body of LENGTH
bytes; an answer is a line `STATUS LENGTH STATE` and JSON of LENGTH bytes. STATE is `ready`, or
`last` if the process ends after this answer. The process is separate from the server, so that the
server can end work that takes too long. It ends when its input ends. Its address space is limited,
so that no question uses all memory of the machine.
"""

import contextlib
import logging
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

from mineproof.play.worker_processes import end_programs_at_sigterm
from mineproof.web import log
from mineproof.web.players import offer
from mineproof.web.questions import answer, refusal

MOST_MEMORY = 1 << 30
"""The most bytes of address space of a worker."""
MOST_KEPT = 1 << 28
"""The most bytes that a worker may keep after an answer; one that keeps more ends.

Memory that Python has freed is often not returned to the system: after a question that ran out of
memory a worker kept 500 MB. Usually it has 30 to 60 MB."""

_LOG = logging.getLogger(__name__)


def main(offered: Sequence[str] = ()) -> None:
    """Answer questions until the input ends; requests may name the players `offered`."""
    # The server gets Ctrl-C and ends its workers. It blocks the signal, but Windows has no masks.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    limit_memory(MOST_MEMORY)
    log.limit(__name__)
    if offered:
        offer(offered)
        end_programs_at_sigterm()
    questions, answers = sys.stdin.buffer, sys.stdout.buffer
    answers.write(b"ready\n")
    answers.flush()
    while line := questions.readline():
        name, length = line.decode().split()
        body = questions.read(int(length))
        try:
            status, text = answer(name, body)
        except Exception:
            _LOG.exception("an error in our code")  # to the log, not to the client
            status, text = 500, refusal("something is wrong with the server", "fault")
        raw = text.encode()
        state = "last" if resident_memory() > MOST_KEPT else "ready"
        try:
            answers.write(f"{status} {len(raw)} {state}\n".encode() + raw)
            answers.flush()
        except BrokenPipeError:  # the server has gone
            os._exit(1)
        if state == "last":
            return


def resident_memory() -> int:
    """Return the bytes of memory that this process occupies; 0 if the system does not tell."""
    try:
        pages = Path("/proc/self/statm").read_text().split()[1]
    except OSError:  # not Linux
        return 0
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


def limit_memory(size: int) -> None:
    """Limit this process to `size` bytes of address space, if the system supports it."""
    try:
        import resource
    except ImportError:  # Windows
        return
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    if hard != resource.RLIM_INFINITY:
        size = min(size, hard)
    with contextlib.suppress(OSError, ValueError):  # macOS has the limit, but refuses to set it
        resource.setrlimit(resource.RLIMIT_AS, (size, hard))


if __name__ == "__main__":
    main(sys.argv[1:])
