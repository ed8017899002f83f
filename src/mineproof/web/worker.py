"""A worker process: it answers one question at a time, over standard input and output.

It writes `ready` when it has started. A question is a line `NAME LENGTH` and a body of LENGTH
bytes; an answer is a line `STATUS LENGTH` and JSON of LENGTH bytes. The process is separate from
the server, so that the server can end work that takes too long. It ends when its input ends. Its
address space is limited, so that no question uses all memory of the machine.
"""

import contextlib
import logging
import signal
import sys
from collections.abc import Sequence

from mineproof.play.worker_processes import end_programs_at_sigterm
from mineproof.web import log
from mineproof.web.players import offer
from mineproof.web.questions import answer, refusal

MOST_MEMORY = 1 << 30
"""The most bytes of address space of a worker."""

_LOG = logging.getLogger(__name__)


def main(offered: Sequence[str] = ()) -> None:
    """Answer questions until the input ends; requests may name the players `offered`."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server gets Ctrl-C and ends its workers
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
        answers.write(f"{status} {len(raw)}\n".encode() + raw)
        answers.flush()


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
